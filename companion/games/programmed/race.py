"""A race with programs: rest → deal → program → five registers → cleanup (rulebook 5).

Each game differs in its rule set, by which the engine plays, and in its words.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import TypeVar

from companion.engine.board import Board
from companion.engine.cards import locked_slots
from companion.engine.changing import under_rules
from companion.engine.dealing import deal, program, start_turn
from companion.engine.events import Event, TurnEnded
from companion.engine.keys import LAST_REGISTER
from companion.engine.modes import mode_of, winners_of
from companion.engine.play import PlayStep
from companion.engine.race_tables import race_tables
from companion.engine.rule_questions import Answerer, first_option
from companion.engine.rule_set import part
from companion.engine.rules import TIME_TRIAL, Rules
from companion.engine.start import new_race
from companion.engine.state import ACTIVE, RaceState
from companion.engine.survey import flag_warnings
from companion.engine.turn import clean_up, play_register, register_in_steps
from companion.games.api import AnswerFault, Part, Plan, PlayResult, Step, one_step
from companion.games.asking import (
    Answer,
    Custody,
    Finished,
    NextStep,
    PlayOn,
    ReaderContent,
    Row,
    Shuffle,
)
from companion.games.corrections import Corrections
from companion.games.kit.pilot import Explaining, Foresight
from companion.games.painting import Painting
from companion.games.parts import (
    Invariants,
    Lesson,
    LessonStep,
    Preview,
    QuickPlay,
    Results,
    Seating,
)
from companion.games.programmed.corrections import CORRECTIONS
from companion.games.programmed.deck import CARD_OF_CODE, CODE_OF_CARD, CODES, FACES
from companion.games.programmed.explaining import RaceExplaining
from companion.games.programmed.foresight import RaceForesight, RacePreview
from companion.games.programmed.ghost_cards import with_ghost_cards
from companion.games.programmed.invariants import RaceInvariants
from companion.games.programmed.on_board import board_notes, pieces_needed, rules_on, seen_allowed
from companion.games.programmed.open_questions import (
    dealt_on_extended,
    draw_fault,
    drawn_at_the_deal,
    moved_cards,
    play_with_answers,
    which_answers,
    with_answers,
    with_chance,
)
from companion.games.programmed.turn import (
    CLEANING,
    DEALING,
    HAUNTING,
    OVER,
    PROGRAMMING,
    REDEALING,
    REGISTERS,
    RESTING,
    RacePosition,
    begin_turn,
    burnt_slots,
    drawn_for,
    fingerprint,
    first_fault,
    is_programmed,
    program_asks,
    redacted,
    rest_asks,
    which_programs,
    who_rests,
)
from companion.games.race.game import RaceGame, RaceSeating, board_of_plan
from companion.games.race.live_board import LiveBoard, ground_of_race
from companion.games.race.modes import (
    course_of,
    headline,
    in_mode,
    nearest,
    ranked,
    ranking,
    standing_in_mode,
    verdict,
    with_wanted,
)
from companion.games.race.painting import RacePainting
from companion.games.race.parts import race_parts
from companion.games.race.phrases import CLEANUP
from companion.games.race.standing import NextTurn, PieceCondition, other, statuses_of
from companion.games.race.standing import clank as shown
from companion.games.race.story import RaceResults
from companion.games.race.tracks import Pose
from companion.games.scene import Face, Piece, Standing
from companion.geometry import Square
from companion.signals import PUSH
from companion.words import NOTHING, Text
from companion.words import sentence as as_sentence

_Found = TypeVar("_Found")


class FirstLesson(Lesson[RacePosition]):
    """The lesson of any race with programs."""

    def __init__(self, race: ProgrammedRace) -> None:
        self._race = race

    def steps(self, names: Mapping[int, str]) -> tuple[LessonStep[RacePosition], ...]:
        from companion.games.programmed.lesson import RaceLesson  # noqa: PLC0415

        return RaceLesson(self._race).steps(names)


class ProgrammedRace(RaceGame[RacePosition]):
    """The base of races with programs. A game adds its name, settings, boards and words."""

    seats: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    deck = CODES
    known: Container[int] = frozenset(CODES)
    """The codes of the cards that can be played, which include cards beside the deck."""

    def __init__(self) -> None:
        self.parts: dict[type, Part[RacePosition, Event]] = {
            **race_parts(self),
            Corrections: CORRECTIONS,
            Painting: RacePainting(),
            Explaining: RaceExplaining(self.wording.round),
            Foresight: RaceForesight(self.wording.round),
            Invariants: RaceInvariants(self),
            Lesson: FirstLesson(self),
            Preview: RacePreview(self),
            QuickPlay: QuickRegisters(self),
            Results: ProgrammedResults(self),
            Seating: ProgrammedSeating(),
        }

    def rules_for(self, board: Board, words: Mapping[str, str]) -> Rules:
        """Return the rules of a race by the words of its settings.

        Raises:
            ValueError: A word is unknown.
        """
        return rules_on(board, words)

    def face(self, code: int) -> Face | None:
        """Return the move and priority of a card of the deck (4) or a card beside it."""
        return FACES.get(code) if code in self.known else None

    def needed(self, position: RacePosition) -> tuple[Text, ...]:
        """Return the pieces needed for copies and ghosts."""
        return tuple(pieces_needed(position.state.race.board))

    def begin(self, plan: Plan) -> RacePosition:
        """Return the race with the pieces on their starts, facing north (2.7 [E115])."""
        board = board_of_plan(plan)
        seen_allowed(board, plan.words)
        return begin_turn(
            in_mode(
                new_race(board, plan.markers, self.rules_for(board, plan.words), plan.seats), plan
            )
        )

    def next_step(self, position: RacePosition) -> NextStep:
        """Return what the turn needs next (5)."""
        state, stage = position.state, position.stage
        if stage == OVER:
            return Finished(state.turn, winners_of(state))
        if stage == RESTING:
            return who_rests(state, self.wording)
        if stage == DEALING:
            # The turn begins only with the deck, but power downs that are due decide which cards
            # stay. So it is tried.
            return Shuffle(state.turn + 1, _staying_cards(start_turn(state, position.pushed).state))
        if stage == REDEALING:
            return Shuffle(state.turn, _staying_cards(state))
        if position.open:
            return which_answers(position)
        if stage == PROGRAMMING:
            return which_programs(state, self.wording, dict(position.dealt), dict(position.chosen))
        return PlayOn(state.turn)

    def dealt(
        self,
        position: RacePosition,
        codes: tuple[int, ...] | None,
        custody: Mapping[int, Custody] = {},
    ) -> PlayResult[RacePosition, Event]:
        """Collect and deal the cards after power downs took effect (6.1-6.3, 6.5.4).

        A turn that is dealt again does not begin again.
        """
        if position.open:
            return _before(with_chance(position, codes[0] if codes else 0), ())
        state, events = (
            (position.state, ())
            if position.stage == REDEALING
            else start_turn(position.state, position.pushed)
        )
        after = deal(state, None if codes is None else [CARD_OF_CODE[code] for code in codes])
        stay = position.seen.intersection(
            card for clank in after.state.clanks for card in clank.slots if card is not None
        )
        begun = RacePosition(after.state, PROGRAMMING, rules=position.rules, seen=stay)
        if race_tables(state.race).plain:
            # Cards may have been drawn into locked slots that were empty.
            if state.race.rules.rule_set.fills_burnt and codes is not None:
                drawn = moved_cards(deal(state, None).state, after.state)
            else:
                drawn = ()
            return _before(begun, events + after.events)._replace(moved_cards=drawn)
        begun, deal_events = dealt_on_extended(begun, state, codes)
        return PlayResult(
            begun,
            begun.state.turn,
            0,
            one_step(events + after.events + deal_events, begun),
            moved_cards=moved_cards(deal(state, None).state, begun.state),
        )

    def fault(
        self, position: RacePosition, seat: int, rows: Mapping[int, Row]
    ) -> AnswerFault | None:
        """Return the first fault of a reader, slot by slot, with all slots that share it.

        Questions without cards have none (6.4.3 [E145-E147, E187]).
        """
        if position.open:
            return draw_fault(position, seat, rows)
        if position.stage != PROGRAMMING or not is_programmed(
            position.state.clank(seat), drawn_for(position.state, seat)
        ):
            return None
        return first_fault(position.state, seat, rows)

    def answered(
        self, position: RacePosition, answers: Mapping[int, Answer]
    ) -> PlayResult[RacePosition, Event]:
        """Take the rests of this turn (6.5.3), or the programs with power downs (6.4.2 [E192])."""
        state = position.state
        if position.open:
            moment, drawing_events = drawn_at_the_deal(
                with_ghost_cards(with_answers(position, answers))
            )
            return PlayResult(
                moment,
                state.turn,
                state.register + 1 if moment.stage == REGISTERS else 0,
                one_step(drawing_events, moment),
            )
        asks = rest_asks(state) if position.stage == RESTING else program_asks(state)
        # A piece may have been parked since its player moved the handle.
        heard = [(ask, answers[ask.seat]) for ask in asks if ask.seat in answers]
        pushed = tuple(ask.seat for ask, answer in heard if answer.gesture == PUSH)
        if position.stage == RESTING:
            return PlayResult(
                RacePosition(state, DEALING, pushed, seen=position.seen), state.turn + 1, 0
            )
        programs = {
            ask.seat: tuple(
                CARD_OF_CODE[code] if code is not None else None for code in answer.codes
            )
            for ask, answer in heard
            if ask.program.slots
        }
        after = program(state, programs, pushed)
        begun = RacePosition(
            after.state, REGISTERS, rules=position.rules, seen=position.seen, pile=position.pile
        )
        if not race_tables(state.race).plain and position.pile is None:
            begun = with_ghost_cards(begun._replace(stage=HAUNTING, dealt=position.dealt))
        return _before(begun, after.events)

    def play(self, position: RacePosition) -> PlayResult[RacePosition, Event]:
        """Play the next register, or after the fifth the cleanup (7.1, 9).

        Changed settings come into force with the cleanup.
        """
        rules, seen = position.rules, position.seen
        if position.stage == CLEANING:
            after, events = clean_up(position.state)
            steps = one_step(events, position._replace(state=after))
            if name := after.race.rules.rule_set.come_back:
                after, returns = part(name)(after)
                steps += one_step(returns, position._replace(state=after))
            # The moment after the cleanup is the one before the next turn, so changes of this turn
            # apply from here.
            return PlayResult(
                begin_turn(after if rules is None else under_rules(after, rules), seen),
                after.turn,
                CLEANUP,
                steps,
                ends_turn=True,
            )
        position, played_on = _registered(position, register_in_steps)
        if played_on is None:
            return PlayResult(position, position.state.turn, position.state.register + 1)
        after, revealed = played_on[-1].state, _revealed(position.state)
        steps = tuple(
            [Step(step.events, position._replace(state=step.state)) for step in played_on]
        )
        shifts = () if race_tables(after.race).plain else moved_cards(position.state, after)
        return PlayResult(
            _after_register(position, after, revealed),
            after.turn,
            after.register,
            steps,
            revealed,
            after.over,
            moved_cards=shifts,
        )

    def board(self, position: RacePosition) -> Board:
        """Return the board in its present state."""
        return self.live_board(position).board()

    def live_board(self, position: RacePosition) -> LiveBoard:
        return ground_of_race(position.state.race.board, position.state.memory)

    def poses(self, position: RacePosition) -> Mapping[int, Pose]:
        """Return the place of every piece, copy and ghost."""
        state = position.state
        return {
            piece.seat: (piece.square, piece.heading) for piece in (*state.clanks, *state.others)
        }

    def pieces(self, position: RacePosition) -> tuple[Piece, ...]:
        """Return the players' pieces, then copies and ghosts."""
        state, conditions = position.state, self.conditions(position)
        clanks = [
            shown(
                clank.seat,
                clank.square,
                clank.heading,
                clank.status,
                clank.down,
                conditions[clank.seat],
            )
            for clank in state.clanks
        ]
        others = [
            other(piece.seat, piece.square, piece.heading, conditions[piece.seat].statuses)
            for piece in state.others
        ]
        return (*clanks, *others)

    def conditions(self, position: RacePosition) -> Mapping[int, PieceCondition]:
        """Return what pieces have, and the statuses of copies and ghosts."""
        state = position.state
        found = {}
        for clank in state.clanks:
            condition = PieceCondition(
                clank.damage,
                clank.lives,
                clank.next_flag - 1,
                clank.checkpoints,
                clank.locked,
                clank.announced,
                statuses_of(state.memory, clank.seat),
            )
            found[clank.seat] = with_wanted(state, clank.seat, condition)
        for piece in state.others:
            statuses = statuses_of(state.memory, piece.seat)
            found[piece.seat] = PieceCondition(0, None, 0, statuses=statuses)
        return found

    def order(self, position: RacePosition) -> tuple[tuple[int, int], ...]:
        """Return the cards of the register that is next or current (7.2.1)."""
        state = position.state
        if state.register >= LAST_REGISTER:
            return ()
        # A destroyed piece keeps its program to the end of the register.
        shown = [
            (clank.seat, card.priority)
            for clank in state.clanks
            if not clank.down and (card := clank.slots[state.register]) is not None
        ]
        return tuple(sorted(shown, key=lambda entry: (-entry[1], entry[0])))

    def register(self, position: RacePosition) -> int:
        register = position.state.register
        return register + 1 if position.stage == REGISTERS and register < LAST_REGISTER else 0

    def ranks(self, position: RacePosition) -> tuple[tuple[int, int], ...]:
        """Return the places by flags, then by the way, or as the mode says.

        See `companion.games.race.modes`. Equal seats share a place.
        """
        return ranked(position.state)

    def to_go(self, position: RacePosition) -> Mapping[int, int]:
        """Return the single steps around walls and pits on a board without other pieces.

        They lead to the nearest of the flags that count.
        """
        return {seat: near.squares for seat, near in nearest(position.state).items()}

    def rules(self, position: RacePosition) -> Rules:
        """Return the settings of this turn (3)."""
        return position.state.race.rules

    def redacted(self, position: RacePosition, viewer: int | None) -> RacePosition:
        """Return the position without the cards that the viewer must not know (6.4)."""
        return redacted(position, viewer)

    def readers(self, position: RacePosition) -> Mapping[int, ReaderContent]:
        """Return the cards in all slots, and those that were locked at the last deal (6.3.2)."""
        return {
            clank.seat: ReaderContent(
                tuple(None if card is None else CODE_OF_CARD[card] for card in clank.slots),
                clank.locked,
            )
            for clank in position.state.clanks
        }

    def fingerprint(self, position: RacePosition) -> str:
        """Return a hash of the engine's state and everything else that is under way."""
        return fingerprint(position)

    def flags(self, position: RacePosition) -> tuple[Square, ...]:
        return position.state.race.flags

    def standings(self, position: RacePosition) -> tuple[Standing, ...]:
        """Return the standings with what counts in the mode."""
        return tuple(standing_in_mode(position.state, row) for row in super().standings(position))

    def next_turns(self, position: RacePosition) -> Mapping[int, NextTurn]:
        """Return rests, and slots that lock or open by the present damage (6.3.1, 6.5.4)."""
        state = position.state
        near, found = nearest(state), {}
        for clank in state.clanks:
            rests = clank.announced or clank.seat in position.pushed
            next_turn = NextTurn(rests, flag=near[clank.seat].flag if clank.seat in near else None)
            # A parked piece comes back undamaged, if at all, so that its slots do not matter.
            if clank.status == ACTIVE:
                lock = position.ahead.card_lock and not rests
                before, after = {*clank.locked}, {*locked_slots(clank.damage, lock)}
                after |= burnt_slots(state, clank.seat) if lock else set()
                next_turn = next_turn._replace(
                    locks=tuple(sorted(after - before)),
                    opens=tuple(sorted(before - after)),
                    deadly=state.race.rules.rule_set.deadly,
                )
            found[clank.seat] = next_turn
        return found


class ProgrammedSeating(RaceSeating):
    """The seats of a board, with warnings of flags and elements."""

    def warnings(self, plan: Plan) -> tuple[Text, ...]:
        """Return warnings of flags out of reach, experimental elements and extra pieces."""
        if plan.board is None:
            return ()
        starts = [plan.board.starts[seat] for seat in plan.seats if seat in plan.board.starts]
        return (
            *(as_sentence(words) for words in flag_warnings(plan.board, plan.markers, starts)),
            *board_notes(plan.board, plan.words),
        )


class QuickRegisters(QuickPlay[RacePosition]):
    """Registers without the state after each step."""

    def __init__(self, race: ProgrammedRace) -> None:
        self._race = race

    def played(self, position: RacePosition) -> RacePosition:
        if position.stage == CLEANING:
            after: RacePosition = self._race.play(position).position
            return after
        position, outcome = _registered(position, play_register)
        if outcome is None:
            return position
        return _after_register(position, outcome.state, _revealed(position.state))


class ProgrammedResults(RaceResults[RacePosition]):
    """The results of a race by its mode."""

    def headline(self, position: RacePosition, names: Mapping[int, str]) -> Text:
        """Return who leads by how much, or who is left, or by what the standings are ordered.

        The order is named if it is not that of a derby.
        """
        mode = mode_of(position.state.race.rules)
        if not mode.flags_count or mode.together:
            return headline(position.state, names)
        return super().headline(position, names) or (NOTHING if mode.in_order else ranking())

    def verdict(
        self, position: RacePosition, winners: tuple[int, ...], names: Mapping[int, str]
    ) -> Text:
        """Return the result in the words of the mode."""
        words = verdict(position.state, names)
        return words or super().verdict(position, winners, names)

    def course(self, position: RacePosition) -> str:
        """Return a mark of the course for a time trial, "" in other modes."""
        if position.state.race.rules.mode == TIME_TRIAL:
            return course_of(self._race.key, self._race.version, position.state)
        return ""

    def tally(self, position: RacePosition) -> Mapping[str, int]:
        """Return how often pieces were destroyed."""
        return {"deaths": position.state.deaths}


def passage_of(played: tuple[PlayStep, ...]) -> PlayResult[RacePosition, Event]:
    """Return the steps of a register or of a cleanup, such as those of an exhibit, as a passage."""
    after = played[-1].state
    ended = any(isinstance(event, TurnEnded) for event in played[-1].events)
    steps = tuple(Step(step.events, RacePosition(step.state, REGISTERS)) for step in played)
    return PlayResult(steps[-1].position, after.turn, CLEANUP if ended else after.register, steps)


def _before(moment: RacePosition, events: tuple[Event, ...]) -> PlayResult[RacePosition, Event]:
    return PlayResult(moment, moment.state.turn, 0, one_step(events, moment))


def _registered(
    position: RacePosition, play: Callable[[RaceState, Answerer], _Found]
) -> tuple[RacePosition, _Found | None]:
    """Play the next register; None if it has an open question, which base boards never have."""
    if race_tables(position.state.race).plain:
        return position, play(position.state, first_option)
    return play_with_answers(position, lambda answer: play(position.state, answer))


def _after_register(
    position: RacePosition, after: RaceState, revealed: Iterable[tuple[int, Face]]
) -> RacePosition:
    """Return the position after a register that revealed these cards."""
    stage = OVER if after.over else CLEANING if after.register == LAST_REGISTER else REGISTERS
    seen = position.seen.union(CARD_OF_CODE[face.code] for _, face in revealed)
    return RacePosition(after, stage, rules=position.rules, seen=seen, pile=position.pile)


def _staying_cards(state: RaceState) -> Mapping[int, tuple[int | None, ...]]:
    """Return the cards that stay in the readers when this turn is dealt, by seat (6.1.1, 6.5.6).

    They are in locked slots or belong to resting pieces. A deal without a deck is tried, so that
    the question and the deal agree.
    """
    return {
        clank.seat: tuple(CODE_OF_CARD[card] if card is not None else None for card in clank.slots)
        for clank in deal(state, None).state.clanks
    }


def _revealed(state: RaceState) -> tuple[tuple[int, Face], ...]:
    """Return the cards of the coming register in the order of play (7.2.1)."""
    shown = [
        (clank.seat, FACES[CODE_OF_CARD[card]])
        for clank in state.clanks
        # `register` is the last one played, counted from 1, and so the index of the next one's
        # slot.
        if clank.status == ACTIVE
        and not clank.down
        and (card := clank.slots[state.register]) is not None
    ]
    return tuple(sorted(shown, key=lambda entry: (-entry[1].priority, entry[0])))
