"""The acceptance run as a state machine: `step(run, message)` is the run after a signal, an answer or a tick, and what is to be done.

A table is asked for eight things of every reader, in order, and then for seven pictures of all lights; that order stands here alone. Readers are
worked in any order, several at once where several people help. A task ends by itself when the reader shows what was asked for. Where it does
not, `GoOn` says that it was done all the same; what the reader showed instead stands in the report.
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
    Look,
    ReaderBack,
    ReaderLost,
    ReaderReport,
    SlotRead,
    Watch,
    loss_words,
)
from companion.words import Text, term, text

# ---- What is asked ----------------------------------------------------------------------------------------------------


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
"""The tasks for a handle, and the position in which each finds it."""


class Expected(NamedTuple):
    """What a slot should answer: status, and the code where there is one.

    `code` is 0-255 with OK, None with anything else, as in `companion.signals.SlotRead`.
    """

    status: str
    code: int | None = None


SLOT_TASKS: Final[dict[str, tuple[Expected, ...]]] = {
    EMPTY_SLOTS: (Expected(EMPTY),) * SLOTS,
    FACES: tuple(Expected(OK, face) for face, _ in TEST_CARDS),
    TURNED: tuple(Expected(OK, other) for _, other in TEST_CARDS),
}
"""The tasks for slots, and what slots 1 to 5 should answer then."""

TASKS: Final = (*HANDLE_TASKS, *SLOT_TASKS, DONE)
"""Everything asked of one reader, in order: the handle first, for it needs no cards, and there is one set of test cards for the table."""

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
"""What people are asked for at one reader."""

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
"""What the tasks are called in findings."""


def following(task: str) -> str:
    """The task after a task; DONE is the last.

    DONE follows itself. ValueError for a word that is no task.
    """
    return TASKS[min(TASKS.index(task) + 1, len(TASKS) - 1)]


class LightPicture(NamedTuple):
    """A picture of all lights: which of a reader's five burn, and what people are asked."""

    lit: tuple[bool, ...]
    words: Text


def _only(slot: int) -> LightPicture:
    lit = tuple(number == slot for number in range(1, SLOTS + 1))
    return LightPicture(
        lit,
        text(
            "At each reader only the light of slot {slot} is on. Touch every light that is wrong.",
            slot=slot,
        ),
    )


PICTURES: Final[tuple[LightPicture, ...]] = (
    LightPicture((True,) * SLOTS, text("All lights are on. Touch every light that is off.")),
    *(_only(slot) for slot in range(1, SLOTS + 1)),
    LightPicture((False,) * SLOTS, text("All lights are off. Touch every light that is on.")),
)
"""The pictures of all lights, one after another: too little power shows in the first, exchanged lights in the next five."""


# ---- The run ----------------------------------------------------------------------------------------------------------


CELLS_PATIENCE: Final = 2.0
"""Seconds that cells are waited for; firmware before 0.3 has no answer to the question."""

AT_ONCE: Final = -1.0
"""In the place of the time since when cells are awaited: they are to be asked for now, whatever the slots answer."""

NOTHING: Final = Expected("")
"""What a slot shows of which nothing was told yet: unlike EMPTY, so that an unread slot is not taken for an empty one."""


NOT_YET: Final = text("it has not answered yet")
"""Why a reader is taken for gone that was expected and was never heard."""


class GoOn(NamedTuple):
    """What is asked of a seat's reader was done, whatever it shows."""

    seat: int


class AgainFrom(NamedTuple):
    """Begin a seat's reader anew, as after a repair."""

    seat: int


class LightSeen(NamedTuple):
    """A light is not as it should be in this picture, or after all it is.

    Seats and slots that take no part are passed over, and so is an answer while no picture is shown.
    """

    seat: int
    slot: int


class NextPicture(NamedTuple):
    """All other lights of this picture are as they should be: show the next one."""


class Finish(NamedTuple):
    """End here; what was not shown yet is told as not tried."""


class CellLevels(NamedTuple):
    """What the eight cells of a slot saw: what its own light added, and the room above the light of the surroundings; 0-255 each."""

    levels: tuple[int, ...]
    rooms: tuple[int, ...]


class SlotsSeen(NamedTuple):
    """What five slots showed at the end of a task: what they answered, the contrasts, their cells (None where nothing was told)."""

    answers: tuple[Expected, ...]
    contrasts: tuple[int, ...]
    cells: tuple[CellLevels | None, ...]


class Seat(NamedTuple):
    """A reader in the run: its task, how slots and handle are now, and what was `felt` and `seen` in each task that is over.

    `moves` are the positions that the handle has come to in this task, in order; `felt` the same of tasks before, the last one its end.
    `asked` is since when its cells are awaited, None where they are not; `counted` is what its link has counted in the run, from the first
    `report` on; `lost` counts how often it was gone, `gone` says that it is.
    """

    task: str = REST_FIRST
    slots: tuple[Expected, ...] = (NOTHING,) * SLOTS
    handle: str = REST
    moves: tuple[str, ...] = ()
    felt: Mapping[str, tuple[str, ...]] = {}
    seen: Mapping[str, SlotsSeen] = {}
    cells: tuple[CellLevels | None, ...] = (None,) * SLOTS
    asked: float | None = None
    report: ReaderReport | None = None
    counted: Counters = Counters(0, 0, 0, 0.0)
    lost: int = 0
    gone: Text | str = ""


class Run(NamedTuple):
    """The whole run: readers by seat, which picture of lights is shown (None before), the wrong lights of each, and the time.

    `began` and `now` are in seconds; `finished` says that it is over, `compared` that somebody has gone on from the last picture too.
    """

    seats: Mapping[int, Seat] = {}
    picture: int | None = None
    wrong: tuple[frozenset[tuple[int, int]], ...] = (frozenset(),) * len(PICTURES)
    began: float | None = None
    now: float = 0.0
    finished: bool = False
    compared: bool = False

    def tested(self) -> tuple[int, ...]:
        """The seats whose readers take part, in order."""
        return tuple(sorted(self.seats))

    def current(self) -> int | None:
        """The seat that is asked next: the first that has not shown everything."""
        return next((seat for seat in self.tested() if self.seats[seat].task != DONE), None)


AtSeat: TypeAlias = (
    GoOn | AgainFrom | SlotRead | HandleMoved | CellsSeen | ReaderReport | ReaderBack | ReaderLost
)
"""What is said by one reader, or to it."""
Said: TypeAlias = AtSeat | LightSeen | NextPicture | Finish
"""What a run understands; it is told the time with each."""

HEARD: Final = (SlotRead, HandleMoved, CellsSeen, ReaderReport, ReaderBack, ReaderLost)
"""What of it a table says."""
Deeds: TypeAlias = tuple[Look | Watch, ...]


def begin(expected: Iterable[int] = ()) -> tuple[Run, Deeds]:
    """A new run, which watches the table from now on; readers that answer take part, and those of the `expected` seats whether they answer or not."""
    return Run(seats={seat: Seat(gone=NOT_YET) for seat in expected}), (Watch(True),)


def step(run: Run, said: Said | None, now: float) -> tuple[Run, Deeds]:
    """The run after something was said (None: time has passed, in seconds), and what is to be done at the table."""
    # What was told of readers before the run has no time; the first one that passes in it does.
    run = run._replace(now=now, began=now if run.began is None and said is None else run.began)
    if run.finished:
        return run, ()
    if isinstance(said, Finish):
        return run._replace(finished=True), (Watch(False),)
    if isinstance(said, LightSeen | NextPicture):
        return _lights(run, said)
    if said is None:
        return _waited(run)
    return _at_seat(run, said)


def lamps(run: Run) -> Lamps:
    """The picture of lights that the run wants: all dark but while lights are compared."""
    lit = (
        PICTURES[run.picture].lit
        if run.picture is not None and not run.finished
        else (False,) * SLOTS
    )
    return Lamps({seat: tuple(LIT if on else DARK for on in lit) for seat in run.seats})


# ---- Lights ----------------------------------------------------------------------------------------------------------


def _lights(run: Run, said: LightSeen | NextPicture) -> tuple[Run, Deeds]:
    if run.picture is None:
        return run, ()
    if isinstance(said, NextPicture):
        last = run.picture + 1 == len(PICTURES)
        return (
            (run._replace(finished=True, compared=True), (Watch(False),))
            if last
            else (run._replace(picture=run.picture + 1), ())
        )
    if said.seat not in run.seats or not 1 <= said.slot <= SLOTS:
        return run, ()
    # A second touch takes the first one back.
    wrong = run.wrong[run.picture] ^ {(said.seat, said.slot)}
    return run._replace(wrong=(*run.wrong[: run.picture], wrong, *run.wrong[run.picture + 1 :])), ()


# ---- Readers ---------------------------------------------------------------------------------------------------------


def _at_seat(run: Run, said: AtSeat) -> tuple[Run, Deeds]:
    seat = run.seats.get(said.seat)
    if seat is None:
        if not isinstance(said, ReaderBack):
            return run, ()
        seat = Seat()
    if isinstance(said, ReaderLost) and said.reason == NO_READER and seat == Seat():
        return run, ()
    return _put(run, said.seat, _heard(seat, said))


def _heard(seat: Seat, said: Said) -> Seat:
    """What a reader is after it has said something, or somebody of it; its task may be over then."""
    if isinstance(said, SlotRead):
        slots = (
            *seat.slots[: said.slot - 1],
            Expected(said.status, said.code),
            *seat.slots[said.slot :],
        )
        return seat._replace(slots=slots)
    if isinstance(said, HandleMoved):
        return seat._replace(handle=said.position, moves=(*seat.moves, said.position))
    if isinstance(said, CellsSeen):
        return _cells(seat, said)
    if isinstance(said, ReaderReport):
        return seat._replace(report=said, counted=_counted(seat, said))
    if isinstance(said, ReaderBack):
        # Slots and handle are told anew after this; what they were before must not end a task.
        return seat._replace(gone="", handle=REST, slots=(NOTHING,) * SLOTS, asked=None)
    if isinstance(said, ReaderLost):
        # The answer to a question for cells is lost with it: it is asked again once the slots are as they should be.
        return seat._replace(gone=loss_words(said.reason), lost=seat.lost + 1, asked=None)
    if isinstance(said, AgainFrom):
        # What lies in the slots and where the handle is has not changed, and would not be told again.
        return Seat(
            slots=seat.slots,
            handle=seat.handle,
            report=seat.report,
            counted=seat.counted,
            lost=seat.lost,
            gone=seat.gone,
        )
    return _done_all_the_same(seat)


def _counted(seat: Seat, said: ReaderReport) -> Counters:
    """What a reader's link has counted in the run, with what has come since its last report."""
    now, was, counted = said.counters, seat.report, seat.counted
    if now is None or was is None or was.counters is None or was.uid != said.uid:
        return counted
    grown = [after - before for after, before in zip(now[:3], was.counters[:3], strict=True)]
    # Less than before: the link has begun anew and its counters with it, so there is nothing to compare with.
    if min(grown) < 0:
        return counted
    return Counters(
        counted.frames + grown[0],
        counted.resends + grown[1],
        counted.damaged + grown[2],
        now.silent,
    )


def _done_all_the_same(seat: Seat) -> Seat:
    """Somebody says that it was done: cells are still looked at, and a reader that is gone is given up."""
    if seat.gone:
        return seat._replace(task=DONE)
    if seat.task in HANDLE_TASKS:
        return _over(seat)
    return seat._replace(asked=AT_ONCE) if seat.task in SLOT_TASKS and seat.asked is None else seat


def _cells(seat: Seat, said: CellsSeen) -> Seat:
    """A reader whose cells were told; what nobody waits for any more is left alone, for another task may have begun."""
    if seat.asked is None:
        return seat
    cells = (
        *seat.cells[: said.slot - 1],
        CellLevels(said.levels, said.rooms),
        *seat.cells[said.slot :],
    )
    return seat._replace(cells=cells)


def _put(run: Run, number: int, seat: Seat) -> tuple[Run, Deeds]:
    """A reader after something has happened there: on to the next task where this one is over."""
    deeds: Deeds = ()
    wanted = (
        seat.task in SLOT_TASKS
        and (seat.slots == SLOT_TASKS[seat.task] or seat.asked == AT_ONCE)
        and not seat.gone
    )
    if seat.task in HANDLE_TASKS and seat.handle == HANDLE_TASKS[seat.task] and not seat.gone:
        seat = _over(seat)
    # Asked once in a task: what slots show while cells are on their way neither asks again nor takes the question back.
    elif wanted and seat.asked in (None, AT_ONCE):
        # An earlier look may have been broken off half-way, and its cells be those of other cards.
        seat = seat._replace(asked=run.now, cells=(None,) * SLOTS)
        deeds = tuple(Look(number, slot) for slot in range(1, SLOTS + 1))
    elif seat.asked is not None and None not in seat.cells:
        seat = _over(seat)
    return _lit(run._replace(seats={**run.seats, number: seat})), deeds


def _over(seat: Seat) -> Seat:
    """The task is over; what was shown in it is kept."""
    if seat.task in HANDLE_TASKS:
        return seat._replace(
            task=following(seat.task),
            felt={**seat.felt, seat.task: seat.moves or (seat.handle,)},
            moves=(),
        )
    if seat.task == DONE:
        return seat
    contrasts = (
        tuple(slot.contrast for slot in seat.report.slots)
        if seat.report is not None
        else (0,) * SLOTS
    )
    shown_now = SlotsSeen(seat.slots, contrasts, seat.cells)
    return seat._replace(
        task=following(seat.task),
        seen={**seat.seen, seat.task: shown_now},
        cells=(None,) * SLOTS,
        asked=None,
    )


def _waited(run: Run) -> tuple[Run, Deeds]:
    """Time has passed: cells that nobody tells are not waited for for ever."""
    # What was told by now is kept: a slot without cells is judged by its answer alone.
    seats = {
        number: _over(seat)
        if seat.asked is not None and run.now - seat.asked > CELLS_PATIENCE
        else seat
        for number, seat in run.seats.items()
    }
    return _lit(run._replace(seats=seats)), ()


def _lit(run: Run) -> Run:
    """The lights' turn comes when every reader has shown everything."""
    # A run without a reader has nothing to light.
    ready = run.picture is None and run.seats and run.current() is None
    return run._replace(picture=0) if ready else run
