"""Optional parts of games: found by their class, and absent in other games."""

from __future__ import annotations

import pytest

from companion.games import find_game, game_keys
from companion.games.api import Game
from companion.games.boards import Boards
from companion.games.corrections import Corrections
from tests.typed import present


@pytest.mark.parametrize("key", game_keys())
def test_a_part_is_found_by_its_class(key: str) -> None:
    """Find each part as one of its class."""
    game = present(find_game(key))
    assert game.parts and all(kind.of(game) is part for kind, part in game.parts.items())


def test_a_part_of_another_kind_is_none() -> None:
    """Treat a part of another class as missing."""
    game = Game()
    assert Corrections.of(game) is None
    corrections = Corrections()
    game.parts = {Corrections: corrections, Boards: corrections}
    assert Corrections.of(game) is corrections and Boards.of(game) is None
