"""Invariants of Cardbot Derby over random positions, grids, cards and answers."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as some

from companion.games.cardbot.engine.cards import COMMANDS, Card, card_of, cards_left, pile_of
from companion.games.cardbot.engine.events import TELEPORT, Moved, PingChosen, Turned, Visited
from companion.games.cardbot.engine.grid import (
    ARROWS,
    CardbotGrid,
    in_force,
    layout_grid,
    parse_grid,
    read_grid,
)
from companion.games.cardbot.engine.piles import draw as drawn
from companion.games.cardbot.engine.piles import refused
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.engine.state import CardbotState, robot_at, robot_at_start, robot_seats
from companion.games.cardbot.engine.turn import begin_round, end_round, play_command
from companion.geometry import HEADINGS, Square
from tests.games.cardbot.positions import begun, grids, played, programs, states

WISHES = some.lists(some.integers(0, 2), max_size=4)


def whole_round(state: CardbotState, wishes: list[int]) -> CardbotState:
    """Play the five commands of a round that has begun, without its reset."""
    for _ in range(COMMANDS):
        state = played(state, wishes)[0].state
    return state


@given(begun(), WISHES)
@settings(max_examples=150)
def test_one_robot_a_place(state: CardbotState, wishes: list[int]) -> None:
    """Give each robot its place (CB09); only slippery places have a direction (CBR25)."""
    for _ in range(COMMANDS):
        state = played(state, wishes)[0].state
        assert len({robot.square for robot in state.robots}) == len(state.robots)
        assert all(
            (robot.slide is not None) == (robot.square in state.grid.slippery)
            for robot in state.robots
        )
        assert sorted(state.order) == list(state.seats)


@given(begun(), WISHES)
@settings(max_examples=150)
def test_events_say_everything(state: CardbotState, wishes: list[int]) -> None:
    """Follow events alone to every robot's place, by connected steps of one place."""
    for _ in range(COMMANDS):
        outcome, _ = played(state, wishes)
        places = {robot.seat: (robot.square, robot.heading) for robot in state.robots}
        for event in outcome.events:
            if isinstance(event, Moved):
                assert places[event.seat][0] == event.start != event.end
                assert (
                    event.direction is None
                    if event.cause == TELEPORT
                    else state.grid.step(event.start, event.direction or 0) == event.end
                )
                places[event.seat] = (event.end, places[event.seat][1])
            if isinstance(event, Turned):
                assert places[event.seat] == (event.square, event.before)
                places[event.seat] = (event.square, event.after)
        state = outcome.state
        assert places == {robot.seat: (robot.square, robot.heading) for robot in state.robots}


@given(begun(), WISHES)
@settings(max_examples=150)
def test_a_command_can_be_resumed_after_every_side(state: CardbotState, wishes: list[int]) -> None:
    """Stop at a missing side with the beginning of the same story, then resume.

    Each choice is between two empty sides, the right one among them.
    """
    for _ in range(COMMANDS):
        outcome, sides = played(state, wishes)
        for known in range(len(sides)):
            part = play_command(state, sides[:known])
            assert (
                part.events == outcome.events[: len(part.events)]
                and part.state.command == state.command
            )
            choice = part.choice
            assert choice is not None and len(choice.sides) == 2 and choice.right in choice.sides
            taken = {robot.square for robot in part.state.robots}
            assert all(
                state.grid.step(choice.square, side) not in {None, *taken} for side in choice.sides
            )
            chosen = outcome.events[len(part.events)]
            side = sides[known]
            assert chosen == (
                PingChosen(choice.mover, choice.right, False, "CBR06")
                if side is None
                else PingChosen(choice.mover, side, True, "CB11")
            )
        assert sum(isinstance(event, PingChosen) for event in outcome.events) == len(sides)
        state = outcome.state


@given(begun(most=3), WISHES)
@settings(max_examples=100)
def test_a_pile_has_all_cards_that_are_not_taken_out(
    state: CardbotState, wishes: list[int]
) -> None:
    """Keep thirteen cards less one per target in pile and program (CB16, CB17)."""
    before = whole_round(state, wishes)
    for robot in before.robots:
        assert sorted([*(before.piles[robot.seat] or ()), *before.programs[robot.seat]]) == sorted(
            cards_left(robot.seat, robot.targets)
        )
    reached = {robot.seat: robot.targets + len(robot.visited) for robot in before.robots}
    shuffled = {
        robot.seat: cards_left(robot.seat, reached[robot.seat])
        for robot in before.robots
        if robot.visited
    }
    after = end_round(before, shuffled).state
    for robot in after.robots:
        pile = after.piles[robot.seat] or ()
        assert robot.targets == reached[robot.seat] and len(pile) == 13 - robot.targets
        assert sorted(pile) == sorted(cards_left(robot.seat, robot.targets))
        if robot.seat not in shuffled:
            assert pile[-COMMANDS:] == before.programs[robot.seat]
    unknown = end_round(before).state
    assert {seat for seat, pile in unknown.piles.items() if pile is None} == set(shuffled)


@given(begun(), WISHES)
@settings(max_examples=80)
def test_targets_are_visited_in_order(state: CardbotState, wishes: list[int]) -> None:
    """Visit targets in order, once, counted at the reset (CB17, CB18)."""
    seen: dict[int, int] = {robot.seat: robot.targets for robot in state.robots}
    targets = dict(seen)
    for _ in range(COMMANDS):
        outcome, _ = played(state, wishes)
        for event in outcome.events:
            if isinstance(event, Visited):
                assert event.target == seen[event.seat] + 1 == state.grid.target_on(event.square)
                seen[event.seat] = event.target
        state = outcome.state
        assert {robot.seat: robot.targets for robot in state.robots} == targets
    assert set(end_round(state).state.winners) == {
        seat for seat, target in seen.items() if target == 3
    }


# ---- Symmetry ------------------------------------------------------------------------------------


def mirrored_square(square: Square) -> Square:
    """Return the place on the other side of column D."""
    return f"{'GFEDCBA'['ABCDEFG'.index(square[0])]}{square[1]}"


def mirrored(state: CardbotState) -> CardbotState:
    """Return the same position with east for west."""
    codes = {"^": "^", "v": "v", ">": "<", "<": ">"}
    grid = CardbotGrid(
        tuple(
            tuple(codes.get(code[0], code[0]) + code[1:] for code in reversed(row))
            for row in state.grid.rows
        )
    )
    robots = tuple(
        robot._replace(
            square=mirrored_square(robot.square),
            heading=-robot.heading % 4,
            slide=None if robot.slide is None else -robot.slide % 4,
        )
        for robot in state.robots
    )
    return state._replace(grid=grid, robots=robots)


@given(states(), some.data())
@settings(max_examples=150)
def test_a_mirror_changes_nothing(state: CardbotState, data: some.DataObject) -> None:
    """Play a mirrored position the mirrored way, without turns to one side, with chosen sides.

    Rings have their ace on the other side of the seam.
    """
    cards = {
        seat: [card for card in pile_of(seat) if card.value in "AKQJT2468"] for seat in state.seats
    }
    played_cards = {
        seat: tuple(data.draw(some.permutations(pile))[:COMMANDS]) for seat, pile in cards.items()
    }
    state = state._replace(piles=dict.fromkeys(state.seats))
    one, other = begin_round(state, played_cards), begin_round(mirrored(state), played_cards)
    for _ in range(COMMANDS):
        outcome, sides = played(one, [1, 2])
        twin = play_command(other, [-(side or 0) % 4 for side in sides])
        assert twin.choice is None and twin.state.order == outcome.state.order
        one, other = outcome.state, twin.state
        assert mirrored(one).robots == tuple(
            robot._replace(visited=tuple(map(mirrored_square, robot.visited)))
            for robot in other.robots
        )


@given(begun(rings=False, most=6), WISHES, some.integers(1, 6))
@settings(max_examples=100)
def test_the_tube_has_no_seam(state: CardbotState, wishes: list[int], by: int) -> None:
    """Play the same wherever the tube is cut open, if no belt goes all around."""
    assume(not any(belt.ring for belt in state.grid.belts))

    def along(square: Square) -> Square:
        return f"{'ABCDEFG'[('ABCDEFG'.index(square[0]) + by) % 7]}{square[1]}"

    grid = CardbotGrid(tuple((*row[7 - by :], *row[: 7 - by]) for row in state.grid.rows))
    other = state._replace(
        grid=grid,
        robots=tuple(robot._replace(square=along(robot.square)) for robot in state.robots),
    )
    for _ in range(COMMANDS):
        state, other = played(state, wishes)[0].state, played(other, wishes)[0].state
        assert [along(robot.square) for robot in state.robots] == [
            robot.square for robot in other.robots
        ]


# ---- Cards ---------------------------------------------------------------------------------------


@given(states(), some.data())
@settings(max_examples=60)
def test_nobody_is_refused_for_what_was_drawn(state: CardbotState, data: some.DataObject) -> None:
    """Accept any five drawn cards, and refuse any other at its slot."""
    chosen = data.draw(programs(state))
    assert refused(state, chosen) == ()
    seat, slot = (
        data.draw(some.sampled_from(state.seats)),
        data.draw(some.integers(0, COMMANDS - 1)),
    )
    card = data.draw(
        some.none()
        | some.sampled_from([card for number in range(1, 9) for card in pile_of(number)])
    )
    assume(card is None or card not in (drawn(state, seat) or ()))
    wrong = (*chosen[seat][:slot], card, *chosen[seat][slot + 1 :])
    (refusal,) = refused(state, {**chosen, seat: wrong})
    own = card is not None and card in pile_of(seat)
    taken = own and card not in cards_left(seat, state.robot(seat).targets)
    kind = "empty" if card is None else "foreign" if not own else "taken" if taken else "undrawn"
    assert refusal == (seat, slot + 1, card, kind)


def with_people(people: int, rules: Rules) -> CardbotState:
    """Return a race about to begin on the basic layout, with unknown piles."""
    grid, seats = in_force(layout_grid("basic"), rules, "basic"), robot_seats(people, rules)
    robots = tuple(robot_at_start(seat, grid) for seat in seats)
    return CardbotState(grid, rules, robots, dict.fromkeys(seats), people)


@pytest.mark.parametrize(
    ("people", "fill", "enacted", "persons"),
    [
        (2, True, {1: 2, 2: 3, 3: 4, 4: 1}, {1: 1, 2: 2, 3: 1, 4: 2}),
        (3, True, {1: 2, 2: 3, 3: 1, 4: 1}, {1: 1, 2: 2, 3: 3, 4: None}),
        (2, False, {1: 2, 2: 1}, {1: 1, 2: 2}),
        (3, False, {1: 2, 2: 3, 3: 1}, {1: 1, 2: 2, 3: 3}),
        (4, True, {1: 2, 2: 3, 3: 4, 4: 1}, {1: 1, 2: 2, 3: 3, 4: 4}),
    ],
)
def test_who_enacts_whom(
    people: int, fill: bool, enacted: dict[int, int], persons: dict[int, int | None]
) -> None:
    """Choose the next seat of another player, passing over the random robot (CBR30)."""
    state = with_people(people, Rules(fill_robots=fill))
    assert dict(state.enactors) == enacted
    assert {seat: state.person(seat) for seat in state.seats} == persons


def test_the_robot_that_plays_by_chance_is_shuffled_every_round() -> None:
    """Forget the pile of the random robot after a round unless its shuffle is given (CBR16)."""
    state = with_people(3, Rules(draw=7))
    state = state._replace(piles={seat: pile_of(seat) for seat in state.seats})
    assert [len(drawn(state, seat) or ()) for seat in state.seats] == [7, 7, 7, 5]
    state = whole_round(
        begin_round(state, {seat: (drawn(state, seat) or ())[:5] for seat in state.seats}), []
    )
    assert end_round(state).state.piles[4] is None
    assert end_round(state, {4: pile_of(4)}).state.piles[4] == pile_of(4)


def test_what_cannot_be_asked() -> None:
    """Refuse calls out of order, four cards, and an unknown side."""
    grid = read_grid(". . . . . . .\n" * 7)
    state = CardbotState(grid, Rules(), (robot_at(1, "A1", 0, grid),), {1: None})
    program = {1: pile_of(1)[:5]}
    for wrong in (
        lambda: play_command(state),
        lambda: end_round(state),
        lambda: begin_round(state, {1: pile_of(1)[:4]}),
        lambda: begin_round(state, {}),
    ):
        with pytest.raises(ValueError, match=r"five|fifth"):
            wrong()
    state = begin_round(state, program)
    with pytest.raises(ValueError, match="one before is over"):
        begin_round(state, program)
    state = whole_round(state, [])
    with pytest.raises(ValueError, match="five commands"):
        play_command(state)
    state = end_round(state).state
    with pytest.raises(ValueError, match="once"):
        end_round(state)
    row = tuple(
        robot_at(seat, square, 1, grid) for seat, square in ((1, "A3"), (2, "B3"), (3, "C3"))
    )
    choosing = begin_round(
        CardbotState(grid, Rules(), row, dict.fromkeys((1, 2, 3))),
        {seat: pile_of(seat)[:5] for seat in (1, 2, 3)},
    )
    with pytest.raises(ValueError, match="side 1"):
        play_command(choosing, [1])


# ---- Grids ---------------------------------------------------------------------------------------


@given(grids())
@settings(max_examples=100)
def test_a_grid_reads_back(grid: CardbotGrid) -> None:
    """Read a drawn grid back; its belts are lines in one direction that begin with the ace."""
    assert read_grid("\n".join(grid.lines)) == grid
    assert parse_grid("grid = '''\n" + "\n".join(grid.lines) + "\n'''\n", "x").grid == grid
    for belt in grid.belts:
        assert all(grid.code(place) == ARROWS[belt.direction] + belt.suit for place in belt.places)
        assert all(
            grid.step(place, belt.direction) == beyond
            for place, beyond in zip(belt.places, belt.places[1:], strict=False)
        )
        assert belt.ring == (grid.step(belt.places[-1], belt.direction) == belt.places[0])
        assert not belt.ring or belt.places[0][0] == (
            "A" if HEADINGS[belt.direction] == "E" else "G"
        )


@pytest.mark.parametrize(
    ("text", "value", "suit", "deck", "rank", "quarters"),
    [
        ("AH", "A", "H", 1, 14, 0),
        ("TD2", "T", "D", 2, 10, 0),
        ("9C", "9", "C", 1, 9, 1),
        ("7S2", "7", "S", 2, 7, 3),
        ("2H", "2", "H", 1, 2, 2),
        ("4D", "4", "D", 1, 4, 0),
    ],
)
def test_cards(text: str, value: str, suit: str, deck: int, rank: int, quarters: int) -> None:
    """Know value, suit, deck, rank, and the end of a turn (CB08)."""
    card = card_of(text)
    assert card == Card(value, suit, deck) and (card.text, card.rank, card.quarters) == (
        text,
        rank,
        quarters,
    )
    assert card in pile_of(" HCDS".index(suit) + (4 if deck == 2 else 0))


@pytest.mark.parametrize("text", ["", "A", "AX", "XH", "1H", "10H", "AH1", "AH3", "AH22", "ah"])
def test_what_is_no_card(text: str) -> None:
    """Guess no card."""
    with pytest.raises(ValueError, match="is no card such as"):
        card_of(text)
