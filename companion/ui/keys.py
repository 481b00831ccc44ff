"""The keys of a keyboard that the table understands, where somebody has one: Enter for what leads on, Escape for the menu and back, Delete for all cards back.

Keys are told apart by their place on the keyboard, as `scanning` does. Nobody needs one: everything can be touched.
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
"""By scan code; backspace and the comma of the block of digits are Delete, too."""


def key_of(code: int | None) -> str:
    """What a key means, "" for nothing."""
    return "" if code is None else _OF_CODE.get(code, "")
