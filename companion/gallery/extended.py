"""Playback on extended boards: status rings, a copy, ghosts, shared squares, a bridge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.app.loop import EventLoop
from companion.gallery.race import playing, race, until
from companion.geometry import ABOVE
from companion.session.messages import ChooseBoard
from companion.session.view import PlayPage, View


def _rings(view: View, page: PlayPage) -> bool:
    """Say whether a moved clank has a ring."""
    moved = {move.seat for move in view.board.moves} if view.board is not None else set()
    return view.board is not None and any(
        badge.ring for piece in view.board.pieces if piece.seat in moved for badge in piece.badges
    )


def _copy(view: View, page: PlayPage) -> bool:
    """Say whether a copy is moved."""
    moved = {move.seat for move in view.board.moves} if view.board is not None else set()
    return view.board is not None and any(
        piece.kind == "copy" and piece.seat in moved for piece in view.board.pieces
    )


def _together(view: View, page: PlayPage) -> bool:
    """Say whether one comes onto the square of another.

    It is a ghost, or flies or passes through.
    """
    stands = (
        {piece.seat: piece.square for piece in view.board.pieces} if view.board is not None else {}
    )
    return view.board is not None and any(
        move.end == square
        for move in view.board.moves
        for seat, square in stands.items()
        if seat != move.seat and square
    )


def _above(view: View, page: PlayPage) -> bool:
    """Say whether a clank comes onto a bridge."""
    return view.board is not None and any(
        (move.end or "").endswith(ABOVE) for move in view.board.moves
    )


def _leap(view: View, page: PlayPage) -> bool:
    """Say whether a clank goes through a portal, or by a teleporter."""
    return view.board is not None and any(
        move.leaps
        and move.start != move.end
        and len(set(move.path)) > 1
        and "portal" in str(page.instruction.words)
        for move in view.board.moves
    )


EXTENDED_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "play-rings": lambda: until(race(ChooseBoard("wind-tower")), playing(_rings)),
    "play-ghosts": lambda: until(race(ChooseBoard("magic-lantern")), playing(_together)),
    "play-copy": lambda: until(race(ChooseBoard("magic-lantern")), playing(_copy)),
    "play-portal": lambda: until(race(ChooseBoard("magic-lantern")), playing(_leap)),
    "play-above": lambda: until(race(ChooseBoard("mill-pond")), playing(_above)),
}
"""Each brings a session to such a moment."""
