"""The cards between the commands: what is drawn, what nobody may play, and where cards go when they have been played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.cardbot.engine.cards import COMMANDS, Card, pile_of, taken_out
from companion.games.cardbot.engine.state import State
from companion.named_tuples import NamedTuple

EMPTY: Final = "empty"
FOREIGN: Final = "foreign"
TAKEN: Final = "taken"
TWICE: Final = "twice"
UNDRAWN: Final = "undrawn"
KINDS: Final = (EMPTY, FOREIGN, TAKEN, TWICE, UNDRAWN)
"""Why a slot is refused, in the order in which they are looked for: no card; of another pile; under a target already; in an earlier slot too; not drawn."""


class Refusal(NamedTuple):
    """A slot, 1 to 5, whose card nobody may play, one of KINDS; `card` is None for an empty one (CBR34)."""

    seat: int
    slot: int
    card: Card | None
    kind: str


def draw(state: State, seat: int) -> tuple[Card, ...] | None:
    """The cards that a seat draws from the top of its pile, None where nobody knows them (CB02, CBR31)."""
    pile = state.piles[seat]
    return None if pile is None else pile[: drawn_count(state, seat)]


def drawn_count(state: State, seat: int) -> int:
    """How many cards a seat draws; the robot that plays by chance draws five, whatever the settings say (CBR31)."""
    return COMMANDS if seat == state.random_seat else state.rules.draw


def as_drawn(state: State, seat: int) -> tuple[Card, ...] | None:
    """The program of who is late or plays by chance: the first five drawn, None where nobody knows them (CB03, CBR16)."""
    drawn = draw(state, seat)
    return None if drawn is None else drawn[:COMMANDS]


def refused(state: State, programs: Mapping[int, Sequence[Card | None]]) -> tuple[Refusal, ...]:
    """Every slot that nobody may play, by seat and slot; () where the round may begin (CBR34).

    `state` is that before the round. A program that ends early has empty slots at its end.
    """
    return tuple(
        refusal for seat in sorted(programs) for refusal in _refused(state, seat, programs[seat])
    )


def _refused(state: State, seat: int, program: Sequence[Card | None]) -> list[Refusal]:
    own, out, drawn = pile_of(seat), taken_out(seat, state.robot(seat).targets), draw(state, seat)
    slots = (*program, *(None,) * (COMMANDS - len(program)))
    found = []
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
    return found


def after_drawing(state: State, seat: int, program: Sequence[Card]) -> tuple[Card, ...] | None:
    """The pile of a seat when its program has been handed over: what was drawn and not chosen lies under it, in the order drawn (CBR31)."""
    pile, drawn = state.piles[seat], draw(state, seat)
    if pile is None or drawn is None:
        return None
    return (*pile[len(drawn) :], *(card for card in drawn if card not in program))
