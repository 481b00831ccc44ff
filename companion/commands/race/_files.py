"""Boards in files on the command line."""
from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.commands._files import read_text
from companion.content import board_slug, load_board, shipped_text
from companion.engine.board import Board
from companion.errors import FormatFault, UnknownBoard
from companion.formats.board import parse_board
from companion.formats.misread import Misread, shown, unknown
from companion.formats.toml_text import TomlText
from companion.games import USUAL, find_game, game_keys, usual_game
from companion.games.base import Game

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


def game_board_at(path: str) -> tuple[Game, Board]:
    """The board of any game in a file, or else the one of this name that comes with a game; FormatFault where there is neither.

    A file says by the key `game` whose it is; without one it is the usual game's.
    """
    if Path(path).exists():
        text = read_text(path, "a board file")
        game = _game_in(text, path)
        return game, game.read_board(text, path)
    usual = usual_game()
    names: dict[str, Game] = {}
    for game in (usual, *(game for key in game_keys() if key != usual.key and (game := find_game(key)) is not None)):
        names |= dict.fromkeys(game.boards, game)
    try:
        slug = board_slug(path, names)
    except UnknownBoard as fault:
        raise FormatFault(path, None, "no such file", f"a board file or one of {', '.join(fault.known)}", fault.near) from None
    return names[slug], names[slug].read_board(*shipped_text(slug))


def _game_in(text: str, path: str) -> Game:
    """Whose board a text is."""
    toml = TomlText(text, path)
    key = toml.data.get("game", USUAL)
    game = find_game(key) if isinstance(key, str) else None
    if game is None:
        raise toml.fault(("game",), unknown(key, "game", game_keys()) if isinstance(key, str) else Misread(f"game = {shown(key)}", "the name of a game in quotes"))
    return game

