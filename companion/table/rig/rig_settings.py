"""The settings of an emulated table: the rest of its URL, with chosen defects and random faults.

`Defects` describe the sensors, switches and lights of one reader; `read_broken` parses the words.

`read_faults` parses the words. A `Mangler` is a bad line: frames get lost, come twice or arrive
damaged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any, Final, TypeAlias

from companion.errors import TableError, did_you_mean, near_word
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


def defects_from(plain: Any) -> Defects:
    """Return Defects from their JSON form."""
    lights, sensors, cables, stuck, opened, crossed, turned = plain
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
    fields = match.groupdict()
    seat, slot, other, cell = (
        _number_in_word(word, fields, what, most) for what, most in (("seat", seats), *MOST)
    )
    if slot and slot == other:
        raise TableError(
            f"broken: found {word!r}, expected two different slots, as {FORMS[name].example}"
        )
    share = 0.0 if name == "blind" else _share(word, value) if equals else USUAL_SHARE
    return _Break(name, seat, slot, other, cell, fields.get("switch", ""), share)


def _number_in_word(word: str, fields: dict[str, str], what: str, most: int) -> int:
    """Return one number of a word, 0 if it has none of this kind."""
    if what not in fields:
        return 0
    # All numbers have one digit.
    number = int(fields[what]) if len(fields[what]) == 1 else 0
    if not 1 <= number <= most:
        raise TableError(
            f"broken: found {'slot' if what == 'other' else what} {fields[what]} in {word!r},"
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


CHANCE: Final = re.compile(r"(\d+(?:\.\d+)?)%")
TIMED: Final = {"unplug": "30s", "crash": "60s"}
"""The faults that have a time instead of a chance, each with an example."""
TIME: Final = re.compile(r"(\d+(?:\.\d+)?)s")
END: Final = b"\n"
LONGEST: Final = 240
"""Bytes that wait for the end of their frame: twice the longest frame. More are passed on."""


class Faults(NamedTuple):
    """Chances of 0-1 for each frame or each inserted card, and mean times in seconds (0: never)."""

    corrupt: float = 0.0
    """Chance of a damaged frame."""
    drop: float = 0.0
    """Chance of a lost frame."""
    duplicate: float = 0.0
    """Chance of a repeated frame."""
    unplug: float = 0.0
    """Mean time between two pulled cables of the whole table."""
    dirty: float = 0.0
    """Chance of a smudged card."""
    half: float = 0.0
    """Chance of a card that is not fully inserted."""
    crash: float = 0.0
    """Mean time between two chips that enter safe mode."""

    def line(self) -> bool:
        """Return whether frames have faults."""
        return self.corrupt + self.drop + self.duplicate > 0


USUAL: Final = Faults(
    corrupt=0.03, drop=0.01, duplicate=0.01, unplug=30.0, dirty=0.02, half=0.02, crash=60.0
)
"""The values of words without one."""


def read_faults(words: str) -> Faults:
    """Parse faults, separated by commas, with or without a value; none for "".

    Raises:
        TableError: A word is unknown or repeated, or its value is invalid.
    """
    found: dict[str, float] = {}
    for word in words.split(",") if words.strip() else ():
        name, equals, value = (part.strip() for part in word.partition("="))
        if name not in Faults._fields:
            raise TableError(
                f"faults: found {name!r}, expected some of {', '.join(Faults._fields)}, such as"
                f" corrupt=3%,unplug=30s{did_you_mean(name, Faults._fields)}"
            )
        if name in found:
            raise TableError(f"faults: found {name} twice, expected it once; leave one out")
        found[name] = _value(name, value) if equals else getattr(USUAL, name)
    return Faults(**found)


def _value(name: str, value: str) -> float:
    """Return per cent as a chance, or seconds."""
    form, example = (TIME, TIMED[name]) if name in TIMED else (CHANCE, "3%")
    match = form.fullmatch(value)
    number = float(match[1]) if match else -1.0
    if name in TIMED and number >= 0.1:
        return number
    if name not in TIMED and 0 <= number <= 100:
        return number / 100
    limits = "0.1 seconds or more" if name in TIMED else "0 to 100 per cent"
    raise TableError(
        f"faults: found {name}={value}, expected {limits}, written as {name}={example}"
    )


class Mangler:
    """One direction of a line. Without line faults it changes and delays nothing.

    All chance comes from `random`.
    """

    def __init__(self, faults: Faults, random: Random) -> None:
        self._faults, self._random = faults, random
        self._rest = b""

    def feed(self, data: bytes) -> bytes:
        """Return the bytes that come out now, in whole frames."""
        if not self._faults.line():
            return data
        *frames, rest = (self._rest + data).split(END)
        out = b""
        for words in frames:
            frame = words + END
            if self._happens(self._faults.drop):
                continue
            out += self._damaged(frame) if self._happens(self._faults.corrupt) else frame
            if self._happens(self._faults.duplicate):
                out += frame
        if len(rest) > LONGEST:
            out, rest = out + rest, b""
        self._rest = rest
        return out

    def cut(self) -> None:
        """Interrupt the line: waiting bytes are lost."""
        self._rest = b""

    def _happens(self, chance: float) -> bool:
        return chance > 0 and self._random.random() < chance

    def _damaged(self, frame: bytes) -> bytes:
        """Flip bits, cut the tail, cut a hole or add noise; the frame's end may be lost, too."""
        way = self._random.choice(("flip", "flip", "tail", "hole", "noise"))
        if way == "flip":
            damaged = bytearray(frame)
            for _ in range(self._random.randint(1, 3)):
                damaged[self._random.randrange(len(damaged))] ^= 1 << self._random.randrange(8)
            return bytes(damaged)
        start = self._random.randrange(len(frame))
        if way == "tail":
            return frame[:start]
        length = self._random.randint(1, 8)
        if way == "hole":
            return frame[:start] + frame[start + length :]
        return frame[:start] + self._random.randbytes(length) + frame[start:]


MOST_SEATS: Final = 8
SLOWEST, FASTEST = 0.1, 50.0
KNOWN: Final = ("faults", "broken", "pace", "seed")


class RigSettings(NamedTuple):
    """The settings of an emulated table."""

    seats: int = MOST_SEATS
    """Number of readers."""
    faults: Faults = Faults()
    pace: float = 1.0
    """Speed as a multiple of real time."""
    seed: str = "1"
    """Seed of all chance."""
    broken: Broken = ()

    def defects(self, seat: int) -> Defects:
        """Return the defects of the reader at a seat."""
        return dict(self.broken).get(seat, SOUND)


def parse_rig_settings(rest: str) -> RigSettings:
    """Parse the rest of a URL; "" asks for eight readers without faults.

    Raises:
        TableError: The rest is not valid.
    """
    count, _, query = rest.strip().partition("?")
    words = _words(query)
    seats, faults = _seats(count), read_faults(words.get("faults", ""))
    pace, seed = _pace(words.get("pace", "1")), words.get("seed", "1")
    if not seed.strip():
        raise TableError(f"rig: found seed={seed}, expected any word or number")
    return RigSettings(seats, faults, pace, seed, read_broken(words.get("broken", ""), seats))


def _words(query: str) -> dict[str, str]:
    """Return the words after the question mark; values may contain equals signs."""
    words: dict[str, str] = {}
    for part in query.split("&") if query else ():
        name, equals, value = part.partition("=")
        if name not in KNOWN or not equals or name in words:
            near = near_word(name, KNOWN)
            hint = f"; did you mean {near!r}?" if near and near != name else ""
            known = ", ".join(f"{known}=…" for known in KNOWN)
            raise TableError(
                f"rig: found {part!r}, expected each once at most: {known}, as in"
                f" rig:8?pace=4&seed=1{hint}"
            )
        words[name] = value
    return words


def _seats(count: str) -> int:
    if not count:
        return MOST_SEATS
    if count in map(str, range(1, MOST_SEATS + 1)):
        return int(count)
    raise TableError(
        f"rig: found {count!r}, expected how many readers, 1 to {MOST_SEATS}, as in rig:8"
    )


def _pace(word: str) -> float:
    try:
        pace = float(word)
    except ValueError:
        pace = 0.0
    if not SLOWEST <= pace <= FASTEST:
        raise TableError(
            f"rig: found pace={word}, expected how many times faster than time, {SLOWEST:g} to"
            f" {FASTEST:g}"
        )
    return pace
