"""Games kept by this commit and earlier ones open, replay the same, and go on.

`kept` holds one unfinished game of each game by three commits, as `clockwork-derby games export`
wrote it at that day. Add one when a journal is written in another way; never write an old one
again.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.app.startup import kept_session
from companion.games import game_keys
from companion.session.view import OVER, SUMMARY
from tests.child_process import run
from tests.kept import done, settled

KEPT = sorted((Path(__file__).parent / "kept").glob("*.game"))
MOST = 600
"""Touches in which a turn ends."""


def test_every_game_has_kept_ones_of_several_days() -> None:
    """Have at least three kept games of each of the four games."""
    names = [path.stem[: -len("-2026-11-26")] for path in KEPT]
    assert all(names.count(key) >= 3 for key in game_keys())


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_game_opens_comes_out_the_same_and_goes_on(path: Path, tmp_path: Path) -> None:
    """Import each, replay it with every hash compared, then play a whole turn.

    Its third piece still has the name of its day, COBALT.
    """
    for words in (["import", str(path)], ["replay", "1"]):
        ended = run(["games", *words, "--state", str(tmp_path)], tmp_path, os.environ, 120.0)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    loop = kept_session(tmp_path, number=1)
    try:
        settled(loop)
        assert loop.session.match is not None
        assert (
            loop.session.lobby.setup.seat(3).name
            == "COBALT"
            in loop.session.lobby.setup.names.values()
        )
        before = loop.session.match.shown.turn
        for _ in range(MOST):
            match = loop.session.match
            if loop.session.page == OVER or (
                loop.session.page == SUMMARY and match.shown.turn > before
            ):
                return
            done(loop)
        raise AssertionError(f"it does not go on after {loop.view.title}")
    finally:
        loop.close()
