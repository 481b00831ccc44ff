"""Play without touching the screen: a pull of a handle leads on, a push says it again.

Handles confirm instructions of a round anyway. Where this was chosen, a pull leads on from every
other page of a race that waits for a touch and asks for no cards. Where answers would be touched, a
push goes on to the next one, and a pull takes it. The effect of a pull is the message of that
touch, so nothing about it is kept with a game, and journals replay the same wherever they are.
Actions beside a program are gone through in the same way while no card is put in.

A secret choice among answers that everybody knows is made by the lights of the reader: their number
is that of the answer. It begins at another answer each time, so that nobody learns the choice by
counting pushes. Answers that are secret themselves need the screen or a phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.asking import Ask, Shuffle
from companion.session import view
from companion.session.commands import SendMessage
from companion.session.flow import movers, next_line, not_yours
from companion.session.lobby.start_positions import can_pull
from companion.session.messages import SINGLE, WATCH, CarriedOut, Confirm, Pick
from companion.session.reader_faults import wrong_before_deal
from companion.session.readers import HandleChoice
from companion.session.session import Match, Result, Session
from companion.signals import BLINK, DARK, EMPTY, LIT, PUSH, SLOTS
from companion.words import Text

PAGES: Final = (view.PLAY, view.SUMMARY, view.DEAL)
"""The pages on which a pull leads on: hands have nothing to read there."""
SOONEST: Final = 0.3
"""Seconds after a change in which a pull does not count: two people may pull at the same time."""
PATTERNS: Final = ((BLINK, DARK), (BLINK, LIT), (LIT, BLINK), (DARK, LIT))
"""The light of an answer and the four others, for the first five answers, the next five, …"""
NUMBERED: Final = len(PATTERNS) * SLOTS
"""The number of answers that five lights can number."""


def is_hands_free(session: Session) -> bool:
    """Return whether handles take the place of touches on the page that is seen."""
    return (
        session.lobby.preferences.hands_free
        and session.page in PAGES
        and session.match is not None
        and not session.timeline.is_syncing
        and not session.covered
    )


def pull_message(session: Session, match: Match, seat: int) -> Confirm | CarriedOut | Text | None:
    """Return the touch that the pull of a seat's handle stands for.

    Returns:
        The message, the reason in words why the pull does not count, or None where a pull means
        nothing more than without this choice.
    """
    if not is_hands_free(session) or not session.is_person(seat):
        return None
    if session.page == view.SUMMARY or session.timeline.repeated is not None:
        return Confirm(session.revision)
    if session.page == view.DEAL:
        asked = match.next_step
        wrong = isinstance(asked, Shuffle) and any(
            wrong_before_deal(session, asked, seat) for seat in asked.held
        )
        return None if wrong else Confirm(session.revision)
    if session.lobby.flow == WATCH:
        return None
    why = not_yours(session, match, seat)
    able = can_pull(session)
    if why and any(mover in able for mover in movers(session, match)):
        return why
    # A page of several instructions is confirmed by their movers in any case.
    return next_line(session, match) if why or session.lobby.flow == SINGLE else None


def soonest(session: Session, seat: int) -> float:
    """Return the seconds after a change before which a seat's pull leads nowhere, 0.0 for none."""
    if is_hands_free(session) or chooses_by_handle(session, seat) is not None:
        return max(SOONEST, session.lobby.preferences.seen / 1000)
    return 0.0


# ---- Answers by a handle -------------------------------------------------------------------------


def chooses_by_handle(session: Session, seat: int) -> Ask | None:
    """Return the question whose answers or actions a seat's handle goes through now, or None."""
    match = session.match
    if (
        not session.lobby.preferences.hands_free
        or match is None
        or session.page not in view.ASKING
        or session.timeline.is_syncing
        or session.covered
        or seat in match.question.answers
        or seat in match.question.orders
    ):
        return None
    ask = match.ask(seat)
    if (
        ask is None
        or not session.is_person(ask.player)
        or session.on_screen(seat)
        or seat in session.readers.unused
    ):
        return None
    if not has_answers(ask):
        # The handle has its meaning, except while no card is put in yet, which is no answer.
        row, free = session.readers.by_seat[seat].row, ask.program.free
        is_empty = bool(free) and all(row[slot - 1].status == EMPTY for slot in free)
        return ask if ask.actions and (is_empty or PUSH not in dict(ask.gestures)) else None
    if not ask.offers or (ask.secret and not (ask.public_offers and len(ask.offers) <= NUMBERED)):
        return None
    return ask


def has_answers(ask: Ask) -> bool:
    """Return whether the handle goes through answers, not through actions beside the answer."""
    return not ask.gestures and not ask.program.slots


def place_of(session: Session, ask: Ask) -> int:
    """Return the place of the answer, or of the action, that a pull takes now.

    Before the first action comes -1, where a pull means what it always does.
    """
    known = session.readers.handle_choice
    pushes = known.pushes.get(ask.seat, 0) if known.revision == session.revision else 0
    if not has_answers(ask):
        return pushes % (len(ask.actions) + 1) - 1
    return (pushes + (session.revision + ask.seat if ask.secret else 0)) % len(ask.offers)


def moved_handle(session: Session, ask: Ask, position: str) -> Result | None:
    """Go on to the next answer or take the present one; None where a pull takes none."""
    known, place = session.readers.handle_choice, place_of(session, ask)
    pushes = dict(known.pushes) if known.revision == session.revision else {}
    if position == PUSH:
        pushes[ask.seat] = pushes.get(ask.seat, 0) + 1
        return _with_pushes(session, pushes), ()
    if place < 0:
        return None
    if has_answers(ask):
        return session, (SendMessage(Pick(ask.seat, ask.offers[place].key)),)
    # The next pull means what it always does: an action is no answer.
    pushes.pop(ask.seat, None)
    return _with_pushes(session, pushes), (SendMessage(Pick(ask.seat, ask.actions[place].key)),)


def _with_pushes(session: Session, pushes: Mapping[int, int]) -> Session:
    return session._replace(
        readers=session.readers._replace(handle_choice=HandleChoice(session.revision, pushes)),
        notice="",
    )


def choice_lamps(session: Session) -> Mapping[int, tuple[int, ...]]:
    """Return the lights of the seats whose handles go through answers, by seat.

    The light of the answer's number differs from all others; from the sixth answer on, numbers are
    counted from the first light again.
    """
    found = {}
    for seat in session.lobby.setup.playing:
        ask = chooses_by_handle(session, seat)
        if ask is not None and has_answers(ask):
            group, slot = divmod(place_of(session, ask), SLOTS)
            one, others = PATTERNS[group] if group < len(PATTERNS) else (DARK, DARK)
            found[seat] = tuple(one if at == slot else others for at in range(SLOTS))
    return found


def secret_choosers(session: Session) -> tuple[int, ...]:
    """Return the seats whose lights show a secret choice."""
    asks = (chooses_by_handle(session, seat) for seat in session.lobby.setup.playing)
    return tuple(ask.seat for ask in asks if ask is not None and has_answers(ask) and ask.secret)
