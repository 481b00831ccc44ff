"""A reader on the header, played through gpiozero and lgpio in the real service.

The kernel's simulated lines and an SPI device like an MCP3008 stand in for the hardware.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from companion.engine.cards import DECK
from companion.games.programmed.deck import CODE_OF_CARD
from tests.system.bench import Bench, Findings
from tests.system.header import PYTHON, UNIT, Header, header, must, sticks
from tests.system.kiosk import PATIENCE, SERVICE, STATE, last_words, shown, started_with, wait_for
from tests.system.machine import Machine
from tests.system.stick import Stick
from tests.system.words import SystemTestError
from tests.system.workshop import products

NAME, TITLE = "gpio", "a reader on the header, over simulated lines and a simulated SPI device"
# Not UNTIMED: while a sample is on its way lgpio holds Python's lock, and a device in user space,
# under emulation, is far slower than a wire. Beside two other guests the screen was once so late
# that its watchdog ended it.
ORDER: Final = (
    f"{PYTHON} -I -X faulthandler /opt/system-test/pressing.py play --state {STATE} --seed 4 "
    f"--seats person --table gpio:one-player-leds"
)
RUN: Final = "/run/clockwork-derby"
PULL: Final = 17
"""The line of the switch that closes when the handle is pulled."""
TURNS: Final = tuple(CODE_OF_CARD[card] for card in DECK if card.move in ("left", "right"))
"""The codes of cards that keep a clank where it is."""
SLOTS: Final = (1, 2, 3, 4, 5)
READER: Final = "1 card reader on the header"
"""The words of the table's sign while the reader answers."""
SHOW: Final = "Show my cards"
PULLED: Final = re.compile("Pull").match
"""Whether a button says so; it also shows what that means."""
DRAWN: Final = 2.0
"""Seconds until a known change is drawn, too."""
WANTING: Final = 4.0
"""Seconds until the program that wants a line has started."""
TAPPED: Final = 20
"""Seconds after which a tap without effect is repeated."""


def prepare(repository: Path, scratch: Path) -> None:
    """Build what can be built; if it cannot be, the scenario says why."""
    with suppress(SystemTestError):
        products(repository, scratch)


def play(bench: Bench) -> Findings:
    """Play two turns of a race; the reader fails in the middle of the second one."""
    findings = bench.findings
    try:
        made = products(bench.repository, bench.image.disk.parents[1])
    except SystemTestError as fault:
        findings.tell(f"GPIO over simulated lines: could not be built: {fault}")
        return findings
    stick = sticks(made, bench.folder / "stick.img")
    with bench.machine(more=stick.words(), words=started_with(ORDER, UNIT)) as guest:
        guest.ask("true")
        try:
            _raced(bench, guest, stick)
        except SystemTestError as fault:
            findings.fail(
                f"{fault}; the screen says {_shown(guest)}; the log ends: {last_words(guest)}"
            )
            findings.keep(bench.picture(guest, "gpio-failed"))
        log = guest.ask("journalctl", "-b", "--no-pager", "-o", "cat", "-t", "clockwork-derby").said
        findings.check("Traceback" not in log, f"the app's log has a traceback: {log[-1500:]}")
        findings.check(
            shown(guest, "NRestarts") == "0",
            f"the service was started again {shown(guest, 'NRestarts')} times",
        )
    return findings


def _raced(bench: Bench, guest: Machine, stick: Stick) -> None:
    """Play all of it, once the guest has booted."""
    there = header(guest, stick)
    must(guest, "systemctl", "start", "--no-block", SERVICE)
    wait_for(
        lambda: not guest.ask("sh", "-c", f"cd {RUN} && touch hold-deal seated").code,
        "the service to begin",
    )
    _doctor(bench.findings, guest)
    # Frequent requests would take much of the guest's time.
    wait_for(lambda: _shown(guest)["page"] == "program", "the first turn to be programmed", pause=2)
    _touch(guest, "hold")
    _read(bench, guest, there)
    _lights(bench, guest, there)
    _pulled(bench, guest, there)
    _dealt(bench, guest, there)
    _failed(bench, guest, there)
    state = there.state()
    bench.findings.figure("samples that the simulated MCP3008 was asked for", state["conversions"])
    bench.findings.check(
        state["lit"] == 1,
        f"{state['lit']} sensor lights burned at once; expected never more than one",
    )
    bench.findings.check(
        not state["strange"],
        f"the SPI device was sent {state['strange']}, which no MCP3008 understands",
    )


def _doctor(findings: Findings, guest: Machine) -> None:
    """Check the doctor's findings, as the user who plays."""
    said = guest.ask(
        "runuser",
        "-u",
        "derby",
        "--",
        "clockwork-derby",
        "doctor",
        "--state",
        STATE,
        "gpio",
        "permissions",
        limit=120,
    )
    findings.check(
        said.code == 0 and "can be wired to the header of this Raspberry Pi" in said.said,
        f"the doctor says of the header: {said.said.strip()}",
    )
    findings.tell(f"The doctor: {'; '.join(said.said.strip().splitlines())}")


def _read(bench: Bench, guest: Machine, there: Header) -> None:
    """Read cards, and notice that one was taken out."""
    findings = bench.findings
    wait_for(
        lambda: _shown(guest)["readers"].get("1") == ["reader", True, False, ""],
        "a turn that waits for the reader on the header",
    )
    findings.check(_cards(guest) == [None] * 5, f"empty slots are read as {_cards(guest)}")
    wait_for(lambda: there.state()["lamps"] == ["dark"] * 5, "all lock lights to be dark")
    there.do(*(f"insert {slot} {TURNS[slot]}" for slot in SLOTS))
    took = wait_for(
        lambda: _cards(guest) == [TURNS[slot] for slot in SLOTS], "five cards to be read", pause=0.1
    )
    findings.figure("from putting in five cards to all of them being read", took, "s")
    there.do("take 3")
    took = wait_for(lambda: _cards(guest)[2] is None, "the empty slot to be seen", pause=0.1)
    findings.figure("from taking one out to its slot being read as empty", took, "s")
    there.do(f"insert 3 {TURNS[3]}")
    wait_for(lambda: _cards(guest)[2] == TURNS[3], "the card to be read again")
    findings.tell(
        "Five cards were read through gpiozero, lgpio and the kernel's interfaces for "
        "lines and SPI, by the service as it is installed."
    )


def _lights(bench: Bench, guest: Machine, there: Header) -> None:
    """Test the lights by touch on the page of the table test."""
    _tap(guest, lambda word: word == READER, lambda: _shown(guest)["page"] == "table")
    _tap(
        guest, lambda word: word.startswith("1  "), lambda: "All lights" in _shown(guest)["places"]
    )
    _tap(guest, lambda word: word == "All lights", lambda: there.state()["lamps"] == ["lit"] * 5)
    bench.findings.keep(_drawn(bench, guest, "gpio-table-test"))
    _tap(guest, lambda word: word == "All readers", lambda: there.state()["lamps"] == ["dark"] * 5)
    _tap(guest, lambda word: word == "Back", lambda: _shown(guest)["page"] == "program")
    bench.findings.tell(
        "All lights, on the page of the table test: the five lines of the lock lights are "
        "high, and low again when the page is left."
    )


def _pulled(bench: Bench, guest: Machine, there: Header) -> None:
    """Commit by the handle."""
    there.do(f"close {PULL}")
    took = wait_for(
        lambda: _shown(guest)["page"] == "play", "the pulled handle to commit", pause=0.1
    )
    there.do(f"open {PULL}")
    bench.findings.figure("from pulling the handle to the first move", took, "s")


def _dealt(bench: Bench, guest: Machine, there: Header) -> None:
    """Blink the slots with cards before the next deal until they are empty."""
    guest.ask("rm", f"{RUN}/hold")
    wait_for(lambda: _shown(guest)["page"] == "deal", "the next deal", pause=1)
    _touch(guest, "hold")
    wait_for(lambda: there.state()["lamps"] == ["blinks"] * 5, "all lock lights to blink")
    there.do("take 1", "take 2")
    wait_for(
        lambda: there.state()["lamps"] == ["dark"] * 2 + ["blinks"] * 3,
        "the lock lights of two slots to stop blinking",
    )
    bench.findings.keep(_drawn(bench, guest, "gpio-deal"))
    there.do("take 3", "take 4", "take 5")
    wait_for(
        lambda: _shown(guest)["page"] == "program" and _shown(guest)["turn"] == 2,
        "the next turn to be programmed",
    )
    wait_for(lambda: there.state()["lamps"] == ["dark"] * 5, "all lock lights to be dark")
    bench.findings.tell(
        "Before the deal of turn 2 the lines of the lock lights blink, and each goes dark "
        "when its card is taken out; then the race goes on."
    )


def _failed(bench: Bench, guest: Machine, there: Header) -> None:
    """Let SPI fail and another program take a line.

    The turn is played by touch, and the reader is used again when the line is free.
    """
    findings = bench.findings
    there.do(*(f"insert {slot} {TURNS[slot + 5]}" for slot in SLOTS))
    wait_for(
        lambda: _cards(guest) == [TURNS[slot + 5] for slot in SLOTS], "five other cards to be read"
    )
    with there.wanted(PULL):
        # The other program is first: the game tries to take all lines again three seconds after the
        # failure.
        time.sleep(WANTING)
        there.do("spi off")
        took = wait_for(lambda: _played_here(guest), "the seat to be played on the screen")
        findings.figure("from SPI failing to the seat being played on the screen", took, "s")
        findings.tell(f"SPI fails: {_troubles(guest)}")
        wait_for(there.is_held, f"somebody else to hold GPIO{PULL}")
        there.do("spi on")
        wait_for(
            lambda: f"GPIO{PULL} " in _troubles(guest), "the screen to say that the line is held"
        )
        findings.check(
            "Another application uses GPIO" in _troubles(guest),
            f"of a line that is held the screen says: {_troubles(guest)}",
        )
        findings.tell(f"Another process has taken a line meanwhile: {_troubles(guest)}")
        _by_touch(bench, guest)
    took = wait_for(
        lambda: _shown(guest)["sign"] == READER and not _troubles(guest),
        "the reader to be used again",
    )
    findings.figure("from letting go of the line to the reader being used", took, "s")
    wait_for(
        lambda: _cards(guest) == [TURNS[slot + 5] for slot in SLOTS],
        "the cards in it to be read again",
    )


def _by_touch(bench: Bench, guest: Machine) -> None:
    """Commit the turn on the screen that was programmed at the reader."""
    sign = _shown(guest)["sign"]
    _tap(guest, lambda word: word == sign, lambda: _shown(guest)["page"] == "table")
    bench.findings.keep(_drawn(bench, guest, "gpio-line-held"))
    who = next(word for word in _shown(guest)["places"] if word.startswith("1  ")).removeprefix(
        "1  "
    )
    _tap(guest, lambda word: word == "Back", lambda: _shown(guest)["page"] == "program")
    _tap(guest, lambda word: word == who, lambda: SHOW in _shown(guest)["places"])
    _tap(guest, lambda word: word == SHOW, lambda: any(map(PULLED, _shown(guest)["places"])))
    _tap(guest, PULLED, lambda: _shown(guest)["page"] == "play")
    bench.findings.tell(
        "Meanwhile the turn was committed by touch, with the cards that had been read before."
    )


# ---- The screen ----------------------------------------------------------------------------------


def _tap(guest: Machine, is_it: Callable[[str], object], asked: Callable[[], bool]) -> None:
    """Touch a matching button until something is so, at most every TAPPED seconds."""
    end, again = time.monotonic() + PATIENCE, 0.0
    while time.monotonic() < end:
        # The page may be a little older than the question.
        at = next((at for word, at in _shown(guest)["places"].items() if is_it(word)), None)
        if at is not None and time.monotonic() > again:
            guest.tap(*at)
            again = time.monotonic() + TAPPED
        if asked():
            return
        time.sleep(0.3)
    raise SystemTestError(
        f"touched again and again, in vain; what can be touched is {list(_shown(guest)['places'])}"
    )


def _drawn(bench: Bench, guest: Machine, name: str) -> Path:
    """Return a picture once the screen is up to date."""
    time.sleep(DRAWN)
    return bench.picture(guest, name)


def _touch(guest: Machine, name: str) -> None:
    """Make a file for the program that presses the buttons."""
    must(guest, "touch", f"{RUN}/{name}")


def _shown(guest: Machine) -> dict[str, Any]:
    """Return what the screen shows."""
    said = guest.ask("cat", f"{RUN}/shown")
    empty = {
        "page": "",
        "title": "",
        "hint": "",
        "sign": "",
        "turn": 0,
        "readers": {},
        "cards": {},
        "troubles": [],
        "places": {},
    }
    return json.loads(said.said) if not said.code else empty


def _cards(guest: Machine) -> list[int | None]:
    """Return the codes that the reader shows; none while it is not used."""
    found: list[int | None] = _shown(guest)["cards"].get("1", [])
    return found or [-1] * 5


def _troubles(guest: Machine) -> str:
    """Return the troubles of the table."""
    return " ".join(_shown(guest)["troubles"])


def _played_here(guest: Machine) -> bool:
    """Return whether the seat with the silent reader is programmed on the screen."""
    kind, _, _, lost = _shown(guest)["readers"].get("1", ["reader", False, False, ""])
    return kind != "reader" and bool(lost)
