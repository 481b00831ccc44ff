"""What goes wrong at an emulated table on purpose: "corrupt=3%,drop=1%,unplug=30s,dirty=2%,duplicate,half"."""
from __future__ import annotations

import re
from typing import Final, NamedTuple

from companion.errors import TableFault, did_you_mean


class Faults(NamedTuple):
    """Chances of 0-1 for each frame on the line (`corrupt`, `drop`, `duplicate`) and for each card that is put in (`dirty`, `half`).

    `unplug` is the mean time in seconds between two pulled cables of the whole table, 0 for never.
    """

    corrupt: float = 0.0
    drop: float = 0.0
    duplicate: float = 0.0
    unplug: float = 0.0
    dirty: float = 0.0
    half: float = 0.0

    def line(self) -> bool:
        """Whether anything happens to frames."""
        return self.corrupt + self.drop + self.duplicate > 0


USUAL: Final = Faults(corrupt=0.03, drop=0.01, duplicate=0.01, unplug=30.0, dirty=0.02, half=0.02)
"""What a word without a value means."""

CHANCE: Final = re.compile(r"(\d+(?:\.\d+)?)%")
TIME: Final = re.compile(r"(\d+(?:\.\d+)?)s")


def read_faults(words: str) -> Faults:
    """The faults that are asked for, separated by commas, each with a value or plain; none for "".

    TableFault for a word that is not known, twice there, or with a value that makes no sense.
    """
    found: dict[str, float] = {}
    for word in words.split(",") if words.strip() else ():
        name, equals, value = (part.strip() for part in word.partition("="))
        if name not in Faults._fields:
            raise TableFault(_unknown(name))
        if name in found:
            raise TableFault(f"faults: found {name} twice, expected it once; leave one out")
        found[name] = _value(name, value) if equals else getattr(USUAL, name)
    return Faults(**found)


def _unknown(name: str) -> str:
    return f"faults: found {name!r}, expected some of {', '.join(Faults._fields)}, such as corrupt=3%,unplug=30s{did_you_mean(name, Faults._fields)}"


def _value(name: str, value: str) -> float:
    """Per cent as a chance, or seconds."""
    form, example = (TIME, "30s") if name == "unplug" else (CHANCE, "3%")
    match = form.fullmatch(value)
    number = float(match[1]) if match else -1.0
    if name == "unplug" and number >= 0.1:
        return number
    if name != "unplug" and 0 <= number <= 100:
        return number / 100
    limits = "0.1 seconds or more" if name == "unplug" else "0 to 100 per cent"
    raise TableFault(f"faults: found {name}={value}, expected {limits}, written as {name}={example}")
