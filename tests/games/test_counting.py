"""The eleven counters by made-up events, one ruling each, and achievements at their limits."""

from __future__ import annotations

import pytest

from companion.engine.cards import Card
from companion.engine.causes import BELT, CARD, EDGE, LASER, PIT, PUSH, REPAIR, ROTATOR, SHOT
from companion.engine.events import (
    BeatBegan,
    CardPlayed,
    Damaged,
    Destroyed,
    Event,
    Healed,
    Moved,
    PoweredDown,
    RegisterBegan,
    Turned,
)
from companion.games.cardbot.engine.events import MOVE, PING, SHOVE, SLIDE
from companion.games.cardbot.engine.events import Moved as RobotMoved
from companion.games.cardbot.engine.events import Turned as RobotTurned
from companion.games.cardbot.narration.recap import KEYS, RULES
from companion.games.kit.story import (
    ACHIEVEMENTS,
    COUNTERS,
    NAMES,
    TITLES,
    achieved,
    counts_of,
    tally,
)
from companion.games.race.story import counters_of
from companion.records.medals import DRAWN, medal

SEATS = (1, 2, 3)


def counted(*events: Event) -> dict[int, dict[str, int]]:
    """Return what is counted of three seats, without zeros."""
    return {
        seat: {name: number for name, number in found.items() if number}
        for seat, found in counters_of((RegisterBegan(1, 1), *events), SEATS).items()
    }


def plays(seat: int, move: str) -> CardPlayed:
    """Return a played card of a seat."""
    return CardPlayed(seat, Card(move, 500))


def step(seat: int, start: str, end: str, cause: str = CARD, by: int | None = None) -> Moved:
    """Return a step eastward."""
    return Moved(seat, start, end, 1, 1, cause, by, "7.2.4")


def turn(seat: int, before: int, after: int, cause: str = CARD) -> Turned:
    """Return a turn on the spot."""
    return Turned(seat, "A1", before, after, cause, "7.2.3")


def hit(seat: int, by: int | str, points: int = 1, cause: str = SHOT) -> Damaged:
    """Return a hit."""
    return Damaged(seat, "A1", points, points, cause, by, "7.10.1")


def test_only_own_steps_are_walked() -> None:
    """Count own steps, forward and backward, but no pushes and belts (no. 42)."""
    assert counted(
        plays(1, "move2"),
        step(1, "A1", "B1"),
        step(1, "B1", "C1"),
        plays(2, "back"),
        step(2, "F1", "E1"),
    ) == {
        1: {"fields_forward": 2},
        2: {"fields_backward": 1},
        3: {},
    }
    assert counted(
        plays(1, "move1"), step(1, "A1", "B1"), BeatBegan("belts"), step(1, "B1", "C1", BELT)
    ) == {1: {"fields_forward": 1}, 2: {}, 3: {}}


def test_the_step_over_the_edge_is_walked_and_the_one_into_a_pit() -> None:
    """Count the step over the edge and into a pit, although no square is given."""
    assert counted(plays(1, "move1"), Destroyed(1, "A1", EDGE, 2, "13.1"))[1] == {
        "fields_forward": 1,
        "deaths": 1,
    }
    assert counted(plays(1, "back"), step(1, "A1", "B1"), Destroyed(1, "B1", PIT, 2, "2.5"))[1] == {
        "fields_backward": 1,
        "deaths": 1,
    }


def test_turns_are_those_of_own_cards() -> None:
    """Count turns of own cards only (no. 42)."""
    assert counted(
        plays(1, "left"),
        turn(1, 0, 3),
        plays(2, "right"),
        turn(2, 0, 1),
        plays(3, "uturn"),
        turn(3, 0, 2),
    ) == {
        1: {"left_turns": 1},
        2: {"right_turns": 1},
        3: {"uturns": 1},
    }
    assert counted(
        plays(1, "move1"), step(1, "A1", "B1"), BeatBegan("gears"), turn(1, 0, 1, ROTATOR)
    )[1] == {"fields_forward": 1}


def test_every_one_of_a_row_is_pushed_once_a_step() -> None:
    """Count each pushed one once a step, also over the edge, but no belt's push (no. 41)."""
    row = (step(3, "C1", "D1", PUSH, 1), step(2, "B1", "C1", PUSH, 1), step(1, "A1", "B1"))
    assert counted(plays(1, "move1"), *row)[1] == {"fields_forward": 1, "opponents_pushed": 2}
    over = (step(2, "B1", "C1", PUSH, 1), step(1, "A1", "B1"), Destroyed(3, "C1", EDGE, 2, "13.1"))
    assert counted(plays(1, "move1"), *over) == {
        1: {"fields_forward": 1, "opponents_pushed": 2, "robots_destroyed": 1},
        2: {},
        3: {"deaths": 1},
    }
    assert counted(
        BeatBegan("pushers"), step(2, "B1", "C1", PUSH, 1), step(1, "A1", "B1", BELT)
    ) == {1: {}, 2: {}, 3: {}}


def test_damage_counts_in_full_for_both_sides() -> None:
    """Count all damage taken, and damage by shots and reflections on others (no. 40)."""
    assert counted(hit(2, 1, 2), hit(2, "C4", 3, LASER), hit(3, 3)) == {
        1: {"damage_caused": 2},
        2: {"damage_taken": 5},
        3: {"damage_taken": 1},
    }
    # A ghost acts for its clank.
    assert counted(hit(2, 21)) == {1: {"damage_caused": 1}, 2: {"damage_taken": 1}, 3: {}}


def test_the_last_one_who_did_it_has_destroyed() -> None:
    """Credit a destruction to the last cause in the register, ties to the lowest seat (no. 41).

    No pit takes it away.
    """
    fell = Destroyed(3, "D1", PIT, 2, "2.5")
    pushed = (plays(1, "move1"), step(3, "C1", "D1", PUSH, 1), step(1, "B1", "C1"))
    assert counted(*pushed, fell)[1]["robots_destroyed"] == 1
    later = (*pushed, BeatBegan("clank lasers"), hit(3, 2), fell)
    assert (
        "robots_destroyed" not in counted(*later)[1] and counted(*later)[2]["robots_destroyed"] == 1
    )
    assert (
        counted(BeatBegan("clank lasers"), hit(3, 2), hit(3, 1), fell)[1]["robots_destroyed"] == 1
    )
    # The next register knows nothing of it.
    assert "robots_destroyed" not in counted(*pushed, RegisterBegan(1, 2), fell)[1]


def test_repairs_and_rests() -> None:
    """Count rests, damaged or not, and their repairs (no. 43)."""
    assert counted(
        Healed(1, "A1", 2, 0, REPAIR, "7.12.1"),
        PoweredDown(1, 3, "6.5.2"),
        PoweredDown(2, 0, "6.5.2"),
    ) == {
        1: {"damage_repaired": 5, "power_downs": 1},
        2: {"power_downs": 1},
        3: {},
    }


def test_robots_of_the_grid_have_some_of_it() -> None:
    """Count moves, turns and shoves of robots on grids."""
    events = (
        RobotMoved(1, "A1", "A2", 0, MOVE, 1, "CB07"),
        RobotMoved(2, "A2", "A3", 0, SHOVE, 1, "CB10"),
        RobotMoved(2, "A3", "B3", 1, PING, 1, "CB11"),
        RobotMoved(2, "B3", "C3", 1, SLIDE, 2, "CB12"),
        RobotTurned(2, "C3", 0, 3),
        RobotTurned(2, "C3", 0, 2),
    )
    found = counts_of(COUNTERS, tally(KEYS, (1, 2), events, RULES))
    assert found[0].data == {
        "fields_forward": 1,
        "left_turns": 0,
        "right_turns": 0,
        "uturns": 0,
        "opponents_pushed": 2,
    }
    assert found[1].data == {
        "fields_forward": 0,
        "left_turns": 1,
        "right_turns": 0,
        "uturns": 1,
        "opponents_pushed": 0,
    }


# ---- Achievements --------------------------------------------------------------------------------


def test_there_are_34_and_each_has_its_own_picture() -> None:
    """Have 34 in order, named for every counter, with different pictures."""
    assert [one.key for one in ACHIEVEMENTS] == [f"ACH{number:02}" for number in range(1, 35)]
    assert (
        len({medal(one) for one in ACHIEVEMENTS})
        == len({str(one.name) for one in ACHIEVEMENTS})
        == 34
    )
    assert set(TITLES) == set(NAMES) and len(NAMES) == 12, "eleven, of which one has two parts"
    assert {one.key if one.most is not None else one.counters[0] for one in ACHIEVEMENTS} == set(
        DRAWN
    )


@pytest.mark.parametrize(
    "one", [one for one in ACHIEVEMENTS if one.most is None], ids=lambda one: one.key
)
def test_a_sum_is_reached_at_its_number(one: object) -> None:
    """Reach a sum at its number, over earlier games and any of its counters."""
    least, first, last = one.least, one.counters[0], one.counters[-1]  # type: ignore[attr-defined]
    assert one.key not in achieved({}, {first: least - 1})  # type: ignore[attr-defined]
    assert one.key in achieved({}, {first: least})  # type: ignore[attr-defined]
    assert one.key in achieved({first: least - 1}, {last: 1})  # type: ignore[attr-defined]


def test_a_single_game_is_looked_at_by_itself() -> None:
    """Judge a single game by itself, and not one without the counter."""
    clean, before = (
        dict.fromkeys(NAMES, 0),
        {"damage_taken": 9, "deaths": 9, "damage_caused": 9},
    )
    assert achieved(before, clean)[-3:] == ("ACH32", "ACH33", "ACH34")
    assert not {"ACH32", "ACH33", "ACH34"} & set(
        achieved({}, {**clean, "damage_taken": 1, "deaths": 1, "damage_caused": 1})
    )
    assert achieved({}, {"fields_forward": 3, "opponents_pushed": 0}) == ()
