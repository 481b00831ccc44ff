"""The eleven counters by hand-made events, and the achievements at their borders."""
from __future__ import annotations

from typing import Final

import pytest

from companion.engine.cards import Card
from companion.engine.events import BeatBegan, CardPlayed, Damaged, Destroyed, Event, Healed, Moved, PoweredDown, RegisterBegan, Turned
from companion.games.race.achievements import ACHIEVEMENTS, achieved
from companion.games.race.counters import Counters, counters_of
from companion.games.race.statistics import HEADS, known, picture, reached

STEP: Final = RegisterBegan(1, 1)


def counted(*events: Event) -> dict[int, Counters]:
    """Of three seats."""
    return dict(counters_of((STEP, *events), (1, 2, 3)))


def plays(seat: int, move: str) -> CardPlayed:
    """A card."""
    return CardPlayed(seat, Card(move, 500), "7.2.1")


def moves(seat: int, cause: str = "card", by: int | None = None) -> Moved:
    """A step north."""
    return Moved(seat, "A1", "A2", 0, 0, cause, by, "7.2.4")


def test_only_own_cards_walk_and_turn() -> None:
    """Forward and backward apart; belts, pushes and gears count for nobody."""
    found = counted(
        plays(1, "move2"), moves(1), moves(1), plays(1, "back"), moves(1), plays(2, "uturn"), Turned(2, "A2", 0, 2, "card", "7.2.3"),
        BeatBegan("all belts", "7.5.1"), moves(1, "belt"), Turned(1, "A2", 0, 1, "belt", "7.5.4"),
    )
    assert found[1] == Counters(fields_forward=2, fields_backward=1) and found[2] == Counters(uturns=1) and found[3] == Counters()


def test_every_clank_of_a_row_counts_once_a_step() -> None:
    """Pushed by a card; those that belts push are nobody's."""
    row = (moves(3, "push", 1), moves(2, "push", 1), moves(1))
    found = counted(plays(1, "move2"), *row, *row, BeatBegan("all belts", "7.5.1"), moves(3, "push", 2))
    assert found[1].opponents_pushed == 4 and found[2].opponents_pushed == 0 and found[1].fields_forward == 2


def test_a_step_over_the_edge_happened_too() -> None:
    """No square is entered, so that nothing but the destruction tells of it."""
    found = counted(plays(1, "back"), Destroyed(1, "A1", "edge", 2, "13.1"))
    assert found[1].fields_backward == 1 and found[1].deaths == 1
    found = counted(plays(1, "move1"), Destroyed(2, "A2", "edge", 2, "13.1"), moves(1))
    assert found[1] == Counters(fields_forward=1, opponents_pushed=1, robots_destroyed=1) and found[2].deaths == 1


def test_who_was_last_of_shot_and_push_has_destroyed() -> None:
    """Later beats earlier, of several shots at once the lowest seat counts, and pits and lasers take no credit away; a register later there is none."""
    shot = [Damaged(3, "A1", 1, 5, "shot", seat, "7.10.1") for seat in (2, 1)]
    gone = Destroyed(3, "A1", "laser", 2, "8.1")
    assert counted(BeatBegan("clank lasers"), *shot, gone)[1].robots_destroyed == 1
    assert counted(BeatBegan("clank lasers"), *shot, plays(2, "move1"), moves(3, "push", 2), gone)[2].robots_destroyed == 1
    assert counted(BeatBegan("clank lasers"), *shot, BeatBegan("board lasers"), Damaged(3, "A1", 1, 9, "laser", "B1", "7.9.2"), gone)[1].robots_destroyed == 1
    later = counted(BeatBegan("clank lasers"), *shot, RegisterBegan(1, 2), gone)
    assert later[1].robots_destroyed == later[2].robots_destroyed == 0


def test_damage_and_repair() -> None:
    """Points received in full, also past the last; what shots cost is their doing, what a laser of the board costs nobody's."""
    found = counted(
        Damaged(2, "A1", 2, 10, "shot", 1, "7.10.1"), Damaged(2, "A1", 1, 10, "laser", "B1", "7.9.2"), Damaged(1, "A1", 1, 1, "burning", 1, "D6"),
        Healed(2, "A1", 2, 0, "repair", "7.12.1"), PoweredDown(2, 3, "6.5.2"), PoweredDown(3, 0, "6.5.2"),
    )
    assert found[2] == Counters(damage_taken=3, damage_repaired=5, power_downs=1)
    assert found[1] == Counters(damage_caused=2, damage_taken=1) and found[3] == Counters(power_downs=1)


@pytest.mark.parametrize("one", [one for one in ACHIEVEMENTS if one.most is None], ids=lambda one: one.key)
def test_an_achievement_is_reached_at_its_number_and_not_before(one: object) -> None:
    """By earlier games and this one together."""
    name = next(name for name in Counters._fields if one.of(Counters(**{name: 1})))  # type: ignore[attr-defined]
    short, enough = Counters(**{name: one.least - 1}), Counters(**{name: 1})  # type: ignore[attr-defined]
    assert one.key not in achieved(short, Counters()) and one.key in achieved(short, enough)  # type: ignore[attr-defined]


def test_three_look_at_one_game_only() -> None:
    """No damage taken, not destroyed, no damage dealt, whatever came before."""
    before = Counters(damage_taken=9, deaths=9, damage_caused=9)
    assert {"ACH32", "ACH33", "ACH34"} <= {*achieved(before, Counters())}
    assert {"ACH32", "ACH33", "ACH34"}.isdisjoint(achieved(Counters(), Counters(damage_taken=1, deaths=1, damage_caused=1)))


def test_there_are_34_each_with_a_picture_of_its_own() -> None:
    """In the order of their ids, and every counter has a name for people."""
    assert [one.key for one in ACHIEVEMENTS] == [f"ACH{number:02}" for number in range(1, 35)]
    assert len({picture(one.key) for one in ACHIEVEMENTS}) == 34 and {name for name, _, _ in HEADS} == {*Counters._fields}
    assert [one.key for one in reached({"uturns": 4}, {"uturns": 1, "deaths": 1, "damage_taken": 1, "damage_caused": 1})][:2] == ["ACH04", "ACH05"]
    halfway = next(one for one in known({"uturns": 4}, ()) if one.key == "ACH05")
    assert (halfway.reached, halfway.needed) == (4, 5)
