"""What was found out about the table and its machine, as rows to be read: by the doctor, about updates, in the first steps."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.session.commands import Checked
from companion.words import Text, text

FINE, NOTE, BAD = "fine", "note", "bad"
"""The states of a finding."""
GRAVITY: Final = (BAD, NOTE, FINE)
"""The states, the gravest first."""


class DoctorRow(NamedTuple):
    """One finding: what was looked at, its `state` ("fine", "note" or "bad"), what was found, and what to do ("" for nothing)."""

    title: Text | str
    state: str
    words: Text | str
    remedy: Text | str


def row_of(found: Checked) -> DoctorRow:
    """What one check has found, to be read."""
    return DoctorRow(found.title, found.state, found.words, found.remedy)


def judged_taps(taps: int, doubled: int) -> Checked:
    """What it means that so many taps arrived, some of them twice."""
    if not doubled:
        return Checked("taps", text("Taps"), FINE, text("{taps} taps arrived, each of them once.", taps=taps), text("If you have tapped more or less often, clean the glass and try again."))
    return Checked(
        "taps", text("Taps"), BAD, text("{doubled} of {taps} taps arrived twice: two input providers read the same touchscreen.", doubled=doubled, taps=taps),
        text("Unplug a second touch cable, take SDL_MOUSE_TOUCH_EVENTS out of the environment, and start again; Touch in this list names the screens."),
    )
