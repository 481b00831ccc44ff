"""What the house ships: boards and the flags that suit them, found by name and read with the same parser as anybody's files."""
from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from companion.engine.board import Board
from companion.engine.geometry import Square
from companion.errors import UnknownBoard
from companion.formats.board import parse_board

SHIPPED: Final[tuple[str, ...]] = (
    "fountain-circus",
    "gorge-crossing",
    "long-way-round",
    "packing-hall",
    "going-train",
    "lighthouse-rock",
    "welding-shop",
)
"""The shipped boards by slug, the beginner's first and the most dangerous last."""


@dataclass(frozen=True)
class SuggestedFlags:
    """Four squares for flags 1 to 4 of a board in each of three difficulties (rulebook 2.6 [E114]).

    `away` lies apart from danger and is the board file's own list, `beside` lies next to danger, `on` lies on belts, gears, pusher
    squares and in beams; none lies on a pit, where nobody could touch it.
    """

    away: tuple[Square, ...]
    beside: tuple[Square, ...]
    on: tuple[Square, ...]


def board_names() -> tuple[str, ...]:
    """The slugs of the shipped boards, the beginner's board first."""
    return SHIPPED


def board_text(name: str) -> str:
    """The text of a shipped board's file, by slug or by the board's own name in any case; raises UnknownBoard."""
    return _text(f"{_slug(name)}.board.toml")


@lru_cache(maxsize=None)
def load_board(name: str) -> Board:
    """A shipped board, by slug ("going-train") or by its own name ("Going Train") in any case; raises UnknownBoard."""
    slug = _slug(name)
    return parse_board(board_text(slug), f"{slug}.board.toml")


@lru_cache(maxsize=None)
def load_flags(name: str) -> SuggestedFlags:
    """The suggested flags of a shipped board, named as for `load_board`; raises UnknownBoard."""
    table = tomllib.loads(_text(f"{_slug(name)}.flags.toml"))
    return SuggestedFlags(**{difficulty: tuple(squares) for difficulty, squares in table.items()})


def _text(file_name: str) -> str:
    return files(__package__).joinpath("boards", file_name).read_text(encoding="utf-8")


def _slug(name: str) -> str:
    """The slug that a person meant: case, blanks, dashes and underscores make no difference."""
    wanted = "-".join(name.casefold().replace("_", " ").replace("-", " ").split())
    for slug in SHIPPED:
        if wanted == slug:
            return slug
    raise UnknownBoard(name, SHIPPED)
