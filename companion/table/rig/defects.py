"""What is broken at an emulated table on purpose, such as "light@3.2,weak@2.4.6,swapped@1.2-4,stuck@5.pull".

`Defects` say what that does to one reader's sensors, switches and lights; `read_broken` reads them from words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from companion.errors import TableFault, did_you_mean
from companion.named_tuples import NamedTuple
from companion.signals import PULL, PUSH, SLOTS
from companion.table.rig.optics import CELLS

Colour: TypeAlias = tuple[int, int, int]
IN_PLACE: Final = tuple(range(1, SLOTS + 1))
DARK: Final = (0, 0, 0)


class Defects(NamedTuple):
    """What is broken at one reader; slots and cells count from 1, as people count them.

    `lights` are the slots whose lock light never shines, `sensors` those that give only a share (0-1) of what they should, as (slot, cell,
    share). `cables` are the slots whose cable is plugged in where that of slot 1, 2, 3 … belongs. The switches (PULL, PUSH) of `stuck` are
    always closed, those of `open` never; `crossed`: their wires are exchanged. `turned`: the strip of lights is the other way round.
    """

    lights: tuple[int, ...] = ()
    sensors: tuple[tuple[int, int, float], ...] = ()
    cables: tuple[int, ...] = IN_PLACE
    stuck: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    crossed: bool = False
    turned: bool = False

    def shares(self, slot: int) -> tuple[float, ...]:
        """What the eight sensors of a slot give of what they should."""
        weak = {cell: share for broken, cell, share in self.sensors if broken == slot}
        return tuple(weak.get(cell, 1.0) for cell in range(1, CELLS + 1))

    def closed(self, handle: str) -> tuple[bool, bool]:
        """Whether current flows through the wires of the pull and of the push switch, with the handle there."""
        pull, push = (
            switch in self.stuck or (handle == switch and switch not in self.open)
            for switch in (PULL, PUSH)
        )
        return (push, pull) if self.crossed else (pull, push)

    def shining(self, pixels: Sequence[Colour]) -> tuple[Colour, ...]:
        """How the lights of slots 1 to 5 shine, by the colours of the pixels in the order of the wire."""
        placed = reversed(pixels) if self.turned else pixels
        return tuple(
            DARK if slot in self.lights else colour for slot, colour in enumerate(placed, 1)
        )


SOUND: Final = Defects()


def defects_from(told: Any) -> Defects:
    """Defects as JSON has brought them."""
    lights, sensors, cables, stuck, opened, crossed, turned = told
    weak = tuple((slot, cell, share) for slot, cell, share in sensors)
    return Defects(tuple(lights), weak, tuple(cables), tuple(stuck), tuple(opened), crossed, turned)


# ---- Defects from words -----------------------------------------------------------------------------------------------


Broken: TypeAlias = tuple[tuple[int, Defects], ...]
"""The readers that have something broken, by seat."""

USUAL_SHARE: Final = 0.4
"""How much a weak sensor still gives, unless another share is named."""


class _Form(NamedTuple):
    """How a word is written behind its @, with an example; two words of one `place` cannot both be true of the same seat, slot and cell."""

    pattern: str
    example: str
    place: str


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
"""Everything that can be broken: a lock light, a sensor that gives little or nothing, the cables of two slots, a switch that is always or
never closed, the wires of both switches, and the strip of lights, which is the other way round."""

MOST: Final = (("slot", SLOTS), ("other", SLOTS), ("cell", CELLS))
"""The greatest number of each kind."""

WEAK: Final = re.compile(r"([0-9]{1,2})%")


class _Break(NamedTuple):
    """One thing that is broken: its name, the seat, and the numbers and the switch that the word names, 0 and "" where it names none."""

    name: str
    seat: int
    slot: int
    other: int
    cell: int
    switch: str
    share: float


def read_broken(words: str, seats: int) -> Broken:
    """What is to be broken, separated by commas, at readers of seats 1 to `seats`; nothing for "".

    TableFault for a word that is not known or not well written, a place that is not there, and two words about one place.
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
            raise TableFault(
                f"broken: found {found[place]} and {word}, expected one word for one place; leave one out"
            )
        found[place] = word
        defects[broken.seat] = _with(defects.get(broken.seat, SOUND), broken)
    return tuple(sorted(defects.items()))


def _read(word: str, seats: int) -> _Break:
    name, _, rest = word.partition("@")
    if name not in FORMS:
        raise TableFault(
            f"broken: found {word!r}, expected some of {', '.join(FORMS)}, such as {FORMS['light'].example}{did_you_mean(name, FORMS)}"
        )
    place, equals, value = rest.partition("=")
    match = re.fullmatch(FORMS[name].pattern, place)
    if match is None or (equals and name != "weak"):
        raise TableFault(f"broken: found {word!r}, expected it as {FORMS[name].example}")
    told = match.groupdict()
    seat, slot, other, cell = (
        _number(word, told, what, most) for what, most in (("seat", seats), *MOST)
    )
    if slot and slot == other:
        raise TableFault(
            f"broken: found {word!r}, expected two different slots, as {FORMS[name].example}"
        )
    share = 0.0 if name == "blind" else _share(word, value) if equals else USUAL_SHARE
    return _Break(name, seat, slot, other, cell, told.get("switch", ""), share)


def _number(word: str, told: dict[str, str], what: str, most: int) -> int:
    """One number of a word, 0 where it has none of this kind."""
    if what not in told:
        return 0
    # Nothing here counts to ten.
    number = int(told[what]) if len(told[what]) == 1 else 0
    if not 1 <= number <= most:
        raise TableFault(
            f"broken: found {'slot' if what == 'other' else what} {told[what]} in {word!r}, expected 1 to {most}"
        )
    return number


def _share(word: str, value: str) -> float:
    match = WEAK.fullmatch(value)
    if match is None or int(match[1]) == 0:
        raise TableFault(
            f"broken: found {word!r}, expected 1 to 99 per cent, written as {FORMS['weak'].example}"
        )
    return int(match[1]) / 100


def _with(defects: Defects, broken: _Break) -> Defects:
    """A reader that has this, too."""
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
