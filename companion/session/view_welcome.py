"""What there is to see of the first steps.

A cross has a page of its own, with as little to hit besides as can be: nobody knows yet where touches arrive.
"""
from __future__ import annotations

from typing import NamedTuple

from companion.session.view_doctor import DoctorRow
from companion.session.choices import Choice, ChoiceGroup


class WelcomePage(NamedTuple):
    """One of the first steps (`stage`, as in the view): what was found, what to choose, and `choices` for the foot, the last to be done now.

    `arrow`: a large arrow points to the upper edge of the picture.
    """

    stage: str
    rows: tuple[DoctorRow, ...]
    groups: tuple[ChoiceGroup, ...]
    choices: tuple[Choice, ...]
    arrow: bool = False


class CrossPage(NamedTuple):
    """Nothing but a cross to be touched at `place`, shares of the picture from the left and from below; `skip` goes on without.

    Without a place nobody can be sure to hit a button: what is offered is done by a touch anywhere (`anywhere`).
    """

    words: str
    place: tuple[float, float] | None = None
    skip: Choice | None = None
    anywhere: Choice | None = None
