"""The facts behind causes, and the causes on extended boards only: the element, place and time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from companion.engine.causes import FALL, LASER, PIT, SHOT
from companion.engine.element import Element, kinds
from companion.engine.events import (
    CardDrawn,
    CardSet,
    CardsSwapped,
    CardVoid,
    Damaged,
    Destroyed,
    Event,
    Jumped,
    PieceCame,
    PieceGone,
    Remembered,
    StatusBegan,
    StatusEnded,
    seat_of,
    square_of,
)
from companion.engine.keys import EVERY_REGISTER, registers_words
from companion.engine.state import DEADLY
from companion.engine.statuses import OF_WORD
from companion.formats.entries import read_entries
from companion.games.api import OfKey
from companion.games.race.extended_text import planners
from companion.games.race.ghosts import ground_of, square_words
from companion.games.race.live_board import owner_of
from companion.games.race.nouns import noun_of
from companion.games.race.standing import PieceCondition
from companion.games.race.wording import Cast
from companion.games.scene import Piece
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, text


class CauseContext(NamedTuple):
    """The facts around the events of an instruction."""

    pieces: Mapping[int, Piece]
    """The pieces before the events, by seat."""
    conditions: Mapping[int, PieceCondition]
    """The conditions of the pieces before the events, by seat."""
    moment: Sequence[Event]
    """All events of the same moment."""
    part: str
    """The part of the play."""
    cast: Cast
    by_rule: Mapping[str, Callable[[OfKey, CauseContext], Text]] = {}
    """The words of a game for its own causes, by the rules of events."""

    @property
    def register(self) -> int:
        """Return the current register, 0 if there is none."""
        return self.cast.register

    def name(self, seat: int | None) -> str | Text:
        """Return the name of a piece."""
        return self.cast.names.get(seat, "") if seat is not None else text("another clank")


def source(cause: str, rule: str, square: Square, context: CauseContext) -> Text:
    """Return which element acted on a square, where it is and when it acts.

    It is found by its word or its rule. If it is not found, say what such elements do.
    """
    if context.cast.plain:
        return NOTHING
    found = _element(cause, rule, square, context)
    return about_rule(rule) if found is None else _acting(found)


def _acting(element: Element) -> Text:
    if all(map(element.active, EVERY_REGISTER)):
        return text(
            "The cause is on {square}: {cause}",
            square=element.square,
            cause=element.noun or element.title(),
        )
    return text(
        "The cause is on {square}: {cause}, which acts in {registers}",
        square=element.square,
        cause=element.noun or element.title(),
        registers=registers_words(element.active),
    )


def _element(cause: str, rule: str, square: Square, context: CauseContext) -> Element | None:
    """Return the element of a word or rule on a square, else one that reaches or borders it."""
    board, ground = context.cast.board, ground_of(square)
    wanted = [
        one
        for one in board.elements
        if one.word == cause or one.rule == rule or rule in _rules_of(one.word)
    ]
    here = [one for one in wanted if ground in one.covers()]
    gates = [
        one
        for direction in range(4)
        for one in board.gates.get((ground, direction), ())
        if one in wanted
    ]
    reaching = [one for one in wanted if ground in one.reach(board, context.register or None)]
    return next(iter((*here, *gates, *reaching)), None)


@cache
def _rules_of(word: str) -> frozenset[str]:
    """Return the rules of the beats of an element, which may differ from its own rule."""
    kind = kinds()[word]
    if kind.example:
        return frozenset(
            beat.rule for element in read_entries(kind.example) for beat in element.beats()
        )
    return frozenset()


def changed_by(seat: int, context: CauseContext) -> Iterator[Text]:
    """Yield the elements on a piece's square that change its card."""
    piece = context.pieces.get(seat)
    if not context.cast.plain and piece is not None:
        for element in planners(piece.square, context.cast.board):
            if not context.register or element.active(context.register):
                yield text(
                    "{clank} starts on {square}: {element}",
                    clank=context.name(seat),
                    square=square_words(piece.square or ""),
                    element=element.noun,
                )
                yield element.about


def hurt_by(event: Damaged, context: CauseContext) -> Text:
    """Return what hurt a piece, apart from lasers and shots."""
    clank = context.name(event.seat)
    if event.cause == FALL:
        return text("{clank} fell from above onto {square}", clank=clank, square=event.square)
    if event.cause in OF_WORD:
        return _status_words(event.cause, event.seat, context)
    if isinstance(event.by, int):
        piece = context.pieces.get(event.by)
        where = piece.square if piece is not None and piece.square is not None else event.square
        return text(
            "The cause is on {square}: {cause}",
            square=square_words(where),
            cause=context.name(event.by),
        )
    found = source(event.cause, event.rule, event.by or event.square, context)
    return found or text(
        "The cause is on {square}: {cause}",
        square=square_words(event.by or event.square),
        cause=noun_of(event.cause),
    )


def ended_by(event: Destroyed, context: CauseContext) -> Text:
    """Return what destroyed a piece, NOTHING for pits, edges and crushers of base boards."""
    if event.cause == PIT:
        here = context.cast.board.at(ground_of(event.square))
        pit = next(
            (
                one
                for one in here
                if one.word != PIT and ("pit" in one.traits or one.rule == event.rule)
            ),
            None,
        )
        return NOTHING if pit is None else _acting(pit)
    if event.cause in (LASER, SHOT) or any(
        isinstance(hit, Damaged) and hit.seat == event.seat and hit.damage >= DEADLY
        for hit in context.moment
    ):
        return text("The tenth point of damage destroys {clank}", clank=context.name(event.seat))
    return source(event.cause, event.rule, event.square, context)


def _status_words(word: str, seat: int, context: CauseContext) -> Text:
    """Return what a status does to the piece that has it."""
    return text(
        "{clank}, {status}: {about}",
        clank=context.name(seat),
        status=OF_WORD[word].title,
        about=OF_WORD[word].about,
    )


# ---- One event after another ---------------------------------------------------------------------


def _jumped(event: Jumped, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    yield source("", event.rule, event.start, context)
    yield about_rule(event.rule)


def _void(event: CardVoid, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    if event.reason in OF_WORD:
        yield _status_words(event.reason, event.seat, context)
    else:
        yield source(event.reason, event.rule, event.square, context)
        yield about_rule(event.rule)


def _began(event: StatusBegan, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    yield about_rule(event.rule)
    yield _status_words(event.status, event.seat, context)


def _remembered(
    event: Remembered, context: CauseContext, events: Sequence[Event]
) -> Iterator[Text]:
    """Yield what changed, or for a group of elements what changed it."""
    live_board = context.cast.live_board
    of_it = owner_of(event, live_board) if live_board is not None else None
    yield NOTHING if of_it is None else _acting(of_it)
    yield about_rule(event.rule)


def _by_rule(event: Event, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    """Yield where it happened, or to whom, and what the element does."""
    seat = seat_of(event) or 0
    piece = context.pieces.get(seat)
    square = square_of(event) or (piece.square if piece is not None else None)
    found = None if square is None else _element("", event.rule, square, context)
    if found is not None:
        yield _acting(found)
    elif isinstance(event, StatusEnded):
        yield _status_words(event.status, seat, context)
    else:
        yield text("This happens to {clank}", clank=context.name(seat))
    if not isinstance(event, StatusEnded):
        yield about_rule(event.rule)


@cache
def about_rule(rule: str) -> Text:
    """Return what the element with this rule does, NOTHING if there is no such element."""
    return next(
        (
            kind.about
            for kind in kinds().values()
            if rule and (kind.rule == rule or rule in _rules_of(kind.word))
        ),
        NOTHING,
    )


EXTENDED_CAUSES: Final[
    Mapping[type, Callable[[OfKey, CauseContext, Sequence[Event]], Iterator[Text]]]
] = {
    Jumped: _jumped,
    CardVoid: _void,
    StatusBegan: _began,
    StatusEnded: _by_rule,
    CardDrawn: _by_rule,
    CardSet: _by_rule,
    CardsSwapped: _by_rule,
    Remembered: _remembered,
    PieceCame: _by_rule,
    PieceGone: _by_rule,
}
"""The causes of each class of events that base boards do not have."""
