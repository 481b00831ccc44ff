"""The trace of games that are played without people. Its keys and words are those that programs read, whatever the game calls its own things."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import IO, Any, Final

from companion.games.api import Game
from companion.games.scene import Instruction, MovePicture, Piece
from companion.geometry import HEADINGS, Square
from companion.session.commands import Played

PARKING: Final = "parking"


class Trace:
    """Writes a race to a stream as JSON lines: the instructions of every register, and the positions after it.

    Register 0 is the start of the race, register 6 the cleanup. A race that is won in mid-turn ends with the positions of that register.
    """

    def __init__(self, stream: IO[str], game: Game) -> None:
        self.stream, self.game = stream, game
        self._race_begins = True

    def begin(self) -> None:
        """Take the next call for the start of another race."""
        self._race_begins = True

    def __call__(self, played: Played) -> None:
        """Write one register or cleanup: an object for each instruction, then one with all positions."""
        # Before the registers nobody moves. Only the first of these calls tells something: where everybody starts.
        if not played.round and not self._race_begins:
            return
        self._race_begins = False
        when = {"turn": played.turn, "register": played.round}
        for told in played.instructions:
            self._write({"instruction": {**_instruction(told), **when}})
        self._write({"positions": _positions(self.game.scene(played.position).pieces), **when})

    def _write(self, line: dict[str, Any]) -> None:
        self.stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def _instruction(told: Instruction) -> dict[str, Any]:
    return {"clank": told.seat, "moves": [_move(move) for move in told.moves], "words": told.words}


def _move(move: MovePicture) -> dict[str, Any]:
    return {
        "clank": move.seat,
        "from": _place(move.start),
        "to": _place(move.end),
        "heading": HEADINGS[move.after],
    }


def _place(square: Square | None) -> str:
    return PARKING if square is None else square


def _positions(pieces: Iterable[Piece]) -> dict[str, str]:
    return {
        str(piece.seat): PARKING
        if piece.square is None
        else f"{piece.square} {HEADINGS[piece.heading]}"
        for piece in pieces
    }
