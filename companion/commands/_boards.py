"""Find boards of any game on the command line, by name or in files."""

from __future__ import annotations

from pathlib import Path

from companion.commands._files import parse_file
from companion.content import board_slug
from companion.engine.board import Board
from companion.errors import FormatError, UnknownBoardError
from companion.formats.misread_error import MisreadError, quote_value, unknown_word
from companion.formats.toml_text import TomlText
from companion.games import USUAL, find_game, game_keys, usual_game
from companion.games.api import Game
from companion.games.boards import read_board, shipped_board_text, shipped_boards
from companion.games.painting import Painting


def board_at(path: str, game: Game | None = None, folder: Path | None = None) -> tuple[Game, Board]:
    """Return the board in a file, or the one of this name, with its game.

    Names are those of own boards in the state folder, and of boards that come with a game. A file
    with the name of a board comes first. Without a `game`, the key `game` of a file names its game,
    by default the usual one, and a name may be that of any game's board.

    Raises:
        FormatError: There is no such board; names file and line.
    """
    if not Path(path).exists() and (own := _own_file(path, game, folder)) is not None:
        path = own
    if Path(path).exists():

        def read(text: str, source: str) -> tuple[Game, Board]:
            owner = game or _game_in(text, source)
            return owner, read_board(owner, text, source)

        return parse_file(path, "a board file", read)
    games, usual = [game or usual_game()], usual_game()
    if game is None:
        others = (find_game(key) for key in game_keys() if key != usual.key)
        games += [other for other in others if other is not None]
    names = {slug: one for one in games for slug in shipped_boards(one)}
    try:
        slug = board_slug(path, names)
    except UnknownBoardError as fault:
        raise FormatError(
            path,
            None,
            "no such file",
            f"a board file or one of {', '.join(fault.known)}",
            fault.near,
        ) from None
    return names[slug], read_board(names[slug], *shipped_board_text(names[slug], slug))


def board_source(path: str, game: Game, folder: Path) -> tuple[bool, str | None]:
    """Return whether a board is an own one, and its file, or None if it comes with a game."""
    if Path(path).exists():
        return False, path
    own = _own_file(path, game, folder)
    return own is not None, own


def _own_file(name: str, game: Game | None, folder: Path | None) -> str | None:
    """Return the file of an own board by its short name or its title, or None."""
    whose = game or usual_game()
    if folder is None or Painting.of(whose) is None:
        return None
    # Other commands do without it.
    from companion.app.own_boards import board_path, own_named

    own = own_named(folder, whose, name)
    return None if own is None else str(board_path(folder, own.key, own.ending))


def _game_in(text: str, path: str) -> Game:
    """Return the game of a board's text."""
    toml = TomlText(text, path)
    key = toml.data.get("game", USUAL)
    game = find_game(key) if isinstance(key, str) else None
    if game is None:
        raise toml.fault(
            ("game",),
            unknown_word(key, "game", game_keys())
            if isinstance(key, str)
            else MisreadError(f"game = {quote_value(key)}", "the name of a game in quotes"),
        )
    return game
