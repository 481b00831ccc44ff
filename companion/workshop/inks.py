"""The colours of wires. Every wire also says its name, so nobody needs to tell colours apart."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

COPPER, COPPER_EDGE, BOARD, BOARD_EDGE, CHIP, CHIP_EDGE = "#e0b24a", "#7a5a17", "#1f6b4f", "#123f2f", "#3c3c40", "#1b1b1d"
PIECE, PIECE_EDGE, PRINT, UNUSED = "#efe3c6", "#8b7a50", "#ffffff", "#9db8ac"
"""Pads, circuit boards, chips, loose parts, and what is printed on boards: pins in use and others."""

CELLS: Final = ("#7a4a21", "#c8321f", "#e07b12", "#c9a400", "#2f8f3c", "#2163b8", "#7b3fa0", "#7d7d7d")
"""Brown to grey, in the order in which resistors count."""

WIRES: Final[Mapping[str, str]] = {
    "ground": "#111111", "low": "#d8531c", "five": "#c01722", "lamps": "#b0237f", "switch": "#6a3fa8", "bus": "#0f7f8a",
    "address0": "#0b3f8a", "address1": "#1657b5", "address2": "#2a74d6", "address3": "#3f8bec",
    **{f"light{slot}": colour for slot, colour in enumerate(("#8f6500", "#9d7000", "#ab7b00", "#b88600", "#c49000"), 1)},
    "sumA": "#1d7a3a", "sumB": "#2b8f48", "sumC": "#3aa356",
    **{f"cell{cell}": colour for cell, colour in enumerate(CELLS, 1)},
}
