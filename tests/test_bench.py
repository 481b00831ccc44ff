"""`clockwork-derby bench`: measurements measure what they say they do. How fast anything is on this machine decides nothing here."""
from __future__ import annotations

import json
from typing import Any

import pytest

from companion.__main__ import main
from companion.app.loop import EventLoop, open_session
from companion.bench import games
from companion.content import board_names


def test_games_are_played_on_every_shipped_board(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One game on each, in turn, and the same ones in every round; the figures keep their names."""
    played: list[EventLoop] = []

    def opened(*table: Any, **choices: Any) -> EventLoop:
        """An evening as always, remembered."""
        played.append(open_session(*table, **choices))
        return played[-1]

    monkeypatch.setattr(games, "open_session", opened)
    monkeypatch.setattr(games, "TURNS", 1)
    assert main(["bench", "games", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [figure["name"] for figure in told["figures"]] == ["turns through session and table", "one turn of eight seats"]
    boards = [loop.session.setup.board for loop in played if loop.session.match is not None]
    rounds = len(boards) // len(board_names())
    assert rounds > 1 and boards == [*board_names()] * rounds
