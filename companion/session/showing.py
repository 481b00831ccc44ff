"""The view of a session: one value for every moment, with all words ready to be shown.

It depends on the session alone, so the same session looks the same on every screen and in every
test.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.api import AnswerFault
from companion.games.asking import Questions
from companion.session import view
from companion.session.choices import Choice
from companion.session.clock import timer_picture
from companion.session.game_guard import game_fault_words
from companion.session.lamps import lock_lights
from companion.session.lobby.device import ending_label
from companion.session.lobby.setup import start_refusal
from companion.session.messages import Begin, Go, Notice, OpenPage, news
from companion.session.pages import find_page
from companion.session.pages.failed import failed_view
from companion.session.pages.phones import NAME as PHONES
from companion.session.past.undo_points import can_be_mended
from companion.session.pictures import cards_picture, lost_words, sign_of
from companion.session.reader_faults import fault_before_pull, faults_now
from companion.session.sealed import Seal, is_sealed, without_secret_face
from companion.session.session import Match, Session, push_page
from companion.session.view import PAUSED, SeatSign, View
from companion.signals import NOT_DEALT, Lamps
from companion.words import NOTHING, Text, count, text


def view_of(session: Session, known: Session | None = None) -> View:
    """Return the view of this moment, or the page of a game that fails.

    `known` is `as_seen(session)`, for a caller that has it already.
    """
    if session.overlays and session.overlays[-1].page == view.FAILED:
        seen = failed_view(session, session.open_state(view.FAILED, Text))
    else:
        try:
            known = as_seen(session) if known is None else known
            seen = _top_view(known)
            # The cards on the table, where the page does not show its own.
            cards = cards_picture(known) if seen.cards is None else seen.cards
            if cards is not None and cards.opens is not None:
                # Few games have cards on the table.
                from companion.session.pages.where import with_tales  # noqa: PLC0415

                cards = with_tales(cards)
            seen = seen._replace(cards=cards)
        except Exception as fault:
            words = game_fault_words(session, fault)
            if not words:
                raise
            seen = failed_view(session, words)
    return seen._replace(
        revision=session.revision,
        notice=seen.notice or (session.notice if seen.shows_notice else ""),
        table=session.config.table if seen.shows_table else "",
        preferences=session.lobby.preferences,
        signs=_signs(session, seen),
        say_again=session.readers.say_again,
        turns=_turns(session),
    )


def _turns(session: Session) -> Mapping[int, int]:
    """Return how far the picture turns for each seat; empty where it never does."""
    if not session.lobby.preferences.turns_to_seats:
        return {}
    # The first screen does not wait for it.
    from companion.session.facing import turns_of  # noqa: PLC0415

    return turns_of(session)


def _signs(session: Session, seen: View) -> Mapping[int, SeatSign]:
    """Return the signs of the seats on the map, which may be an earlier one, and of the race."""
    signs = {} if seen.board is None else dict(seen.board.signs)
    race = session if session.match is not None else session.timeline.last
    # A game may take a piece off the map for good; its seat is still in the rows of pages.
    if race is not None:
        others = (seat for seat in race.lobby.setup.playing if seat not in signs)
        signs |= {seat: sign_of(race, seat) for seat in others}
    return signs


def as_seen(session: Session) -> Session:
    """Return the session without secret cards.

    It still has what follows from them and may be public: faults, lights, the effects of a
    proposal.
    """
    if session.overlays:
        session = session._replace(readers=session.readers._replace(lamps=lock_lights(session)))
    match = session.match
    if match is None or not is_sealed(session):
        return session
    seal, seen = Seal(session), session
    if session.lobby.preferences.hands_free:
        seen = _without_secret_lights(session)
    if session.page in view.ASKING:
        asks = match.next_step.asks if isinstance(match.next_step, Questions) else ()
        # What is wrong in a person's reader before its handle is moved: a card that cannot be read,
        # is there twice or cannot be in this hand, or a missing locked card. There is space for one
        # sentence, and a lost reader comes first.
        problems: dict[int, Text | str] = {}
        for ask in asks:
            if session.is_person(ask.player) and not lost_words(session, ask.seat):
                fault = next(faults_now(session, ask), None)
                if fault is not None and fault.kind == NOT_DEALT:
                    fault = _explained(session, match, fault)
                if fault is not None:
                    problems[ask.seat] = fault_before_pull(
                        without_secret_face(session, fault),
                        session.lobby.setup.names,
                        session.piloted,
                    )
        problems |= match.question.problems
        seen = seen._replace(
            match=match._replace(question=match.question._replace(problems=problems))
        )
    for overlay in session.overlays:
        tried = find_page(overlay.page).with_trial
        if tried is not None:
            seen = push_page(seen, overlay.page, tried(session, overlay.state, seal.covered))
    return seal.covered(seen)


def _explained(session: Session, match: Match, fault: AnswerFault) -> AnswerFault:
    """Return a fault as its game explains it after the pull, if the game knows it better."""
    try:
        said = session.config.game.fault(match.position, fault.seat, session.readers.rows)
    except Exception:
        # The pull says that the game fails; a report of it must not fail, too.
        return fault
    if said is not None and (said.slot, said.kind) == (fault.slot, fault.kind):
        return said
    return fault


def _without_secret_lights(session: Session) -> Session:
    """Return the session without the lights that show a secret choice to one player."""
    # Most tables are touched: the first screen does not wait for it.
    from companion.session.hands_free import secret_choosers  # noqa: PLC0415

    seats = secret_choosers(session)
    if not seats:
        return session
    readers = dict(session.readers.by_seat)
    for seat in seats:
        model = readers[seat].model
        if model is not None:
            dark = model._replace(bulbs=((0, 0, 0),) * len(model.bulbs))
            readers[seat] = readers[seat]._replace(model=dark)
    known = session.readers.handle_choice
    pushes = {seat: number for seat, number in known.pushes.items() if seat not in seats}
    return session._replace(
        readers=session.readers._replace(
            by_seat=readers,
            lamps=Lamps(
                {seat: lit for seat, lit in session.readers.lamps.lit.items() if seat not in seats}
            ),
            handle_choice=known._replace(pushes=pushes),
        )
    )


def _top_view(session: Session) -> View:
    """Return the view of the uppermost page, with a notice of what the table needs."""
    for overlay in reversed(session.overlays):
        over = find_page(overlay.page).view(session, overlay.state) if overlay.seen else None
        if over is not None:
            # Time goes on below it.
            return over._replace(time=timer_picture(session))
    name = session.page
    state: object = None
    if session.timeline.resume_check is not None:
        name, state = "returning", session.timeline.resume_check
    elif session.timeline.table_sync is not None:
        name, state = "travel", session.timeline.table_sync
    elif session.timeline.game_paused:
        name = PAUSED
    seen = find_page(name).view(session, state)
    assert seen is not None, f"the race is on page {name!r}, which shows nothing"
    if seen.seat is None:
        seen = seen._replace(seat=view.EVERYBODY)
    if name in session.config.pages:
        seen = turning(session, seen)
    if can_be_mended(session):
        # Not before a race runs: the first screen does not wait for the menu.
        from companion.session.pages.menu import OpenMenu  # noqa: PLC0415

        seen = seen._replace(menu=True)
        # Going one step back is the most frequent wish, so it has its own button wherever there is
        # space.
        if not seen.back and session.timeline.resume_check is None and seen.page != PAUSED:
            seen = seen._replace(back=text("Back"), on_back=OpenMenu(view.BACK), side_door=True)
    # The last refusal comes first; the table's needs stay, and are read after it.
    refused = seen.notice or (session.notice if seen.shows_notice else "")
    needed = NOTHING if refused else table_needs(session)
    return seen._replace(notice=needed) if needed else seen


def turning(session: Session, seen: View) -> View:
    """Return a page of the set-up with its two buttons to its neighbours.

    From the last one the race begins; from the first one an appliance is switched off, and a
    program on a desktop ends.
    """
    pages = session.config.pages
    at = pages.index(session.page)
    seen = seen._replace(tune=session.config.game.key)
    if session.config.phone_access.offered:
        seen = seen._replace(door=Choice(text("Phones"), "", OpenPage(PHONES), symbol="phone"))
    if at > 0:
        seen = seen._replace(back=find_page(pages[at - 1]).label(session), on_back=Go("back"))
    elif session.config.quits or session.config.appliance:
        seen = seen._replace(back=ending_label(session), on_back=OpenPage(view.ENDING))
    if at < len(pages) - 1:
        return seen._replace(forward=find_page(pages[at + 1]).label(session), on_forward=Go("next"))
    return seen._replace(
        forward=text("Begin"), blocked=seen.blocked or start_refusal(session), on_forward=Begin()
    )


def table_needs(session: Session) -> Notice | Text | str:
    """Return a sentence about what the table needs from people, NOTHING for nothing.

    Troubles first; then, during the set-up only, readers without a seat.
    """
    if session.readers.troubles:
        first, *others = session.readers.troubles.values()
        if others:
            return text(
                "{trouble} Touch the table symbol for {number} more.",
                trouble=first,
                number=len(others),
            )
        return first
    if session.readers.unknown and (session.setting_up or session.page == view.PLACE):
        return news(
            count(
                "A reader has no seat yet: touch the table symbol to give it one.",
                "{number} readers have no seat yet: touch the table symbol to give them seats.",
                len(session.readers.unknown),
            )
        )
    return NOTHING
