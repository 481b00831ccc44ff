"""Time in a race: automatic confirmation, time limits of questions, the timer for cards.

Time comes as `Tick`, which is not kept: its effects are messages that are. A session holds whole
seconds only, so nothing in a view changes by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Final

from companion.games.asking import Answer, Ask, Questions, Reading
from companion.session import view
from companion.session.absent import absent_seats, count_absence
from companion.session.clock import (
    STARTS,
    clock_stands,
    seconds_left,
    somebody_is_ready,
    timed_questions,
    timer_left,
    timer_runs,
    with_deadline,
    without_orders,
)
from companion.session.commands import AskFill, AskPilot, Command, SendMessage
from companion.session.flow import next_line, pace_of
from companion.session.handling import HELD, PAUSED, Guarded, Handlers, Precondition
from companion.session.messages import (
    CHANCE,
    WATCH,
    Confirm,
    Filled,
    Notice,
    SetAutoAdvance,
    SetTimer,
    Tick,
    Timer,
    TimeUp,
    news,
)
from companion.session.pages import find_page
from companion.session.past.history import add_note
from companion.session.race import if_all_ready
from companion.session.reader_faults import holds
from companion.session.readiness import unseen_cards
from companion.session.session import Match, Result, Session, pop_pages, refuse
from companion.signals import EMPTY, OK, PULL, SLOTS, UNSTABLE, InsertCard, TakeCard
from companion.words import NOTHING, Text, listed, sentence, sentences, text

SLOWEST: Final = 600.0
"""The longest time, in seconds, before automatic confirmation."""
LONGEST: Final = 3600
"""The most seconds of the timer."""
ALL: Final = range(1, SLOTS + 1)
DROPPED: Final = text("The unfinished correction is dropped.")


def waits_for_time(session: Session) -> bool:
    """Return whether the session needs ticks now; without them an idle session does no work."""
    if pace_of(session) is not None or any(
        find_page(overlay.page).waits(overlay.state) for overlay in session.overlays
    ):
        return True
    if session.timeline.is_syncing:
        return False
    return bool(absent_seats(session)) or (
        bool(timed_questions(session)) and not clock_stands(session)
    )


# ---- Instructions ----


def on_auto(session: Session, message: SetAutoAdvance) -> Result:
    """Choose the seconds before automatic confirmation, or switch it off."""
    seconds = message.seconds
    if seconds is not None and not 0 < seconds <= SLOWEST:
        return refuse(
            session,
            text(
                "Instructions can go on by themselves after up to {most} seconds, not "
                "after {seconds}.",
                most=round(SLOWEST),
                seconds=seconds,
            ),
        )
    return session._replace(lobby=session.lobby._replace(auto=seconds), notice=""), ()


def on_tick(session: Session, message: Tick) -> Result:
    """Count time, also for players whose phones are gone."""
    session, said = count_absence(session, message.now)
    after, commands = _count_time(session, message)
    return after, (*said, *commands)


def _count_time(session: Session, message: Tick) -> Result:
    """Count time: confirm an instruction after its time, or advance the clock of a question."""
    match = session.match
    if match is not None and session.page in view.ASKING:
        return _waited(session, match, message.now)
    pace = pace_of(session)
    if match is None or pace is None:
        return session, ()
    # While another page, an instruction shown again or the cleaning of the screen is in front, no
    # time counts; then it starts again.
    if (
        session.timeline.is_syncing
        or session.covered
        or (session.timeline.repeated is not None and session.lobby.flow != WATCH)
    ):
        if match.shown.since is None:
            return session, ()
        return session._replace(match=match._replace(shown=match.shown._replace(since=None))), ()
    # A clock that was set back, or that is no number, starts the waiting again.
    if match.shown.since is None or not message.now >= match.shown.since:
        return session._replace(
            match=match._replace(shown=match.shown._replace(since=message.now))
        ), ()
    if message.now - match.shown.since < pace:
        return session, ()
    done = (
        Confirm(session.revision)
        if session.page != view.PLAY or session.timeline.repeated is not None
        else next_line(session, match)
    )
    # As a message, not directly: what is kept of the session holds no clock.
    return session._replace(match=match._replace(shown=match.shown._replace(since=message.now))), (
        SendMessage(done),
    )


# ---- Questions ----


def _waited(session: Session, match: Match, now: float) -> Result:
    """Count the seconds of a question, and send `TimeUp` for seats whose time is over."""
    asks, clock = timed_questions(session), match.question.clock
    if not asks or clock_stands(session) or not isfinite(now):
        return session, ()
    # A clock that was set back starts the second again.
    if clock.at is None or now < clock.at:
        return session._replace(
            match=match._replace(question=match.question._replace(clock=clock._replace(at=now)))
        ), ()
    gone = int(now - clock.at)
    if gone < 1:
        return session, ()
    timer = clock.timer + gone if timer_runs(session, match) else 0
    answered = clock.answered + gone if somebody_is_ready(session, match) else 0
    match = match._replace(
        question=match.question._replace(
            clock=clock._replace(
                asked=clock.asked + gone, answered=answered, at=clock.at + gone, timer=timer
            )
        )
    )
    late = tuple(
        ask.seat
        for ask in asks
        if not (
            timer_left(session, match)
            if ask.deadline is None
            else seconds_left(match, ask.deadline)
        )
    )
    # As a message, not directly: what is kept of the session holds no clock.
    return session._replace(match=match), (
        SendMessage(TimeUp(session.revision, late)),
    ) if late else ()


def on_time_up(session: Session, message: TimeUp) -> Result:
    """Apply what the question provides for seats whose time is over.

    Missing cards are drawn first.
    """
    commands = list[Command]()
    match = session.race
    about = [overlay for overlay in session.overlays if find_page(overlay.page).of_race]
    if about:
        # Pages about the race close, even one on which a correction is being made.
        dropped = any(find_page(overlay.page).is_unfinished(overlay.state) for overlay in about)
        match = match._replace(
            question=match.question._replace(clock=match.question.clock._replace(dropped=dropped))
        )
        session = pop_pages(session, *(overlay.page for overlay in about))._replace(
            match=match,
            notice=_time_words(match) if dropped else news(text("Time is up.")),
        )
    for ask in with_deadline(session, match):
        if ask.seat in message.seats and ask.deadline is not None:
            match = match.ready(ask.seat, _late_answer(session, ask, ask.deadline.late))
    for ask in without_orders(session, match):
        if (
            ask.seat in message.seats
            and session.config.game.fault(match.position, ask.seat, session.readers.rows) is None
        ):
            match = _counted(session, match, ask, ())
        elif ask.seat in message.seats:
            # The rest of its hand is drawn, or a pilot chooses from it.
            asked = cards_left(session, match, ask, session.lobby.timer.fill)
            commands.append(AskFill(session.revision, asked, asked.ask.hand.number, match.redealt))
    if match is session.match:
        return session, tuple(commands)
    return if_all_ready(_with_time_notice(session._replace(match=match)), match, commands)


def _time_words(match: Match) -> Notice | Text:
    """Say that time was over while a correction was being made; NOTHING where none was."""
    return (
        news(sentences(text("Time is up."), DROPPED)) if match.question.clock.dropped else NOTHING
    )


def _late_answer(session: Session, ask: Ask, late: str) -> Answer:
    """Return the answer after the time limit: an offer, or a handle with the cards as they are."""
    if late in [offer.key for offer in ask.offers]:
        return Answer("", offer=late, late=True)
    face = session.config.game.face
    codes = (reading.code for reading in session.readers.by_seat[ask.seat].row)
    return Answer(
        late,
        tuple(code if code is not None and face(code) is not None else None for code in codes),
        late=True,
    )


# ---- The timer for choosing cards ----


def on_timer(session: Session, message: SetTimer) -> Result:
    """Choose how long people may choose cards, from when on, and what fills empty slots then."""
    before = session.lobby.timer
    chosen = Timer(
        before.seconds if message.seconds is None else message.seconds,
        before.start if message.start is None else message.start,
        before.fill if message.fill is None else message.fill,
    )
    fills = (CHANCE, *session.config.pilot_labels)
    if not 0 <= chosen.seconds <= LONGEST or chosen.start not in STARTS or chosen.fill not in fills:
        return refuse(session, text("The timer cannot be set to that."))
    return session._replace(lobby=session.lobby._replace(timer=chosen), notice=""), ()


def open_order(session: Session, match: Match, seat: int) -> Ask | None:
    """Return the question to a seat that still misses cards ordered after its time; else None."""
    if (
        seat in match.question.orders
        and seat not in match.question.answers
        and session.page in view.ASKING
    ):
        ask = match.ask(seat)
    else:
        ask = None
    return ask if ask is not None and session.is_person(ask.player) else None


def _wanting(session: Session, match: Match, ask: Ask) -> tuple[int, ...]:
    """Return the slots that need another card before the game finds no fault.

    As far as the hand has cards for them; correct cards stay.
    """
    rows, wanting = session.readers.rows, set[int]()
    pile = iter(
        [code for code in unseen_cards(session) if ask.hand.among is None or code in ask.hand.among]
        if ask.hand.codes is None
        else [code for code in ask.hand.codes if code not in _codes_in_readers(session)]
    )
    for _ in range(2 * SLOTS):
        fault = session.config.game.fault(match.position, ask.seat, rows)
        found = [] if fault is None or fault.seat != ask.seat else sorted({fault.slot, *fault.more})
        if not found:
            break
        for slot in found:
            code = ask.program.held[slot - 1] if slot in ask.program.locked else next(pile, None)
            row, reading = rows[ask.seat], Reading() if code is None else Reading(OK, code)
            rows[ask.seat] = (*row[: slot - 1], reading, *row[slot:])
            if code is not None and slot not in ask.program.locked:
                wanting.add(slot)
    return tuple(sorted(wanting))


def _codes_in_readers(session: Session) -> frozenset[int | None]:
    """Return the codes that any reader shows."""
    return frozenset(reading.code for row in session.readers.rows.values() for reading in row)


def _in_hand(session: Session, ask: Ask, wanting: Iterable[int]) -> tuple[int, ...]:
    """Return the cards that are left in a hand, by code, or by place from the left if unknown."""
    if ask.hand.codes is not None:
        in_readers = _codes_in_readers(session)
        return tuple(code for code in ask.hand.codes if code not in in_readers)
    filled = [slot for slot in ask.program.free if slot not in wanting]
    return tuple(range(1, ask.hand.number - len(filled) + 1))


def cards_left(session: Session, match: Match, ask: Ask, pilot: str) -> AskPilot:
    """Return the question to a pilot that completes a person's program.

    The empty slots with the rest of the hand; correct cards are locked, and no optional action is
    offered.
    """
    wanting = _wanting(session, match, ask)
    left = _in_hand(session, ask, wanting)
    held = tuple(
        ask.program.held[slot - 1] if slot in ask.program.locked else reading.code
        for slot, reading in enumerate(session.readers.by_seat[ask.seat].row, 1)
    )
    known = ask._replace(
        program=ask.program._replace(
            locked=tuple(slot for slot in ask.program.slots if slot not in wanting),
            held=tuple(None if slot in wanting else code for slot, code in enumerate(held, 1)),
        ),
        hand=ask.hand._replace(
            number=len(left), codes=left if ask.hand.codes is not None else None
        ),
        actions=(),
    )
    position = session.config.game.redacted(match.position, ask.player)
    return AskPilot(match.number, match.next_step.turn, match.question.kind, pilot, known, position)


def on_filled(session: Session, message: Filled) -> Result:
    """Order the drawn cards for a seat whose time is over: the screen puts them in, or hands do.

    Ignored after the question, when the seat is ready, or when its cards have changed since the
    draw.
    """
    match = session.race
    ask = next((ask for ask in without_orders(session, match) if ask.seat == message.seat), None)
    if ask is None:
        return session, ()
    wanting = _wanting(session, match, ask)
    left = _in_hand(session, ask, wanting)
    if sorted(message.places) != list(range(1, len(left) + 1)):
        return session, ()
    if ask.hand.codes is not None:
        cards = [left[place - 1] for place in message.places]
    else:
        # Each place in the hand is counted among the cards that the earlier ones leave.
        cards = [
            place - sum(earlier < place for earlier in message.places[:at])
            for at, place in enumerate(message.places)
        ]
        cards += [0] * SLOTS
    order = tuple(zip(wanting, cards, strict=False))
    match = match.without(ask.seat)
    if order:
        session = add_note(
            session,
            _chooser_words(session, match, [session.lobby.setup.seat(ask.seat).name]),
            ask.seat,
        )
    return see_to(
        session._replace(notice=_time_words(match)),
        match._replace(
            question=match.question._replace(orders={**match.question.orders, ask.seat: order})
        ),
        ask,
        take_out=True,
    )


def see_to(
    session: Session, match: Match, ask: Ask, slots: Collection[int] = ALL, take_out: bool = False
) -> Result:
    """Make a seat ready whose time is over, if the ordered cards are in its slots.

    Until then the screen puts them in, or the lights ask for them. If another slot needs a card as
    well, the order is dropped and drawn again.

    Args:
        session: The session.
        match: The race.
        ask: The question to the seat.
        slots: The slots that the screen may fill now.
        take_out: Whether wrong cards come out first.
    """
    seat, row, order = (
        ask.seat,
        session.readers.by_seat[ask.seat].row,
        dict(match.question.orders[ask.seat]),
    )
    wanting = _wanting(session, match, ask)
    # In an unknown hand every card is right that the game accepts.
    wrong = tuple(
        slot
        for slot, code in order.items()
        if (slot in wanting if ask.hand.codes is None else row[slot - 1] != Reading(OK, code))
    )
    if not wrong and session.config.game.fault(match.position, seat, session.readers.rows) is None:
        match = _counted(session, match, ask, match.question.orders[seat])
        return if_all_ready(_with_time_notice(session._replace(match=match)), match, [])
    if _strays(session, match, ask, wanting):
        return session._replace(match=match.without(seat)), ()
    match = match._replace(
        question=match.question._replace(
            marks={**match.question.marks, seat: tuple((seat, slot) for slot in wrong)}
        )
    )
    return session._replace(match=match), tuple(
        _put_in(session, ask, {slot: order[slot] for slot in wrong}, slots, take_out)
    )


def _strays(session: Session, match: Match, ask: Ask, wanting: Iterable[int]) -> bool:
    """Return whether a slot needs a card without an order; not while a card is moving there."""
    ordered = dict(match.question.orders[ask.seat])
    return any(
        slot not in ordered and session.readers.by_seat[ask.seat].row[slot - 1].status != UNSTABLE
        for slot in wanting
    )


def forgotten(session: Session, match: Match) -> Match:
    """Return the race without orders that can be drawn again, after cards left wrong readers."""
    for ask in [
        ask
        for seat in match.question.orders
        if (ask := open_order(session, match, seat)) is not None
    ]:
        if _strays(session, match, ask, _wanting(session, match, ask)):
            match = match.without(ask.seat)
    return match


def _put_in(
    session: Session, ask: Ask, cards: Mapping[int, int], slots: Collection[int], take_out: bool
) -> Iterator[Command]:
    """Yield the commands that put ordered cards into a reader on the screen.

    A card that cannot be read afterwards is left to people.
    """
    if ask.hand.codes is None or not session.on_screen(ask.seat):
        return
    row = session.readers.by_seat[ask.seat].row
    held = {
        slot: code
        for slot in ask.program.locked
        if (code := ask.program.held[slot - 1]) is not None and not holds(row[slot - 1], code)
    }
    # The result of the last commands for other slots is not known yet.
    meant = {
        slot: code
        for slot, code in {**held, **cards}.items()
        if slot in slots and (take_out or row[slot - 1].status in (OK, EMPTY))
    }
    yield from (TakeCard(ask.seat, slot) for slot in meant if row[slot - 1].status != EMPTY)
    yield from (InsertCard(ask.seat, slot, code) for slot, code in meant.items())


def _counted(session: Session, match: Match, ask: Ask, order: tuple[tuple[int, int], ...]) -> Match:
    """Return the race with a seat ready as if its handle was pulled; its order is kept."""
    moves = [move for move, _ in ask.gestures]
    codes = tuple(reading.code for reading in session.readers.by_seat[ask.seat].row)
    match = match.ready(ask.seat, Answer(PULL if PULL in moves else moves[0], codes))
    return match._replace(
        question=match.question._replace(orders={**match.question.orders, ask.seat: order})
    )


def _with_time_notice(session: Session) -> Session:
    """Return the session with a notice: whose time was over, and what counts.

    It is read on the next page.
    """
    match = session.match
    assert match is not None
    ready = {
        seat: order
        for seat, order in match.question.orders.items()
        if seat in match.question.answers
    }
    names = {
        filled: [
            session.lobby.setup.seat(seat).name
            for seat, order in sorted(ready.items())
            if bool(order) == filled
        ]
        for filled in (True, False)
    }
    words: list[Text] = (
        [sentence(_chooser_words(session, match, names[True]))] if names[True] else []
    )
    if names[False]:
        words.append(text("The cards of {names} count as they lie.", names=listed(names[False])))
    asks = match.next_step.asks if isinstance(match.next_step, Questions) else ()
    late = {
        ask.player
        for ask in asks
        if (answer := match.question.answers.get(ask.seat)) is not None
        and answer.late
        and answer.offer
    }
    if late:
        decided = [session.lobby.setup.seat(seat).name for seat in sorted(late)]
        words.append(text("It decided for {names}.", names=listed(decided)))
    if match.question.clock.dropped:
        words.append(DROPPED)
    if words:
        return session._replace(notice=news(sentences(text("Time is up."), *words)))
    return session._replace(notice=NOTHING)


def _chooser_words(session: Session, match: Match, names: Sequence[str]) -> Text:
    """Return who chose for these players; cards of an unknown hand are always drawn."""
    piloted = not match.cards_are_real and session.lobby.timer.fill != CHANCE
    if piloted:
        return text("a pilot chose cards for {names}", names=listed(names))
    return text("random cards were chosen for {names}", names=listed(names))


def ordered_anew(session: Session, match: Match) -> tuple[Match, list[Command]]:
    """Check the orders of all seats whose time is over again, after a break.

    Commands may have been lost, and cards may be right by now.
    """
    commands = list[Command]()
    for seat in match.question.orders:
        ask = open_order(session, match, seat)
        if ask is None:
            continue
        cards = {
            slot: code
            for slot, code in match.question.orders[seat]
            if session.readers.by_seat[seat].row[slot - 1] != Reading(OK, code)
        }
        if session.config.game.fault(match.position, seat, session.readers.rows) is None and (
            ask.hand.codes is None or not cards
        ):
            match = _counted(session, match, ask, match.question.orders[seat])
        else:
            commands += _put_in(session, ask, cards, ALL, True)
    return match, commands


ANSWERING: Final = Precondition(view.ASKING, unless=(HELD, PAUSED), at_revision=True)

HANDLERS: Final[Handlers] = {
    SetAutoAdvance: on_auto,
    TimeUp: Guarded(on_time_up, ANSWERING),
    SetTimer: on_timer,
    Filled: Guarded(on_filled, ANSWERING),
    Tick: on_tick,
}
"""The handlers of this module's messages."""
