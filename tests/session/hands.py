"""Hands that know nothing but the instructions they are given, and how a clank stands on a table of their own."""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.base import Instruction, Piece

PARKING = "parking"


class Hands:
    """A board as hands see it: what stands where, and nothing of the rules. AssertionError when an instruction cannot be carried out."""

    def __init__(self, places: Mapping[int, str]) -> None:
        """`places` are "E7 N" or "parking", by seat."""
        self.places = dict(places)

    def carry_out(self, moves: Iterable[Mapping[str, object]], words: str) -> None:
        """Take up everything that an instruction names, then put it down; each from where it is said to be, onto a free square."""
        moves = list(moves)
        assert len({move["clank"] for move in moves}) == len(moves), f"one clank twice in {words!r}"
        for move in moves:
            there = self.places[move["clank"]].split()[0]  # type: ignore[index]
            assert there == move["from"], f"{words!r}: clank {move['clank']} is not on {move['from']} but on {there}"
            self.places[move["clank"]] = PARKING  # type: ignore[index]
        for move in moves:
            self._put(move["clank"], move["to"], move["heading"], words)  # type: ignore[arg-type]

    def _put(self, clank: int, square: str, heading: str, words: str) -> None:
        if square != PARKING:
            assert all(place.split()[0] != square for place in self.places.values()), f"{words!r}: {square} is not free"
            self.places[clank] = f"{square} {heading}"


def plain_moves(told: Instruction) -> list[dict[str, object]]:
    """An instruction's moves in plain words."""
    return [
        {"clank": move.seat, "from": move.start or PARKING, "to": move.end or PARKING, "heading": "NESW"[move.after]} for move in told.moves
    ]


def places(pieces: Iterable[Piece]) -> dict[int, str]:
    """Where the clanks of a game stand, in plain words."""
    return {piece.seat: PARKING if piece.square is None else f"{piece.square} {'NESW'[piece.heading]}" for piece in pieces}
