"""The table is heard: effects and speech of a race, through the guest's sound card into a file.

The card of the emulated machine writes what it plays into a file on the host. The service plays
under its own rules: the device filter, the filter of system calls, and espeak-ng as a child.
"""

from __future__ import annotations

import json
import math
import struct
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.system.bench import Bench, Findings
from tests.system.kiosk import STATE, first_screen, last_words, shown, started_with, wait_for
from tests.system.machine import Machine

NAME, TITLE = "sound", "effects and speech are heard through the sound card"
UNTIMED: Final = 4
"""About how many minutes it takes; it measures no time that matters, so it may run beside another
scenario."""
ORDER: Final = (
    "/opt/clockwork-derby/current/bin/python -I /opt/system-test/autoplay.py play "
    f"--state {STATE} --seats random,random,random --seed 4"
)
VOICE: Final = (
    "for i in $(seq 2000); do pgrep -u derby -x espeak-ng && exit 0; sleep 0.02; done; exit 1"
)
"""Waits for a voice, which lives for a moment only."""
CHOSEN: Final = {"language": "en", "speech": "instructions", "welcomed": True}
"""The content of the file of preferences; everything else is as it comes."""
HEADER: Final = 44
"""Bytes before the samples of the file, which is never closed: its header has no length."""
RATE, SIDES = 44_100, 2
WINDOW: Final = RATE // 10 * SIDES
"""Samples of a tenth of a second."""
QUIET: Final = 60
"""The root mean square of a window up to which it counts as silent; the loudest sample is
32,767."""
HEARD: Final = 5.0
"""Seconds of sound that must be heard at least."""


def play(bench: Bench) -> Findings:
    """Boot with a sound card, choose speech, and let three pilots race."""
    findings = bench.findings
    record = bench.folder / "heard.wav"
    record.unlink(missing_ok=True)
    card = (
        "-audiodev",
        f"wav,id=ear,path={record},out.frequency={RATE}",
        "-device",
        "intel-hda",
        "-device",
        "hda-output,audiodev=ear",
    )
    with bench.machine(more=card, words=started_with(ORDER)) as guest:
        first_screen(bench, guest)
        guest.ask("systemctl", "stop", "clockwork-derby")
        path = f"{STATE}/screen.json"
        guest.ask("sh", "-c", f"echo '{json.dumps(CHOSEN)}' >{path} && chown derby: {path}")
        guest.ask("systemctl", "start", "clockwork-derby")
        cards = guest.ask("cat", "/proc/asound/cards").said
        findings.check("HDA" in cards, f"the guest has no sound card: {cards}")
        wait_for(
            lambda: _turns(guest) >= 2,
            f"the second turn; the end of the log: {last_words(guest)}",
            1200,
            2,
        )
        spoke = guest.ask("sh", "-c", VOICE, limit=120)
        findings.check(not spoke.code, "no espeak-ng was seen as a process of the service's user")
        log = guest.ask("journalctl", "-b", "--no-pager", "-o", "cat", "-t", "clockwork-derby").said
        findings.check("heard" not in log, f"the log complains: {log[-800:]}")
        findings.check("ALSA" not in log, f"the log has lines of ALSA: {log[-800:]}")
        findings.check("Traceback" not in log, f"the app's log has a traceback: {log[-1500:]}")
        findings.check(shown(guest, "NRestarts") == "0", "the service was started again meanwhile")
    _judged(findings, record)
    return findings


def _turns(guest: Machine) -> int:
    said = guest.ask("cat", "/run/clockwork-derby/turns")
    return int(said.said or 0) if not said.code else 0


def _judged(findings: Findings, record: Path) -> None:
    """Check that the file has sound, and that nothing in it is cut off at the loudest sample."""
    levels, peak = levels_of(record.read_bytes()[HEADER:])
    heard = sum(level > QUIET for level in levels) / 10
    loudest = max(levels, default=0.0)
    findings.check(
        heard >= HEARD, f"{heard:.1f} s of sound in {len(levels) / 10:.0f} s; expected {HEARD}"
    )
    findings.check(peak < 32_767, "sounds are cut off at the loudest sample")
    findings.figure("sound heard in two turns of three pilots", heard, "s")
    findings.figure("loudest tenth of a second", 20 * math.log10(max(loudest, 1) / 32_768), "dBFS")


def levels_of(data: bytes) -> tuple[Sequence[float], int]:
    """Return the root mean square of each tenth of a second, and the largest sample."""
    samples = array("h")
    samples.frombytes(data[: len(data) // struct.calcsize("hh") * struct.calcsize("hh")])
    windows = (samples[at : at + WINDOW] for at in range(0, len(samples) - WINDOW + 1, WINDOW))
    levels = [math.sqrt(sum(one * one for one in window) / WINDOW) for window in windows]
    return levels, max(map(abs, samples), default=0)
