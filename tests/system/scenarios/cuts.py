"""The power is cut in mid-register, again and again, and the race goes on.

Some cuts hit the game on the screen. For most of them the guest starts with `simulate --db` instead
of systemd and the screen, which takes a quarter of the time: the same event loop, record, journal,
file system and disk, the same race throughout, played by pilots.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from random import Random
from typing import Final

from companion.ui.virtual_display import VirtualDisplay
from tests.fault_injection import PlannedGame
from tests.system.bench import Bench, Findings
from tests.system.kiosk import STATE, difference
from tests.system.machine import Machine
from tests.system.pair import ALIKE, Pair, pair, placed
from tests.system.words import SystemTestError, say

NAME, TITLE = "cuts", "the power is cut in mid-register, again and again"
UNTIMED: Final = 12
"""About how many minutes it takes; it measures no time, so it may run beside another scenario."""
ON_SCREEN, BELOW = 2, 18
"""Cuts of the game on the screen, and of the game without one."""
SOON: Final = 40
"""The most steps that are awaited before a cut."""
GAME: Final = PlannedGame(
    (
        "--seats",
        "8",
        "--board",
        "going-train",
        "--seed",
        "11",
        "--rules",
        "lives=inf",
        "--turns",
        "60",
    )
)
MOST_STOPPED: Final = 3
"""The number of times that a guest's kernel may stop by itself before that counts as a failure."""


def play(bench: Bench) -> Findings:
    """Cut again and again on one disk; then resume once more."""
    findings, disk = bench.findings, bench.fresh_disk()
    began = time.monotonic()
    lost = _on_screen(bench, disk)
    findings.figure(
        "cuts of the game on the screen",
        ON_SCREEN,
        "",
        f"each about {(time.monotonic() - began) / (ON_SCREEN + 1):.0f} s",
    )
    began = time.monotonic()
    more = _below(bench, disk)
    findings.figure(
        "cuts of the game without a screen (simulate --db)",
        BELOW,
        "",
        f"each about {(time.monotonic() - began) / BELOW:.0f} s",
    )
    findings.figure("steps that were shown, or said to be kept, and were lost", lost + more)
    findings.check(not lost + more, f"{lost + more} steps were lost; expected none")
    return findings


# ---- The game on the screen ----------------------------------------------------------------------


def _on_screen(bench: Bench, disk: Path) -> int:
    """Cut the power when a step's effect is seen, or a moment after the next tap.

    Returns:
        How many messages were lost.
    """
    rng, lost, seen = Random(6), 0, list[str]()
    with VirtualDisplay() as display:
        for number in range(ON_SCREEN + 1):
            with pair(bench, disk, display) as both:
                began = both.kept()
                if number:
                    lost += _compared(bench.findings, began[1], seen, number)
                    bench.findings.check(
                        both.twin.ask(do="next")["words"] == "Go on",
                        f"after cut {number} it is not offered to go on",
                    )
                if number in (1, ON_SCREEN):
                    bench.findings.keep(bench.picture(both.guest, f"offer-{number}"))
                seen = _played_on(both, rng.randrange(1, 4), began)
                say(f"  cut {number + 1} on the screen, after {len(seen)} messages")
                if number % 2:
                    both.guest.tap(*both.twin.ask(do="next")["at"])
                    time.sleep(rng.random() / 2)
    bench.findings.tell(f"After cut {ON_SCREEN} the race went on as on the host, tap by tap.")
    return lost


def _played_on(both: Pair, steps: int, began: tuple[int, list[str]]) -> list[str]:
    """Play into a register, and some visible steps further; return all messages that must be kept.

    These are those with which it `began`, behind the number of its game, and those that its twin
    has kept since: before them the twin's own journal says once more that the game was resumed.
    """
    _, before = both.twin.messages()
    both.steps_until("play")
    done = 0
    while done < steps:
        earlier = both.twin.picture().rename(both.bench.folder / "twin-before.png")
        both.step()
        done += difference(earlier, both.twin.picture()) > ALIKE
    game, now = both.twin.messages()
    return [*began[1], *now[len(before) :]] if game == began[0] else now


def _compared(findings: Findings, kept: list[str], seen: list[str], number: int) -> int:
    """Return how many of the messages that were seen are not kept."""
    there = placed(kept)
    lost = sum(
        _bare(there.get(place, "")) != _bare(message) for place, message in placed(seen).items()
    )
    findings.check(
        not lost,
        (
            f"after cut {number} the journal has {len(kept)} messages, and {lost} of the "
            f"{len(seen)} that were seen are not among them"
        ),
    )
    return lost


def _bare(message: str) -> str:
    """Return a message without what each machine counts by itself.

    That is the time that has passed, and steps, of which the twin made more to resume the game.
    """
    return re.sub(r'"step":\d+', "", message.partition('"since"')[0])


# ---- The game without one ------------------------------------------------------------------------


def _below(bench: Bench, disk: Path) -> int:
    """Cut `simulate` at any moment and restart it, BELOW times; return how many steps were lost.

    Then the screen offers that race.
    """
    undisturbed = bench.folder / "undisturbed.db"
    undisturbed.unlink(missing_ok=True)
    known = dict(GAME.run(undisturbed).steps)
    rng, last, lost, said = Random(11), -1, 0, 0
    cuts = stopped = 0
    while cuts < BELOW:
        words = f"init=/opt/system-test/writer.py -- {' '.join(GAME.words)}"
        with bench.machine(disk, words=words) as guest:
            try:
                first, reached, count = _steps(guest, known, rng)
            except SystemTestError:
                # Under emulation a kernel may stop by itself, which is one more cut of the power.
                stopped += 1
                if not guest.has_panicked or stopped > MOST_STOPPED:
                    raise
                bench.findings.tell("The guest's own kernel stopped; it was switched on again.")
                continue
            lost += max(0, last - first + 1)
            bench.findings.check(
                first > last,
                f"cut {cuts}: step {last} was said to be kept, and step {first} is played again",
            )
            last, said = reached, said + count
            cuts += 1
            say(f"  cut {cuts} below it, after step {last}")
    bench.findings.figure("steps that it said to have kept, all the same as undisturbed", said)
    with bench.machine(disk) as guest:
        _goes_on(bench, guest, last)
    return lost


def _steps(guest: Machine, known: dict[int, str], rng: Random) -> tuple[int, int, int]:
    """Return the first and the last step that it prints, and how many; then cut the power.

    Raises:
        SystemTestError: A step is another one.
    """
    numbers = list[int]()
    for _ in range(rng.randrange(1, SOON)):
        word, *rest = guest.line(120).split()
        if word != "step" or known.get(int(rest[0])) != rest[1]:
            raise SystemTestError(
                f"instead of a step of the undisturbed game it says: {word} {' '.join(rest)}"
            )
        numbers.append(int(rest[0]))
    time.sleep(rng.choice((0, rng.random() * 0.1)))
    return numbers[0], numbers[-1], len(numbers)


def _goes_on(bench: Bench, guest: Machine, last: int) -> None:
    """Check that the journal of that race is whole, and replays the same."""
    listed = guest.ask(
        "runuser",
        "-u",
        "derby",
        "--",
        "clockwork-derby",
        "games",
        "list",
        "--state",
        STATE,
        limit=120,
    ).said
    number = next(word for word in listed.splitlines()[1].split() if word.isdigit())
    said = guest.ask(
        "runuser",
        "-u",
        "derby",
        "--",
        "clockwork-derby",
        "games",
        "replay",
        number,
        "--state",
        STATE,
        limit=240,
    )
    bench.findings.check(
        said.code == 0, f"replaying game {number} after the last cut says: {said.said.strip()}"
    )
    bench.findings.tell(f"After the last cut, at step {last}: {said.said.strip()}")
