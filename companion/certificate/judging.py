"""From what a run has seen to findings: what is wrong where, and how badly.

Each fault is told once, by its nearest cause: wires that are exchanged before cells, cells before the slot.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.certificate.cells import CRAMPED, GLARING, PALE_INK, WEAK_CELL, CellFault, cell_faults, figures, misplaced
from companion.certificate.run import Run, Seat
from companion.certificate.tasks import DONE, EMPTY_SLOTS, FACES, LET_GO, LET_GO_AGAIN, PICTURES, PULLED, PUSHED, SLOT_TASKS, TURNED
from companion.signals import OK, PULL, PUSH, SLOTS

HANDLE_STUCK, HANDLE_MISSING, HANDLE_CROSSED = "switch stuck", "switch silent", "switches crossed"
SLOTS_SWAPPED, SLOT_WRONG, MARGIN_SMALL = "slots exchanged", "slot misread", "margin small"
LIGHT_DARK, LIGHT_STUCK, LIGHT_ELSEWHERE, LIGHT_WEAK = "light dark", "light stuck", "light elsewhere", "light unsteady"
LIGHTS_REVERSED: Final = "lights reversed"
LINK_DAMAGED, LINK_LOST, READER_MISSING, NOT_TRIED, NO_CELLS = "link damaged", "link lost", "reader missing", "not tried", "cells not told"

NOTES: Final = frozenset({MARGIN_SMALL, LINK_DAMAGED, LINK_LOST, NO_CELLS, PALE_INK, GLARING})
"""Kinds of findings with which a table can be played on; everything else must be repaired."""

DAMAGED_SHARE: Final = 0.01
"""More damaged frames than this share are told."""


class Finding(NamedTuple):
    """Something that is not as it should be: the seat, the place there ("slot 4, cell 6"), the kind, and what was measured or seen, if there is
    anything to add."""

    seat: int
    place: str
    kind: str
    seen: str

    @property
    def grave(self) -> bool:
        """Whether the table fails for it."""
        return self.kind not in NOTES


def findings(run: Run) -> tuple[Finding, ...]:
    """Everything that is not as it should be, seat by seat.

    Within a seat handle, slots, lights, link. A reader that is gone is one finding, whatever it showed before. Also of a run that is not over.
    """
    return tuple(finding for seat in run.tested() for finding in _of_seat(run, seat, run.seats[seat]))


def _of_seat(run: Run, number: int, seat: Seat) -> Iterator[Finding]:
    if seat.gone:
        yield Finding(number, "reader", READER_MISSING, seat.gone)
        return
    yield from _handle(number, seat)
    yield from _slots(number, seat)
    yield from _lights(run, number)
    yield from _link(number, seat)
    if seat.task != DONE:
        yield Finding(number, "reader", NOT_TRIED, f"everything from '{seat.task}' on")


def _handle(number: int, seat: Seat) -> Iterator[Finding]:
    felt = {task: seat.felt[task] for task in (PULLED, LET_GO, PUSHED, LET_GO_AGAIN) if task in seat.felt}
    # Both ways round: one of them alone could be a hand that moved the wrong way.
    if PUSH in felt.get(PULLED, ()) and PULL in felt.get(PUSHED, ()):
        yield Finding(number, "handle", HANDLE_CROSSED, "a pull is felt as a push, a push as a pull")
        return
    for position, task in ((PULL, PULLED), (PUSH, PUSHED)):
        if _is_stuck(seat, position):
            yield Finding(number, "handle", HANDLE_STUCK, f"{position} although nobody touches it")
        # Both switches at once count as rest, so that one that never opens hides the other.
        elif task in felt and position not in felt[task] and not _is_stuck(seat, PUSH if position == PULL else PULL):
            yield Finding(number, "handle", HANDLE_MISSING, f"no {position} while it was moved there")


def _is_stuck(seat: Seat, position: str) -> bool:
    """Whether a switch is closed after the handle was let go, and still at the end: one of both could be a hand that is slow to let go."""
    return seat.handle == position and any(seat.felt[task][-1] == position for task in (LET_GO, LET_GO_AGAIN) if task in seat.felt)


def _slots(number: int, seat: Seat) -> Iterator[Finding]:
    swapped = dict(_swapped(seat))
    for slot in range(1, SLOTS + 1):
        if slot in swapped:
            other = swapped[slot]
            # A pair is told once, at the slot that comes first.
            if slot < other:
                yield Finding(number, f"slots {slot} and {other}", SLOTS_SWAPPED, f"slot {slot} reads the card of slot {other}, and the other way round")
            continue
        order = misplaced(slot, seat.seen)
        if order is not None:
            kind, cells = order
            yield Finding(number, f"slot {slot}" + (f", cells {cells[0]} and {cells[1]}" if cells else ""), kind, "")
            continue
        faults = cell_faults(slot, seat.seen)
        for fault in faults:
            place = f"slot {slot}, cell {fault.cell}" if fault.cell else f"slot {slot}"
            yield Finding(number, place, fault.kind, _measured(fault))
        # A cell at fault explains what the slot answers, and its small margin: one cause, one finding.
        if not any(fault.cell for fault in faults):
            yield from _misread(number, slot, seat)


def _measured(fault: CellFault) -> str:
    if fault.kind == WEAK_CELL:
        return f"{fault.measure:.0%} of what they see"
    return f"{fault.measure:.0%} of white" if fault.kind == PALE_INK else f"{fault.measure:g} of 255"


def _swapped(seat: Seat) -> Iterator[tuple[int, int]]:
    """Slots that each read the other's test card, both ways round."""
    for one in range(1, SLOTS + 1):
        for other in range(1, SLOTS + 1):
            crossed = [task for task in (FACES, TURNED) if task in seat.seen and one != other and _reads(seat, task, one, other) and _reads(seat, task, other, one)]
            if crossed:
                yield one, other


def _reads(seat: Seat, task: str, slot: int, card: int) -> bool:
    return seat.seen[task].answers[slot - 1] == SLOT_TASKS[task][card - 1]


def _misread(number: int, slot: int, seat: Seat) -> Iterator[Finding]:
    """The first task in which a slot answers something else than it should; where it never does, how near its limit it is."""
    for task in (EMPTY_SLOTS, FACES, TURNED):
        answer = seat.seen[task].answers[slot - 1] if task in seat.seen else SLOT_TASKS[task][slot - 1]
        if answer != SLOT_TASKS[task][slot - 1]:
            read = f"code {answer.code}" if answer.status == OK else answer.status or "nothing"
            yield Finding(number, f"slot {slot}", SLOT_WRONG, f"{read} with the task '{task}'")
            return
    found = figures(slot, seat.seen)
    if found is not None and found.margin < CRAMPED:
        yield Finding(number, f"slot {slot}", MARGIN_SMALL, f"{found.margin:.0%} of the contrast")
    if found is None and TURNED in seat.seen:
        yield Finding(number, f"slot {slot}", NO_CELLS, f"contrast {seat.seen[TURNED].contrasts[slot - 1]}")


def _lights(run: Run, number: int) -> Iterator[Finding]:
    """What is wrong with a reader's lights: how they really burned follows from each picture and from what was said to be otherwise."""
    if run.picture is None:
        return
    # What was touched is what looks otherwise than it should: a light burned where the picture says so and nobody touched it, or the reverse.
    shown = [
        tuple(lit != ((number, slot) in run.wrong[at]) for slot, lit in enumerate(picture.lit, 1))
        for at, picture in enumerate(PICTURES) if at <= run.picture
    ]
    # All burning and all dark look the same from either end, so that the first picture alone proves nothing.
    if all(picture == told.lit[::-1] for picture, told in zip(shown, PICTURES, strict=False)) and len(shown) > 1:
        yield Finding(number, "lights", LIGHTS_REVERSED, "light 5 burns in the place of light 1")
        return
    for slot in range(1, SLOTS + 1):
        kind, seen = _light(slot, shown)
        if kind:
            yield Finding(number, f"light {slot}", kind, seen)


def _light(slot: int, shown: list[tuple[bool, ...]]) -> tuple[str, str]:
    """What is wrong with the light of a slot, as far as pictures were shown."""
    mine = [picture[slot - 1] for picture in shown]
    wrong = [at for at, picture in enumerate(PICTURES[:len(shown)]) if picture.lit[slot - 1] != mine[at]]
    if not wrong:
        return "", ""
    if not any(mine):
        return LIGHT_DARK, ""
    if all(mine) and len(mine) > 1:
        return LIGHT_STUCK, ""
    # The picture at this place is that in which the slot's own light should burn alone.
    elsewhere = [place for place, lit in enumerate(shown[slot], 1) if lit] if slot < len(shown) else []
    if elsewhere and slot not in elsewhere:
        return LIGHT_ELSEWHERE, f"light {elsewhere[0]} burns in its place"
    return LIGHT_WEAK, "it burns and does not burn when it should, by turns"


def _link(number: int, seat: Seat) -> Iterator[Finding]:
    if seat.lost:
        yield Finding(number, "link", LINK_LOST, f"gone {seat.lost} time{'' if seat.lost == 1 else 's'} during the run")
    # What was damaged before the run, such as while a cable was plugged in, says nothing of the table as it is.
    counters = seat.counted
    if counters.damaged > max(2, DAMAGED_SHARE * counters.frames):
        yield Finding(number, "link", LINK_DAMAGED, f"{counters.damaged} of {counters.frames + counters.damaged} frames damaged, {counters.resends} sent again")
