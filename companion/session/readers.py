"""What readers say, and what it means now: cards in slots, handles, hands that lie open (rulebook 6.4); and what the table says of itself.

A signal is always believed and remembered first; then the page, and what lies over it, decide whether it means anything for the race.
"""

from __future__ import annotations

from typing import Final

from companion.games.api import Change
from companion.games.asking import Answer, Ask, Reading
from companion.session import view
from companion.session.alarms import changed_words, gaps, places, remedy
from companion.session.deciding import changed
from companion.session.flow import next_line, not_yours, on_carried_out, shows_whose_move
from companion.session.handling import HELD, NO_RACE, PAUSED, STANDING, Guarded, Handlers, When
from companion.session.lobby.placing import all_in_place, can_pull, listens
from companion.session.messages import CallTable, Confirm, Cover, Pick, TakeBack, Uncover, news
from companion.session.past.travel import if_cards_are_back
from companion.session.race import confirm, if_all_ready, if_clear, undrawn
from companion.session.sealed import unnamed
from companion.session.session import Match, Reader, Result, Session, refused, replace
from companion.session.timing import forgotten, ordered, see_to
from companion.signals import (
    EMPTY,
    NO_READER,
    OK,
    PULL,
    PUSH,
    REST,
    SLOTS,
    HandleMoved,
    InsertCard,
    ReaderBack,
    ReaderFound,
    ReaderGone,
    ReaderLost,
    ReaderModel,
    ReaderReport,
    Scanned,
    SlotRead,
    StrangerPulled,
    Trouble,
)
from companion.words import Text, listed, sentence, sentences, text

BELIEVED_FIRST: Final = frozenset((SlotRead, HandleMoved))
"""Signals that are remembered before anybody is asked what they mean."""


def _heard(session: Session, seat: int, reader: Reader) -> Session:
    return replace(session, readers={**session.readers, seat: reader})


def believed(session: Session, message: object) -> Session:
    """With what a reader has said remembered, and nothing made of it; the same session where it says nothing new."""
    if not isinstance(message, (SlotRead, HandleMoved)):
        return session
    seat, reader = message.seat, session.readers.get(message.seat)
    if reader is None:
        return session
    # Readers repeat their state, and a handle may be held from turn to turn: only a movement says something.
    if isinstance(message, HandleMoved):
        if reader.handle == message.position:
            return session
        return _heard(session, seat, reader._replace(handle=message.position))
    slot = message.slot
    reading = Reading(message.status, message.code if message.status == OK else None)
    if not 1 <= slot <= SLOTS or reader.row[slot - 1] == reading:
        return session
    row = (*reader.row[: slot - 1], reading, *reader.row[slot:])
    return _heard(session, seat, reader._replace(row=row))


def ask_of(session: Session, seat: int) -> Ask | None:
    """What the page that is shown wants of a seat, or None where it wants nothing: elsewhere cards and handles mean nothing."""
    match = session.match
    if match is None or session.page not in view.ASKING:
        return None
    # What was not said in time can not be said any more.
    return None if seat in match.answers and match.answers[seat].late else match.ask(seat)


def on_slot(session: Session, message: SlotRead) -> Result:
    """A slot shows something; who was ready and has a slot changed is not ready any more."""
    seat, slot = message.seat, message.slot
    # While cards must go back nothing else is asked, whatever the page below says.
    if session.held:
        return if_cards_are_back(session)
    # One card can stand in two remedies: taken out at the one seat it is right at the other (E147).
    session = _relieved(session, seat, slot)
    match = session.match
    if match is None:
        return session, ()
    if match.orders and seat not in match.orders:
        match = forgotten(session, match)
        session = session if match is session.match else replace(session, match=match)
    if session.page == view.DEAL:
        return if_clear(session, match)
    if (told := ordered(session, match, seat)) is not None:
        return see_to(session, match, told, (slot,))
    if seat in match.answers or seat in match.remedies:
        return _doubted(session, match, seat, slot)
    return session, ()


def _relieved(session: Session, seat: int, slot: int) -> Session:
    """What was wrong elsewhere because of this slot may be right now; those seats need a new pull all the same."""
    match = session.match
    if match is None or not match.marks:
        return session
    for other in [
        other for other, marked in match.marks.items() if other != seat and (seat, slot) in marked
    ]:
        match = match.without(other)
    return session if match is session.match else replace(session, match=match)


def _doubted(session: Session, match: Match, seat: int, slot: int) -> Result:
    """Not ready any more where cards are asked for; what was wrong before may be right now, the next pull will tell."""
    ask = ask_of(session, seat)
    # Where nobody asks for cards, as with a rest, they may be moved without taking the answer back.
    if ask is None or slot not in ask.program.slots:
        return session, ()
    if seat in match.answers:
        # What was touched on the screen is in no slot.
        if match.answers[seat].offer:
            return session, ()
        return _remedied(
            session, match, seat, changed_words(seat, slot, session.setup.names), ((seat, slot),)
        )
    left = _gaps_left(session, match, ask, slot)
    if left:
        fault = gaps(seat, left)
        return replace(
            session, match=match.remedied(seat, remedy(fault, session.setup.names), places(fault))
        ), ()
    return replace(session, match=match.without(seat)), ()


def _gaps_left(session: Session, match: Match, ask: Ask, changed: int) -> tuple[int, ...]:
    """The slots that a pull has found empty and that still are: with three to be filled two are left after the first; () where it found none.

    So those that are left go on blinking until each has its card.
    """
    others = [place for place in match.marks.get(ask.seat, ()) if place != (ask.seat, changed)]
    row = session.readers[ask.seat].row
    # Only of an empty open slot nothing else can be wrong: a locked one, or a card that lies twice, was told with other words.
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
    """A handle was moved: a commitment where one is asked for, free of faults, else a remedy (6.4.2 [E192], 6.4.3).

    Until everybody is ready the last movement counts, so that a push can be taken back by a pull.
    """
    seat, match = message.seat, session.race
    if listens(session):
        return _in_place(session, match, seat, message.position)
    if message.position == PULL and shows_whose_move(session):
        return _moved(session, match, seat)
    ask = ask_of(session, seat)
    if message.position == REST or ask is None:
        return session, ()
    # A pilot that has no cards yet, or gave them back just now, has nothing to be ready with.
    if (
        ask.program.slots
        and ask.hand.codes is None
        and match.cards_are_real
        and not session.is_person(ask.player)
    ):
        return session, ()
    if (told := ordered(session, match, seat)) is not None:
        return see_to(session, match, told, ())
    # Where a push means nothing else, it takes back what its player was ready with.
    if (
        message.position == PUSH
        and seat in match.answers
        and PUSH not in (position for position, _ in ask.gestures)
    ):
        match, commands = undrawn(session, match.without(seat))
        return replace(session, match=match, notice=""), commands
    # A push means nothing where a power down could only begin at once, before the deal (6.5.3).
    if message.position not in (position for position, _ in ask.gestures):
        return _remedied(session, match, seat, _no_meaning(session, ask))
    # All readers are shown to the game: the same card may lie in another one (E147).
    fault = session.house.game.fault(match.position, seat, session.rows)
    if fault is not None:
        return _remedied(
            session,
            match,
            seat,
            remedy(unnamed(session, fault), session.setup.names, session.piloted),
            places(fault),
        )
    return _committed(session, match, seat, message.position)


def _in_place(session: Session, match: Match, seat: int, position: str) -> Result:
    """Before the race: a pull says that the own piece stands in its place, a push takes that back; with the last one the race goes on."""
    if position == REST or seat not in can_pull(session):
        return session, ()
    match = match._replace(
        placed=match.placed | {seat} if position == PULL else match.placed - {seat}
    )
    after = replace(session, match=match, notice="")
    return confirm(after) if all_in_place(after, match) else (after, ())


def _moved(session: Session, match: Match, seat: int) -> Result:
    """A player says by the own handle that its piece is where it belongs, and so on to the next instruction; nobody needs to reach the screen."""
    why = not_yours(session, match, seat)
    if why:
        return refused(session, why)
    said = next_line(session, match)
    return confirm(session) if isinstance(said, Confirm) else on_carried_out(session, said)


def _no_meaning(session: Session, ask: Ask) -> Text:
    """What the handle can do, for somebody who tried something else."""
    if not ask.gestures:
        return text(
            "Seat {seat} {name}: the handle does nothing now; choose on the screen.",
            seat=ask.seat,
            name=session.setup.seat(ask.seat).name,
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
        name=session.setup.seat(ask.seat).name,
        moves=moves,
    )


def _remedied(
    session: Session, match: Match, seat: int, words: Text, marks: tuple[tuple[int, int], ...] = ()
) -> Result:
    """Not ready, and why; pilots that hold cards for this turn already give them back, since this seat's may become others."""
    match, commands = undrawn(session, match.remedied(seat, words, marks))
    return replace(session, match=match), commands


def _committed(session: Session, match: Match, seat: int, gesture: str) -> Result:
    """A seat is ready, and its hand is covered; the turn goes on with the last one."""
    # What lies there now is the program; later changes of a slot take the answer back.
    codes = tuple(reading.code for reading in session.readers[seat].row)
    match = match.ready(seat, Answer(gesture, codes))
    return if_all_ready(replace(session, match=match), match, [])


def on_pick(session: Session, message: Pick) -> Result:
    """An answer was touched on the screen; until everybody is ready the last touch counts, or move of the handle.

    Whether the question lies open there is not asked: who looks at what is not kept.
    """
    ask, match = ask_of(session, message.seat), session.match
    if ask is not None and match is not None and ask.seat not in match.answers:
        besides = next((offer for offer in ask.actions if offer.key == message.offer), None)
        if besides is not None:
            return _besides(session, match, ask.player, besides.change)
        # It has chosen before it was asked anew, by what somebody else has done meanwhile.
        if not session.is_person(ask.player) and all(
            message.offer != offer.key for offer in ask.offers
        ):
            return session, ()
    if ask is None or match is None or message.offer not in [offer.key for offer in ask.offers]:
        return refused(session, text("That is no answer to the present question."))
    match = match.ready(ask.seat, Answer("", offer=message.offer))
    return if_all_ready(replace(session, match=match, notice=""), match, [])


def _besides(session: Session, match: Match, player: int, change: Change) -> Result:
    """What a seat's player does besides, before it answers: like a change by hand, so that it stands in the history and can be taken back."""
    made = changed(session, match, change, "", "", player)
    if isinstance(made, Text):
        return refused(session, made)
    after, commands = made
    # Where cards are real, hands have to do something now.
    told = (
        after.previous.left_by.words
        if after.previous is not None and after.previous.left_by is not None
        else ()
    )
    return replace(after, notice=news(sentences(*map(sentence, told)))), commands


def on_lost(session: Session, message: ReaderLost) -> Result:
    """A reader does not answer: what was read stays, and the screen says so until it is back; meanwhile the seat is played there.

    Who was ready stays so, in mid-turn too: a broken reader never ends a game.
    """
    reader = session.readers.get(message.seat)
    if reader is None:
        return session, ()
    # Where there is no reader any more, as after two people changed chairs, nothing can really be at it.
    model = None if message.reason == NO_READER else reader.model
    session, match = (
        _heard(
            session,
            message.seat,
            reader._replace(lost=message.reason or text("no answer"), handle=REST, model=model),
        ),
        session.match,
    )
    if match is not None and not reader.lost and message.seat in match.taken_over:
        match = match._replace(taken_over=match.taken_over - {message.seat})
        session = replace(session, match=match)
    # What its player was told to put in the screen puts in now, if it can.
    told = ordered(session, match, message.seat) if match is not None and not session.held else None
    return (
        (session, ()) if match is None or told is None else see_to(session, match, told, anew=True)
    )


def on_back(session: Session, message: ReaderBack) -> Result:
    """A reader answers again; what lies in it and where its handle is it will say itself."""
    reader, match = session.readers.get(message.seat), session.match
    if reader is None:
        return session, ()
    # Its cards are in front of its player again, and on the screen they would lie open for everybody.
    if (
        match is not None
        and match.open_seat == message.seat
        and message.seat not in session.house.touch
    ):
        session = replace(session, match=match._replace(open_seat=None))
    # A handle that does not rest is told anew, and counts as a movement then.
    return _heard(session, message.seat, reader._replace(lost="", handle=REST)), ()


def on_uncover(session: Session, message: Uncover) -> Result:
    """The person of a seat opens its reader, or what is offered to it, and everybody else's is covered; only readers on this screen can lie open."""
    seat, match, ask = message.seat, session.match, ask_of(session, message.seat)
    if ask is None or match is None or (session.page != view.PROGRAM and not ask.offers):
        return refused(session, text("Seat {seat} has no cards to look at now.", seat=seat))
    if not session.is_person(ask.player):
        return refused(
            session, text("Seat {seat} is played by a pilot; its hand stays covered.", seat=seat)
        )
    if (
        not session.on_screen(seat)
        and not ask.offers
        and (ask.hand.codes is None or ordered(session, match, seat) is None)
    ):
        return refused(
            session, text("Seat {seat} has its own reader; its player holds the cards.", seat=seat)
        )
    name, pin = session.setup.seat(ask.player).name, session.setup.seat(ask.player).pin
    if seat in match.answers:
        return refused(
            session,
            text(
                "Seat {seat} {name} is ready. It opens again when its player takes the "
                "handle back.",
                seat=seat,
                name=name,
            ),
        )
    if pin and message.pin != pin and (ask.program.slots or ask.secret):
        return refused(
            session,
            text(
                "That is not the PIN of {name}. If nobody knows it any more, remove it: "
                "hold the wrench and touch Seats.",
                name=name,
            ),
        )
    taken_over = match.taken_over | {seat} if session.readers[seat].lost else match.taken_over
    return replace(
        session, match=match._replace(open_seat=seat, taken_over=taken_over), notice=""
    ), ()


def on_take_back(session: Session, message: TakeBack) -> Result:
    """The handle of a ready seat on this screen goes back, or what it has touched there: its player chooses again, and its cards stay covered."""
    seat, ask, match = message.seat, ask_of(session, message.seat), session.match
    if (
        ask is None
        or match is None
        or seat not in match.answers
        or not session.is_person(ask.player)
    ):
        return refused(
            session, text("Seat {seat} is not ready: there is nothing to take back.", seat=seat)
        )
    if not session.on_screen(seat) and not match.answers[seat].offer:
        return refused(
            session,
            text(
                "Seat {seat} has its own reader: take a card out of it to choose again.", seat=seat
            ),
        )
    # Pilots that drew after it was ready give their cards back, for it may put one of them in now.
    match, commands = undrawn(session, match.without(seat))
    return replace(session, match=match, notice=""), commands


def on_cover(session: Session, message: Cover) -> Result:
    """Cover whatever hand lies open."""
    if session.match is None or session.match.open_seat is None:
        return session, ()
    return replace(session, match=session.match._replace(open_seat=None), notice=""), ()


def on_scanned(session: Session, message: Scanned) -> Result:
    """A scanner has read a card: it goes into the next free slot of the reader that lies open, from the left.

    One scanner serves the whole table, so that the open reader says for whom it reads. What cannot be put in is refused in words.
    """
    read, match = message.text.strip(), session.match
    # isdigit alone would let in such as ², of which int makes nothing; a code has eight bits and so three digits at most.
    code = int(read) if read.isascii() and read.isdigit() and len(read) <= 3 else -1
    face = session.house.game.face(code)
    if face is None:
        return refused(
            session,
            text(
                "The scanner read {read!r}, which is not a card of this deck: scan the code of a "
                "program card.",
                read=read[:20],
            ),
        )
    seat = match.open_seat if match is not None and session.page == view.PROGRAM else None
    if seat is None or not session.on_screen(seat):
        return refused(
            session,
            text(
                "The scanner has read a card: open the reader of a seat first, then scan "
                "its five cards in order."
            ),
        )
    row = session.readers[seat].row
    free = next((slot for slot, reading in enumerate(row, 1) if reading.status == EMPTY), None)
    if free is None:
        return refused(
            session,
            text(
                "The scanner has read a card, but no slot of seat {seat} is free: take a "
                "card out first.",
                seat=seat,
            ),
        )
    if code in (reading.code for reader in session.readers.values() for reading in reader.row):
        return refused(
            session,
            text("The scanner read a card that is in a reader already: there is only one of each."),
        )
    return replace(session, notice=""), (InsertCard(seat, free, code),)


# ---- What the table says of itself -----------------------------------------------------------------------------------------


def on_stranger(session: Session, message: StrangerPulled) -> Result:
    """The handle of a reader without a seat, while nobody asks for one."""
    return refused(
        session,
        text(
            "A handle was pulled on a reader without a seat: touch the sign of the table "
            "and give it one."
        ),
    )


def on_call(session: Session, message: CallTable) -> Result:
    """The table's sign says something else."""
    return replace(session, house=replace(session.house, table=message.sign)), ()


def on_found(session: Session, message: ReaderFound) -> Result:
    """A reader without a seat is there."""
    if message.uid in session.strangers:
        return session, ()
    return replace(session, strangers=(*session.strangers, message.uid)), ()


def on_gone(session: Session, message: ReaderGone) -> Result:
    """It has gone, or has a seat now."""
    return replace(
        session, strangers=tuple(uid for uid in session.strangers if uid != message.uid)
    ), ()


def on_trouble(session: Session, message: Trouble) -> Result:
    """Something at the table needs a person, or does not any more; a place has one trouble, the last that was told of it."""
    others = {place: words for place, words in session.troubles.items() if place != message.place}
    return replace(
        session, troubles={**others, message.place: message.words} if message.words else others
    ), ()


def on_model(session: Session, message: ReaderModel) -> Result:
    """What really is at an emulated reader."""
    reader = session.readers.get(message.seat)
    if reader is None:
        return session, ()
    return replace(
        session, readers={**session.readers, message.seat: reader._replace(model=message)}
    ), ()


def reported(session: Session, state: object, message: ReaderReport) -> Result:
    """What a reader says of itself, for the pages that watch the readers; one that is still on its way when nobody watches any more is dropped."""
    reader = session.readers.get(message.seat)
    return (
        (session, ())
        if reader is None
        else (
            replace(
                session, readers={**session.readers, message.seat: reader._replace(report=message)}
            ),
            (),
        )
    )


HANDLERS: Final[Handlers] = {
    Uncover: on_uncover,
    TakeBack: Guarded(on_take_back, When(unless=STANDING)),
    Cover: on_cover,
    Pick: Guarded(on_pick, When(unless=STANDING)),
    SlotRead: on_slot,
    HandleMoved: Guarded(on_handle, When(unless=(NO_RACE, HELD, PAUSED))),
    ReaderLost: on_lost,
    ReaderBack: on_back,
    Scanned: on_scanned,
    CallTable: on_call,
    ReaderFound: on_found,
    ReaderGone: on_gone,
    StrangerPulled: on_stranger,
    Trouble: on_trouble,
    ReaderModel: on_model,
}
"""The messages of this module, with what each does."""
