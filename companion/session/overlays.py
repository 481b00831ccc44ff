"""What may lie over the page of an evening, each as a value: the table test, ways back, the acceptance run, the doctor, updates, the menu.

Several may lie there at once; `showing` says which one is seen, `Session.covered` under which nothing is confirmed.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games.base import Instruction, Piece, Row
from companion.session.house_messages import Checked, EndEvening, UpdateHeard, UpdatesSeen, Notice
from companion.session.messages import Remedy
from companion.session.view import OFFER, TOP
from companion.words import NOTHING, Text

if TYPE_CHECKING:
    # Few evenings certify; the first screen does not wait for these.
    from companion.certificate.emulated import EmulatedPerson
    from companion.certificate.report import Report
    from companion.certificate.run import Run

    # It is made of what lies over it.
    from companion.session.session import Session


class Testing(NamedTuple):
    """The table test that lies over the page: the reader looked at, the light tried as (seat, slot), the seat whose handle is awaited; None for none.

    Slot 0 stands for all five lights. `cards`: people have uncovered all cards in the middle of a race.
    """

    seat: int | None = None
    lamp: tuple[int, int] | None = None
    asking: int | None = None
    cards: bool = False


class Travel(NamedTuple):
    """The table is brought to another position by hands: instructions from `before` on, then the cards that must lie in the readers.

    `title` says what it is for, `where` the place in the race to which it leads. `at` is the instruction shown, one more than the last
    when the cards are awaited. `rows` names only the seats whose cards matter; `known` are the cards in them, as (seat, slot, code), that everybody has
    seen since.
    """

    title: Text
    before: tuple[Piece, ...]
    script: tuple[Instruction, ...]
    rows: Mapping[int, Row]
    at: int = 0
    where: Text = NOTHING
    known: frozenset[tuple[int, int, int]] = frozenset()


class Returning(NamedTuple):
    """The app has started again: what is shown about it (OFFER or CHECK of the view, then CARDS), how many seconds ago it stopped, where that is known, and what the readers held."""

    stage: str = OFFER
    ago: int | None = None
    rows: Mapping[int, Row] = {}


class Certifying(NamedTuple):
    """The acceptance run that lies over the page: the run, what the readers held before it, and whether the app works the readers itself.

    `seat` is the reader that is looked at, None for whichever is next; `report` what came of it, and `kept` where that lies, in words.
    """

    run: Run
    rows: Mapping[int, Row]
    emulated: bool
    person: EmulatedPerson
    seat: int | None = None
    report: Report | None = None
    kept: Notice | Text | str = NOTHING


class Doctoring(NamedTuple):
    """The doctor's page that lies over the page: what was found, None while the checks look; and what came of tapping, once it was done."""

    findings: tuple[Checked, ...] | None = None
    taps: Checked | None = None


class Updating(NamedTuple):
    """The page of updates that lies over the page: what was found, None while it is looked for; the file of the update that is shown closely,
    "" for none; and how the one that was asked for stands."""

    seen: UpdatesSeen | None = None
    chosen: str = ""
    heard: UpdateHeard | None = None


class Looking(NamedTuple):
    """The race that ended last, which lies over the first page: the evening at its end, None while it is looked up and nothing lies there."""

    race: Session | None = None


class Menu(NamedTuple):
    """The debugging menu that lies over the page: its place, whom and which flag it is about, what is proposed, by whom and why.

    `turn` is the one that the history shows, None for the present one, `entry` the entry in it. `straight`: it was opened at this
    place, so that closing it leads back to the race. `tried`, for the view only, is what comes of the proposal: the evening after it, or why not.
    """

    where: str = TOP
    seat: int | None = None
    flag: int | None = None
    proposed: Remedy | EndEvening | None = None
    who: str = ""
    why: str = ""
    turn: int | None = None
    entry: int | None = None
    straight: bool = False
    tried: Any = None
