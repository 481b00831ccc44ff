"""Ghosts: how they rise, and the cards that move them (B0, D9, D10; the ruling after F5)."""

from __future__ import annotations

from typing import Final

from companion.engine.cards import NO_CARDS, Card, card_of
from companion.engine.extended.gains import add_piece
from companion.engine.extended.piece import CLANK, GHOST, GHOSTS, ExtendedPiece
from companion.engine.extended.play import ExtendedPlay
from companion.engine.state import ACTIVE, Clank
from companion.geometry import Square, column_row

RISES_IN: Final = 2
"""The turn in which ghosts rise."""
MOST_CARDS: Final = 3
"""A ghost has three cards at most, in registers 1 to 3."""
NONE_LEFT: Final = 4
"""The damage from which on a parent has no unused cards."""
GRAVE: Final = "grave"


def raise_ghosts(play: ExtendedPlay) -> None:
    """Let a ghost rise for every clank on the board at the start of turn 2, in the order of seats.

    Each rises on the nearest free grave. In register 1 of every turn all ghosts get their cards.
    """
    if play.register != 1:
        return
    graves = [element.square for element in play.register_tables.active if GRAVE in element.traits]
    if not graves:
        return
    if play.turn == RISES_IN:
        for piece in [
            piece
            for piece in play.alive
            if isinstance(piece, ExtendedPiece) and piece.kind == CLANK
        ]:
            if graves:
                grave = min(graves, key=lambda square: _far(piece.square, square))
                graves.remove(grave)
                add_piece(
                    play, Clank(piece.seat + GHOSTS, ACTIVE, grave, piece.heading, 0, None), "D9"
                )
    for ghost in [
        piece for piece in play.alive if isinstance(piece, ExtendedPiece) and piece.kind == GHOST
    ]:
        ghost.slots = _cards(play, ghost)


def _far(square: Square, grave: Square) -> tuple[int, int, int]:
    """Return a sort key for the nearest grave: distance, then the lower row, then further west."""
    column, row = column_row(square.removesuffix("+"))
    across, up = column_row(grave)
    return abs(across - column) + abs(up - row), up, across


def _cards(play: ExtendedPlay, ghost: ExtendedPiece) -> tuple[Card | None, ...]:
    """Return up to three unused cards of the parent, as far as they are known.

    They come in the order in which they were dealt, which is random.
    """
    parent = next((piece for piece in play.everybody if piece.seat == ghost.owner), None)
    if parent is None or parent.status != ACTIVE or parent.down or parent.damage >= NONE_LEFT:
        return NO_CARDS
    unused = play.recall(str(ghost.owner), "unused").split()
    cards = [card_of(word) for word in unused[:MOST_CARDS]]
    play.note_out(tuple(cards))
    return (*cards, *NO_CARDS[len(cards) :])
