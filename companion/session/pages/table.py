"""The table test: every reader live, lights to try, and seats for readers, over any page.

Cards still count for the race below; handles and lights are only tried.
"""

from __future__ import annotations

from typing import Final

from companion.games.scene import Face
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session.commands import SendMessage
from companion.session.pages import Page
from companion.session.past.history import add_note
from companion.session.pictures import faces, lost_words, sign_of
from companion.session.readers import ReaderState
from companion.session.sealed import is_sealed
from companion.session.session import Result, Session, close_pages, push_page, refuse, show_page
from companion.session.view import TABLE, WELCOME, SeatSign, View
from companion.signals import (
    ALL_DARK,
    ASIDE,
    DARK,
    FLOODING,
    LIT,
    NO_READER,
    REST,
    SLOTS,
    GiveSeat,
    HandleMoved,
    Lamps,
    ReaderModel,
    ReaderReport,
    StrangerPulled,
    TagsKnown,
    Watch,
)
from companion.words import Text, count, sentences, text


class TableTestState(NamedTuple):
    """The state of the test."""

    seat: int | None = None
    """The selected reader, None for all."""
    lamp: tuple[int, int] | None = None
    """The light on trial as (seat, slot), slot 0 for all five."""
    asking: int | None = None
    """The seat whose handle is awaited, None for none."""
    cards: bool = False
    """Whether people have uncovered all cards during a race."""
    tagged: bool = False
    """Whether the table has cards with tags, which can be named."""


def testing_of(session: Session) -> TableTestState | None:
    """Return the state of the table test, None while it is closed."""
    return session.state_of(TABLE, TableTestState)


# ---- Messages ----


@kept_as("OpenTable")
class OpenTable(NamedTuple):
    """Open the table test over the present page."""


@kept_as("CloseTable")
class CloseTable(NamedTuple):
    """Close the table test."""


@kept_as("ShowCards on")
class ShowCards(NamedTuple):
    """During a race, uncover the cards in the readers for everybody, or (False) cover them."""

    on: bool


class SelectReader(NamedTuple):
    """Select one seat's reader, or all of them (None)."""

    seat: int | None


class TryLamp(NamedTuple):
    """Light only this light, for slot 0 all five of the reader; again to end it."""

    seat: int
    slot: int


class AskSeat(NamedTuple):
    """Give this seat the reader whose handle is pulled next; None drops the request."""

    seat: int | None


# ---- Handlers ----


def on_open(session: Session, message: OpenTable) -> Result:
    """Open the table test; readers begin to report.

    In the first steps, which ask for handles themselves, it is below them.
    """
    if testing_of(session) is not None:
        return session, ()
    return show_page(session, TABLE, TableTestState(), under=WELCOME), (Watch(True),)


def on_close(session: Session, testing: TableTestState, message: CloseTable) -> Result:
    """Close the table test."""
    return close_pages(session, TABLE), (Watch(False),)


def on_show_cards(session: Session, testing: TableTestState, message: ShowCards) -> Result:
    """Uncover the cards during a race until the page is closed; the history notes it."""
    on = message.on is True
    if not is_sealed(session) or testing.cards == on:
        return session, ()
    after = show_page(session, TABLE, testing._replace(cards=on))
    return (
        add_note(after, text("The table test showed the cards in all readers")) if on else after
    ), ()


def on_select_reader(session: Session, testing: TableTestState, message: SelectReader) -> Result:
    """Select one seat's reader, or all."""
    if message.seat is not None and message.seat not in session.readers.by_seat:
        return session, ()
    # A light on trial elsewhere would be on unseen.
    return push_page(session, TABLE, testing._replace(seat=message.seat, lamp=None)), ()


def on_lamp(session: Session, testing: TableTestState, message: TryLamp) -> Result:
    """Light one light alone, or all five of a reader; again to end it."""
    if message.seat not in session.readers.by_seat or not 0 <= message.slot <= SLOTS:
        return session, ()
    tried = (message.seat, message.slot)
    return push_page(
        session, TABLE, testing._replace(lamp=None if testing.lamp == tried else tried)
    ), ()


def on_ask_seat(session: Session, testing: TableTestState, message: AskSeat) -> Result:
    """Await the handle of a seat's reader, only here, where handles do not count; None for none."""
    if message.seat is not None and message.seat not in session.readers.by_seat:
        return session, ()
    # Such a seat would never use the reader that was given to it.
    if message.seat in session.config.touch:
        return refuse(
            session,
            text("Seat {seat} needs no reader: it is played on this screen.", seat=message.seat),
        )
    return _asking(session, testing, message.seat), ()


def _asking(session: Session, testing: TableTestState, seat: int | None) -> Session:
    return show_page(session, TABLE, testing._replace(asking=seat))


def on_stranger(
    session: Session, testing: TableTestState, message: StrangerPulled
) -> Result | None:
    """Give a reader without a seat the awaited seat, and ask for the next one."""
    if testing.asking is None:
        return None
    # The reader that is just getting its seat is still among those without one.
    more = len(session.readers.unknown) > 1
    if more:
        following = next(
            (
                seat
                for seat in session.lobby.setup.playing
                if seat > testing.asking and session.on_screen(seat)
            ),
            None,
        )
    else:
        following = None
    return _asking(session, testing, following), (GiveSeat(message.uid, testing.asking),)


def on_handle(session: Session, testing: TableTestState, message: HandleMoved) -> Result:
    """Try a handle; if another seat's is awaited, a pull gives its reader that seat."""
    report = session.readers.by_seat[message.seat].report
    # The chip id for giving a seat is known from the reports only, which come about twice a second.
    if (
        message.position == REST
        or testing.asking in (None, message.seat)
        or report is None
        or not report.uid
    ):
        return session, ()
    assert testing.asking is not None
    return _asking(session, testing, None), (GiveSeat(report.uid, testing.asking),)


def on_tags(session: Session, testing: TableTestState, message: TagsKnown) -> Result:
    """Note that the cards of the table have tags."""
    return push_page(session, TABLE, testing._replace(tagged=True)), ()


def lamps(session: Session, testing: TableTestState) -> Lamps | None:
    """Return only the light on trial."""
    if testing.lamp is None:
        return None
    seat, tried = testing.lamp
    # Slot 0 stands for all five lights of the reader, as in `TryLamp`.
    return Lamps({seat: tuple(LIT if tried in (0, slot) else DARK for slot in range(1, SLOTS + 1))})


# ---- View ----


class TableRow(NamedTuple):
    """One seat's reader in the table test."""

    seat: int
    sign: SeatSign
    kind: str
    """A word such as "usb", "emulated" or "screen"."""
    state: Text | str
    """One short line: answers, lost, set aside, none."""
    remedy: Text | str
    """The remedy where something is wrong."""
    own: bool
    aside: bool
    lamps: tuple[int, ...]
    """The lights as they should be now."""
    report: ReaderReport | None
    """Its present state, None until it has reported."""
    model: ReaderModel | None
    """The physical state of an emulated reader, else None."""


class TablePage(NamedTuple):
    """The table test, live."""

    rows: tuple[TableRow, ...]
    seat: int | None
    """The selected reader, or None."""
    asking: int | None
    """The seat whose handle is awaited to give it a reader, or None."""
    strangers: tuple[str, ...]
    """The chip ids of readers without a seat."""
    troubles: tuple[Text | str, ...]
    """Sentences about ports and devices."""
    cards: tuple[Face, ...]
    """The faces of all reported codes."""
    lamp: tuple[int, int] | None
    """The light on trial as (seat, slot), slot 0 for all five, or None."""
    sealed: bool = False
    """Whether cards are covered during a race, until a long press (`ShowCards`).

    A covered card reads as OK without a code; in a model it has a negative code.
    """
    open: bool = False
    """Whether somebody has uncovered the cards."""
    tagged: bool = False
    """Whether the cards have tags, which can be named."""


def table_view(session: Session, testing: TableTestState) -> View:
    """Return the table test, live."""
    lamps = session.readers.lamps.lit
    rows, codes = [], set[int]()
    for seat, reader in session.readers.by_seat.items():
        own, report = not session.on_screen(seat), reader.report
        rows.append(
            TableRow(
                seat,
                sign_of(session, seat),
                report.kind if report is not None else "reader" if own else "screen",
                _state(reader, seat in session.config.touch),
                lost_words(session, seat),
                own,
                reader.lost in (ASIDE, FLOODING),
                tuple(lamps.get(seat, ALL_DARK)),
                report,
                reader.model,
            )
        )
        # The screen can draw any reported code without knowing the deck.
        slots = report.slots if report is not None else reader.row
        codes |= {slot.code for slot in slots if slot.code is not None}
        if reader.model is not None:
            codes |= {card.code for card in reader.model.cards if card is not None}
    page = TablePage(
        tuple(rows),
        testing.seat,
        asking=testing.asking,
        strangers=session.readers.unknown,
        troubles=tuple(session.readers.troubles.values()),
        cards=faces(session, tuple(sorted(codes))),
        lamp=testing.lamp,
        sealed=is_sealed(session),
        open=testing.cards,
        tagged=testing.tagged,
    )
    return View(
        TABLE,
        text("Table test"),
        hint=_table_hint(session, testing),
        body=page,
        back=text("Back"),
        # From giving seats to the readers, from there to the page below.
        on_back=AskSeat(None) if testing.asking is not None else CloseTable(),
        on_sign=None,
    )


def _table_hint(session: Session, testing: TableTestState) -> Text:
    if testing.asking is not None:
        return text(
            "Pull the handle of the reader for seat {seat}, {name}.",
            seat=testing.asking,
            name=session.lobby.setup.seat(testing.asking).name,
        )
    if session.readers.unknown:
        return count(
            "{number} reader without a seat: pull its handle to give it a seat.",
            "{number} readers without a seat: pull their handles to give them seats.",
            len(session.readers.unknown),
        )
    if is_sealed(session):
        if testing.cards:
            return text("Everybody sees all cards now. The history shows it.")
        return text(
            "A game is being played: cards are covered. Handles do nothing during the test."
        )
    touch = [
        seat
        for seat, reader in session.readers.by_seat.items()
        if reader.model is None and session.on_screen(seat) and reader.lost in ("", NO_READER)
    ]
    if testing.seat in touch:
        return text("This seat is played on the screen. Touch a slot to try its light.")
    if len(touch) < len(session.readers.by_seat):
        return text(
            "Put cards in, move handles, try the lights: the result shows here. Handles do not "
            "affect the game."
        )
    # Where every seat is always played on the screen, plugging a reader in would change nothing.
    lights = text("All seats are played on this screen: touch one to try its lights.")
    if session.config.touch >= set(touch):
        return lights
    return sentences(lights, text("To test card readers, plug them in."))


def _state(reader: ReaderState, always: bool) -> Text:
    """Return whether a reader answers, in a few words."""
    known: dict[Text | str, Text] = {
        "": text("answers"),
        NO_READER: text("on this screen"),
        ASIDE: text("set aside"),
        FLOODING: text("set aside"),
    }
    # A touch reader has no model and is never lost; an emulated one has a model, and can be lost.
    if always and not reader.lost and reader.model is None:
        return text("on this screen")
    return known.get(reader.lost, text("does not answer"))


PAGE: Final = Page(
    table_view,
    {
        CloseTable: on_close,
        ShowCards: on_show_cards,
        SelectReader: on_select_reader,
        TryLamp: on_lamp,
        AskSeat: on_ask_seat,
    },
    always={OpenTable: on_open},
    # The race depends on these two, so they are sent as messages and kept.
    opened=lambda session: (session, (SendMessage(OpenTable()),)),
    closed=lambda session, testing: (session, (SendMessage(CloseTable()),)),
    intercepts={
        HandleMoved: on_handle,
        StrangerPulled: on_stranger,
        TagsKnown: on_tags,
    },
    lamps=lamps,
    shows_hands=lambda testing: testing.cards,
)
