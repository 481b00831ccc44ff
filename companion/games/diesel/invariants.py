"""Invariants of every game, checked in unattended games.

Each function returns sentences, () if all is well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.games.diesel.corrections import GameEvent
from companion.games.diesel.engine.counting import champion_of, total
from companion.games.diesel.engine.dealing import cards_in_hand, in_play, in_use, known_cards
from companion.games.diesel.engine.events import (
    Counted,
    Deployed,
    DerbyWon,
    Discarded,
    Gained,
    GameWon,
    Kept,
    LastDiscarded,
    Swapped,
    TokenGiven,
    TurnedDown,
)
from companion.games.diesel.engine.front import everything, find_in_front
from companion.games.diesel.engine.rules import MANIA, MEKK_MANIA, each_deploys, turns_of
from companion.games.diesel.engine.state import DieselState
from companion.games.diesel.stages import DieselPosition
from companion.games.parts import Invariants
from companion.games.scene import Piece


def unsound(state: DieselState) -> tuple[str, ...]:
    """Return what is inconsistent in a state (DD03-DD12).

    Examples are cards that are twice or nowhere, hands of a wrong size, and wrong tokens.
    """
    return (*_wrong_cards(state), *_wrong_numbers(state))


def _wrong_cards(state: DieselState) -> Iterator[str]:
    """Yield cards that are not in exactly one place, and wrong numbers of cards (DD03, DD15)."""
    held = [card for hand in (state.hands or {}).values() for card in hand]
    known = [*known_cards(state), *held]
    usable = frozenset(in_use(state))
    for card, number in Counter(known).items():
        if number > 1:
            yield f"{card} is in {number} places"
        if card not in usable:
            yield f"{card} is in play, and is not in use"
    if state.rules.variant == MEKK_MANIA:
        for strength, most in enumerate(MANIA[len(state.seats)]):
            if (number := sum(state.card(card).strength == strength for card in known)) > most:
                yield f"{number} cards of strength {strength} are in play, of {most}"
    # Before the first deal no card has a place.
    if not known and not state.aside:
        return
    players = len(state.seats)
    size = 0 if state.over else cards_in_hand(state)
    for seat, hand in (state.hands or {}).items():
        if len(hand) != size:
            yield f"the hand of seat {seat} has {len(hand)} cards, of {size}"
    if state.unused is not None and len(state.unused) != state.aside:
        yield f"{len(state.unused)} cards are known to lie aside, of {state.aside}"
    in_hands = len(held) if state.hands is not None else size * players
    number = (
        sum(map(len, state.front.values()))
        + len(state.discard)
        + state.lost
        + state.aside
        + in_hands
    )
    if number != in_play(state):
        yield f"{number} cards are somewhere, of {in_play(state)}"


def _wrong_numbers(state: DieselState) -> Iterator[str]:
    """Yield what is wrong with the turn, the rows, the end of a Derby and the tokens."""
    players = len(state.seats)
    if not 0 <= state.turn <= turns_of(players):
        yield f"it is turn {state.turn} of {turns_of(players)}"
    fresh = sum(row_card.deployed for _, row_card in everything(state))
    if fresh > players * each_deploys(players):
        yield f"{fresh} combatants were deployed in one turn"
    strangers = ({claim.seat for claim in state.claims} | set(state.front)) - set(state.seats)
    if strangers:
        yield f"seats {sorted(strangers)} have something, and do not play"
    if state.over != bool(state.winners) or state.over != bool(state.by):
        yield (
            f"the Derby is {'over' if state.over else 'on'}, and {len(state.winners)} seats have "
            f"won it"
        )
    if champion_of(state.tokens) != state.champion:
        yield f"seat {state.champion} has won the game with tokens {dict(state.tokens)}"


def breaches(state: DieselState, events: Iterable[GameEvent]) -> tuple[str, ...]:
    """Return events that contradict the state after them: places of cards, and counts."""
    places: dict[str, int] = {}
    found = []
    for event in events:
        places |= _places(event)
        found += _untrue(state, event)
    for card, seat in places.items():
        lies = find_in_front(state, card)
        if (lies[0] if lies else 0) != seat or (not seat and card not in state.discard):
            expected_place = f"in front of seat {seat}" if seat else "on the pile"
            found.append(
                f"{card} is said to be {expected_place}, but is "
                f"{f'in front of seat {lies[0]}' if lies else 'not'}"
            )
    return tuple(found)


def _places(event: GameEvent) -> dict[str, int]:
    """Return the seats in front of which cards are after an event; 0 is the pile."""
    match event:
        case Deployed() | Gained() | Kept() | TurnedDown():
            return {event.card: event.seat}
        case Discarded():
            return {event.card: 0}
        case Swapped():
            return {event.card: event.other_seat, event.other_card: event.seat}
        case LastDiscarded() if event.card is not None:
            return {event.card: 0}
    return {}


def _untrue(state: DieselState, event: GameEvent) -> list[str]:
    """Return what an event wrongly says about the end of a Derby."""
    match event:
        case Counted() if (event.total, event.combatants) != (
            total(state, event.seat),
            len(state.front[event.seat]),
        ):
            return [
                f"seat {event.seat} was counted {event.total} with {event.combatants} combatants"
            ]
        case DerbyWon() if event.winners != state.winners:
            return [f"seats {event.winners} are said to have won, but {state.winners} have"]
        case TokenGiven() | GameWon() if not 0 < event.tokens == state.tokens[event.seat]:
            return [f"seat {event.seat} is said to have {event.tokens} tokens"]
        case GameWon() if event.seat != state.champion:
            return [f"seat {event.seat} is said to have won the game"]
    return []


class DieselInvariants(Invariants[DieselPosition, GameEvent]):
    """The invariants of a game."""

    def breaches(
        self, position: DieselPosition, events: Iterable[GameEvent], pieces: Iterable[Piece]
    ) -> tuple[str, ...]:
        return breaches(position.state, events)

    def unsound(self, position: DieselPosition) -> tuple[str, ...]:
        return unsound(position.state)
