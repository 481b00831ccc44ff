"""Keep boards that people painted below `boards` in the state folder, with their sheets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from companion.app.own_decks import KEY, free_key
from companion.engine.board import Board
from companion.errors import DerbyError, FormatError, SetupError
from companion.folders import read_plain, write_whole, write_whole_bytes
from companion.formats.toml_text import LARGEST, text_of
from companion.games.api import Game
from companion.games.boards import Boards, board_part
from companion.games.painting import Painting
from companion.named_tuples import NamedTuple
from companion.names import same_name
from companion.session.commands import KeepBoard, PrintBoard
from companion.session.lobby.arrangement import OwnBoard
from companion.session.lobby.own_boards import MOST, looked_through
from companion.session.messages import Notice, success
from companion.words import NOTHING, Text, listed, text, verbatim

FOLDER: Final = "boards"
"""The folder's name in the state folder."""
ENDING: Final = ".board.toml"
ENDINGS: Final = re.compile(r"\.[a-z]+\.toml$")
"""The endings of board files; each game knows its own."""
PAPER: Final = "a3"


class KeptBoards(NamedTuple):
    """The own boards of a state folder."""

    boards: tuple[OwnBoard, ...] = ()
    """The boards of the game in question, finished or not."""
    trouble: Text = NOTHING
    """The boards that were left out, or NOTHING."""
    others: tuple[OwnBoard, ...] = ()
    """Boards of other games, which are read when their game is chosen."""

    @property
    def all(self) -> tuple[OwnBoard, ...]:
        """The boards of every game."""
        return (*self.boards, *self.others)


def kept_boards(folder: Path, game: Game) -> KeptBoards:
    """Return all own boards of a state folder, separated by `game`; never raises."""
    found, left, others = list[OwnBoard](), list[Text | str](), list[OwnBoard]()
    try:
        paths = sorted(path for path in (folder / FOLDER).iterdir() if ENDINGS.search(path.name))
    except OSError as fault:
        # A missing state folder is reported elsewhere.
        if not (folder / FOLDER).exists():
            return KeptBoards()
        return KeptBoards(
            (),
            text(
                "Own boards cannot be read: {path} ({fault}).",
                path=str(folder / FOLDER),
                fault=str(fault.strerror),
            ),
        )
    boards = Boards.of(game)
    for path in paths:
        ours = boards is not None and path.name.endswith(boards.ending)
        why = _left_out(path, game if ours else None, found if ours else others)
        # Unreadable boards of another game are reported when that game is played.
        if why and ours:
            left.append(text("{file} ({why})", file=path.name, why=why))
    trouble = text("Own boards skipped: {boards}.", boards=listed(left, "")) if left else NOTHING
    return KeptBoards(tuple(found), trouble, tuple(others))


def _left_out(path: Path, game: Game | None, found: list[OwnBoard]) -> Text | str:
    """Add a board file to `found`, unread without a game; return why that failed, or NOTHING."""
    key, painting = ENDINGS.sub("", path.name), Painting.of(game) if game is not None else None
    ending = path.name.removeprefix(key)
    if KEY.fullmatch(key) is None:
        return text("its name may have small letters, digits and dashes only")
    if sum(own.ending == ending for own in found) >= MOST:
        return text("there are {most} already", most=MOST)
    content: bytes | str = b""
    try:
        content = read_plain(path, LARGEST)
        content = text_of(content, path.name)
        if painting is not None:
            painting.read(content, path.name)
    except FormatError as fault:
        # Only a misplaced file waits for the import.
        from companion.formats.file_kinds import wrong_kind_message

        return (wrong_kind_message(content, path.name, "a board file") or fault).inside
    except (OSError, ValueError) as fault:
        return verbatim(str(getattr(fault, "strerror", None) or fault))
    found.append(OwnBoard(key, content, ending))
    return NOTHING


def board_path(folder: Path, key: str, ending: str = ENDING) -> Path:
    """Return the path of an own board's file."""
    return folder / FOLDER / f"{key}{ending}"


def keep_board(folder: Path, board: KeepBoard) -> Text:
    """Write a board whole or not at all, or delete its file if it has no content.

    Returns why that failed, or NOTHING.
    """
    path = board_path(folder, board.key, board.ending)
    try:
        if board.content:
            write_whole(path, board.content)
        else:
            path.unlink(missing_ok=True)
    except OSError as fault:
        return text(
            "The board is lost at the next start: {path} cannot be written ({fault}).",
            path=str(path),
            fault=str(fault.strerror),
        )
    return NOTHING


def brought_in(folder: Path, game: Game, board: Board, source: str) -> str:
    """Keep a board from a file as an own one, under the file's name; return its short name.

    An identical board is kept once; a different one gets a number.

    Raises:
        SetupError: There are too many boards.
        OSError: The file cannot be written.
    """
    boards = board_part(game)
    found, content = kept_boards(folder, game), boards.write(board)
    kept = found.boards
    same = next((own.key for own in kept if own.content == content), None)
    if same is not None:
        return same
    if len(kept) >= MOST:
        raise SetupError(text("there are {most} own boards; delete one first", most=MOST))
    taken = {own.key for own in found.all}
    key = free_key(Path(source).name.removesuffix(boards.ending), "board", taken)
    write_whole(board_path(folder, key, boards.ending), content)
    return key


def own_named(folder: Path, game: Game, name: str) -> OwnBoard | None:
    """Return the own board with a short name, or with a name in any case."""
    kept = kept_boards(folder, game).boards
    by_key = next((own for own in kept if own.key == name.casefold()), None)
    return by_key or next(
        (own for own in kept if same_name(looked_through(game, own).title, name)), None
    )


def print_board(folder: Path, wanted: PrintBoard) -> Notice | Text:
    """Write a board's sheets as a PDF beside its file; return where, or why that failed."""
    # Few sessions print, and a first screen does not wait for it.
    from companion.press.board import board_document, fills_sheet
    from companion.press.paper import USUAL_MARGIN, paper_named
    from companion.press.pdf import pdf

    path, paper = folder / FOLDER / f"{wanted.key}-{PAPER}.pdf", paper_named(PAPER)
    kept_off, fills = path.with_stem(f"{path.stem}-margin"), fills_sheet(wanted.board, paper)
    try:
        write_whole_bytes(path, pdf(board_document(wanted.board, paper, wanted.game)))
        if fills:
            write_whole_bytes(
                kept_off, pdf(board_document(wanted.board, paper, wanted.game, USUAL_MARGIN))
            )
    except DerbyError as fault:
        return text("The board cannot be printed: {fault}.", fault=fault.words)
    except OSError as fault:
        return text(
            "The sheets cannot be written: {path} ({fault}).",
            path=str(path),
            fault=str(fault.strerror),
        )
    if fills:
        return success(
            text(
                "The sheets are in {path}: print them at 100 %. If your printer leaves a white "
                "edge, print {file} instead.",
                path=str(path),
                file=kept_off.name,
            )
        )
    return success(text("The sheets are in {path}: print them at 100 %.", path=str(path)))
