"""Updates: what was found, what is chosen, and how the one that was asked for stands. Nothing of it is kept.

Looking, asking and waiting are the loop's, installing is the system's; here stands what may be asked for, and when. The page has three stages:
looking (`seen` is None), choosing, and waiting for what was asked for (`heard`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.named_tuples import NamedTuple
from companion.session.choices import Choice, DoctorRow
from companion.session.commands import AskForUpdate, AwaitUpdate, LookForUpdates, StartAnew
from companion.session.messages import ClosePage, Message
from companion.session.pages import Page
from companion.session.past.moments import can_be_mended
from companion.session.session import Result, Session, close_pages, laid, refused, show_page
from companion.session.view import OVER, UPDATE, View
from companion.words import NOTHING, Text, sentence, text

NEWER, SAME, OLDER, REFUSED = "newer", "same", "older", "refused"
"""What an update is beside the version that runs."""
WORKING, DONE, FAILED = "working", "done", "failed"
"""How what was asked for stands."""
BEFORE: Final = "before"
"""Stands for the version in the other slot, where a file would stand."""
PLAYING: Final = text(
    "A game is being played. Update after it; or restart the computer and update before "
    "you continue the saved game."
)
WAIT: Final = text("The update is being installed. Wait until the result is shown here.")


class Updating(NamedTuple):
    """What was found, None while it is looked for; the file of the update that is shown closely, "" for none; how the one that was asked for stands."""

    seen: UpdatesSeen | None = None
    chosen: str = ""
    heard: UpdateHeard | None = None


# ---- What is said --------------------------------------------------------------------------------------------------------


class AskUpdates(NamedTuple):
    """Look for updates again; nothing while something is being installed."""


class UpdateOffer(NamedTuple):
    """An update that was found.

    It has its file, its version ("" where it does not say), where it lies in words, and whether it is "newer" than
    what runs, the "same", "older", or "refused", with the reason in `words`. Only the first two can be installed from the screen.
    """

    path: str
    version: str
    place: Text
    age: str
    words: Text = NOTHING


class UpdateHeard(NamedTuple):
    """The state of an update that was asked for.

    It has the number by which it was asked for, "working", "done" or "failed", at what or with what
    outcome in words, and since how many seconds.
    """

    number: int
    state: str
    words: Text
    seconds: int = 0


class UpdatesSeen(NamedTuple):
    """What there is about updates: the version that runs, a sentence for each slot and about a trial, the updates, the newest first.

    `elsewhere` says how updates come to a machine where they do not come by this page, "" where they do. `before` is the version in the other
    slot, `waiting` the one that takes over at the next start, each "" for none. `heard` is how an update stands that is on its way already.
    """

    version: str
    slots: tuple[Text, ...] = ()
    offers: tuple[UpdateOffer, ...] = ()
    elsewhere: Text = NOTHING
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


# ---- What it does --------------------------------------------------------------------------------------------------------


def on_open_update(session: Session) -> Result:
    """Show the page, and look for updates."""
    return show_page(session, UPDATE, Updating()), (LookForUpdates(),)


def on_close_update(session: Session, updating: Updating) -> Result:
    """Back to where one was; not while something is being installed, since no race may begin then."""
    if is_working(updating):
        return refused(session, WAIT)
    return close_pages(session, UPDATE), ()


def on_ask_updates(session: Session, updating: Updating, message: AskUpdates) -> Result:
    """Look again, unless that is being done, or something is being installed."""
    if (updating.seen is None and updating.heard is None) or is_working(updating):
        return session, ()
    return show_page(session, UPDATE, Updating()), (LookForUpdates(),)


def on_updates_seen(session: Session, updating: Updating, message: UpdatesSeen) -> Result:
    """What was looked for was found; an update that is on its way already, as after a start in the middle of it, is waited for."""
    # An answer to a look of a page that was left since, or opened anew and answered.
    if updating.seen is not None:
        return session, ()
    heard = message.heard
    after = laid(session, UPDATE, Updating(message, heard=heard))
    return after, (
        AwaitUpdate(heard.number),
    ) if heard is not None and heard.state == WORKING else ()


def on_choose_update(session: Session, updating: Updating, message: ChooseUpdate) -> Result:
    """Show one closely that could be installed, or all of them."""
    if updating.seen is None or updating.heard is not None:
        return session, ()
    # Back to the list is always allowed.
    if message.path and blocked(session, updating.seen):
        return refused(session, blocked(session, updating.seen))
    if (
        message.path in ("", *([BEFORE] if updating.seen.before else []))
        or offered(updating.seen, message.path) is not None
    ):
        return show_page(session, UPDATE, updating._replace(chosen=message.path)), ()
    return session, ()


def on_install_update(session: Session, updating: Updating, message: InstallUpdate) -> Result:
    """Ask the system for what is shown: once, since from then on it is being waited for."""
    if updating.seen is None or not updating.chosen or updating.heard is not None:
        return session, ()
    if blocked(session, updating.seen):
        return refused(session, blocked(session, updating.seen))
    # None is the version in the other slot, which is asked for by no file.
    offer = offered(updating.seen, updating.chosen)
    path = offer.path if offer is not None else ""
    # Before the answer there is no number; from here on a second touch finds something under way.
    heard = UpdateHeard(0, WORKING, text("The system was asked to install it."))
    return show_page(session, UPDATE, updating._replace(heard=heard)), (AskForUpdate(path),)


def on_update_heard(session: Session, updating: Updating, message: UpdateHeard) -> Result:
    """How it stands; asked again as long as it is not at its end, each time for a moment only, so that the session is never held up."""
    # Before anything was seen it is the look itself that has failed, and the page must not wait for ever.
    if updating.seen is not None and not is_working(updating):
        return session, ()
    after = laid(session, UPDATE, updating._replace(heard=message))
    return after, (AwaitUpdate(message.number),) if message.state == WORKING else ()


def on_start_again(session: Session, updating: Updating, message: StartAgain) -> Result:
    """End the game where another version waits to take over."""
    if not (
        is_done(updating)
        or (updating.seen is not None and updating.seen.waiting and not is_working(updating))
    ):
        return session, ()
    return session, (StartAnew(),)


def is_working(updating: Updating) -> bool:
    """Whether something that was asked for is not at its end."""
    return updating.heard is not None and updating.heard.state == WORKING


def is_done(updating: Updating) -> bool:
    """Whether what was asked for has been done."""
    return updating.heard is not None and updating.heard.state == DONE


def offered(seen: UpdatesSeen, path: str) -> UpdateOffer | None:
    """The update with this file, where there is one that could be installed."""
    return next(
        (offer for offer in seen.offers if path and offer.path == path and offer.age in BESIDE),
        None,
    )


def blocked(session: Session, seen: UpdatesSeen) -> Text:
    """Why nothing can be installed now, NOTHING where something can.

    A race that is only kept, or only offered, is in nobody's way: the start after the update offers it again.
    """
    if seen.elsewhere:
        return seen.elsewhere
    if can_be_mended(session) and session.page != OVER:
        return PLAYING
    return (
        text(
            "Version {version} waits for the next start. Start again first, so that one of "
            "the two versions is known to work.",
            version=seen.waiting,
        )
        if seen.waiting
        else NOTHING
    )


# ---- What there is to see ------------------------------------------------------------------------------------------------


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
"""How an update that can be installed compares with what runs, alone and as a sentence."""
OLDER_STAYS: Final = text(
    "The screen does not install it. In a terminal: sudo clockwork-derby update install "
    "--older, followed by the folder of the update."
)
LONGEST_NAME: Final = 40
"""Letters of a file's name."""
FILE: Final = "file"
"""The hole for an update's file in the texts that say why it is refused."""
AGAIN: Final = Choice(text("Check again"), "", AskUpdates())


class UpdatePage(NamedTuple):
    """The page of updates.

    It says in one sentence how it stands, with its `state` ("" while something goes on), the updates to choose from, what there is to read, and the
    choices of the foot, the first of them what to do now where `first`.
    """

    verdict: Text | str
    state: str
    offers: tuple[Choice, ...]
    rows: tuple[DoctorRow, ...]
    choices: tuple[Choice, ...]
    first: bool = False


def update_view(session: Session, updating: Updating) -> View:
    """The stage at which it stands."""
    seen, heard = updating.seen, updating.heard
    # What is being installed, or has been, comes before everything else: nothing can be chosen until people have read it.
    if heard is not None:
        return (
            _ended(session, updating, heard) if heard.state != WORKING else _working(session, heard)
        )
    if seen is None:
        return _view(
            session,
            UpdatePage(text("Checking"), "", (), (), (AGAIN._replace(blocked=LOOKING),)),
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
        hint,
        None,
        page,
        session.step,
        back,
        "",
        "",
        session.notice,
        session.house.table,
        on_back=on_back,
        on_sign=None,
    )


def _all(session: Session, seen: UpdatesSeen) -> View:
    """Whatever was found, the updates first."""
    why = blocked(session, seen)
    news = (
        [DoctorRow(text("Not here") if seen.elsewhere else text("Not now"), "note", why, "")]
        if why and not any(offer.age in BESIDE for offer in seen.offers)
        else []
    )
    older = [
        DoctorRow(
            text("Version {version}", version=offer.version),
            "note",
            text("Older than this version; {place}.", place=offer.place),
            OLDER_STAYS,
        )
        for offer in seen.offers
        if offer.age == OLDER
    ]
    refused = [
        DoctorRow(
            _name(offer),
            "bad",
            text("This update is refused ({place}).", place=offer.place),
            _reason(offer.words),
        )
        for offer in seen.offers
        if offer.age == REFUSED
    ]
    sources = (
        []
        if seen.elsewhere or seen.offers
        else [
            DoctorRow(
                text("No update found"),
                "note",
                text("Neither on a stick nor in the folder for updates."),
                SOURCES,
            )
        ]
    )
    slots = [DoctorRow(text("This computer"), "fine", sentence(words), "") for words in seen.slots]
    offers = tuple(_offer(offer, why) for offer in seen.offers if offer.age in BESIDE)
    before = (
        (Choice(text("Back to {before}", before=seen.before), "", ChooseUpdate(BEFORE), why),)
        if seen.before and not seen.elsewhere
        else ()
    )
    again = (
        (Choice(text("Start again now"), "", StartAgain()),)
        if seen.waiting and not seen.elsewhere
        else ()
    )
    page = UpdatePage(
        text("Version {version} is in use", version=seen.version),
        "fine",
        offers,
        (*news, *older, *refused, *sources, *slots),
        (*again, AGAIN, *before),
        bool(again),
    )
    hint = (
        text("Touch the update to install.")
        if offers and not why
        else text("Updates are checked before anything changes.")
    )
    return _view(session, page, hint, text("Close"), ClosePage(UPDATE))


def _offer(offer: UpdateOffer, why: Text) -> Choice:
    """One update to be chosen, or blocked with the reason."""
    return Choice(
        text("Version {version}", version=offer.version),
        text("{what}; {place}", what=BESIDE[offer.age][0], place=offer.place),
        ChooseUpdate(offer.path),
        why,
        symbol="page",
    )


def _name(offer: UpdateOffer) -> str:
    """The file's name, without its middle where no line has room for it."""
    return _short(offer.path.rpartition("/")[2])


def _reason(words: Text) -> Text:
    """Why it is refused, with the names in it as short as beside it."""
    short = (
        (
            hole,
            _reason(value) if isinstance(value, Text) else _short(value) if hole == FILE else value,
        )
        for hole, value in words.arguments
    )
    return words._replace(arguments=tuple(short))


def _short(name: Any) -> str:
    return (
        name
        if len(name) <= LONGEST_NAME
        else f"{name[: LONGEST_NAME // 2]}…{name[-LONGEST_NAME // 2 :]}"
    )


def _closely(session: Session, updating: Updating, seen: UpdatesSeen) -> View:
    """What installing it would do, before it is done."""
    offer = offered(seen, updating.chosen)
    version = seen.before if offer is None else offer.version
    where = (
        text("It is already installed beside this version.")
        if offer is None
        else text("{what}; {place}.", what=BESIDE[offer.age][1], place=offer.place)
    )
    copied = (
        ""
        if offer is None
        else text(
            "It is copied, its signature and sums are checked, and it is installed beside this "
            "version. Leave the stick in."
        )
    )
    rows = (
        DoctorRow(
            text("Update"),
            "fine",
            text(
                "Version {version} takes over from version {present}. {where}",
                version=version,
                present=seen.version,
                where=where,
            ),
            copied,
        ),
        DoctorRow(
            text("First it is tested"),
            "fine",
            text("Letters, every board, a short game, and a copy of your saved games."),
            text("Your games stay as they are."),
        ),
        DoctorRow(
            text("Then it takes over"),
            "fine",
            text(
                "At the next start. Version {version} stays beside it, and you can return to it "
                "here.",
                version=seen.version,
            ),
            "",
        ),
        DoctorRow(
            text("If it does not start"),
            "fine",
            text(
                "After two starts without a first screen version {version} runs again by itself.",
                version=seen.version,
            ),
            "",
        ),
        DoctorRow(
            text("Time"),
            "note",
            text("A few minutes, without a game."),
            text("Switching off does no harm: the present version stays."),
        ),
    )
    label = text("Go back") if offer is None else text("Install")
    page = UpdatePage(
        text("Go back to {version}?", version=version)
        if offer is None
        else text("Install version {version}?", version=version),
        "note",
        (),
        rows,
        (Choice(label, "", InstallUpdate()),),
        True,
    )
    return _view(
        session, page, text("Nothing changes until you confirm."), text("Back"), ChooseUpdate("")
    )


def _working(session: Session, heard: UpdateHeard) -> View:
    """No way back leads from here: no race may begin."""
    row = DoctorRow(
        text("Since {time}", time=_span(heard.seconds)),
        "",
        heard.words,
        text("You cannot play now. Switching off does no harm: the present version stays."),
    )
    return _view(
        session,
        UpdatePage(text("Being installed"), "", (), (row,), ()),
        text("Wait until the result is shown here."),
        "",
        None,
    )


def _span(seconds: int) -> Text:
    """Seconds as people say them; a clock that was set back makes them none."""
    minutes, rest = divmod(max(0, seconds), 60)
    return (
        text("{minutes} min {seconds} s", minutes=minutes, seconds=rest)
        if minutes
        else text("{seconds} s", seconds=rest)
    )


def _ended(session: Session, updating: Updating, heard: UpdateHeard) -> View:
    """Done, or why not."""
    if heard.state == DONE:
        after = DoctorRow(
            text("Next"),
            "note",
            text("It takes over when the app starts again."),
            text("Now, or the next time the table is switched on."),
        )
        page = UpdatePage(
            text("Ready"),
            "fine",
            (),
            (DoctorRow(text("Done"), "fine", heard.words, ""), after),
            (Choice(text("Start again now"), "", StartAgain()),),
            True,
        )
        return _view(
            session,
            page,
            text("You can continue a saved game after the start."),
            text("Later"),
            ClosePage(UPDATE),
        )
    # Without a look nothing was asked for: it was the looking that failed.
    title, remedy = (
        (text("Unknown"), "")
        if updating.seen is None
        else (text("Not installed"), text("The present version is unchanged."))
    )
    page = UpdatePage(
        title, "bad", (), (DoctorRow(text("Why"), "bad", heard.words, remedy),), (AGAIN,)
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
