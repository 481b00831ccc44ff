"""The real firmware, end to end: cards on simulated sensors, frames on pseudo-terminals, lights."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import time
from functools import partial
from itertools import groupby
from pathlib import Path

import pytest

from companion.signals import (
    BADCODE,
    BLANK,
    BLINK,
    DARK,
    DIRTY,
    EMPTY,
    FOREIGN,
    HALF,
    LIT,
    NO_READER,
    OK,
    PLUG,
    PULL,
    PUSH,
    REST,
    SHADE,
    SMUDGED,
    SUN,
    TURNED,
    UNPLUG,
    CollectCards,
    HandleMoved,
    InsertCard,
    Lamps,
    Mischief,
    MoveHandle,
    ReaderBack,
    ReaderLost,
    ReaderReport,
    SettleCard,
    SlotRead,
    TableProblem,
    TakeCard,
    Watch,
)
from companion.table.rig.rig import Rig
from companion.table.rig.rig_settings import Faults, RigSettings
from companion.words import NOTHING
from tests.table.rig.listening import Listener, is_running, opened, until

RED = 63
"""The highest brightness of a lit pixel: a quarter of 255."""


def test_every_lie_is_told() -> None:
    """Read five cards with five statuses; sun blinds them, shade and wiping make all readable."""
    with opened("1?pace=4") as ear:
        ear.until(lambda: len(ear.read) == 5, "an empty reader has said so")
        assert set(ear.read.values()) == {(EMPTY, None)}
        for slot, code in enumerate((7, 11, 13, 14, 19), 1):
            ear.do(InsertCard(1, slot, code))
        for slot, lie in ((2, HALF), (3, SMUDGED), (4, TURNED), (5, FOREIGN)):
            ear.do(Mischief(1, lie, slot))
        readings = [(OK, 7), (BLANK, None), (DIRTY, None), (BLANK, None), (BADCODE, None)]
        ear.until(lambda: list(ear.read.values()) == readings, "every lie is told")
        assert [card and card.lie for card in ear.models[1].cards] == [
            "well",
            HALF,
            SMUDGED,
            TURNED,
            FOREIGN,
        ]
        ear.do(Mischief(1, SUN))
        ear.until(lambda: ear.read[1, 1] == (DIRTY, None), "the sun blinds the reader")
        assert ear.models[1].sunny
        ear.do(Mischief(1, SHADE), *(SettleCard(1, slot) for slot in range(2, 6)))
        ear.until(
            lambda: list(ear.read.values()) == [(OK, code) for code in (7, 11, 13, 14, 19)],
            "all cards lie well",
        )


def test_deeds_are_told_in_their_order() -> None:
    """Report deeds in order: cards before the handle, and all its positions, asked for together."""
    with opened("1?pace=4") as ear:
        ear.until(lambda: len(ear.read) == 5, "the reader answers")
        ear.forget()
        ear.do(
            InsertCard(1, 4, 7),
            TakeCard(1, 4),
            InsertCard(1, 1, 7),
            MoveHandle(1, PULL),
            MoveHandle(1, PUSH),
            TakeCard(1, 1),
        )
        ear.until(lambda: ear.reads(1)[-1:] == [(1, EMPTY, None)], "the last deed is told")
        signals = [
            (signal.slot, signal.status) if isinstance(signal, SlotRead) else signal.position
            for signal in ear.signals
            if isinstance(signal, (SlotRead, HandleMoved))
        ]
        assert signals == [(4, OK), (4, EMPTY), (1, OK), PULL, REST, PUSH, REST, (1, EMPTY)]


def test_what_cannot_be_done_is_not_done() -> None:
    """Ignore a full slot, a card from another place, unknown seats, slots and codes."""
    with opened("2?pace=4") as ear:
        ear.do(
            InsertCard(1, 1, 7),
            InsertCard(1, 1, 11),
            InsertCard(2, 1, 7),
            InsertCard(2, 6, 11),
            InsertCard(2, 0, 11),
        )
        ear.do(
            InsertCard(2, 1, 256),
            InsertCard(2, 1, -1),
            TakeCard(2, 1),
            MoveHandle(2, REST),
            MoveHandle(2, "up"),
        )
        ear.do(InsertCard(9, 1, 11), Mischief(9, UNPLUG), InsertCard(2, 5, 13))
        ear.until(
            lambda: ear.read.get((2, 5)) == (OK, 13) and ear.read.get((1, 1)) == (OK, 7),
            "what can be done is done",
        )
        ear.until(lambda: not ear.table.rig.busy(), "nothing else is left to do")
        assert {place: reading for place, reading in ear.read.items() if reading[0] != EMPTY} == {
            (1, 1): (OK, 7),
            (2, 5): (OK, 13),
        }
        ear.do(CollectCards({2: (5,)}))
        ear.until(lambda: ear.read[1, 1] == (EMPTY, None), "the cards are collected")
        assert ear.read[2, 5] == (OK, 13) and not ear.moves(2)


def test_lamps_reach_the_bulbs() -> None:
    """Light lamps red, a quarter as bright at most, or blinking twice a second of reader time."""
    with opened("2?pace=4") as ear:
        ear.table.show(Lamps({1: (LIT, DARK, DARK, DARK, BLINK)}))
        ear.until(
            lambda: 1 in ear.models and ear.models[1].bulbs[0] == (RED, 0, 0), "the lamp is lit"
        )
        ear.forget()
        seen: list[tuple[int, int, int]] = []

        def blinks() -> bool:
            """Note each change of the last lamp; return whether it was on and off often enough."""
            bulb = ear.models[1].bulbs[4]
            if not seen or seen[-1] != bulb:
                seen.append(bulb)
            return len(seen) >= 5

        ear.until(blinks, "the last lamp has blinked twice")
        assert set(seen) == {(RED, 0, 0), (0, 0, 0)}
        assert ear.models[1].bulbs[:4] == ((RED, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
        assert ear.models[2].bulbs == ((0, 0, 0),) * 5
        ear.table.show(Lamps({}))
        ear.until(lambda: ear.models[1].bulbs == ((0, 0, 0),) * 5, "all lamps are dark")


def test_a_reader_without_its_host_says_so() -> None:
    """Keep a locked card locked when the app releases the wires, and pulse its light slowly."""
    with opened("1?pace=10") as ear:
        ear.table.show(Lamps({1: (LIT,) * 5}))
        ear.until(
            lambda: 1 in ear.models and ear.models[1].bulbs[0] == (RED, 0, 0), "the lamps are lit"
        )
        ear.table.wires.close()
        rig, seen = ear.table.rig, set[int]()

        def glimmers() -> bool:
            """Let time pass without a host."""
            rig.turn()
            seen.add(rig.readers[1].model().bulbs[0][0])
            return len(seen) > 1

        until(glimmers, "the lamps say that nobody listens")
        assert seen <= {RED, *range(1, RED)}, "never off"


def test_a_pulled_cable_and_back() -> None:
    """Lose a reader with its lights, and get it back with cards, lamps and handle.

    test_serial_lost measures how soon.
    """
    with opened("2?pace=1") as ear:
        ear.do(InsertCard(1, 2, 7))
        ear.table.show(Lamps({1: (DARK, LIT, DARK, DARK, DARK)}))
        ear.until(
            lambda: ear.read.get((1, 2)) == (OK, 7) and ear.models[1].bulbs[1] == (RED, 0, 0),
            "card and lamp are there",
        )
        ear.forget()
        ear.do(Mischief(1, UNPLUG), Mischief(1, UNPLUG))
        ear.until(
            lambda: any(isinstance(signal, ReaderLost) for signal in ear.signals),
            "the loss is told",
        )
        assert (
            not ear.models[1].plugged
            and ear.models[1].bulbs == ((0, 0, 0),) * 5
            and ear.models[1].cards[1] is not None
        )
        # Changes at the real reader cannot be read meanwhile; they are found when the cable is
        # back.
        ear.table.rig.do(TakeCard(1, 2))
        ear.table.rig.do(InsertCard(1, 3, 11))
        ear.until(lambda: not ear.table.rig.busy(), "the cards are moved")
        ear.do(Mischief(1, PLUG), Mischief(1, PLUG))
        ear.until(
            lambda: ear.read.get((1, 3)) == (OK, 11) and ear.models[1].bulbs[1] == (RED, 0, 0),
            "all is as it is",
        )
        assert any(isinstance(signal, ReaderBack) for signal in ear.signals) and ear.read[1, 2] == (
            EMPTY,
            None,
        )
        assert ear.models[1].plugged and ear.table.rig.readers[1].troubles == []


def test_faults_lose_nothing() -> None:
    """Report each card and move once, in order, although every tenth frame is damaged or lost."""
    with opened("2?pace=2&seed=3&faults=corrupt=10%,drop=10%,duplicate=10%") as ear:
        ear.forget()
        for turn in range(3):
            ear.do(
                *(InsertCard(seat, 1, 7 + seat + turn) for seat in (1, 2)),
                *(MoveHandle(seat, PULL) for seat in (1, 2)),
            )
            ear.do(
                *(MoveHandle(seat, PUSH) for seat in (1, 2)),
                *(TakeCard(seat, 1) for seat in (1, 2)),
            )
        for seat in (1, 2):
            ear.until(
                partial(
                    lambda seat: len(ear.moves(seat)) >= 12 and ear.read[seat, 1] == (EMPTY, None),
                    seat,
                ),
                "all moves are told",
            )
            assert ear.moves(seat) == [PULL, REST, PUSH, REST] * 3
            readings = [
                read for read, _ in groupby(read for read in ear.reads(seat) if read[0] == 1)
            ]
            if readings[0] == (1, EMPTY, None):
                readings = readings[1:]
            expected = [
                (1, status, code) for turn in range(3) for status, code in _seen(seat, turn)
            ]
            if any(isinstance(one, ReaderLost) and one.seat == seat for one in ear.signals):
                # A busy machine lost it for a moment: what was not acknowledged came again.
                following = iter(readings)
                assert all(read in following for read in expected)
            else:
                assert readings == expected
        ear.do(Watch(True))
        ear.until(lambda: damage(ear) > 0, "damaged frames are counted")
        assert {signal.kind for signal in ear.signals if isinstance(signal, ReaderReport)} == {
            "emulated",
            "screen",
        }


def damage(ear: Listener) -> int:
    """Return how many damaged frames the last reports count."""
    return max(
        [
            signal.counters.damaged
            for signal in ear.signals
            if isinstance(signal, ReaderReport) and signal.counters
        ],
        default=0,
    )


def _seen(seat: int, turn: int) -> list[tuple[str, int | None]]:
    """Return what slot 1 shows in one turn: a word of three or five white cells as a code.

    Another word is a bad one.
    """
    code = 7 + seat + turn
    return [(OK, code) if code.bit_count() in (3, 5) else (BADCODE, None), (EMPTY, None)]


def test_cards_and_cables_go_wrong_by_chance() -> None:
    """Put any skewed card right, and plug cables in again, under random faults."""
    with opened("2?pace=10&seed=2&faults=dirty=50%,half=50%,unplug=3s") as ear:
        ear.do(*(InsertCard(1, slot, 6 + slot) for slot in range(1, 6)))
        lies = {card.lie for card in ear.table.rig.readers[1].hands.cards if card is not None}
        assert lies <= {SMUDGED, HALF}
        ear.until(
            lambda: any(
                isinstance(signal, ReaderLost) and signal.reason != NO_READER
                for signal in ear.signals
            ),
            "a cable is out",
        )
        seat = next(
            signal.seat
            for signal in ear.signals
            if isinstance(signal, ReaderLost) and signal.reason != NO_READER
        )
        ear.until(
            lambda: isinstance(ear.signals[-1], SlotRead) and ear.models[seat].plugged,
            "and in again",
        )
        ear.do(SettleCard(1, 1))
        ear.until(lambda: not ear.table.rig.busy(), "the card is settled")
        assert ear.models[1].cards[0] == (7, "well")


def test_closed_and_opened_again() -> None:
    """Keep cards while the table is closed, and report them when it is opened."""
    with opened("1?pace=4") as ear:
        ear.do(InsertCard(1, 1, 7))
        ear.until(lambda: ear.read.get((1, 1)) == (OK, 7), "the card is read")
        ear.table.close()
        ear.table.close()
        ear.do(InsertCard(1, 2, 11))
        assert ear.table.poll() == ()
        ear.read.clear()
        ear.table.open()
        ear.until(lambda: ear.read.get((1, 1)) == (OK, 7), "the card is read again")
        assert ear.read.get((1, 2), (EMPTY, None)) == (EMPTY, None)


# ---- Firmware that fails -------------------------------------------------------------------------


def firmware(folder: Path, code: str, boot: str = "") -> Path:
    """Return a folder with another firmware."""
    (folder / "boot.py").write_text(boot, "utf-8")
    (folder / "code.py").write_text(textwrap.dedent(code), "utf-8")
    return folder


def trouble_of(folder: Path, pace: float = 1.0) -> str:
    """Return the trouble of a reader with the firmware of this folder."""
    rig = Rig(RigSettings(1, Faults(), pace), lambda: time.monotonic() * pace, firmware=folder)
    rig.open()
    words: list[str] = []

    def listen() -> None:
        """Let time pass, and note every trouble."""
        words.extend(str(signal.words) for signal in rig.turn() if isinstance(signal, TableProblem))

    try:
        until(lambda: words, "somebody complains", listen)
    finally:
        rig.close()
    return words[0]


LIT_TWICE = """
    import board, digitalio
    lines = [digitalio.DigitalInOut(getattr(board, name)) for name in ("GP4", "GP5")]
    try:
        for line in lines:
            line.switch_to_output(True)
    except Exception:
        pass
"""
HANGS = """
    import microcontroller, watchdog
    microcontroller.watchdog.timeout = 5
    microcontroller.watchdog.mode = watchdog.WatchDogMode.RESET
    while True:
        pass
"""


@pytest.mark.parametrize(
    "code, pace, sentence",
    [
        (LIT_TWICE, 1.0, "over-current"),
        (HANGS, 40.0, "WATCHDOG"),
        ("open('settings.txt', 'w')", 1.0, "writes to its drive"),
        ("raise ValueError('of mine')", 1.0, "ValueError: of mine"),
        ("print('good bye')", 1.0, "has come to its end"),
        (
            "import microcontroller\nprint('again')\nmicrocontroller.reset()",
            1.0,
            "restarted (SOFTWARE). again",
        ),
    ],
)
def test_firmware_that_fails_is_noticed(
    tmp_path: Path, code: str, pace: float, sentence: str
) -> None:
    """Report with its reason what would harm or stop a real reader, although it is hidden."""
    assert sentence in trouble_of(firmware(tmp_path, code), pace)


def test_firmware_that_runs_again_is_forgiven(tmp_path: Path) -> None:
    """Drop the trouble some time after a reset has made all well."""
    code = """
        import microcontroller, time
        if microcontroller.cpu.reset_reason != microcontroller.ResetReason.SOFTWARE:
            microcontroller.reset()
        while True:
            time.sleep(0.1)
    """
    rig = Rig(
        RigSettings(1, Faults(), 20.0),
        lambda: time.monotonic() * 20.0,
        firmware=firmware(tmp_path, code),
    )
    rig.open()
    problems: list[TableProblem] = []
    ports: set[int] = set()

    def listen() -> None:
        """Let time pass, and note troubles and ports."""
        problems.extend(signal for signal in rig.turn() if isinstance(signal, TableProblem))
        ports.add(len(rig.ports()))

    try:
        until(lambda: len(problems) == 2, "it is forgiven", listen)
    finally:
        rig.close()
    assert (
        "SOFTWARE" in str(problems[0].words)
        and problems[1] == TableProblem(problems[0].place, NOTHING)
        and ports == {0, 1}
    )
    assert rig.readers[1].troubles == []


# ---- Processes -----------------------------------------------------------------------------------


def test_no_reader_outlives_its_app() -> None:
    """End every reader when the app is killed."""
    script = """
        import time
        from companion.table.rig.rig import Rig
        from companion.table.rig.rig_settings import RigSettings
        rig = Rig(RigSettings(2), time.monotonic)
        rig.open()
        print(*(reader.chip.process for reader in rig.readers.values()), flush=True)
        time.sleep(60)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True
    ) as app:
        assert app.stdout is not None
        processes = [int(word) for word in app.stdout.readline().split()]
        assert len(processes) == 2 and all(map(is_alive, processes))
        app.kill()
    until(lambda: not any(map(is_alive, processes)), "both readers have ended")


def is_alive(process: int) -> bool:
    """Return whether a process still runs; one that was not reaped does not."""
    try:
        return (
            is_running(process)
            and Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        )
    except FileNotFoundError:
        return False
