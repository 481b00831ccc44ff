"""Data Matrix codes for scanners (ECC 200), as one black shape."""
from __future__ import annotations

from typing import TypeAlias

from companion.errors import PressFault
from companion.press.marks import BLACK, Squares

Modules: TypeAlias = tuple[tuple[bool, ...], ...]
"""Rows from the top; True is black."""


def modules(text: str) -> Modules:
    """The black and white modules of a text, without the white zone round them; PressFault where the library is missing.

    The codes of cards take 10 by 10 modules.
    """
    try:
        from ppf.datamatrix import DataMatrix
    except ImportError as fault:
        raise PressFault(f"codes for scanners need the library ppf-datamatrix ({fault}): install it with pip install 'clockwork-derby[print]'") from None
    return tuple(tuple(map(bool, row)) for row in DataMatrix(text).matrix)


def data_matrix(text: str, left: float, bottom: float, side: float) -> Squares:
    """A text as a square code, `side` millimetres wide, with its lower left corner there.

    Whoever places it leaves one module of white round it, which is a tenth of the side of a card's code.
    """
    rows = modules(text)
    module = side / len(rows)
    corners = (
        # Rows are told from the top, and paper counts upwards.
        (left + column * module, bottom + (len(rows) - 1 - row) * module)
        for row, cells in enumerate(rows) for column, black in enumerate(cells) if black
    )
    return Squares(tuple(corners), module, BLACK)
