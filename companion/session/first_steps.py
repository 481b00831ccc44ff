"""How far the first steps have got, by which a new table is made ready for its first game."""
from __future__ import annotations

from typing import NamedTuple

from companion.session.commands import Checked
from companion.session.messages import Preferences
from companion.session.view import UPRIGHT
from companion.session.welcome_messages import Struck


class Welcoming(NamedTuple):
    """The first steps that lie over the page: the step (a stage of the view), and since when it waits, None until a clock says so.

    `left` are the seconds, whole, until it waits no longer, None where that is not shown. `before` is what was chosen for the screen while
    something else is tried out. `struck` are the touches of the crosses so far, None for one that nobody touched, and `found` what came of
    them, `amiss` how touches would have to be moved to be right, "" where that is not known, `offered` that correcting them is offered
    for a touch anywhere. `watching`: the table test was opened for this. `asked` is the seat that is asked for without anybody's choice, None
    where somebody chose it. `certified` is what came of the acceptance run, in words.
    """

    stage: str = UPRIGHT
    since: float | None = None
    left: int | None = None
    before: Preferences | None = None
    struck: tuple[Struck | None, ...] = ()
    found: tuple[Checked, ...] = ()
    amiss: str = ""
    offered: bool = False
    watching: bool = False
    asked: int | None = None
    certified: str = ""
