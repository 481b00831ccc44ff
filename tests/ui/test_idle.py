"""A screen without anybody: pilots race on the first page, a race that waits is dimmed.

The first touch only wakes, and nothing reaches the session.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from types import SimpleNamespace
from typing import Any, Final

import pytest

from companion.app.attract import attract_races
from companion.app.loop import EventLoop
from companion.gallery.race import session_after
from companion.gallery.scenes import SCENES
from companion.session.messages import Go
from companion.session.preferences import Prefer
from companion.signals import InsertCard
from companion.testing.screen_checks import screen_faults
from companion.ui.idle import DARKEST, DIMMING, LOOKING, RACING, IdleScreen
from tests.ui.stand import SIZES, Stand, clock, on_stand, settle

FIVE: Final = 5 * 60.0


def wait(seconds: float, step: float = 20.0) -> None:
    """Let so many seconds pass, with a look in each step."""
    while seconds > 0:
        clock().skip(min(step, seconds) * 1e6)
        settle()
        seconds -= step


@contextmanager
def alone(
    loop: EventLoop, size: tuple[int, int] = SIZES[0]
) -> Iterator[tuple[Stand, IdleScreen, list[Any]]]:
    """Yield a screen that watches whether anybody is here, and the messages of the session."""
    with on_stand(size, loop.view, loop) as stand:
        bridge: Any = SimpleNamespace(loop=loop)
        idle = IdleScreen(stand.window, bridge)
        idle.start()
        # The first look learns the session.
        wait(2 * LOOKING, LOOKING)
        try:
            yield stand, idle, stand.said
        finally:
            idle.stop()
            assert not idle.is_covering


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_pilots_race_until_somebody_touches(size: tuple[int, int]) -> None:
    """Show a race after five minutes on the first page; the first touch does nothing else."""
    loop = session_after()
    with alone(loop, size) as (stand, idle, said):
        before = loop.session
        wait(FIVE - 20)
        assert not idle.is_covering
        wait(40)
        assert idle.page is not None
        pictures = set()
        for _ in range(12):
            assert screen_faults(idle.page) == []
            pictures.add(id(idle.page.map.picture))
            wait(3, 3)
        assert len(pictures) > 6 and loop.session is before and before.match is None
        stand.tap((size[0] / 2, size[1] / 2))
        assert idle.page is None and not said and loop.session is before
        stand.tap(stand.screen.footer.forward)
        assert said and loop.session is not before


def test_nobody_races_where_somebody_may_be() -> None:
    """Wait again after every touch, key and card, and show no race over another page."""
    loop = session_after()
    with alone(loop) as (stand, idle, _):
        for deed in (
            lambda: stand.tap((3, 3)),
            lambda: stand.window.dispatch("on_key_down", 0, 0, "", []),
            lambda: loop.send(InsertCard(1, 1, 0)),
        ):
            wait(FIVE - 40)
            deed()
            wait(60)
            assert not idle.is_covering
        loop.send(Go("next"))
        stand.show(loop.view)
        wait(FIVE + 60)
        assert idle.page is None and idle.veil is not None


def test_a_race_that_waits_is_dimmed_by_and_by() -> None:
    """Grow a dark layer over a waiting page; the first touch only takes it away."""
    loop = SCENES["play-list"]()
    with alone(loop) as (stand, idle, said):
        wait(FIVE + 30)
        assert idle.page is None and 0 < idle._shade.a < DARKEST
        wait(DIMMING + 20)
        assert idle._shade.a == pytest.approx(DARKEST)
        at = loop.session
        stand.tap(stand.screen.footer.forward)
        assert idle.veil is None and not said and loop.session is at
        unseen = stand.screen.steps.unseen
        stand.tap(stand.screen.footer.forward)
        assert said or stand.screen.steps.unseen != unseen


def test_a_long_show_ends_and_the_machine_rests() -> None:
    """Dim the first page, too, once pilots have raced for a while."""
    loop = session_after()
    with alone(loop) as (stand, idle, said):
        wait(FIVE + 40)
        assert idle.page is not None
        wait(RACING + DIMMING, 120)
        assert idle.page is None and idle.veil is not None
        stand.tap((3, 3))
        assert not idle.is_covering and not said


def test_never_is_never() -> None:
    """Show nothing and dim nothing where people have chosen so."""
    loop = session_after()
    loop.send(Prefer(loop.session.lobby.preferences._replace(idle=0)))
    with alone(loop) as (_, idle, _said):
        wait(3600, 300)
        assert not idle.is_covering
    kept = loop.session.lobby.preferences
    wrong: Any
    for wrong in (7, True, "5", None):
        loop.send(Prefer(kept._replace(idle=wrong)))
        assert loop.session.lobby.preferences == kept


@pytest.mark.parametrize("game", ["clockwork", "factory_rally", "cardbot"])
def test_races_go_on_in_every_game_on_a_board(game: str) -> None:
    """Play one race after another on other boards, and read nothing but the chosen game."""
    from companion.app.loop import open_session
    from companion.games import find_game

    session = open_session(seed=1, game=find_game(game)).session
    boards = [beat.board for beat in islice(attract_races(session), 600) if beat.board is not None]
    assert len({id(picture.board) for picture in boards}) >= 2
    assert all(picture.pieces for picture in boards) and session.match is None
