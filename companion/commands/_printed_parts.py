"""How `hardware stl` has openscad make the printed parts: two at a time, each file whole or not at all."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Final

from companion import children
from companion.commands._progress import Progress
from companion.commands._sheets import written
from companion.content.reader import plan_file
from companion.errors import DerbyError, FormatFault, did_you_mean
from companion.formats.misread import one_of
from companion.formats.reader_plan import ReaderPlan
from companion.workshop.printed import MODEL, PrintedPart, model_files, printed_parts

TOOL: Final = "openscad"
AT_ONCE: Final = 2
LONGEST: Final = 600
"""Seconds after which a part is given up; the slowest takes half a minute on a Raspberry Pi 4 [E]."""


def write_parts(plan: ReaderPlan, folder: Path, names: str) -> None:
    """Write the parts with these names, separated by commas, or all, and name each file; DerbyError for what hinders that."""
    parts = _parts_named(plan, names)
    tool = shutil.which(TOOL)
    if tool is None:
        raise DerbyError(
            f"{TOOL}, which makes the parts, is not there: install it with sudo apt install {TOOL}"
        )
    with (
        tempfile.TemporaryDirectory(prefix="clockwork-derby-") as scratch,
        Progress(len(parts), "parts") as progress,
    ):
        home = Path(scratch)
        for name, text in model_files(plan, _shipped()).items():
            (home / name).write_text(text, "utf-8")
        for part in _made(tool, home, parts):
            path = written(folder / f"{part.name}.stl", (home / f"{part.name}.stl").read_bytes())
            progress.step()
            print(
                f"{path}: {part.pieces} for a reader"
                if part.name != "gauge"
                else f"{path}: tries the slots of all readers"
            )


def _parts_named(plan: ReaderPlan, names: str) -> tuple[PrintedPart, ...]:
    parts = printed_parts(plan)
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    known = {part.name: part for part in parts}
    for name in wanted:
        if name not in known:
            raise DerbyError(
                f"--only: found {name!r}, expected some of {', '.join(known)}{did_you_mean(name, known)}"
            )
    return tuple(part for part in parts if part.name in wanted or not wanted)


def _shipped() -> dict[str, str]:
    """Return the files of the model, which lie beside the shipped plan; FormatFault where they do not."""
    folder = plan_file().parent / "reader"
    files = {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.scad"))}
    if MODEL not in files:
        raise FormatFault(
            f"hardware/reader/{MODEL}",
            None,
            "no such file",
            f"it in {folder}: install clockwork-derby again",
        )
    return files


def _made(tool: str, home: Path, parts: tuple[PrintedPart, ...]) -> Iterator[PrintedPart]:
    """Yield each part when its file is there, in the order in which they are finished; a fault ends the others."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        jobs: dict[Future[None], PrintedPart] = {
            pool.submit(_make, tool, home, part): part for part in parts
        }
        try:
            for job in as_completed(jobs):
                job.result()
                yield jobs[job]
        finally:
            for job in jobs:
                job.cancel()


def _make(tool: str, home: Path, part: PrintedPart) -> None:
    """Have one part made; DerbyError with the tool's own first complaint."""
    target = f"{part.name}.stl"
    try:
        done = children.run(
            [tool, *part.words(target)],
            cwd=home,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        raise DerbyError(
            f"{target}: {TOOL} was not ready after {LONGEST // 60} minutes; try again when the machine is less busy"
        ) from None
    except OSError as fault:
        raise DerbyError(
            f"{tool} cannot be started ({fault.strerror}): install it again with sudo apt install {TOOL}"
        ) from None
    said = done.stderr.splitlines()
    faults = [line for line in said if line.startswith(("ERROR", "WARNING"))]
    if faults or done.returncode or not (home / target).is_file():
        expected = f"expected a closed body; look at the measures in the plan, {one_of(('[body]', '[slots]', '[card]'))}"
        raise DerbyError(
            f"{target}: found “{(faults or said or ['nothing'])[0]}” from {TOOL}, {expected}"
        )
