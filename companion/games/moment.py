"""A race of Clockwork Derby and where in its turn it stands (rulebook 5)."""
from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from companion.engine.cards import Card, cards_dealt
from companion.engine.rules import THIS, Rules, words_of
from companion.engine.state import Clank, State, state_hash
from companion.engine.touching import LAST_REGISTER
from companion.games.asking import may_rest

RESTING, DEALING, REDEALING, PROGRAMMING = "resting", "dealing", "dealing again", "programming"
REGISTERS, CLEANING, OVER = "registers", "cleaning", "over"
"""The stages of a turn (5): who rests is asked, the deck is waited for (or once more), programs are chosen, registers are played, the
cleanup is due; or the race is over. Before a deal the state still is that of the turn before."""


class Moment(NamedTuple):
    """A race and where in its turn it stands; `pushed` are the seats that rest in the turn that begins (6.5.3).

    `rules` are the settings from the next turn on, None where they stay. `dealt` counts the cards, as (seat, number), of those whose
    damage does not say any more how many they were dealt, because it was set by hand since. `seen` are the cards in the readers that have been
    played face up, so that everybody knows them: most of those that stay in locked slots.
    """

    state: State
    stage: str
    pushed: tuple[int, ...] = ()
    rules: Rules | None = None
    dealt: tuple[tuple[int, int], ...] = ()
    seen: frozenset[Card] = frozenset()

    @property
    def ahead(self) -> Rules:
        """The settings of the next turn."""
        return self.rules or self.state.race.rules


def opening(state: State, seen: frozenset[Card] = frozenset()) -> Moment:
    """Where a turn begins: with the question who rests, if power downs are for this turn and anybody could (6.5.3)."""
    asked = state.race.rules.power_down == THIS and any(may_rest(clank) for clank in state.clanks)
    return Moment(state, RESTING if asked else DEALING, seen=seen)


def redacted(moment: Moment, viewer: int | None) -> Moment:
    """A moment with the cards that `viewer` may know: its own, and those that have been played face up; for None only these.

    Hidden hands are None, as where hands deal real cards unseen, and hidden cards in readers are no cards; so everything but playing on goes on as ever.
    """
    others = [clank for clank in moment.state.clanks if clank.seat != viewer]
    # Who counts the cards of a hand that is not known goes by the damage, which may have been set by hand since the deal.
    counts = dict(moment.dealt)
    counts.update({clank.seat: len(clank.hand) for clank in others if clank.hand and len(clank.hand) != cards_dealt(clank.damage, moment.state.race.rules.card_lock)})
    covered = {clank.seat: _covered(clank, moment.seen) for clank in others}
    clanks = tuple(covered.get(clank.seat, clank) for clank in moment.state.clanks)
    return moment._replace(state=moment.state._replace(clanks=clanks), dealt=tuple(counts.items()))


def _covered(clank: Clank, seen: frozenset[Card]) -> Clank:
    """A clank of which only the cards in `seen` are known; that it was dealt none at all everybody knows (6.2.3)."""
    slots = tuple(card if card in seen else None for card in clank.slots)
    return clank.with_cards(clank.locked, slots, () if clank.hand == () else None)


def fingerprint(moment: Moment) -> str:
    """The hash of the state; where that does not say what comes next, something about it is added.

    Several moments may share one state: before and after the question who rests, or a cleanup that has brought nobody back.
    """
    word = state_hash(moment.state)
    # What people have seen changes nothing that is played.
    if moment == Moment(moment.state, _usual_stage(moment.state), seen=moment.seen):
        return word
    facts = [moment.stage, moment.pushed, words_of(moment.ahead), moment.dealt]
    return f"{word}-{hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:8]}"


def _usual_stage(state: State) -> str:
    """The stage in which a state is found first: after a register, after the cleanup, after the deal."""
    if state.over:
        return OVER
    if state.turn and state.register < LAST_REGISTER:
        return REGISTERS if state.register else PROGRAMMING
    return opening(state).stage
