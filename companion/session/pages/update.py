"""Updates: the available ones, the chosen one, and the state of an installation.

The loop looks, asks and waits, the system installs; this page decides what may be asked for. Its
three stages are looking (`seen` is None), choosing, and waiting (`heard`). Nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.choices import Choice, DoctorRow
from companion.session.commands import AskForUpdate, AwaitUpdate, CheckForUpdates, RestartProgram
from companion.session.messages import ClosePage, Message
from companion.session.pages import Page
from companion.session.past.undo_points import can_be_mended
from companion.session.session import Result, Session, close_pages, push_page, refuse, show_page
from companion.session.view import OVER, UPDATE, View
from companion.words import NOTHING, Text, sentence, text

NEWER, SAME, OLDER, REFUSED = "newer", "same", "older", "refused"
"""An update compared with the version that runs."""
WORKING, DONE, FAILED = "working", "done", "failed"
"""The states of an installation."""
BEFORE: Final = "before"
"""Stands for the version in the other slot, in place of a file."""
PLAYING: Final = text(
    "A game is being played. Update after it, or restart the computer and update before you "
    "continue the game."
)
WAIT: Final = text("The update is being installed. Wait until the result is shown here.")


class UpdateState(NamedTuple):
    """The state of the page."""

    seen: UpdatesSeen | None = None
    """The findings, None while looking."""
    chosen: str = ""
    """The file of the update that is shown in detail, "" for none."""
    heard: UpdateHeard | None = None
    """The state of the installation, None before one."""


# ---- Messages ----


class AskUpdates(NamedTuple):
    """Look for updates again; ignored during an installation."""


class UpdateOffer(NamedTuple):
    """An update that was found."""

    path: str
    """Its file."""
    version: str
    """Its version, "" where it does not say."""
    place: Text
    """Its place, in words."""
    age: str
    """"newer", "same", "older" or "refused"; only the first two can be installed here."""
    words: Text = NOTHING
    """The reason for which it is refused."""


class UpdateHeard(NamedTuple):
    """The state of an installation."""

    number: int
    """The number of the request."""
    state: str
    """"working", "done" or "failed"."""
    words: Text
    """The work that goes on, or the result."""
    seconds: int = 0
    """The seconds since it began."""


class UpdatesSeen(NamedTuple):
    """The versions of this machine, the updates found, and the installation under way."""

    version: str
    """The version that runs."""
    slots: tuple[Text, ...] = ()
    """A sentence for each slot, and about a trial."""
    offers: tuple[UpdateOffer, ...] = ()
    """The updates, the newest first."""
    elsewhere: Text = NOTHING
    """The way of updates to a machine where this page cannot install them, else NOTHING."""
    before: str = ""
    """The version in the other slot, "" for none."""
    waiting: str = ""
    """The version that takes over at the next start, "" for none."""
    heard: UpdateHeard | None = None
    """The state of an installation that is under way."""


class ChooseUpdate(NamedTuple):
    """Show the effect of installing this file, or (BEFORE) of going back; "" shows the list."""

    path: str


class InstallUpdate(NamedTuple):
    """Install the chosen update, or go back to the previous version."""


class StartAgain(NamedTuple):
    """Restart the program, with the version that waits."""


# ---- Handlers ----


def on_open_update(session: Session) -> Result:
    """Show the page, and look for updates."""
    return show_page(session, UPDATE, UpdateState()), (CheckForUpdates(),)


def on_close_update(session: Session, updating: UpdateState) -> Result:
    """Close the page; not during an installation, because no race may begin then."""
    if is_working(updating):
        return refuse(session, WAIT)
    return close_pages(session, UPDATE), ()


def on_ask_updates(session: Session, updating: UpdateState, message: AskUpdates) -> Result:
    """Look again, unless looking or installing is under way."""
    if (updating.seen is None and updating.heard is None) or is_working(updating):
        return session, ()
    return show_page(session, UPDATE, UpdateState()), (CheckForUpdates(),)


def on_updates_seen(session: Session, updating: UpdateState, message: UpdatesSeen) -> Result:
    """Note what was found, and wait for an installation that is under way since a start."""
    # A late result for a page that was closed, or opened again and answered.
    if updating.seen is not None:
        return session, ()
    heard = message.heard
    after = push_page(session, UPDATE, UpdateState(message, heard=heard))
    return after, (
        AwaitUpdate(heard.number),
    ) if heard is not None and heard.state == WORKING else ()


def on_choose_update(session: Session, updating: UpdateState, message: ChooseUpdate) -> Result:
    """Show one that can be installed in detail, or all of them."""
    if updating.seen is None or updating.heard is not None:
        return session, ()
    # Going back to the list is always possible.
    if message.path and why_blocked(session, updating.seen):
        return refuse(session, why_blocked(session, updating.seen))
    if (
        message.path in ("", *([BEFORE] if updating.seen.before else []))
        or find_offer(updating.seen, message.path) is not None
    ):
        return show_page(session, UPDATE, updating._replace(chosen=message.path)), ()
    return session, ()


def on_install_update(session: Session, updating: UpdateState, message: InstallUpdate) -> Result:
    """Ask the system, once: from then on the page waits."""
    if updating.seen is None or not updating.chosen or updating.heard is not None:
        return session, ()
    if why_blocked(session, updating.seen):
        return refuse(session, why_blocked(session, updating.seen))
    # None is the version in the other slot, which has no file.
    offer = find_offer(updating.seen, updating.chosen)
    path = offer.path if offer is not None else ""
    # There is no number before the answer; from here on a second touch finds the work under way.
    heard = UpdateHeard(0, WORKING, text("The system was asked to install it."))
    return show_page(session, UPDATE, updating._replace(heard=heard)), (AskForUpdate(path),)


def on_update_heard(session: Session, updating: UpdateState, message: UpdateHeard) -> Result:
    """Note the state, and ask again until the end, a moment at a time."""
    # Without any result the looking itself has failed, and the page must not wait forever.
    if updating.seen is not None and not is_working(updating):
        return session, ()
    after = push_page(session, UPDATE, updating._replace(heard=message))
    return after, (AwaitUpdate(message.number),) if message.state == WORKING else ()


def on_start_again(session: Session, updating: UpdateState, message: StartAgain) -> Result:
    """Restart the program, where another version waits."""
    if not (
        is_done(updating)
        or (updating.seen is not None and updating.seen.waiting and not is_working(updating))
    ):
        return session, ()
    return session, (RestartProgram(),)


def is_working(updating: UpdateState) -> bool:
    """Return whether an installation is under way."""
    return updating.heard is not None and updating.heard.state == WORKING


def is_done(updating: UpdateState) -> bool:
    """Return whether the installation has succeeded."""
    return updating.heard is not None and updating.heard.state == DONE


def find_offer(seen: UpdatesSeen, path: str) -> UpdateOffer | None:
    """Return the update with this file, if it can be installed."""
    return next(
        (offer for offer in seen.offers if path and offer.path == path and offer.age in BESIDE),
        None,
    )


def why_blocked(session: Session, seen: UpdatesSeen) -> Text:
    """Return why nothing can be installed now, NOTHING where something can.

    A race that is only kept or offered does not matter: the next start offers it again.
    """
    if seen.elsewhere:
        return seen.elsewhere
    if can_be_mended(session) and session.page != OVER:
        return PLAYING
    if seen.waiting:
        return text(
            "Version {version} takes over at the next start. Restart first, so that one of the "
            "two versions is known to work.",
            version=seen.waiting,
        )
    return NOTHING


# ---- View ----


LOOKING: Final = text(
    "The installed versions, USB sticks and the folder for updates are being checked."
)
SOURCES: Final = text(
    "An update is a file clockwork_derby-….whl with SHA256SUMS and SHA256SUMS.sig beside it. "
    "Copy all three to a USB stick, plug it in, and check again."
)
BESIDE: Final[Mapping[str, tuple[Text, Text]]] = {
    NEWER: (text("Newer than this version"), text("It is newer than this version")),
    SAME: (text("The same as this version"), text("It is the same as this version")),
}
"""The comparison with the present version, alone and as a sentence."""
OLDER_STAYS: Final = text(
    "It is not installed from the screen. In a terminal: sudo clockwork-derby update install "
    "--older, followed by the folder of the update."
)
LONGEST_NAME: Final = 40
"""The most letters of a file's name."""
FILE: Final = "file"
"""The placeholder for an update's file in the refusals."""
AGAIN: Final = Choice(text("Check again"), "", AskUpdates())


class UpdatePage(NamedTuple):
    """The page of updates."""

    verdict: Text | str
    """The state in one sentence."""
    state: str
    """"" while something goes on."""
    offers: tuple[Choice, ...]
    """The updates to choose from."""
    rows: tuple[DoctorRow, ...]
    """The rows to read."""
    choices: tuple[Choice, ...]
    """The choices of the foot."""
    first: bool = False
    """Whether the first of them is to be done now."""


def update_view(session: Session, updating: UpdateState) -> View:
    """Return the page at its stage."""
    seen, heard = updating.seen, updating.heard
    # An installation, or its result, comes first: nothing can be chosen until people have read it.
    if heard is not None:
        if heard.state != WORKING:
            return _result_view(session, updating, heard)
        return _working(session, heard)
    if seen is None:
        return _view(
            session,
            UpdatePage(
                text("Checking"), "", offers=(), rows=(), choices=(AGAIN._replace(blocked=LOOKING),)
            ),
            LOOKING,
            text("Close"),
            ClosePage(UPDATE),
        )
    return _closely(session, updating, seen) if updating.chosen else _all(session, seen)


def _view(
    session: Session, page: UpdatePage, hint: Text, back: Text | str, on_back: Message | None
) -> View:
    return View(
        UPDATE,
        text("Update"),
        hint=hint,
        body=page,
        back=back,
        on_back=on_back,
        on_sign=None,
    )


def _all(session: Session, seen: UpdatesSeen) -> View:
    """Return all that was found, the updates first."""
    why = why_blocked(session, seen)
    if why and not any(offer.age in BESIDE for offer in seen.offers):
        news = [
            DoctorRow(text("Not here") if seen.elsewhere else text("Not now"), "note", words=why)
        ]
    else:
        news = []
    older = [
        DoctorRow(
            text("Version {version}", version=offer.version),
            "note",
            words=text("Older than this version; {place}.", place=offer.place),
            remedy=OLDER_STAYS,
        )
        for offer in seen.offers
        if offer.age == OLDER
    ]
    refused = [
        DoctorRow(
            _short(offer.path.rpartition("/")[2]),
            "bad",
            words=text("This update is refused ({place}).", place=offer.place),
            remedy=_reason(offer.words),
        )
        for offer in seen.offers
        if offer.age == REFUSED
    ]
    if seen.elsewhere or seen.offers:
        sources = []
    else:
        sources = [
            DoctorRow(
                text("No update found"),
                "note",
                words=text("Neither on a stick nor in the folder for updates."),
                remedy=SOURCES,
            )
        ]
    slots = [
        DoctorRow(text("This computer"), "fine", words=sentence(words)) for words in seen.slots
    ]
    offers = tuple(
        Choice(
            text("Version {version}", version=offer.version),
            text("{what}; {place}", what=BESIDE[offer.age][0], place=offer.place),
            message=ChooseUpdate(offer.path),
            blocked=why,
            symbol="page",
        )
        for offer in seen.offers
        if offer.age in BESIDE
    )
    before = (
        (
            Choice(
                text("Back to {before}", before=seen.before),
                "",
                message=ChooseUpdate(BEFORE),
                blocked=why,
            ),
        )
        if seen.before and not seen.elsewhere
        else ()
    )
    again = (
        (Choice(text("Restart now"), "", StartAgain()),)
        if seen.waiting and not seen.elsewhere
        else ()
    )
    page = UpdatePage(
        text("Version {version} is in use", version=seen.version),
        "fine",
        offers=offers,
        rows=(*news, *older, *refused, *sources, *slots),
        choices=(*again, AGAIN, *before),
        first=bool(again),
    )
    if offers and not why:
        hint = text("Touch the update to install.")
    else:
        hint = text("Updates are checked before anything changes.")
    return _view(session, page, hint, text("Close"), ClosePage(UPDATE))


def _reason(words: Text) -> Text:
    """Return the refusal, with the names in it shortened in the same way."""
    short = (
        (
            hole,
            _reason(value)
            if isinstance(value, Text)
            else _short(str(value))
            if hole == FILE
            else value,
        )
        for hole, value in words.arguments
    )
    return words._replace(arguments=tuple(short))


def _short(name: str) -> str:
    """Return the name of a file, shortened in the middle to the length of a line."""
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[: LONGEST_NAME // 2]}…{name[-LONGEST_NAME // 2 :]}"


def _closely(session: Session, updating: UpdateState, seen: UpdatesSeen) -> View:
    """Return the effect of installing one update."""
    offer = find_offer(seen, updating.chosen)
    version = seen.before if offer is None else offer.version
    if offer is None:
        where = text("It is already installed beside this version.")
    else:
        where = text("{what}; {place}.", what=BESIDE[offer.age][1], place=offer.place)
    copied = (
        ""
        if offer is None
        else text(
            "The app copies it, checks its signature and sums, and installs it beside this "
            "version. Leave the stick in."
        )
    )
    rows = (
        DoctorRow(
            text("Update"),
            "fine",
            words=text(
                "Version {version} takes over from version {present}. {where}",
                version=version,
                present=seen.version,
                where=where,
            ),
            remedy=copied,
        ),
        DoctorRow(
            text("First it is tested"),
            "fine",
            words=text("Fonts, every board, a short game, and a copy of your saved games."),
            remedy=text("Your games stay as they are."),
        ),
        DoctorRow(
            text("Then it takes over"),
            "fine",
            words=text(
                "At the next start. Version {version} stays beside it, and you can return to it "
                "here.",
                version=seen.version,
            ),
        ),
        DoctorRow(
            text("If it does not start"),
            "fine",
            words=text(
                "After two failed starts, version {version} runs again.",
                version=seen.version,
            ),
        ),
        DoctorRow(
            text("Time"),
            "note",
            words=text("A few minutes, without a game."),
            remedy=text("Switching off is safe: the present version stays."),
        ),
    )
    label = text("Go back") if offer is None else text("Install")
    page = UpdatePage(
        text("Go back to {version}?", version=version)
        if offer is None
        else text("Install version {version}?", version=version),
        "note",
        offers=(),
        rows=rows,
        choices=(Choice(label, "", InstallUpdate()),),
        first=True,
    )
    return _view(
        session, page, text("Nothing changes until you confirm."), text("Back"), ChooseUpdate("")
    )


def _working(session: Session, heard: UpdateHeard) -> View:
    """Return the installation, without a way back: no race may begin."""
    # A clock that was set back makes the seconds zero.
    minutes, seconds = divmod(max(0, heard.seconds), 60)
    if minutes:
        span = text("{minutes} min {seconds} s", minutes=minutes, seconds=seconds)
    else:
        span = text("{seconds} s", seconds=seconds)
    row = DoctorRow(
        text("Since {time}", time=span),
        "",
        words=heard.words,
        remedy=text("You cannot play now. Switching off is safe: the present version stays."),
    )
    return _view(
        session,
        UpdatePage(text("Installing"), "", offers=(), rows=(row,), choices=()),
        text("Wait until the result is shown here."),
        "",
        None,
    )


def _result_view(session: Session, updating: UpdateState, heard: UpdateHeard) -> View:
    """Return the result of the installation."""
    if heard.state == DONE:
        after = DoctorRow(
            text("Next"),
            "note",
            words=text("It takes over when the app restarts."),
            remedy=text("Now, or the next time the table is switched on."),
        )
        page = UpdatePage(
            text("Ready"),
            "fine",
            offers=(),
            rows=(DoctorRow(text("Done"), "fine", words=heard.words), after),
            choices=(Choice(text("Restart now"), "", StartAgain()),),
            first=True,
        )
        return _view(
            session,
            page,
            text("You can continue a saved game after the start."),
            text("Later"),
            ClosePage(UPDATE),
        )
    # Without a result nothing was asked for: the looking failed.
    title, remedy = (
        (text("Unknown"), "")
        if updating.seen is None
        else (text("Not installed"), text("The present version is unchanged."))
    )
    page = UpdatePage(
        title,
        "bad",
        offers=(),
        rows=(DoctorRow(text("Why"), "bad", words=heard.words, remedy=remedy),),
        choices=(AGAIN,),
    )
    return _view(
        session,
        page,
        text("Check again to see both installed versions."),
        text("Close"),
        ClosePage(UPDATE),
    )


PAGE: Final = Page(
    update_view,
    {
        AskUpdates: on_ask_updates,
        UpdatesSeen: on_updates_seen,
        ChooseUpdate: on_choose_update,
        InstallUpdate: on_install_update,
        UpdateHeard: on_update_heard,
        StartAgain: on_start_again,
    },
    opened=on_open_update,
    closed=on_close_update,
)
