"""Boards for races that are played without people."""
from __future__ import annotations

from pathlib import Path

from companion.app.loop import catalogue
from companion.commands._files import read_text
from companion.commands.race._files import BOARD_ENDING
from companion.errors import SetupFault
from companion.formats.board import parse_board
from companion.session.session import BoardEntry
from companion.words import NOTHING


def boards_to_play(name: str | None) -> tuple[BoardEntry, ...]:
    """The boards for races without people: a shipped one by its name, that in a file, or with None all shipped ones.

    UnknownBoard or FormatFault where there is none, SetupFault where it has no flags, which nobody is there to lay.
    """
    if name is None or not (name.endswith(BOARD_ENDING) or Path(name).is_file()):
        return catalogue() if name is None else catalogue([name])
    board = parse_board(read_text(name, "a board file"), name)
    if not board.suggested_flags:
        raise SetupFault(f"{name} suggests no flags: add a line such as suggested_flags = [\"C14\", \"J9\"]")
    return (BoardEntry(name, board.name or name, NOTHING, board, (("away", board.suggested_flags),)),)
