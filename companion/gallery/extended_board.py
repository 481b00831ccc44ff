"""A small board that asks every question of extended boards, and sessions on it."""

from __future__ import annotations

from companion.formats.board import parse_board
from companion.session.lobby.arrangement import BoardEntry
from companion.words import text

FAIR = '''
name = "Fair"
licence = "CC-BY-SA-4.0"
edge = "wall"
board = """
+    +    +    +    +    +    +    +    +
  .    .    .    .    .    .    .    .
+    +    +    +    +    +    +    +    +
  .    .    .    .    .    .    .    .
+    +    +    +    +    +    +    +    +
  .    .    .    .    .    .    .    .
+    +    +    +    +    +    +    +    +
  .    .    .    .    .    .    .    .
+    +    +    +    +    +    +    +    +
  .    .    .    .    .    .    .    .
+    +    +    +    +    +    +    +    +
  s1   s2   s3   s4   .    .    .    .
+    +    +    +    +    +    +    +    +
"""
elements = [
%s
]
'''
EVERYTHING = (
    "A2 randomizer",
    "B2 energizer gives=boost",
    "C2 reset",
    "D2 fog to=D3",
    "A6 radio_beam S",
    "E6 melting_beam S",
    "F1 big_drain size=2",
    "H2 antigrav",
    "H4 virtualizer",
    "G4 grave",
    "B4 reset next_turn=choose_or_random",
    "C4 randomizer scope=register",
    "D5 copy_machine N",
    "E3 gas",
    "F4 portal link=x",
    "B6 portal link=x",
    "C6 elevator registers=2,4",
    "G6 teleporter",
    "H6 randomizer",
)


def fair(*elements: str) -> BoardEntry:
    """Return eight squares by six with four starts, and these elements or all of them.

    Its flags are H5 and A5.
    """
    lines = "\n".join(f'  "{element}",' for element in elements or EVERYTHING)
    board = parse_board(FAIR % lines, "fair.board.toml")
    return BoardEntry("fair", "Fair", text("A small fair."), board, (("away", ("H5", "A5")),))


def cell(square: str, *elements: str) -> tuple[str, ...]:
    """Return a square of the bottom row that cannot be left by driving, with these elements."""
    return (*(f"{square} wall {side}" for side in "NEW"), *elements)
