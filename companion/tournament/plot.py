"""A tournament as a picture: every pilot's Elo, and every meeting, with 95 % intervals.

Meetings are shown board by board.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from companion.errors import TournamentError
from companion.tournament.report import CLEAR, FieldResults, TournamentReport

ENDINGS: Final = (".png", ".svg")
"""The endings of a picture's name."""
INK, PALE, ACCENT, OTHER = "#222222", "#bbbbbb", "#b5651d", "#2f6f8f"
ACROSS: Final = 3
"""Panels in a row."""
MARK: Final = 4
"""Points across a mark, small enough to show a short error bar behind it."""
DOTS: Final = 150
"""Dots per inch of a PNG."""


def check(path: Path) -> None:
    """Check before hours of play that a picture can be drawn there.

    Raises:
        TournamentError: It cannot.
    """
    if path.suffix.lower() not in ENDINGS:
        raise TournamentError(
            f"--plot: found {path.name!r}, expected a name that ends with {' or '.join(ENDINGS)}"
        )
    if not path.absolute().parent.is_dir():
        raise TournamentError(
            f"--plot: there is no folder {path.parent}; make it, or name another one"
        )
    if path.exists() and not path.is_file():
        raise TournamentError(f"--plot: {path} is no plain file; name another one")
    if find_spec("matplotlib") is None:
        raise TournamentError(
            "--plot needs matplotlib, which is not installed: install the extra plots, such as "
            "with pip install 'clockwork-derby[plots]'"
        )


def draw(report: TournamentReport, path: Path) -> None:
    """Draw a report into a file; the same report gives the same bytes.

    Raises:
        TournamentError: The file cannot be written.
    """
    from matplotlib.figure import Figure

    fields = list(dict.fromkeys(met.field for met in report.meetings))
    panels = ([None] if report.ratings else []) + fields
    with usual_style():
        across, most = (
            min(ACROSS, max(1, len(panels))),
            max(
                [
                    len(report.ratings),
                    *(sum(met.field == field for met in report.meetings) for field in fields),
                ]
            ),
        )
        down = max(1, -(-len(panels) // across))
        figure = Figure(
            figsize=(3.3 * across, (1.0 + 0.24 * max(4, most)) * down), layout="constrained"
        )
        places = figure.subplots(down, across, squeeze=False).flat
        for axes in places[len(panels) :]:
            axes.set_axis_off()
        for panel, axes in zip(panels, places, strict=False):
            if panel is None:
                _draw_ratings(axes, report)
            else:
                _draw_field(
                    axes, [met for met in report.meetings if met.field == panel], report.within
                )
        save(figure, path)


@contextmanager
def usual_style() -> Iterator[None]:
    """Draw with the usual letters and colours."""
    import matplotlib

    with matplotlib.rc_context(
        {
            "svg.hashsalt": "derby",
            "svg.fonttype": "none",
            "font.size": 9,
            "text.color": INK,
            "axes.edgecolor": PALE,
        }
    ):
        yield


def save(figure: Any, path: Path) -> None:
    """Write a figure, the same bytes for the same figure; TournamentError if that fails."""
    # A file without its date and the version of the library.
    unnamed = {"Date": None} if path.suffix.lower() == ".svg" else {"Software": None}
    try:
        figure.savefig(path, dpi=DOTS, metadata=unnamed)
    except OSError as fault:
        raise TournamentError(f"--plot: no way to write {path} ({fault.strerror})") from None


def _draw_ratings(axes: Any, report: TournamentReport) -> None:
    """Draw the pilots from the strongest down, each with its Elo."""
    names = list(report.ratings)[::-1]
    for row, name in enumerate(names):
        rating = report.ratings[name]
        axes.errorbar(
            rating.elo, row, xerr=rating.error, fmt="o", markersize=MARK, color=ACCENT, capsize=3
        )
        axes.annotate(
            f"{rating.elo:.0f} ± {rating.error:.0f}",
            (rating.elo, row),
            (0, 7),
            textcoords="offset points",
            ha="center",
        )
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.6, len(names) - 0.3)
    axes.margins(x=0.25)
    _finish(axes, "Elo, 1500 in the mean", "")


def _draw_field(axes: Any, met: list[FieldResults], within: int) -> None:
    """Draw the points of the first pilot on every board, or of each if more than two meet.

    For a pilot alone it shows how often it won soon.
    """
    field = met[0].field
    shown = {2: field[:1]}.get(len(field), field)
    rows = [f"{one.ground.title}" if one.ground is not None else "all" for one in met][::-1]
    for number, name in enumerate(shown):
        color = (ACCENT, OTHER, INK, PALE)[number % 4]
        for row, one in enumerate(reversed(met)):
            share = one.shares[name] if len(field) > 1 else one.soon
            spread = [[100 * (share.share - share.low)], [100 * (share.high - share.share)]]
            axes.errorbar(
                100 * share.share,
                row + 0.15 * number,
                xerr=spread,
                fmt="o" if one.ground else "D",
                markersize=MARK,
                color=color,
                capsize=3,
                label=name if not row and len(shown) > 1 else None,
            )
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xlim(-3, 103)
    axes.set_xticks(range(0, 101, 20))
    if len(field) > 1:
        axes.axvline(100 / len(field), color=INK, linewidth=0.8, zorder=0)
    if len(field) == 2:
        axes.axvline(100 * CLEAR, color=INK, linewidth=0.8, linestyle=":", zorder=0)
    if len(shown) > 1:
        axes.legend(frameon=False, fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.2))
    _finish(
        axes,
        " against ".join(field) if len(field) < 3 else "all together",
        "% won" if len(field) > 1 else f"% won within {within} turns",
    )


def _finish(axes: Any, title: str, under: str) -> None:
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(under)
    axes.grid(axis="x", color=PALE, linewidth=0.4)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
