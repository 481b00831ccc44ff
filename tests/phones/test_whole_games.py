"""Two turns of each game by four phones in a real browser, one of which misbehaves.

The table's screen is untouched.
"""

from __future__ import annotations

import pytest

from companion.phones import server as servers
from tests.phones.browser import Browser
from tests.phones.whole_games import GAMES, SEATS, Players, table_of

TURNS = 2
PATIENCE = 1000.0
"""Seconds without progress after which it counts as broken."""


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_played_by_phones_alone(
    key: str, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lose nothing and lock out no one although one of the phones misbehaves.

    It reloads, disconnects, sleeps, dies or taps twice.
    """
    monkeypatch.setattr(servers, "DEEDS_PER_SECOND", 1e6)
    monkeypatch.setattr(servers, "DEEDS_AT_ONCE", 1_000)
    table = table_of(key, 7)
    try:
        players = Players(browser, table, 7, 5)
        played = players.play(TURNS, PATIENCE)
        assert played.over or played.turns == TURNS + 1
        assert sum(played.mischief.values()) >= 1 and played.taps > 10
        for seat in SEATS:
            assert table.get(f"/{table.code(seat)}")[0].status == 200
    finally:
        table.close()
