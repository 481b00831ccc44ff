"""The shipped boards: sound as files, kind to eight players, and playable to the last flag."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

import companion.content
from companion.content import board_about, board_names, board_text, load_board, load_flags
from companion.engine.board import Board
from companion.engine.cards import DECK, Slots
from companion.engine.dealing import deal, program, start_turn
from companion.engine.rules import Rules
from companion.engine.start import new_race
from companion.engine.state import ACTIVE, State
from companion.engine.survey import board_warnings, experimental_words, flag_warnings
from companion.engine.turn import play_turn
from companion.errors import UnknownBoard
from companion.formats.board import parse_board, write_board
from companion.games.factory_rally.game import SHIPPED
from companion.geometry import ABOVE, N, Square, column_row, opposite
from tests.typed import present

HOME = Path(companion.content.__file__).parent
DIFFICULTIES = ("away", "beside", "on")
SEATS = range(1, 9)
MANY_TURNS = 100
QUIET = {"start", "wall", "repair", "door", "one_way"}
"""What neither moves clanks nor harms them nor changes their cards."""
LONGEST_RACE = 5000
"""Turns within which aimless clanks that always come back have won on every board, with much to spare."""

every_board = pytest.mark.parametrize("name", board_names())
every_difficulty = pytest.mark.parametrize("difficulty", DIFFICULTIES)


def flags_of(name: str, difficulty: str) -> tuple[Square, ...]:
    """One of the three lists of suggested flags."""
    flags: tuple[Square, ...] = getattr(load_flags(name), difficulty)
    return flags


def reachable(board: Board, start: Square) -> set[Square]:
    """The squares to which single steps lead from here, pits and open edges left out."""
    pits = board.having("pit")
    found, edge = {start}, [start]
    while edge:
        square = edge.pop()
        for way in range(4):
            beyond = board.ahead[way][square]
            if beyond and beyond not in pits and beyond not in found:
                found.add(beyond)
                edge.append(beyond)
    return found


def random_turns(state: State, seed: int) -> Iterator[State]:
    """The race after each turn, everybody playing whatever was dealt, in the order of the deal."""
    chance = random.Random(seed)
    while not state.over:
        state = deal(start_turn(state).state, chance.sample(DECK, len(DECK))).state
        programs = {
            clank.seat: first_cards(clank.slots, clank.hand or ())
            for clank in state.clanks
            if clank.status == ACTIVE
        }
        state = play_turn(program(state, programs).state).state
        yield state


def first_cards(slots: Slots, hand: Sequence[object]) -> Slots:
    """Locked cards where they are, the rest filled from the left."""
    cards = iter(hand)
    return tuple(card or next(cards) for card in slots)  # type: ignore[misc]


def test_every_file_is_shipped() -> None:
    """The folder holds a board file and a flags file for each name that is shipped or that a game offers, grids of cards beside them, and nothing else."""
    files = {
        file.name for file in (HOME / "boards").iterdir() if not file.name.endswith(".grid.toml")
    }
    named = {*board_names(), *SHIPPED}
    assert files == {f"{name}.{kind}.toml" for name in named for kind in ("board", "flags")}
    assert (len(board_names()), len(named)) == (12, 14)


@every_board
def test_facts(name: str) -> None:
    """Size, maker, licence, and a name of which the slug is the plain form; the README's table tells of the board."""
    board = load_board(name)
    assert (board.columns, board.rows) == (12, 16)
    assert (board.author, board.licence) == ("Clockwork Derby", "CC-BY-SA-4.0")
    assert board.name.lower().replace(" ", "-") == name
    assert f"| {board.name} | ★" in (HOME / "README.md").read_text(encoding="utf-8")
    assert str(board_about(name)).endswith(".")


@every_board
def test_round_trip(name: str) -> None:
    """Reading, writing and reading again gives the same board."""
    board = load_board(name)
    assert parse_board(write_board(board), "written again") == board


@every_board
def test_no_warnings(name: str) -> None:
    """The survey that `clockwork-derby board` prints finds nothing odd, with the flags of any difficulty; experimental elements are named."""
    board = load_board(name)
    words = experimental_words(board)
    assert len(board_warnings(board)) == bool(words) and all(
        word in str(board_warnings(board)[0]) for word in words
    )
    for difficulty in DIFFICULTIES:
        assert flag_warnings(board, flags_of(name, difficulty)) == ()


@every_board
def test_starts(name: str) -> None:
    """Eight starts near the parking row, with solid open floor one step ahead, out of every beam."""
    board = load_board(name)
    assert sorted(board.starts) == list(SEATS)
    dangers = {
        square
        for element in board.elements
        for square in element.reach(board)
        if element.traits & {"pit", "belt", "pusher", "laser"}
    }
    for start in board.starts.values():
        ahead = board.ahead[N][start]
        assert column_row(start)[1] < 3
        assert ahead and ahead not in dangers | set(board.starts.values())
        assert start not in dangers


@every_board
def test_every_square_can_be_reached(name: str) -> None:
    """From the first start a clank can drive to every square that is no pit, the other starts and all flags included."""
    board = load_board(name)
    there = reachable(board, board.starts[1])
    assert there == set(board.squares) - board.having("pit")


@every_board
def test_belts_run_somewhere(name: str) -> None:
    """No belt runs into a wall, over an edge, into a pit or head on into another belt."""
    board = load_board(name)
    # A rotating belt has another direction in every register.
    heading = {
        element.square: element.heading
        for element in board.elements
        if "belt" in element.traits and hasattr(element, "heading")
    }
    pits = board.having("pit")
    for square, way in heading.items():
        beyond = board.ahead[way][square]
        assert beyond and beyond not in pits, square
        assert heading.get(beyond) != opposite(way), square


@every_board
def test_lasers_have_lanes(name: str) -> None:
    """Every beam crosses at least three squares and ends at a wall or at the border."""
    board = load_board(name)
    for element in board.elements:
        if "laser" in element.traits:
            assert len(element.reach(board)) >= 3, element.entry()


@every_board
def test_flags(name: str) -> None:
    """Four flags in each difficulty, apart from one another, on squares where a clank can stand; `away` is the board's own list."""
    board = load_board(name)
    assert flags_of(name, "away") == board.suggested_flags
    for difficulty in DIFFICULTIES:
        flags = flags_of(name, difficulty)
        assert len(set(flags)) == 4
        assert not set(flags) & (board.having("pit") | board.having("start"))
        assert all(distance(one, other) >= 4 for one in flags for other in flags if one != other)


def distance(one: Square, other: Square) -> int:
    """Steps between two squares on open floor."""
    return sum(abs(a - b) for a, b in zip(column_row(one), column_row(other), strict=True))


@every_board
def test_flags_keep_their_promise(name: str) -> None:
    """Flags away from danger have none on their square or beside it; flags on danger all have some on theirs."""
    board = load_board(name)
    harmful = {
        square
        for element in board.elements
        for square in element.reach(board)
        if element.traits & {"pit", "pusher", "laser", "crusher", "harmful"}
    }
    lively = {
        square
        for element in board.elements
        if element.word not in QUIET
        for square in (*element.reach(board), *element.covers())
    }
    for flag in flags_of(name, "away"):
        around = {board.ahead[way][flag] for way in range(4)}
        assert flag not in lively
        assert not around & (harmful | {""}), flag
    assert set(flags_of(name, "on")) <= lively


@every_board
@every_difficulty
def test_random_clanks_win(name: str, difficulty: str) -> None:
    """Eight aimless clanks that always come back play on until one of them has touched every flag in order."""
    state = new_race(load_board(name), flags_of(name, difficulty), Rules(lives=None), SEATS)
    for after in random_turns(state, seed=1):
        state = after
        assert state.turn < LONGEST_RACE
    assert state.winner in SEATS


@every_board
@every_difficulty
def test_every_flag_by_itself(name: str, difficulty: str) -> None:
    """Each flag, the only one of its race, is won by an aimless clank."""
    for flag in flags_of(name, difficulty):
        state = new_race(load_board(name), (flag,), Rules(lives=None), SEATS)
        for after in random_turns(state, seed=2):
            state = after
            assert state.turn < LONGEST_RACE
        assert state.winner in SEATS


@every_board
def test_plays_on_by_the_default_rules(name: str) -> None:
    """Ten races with three lives go on for many turns, or to their end, and never put two clanks on a square or one on a pit."""
    board = load_board(name)
    for seed in range(10):
        start = new_race(board, flags_of(name, "on"), Rules(), SEATS)
        for state in islice(random_turns(start, seed), MANY_TURNS):
            places = [clank.square for clank in state.clanks if clank.status == ACTIVE]
            assert len(places) == len(set(places))
            pits = {element.square for element in board.elements if element.word == "pit"}
            assert {present(place).removesuffix(ABOVE) for place in places} <= set(
                board.squares
            ) and pits.isdisjoint(places)


@pytest.mark.parametrize(
    "name", ["gorge-crossing", "Gorge Crossing", "GORGE CROSSING", "gorge_crossing"]
)
def test_found_by_any_form_of_its_name(name: str) -> None:
    """Slug and name, in any case, mean the same board."""
    assert load_board(name) is load_board("gorge-crossing")
    assert load_flags(name) == load_flags("gorge-crossing")
    assert parse_board(board_text(name), "its text") == load_board("gorge-crossing")


@pytest.mark.parametrize("find", [load_board, load_flags, board_text, board_about])
@pytest.mark.parametrize(
    "name", ["gorge-crosing", "", "../boards/gorge-crossing", "fountain-circus.board.toml"]
)
def test_unknown_name(name: str, find: object) -> None:
    """A name that is not shipped is refused with the names that are, and never taken for a path."""
    with pytest.raises(UnknownBoard, match="shipped boards are fountain-circus"):
        find(name)  # type: ignore[operator]


def test_near_name() -> None:
    """A slip of the finger is met with the board that was meant."""
    with pytest.raises(UnknownBoard, match="did you mean 'gorge-crossing'"):
        load_board("gorge-crosing")
