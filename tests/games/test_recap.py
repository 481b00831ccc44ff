"""The race in five sentences: constructed races with known contents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.engine.cards import Card
from companion.engine.causes import CARD, EDGE, PIT, PUSH, SHOT
from companion.engine.changes import PlacedByHand
from companion.engine.events import (
    CardPlayed,
    Damaged,
    Destroyed,
    Event,
    FlagTouched,
    Healed,
    Moved,
    RegisterBegan,
    TurnBegan,
    Won,
)
from companion.games.kit.story import sentences_of
from companion.games.race.story import MAIN_SENTENCES, SPARE_SENTENCES, RaceStory, record_of
from tests.recorded import recorded

NAMES = {1: "BRASS", 2: "COPPER", 3: "AZURE"}


def register(turn: int, number: int, *events: Event) -> tuple[Event, ...]:
    """Return the events of a register."""
    return (RegisterBegan(turn, number), *events)


def record(*turns: Iterable[Event], **more: object) -> RaceStory:
    """Return the record of a race of three in so many turns."""
    records = [
        event for number, events in enumerate(turns, 1) for event in (TurnBegan(number), *events)
    ]
    return replace(record_of(records, NAMES), **more)  # type: ignore[arg-type]


def said(*turns: Iterable[Event], **more: object) -> list[str]:
    """Return the sentences about it."""
    return [
        str(words)
        for words in sentences_of(MAIN_SENTENCES, SPARE_SENTENCES, record(*turns, **more), NAMES)
    ]


def step(seat: int, start: str, end: str, by: int | None = None) -> Moved:
    """Return a step eastward, by a card or pushed."""
    return Moved(seat, start, end, 1, 1, CARD if by is None else PUSH, by, "7.2.4")


def touch(seat: int, flag: int) -> FlagTouched:
    """Return a touch of a flag."""
    return FlagTouched(seat, flag, "A1", "7.11.1")


def hit(seat: int, damage: int, by: int = 2) -> Damaged:
    """Return a hit by a shot."""
    return Damaged(seat, "A1", 1, damage, SHOT, by, "7.10.1")


def test_nothing_has_happened() -> None:
    """Tell few, true sentences of a race that ended at once."""
    assert said() == recorded("Nobody-was-destroyed")
    assert said(register(1, 1, touch(1, 1), Won(1, "10.1")), leads=((1, 1),)) == recorded(
        "BRASS-led-after-every-turn"
    )


def test_all_five_are_told_in_their_order() -> None:
    """Tell lead, fastest flag, longest push, deadliest square and closest call, in order."""
    row = (
        CardPlayed(1, Card("move1", 500)),
        step(3, "C1", "D1", 1),
        step(2, "B1", "C1", 1),
        step(1, "A1", "B1"),
    )
    fell = tuple(Destroyed(seat, "D4", PIT, 2, "2.5") for seat in (2, 3))
    sentences = said(
        (*register(1, 2, *row), *register(1, 4, touch(1, 1))),
        (*register(2, 1, *fell), *register(2, 3, touch(2, 1), touch(1, 2), Won(1, "10.1"))),
        leads=((1, 2), (2, 1)),
        behind=((2, 2),),
    )
    assert sentences == recorded("The-lead-changed-once-BRASS-had")


def test_a_push_over_the_edge_is_a_push() -> None:
    """Count a push over the edge by the clank that takes the square, and no lone fall."""
    over = record(
        register(
            1,
            1,
            CardPlayed(1, Card("move2", 700)),
            step(2, "B1", "C1", 1),
            step(1, "A1", "B1"),
            Destroyed(3, "C1", EDGE, 2, "13.1"),
            Destroyed(1, "B1", EDGE, 2, "13.1"),
        )
    )
    assert [(push.seat, push.pushed) for push in over.pushes] == [(1, (2, 3))] and over.counts[1][
        "pushes"
    ] == 2
    assert over.counts[3]["deaths"] == 1 and over.counts[1]["squares"] == 1
    alone = record(
        register(
            1,
            1,
            CardPlayed(1, Card("move2", 700)),
            step(1, "A1", "B1"),
            Destroyed(1, "B1", EDGE, 2, "13.1"),
            Destroyed(2, "F9", EDGE, 2, "13.1"),
        )
    )
    assert alone.pushes == [] and not any(numbers["pushes"] for numbers in alone.counts.values())


def test_two_steps_of_one_card_are_two_pushes_of_one_clank() -> None:
    """Count two steps of one card as two pushes; a row moves in one step."""
    events = (
        CardPlayed(1, Card("move2", 700)),
        step(2, "B1", "C1", 1),
        step(1, "A1", "B1"),
        step(2, "C1", "D1", 1),
        step(1, "B1", "C1"),
    )
    found = record(register(1, 1, *events))
    assert [push.pushed for push in found.pushes] == [(2,), (2,)] and found.counts[1]["pushes"] == 2
    assert said(register(1, 1, *events)) == recorded("BRASS-pushed-others-furthest-2-squares")


@pytest.mark.parametrize(
    ("events", "closest"),
    [
        (
            register(1, 2, touch(2, 1), touch(3, 1)),
            "COPPER-and-AZURE-touched-flag-1",
        ),
        (
            (*register(1, 2, touch(2, 1)), *register(1, 3, touch(3, 1))),
            "COPPER-touched-flag-1-just-one",
        ),
        (
            register(1, 2, hit(3, 9), Healed(3, "A1", 1, 8, "repair", "7.12")),
            "In-turn-1-one-more-hit",
        ),
        (
            register(1, 2, hit(3, 9), Won(1, "10.1")),
            "In-turn-1-one-more-hit",
        ),
    ],
)
def test_the_closest_call(events: tuple[Event, ...], closest: str) -> None:
    """Tell two at a flag within a register, or survival of one hit less."""
    assert said(events)[-1] == recorded(closest)


@pytest.mark.parametrize(
    "events",
    [
        register(1, 2, hit(3, 9)),
        register(1, 2, hit(3, 9), hit(3, 10), Destroyed(3, "A1", SHOT, 2, "8.1"), Won(1, "10.1")),
        register(1, 2, hit(3, 9), PlacedByHand(3, "A1", "B1", 0, 0, 2), Won(1, "10.1")),
    ],
)
def test_who_did_not_live_on_by_luck_is_no_close_call(events: tuple[Event, ...]) -> None:
    """Tell no close call during the race, nor of clanks destroyed or helped later."""
    assert record(events).escapes == []


def test_what_is_counted_has_words_and_figures() -> None:
    """Word all counters; damage dealt is by shots, and beams belong to no clank."""
    found = record(
        register(
            1,
            1,
            hit(1, 1),
            Damaged(1, "A1", 2, 3, "laser", "A3", "7.9"),
            step(1, "A1", "B1"),
            touch(1, 1),
        )
    )
    assert found.counts[1] == {
        "squares": 1,
        "pushes": 0,
        "dealt": 0,
        "taken": 3,
        "deaths": 0,
        "flags": 1,
    }
    assert found.counts[2]["dealt"] == 1 and said(register(1, 1, hit(1, 1))) == recorded(
        "COPPER-dealt-the-most-damage-1"
    )
