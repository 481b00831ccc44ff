"""The games of the tests: found like any other, as long as a test wants them."""

from __future__ import annotations

from pathlib import Path

import pytest

import companion.games
from companion.games import find_game
from companion.games.api import Game

PROOF = Path(__file__).parent / "proof"


@pytest.fixture
def proof_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the folder of these games one of the folders of games."""
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(PROOF)])


@pytest.fixture
def topcard(proof_games: None) -> Game:
    """Return Top Card, as an app finds it."""
    game = find_game("topcard")
    assert game is not None
    return game


@pytest.fixture
def sprint(proof_games: None) -> Game:
    """Return Sprint, as an app finds it."""
    game = find_game("sprint")
    assert game is not None
    return game


@pytest.fixture
def ferry(proof_games: None) -> Game:
    """Return Ferry, as an app finds it."""
    game = find_game("ferry")
    assert game is not None
    return game


@pytest.fixture
def three_games(proof_games: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer the usual game and these two, and no other."""
    monkeypatch.setattr(
        companion.games, "_own", lambda: frozenset(("clockwork", "sprint", "topcard"))
    )


@pytest.fixture
def penned(proof_games: None) -> Game:
    """Return Penned Card, as an app finds it."""
    game = find_game("penned")
    assert game is not None
    return game


@pytest.fixture
def snatch(proof_games: None) -> Game:
    """Return Snatch, as an app finds it."""
    game = find_game("snatch")
    assert game is not None
    return game
