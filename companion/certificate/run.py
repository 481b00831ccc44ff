"""The acceptance run as a state machine: `step(run, message)` returns the run and its deeds.

A message is a signal, an answer or a tick. A table is given eight tasks for every reader, in order,
and then seven pictures of all lights; only this module knows the order. Readers are tested in any
order, several together if several people help. A task ends by itself when the reader shows the
expected state. If it does not, `GoOn` says that it was done; the report says what the reader showed
instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from companion.games.codes import TEST_CARDS
from companion.named_tuples import NamedTuple
from companion.signals import (
    DARK,
    EMPTY,
    LIT,
    NO_READER,
    OK,
    PULL,
    PUSH,
    REST,
    SLOTS,
    CellsSeen,
    Counters,
    HandleMoved,
    Lamps,
    MeasureCells,
    ReaderBack,
    ReaderLost,
    ReaderReport,
    SlotRead,
    Watch,
    loss_words,
)
from companion.words import Text, term, text

# ---- What is asked -------------------------------------------------------------------------------


REST_FIRST, PULLED, LET_GO, PUSHED, LET_GO_AGAIN = (
    "rest",
    "pulled",
    "let go",
    "pushed",
    "let go again",
)
EMPTY_SLOTS, FACES, TURNED = "empty", "faces", "turned"
DONE: Final = "done"

HANDLE_TASKS: Final = {
    REST_FIRST: REST,
    PULLED: PULL,
    LET_GO: REST,
    PUSHED: PUSH,
    LET_GO_AGAIN: REST,
}
"""The tasks for a handle, and the position that ends each."""


class ExpectedSlot(NamedTuple):
    """The expected answer of a slot.

    As in `companion.signals.SlotRead`, `code` is 0-255 with OK and None with anything else.
    """

    status: str
    code: int | None = None


SLOT_TASKS: Final[dict[str, tuple[ExpectedSlot, ...]]] = {
    EMPTY_SLOTS: (ExpectedSlot(EMPTY),) * SLOTS,
    FACES: tuple(ExpectedSlot(OK, face) for face, _ in TEST_CARDS),
    TURNED: tuple(ExpectedSlot(OK, other) for _, other in TEST_CARDS),
}
"""The tasks for slots, and the expected answers of slots 1 to 5."""

TASKS: Final = (*HANDLE_TASKS, *SLOT_TASKS, DONE)
"""All tasks of one reader, in order. The handle comes first, since it needs no cards, and there is
one set of test cards for the table."""

WORDS: Final = {
    REST_FIRST: text("Leave the handle alone."),
    PULLED: text("Pull the handle towards you."),
    LET_GO: text("Let go of the handle."),
    PUSHED: text("Push the handle away from you."),
    LET_GO_AGAIN: text("Let go of the handle."),
    EMPTY_SLOTS: text("Take every card out of the five slots."),
    FACES: text("Put test cards 1 to 5 into slots 1 to 5, upright."),
    TURNED: text("Turn every test card upside down, in its own slot."),
    DONE: text("This reader is done. Take the test cards to the next one."),
}
"""The tasks of people at one reader."""

NAMES: Final[Mapping[str, Text]] = {
    REST_FIRST: term("task", "rest"),
    PULLED: term("task", "pulled"),
    LET_GO: term("task", "let go"),
    PUSHED: term("task", "pushed"),
    LET_GO_AGAIN: term("task", "let go again"),
    EMPTY_SLOTS: term("task", "empty"),
    FACES: term("task", "faces"),
    TURNED: term("task", "turned"),
}
"""The names of the tasks in findings."""


def following(task: str) -> str:
    """Return the task after a task; DONE follows itself.

    Raises:
        ValueError: The word is no task.
    """
    return TASKS[min(TASKS.index(task) + 1, len(TASKS) - 1)]


class LightPicture(NamedTuple):
    """A picture of all lights: which of a reader's five are on, and what people are asked to do."""

    lit: tuple[bool, ...]
    words: Text


PICTURES: Final[tuple[LightPicture, ...]] = (
    LightPicture((True,) * SLOTS, text("All lights are on. Touch every light that is off.")),
    *(
        LightPicture(
            tuple(number == slot for number in range(1, SLOTS + 1)),
            text(
                "At each reader only the light of slot {slot} is on. Touch every light that is"
                " wrong.",
                slot=slot,
            ),
        )
        for slot in range(1, SLOTS + 1)
    ),
    LightPicture((False,) * SLOTS, text("All lights are off. Touch every light that is on.")),
)
"""The pictures of all lights in order: too little power shows in the first, exchanged lights in the
next five."""


# ---- The run -------------------------------------------------------------------------------------


CELLS_PATIENCE: Final = 2.0
"""Seconds to wait for cells; firmware before 0.3 does not answer the question."""

AT_ONCE: Final = -1.0
"""In place of the time since when cells are awaited: ask for them now, regardless of the slots'
answers."""

NOTHING: Final = ExpectedSlot("")
"""The state of a slot without an answer yet; unlike EMPTY, so that an unread slot is not taken for
an empty one."""


NOT_YET: Final = text("it has not answered yet")
"""The reason for which an expected reader counts as gone that was never heard."""


class GoOn(NamedTuple):
    """The task of a seat's reader was carried out, even if the reader does not show it."""

    seat: int


class AgainFrom(NamedTuple):
    """Begin with a seat's reader again, as after a repair."""

    seat: int


class LightSeen(NamedTuple):
    """A light is wrong in this picture, or right after all.

    Seats and slots that take no part are ignored, as are answers while no picture is shown.
    """

    seat: int
    slot: int


class NextPicture(NamedTuple):
    """All other lights of this picture are right: show the next one."""


class Finish(NamedTuple):
    """End here; the report lists the rest as not tested."""


class CellLevels(NamedTuple):
    """The levels of the eight cells of a slot, 0-255 each."""

    levels: tuple[int, ...]
    """The levels that the slot's own light added."""
    rooms: tuple[int, ...]
    """The room above the ambient light."""


class SlotsSeen(NamedTuple):
    """The state of five slots at the end of a task."""

    answers: tuple[ExpectedSlot, ...]
    contrasts: tuple[int, ...]
    cells: tuple[CellLevels | None, ...]
    """None where unknown."""


class Seat(NamedTuple):
    """A reader in the run."""

    task: str = REST_FIRST
    slots: tuple[ExpectedSlot, ...] = (NOTHING,) * SLOTS
    """The present answers of its slots."""
    handle: str = REST
    """The present position of its handle."""
    moves: tuple[str, ...] = ()
    """The positions of the handle in this task, in order."""
    felt: Mapping[str, tuple[str, ...]] = {}
    """The same for finished tasks; the last one is the position at the end."""
    seen: Mapping[str, SlotsSeen] = {}
    """The slots in finished tasks."""
    cells: tuple[CellLevels | None, ...] = (None,) * SLOTS
    asked: float | None = None
    """Since when its cells are awaited, None if they are not."""
    report: ReaderReport | None = None
    counted: Counters = Counters(0, 0, 0, 0.0)
    """The counts of its link in the run, from the first `report` on."""
    lost: int = 0
    """The number of times that it was gone."""
    gone: Text | str = ""
    """The reason for which it is gone now, empty if it is not."""


class CertificationRun(NamedTuple):
    seats: Mapping[int, Seat] = {}
    """By seat."""
    picture: int | None = None
    """The picture of lights that is shown, None before the first."""
    wrong: tuple[frozenset[tuple[int, int]], ...] = (frozenset(),) * len(PICTURES)
    """The wrong lights of each picture, as (seat, slot)."""
    began: float | None = None
    """In seconds, as is `now`."""
    now: float = 0.0
    finished: bool = False
    """Whether it is over."""
    compared: bool = False
    """Whether the last picture was confirmed, too."""

    def tested(self) -> tuple[int, ...]:
        """Return the seats whose readers take part, in order."""
        return tuple(sorted(self.seats))

    def current(self) -> int | None:
        """Return the first seat with open tasks."""
        return next((seat for seat in self.tested() if self.seats[seat].task != DONE), None)


Said: TypeAlias = (
    GoOn
    | AgainFrom
    | SlotRead
    | HandleMoved
    | CellsSeen
    | ReaderReport
    | ReaderBack
    | ReaderLost
    | LightSeen
    | NextPicture
    | Finish
)
"""All messages of a run; each comes with the time."""

HEARD: Final = (SlotRead, HandleMoved, CellsSeen, ReaderReport, ReaderBack, ReaderLost)
"""The messages that come from a table."""
Deeds: TypeAlias = tuple[MeasureCells | Watch, ...]


def begin(expected: Iterable[int] = ()) -> tuple[CertificationRun, Deeds]:
    """Return a new run, which watches the table from now on.

    Readers that answer take part, and those of the `expected` seats in any case.
    """
    return CertificationRun(seats={seat: Seat(gone=NOT_YET) for seat in expected}), (Watch(True),)


def step(run: CertificationRun, said: Said | None, now: float) -> tuple[CertificationRun, Deeds]:
    """Return the run after a message, and the deeds to do at the table.

    Without a message (None) only time has passed. `now` is in seconds.
    """
    # Messages about readers before the run have no time; the first time that passes in it counts.
    run = run._replace(now=now, began=now if run.began is None and said is None else run.began)
    if run.finished:
        return run, ()
    if isinstance(said, Finish):
        return run._replace(finished=True), (Watch(False),)
    if isinstance(said, LightSeen | NextPicture):
        return _lights(run, said)
    if said is None:
        # Cells that do not come are waited for no longer. The cells received by now are kept: a
        # slot without cells is judged by its answer alone.
        seats = {
            number: _over(seat)
            if seat.asked is not None and run.now - seat.asked > CELLS_PATIENCE
            else seat
            for number, seat in run.seats.items()
        }
        return _begin_lights(run._replace(seats=seats)), ()
    reader = run.seats.get(said.seat)
    if reader is None:
        if not isinstance(said, ReaderBack):
            return run, ()
        reader = Seat()
    if isinstance(said, ReaderLost) and said.reason == NO_READER and reader == Seat():
        return run, ()
    return _store_reader(run, said.seat, _reader_after(reader, said))


def lamps(run: CertificationRun) -> Lamps:
    """Return the lights that the run wants: all dark except while lights are compared."""
    if run.picture is not None and not run.finished:
        lit = PICTURES[run.picture].lit
    else:
        lit = (False,) * SLOTS
    return Lamps({seat: tuple(LIT if on else DARK for on in lit) for seat in run.seats})


# ---- Lights --------------------------------------------------------------------------------------


def _lights(run: CertificationRun, said: LightSeen | NextPicture) -> tuple[CertificationRun, Deeds]:
    if run.picture is None:
        return run, ()
    if isinstance(said, NextPicture):
        last = run.picture + 1 == len(PICTURES)
        if last:
            return run._replace(finished=True, compared=True), (Watch(False),)
        return run._replace(picture=run.picture + 1), ()
    if said.seat not in run.seats or not 1 <= said.slot <= SLOTS:
        return run, ()
    # A second touch takes the first one back.
    wrong = run.wrong[run.picture] ^ {(said.seat, said.slot)}
    return run._replace(wrong=(*run.wrong[: run.picture], wrong, *run.wrong[run.picture + 1 :])), ()


# ---- Readers -------------------------------------------------------------------------------------


def _reader_after(seat: Seat, said: Said) -> Seat:
    """Return a reader after a message; its task may be over then."""
    if isinstance(said, SlotRead):
        slots = (
            *seat.slots[: said.slot - 1],
            ExpectedSlot(said.status, said.code),
            *seat.slots[said.slot :],
        )
        return seat._replace(slots=slots)
    if isinstance(said, HandleMoved):
        return seat._replace(handle=said.position, moves=(*seat.moves, said.position))
    if isinstance(said, CellsSeen):
        if seat.asked is None:
            # It comes late, and another task may have begun.
            return seat
        seen = CellLevels(said.levels, said.rooms)
        return seat._replace(cells=(*seat.cells[: said.slot - 1], seen, *seat.cells[said.slot :]))
    if isinstance(said, ReaderReport):
        return seat._replace(report=said, counted=_with_counters(seat, said))
    if isinstance(said, ReaderBack):
        # The reader reports slots and handle again after this; their state before must not end a
        # task.
        return seat._replace(gone="", handle=REST, slots=(NOTHING,) * SLOTS, asked=None)
    if isinstance(said, ReaderLost):
        # A question for cells is lost with it; it is repeated once the slots are as expected.
        return seat._replace(gone=loss_words(said.reason), lost=seat.lost + 1, asked=None)
    if isinstance(said, AgainFrom):
        # Slots and handle have not changed, so the reader would not report them again.
        return Seat(
            slots=seat.slots,
            handle=seat.handle,
            report=seat.report,
            counted=seat.counted,
            lost=seat.lost,
            gone=seat.gone,
        )
    # The task is finished by a person's word. That gives up a missing reader; the cells of a slot
    # task are still read.
    if seat.gone:
        return seat._replace(task=DONE)
    if seat.task in HANDLE_TASKS:
        return _over(seat)
    return seat._replace(asked=AT_ONCE) if seat.task in SLOT_TASKS and seat.asked is None else seat


def _with_counters(seat: Seat, said: ReaderReport) -> Counters:
    """Return the counters of a reader's link in the run, with the growth since its last report."""
    now, was, counted = said.counters, seat.report, seat.counted
    if now is None or was is None or was.counters is None or was.uid != said.uid:
        return counted
    grown = [after - before for after, before in zip(now[:3], was.counters[:3], strict=True)]
    # Less than before: the link and its counters have restarted, so there is nothing to compare.
    if min(grown) < 0:
        return counted
    return Counters(
        counted.frames + grown[0],
        counted.resends + grown[1],
        counted.damaged + grown[2],
        now.silent,
    )


def _store_reader(run: CertificationRun, number: int, seat: Seat) -> tuple[CertificationRun, Deeds]:
    """Store a reader after a message, and go on to the next task if this one is over."""
    deeds: Deeds = ()
    wanted = (
        seat.task in SLOT_TASKS
        and (seat.slots == SLOT_TASKS[seat.task] or seat.asked == AT_ONCE)
        and not seat.gone
    )
    if seat.task in HANDLE_TASKS and seat.handle == HANDLE_TASKS[seat.task] and not seat.gone:
        seat = _over(seat)
    # Asked once in a task: answers of slots while cells are on their way neither repeat nor cancel
    # the question.
    elif wanted and seat.asked in (None, AT_ONCE):
        # An earlier look may have been interrupted, and its cells be those of other cards.
        seat = seat._replace(asked=run.now, cells=(None,) * SLOTS)
        deeds = tuple(MeasureCells(number, slot) for slot in range(1, SLOTS + 1))
    elif seat.asked is not None and None not in seat.cells:
        seat = _over(seat)
    return _begin_lights(run._replace(seats={**run.seats, number: seat})), deeds


def _over(seat: Seat) -> Seat:
    """End the task and keep its observations."""
    if seat.task in HANDLE_TASKS:
        return seat._replace(
            task=following(seat.task),
            felt={**seat.felt, seat.task: seat.moves or (seat.handle,)},
            moves=(),
        )
    if seat.task == DONE:
        return seat
    if seat.report is not None:
        contrasts = tuple(slot.contrast for slot in seat.report.slots)
    else:
        contrasts = (0,) * SLOTS
    shown_now = SlotsSeen(seat.slots, contrasts, seat.cells)
    return seat._replace(
        task=following(seat.task),
        seen={**seat.seen, seat.task: shown_now},
        cells=(None,) * SLOTS,
        asked=None,
    )


def _begin_lights(run: CertificationRun) -> CertificationRun:
    """Begin with the lights when every reader has shown everything."""
    # A run without a reader has nothing to light.
    ready = run.picture is None and run.seats and run.current() is None
    return run._replace(picture=0) if ready else run
