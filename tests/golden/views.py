"""The lines that a person could see of one moment: page, sentences, choices, pieces, cards, lights.

They depend on what is shown and not on how a view is built: all sentences are found in any place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.games.scene import Face, TableCard
from companion.session.messages import notice_words
from companion.session.view import BoardPicture, CardsPicture, ReaderPicture, SlotPicture, View
from companion.signals import BLINK, LIT
from companion.words import Catalogue, Text

LAMPS = {LIT: " (lit)", BLINK: " (blinks)"}
COMPASS = "NESW"


def seen(view: View, language: Catalogue) -> list[str]:
    """Return the lines of a view in a language, the page first, no line twice."""
    lines = [
        f"= {view.page}: {_said(view.title, language)} | {_said(view.hint, language)}",
        *_named("!", [notice_words(view.notice), view.blocked], language),
        *_named("<", [view.back], language),
        *_named(">", [view.forward], language),
        *(() if view.board is None else _board(view.board, language)),
        *(() if view.cards is None else _cards(view.cards, language)),
        *_body(view, language),
    ]
    return list(dict.fromkeys(lines))


def _said(words: Text | str, language: Catalogue) -> str:
    """Return words in a language, on one line."""
    said = words.said(language) if isinstance(words, Text) else words
    return " / ".join(said.splitlines())


def _named(sign: str, words: Iterable[Text | str], language: Catalogue) -> Iterator[str]:
    return (f"{sign} {_said(one, language)}" for one in words if one)


def _board(board: BoardPicture, language: Catalogue) -> Iterator[str]:
    """Yield the places of pieces and markers, and what moves."""
    for marker, square in board.markers:
        yield f"marker {marker}: {square}"
    for piece in board.pieces:
        place = f"parking {piece.of or piece.seat}" if piece.square is None else piece.square
        rests = ", rests" if piece.down else ""
        yield (
            f"{board.signs[piece.seat].name}{piece.kind and ' ' + piece.kind}: {place} "
            f"{COMPASS[piece.heading]}, "
            f"{piece.status}{rests} {' '.join(_sentences(piece.badges, language))}".rstrip()
        )
    for move in board.moves:
        way = " ".join(str(square) for square in move.path)
        yield f"moves {move.seat}: {way} {COMPASS[move.before]}{COMPASS[move.after]}"
    for beam in board.beams:
        squares = " ".join(str(square) for square in beam.squares)
        yield f"beam {beam.strength}: {squares} {COMPASS[beam.direction]}"
    if board.marks:
        yield f"points at {' '.join(str(square) for square in board.marks)}"
    for start, end in board.ways:
        yield f"way {start} {end}"


def _cards(cards: CardsPicture, language: Catalogue) -> Iterator[str]:
    """Yield the cards in rows, the sizes of piles, and the cards that move."""
    for row in cards.rows:
        lies = " ".join(_lying(card, card.key in cards.picks) for card in row.cards)
        note = _said(row.note, language)
        yield f"{cards.signs[row.seat].name} has: {lies} {note} {'*' * row.tokens}".rstrip()
    for pile in cards.piles:
        grows = sum(move.end.where == pile.key for move in cards.moves)
        shrinks = sum(move.start.where == pile.key for move in cards.moves)
        yield f"{_said(pile.title, language)}: {pile.number} +{grows} -{shrinks}"
    for move in cards.moves:
        ends = (f"{place.where} {place.seat or ''}".strip() for place in (move.start, move.end))
        yield f"card {move.key}: {' to '.join(ends)}{' face down' if move.down else ''}"


def _lying(card: TableCard, lit: bool) -> str:
    face = _face(card.face) if card.face else "?"
    return f"({face})" if card.down else f"{face}{'+' if lit else ''}"


def _face(card: Face) -> str:
    return f"{card.move}:{card.priority}"


def _body(view: View, language: Catalogue) -> Iterator[str]:
    """Yield the lines of readers, then all other sentences of the page."""
    body = view.body
    readers: tuple[ReaderPicture, ...] = getattr(body, "readers", ())
    if not all(isinstance(one, ReaderPicture) for one in readers):
        readers = ()
    for reader in readers:
        yield from _reader(reader, view.signs[reader.seat].name, language)
    rest = [value for value in body if value is not readers] if isinstance(body, tuple) else body
    yield from (f"- {words}" for words in _sentences(rest, language))


def _reader(reader: ReaderPicture, name: str, language: Catalogue) -> Iterator[str]:
    """Yield a seat's reader: what it is doing, its slots and lights, and what can be chosen."""
    slots = " ".join(_slot(slot) for slot in reader.slots)
    yield f"{name} ({reader.kind}): {_said(reader.state, language)} [{slots}]"
    if reader.hand:
        yield f"{name} holds {' '.join(map(_face, reader.hand))}"
    for label in [reader.problem, reader.question, *(label for _, label in reader.handles)]:
        if label:
            yield f"{name} - {_said(label, language)}"
    for line in reader.bearing.lines:
        yield f"{name} - {_said(line, language)}"
    for offer in (*reader.offers, *reader.optional_actions):
        chosen = "chosen" if offer.chosen else "offers"
        words = " ".join(_sentences((offer.label, offer.about), language))
        yield f"{name} {chosen}: {words} {' '.join(map(_face, offer.cards))}".rstrip()


def _slot(slot: SlotPicture) -> str:
    face = _face(slot.card) if slot.card else "?" if slot.filled else "_"
    return f"{face}{'#' if slot.locked else ''}{LAMPS.get(slot.lamp, '')}"


def _sentences(value: Any, language: Catalogue) -> Iterator[str]:
    """Yield every sentence in a value; what a touch would say is none."""
    if isinstance(value, Text):
        if value:
            yield _said(value, language)
    elif isinstance(value, tuple | list):
        if type(value).__module__ == "companion.session.messages":
            return
        for one in value:
            yield from _sentences(one, language)
