"""Games are found by their keys, and only those that there are."""

from __future__ import annotations

import pytest

from companion.games import find_game, game_keys, usual_game


def test_every_game_is_found_by_its_key() -> None:
    """Each has the key by which it is found, a title, and a version of its rules; the usual one is among them."""
    assert usual_game().key in game_keys()
    for key in game_keys():
        game = find_game(key)
        assert game is not None and game.key == key and game.title and game.version >= 1


@pytest.mark.parametrize(
    "key", ["", "race", "base", "chess", "clockwork.game", "../engine", "Clockwork", "__init__"]
)
def test_what_is_no_game_is_not_found(key: str) -> None:
    """Names of other modules, paths and unknown words are no games."""
    assert find_game(key) is None
