"""Going back at a table with real cards: what hands are told leads the table to where it was, from anywhere to anywhere."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.base import Scene
from companion.games.carrying import carried_out
from companion.games.diesel.engine.rules import each_deploys
from companion.games.diesel.engine.turn import in_use
from companion.games.diesel.stages import DEPLOYING, card_of
from companion.session.messages import Confirm, Decide, GoBack, Pick
from companion.session.session import Session
from companion.session.view import DEAL, FAILED, OVER, PLACE
from companion.signals import SlotRead
from tests.games.diesel.tables import (
    asks_of,
    at_readers,
    deployed,
    emptied,
    evening_of,
    hear,
    pulled,
    put_in,
)

LEVELS = ("instruction", "round", "turn", "start")


def rows(scene: Scene) -> dict[int, list[tuple[str, bool]]]:
    """What lies in front of whom, and which side is up."""
    return {row.seat: [(card.key, card.down) for card in row.cards] for row in scene.rows}


def further(session: Session, chance: Random) -> Session:
    """One touch, one answer, or everybody's cards, by chance."""
    asks = asks_of(session)
    if not asks:
        return hear(emptied(session) if session.page == DEAL else session, Confirm(session.step))
    evening, ask = evening_of(session), asks[0]
    if evening.stage == DEPLOYING:
        lying = {laid.card for row in evening.state.front.values() for laid in row} | {
            *evening.state.discard
        }
        hidden, each = (
            [card for card in in_use(evening.state) if card not in lying],
            each_deploys(len(evening.seats)),
        )
        chance.shuffle(hidden)
        return deployed(
            session,
            {one.seat: tuple(hidden[at * each : (at + 1) * each]) for at, one in enumerate(asks)},
        )
    if ask.offers:
        return hear(session, Pick(ask.seat, chance.choice(ask.offers).key))
    inside = {reader.row[0].code for reader in session.readers.values()}
    card = card_of(
        evening.state, chance.choice([code for code in ask.among or () if code not in inside])
    )
    return pulled(put_in(session, ask.seat, card), ask.seat)


def led(session: Session) -> Session:
    """The session when hands have done all that they were told on the way, cards put back into readers as well."""
    while (travel := session.travel) is not None:
        if travel.at == len(travel.script):
            session = hear(
                session,
                *(
                    SlotRead(seat, slot, read.status, read.code)
                    for seat, row in travel.rows.items()
                    for slot, read in enumerate(row, 1)
                ),
            )
        session = hear(session, Confirm(session.step)) if session.travel is not None else session
    return session


@pytest.mark.parametrize("seed", range(8))
def test_the_way_back_ends_where_the_table_was(seed: int) -> None:
    """From the middle of a step or the end of a Derby, by an instruction, a step, a Derby or to the start."""
    chance = Random(seed)
    session = at_readers(chance.randint(2, 6))
    for _ in range(90):
        session = further(session, chance)
        if session.page == OVER:
            break
        if chance.random() < 0.1:
            session = hear(session, Decide(GoBack(chance.choice(LEVELS))))
            if (travel := session.travel) is not None:
                assert rows(carried_out(travel.laid, travel.script, travel.after)) == rows(
                    travel.after
                )
            session = led(session)
        assert session.page != FAILED and (session.page == PLACE or session.match is not None)
