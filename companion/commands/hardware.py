"""Make all files that follow from the plan of the card reader, hardware/reader.toml.

It also checks them, prints the parts list and the power budget, and writes files for 3D printers
and for makers of circuit boards.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from itertools import takewhile
from pathlib import Path
from typing import Final

from companion import children
from companion.commands import Subparsers
from companion.commands._files import parse_file
from companion.commands._options import add_json
from companion.commands._progress import ProgressBar
from companion.commands._terminal import amount, complain, print_json, print_result
from companion.content.reader import plan_file
from companion.errors import DerbyError, FormatError, did_you_mean
from companion.folders import write_whole
from companion.formats.misread_error import one_of, quote_value
from companion.formats.reader_plan import SOURCE, ReaderPlan, parse_reader_plan
from companion.workshop.settings import MODEL, PrintedPart, model_files, printed_parts

NAME = "hardware"
DIFFERENT = 2
PRINTED, BOARDS = Path("dist/stl"), Path("dist")
"""The default folders of files for a 3D printer and for a maker of circuit boards."""
SEATS, BEFORE = 8, 20
"""Readers at a table; the number of characters shown before the first that differs."""
AGAIN = "; `clockwork-derby hardware make` writes it again"
TOOL: Final = "openscad"
AT_ONCE: Final = 2
LONGEST: Final = 600
"""Seconds after which a part is given up; the slowest takes half a minute on a Pi 4 [E]."""


def add(subparsers: Subparsers) -> None:
    """Add make, check, parts, power, stl and board."""
    parser = subparsers.add_parser(NAME, description=__doc__)
    deeds = parser.add_subparsers(
        metavar="make|check|parts|power|stl|board", dest="deed", required=True
    )
    make = deeds.add_parser(
        "make",
        help=(
            "write pins, table files, wiring diagrams, lists and measures that differ from the plan"
        ),
    )
    make.add_argument(
        "--out", dest="home", metavar="DIR", help="write into this folder instead of the checkout"
    )
    check = deeds.add_parser("check", help="check whether each made file agrees with the plan")
    check.add_argument(
        "--in", dest="home", metavar="DIR", help="check this folder instead of the checkout"
    )
    parts = deeds.add_parser("parts", help="print the bill of materials")
    parts.add_argument(
        "--header",
        action="store_true",
        help="list parts for one or two readers on the Raspberry Pi's header instead of USB",
    )
    power = deeds.add_parser("power", help="print the power consumption of readers on USB")
    for deed in (parts, power):
        deed.add_argument(
            "--seats",
            type=int,
            default=4,
            metavar="N",
            help=f"the number of readers, 1 to {SEATS} (on the header 1 or 2; default: 4)",
        )
    stl = deeds.add_parser("stl", help="write each printed part as an STL file")
    stl.add_argument(
        "-o",
        "--output",
        metavar="FOLDER",
        type=Path,
        default=PRINTED,
        help=f"the folder to write into (default: {PRINTED})",
    )
    stl.add_argument(
        "--only",
        metavar="PARTS",
        default="",
        help="only these parts, separated by commas, such as slot,cover-1",
    )
    board = deeds.add_parser(
        "board",
        help=(
            "write the array board as a zip of Gerber and drill files for makers of circuit boards"
        ),
    )
    board.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        default=BOARDS,
        help=f"the zip to write, or a folder for it (default: {BOARDS})",
    )
    add_json(
        make,
        "an object on a line for each file",
        "file",
        "agrees",
        more="agrees is false for a written file",
    )
    add_json(check, "an object on a line for each file", "file", "agrees", "error")
    add_json(
        parts,
        "an object on a line for each part",
        "part",
        "quantity",
        "cost",
        "mark",
        "use",
        "instead",
        more="cost in dollars for all of it",
    )
    add_json(
        power,
        "one object",
        "loads",
        "average",
        "peak",
        "hub",
        "left",
        "without_hub",
        more=(
            "currents are in milliamperes at 5 V; left is the hub's reserve; without_hub is the "
            "number of readers that a Pi can supply"
        ),
    )
    for deed in (make, check, parts, power, stl, board):
        deed.add_argument("--plan", metavar="FILE", help=f"another plan than {SOURCE}")


def run(args: argparse.Namespace) -> int:
    """Carry out the action; return 2 if a made file does not agree with the plan."""
    plan = parse_file(
        str(plan_file()) if args.plan is None else args.plan,
        "the plan of a card reader",
        lambda text, source: parse_reader_plan(text, SOURCE if args.plan is None else source),
    )
    if args.deed == "make":
        return _make(plan, _home(args.home, "--out"), args.json)
    if args.deed == "check":
        return _check_plan(plan, _home(args.home, "--in"), args.json)
    if args.deed == "stl":
        _write_parts(plan, args.output, args.only)
        return 0
    if args.deed == "board":
        return _board(plan, args.output)
    most = 2 if args.deed == "parts" and args.header else SEATS
    if not 1 <= args.seats <= most:
        raise DerbyError(f"--seats {args.seats}: found {args.seats} readers, expected 1 to {most}")
    if args.deed == "parts":
        _print_parts(plan, args.seats, args.header, args.json)
    else:
        _print_power(plan, args.seats, args.json)
    return 0


def _home(folder: str | None, option: str) -> Path:
    """Return the folder that holds firmware and hardware.

    Raises:
        DerbyError: It is not given, and there is no checkout.
    """
    if folder is not None:
        return Path(folder)
    home = plan_file().parents[1]
    if not (home / "firmware/card_reader/box.py").is_file():
        raise DerbyError(
            f"this folder is no checkout of the repository: name a folder with {option} DIR"
        )
    return home


def _board(plan: ReaderPlan, output: Path) -> int:
    """Write the array board and print what its maker must know."""
    from companion.commands._sheets import output_path, write_file
    from companion.workshop.array_board import (
        CLEARANCE,
        HEIGHT,
        NAME,
        THINNEST,
        VIA_HOLE,
        WIDTH,
        array_board,
        gerber_files,
        zipped,
    )

    content = zipped(gerber_files(array_board(plan)))
    path = write_file(
        output_path(output / f"{NAME}.zip" if not output.suffix else output, f"{NAME}.zip"), content
    )
    print(
        f"{path}: {WIDTH:g} × {HEIGHT:g} mm, 2 layers, holes from {VIA_HOLE:g} mm, copper "
        f"{THINNEST:g} mm wide and {CLEARANCE:g} mm apart at least"
    )
    return 0


# ---- Made files ----


def _make(plan: ReaderPlan, home: Path, as_json: bool) -> int:
    """Write what differs, each file whole."""
    from companion.workshop.made import made_files

    for path, content in made_files(plan).items():
        place = home / path
        agrees = place.is_file() and place.read_bytes() == content
        word = "agrees" if agrees else "rewritten" if place.is_file() else "written"
        if not agrees:
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(place, content.decode())
        print_result(as_json, {"file": path, "agrees": agrees}, f"{path}: {word}")
    return 0


def _check_plan(plan: ReaderPlan, home: Path, as_json: bool) -> int:
    """Print for each made file whether it agrees, or where it does not."""
    from companion.workshop.made import difference, made_files

    status = 0
    for path, content in made_files(plan).items():
        place, fault = home / path, None
        if not place.is_file():
            fault = FormatError(path, None, "no such file", "what follows from the plan")
        elif other := difference(path, place.read_bytes(), content):
            words = _lines_without_common(other.found, other.expected)
            fault = FormatError(path, other.line, *words)
        if fault is not None:
            status = DIFFERENT
        if as_json:
            error = None if fault is None else str(fault)
            print_json({"file": path, "agrees": fault is None, "error": error})
        elif fault is None:
            print(f"{path}: agrees")
        else:
            complain(f"{fault}{AGAIN}")
    return status


def _lines_without_common(found: str | None, expected: str | None) -> tuple[str, str]:
    """Return two lines without a long common beginning; "no more lines" for a missing one."""
    pairs = zip(found or "", expected or "", strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    skipped = alike - BEFORE if alike > 2 * BEFORE else 0
    first, second = (
        "no more lines" if text is None else quote_value("…" * bool(skipped) + text[skipped:])
        for text in (found, expected)
    )
    return first, second


# ---- Lists ----


def _print_parts(plan: ReaderPlan, seats: int, header: bool, as_json: bool) -> None:
    """Print the bill of materials, and for people its cost."""
    from companion.workshop.bill import bill, header_bill, total

    rows = header_bill(plan, seats) if header else bill(plan, seats)
    if not as_json:
        where = "on the Raspberry Pi's header" if header else "on USB"
        print(f"{amount(seats, 'reader')} {where}")
    for row in rows:
        part = row.part
        print_result(
            as_json,
            {
                "part": part.name,
                "quantity": row.quantity,
                "cost": round(row.cost, 2),
                "mark": part.mark,
                "use": part.use,
                "instead": part.instead,
            },
            f"{row.quantity:4} × {part.name}, ${row.cost:.2f} [{part.mark}]",
            f"       {part.use}; instead: {part.instead}",
        )
    if not as_json:
        print(f"about ${total(rows):.0f} in all, ± 50 %")


def _print_power(plan: ReaderPlan, seats: int, as_json: bool) -> None:
    """Print the power budget, and whether it suffices."""
    from companion.workshop.bill import budget, without_hub

    found, boards = budget(plan, seats), without_hub(plan)
    columns = (
        ("milliamperes at 5 V", "average", "peak"),
        *found.rows,
        ("together", found.average, found.peak),
    )
    print_result(
        as_json,
        {
            "loads": [
                {"load": name, "average": average, "peak": peak}
                for name, average, peak in found.rows
            ],
            "average": found.average,
            "peak": found.peak,
            "hub": plan.power.hub,
            "left": found.left,
            "without_hub": [
                {"board": board, "gives": limit, "readers": readers}
                for board, limit, readers in boards
            ],
        },
        *(f"{name:52}{average!s:>8}{peak!s:>8}" for name, average, peak in columns),
        f"a hub of {plan.power.hub} mA has {found.left} mA left at the peak",
        *(
            f"without a hub: {board} gives {limit} mA, "
            f"{'enough' if seats <= readers else f'enough for {readers} of {seats}'}"
            for board, limit, readers in boards
        ),
    )


# ---- Printed parts: openscad makes two at a time, each file whole or not at all ----


def _write_parts(plan: ReaderPlan, folder: Path, names: str) -> None:
    """Write the parts with these names, separated by commas, or all, and print each file.

    Raises:
        DerbyError: Says what prevents it.
    """
    from companion.commands._sheets import write_file

    wanted = [name.strip() for name in names.split(",") if name.strip()]
    known = {part.name: part for part in printed_parts(plan)}
    for name in wanted:
        if name not in known:
            raise DerbyError(
                f"--only: found {name!r}, expected some of "
                f"{', '.join(known)}{did_you_mean(name, known)}"
            )
    parts = tuple(part for part in known.values() if part.name in wanted or not wanted)
    tool = shutil.which(TOOL)
    if tool is None:
        raise DerbyError(
            f"{TOOL}, which makes the parts, is not there: install it with sudo apt install {TOOL}"
        )
    with (
        tempfile.TemporaryDirectory(prefix="clockwork-derby-") as scratch,
        ProgressBar(len(parts), "parts") as progress,
    ):
        home = Path(scratch)
        for name, text in model_files(plan, _model()).items():
            (home / name).write_text(text, "utf-8")
        for part in _render_parts(tool, home, parts):
            path = write_file(folder / f"{part.name}.stl", (home / f"{part.name}.stl").read_bytes())
            progress.step()
            print(
                f"{path}: {part.pieces} for a reader"
                if part.name != "gauge"
                else f"{path}: tries the slots of all readers"
            )


def _model() -> dict[str, str]:
    """Return the files of the model, which are beside the shipped plan.

    Raises:
        FormatError: They are not there.
    """
    folder = plan_file().parent / "reader"
    files = {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.scad"))}
    if MODEL not in files:
        raise FormatError(
            f"hardware/reader/{MODEL}",
            None,
            "no such file",
            f"it in {folder}: install clockwork-derby again",
        )
    return files


def _render_parts(tool: str, home: Path, parts: tuple[PrintedPart, ...]) -> Iterator[PrintedPart]:
    """Yield each part when its file is ready; a fault cancels the others."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        jobs: dict[Future[None], PrintedPart] = {
            pool.submit(_render, tool, home, part): part for part in parts
        }
        try:
            for job in as_completed(jobs):
                job.result()
                yield jobs[job]
        finally:
            for job in jobs:
                job.cancel()


def _render(tool: str, home: Path, part: PrintedPart) -> None:
    """Render one part.

    Raises:
        DerbyError: Quotes the tool's first complaint.
    """
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
            f"{target}: {TOOL} was not ready after {LONGEST // 60} minutes; try again when the "
            "machine is less busy"
        ) from None
    except OSError as fault:
        raise DerbyError(
            f"{tool} cannot be started ({fault.strerror}): install it again with sudo apt install "
            f"{TOOL}"
        ) from None
    said = done.stderr.splitlines()
    faults = [line for line in said if line.startswith(("ERROR", "WARNING"))]
    if faults or done.returncode or not (home / target).is_file():
        expected = (
            "expected a closed body; look at the measures in the plan, "
            f"{one_of(('[body]', '[slots]', '[card]'))}"
        )
        raise DerbyError(
            f"{target}: found “{(faults or said or ['nothing'])[0]}” from {TOOL}, {expected}"
        )
