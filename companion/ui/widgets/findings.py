"""Findings of the doctor, an acceptance run or updates: rows of a list, each with a remedy."""

from __future__ import annotations

from typing import Final

from companion.session.choices import DoctorRow
from companion.ui.theme import BAD, GOOD, SAND, SEAM, SMALL, WARNING, Rgba
from companion.ui.widgets.rows import ListRow, PieceLead, RowText, SymbolLead
from companion.words import Text, text

LOOKS: Final[dict[str, tuple[str, Rgba]]] = {
    "fine": ("tick", GOOD),
    "note": ("page", WARNING),
    "bad": ("wrench", BAD),
    "": ("clock", SAND),
}
"""Symbol and tint of each state of the doctor's checks; "" is that of the verdict while checks
still run."""
SIDE: Final = 34
"""The side of symbol and sign, as on the seven-inch panel."""
LEAST: Final = 20
"""Size of the letters of a remedy, as on the seven-inch panel."""


def finding_row(
    lead: SymbolLead,
    words: Text | str,
    remedy: Text | str,
    size: int = SMALL,
    least: int = LEAST,
    *,
    quiet: bool = False,
    sign: PieceLead | None = None,
) -> ListRow:
    """Return a finding as a row of a list.

    Args:
        lead: Its symbol.
        words: What was found.
        remedy: What to do.
        size: Size of the letters of the finding.
        least: Size of the letters of the remedy.
        quiet: Whether all is fine, so that it has no rim.
        sign: The piece whose reader it is about.
    """
    texts = (RowText(words, size, bold=True), RowText(remedy, least, SAND))
    return ListRow(
        texts if remedy else texts[:1],
        (lead,) if sign is None else (sign, lead),
        SIDE,
        rim=SEAM if quiet else lead.tint,
    )


def check_row(row: DoctorRow, size: int = SMALL, least: int = LEAST) -> ListRow:
    """Return the finding of one of the doctor's checks, under its title."""
    return finding_row(
        SymbolLead(*LOOKS[row.state]),
        text("{title}: {words}", title=row.title, words=row.words),
        row.remedy,
        size,
        least,
        quiet=row.state == "fine",
    )
