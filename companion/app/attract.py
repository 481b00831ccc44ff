"""Races by pilots to look at while nobody is at the table; nothing of them is kept.

Each piece of work is small, so that the screen can do it between two frames: on a PC a turn of four
pilots takes some 30 ms, a whole race a fifth of a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from companion.app.loop import open_session
from companion.session.messages import LIST, Begin, ChooseBoard, Confirm
from companion.session.pages.story import StoryBeat, beats_of
from companion.session.session import Session
from companion.session.view import OVER, PLAY

PILOT, SEATS = "steady", 4
"""The pilot that thinks well for little work, and how many race."""
MOST: Final = 400
"""Confirmations after which a race that does not end is left."""


def attract_races(session: Session) -> Iterator[StoryBeat]:
    """Yield the moments of races of the chosen game, one race after another on its boards.

    Nothing is played before it is asked for. The session is only read.
    """
    boards = session.config.boards
    for seed in count(1):
        loop = open_session(
            seed=seed, boards=boards, players=(PILOT,) * SEATS, game=session.config.game, flow=LIST
        )
        try:
            # The board that is chosen comes first, then the others.
            keys = [entry.key for entry in boards]
            first = (
                keys.index(session.lobby.setup.board) if session.lobby.setup.board in keys else 0
            )
            loop.send(ChooseBoard(keys[(first + seed - 1) % len(keys)]))
            loop.send(Begin())
            for _ in range(MOST):
                match, page = loop.session.match, loop.session.page
                if match is None or page == OVER:
                    break
                if page == PLAY and match.shown.at == 0:
                    yield from beats_of(loop.session, match)
                loop.send(Confirm(loop.session.revision))
        finally:
            loop.close()
