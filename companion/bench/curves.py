"""Plot how figures grow: one panel for each curve, with the earlier run pale behind it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from companion.bench import Figure
from companion.bench.saved_runs import SavedRun
from companion.errors import SetupError

ENDINGS: Final = (".png", ".svg")
INK, PALE, ACCENT = "#222222", "#bbbbbb", "#b5651d"


def check(path: Path) -> None:
    """Check that a picture can be drawn, before minutes are spent on measuring.

    Raises:
        SetupError: The path or matplotlib prevents it.
    """
    if path.suffix.lower() not in ENDINGS:
        raise SetupError(
            f"--plot: found {path.name!r}, expected a name that ends with {' or '.join(ENDINGS)}"
        )
    if not path.absolute().parent.is_dir():
        raise SetupError(f"--plot: there is no folder {path.parent}; make it, or name another one")
    if path.exists() and not path.is_file():
        raise SetupError(f"--plot: {path} is no plain file; name another one")
    if find_spec("matplotlib") is None:
        raise SetupError(
            "--plot needs matplotlib, which is not installed: install the extra plots, such as "
            "with pip install 'clockwork-derby[plots]'"
        )


def draw(run: SavedRun, earlier: SavedRun | None, path: Path) -> None:
    """Draw every curve of a run into a file, the same bytes for the same runs.

    Raises:
        SetupError: The file cannot be written.
    """
    import matplotlib
    from matplotlib.figure import Figure as Picture

    titles = list(dict.fromkeys(figure.curve for figure in run.figures if figure.curve))
    with matplotlib.rc_context(
        {
            "svg.hashsalt": "derby",
            "svg.fonttype": "none",
            "font.size": 9,
            "text.color": INK,
            "axes.edgecolor": PALE,
        }
    ):
        picture = Picture(figsize=(3.3 * len(titles), 3), layout="constrained")
        for title, axes in zip(
            titles, picture.subplots(1, len(titles), squeeze=False).flat, strict=True
        ):
            if earlier is not None:
                # Scaled like the comparison in words.
                _line(
                    axes,
                    earlier.figures,
                    title,
                    run.yardstick / earlier.yardstick,
                    PALE,
                    earlier.when[:10],
                )
            _line(axes, run.figures, title, 1, ACCENT, f"{run.when[:10]}, {run.build}")
            axes.set_title(title, fontsize=10)
            axes.set_ylim(bottom=0)
            axes.set_ylabel(next(figure.unit for figure in run.figures if figure.curve == title))
            axes.grid(color=PALE, linewidth=0.4)
            axes.set_axisbelow(True)
        picture.axes[0].legend(frameon=False, fontsize=8)
        try:
            picture.savefig(
                path,
                dpi=150,
                metadata={"Date": None} if path.suffix.lower() == ".svg" else {"Software": None},
            )
        except OSError as fault:
            raise SetupError(f"--plot: no way to write {path} ({fault.strerror})") from None


def _line(
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
