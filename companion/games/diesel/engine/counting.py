"""The end of a Derby and of the game: totals, winners and tokens (DD11, DD12, DDR22, DDR23)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.diesel.engine.cards import (
    FEWEST_COMBATANTS,
    HIGHEST_TOTAL,
    LOWEST_TOTAL,
    MOST_COMBATANTS,
    WEAKEN,
    WIN,
)
from companion.games.diesel.engine.events import (
    BY_ABILITY,
    BY_COMBATANTS,
    BY_SHARED,
    BY_TOTAL,
    Counted,
    DerbyWon,
    Doer,
    Event,
    GameWon,
    TokenGiven,
    Weakened,
)
from companion.games.diesel.engine.front import ability_of, everything, passing
from companion.games.diesel.engine.state import DieselState, DieselStep

ALL_TOKENS: Final = 13
"""The number of tokens: two for each of six players and a deciding one, without ties (DD01)."""
TO_WIN: Final = 3
"""The number of tokens that wins the game, if no other seat has as many (DD12)."""
LESS: Final = 2
"""The strength that a weakened combatant loses, down to 0 (DDR22)."""


def total(state: DieselState, seat: int) -> int:
    """Return the total strength of a seat.

    Weakened combatants count less only after the Derby (DD11, DDR22).
    """
    counted = sum(state.card(row_card.card).strength for row_card in state.front[seat])
    if state.over:
        return counted - sum(
            state.card(event.card).strength - event.strength
            for event in weakened(state)
            if event.seat == seat
        )
    return counted


def weakened(state: DieselState) -> tuple[Weakened, ...]:
    """Return the combatants that count less at the end, each with one that causes it (DDR22)."""
    found = []
    for seat, row_card in everything(state):
        ability = ability_of(state, row_card)
        others = (
            passing(state, (seat, row_card.card), ability.targets) if ability.verb == WEAKEN else ()
        )
        if others:
            found.append(
                Weakened(
                    seat,
                    row_card.card,
                    max(0, state.card(row_card.card).strength - LESS),
                    (others[0][0], others[0][1].card),
                )
            )
    return tuple(found)


def end_derby(state: DieselState) -> DieselStep:
    """Count the Derby, give tokens, and end the game if it is won."""
    state = state._replace(over=True)
    totals = {seat: total(state, seat) for seat in state.seats}
    numbers = {seat: len(state.front[seat]) for seat in state.seats}
    events: list[Event] = [
        *weakened(state),
        *(Counted(seat, totals[seat], numbers[seat]) for seat in state.seats),
    ]
    cards = _winning_cards(state, totals, numbers)
    if cards:
        by, winners = BY_ABILITY, tuple(sorted({seat for seat, _ in cards}))
    else:
        # The highest total wins, then the most combatants (DD11, DDR10).
        highest = max(totals.values())
        strongest = [seat for seat, number in totals.items() if number == highest]
        most = max(numbers[seat] for seat in strongest)
        winners = tuple(seat for seat in strongest if numbers[seat] == most)
        if len(strongest) == 1:
            by = BY_TOTAL
        elif len(winners) == 1:
            by = BY_COMBATANTS
        else:
            by = BY_SHARED
    tokens = {seat: state.tokens.get(seat, 0) + (seat in winners) for seat in state.seats}
    events += [
        DerbyWon(state.derby, winners, by, cards),
        *(TokenGiven(seat, tokens[seat]) for seat in winners),
    ]
    champion = champion_of(tokens)
    if champion:
        events.append(GameWon(champion, tokens[champion]))
    return DieselStep(
        tuple(events), state._replace(winners=winners, by=by, tokens=tokens, champion=champion)
    )


def champion_of(tokens: Mapping[int, int]) -> int:
    """Return the seat that has won the game with these tokens, 0 for none.

    It has at least three, and strictly the most (DD12).
    """
    most = max(tokens.values())
    best = [seat for seat, number in tokens.items() if number == most]
    return best[0] if most >= TO_WIN and len(best) == 1 else 0


def _winning_cards(
    state: DieselState, totals: Mapping[int, int], numbers: Mapping[int, int]
) -> tuple[Doer, ...]:
    """Return the face-up combatants whose conditions are met, each strictly (DD11)."""
    # The values that each condition compares, and whether more of them is better.
    conditions = {
        MOST_COMBATANTS: (numbers, 1),
        FEWEST_COMBATANTS: (numbers, -1),
        HIGHEST_TOTAL: (totals, 1),
        LOWEST_TOTAL: (totals, -1),
    }
    found = []
    for seat, row_card in everything(state):
        ability = ability_of(state, row_card)
        wins_by = ability.wins_by if ability.verb == WIN else ()
        for counted, sign in (conditions[one] for one in wins_by):
            others = [sign * number for other, number in counted.items() if other != seat]
            if sign * counted[seat] > max(others):
                found.append((seat, row_card.card))
                break
    return tuple(found)
