"""Updates as a view: all that were found, one of them closely before it is installed, how it goes on, and how it ended.

Read only when the page is opened. What can be touched there is decided in `updating`.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.session import view
from companion.session.house_messages import (
    AskUpdates, ChooseUpdate, CloseUpdate, InstallUpdate, StartAgain, UpdateHeard, UpdateOffer, UpdatesSeen,
)
from companion.session.messages import Message
from companion.session.overlays import Updating
from companion.session.session import Session
from companion.session.updating import BEFORE, DONE, NEWER, OLDER, REFUSED, SAME, WORKING, blocked, offered
from companion.session.view import View
from companion.session.view_doctor import DoctorRow
from companion.session.view_menu import Choice
from companion.session.view_update import UpdatePage
from companion.words import Text, sentence, text

LOOKING: Final = text("Slots, sticks and the folder for updates are being looked at.")
SOURCES: Final = text("An update is a file clockwork_derby-….whl with SHA256SUMS and SHA256SUMS.sig beside it. Copy all three to a USB stick, plug it in, and look again.")
BESIDE: Final[Mapping[str, tuple[Text, Text]]] = {
    NEWER: (text("Newer than the one that runs"), text("It is newer than the one that runs")),
    SAME: (text("The same as the one that runs"), text("It is the same as the one that runs")),
    OLDER: (text("Older than the one that runs"), text("It is older than the one that runs")),
}
"""How an update compares with what runs, alone and as a sentence."""
LONGEST_NAME: Final = 40
"""Letters of a file's name."""
FILE: Final = "file"
"""The hole for an update's file in the texts that say why it is refused."""
AGAIN: Final = Choice(text("Look again"), "", AskUpdates())


def update_view(session: Session, updating: Updating) -> View:
    """The stage at which it stands."""
    seen, heard = updating.seen, updating.heard
    # What is being installed, or has been, comes before everything else: nothing can be chosen until people have read it.
    if heard is not None:
        return _ended(session, updating, heard) if heard.state != WORKING else _working(session, heard)
    if seen is None:
        return _view(session, UpdatePage(text("Looking"), "", (), (), (AGAIN._replace(blocked=LOOKING),)), LOOKING, text("Close"), CloseUpdate())
    return _closely(session, updating, seen) if updating.chosen else _all(session, seen)


def _view(session: Session, page: UpdatePage, hint: Text, back: Text | str, on_back: Message | None) -> View:
    return View(view.UPDATE, text("Update"), hint, None, page, session.step, back, "", "", session.notice, session.house.table, on_back=on_back)


def _all(session: Session, seen: UpdatesSeen) -> View:
    """Whatever was found, the updates first."""
    why = blocked(session, seen)
    news = [DoctorRow(text("Not here") if seen.elsewhere else text("Not now"), "note", why, "")] if why and not any(offer.age != REFUSED for offer in seen.offers) else []
    refused = [DoctorRow(_name(offer), "bad", text("This update is refused ({place}).", place=offer.place), _reason(offer.words)) for offer in seen.offers if offer.age == REFUSED]
    sources = [] if seen.elsewhere or seen.offers else [DoctorRow(text("No update found"), "note", text("Neither on a stick nor in the folder for updates."), SOURCES)]
    slots = [DoctorRow(text("This machine"), "fine", sentence(words), "") for words in seen.slots]
    offers = tuple(_offer(offer, why) for offer in seen.offers if offer.age != REFUSED)
    before = (Choice(text("Back to {before}", before=seen.before), "", ChooseUpdate(BEFORE), why),) if seen.before and not seen.elsewhere else ()
    again = (Choice(text("Start again now"), "", StartAgain()),) if seen.waiting and not seen.elsewhere else ()
    page = UpdatePage(text("Version {version} runs", version=seen.version), "fine", offers, (*news, *refused, *sources, *slots), (*again, AGAIN, *before), bool(again))
    hint = text("Touch the update to install.") if offers and not why else text("What is found is checked first; nothing is changed by looking.")
    return _view(session, page, hint, text("Close"), CloseUpdate())


def _offer(offer: UpdateOffer, why: str) -> Choice:
    """One update to be chosen, or blocked with the reason."""
    return Choice(text("Version {version}", version=offer.version), text("{what}; {place}", what=BESIDE[offer.age][0], place=offer.place), ChooseUpdate(offer.path), why, symbol="page")


def _name(offer: UpdateOffer) -> str:
    """The file's name, without its middle where no line has room for it."""
    return _short(offer.path.rpartition("/")[2])


def _reason(words: Text) -> Text:
    """Why it is refused, with the names in it as short as beside it."""
    short = ((hole, _reason(value) if isinstance(value, Text) else _short(value) if hole == FILE else value) for hole, value in words.arguments)
    return words._replace(arguments=tuple(short))


def _short(name: Any) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME // 2]}…{name[-LONGEST_NAME // 2:]}"


def _closely(session: Session, updating: Updating, seen: UpdatesSeen) -> View:
    """What installing it would do, before it is done."""
    offer = offered(seen, updating.chosen)
    version = seen.before if offer is None else offer.version
    where = text("It lies in the other slot already.") if offer is None else text("{what}; {place}.", what=BESIDE[offer.age][1], place=offer.place)
    copied = "" if offer is None else text("It is copied, its signature and sums are checked, and it is put into the other slot. Leave the stick in.")
    rows = (
        DoctorRow(text("What"), "fine", text("Version {version} takes over from version {present}. {where}", version=version, present=seen.version, where=where), copied),
        DoctorRow(text("First it is tried"), "fine", text("Letters, every board, a short game, and a copy of your games that it must be able to read."), text("Your games stay as they are.")),
        DoctorRow(text("Then it takes over"), "fine", text("At the next start. Version {version} stays beside it, and can be had back here.", version=seen.version), ""),
        DoctorRow(text("Where it does not start"), "fine", text("After two starts without a first screen version {version} runs again by itself.", version=seen.version), ""),
        DoctorRow(text("Time"), "note", text("Some minutes, in which nobody can play."), text("Switching off meanwhile does no harm: what runs now runs on.")),
    )
    label = text("Go back") if offer is None else text("Install")
    page = UpdatePage(text("Go back to {version}?", version=version) if offer is None else text("Install version {version}?", version=version), "note", (), rows, (Choice(label, "", InstallUpdate()),), True)
    return _view(session, page, text("Nothing is changed before you say so."), text("Back"), ChooseUpdate(""))


def _working(session: Session, heard: UpdateHeard) -> View:
    """No way back leads from here: no race may begin."""
    row = DoctorRow(text("Since {time}", time=_span(heard.seconds)), "", heard.words, text("Nothing can be played meanwhile. Switching off does no harm: what runs now runs on."))
    return _view(session, UpdatePage(text("Being installed"), "", (), (row,), ()), text("Wait until this page says how it ended."), "", None)


def _span(seconds: int) -> Text:
    """Seconds as people say them; a clock that was set back makes them none."""
    minutes, rest = divmod(max(0, seconds), 60)
    return text("{minutes} min {seconds} s", minutes=minutes, seconds=rest) if minutes else text("{seconds} s", seconds=rest)


def _ended(session: Session, updating: Updating, heard: UpdateHeard) -> View:
    """Done, or why not."""
    if heard.state == DONE:
        after = DoctorRow(text("Next"), "note", text("It takes over when the game starts again."), text("Now, or the next time that the table is switched on."))
        page = UpdatePage(text("Ready"), "fine", (), (DoctorRow(text("Done"), "fine", heard.words, ""), after), (Choice(text("Start again now"), "", StartAgain()),), True)
        return _view(session, page, text("A race that is kept is offered again after the start."), text("Later"), CloseUpdate())
    # Without a look nothing was asked for: it was the looking that failed.
    title, remedy = (text("Not found out"), "") if updating.seen is None else (text("Not installed"), text("The version that runs is as it was."))
    page = UpdatePage(title, "bad", (), (DoctorRow(text("Why"), "bad", heard.words, remedy),), (AGAIN,))
    return _view(session, page, text("Look again: it says there what the two slots hold."), text("Close"), CloseUpdate())
