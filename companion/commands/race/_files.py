"""Boards in files on the command line."""
from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.commands._files import read_text
from companion.content import load_board
from companion.engine.board import Board
from companion.errors import FormatFault, UnknownBoard
from companion.formats.board import parse_board

BOARD_ENDING: Final = ".board.toml"


def board_at(path: str) -> Board:
    """The board in a file, or else the shipped board of this name; FormatFault where there is neither.

    A file with the name of a shipped board comes first. A fault names file and line.
    """
    if not Path(path).exists():
        try:
            return load_board(path)
        except UnknownBoard as fault:
            raise FormatFault(path, None, "no such file", f"a board file or one of {', '.join(fault.known)}", fault.near) from None
    return parse_board(read_text(path, "a board file"), path)

