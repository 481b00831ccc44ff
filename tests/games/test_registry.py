"""Games are found by their keys, and only existing ones."""

from __future__ import annotations

import pytest

from companion.games import find_game, game_keys, usual_game


def test_every_game_is_found_by_its_key() -> None:
    """Find each game by its key, with a title and a version of rules; the usual one is there."""
    assert usual_game().key in game_keys()
    for key in game_keys():
        game = find_game(key)
        assert game is not None and game.key == key and game.title and game.version >= 1


@pytest.mark.parametrize(
    "key", ["", "race", "base", "chess", "clockwork.game", "../engine", "Clockwork", "__init__"]
)
def test_what_is_no_game_is_not_found(key: str) -> None:
    """Find no game by other modules, paths and unknown words."""
    assert find_game(key) is None
