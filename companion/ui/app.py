"""The touchscreen app: a window, an evening, and the bridge between them."""
from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from companion.ui.window import Wish, open_window

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

    from companion.shell import Shell
    from companion.table.base import Table
    from companion.ui.bridge import Bridge


class Opened(NamedTuple):
    """An app that stands: its window and its bridge."""

    window: WindowBase
    bridge: Bridge


def open_app(wish: Wish, evening: Callable[[], Shell]) -> Opened:
    """Open the window, begin the evening and show its first screen. Raises ScreenFault where no window can be opened."""
    window = open_window(wish)
    # These import Kivy's widgets, which want the window.
    from kivy.uix.floatlayout import FloatLayout

    from companion.ui.bridge import Bridge

    stage = FloatLayout()
    window.add_widget(stage)
    bridge = Bridge(evening(), stage)
    window.bind(size=lambda _, size: bridge.resize(*size))
    bridge.start()
    return Opened(window, bridge)


def play(wish: Wish, players: Iterable[str] | None = None, seed: int | str | None = None, readers: Table | str = "virtual:") -> None:
    """Play until the window is closed, at these readers, a table or its URL. Raises ScreenFault without a window, TableFault for a wrong URL."""
    # What is made while starting stays, so looking for rubbish would only make it late.
    gc.disable()
    opened = open_app(wish, lambda: usual_evening(players, seed, readers))
    gc.freeze()
    gc.enable()
    from kivy.base import runTouchApp

    try:
        runTouchApp()
    finally:
        opened.bridge.stop()


def usual_evening(players: Iterable[str] | None = None, seed: int | str | None = None, readers: Table | str = "virtual:") -> Shell:
    """A new evening at these readers, a table or its URL; one person against three pilots unless told otherwise."""
    from companion.shell import USUAL_PLAYERS, open_evening

    return open_evening(readers, seed=seed, players=USUAL_PLAYERS if players is None else tuple(players))
