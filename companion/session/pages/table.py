"""The table test: every reader live, lights to try, seats given to readers, over whatever page is shown.

Cards go on being read for the race below while it is tested; handles and lights are only tried.
"""

from __future__ import annotations

from typing import Final

from companion.games.scene import Face
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session.commands import Say
from companion.session.pages import Page
from companion.session.past.history import noted
from companion.session.pictures import faces, lost_words
from companion.session.readers import reported
from companion.session.sealed import is_sealed
from companion.session.session import Reader, Result, Session, close_pages, laid, refused, show_page
from companion.session.view import TABLE, WELCOME, View
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
    Watch,
)
from companion.words import Text, count, sentences, text


class Testing(NamedTuple):
    """The reader looked at, the light tried as (seat, slot), the seat whose handle is awaited; None for none.

    Slot 0 stands for all five lights. `cards`: people have uncovered all cards in the middle of a race.
    """

    seat: int | None = None
    lamp: tuple[int, int] | None = None
    asking: int | None = None
    cards: bool = False


def testing_of(session: Session) -> Testing | None:
    """The table test where it lies over the page."""
    testing: Testing | None = session.kept(TABLE)
    return testing


# ---- What is said --------------------------------------------------------------------------------------------------------


@kept_as("OpenTable")
class OpenTable(NamedTuple):
    """Show the table test, over whatever page is shown now."""


@kept_as("CloseTable")
class CloseTable(NamedTuple):
    """Back from the table test to where one was."""


@kept_as("ShowCards on")
class ShowCards(NamedTuple):
    """On the table test, in the middle of a race: uncover what lies in the readers, for everybody to see, or (False) cover it again."""

    on: bool


class LookAt(NamedTuple):
    """On the table test: look at one seat's reader closely, or at all of them (None)."""

    seat: int | None


class TryLamp(NamedTuple):
    """On the table test: only this light burns, all five of the reader for slot 0; the same once more ends it."""

    seat: int
    slot: int


class AskSeat(NamedTuple):
    """On the table test: the handle that is pulled next belongs to this seat's reader; None ends the asking."""

    seat: int | None


# ---- What it does --------------------------------------------------------------------------------------------------------


def on_open(session: Session, message: OpenTable) -> Result:
    """Show the table test; readers begin to report. In the first steps, which ask for handles themselves, it lies under them."""
    if testing_of(session) is not None:
        return session, ()
    return show_page(session, TABLE, Testing(), under=WELCOME), (Watch(True),)


def on_close(session: Session, testing: Testing, message: CloseTable) -> Result:
    """Back to where one was."""
    return close_pages(session, TABLE), (Watch(False),)


def on_show_cards(session: Session, testing: Testing, message: ShowCards) -> Result:
    """Uncover the cards in the middle of a race, until the page is left; everybody sees them, and the history says that it was done."""
    on = message.on is True
    if not is_sealed(session) or testing.cards == on:
        return session, ()
    after = show_page(session, TABLE, testing._replace(cards=on))
    return (
        noted(after, text("The table test showed the cards in all readers")) if on else after
    ), ()


def on_look(session: Session, testing: Testing, message: LookAt) -> Result:
    """Look at one seat's reader, or at all."""
    if message.seat is not None and message.seat not in session.readers:
        return session, ()
    # A light that is tried elsewhere would burn unseen.
    return laid(session, TABLE, testing._replace(seat=message.seat, lamp=None)), ()


def on_lamp(session: Session, testing: Testing, message: TryLamp) -> Result:
    """One light burns alone, or all five of a reader; the same once more ends it."""
    if message.seat not in session.readers or not 0 <= message.slot <= SLOTS:
        return session, ()
    tried = (message.seat, message.slot)
    return laid(session, TABLE, testing._replace(lamp=None if testing.lamp == tried else tried)), ()


def on_ask_seat(session: Session, testing: Testing, message: AskSeat) -> Result:
    """Await the handle of a seat's reader; None awaits none. Only on the table test, where handles mean nothing else."""
    if message.seat is not None and message.seat not in session.readers:
        return session, ()
    # Such a seat would never use the reader that was given to it.
    if message.seat in session.house.touch:
        return refused(
            session,
            text("Seat {seat} needs no reader: it is played on this screen.", seat=message.seat),
        )
    return _asking(session, testing, message.seat), ()


def _asking(session: Session, testing: Testing, seat: int | None) -> Session:
    return show_page(session, TABLE, testing._replace(asking=seat))


def on_stranger(session: Session, testing: Testing, message: StrangerPulled) -> Result | None:
    """The handle of a reader without a seat: it gets the seat that was asked for, and the next seat without one is asked for."""
    if testing.asking is None:
        return None
    # The reader that is just getting its seat is still among those without one.
    more = len(session.strangers) > 1
    following = (
        next(
            (
                seat
                for seat in session.setup.playing
                if seat > testing.asking and session.on_screen(seat)
            ),
            None,
        )
        if more
        else None
    )
    return _asking(session, testing, following), (GiveSeat(message.uid, testing.asking),)


def on_handle(session: Session, testing: Testing, message: HandleMoved) -> Result:
    """Handles are tried, not meant, while the table is tested; one that is pulled while another seat's is awaited gives its reader that seat."""
    report = session.readers[message.seat].report
    # The chip id by which a seat is given is known from the reports only, which come about twice a second.
    if (
        message.position == REST
        or testing.asking in (None, message.seat)
        or report is None
        or not report.uid
    ):
        return session, ()
    assert testing.asking is not None
    return _asking(session, testing, None), (GiveSeat(report.uid, testing.asking),)


def lamps(session: Session, testing: Testing) -> Lamps | None:
    """Only the light that is tried burns."""
    if testing.lamp is None:
        return None
    seat, tried = testing.lamp
    # Slot 0 stands for all five lights of the reader, as in `TryLamp`.
    return Lamps({seat: tuple(LIT if tried in (0, slot) else DARK for slot in range(1, SLOTS + 1))})


# ---- What there is to see ------------------------------------------------------------------------------------------------


class TableRow(NamedTuple):
    """One seat's reader on the page of the table test.

    `kind` is a word such as "usb", "emulated" or "screen"; `state` one short line (answers, lost, set aside, none), `remedy` what to do
    where something is wrong. `report` is what it shows now, None until it was heard; `lamps` what its lights should do now; `model`
    what really is at an emulated reader, else None.
    """

    seat: int
    name: str
    colour: str
    shape: str
    kind: str
    state: Text | str
    remedy: Text | str
    own: bool
    aside: bool
    lamps: tuple[int, ...]
    report: ReaderReport | None
    model: ReaderModel | None


class TablePage(NamedTuple):
    """The table test: every reader, the one looked at closely (`seat`, or None), live.

    `asking` is the seat whose handle is to be pulled so that its reader becomes that seat's, or None; `strangers` are the chip ids of
    readers without a seat. `troubles` are sentences about ports and devices. `cards` are the faces of codes that are shown, by code.
    `lamp` is the light that is being tested as (seat, slot), slot 0 for all five, or None. `sealed`: a race runs, so that cards are covered until
    somebody holds the button for it (`ShowCards`); `open` that somebody has. A covered card is read (OK) without a code, and really lies there as a
    card with a negative one.
    """

    rows: tuple[TableRow, ...]
    seat: int | None
    asking: int | None
    strangers: tuple[str, ...]
    troubles: tuple[str, ...]
    cards: tuple[Face, ...]
    lamp: tuple[int, int] | None
    sealed: bool = False
    open: bool = False


def table_view(session: Session, testing: Testing) -> View:
    """The table test, live."""
    lamps = session.lamps.lit
    rows = tuple(
        _table_row(session, seat, reader, lamps.get(seat, ALL_DARK))
        for seat, reader in session.readers.items()
    )
    # So that the screen can draw any code that is told, without knowing the deck.
    shown = sorted({code for seat in session.readers for code in _codes(session.readers[seat])})
    page = TablePage(
        rows,
        testing.seat,
        testing.asking,
        session.strangers,
        tuple(session.troubles.values()),
        faces(session, tuple(shown)),
        testing.lamp,
        is_sealed(session),
        testing.cards,
    )
    return View(
        TABLE,
        text("Table test"),
        _table_hint(session, testing),
        None,
        page,
        session.step,
        text("Back"),
        "",
        "",
        session.notice,
        session.house.table,
        # From giving seats to the readers, from there to where one was.
        on_back=AskSeat(None) if testing.asking is not None else CloseTable(),
        on_sign=None,
    )


def _codes(reader: Reader) -> tuple[int, ...]:
    """All codes told of a reader: what it reports, else its slots; and the cards that really lie in an emulated one."""
    slots = reader.report.slots if reader.report is not None else reader.row
    modelled = (
        (card.code for card in reader.model.cards if card is not None)
        if reader.model is not None
        else ()
    )
    return (*(slot.code for slot in slots if slot.code is not None), *modelled)


def _table_hint(session: Session, testing: Testing) -> Text:
    if testing.asking is not None:
        return text(
            "Pull the handle of the reader for seat {seat}, {name}.",
            seat=testing.asking,
            name=session.setup.seat(testing.asking).name,
        )
    if session.strangers:
        return count(
            "{number} reader without a seat: give it its seat by pulling its handle.",
            "{number} readers without a seat: give every one its seat by pulling its handle.",
            len(session.strangers),
        )
    if is_sealed(session):
        return (
            text("Everybody sees all cards now. The history shows it.")
            if testing.cards
            else text(
                "A game is being played: cards are covered. Handles do nothing during the test."
            )
        )
    touch = [
        seat
        for seat, reader in session.readers.items()
        if reader.model is None and session.on_screen(seat) and reader.lost in ("", NO_READER)
    ]
    if testing.seat in touch:
        return text("This seat is played on the screen. Touch a slot to try its light.")
    if len(touch) < len(session.readers):
        return text(
            "Put cards in, move handles, try the lights: the result shows here at once. "
            "Handles do nothing during the test."
        )
    # Where every seat is played on the screen whatever happens, plugging a reader in would change nothing.
    lights = text("All seats are played on this screen: touch one to try its lights.")
    return (
        lights
        if session.house.touch >= set(touch)
        else sentences(lights, text("To test card readers, plug them in."))
    )


def _table_row(session: Session, seat: int, reader: Reader, lamps: tuple[int, ...]) -> TableRow:
    setup, report = session.setup.seat(seat), reader.report
    always = seat in session.house.touch
    own = not session.on_screen(seat)
    kind = report.kind if report is not None else "reader" if own else "screen"
    return TableRow(
        seat,
        setup.name,
        setup.colour,
        setup.shape,
        kind,
        _state(reader, always),
        lost_words(session, seat),
        own,
        reader.lost in (ASIDE, FLOODING),
        tuple(lamps),
        report,
        reader.model,
    )


def _state(reader: Reader, always: bool) -> Text:
    """Whether a reader answers, in a few words."""
    known: dict[Text | str, Text] = {
        "": text("answers"),
        NO_READER: text("on this screen"),
        ASIDE: text("set aside"),
        FLOODING: text("set aside"),
    }
    # A touch reader has no model and is never lost; an emulated one has one, and can be.
    return (
        text("on this screen")
        if always and not reader.lost and reader.model is None
        else known.get(reader.lost, text("does not answer"))
    )


PAGE: Final = Page(
    table_view,
    {
        CloseTable: on_close,
        ShowCards: on_show_cards,
        LookAt: on_look,
        TryLamp: on_lamp,
        AskSeat: on_ask_seat,
    },
    always={OpenTable: on_open},
    # What a race comes to depends on these two, so that they are said, and kept.
    opened=lambda session: (session, (Say(OpenTable()),)),
    closed=lambda session, testing: (session, (Say(CloseTable()),)),
    takes={HandleMoved: on_handle, StrangerPulled: on_stranger, ReaderReport: reported},
    lamps=lamps,
    bares=lambda testing: testing.cards,
)
