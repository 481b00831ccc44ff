"""Every kind of board element on the exhibition's boards, and the facts of a crowded square."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.app.loop import EventLoop, open_session
from companion.gallery.exhibition import exhibition
from companion.gallery.race import Wanted, race, until
from companion.session.lobby.arrangement import BoardEntry
from companion.session.messages import ChooseBoard, Go
from companion.session.pages.facts import AskSquare
from companion.session.view import PLAY
from companion.words import verbatim


def exhibited(number: int) -> EventLoop:
    """Return a session that places flags on a board of the exhibition, counted from 1."""
    board = exhibition()[number - 1]
    loop = open_session(
        seed=5,
        players=("person", "random"),
        boards=(BoardEntry(f"exhibition-{number}", board.name, verbatim("Elements"), board, ()),),
    )
    for message in (ChooseBoard(f"exhibition-{number}"), Go("flags")):
        loop.send(message)
    return loop


def crowded() -> EventLoop:
    """Return the facts in a race about a square in a room, with a beam across it."""
    loop = until(race(ChooseBoard("switch-yard")), Wanted(PLAY))
    loop.send(AskSquare("F9"))
    return loop


EXHIBITION_SCENES: Final[Mapping[str, Callable[[], EventLoop]]] = {
    **{
        f"exhibition-{number}": partial(exhibited, number)
        for number in range(1, len(exhibition()) + 1)
    },
    "facts-elements": crowded,
}
"""Every board of the exhibition by its number, and a square of another board."""
