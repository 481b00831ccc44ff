"""Keep figures of runs in `bench.jsonl` of the state folder, compare with them, and plot them.

A line is a run of one measurement as a JSON object: `when` (UTC, ISO 8601), `version`, `python`,
`build` ("plain" or "compiled"), `yardstick` (seconds of the loop), `measurement`, and `figures` as
`bench --json` prints them. Unreadable lines are skipped.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from companion import __version__
from companion.bench import YARDSTICK, Figure
from companion.folders import check_plain, read_plain, settle
from companion.named_tuples import NamedTuple

FILE: Final = "bench.jsonl"
MOST: Final = 64 * 2**20
"""The largest file that is read, in bytes; a hundred thousand runs reach it."""
ALIKE: Final = 0.05
"""Differences up to this share are noise."""
PLAIN: Final = "plain"
COMPILED: Final = "compiled"


class SavedRun(NamedTuple):
    """One saved run of a measurement."""

    when: str
    """UTC, ISO 8601."""
    version: str
    python: str
    build: str
    """PLAIN or COMPILED."""
    yardstick: float
    """Seconds of the yardstick loop."""
    measurement: str
    figures: tuple[Figure, ...]


def build() -> str:
    """Return COMPILED if the engine is machine code, PLAIN if it runs from its sources."""
    found = find_spec("companion.engine.turn")
    return PLAIN if found is None or str(found.origin).endswith(".py") else COMPILED


def run_now(measurement: str, yardstick: float, figures: Iterable[Figure]) -> SavedRun:
    """Return the run that just ended on this machine."""
    when = datetime.now(UTC).isoformat(timespec="seconds")
    return SavedRun(
        when,
        __version__,
        platform.python_version(),
        build(),
        yardstick,
        measurement,
        tuple(figures),
    )


def saved_runs(folder: Path) -> list[SavedRun]:
    """Return all readable runs, the oldest first."""
    try:
        lines = read_plain(folder / FILE, MOST).decode("utf-8", "replace").splitlines()
    except (OSError, ValueError):
        return []
    runs = []
    for line in lines:
        try:
            said = json.loads(line)
            figures = tuple(
                Figure(**{name: figure[name] for name in Figure._fields if name in figure})
                for figure in said["figures"]
            )
            run = SavedRun(
                **{**{name: said[name] for name in SavedRun._fields}, "figures": figures}
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            # The line is damaged or of another version.
            continue
        sound = (
            isinstance(run.yardstick, float)
            and run.yardstick > 0
            and all(isinstance(word, str) for word in run[:4] + run[5:6])
        )
        if sound and all(_is_sound(figure) for figure in figures):
            runs.append(run)
    return runs


def _is_sound(figure: Figure) -> bool:
    words = (figure.name, figure.unit, figure.target, figure.remark, figure.curve)
    return all(isinstance(word, str) for word in words) and all(
        type(number) in (int, float) for number in (figure.value, figure.at)
    )


def save_run(folder: Path, run: SavedRun) -> None:
    """Append a run to the file.

    Raises:
        OSError: The file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / FILE
    if path.exists():
        check_plain(path)
    facts: dict[str, Any] = {
        **run._asdict(),
        "figures": [figure._asdict() for figure in run.figures],
    }
    # A line that a power cut left without its end must not swallow this one.
    cut = path.exists() and path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")
    with path.open("a", encoding="utf-8") as file:
        file.write(("\n" if cut else "") + json.dumps(facts, ensure_ascii=False) + "\n")
    settle(path)


def earlier_run(runs: Sequence[SavedRun], run: SavedRun) -> SavedRun | None:
    """Return the newest earlier run of the same measurement, build and Python, or None."""
    alike = [
        other
        for other in runs
        if (other.measurement, other.build, _minor(other))
        == (run.measurement, run.build, _minor(run))
    ]
    return alike[-1] if alike else None


def _minor(run: SavedRun) -> list[str]:
    """Return the Python of a run without its patch number."""
    return run.python.split(".")[:2]


def comparison_words(figure: Figure, run: SavedRun, earlier: SavedRun | None) -> str:
    """Return how much faster or slower a figure is than in an earlier run, or "" if unknown.

    It states the smaller of the differences with and without scaling by the yardstick, so that a
    busy or another machine makes no difference.
    """
    if earlier is not None:
        old = next(
            (
                other
                for other in earlier.figures
                if (other.name, other.unit) == (figure.name, figure.unit)
            ),
            None,
        )
    else:
        old = None
    if (
        earlier is None
        or old is None
        or old.value <= 0
        or figure.value <= 0
        or figure.name == YARDSTICK
    ):
        return ""
    if figure.unit.endswith("/s"):
        bare = figure.value / old.value
    elif figure.unit in ("s", "ms", "µs"):
        bare = old.value / figure.value
    else:
        return ""
    low, high = sorted((bare, bare * run.yardstick / earlier.yardstick))
    gain = low if low > 1 else high if high < 1 else 1.0
    date = earlier.when[:10]
    if abs(gain - 1) <= ALIKE:
        return f"as fast as on {date}"
    if gain > 1:
        return f"{100 * (gain - 1):.0f} % faster than on {date}"
    return f"{100 * (1 - gain):.0f} % slower than on {date}"


def draw_curves(run: SavedRun, earlier: SavedRun | None, path: Path) -> None:
    """Draw every curve of a run into a file, the same bytes for the same runs.

    Raises:
        TournamentError: The file cannot be written.
    """
    from matplotlib.figure import Figure as Picture

    from companion.tournament.plot import ACCENT, PALE, save, usual_style

    titles = list(dict.fromkeys(figure.curve for figure in run.figures if figure.curve))
    with usual_style():
        picture = Picture(figsize=(3.3 * len(titles), 3), layout="constrained")
        for title, axes in zip(
            titles, picture.subplots(1, len(titles), squeeze=False).flat, strict=True
        ):
            if earlier is not None:
                # Scaled like the comparison in words.
                _draw_curve(
                    axes,
                    earlier.figures,
                    title,
                    run.yardstick / earlier.yardstick,
                    PALE,
                    earlier.when[:10],
                )
            _draw_curve(axes, run.figures, title, 1, ACCENT, f"{run.when[:10]}, {run.build}")
            axes.set_title(title, fontsize=10)
            axes.set_ylim(bottom=0)
            axes.set_ylabel(next(figure.unit for figure in run.figures if figure.curve == title))
            axes.grid(color=PALE, linewidth=0.4)
            axes.set_axisbelow(True)
        picture.axes[0].legend(frameon=False, fontsize=8)
        save(picture, path)


def _draw_curve(
    axes: Any, figures: tuple[Figure, ...], title: str, scale: float, color: str, label: str
) -> None:
    points = sorted(
        (figure.at, figure.value * scale) for figure in figures if figure.curve == title
    )
    axes.plot(
        [at for at, _ in points],
        [value for _, value in points],
        "o-",
        markersize=4,
        linewidth=1.2,
        color=color,
        label=label,
    )
