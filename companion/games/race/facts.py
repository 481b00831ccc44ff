"""Everything known about one thing of a race: a piece, a square, a card of the register, a rule.

Facts describe the present table and nothing that comes later. Elements bring their own names and
descriptions; this module adds what a race knows of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.content.card_art import MOVE_WORDS
from companion.engine.board import OUTSIDE, Board
from companion.engine.cards import HAND, cards_dealt, locked_slots
from companion.engine.element import Element
from companion.engine.events import Event
from companion.engine.extended.piece import GHOST
from companion.engine.keys import EVERY_REGISTER
from companion.engine.modes import FREE
from companion.engine.rules import Rules
from companion.engine.state import ACTIVE, OUT
from companion.engine.statuses import BURNT, OF_WORD, RADIO
from companion.engine.survey import lies_on, squares_to
from companion.games.api import OfKey, P, Step
from companion.games.kit.facts import cards_around, rule_facts
from companion.games.parts import Facts
from companion.games.race.extended_causes import CauseContext
from companion.games.race.game import RaceGame
from companion.games.race.ghosts import Name, ground_of, square_words, with_others
from companion.games.race.phrases import order_words
from companion.games.race.standing import PieceCondition
from companion.games.race.telling import causes
from companion.games.scene import (
    AboutCard,
    AboutPiece,
    AboutRule,
    AboutSquare,
    Instruction,
    Known,
    Piece,
    Scene,
    Subject,
)
from companion.geometry import S, Square, column_row
from companion.words import (
    COMPASS,
    NOTHING,
    SIDES,
    Text,
    count,
    listed,
    sentence,
    sentences,
    text,
    verbatim,
)

MOVES_OF_TURNS: Final = ("left", "right", "uturn")


class RaceFacts(Facts[P, Event]):
    """The facts of a race. Each game adds the words of its rules."""

    further = ("games/clockwork.html", "games/elements.html")
    by_rule: Mapping[str, Callable[[OfKey, CauseContext], Text]] = {}
    """The words of the game for its own causes, by the rules of events."""

    def __init__(self, race: RaceGame[P]) -> None:
        self._race = race

    def in_full(self, position: P, rule: str, move: str) -> tuple[Text, ...]:
        """Return a rule in full, sentence by sentence, with at least the sentence of `why`."""
        why = self.why(rule, move)
        return (why,) if why else ()

    def causes(
        self,
        before: P,
        step: Step[P, Event],
        instruction: Instruction[Event],
        names: Mapping[int, str],
    ) -> tuple[Text, ...]:
        cast = self._race.cast(before, names)._replace(order=self._race.order(before))
        return causes(
            self._race.pieces(before),
            self._race.conditions(before),
            step.events,
            instruction,
            cast,
            self.by_rule,
        )

    def facts(
        self, position: P, scene: Scene, about: Subject, names: Mapping[int, str]
    ) -> tuple[Known, ...]:
        race = self._race
        conditions, called = race.conditions(position), with_others(names)
        if isinstance(about, AboutRule):
            return rule_facts(about.rule, self.in_full(position, about.rule, about.move))
        if isinstance(about, AboutCard):
            return tuple(self._card(scene, conditions, about, called))
        if scene.board is None:
            return ()
        if isinstance(about, AboutSquare):
            if lies_on(scene.board, about.square):
                return tuple(_square(scene, conditions, scene.board, about.square, called))
            return ()
        if isinstance(about, AboutPiece):
            piece = next((piece for piece in scene.pieces if piece.seat == about.seat), None)
        else:
            piece = None
        if piece is None:
            return ()
        return tuple(
            _piece(
                scene, scene.board, piece, conditions.get(piece.seat), called, race.rules(position)
            )
        )

    def _card(
        self,
        scene: Scene,
        conditions: Mapping[int, PieceCondition],
        about: AboutCard,
        names: Mapping[int, Name],
    ) -> Iterator[Known]:
        """Yield what a card does, whose it is, and when its turn comes."""
        face, clank = about.face, names[about.seat]
        rule = "7.2.3" if face.move in MOVES_OF_TURNS else "7.2.4"
        alike = sum(
            card is not None and card.move == face.move
            for card in map(self._race.face, self._race.deck)
        )
        yield Known(
            text(
                "{card} {number}",
                card=MOVE_WORDS.get(face.move) or verbatim(face.move),
                number=str(face.priority),
            ),
            sentences(
                self.why(rule, face.move),
                count("The deck has only this one.", "The deck has {number} of them.", alike)
                if alike
                else NOTHING,
            ),
            rule,
            about.seat,
            face=face,
        )
        yield Known(text("Owner"), _whose(scene, conditions.get(about.seat), about, clank), "7.2")
        yield Known(
            text("Order"),
            sentences(
                sentence(
                    order_words(
                        about.seat, [(seat, face.priority) for seat, face in about.cards], names
                    )
                ),
                cards_around(
                    about,
                    lambda seat, face: text(
                        "{clank} {number}", clank=names[seat], number=str(face.priority)
                    ),
                ),
            ),
            "7.2.1",
        )


# ---- A piece -------------------------------------------------------------------------------------


def _piece(
    scene: Scene,
    board: Board,
    piece: Piece,
    own: PieceCondition | None,
    names: Mapping[int, Name],
    rules: Rules,
) -> Iterator[Known]:
    yield Known(text("Place"), _place_words(piece), seat=piece.seat)
    if own is None:
        return
    if own.wanted is None or own.wanted:
        yield Known(
            text("Flags"), _flags(scene, board, piece, own), "7.11" if own.wanted is None else FREE
        )
    yield Known(text("Damage"), _damage(own, rules), "6.3" if own.damage >= 5 else "6.2")
    for word, value in own.statuses:
        yield Known(OF_WORD[word].title, _status_words(word, value), seat=piece.seat)
    if piece.down or own.announced:
        rests = [text("It rests now: it plays no cards and does not shoot.")] if piece.down else []
        if own.announced:
            rests.append(text("It rests next time, and loses all its damage then."))
        yield Known(text("Power down"), sentences(*rests), "6.5")
    if piece.status != OUT:
        lives = text("No limit: it always comes back.")
        if own.lives is not None:
            lives = count("{number} life is left.", "{number} lives are left.", own.lives)
        yield Known(text("Lives"), lives, "8")
        if own.checkpoints:
            yield Known(text("Checkpoint"), _comes_back(scene, piece, own, names), "9.2")


def _status_words(word: str, value: str) -> Text:
    """Return what a status means, and for which slots or how many cards."""
    about = OF_WORD[word].about
    if word == BURNT:
        return sentences(
            count(
                "Slot {slots} is burnt.",
                "Slots {slots} are burnt.",
                len(value.split(",")),
                slots=value.replace(",", ", "),
            ),
            about,
        )
    if word == RADIO and value.isdigit():
        return sentences(count("{number} card.", "{number} cards.", int(value)), about)
    return about


def _place_words(piece: Piece) -> Text:
    if piece.status == OUT:
        return text("Out of the race: it has lost its last life.")
    if piece.square is None:
        return text("On the parking row. It comes back before the next deal.")
    return text(
        "On {square}, facing {heading}.",
        square=square_words(piece.square),
        heading=COMPASS[piece.heading],
    )


def _flags(scene: Scene, board: Board, piece: Piece, own: PieceCondition) -> Text:
    """Return how many flags a piece has touched, and its way to the nearest that it seeks."""
    touched = count(
        "{touched} of {number} flag touched.",
        "{touched} of {number} flags touched.",
        len(scene.markers),
        touched=own.flags,
    )
    seeks = [flag for flag in own.seeks if flag <= len(scene.markers)]
    if not seeks or piece.status == OUT:
        return touched
    ways = {
        flag: squares_to(board, scene.markers[flag - 1]).get(ground_of(piece.square))
        if piece.square is not None
        else None
        for flag in seeks
    }
    nearest = min(seeks, key=lambda flag: (ways[flag] is None, ways[flag] or 0, flag))
    goal, away = scene.markers[nearest - 1], ways[nearest]
    where = text("Flag {flag} on {square} is next.", flag=nearest, square=goal)
    if len(seeks) > 1:
        where = text(
            "It needs flags {flags} in any order; the nearest is flag {flag} on {square}.",
            flags=listed([str(flag) for flag in seeks]),
            flag=nearest,
            square=goal,
        )
    if away:
        return sentences(
            touched,
            where,
            count(
                "It is {number} square away, around walls and pits.",
                "It is {number} squares away, around walls and pits.",
                away,
            ),
        )
    lost = text("No way leads there.") if away is None and piece.square is not None else NOTHING
    return sentences(touched, where, lost)


def _damage(own: PieceCondition, rules: Rules) -> Text:
    """Return what the damage means now and, if it stays, at the next deal (6.2, 6.3)."""
    dealt = cards_dealt(own.damage, rules.card_lock)
    locked = locked_slots(own.damage, rules.card_lock)
    now = _slots(own.locked)
    return sentences(
        text("No damage.")
        if not own.damage
        else text(
            "{damage} of {most}; at {most} it is destroyed.",
            damage=own.damage,
            most=rules.rule_set.deadly,
        ),
        count(
            "{slots} is locked this turn.",
            "{slots} are locked this turn.",
            len(own.locked),
            slots=now,
        )
        if own.locked
        else NOTHING,
        text("All {cards} cards are dealt next.", cards=HAND)
        if dealt == HAND
        else count(
            "If nothing changes, {number} card is dealt next.",
            "If nothing changes, {number} cards are dealt next.",
            dealt,
        ),
        count(
            "{slots} is locked then.", "{slots} are locked then.", len(locked), slots=_slots(locked)
        )
        if locked
        else NOTHING,
    )


def _slots(slots: tuple[int, ...]) -> Text:
    numbers = listed([str(slot) for slot in sorted(slots)])
    return count("Slot {slots}", "Slots {slots}", len(slots), slots=numbers)


def _comes_back(scene: Scene, piece: Piece, own: PieceCondition, names: Mapping[int, Name]) -> Text:
    """Return where a piece comes back, or would (9.2)."""
    stands = {
        other.square: other.seat
        for other in scene.pieces
        if other.square is not None and other.seat != piece.seat and other.kind != GHOST
    }
    square, heading = own.checkpoints[-1]
    last = text(
        "When destroyed it comes back on {square}, facing {heading}.",
        square=square,
        heading=COMPASS[heading],
    )
    if square in stands:
        taken = text("{clank} stands there now.", clank=names[stands[square]])
    else:
        taken = NOTHING
    if len(own.checkpoints) == 1:
        return sentences(last, taken)
    return sentences(
        last, taken, text("If a clank stands there, on {square}.", square=own.checkpoints[-2][0])
    )


# ---- A square ------------------------------------------------------------------------------------


def _square(
    scene: Scene,
    conditions: Mapping[int, PieceCondition],
    board: Board,
    square: Square,
    names: Mapping[int, Name],
) -> Iterator[Known]:
    """Yield what is on a square, on its sides and across it, and for whom it matters."""
    on_it = [element for element in board.at(square) if "wall" not in element.traits]
    for number, marker in enumerate(scene.markers, 1):
        if marker == square:
            seeking = [
                names[piece.seat]
                for piece in scene.pieces
                if piece.seat in conditions
                and number in conditions[piece.seat].seeks
                and piece.status != OUT
                and piece.of is None
            ]
            if not seeking:
                words = text("It is nobody's next target now.")
            elif any(condition.wanted is not None for condition in conditions.values()):
                words = text("Still missing for {clanks}.", clanks=listed(seeking))
            else:
                words = text("The next one for {clanks}.", clanks=listed(seeking))
            yield Known(text("Flag {number}", number=number), words, "7.11")
    for element in on_it:
        yield Known(element.title(), element.about, element.rule, art=element.art(board))
    if not on_it:
        yield Known(text("Plain floor"), text("Nothing happens here by itself."))
    walls = [SIDES[direction] for direction in range(4) if (square, direction) in board.walls]
    if walls:
        yield Known(
            text("Walls"),
            text("On the {sides} side. They stop clanks, beams and shots.", sides=listed(walls)),
            "2.4",
        )
    yield from _borders(board, square)
    yield from _from_elsewhere(board, square, on_it)
    homes = [
        names[piece.seat]
        for piece in scene.pieces
        if piece.status != OUT
        and piece.seat in conditions
        and [place for place, _ in conditions[piece.seat].checkpoints[-1:]] == [square]
    ]
    if homes:
        yield Known(
            text("Checkpoint"),
            count(
                "{clanks} comes back here when destroyed.",
                "{clanks} come back here when destroyed.",
                len(homes),
                clanks=listed(homes),
            ),
            "9.2",
        )


def _from_elsewhere(board: Board, square: Square, on_it: list[Element]) -> Iterator[Known]:
    """Yield what is on other squares and acts here: barriers, beams, and anything in reach."""
    for direction in range(4):
        for element in board.gates.get((square, direction), ()):
            if element not in on_it:
                yield _elsewhere(board, element, text("On the {side} side", side=SIDES[direction]))
    for element in board.elements:
        # Elements with a gate on one of its sides come above.
        if square in element.covers() or (
            not element.beats() and not element.enters_by and "plan" not in element.lines
        ):
            continue
        if square in element.reach(board):
            yield _elsewhere(
                board,
                element,
                text("Crossed by a beam") if "beam" in element.traits else text("In reach"),
            )
        elif any(square in element.minds("plan", board, register) for register in EVERY_REGISTER):
            yield _elsewhere(board, element, text("In sight"))


def _elsewhere(board: Board, element: Element, head: Text) -> Known:
    where = text("{element}, on {square}.", element=element.title(), square=element.square)
    return Known(head, sentences(where, element.about), element.rule, art=element.art(board))


def _borders(board: Board, square: Square) -> Iterator[Known]:
    """Yield the sides on which the board ends."""
    ends = [
        direction
        for direction in range(4)
        if board.next(square, direction) is None and (square, direction) not in board.walls
    ]
    open_ends = [
        SIDES[direction] for direction in ends if board.ahead[direction][square] == OUTSIDE
    ]
    if S in ends and column_row(square)[1] == 0:
        yield Known(
            text("Parking row"), text("It lies beyond the south side and acts as a wall."), "2.1"
        )
    if open_ends:
        yield Known(
            text("Open edge"),
            text(
                "The board ends on the {sides} side: a clank that goes over it is destroyed.",
                sides=listed(open_ends),
            ),
            "13.1",
        )


def _whose(scene: Scene, own: PieceCondition | None, about: AboutCard, clank: Name) -> Text:
    piece = next((piece for piece in scene.pieces if piece.seat == about.seat), None)
    if about.played:
        state = text("It was played.")
    elif piece is not None and piece.status != ACTIVE:
        state = text("The clank is destroyed, so this card is not played.")
    else:
        state = text("It is played now.") if about.now else text("It is still to come.")
    locked = own is not None and about.round in own.locked
    if locked:
        kept = text(
            "Slot {slot} is locked by damage, so this card stays and is played again.",
            slot=about.round,
        )
    else:
        kept = NOTHING
    return sentences(
        text("{clank} plays it, from slot {slot}.", clank=clank, slot=about.round), state, kept
    )
