"""Chosen defects of an emulated table, such as "light@3.2,weak@2.4.6,swapped@1.2-4,stuck@5.pull".

`Defects` describe the sensors, switches and lights of one reader; `read_broken` parses the words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from companion.errors import TableError, did_you_mean
from companion.named_tuples import NamedTuple
from companion.signals import PULL, PUSH, SLOTS
from companion.table.rig.optics import CELLS

Colour: TypeAlias = tuple[int, int, int]
IN_PLACE: Final = tuple(range(1, SLOTS + 1))
DARK: Final = (0, 0, 0)


class Defects(NamedTuple):
    """The defects of one reader; slots and cells count from 1."""

    lights: tuple[int, ...] = ()
    """Slots whose lock light never shines."""
    sensors: tuple[tuple[int, int, float], ...] = ()
    """Weak sensors as (slot, cell, share); `share` is 0-1 of the full signal."""
    cables: tuple[int, ...] = IN_PLACE
    """The slots whose cables are plugged in at slots 1, 2, 3 …"""
    stuck: tuple[str, ...] = ()
    """Switches (PULL, PUSH) that are always closed."""
    open: tuple[str, ...] = ()
    """Switches that are never closed."""
    crossed: bool = False
    """Whether the wires of both switches are exchanged."""
    turned: bool = False
    """Whether the strip of lights is mounted the other way round."""

    def shares(self, slot: int) -> tuple[float, ...]:
        """Return the share (0-1) of the full signal for each of a slot's eight sensors."""
        weak = {cell: share for broken, cell, share in self.sensors if broken == slot}
        return tuple(weak.get(cell, 1.0) for cell in range(1, CELLS + 1))

    def closed(self, handle: str) -> tuple[bool, bool]:
        """Return whether the pull and the push switch conduct, with the handle in this position."""
        pull, push = (
            switch in self.stuck or (handle == switch and switch not in self.open)
            for switch in (PULL, PUSH)
        )
        return (push, pull) if self.crossed else (pull, push)

    def shining(self, pixels: Sequence[Colour]) -> tuple[Colour, ...]:
        """Return the colours of the lights of slots 1 to 5, given the pixels in wire order."""
        placed = reversed(pixels) if self.turned else pixels
        return tuple(
            DARK if slot in self.lights else colour for slot, colour in enumerate(placed, 1)
        )


SOUND: Final = Defects()


def defects_from(told: Any) -> Defects:
    """Return Defects from their JSON form."""
    lights, sensors, cables, stuck, opened, crossed, turned = told
    weak = tuple((slot, cell, share) for slot, cell, share in sensors)
    return Defects(tuple(lights), weak, tuple(cables), tuple(stuck), tuple(opened), crossed, turned)


# ---- Defects from words --------------------------------------------------------------------------


Broken: TypeAlias = tuple[tuple[int, Defects], ...]
"""The readers with defects, by seat."""

USUAL_SHARE: Final = 0.4
"""The share of a weak sensor unless a word names another."""


class _Form(NamedTuple):
    """The syntax of a word after its @."""

    pattern: str
    example: str
    place: str
    """Two words with one `place` exclude each other for the same seat, slot and cell."""


SEAT, SLOT, OTHER, CELL, SWITCH = (
    "(?P<seat>[0-9]+)",
    "(?P<slot>[0-9]+)",
    "(?P<other>[0-9]+)",
    "(?P<cell>[0-9]+)",
    "(?P<switch>pull|push)",
)
FORMS: Final = {
    "light": _Form(rf"{SEAT}\.{SLOT}", "light@3.2 for seat 3, slot 2", "light"),
    "weak": _Form(
        rf"{SEAT}\.{SLOT}\.{CELL}",
        "weak@2.4.6 or weak@2.4.6=25% for seat 2, slot 4, cell 6",
        "sensor",
    ),
    "blind": _Form(rf"{SEAT}\.{SLOT}\.{CELL}", "blind@2.4.6 for seat 2, slot 4, cell 6", "sensor"),
    "swapped": _Form(
        rf"{SEAT}\.{SLOT}-{OTHER}", "swapped@1.2-4 for seat 1, slots 2 and 4", "swapped"
    ),
    "stuck": _Form(rf"{SEAT}\.{SWITCH}", "stuck@5.pull for seat 5", "switch"),
    "open": _Form(rf"{SEAT}\.{SWITCH}", "open@5.push for seat 5", "switch"),
    "crossed": _Form(SEAT, "crossed@6 for seat 6", "crossed"),
    "lamps": _Form(SEAT, "lamps@7 for seat 7", "lamps"),
}
"""All defects.

A lock light, a weak or blind sensor, swapped cables of two slots, a switch that is always or never
closed, exchanged wires of the switches, and a strip of lights the wrong way round.
"""

MOST: Final = (("slot", SLOTS), ("other", SLOTS), ("cell", CELLS))
"""The greatest number of each kind."""

WEAK: Final = re.compile(r"([0-9]{1,2})%")


class _Break(NamedTuple):
    """One parsed defect; numbers and switch that the word does not name are 0 and ""."""

    name: str
    seat: int
    slot: int
    other: int
    cell: int
    switch: str
    share: float


def read_broken(words: str, seats: int) -> Broken:
    """Parse defects, separated by commas, of readers at seats 1 to `seats`; nothing for "".

    Raises:
        TableError: A word is unknown or malformed, a place does not exist, or two words exclude
            each other.
    """
    found: dict[tuple[object, ...], str] = {}
    defects: dict[int, Defects] = {}
    for word in (part.strip() for part in words.split(",")) if words.strip() else ():
        broken = _read(word, seats)
        # Sorted, since 2-4 and 4-2 are the same two slots.
        place = (
            FORMS[broken.name].place,
            broken.seat,
            *sorted((broken.slot, broken.other)),
            broken.cell,
            broken.switch,
        )
        if place in found:
            raise TableError(
                f"broken: found {found[place]} and {word}, expected one word for one place; leave"
                " one out"
            )
        found[place] = word
        defects[broken.seat] = _with(defects.get(broken.seat, SOUND), broken)
    return tuple(sorted(defects.items()))


def _read(word: str, seats: int) -> _Break:
    name, _, rest = word.partition("@")
    if name not in FORMS:
        raise TableError(
            f"broken: found {word!r}, expected some of {', '.join(FORMS)}, such as"
            f" {FORMS['light'].example}{did_you_mean(name, FORMS)}"
        )
    place, equals, value = rest.partition("=")
    match = re.fullmatch(FORMS[name].pattern, place)
    if match is None or (equals and name != "weak"):
        raise TableError(f"broken: found {word!r}, expected it as {FORMS[name].example}")
    told = match.groupdict()
    seat, slot, other, cell = (
        _number(word, told, what, most) for what, most in (("seat", seats), *MOST)
    )
    if slot and slot == other:
        raise TableError(
            f"broken: found {word!r}, expected two different slots, as {FORMS[name].example}"
        )
    share = 0.0 if name == "blind" else _share(word, value) if equals else USUAL_SHARE
    return _Break(name, seat, slot, other, cell, told.get("switch", ""), share)


def _number(word: str, told: dict[str, str], what: str, most: int) -> int:
    """Return one number of a word, 0 if it has none of this kind."""
    if what not in told:
        return 0
    # All numbers have one digit.
    number = int(told[what]) if len(told[what]) == 1 else 0
    if not 1 <= number <= most:
        raise TableError(
            f"broken: found {'slot' if what == 'other' else what} {told[what]} in {word!r},"
            f" expected 1 to {most}"
        )
    return number


def _share(word: str, value: str) -> float:
    match = WEAK.fullmatch(value)
    if match is None or int(match[1]) == 0:
        raise TableError(
            f"broken: found {word!r}, expected 1 to 99 per cent, written as {FORMS['weak'].example}"
        )
    return int(match[1]) / 100


def _with(defects: Defects, broken: _Break) -> Defects:
    """Return the defects with this one added."""
    name = broken.name
    if name in ("weak", "blind"):
        return defects._replace(
            sensors=(*defects.sensors, (broken.slot, broken.cell, broken.share))
        )
    if name == "light":
        return defects._replace(lights=(*defects.lights, broken.slot))
    if name == "swapped":
        other = {broken.slot: broken.other, broken.other: broken.slot}
        return defects._replace(cables=tuple(other.get(slot, slot) for slot in defects.cables))
    if name == "stuck":
        return defects._replace(stuck=(*defects.stuck, broken.switch))
    if name == "open":
        return defects._replace(open=(*defects.open, broken.switch))
    return defects._replace(crossed=True) if name == "crossed" else defects._replace(turned=True)
