"""The keys that the table understands: Enter (forward), Escape (back, menu), Delete (clear).

Delete takes all cards back. Keys are recognised by their place on the keyboard, as in `scanning`. A
keyboard is optional: everything can be touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.ui.scanning import ENTERS

ENTER, ESCAPE, DELETE = "enter", "escape", "delete"
_OF_CODE: Final[Mapping[int, str]] = {
    **dict.fromkeys(ENTERS, ENTER),
    41: ESCAPE,
    42: DELETE,
    76: DELETE,
    99: DELETE,
}
"""Names by scan code; backspace and the comma of the digit block count as Delete, too."""


def key_of(code: int | None) -> str:
    """Return the name of a key, "" for a key without meaning."""
    return "" if code is None else _OF_CODE.get(code, "")
