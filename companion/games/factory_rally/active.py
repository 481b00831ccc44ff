"""The two models with abilities to use: a Pause in each round, and a new hand (IDR13, IDS05)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from companion.engine.cards import Card
from companion.engine.changes import SetByHand
from companion.engine.events import Event
from companion.engine.state import ACTIVE, RaceState
from companion.errors import RuleError
from companion.games.api import PlayResult, one_step
from companion.games.asking import Offer, Questions
from companion.games.factory_rally.models import ABACUS, DAWDLE, models_of
from companion.games.programmed.deck import PAUSES
from companion.games.programmed.turn import PROGRAMMING, RacePosition, is_programmed, program_asks
from companion.named_tuples import NamedTuple
from companion.words import Text, count, seat_words, text

NEW_HAND: Final = "new_hand"
"""The key of the action."""


def own_pauses(state: RaceState, lying: Collection[Card] = ()) -> Mapping[int, Card]:
    """Return the Pause of this round for every playing robot that has one, by seat.

    It is the first that is in no reader. A burnt one stays, and a new one is added (no. 22).
    """
    models = models_of(state.memory)
    free = iter([card for card in PAUSES if card not in lying])
    pausing = [
        clank.seat
        for clank in state.clanks
        if models.get(clank.seat) == DAWDLE and clank.status == ACTIVE and not clank.down
    ]
    # There are as many of these cards as robots, and so more than robots that pause.
    return dict(zip(pausing, free, strict=False))


class NewHand(NamedTuple):
    """A change that deals a seat a new hand of the same size, once a round."""

    seat: int


def offered(position: RacePosition, questions: Questions) -> Questions:
    """Return the questions with a new hand as an action of each seat that may have one.

    They also say how many hands it has thrown away.
    """
    asks = []
    for ask in questions.asks:
        actions: tuple[Offer, ...] = ()
        if _hindrance(position, ask.seat) is None:
            about = count(
                "Throw away your card and get another one.",
                "Throw away your {number} cards and get {number} others.",
                ask.hand.number,
            )
            actions = (Offer(NEW_HAND, text("New hand"), about, change=NewHand(ask.seat)),)
        thrown = position.renewed.count(ask.seat)
        asks.append(ask._replace(actions=actions, hand=ask.hand._replace(thrown=thrown)))
    return questions._replace(asks=tuple(asks))


def renewed(position: RacePosition, seat: object) -> PlayResult[RacePosition, Event]:
    """Return the position in which a seat has a new hand.

    The new cards come off the rest of the deck; the old ones go under it. If hands deal, only the
    number of cards is known. Burnt slots stay.

    Raises:
        RuleError: The seat cannot have a new hand.
    """
    why = _hindrance(position, seat)
    if why is not None or not isinstance(seat, int):
        raise RuleError(why or text("there is no such seat"))
    state, pile = position.state, position.pile
    clank = state.clank(seat)
    # A robot has one model: one with new hands has no Pause.
    number = next(
        ask.hand.number for ask in program_asks(state, dict(position.dealt)) if ask.seat == seat
    )
    if clank.hand is not None and pile is not None:
        state = state.with_clank(clank._replace(hand=pile[:number]))
        pile = (*pile[number:], *clank.hand)
    before = count("{number} card", "{number} cards", number)
    words = count("{number} other card", "{number} other cards", number)
    event = SetByHand(
        seat, text("new hand"), text("{cards}, thrown away", cards=before), words, None, "IDS05"
    )
    after = position._replace(state=state, pile=pile, renewed=(*position.renewed, seat))
    return PlayResult(after, state.turn, 0, one_step((event,), after))


def _hindrance(position: RacePosition, seat: object) -> Text | None:
    """Return why a seat cannot have a new hand now, None if it can."""
    state = position.state
    if not isinstance(seat, int) or models_of(state.memory).get(seat) != ABACUS:
        return text("only {model} can throw its hand away", model=text("Abacus"))
    name, clank = seat_words(seat), state.clank(seat)
    if position.stage != PROGRAMMING or not is_programmed(clank):
        return text("{seat} has no hand to throw away now", seat=name)
    if seat in position.renewed:
        return text("{seat} has had its new hand in this round already", seat=name)
    # If the app deals, the deck may be used up.
    if clank.hand is not None and len(position.pile or ()) < len(clank.hand):
        return text("too few cards are left in the deck")
    return None
