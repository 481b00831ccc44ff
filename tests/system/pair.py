"""A guest and its twin, played side by side.

The twin says where to tap, both are touched there, and the guest must come to show the same.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from companion.journal import tables
from companion.ui.virtual_display import VirtualDisplay
from tests.system.bench import Bench
from tests.system.kiosk import (
    PATIENCE,
    SERVICE,
    STATE,
    difference,
    first_screen,
    last_words,
    started_with,
)
from tests.system.machine import SIZE, Machine
from tests.system.words import SystemTestError

SEED: Final = "4"
ALIKE: Final = 0.0015
"""The share of pixels that may differ between a guest and its twin: less than any step of a race
changes."""
OFFERED: Final = 0.006
"""The same for a first screen: an offer to resume says, by either's clock, since when the race is
paused."""
TRIES, ONCE_MORE = 3, 45
"""Tries of a tap, each after so many seconds in which the guest has shown the same as before; they
are counted."""
SUSPICIOUS: Final = 60
"""Seconds without the wanted picture after which the app is checked to be running."""
PLAYED: Final = (
    f"/opt/clockwork-derby/current/bin/clockwork-derby play --state {STATE} --seed {SEED}"
)
"""The command that the unit starts: only the seed of chance is added."""
SIDE_BY_SIDE: Final = frozenset({"SlotRead", "HandleMoved", "Reasoned", "Filled", "Pick"})
"""The messages of a single seat while all are asked together."""
COPY_STATE: Final = """
import base64, json, pathlib, sqlite3, sys
folder = pathlib.Path(sys.argv[1])
found = {path.name: path.read_bytes() for path in folder.glob("*.json")}
if (folder / "journal.db").exists():
    here, there = sqlite3.connect(f"file:{folder}/journal.db?mode=ro", uri=True), sqlite3.connect(":memory:")
    here.backup(there)
    found["journal.db"] = there.serialize()
print(json.dumps({name: base64.b64encode(content).decode() for name, content in found.items()}))
"""  # noqa: E501
"""A program for the guest's own Python that prints the preferences and the journal beside the
running app."""
READ_JOURNAL: Final = """
import json, sqlite3, sys
found = sqlite3.connect(f"file:{sys.argv[1]}/journal.db?mode=ro", uri=True)
games = found.execute("SELECT max(id) FROM games").fetchone()[0] or 0
print(json.dumps([games, [text for text, in found.execute("SELECT text FROM entries WHERE place > ? ORDER BY place", (games * 1000000000,))]]))
"""  # noqa: E501
"""A program that prints the number of the current game, and its messages."""


class Twin:
    """The game beside the guest, with its own state folder."""

    def __init__(self, bench: Bench, display: VirtualDisplay, state: Path, *more: str) -> None:
        """Start it with further words for its command line; it resumes what its folder holds."""
        self.state, self._picture = state, bench.folder / "twin.png"
        words = [
            "play",
            "--size",
            f"{SIZE[0]}x{SIZE[1]}",
            "--state",
            str(state),
            "--seed",
            SEED,
            *more,
        ]
        # With a service manager it is an appliance, as the guest is; this socket has no listener.
        environment = {
            **display.environment(),
            "NOTIFY_SOCKET": str(state / "nobody"),
            "KIVY_HOME": str(state / "kivy"),
            "PYTHONUNBUFFERED": "1",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.system.twin", *words],
            cwd=bench.repository,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._waiting = b""

    def ask(self, **words: Any) -> dict[str, Any]:
        """Send one request, and wait for the answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(words).encode() + b"\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._line())
        if "fault" in answer:
            raise SystemTestError(
                f"the game beside the guest stopped at {words}: {answer['fault']}"
            )
        return answer

    def _line(self) -> bytes:
        assert self._process.stdout is not None
        handle = self._process.stdout.fileno()
        while b"\n" not in self._waiting:
            ready, _, _ = select.select([handle], [], [], 90)
            part = os.read(handle, 65536) if ready else b""
            if not part:
                raise SystemTestError("the game beside the guest does not answer")
            self._waiting += part
        line, self._waiting = self._waiting.split(b"\n", 1)
        return line

    def press(self, words: str) -> list[float]:
        """Tap the button with these words on the twin alone; return its place."""
        at: list[float] = self.ask(do="find", words=words)["at"]
        self.ask(do="tap", at=at)
        return at

    def picture(self) -> Path:
        """Return a picture of it."""
        self.ask(do="look", at=str(self._picture))
        return self._picture

    def messages(self) -> tuple[int, list[str]]:
        """Return the number of the game that it keeps, and its messages."""
        return _journal(
            subprocess.run(
                [sys.executable, "-c", READ_JOURNAL, str(self.state)],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )

    def close(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()


class Pair:
    """A guest and its twin.

    `repeated` counts taps that had to be made twice. `apart` is the share of pixels that differed
    at the last look; `felt` are the seconds until the last tap changed something, `took` until all
    was there.
    """

    def __init__(
        self, bench: Bench, guest: Machine, display: VirtualDisplay, more: Sequence[str] = ()
    ) -> None:
        """Pair a guest that has just been switched on with a new twin.

        `more` are further words for the twin's command line.
        """
        self.bench, self.guest, self._display, self._more = bench, guest, display, more
        self.repeated = 0
        self.apart = self.felt = self.took = 0.0
        self.twin = self._twin()

    def _twin(self) -> Twin:
        """Return a new twin, which begins with what the guest keeps."""
        state = self.bench.folder / "twin"
        shutil.rmtree(state, ignore_errors=True)
        state.mkdir()
        for name, content in json.loads(
            self.guest.ask("python3", "-c", COPY_STATE, STATE).said
        ).items():
            (state / name).write_bytes(base64.b64decode(content))
        if (state / "journal.db").exists():
            _close_copy(state / "journal.db")
        return Twin(self.bench, self._display, state, *self._more)

    def renew(self) -> None:
        """Restart the twin, as the guest's game was restarted."""
        self.twin.close()
        self.twin = self._twin()

    def until_alike(self, apart: float = ALIKE) -> float:
        """Wait until the guest shows what the twin shows; return the seconds that it took.

        At most the share `apart` of the pixels may differ.

        Raises:
            SystemTestError: It never does.
        """
        self._comes(None, apart)
        return self.took

    def _comes(self, before: Path | None, apart: float = ALIKE) -> bool:
        """Return whether the guest comes to show the same; False if it keeps the picture `before`.

        Raises:
            SystemTestError: It shows neither.
        """
        wanted, began = self.twin.picture(), time.monotonic()
        changed, checked = began, 0.0
        self.felt = 0.0
        while True:
            found = self.bench.picture(self.guest, "guest")
            now = time.monotonic()
            self.apart, self.took = difference(found, wanted), now - began
            is_other = before is None or difference(before, found) > ALIKE
            if is_other:
                self.felt, changed = self.felt or self.took, now
            if self.apart <= apart:
                return True
            # A button that was pressed too early lights up, and does nothing.
            if now - changed > ONCE_MORE:
                return False
            if before is not None and self.took > checked + SUSPICIOUS:
                checked = self.took
                self._is_still_the_same(self.took)
            if self.took > PATIENCE:
                raise SystemTestError(
                    f"after {self.took:.0f} s {self.apart:.2%} of the guest's picture differ from "
                    f"{wanted.name}; see both in {wanted.parent}. "
                    f"The end of its log: {last_words(self.guest)}"
                )
            time.sleep(0.1)

    def _is_still_the_same(self, seconds: float) -> None:
        """Check that the app was not restarted within the last seconds, which would lose the touch.

        Raises:
            SystemTestError: It was.
        """
        answer = self.guest.ask(
            "systemctl", "show", "--value", "--property=ActiveEnterTimestampMonotonic", SERVICE
        )
        if float(answer.said) / 1e6 > answer.now - seconds:
            raise SystemTestError(
                f"the app was started again while a tap was answered; its log: "
                f"{last_words(self.guest)}"
            )

    def step(self, whole: bool = False) -> tuple[str, float]:
        """Tap where the session goes on.

        `whole`: go through the first steps of a new table instead of leaving them.

        Returns:
            Page and button, and the seconds until the guest showed the result.
        """
        return self._tap(self.twin.ask(do="next", whole=whole))

    def press(self, words: str) -> float:
        """Tap the button with these words; return the seconds until the guest showed the result."""
        return self._tap(self.twin.ask(do="find", words=words))[1]

    def _tap(self, place: dict[str, Any]) -> tuple[str, float]:
        """Touch both at a place; return page and button, and the seconds."""
        before = self.bench.picture(self.guest, "before")
        self.twin.ask(do="tap", at=place["at"])
        words, is_seen = (
            f"{place['on']}: {place['words']}",
            difference(before, self.twin.picture()) > ALIKE,
        )
        for _ in range(TRIES):
            began = time.monotonic()
            self.guest.tap(*place["at"])
            if self._comes(before if is_seen else None):
                return words, time.monotonic() - began
            self.repeated += 1
        raise SystemTestError(
            f"{words}: touched {TRIES} times, and nothing has changed. The end of the "
            f"guest's log: {last_words(self.guest)}"
        )

    def touch(self, words: str) -> None:
        """Touch the button with these words on both, where they do not come to show the same."""
        self.guest.tap(*self.twin.press(words))

    def open_menu(self) -> None:
        """Hold the sign of the menu on both until its page is there."""
        at = self.twin.ask(do="sign")["at"]
        self.twin.ask(do="hold", at=at)
        self.guest.press(*at)
        self.until_alike()
        self.guest.lift()

    def steps_until(self, page: str, most: int = 60) -> int:
        """Step until a page is reached; return how many steps it took."""
        for count in range(most):
            if self.twin.ask(do="next")["on"] == page:
                return count
            self.step()
        raise SystemTestError(f"the page {page} was not reached in {most} steps")

    def kept(self) -> tuple[int, list[str]]:
        """Return the number of the game in the guest's journal, and its messages."""
        said = self.guest.ask("python3", "-c", READ_JOURNAL, STATE)
        if said.code:
            raise SystemTestError(f"the guest's journal cannot be read: {said.said}")
        return _journal(said.said)


def _journal(said: str) -> tuple[int, list[str]]:
    game, messages = json.loads(said)
    return int(game), list(messages)


def placed(messages: Iterable[str]) -> dict[tuple[int, int, int], str]:
    """Return messages of a game by their places.

    A place is the number of common messages before it, its seat, 0 for all, and its number for the
    seat since. Seats are programmed side by side, and pilots in another process: the order of two
    seats differs between machines, and means nothing.
    """
    found, since, common = dict[tuple[int, int, int], str](), Counter[int](), 0
    for message in messages:
        ((kind, fields),) = json.loads(message).items()
        seat = int(fields["seat"]) if kind in SIDE_BY_SIDE else 0
        if not seat:
            since, common = Counter(), common + 1
        since[seat] += 1
        found[common, seat, since[seat]] = message
    return found


def first_apart(found: list[str], expected: list[str]) -> str:
    """Return where the messages in a guest's journal first differ from its twin's, or ""."""
    ours, theirs = placed(found), placed(expected)
    apart = next(
        (place for place in sorted({*ours, *theirs}) if ours.get(place) != theirs.get(place)), None
    )
    if apart is None:
        return ""
    return f"found {ours.get(apart, 'nothing')}, expected {theirs.get(apart, 'nothing')}"


def _close_copy(journal: Path) -> None:
    """Mark a whole copy of a journal as one without a log, which its game would miss."""
    with closing(sqlite3.connect(journal, isolation_level=None)) as copy:
        tables.set_mark(copy, tables.mark(copy)._replace(is_open=False))


@contextmanager
def pair(
    bench: Bench,
    disk: Path,
    display: VirtualDisplay,
    devices: Sequence[str] = (),
    more: Sequence[str] = (),
) -> Iterator[Pair]:
    """Return a guest and its twin, both switched on and with the same first screen.

    Both are cut off at the end. The twin begins with what the guest's journal holds after its boot.
    `devices` are further words for QEMU, `more` for the twin's command line.
    """
    with bench.machine(disk, devices, started_with(PLAYED)) as guest:
        # The first step goes on by itself after a minute: both begin it at about the same time,
        # however long the boot takes.
        first_screen(bench, guest)
        both = Pair(bench, guest, display, more)
        try:
            both.until_alike(OFFERED)
            yield both
        finally:
            both.twin.close()
