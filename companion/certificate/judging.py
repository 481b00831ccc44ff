"""Findings from the observations of a run: the faults, their places and their severity.

Each fault is reported once, by its nearest cause: exchanged wires before cells, cells before the
slot. The cells of a slot are judged by their levels when empty and with both ends of its test card,
of which each cell is white at one end at least (`companion.games.codes.TEST_CARDS`).
`card_reader.codes` is what the firmware makes of cells; its limits are meant here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from card_reader.codes import CELLS, DARK

from companion.certificate.run import (
    DONE,
    EMPTY_SLOTS,
    FACES,
    LET_GO,
    LET_GO_AGAIN,
    NAMES,
    PICTURES,
    PULLED,
    PUSHED,
    SLOT_TASKS,
    TURNED,
    CellLevels,
    CertificationRun,
    Seat,
    SlotsSeen,
)
from companion.named_tuples import NamedTuple
from companion.signals import BADCODE, BLANK, DIRTY, EMPTY, PULL, PUSH, SLOTS, UNSTABLE
from companion.words import NOTHING, Text, count, term, text

HANDLE_STUCK, HANDLE_MISSING, HANDLE_CROSSED = "switch stuck", "switch silent", "switches crossed"
SLOTS_SWAPPED, SLOT_WRONG, MARGIN_SMALL = "slots exchanged", "slot misread", "margin small"
LIGHT_DARK, LIGHT_STUCK, LIGHT_ELSEWHERE, LIGHT_WEAK = (
    "light dark",
    "light stuck",
    "light elsewhere",
    "light unsteady",
)
LIGHTS_REVERSED: Final = "lights reversed"
LINK_DAMAGED, LINK_LOST, READER_MISSING, NOT_TRIED, NO_CELLS = (
    "link damaged",
    "link lost",
    "reader missing",
    "not tried",
    "cells not told",
)
BLIND, WEAK_CELL, SHINING, PALE_INK, GLARING = (
    "cell blind",
    "cell weak",
    "cell shining",
    "ink pale",
    "glare",
)
REVERSED, EXCHANGED = "array reversed", "cells exchanged"
"""All sensors see well, but each sees another cell than its own."""

NOTES: Final = frozenset({MARGIN_SMALL, LINK_DAMAGED, LINK_LOST, NO_CELLS, PALE_INK, GLARING})
"""Kinds of findings that do not prevent play; all others must be repaired."""

MOVES: Final = {PULL: term("switch", "pull"), PUSH: term("switch", "push")}
ANSWERS: Final = {
    EMPTY: term("slot", "empty"),
    BLANK: term("slot", "blank"),
    DIRTY: term("slot", "dirty"),
    BADCODE: term("slot", "badcode"),
    UNSTABLE: term("slot", "unstable"),
}
"""The answers of a slot without a card."""

DAMAGED_SHARE: Final = 0.01
"""A larger share of damaged frames is reported."""
WEAK: Final = 0.65
"""A sensor below this share of its slot's usual white is weak: the reader copes with paper and
light that vary as much, but not with more."""

PALE: Final = 0.35
"""Printed black that reflects more than this share of white is not black in infrared light."""

CRAMPED: Final = 0.6
"""A slot is near its limit below this share of the contrast between the darkest white and the
brightest black. The limit is 0.4, below which the firmware calls the card dirty."""

GLARE: Final = 96
"""Rooms below this have so much ambient light that a little more would blind the sensor."""


class TableFinding(NamedTuple):
    """A fault of the table."""

    seat: int
    place: Text
    """The place there, such as "slot 4, cell 6"."""
    kind: str
    seen: Text | str
    """The measured or seen fact, NOTHING if there is nothing to add."""

    @property
    def grave(self) -> bool:
        """Return whether the table fails for it."""
        return self.kind not in NOTES


def findings(run: CertificationRun) -> tuple[TableFinding, ...]:
    """Return all faults, seat by seat, also of a run that is not over.

    Within a seat the order is handle, slots, lights, link. A missing reader is one finding, without
    its faults of before.
    """
    found = []
    for number in run.tested():
        seat = run.seats[number]
        if seat.gone:
            found.append(TableFinding(number, text("reader"), READER_MISSING, seat.gone))
            continue
        found += _handle(number, seat)
        found += _slots(number, seat)
        found += _lights(run, number)
        found += _link(number, seat)
        if seat.task != DONE:
            begin = text("everything from '{task}' on", task=NAMES[seat.task])
            found.append(TableFinding(number, text("reader"), NOT_TRIED, begin))
    return tuple(found)


def _handle(number: int, seat: Seat) -> Iterator[TableFinding]:
    felt = {
        task: seat.felt[task]
        for task in (PULLED, LET_GO, PUSHED, LET_GO_AGAIN)
        if task in seat.felt
    }
    # Both ways: one of them alone could be a hand that moved the wrong way.
    if PUSH in felt.get(PULLED, ()) and PULL in felt.get(PUSHED, ()):
        yield TableFinding(
            number,
            text("handle"),
            HANDLE_CROSSED,
            text("a pull is read as a push, and the other way round"),
        )
        return
    for position, task in ((PULL, PULLED), (PUSH, PUSHED)):
        if _is_stuck(seat, position):
            yield TableFinding(
                number,
                text("handle"),
                HANDLE_STUCK,
                text("{position} although nobody touches it", position=MOVES[position]),
            )
        # Both switches closed count as rest, so that one that never opens hides the other.
        elif (
            task in felt
            and position not in felt[task]
            and not _is_stuck(seat, PUSH if position == PULL else PULL)
        ):
            yield TableFinding(
                number,
                text("handle"),
                HANDLE_MISSING,
                text("no {position} while it was moved there", position=MOVES[position]),
            )


def _is_stuck(seat: Seat, position: str) -> bool:
    """Say whether a switch is closed after the handle was let go, and still at the end.

    One of both alone could be a hand that lets go slowly.
    """
    return seat.handle == position and any(
        seat.felt[task][-1] == position for task in (LET_GO, LET_GO_AGAIN) if task in seat.felt
    )


def _slots(number: int, seat: Seat) -> Iterator[TableFinding]:
    swapped = dict(_swapped_slots(seat))
    for slot in range(1, SLOTS + 1):
        if slot in swapped:
            other = swapped[slot]
            # A pair is reported once, at the first of the two slots.
            if slot < other:
                yield TableFinding(
                    number,
                    text("slots {slot} and {other}", slot=slot, other=other),
                    SLOTS_SWAPPED,
                    text(
                        "slot {slot} reads the card of slot {other}, and the other way round",
                        slot=slot,
                        other=other,
                    ),
                )
            continue
        order = is_misplaced(slot, seat.seen)
        if order is not None:
            kind, cells = order
            if cells:
                place = text(
                    "slot {slot}, cells {one} and {other}", slot=slot, one=cells[0], other=cells[1]
                )
            else:
                place = text("slot {slot}", slot=slot)
            yield TableFinding(number, place, kind, NOTHING)
            continue
        faults = _cell_faults(slot, seat.seen)
        for fault in faults:
            if fault.cell:
                place = text("slot {slot}, cell {cell}", slot=slot, cell=fault.cell)
            else:
                place = text("slot {slot}", slot=slot)
            if fault.kind == WEAK_CELL:
                measured = text("{share} of what they see", share=f"{fault.measure:.0%}")
            elif fault.kind == PALE_INK:
                measured = text("{share} of white", share=f"{fault.measure:.0%}")
            else:
                measured = text("{level} of 255", level=f"{fault.measure:g}")
            yield TableFinding(number, place, fault.kind, measured)
        # A faulty cell explains the slot's answers and its small margin: one cause, one finding.
        if not any(fault.cell for fault in faults):
            yield from _wrong_readings(number, slot, seat)


def _swapped_slots(seat: Seat) -> Iterator[tuple[int, int]]:
    """Yield pairs of slots that each read the other's test card."""
    for one in range(1, SLOTS + 1):
        for other in range(1, SLOTS + 1):
            crossed = [
                task
                for task in (FACES, TURNED)
                if task in seat.seen
                and one != other
                and _reads(seat, task, one, other)
                and _reads(seat, task, other, one)
            ]
            if crossed:
                yield one, other


def _reads(seat: Seat, task: str, slot: int, card: int) -> bool:
    return seat.seen[task].answers[slot - 1] == SLOT_TASKS[task][card - 1]


def _wrong_readings(number: int, slot: int, seat: Seat) -> Iterator[TableFinding]:
    """Yield the first task with a wrong answer of a slot; without one, how near its limit it is."""
    for task in (EMPTY_SLOTS, FACES, TURNED):
        answer = (
            seat.seen[task].answers[slot - 1] if task in seat.seen else SLOT_TASKS[task][slot - 1]
        )
        if answer != SLOT_TASKS[task][slot - 1]:
            if answer.code is not None:
                read = text("code {code}", code=answer.code)
            else:
                read = ANSWERS.get(answer.status, text("nothing"))
            yield TableFinding(
                number,
                text("slot {slot}", slot=slot),
                SLOT_WRONG,
                text("{read} with the task '{task}'", read=read, task=NAMES[task]),
            )
            return
    found = figures(slot, seat.seen)
    if found is not None and found.margin < CRAMPED:
        yield TableFinding(
            number,
            text("slot {slot}", slot=slot),
            MARGIN_SMALL,
            text("{share} of the contrast", share=f"{found.margin:.0%}"),
        )
    if found is None and TURNED in seat.seen:
        yield TableFinding(
            number,
            text("slot {slot}", slot=slot),
            NO_CELLS,
            text("contrast {level}", level=seat.seen[TURNED].contrasts[slot - 1]),
        )


def _lights(run: CertificationRun, number: int) -> Iterator[TableFinding]:
    """Yield the faults of a reader's lights.

    The real state of a light follows from each picture and from the reports of wrong lights.
    """
    if run.picture is None:
        return
    # A touch means that a light looks wrong: a light was on if the picture says so and nobody
    # touched it, or the reverse.
    shown = [
        tuple(lit != ((number, slot) in run.wrong[at]) for slot, lit in enumerate(picture.lit, 1))
        for at, picture in enumerate(PICTURES)
        if at <= run.picture
    ]
    # All on and all off look the same from either end, so the first picture alone proves nothing.
    if (
        all(
            picture == expected.lit[::-1]
            for picture, expected in zip(shown, PICTURES, strict=False)
        )
        and len(shown) > 1
    ):
        yield TableFinding(
            number, text("lights"), LIGHTS_REVERSED, text("light 5 turns on instead of light 1")
        )
        return
    for slot in range(1, SLOTS + 1):
        kind, seen = _light(slot, shown)
        if kind:
            yield TableFinding(number, text("light {slot}", slot=slot), kind, seen)


def _light(slot: int, shown: list[tuple[bool, ...]]) -> tuple[str, Text]:
    """Return the fault of the light of a slot, as far as pictures were shown."""
    mine = [picture[slot - 1] for picture in shown]
    wrong = [
        at for at, picture in enumerate(PICTURES[: len(shown)]) if picture.lit[slot - 1] != mine[at]
    ]
    if not wrong:
        return "", NOTHING
    if not any(mine):
        return LIGHT_DARK, NOTHING
    if all(mine) and len(mine) > 1:
        return LIGHT_STUCK, NOTHING
    # In the picture at this index only the slot's own light should be on.
    elsewhere = (
        [place for place, lit in enumerate(shown[slot], 1) if lit] if slot < len(shown) else []
    )
    if elsewhere and slot not in elsewhere:
        return LIGHT_ELSEWHERE, text("light {slot} turns on instead", slot=elsewhere[0])
    return LIGHT_WEAK, text("it is on and off at the wrong times")


def _link(number: int, seat: Seat) -> Iterator[TableFinding]:
    if seat.lost:
        yield TableFinding(
            number,
            text("link"),
            LINK_LOST,
            count(
                "lost {number} time during the run", "lost {number} times during the run", seat.lost
            ),
        )
    # Damage before the run, such as while a cable was plugged in, says nothing about the table now.
    counters = seat.counted
    if counters.damaged > max(2, DAMAGED_SHARE * counters.frames):
        yield TableFinding(
            number,
            text("link"),
            LINK_DAMAGED,
            text(
                "{damaged} of {frames} frames damaged, {resent} sent again",
                damaged=counters.damaged,
                frames=counters.frames + counters.damaged,
                resent=counters.resends,
            ),
        )


# ---- The cells of one slot -----------------------------------------------------------------------


class CellFinding(NamedTuple):
    """A cell with a fault."""

    cell: int
    """1-8, or 0 for the slot as a whole."""
    kind: str
    """BLIND, WEAK_CELL, SHINING, PALE_INK or GLARING."""
    measure: float
    """The strength of the fault, as a share or a level."""


class CellFigures(NamedTuple):
    """The figures of a slot's cells."""

    white: int
    """The usual white, 0-255."""
    contrast: int
    margin: float
    """The distance between white and black, as a share of the contrast."""


def _white_cells(slot: int, task: str) -> tuple[bool, ...]:
    """Return which of the eight cells should be white in a slot (1-5) in a task.

    Cell 1, the highest bit, comes first. None is white in the task to empty the slots.
    """
    code = SLOT_TASKS[task][slot - 1].code or 0
    return tuple(bool(code >> (CELLS - 1 - cell) & 1) for cell in range(CELLS))


def _levels(slot: int, seen: Mapping[str, SlotsSeen]) -> tuple[list[list[int]], list[list[int]]]:
    """Return the levels of each cell where it should be white, and where it should be black."""
    white: list[list[int]] = [[] for _ in range(CELLS)]
    black: list[list[int]] = [[] for _ in range(CELLS)]
    for task in (FACES, TURNED):
        cells = seen[task].cells[slot - 1] if task in seen else None
        for cell, is_white in enumerate(_white_cells(slot, task)):
            if cells is not None:
                (white if is_white else black)[cell].append(cells.levels[cell])
    return white, black


def figures(slot: int, seen: Mapping[str, SlotsSeen]) -> CellFigures | None:
    """Return the figures of a slot, None without cells."""
    white, black = _levels(slot, seen)
    whites, blacks = (
        [level for cell in white for level in cell],
        [level for cell in black for level in cell],
    )
    if not whites or not blacks:
        return None
    contrast = max(whites) - min(blacks)
    return CellFigures(
        round(_usual(whites)), contrast, round((min(whites) - max(blacks)) / max(1, contrast), 2)
    )


def _cell_faults(slot: int, seen: Mapping[str, SlotsSeen]) -> tuple[CellFinding, ...]:
    """Return the faults of single cells of a slot that holds its own test card.

    Cells without levels have no fault. `cell` 0 is the slot as a whole: ink and ambient light
    concern all eight.
    """
    white, black = _levels(slot, seen)
    found = figures(slot, seen)
    faults: list[CellFinding] = []
    for cell, levels in enumerate(white, 1):
        if found is None or not levels:
            continue
        # The better of both ends of the card: a speck on one is no fault of the sensor.
        best = max(levels)
        share = best / max(1, found.white)
        if best < DARK:
            faults.append(CellFinding(cell, BLIND, best))
        elif share < WEAK:
            faults.append(CellFinding(cell, WEAK_CELL, round(share, 2)))
    empty = seen[EMPTY_SLOTS].cells[slot - 1] if EMPTY_SLOTS in seen else None
    # From DARK on the firmware no longer calls the slot empty.
    shining = [
        CellFinding(cell, SHINING, level)
        for cell, level in enumerate(() if empty is None else empty.levels, 1)
        if level >= DARK
    ]
    faults += shining
    if found is not None and found.white and not shining:
        ink = _usual([level / found.white for cell in black for level in cell])
        # One pale cell is a speck; unsuitable ink is pale in all of them.
        if ink > PALE:
            faults.append(CellFinding(0, PALE_INK, round(ink, 2)))
    measured = [cells for task in seen.values() if (cells := task.cells[slot - 1]) is not None]
    least = min((room for cells in measured for room in cells.rooms), default=255)
    if least < GLARE:
        faults.append(CellFinding(0, GLARING, least))
    return tuple(faults)


def is_misplaced(slot: int, seen: Mapping[str, SlotsSeen]) -> tuple[str, tuple[int, ...]] | None:
    """Return whether a slot sees the word reversed, or with two cells exchanged.

    REVERSED is from right to left; EXCHANGED has the two cells (1-8). None for neither.
    """
    pairs = [
        (_white_cells(slot, task), _whites(cells))
        for task in (FACES, TURNED)
        if task in seen and (cells := seen[task].cells[slot - 1]) is not None
    ]
    # In one word alone the two cells may be alike, and another fault look like an exchange.
    if len(pairs) < 2 or all(wanted == found for wanted, found in pairs):
        return None
    if all(wanted[::-1] == found for wanted, found in pairs):
        return REVERSED, ()
    wrong = sorted(
        {cell for wanted, found in pairs for cell in range(CELLS) if wanted[cell] != found[cell]}
    )
    if len(wrong) == 2 and all(
        (wanted[wrong[0]], wanted[wrong[1]]) == (found[wrong[1]], found[wrong[0]])
        for wanted, found in pairs
    ):
        return EXCHANGED, (wrong[0] + 1, wrong[1] + 1)
    return None


def _whites(cells: CellLevels) -> tuple[bool, ...]:
    """Return which cells look white: brighter than halfway between the darkest and the brightest.

    This is the firmware's own threshold, computed for each read (hardware facts, section 2).
    """
    return tuple(2 * level > min(cells.levels) + max(cells.levels) for level in cells.levels)


def _usual(values: list[int] | list[float]) -> float:
    """Return the median; the module `statistics` would lengthen the start of the app."""
    return sorted(values)[len(values) // 2]
