"""The acceptance run of the table in typical states, by signals of readers and answers alone.

`CertifyRoom` has the hands; `companion.certificate` judges, so that pictures show true findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from companion.app.loop import EventLoop
from companion.certificate.run import (
    DONE,
    EMPTY_SLOTS,
    FACES,
    HANDLE_TASKS,
    PICTURES,
    SLOT_TASKS,
    TASKS,
    TURNED,
    Finish,
    GoOn,
    LightSeen,
    NextPicture,
)
from companion.gallery.race import send
from companion.gallery.room import SceneRoom
from companion.session.messages import success
from companion.session.pages.certify import (
    CertificateSaved,
    Certify,
    CertifyState,
    OpenCertify,
    SelectSeat,
)
from companion.session.pages.table import OpenTable
from companion.session.view import CERTIFY
from companion.signals import (
    DIRTY,
    SLOTS,
    CellsSeen,
    HandleMoved,
    ReaderBack,
    ReaderLost,
    Signal,
    SlotRead,
)
from companion.table.serial.serial_loop import PULLED
from companion.words import text

LEVELS: Final = (8, 96)
"""The levels of a cell on printed black and on white."""
ROOM: Final = (180,) * 8
"""A room without glare, well above `companion.certificate.judging.GLARE`."""
PAUSE: Final = 1.5
"""Seconds between two signals of readers; less than `CELLS_PATIENCE`, or cells would come after the
wait for them."""
KEPT: Final = CertificateSaved(
    "2026-11-22 19:04",
    success(
        text(
            "The certificate is in {folder}: {sheet} and {data}.",
            folder="/var/lib/clockwork-derby/certificates",
            sheet="certificate-2026-11-22-1904.pdf",
            data="certificate-2026-11-22-1904.json",
        )
    ),
)


def _cells(seat: int, task: str, dull: Iterable[tuple[int, int]] = ()) -> tuple[CellsSeen, ...]:
    """Return what the cells of a reader's five slots see in a task.

    `dull` are cells as (slot, cell) that see little of white.
    """
    weak = set(dull)
    words = [expected.code or 0 for expected in SLOT_TASKS[task]]
    return tuple(
        CellsSeen(
            seat,
            slot,
            tuple(
                # Cell 1 is the highest bit, and white is 1 (hardware facts, section 2).
                LEVELS[word >> (8 - cell) & 1] // (2 if (slot, cell) in weak else 1)
                for cell in range(1, 9)
            ),
            ROOM,
        )
        for slot, word in enumerate(words, 1)
    )


class CertifyRoom(SceneRoom):
    """Readers under an acceptance run, with hands that do what is asked for."""

    def __init__(self, count: int = 8, *, racing: bool = False) -> None:
        """Begin the run with so many seats and readers.

        `racing`: over a race whose readers are programmed.
        """
        self._now = 0.0
        super().__init__(("person",) * count, range(1, count + 1))
        if racing:
            self.begin()
            for seat in range(1, count + 1):
                self.program(seat)
        self.loop.send(OpenTable())
        self.say(*(self.report(seat) for seat in range(1, count + 1)))
        self.loop.send(OpenCertify())

    def say(self, *signals: Signal) -> CertifyRoom:
        """Send signals of the readers, a while after the last ones."""
        self._now += PAUSE
        self.readers.signals += signals
        self.loop.poll(self._now)
        return self

    def work(
        self, seat: int, upto: str = DONE, dull: Iterable[tuple[int, int]] = ()
    ) -> CertifyRoom:
        """Do what is asked at one reader, until a task comes."""
        certifying = self.loop.session.open_state(CERTIFY, CertifyState)
        for task in TASKS[TASKS.index(certifying.run.seats[seat].task) : TASKS.index(upto)]:
            if task in HANDLE_TASKS:
                self.say(HandleMoved(seat, HANDLE_TASKS[task]))
            else:
                self.put(
                    seat, {slot: wanted.code for slot, wanted in enumerate(SLOT_TASKS[task], 1)}
                )
                self.say(*_cells(seat, task, dull))
        return self

    def answer(self, *said: GoOn | LightSeen | NextPicture | Finish) -> CertifyRoom:
        """Touch the answers on the screen."""
        for one in said:
            self.loop.send(Certify(one))
        return self


def _all_tried(count: int = 8) -> CertifyRoom:
    room = CertifyRoom(count)
    for seat in range(1, count + 1):
        room.work(seat)
    return room


def _shown(room: CertifyRoom) -> EventLoop:
    """Return the end of the picture comparison, with the report kept."""
    room.answer(*[NextPicture()] * len(PICTURES))
    return send(room.loop, KEPT)


def _failed() -> EventLoop:
    """Return a weak sensor, a foreign card, a dead handle, and dead lights."""
    room = CertifyRoom()
    for seat in range(1, 9):
        room.work(
            seat,
            "pulled" if seat == 5 else FACES if seat == 7 else DONE,
            ((1, 5), (4, 5)) if seat == 2 else (),
        )
    room.answer(GoOn(5)).work(5)
    # Every test card is one slot off, so that the run does not go on by itself.
    room.put(7, {slot: SLOT_TASKS[FACES][slot % SLOTS].code for slot in range(1, SLOTS + 1)})
    room.answer(GoOn(7)).say(*_cells(7, FACES)).work(7)
    # The third light of reader 2 is touched wherever it should burn, and so never does.
    for at in range(len(PICTURES)):
        room.answer(*([LightSeen(2, 3)] if PICTURES[at].lit[2] else []), NextPicture())
    return send(room.loop, KEPT)


CERTIFY_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    # The third reader waits for a pull; others are ahead, done or silent.
    "certify-handle": lambda: send(
        CertifyRoom()
        .work(1)
        .work(2, FACES)
        .work(3, "pulled")
        .work(4, TURNED)
        .work(6, EMPTY_SLOTS)
        .say(ReaderLost(7, PULLED))
        .loop,
        SelectSeat(3),
    ),
    # A handle must be released.
    "certify-rest": lambda: CertifyRoom(2).work(1, "let go").loop,
    # Cards of the race must come out.
    "certify-empty": lambda: (
        CertifyRoom(4, racing=True).work(1, EMPTY_SLOTS).put(1, {2: None, 3: None}).loop
    ),
    # Test cards are put in, one of them skewed.
    "certify-upright": lambda: (
        CertifyRoom()
        .work(1)
        .work(2, FACES)
        .put(2, {slot: SLOT_TASKS[FACES][slot - 1].code for slot in (1, 2, 4)})
        .say(SlotRead(2, 3, DIRTY))
        .loop
    ),
    # Test cards are turned, two still to be.
    "certify-turned": lambda: (
        CertifyRoom(4)
        .work(1, TURNED)
        .put(1, {slot: SLOT_TASKS[TURNED][slot - 1].code for slot in (1, 2, 5)})
        .loop
    ),
    "certify-done": lambda: send(CertifyRoom().work(1).work(2).work(3, FACES).loop, SelectSeat(1)),
    "certify-gone": lambda: send(
        CertifyRoom(6).work(1).say(ReaderLost(2, PULLED)).loop, SelectSeat(2)
    ),
    # The light of slot 2 alone; three readers differ.
    "certify-lights": lambda: (
        _all_tried()
        .answer(NextPicture(), NextPicture(), LightSeen(3, 2), LightSeen(3, 4), LightSeen(6, 5))
        .loop
    ),
    "certify-lights-few": lambda: _all_tried(2).loop,
    "certify-passed": lambda: _shown(_all_tried()),
    "certify-noted": lambda: _shown(
        _all_tried(4).say(ReaderLost(3, "no answer for 1.5 s"), ReaderBack(3))
    ),
    "certify-failed": _failed,
    "certify-unfinished": lambda: send(CertifyRoom(3).work(1).answer(Finish()).loop, KEPT),
}
"""Pictures of the gallery of an acceptance run, in its order."""
