"""Which readers a command plays on: a table's URL, with the faults that emulated readers are to have."""
from __future__ import annotations

from typing import Final

from companion.errors import SetupFault

RIG: Final = "rig"


def readers_url(table: str, faults: str | None) -> str:
    """The URL of a table with its faults; SetupFault for faults of readers that are not emulated."""
    url = table if ":" in table else f"{table}:"
    if faults is None:
        return url
    scheme, _, rest = url.rpartition("+")[2].partition(":")
    if scheme != RIG:
        raise SetupFault(f"--faults {faults!r} needs emulated readers, but the table is {table!r}: add --table rig:8")
    return f"{url}{'&' if '?' in rest else '?'}faults={faults}"
