"""An acceptance run in a session: hands at real readers, and emulated readers that obey."""

from __future__ import annotations

from collections.abc import Iterable

from companion.app.loop import EventLoop, open_session
from companion.certificate.run import (
    DONE,
    HANDLE_TASKS,
    SLOT_TASKS,
    TASKS,
    CertificationRun,
    Finish,
    GoOn,
    LightSeen,
    NextPicture,
    Seat,
)
from companion.session.pages.certify import Certify, CertifyPage, CertifyState, OpenCertify
from companion.session.view import CERTIFY
from companion.signals import (
    EMPTY,
    LIT,
    OK,
    REST,
    SLOTS,
    WELL,
    CellsSeen,
    Deed,
    HandleMoved,
    InsertCard,
    Lamps,
    LyingCard,
    MeasureCells,
    MoveHandle,
    ReaderModel,
    Signal,
    SlotRead,
    TakeCard,
)
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable
from companion.words import text
from tests.session.evenings import yard
from tests.session.real import Room

WHITE, BLACK, ROOM = 96, 8, (180,) * 8


def run_of(loop: EventLoop) -> CertificationRun:
    """Return the run over the page."""
    assert loop.session.is_open(CERTIFY)
    return loop.session.open_state(CERTIFY, CertifyState).run


def seat_of(loop: EventLoop, seat: int) -> Seat:
    """Return one reader in it."""
    return run_of(loop).seats[seat]


def page_of(loop: EventLoop) -> CertifyPage:
    """Return its page."""
    assert isinstance(loop.view.body, CertifyPage), loop.view.page
    return loop.view.body


def cells(seat: int, slot: int, word: int) -> CellsSeen:
    """Return what a good slot sees of a word."""
    return CellsSeen(
        seat, slot, tuple(WHITE if word >> (7 - cell) & 1 else BLACK for cell in range(8)), ROOM
    )


def whole(seat: int, task: str) -> tuple[Signal, ...]:
    """Return all signals of a good reader when a task is done, with cells."""
    if task in HANDLE_TASKS:
        return (HandleMoved(seat, HANDLE_TASKS[task]),)
    wanted = SLOT_TASKS[task]
    read = [SlotRead(seat, slot, one.status, one.code) for slot, one in enumerate(wanted, 1)]
    return (*read, *(cells(seat, slot, one.code or 0) for slot, one in enumerate(wanted, 1)))


def work(room: Room, seat: int, upto: str = DONE) -> None:
    """Do what is asked at a reader until a task comes."""
    for task in TASKS[TASKS.index(seat_of(room.loop, seat).task) : TASKS.index(upto)]:
        room.say(*whole(seat, task))


def answer(loop: EventLoop, *said: GoOn | LightSeen | NextPicture | Finish) -> None:
    """Touch the screen."""
    for one in said:
        loop.send(Certify(one))


def under_test(*players: str, real: Iterable[int] = (1, 2), racing: bool = False) -> Room:
    """Return real readers in a run, over the setup or over a race."""
    room = Room(players or ("person", "person"), real)
    if racing:
        room.begin()
    room.loop.send(OpenCertify())
    return room


class Emulated(ScriptedTable):
    """Emulated readers that see their cards without delay; lights obey, except `dark` ones."""

    def __init__(
        self, seats: Iterable[int], dark: frozenset[tuple[int, int]] = frozenset()
    ) -> None:
        super().__init__(seats, text("Emulated readers"))
        self.cards: dict[int, list[int | None]] = {seat: [None] * SLOTS for seat in self.seats}
        self._dark = dark

    def hands(self, deed: Deed) -> None:
        """Carry out a deed of hands."""
        if isinstance(deed, InsertCard) and self.cards[deed.seat][deed.slot - 1] is None:
            self._lay(deed.seat, deed.slot, deed.code)
        elif isinstance(deed, TakeCard):
            self._lay(deed.seat, deed.slot, None)
        elif isinstance(deed, MoveHandle):
            self.signals += [HandleMoved(deed.seat, deed.position), HandleMoved(deed.seat, REST)]

    def do(self, deed: Deed) -> None:
        """Measure cells on request."""
        super().do(deed)
        if isinstance(deed, MeasureCells):
            self.signals.append(
                cells(deed.seat, deed.slot, self.cards[deed.seat][deed.slot - 1] or 0)
            )

    def show(self, lamps: Lamps) -> None:
        """Light the lamps."""
        super().show(lamps)
        self.signals += [self.model(seat) for seat in self.seats]

    def model(self, seat: int) -> ReaderModel:
        """Return the real state of one of them."""
        lit = self.lamps.lit.get(seat, (0,) * SLOTS)
        bulbs = tuple(
            (64, 0, 0) if lamp == LIT and (seat, slot) not in self._dark else (0, 0, 0)
            for slot, lamp in enumerate(lit, 1)
        )
        lying = tuple(None if code is None else LyingCard(code, WELL) for code in self.cards[seat])
        return ReaderModel(seat, lying, REST, bulbs, True, False)

    def _lay(self, seat: int, slot: int, code: int | None) -> None:
        self.cards[seat][slot - 1] = code
        self.signals += [
            SlotRead(seat, slot, EMPTY if code is None else OK, code),
            self.model(seat),
        ]


def emulated(
    *players: str, seats: Iterable[int] = (1, 2), dark: frozenset[tuple[int, int]] = frozenset()
) -> tuple[EventLoop, Emulated]:
    """Return a session at emulated readers, which have just woken."""
    readers = Emulated(seats, dark)
    loop = open_session(
        ScreenFallback(readers, readers.hands),
        seed=1,
        boards=(yard(),),
        players=players or ("person", "person"),
    )
    readers.signals += [readers.model(seat) for seat in readers.seats]
    loop.poll(0.0)
    return loop, readers


def let_run(loop: EventLoop, seconds: float, begin: float = 100.0) -> float:
    """Let time go by; return the time then."""
    now = begin
    while now < begin + seconds:
        now += 0.25
        loop.poll(now)
    return now
