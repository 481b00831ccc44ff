"""A race of Clockwork Derby and where in its turn it stands (rulebook 5)."""
from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from companion.engine.rules import THIS, Rules, words_of
from companion.engine.state import State, state_hash
from companion.engine.touching import LAST_REGISTER
from companion.games.asking import may_rest

RESTING, DEALING, REDEALING, PROGRAMMING = "resting", "dealing", "dealing again", "programming"
REGISTERS, CLEANING, OVER = "registers", "cleaning", "over"
"""The stages of a turn (5): who rests is asked, the deck is waited for (or once more), programs are chosen, registers are played, the
cleanup is due; or the race is over. Before a deal the state still is that of the turn before."""


class Moment(NamedTuple):
    """A race and where in its turn it stands; `pushed` are the seats that rest in the turn that begins (6.5.3).

    `rules` are the settings from the next turn on, None where they stay. `dealt` counts the cards, as (seat, number), of those whose
    damage does not say any more how many they were dealt, because it was set by hand since.
    """

    state: State
    stage: str
    pushed: tuple[int, ...] = ()
    rules: Rules | None = None
    dealt: tuple[tuple[int, int], ...] = ()

    @property
    def ahead(self) -> Rules:
        """The settings of the next turn."""
        return self.rules or self.state.race.rules


def opening(state: State) -> Moment:
    """Where a turn begins: with the question who rests, if power downs are for this turn and anybody could (6.5.3)."""
    asked = state.race.rules.power_down == THIS and any(may_rest(clank) for clank in state.clanks)
    return Moment(state, RESTING if asked else DEALING)


def fingerprint(moment: Moment) -> str:
    """The hash of the state; where that does not say what comes next, something about it is added.

    Several moments may share one state: before and after the question who rests, or a cleanup that has brought nobody back.
    """
    word = state_hash(moment.state)
    if moment == Moment(moment.state, _usual_stage(moment.state)):
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
