"""Measure reaction to a handle, over emulated readers with the real firmware, and idle readers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from companion.bench import Figure, within
from companion.errors import TableError
from companion.named_tuples import NamedTuple
from companion.signals import (
    ALL_DARK,
    LIT,
    PULL,
    SLOTS,
    HandleMoved,
    InsertCard,
    Lamps,
    MoveHandle,
    Signal,
)
from companion.table.rig.reader import BULBS, HANDLE, SAID, TimedEvent
from companion.table.rig.rig import RigTable
from companion.table.rig.rig_settings import RigSettings

SEATS: Final = 8
ROUNDS: Final = 20
LOOKS: Final = 1 / 20
"""Seconds between two polls of the app, as its screen does it."""

MOMENT: Final = 0.004
"""Seconds between two turns of the emulation."""

IDLE: Final = 5.0
"""Seconds for which eight quiet readers are polled."""

PATIENCE: Final = 20.0
"""Seconds after which a wait fails."""

WORD: Final = " HANDLE "
"""The word that the firmware writes when it reports a movement of the handle."""

TARGET, IDLE_TARGET = 150, 2
"""Targets: milliseconds from report to light for 95 of 100 pulls; per cent of a core."""


class PullTimes(NamedTuple):
    """The moments of one pull of a handle, in seconds of one clock."""

    closed: float
    """The switch closed."""
    sent: float
    """The firmware sent it."""
    received: float
    """The app received it."""
    lit: float
    """The lights were on."""


def pull_to_light() -> list[Figure]:
    """Measure eight handles pulled together, answered by the lights of all eight.

    Raises:
        TableError: The emulated readers do not start.
    """
    table = RigTable(RigSettings(SEATS), time.monotonic, WORD)
    table.open()
    try:
        for seat in range(1, SEATS + 1):
            for slot in range(1, SLOTS + 1):
                # Codes do not matter: only handles are answered here.
                table.do(InsertCard(seat, slot, SLOTS * seat + slot))
        _until(table, lambda signals: not table.rig.busy(), "all cards are in")
        _settle(table)
        pulls = [pull for number in range(ROUNDS) for pull in _round(table, Random(number))]
        idle = _idle(table)
    finally:
        table.close()
    remark = f"over {IDLE:g} s, looked at 20 times a second"
    return [
        *_figures(pulls),
        Figure("eight quiet readers", idle, "% of a core", f"<= {IDLE_TARGET}", remark),
    ]


def _settle(table: RigTable) -> None:
    """Wait until handles and hands rest and all lights are out.

    Otherwise the lights of one round would count as the answer to the next.
    """
    table.show(Lamps({}))
    _until(
        table,
        lambda signals: (
            not table.rig.busy() and not any(_burns(table, seat) for seat in table.rig.readers)
        ),
        "the table rests",
    )


def _round(table: RigTable, random: Random) -> list[PullTimes]:
    """Pull all handles together, and light each seat when its pull is received."""
    heard: dict[int, float] = {}

    def answer(signals: Sequence[Signal]) -> bool:
        """Light the seats that were pulled; return whether all lights are on."""
        now = time.monotonic()
        news = {
            signal.seat: now
            for signal in signals
            if isinstance(signal, HandleMoved) and signal.position == PULL
        }
        if news:
            heard.update(news)
            table.show(
                Lamps(
                    {
                        seat: (LIT,) * SLOTS if seat in heard else ALL_DARK
                        for seat in range(1, SEATS + 1)
                    }
                )
            )
        return len(heard) == SEATS and all(_burns(table, seat) for seat in heard)

    for seat, reader in table.rig.readers.items():
        reader.moments.clear()
        table.do(MoveHandle(seat, PULL))
    # The app polls at any moment, not at that of the pull.
    _until(table, answer, "everybody's lights burn", random.uniform(0, LOOKS))
    pulls = [_pull(table.rig.readers[seat].moments, when) for seat, when in heard.items()]
    _settle(table)
    return pulls


def _pull(moments: Sequence[TimedEvent], heard: float) -> PullTimes:
    """Return what a reader noted of one pull: the first of each kind after the switch closed."""
    closed = min(moment.when for moment in moments if moment.what == HANDLE)
    sent, lit = (
        min(moment.when for moment in moments if moment.what == what and moment.when >= closed)
        for what in (SAID, BULBS)
    )
    return PullTimes(closed, sent, heard, lit)


def _burns(table: RigTable, seat: int) -> bool:
    return any(any(bulb) for bulb in table.rig.readers[seat].model().bulbs)


def _until(
    table: RigTable, done: Callable[[Sequence[Signal]], bool], what: str, looks_first: float = 0.0
) -> None:
    """Run the readers, and let the app poll them, until a condition holds.

    Raises:
        TableError: The condition does not hold within PATIENCE.
    """
    end, look = time.monotonic() + PATIENCE, time.monotonic() + looks_first
    while True:
        # The app polls as rarely as its screen does: LOOKS is part of what is measured.
        table.rig.turn()
        if time.monotonic() >= look:
            look += LOOKS
            if done(table.wires.poll()):
                return
        if time.monotonic() > end:
            raise TableError(
                f"waited for emulated readers in vain until {what}: end what else runs on this "
                f"machine and measure again"
            )
        time.sleep(MOMENT)


def _idle(table: RigTable) -> float:
    """Return the per cent of a core that the app takes while nothing happens."""
    wires = table.wires
    began, before = time.monotonic(), time.process_time()
    while time.monotonic() - began < IDLE:
        # The rig is not run, so this process does the app's work only.
        wires.poll()
        time.sleep(LOOKS)
    return 100 * (time.process_time() - before) / (time.monotonic() - began)


def _figures(pulls: Sequence[PullTimes]) -> list[Figure]:
    """Return medians and 95th percentiles of each part, in milliseconds."""
    parts: Mapping[str, tuple[Callable[[PullTimes], float], str, str]] = {
        "switch closed to told by the firmware": (
            lambda pull: pull.sent - pull.closed,
            "",
            "debouncing, and scanning five slots twice",
        ),
        "told to heard by the app": (
            lambda pull: pull.received - pull.sent,
            "",
            "the wire, and up to 50 ms until the app looks",
        ),
        "heard to lights": (lambda pull: pull.lit - pull.received, "", ""),
        "app and wire, told to lights": (lambda pull: pull.lit - pull.sent, f"<= {TARGET}", ""),
        "pull to lights, all in all": (
            lambda pull: pull.lit - pull.closed,
            "",
            f"{SEATS} pulled at once, {ROUNDS} times",
        ),
    }
    figures = []
    for name, (part, target, remark) in parts.items():
        times = sorted(1000 * part(pull) for pull in pulls)
        figures.append(Figure(f"{name}, median", within(0.5, times), "ms", remark=remark))
        figures.append(Figure(f"{name}, 95 of 100", within(0.95, times), "ms", target))
    return figures
