"""Going back and forward, and the check of the table after a start.

The race is at the other undo point immediately; the table follows (`TableSync`), and the race is
held until then (`Timeline.is_syncing`).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Any, Final

from companion.games.asking import EMPTY_READER, Questions, Reading, Row, Shuffle
from companion.games.parts import scene_diff_of
from companion.games.scene import Face, Instruction, Scene
from companion.session import view
from companion.session.commands import Command, ShowLamps
from companion.session.game_guard import checked_answer, game_fault_words
from companion.session.handling import Handlers
from companion.session.lobby.arrangement import PERSON
from companion.session.messages import (
    CARD,
    INSTRUCTION,
    START,
    TURN,
    Abort,
    GoBack,
    GoForward,
    GoTo,
    Resumed,
)
from companion.session.past.kept_names import ROUND
from companion.session.past.undo_points import (
    is_stop,
    known_table,
    of_hands,
    place_words,
    target,
    turn_of,
    undo_point_of,
    undo_points,
)
from companion.session.race import advance, asking_page, if_all_ready, pilots_asked
from companion.session.reader_faults import CARDS, awaited_rows, missing, put_back
from companion.session.readers import ReaderState
from companion.session.readers_used import with_readers
from companion.session.readiness import must_draw
from companion.session.session import (
    Clock,
    Match,
    Result,
    ResumeCheck,
    Session,
    TableSync,
    UndoPoint,
    pop_pages,
)
from companion.session.timing import ordered_anew
from companion.signals import ASIDE, SLOTS, SetAside, SwapReaders
from companion.words import NOTHING, Text, listed, text

LEVELS: Final[Mapping[str, Text]] = {
    INSTRUCTION: text("There is no instruction to go back to."),
    CARD: text("There is no card to go back to."),
    ROUND: NOTHING,
    TURN: text("There is no turn to go back to."),
    START: text("There is no earlier place in the game to go back to."),
}
"""The levels of going back, with the refusal where one is impossible; for rounds by the game."""


# ---- The destination ----


def go_back(
    session: Session, match: Match, correction: GoBack, who: str, why: str
) -> Result | Text:
    """Go back by a level of `companion.session.messages`, or return why that is impossible."""
    level = correction.level
    if not isinstance(level, str):
        return text(
            "You can go back by an instruction, a card, a part of the turn, a turn, or to "
            "the start."
        )
    if level not in LEVELS:
        return text(
            "You can go back by {known}, not by {level!r}.",
            known=listed(list(LEVELS), ""),
            level=level,
        )
    point = target(session, level)
    if point is None:
        return session.config.game.wording.no_round if level == ROUND else LEVELS[level]
    return _go_back_to(session, point)


def go_to(session: Session, match: Match, correction: GoTo, who: str, why: str) -> Result | Text:
    """Go back to the undo point with a number, or return why the race cannot stop there."""
    number = correction.number
    # For isinstance True would be a number.
    if type(number) is not int:
        return text("The places of a game have numbers.")
    # Numbers fall on the way back: the first one that is not greater is the destination.
    walk = undo_points(session, lambda chapter: chapter.first > number)
    found = next((point for point in walk if point.number <= number), None)
    if (
        found is None
        or found.number != number
        or number >= session.timeline.number
        or not is_stop(found)
    ):
        return text("The game cannot stop there: choose the entry before it.")
    return _go_back_to(session, found)


def go_forward(
    session: Session, match: Match, correction: GoForward, who: str, why: str
) -> Result | Text:
    """Undo the last going back, or return why that is impossible."""
    if not session.timeline.future:
        return text("You cannot go forward again: something new has happened since then.")
    point, *rest = session.timeline.future
    return _move_to(session, point, tuple(rest), text("Forward again"), False)


def break_off(
    session: Session, match: Match, correction: Abort, who: str, why: str
) -> Result | Text:
    """Go back to the beginning of this turn (5), or return why that is impossible."""
    turn = turn_of(undo_point_of(session))
    # The present comes first, and going back leads to an earlier one.
    _, *earlier = takewhile(lambda point: turn_of(point) == turn, undo_points(session))
    start = next((point for point in reversed(earlier) if is_stop(point)), None)
    if start is None:
        return text(
            "Nothing has happened in {turn} yet.", turn=session.config.game.wording.turn(turn)
        )
    return _go_back_to(session, start)


# ---- At another undo point ----


def _go_back_to(session: Session, point: UndoPoint) -> Result:
    # The present goes before the undo points left earlier: going forward takes the same steps back.
    future = (undo_point_of(session), *session.timeline.future)
    return _move_to(session, point, future, text("Going back"), True)


def _move_to(
    session: Session, point: UndoPoint, future: tuple[UndoPoint, ...], title: Text, back: bool
) -> Result:
    """Go to another undo point; hands bring the table there, the app its readers."""
    match = _fresh(point)
    after = pop_pages(session, view.MENU, view.HISTORY)._replace(
        page=point.page,
        match=match,
        lobby=session.lobby._replace(setup=point.setup),
        timeline=session.timeline._replace(
            past=point.past, future=future, repeated=None, table_sync=None
        ),
        revision=session.revision + 1,
        notice="",
    )
    rows = _rows(point, match)
    try:
        before, then = known_table(session), known_table(after)
        script = way_between(session, after, back)
    except Exception as fault:
        if not game_fault_words(session, fault):
            raise
        # No moves where the game fails at them, because going back is the way out then.
        before, then, script = Scene(), Scene(), ()
    sync = TableSync(
        title,
        before,
        script,
        rows,
        where=place_words(session, point),
        known=_played_since(session, point),
        after=then,
    )
    # Other players may be on seats there, with other readers.
    after, commands = with_readers(
        session, after._replace(timeline=after.timeline._replace(table_sync=sync))
    )
    return with_table_sync(after, (*commands, *put_back(after, rows)))


def _played_since(session: Session, there: UndoPoint) -> frozenset[tuple[int, int, int]]:
    """Return the cards played after an undo point, which everybody has seen: (seat, slot, code)."""
    known, turn = (
        set(session.timeline.table_sync.known if session.timeline.table_sync is not None else ()),
        turn_of(there),
    )
    walk = undo_points(session, lambda chapter: chapter.turn > turn)
    for point in takewhile(lambda point: point.number > there.number, walk):
        if point.page == view.PLAY and point.match.shown.turn == turn:
            known.update(
                (seat, _slot_of(session, there, point.match, seat, face), face.code)
                for seat, face in point.match.shown.cards
            )
    return frozenset(known)


def _slot_of(session: Session, there: UndoPoint, match: Match, seat: int, face: Face) -> int:
    """Return the slot of a played card: where it was or where the game says, else by the round."""
    shown = [reading.code for reading in there.readers[seat].row] if seat in there.readers else []
    if face.code in shown:
        return shown.index(face.code) + 1
    codes = session.config.game.readers(match.position).get(seat, EMPTY_READER).codes
    return codes.index(face.code) + 1 if face.code in codes else match.shown.round


def way_between(session: Session, there: Session, back: bool = True) -> tuple[Instruction, ...]:
    """Return the moves that bring the table from one session's race to another one's."""
    if session.page == there.page == view.PLACE and session.timeline.table_sync is None:
        # Nothing is on the table yet, and that page says where everything goes.
        return ()
    before, after = of_hands(session, known_table(session)), of_hands(session, known_table(there))
    return checked_answer(
        "scene_diff",
        scene_diff_of(session.config.game, before, after, there.lobby.setup.names, back),
    )


def _fresh(point: UndoPoint) -> Match:
    """Return the race as it was when its page appeared: without answers and drawn real cards."""
    match, next_step = (
        point.match._replace(
            question=point.match.question._replace(
                problems={}, marks={}, open_seat=None, placed=frozenset()
            ),
            shown=point.match.shown._replace(since=None),
        ),
        point.match.next_step,
    )
    if not isinstance(next_step, Questions) or point.page not in view.ASKING:
        return match
    # An answer is a move of the handle, which nobody has repeated: everybody answers again.
    match = match._replace(question=match.question._replace(answers={}, orders={}, clock=Clock()))
    # A hand that was dealt, or comes from a player's own pile, stays.
    if not match.pilots_drew:
        return match
    asks = tuple(
        ask if _is_person(point, ask.player) else ask.with_hand(None) for ask in next_step.asks
    )
    return match.undrawn()._replace(next_step=next_step._replace(asks=asks))


def _is_person(point: UndoPoint, seat: int) -> bool:
    return point.setup.seat(seat).player == PERSON


def _rows(point: UndoPoint, match: Match) -> Mapping[int, Row]:
    """Return the cards that the readers must hold at an undo point.

    Before a deal the page itself says what must be removed.
    """
    if point.page in (view.PLACE, view.DEAL):
        return {}
    # Cards left in a reader then are on their way to the table, and would be wrong there.
    if point.match.collected:
        return {}
    rows = {
        seat: reader.row for seat, reader in point.readers.items() if seat in point.setup.playing
    }
    if not point.match.pilots_drew or match.pilots_drew:
        return rows
    # Pilots draw again, so their readers do not matter until then.
    found = {}
    for seat, row in rows.items():
        ask = match.ask(seat)
        if _is_person(point, seat if ask is None else ask.player):
            found[seat] = row
        elif ask is not None and 0 < len(ask.program.slots) < SLOTS:
            # Cards are asked for some slots only, so the others keep theirs.
            drawn = ask.program.free if ask.program.blind else ()
            found[seat] = tuple(
                Reading() if slot in drawn else reading for slot, reading in enumerate(row, 1)
            )
    return found


# ---- On the way ----


def with_table_sync(session: Session, commands: tuple[Command, ...]) -> Result:
    """Show the work of hands, if any; else go on with the race.

    Called wherever a part of the way may be done: an instruction confirmed, a card put back,
    another player on a seat.
    """
    sync = session.timeline.table_sync
    if session.timeline.resume_check is not None or (
        sync is not None and (sync.at < len(sync.script) or missing(session, sync.rows))
    ):
        return session, commands
    return ask_again(
        session._replace(timeline=session.timeline._replace(table_sync=None)), commands
    )


def ask_again(session: Session, commands: tuple[Command, ...]) -> Result:
    """Ask again for everything that is pending, once nothing is over the race."""
    match, pending = session.match, list(commands)
    if match is None or session.page not in (view.DEAL, *view.ASKING):
        return session, commands
    # That page waits for hands or for a touch, which lead on by themselves.
    if session.page == view.DEAL and isinstance(match.next_step, Shuffle):
        return session, commands
    next_step = match.next_step
    # A change of the settings can put another question before this one.
    if (
        not isinstance(next_step, Questions)
        or next_step.about != match.question.kind
        or session.page != asking_page(next_step)
    ):
        return advance(session, match, pending)
    # Answers stay only while the readers show them.
    for seat, answer in match.question.answers.items():
        ask = match.ask(seat)
        shown = tuple(reading.code for reading in session.readers.by_seat[seat].row)
        if (
            ask is not None
            and ask.program.slots
            and shown != answer.codes
            and not answer.offer
            and not answer.late
        ):
            match = match.without(seat)
    if not must_draw(session, match):
        # A seat with an answer is not asked twice: its cards are in the slots.
        pending += [
            asked
            for asked in pilots_asked(session, match, next_step)
            if asked.ask.seat not in match.question.answers
        ]
    match, deeds = ordered_anew(session, match)
    pending += deeds
    return if_all_ready(session._replace(match=match), match, pending)


def on_resumed(session: Session, message: Resumed) -> Result:
    """Restore a session after a start: fill touch readers, and hold the race for the check.

    Nothing is known about the real readers any more.
    """
    # The cards for the readers: as before the acceptance run, as awaited before a second start, or
    # as they held them.
    # The page imports this module.
    certifying: Any = session.kept(view.CERTIFY)
    if session.timeline.resume_check is not None:
        rows = session.timeline.resume_check.rows
    elif certifying is not None:
        rows = certifying.rows
    else:
        rows = session.readers.rows
    # Known from the old table's reports only; the new table hears of them below.
    aside = [seat for seat, reader in session.readers.by_seat.items() if reader.lost == ASIDE]
    # Another table may be plugged in by now.
    config = session.config._replace(table=message.sign, touch=frozenset(message.touch))
    after = pop_pages(
        session, view.TABLE, view.CERTIFY, view.MENU, view.HISTORY, view.LOCKED
    )._replace(
        config=config,
        readers=session.readers._replace(
            by_seat={seat: ReaderState() for seat in session.readers.by_seat},
            unknown=(),
            troubles={},
        ),
        notice="",
        timeline=session.timeline._replace(repeated=None),
        revision=session.revision + 1,
    )
    # A table that was opened again does not know which readers were swapped.
    swapped: tuple[Command, ...] = tuple(SwapReaders(*pair) for pair in session.lobby.setup.swaps)
    # A set-up waits for nobody: it just goes on.
    if session.match is None:
        return after, (*swapped, ShowLamps(session.readers.lamps))
    rows = {
        seat: row
        for seat, row in rows.items()
        if seat in session.lobby.setup.playing
        # Cards that were leaving the readers of the screen when the app ended have left them.
        and not (session.match.collected and after.on_screen(seat))
    }
    # A table of real readers accepts cards only for silent readers, so all seats can be filled
    # before any has answered.
    filled = after._replace(config=config._replace(touch=frozenset(session.readers.by_seat)))
    commands: list[Command] = [
        *swapped,
        ShowLamps(session.readers.lamps),
        *(SetAside(seat, True) for seat in aside),
        *put_back(filled, rows),
    ]
    return after._replace(
        timeline=after.timeline._replace(resume_check=ResumeCheck(view.OFFER, message.ago, rows))
    ), tuple(commands)


def confirm_sync(session: Session) -> Result:
    """Go on after what is shown while the race is held: a step of the check, or of the moves."""
    check, sync = session.timeline.resume_check, session.timeline.table_sync
    session = session._replace(revision=session.revision + 1, notice="")
    # In the order in which `showing` puts them over each other: the number belongs to the
    # uppermost.
    if check is not None:
        if check.stage == view.OFFER:
            return session._replace(
                timeline=session.timeline._replace(resume_check=check._replace(stage=view.CHECK))
            ), ()
        if check.stage == view.CHECK and missing(session, check.rows):
            return session._replace(
                timeline=session.timeline._replace(resume_check=check._replace(stage=CARDS))
            ), ()
        # Confirmed at the readers, the race goes on although a card is missing: it may be lost, or
        # a slot unreadable.
        return with_table_sync(
            session._replace(timeline=session.timeline._replace(resume_check=None)), ()
        )
    if sync is not None and sync.at < len(sync.script):
        return with_table_sync(
            session._replace(
                timeline=session.timeline._replace(table_sync=sync._replace(at=sync.at + 1))
            ),
            (),
        )
    # Here, too, Done goes on although a card is missing.
    return ask_again(session._replace(timeline=session.timeline._replace(table_sync=None)), ())


def if_cards_are_back(session: Session) -> Result:
    """Let the race go on as soon as the awaited cards are in the readers.

    Nothing changes while one is missing, or while none is awaited.
    """
    awaited = awaited_rows(session)
    if awaited is None or missing(session, awaited):
        return session, ()
    # A Done touched at this undo point was meant for the cards, not for what comes next.
    return with_table_sync(
        session._replace(
            timeline=session.timeline._replace(resume_check=None), revision=session.revision + 1
        ),
        (),
    )


HANDLERS: Final[Handlers] = {
    Resumed: on_resumed,
}
"""The handlers of this module's messages."""
