"""The answers of people: cards in slots, handles, touches, open hands, and Done.

The state of the readers is updated before (`companion.session.readers`); this is about its meaning
for the race.
"""

from __future__ import annotations

from typing import Final

from companion.games.asking import Answer, Ask
from companion.session import view
from companion.session.commands import SendMessage
from companion.session.corrections import apply_change
from companion.session.flow import next_line, not_yours, on_carried_out, shows_whose_move
from companion.session.handling import (
    COVERED,
    HELD,
    NO_RACE,
    PAUSED,
    RACING,
    STANDING,
    Guarded,
    Handlers,
    Precondition,
)
from companion.session.lobby.start_positions import all_in_place, can_pull
from companion.session.messages import (
    Confirm,
    Cover,
    Pick,
    TableSignChanged,
    TakeBack,
    Uncover,
    news,
)
from companion.session.past.rewind import confirm_sync, if_cards_are_back
from companion.session.race import confirm, if_all_ready, if_clear, undrawn
from companion.session.reader_faults import changed_words, fault_after_pull, gaps, places
from companion.session.sealed import without_secret_face
from companion.session.session import Match, Result, Session, refuse
from companion.session.timing import forgotten, open_order, see_to
from companion.signals import (
    EMPTY,
    PULL,
    PUSH,
    REST,
    HandleMoved,
    InsertCard,
    ReaderBack,
    ReaderLost,
    Scanned,
    SlotRead,
    StrangerPulled,
)
from companion.words import Text, listed, sentence, sentences, text


def ask_of(session: Session, seat: int) -> Ask | None:
    """Return what the visible page asks of a seat, or None where cards and handles do not count."""
    match = session.match
    if match is None or session.page not in view.ASKING:
        return None
    # After the time limit it is too late to answer.
    if seat in match.question.answers and match.question.answers[seat].late:
        return None
    return match.ask(seat)


def on_confirm(session: Session, message: Confirm) -> Result:
    """Confirm what is shown; a second touch carries an old number and does not count."""
    return confirm_sync(session) if session.timeline.is_syncing else confirm(session)


def on_slot(session: Session, message: SlotRead) -> Result:
    """Note what a slot shows; a ready seat with a changed slot is no longer ready."""
    seat, slot = message.seat, message.slot
    # While cards must go back, the question of the page below does not count.
    if session.timeline.is_syncing:
        return if_cards_are_back(session)
    match = session.match
    if match is None:
        return session, ()
    # A card in the way at two seats: taken out at one seat it may be right at the other, which
    # needs another pull.
    for other, marked in match.question.marks.items():
        if other != seat and (seat, slot) in marked:
            match = match.without(other)
    session = session if match is session.match else session._replace(match=match)
    if match.question.orders and seat not in match.question.orders:
        match = forgotten(session, match)
        session = session if match is session.match else session._replace(match=match)
    if session.page == view.DEAL:
        return if_clear(session, match)
    if (order := open_order(session, match, seat)) is not None:
        return see_to(session, match, order, (slot,))
    if seat not in match.question.answers and seat not in match.question.problems:
        return session, ()
    ask = ask_of(session, seat)
    # Where no cards are asked for, as with a rest, they may be moved without taking the answer
    # back.
    if ask is None or slot not in ask.program.slots:
        return session, ()
    if seat in match.question.answers:
        # A touched offer is in no slot.
        if match.question.answers[seat].offer:
            return session, ()
        return _with_problem(
            session,
            match,
            seat,
            changed_words(seat, slot, session.lobby.setup.names),
            ((seat, slot),),
        )
    left = _gaps_left(session, match, ask, slot)
    if left:
        fault = gaps(seat, left)
        return session._replace(
            match=match.with_problem(
                seat, fault_after_pull(fault, session.lobby.setup.names), places(fault)
            )
        ), ()
    return session._replace(match=match.without(seat)), ()


def _gaps_left(session: Session, match: Match, ask: Ask, changed: int) -> tuple[int, ...]:
    """Return the slots that a pull found empty and that still are, () where it found none.

    They go on blinking until each has its card.
    """
    others = [
        place for place in match.question.marks.get(ask.seat, ()) if place != (ask.seat, changed)
    ]
    row = session.readers.by_seat[ask.seat].row
    # A gap is the only fault of an empty open slot; a locked one or a card twice was described
    # otherwise.
    if not others or any(
        seat != ask.seat or slot in ask.program.locked or row[slot - 1].status != EMPTY
        for seat, slot in others
    ):
        return ()
    return tuple(
        slot
        for slot in ask.program.slots
        if (ask.seat, slot) in others or (slot == changed and row[slot - 1].status == EMPTY)
    )


def on_handle(session: Session, message: HandleMoved) -> Result:
    """Take the move of a handle as an answer, or say what is wrong.

    Until everybody is ready the last move counts, so a pull can be taken back by a push.
    """
    seat, match = message.seat, session.race
    if session.page == view.PLACE and not session.covered:
        return _in_place(session, match, seat, message.position)
    if (
        session.lobby.preferences.hands_free
        and (led := _led_on(session, match, message)) is not None
    ):
        return led
    if message.position == PULL and shows_whose_move(session):
        # The player goes on to the next instruction; nobody needs to reach the screen.
        if why := not_yours(session, match, seat):
            return refuse(session, why)
        said = next_line(session, match)
        return confirm(session) if isinstance(said, Confirm) else on_carried_out(session, said)
    ask = ask_of(session, seat)
    if message.position == REST or ask is None:
        return session, ()
    # A pilot without cards, or whose cards were just given back, has nothing to be ready with.
    if (
        ask.program.slots
        and ask.hand.codes is None
        and match.cards_are_real
        and not session.is_person(ask.player)
    ):
        return session, ()
    if (order := open_order(session, match, seat)) is not None:
        return see_to(session, match, order, ())
    # Where a push has no other meaning, it takes the answer back.
    if (
        message.position == PUSH
        and seat in match.question.answers
        and PUSH not in (position for position, _ in ask.gestures)
    ):
        match, commands = undrawn(session, match.without(seat))
        return session._replace(match=match, notice=""), commands
    # A push does not count where a power down could only begin before the deal.
    if message.position not in (position for position, _ in ask.gestures):
        return _with_problem(session, match, seat, _possible_moves(session, ask))
    # The game sees all readers, because the same card may be in another one.
    fault = session.config.game.fault(match.position, seat, session.readers.rows)
    if fault is not None:
        return _with_problem(
            session,
            match,
            seat,
            fault_after_pull(
                without_secret_face(session, fault), session.lobby.setup.names, session.piloted
            ),
            places(fault),
        )
    # These cards are the program; a later change of a slot takes the answer back.
    codes = tuple(reading.code for reading in session.readers.by_seat[seat].row)
    match = match.ready(seat, Answer(message.position, codes))
    return if_all_ready(session._replace(match=match), match, [])


def _led_on(session: Session, match: Match, message: HandleMoved) -> Result | None:
    """Return what a handle does in the place of a touch, None where it does what it always does."""
    # Most tables are touched: the first screen does not wait for it.
    from companion.session.hands_free import (  # noqa: PLC0415
        chooses_by_handle,
        is_hands_free,
        moved_handle,
        pull_message,
    )

    ask = chooses_by_handle(session, message.seat) if message.position != REST else None
    if ask is not None:
        return moved_handle(session, ask, message.position)
    if message.position == PUSH and is_hands_free(session):
        return session._replace(
            readers=session.readers._replace(say_again=session.readers.say_again + 1)
        ), ()
    touch = pull_message(session, match, message.seat) if message.position == PULL else None
    if touch is None:
        return None
    return refuse(session, touch) if isinstance(touch, Text) else (session, (SendMessage(touch),))


def _in_place(session: Session, match: Match, seat: int, position: str) -> Result:
    """Note by a pull that a piece is in place, by a push that it is not; go on with the last."""
    if position == REST or seat not in can_pull(session):
        return session, ()
    match = match._replace(
        question=match.question._replace(
            placed=match.question.placed | {seat}
            if position == PULL
            else match.question.placed - {seat}
        )
    )
    after = session._replace(match=match, notice="")
    return confirm(after) if all_in_place(after, match) else (after, ())


def _possible_moves(session: Session, ask: Ask) -> Text:
    """Return which moves of the handle are possible now."""
    if not ask.gestures:
        return text(
            "Seat {seat} {name}: the handle does nothing now; choose on the screen.",
            seat=ask.seat,
            name=session.lobby.setup.seat(ask.seat).name,
        )
    moves = listed(
        [
            text("pull it ({label})", label=label)
            if position == PULL
            else text("push it ({label})", label=label)
            for position, label in ask.gestures
        ],
        "or",
    )
    return text(
        "Seat {seat} {name}: that move of the handle does nothing now; {moves}.",
        seat=ask.seat,
        name=session.lobby.setup.seat(ask.seat).name,
        moves=moves,
    )


def _with_problem(
    session: Session, match: Match, seat: int, words: Text, marks: tuple[tuple[int, int], ...] = ()
) -> Result:
    """Note why a seat is not ready; pilots give back their drawn cards, which it may need."""
    match, commands = undrawn(session, match.with_problem(seat, words, marks))
    return session._replace(match=match), commands


def on_pick(session: Session, message: Pick) -> Result:
    """Note an answer that was touched; until everybody is ready the last touch or pull counts.

    It is not checked whether the question is open on the screen, since that is not kept.
    """
    ask, match = ask_of(session, message.seat), session.match
    if ask is not None and match is not None and ask.seat not in match.question.answers:
        action = next((offer for offer in ask.actions if offer.key == message.offer), None)
        if action is not None:
            # It is carried out as a change that is in the history.
            made = apply_change(session, match, action.change, "", "", ask.player)
            if isinstance(made, Text):
                return refuse(session, made)
            after, commands = made
            change = None if after.timeline.previous is None else after.timeline.previous.left_by
            # Where cards are real, hands have to do something now.
            words = () if change is None else change.words
            return after._replace(notice=news(sentences(*map(sentence, words)))), commands
        # The pilot chose before another player's act changed the question.
        if not session.is_person(ask.player) and all(
            message.offer != offer.key for offer in ask.offers
        ):
            return session, ()
    if ask is None or match is None or message.offer not in [offer.key for offer in ask.offers]:
        return refuse(session, text("That does not answer this question."))
    match = match.ready(ask.seat, Answer("", offer=message.offer))
    return if_all_ready(session._replace(match=match, notice=""), match, [])


def on_lost(session: Session, message: ReaderLost) -> Result:
    """Let a seat be played on the screen while its reader does not answer.

    What was read stays, and a ready seat stays ready: a broken reader never ends a game.
    """
    match = session.match
    # The screen now puts in the cards that its player was asked for, if it can.
    if match is not None and not session.timeline.is_syncing:
        order = open_order(session, match, message.seat)
    else:
        order = None
    if match is None or order is None:
        return session, ()
    return see_to(session, match, order, take_out=True)


def on_back(session: Session, message: ReaderBack) -> Result:
    """Cover the open hand of a reader that answers again; its cards and handle follow as signals.

    Its cards are in front of its player again; the screen would show them to all.
    """
    match = session.match
    if (
        match is None
        or match.question.open_seat != message.seat
        or message.seat in session.config.touch
    ):
        return session, ()
    return session._replace(match=match.with_hand(None)), ()


def on_uncover(session: Session, message: Uncover) -> Result:
    """Uncover the hand or the offers of a seat on this screen, and cover all others."""
    seat, match, ask = message.seat, session.match, ask_of(session, message.seat)
    if ask is None or match is None or (session.page != view.PROGRAM and not ask.offers):
        return refuse(session, text("Seat {seat} has no cards to look at now.", seat=seat))
    if not session.is_person(ask.player):
        return refuse(
            session, text("Seat {seat} is played by a pilot; its hand stays covered.", seat=seat)
        )
    if (
        not session.on_screen(seat)
        and not ask.offers
        and (ask.hand.codes is None or open_order(session, match, seat) is None)
    ):
        return refuse(
            session, text("Seat {seat} has its own reader; its player holds the cards.", seat=seat)
        )
    name, pin = session.lobby.setup.seat(ask.player).name, session.lobby.setup.seat(ask.player).pin
    if seat in match.question.answers:
        return refuse(
            session,
            text(
                "Seat {seat} {name} is ready. It opens again when its player takes the "
                "handle back.",
                seat=seat,
                name=name,
            ),
        )
    if pin and message.pin != pin and (ask.program.slots or ask.secret):
        return refuse(
            session,
            text(
                "That is not the PIN of {name}. If it is forgotten, remove it: hold the wrench "
                "and touch Seats.",
                name=name,
            ),
        )
    session = session._replace(match=match.with_hand(seat), notice="")
    reader = session.readers.by_seat[seat]
    if not reader.lost:
        return session, ()
    taken_over = session.readers.with_one(seat, reader._replace(taken_over=True))
    return session._replace(readers=taken_over), ()


def on_take_back(session: Session, message: TakeBack) -> Result:
    """Take back the answer of a ready seat on this screen; its cards stay covered."""
    seat, ask, match = message.seat, ask_of(session, message.seat), session.match
    if (
        ask is None
        or match is None
        or seat not in match.question.answers
        or not session.is_person(ask.player)
    ):
        return refuse(
            session, text("Seat {seat} is not ready: there is nothing to take back.", seat=seat)
        )
    if not session.on_screen(seat) and not match.question.answers[seat].offer:
        return refuse(
            session,
            text(
                "Seat {seat} has its own reader: take a card out of it to choose again.", seat=seat
            ),
        )
    # Pilots that drew after it was ready give their cards back, since it may put one of them in.
    match, commands = undrawn(session, match.without(seat))
    return session._replace(match=match, notice=""), commands


def on_cover(session: Session, message: Cover) -> Result:
    """Cover the open hand."""
    match = session.race
    if match.question.open_seat is None:
        return session, ()
    return session._replace(match=match.with_hand(None), notice=""), ()


def on_scanned(session: Session, message: Scanned) -> Result:
    """Put a scanned card into the next free slot of the open reader, from the left.

    One scanner serves the whole table. A card that does not fit is refused in words.
    """
    read, match = message.text.strip(), session.match
    # `isdigit` alone would accept "²", which `int` refuses; a code has eight bits, so at most three
    # digits.
    code = int(read) if read.isascii() and read.isdigit() and len(read) <= 3 else -1
    face = session.config.game.face(code)
    if face is None:
        return refuse(
            session,
            text(
                "The scanner read {read!r}, which is not a card of this deck: scan the code of a "
                "program card.",
                read=read[:20],
            ),
        )
    seat = match.question.open_seat if match is not None and session.page == view.PROGRAM else None
    if seat is None or not session.on_screen(seat):
        return refuse(
            session,
            text(
                "The scanner read a card: first open the reader of a seat, then scan its five "
                "cards in order."
            ),
        )
    row = session.readers.by_seat[seat].row
    free = next((slot for slot, reading in enumerate(row, 1) if reading.status == EMPTY), None)
    if free is None:
        return refuse(
            session,
            text(
                "The scanner read a card, but no slot of seat {seat} is free: take a card out "
                "first.",
                seat=seat,
            ),
        )
    if code in (
        reading.code for reader in session.readers.by_seat.values() for reading in reader.row
    ):
        return refuse(
            session,
            text(
                "The scanner read a card that is already in a reader: each card exists only once."
            ),
        )
    return session._replace(notice=""), (InsertCard(seat, free, code),)


# ---- The table about itself ----


def on_stranger(session: Session, message: StrangerPulled) -> Result:
    """Say what a pull on a reader without a seat means, while nobody asks for one."""
    return refuse(
        session,
        text(
            "A handle was pulled on a reader without a seat: touch the table symbol to give it one."
        ),
    )


def on_table_sign_changed(session: Session, message: TableSignChanged) -> Result:
    """Note the new sign of the table."""
    return session._replace(config=session.config._replace(table=message.sign)), ()


HANDLERS: Final[Handlers] = {
    Confirm: Guarded(on_confirm, Precondition(unless=(NO_RACE, COVERED), at_revision=True)),
    Uncover: on_uncover,
    TakeBack: Guarded(on_take_back, Precondition(unless=STANDING)),
    Cover: Guarded(on_cover, RACING),
    Pick: Guarded(on_pick, Precondition(unless=STANDING)),
    SlotRead: on_slot,
    HandleMoved: Guarded(on_handle, Precondition(unless=(NO_RACE, HELD, PAUSED))),
    ReaderLost: on_lost,
    ReaderBack: on_back,
    Scanned: on_scanned,
    TableSignChanged: on_table_sign_changed,
    StrangerPulled: on_stranger,
}
"""The handlers of this module's messages."""
