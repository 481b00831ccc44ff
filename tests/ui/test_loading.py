"""Loading a kept game in a window: the session of that game takes the place of the one that is left, and both keep the same journal."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.loop import EventLoop
from companion.app.startup import kept_session
from companion.commands.play import add, loaded
from companion.journal.base import KeptGame
from companion.session.messages import ChooseBoard, Confirm, Decline, OpenPage
from companion.session.pages.load import LoadRace
from companion.session.view import BOARD, CHECK, MENU, OFFER
from tests.kept import evening, games_of, into_play, say, settled
from tests.recorded import recorded
from tests.ui.test_bridge import bridged, wait_until


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two races that were left in their first register; the second one was touched last."""
    for board in ("gorge-crossing", "going-train"):
        with evening(tmp_path, "random", "random", seed=7, fresh=True) as loop:
            say(loop, ChooseBoard(board))
            into_play(loop)
    return tmp_path


def races(folder: Path) -> list[KeptGame]:
    """The races that a folder keeps."""
    return [game for game in games_of(folder) if game.kind == "race"]


def arguments(folder: Path) -> argparse.Namespace:
    """The words of `play` for this folder."""
    parser = argparse.ArgumentParser()
    add(parser.add_subparsers())
    return parser.parse_args(["play", "--state", str(folder)])


def test_a_touch_loads_a_game_in_the_same_window(folder: Path) -> None:
    """The older race is offered, checked, and goes on; what is played of it is kept under its own number; and from there another one can be loaded."""
    from companion.ui.app import InWindow, StartDuties

    first, second = sorted(game.id for game in games_of(folder) if game.kind == "race")
    with bridged(kept_session(folder), threads=True) as (_, bridge):
        load = partial(loaded, arguments(folder), folder)
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
            assert (view.page, view.body.where, bridge.loop.session.setup.board) == (
                MENU,
                OFFER,
                board,
            )
            assert bridge.loop.record is not None and bridge.loop.record.game == wanted
        say(bridge.loop, Confirm(bridge.loop.session.step))
        assert bridge.loop.view.body.where == CHECK
    assert {game.id: game.state for game in games_of(folder) if game.kind == "race"} == {
        first: "open",
        second: "open",
    }


def test_a_game_that_a_command_has_opened_gives_way_to_another(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window of `games resume` loads as the usual one does."""
    from companion.commands import games
    from companion.ui.app import InWindow, StartDuties

    first, second = sorted(game.id for game in races(folder))
    boards = []

    def shown(
        _: argparse.Namespace, opened: Callable[[], EventLoop], load: Callable[[int], EventLoop]
    ) -> None:
        """A window in which people turn the game down and load the other one."""
        with bridged(opened(), threads=True) as (_, bridge):
            bridge.loop.host.process = InWindow(bridge, StartDuties(load=load))
            boards.append(bridge.loop.session.setup.board)
            say(bridge.loop, Decline(), OpenPage("load"))
            wait_until(
                lambda: bridge.screen.view.page == "load" and bool(bridge.screen.view.body.groups)
            )
            before = bridge.loop
            bridge.loop.send(LoadRace(second))
            wait_until(lambda: bridge.loop is not before)
            boards.append(bridge.loop.session.setup.board)

    monkeypatch.setattr(games, "play_in_window", shown)
    assert main(["games", "resume", str(first), "--state", str(folder)]) == 0
    assert boards == ["gorge-crossing", "going-train"]


def test_a_game_that_cannot_be_had_leads_to_the_setup_and_says_why(
    folder: Path, tmp_path: Path
) -> None:
    """There is always a session: whatever was wrong with the game stands on the first page, and nothing of any game is lost."""
    kept = races(folder)
    loop = loaded(arguments(folder), folder, 99)
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
