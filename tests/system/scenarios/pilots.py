"""Pilots of every strength race on the appliance, in their worker under the service's own rules.

A person beside them plays what hints say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from tests.system.bench import Bench, Findings
from tests.system.kiosk import (
    COMMAND,
    PLAYER,
    STATE,
    first_screen,
    is_active,
    last_words,
    shown,
    started_with,
    wait_for,
)
from tests.system.machine import Machine

NAME, TITLE = "pilots", "seven pilots of every strength race, and think; hints come"
UNTIMED: Final = 10
"""About how many minutes it takes; it measures no time that matters, so it may run beside another
scenario."""
SEATS: Final = ("person", "champion", "racer", "steady", "novice", "even", "random", "champion")
TURNS: Final = 2
PATIENCE: Final = 1800
"""Seconds for a turn of eight pieces, of which every step is drawn by an emulated machine under
load."""
ORDER: Final = (
    "/opt/clockwork-derby/current/bin/python -I /opt/system-test/autoplay.py play "
    f"--state {STATE} --seats {','.join(SEATS)} --seed 4"
)
WELL: Final = "Pilots: The app's log shows no faults of pilots."


class Answer(NamedTuple):
    """The outcome of a question to a pilot."""

    pilot: str
    seat: int
    turn: int
    seconds: float
    instead: str
    chosen: bool


def play(bench: Bench) -> Findings:
    """Boot once; the buttons press themselves."""
    findings = bench.findings
    with bench.machine(words=started_with(ORDER)) as guest:
        first_screen(bench, guest)
        wait_for(lambda: is_active(guest), "the service to be active")
        for turn in range(1, TURNS + 1):
            wait_for(
                partial(lambda turn: len(_of(guest, turn)) >= len(SEATS), turn),
                f"all answers of turn {turn}; the end of the log: {last_words(guest)}",
                PATIENCE,
                2,
            )
            findings.keep(bench.picture(guest, f"pilots-{turn}"))
            _judged(findings, turn, _of(guest, turn))
        _worker(findings, guest)
        findings.check(shown(guest, "NRestarts") == "0", "the service was started again meanwhile")
    return findings


def _of(guest: Machine, turn: int) -> list[Answer]:
    """Return what pilots have answered in a turn, in the order of the seats; each once."""
    said = guest.ask("cat", "/run/clockwork-derby/thoughts")
    found = (Answer(**json.loads(line)) for line in said.said.splitlines()) if not said.code else ()
    return sorted(
        {answer.seat: answer for answer in found if answer.turn == turn}.values(),
        key=lambda answer: answer.seat,
    )


def _judged(findings: Findings, turn: int, answers: list[Answer]) -> None:
    """Check that every choice is that of the pilot that was asked; the hint is Steady's."""
    wanted = ["steady", *SEATS[1:]]
    findings.check(
        [answer.pilot for answer in answers] == wanted,
        f"in turn {turn} {[answer.pilot for answer in answers]} were asked; expected {wanted}",
    )
    findings.tell(f"Turn {turn}: {', '.join(_summaries(answers))}.")
    for answer in answers:
        findings.check(
            answer.chosen and not answer.instead,
            (
                f"in turn {turn} {answer.pilot} of seat {answer.seat} did not answer within "
                f"{answer.seconds} s: {answer.instead or 'nobody'} chose in its place"
            ),
        )


def _summaries(answers: list[Answer]) -> Iterator[str]:
    for answer in answers:
        yield (
            f"{'a hint' if SEATS[answer.seat - 1] == 'person' else answer.pilot} after "
            f"{answer.seconds:.1f} s"
        )


def _worker(findings: Findings, guest: Machine) -> None:
    """Check that one worker runs, as a child of the game, without complaints in log and record."""
    found = guest.ask(
        "pgrep", "-u", "derby", "-P", shown(guest, "MainPID"), "-f", "companion.app.worker"
    ).said.split()
    findings.check(
        len(found) == 1, f"{len(found)} workers run as the game's own processes; expected one"
    )
    log = guest.ask("journalctl", "-b", "--no-pager", "-o", "cat", "-t", "clockwork-derby").said
    findings.check("worker" not in log, f"the log speaks of the worker: {log[-800:]}")
    said = guest.ask(*PLAYER, COMMAND, "doctor", "--state", STATE, limit=120).said
    findings.check(
        WELL in " ".join(said.split()), f"the doctor does not say that pilots are well: {said}"
    )
    findings.tell(
        f"Seven pilots were asked {TURNS * (len(SEATS) - 1)} times, and the person's "
        f"hints came; one worker runs, and the doctor says: {WELL}"
    )
