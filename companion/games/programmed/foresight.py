"""Thinking ahead in a race with programs: a single piece, unknown hands, whole turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final

from companion.engine.cards import MOVES, NO_CARDS, PAUSE, cards_dealt
from companion.engine.causes import EDGE, PIT
from companion.engine.changing import under_rules
from companion.engine.dealing import program
from companion.engine.events import Event, Moved
from companion.engine.keys import LAST_REGISTER
from companion.engine.modes import mode_of, touched_by, wanted_by
from companion.engine.race_tables import race_tables
from companion.engine.solo_table import GONE, NO_MOVE, ClankSoloTable, SoloTable, solo_table_of
from companion.engine.state import Clank, RaceState
from companion.engine.survey import squares_to
from companion.engine.turn import play_register, play_turn
from companion.games.api import PlayResult, one_step
from companion.games.asking import Ask, PlayOn
from companion.games.kit.pilot import Foresight, Outlook, Solo, nearest
from companion.games.parts import Preview
from companion.games.programmed.deck import CARD_OF_CODE, CODE_OF_CARD
from companion.games.programmed.open_questions import CHOSEN_NEXT, SECRET
from companion.games.programmed.turn import (
    CLEANING,
    OVER,
    PROGRAMMING,
    REGISTERS,
    RacePosition,
    begin_turn,
    drawn_for,
    is_programmed,
)
from companion.games.race import turn_notes
from companion.games.race.game import RaceGame
from companion.games.race.ghosts import ground_of, on_ground
from companion.games.race.tracks import PieceTrack, Pose, follow
from companion.games.scene import Foreseen
from companion.games.wording import RoundWords
from companion.geometry import Square, column_row
from companion.words import COMPASS, Text, count, facts, text

_MOVES: Final[Mapping[str, int]] = {
    **{move: number for number, move in enumerate(MOVES)},
    PAUSE: NO_MOVE,
}
FASTEST: Final = MOVES[-1]
_STILL: Final[tuple[int | None, ...]] = (NO_MOVE,) * len(NO_CARDS)


class RaceForesight(Foresight[RacePosition]):
    """Thinking ahead in races with programs."""

    def __init__(self, round_words: RoundWords) -> None:
        """Name registers by `round_words`, such as `Wording.round` of the game."""
        self._round_words = round_words

    def solo(
        self,
        position: RacePosition,
        seat: int,
        hand: tuple[int, ...] | None = None,
        in_slots: tuple[int | None, ...] = (),
    ) -> Solo:
        """Return a piece with its hand. It plays no card if it rests or was dealt nothing."""
        clank = position.state.clank(seat)
        solo_table = _tour(position.state, clank)
        if clank.square is None:
            pose = GONE
        else:
            pose = solo_table.pose(ground_of(clank.square), clank.heading)
        plays = position.stage != PROGRAMMING or is_programmed(
            clank, drawn_for(position.state, seat)
        )
        fixed = _STILL
        if plays:
            # The move of a locked slot, NO_MOVE if its card is unknown; None for a free slot.
            fixed = tuple(
                [
                    None
                    if slot not in clank.locked
                    else NO_MOVE
                    if card is None
                    else _MOVES[card.move]
                    for slot, card in enumerate(clank.slots, 1)
                ]
            )
        if plays and in_slots:
            fixed = tuple(
                [
                    move if code is None or move is not None else _MOVES[CARD_OF_CODE[code].move]
                    for move, code in zip(fixed, in_slots, strict=True)
                ]
            )
        dealt = (clank.hand or ()) if hand is None else [CARD_OF_CODE[code] for code in hand]
        cards = sorted(dealt, key=lambda card: -card.priority) if plays else []
        # The number of the next flag in its tour.
        goal, mode = 1, mode_of(position.state.race.rules)
        if mode.flags_count and mode.in_order:
            goal = clank.next_flag
        elif mode.flags_count:
            goal = 1 + len(touched_by(position.state, seat))
        return Solo(
            solo_table,
            seat,
            pose,
            clank.damage,
            goal,
            solo_table.pose(*clank.checkpoints[-1]),
            clank.lives,
            fixed,
            tuple([CODE_OF_CARD[card] for card in cards]),
            tuple([_MOVES[card.move] for card in cards]),
            clank.death,
        )

    def rivals(self, position: RacePosition, seat: int) -> tuple[int, ...]:
        """Return the other pieces on the board, by the squares between, straight or diagonal."""
        state = position.state
        own = state.clank(seat).square
        others = {
            clank.seat: ground_of(clank.square)
            for clank in state.clanks
            if clank.square is not None and clank.seat != seat
        }
        if own is None:
            return tuple(others)
        column, row = column_row(ground_of(own))

        def between(square: Square) -> int:
            across, up = column_row(square)
            return max(abs(across - column), abs(up - row))

        return nearest(others, between)

    def guessed(
        self, position: RacePosition, seat: int, hand: tuple[int, ...], deck: Iterable[int]
    ) -> RacePosition:
        """Return the position with unknown hands and unseen locked slots filled.

        The damage says how many cards a hand has. No card is in two places. A player with an extra
        card holds it.
        """
        state = position.state
        known = {
            card
            for clank in state.clanks
            for card in (*clank.slots, *(clank.hand or ()))
            if card is not None
        }
        known.update(CARD_OF_CODE[code] for code in hand)
        drawn = iter([card for card in map(CARD_OF_CODE.__getitem__, deck) if card not in known])
        counts, own = dict(position.dealt), state.race.rules.rule_set.own_cards(state, known)
        clanks = []
        for clank in state.clanks:
            if clank.seat == seat or not is_programmed(clank, drawn_for(state, clank.seat)):
                clanks.append(clank)
                continue
            number = counts.get(clank.seat, cards_dealt(clank.damage, state.race.rules.card_lock))
            slots = tuple(
                [
                    next(drawn, None) if slot in clank.locked and card is None else card
                    for slot, card in enumerate(clank.slots, 1)
                ]
            )
            cards, own_card = clank.hand, own.get(clank.seat)
            if cards is None and own_card is not None:
                # Its own card is one of those that are counted.
                cards = (*islice(drawn, number - (clank.seat in counts)), own_card)
            elif cards is None:
                cards = tuple(islice(drawn, number))
            clanks.append(clank.with_cards(clank.locked, slots, cards))
        return position._replace(state=state._replace(clanks=tuple(clanks)))

    def simulate(
        self, position: RacePosition, programs: Mapping[int, tuple[int | None, ...]]
    ) -> RacePosition | None:
        """Play the remaining registers and the cleanup by the engine."""
        if position.stage != PROGRAMMING:
            return None
        lying = {clank.seat: clank.slots for clank in position.state.clanks}
        slots = {
            seat: tuple(
                [
                    card if code is None else CARD_OF_CODE.get(code, card)
                    for code, card in zip(codes, lying[seat], strict=True)
                ]
            )
            for seat, codes in programs.items()
            if seat in lying
        }
        after = play_turn(program(position.state, slots).state).state
        if after.over:
            return RacePosition(after, OVER, rules=position.rules)
        return begin_turn(after if position.rules is None else under_rules(after, position.rules))

    def offer(self, position: RacePosition, ask: Ask) -> str:
        """Return the best offer at a reset site; no other choice can be judged.

        There the cards stay, and a fast card is chosen for the next turn.
        """
        question = position.open[0] if position.open else None
        if question is None or question.what != SECRET:
            return ""
        if question.rule != CHOSEN_NEXT:
            return question.options[0]
        keys = [offer.key for offer in ask.offers]
        if FASTEST in keys:
            return FASTEST
        return next((key for key in keys if key.isdigit()), question.options[0])

    def reason(self, solo: Solo, outlook: Outlook) -> Text:
        """Return the aim of the program and its cost."""
        if outlook.destroyed:
            return text("Every program of the hand leads to destruction.")
        if not _called(solo.table, solo.goal):
            return text("Aim: to stay in one piece.")
        if outlook.goal > len(solo.table.flags):
            return text(
                "Aim: the last flag, in {round}.", round=self._round_words(outlook.register)
            )
        if outlook.rests:
            return text("Aim: to repair {damage} damage.", damage=outlook.damage)
        if outlook.goal > solo.goal:
            return text("Aim: flag {flag}.", flag=_called(solo.table, outlook.goal - 1))
        if outlook.away is None:
            return text("Aim: a way to flag {flag}.", flag=_called(solo.table, outlook.goal))
        if outlook.damage < solo.damage:
            return text(
                "Aim: repair, on the way to flag {flag}.", flag=_called(solo.table, outlook.goal)
            )
        away = outlook.away
        return count(
            "Aim: within {away} square of flag {flag}.",
            "Aim: within {away} squares of flag {flag}.",
            away,
            away=away,
            flag=_called(solo.table, outlook.goal),
        )

    def came_to(self, solo: Solo, outlook: Outlook) -> Text:
        """Return the touched flags, the way to the next one, and the damage."""
        if not _called(solo.table, solo.goal):
            if outlook.destroyed:
                return text("destroyed")
            return text("{damage} damage", damage=outlook.damage)
        if outlook.goal > len(solo.table.flags):
            return text("the last flag")
        touched = outlook.goal > solo.goal
        if outlook.destroyed:
            if touched:
                return text(
                    "flag {flag}, then destroyed", flag=_called(solo.table, outlook.goal - 1)
                )
            return text("destroyed")
        flag = _called(solo.table, outlook.goal)
        way = text("no way to flag {flag}", flag=flag)
        if outlook.away is not None:
            way = count(
                "{away} square to flag {flag}",
                "{away} squares to flag {flag}",
                outlook.away,
                away=outlook.away,
                flag=flag,
            )
        if touched:
            way = text(
                "flag {flag}, then {way}", flag=_called(solo.table, outlook.goal - 1), way=way
            )
        if outlook.damage:
            return text("{way}, {damage} damage", way=way, damage=outlook.damage)
        return way


# ---- Modes ---------------------------------------------------------------------------------------


def _tour(state: RaceState, clank: Clank) -> ClankSoloTable:
    """Return the tables of a piece that goes to its flags in the best order.

    That is the rulebook's order or the shortest tour of the mode. Without flags it goes after
    another piece.
    """
    race, mode = state.race, mode_of(state.race.rules)
    if mode.in_order and mode.flags_count:
        return solo_table_of(race)
    squares = _shortest(state, clank) if mode.flags_count else (_prey_or_shelter(state, clank),)
    found: ClankSoloTable | None = race.derived.get((_tour, squares))
    if found is None:
        numbers = tuple(
            race.flags.index(square) + 1 if square in race.flags and mode.flags_count else 0
            for square in squares
        )
        found = ClankSoloTable(race.board, squares, race.rules, numbers, solo_table_of(race))
        race.derived[_tour, squares] = found
    return found


WORN: Final = 4
"""The damage at which a piece gets repaired before it hunts: the next point would lock a slot."""


def _prey_or_shelter(state: RaceState, clank: Clank) -> Square:
    """Return where to go if the last one standing wins.

    That is the nearest other piece, to be shot and pushed; with much damage it is the nearest
    repair point.
    """
    board, home = state.race.board, clank.checkpoints[-1][0]
    here = ground_of(clank.square or home)
    others = [
        other.square
        for other in state.clanks
        if other.square is not None and other.seat != clank.seat
    ]
    hunted = [
        (steps, ground_of(square))
        for square in others
        if (steps := squares_to(board, ground_of(square)).get(here)) is not None
    ]
    if hunted and clank.damage < WORN:
        return min(hunted)[1]
    reached = [
        (steps, square)
        for square in board.having("repair")
        if (steps := squares_to(board, square).get(here)) is not None
    ]
    return min(reached)[1] if reached else ground_of(home)


def _shortest(state: RaceState, clank: Clank) -> tuple[Square, ...]:
    """Return the touched flags, then the missing ones, each time the nearest."""
    race, wanted = state.race, [*wanted_by(state, clank.seat)]
    order = [square for flag, square in enumerate(race.flags, 1) if flag not in wanted]
    here, far = ground_of(clank.square or clank.checkpoints[-1][0]), len(race.board.squares)
    while wanted:
        nearest = min(
            wanted,
            key=lambda flag: (squares_to(race.board, race.flags[flag - 1]).get(here, far), flag),
        )
        wanted.remove(nearest)
        here = race.flags[nearest - 1]
        order.append(here)
    return tuple(order)


def _called(solo_table: SoloTable, goal: int) -> int:
    """Return the number of a flag of a tour, 0 for a place without a flag."""
    assert isinstance(solo_table, ClankSoloTable)
    return solo_table.numbers[goal - 1] if 0 < goal <= len(solo_table.numbers) else goal


# ---- For a player --------------------------------------------------------------------------------

NOWHERE: Final[Pose] = (None, 0)
"""The place of a piece off the board."""


class RacePreview(Preview[RacePosition]):
    """Preview of the registers of a race."""

    def __init__(self, race: RaceGame[RacePosition]) -> None:
        self._race = race

    def foreseen(
        self, position: RacePosition, seat: int, codes: tuple[int | None, ...]
    ) -> tuple[Foreseen, ...] | None:
        """Play this seat's cards alone by the rules, register by register.

        Nobody else plays a card. Everything else is as in the turn: the board moves all pieces,
        they can be pushed, and they shoot.
        """
        if position.stage != PROGRAMMING:
            return None
        own = tuple(CARD_OF_CODE.get(code) if code is not None else None for code in codes)
        slots = {
            clank.seat: own if clank.seat == seat else NO_CARDS for clank in position.state.clanks
        }
        state = program(position.state, slots).state
        moment, found = position._replace(state=state, stage=REGISTERS, dealt=()), list[Foreseen]()
        for code in codes:
            poses = {
                piece.seat: (piece.square, piece.heading) for piece in self._race.pieces(moment)
            }
            if (
                code is None
                or self._race.face(code) is None
                or poses.get(seat, NOWHERE)[0] is None
                or not isinstance(self._race.next_step(moment), PlayOn)
            ):
                break
            passage = self._played(moment)
            track = follow(poses, passage.events).get(seat) or PieceTrack(seat, poses[seat])
            # The map shows how far it goes.
            note = turn_notes.turn_note(
                [event for event in passage.events if not isinstance(event, Moved)], seat
            )
            found.append(Foreseen(on_ground(track.picture()), _forecast_words(track, note)))
            moment = passage.position
        return tuple(found)

    def _played(self, position: RacePosition) -> PlayResult[RacePosition, Event]:
        """Play the next register, with the first option for each question."""
        if race_tables(position.state.race).plain:
            return self._race.play(position)
        after, events = play_register(position.state)
        stage = OVER if after.over else CLEANING if after.register == LAST_REGISTER else REGISTERS
        moment = RacePosition(after, stage)
        return PlayResult(moment, after.turn, after.register, one_step(events, moment))


def _forecast_words(track: PieceTrack, note: Text) -> Text:
    """Return where a piece would be after a register, and what would happen to it.

    For a destroyed piece it is only where and how.
    """
    if track.parked == EDGE:
        return text("over the edge of the board")
    if track.end is None:
        if track.parked == PIT:
            return text("into the pit on {square}", square=track.path[-1])
        return text("destroyed on {square}", square=track.path[-1])
    return facts(
        [
            text("on {square}, facing {heading}", square=track.end, heading=COMPASS[track.after]),
            note,
        ]
    )
