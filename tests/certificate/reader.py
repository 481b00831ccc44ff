"""A reader in the acceptance run, without wires: what its slots see, and its faults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.certificate.run import (
    DONE,
    HANDLE_TASKS,
    PICTURES,
    SLOT_TASKS,
    CertificationRun,
    ExpectedSlot,
    GoOn,
    LightSeen,
    NextPicture,
    Said,
    begin,
    step,
)
from companion.signals import (
    REST,
    SLOTS,
    CellsSeen,
    Counters,
    HandleMoved,
    MeasureCells,
    ReaderBack,
    ReaderReport,
    SlotRead,
    SlotReport,
)

WHITE, BLACK, VOID = 170, 16, 6
"""The levels of healthy sensors on paper, on ink, and in an empty slot."""


@dataclass
class Table:
    """Readers and a person who works them.

    Faults are: `shares` of light by (seat, slot, cell), `answers` by (seat, task, slot), positions
    of `switches` by the real one, `lights` that look different by (seat, picture, slot), `cells`
    that the wires of a slot bring by (seat, slot). `counters` are those of each link with the slots
    empty, with the faces and with the cards turned.
    """

    seats: tuple[int, ...] = (1,)
    shares: dict[tuple[int, int, int], float] = field(default_factory=dict)
    answers: dict[tuple[int, str, int], ExpectedSlot] = field(default_factory=dict)
    switches: dict[str, str] = field(default_factory=dict)
    lights: set[tuple[int, int, int]] = field(default_factory=set)
    cells: bool = True
    order: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    ink: int = BLACK
    counters: tuple[Counters, ...] = (
        Counters(100, 1, 0, 0.1),
        Counters(250, 2, 0, 0.1),
        Counters(400, 3, 0, 0.1),
    )
    now: float = 0.0

    def whole(self) -> CertificationRun:
        """Return the run from its beginning to its end."""
        run = self.begun()
        while not run.finished and self.now < 2000:
            run = self.round(run)
        return run

    def begun(self) -> CertificationRun:
        """Return a run in which all readers have answered."""
        run, _ = begin()
        for seat in self.seats:
            run = self.say(run, ReaderBack(seat))
            run = self.say(run, HandleMoved(seat, self.switches.get(REST, REST)))
        return run

    def say(self, run: CertificationRun, said: Said | None) -> CertificationRun:
        """Return the run after a message and the readers' answers."""
        self.now += 0.5
        run, deeds = step(run, said, self.now)
        for deed in deeds:
            if isinstance(deed, MeasureCells) and self.cells:
                run = self.say(run, self._seen(deed, run.seats[deed.seat].task))
        return run

    def round(self, run: CertificationRun) -> CertificationRun:
        """Return the run after all present tasks were done once, and claimed if invisible."""
        if run.picture is not None:
            seen: tuple[LightSeen | NextPicture, ...] = (
                *(
                    LightSeen(seat, slot)
                    for seat, at, slot in sorted(self.lights)
                    if at == run.picture
                ),
                NextPicture(),
            )
            for said in seen:
                run = self.say(run, said)
            return run
        for seat in self.seats:
            task = run.seats[seat].task
            for act in self._acts(seat, task):
                run = self.say(run, act)
            if task != DONE and run.seats[seat].task == task and run.seats[seat].asked is None:
                run = self.say(run, GoOn(seat))
        return self.say(run, None)

    def _acts(self, seat: int, task: str) -> Iterator[Said]:
        """Yield a reader's signals when its task is done."""
        if task in HANDLE_TASKS:
            yield HandleMoved(seat, self.switches.get(HANDLE_TASKS[task], HANDLE_TASKS[task]))
        elif task in SLOT_TASKS:
            yield from self._slots(seat, task)

    def _slots(self, seat: int, task: str) -> Iterator[Said]:
        answers = [
            self.answers.get((seat, task, slot), SLOT_TASKS[task][slot - 1])
            for slot in range(1, SLOTS + 1)
        ]
        reports = tuple(SlotReport(answer.status, answer.code, 150) for answer in answers)
        yield HandleMoved(seat, self.switches.get(REST, REST))
        yield ReaderReport(
            seat,
            "usb",
            f"E66{seat}",
            "0.3.0",
            REST,
            reports,
            self.counters[tuple(SLOT_TASKS).index(task)],
        )
        yield from (SlotRead(seat, slot, *answer) for slot, answer in enumerate(answers, 1))

    def _seen(self, look: MeasureCells, task: str) -> CellsSeen:
        code = SLOT_TASKS[task][look.slot - 1].code
        full = [
            VOID if code is None else WHITE if code >> (7 - cell) & 1 else self.ink
            for cell in range(8)
        ]
        levels = tuple(
            round(level * self.shares.get((look.seat, look.slot, cell), 1.0))
            for cell, level in enumerate(full, 1)
        )
        order = self.order.get((look.seat, look.slot), range(1, 9))
        return CellsSeen(
            look.seat, look.slot, tuple(levels[cell - 1] for cell in order), (230,) * 8
        )


def otherwise(seat: int, seen: tuple[tuple[bool, ...], ...]) -> set[tuple[int, int, int]]:
    """Return the lights of a seat that differ in these seven pictures."""
    return {
        (seat, at, slot)
        for at, lit in enumerate(seen)
        for slot in range(1, SLOTS + 1)
        if lit[slot - 1] != PICTURES[at].lit[slot - 1]
    }
