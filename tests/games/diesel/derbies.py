"""Random Derbies of Diesel Demolition Derby, with the house set and with odd decks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.effects import FIELDS, TARGETS, wrong_with
from companion.games.diesel.engine.asking import CardQuestion, GivenAnswer, questions
from companion.games.diesel.engine.cards import (
    ASIDE,
    CONDITIONS,
    FRONT,
    HIGHEST,
    LOWEST,
    NO_ABILITY,
    NONE,
    NUMBERS,
    TYPES,
    WHOSE,
    Ability,
    Deck,
    Filter,
)
from companion.games.diesel.engine.dealing import deal, new_game
from companion.games.diesel.engine.events import Event
from companion.games.diesel.engine.rules import BASE, MEKK_MANIA, Rules, each_deploys, turns_of
from companion.games.diesel.engine.state import DieselOutcome, DieselState
from companion.games.diesel.engine.turn import end_turn, resolve, reveal

Chooser = Callable[[DieselState, tuple[CardQuestion, ...]], GivenAnswer]


def game(chance: Random, deck: Deck | None = None, players: int = 0) -> DieselState:
    """Return a game before its first deal: two to six players, either variant."""
    players = players or chance.randint(2, 6)
    variant = chance.choice((BASE, MEKK_MANIA)) if players < 6 else BASE
    return new_game(deck or house_deck(), Rules(variant), tuple(range(1, players + 1)))


def dealt(chance: Random, state: DieselState) -> DieselState:
    """Return the next Derby, with shuffled cards."""
    cards = [card.id for card in state.deck.cards]
    chance.shuffle(cards)
    return deal(state, tuple(cards))


def deployed(chance: Random, state: DieselState) -> dict[int, tuple[str, ...]]:
    """Return cards of every hand."""
    assert state.hands is not None
    return {
        seat: tuple(chance.sample(state.hands[seat], each_deploys(len(state.seats))))
        for seat in state.seats
    }


def answered(chance: Random, state: DieselState, strength: int) -> tuple[GivenAnswer, ...]:
    """Return legal answers to all questions of a step, in the order of asking."""
    given: tuple[GivenAnswer, ...] = ()
    while asked := questions(state, strength, given):
        given = (*given, GivenAnswer(asked[0].seat, asked[0].asker, chance.choice(asked[0].legal)))
    return given


def turns(chance: Random, state: DieselState) -> Iterator[tuple[DieselState, DieselOutcome]]:
    """Yield a whole Derby, step by step: the state before, and its outcome."""
    state = dealt(chance, state)
    for _ in range(turns_of(len(state.seats))):
        for step in (None, 4, 3, 2, 1, 0, -1):
            before = state
            if step is None:
                outcome = reveal(state, deployed(chance, state))
            elif step >= 0:
                outcome = resolve(state, step, answered(chance, state, step))
            else:
                outcome = end_turn(state)
            state = outcome.state
            yield before, outcome


def whole_derby(chance: Random, state: DieselState) -> tuple[DieselState, tuple[Event, ...]]:
    """Return the state at the end of a Derby, and all its events."""
    events: list[Event] = []
    for _, outcome in turns(chance, state):
        state = outcome.state
        events += outcome.events
    return state, tuple(events)


# ---- Decks ---------------------------------------------------------------------------------------


def odd_deck(chance: Random) -> Deck:
    """Return the house set's names, strengths and marks with random abilities."""
    abilities: dict[str, Ability] = {}
    cards = []
    for card in house_deck().cards:
        if card.name not in abilities:
            abilities[card.name] = odd_ability(chance, f"made_{len(abilities)}", card.strength)
        cards.append(card._replace(ability=abilities[card.name], source="owner"))
    return replace(house_deck(), name="Odd deck", source="owner", cards=tuple(cards))


def odd_ability(chance: Random, key: str, strength: int) -> Ability:
    """Return any ability that a card of this strength can have."""
    while True:
        kind, verb = chance.choice([*FIELDS, (NONE, "")])
        if kind == NONE:
            return NO_ABILITY
        said = {
            field: value
            for field, value in _any_values(chance).items()
            if field in FIELDS[kind, verb] and chance.random() < 0.5
        }
        targets = Filter(**{field: value for field, value in said.items() if field in TARGETS})
        ability = Ability(
            key,
            kind,
            verb,
            targets,
            **{field: value for field, value in said.items() if field not in TARGETS},
        )
        if wrong_with(ability, strength) is None:
            return ability


def _any_values(chance: Random) -> dict[str, Any]:
    return {
        "least": chance.randint(0, 4),
        "most": chance.randint(0, 4),
        "types": tuple(chance.sample(TYPES, chance.randint(1, 2))),
        "whose": chance.choice(WHOSE),
        "deployed": True,
        "up": True,
        "others": True,
        "extreme": chance.choice((LOWEST, HIGHEST)),
        "number": chance.choice(NUMBERS),
        "source": chance.choice((FRONT, ASIDE)),
        "may": True,
        "only": chance.choice(TYPES),
        "wins_by": tuple(chance.sample(CONDITIONS, chance.randint(1, 2))),
    }
