"""Find boards for races without people."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.app.loop import boards_of, catalogue
from companion.commands._files import parse_file
from companion.errors import SetupError
from companion.games.api import Game
from companion.games.boards import board_part, read_board
from companion.session.lobby.arrangement import BoardEntry
from companion.session.past.kept_names import MARKER_PAGE
from companion.words import NOTHING

FILE: Final = ".toml"
"""The ending of the files of boards of any game."""


def boards_to_play(game: Game, name: str | None) -> tuple[BoardEntry, ...]:
    """Return the boards for races without people: by name, from a file, or with None all of a game.

    Raises:
        UnknownBoardError, FormatError: There is no such board.
        SetupError: The board has no flags, and nobody is there to place them.
    """
    if name is None or not (name.endswith(FILE) or Path(name).is_file()):
        return boards_of(game) if name is None else catalogue([name], game)
    board = parse_file(name, "a board file", lambda text, source: read_board(game, text, source))
    flags = board_part(game).suggested(board)
    if not flags and MARKER_PAGE in game.setup_pages:
        raise SetupError(
            f'{name} suggests no flags: add a line such as suggested_flags = ["C14", "J9"]'
        )
    return (
        BoardEntry(name, board.name or name, NOTHING, board, (("away", flags),) if flags else ()),
    )
