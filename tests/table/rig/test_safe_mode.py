"""Emulated readers fall into CircuitPython's safe mode.

The real firmware starts out of it, gives up in a loop, and forgets after a minute of health.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from card_reader import restarts

from companion.errors import TableError
from companion.table.rig.rig import Rig
from companion.table.rig.rig_settings import parse_rig_settings, read_faults
from tests.table.rig.listening import until

PACE = 20


@pytest.fixture
def rig() -> Iterator[Rig]:
    """Return one running emulated reader."""
    rig = Rig(parse_rig_settings("1"), lambda: time.monotonic() * PACE)
    rig.settings = rig.settings._replace(pace=PACE)
    rig.open()
    runs(rig)
    yield rig
    rig.close()


def runs(rig: Rig) -> None:
    """Wait until the reader is on USB."""
    until(lambda: rig.readers[1].path, "the reader runs", rig.turn)


def crashes(rig: Rig, reason: str) -> None:
    """Let the reader fall into safe mode for a reason, and wait until it has left USB."""
    assert rig.crash(1, reason)
    until(lambda: not rig.readers[1].path, "the reader is gone", rig.turn)


def stays(rig: Rig, reason: str) -> None:
    """Wait until the reader has come up in safe mode and stays there, without USB."""
    until(
        lambda: f"it stays in safe mode ({reason})" in rig.readers[1].troubles[-1],
        "it stays in safe mode",
        rig.turn,
    )
    assert not rig.ports() and not rig.readers[1].booted


def put_in_again(rig: Rig) -> None:
    """Pull the cable and plug it in."""
    rig.readers[1].unplug()
    rig.readers[1].plug()
    runs(rig)


def test_a_reader_starts_out_of_safe_mode_and_gives_up_in_a_loop(rig: Rig) -> None:
    """Restart after each of three crashes in a row; after the fourth the cable must be pulled.

    Pulling it does not forget the crashes. After a minute of its own time, it starts out of safe
    mode as usual.
    """
    for reason in ("BROWNOUT", "NLR_JUMP_FAIL", "STACK_OVERFLOW"):
        crashes(rig, reason)
        runs(rig)
    crashes(rig, "HARD_FAULT")
    stays(rig, "HARD_FAULT")
    put_in_again(rig)
    crashes(rig, "BROWNOUT")
    stays(rig, "BROWNOUT")
    put_in_again(rig)
    end = rig.clock() + restarts.HEALTHY / 1000
    until(
        lambda: rig.clock() > end and rig.readers[1].counted_starts == 0,
        "it has run for a minute",
        rig.turn,
    )
    crashes(rig, "WATCHDOG")
    runs(rig)


@pytest.mark.parametrize("reason", ["USER", "USB_TOO_MANY_ENDPOINTS"])
def test_safe_mode_that_stays_is_told(rig: Rig, reason: str) -> None:
    """Report safe mode that stays, by the button or because of USB, until the cable is replugged.

    No other reason is known.
    """
    assert not rig.crash(1, "BOREDOM") and not rig.crash(2, reason)
    crashes(rig, reason)
    stays(rig, reason)
    put_in_again(rig)


def test_crashes_come_by_chance() -> None:
    """Read `crash=60s` as a mean time like that of pulled cables, and refuse a per cent.

    Running readers crash as time goes on.
    """
    assert read_faults("crash=5s").crash == 5.0 and read_faults("crash").crash == 60.0
    with pytest.raises(
        TableError, match=r"found crash=3%, expected 0\.1 seconds or more, written as crash=60s"
    ):
        read_faults("crash=3%")
    now = [0.0]
    rig = Rig(parse_rig_settings("2?faults=crash=5s"), lambda: now[0])
    rig.open()
    try:
        until(
            lambda: all(reader.booted for reader in rig.readers.values()),
            "both readers run",
            rig.turn,
        )

        def second() -> None:
            """Let a second pass.

            Chance counts from the first turn that finds a reader running, so one large step may
            come too early.
            """
            now[0] += 1.0
            rig.turn()

        until(
            lambda: any(
                "safe mode" in " ".join(reader.troubles) for reader in rig.readers.values()
            ),
            "one of them has crashed",
            second,
        )
    finally:
        rig.close()
