"""Measure the speed of the engine, games, readers, phones and the screen on this machine.

The figures are saved in bench.jsonl in the state folder and compared with the previous run.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.bench import (
    MEASUREMENTS,
    best_seconds,
    measurement,
    run_loop,
    time_once,
)
from companion.bench.saved_runs import (
    FILE,
    PLAIN,
    SavedRun,
    comparison_words,
    draw_curves,
    earlier_run,
    run_now,
    save_run,
    saved_runs,
)
from companion.commands import Subparsers, add_command
from companion.commands._options import add_completion, add_json, add_state, state_of
from companion.commands._terminal import complain, print_json, say
from companion.errors import DerbyError, SetupError, near_word

NAME = "bench"
GROWTH = "growth"
"""The measurement that has curves."""


def add(subparsers: Subparsers) -> None:
    """Add the names of measurements and the form of the answer."""
    parser = add_command(subparsers, NAME, __doc__)
    add_completion(
        parser.add_argument(
            "names",
            nargs="*",
            metavar="NAME",
            help=f"measurements (default: all): {', '.join(MEASUREMENTS)}",
        ),
        "measurements",
    )
    add_json(
        parser,
        "an object on a line for each measurement",
        "measurement",
        "build",
        "yardstick",
        "figures",
        more="each figure has name, value, unit, target, remark and comparison",
    )
    parser.add_argument(
        "--quick", action="store_true", help="measure everything only once, for a first look"
    )
    parser.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help=f"draw the curves of {GROWTH} as .png or .svg; needs the extra plots",
    )
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """Take the measurements in order; return 1 if one cannot be taken or saved."""
    # A slip in the last name must not cost minutes.
    for name in args.names:
        if name not in MEASUREMENTS:
            near = near_word(name, MEASUREMENTS)
            hint = f"did you mean {near!r}? " if near else ""
            raise SetupError(
                f"there is no measurement {name!r}: {hint}measurements are "
                f"{', '.join(MEASUREMENTS)}"
            )
    if args.plot is not None:
        if args.names and GROWTH not in args.names:
            raise SetupError(f"--plot draws the measurement {GROWTH}: name it, too")
        # Only a picture needs it, and it imports the report of tournaments.
        from companion.tournament.plot import check

        check(args.plot)
    time_once(args.quick)
    folder = state_of(args)
    earlier, status = saved_runs(folder), 0
    for name in args.names or MEASUREMENTS:
        try:
            # Before and after each, because the load of a machine changes.
            loops = best_seconds(run_loop, runs=2)
            figures = measurement(name)()
            found = run_now(name, min(loops + best_seconds(run_loop, runs=2)), figures)
            last = earlier_run(earlier, found)
            _print_run(found, last, args.json)
            if args.plot is not None and name == GROWTH:
                draw_curves(found, last, args.plot)
        except DerbyError as fault:
            complain(f"bench {name}: {fault}")
            status = 1
            continue
        try:
            save_run(folder, found)
        except OSError as fault:
            complain(
                f"bench {name}: the figures cannot be saved in {folder / FILE} "
                f"({fault.strerror or fault}). Name another folder by --state."
            )
            status = 1
    return status


def _print_run(run: SavedRun, last: SavedRun | None, as_json: bool) -> None:
    compared = [(figure, comparison_words(figure, run, last)) for figure in run.figures]
    if as_json:
        print_json(
            {
                "measurement": run.measurement,
                "build": run.build,
                "yardstick": run.yardstick,
                "figures": [
                    {**figure._asdict(), "compared": comparison} for figure, comparison in compared
                ],
            }
        )
        return
    lines = [run.measurement if run.build == PLAIN else f"{run.measurement}, {run.build}"]
    for figure, comparison in compared:
        target = f"  (target {figure.target})" if figure.target else ""
        remarks = "; ".join(words for words in (figure.remark, comparison) if words)
        lines.append(
            f"  {figure.name}: {figure.value:,.5g} "
            f"{figure.unit}{target}{'  ' if remarks else ''}{remarks}"
        )
    say("\n".join(lines))
