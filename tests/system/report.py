"""The report of a run, as text with the date, and a few small pictures beside it."""

from __future__ import annotations

import os
import platform
import textwrap
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image as Picture

from tests.system.bench import Figure, Findings
from tests.system.words import SystemTestError, run

WIDTH: Final = 110
SMALL: Final = (400, 240)
NOT_COVERED: Final = (
    "A guest in QEMU shows none of these: the Raspberry Pi's firmware and its overlays, its "
    "graphics chip, the panel and its touch controller (the "
    "guest's display is virtio-gpu, and a tap is one of virtio-tablet), real header pins (where "
    "readers hang "
    "on them, lines and SPI are simulated, without voltages and time), the kernel's own driver of "
    "SPI, I2C, real readers, SD cards, the packages of "
    "Raspberry Pi OS, undervoltage and heat, and real speed: everything here is software "
    "emulation on the machine named "
    "above. A power cut takes the guest's memory with it, and nothing else: disks that report a "
    "flush and "
    "forget it, torn sectors and worn cards are not modelled. The guest is Debian 13 for amd64."
)


class Played(NamedTuple):
    """A scenario that was played."""

    name: str
    title: str
    findings: Findings
    seconds: float
    """The seconds that it took."""
    at: str
    """The time of its end, in UTC."""


def write_report(
    path: Path,
    repository: Path,
    times: tuple[float, float],
    played: Sequence[Played],
    earlier: Collection[str] = (),
) -> None:
    """Write the report, and its pictures into `pictures` beside it, in place of earlier ones.

    `times` are the seconds for making the guest, and for playing; `earlier` names the scenarios
    that an earlier run has played.
    """
    lines = [*_head(repository, *times, earlier), "", *_results(played)]
    for one in played:
        lines += ["", *_chapter(one)]
    lines += ["", "What a guest cannot show", "-" * 24, *_wrapped(NOT_COVERED)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    _keep_pictures(
        path.with_name("pictures"), [picture for one in played for picture in one.findings.pictures]
    )


def _head(
    repository: Path, building: float, playing: float, earlier: Collection[str]
) -> Iterator[str]:
    yield "System test of Clockwork Derby"
    yield "=" * 30
    yield f"date        {now()} UTC"
    yield f"version     {_version(repository)}"
    yield (
        f"machine     {os.cpu_count()} cores, {platform.machine()}, software emulation by "
        f"{run('qemu-system-x86_64', '--version').splitlines()[0]}"
    )
    yield f"image       {building:.0f} s"
    yield f"scenarios   {playing / 60:.1f} minutes"
    if earlier:
        yield (
            f"            {' '.join(earlier)}: from earlier runs of the same files, at the "
            f"times below"
        )


def now() -> str:
    """Return the date and the time in UTC, to the minute."""
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime())


def _version(repository: Path) -> str:
    """Return the commit, and whether something in it was changed."""
    try:
        commit = run("git", "-C", str(repository), "log", "-1", "--format=%h of %cs").strip()
        changed = run(
            "git", "-C", str(repository), "status", "--porcelain", "--untracked-files=no"
        ).strip()
    except SystemTestError:
        return "unknown"
    return commit + (", with changes that are not committed" if changed else "")


def _results(played: Sequence[Played]) -> Iterator[str]:
    """Yield a line for each scenario."""
    for one in played:
        count = len(one.findings.failures)
        yield (
            f"{'failed' if count else 'passed':8}{one.name:12}{one.at}{one.seconds:6.0f} s  "
            f"{one.title}"
        )


def _chapter(one: Played) -> Iterator[str]:
    yield f"{one.name}: {one.title}"
    yield "-" * (len(one.name) + 2 + len(one.title))
    yield from map(_line, one.findings.figures)
    for sentence in one.findings.sentences:
        yield from _wrapped(sentence, "- ")
    for sentence in one.findings.failures:
        yield from _wrapped(sentence, "FAILED: ")


def _line(figure: Figure) -> str:
    value = (
        figure.value if isinstance(figure.value, str) else f"{figure.value:.1f}".removesuffix(".0")
    )
    return f"{figure.words:52}{value:>8} {figure.unit:5}{figure.remark}".rstrip()


def _wrapped(text: str, mark: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark), break_on_hyphens=False
    )


def _keep_pictures(folder: Path, pictures: Iterable[Path]) -> None:
    """Write small copies of the pictures, and delete those of an earlier run."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    for path in pictures:
        with Picture.open(path) as picture:
            picture.convert("RGB").resize(SMALL).quantize(64).save(
                folder / path.name, optimize=True
            )
