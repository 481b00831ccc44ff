"""Corrections: what each sets and leaves alone, and the refusals of impossible ones.

(rulebook 12 [E178])
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from companion.engine.board import board_of
from companion.engine.cards import DECK, NO_CARDS
from companion.engine.changes import (
    FlagMoved,
    MoveFlag,
    Park,
    ParkedByHand,
    PlacedByHand,
    PutOn,
    SetByHand,
    SetCheckpoints,
    SetDamage,
    SetLives,
    SetNextFlag,
    SetPower,
)
from companion.engine.changing import change, resting, under_rules
from companion.engine.dealing import deal, program, start_turn
from companion.engine.elements.pit import Pit
from companion.engine.elements.start import Start
from companion.engine.events import CardPlayed, Damaged, Event, FlagTouched, Respawned
from companion.engine.rules import Rules
from companion.engine.start import new_race
from companion.engine.state import ACTIVE, OUT, PARKED, RaceState, state_hash
from companion.engine.turn import clean_up, play_register, play_turn
from companion.errors import RuleError
from companion.geometry import E, N, S, W
from tests.recorded import recorded
from tests.typed import of_kind

BOARD = board_of(
    8,
    8,
    [*(Start(f"{'ABCDEFGH'[seat - 1]}1", seat) for seat in range(1, 9)), Pit("C3")],
    name="Plain",
)


RULES = Rules()


def race(rules: Rules = RULES, seats: int = 3) -> RaceState:
    """Return a race before its first turn; flags on D8 and A8, a pit on C3."""
    return new_race(BOARD, ("D8", "A8"), rules, range(1, seats + 1))


def dealt(state: RaceState, seed: int = 1) -> RaceState:
    """Return the next turn, with all hands dealt."""
    return deal(start_turn(state).state, random.Random(seed).sample(DECK, len(DECK))).state


def programmed(state: RaceState) -> RaceState:
    """Program the first cards of each hand."""
    hands = {
        clank.seat: iter(clank.hand or ())
        for clank in state.clanks
        if clank.status == ACTIVE and not clank.down
    }
    return program(
        state, {seat: tuple(next(hand) for _ in NO_CARDS) for seat, hand in hands.items()}
    ).state


def parked(state: RaceState, seat: int = 2, lives: int | None = 2) -> RaceState:
    """Return the race with one clank destroyed earlier."""
    dead = state.clank(seat)._replace(
        status=OUT if lives == 0 else PARKED, square=None, lives=lives, death=1
    )
    return state._replace(deaths=1).with_clank(dead)


def values_set(events: Iterable[Event]) -> list[tuple[int | None, str, str, str]]:
    """Return what was set by hand, in words."""
    assert all(isinstance(event, SetByHand) for event in events)
    return [
        (event.seat, str(event.what), str(event.before), str(event.after))
        for event in events
        if isinstance(event, SetByHand)
    ]


def put(state: RaceState, **fields: Any) -> RaceState:
    """Return the race with other values of seat 1."""
    return state.with_clank(state.clank(1)._replace(**fields))


# ---- On the board --------------------------------------------------------------------------------


def test_a_parked_clank_is_put_on_a_square_and_nothing_else_happens() -> None:
    """Set place and heading of a parked clank without damage or other changes (12.3, E178)."""
    state = parked(race())
    state = state.with_clank(state.clank(2)._replace(next_flag=2, damage=3))
    after, events = change(state, PutOn(2, "D8", W))
    assert after == state.with_clank(
        state.clank(2)._replace(status=ACTIVE, square="D8", heading=W, damage=0, hand=())
    )
    assert events == (PlacedByHand(2, None, "D8", N, W, 0, "12.3"),)


def test_a_clank_on_the_board_is_moved_or_turned() -> None:
    """Move or turn a clank with its damage, locks and cards, also on its square (12.2)."""
    state = programmed(dealt(put(race(), damage=4)))
    after, events = change(state, PutOn(1, "B5", S))
    assert after == state.with_clank(state.clank(1)._replace(square="B5", heading=S))
    assert events == (PlacedByHand(1, "A1", "B5", N, S, 4, "12.2"),)
    turned, events = change(state, PutOn(1, "A1", E))
    assert turned == state.with_clank(state.clank(1)._replace(heading=E))
    assert events == (PlacedByHand(1, "A1", "A1", N, E, 4, "12.2"),)


def test_one_that_comes_back_in_mid_turn_plays_empty_slots() -> None:
    """Let a clank that returns in mid-turn play empty slots, shoot, and get nine cards next.

    (7.2.2, 12.3)
    """
    state = change(programmed(dealt(parked(race()))), PutOn(2, "E5", W)).state
    state = put(state, square="D5", slots=NO_CARDS)
    after, events = play_register(state)
    assert not any(isinstance(event, CardPlayed) and event.seat == 2 for event in events)
    assert any(isinstance(event, Damaged) and event.by == 2 and event.seat == 1 for event in events)
    assert len(dealt(play_turn(after).state).clank(2).hand or ()) == 9


def test_nothing_is_touched_by_being_put_on_a_flag() -> None:
    """Touch a flag by being put on it only at the end of a register, under *register*.

    (7.11.3, 12.3)
    """
    for setting, touched in (("pass", False), ("register", True)):
        state = put(dealt(race(Rules(flag_hit=setting))), slots=NO_CARDS)
        state = change(state, PutOn(1, "D8", N)).state
        assert state.clank(1).next_flag == 1
        _, events = play_register(state)
        assert any(isinstance(event, FlagTouched) for event in events) == touched


def test_a_clank_is_parked_with_all_its_lives() -> None:
    """Park a clank without damage, locks, cards and power down, with all its lives (8.4, 9.1)."""
    state = parked(dealt(put(race(), damage=6, slots=tuple(DECK[:5]))), 3)
    state = put(state, announced=True)
    after, events = change(state, Park(1))
    clank, before = after.clank(1), state.clank(1)
    assert events == (ParkedByHand(1, "A1"),)
    assert (
        clank
        == before._replace(
            status=PARKED,
            square=None,
            damage=0,
            announced=False,
            death=2,
            locked=(),
            slots=NO_CARDS,
            hand=(),
        )
        and after.deaths == 2
    )
    _, events = clean_up(after._replace(register=5))
    assert [event.seat for event in events if isinstance(event, Respawned)] == [3, 1]


BAD_PLACES = [
    (
        PutOn(1, "J3", N),
        "J3-lies-outside-the-board-which",
    ),
    (PutOn(1, "A0", N), "A0-lies-in-the-parking-row"),
    (PutOn(1, "C3", N), "C3-is-a-pit-choose-a"),
    (
        PutOn(1, "B1", N),
        "seat-2-stands-on-B1-choose",
    ),
    (PutOn(1, "A1", N), "seat-1-stands-on-A1-already"),
    (PutOn(1, "nowhere", N), "nowhere-is-no-square-choose-a"),
    (PutOn(1, "a1", N), "a1-is-no-square-choose-a"),
    (PutOn(1, "A2", 4), "4-is-no-heading-choose-0"),
    (PutOn(7, "A2", N), "nobody-plays-at-seat-7-choose"),
    (PutOn(4, "A2", N), "seat-4-is-out-of-the-race-give"),
    (Park(3), "seat-3-is-in-the-parking-row-it"),
    (Park(4), "seat-4-is-out-of-the-race-it"),
    (SetDamage(1, 10), "damage-cannot-be-10-choose-a"),
    (SetDamage(1, -1), "damage-cannot-be-1-choose-a"),
    (SetDamage(1, 0), "nothing-changes-for-seat-1-damage"),
    (SetDamage(3, 2), "seat-3-is-in-the-parking-row-only"),
    (
        SetLives(1, 0),
        "the-clank-of-seat-1-is",
    ),
    (SetLives(1, 3), "nothing-changes-for-seat-1-lives"),
    (SetLives(1, 100), "the-number-of-lives-cannot-be"),
    (
        SetNextFlag(1, 3),
        "the-last-flag-is-flag-2",
    ),
    (SetNextFlag(1, 0), "the-next-flag-cannot-be-0"),
    (SetNextFlag(1, 1), "nothing-changes-for-seat-1-next"),
    (
        SetCheckpoints(1, ()),
        "a-clank-needs-at-least-one",
    ),
    (SetCheckpoints(1, (("C3", N),)), "C3-is-a-pit-choose-a"),
    (
        SetCheckpoints(1, (("A2", N), ("A2", E))),
        "A2-stands-twice-among-the-checkpoints",
    ),
    (SetCheckpoints(1, (("A1", N),)), "nothing-changes-for-seat-1-checkpoints"),
    (SetPower(1, False, False), "nothing-changes-for-seat-1-power"),
    (
        SetPower(3, True, False),
        "seat-3-is-not-on-the",
    ),
    (MoveFlag(1, "D8"), "flag-1-lies-on-D8-already"),
    (MoveFlag(1, "A8"), "flag-2-lies-on-A8-choose"),
    (MoveFlag(3, "A2"), "the-number-of-the-flag-cannot"),
    (
        MoveFlag(1, "A9"),
        "A9-lies-outside-the-board-which",
    ),
]


@pytest.mark.parametrize(("wanted", "words"), BAD_PLACES, ids=lambda value: str(value)[:40])
def test_what_cannot_be_is_refused_in_words(wanted: Any, words: str) -> None:
    """Refuse in words what is impossible, with what to do, and change nothing (12.2, E178)."""
    state = parked(parked(dealt(race(seats=4)), 3), 4, 0)
    before = state_hash(state)
    with pytest.raises(RuleError) as fault:
        change(state, wanted)
    assert str(fault.value) == recorded(words) and state_hash(state) == before


WRONG: tuple[Any, ...] = (
    None,
    "",
    "x" * 500,
    1.0,
    float("nan"),
    True,
    10**5000,
    -(10**5000),
    [],
    {},
    ["A1"],
    ("A2", 0),
    [["A2"]],
    [["A2", "N"]],
    object(),
)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda value: type(value).__name__)
def test_values_of_any_type_are_refused_or_fit(wrong: Any) -> None:
    """Refuse values of wrong types in short words, since changes may come from an edited file."""
    state = dealt(race())
    for wanted in (
        PutOn(wrong, "A2", N),
        PutOn(1, wrong, N),
        PutOn(1, "A2", wrong),
        Park(wrong),
        SetDamage(wrong, 1),
        SetDamage(1, wrong),
        SetLives(wrong, 1),
        SetLives(1, wrong),
        SetNextFlag(1, wrong),
        SetCheckpoints(1, wrong),
        SetCheckpoints(1, ((wrong, N),)),
        SetCheckpoints(1, (("A2", wrong),)),
        SetCheckpoints(1, (wrong,)),
        SetPower(wrong, True, True),
        SetPower(1, wrong, True),
        SetPower(1, True, wrong),
        MoveFlag(wrong, "A2"),
        MoveFlag(1, wrong),
        wrong,
    ):
        try:
            after = change(state, wanted).state
        except RuleError as fault:
            assert len(str(fault)) < 160
            continue
        allowed = [SetLives(1, None), SetPower(1, True, True), SetCheckpoints(1, (("A2", 0),))]
        assert any(repr(wanted) == repr(good) for good in allowed) and state_hash(
            after
        ) != state_hash(state)


def test_a_race_that_is_over_is_not_changed() -> None:
    """Refuse any change of a finished race (10.2)."""
    with pytest.raises(RuleError, match="the race is over: nothing can be changed any more"):
        change(race()._replace(over=True), SetDamage(1, 4))


# ---- What a clank has ----------------------------------------------------------------------------


def test_locks_follow_the_damage_at_the_next_deal() -> None:
    """Keep the running program when damage is set in mid-turn (6.3.2)."""
    state = programmed(dealt(race()))
    after, events = change(state, SetDamage(1, 7))
    assert values_set(events) == [(1, "damage", "0", "7")] and of_kind(
        SetByHand, events[0]
    ).change == SetDamage(1, 7)
    assert after == put(state, damage=7)
    later = dealt(after._replace(register=5))
    assert (
        later.clank(1).locked == (3, 4, 5) and later.clank(1).slots[2:] == state.clank(1).slots[2:]
    )


def test_lives_bring_a_clank_back_into_the_race_and_out_of_it() -> None:
    """Follow the lives in and out of the race, and keep the order of deaths (8.5, 8.6)."""
    state = parked(race(), lives=0)
    back, events = change(state, SetLives(2, None))
    assert values_set(events) == [(2, "lives", "0", recorded("no-limit"))]
    assert (back.clank(2).status, back.clank(2).lives, back.clank(2).death) == (PARKED, None, 1)
    out = change(back, SetLives(2, 0)).state
    assert (out.clank(2).status, out.clank(2).lives) == (OUT, 0)
    active, events = change(state, SetLives(1, 1))
    assert active == put(state, lives=1) and values_set(events) == [(1, "lives", "3", "1")]


def test_the_next_flag_can_be_any_but_none() -> None:
    """Set any flag as the next, since the last touch wins on the board (10.1)."""
    state = put(race(), next_flag=2)
    after, events = change(state, SetNextFlag(1, 1))
    assert after == put(state, next_flag=1) and values_set(events) == [
        (1, recorded("next-flag"), "2", "1")
    ]


def test_checkpoints_are_a_list_with_the_last_one_at_its_end() -> None:
    """Set checkpoints as a list with the last one at its end (7.11.2, 9.2)."""
    state = race()
    listed: Any = [["A2", E], ["B4", W]]
    after, events = change(state, SetCheckpoints(1, listed))
    assert after.clank(1).checkpoints == (("A2", E), ("B4", W))
    assert values_set(events) == [(1, "checkpoints", "A1/N", "A2/E, B4/W")]


def test_a_flag_moves_and_nobody_has_touched_it() -> None:
    """Move the next flag, also to a pit (2.6); who is there touches it by the settings."""
    state = dealt(race())
    after, events = change(state, MoveFlag(1, "A1"))
    assert (
        after.race.flags == ("A1", "A8")
        and after.clanks == state.clanks
        and events == (FlagMoved(1, "D8", "A1"),)
    )
    _, played = play_register(put(after, slots=NO_CARDS))
    assert any(isinstance(event, FlagTouched) and event.seat == 1 for event in played)
    assert change(state, MoveFlag(2, "C3")).state.race.flags == ("D8", "C3")


# ---- Power down ----------------------------------------------------------------------------------


def test_one_that_rests_from_now_on_neither_plays_nor_shoots() -> None:
    """Open locks and return dealt cards of a clank that rests from now on.

    Its reader keeps its cards, and its damage stays (6.5.4, 6.5.6).
    """
    state = programmed(dealt(race()))
    state = put(state, damage=6, locked=(4, 5), square="D4", heading=E)
    state = state.with_clank(state.clank(2)._replace(square="E4", slots=NO_CARDS))
    after, events = change(state, SetPower(1, True, False))
    assert values_set(events) == [(1, "resting", "awake", recorded("rests-this-turn"))]
    assert after == put(state, down=True, locked=(), hand=())
    _, played = play_register(after)
    assert not any(
        (isinstance(event, CardPlayed) and event.seat == 1)
        or (isinstance(event, Damaged) and event.by == 1)
        for event in played
    )
    locked = dealt(after._replace(register=5)).clank(1)
    assert locked.locked == (4, 5) and locked.slots[3:] == state.clank(1).slots[3:]


def test_one_that_is_woken_plays_on() -> None:
    """Let a woken clank play the cards in its reader."""
    state = programmed(dealt(race()))
    woken, events = change(change(state, SetPower(1, True, True)).state, SetPower(1, False, False))
    assert values_set(events) == [(1, "resting", recorded("rests-this-turn-and-the-next"), "awake")]
    assert play_register(woken).events == play_register(state).events


def test_a_rest_announced_by_hand_comes_with_the_next_turn() -> None:
    """Announce a rest for the next turn, or take it back (6.5.2)."""
    state = dealt(race())
    after, events = change(state, SetPower(1, False, True))
    assert after == put(state, announced=True) and values_set(events) == [
        (1, "resting", "awake", recorded("rests-next-turn"))
    ]
    assert start_turn(after._replace(register=5)).state.clank(1).down
    assert change(after, SetPower(1, False, False)).state == state


def test_between_two_turns_only_the_next_one_can_be_sat_out() -> None:
    """Change only the next turn's rest between turns (6.5.4)."""
    rested = put(dealt(race()), down=True)
    for state in (race(), dealt(race())._replace(register=5), rested._replace(register=5)):
        with pytest.raises(
            RuleError,
            match="this turn has no registers left to rest in: let the clank rest next turn",
        ):
            change(state, SetPower(1, True, True))
    assert resting(rested, rested.clank(1)) and not resting(
        rested._replace(register=5), rested.clank(1)
    )
    assert values_set(change(rested._replace(register=5), SetPower(1, False, True)).events) == [
        (1, "resting", "awake", recorded("rests-next-turn"))
    ]


def test_under_this_nobody_announces_a_rest() -> None:
    """Keep or take back an earlier announcement under "this" (6.5.3)."""
    state = dealt(race(Rules(power_down="this")))
    with pytest.raises(RuleError, match='"This turn": push the handle when the next turn begins'):
        change(state, SetPower(1, False, True))
    announced = put(state, announced=True)
    assert change(announced, SetPower(1, True, True)).state.clank(1).down
    assert not change(announced, SetPower(1, False, False)).state.clank(1).announced


# ---- Settings ------------------------------------------------------------------------------------


def test_other_settings_leave_lives_as_they_are_but_for_the_limit() -> None:
    """Change lives with the setting only to or from no limit, for clanks in the race (8.5)."""
    state = parked(put(race(), lives=1), 3, 0)
    assert [clank.lives for clank in under_rules(state, Rules(lives=2)).clanks] == [1, 3, 0]
    free = under_rules(state, Rules(lives=None, card_lock=False))
    assert [clank.lives for clank in free.clanks] == [None, None, 0] and free.race.rules == Rules(
        lives=None, card_lock=False
    )
    given = change(free, SetLives(2, 7)).state
    assert [clank.lives for clank in under_rules(given, Rules(lives=2)).clanks] == [2, 7, 0]
    assert under_rules(given, Rules(lives=None)).clanks == given.clanks
