"""A table as hands have brought it along: a scene after some instructions, whatever game they come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.scene import (
    HAND,
    READER,
    ROW,
    CardMove,
    CardRow,
    Instruction,
    Piece,
    Pile,
    Scene,
    TableCard,
)
from companion.words import NOTHING


def carried_out(before: Scene, told: Iterable[Instruction], after: Scene | None = None) -> Scene:
    """Return a scene after the first few of the instructions that lead from it to `after`.

    Each instruction is carried out in one go, so that cards can take each other's places. A card that nobody has seen comes with the face that its move
    gives it. What no move says is as in `after`: which cards are fresh, what a row comes to as soon as it is complete, and pieces that come onto the board.
    """
    told, after = tuple(told), before if after is None else after
    if not told:
        return before
    pieces = _moved(before.pieces, told, after)
    markers = list(before.markers)
    for one in told:
        for moved in one.markers:
            markers[moved.number - 1] = moved.end
    hands = next((one.hands for one in reversed(told) if one.hands is not None), before.hands)
    scene = before._replace(pieces=pieces, markers=tuple(markers), hands=hands)
    if not any(one.cards or one.tokens for one in told):
        return scene
    return _cards_moved(scene, told, after)


def _moved(
    pieces: tuple[Piece, ...], told: Sequence[Instruction], after: Scene
) -> tuple[Piece, ...]:
    """The pieces where their moves have brought them; everything else about them stays."""
    moves = [move for one in told for move in one.moves]
    if not moves:
        return pieces
    found = {piece.seat: piece for piece in pieces}
    coming = {piece.seat: piece for piece in after.pieces}
    for move in moves:
        piece = found.get(move.seat) or coming.get(move.seat)
        if piece is not None:
            found[move.seat] = piece._replace(square=move.end, heading=move.after)
    return tuple(found.values())


def _cards_moved(before: Scene, told: Sequence[Instruction], after: Scene) -> Scene:
    rows = {row.seat: row for row in before.rows}
    piles = {pile.key: pile for pile in before.piles}
    tokens: dict[int, int] = {}
    for one in told:
        _move(rows, piles, one.cards)
        tokens |= one.tokens
    last, first = {row.seat: row for row in after.rows}, {row.seat: row for row in before.rows}
    fresh = {card.key: card.fresh for row in after.rows for card in row.cards}
    found = [
        row._replace(
            cards=tuple(card._replace(fresh=fresh.get(card.key, card.fresh)) for card in row.cards),
            tokens=tokens.get(row.seat, row.tokens),
        )
        for row in rows.values()
    ]
    return before._replace(
        rows=tuple(_noted(row, first.get(row.seat), last.get(row.seat)) for row in found),
        piles=tuple(piles.values()),
    )


def turned_up(before: Scene, told: Iterable[Instruction], after: Scene) -> Scene:
    """Return the scene before some instructions with those cards face up that are turned up by no move of theirs.

    Where a game tells no more than a result, hands have turned up the cards that make it before anybody reads it.
    """
    moved = {move.key for one in told for move in one.cards}
    faces = {card.key: card.face for row in after.rows for card in row.cards if not card.down}

    def turned(card: TableCard) -> TableCard:
        up = card.down and card.key in faces and card.key not in moved
        return card._replace(face=faces[card.key], down=False) if up else card

    return before._replace(
        rows=tuple(row._replace(cards=tuple(map(turned, row.cards))) for row in before.rows)
    )


def _move(rows: dict[int, CardRow], piles: dict[str, Pile], moves: Sequence[CardMove]) -> None:
    """Carry out the moves of an instruction at once: first all cards away from where they were, then each to its place, from the left."""
    lying = {card.key: card for row in rows.values() for card in row.cards}
    laid = [(move, _card(lying.get(move.key), move)) for move in moves]
    lifted = {move.key for move in moves if move.start != move.end or move.at is not None}
    turned = {card.key: card for move, card in laid if move.key not in lifted}
    for seat, row in rows.items():
        rows[seat] = row._replace(
            cards=tuple(turned.get(card.key, card) for card in row.cards if card.key not in lifted)
        )
    # Without a place a card comes to the end, behind those that have one.
    for move, card in sorted(laid, key=lambda one: (one[0].at is None, one[0].at or 0)):
        if move.key in lifted and move.end.where == ROW and move.end.seat is not None:
            row = rows.get(move.end.seat, CardRow(move.end.seat, ()))
            at = len(row.cards) if move.at is None else move.at
            rows[move.end.seat] = row._replace(cards=(*row.cards[:at], card, *row.cards[at:]))
    for key, pile in piles.items():
        piles[key] = _grown(pile, [move for move in moves if move.start.where != move.end.where])


def _grown(pile: Pile, moves: Sequence[CardMove]) -> Pile:
    """A pile with the cards that come to it, and without those that go."""
    gone, come = (
        [move for move in moves if move.start.where == pile.key],
        [move for move in moves if move.end.where == pile.key],
    )
    keys = {move.key for move in moves}
    known = (
        *(key for key in pile.known if key not in keys),
        *(move.key for move in come if move.face is not None),
    )
    return pile._replace(number=max(0, pile.number + len(come) - len(gone)), known=known)


def _card(known: TableCard | None, move: CardMove) -> TableCard:
    """A card as it lies after its move."""
    if known is None:
        return TableCard(move.face, move.key, move.down, move.start.where in (HAND, READER))
    return known._replace(face=known.face if move.face is None else move.face, down=move.down)


def _noted(row: CardRow, first: CardRow | None, last: CardRow | None) -> CardRow:
    """A row with what it comes to: as before where nothing has changed, as afterwards where everything has, and else with nothing."""
    if first is not None and _lies(first) == _lies(row):
        return row._replace(note=first.note)
    if last is not None and _lies(last) == _lies(row):
        return row._replace(title=last.title, note=last.note)
    return row._replace(note=NOTHING)


def _lies(row: CardRow) -> list[tuple[str, bool]]:
    return [(card.key, card.down) for card in row.cards]
