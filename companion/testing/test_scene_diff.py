"""Test that hands get from any moment of a game to any other by the game's instructions alone.

`DERBY_WAYS=2000` in the environment tries that many pairs of moments of each game instead of a few.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import Final

import pytest

from companion.app.loop import EventLoop
from companion.games.api import Game
from companion.games.parts import scene_diff_of
from companion.games.scene import Scene, scene_after
from companion.session.messages import ApplyCorrection, Confirm
from companion.session.past.undo_points import known_table, of_hands
from companion.testing.people import People
from companion.testing.playing import (
    begin,
    board_entries,
    offered_corrections,
    seats_possible,
    session_on_first_page,
    touches,
)
from companion.testing.table_hands import TableHands

PAIRS: Final = int(os.environ.get("DERBY_WAYS", "60"))
"""Pairs of moments of each game."""
TURNS: Final = 3
STOPS: Final = 5
"""Touches between two corrections."""
BOARDS: Final = 4
"""Boards of a game that are played, the last ones first: those have most kinds of elements."""


def moments(loop: EventLoop, going_on: Iterable[None], rng: random.Random) -> list[Scene]:
    """Play a game with corrections; return the table at each moment, as everybody knows it."""
    found: list[Scene] = []
    for number, _ in enumerate(going_on):
        found.append(of_hands(loop.session, known_table(loop.session)))
        changes = list(offered_corrections(loop)) if number % STOPS == STOPS - 1 else []
        if changes:
            loop.send(ApplyCorrection(rng.choice(changes), "ANNA", "counted wrongly"))
            while loop.session.timeline.table_sync is not None:
                loop.send(Confirm(loop.session.revision))
    return found


def lead(game: Game, before: Scene, after: Scene, back: bool) -> None:
    """Carry out the way from one scene to another by its instructions alone.

    Raises:
        AssertionError: Names what is elsewhere.
    """
    names = {seat: f"P{seat}" for seat in range(1, 9)}
    hands = TableHands()
    hands.begin_at(before)
    way = scene_diff_of(game, before, after, names, back)
    shared = _shared_squares(before) | _shared_squares(after)
    for instruction in way:
        hands.obey(instruction)
        assert hands.pieces is not None
        squares = [square for square, _ in hands.pieces.values() if square and square not in shared]
        assert len(squares) == len(set(squares)), f"{instruction.text}: its square is not free"
    hands.compare_with(after, f"after {[str(instruction.text) for instruction in way]}")
    there = scene_after(before, way, after)
    assert _tokens(there) == _tokens(after)
    assert not way or there.hands == after.hands
    piles = before.taken.keys() & after.taken.keys()
    if any(before.taken[key] != after.taken[key] for key in piles):
        assert way
    was, shall = ({part.key: part for part in scene.loose} for scene in (before, after))
    changed = [
        shall.get(key) or was[key]
        for key in was.keys() | shall.keys()
        if key not in was or key not in shall or was[key].lies != shall[key].lies
    ]
    parts = {part.words for part in (*before.loose, *after.loose)}
    asked = [
        (str(instruction.text), instruction.marks)
        for instruction in way
        if instruction.text in parts
    ]
    assert sorted(asked) == sorted((str(part.words), part.squares) for part in changed)
    assert scene_diff_of(game, after, after, names, back) == ()


def _shared_squares(scene: Scene) -> set[str]:
    """Return the squares with more than one piece."""
    squares = [piece.square for piece in scene.pieces if piece.square is not None]
    return {square for square in squares if squares.count(square) > 1}


def _tokens(scene: Scene) -> dict[int, int]:
    return {row.seat: row.tokens for row in scene.rows}


def lead_through(game: Game, scenes: list[Scene], pairs: int, rng: random.Random) -> None:
    """Lead hands back and forward between `pairs` pairs of scenes."""
    assert len(scenes) > 1
    for _ in range(pairs):
        start, end = rng.sample(range(len(scenes)), 2)
        lead(game, scenes[start], scenes[end], end < start)


def test_ways_lead_from_any_moment_to_any_other_one(game: Game) -> None:
    """Ways lead back and forward on several boards with all seats, and after corrections."""
    rng = random.Random(f"ways {game.key}")
    boards = board_entries(game)[-BOARDS:]
    for seed, entry in enumerate(boards, 1):
        seats = seats_possible(game, entry)[-1]
        loop = begin(session_on_first_page(game, seats, seed=seed, entry=entry))
        scenes = moments(loop, touches(loop, TURNS), rng)
        lead_through(game, scenes, -(-PAIRS // len(boards)), rng)


def test_ways_lead_real_cards_from_any_moment_to_any_other_one(game: Game) -> None:
    """With real cards, ways lead to the right rows, piles and hands, too."""
    rng = random.Random(f"real ways {game.key}")
    people = People(game)
    if not known_table(people.session).rows and not known_table(people.session).taken:
        pytest.skip("no card lies on the table")
    scenes = [of_hands(people.session, known_table(people.session)) for _ in people.play(TURNS)]
    lead_through(game, scenes, PAIRS, rng)
