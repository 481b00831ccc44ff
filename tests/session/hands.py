"""Hands that know only their instructions, and the places of clanks on their own table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.extended.piece import COPIES
from companion.games.scene import Instruction, Piece
from tests.typed import of_kind

PARKING = "parking"
ON_THE_EDGE = "on the edge of"
"""The words for two on one square."""


class Hands:
    """A board by instructions alone, without rules.

    An instruction that cannot be carried out raises AssertionError.
    """

    def __init__(self, places: Mapping[int, str]) -> None:
        """Begin with `places` such as "E7 N" or "parking", by seat."""
        self.places = dict(places)

    def carry_out(self, moves: Iterable[Mapping[str, object]], words: str) -> None:
        """Lift everything that an instruction names, then put it down.

        Each piece is where it is said to be, and goes to a free square or the edge of one.
        """
        moves = list(moves)
        assert len({move["clank"] for move in moves}) == len(moves), f"one clank twice in {words!r}"
        for move in moves:
            clank = of_kind(int, move["clank"])
            # A copy or a ghost comes from beside the board, and goes there again.
            there = self.places.get(clank, PARKING).split()[0]
            assert there == move["from"], (
                f"{words!r}: clank {clank} is not on {move['from']} but on {there}"
            )
            self.places[clank] = PARKING
        for move in moves:
            self._put(
                of_kind(int, move["clank"]),
                of_kind(str, move["to"]),
                of_kind(str, move["heading"]),
                str(words),
                move["from"] == move["to"],
            )

    def _put(self, clank: int, square: str, heading: str, words: str, stays: bool) -> None:
        if square != PARKING:
            free = (
                stays
                or ON_THE_EDGE in words
                or all(place.split()[0] != square for place in self.places.values())
            )
            assert free, f"{words!r}: {square} is not free"
            self.places[clank] = f"{square} {heading}"
        elif clank > COPIES:
            del self.places[clank]


def plain_moves(instruction: Instruction) -> list[dict[str, object]]:
    """Return an instruction's moves in plain words."""
    return [
        {
            "clank": move.seat,
            "from": move.start or PARKING,
            "to": move.end or PARKING,
            "heading": "NESW"[move.after],
        }
        for move in instruction.moves
    ]


def places(pieces: Iterable[Piece]) -> dict[int, str]:
    """Return where the clanks of a game are, in plain words."""
    return {
        piece.seat: PARKING if piece.square is None else f"{piece.square} {'NESW'[piece.heading]}"
        for piece in pieces
    }
