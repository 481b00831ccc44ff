"""Test an emulated reader with the real firmware, by touches alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from companion.app.loop import EventLoop, open_session
from companion.session.messages import Begin, Confirm
from companion.session.pages.table import OpenTable
from companion.session.view import PROGRAM, TABLE
from companion.signals import OK
from tests.ui.readers import LYING, face, open_reader
from tests.ui.stand import Stand, button, on_stand

DEADLINE = 200.0
"""Seconds to wait for an event before the test fails."""


def wait(loop: EventLoop, stand: Stand, true: Callable[[], bool]) -> None:
    """Let the session run until a condition holds.

    Raises:
        AssertionError: If it does not hold within `DEADLINE`.
    """
    end = time.monotonic() + DEADLINE
    stand.show(loop.view)
    while not true():
        assert time.monotonic() < end, f"that never came: {loop.view.body}"
        loop.poll(time.monotonic())
        stand.show(loop.view)


def test_mischief_is_seen_and_put_right_by_touch() -> None:
    """Show a smudged card and a pulled cable, and correct both by touch."""
    loop = open_session("rig:1?pace=3", seed=3, players=("person", "random"))
    try:
        loop.send(Begin())
        with on_stand(LYING, loop.view, loop) as stand:
            loop.send(Confirm(loop.view.revision))
            wait(
                loop,
                stand,
                lambda: loop.view.page == PROGRAM and not loop.view.body.readers[0].problem,
            )
            code = open_reader(stand).desk.dealt[0].code
            stand.tap(face(stand, code))
            wait(loop, stand, lambda: open_reader(stand).picture.slots[0].filled)
            loop.send(OpenTable())
            wait(loop, stand, lambda: loop.view.page == TABLE)
            stand.tap(stand.screen.overview.tiles[1])

            def read() -> Any:
                return stand.screen.place.held.probes[0]._slot

            def really_read() -> int | None:
                # During a race the page hides which card it is.
                report = loop.session.readers.by_seat[1].report
                if report is None or read().status != OK or read().code is not None:
                    return None
                return report.slots[0].code

            wait(loop, stand, lambda: really_read() == code)
            stand.tap(button(stand.screen, "Smudge it"))
            wait(loop, stand, lambda: read().status not in ("", OK))
            stand.tap(button(stand.screen, "Put it right"))
            wait(loop, stand, lambda: really_read() == code and read().contrast > 60)
            stand.tap(stand.screen.place.held.probes[2])
            wait(loop, stand, lambda: loop.view.body.rows[0].model.bulbs[2] != (0, 0, 0))
            stand.tap(button(stand.screen, "Pull the cable"))
            wait(loop, stand, lambda: bool(loop.view.body.rows[0].remedy))
            stand.tap(button(stand.screen, "Plug it in"))
            wait(loop, stand, lambda: not loop.view.body.rows[0].remedy and really_read() == code)
    finally:
        loop.close()
