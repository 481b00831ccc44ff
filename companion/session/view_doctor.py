"""What there is to see of the doctor.

Its rows serve updates and the first steps, too.
"""
from __future__ import annotations

from typing import NamedTuple

from companion.session.view_menu import Choice
from companion.words import Text


class DoctorRow(NamedTuple):
    """One finding: what was looked at, its `state` ("fine", "note" or "bad"), what was found, and what to do ("" for nothing)."""

    title: Text
    state: str
    words: Text
    remedy: Text | str


class DoctorPage(NamedTuple):
    """The verdict with its `state` (as of a row, "" while the checks still look), the findings, the gravest first, and what to choose.

    `taps` are so many as the field for tapping wants before it says `Tapped`.
    """

    verdict: Text
    state: str
    rows: tuple[DoctorRow, ...]
    choices: tuple[Choice, ...]
    taps: int
