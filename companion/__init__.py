"""Clockwork Derby: a race of clockwork robots on a printed board.

The names below are for programs that want the rules without the table. Each is imported when it is
first used, so that a command loads only what it needs.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from companion.content import board_names, load_board
    from companion.engine.board import Board
    from companion.engine.cards import Card
    from companion.engine.dealing import deal, program, reader_fault, start_turn
    from companion.engine.rules import Rules
    from companion.engine.start import new_race
    from companion.engine.state import RaceState, state_hash
    from companion.engine.turn import clean_up, play_register, play_turn
    from companion.errors import DerbyError
    from companion.formats.board import parse_board, write_board
    from companion.games.clockwork.scenario import parse_scenario, play_scenario

__version__ = "0.1.0"

__all__ = [
    "Board",
    "Card",
    "DerbyError",
    "RaceState",
    "Rules",
    "board_names",
    "clean_up",
    "deal",
    "load_board",
    "new_race",
    "parse_board",
    "parse_scenario",
    "play_register",
    "play_scenario",
    "play_turn",
    "program",
    "reader_fault",
    "start_turn",
    "state_hash",
    "write_board",
]

if os.environ.get("CLOCKWORK_DERBY_ENGINE") == "compiled":
    # Before anything imports the engine; most processes do without it.
    from companion.compiled_engine import use_compiled_engine

    use_compiled_engine()

# The same names as above, which only type checkers read.
_HOMES: Final = {
    "companion.content": ("board_names", "load_board"),
    "companion.engine.board": ("Board",),
    "companion.engine.cards": ("Card",),
    "companion.engine.dealing": ("deal", "program", "reader_fault", "start_turn"),
    "companion.engine.rules": ("Rules",),
    "companion.engine.start": ("new_race",),
    "companion.engine.state": ("RaceState", "state_hash"),
    "companion.engine.turn": ("clean_up", "play_register", "play_turn"),
    "companion.errors": ("DerbyError",),
    "companion.formats.board": ("parse_board", "write_board"),
    "companion.games.clockwork.scenario": ("parse_scenario", "play_scenario"),
}


def __getattr__(name: str) -> Any:
    """Return a public name from the module that defines it (PEP 562); AttributeError for others."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'companion' has no attribute {name!r}")
