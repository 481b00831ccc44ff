"""Answer a shell when Tab is pressed: commands, options, games, boards, pilots and other words.

This is imported only when a shell asks, which the environment says; `clockwork-derby completion`
prints what makes it ask.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from companion.games import USUAL, find_game, games_known
from companion.games.boards import shipped_boards
from companion.games.painting import Painting

ASKED: Final = "_ARGCOMPLETE"
"""The environment variable by which a shell asks."""
UNKNOWN: Final = 1


def answer(
    names: Sequence[str], parser_of: Callable[[Sequence[str]], argparse.ArgumentParser], usual: str
) -> int:
    """Answer the shell and end the process; return a status only if there is no answer.

    Args:
        names: The commands.
        parser_of: Makes the parser of some commands, which imports their modules.
        usual: The command to which options without a command belong.
    """
    try:
        import argcomplete
    # Without the library the game must not open unexpectedly.
    except ImportError:
        return UNKNOWN
    line, point = os.environ.get("COMP_LINE", ""), os.environ.get("COMP_POINT", "0")
    typed = line.encode()[: int(point) if point.isdigit() else 0].decode(errors="ignore")
    words = f"{typed}|".split()
    # The command's name is still being typed.
    if len(words) < 3 and not words[-1].startswith("-"):
        # A parser that knows only the names is fast.
        parser = argparse.ArgumentParser()
        parser.add_argument("--version", action="store_true")
        subparsers = parser.add_subparsers()
        for name in names:
            subparsers.add_parser(name)
        argcomplete.autocomplete(parser)
        return UNKNOWN
    if words[1].startswith("-"):
        before, _, rest = line.partition(" ")
        os.environ["COMP_LINE"], os.environ["COMP_POINT"] = (
            f"{before} {usual} {rest}",
            str(int(point) + len(usual) + 1),
        )
        words.insert(1, usual)
    if words[1] in names:
        argcomplete.autocomplete(parser_of([words[1]]))
    return UNKNOWN


# ---- Words ----


def games(**_: Any) -> list[str]:
    """Return the keys of all games."""
    return [one.key for one in games_known()]


def boards(parsed_args: argparse.Namespace, **_: Any) -> list[str]:
    """Return own boards, and those of the named or usual game; none for an unknown game."""
    from companion.app.own_boards import kept_boards
    from companion.folders import state_folder

    game = find_game(getattr(parsed_args, "game", None) or USUAL)
    if game is None:
        return []
    state = getattr(parsed_args, "state", None)
    folder = state_folder() if state is None else Path(state).expanduser().absolute()
    own = kept_boards(folder, game).boards if Painting.of(game) is not None else ()
    return [*shipped_boards(game), *(one.key for one in own)]


def boards_or_files(prefix: str, **words: Any) -> list[str]:
    """Return boards and files."""
    from argcomplete.completers import FilesCompleter

    return [*boards(**words), *FilesCompleter()(prefix)]


def pilots(**_: Any) -> list[str]:
    """Return the names of all pilots."""
    from companion.pilots.base import pilots as known

    return list(known())


def checks(**_: Any) -> list[str]:
    from companion.health.base import checks as known

    return list(known())


def measurements(**_: Any) -> list[str]:
    from companion.bench import MEASUREMENTS

    return list(MEASUREMENTS)
