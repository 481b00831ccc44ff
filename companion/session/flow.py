"""The flow of a round: which instructions lie on one page and are confirmed by one touch, and what is done with one at a time.

A page is a part of the round's instructions, from `start` up to but not including `stop`; `Match.at` is the one that hands are at. Going back, the
history and the journal know single instructions, however they were confirmed: a touch for a page is as many touches as there are instructions on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from companion.games.scene import BY_HAND, Instruction
from companion.session.handling import COVERED, HELD, REPEATING, Guarded, Handlers, When
from companion.session.messages import (
    LIST,
    MIXED,
    SINGLE,
    STEPS,
    WATCH,
    CarriedOut,
    Confirm,
    Pause,
    SetFlow,
)
from companion.session.past.moments import moment_of
from companion.session.session import Match, Result, Session, refused, replace
from companion.session.view import PLAY, SUMMARY
from companion.signals import SLOTS
from companion.words import NOTHING, Text, text

FLOWS: Final = (LIST, MIXED, STEPS, SINGLE, WATCH)
USUAL: Final = LIST
"""How people begin; a session of which nothing is known confirms each instruction, as sessions did before there was a choice."""
USUAL_PACE, NOTICE_PACE, SUMMARY_PACE = 2.5, 1.5, 8.0
"""Seconds for which the screen shows a move, a mere notice and the summary of a turn where it plays by itself, unless people choose."""
LONGEST: Final = 5
"""Instructions on one page of STEPS at most: more cannot be held in mind."""
MOST: Final = 5
"""Pages of a round in STEPS at most, so that a turn of five rounds stays below thirty touches, however many pieces travel."""


# ---- Pages ---------------------------------------------------------------------------------------------------------------


def page_of(session: Session, match: Match) -> tuple[int, int]:
    """The page that is shown: the numbers of its first instruction and of the one after its last, counted from 0."""
    return next(page for page in pages(match.script, session.flow) if match.at < page[1])


def pages(script: Sequence[Instruction], flow: str) -> Iterator[tuple[int, int]]:
    """All pages of a round, in order; every instruction is on one of them."""
    start = 0
    for stop in _stops(script, flow):
        yield start, stop
        start = stop


def _stops(script: Sequence[Instruction], flow: str) -> list[int]:
    """Where the pages end."""
    if flow == SINGLE:
        return list(range(1, len(script) + 1))
    if flow == LIST:
        return [
            number
            for number in range(1, len(script) + 1)
            if number == len(script) or _by_hand(script, number)
        ]
    stops = _steps(script)
    if flow == MIXED:
        # The board is one page from its first part to its last.
        return [
            stop
            for stop in stops
            if stop == len(script)
            or _by_hand(script, stop)
            or script[stop].card
            or script[stop - 1].card
        ]
    return _joined(script, stops) if flow == STEPS else stops


def _by_hand(script: Sequence[Instruction], number: int) -> bool:
    """Whether a page ends there because of what people have changed: that is always told by itself."""
    return BY_HAND in (script[number - 1].part, script[number].part)


def _steps(script: Sequence[Instruction]) -> list[int]:
    """A page ends with what moves a piece to another square; turns on the spot and mere notices are told with what comes next."""
    stops: list[int] = []
    for number, told in enumerate(script, 1):
        many = number - (stops[-1] if stops else 0) >= LONGEST
        if (
            number == len(script)
            or _by_hand(script, number)
            or ((many or _travels(told)) and (told.card or script[number].part != told.part))
        ):
            stops.append(number)
    return _with_notices(script, stops)


def _with_notices(script: Sequence[Instruction], stops: list[int]) -> list[int]:
    """At the end of a round nothing comes next: notices there are told with what came before."""
    if (
        len(stops) > 1
        and not any(one.moves or one.cards or one.besides for one in script[stops[-2] :])
        and not _by_hand(script, stops[-2])
    ):
        del stops[-2]
    return stops


def _joined(script: Sequence[Instruction], stops: list[int]) -> list[int]:
    """A full round has no more than MOST pages: the shortest neighbours become one, those of one part first."""
    while len(stops) > MOST:
        edges = [0, *stops]
        between = [at for at, stop in enumerate(stops[:-1]) if not _by_hand(script, stop)]
        if not between:
            break
        del stops[
            min(
                between,
                key=lambda at: (
                    script[stops[at] - 1].part != script[stops[at]].part,
                    edges[at + 2] - edges[at],
                ),
            )
        ]
    return stops


def _travels(told: Instruction) -> bool:
    """Whether something comes to another place."""
    return (
        bool(told.markers)
        or any(move.start != move.end for move in told.moves)
        or any(move.start != move.end for move in told.cards)
    )


def at_once(match: Match, stop: int) -> tuple[Instruction, ...]:
    """The present instruction, with those after it on the page that happen in the same moment; a card is played by itself."""
    told = match.script[match.at]
    if told.card:
        return (told,)
    return tuple(
        takewhile(lambda one: one.part == told.part and not one.card, match.script[match.at : stop])
    )


def cards_played(match: Match) -> int:
    """How many cards of the round have been played before the present instruction; after their part all of them."""
    seats, told = [seat for seat, _ in match.cards], match.script[match.at]
    return seats.index(told.seat) if told.card and told.seat in seats else len(seats)


def moment_start(match: Match, number: int) -> int:
    """The first instruction that happens in the same moment as the one with this number."""
    script, first = match.script, number
    while (
        first > 0
        and not script[first].card
        and script[first - 1].part == script[first].part
        and not script[first - 1].card
    ):
        first -= 1
    return first


# ---- What is done --------------------------------------------------------------------------------------------------------


def done_up_to(session: Session, match: Match, number: int) -> tuple[Session, Match]:
    """The session at an instruction of the present page, everything before it carried out; each is a moment to which one can go back."""
    while match.at < number:
        past = moment_of(session)
        match = replace(match, at=match.at + 1)
        session = replace(session, match=match, past=past, future=())
    return session, match


def on_carried_out(session: Session, message: CarriedOut) -> Result:
    """Hands are at another instruction of the page; one that is not ahead of the present one, or on another page, changes nothing."""
    match = session.race
    if not match.at < message.at < page_of(session, match)[1]:
        return session, ()
    after, _ = done_up_to(session, match, message.at)
    return replace(after, step=session.step + 1, notice=""), ()


def pace_of(session: Session) -> float | None:
    """After how many seconds time confirms what is shown; None where it does not, or only pauses."""
    match = session.match
    if match is None or session.paused or session.page not in (PLAY, SUMMARY):
        return None
    if session.flow != WATCH:
        return session.auto if session.page == PLAY else None
    if session.page == SUMMARY:
        return SUMMARY_PACE
    usual = USUAL_PACE if session.auto is None else session.auto
    shown = at_once(match, page_of(session, match)[1])
    return (
        usual
        if any(told.moves or told.cards or told.besides for told in shown)
        else usual * NOTICE_PACE / USUAL_PACE
    )


def next_line(session: Session, match: Match) -> CarriedOut | Confirm:
    """What it means that the present instruction is carried out: on to the next one of the page, or at its last one Done.

    Who watches has seen at once what happens at once.
    """
    stop = page_of(session, match)[1]
    at = match.at + (len(at_once(match, stop)) if session.flow == WATCH else 1)
    return Confirm(session.step) if at >= stop else CarriedOut(session.step, at)


def on_pause(session: Session, message: Pause) -> Result:
    """Time stands still, or goes on."""
    return replace(session, paused=bool(message.on), notice=""), ()


def on_flow(session: Session, message: SetFlow) -> Result:
    """Another flow, from the present instruction on."""
    if message.flow not in FLOWS:
        return refused(session, text("Instructions cannot be shown like that."))
    # The step stays: nothing was carried out, so that this is no moment to which one could go back.
    return replace(session, flow=message.flow, notice=""), ()


# ---- Whose move it is ----------------------------------------------------------------------------------------------------


def movers(session: Session, match: Match) -> tuple[int, ...]:
    """The seats of people whose pieces the present instruction moves, or from whom or to whom it moves cards; where it moves none of theirs, all people's."""
    return moved_people(session, match) or tuple(
        seat for seat in session.setup.playing if session.is_person(seat)
    )


def moved_people(session: Session, match: Match) -> tuple[int, ...]:
    """Return the seats of people whose pieces the present instruction moves, or from whom or to whom it moves cards."""
    told = match.script[match.at]
    moved = {move.seat for move in told.moves} | {
        place.seat for move in told.cards for place in (move.start, move.end)
    }
    return tuple(
        seat for seat in session.setup.playing if seat in moved and session.is_person(seat)
    )


def shows_whose_move(session: Session) -> bool:
    """Whether handles confirm now, and lights say whose: while a round is shown, and nothing lies over it."""
    if session.match is None or session.page != PLAY or session.flow in (SINGLE, WATCH):
        return False
    return not session.held and not session.covered and session.again is None


def not_yours(session: Session, match: Match, seat: int) -> Text:
    """Why the pull of a seat's handle means nothing now; NOTHING where it counts."""
    meant = movers(session, match)
    if seat in meant or not session.is_person(seat):
        return NOTHING
    names = session.setup.names
    return text(
        "{name} moves now, but {other} pulled the handle.", name=names[meant[0]], other=names[seat]
    )


def moving_slots(session: Session, match: Match) -> Iterator[tuple[int, int]]:
    """Where lights say whose pieces are moved now, as (seat, slot): the slot of this round, or all five where the round has none."""
    slots = (
        (match.round,)
        if 1 <= match.round <= min(SLOTS, session.house.game.rounds)
        else range(1, SLOTS + 1)
    )
    return ((seat, slot) for seat in moved_people(session, match) for slot in slots)


HANDLERS: Final[Handlers] = {
    SetFlow: on_flow,
    Pause: on_pause,
    CarriedOut: Guarded(
        on_carried_out, When((PLAY,), unless=(HELD, COVERED, REPEATING), at_step=True)
    ),
}
"""The messages of this module, with what each does."""
