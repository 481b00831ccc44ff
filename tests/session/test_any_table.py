"""Any hands, cables and cards at real readers raise nothing, and play no number twice."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.loop import EventLoop
from companion.games.programmed.deck import CODES
from companion.games.programmed.turn import RacePosition
from companion.session.commands import RecordEvents
from companion.session.messages import Confirm, Uncover
from companion.session.pages.table import AskSeat, CloseTable, OpenTable, TryLamp
from companion.signals import (
    BADCODE,
    BLANK,
    DIRTY,
    EMPTY,
    OK,
    PULL,
    PUSH,
    SLOTS,
    UNSTABLE,
    GiveSeat,
    HandleMoved,
    InsertCard,
    MoveHandle,
    ReaderBack,
    ReaderFound,
    ReaderLost,
    Scanned,
    SetAside,
    SlotRead,
    StrangerPulled,
    TakeCard,
)
from tests.session.decisions import DECISIONS
from tests.session.real import Room
from tests.typed import of_kind

SEATS = st.integers(1, 3)
SLOT = st.integers(1, SLOTS)
CARD = st.sampled_from((*CODES[:18], 255))
PROGRAM = st.lists(st.sampled_from(CODES[:18]), min_size=5, max_size=5)
MOVES = st.sampled_from((PULL, PULL, PUSH))

SIGNALS = st.one_of(
    st.builds(SlotRead, SEATS, SLOT, st.sampled_from((EMPTY, BLANK, DIRTY, BADCODE, UNSTABLE))),
    st.builds(SlotRead, SEATS, SLOT, st.just(OK), CARD),
    st.builds(HandleMoved, SEATS, st.sampled_from((PULL, PUSH, "rest"))),
    st.builds(ReaderLost, SEATS, st.just("its cable is unplugged")),
    st.builds(ReaderBack, SEATS),
    st.builds(ReaderFound, st.just("AA")),
    st.builds(StrangerPulled, st.just("AA")),
)
TOUCHES = st.one_of(
    st.builds(InsertCard, SEATS, SLOT, CARD),
    st.builds(TakeCard, SEATS, SLOT),
    st.builds(MoveHandle, SEATS, MOVES),
    st.builds(Uncover, SEATS),
    st.builds(SetAside, SEATS, st.booleans()),
    st.builds(Scanned, CARD.map(str)),
    st.builds(GiveSeat, st.just("AA"), SEATS),
    st.sampled_from((OpenTable(), CloseTable(), CloseTable())),
    st.builds(TryLamp, SEATS, SLOT),
    st.builds(AskSeat, SEATS),
)
GOING_ON = st.sampled_from(("done", "done", "turn", "clear"))
READY = st.tuples(SEATS, PROGRAM, MOVES)
EVERYBODY = st.tuples(
    st.permutations(CODES[:18]).map(lambda cards: cards[:15]), st.just("everybody")
)
DEEDS = st.lists(
    st.one_of(GOING_ON, GOING_ON, EVERYBODY, EVERYBODY, READY, SIGNALS, TOUCHES, DECISIONS),
    min_size=15,
    max_size=60,
)


def carry_out(room: Room, deed: object) -> None:
    """Do one thing: a signal of readers, a touch, or a part of a usual session."""
    if deed == "done" or deed == "turn":
        for _ in range(1 if deed == "done" else 200):
            if deed == "done" or room.loop.session.page in ("play", "summary"):
                room.loop.send(Confirm(room.loop.session.revision))
    elif deed == "clear":
        room.clear(1, 2)
    elif isinstance(deed, tuple) and type(deed) is tuple:
        _program(room, deed)
    elif isinstance(
        deed, SlotRead | HandleMoved | ReaderLost | ReaderBack | ReaderFound | StrangerPulled
    ):
        room.say(deed)
    else:
        room.loop.send(deed)


def _program(room: Room, deed: tuple[object, ...]) -> None:
    """Insert a seat's cards and move its handle, or do so for all, after the usual steps."""
    if deed[1] == "everybody":
        _in_order(room, deed[0])  # type: ignore[arg-type]
    else:
        room.put(deed[0], deed[1])  # type: ignore[arg-type]
        room.move(deed[0], deed[2])  # type: ignore[arg-type]


def _in_order(room: Room, cards: list[int]) -> None:
    """Plug cables in, reach the next deal, take cards out; then program twice and on the screen."""
    room.loop.send(CloseTable())
    for seat in (1, 2):
        room.loop.send(SetAside(seat, False))
        room.say(ReaderBack(seat))
    carry_out(room, "turn")
    room.clear(1, 2)
    if room.loop.session.page == "deal":
        room.loop.send(Confirm(room.loop.session.revision))
    for seat, codes in ((1, cards[:5]), (2, cards[5:10])):
        room.put(seat, codes)
        room.move(seat)
    for slot, code in enumerate(cards[10:], 1):
        room.loop.send(TakeCard(3, slot))
        room.loop.send(InsertCard(3, slot, code))
    room.loop.send(MoveHandle(3, PULL))


def sound(loop: EventLoop) -> None:
    """Check that there is a view, and five lamps for each seat."""
    assert loop.view.title and loop.view.page
    assert all(
        1 <= seat <= 8 and len(row) == SLOTS for seat, row in loop.session.readers.lamps.lit.items()
    )
    assert all(lamp in (0, 1, 2) for row in loop.session.readers.lamps.lit.values() for lamp in row)


@settings(max_examples=150)
@given(DEEDS, st.sampled_from(("random", "person")), st.integers(0, 3))
def test_no_number_is_played_twice(deeds: list[object], third: str, seed: int) -> None:
    """Play five cards each, every number once, beside a pilot or a screen seat."""
    room = Room(("person", "person", third), (1, 2), seed).begin()
    turns = []

    def played(record: RecordEvents) -> None:
        if record.round == 1 and room.loop.session.match is not None:
            clanks = of_kind(RacePosition, room.loop.session.match.position).state.clanks
            cards = [
                card
                for clank in clanks
                if not clank.down
                for card in clank.slots
                if card is not None
            ]
            assert len(set(cards)) == len(cards)
            turns.append(len(cards))

    room.loop.on_events = played
    for deed in deeds:
        carry_out(room, deed)
        sound(room.loop)
    REACHED.append(len(turns))


REACHED: list[int] = []
"""The number of turns that each example came to play."""


def test_the_examples_get_somewhere() -> None:
    """Play turns, so that the property means something."""
    assert len(REACHED) >= 100 and sum(turns > 0 for turns in REACHED) > len(REACHED) / 3
