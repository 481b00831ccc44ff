"""What there is to see of updates.

`show_update` makes it, at whatever stage the page is.
"""
from __future__ import annotations

from typing import NamedTuple

from companion.session.view_doctor import DoctorRow
from companion.session.choices import Choice


class UpdatePage(NamedTuple):
    """In one sentence how it stands, with its `state` ("" while something goes on), the updates to choose from, what there is to read, and the
    choices of the foot, the first of them what to do now where `first`."""

    verdict: str
    state: str
    offers: tuple[Choice, ...]
    rows: tuple[DoctorRow, ...]
    choices: tuple[Choice, ...]
    first: bool = False
