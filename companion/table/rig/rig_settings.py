"""The settings of an emulated table: the rest of its URL, such as "8?faults=drop=1%&pace=4"."""

from __future__ import annotations

from typing import Final

from companion.errors import TableError, near_word
from companion.named_tuples import NamedTuple
from companion.table.rig.defects import SOUND, Broken, Defects, read_broken
from companion.table.rig.faults import Faults, read_faults

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
    return RigSettings(
        seats,
        faults,
        _pace(words.get("pace", "1")),
        _seed(words.get("seed", "1")),
        read_broken(words.get("broken", ""), seats),
    )


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


def _seed(word: str) -> str:
    if not word.strip():
        raise TableError(f"rig: found seed={word}, expected any word or number")
    return word


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
