"""The gallery of one game has its pages from the setup to the end, also of another package."""

from __future__ import annotations

from importlib import import_module

import pytest

from companion.gallery.any_game import game_scenes
from companion.session.view import ASKING, OVER, PLAY, SUMMARY

GAMES = ("proof.topcard", "proof.sprint", "proof.snatch", "proof.ferry", "outside.bidding")


@pytest.mark.parametrize("name", GAMES)
def test_each_page_of_a_game_comes(name: str) -> None:
    """Show every page under its own name, without a notice of a failure."""
    game = import_module(f"tests.games.{name}.game").GAME
    shown = {}
    for scene, make in game_scenes(game).items():
        loop = make()
        shown[scene] = loop.session.page
        assert loop.view.title and not loop.view.notice, (scene, loop.view.notice)
        loop.close()
    assert shown.pop("asked") in ASKING and shown.pop("hand") in ASKING
    assert {scene: page for scene, page in shown.items() if scene.startswith("setup-")} == {
        f"setup-{page}": page for page in game.setup_pages
    }
    assert shown["begun"] not in game.setup_pages
    assert shown[PLAY] in (PLAY, OVER) and shown[OVER] == OVER
    assert shown[SUMMARY] in (SUMMARY, OVER)
