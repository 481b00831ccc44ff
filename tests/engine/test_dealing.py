"""Before the registers: power downs, dealing, locks, and the content of readers.

(rulebook 5, 6)
"""

from __future__ import annotations

import random

import pytest

from companion.engine.board import board_of
from companion.engine.cards import DECK, NO_CARDS, Card, card_of, cards_dealt, locked_slots
from companion.engine.dealing import deal, program, reader_fault, start_turn
from companion.engine.elements.start import Start
from companion.engine.events import Dealt, PowerDownAnnounced, PoweredDown
from companion.engine.rules import OPTIONS, Rules, rules_from, words_of
from companion.engine.start import check_flags, new_race
from companion.engine.state import OUT, PARKED, RaceState, state_hash
from companion.engine.turn import clean_up, play_register, play_turn
from companion.errors import RuleError, SetupError
from companion.signals import GAP, LOCKED, NOT_DEALT, TWICE

BOARD = board_of(
    8, 8, [Start(f"{'ABCDEFGH'[seat - 1]}1", seat) for seat in range(1, 9)], name="Plain"
)
CARDS = tuple(
    card_of(text) for text in ("move1@490", "left@70", "right@80", "back@430", "uturn@10")
)


RULES = Rules()


def race(rules: Rules = RULES, seats: int = 2) -> RaceState:
    """Return a race on an empty board."""
    return new_race(BOARD, ("D8",), rules, range(1, seats + 1))


def with_damage(
    state: RaceState, damage: int, seat: int = 1, slots: tuple[Card | None, ...] = CARDS
) -> RaceState:
    """Return the race with one damaged clank, and its last cards in its reader."""
    return state.with_clank(state.clank(seat)._replace(damage=damage, slots=slots))


def test_the_deck_is_that_of_the_rulebook() -> None:
    """Have 84 cards, every priority once, in the counts of section 4."""
    assert len(DECK) == len({card.priority for card in DECK}) == 84
    counts = {
        move: sum(card.move == move for card in DECK)
        for move in ("uturn", "left", "right", "back", "move1", "move2", "move3")
    }
    assert counts == {
        "uturn": 6,
        "left": 18,
        "right": 18,
        "back": 6,
        "move1": 18,
        "move2": 12,
        "move3": 6,
    }


@pytest.mark.parametrize("damage", range(10))
def test_damage_decides_what_is_dealt_and_locked(damage: int) -> None:
    """Deal and lock by 6.2.1, 6.2.2 and 6.3.1; from 5 damage on both make five (E136-E140)."""
    assert cards_dealt(damage, True) == 9 - damage
    assert cards_dealt(damage, False) == (9, 8, 7, 6, 5, 5, 5, 5, 5, 5)[damage]
    locked = {5: (5,), 6: (4, 5), 7: (3, 4, 5), 8: (2, 3, 4, 5), 9: (1, 2, 3, 4, 5)}.get(damage, ())
    assert locked_slots(damage, True) == locked
    assert locked_slots(damage, False) == ()
    assert damage < 5 or cards_dealt(damage, True) + len(locked) == 5


def test_a_deal_gives_every_card_once_and_keeps_locked_ones() -> None:
    """Deal no card twice, and keep the cards of locked slots (6.1.1, E141, E146)."""
    state = with_damage(race(seats=8), 7)
    dealt, events = deal(start_turn(state).state, random.Random(1).sample(DECK, 84))
    assert dealt.clank(1).slots == (None, None, *CARDS[2:])
    assert dealt.clank(1).locked == (3, 4, 5)
    cards = [card for clank in dealt.clanks for card in (*(clank.hand or ()), *clank.slots) if card]
    assert len(cards) == len(set(cards)) == 2 + 3 + 7 * 9
    assert [(event.seat, event.count) for event in events if isinstance(event, Dealt)][:2] == [
        (1, 2),
        (2, 9),
    ]


def test_a_deal_by_hand_leaves_hands_unknown() -> None:
    """Know the number of cards of a physical deal, not the cards."""
    dealt = deal(start_turn(race()).state, None).state
    assert [clank.hand for clank in dealt.clanks] == [None, None]


def test_nobody_parked_or_out_is_dealt_cards() -> None:
    """Deal nothing to clanks that are parked, out or powered down (E149, E171, E186)."""
    state = race(seats=3)
    for seat, status in ((1, PARKED), (2, OUT)):
        state = state.with_clank(state.clank(seat)._replace(status=status, square=None))
    state = state.with_clank(state.clank(3)._replace(announced=True))
    dealt, events = deal(start_turn(state).state, DECK)
    assert [clank.hand for clank in dealt.clanks] == [(), (), ()]
    assert events == ()


def test_power_down_next_turn_repairs_at_its_start() -> None:
    """Repair a clank that announced a power down at the start of its next turn.

    It is up again after that turn (E149, E150, E160).
    """
    state = deal(start_turn(with_damage(race(seats=1), 9)).state, DECK).state
    state, events = program(state, {1: CARDS}, announced=[1])
    assert events == (PowerDownAnnounced(1),)
    state = play_turn(state).state
    state, events = start_turn(state)
    assert [event for event in events if isinstance(event, PoweredDown)] == [
        PoweredDown(1, 9, "6.5.2")
    ]
    assert (state.clank(1).down, state.clank(1).damage, state.clank(1).announced) == (
        True,
        0,
        False,
    )
    state = deal(state, DECK).state
    assert state.clank(1).slots == CARDS, "the cards of the announcing turn stay (E154)"
    assert state.clank(1).locked == ()
    state = start_turn(play_turn(state).state).state
    assert not state.clank(1).down


def test_power_down_this_turn_takes_effect_at_once() -> None:
    """Power down at once under "this"; old cards stay, or are collected without card lock.

    (E152, 6.5.6)
    """
    state = start_turn(with_damage(race(Rules(power_down="this")), 6), pushed=[1]).state
    assert (state.clank(1).down, state.clank(1).damage) == (True, 0)
    assert deal(state, DECK).state.clank(1).slots == CARDS
    loose = start_turn(
        with_damage(race(Rules(power_down="this", card_lock=False)), 6), pushed=[1]
    ).state
    assert deal(loose, DECK).state.clank(1).slots == NO_CARDS


def programmed() -> RaceState:
    """Return seat 1 with 6 damage, hands by priority, Back and U-turn in slots 4 and 5."""
    return deal(start_turn(with_damage(race(), 6)).state, DECK[::-1]).state


def test_a_good_program_has_no_fault() -> None:
    """Accept three cards of the hand and the two locked ones."""
    state = programmed()
    assert (
        reader_fault(state, 1, (*(state.clank(1).hand or ())[:3], *CARDS[3:]), {2: NO_CARDS})
        is None
    )


def test_every_fault_of_a_reader_is_found_and_named() -> None:
    """Name a gap, a missing or replaced locked card, a duplicate, or a card not dealt.

    (E145-E147)
    """
    state = programmed()
    one, two, three = (state.clank(1).hand or ())[:3]
    back, about = CARDS[3:]
    foreign = (state.clank(2).hand or ())[0]
    cases = [
        ((one, None, three, back, about), {}, (2, GAP, None, None)),
        ((one, two, three, None, about), {}, (4, LOCKED, back, None)),
        ((one, two, three, about, back), {}, (4, LOCKED, back, None)),
        ((one, one, three, back, about), {}, (2, TWICE, None, (1, 1))),
        (
            (one, two, three, back, about),
            {2: (None, two, None, None, None)},
            (2, TWICE, None, (2, 2)),
        ),
        ((one, two, foreign, back, about), {}, (3, NOT_DEALT, None, None)),
    ]
    for slots, others, expected in cases:
        fault = reader_fault(state, 1, slots, others)
        assert fault is not None
        assert (fault.slot, fault.kind, fault.expected, fault.other) == expected


def test_unknown_hands_cannot_be_checked() -> None:
    """Accept any card of a physical deck that is nowhere else (6.4.3)."""
    state = deal(start_turn(race()).state, None).state
    assert reader_fault(state, 1, CARDS, {2: NO_CARDS}) is None


def test_a_second_locked_card_is_a_fault_although_hands_are_unknown() -> None:
    """Refuse a locked card in a second slot of the reader, also with unknown hands (E147)."""
    state = deal(start_turn(with_damage(race(), 6)).state, None).state
    one, two, _, back, about = CARDS
    fault = reader_fault(state, 1, (one, two, about, back, about), {2: NO_CARDS})
    assert fault is not None and (fault.slot, fault.kind, fault.other, fault.rule) == (
        3,
        TWICE,
        (1, 5),
        "E147",
    )


def test_rules_round_trip_through_words() -> None:
    """Write and read every value of every setting; name the values for an unknown one."""
    for option in OPTIONS:
        for choice in option.choices:
            rules = rules_from({option.key: choice.word})
            assert getattr(rules, option.key) == choice.value
            assert words_of(rules)[option.key] == choice.word
    assert rules_from({}) == Rules()
    with pytest.raises(ValueError, match="it can be pass, register, turn"):
        rules_from({"flag_hit": "sometimes"})
    with pytest.raises(ValueError, match="settings are flag_hit"):
        rules_from({"flags": "pass"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("jump@10", "names no move"),
        ("move1", "no priority such as move1@490"),
        ("move1@10", "priorities of move1 are 490, 500"),
        ("left@x", "no priority"),
    ],
)
def test_a_card_that_is_none_says_why(text: str, message: str) -> None:
    """Refuse unknown moves and priorities with those of the deck."""
    with pytest.raises(ValueError, match=message):
        card_of(text)


def test_a_race_that_cannot_begin_says_why() -> None:
    """Refuse a race without seats, starts, flags, or with flags off the board or together.

    (2.6, 2.7)
    """
    faults = [
        (lambda: new_race(BOARD, ("D8",), Rules(), ()), "nobody plays"),
        (
            lambda: new_race(board_of(2, 2, [Start("A1", 1)]), ("A2",), Rules(), (1, 5)),
            "none for seat 5",
        ),
        (lambda: check_flags(BOARD, ()), "no flag"),
        (lambda: check_flags(BOARD, ("D8", "K9")), "flag 2 on K9 lies off the board"),
        (lambda: check_flags(BOARD, ("D8", "A1", "D8")), "flags 1 and 3 both lie on D8"),
    ]
    for act, message in faults:
        with pytest.raises(SetupError, match=message):
            act()


def test_parts_of_a_turn_out_of_order_are_refused() -> None:
    """Refuse parts of a turn out of order with a RuleError, and change nothing."""
    state = race()
    before = state_hash(state)
    begun = start_turn(state).state
    for act in (
        lambda: play_register(state),
        lambda: play_turn(state),
        lambda: clean_up(begun),
        lambda: start_turn(begun),
    ):
        with pytest.raises(RuleError):
            act()
    assert state_hash(state) == before
