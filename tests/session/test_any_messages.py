"""Any messages in any order raise nothing, lose no card, and leave something to show."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.loop import EventLoop
from companion.games.asking import Questions
from companion.games.programmed.deck import CODE_OF_CARD, CODES
from companion.games.programmed.turn import RacePosition
from companion.games.scene import Review
from companion.session.commands import CheckResult
from companion.session.messages import (
    Again,
    BackToSetup,
    Begin,
    CarriedOut,
    ChooseBoard,
    ClearMarkers,
    ClosePage,
    Confirm,
    Cover,
    Filled,
    Go,
    OpenPage,
    Pause,
    SetAutoAdvance,
    SetColour,
    SetFlow,
    SetName,
    SetPlayer,
    SetRule,
    SetShape,
    SetTimer,
    Shuffled,
    SuggestMarkers,
    TableSignChanged,
    Tick,
    TimeUp,
    TouchSquare,
    Uncover,
)
from companion.session.pages.cross import CorrectTouch, CrossTouch, ShowCrosses
from companion.session.pages.doctor import AskDoctor, HealthExamined, SaveBundle, TapsCounted
from companion.session.pages.facts import AskCard, AskInstruction, AskPiece, AskSquare
from companion.session.pages.review import ReviewCame, ReviewTurn
from companion.session.pages.table import AskSeat, CloseTable, OpenTable, SelectReader, TryLamp
from companion.session.pages.update import (
    AskUpdates,
    ChooseUpdate,
    InstallUpdate,
    StartAgain,
    UpdateHeard,
    UpdateOffer,
    UpdatesSeen,
)
from companion.session.pages.welcome import SetUpFirstGame, StepOn, TurnScreen
from companion.session.session import Session
from companion.signals import (
    CellsSeen,
    Counters,
    HandleMoved,
    InsertCard,
    Lamps,
    LyingCard,
    MoveHandle,
    ReaderBack,
    ReaderFound,
    ReaderGone,
    ReaderLost,
    ReaderModel,
    ReaderReport,
    Scanned,
    SlotRead,
    SlotReport,
    StrangerPulled,
    TableProblem,
    TakeCard,
)
from companion.words import verbatim
from tests.session.decisions import DECISIONS, LEAFING
from tests.session.evenings import asked, begun, evening, shipped, yard
from tests.typed import of_kind

SEATS = st.integers(-1, 10)
SLOTS = st.integers(-1, 7)
SEVERAL = st.sampled_from(
    ("", "next", "back", "board", "flags", "seats", "rules", "place", "play", "over", "?")
)
CARDS = st.sampled_from((*CODES[:12], 0, 255, 300, -1))
GESTURES = st.sampled_from(("pull", "push", "rest", "", "up"))
UIDS = st.sampled_from(("AA", "BB", ""))
MESSAGES = st.one_of(
    st.builds(Go, SEVERAL),
    st.builds(ChooseBoard, st.sampled_from(("yard", "fountain-circus", "?"))),
    st.builds(TouchSquare, st.sampled_from(("A1", "C2", "E3", "Z9", "", "a1", "A0"))),
    st.builds(SuggestMarkers, st.sampled_from(("away", "on", "?"))),
    st.builds(ClearMarkers),
    st.builds(SetPlayer, SEATS, st.sampled_from(("person", "random", "", "?"))),
    st.builds(SetName, SEATS, st.text(max_size=14)),
    st.builds(SetColour, SEATS, st.sampled_from(("ruby", "brass", "?"))),
    st.builds(SetShape, SEATS, st.sampled_from(("star", "?"))),
    st.builds(
        SetRule,
        st.sampled_from(("lives", "power_down", "card_lock", "?")),
        st.sampled_from(("1", "inf", "this", "next", "off", "?")),
    ),
    st.builds(Begin),
    st.builds(Confirm, st.integers(-2, 40)),
    st.builds(SetAutoAdvance, st.none() | st.floats()),
    st.builds(
        SetTimer,
        st.sampled_from((None, 0, 30, -1, 9999)),
        st.sampled_from((None, "deal", "first", "last", "?")),
        st.sampled_from((None, "chance", "random", "?")),
    ),
    st.builds(TimeUp, st.integers(-1, 20), st.lists(SEATS, max_size=3).map(tuple)),
    st.builds(Filled, st.integers(-1, 20), SEATS, st.permutations(range(1, 10)).map(tuple)),
    st.builds(SetFlow, st.sampled_from(("list", "mixed", "steps", "single", "watch", "?"))),
    st.builds(Pause, st.booleans()),
    st.builds(CarriedOut, st.integers(-1, 40), st.integers(-2, 30)),
    st.builds(Uncover, SEATS),
    st.sampled_from(
        (OpenPage("welcome"), ClosePage("welcome"), CorrectTouch(), ShowCrosses(), SetUpFirstGame())
    ),
    st.builds(StepOn, SEVERAL),
    st.sampled_from(
        (OpenPage("review"), ClosePage("review"), ReviewCame("?", None), ReviewCame("?", Review()))
    ),
    st.builds(ReviewTurn, SEATS),
    st.builds(TurnScreen, st.sampled_from((0, 90, 180, 7))),
    st.builds(CrossTouch, *[st.floats() | st.floats(0, 1)] * 4, st.integers(-1, 3)),
    st.builds(Cover),
    st.builds(Shuffled, st.sampled_from(((), CODES, CODES[::-1], CODES[:83]))),
    st.builds(Tick, st.floats()),
    st.builds(Again),
    st.builds(BackToSetup),
    st.builds(
        SlotRead, SEATS, SLOTS, st.sampled_from(("ok", "empty", "dirty", "?")), st.none() | CARDS
    ),
    st.builds(HandleMoved, SEATS, GESTURES),
    st.builds(ReaderLost, SEATS, st.text(max_size=5)),
    st.builds(ReaderBack, SEATS),
    st.one_of(
        st.builds(AskPiece, SEATS),
        st.builds(AskCard, SEATS),
        st.builds(AskInstruction, st.integers(-1, 12)),
        st.builds(AskSquare, SEVERAL | st.just("A1")),
    ),
    st.just(ClosePage("facts")),
    st.sampled_from((OpenTable(), CloseTable(), OpenTable())),
    st.builds(SelectReader, st.none() | SEATS),
    st.builds(TryLamp, SEATS, SLOTS),
    st.builds(AskSeat, st.none() | SEATS),
    st.builds(TableSignChanged, st.text(max_size=5)),
    st.builds(Scanned, st.text(max_size=5) | CARDS.map(str)),
    st.builds(ReaderFound, UIDS),
    st.builds(ReaderGone, UIDS),
    st.builds(StrangerPulled, UIDS),
    st.builds(TableProblem, UIDS, st.text(max_size=5)),
    st.builds(
        ReaderReport,
        SEATS,
        st.just("usb"),
        UIDS,
        st.just("1"),
        GESTURES,
        st.just((SlotReport("ok", 7, 90),) * 5),
        st.just(Counters(1, 2, 3, 0.5)),
    ),
    st.builds(CellsSeen, SEATS, SLOTS, st.just((255,) * 8), st.just((0,) * 8)),
    st.sampled_from(
        (
            OpenPage("doctor"),
            ClosePage("doctor"),
            AskDoctor(),
            SaveBundle(),
            HealthExamined((CheckResult("x", verbatim("X"), "bad", verbatim("x"), ""),)),
        )
    ),
    st.builds(TapsCounted, st.integers(-1, 12), st.integers(-1, 12)),
    st.sampled_from(
        (
            OpenPage("update"),
            ClosePage("update"),
            AskUpdates(),
            ChooseUpdate("x"),
            ChooseUpdate(""),
            InstallUpdate(),
            StartAgain(),
        )
    ),
    st.sampled_from(
        (
            UpdatesSeen("1", (), (UpdateOffer("x", "2", verbatim("here"), "newer"),)),
            UpdateHeard(1, "working", verbatim("x")),
            UpdateHeard(1, "done", verbatim("x")),
        )
    ),
    st.builds(
        ReaderModel,
        SEATS,
        st.just((LyingCard(7, "half"), *[None] * 4)),
        GESTURES,
        st.just(((9, 0, 0),) * 5),
        st.booleans(),
        st.booleans(),
    ),
)
TOUCHES = st.one_of(
    st.builds(InsertCard, st.integers(1, 4), st.integers(0, 6), CARDS),
    st.builds(TakeCard, st.integers(1, 4), st.integers(0, 6)),
    st.builds(MoveHandle, st.integers(0, 4), GESTURES),
    st.builds(Confirm, st.integers(0, 30)),
    st.builds(Uncover, SEATS),
    st.builds(Cover),
)
LONGEST_TURN = 300
"""More instructions than a turn has."""
DONE = st.just("done")
"""A Confirm with the right number, so that sessions advance; "turn" for as many as lead to the next
question."""
PROGRAMS = st.tuples(
    st.integers(1, 3),
    st.permutations(range(9)),
    st.sampled_from(("pull", "pull", "pull", "push", "?")),
)
"""A seat, an order for its hand, and what it does with its handle."""
READY = PROGRAMS.map(lambda program: (*program, "all"))
"""The same for every seat."""


def deeds(*some: st.SearchStrategy[object]) -> st.SearchStrategy[list[object]]:
    """Return runs of deeds that advance, with some others between."""
    return st.lists(
        st.one_of(DONE, DONE, st.just("turn"), READY, READY, PROGRAMS, *some),
        min_size=20,
        max_size=70,
    )


def do(loop: EventLoop, deed: object) -> None:
    """Carry out one deed."""
    if deed == "done":
        loop.send(Confirm(loop.session.revision))
    elif deed == "turn":
        # Once pilots play all seats a race asks no one any more, and may never end.
        for _ in range(LONGEST_TURN):
            if loop.session.page in ("play", "summary"):
                loop.send(Confirm(loop.session.revision))
    elif type(deed) is tuple:
        seat, order, gesture, *everybody = deed
        for number in (1, 2, 3) if everybody else (seat,):
            program(loop, number, order, gesture)
    else:
        loop.send(deed)


@settings(max_examples=120)
@given(
    deeds(MESSAGES, MESSAGES, TOUCHES, LEAFING, DECISIONS),
    st.sampled_from(("next", "this")),
    st.booleans(),
)
def test_no_message_raises(deeds: list[object], power_down: str, started: bool) -> None:
    """Raise nothing for any messages, and have a view after each."""
    loop = evening(("person", "random", "person"), words={"power_down": power_down})
    loop.session = loop.session._replace(
        config=loop.session.config._replace(boards=(yard(), shipped()))
    )
    for deed in (Begin(), "done", *deeds) if started else deeds:
        do(loop, deed)
        assert loop.view.page in pages(loop.session) and loop.view.title
        five_lamps(loop.session.readers.lamps)


def pages(session: Session) -> tuple[str, ...]:
    """Return what can be shown now: the top page, or the page itself."""
    over = next((overlay.page for overlay in reversed(session.overlays) if overlay.seen), "")
    if over:
        return {"cross": ("welcome", "cross"), "ending": ("menu",)}.get(over, (over,))
    return ("play", "deal") if session.timeline.table_sync is not None else (session.page,)


def five_lamps(lamps: Lamps) -> None:
    """Check that lamps are five for each named seat."""
    assert all(1 <= seat <= 8 and len(row) == 5 for seat, row in lamps.lit.items())


@settings(max_examples=120)
@given(deeds(TOUCHES, TOUCHES), st.sampled_from(("next", "this")), st.integers(0, 5))
def test_no_card_is_ever_lost(deeds: list[object], power_down: str, seed: int) -> None:
    """Keep every card in one place with any hands, and play what is in the readers."""
    loop = begun(
        ("person", "person", "random"),
        seed=seed,
        words={"power_down": power_down, "lives": "inf"},
        board=shipped("going-train"),
    )
    loop.on_events = lambda played: same_cards(loop) if played.round == 1 else None
    for deed in deeds:
        do(loop, deed)
        conserved(loop)


def program(loop: EventLoop, seat: int, order: list[int], gesture: str) -> None:
    """Put a hand into the free slots in some order, and move the handle."""
    race = loop.session.match
    if (
        loop.session.page == "program"
        and race is not None
        and isinstance(race.next_step, Questions)
    ):
        try:
            hand = asked(loop.session, seat).hand.codes or ()
        except StopIteration:
            return
        for slot, place in enumerate(order[:5], 1):
            if place < len(hand):
                loop.send(TakeCard(seat, slot))
                loop.send(InsertCard(seat, slot, hand[place]))
    loop.send(MoveHandle(seat, gesture))


def conserved(loop: EventLoop) -> None:
    """Check that readers and hands hold each card once at most, as readers show."""
    lying = [code for seat in range(1, 9) for code in loop.table.slots(seat) if code is not None]  # type: ignore[attr-defined]
    assert len(set(lying)) == len(lying)
    for seat, reader in loop.session.readers.by_seat.items():
        assert tuple(reading.code for reading in reader.row) == loop.table.slots(seat)  # type: ignore[attr-defined]
    match = loop.session.match
    if match is not None:
        state = of_kind(RacePosition, match.position).state
        held = [
            card
            for clank in state.clanks
            for card in (*clank.slots, *(clank.hand or ()))
            if card is not None
        ]
        assert len(set(held)) == len(held) <= 84


def same_cards(loop: EventLoop) -> None:
    """Check that clanks play their readers' cards; a resting one plays nothing."""
    assert loop.session.match is not None
    for clank in of_kind(RacePosition, loop.session.match.position).state.clanks:
        if clank.status == "active" and not clank.down:
            lying = loop.table.slots(clank.seat)  # type: ignore[attr-defined]
            assert tuple(card and CODE_OF_CARD[card] for card in clank.slots) == lying
