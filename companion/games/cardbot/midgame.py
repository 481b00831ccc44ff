"""Changes by hand in a race of Cardbot Derby, in the midst of its rounds: what they mean for the stage that it is in (rulebook 12)."""

from __future__ import annotations

from companion.errors import RuleFault
from companion.games.api import Passage, one_step
from companion.games.cardbot.changing import (
    CardbotChange,
    EndRound,
    SetTargets,
    ShufflePile,
    change,
    ruled,
    under_rules,
)
from companion.games.cardbot.engine.grid import layout_of
from companion.games.cardbot.stages import CHOOSING, DEALING, HANDING, PINGING, Race
from companion.games.race.corrections import ChangeRule
from companion.words import text


def changed(race: Race, wanted: CardbotChange) -> Passage:
    """The race with a change made; RuleFault says in one sentence why it cannot be (12.2).

    The passage belongs to the command played last, or to the round that comes where none is under way.
    """
    if race.state.over:
        raise RuleFault(text("the race is over, so nothing in it can be changed any more"))
    if race.stage == PINGING:
        # What has happened of this command is played again from its start when the side is known, so that nothing may differ there.
        raise RuleFault(text("somebody is choosing a side: wait until the command goes on"))
    if isinstance(wanted, ChangeRule):
        rules, event = ruled(race.ahead, wanted, race.drawn, layout_of(race.drawn))
        # In a round that is under way cards have been drawn and robots have slid by the settings that hold.
        after = race._replace(rules=None if rules == race.state.rules else rules)
        return Passage(
            settled(after) if race.stage == DEALING else after,
            race.turn,
            race.state.command,
            one_step((event,), after),
        )
    state, events = change(race.state, wanted)
    after = race._replace(state=state)
    again = (
        isinstance(wanted, (SetTargets, ShufflePile))
        and race.stage in (CHOOSING, HANDING)
        and wanted.seat in race.by_app
    )
    if again:
        # Its five cards came from a pile that does not lie so any more: all piles that the app holds are drawn from once more.
        after = after._replace(stage=DEALING, programs={}, late=())
    played = race.state.command if race.state.programs else 0
    return Passage(
        after,
        race.turn,
        played,
        one_step(events, after),
        collects=again or isinstance(wanted, EndRound),
        redeals=again,
    )


def settled(race: Race) -> Race:
    """The race between two rounds, when settings that were changed in the one before come into force."""
    if race.rules is None or race.state.over:
        return race
    return race._replace(
        state=under_rules(race.state, race.rules, race.drawn, layout_of(race.drawn)), rules=None
    )
