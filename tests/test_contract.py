"""The contract over all games covers what some games are known for."""

from __future__ import annotations

import pytest

from companion.games import find_game
from companion.games.api import Game
from companion.testing.played_session import secret_moments
from tests.games.proof.snatch.game import GAME as SNATCH
from tests.games.proof.topcard.game import GAME as TOPCARD

CARDS, OFFERS = {"cards", "cards later"}, {"offers", "offers later"}


@pytest.mark.parametrize(
    ("game", "known"),
    [
        ("clockwork", CARDS),
        ("factory_rally", CARDS),
        ("cardbot", CARDS),
        ("diesel", CARDS | OFFERS),
        (TOPCARD, CARDS | OFFERS),
        (SNATCH, CARDS | {"offers"}),
    ],
)
def test_the_secrets_of_a_game_are_met(game: str | Game, known: set[str]) -> None:
    """Meet hands and secret offers, in the first turn and in a later one."""
    found = find_game(game) if isinstance(game, str) else game
    assert found is not None
    assert secret_moments(found).keys() == known
