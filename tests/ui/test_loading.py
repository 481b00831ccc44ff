"""Loading a kept game in a window: its session replaces the last one, with the same journal."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.loop import EventLoop
from companion.app.startup import kept_session
from companion.commands.play import add, load_session
from companion.journal.base import KeptGame
from companion.session.messages import ChooseBoard, Confirm, Decline, OpenPage
from companion.session.pages.load import LoadRace
from companion.session.view import BOARD, CHECK, MENU, OFFER
from tests.kept import evening, games_of, into_play, say, settled
from tests.recorded import recorded
from tests.ui.test_bridge import bridged, wait_until


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of two races left in their first register, the second one touched last."""
    for board in ("gorge-crossing", "going-train"):
        with evening(tmp_path, "random", "random", seed=7, fresh=True) as loop:
            say(loop, ChooseBoard(board))
            into_play(loop)
    return tmp_path


def races(folder: Path) -> list[KeptGame]:
    """Return the races in a folder."""
    return [game for game in games_of(folder) if game.kind == "race"]


def arguments(folder: Path) -> argparse.Namespace:
    """Return the arguments of `play` for this folder."""
    parser = argparse.ArgumentParser()
    add(parser.add_subparsers())
    return parser.parse_args(["play", "--state", str(folder)])


def test_a_touch_loads_a_game_in_the_same_window(folder: Path) -> None:
    """Offer, check and continue the older race under its own number, then load the other one."""
    from companion.ui.app import InWindow, StartDuties

    first, second = sorted(game.id for game in games_of(folder) if game.kind == "race")
    with bridged(kept_session(folder), threads=True) as (_, bridge):
        load = partial(load_session, arguments(folder), folder)
        bridge.loop.host.process = InWindow(bridge, StartDuties(load=load))
        for wanted, board in ((first, "gorge-crossing"), (second, "going-train")):
            bridge.loop.send(Decline())
            settled(bridge.loop)
            bridge.loop.send(OpenPage("load"))
            wait_until(
                lambda: bridge.screen.view.page == "load" and bool(bridge.screen.view.body.groups)
            )
            before = bridge.loop
            bridge.loop.send(LoadRace(wanted))
            wait_until(partial(lambda before: bridge.loop is not before, before))
            view = bridge.screen.view
            assert (view.page, view.body.where, bridge.loop.session.lobby.setup.board) == (
                MENU,
                OFFER,
                board,
            )
            assert bridge.loop.record is not None and bridge.loop.record.game == wanted
        say(bridge.loop, Confirm(bridge.loop.session.revision))
        assert bridge.loop.view.body.where == CHECK
    assert {game.id: game.state for game in games_of(folder) if game.kind == "race"} == {
        first: "open",
        second: "open",
    }


def test_a_game_that_a_command_has_opened_gives_way_to_another(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Load another game in the window of `games resume` as in the usual one."""
    from companion.commands import games
    from companion.ui.app import InWindow, StartDuties

    first, second = sorted(game.id for game in races(folder))
    boards = []

    def shown(
        _: argparse.Namespace, opened: Callable[[], EventLoop], load: Callable[[int], EventLoop]
    ) -> None:
        """Show a window in which people decline the game and load the other one."""
        with bridged(opened(), threads=True) as (_, bridge):
            bridge.loop.host.process = InWindow(bridge, StartDuties(load=load))
            boards.append(bridge.loop.session.lobby.setup.board)
            say(bridge.loop, Decline(), OpenPage("load"))
            wait_until(
                lambda: bridge.screen.view.page == "load" and bool(bridge.screen.view.body.groups)
            )
            before = bridge.loop
            bridge.loop.send(LoadRace(second))
            wait_until(lambda: bridge.loop is not before)
            boards.append(bridge.loop.session.lobby.setup.board)

    monkeypatch.setattr(games, "play_in_window", shown)
    assert main(["games", "resume", str(first), "--state", str(folder)]) == 0
    assert boards == ["gorge-crossing", "going-train"]


def test_a_game_that_cannot_be_had_leads_to_the_setup_and_says_why(
    folder: Path, tmp_path: Path
) -> None:
    """Lead to the setup with the reason, and lose nothing of any game."""
    kept = races(folder)
    loop = load_session(arguments(folder), folder, 99)
    try:
        settled(loop)
        assert (
            loop.view.page == BOARD
            and str(loop.view.notice) == recorded("no-game-99", folder=tmp_path)
            and loop.record is not None
        )
    finally:
        loop.close()
    assert races(folder) == kept
