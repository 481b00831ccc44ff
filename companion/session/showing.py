"""From the evening to what there is to see: one view for every moment, with all words ready to be shown.

A view is made from the evening alone, so that the same evening looks the same on every screen and in every test.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.base import Ask, Questions
from companion.session import view
from companion.session.alarms import faults_now, lock_lights
from companion.session.deciding import outcome
from companion.session.ending import asks_ending
from companion.session.house_messages import EndEvening, Notice, news
from companion.session.menu import can_open
from companion.session.messages import CleanScreen, OpenMenu
from companion.session.remedies import complaint
from companion.session.sealed import Seal, is_sealed, unnamed
from companion.session.session import Session, replace
from companion.session.show_menu import menu_view
from companion.session.show_play import over_view, play_view, summary_view
from companion.session.show_readers import questions_view
from companion.session.show_setup import board_view, flags_view, place_view, rules_view, seats_view
from companion.session.show_table import deal_view, lost_words, table_view
from companion.session.show_travel import returning_view, travel_view
from companion.session.view import View
from companion.session.view_menu import LockedPage
from companion.words import NOTHING, Text, count, text

PAGES: Final[Mapping[str, Callable[[Session], View]]] = {
    view.BOARD: board_view, view.FLAGS: flags_view, view.SEATS: seats_view, view.RULES: rules_view, view.PLACE: place_view,
    view.REST: questions_view, view.DEAL: deal_view, view.PROGRAM: questions_view, view.PLAY: play_view, view.SUMMARY: summary_view, view.OVER: over_view,
}


def view_of(session: Session) -> View:
    """What there is to see at this moment of the evening, as the screen is turned and in its language."""
    seen = _seen(as_seen(session))
    return seen if seen.preferences == session.preferences else replace(seen, preferences=session.preferences)


def as_seen(session: Session) -> Session:
    """The evening without the cards that may not be seen, and with what can be told only by who knows them: faults, lights, what a proposal leads to."""
    if session.testing is not None:
        session = replace(session, lamps=lock_lights(session))
    match, menu = session.match, session.menu
    if match is None or not is_sealed(session):
        return session
    seal, seen = Seal(session), session
    if session.page in (view.PROGRAM, view.REST):
        wrong = {ask.seat: _seen_wrong(session, ask) for ask in (match.want.asks if isinstance(match.want, Questions) else ())}
        seen = replace(seen, match=match._replace(remedies={**{seat: words for seat, words in wrong.items() if words}, **match.remedies}))
    if menu is not None and menu.proposed is not None and not isinstance(menu.proposed, EndEvening):
        found = outcome(session, menu.proposed)
        seen = replace(seen, menu=menu._replace(tried=found if isinstance(found, Text | str) else (seal.covered(found[0]), ())))
    return seal.covered(seen)


def _seen_wrong(session: Session, ask: Ask) -> Text:
    """What is wrong in a person's reader before its handle is moved: a card that cannot be read, or lies twice, or a locked one that is gone."""
    # One sentence has room, and that a reader is lost comes first.
    if not session.is_person(ask.seat) or lost_words(session, ask.seat):
        return NOTHING
    fault = next(faults_now(session, ask), None)
    return complaint(unnamed(session, fault), session.setup.names, session.piloted) if fault is not None else NOTHING


def _seen(session: Session) -> View:
    """The view of the page, or of what lies over it; what the table needs is noticed on every page."""
    over = _lying_over(session)
    if over is not None:
        return over
    seen = _page_view(session)
    if can_open(session):
        seen = replace(seen, menu=True)
        # One step back is what people want most, so it has a button of its own wherever there is room for one.
        if not seen.back and session.returning is None:
            seen = replace(seen, back=text("Back"), on_back=OpenMenu(view.BACK))
    # What was just refused is answered first; the table's needs stay, and are read after it.
    needed = NOTHING if seen.notice else table_needs(session)
    return replace(seen, notice=needed) if needed else seen


def _lying_over(session: Session) -> View | None:
    """The view of what lies over the page, the uppermost first; None where nothing does.

    Where several lie over one another closing one shows the next; the table test, say, is seen again behind the acceptance run.
    """
    if session.cleaning:
        return locked_view(session)
    if session.certifying is not None:
        # Few evenings certify, and every first screen would wait for it.
        from companion.session.show_certify import certify_view

        return certify_view(session, session.certifying)
    if session.updating is not None:
        from companion.session.show_update import update_view

        return update_view(session, session.updating)
    if session.doctoring is not None:
        # Nor do many call the doctor.
        from companion.session.show_doctor import doctor_view

        return doctor_view(session, session.doctoring)
    if session.welcoming is not None:
        # Every computer has its first steps once.
        from companion.session.show_welcome import welcome_view

        return welcome_view(session, session.welcoming)
    if session.testing is not None:
        return table_view(session)
    if session.looking is not None and session.looking.race is not None:
        # Looked at now and then.
        from companion.session.last_race import race_view

        return race_view(session, session.looking.race)
    if session.menu is not None and (can_open(session) or asks_ending(session)):
        return menu_view(session, session.menu)
    return None


def locked_view(session: Session) -> View:
    """While the glass is wiped: nothing but the one button that unlocks the screen."""
    return View(view.LOCKED, text("Locked"), text("Wipe the glass. Hold the button to go on."), None, LockedPage(CleanScreen(False)), session.step)


def _page_view(session: Session) -> View:
    """The page of the race, or what lies over it."""
    if session.returning is not None:
        return returning_view(session, session.returning)
    if session.travel is not None:
        return travel_view(session, session.travel)
    return PAGES[session.page](session)


def table_needs(session: Session) -> Notice | Text | str:
    """What the table needs from people now, in a sentence: troubles first, then readers without a seat while a race is set up.

    NOTHING where it needs nothing. Readers without a seat are of no matter to a race that runs.
    """
    if session.troubles:
        first, *others = session.troubles.values()
        return text("{trouble} Touch the sign of the table for {number} more.", trouble=first, number=len(others)) if others else first
    if session.strangers and session.page in (*view.SETUP_PAGES, view.PLACE):
        return news(count(
            "A reader has no seat yet: touch the sign of the table and give it a seat.",
            "{number} readers have no seat yet: touch the sign of the table and give them seats.", len(session.strangers),
        ))
    return NOTHING
