"""Any choices of people with two pieces each, or a random piece, fail nothing.

The session replays from its journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.loop import EventLoop, boards_of, open_session
from companion.app.recording import GameRecorder, recall
from companion.games import find_game
from companion.games.asking import Questions
from companion.journal.store import open_journal
from companion.session.lobby.arrangement import BY_CHANCE
from companion.session.messages import (
    Again,
    ApplyCorrection,
    BackToSetup,
    Begin,
    Confirm,
    ForgetPin,
    Go,
    GoBack,
    GoForward,
    GoTo,
    HandSeat,
    Pick,
    Repeat,
    SetPin,
    Skip,
    SwapSeats,
    TakeBack,
    Uncover,
)
from companion.session.past.replaying import mark_of
from companion.session.view import FAILED, PLACE
from companion.signals import (
    OK,
    PULL,
    PUSH,
    REST,
    HandleMoved,
    InsertCard,
    MoveHandle,
    SetAside,
    SlotRead,
    TakeCard,
)
from companion.table.base import Table
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable, VirtualTable
from tests.typed import present

SEATS = st.sampled_from((1, 2, 3, 4, 1, 2, 3, 4, 5))
PLAYERS = st.sampled_from(("person", "random", "novice"))
REMEDIES = st.one_of(
    st.builds(HandSeat, SEATS, PLAYERS),
    st.builds(SwapSeats, SEATS, SEATS),
    st.builds(ForgetPin, SEATS),
    st.builds(GoTo, st.integers(0, 12)),
    st.builds(GoBack, st.sampled_from(("instruction", "turn", "start"))),
    st.sampled_from((GoForward(), Skip(), Repeat())),
)
SAID = st.one_of(
    st.builds(ApplyCorrection, REMEDIES),
    st.builds(ApplyCorrection, REMEDIES),
    st.builds(Uncover, SEATS),
    st.builds(TakeBack, SEATS),
    st.builds(MoveHandle, SEATS, st.sampled_from((PULL, PUSH))),
    st.builds(SetAside, SEATS, st.booleans()),
    st.builds(SetPin, SEATS, st.just("1234")),
    st.sampled_from((Again(), BackToSetup(), Begin(), Go("seats"))),
)
GOING_ON = st.sampled_from(("done", "ready", "turn", "turn"))
DEEDS = st.lists(
    st.integers(0, 9).flatmap(((GOING_ON,) * 4 + (SAID,) * 6).__getitem__), min_size=8, max_size=30
)
TABLES: Mapping[str, Callable[[], Table]] = {
    "touch": VirtualTable,
    "readers": lambda: ScreenFallback(ScriptedTable(range(1, 9))),
    "one reader": lambda: ScreenFallback(ScriptedTable((1,))),
}


def carry_out(loop: EventLoop, deed: object) -> None:
    """Do one thing that people do."""
    if deed == "done":
        loop.send(Confirm(loop.session.revision))
    elif deed == "turn":
        for _ in range(40):
            if (
                loop.session.page in ("program", "rest")
                and loop.session.timeline.table_sync is None
            ):
                ready(loop)
            elif loop.session.match is not None and loop.session.page != "over":
                loop.send(Confirm(loop.session.revision))
    elif deed == "ready":
        ready(loop)
    else:
        loop.send(deed)


def ready(loop: EventLoop) -> None:
    """Answer for every person: the last offer, cards of the hand, or any playable ones.

    Answers come on the screen or at the reader.
    """
    next_step = loop.session.match.next_step if loop.session.match is not None else None
    for ask in next_step.asks if isinstance(next_step, Questions) else ():
        now = present(loop.session.match).ask(ask.seat)
        if now is None or not loop.session.is_person(now.player):
            continue
        if now.offers:
            loop.send(Pick(now.seat, now.offers[-1].key))
            continue
        screen = loop.session.on_screen(now.seat)
        for slot, code in zip(
            now.program.slots, now.hand.codes or now.hand.among or (), strict=False
        ):
            if screen:
                loop.send(TakeCard(now.seat, slot))
            loop.send(
                InsertCard(now.seat, slot, code) if screen else SlotRead(now.seat, slot, OK, code)
            )
        for gesture, _ in now.gestures[:1]:
            for position in (gesture, REST):
                loop.send(
                    MoveHandle(now.seat, gesture) if screen else HandleMoved(now.seat, position)
                )


def sound(loop: EventLoop) -> None:
    """Check that nothing has failed, and that filled seats have their owner's player in a race."""
    assert loop.view.page != FAILED and str(loop.view.title), loop.view
    setup = loop.session.lobby.setup
    for seat in setup.seats:
        assert not seat.is_extra or loop.session.match is not None
        assert not seat.is_extra or seat.player == (
            BY_CHANCE if seat.owner is None else setup.seat(seat.owner).player
        )
        assert not seat.is_extra or seat.owner is None or seat.pin == setup.seat(seat.owner).pin


def evening(folder: Path, table: str, players: tuple[str, ...]) -> Iterator[EventLoop]:
    """Return a session of Cardbot Derby with its journal."""
    game = present(find_game("cardbot"))
    journal = open_journal(folder / "journal.db", 0.0)
    loop = open_session(
        TABLES[table](),
        players=players,
        game=game,
        boards=boards_of(game)[1:2],
        record=GameRecorder(journal, 3),
        patient=True,
    )
    yield loop
    loop.close()
    for kept in journal.games():
        assert recall(journal, kept, boards_of, every=True).drift is None
    journal.close()


@settings(max_examples=20, deadline=None)
@given(
    DEEDS,
    st.integers(0, 2),
    st.sampled_from(
        (
            ("person", "random"),
            ("person", "person"),
            ("person", "random", "person"),
            ("novice", "person", "person"),
        )
    ),
    st.sampled_from(tuple(TABLES)),
)
def test_nothing_fails(
    deeds: list[object], ahead: int, players: tuple[str, ...], table: str
) -> None:
    """Fail nothing with two robots each, or a random one, at any table, in setup or race."""
    with TemporaryDirectory() as folder:
        for loop in evening(Path(folder), table, players):
            loop.send(Begin())
            assert loop.session.page == PLACE
            for deed in ["turn"] * ahead + deeds:
                carry_out(loop, deed)
                loop.poll(0.0)
                sound(loop)
            REACHED.append(mark_of(loop.session))


REACHED: list[str] = []
"""The race at the end of each session, "" for none."""


def test_the_evenings_get_somewhere() -> None:
    """Reach races, so that the property means something."""
    assert len(REACHED) >= 20 and len({*REACHED}) > len(REACHED) / 4
