"""Which readers a command plays on: a table's URL, with the faults that emulated readers are to have."""
from __future__ import annotations

from typing import Final

from companion.errors import SetupFault

RIG: Final = "rig"


def readers_url(table: str, faults: str | None, pace: int | None = None) -> str:
    """The URL of a table with its faults, emulated readers so many times as fast as time; SetupFault for faults of other readers.

    `table` is as it was typed, with or without its colon; a pace that stands in it is left as it is.
    """
    url = table if ":" in table else f"{table}:"
    # What stands before a plus sign is put around the table, as with spy+rig:8.
    scheme, _, rest = url.rpartition("+")[2].partition(":")
    if scheme == RIG and pace is not None and "pace=" not in rest:
        url, rest = (f"{text}{'&' if '?' in rest else '?'}pace={pace}" for text in (url, rest))
    if faults is None:
        return url
    if scheme != RIG:
        raise SetupFault(f"--faults {faults!r} needs emulated readers, but the table is {table!r}: add --table rig:8")
    return f"{url}{'&' if '?' in rest else '?'}faults={faults}"
