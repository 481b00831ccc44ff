"""Updates as a view: all that were found, one of them closely before it is installed, how it goes on, and how it ended.

Read only when the page is opened. What can be touched there is decided in `updating`.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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

LOOKING: Final = "Slots, sticks and the folder for updates are being looked at."
SOURCES: Final = "An update is a file clockwork_derby-….whl with SHA256SUMS and SHA256SUMS.sig beside it. Copy all three to a USB stick, plug it in, and look again."
BESIDE: Final[Mapping[str, str]] = {NEWER: "newer than the one that runs", SAME: "the same as the one that runs", OLDER: "older than the one that runs"}
LONGEST_NAME: Final = 40
"""Letters of a file's name."""
AGAIN: Final = Choice("Look again", "", AskUpdates())


def update_view(session: Session, updating: Updating) -> View:
    """The stage at which it stands."""
    seen, heard = updating.seen, updating.heard
    # What is being installed, or has been, comes before everything else: nothing can be chosen until people have read it.
    if heard is not None:
        return _ended(session, updating, heard) if heard.state != WORKING else _working(session, heard)
    if seen is None:
        return _view(session, UpdatePage("Looking", "", (), (), (AGAIN._replace(blocked=LOOKING),)), LOOKING, "Close", CloseUpdate())
    return _closely(session, updating, seen) if updating.chosen else _all(session, seen)


def _view(session: Session, page: UpdatePage, hint: str, back: str, on_back: Message | None) -> View:
    return View(view.UPDATE, "Update", hint, None, page, session.step, back, "", "", session.notice, session.house.table, on_back=on_back)


def _all(session: Session, seen: UpdatesSeen) -> View:
    """Whatever was found, the updates first."""
    why = blocked(session, seen)
    news = [DoctorRow("Not here" if seen.elsewhere else "Not now", "note", why, "")] if why and not any(offer.age != REFUSED for offer in seen.offers) else []
    refused = [DoctorRow(_name(offer), "bad", f"This update is refused ({offer.place}).", _reason(offer)) for offer in seen.offers if offer.age == REFUSED]
    sources = [] if seen.elsewhere or seen.offers else [DoctorRow("No update found", "note", "Neither on a stick nor in the folder for updates.", SOURCES)]
    slots = [DoctorRow("This machine", "fine", f"{words[:1].upper()}{words[1:]}.", "") for words in seen.slots]
    offers = tuple(_offer(offer, why) for offer in seen.offers if offer.age != REFUSED)
    before = (Choice(f"Back to {seen.before}", "", ChooseUpdate(BEFORE), why),) if seen.before and not seen.elsewhere else ()
    again = (Choice("Start again now", "", StartAgain()),) if seen.waiting and not seen.elsewhere else ()
    page = UpdatePage(f"Version {seen.version} runs", "fine", offers, (*news, *refused, *sources, *slots), (*again, AGAIN, *before), bool(again))
    hint = "Touch the update to install." if offers and not why else "What is found is checked first; nothing is changed by looking."
    return _view(session, page, hint, "Close", CloseUpdate())


def _offer(offer: UpdateOffer, why: str) -> Choice:
    """One update to be chosen, or blocked with the reason."""
    return Choice(f"Version {offer.version}", f"{BESIDE[offer.age].capitalize()}; {offer.place}", ChooseUpdate(offer.path), why, symbol="page")


def _name(offer: UpdateOffer) -> str:
    """The file's name, without its middle where no line has room for it."""
    name = offer.path.rpartition("/")[2]
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME // 2]}…{name[-LONGEST_NAME // 2:]}"


def _reason(offer: UpdateOffer) -> str:
    """Why it is refused, with the file's name as short as beside it."""
    return offer.words.replace(offer.path.rpartition("/")[2], _name(offer))


def _closely(session: Session, updating: Updating, seen: UpdatesSeen) -> View:
    """What installing it would do, before it is done."""
    offer = offered(seen, updating.chosen)
    version = seen.before if offer is None else offer.version
    where = "It lies in the other slot already." if offer is None else f"It is {BESIDE[offer.age]}; {offer.place}."
    copied = "" if offer is None else "It is copied, its signature and sums are checked, and it is put into the other slot. Leave the stick in."
    rows = (
        DoctorRow("What", "fine", f"Version {version} takes over from version {seen.version}. {where}", copied),
        DoctorRow("First it is tried", "fine", "Letters, every board, a short game, and a copy of your games that it must be able to read.", "Your games stay as they are."),
        DoctorRow("Then it takes over", "fine", f"At the next start. Version {seen.version} stays beside it, and can be had back here.", ""),
        DoctorRow("Where it does not start", "fine", f"After two starts without a first screen version {seen.version} runs again by itself.", ""),
        DoctorRow("Time", "note", "Some minutes, in which nobody can play.", "Switching off meanwhile does no harm: what runs now runs on."),
    )
    label = "Go back" if offer is None else "Install"
    page = UpdatePage(f"{label} to {version}?" if offer is None else f"Install version {version}?", "note", (), rows, (Choice(label, "", InstallUpdate()),), True)
    return _view(session, page, "Nothing is changed before you say so.", "Back", ChooseUpdate(""))


def _working(session: Session, heard: UpdateHeard) -> View:
    """No way back leads from here: no race may begin."""
    row = DoctorRow(f"Since {_span(heard.seconds)}", "", heard.words, "Nothing can be played meanwhile. Switching off does no harm: what runs now runs on.")
    return _view(session, UpdatePage("Being installed", "", (), (row,), ()), "Wait until this page says how it ended.", "", None)


def _span(seconds: int) -> str:
    """Seconds as people say them; a clock that was set back makes them none."""
    minutes, rest = divmod(max(0, seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _ended(session: Session, updating: Updating, heard: UpdateHeard) -> View:
    """Done, or why not."""
    if heard.state == DONE:
        after = DoctorRow("Next", "note", "It takes over when the game starts again.", "Now, or the next time that the table is switched on.")
        page = UpdatePage("Ready", "fine", (), (DoctorRow("Done", "fine", heard.words, ""), after), (Choice("Start again now", "", StartAgain()),), True)
        return _view(session, page, "A race that is kept is offered again after the start.", "Later", CloseUpdate())
    # Without a look nothing was asked for: it was the looking that failed.
    title, remedy = ("Not found out", "") if updating.seen is None else ("Not installed", "The version that runs is as it was.")
    page = UpdatePage(title, "bad", (), (DoctorRow("Why", "bad", heard.words, remedy),), (AGAIN,))
    return _view(session, page, "Look again: it says there what the two slots hold.", "Close", CloseUpdate())
