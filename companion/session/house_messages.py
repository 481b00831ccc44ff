"""What can be said about the house in which the games are played: the computer, its screen, and whoever looks after it.

None of it is kept with a race: told again on another computer it would mean something else. `companion.app.host` carries out what it leads to.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.words import NOTHING, Text

if TYPE_CHECKING:
    # An evening is made of what is said here.
    from companion.session.session import Session


SUCCESS, NEWS = "success", "news"
"""What a notice is when it tells no trouble: what was wanted is done; or something is under way or to be known, with nothing wrong and nothing finished."""


class Notice(NamedTuple):
    """Words that are no part of the race, of the kind SUCCESS or NEWS; a notice of bare words tells a trouble or a refusal."""

    kind: str
    words: Text

    def __str__(self) -> str:
        return str(self.words)


def success(words: Text) -> Notice:
    """The notice that what was wanted is done."""
    return Notice(SUCCESS, words)


def news(words: Text) -> Notice:
    """The notice of what is under way or to be known."""
    return Notice(NEWS, words)


class EndEvening(NamedTuple):
    """Switch the computer of the table off, or `restart` it; everything that was played is kept. It counts only while the menu proposes just this."""

    restart: bool


class CallHouse(NamedTuple):
    """What kind of start this is: on an `appliance`, a computer that does nothing but this; and why it is in safe mode, "" when it is not."""

    appliance: bool
    safe: Text | str = NOTHING


class OpenDoctor(NamedTuple):
    """Show what the doctor finds, over whatever page is shown now."""


class CloseDoctor(NamedTuple):
    """Leave the doctor."""


class AskDoctor(NamedTuple):
    """Let the doctor look again; nothing while the checks still look."""


class Checked(NamedTuple):
    """What one check of the doctor has found: its name, what it looks at, "fine", "note" or "bad", a sentence, and what to do, "" for nothing."""

    check: str
    title: Text
    state: str
    words: Text
    remedy: Text | str


class Examined(NamedTuple):
    """The doctor has looked: everything that was found, in the order of the checks."""

    findings: tuple[Checked, ...]


class Tapped(NamedTuple):
    """Somebody has tapped the doctor's field as often as was asked for; `doubled` of the `taps` arrived twice."""

    taps: int
    doubled: int


class SaveBundle(NamedTuple):
    """Write everything that helps to find a fault into one file, on a USB stick where there is one."""


class CallRace(NamedTuple):
    """The journal has a race that has ended, as the app starts."""


class OpenRace(NamedTuple):
    """Show the race that ended last, over the first page of the setup."""


class RaceRecalled(NamedTuple):
    """The race that ended last has been told again: the evening at its end, or None and why in words."""

    race: Session | None
    words: Text = NOTHING


class CloseRace(NamedTuple):
    """Leave the race that ended last."""


class StartAsUsual(NamedTuple):
    """Out of safe mode: open the evening as it is opened every day."""


class Preferences(NamedTuple):
    """What is chosen for a screen, whatever is played on it: `rotation`, by how many degrees clockwise its picture is turned (0, 90, 180,
    270), the `language` of its words, by its code, and whether the first steps were `welcomed`, so that they are not shown again. `touch`
    is how the panel's touches are moved before they count (`companion.session.touching.TOUCHES`), `seen` for how many milliseconds an instruction
    must have been on the screen before a touch confirms it."""

    rotation: int = 0
    language: str = "en"
    welcomed: bool = False
    touch: str = "straight"
    seen: int = 500


class CallPreferences(NamedTuple):
    """What was chosen for this screen before, as the app starts."""

    preferences: Preferences


class Prefer(NamedTuple):
    """Choose this for the screen from now on, also at the next start."""

    preferences: Preferences


class OpenUpdate(NamedTuple):
    """Show which version runs, and what updates there are, over whatever page is shown now."""


class CloseUpdate(NamedTuple):
    """Leave the page of updates."""


class AskUpdates(NamedTuple):
    """Look for updates again; nothing while something is being installed."""


class UpdateOffer(NamedTuple):
    """An update that was found: its file, its version ("" where it does not say), where it lies in words, and whether it is "newer" than
    what runs, the "same", "older", or "refused", with the reason in `words`."""

    path: str
    version: str
    place: Text | str
    age: str
    words: Text | str = NOTHING


class UpdateHeard(NamedTuple):
    """How an update that was asked for stands: by what number it was asked for, "working", "done" or "failed", at what or with what
    outcome in words, and since how many seconds."""

    number: int
    state: str
    words: Text | str
    seconds: int = 0


class UpdatesSeen(NamedTuple):
    """What there is about updates: the version that runs, a sentence for each slot and about a trial, the updates, the newest first.

    `elsewhere` says how updates come to a machine where they do not come by this page, "" where they do. `before` is the version in the other
    slot, `waiting` the one that takes over at the next start, each "" for none. `heard` is how an update stands that is on its way already.
    """

    version: str
    slots: tuple[Text | str, ...] = ()
    offers: tuple[UpdateOffer, ...] = ()
    elsewhere: Text | str = NOTHING
    before: str = ""
    waiting: str = ""
    heard: UpdateHeard | None = None


class ChooseUpdate(NamedTuple):
    """Show what installing this file would do, or (BEFORE) what going back to the version before would; "" leads back to all of them."""

    path: str


class InstallUpdate(NamedTuple):
    """Do what is shown: install the chosen update, or go back to the version before."""


class StartAgain(NamedTuple):
    """End the game, so that its service starts it anew, with the version that waits."""
