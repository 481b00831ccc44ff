"""Between session and screen: changes arrive, idle time draws nothing, one finger is one tap.

A fault is a dialog.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import count, pairwise
from typing import Any

import pytest

import companion.app.loop
from companion.app.loop import ROUND, EventLoop, open_session
from companion.gallery.race import in_part, playing, race, until
from companion.gallery.room import SceneRoom
from companion.session.messages import (
    ChooseBoard,
    ClosePage,
    Confirm,
    Go,
    Message,
    OpenPage,
    SetAutoAdvance,
)
from companion.session.pages.menu import CloseMenu, OpenMenu
from companion.session.pages.table import OpenTable, SelectReader
from companion.session.session import Result, Session
from companion.session.steps import step
from companion.session.view import DEAL, HISTORY, MENU, PLAY, PROGRAM, TABLE
from companion.signals import PULL, REST, HandleMoved
from companion.ui import theme
from companion.ui.window import Wish, open_window
from tests.recorded import recorded
from tests.ui.stand import button, hurry, live

SIZE = (800, 480)
DEADLINE = 600
PATIENCE = 200.0


@contextmanager
def bridged(
    loop: EventLoop,
    make_screen: Callable[..., Any] | None = None,
    threads: bool = False,
    size: tuple[int, int] = SIZE,
    player: Any = None,
    voice: Any = None,
) -> Iterator[tuple[Any, Any]]:
    """Yield a window and a bridge that shows a session; with `threads` frames take their time."""
    window = open_window(Wish(size, smooth=False))
    from kivy.animation import Animation
    from kivy.base import EventLoop
    from kivy.uix.floatlayout import FloatLayout

    from companion.ui.bridge import ScreenBridge
    from companion.ui.screens import screen_for

    EventLoop.ensure_window()
    EventLoop.start()
    with nullcontext() if threads else hurry():
        window.size = size
        live()
        theme.fit(*size)
        stage = FloatLayout()
        window.add_widget(stage)
        bridge = ScreenBridge(loop, stage, make_screen or screen_for, player, voice)
        bridge.start()
        if not threads:
            # A round that ends by the machine's time would take more frames on a busy one.
            loop.clock = None
        live()
        try:
            yield window, bridge
        finally:
            bridge.stop()
            # A moving widget would keep the screen, and the picture of its map, until its arrival.
            for widget in stage.walk(restrict=True):
                Animation.cancel_all(widget)
            window.remove_widget(stage)
            live(1)


def wait_until(true: Callable[[], bool]) -> None:
    """Let the app run until a condition holds; fail if it never does.

    Frames are no measure: on a busy machine a thread behind them needs more of them.
    """
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "that never came"
        live(1)


@contextmanager
def frames(window: Any) -> Iterator[list[int]]:
    """Yield a list that grows with every drawn frame."""
    drawn: list[int] = []

    def count(*_: Any) -> None:
        drawn.append(1)

    window.bind(on_flip=count)
    try:
        yield drawn
    finally:
        window.unbind(on_flip=count)


@pytest.mark.parametrize(
    "page", ["board", "flags", "seats", "rules", "play", "table", "menu", "history"]
)
def test_nothing_is_drawn_while_nothing_changes(page: str) -> None:
    """Draw no frame once a screen is complete, until the next change."""
    racing = page in (PLAY, MENU, HISTORY)
    loop = until(race(), playing(in_part("cards"))) if racing else open_session(seed=1)
    if not racing:
        loop.send(OpenTable() if page == TABLE else Go(page))
    elif page != PLAY:
        loop.send(OpenPage(page))
    with bridged(loop) as (window, bridge):
        if racing:
            bridge.screen.map.finish()
        # Done lights up when it begins to count.
        wait_until(
            lambda: not bridge._chores.is_triggered and not bridge.screen.footer.forward.early
        )
        live(5)
        with frames(window) as drawn:
            live(30)
            assert drawn == []
            change = (
                ClosePage(page)
                if racing
                else SelectReader(1)
                if page == TABLE
                else Go("seats" if page != "seats" else "rules")
            )
            loop.send(Confirm(loop.view.revision) if page == PLAY else change)
            live(3)
            assert drawn


def test_lights_blink_twice_a_second_and_only_while_a_slot_wants_a_hand() -> None:
    """Blink lights of full slots before a deal, and draw nothing once all are empty."""
    room = SceneRoom(("person", "random"), (1,)).begin().until(lambda view: view.page == DEAL)
    with bridged(room.loop) as (window, bridge):
        from kivy.clock import Clock

        lamps = bridge.screen.seats.tiles[1].slots.lamps
        changes: list[float] = []
        bright = lamps.bright
        while len(changes) < 4:
            wait_until(partial(lambda bright: lamps.bright != bright, bright))
            bright, changes = lamps.bright, [*changes, Clock.get_boottime()]
        assert all(0.15 < after - before < 0.6 for before, after in pairwise(changes))
        room.clear()
        wait_until(lambda: bridge.screen.view.page == PROGRAM and not bridge._chores.is_triggered)
        live(5)
        with frames(window) as drawn:
            live(30)
            assert drawn == []


def test_a_change_of_page_changes_the_screen_and_any_other_does_not() -> None:
    """Keep the screen as long as its page."""
    loop = open_session(seed=1)
    with bridged(loop) as (_, bridge):
        first = bridge.screen
        loop.send(ChooseBoard("going-train"))
        live()
        assert bridge.screen is first and bridge.screen.view == loop.view
        loop.send(Go("next"))
        live()
        assert bridge.screen is not first and bridge.screen.view.page == "flags"
        assert len(bridge.stage.children) == 1


def test_a_loop_that_others_left_behind_goes_on() -> None:
    """Hear the readers after a message that was sent to the loop itself and took long."""
    room = SceneRoom(("person", "person"), (1, 2)).begin()
    with bridged(room.loop):
        # At each look a second has passed, so each round ends after one step.
        looks = count()
        room.loop.clock = lambda: float(next(looks))
        room.readers.signals += [HandleMoved(1, PULL)]
        room.loop.send(OpenTable())
        assert room.loop.behind and room.loop.session.readers.by_seat[1].handle == REST
        wait_until(lambda: room.loop.session.readers.by_seat[1].handle == PULL)


def test_a_frame_comes_between_two_rounds_however_much_there_is_to_hear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Take many reader messages in order, a share per round; a touch waits its turn."""
    room, heard = SceneRoom(("person", "person"), (1, 2)).begin(), []

    def listening(session: Session, message: Message) -> Result:
        heard.append(message)
        return step(session, message)

    with bridged(room.loop) as (_, bridge):
        # The clock advances by a thousandth at each look, so a round is a number of looks.
        looks = count()
        room.loop.clock = lambda: next(looks) / 1000
        monkeypatch.setattr(companion.app.loop, "step", listening)
        said = [
            HandleMoved(seat, position)
            for _ in range(50)
            for seat in (1, 2)
            for position in (PULL, REST)
        ]
        room.readers.signals += said
        bridge.send(OpenTable())
        shares = [len(heard)]
        while len(heard) <= len(said):
            live(1)
            shares.append(len(heard))
            assert len(shares) < DEADLINE
        # A frame may have a touch's round and one of the loop's.
        assert max(after - before for before, after in pairwise(shares)) <= 2 * (ROUND * 1000 + 1)
        # The readers' reports to the table test follow after them.
        assert (
            heard[0] == OpenTable()
            and heard[1 : len(said) + 1] == said
            and room.loop.view.page == TABLE
        )


def test_holding_the_wrench_draws_and_then_nothing_does() -> None:
    """Empty the ring after too short a touch, and say so; then draw nothing more."""
    loop = until(race(), playing(in_part("cards")))
    with bridged(loop) as (window, bridge):
        bridge.screen.map.finish()
        sign = bridge.screen.header.menu
        sign.state = "down"
        with frames(window) as drawn:
            wait_until(lambda: sign.filled > 0)
            assert drawn
        sign.state = "normal"
        wait_until(lambda: sign.bubble.opacity == 0 and not bridge._chores.is_triggered)
        live(5)
        with frames(window) as drawn:
            live(30)
            assert drawn == []


def test_menu_and_playback_take_turns() -> None:
    """Give menu, history and playback their own screens when their pages come."""
    loop = until(race(), playing(in_part("cards")))
    with bridged(loop) as (_, bridge):
        pages = []
        for message in (OpenMenu(), OpenPage("history"), ClosePage("history"), CloseMenu()):
            loop.send(message)
            live()
            pages.append(type(bridge.screen).__name__)
        assert pages == ["MenuScreen", "HistoryScreen", "MenuScreen", "PlayScreen"]


def test_one_finger_that_bounces_is_one_tap() -> None:
    """Count a button once within a quarter of a second, also on the next page under the finger."""
    loop = open_session(seed=1)
    with bridged(loop) as (_, bridge):
        bridge.send(Go("next"))
        bridge.send(Go("next"))
        bridge.send(Go("back"))
        assert loop.view.page == "flags"
        from kivy.clock import Clock

        before = Clock.get_boottime()
        wait_until(lambda: Clock.get_boottime() - before > 0.26)
        bridge.send(Go("next"))
        assert loop.view.page == "seats"


def test_time_passes_only_when_it_is_asked_for() -> None:
    """Go on without a touch if set to, and only then."""
    loop = until(race(), playing(in_part("cards")))
    with bridged(loop) as (_, bridge):
        step = loop.view.revision
        live(40)
        assert loop.view.revision == step
        bridge.send(SetAutoAdvance(0.3))
        wait_until(lambda: loop.view.revision > step)
        assert bridge.screen.view.page == PLAY


def test_a_screen_that_fails_is_a_dialog_and_the_evening_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Name the fault in a dialog; its button brings the screen of the same page back."""
    loop = open_session(seed=1)
    broken = [True]

    def make(view: Any, send: Any) -> Any:
        from companion.ui.screens import screen_for

        if view.page == "seats" and broken[0]:
            raise ValueError("a seat has three legs")
        return screen_for(view, send)

    with bridged(loop, make) as (_, bridge):
        loop.send(Go("seats"))
        live()
        dialog = bridge.stage.children[0]
        place = re.compile(r"test_bridge\.py:\d+")
        assert dialog.words.text == recorded("ValueError-a-seat-has-three-legs", place=place)
        assert "three legs" in capsys.readouterr().err
        broken[0] = False
        button(dialog, "Show it again").dispatch("on_release")
        live()
        assert bridge.screen.view.page == "seats" and bridge.stage.children == [bridge.screen]


def test_a_fault_while_touching_is_caught_too() -> None:
    """Show an exception in Kivy's loop in the same dialog, once; an interrupt ends the program."""
    loop = open_session(seed=1)
    with bridged(loop) as (_, bridge):
        from kivy.base import ExceptionManager

        fault = ZeroDivisionError("in a touch")
        assert ExceptionManager.handle_exception(fault) == ExceptionManager.PASS
        assert ExceptionManager.handle_exception(fault) == ExceptionManager.PASS
        assert bridge.stage.children[0].words.text == recorded("ZeroDivisionError-in-a-touch")
        assert ExceptionManager.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE


def test_another_window_gets_another_screen() -> None:
    """Rebuild the screen for an upright window, and refuse one that is too small."""
    loop = open_session(seed=1)
    with bridged(loop) as (window, bridge):
        first = bridge.screen
        window.size = (720, 1280)
        bridge.resize(720, 1280)
        live()
        assert bridge.screen is not first and not theme.is_landscape()
        bridge.resize(500, 300)
        assert not bridge.screen and bridge.stage.children[0].words.text == recorded(
            "at-least-640-x-384"
        )
        window.size = SIZE
        bridge.resize(*SIZE)
        live()
        assert bridge.screen.view == loop.view


FIRST_FRAMES = """
import json, sys
from companion.ui.app import open_app, usual_session
from companion.ui.window import Wish
opened = open_app(Wish((800, 480)), usual_session)
from kivy.base import EventLoop
from companion.ui.widgets.map.board_picture import CACHE
EventLoop.ensure_window()
EventLoop.start()
frame = 0
while frame < 40 or opened.bridge._chores.is_triggered:
    EventLoop.idle()
    frame += 1
    screens = sorted(name.rsplit(".")[-1] for name in sys.modules \
if name.startswith("companion.ui.screens."))
    print(json.dumps([CACHE.painted, screens, opened.bridge.screen.view.page]))
"""


def test_the_first_screen_waits_for_nothing() -> None:
    """Draw the first frame with one screen imported and no board; add at most a board per frame."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_FRAMES], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    frames = [json.loads(line) for line in done.stdout.splitlines()]
    assert frames[0] == [0, ["base", "board"], "board"]
    assert all(later[0] - earlier[0] in (0, 1) for earlier, later in pairwise(frames))
    assert frames[-1][0] == 13 and {
        "flags",
        "seats",
        "rules",
        "place",
        "program",
        "play",
        "summary",
        "over",
    } <= set(frames[-1][1])
