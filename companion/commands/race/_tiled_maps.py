"""Import boards from maps of the editor Tiled, also of tiles that others drew, and export them."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from companion.commands._boards import board_at
from companion.commands._files import parse_file, read_text
from companion.engine.board import Board
from companion.engine.elements.wall import Wall
from companion.errors import DerbyError, FormatError, SetupError, reason
from companion.folders import settle, write_whole
from companion.formats.board import write_board
from companion.formats.tiled.mapping import TiledMapping, parse_mapping
from companion.formats.tiled.reading import ImportedBoard, read_tiled
from companion.formats.tiled.sources import SAVED
from companion.formats.tiled.tiles import tileset
from companion.formats.tiled.writing import MAP, PICTURES, map_files
from companion.games.api import Game
from companion.geometry import HEADINGS
from companion.press.tile_pictures import pictures, sizes

SHIPPED: Final = ("roboprojekt.toml", "inf112.toml")
"""In the order in which they are asked: classes say more than numbers."""


@cache
def shipped_mappings() -> tuple[TiledMapping, ...]:
    folder = files("companion.content") / "tiled"
    return tuple(parse_mapping((folder / name).read_text("utf-8"), name) for name in SHIPPED)


def import_map(files: list[str], output: str | None, mapping: str | None) -> int:
    """Write a board file of a map; print what it is, and a line for each thing left out."""
    path, target = _one(files, "import", "MAP", output, "FILE"), Path(output or "")
    if os.path.lexists(target):
        raise SetupError(f"{target} already exists: choose another name, or move it away")
    given = (parse_file(mapping, "a mapping file", parse_mapping),) if mapping is not None else ()
    found = import_board(path, given)
    try:
        write_whole(target, write_board(found.board))
    except (OSError, ValueError) as fault:
        raise FormatError(
            str(target),
            None,
            f"no way to write there ({reason(fault)})",
            "a file in a folder that may be written to",
        ) from None
    board = found.board
    counts = (
        (len(board.elements), "element"),
        (len(board.starts), "start"),
        (len(board.suggested_flags), "flag"),
    )
    parts = ", ".join(f"{number} {what}{'' if number == 1 else 's'}" for number, what in counts)
    print(
        f"{target}: {board.name or 'a board'}, {board.columns}×{board.rows} squares, {parts}",
        *(f"{path}: {line}" for line in found.left),
        sep="\n",
    )
    print(f"see its warnings: clockwork-derby board {target}")
    return 0


def import_board(path: str, given: tuple[TiledMapping, ...]) -> ImportedBoard:
    """Return the board of a map file, with the tilesets beside it.

    Raises:
        FormatError: It cannot be read.
    """

    def load(name: str) -> tuple[str, str]:
        """Return a tileset's text and path, by its path from the map."""
        beside = str(Path(path).parent / name.replace("\\", "/"))
        return read_text(beside, f"the tileset that {path} names: put it there"), beside

    return parse_file(
        path, SAVED, lambda text, source: read_tiled(text, source, load, given, shipped_mappings())
    )


def export_board(files: list[str], output: str | None, game: Game | None, state: Path) -> int:
    """Write a folder with a board as a map, its tileset and the tiles' pictures."""
    path, folder = _one(files, "export", "BOARD", output, "FOLDER"), Path(output or "")
    _check_free(folder)
    owner, board = board_at(path, game, state)
    if not isinstance(board, Board) or not board.parking or board.joined:
        raise DerbyError(
            f"{path}: boards of {owner.title} are no maps for Tiled: give one of a race on a board"
        )
    tiles = tileset(board)
    exported = map_files(board, sizes(tiles))
    shown = pictures(exported.tiles)
    contents = {
        **{name: text.encode("utf-8") for name, text in exported.files.items()},
        **{f"{PICTURES}/{name}.png": data for name, data in shown.items()},
    }
    try:
        _write_folder(folder, contents)
    except (OSError, ValueError) as fault:
        raise FormatError(
            str(folder),
            None,
            f"no way to write there ({reason(fault)})",
            "a folder in one that may be written to",
        ) from None
    print(f"{folder}: {MAP}.tmx for Tiled, {MAP}.json for programs, {len(shown)} tiles")
    staying = [
        f"{wall.square} {HEADINGS[wall.side]}"
        for wall in board.elements
        if isinstance(wall, Wall) and wall.stays
    ]
    if staying:
        print(
            f"{folder}: tiles name a square, so drawn walls in a room will turn with it: "
            f"{', '.join(staying)}"
        )
    print(
        f"edit {folder / MAP}.tmx in Tiled, then: clockwork-derby board import {folder / MAP}.tmx "
        "-o FILE"
    )
    return 0


def _one(files: list[str], action: str, what: str, output: str | None, where: str) -> str:
    """Return the one file that an action takes.

    Raises:
        DerbyError: Says how the action is written.
    """
    if len(files) != 1 or not output:
        raise DerbyError(
            f"board {action} takes one {what} and where to: clockwork-derby board {action} {what} "
            f"-o {where}"
        )
    return files[0]


def _check_free(folder: Path) -> None:
    """Check that the folder can be made, or is empty.

    Raises:
        SetupError: It is neither.
    """
    try:
        taken = os.path.lexists(folder) and (
            folder.is_symlink() or not folder.is_dir() or any(folder.iterdir())
        )
    except (OSError, ValueError) as fault:
        raise FormatError(
            str(folder),
            None,
            f"no way to look there ({reason(fault)})",
            "a folder in one that may be written to",
        ) from None
    if taken:
        raise SetupError(
            f"{folder} already exists and is not an empty folder: choose another name, or move it "
            "away"
        )


def _write_folder(folder: Path, contents: dict[str, bytes]) -> None:
    """Write files into a new folder beside it and rename that: all files are there or none."""
    fresh = folder.with_name(f"{folder.name}.new")
    if os.path.lexists(fresh):
        raise OSError(f"{fresh} is in the way: remove it")
    try:
        for name, data in contents.items():
            file = fresh / name
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("xb") as handle:
                handle.write(data)
                handle.flush()
                os.fsync(handle.fileno())
        fresh.replace(folder)
    except OSError:
        with suppress(OSError):
            shutil.rmtree(fresh)
        raise
    settle(folder.parent)
