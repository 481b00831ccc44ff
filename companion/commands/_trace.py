"""A race as JSON lines: every instruction for hands, and between them the engine's positions to compare with."""
from __future__ import annotations

import json
from collections.abc import Iterable
from typing import IO, Any

from companion.engine.geometry import HEADINGS, Square
from companion.games.base import Piece
from companion.session.commands import Played
from companion.session.instructions import Instruction
from companion.session.view import MovePicture

PARKING = "parking"


class Trace:
    """Writes what it hears to a stream: positions at the start (register 0), then instructions and positions of every register.

    After a cleanup the register is 6. A race that is won in mid-turn ends with the positions of that register.
    """

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream
        self._race_begins = True

    def begin(self) -> None:
        """The next thing heard is the start of another race."""
        self._race_begins = True

    def __call__(self, played: Played) -> None:
        """Write down one register or cleanup; what comes before the registers moves nobody.

        One object for each instruction, then one with all positions.
        """
        # Only the first of these tells something: where everybody stands at the start.
        if not played.register and not self._race_begins:
            return
        self._race_begins = False
        when = {"turn": played.turn, "register": played.register}
        for told in played.instructions:
            self._write({"instruction": {**_instruction(told), **when}})
        self._write({"positions": _positions(played.pieces), **when})

    def _write(self, line: dict[str, Any]) -> None:
        self.stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def _instruction(told: Instruction) -> dict[str, Any]:
    return {"clank": told.seat, "moves": [_move(move) for move in told.moves], "words": told.words}


def _move(move: MovePicture) -> dict[str, Any]:
    return {"clank": move.seat, "from": _place(move.start), "to": _place(move.end), "heading": HEADINGS[move.after]}


def _place(square: Square | None) -> str:
    return PARKING if square is None else square


def _positions(pieces: Iterable[Piece]) -> dict[str, str]:
    return {
        str(piece.seat): PARKING if piece.square is None else f"{piece.square} {HEADINGS[piece.heading]}" for piece in pieces
    }
