"""The flow of a round: which instructions form a batch, which one touch confirms.

A batch is the part of a round's instructions from `start` up to, but without, `stop`; `Match.at` is
the present instruction. Going back, the history and the journal know single instructions only: one
touch for a batch counts as one touch for each instruction in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from companion.games.scene import BY_HAND, Instruction
from companion.session.handling import COVERED, HELD, REPEATING, Guarded, Handlers, Precondition
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
from companion.session.past.undo_points import undo_point_of
from companion.session.session import Match, Result, Session, refuse
from companion.session.view import PLAY, SUMMARY
from companion.signals import SLOTS
from companion.words import NOTHING, Text, text

FLOWS: Final = (LIST, MIXED, STEPS, SINGLE, WATCH)
USUAL: Final = LIST
"""The flow of a new table.

A session without a known flow uses SINGLE, as sessions did before there was a choice.
"""
USUAL_PACE, NOTICE_PACE, SUMMARY_PACE = 2.5, 1.5, 8.0
"""The seconds for a move, for a notice and for the summary of a turn when the screen plays."""
LONGEST: Final = 5
"""The most instructions in one batch of STEPS: people cannot keep more in mind."""
MOST: Final = 5
"""The most batches of a round in STEPS: below thirty touches in a turn of five rounds."""


# ---- Batches ----


def batch_of(session: Session, match: Match) -> tuple[int, int]:
    """Return the present batch: the indexes of its first instruction and the one after its last."""
    return next(
        batch
        for batch in batches(match.shown.script, session.lobby.flow)
        if match.shown.at < batch[1]
    )


def batches(script: Sequence[Instruction], flow: str) -> Iterator[tuple[int, int]]:
    """Yield all batches of a round, in order; every instruction is in one of them."""
    start = 0
    for stop in _stops(script, flow):
        yield start, stop
        start = stop


def _stops(script: Sequence[Instruction], flow: str) -> list[int]:
    """Return the index after the last instruction of each batch."""
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
        # The board is one batch from its first part to its last.
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
    """Return whether a batch ends there because people made a change, which has its own batch."""
    return BY_HAND in (script[number - 1].part, script[number].part)


def _steps(script: Sequence[Instruction]) -> list[int]:
    """Return the stops of STEPS: a batch ends with a move to another square or place.

    Turns on the spot and notices share the batch of the next move.
    """
    stops: list[int] = []
    for number, instruction in enumerate(script, 1):
        many = number - (stops[-1] if stops else 0) >= LONGEST
        travels = (
            bool(instruction.markers)
            or any(move.start != move.end for move in instruction.moves)
            or any(move.start != move.end for move in instruction.cards)
        )
        if (
            number == len(script)
            or _by_hand(script, number)
            or ((many or travels) and (instruction.card or script[number].part != instruction.part))
        ):
            stops.append(number)
    # Notices at the end of the round share the batch before them.
    if (
        len(stops) > 1
        and not any(one.moves or one.cards or one.has_other_work for one in script[stops[-2] :])
        and not _by_hand(script, stops[-2])
    ):
        del stops[-2]
    return stops


def _joined(script: Sequence[Instruction], stops: list[int]) -> list[int]:
    """Return the stops with the shortest neighbours joined, down to MOST batches.

    Batches of one part are joined first.
    """
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


def at_once(match: Match, stop: int) -> tuple[Instruction, ...]:
    """Return the present instruction and those of the batch that happen in the same moment.

    Each card is played by itself.
    """
    instruction = match.shown.script[match.shown.at]
    if instruction.card:
        return (instruction,)
    return tuple(
        takewhile(
            lambda one: one.part == instruction.part and not one.card,
            match.shown.script[match.shown.at : stop],
        )
    )


def cards_played(match: Match) -> int:
    """Return how many cards of the round were played before the present instruction.

    After the part of the cards all of them.
    """
    seats, instruction = [seat for seat, _ in match.shown.cards], match.shown.script[match.shown.at]
    if instruction.card and instruction.seat in seats:
        return seats.index(instruction.seat)
    return len(seats)


def moment_start(match: Match, number: int) -> int:
    """Return the first instruction of the moment of this instruction."""
    script, first = match.shown.script, number
    while (
        first > 0
        and not script[first].card
        and script[first - 1].part == script[first].part
        and not script[first - 1].card
    ):
        first -= 1
    return first


# ---- What is done ----


def done_up_to(session: Session, match: Match, number: int) -> tuple[Session, Match]:
    """Return the session at an instruction of the batch, with the earlier ones carried out.

    Each of them is an undo point to which one can go back.
    """
    while match.shown.at < number:
        past = undo_point_of(session)
        match = match.at_instruction(match.shown.at + 1)
        session = session._replace(match=match, timeline=session.timeline.after(past))
    return session, match


def on_carried_out(session: Session, message: CarriedOut) -> Result:
    """Move on to a later instruction of the present batch; ignore any other one."""
    match = session.race
    if not match.shown.at < message.at < batch_of(session, match)[1]:
        return session, ()
    after, _ = done_up_to(session, match, message.at)
    return after._replace(revision=session.revision + 1, notice=""), ()


def pace_of(session: Session) -> float | None:
    """Return the seconds after which the batch is confirmed automatically; None for never."""
    match = session.match
    if match is None or session.lobby.auto_paused or session.page not in (PLAY, SUMMARY):
        return None
    if session.lobby.flow != WATCH:
        return session.lobby.auto if session.page == PLAY else None
    if session.page == SUMMARY:
        return SUMMARY_PACE
    usual = USUAL_PACE if session.lobby.auto is None else session.lobby.auto
    shown = at_once(match, batch_of(session, match)[1])
    if any(
        instruction.moves or instruction.cards or instruction.has_other_work
        for instruction in shown
    ):
        return usual
    return usual * NOTICE_PACE / USUAL_PACE


def next_line(session: Session, match: Match) -> CarriedOut | Confirm:
    """Return the message that confirms the present instruction: the next line, or Done.

    While people only watch, simultaneous instructions count together.
    """
    stop = batch_of(session, match)[1]
    at = match.shown.at + (len(at_once(match, stop)) if session.lobby.flow == WATCH else 1)
    return Confirm(session.revision) if at >= stop else CarriedOut(session.revision, at)


def on_pause(session: Session, message: Pause) -> Result:
    """Pause or continue automatic confirmation."""
    return session._replace(
        lobby=session.lobby._replace(auto_paused=bool(message.on)), notice=""
    ), ()


def on_flow(session: Session, message: SetFlow) -> Result:
    """Use another flow from the present instruction on."""
    if message.flow not in FLOWS:
        return refuse(session, text("Instructions cannot be shown like that."))
    # The revision stays: nothing was carried out, so there is no new undo point to go back to.
    return session._replace(lobby=session.lobby._replace(flow=message.flow), notice=""), ()


# ---- Whose move it is ----


def movers(session: Session, match: Match) -> tuple[int, ...]:
    """Return the seats of people who carry out the present instruction.

    All people where it moves nothing of theirs.
    """
    return moved_people(session, match) or tuple(
        seat for seat in session.lobby.setup.playing if session.is_person(seat)
    )


def moved_people(session: Session, match: Match) -> tuple[int, ...]:
    """Return the seats of people whose pieces or cards the present instruction moves."""
    instruction = match.shown.script[match.shown.at]
    moved = {move.seat for move in instruction.moves} | {
        place.seat for move in instruction.cards for place in (move.start, move.end)
    }
    return tuple(
        seat for seat in session.lobby.setup.playing if seat in moved and session.is_person(seat)
    )


def shows_whose_move(session: Session) -> bool:
    """Return whether handles confirm and lights show whose move it is: on the page of a round."""
    if session.match is None or session.page != PLAY or session.lobby.flow in (SINGLE, WATCH):
        return False
    return (
        not session.timeline.is_syncing
        and not session.covered
        and session.timeline.repeated is None
    )


def not_yours(session: Session, match: Match, seat: int) -> Text:
    """Return why the pull of a seat's handle does not count now; NOTHING where it counts."""
    meant = movers(session, match)
    if seat in meant or not session.is_person(seat):
        return NOTHING
    names = session.lobby.setup.names
    return text(
        "{name} moves now, but {other} pulled the handle.", name=names[meant[0]], other=names[seat]
    )


def moving_slots(session: Session, match: Match) -> Iterator[tuple[int, int]]:
    """Yield the slots whose lights show whose pieces are moved, as (seat, slot).

    The slot of this round, or all five where the round has none.
    """
    slots = (
        (match.shown.round,)
        if 1 <= match.shown.round <= min(SLOTS, session.config.game.rounds)
        else range(1, SLOTS + 1)
    )
    return ((seat, slot) for seat in moved_people(session, match) for slot in slots)


HANDLERS: Final[Handlers] = {
    SetFlow: on_flow,
    Pause: on_pause,
    CarriedOut: Guarded(
        on_carried_out, Precondition((PLAY,), unless=(HELD, COVERED, REPEATING), at_revision=True)
    ),
}
"""The handlers of this module's messages."""
