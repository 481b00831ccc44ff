"""Playback on extended boards: rings and who wears them, a copy, ghosts, two on one square, a clank up on a bridge."""
from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.app.loop import EventLoop
from companion.games.base import ABOVE
from companion.session.messages import ChooseBoard
from companion.session.view import PlayPage, View
from tests.gallery.race import playing, race, until


def _rings(view: View, page: PlayPage) -> bool:
    """Somebody wears a ring."""
    return view.board is not None and any(badge.ring for piece in view.board.pieces for badge in piece.badges)


def _copy(view: View, page: PlayPage) -> bool:
    """A copy is on the board."""
    return view.board is not None and any(piece.kind == "copy" for piece in view.board.pieces)


def _together(view: View, page: PlayPage) -> bool:
    """Two share a square, a ghost or who flies or passes through."""
    squares = [piece.square for piece in view.board.pieces if piece.square is not None] if view.board is not None else []
    return len(set(squares)) < len(squares)


def _above(view: View, page: PlayPage) -> bool:
    """Somebody stands on a bridge."""
    return view.board is not None and any((piece.square or "").endswith(ABOVE) for piece in view.board.pieces)


EXTENDED_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "play-rings": lambda: until(race(ChooseBoard("wind-tower")), playing(_rings)),
    "play-ghosts": lambda: until(race(ChooseBoard("magic-lantern")), playing(_together)),
    "play-copy": lambda: until(race(ChooseBoard("magic-lantern")), playing(_copy)),
    "play-above": lambda: until(race(ChooseBoard("mill-pond")), playing(_above)),
}
"""Each brings a session to such a moment."""
