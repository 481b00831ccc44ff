"""Changes by hand in a game, in the midst of its turns: what they mean for the stage that it is in (rulebook 12)."""

from __future__ import annotations

from companion.errors import RuleFault
from companion.games.api import Passage, one_step
from companion.games.diesel.changing import DealAgain, DieselChange, changed, ruled
from companion.games.diesel.stages import (
    CHOOSING,
    DEALING,
    DEPLOYING,
    REVEAL,
    RUNNING,
    Evening,
    with_questions,
)
from companion.games.diesel.told.by_hand import SetByHand
from companion.games.race.corrections import ChangeRule
from companion.words import text


def change(evening: Evening, wanted: DieselChange) -> Passage:
    """The game with a change made; RuleFault says in one sentence why it cannot be (12.2).

    What was chosen in a step that is under way is asked anew, since the change may have made it impossible.
    """
    if evening.state.champion:
        raise RuleFault(text("the game is over, so nothing in it can be changed any more"))
    if isinstance(wanted, ChangeRule):
        rules, event = ruled(evening.ahead, wanted, len(evening.seats))
        # The cards in play are those of the deal.
        after = evening._replace(rules=None if rules == evening.state.rules else rules)
        return Passage(after, evening.derby, evening.round, one_step((event,), after))
    if isinstance(wanted, DealAgain):
        return _again(evening)
    in_turn = evening.stage in (CHOOSING, RUNNING) and evening.step != REVEAL
    state, events = changed(evening.state, wanted, in_turn)
    after = evening._replace(state=state, given=(), asked=())
    if in_turn:
        after = with_questions(after)
    return Passage(after, evening.derby, evening.round, one_step(events, after))


def _again(evening: Evening) -> Passage:
    """The same Derby with another deal, only while cards are chosen."""
    if evening.stage != DEPLOYING:
        raise RuleFault(text("cards can be dealt again only while they are chosen"))
    state = evening.state
    empty = state._replace(
        front=dict.fromkeys(state.seats, ()),
        turn=0,
        discard=(),
        lost=0,
        aside=0,
        hands=None,
        unused=None,
        acted=frozenset(),
        laid_by={},
    )
    told = SetByHand(
        None,
        text("Derby {derby}", derby=evening.derby),
        text("turn {turn}", turn=evening.turn),
        text("dealt again"),
        "DD04",
    )
    after = Evening(empty, DEALING, by_app=evening.by_app, rules=evening.rules)
    return Passage(after, evening.derby, 0, one_step((told,), after), collects=True, redeals=True)
