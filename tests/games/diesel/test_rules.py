"""Invariants of every Derby, over random games with the house set and any deck."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from companion.errors import RuleError
from companion.games.diesel.deck_file import house_deck, parse_deck, write_deck
from companion.games.diesel.engine import events as diesel_events
from companion.games.diesel.engine.asking import GivenAnswer, questions
from companion.games.diesel.engine.cards import Deck
from companion.games.diesel.engine.dealing import (
    ELSEWHERE,
    NOT_IN_HAND,
    deal,
    deployment_fault,
    in_play,
    in_use,
    new_game,
)
from companion.games.diesel.engine.events import Event
from companion.games.diesel.engine.rules import MANIA, MEKK_MANIA, Rules
from companion.games.diesel.engine.state import DieselState, RowCard
from companion.games.diesel.engine.turn import end_turn, resolve, reveal
from companion.games.diesel.invariants import breaches, unsound
from tests.games.diesel.derbies import answered, dealt, deployed, game, odd_deck, turns, whole_derby

CHANCES = some.integers(0, 10**6).map(Random)
DECKS = some.one_of(
    some.just(house_deck()), some.integers(0, 10**6).map(lambda seed: odd_deck(Random(seed)))
)
STRENGTHS = (4, 3, 2, 1, 0)


@given(CHANCES, DECKS)
@settings(max_examples=60)
def test_every_card_is_somewhere_once(chance: Random, deck: Deck) -> None:
    """Keep all cards in one place each after every step, as the events say (DD03-DD12)."""
    state = game(chance, deck)
    for before, outcome in turns(chance, state):
        assert unsound(outcome.state) == () == breaches(outcome.state, outcome.events)
        assert followed(before, outcome.events) == rows(outcome.state)
        state = outcome.state
    assert state.over and state.winners and sum(state.tokens.values()) == len(state.winners)


def rows(state: DieselState) -> dict[int, list[tuple[str, bool]]]:
    """Return the cards in front of seats, and their sides."""
    return {
        seat: [(row_card.card, row_card.down) for row_card in row]
        for seat, row in state.front.items()
    }


def followed(state: DieselState, events: tuple[Event, ...]) -> dict[int, list[tuple[str, bool]]]:
    """Return the rows after the events are carried out by hand."""
    front = rows(state)
    for event in events:
        if isinstance(event, diesel_events.Deployed):
            front[event.seat].append((event.card, False))
        if isinstance(event, diesel_events.Discarded) or (
            isinstance(event, diesel_events.Gained) and event.start is not None
        ):
            start = event.seat if isinstance(event, diesel_events.Discarded) else event.start
            front[start or 0] = [one for one in front[start or 0] if one[0] != event.card]
        if isinstance(event, diesel_events.Gained):
            front[event.seat].append((event.card, False))
        if isinstance(event, diesel_events.Kept | diesel_events.TurnedDown):
            front[event.seat] = [
                (card, isinstance(event, diesel_events.TurnedDown) if card == event.card else down)
                for card, down in front[event.seat]
            ]
        if isinstance(event, diesel_events.Swapped):
            mine, other = (
                [one[0] for one in front[seat]].index(card)
                for seat, card in ((event.seat, event.card), (event.other_seat, event.other_card))
            )
            front[event.seat][mine], front[event.other_seat][other] = (
                front[event.other_seat][other],
                front[event.seat][mine],
            )
    return front


@given(CHANCES, DECKS)
@settings(max_examples=40)
def test_who_chooses_first_makes_no_difference(chance: Random, deck: Deck) -> None:
    """Get the outcome of DDR13's order with any order of seats' first answers."""
    state = dealt(chance, game(chance, deck))
    state = reveal(state, deployed(chance, state)).state
    for strength in STRENGTHS:
        given = answered(chance, state, strength)
        left, mixed = list(given), list[GivenAnswer]()
        while asked := questions(state, strength, tuple(mixed)):
            firsts = {question.seat: question for question in reversed(asked)}
            question = firsts[chance.choice([*firsts])]
            answer = next(one for one in left if one[:2] == (question.seat, question.asker))
            assert answer.answer in question.legal and (len(question.legal) > 1 or question.open)
            left.remove(answer)
            mixed.append(answer)
        assert not left
        outcome, other = resolve(state, strength, given), resolve(state, strength, tuple(mixed))
        assert outcome == other
        state = outcome.state


@given(CHANCES, DECKS)
@settings(max_examples=40)
def test_seats_are_alike(chance: Random, deck: Deck) -> None:
    """Play the same one seat on, except for the order in which a row has grown."""
    state = dealt(chance, game(chance, deck))
    state = reveal(state._replace(last_winners=(1,)), deployed(chance, state)).state
    other = moved(state)
    for strength in STRENGTHS:
        given = answered(chance, state, strength)
        state = resolve(state, strength, given).state
        other = resolve(
            other, strength, tuple(one._replace(seat=next_seat(state, one.seat)) for one in given)
        ).state
        assert {seat: sorted(row) for seat, row in moved(state).front.items()} == {
            seat: sorted(row) for seat, row in other.front.items()
        }
        # The older card decides which one a Decoy saves, so rows of another order are another
        # position.
        if moved(state).front != other.front:
            return


def next_seat(state: DieselState, seat: int) -> int:
    """Return the left neighbour (DDR12)."""
    return seat % len(state.seats) + 1


def moved(state: DieselState) -> DieselState:
    """Return the same position one seat further."""
    return state._replace(
        front={next_seat(state, seat): row for seat, row in state.front.items()},
        last_winners=tuple(next_seat(state, seat) for seat in state.last_winners),
        claims=tuple(claim._replace(seat=next_seat(state, claim.seat)) for claim in state.claims),
        hands=state.hands and {next_seat(state, seat): hand for seat, hand in state.hands.items()},
    )


@given(CHANCES)
@settings(max_examples=40)
def test_a_derby_goes_the_same_way_where_nobody_knows_the_hands(chance: Random) -> None:
    """Reach the same rows with unknown hands; a Scout may then bring any free card."""
    known = dealt(chance, game(chance))
    blind = deal(known, None)
    while not known.over:
        cards = deployed(chance, known)
        assert deployment_fault(known, cards) is None and deployment_fault(blind, cards) is None
        known, blind = reveal(known, cards).state, reveal(blind, cards).state
        for strength in STRENGTHS:
            given = with_open(chance, known, blind, strength)
            known, blind = (
                resolve(known, strength, given).state,
                resolve(blind, strength, given).state,
            )
        known, blind = end_turn(known).state, end_turn(blind).state
        assert known.front == blind.front and known.aside == blind.aside and unsound(blind) == ()
    assert (known.winners, known.by, known.tokens) == (blind.winners, blind.by, blind.tokens)
    assert len(known.discard) == len(blind.discard) + blind.lost


def with_open(
    chance: Random, known: DieselState, blind: DieselState, strength: int
) -> tuple[GivenAnswer, ...]:
    """Return answers with unknown hands, with the real cards aside, in turn."""
    given: tuple[GivenAnswer, ...] = ()
    aside = list(known.unused or ())
    while asked := questions(blind, strength, given):
        question = asked[0]
        if question.open:
            answer = aside.pop(chance.randrange(len(aside)))
        else:
            answer = chance.choice(question.legal)
        assert answer in question.legal
        given = (*given, GivenAnswer(question.seat, question.asker, answer))
    return given


@given(CHANCES)
@settings(max_examples=30)
def test_a_card_can_be_deployed_once(chance: Random) -> None:
    """Accept any cards of a hand, and refuse those elsewhere."""
    state = dealt(chance, game(chance))
    state = end_turn(_resolved(chance, reveal(state, deployed(chance, state)).state)).state
    if state.over:
        return
    assert state.hands is not None
    right = deployed(chance, state)
    assert deployment_fault(state, right) is None
    seat, other = chance.sample(state.seats, 2)
    lying = [row_card.card for row in state.front.values() for row_card in row] + [
        *state.discard,
        *(state.unused or ()),
    ]
    for card, fault in (
        (chance.choice(lying), ELSEWHERE),
        (
            chance.choice([card for card in state.hands[other] if card not in right[other]]),
            NOT_IN_HAND,
        ),
    ):
        refusal = deployment_fault(state, {**right, seat: (*right[seat][:-1], card)})
        assert refusal == (seat, fault, card)


def _resolved(chance: Random, state: DieselState) -> DieselState:
    for strength in STRENGTHS:
        state = resolve(state, strength, answered(chance, state, strength)).state
    return state


@given(CHANCES)
@settings(max_examples=20)
def test_games_end(chance: Random) -> None:
    """Win with three tokens and strictly most, and not before (DD12)."""
    state = game(chance)
    while not state.champion:
        tokens = state.tokens
        state, _ = whole_derby(chance, state)
        assert all(
            state.tokens[seat] == tokens[seat] + (seat in state.winners) for seat in state.seats
        )
        assert state.derby <= 40
    others = [number for seat, number in state.tokens.items() if seat != state.champion]
    assert state.tokens[state.champion] >= 3 and state.tokens[state.champion] > max(others)


# ---- Dealing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "cards", "hand", "aside"),
    [(2, 17, 7, 3), (3, 17, 5, 2), (4, 27, 6, 3), (5, 37, 7, 2), (6, 52, 8, 4)],
)
def test_what_is_dealt(players: int, cards: int, hand: int, aside: int) -> None:
    """Deal by DD03 and DD04; Mekk Mania has the types of DD15, and no Liaison Unit."""
    for variant in ("base", "mekk_mania")[: 2 if players < 6 else 1]:
        state = dealt(
            Random(players), new_game(house_deck(), Rules(variant), tuple(range(1, players + 1)))
        )
        assert state.hands is not None and state.unused is not None
        assert (
            {len(one) for one in state.hands.values()} == {hand}
            and state.aside == len(state.unused) == aside
            and in_play(state) == cards
        )
        assert unsound(state) == ()
        every = [card for one in state.hands.values() for card in one] + [*state.unused]
        strengths = [
            sum(state.card(card).strength == strength for card in every) for strength in range(5)
        ]
        assert variant != MEKK_MANIA or (
            tuple(strengths) == MANIA[players] and "liaison-unit" not in in_use(state)
        )


def test_every_seat_can_be_left_out() -> None:
    """Take the next playing seat as left neighbour (DDR12)."""
    state = dealt(Random(1), new_game(house_deck(), Rules(), (2, 5, 8)))
    before = state.hands
    assert before is not None
    cards = deployed(Random(1), state)
    state = _resolved(Random(1), reveal(state, cards).state)
    after = end_turn(state).state.hands
    assert after == {
        new: tuple(card for card in before[old] if card not in cards[old])
        for old, new in ((2, 5), (5, 8), (8, 2))
    }


@pytest.mark.parametrize(
    ("aside", "second", "left"), [(1, "", 1), (2, "commander", 0), (2, "guard", 2)]
)
def test_scouts_look_at_one_real_pile_one_after_another(aside: int, second: str, left: int) -> None:
    """Let Scouts look at one real pile in turn, each returning its card.

    Both want a single card, so that neither gets it (DDR02, DDR28).
    """
    front = {
        seat: (RowCard(card, deployed=True),)
        for seat, card in enumerate(("scout", "scout#2", "walker", "colossus"), 1)
    }
    state = DieselState(
        house_deck(), Rules(), (1, 2, 3, 4), front, turn=2, unused=None, aside=aside
    )
    answers: tuple[GivenAnswer, ...] = (GivenAnswer(1, "scout", "guard"),)
    asked = questions(state, 2, answers)
    assert [question.seat for question in asked if question.open] == ([2] if second else [])
    outcome = resolve(
        state, 2, (*answers, GivenAnswer(2, "scout#2", second)) if second else answers
    )
    assert outcome.state.aside == left
    assert {row_card.card for row in outcome.state.front.values() for row_card in row} - {
        "scout",
        "scout#2",
        "walker",
        "colossus",
    } == ({"guard", second} if not left else set())


def test_an_answer_that_is_not_legal_is_refused() -> None:
    """Refuse an illegal answer, which is an error of the caller."""
    state = new_game(house_deck(), Rules(), (1, 2, 3))
    state = reveal(state, {1: ("brawler",), 2: ("walker",), 3: ("commander",)}).state
    with pytest.raises(RuleError, match="has not chosen for brawler"):
        resolve(state, 1, ())
    with pytest.raises(RuleError, match="chose colossus for brawler"):
        resolve(state, 1, (GivenAnswer(1, "brawler", "colossus"),))


# ---- What is noticed -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (lambda state: state._replace(discard=(state.front[1][0].card,)), "is in 2 places"),
        (lambda state: state._replace(front={**state.front, 1: ()}), "cards are somewhere, of 17"),
        (
            lambda state: state._replace(front={**state.front, 1: (RowCard("decoy#4"),)}),
            "is not in use",
        ),
        (
            lambda state: state._replace(hands={**state.hands, 1: ()}),
            "the hand of seat 1 has 0 cards",
        ),
        (lambda state: state._replace(aside=9), "known to lie aside, of 9"),
        (lambda state: state._replace(winners=(1,)), "seats have won it"),
        (lambda state: state._replace(tokens={1: 3, 2: 0, 3: 0}), "has won the game with tokens"),
        (lambda state: state._replace(turn=5), "turn 5 of 4"),
    ],
)
def test_a_state_that_is_not_sound_is_noticed(broken: object, words: str) -> None:
    """Notice each invalid state in a sentence."""
    state = dealt(Random(4), new_game(house_deck(), Rules(), (1, 2, 3)))
    state = reveal(state, deployed(Random(4), state)).state
    assert callable(broken) and unsound(state) == ()
    assert any(words in fault for fault in unsound(broken(state))), unsound(broken(state))


def test_events_that_are_not_true_are_noticed() -> None:
    """Notice events with a card in a wrong place, or a wrong total."""
    chance = Random(7)
    state, events = whole_derby(chance, game(chance, players=3))
    assert (
        breaches(
            state, [event for event in events if not isinstance(event, diesel_events.Deployed)]
        )
        == ()
    )
    somewhere = next(row_card.card for row in state.front.values() for row_card in row)
    assert (
        breaches(state, [diesel_events.Discarded(1, somewhere, ())])
        and breaches(state, [diesel_events.Counted(1, 99, 1)])
        and breaches(state, [diesel_events.GameWon(1, 9)])
    )


# ---- Decks as files ------------------------------------------------------------------------------


@given(DECKS)
@settings(max_examples=30)
def test_a_deck_is_read_as_it_was_written(deck: Deck) -> None:
    """Read back a deck with any abilities."""
    assert parse_deck(write_deck(deck), "deck") == deck
