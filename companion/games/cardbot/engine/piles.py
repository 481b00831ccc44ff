"""Move cards between piles, hands and readers: draw, refuse, play and put away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.cardbot.engine.cards import COMMANDS, Card, pile_of, taken_out
from companion.games.cardbot.engine.state import CardbotState
from companion.named_tuples import NamedTuple

EMPTY: Final = "empty"
FOREIGN: Final = "foreign"
TAKEN: Final = "taken"
TWICE: Final = "twice"
UNDRAWN: Final = "undrawn"
KINDS: Final = (EMPTY, FOREIGN, TAKEN, TWICE, UNDRAWN)
"""The reasons for which a slot is refused, in the order of the checks.

It has no card, one of another pile, one under a target, one that is also in an earlier slot, or one
that was not drawn.
"""


class Refusal(NamedTuple):
    """A slot whose card cannot be played (CBR34)."""

    seat: int
    slot: int
    """The slot, from 1 to 5."""
    card: Card | None
    """The card, None for an empty slot."""
    kind: str
    """One of KINDS."""


def draw(state: CardbotState, seat: int) -> tuple[Card, ...] | None:
    """Return the cards that a seat draws from its pile, None if unknown (CB02, CBR31)."""
    pile = state.piles[seat]
    # A chance robot always draws five.
    number = COMMANDS if seat == state.random_seat else state.rules.draw
    return None if pile is None else pile[:number]


def as_drawn(state: CardbotState, seat: int) -> tuple[Card, ...] | None:
    """Return the first five drawn cards as a program, None if unknown (CB03, CBR16).

    It is for late players and chance robots.
    """
    drawn = draw(state, seat)
    return None if drawn is None else drawn[:COMMANDS]


def refused(
    state: CardbotState, programs: Mapping[int, Sequence[Card | None]]
) -> tuple[Refusal, ...]:
    """Return every slot that cannot be played, by seat and slot (CBR34).

    The round can begin if there is none. `state` is the one before the round. A short program has
    empty slots at its end.
    """
    found = []
    for seat, program in sorted(programs.items()):
        own, out, drawn = (
            pile_of(seat),
            taken_out(seat, state.robot(seat).targets),
            draw(state, seat),
        )
        slots = (*program, *(None,) * (COMMANDS - len(program)))
        for slot, card in enumerate(slots, 1):
            tests = {
                EMPTY: card is None,
                FOREIGN: card not in own,
                TAKEN: card in out,
                TWICE: card in slots[: slot - 1],
                UNDRAWN: drawn is not None and card not in drawn,
            }
            kind = next((kind for kind in KINDS if tests[kind]), None)
            if kind is not None:
                found.append(Refusal(seat, slot, card, kind))
    return tuple(found)


def after_drawing(
    state: CardbotState, seat: int, program: Sequence[Card]
) -> tuple[Card, ...] | None:
    """Return the pile of a seat after its program was handed over.

    Drawn cards that were not chosen are under it, in drawing order (CBR31).
    """
    pile, drawn = state.piles[seat], draw(state, seat)
    if pile is None or drawn is None:
        return None
    return (*pile[len(drawn) :], *(card for card in drawn if card not in program))
