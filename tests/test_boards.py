"""The shipped boards: valid as files, fair to eight players, and playable to the last flag."""

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
from companion.engine.state import ACTIVE, RaceState
from companion.engine.survey import board_warnings, experimental_words, flag_warnings
from companion.engine.turn import play_turn
from companion.errors import UnknownBoardError
from companion.formats.board import parse_board, write_board
from companion.games.factory_rally.game import SHIPPED
from companion.geometry import ABOVE, N, Square, column_row, opposite
from tests.typed import present

HOME = Path(companion.content.__file__).parent
DIFFICULTIES = ("away", "beside", "on")
SEATS = range(1, 9)
MANY_TURNS = 100
QUIET = {"start", "wall", "repair", "door", "one_way"}
"""Elements that neither move clanks nor harm them nor change their cards."""
LONGEST_RACE = 5000
"""Turns within which random clanks with endless lives win on every board, with a wide margin."""

every_board = pytest.mark.parametrize("name", board_names())
every_difficulty = pytest.mark.parametrize("difficulty", DIFFICULTIES)


def flags_of(name: str, difficulty: str) -> tuple[Square, ...]:
    """Return one of the three lists of suggested flags."""
    flags: tuple[Square, ...] = getattr(load_flags(name), difficulty)
    return flags


def reachable(board: Board, start: Square) -> set[Square]:
    """Return the squares that single steps reach from here, without pits and open edges."""
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


def random_turns(state: RaceState, seed: int) -> Iterator[RaceState]:
    """Yield the race after each turn, with every hand played in the order of the deal."""
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
    """Return locked cards where they are, and the other slots filled from the left."""
    cards = iter(hand)
    return tuple(card or next(cards) for card in slots)  # type: ignore[misc]


def test_every_file_is_shipped() -> None:
    """Ship a board file and a flags file for each name that is shipped or that a game offers.

    The folder has grids of cards beside them, and nothing else.
    """
    files = {
        file.name for file in (HOME / "boards").iterdir() if not file.name.endswith(".grid.toml")
    }
    named = {*board_names(), *SHIPPED}
    assert files == {f"{name}.{kind}.toml" for name in named for kind in ("board", "flags")}
    assert (len(board_names()), len(named)) == (12, 14)


@every_board
def test_facts(name: str) -> None:
    """Name size, maker, licence and a name that fits the slug.

    List the board in the README's table.
    """
    board = load_board(name)
    assert (board.columns, board.rows) == (12, 16)
    assert (board.author, board.licence) == ("Clockwork Derby", "CC-BY-SA-4.0")
    assert board.name.lower().replace(" ", "-") == name
    assert f"| {board.name} | ★" in (HOME / "README.md").read_text(encoding="utf-8")
    assert str(board_about(name)).endswith(".")


@every_board
def test_round_trip(name: str) -> None:
    """Get the same board by reading, writing and reading again."""
    board = load_board(name)
    assert parse_board(write_board(board), "written again") == board


@every_board
def test_no_warnings(name: str) -> None:
    """Find nothing odd in what `clockwork-derby board` prints, with flags of any difficulty.

    Experimental elements are named.
    """
    board = load_board(name)
    words = experimental_words(board)
    assert len(board_warnings(board)) == bool(words) and all(
        word in str(board_warnings(board)[0]) for word in words
    )
    for difficulty in DIFFICULTIES:
        assert flag_warnings(board, flags_of(name, difficulty)) == ()


@every_board
def test_starts(name: str) -> None:
    """Have eight starts near the parking row, out of every beam, with solid open floor ahead."""
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
    """Reach from the first start every square that is no pit, with all starts and flags."""
    board = load_board(name)
    there = reachable(board, board.starts[1])
    assert there == set(board.squares) - board.having("pit")


@every_board
def test_belts_run_somewhere(name: str) -> None:
    """Let no belt run into a wall, over an edge, into a pit or head on into another belt."""
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
    """Let every beam cross at least three squares and end at a wall or at the border."""
    board = load_board(name)
    for element in board.elements:
        if "laser" in element.traits:
            assert len(element.reach(board)) >= 3, element.entry()


@every_board
def test_flags(name: str) -> None:
    """Have four flags in each difficulty, apart from one another, where a clank can stand.

    `away` is the board's own list.
    """
    board = load_board(name)
    assert flags_of(name, "away") == board.suggested_flags
    for difficulty in DIFFICULTIES:
        flags = flags_of(name, difficulty)
        assert len(set(flags)) == 4
        assert not set(flags) & (board.having("pit") | board.having("start"))
        assert all(distance(one, other) >= 4 for one in flags for other in flags if one != other)


def distance(one: Square, other: Square) -> int:
    """Return the steps between two squares on open floor."""
    return sum(abs(a - b) for a, b in zip(column_row(one), column_row(other), strict=True))


@every_board
def test_flags_keep_their_promise(name: str) -> None:
    """Keep danger off the squares of safe flags and beside them, and near all flags on danger."""
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
    """Let eight random clanks with endless lives play until one has touched all flags in order."""
    state = new_race(load_board(name), flags_of(name, difficulty), Rules(lives=None), SEATS)
    for after in random_turns(state, seed=1):
        state = after
        assert state.turn < LONGEST_RACE
    assert state.winner in SEATS


@every_board
@every_difficulty
def test_every_flag_by_itself(name: str, difficulty: str) -> None:
    """Win each flag as the only one of a race with a random clank."""
    for flag in flags_of(name, difficulty):
        state = new_race(load_board(name), (flag,), Rules(lives=None), SEATS)
        for after in random_turns(state, seed=2):
            state = after
            assert state.turn < LONGEST_RACE
        assert state.winner in SEATS


@every_board
def test_plays_on_by_the_default_rules(name: str) -> None:
    """Play ten races with three lives for many turns, or to their end.

    Never put two clanks on a square or one on a pit.
    """
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
    """Find the same board by slug and name, in any case."""
    assert load_board(name) is load_board("gorge-crossing")
    assert load_flags(name) == load_flags("gorge-crossing")
    assert parse_board(board_text(name), "its text") == load_board("gorge-crossing")


@pytest.mark.parametrize("find", [load_board, load_flags, board_text, board_about])
@pytest.mark.parametrize(
    "name", ["gorge-crosing", "", "../boards/gorge-crossing", "fountain-circus.board.toml"]
)
def test_unknown_name(name: str, find: object) -> None:
    """Refuse a name that is not shipped with the names that are, and never take it for a path."""
    with pytest.raises(UnknownBoardError, match="shipped boards are fountain-circus"):
        find(name)  # type: ignore[operator]


def test_near_name() -> None:
    """Suggest the board that was meant by a misspelt name."""
    with pytest.raises(UnknownBoardError, match="did you mean 'gorge-crossing'"):
        load_board("gorge-crosing")
