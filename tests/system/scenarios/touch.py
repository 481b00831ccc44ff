"""A race set up, begun, programmed and played by touch alone, beside its twin."""

from __future__ import annotations

from typing import Final

from companion.ui.virtual_display import VirtualDisplay
from tests.system.bench import Bench, Findings
from tests.system.kiosk import shown
from tests.system.pair import Pair, first_apart, pair

NAME, TITLE = "touch", "a race is set up, programmed and played by touch"
CONFIRMED: Final = 4
"""Instructions that are carried out."""


def play(bench: Bench) -> Findings:
    """Play from the first screen into the race."""
    findings = bench.findings
    with VirtualDisplay() as display, pair(bench, bench.fresh_disk(), display) as both:
        findings.figure(
            "pixels that differ from the same game on the host",
            both.apart * 100,
            "%",
            "edges are drawn a little differently",
        )
        taps = _play(bench, both)
        felt, seconds = sorted(tap[1] for tap in taps), sorted(tap[2] for tap in taps)
        findings.figure("taps", len(taps))
        findings.figure("from a tap to the first change, the middle", felt[len(felt) // 2], "s")
        findings.figure(
            "from a tap to the whole picture, the middle", seconds[len(seconds) // 2], "s"
        )
        findings.figure("the longest", seconds[-1], "s", max(taps, key=lambda tap: tap[2])[0])
        findings.figure("taps that had to be made twice", both.repeated)
        apart = first_apart(both.kept()[1], both.twin.messages()[1])
        findings.check(
            not apart,
            f"the guest's journal keeps other messages than the same game on the host: {apart}",
        )
        findings.check(
            shown(both.guest, "NRestarts") == "0", "the service was started again meanwhile"
        )
        findings.tell(
            "After every tap the guest's whole picture was compared with the game on the "
            "host, which has the same seed: page, cards, map, words."
        )
    return findings


def _play(bench: Bench, both: Pair) -> list[tuple[str, float, float]]:
    """Play tap by tap, and keep pictures.

    Returns:
        The seconds to the first change and to the whole picture.
    """
    taps, done = list[tuple[str, float, float]](), 0
    while done < CONFIRMED:
        tap = both.step(whole=True)
        taps.append((tap[0], both.felt, tap[1]))
        done += tap[0].startswith("play:")
        if tap[0] == "program: a card" and "programmed" not in {
            path.stem for path in bench.findings.pictures
        }:
            bench.findings.keep(bench.picture(both.guest, "programmed"))
    bench.findings.keep(bench.picture(both.guest, "played"))
    return taps
