"""Previews: a game says where programs lead, and real play leads there."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from companion.content import load_board, load_flags
from companion.engine.board import board_of
from companion.engine.cards import DECK, NO_CARDS
from companion.engine.elements.laser import Laser
from companion.engine.elements.pit import Pit
from companion.engine.events import Moved
from companion.engine.rules import Rules
from companion.engine.state import ACTIVE, Clank, Race, RaceState
from companion.engine.turn import play_register
from companion.games.api import Game, Plan
from companion.games.asking import Answer, Finished, Questions
from companion.games.kit.pilot import Foresight
from companion.games.parts import Preview
from companion.games.programmed.deck import CARD_OF_CODE, CODE_OF_CARD
from companion.games.programmed.turn import PROGRAMMING, RacePosition
from companion.geometry import N, W
from tests.engine.random_races import random_board, random_state
from tests.games.turns import GAME, answers, go_on, until
from tests.recorded import recorded
from tests.typed import of_kind, present

FORESIGHT = present(Foresight.of(GAME))


def race(seed: int, word: str = "next") -> RacePosition:
    """Return a race of four some turns on, at its question for programs."""
    plan = Plan(
        load_board("fountain-circus"),
        load_flags("fountain-circus").away,
        (1, 2, 3, 4),
        {"power_down": word},
    )
    rng, moment = random.Random(seed), GAME.begin(plan)
    for _ in range(3 + seed % 40):
        if isinstance(GAME.next_step(moment), Finished):
            break
        moment = go_on(moment, rng).position
    return (
        moment if isinstance(GAME.next_step(moment), Finished) else until(moment, PROGRAMMING, seed)
    )


def played(moment: RacePosition, said: Mapping[int, Answer]) -> RacePosition:
    """Return the turn as it is really played."""
    passage = GAME.answered(moment, said)
    while not passage.ends_turn:
        passage = GAME.play(passage.position)
    end: RacePosition = passage.position
    return end


@pytest.mark.parametrize("seed", range(40))
def test_the_real_play_leads_where_it_was_said_to_lead(seed: int) -> None:
    """Lead where previews say, for every program, also without locked slots, twice alike."""
    moment = race(seed)
    if isinstance(GAME.next_step(moment), Finished):
        return
    said = answers(moment, random.Random(seed), pushes=0)
    programs = {seat: answer.codes for seat, answer in said.items() if any(answer.codes)}
    found = FORESIGHT.simulate(moment, programs)
    assert (
        found is not None
        and GAME.fingerprint(found) == GAME.fingerprint(played(moment, said))
        and found == FORESIGHT.simulate(moment, programs)
    )
    locked = {clank.seat: clank.locked for clank in moment.state.clanks}
    left = {
        seat: tuple(None if slot in locked[seat] else code for slot, code in enumerate(codes, 1))
        for seat, codes in programs.items()
    }
    assert FORESIGHT.simulate(moment, left) == found


@pytest.mark.parametrize("seed", range(10))
def test_a_pilot_asks_with_what_it_knows(seed: int) -> None:
    """Play a pilot's own program in a redacted position, and nothing unknown of others."""
    moment = race(seed)
    next_step = GAME.next_step(moment)
    if not isinstance(next_step, Questions):
        return
    ask = next((ask for ask in next_step.asks if ask.program.slots and ask.hand.codes), None)
    if ask is None:
        return
    hand = iter(ask.hand.codes or ())
    codes = tuple(None if slot in ask.program.locked else next(hand) for slot in ask.program.slots)
    found = FORESIGHT.simulate(GAME.redacted(moment, ask.seat), {ask.seat: codes, 99: codes})
    assert found is not None and GAME.next_step(found) is not None
    assert not isinstance(GAME.next_step(found), Questions) or found.state.turn >= moment.state.turn


def test_where_nothing_is_programmed_nothing_can_be_said() -> None:
    """Preview nothing before a deal, in mid-turn, or in a game that cannot."""
    moment: Any = race(1)
    assert (
        FORESIGHT.simulate(until(moment, "dealing"), {}) is None
        and FORESIGHT.simulate(until(moment, "registers"), {}) is None
    )
    assert Foresight.of(Game()) is None


# ---- What one player may look at -----------------------------------------------------------------


@pytest.mark.parametrize("seed", range(80))
def test_what_is_foreseen_is_what_the_engine_plays_with_these_cards_alone(seed: int) -> None:
    """Preview registers up to the first gap on random boards: square, heading, death and way.

    Only the own cards are known.
    """
    rng = random.Random(seed)
    state = random_state(rng, random_board(rng), rng.choice((1, 3, 8)))
    moment, seat = RacePosition(state, PROGRAMMING), rng.choice(state.clanks).seat
    codes = tuple(
        CODE_OF_CARD[card] if rng.random() < 0.93 else None for card in rng.sample(DECK, 5)
    )
    found = present(present(Preview.of(GAME)).foreseen(moment, seat, codes))
    assert found == present(Preview.of(GAME)).foreseen(GAME.redacted(moment, seat), seat, codes)
    own = tuple(None if code is None else CARD_OF_CODE[code] for code in codes)
    state = state._replace(
        clanks=tuple(
            clank._replace(slots=own if clank.seat == seat else NO_CARDS) for clank in state.clanks
        )
    )
    for number, (move, words) in enumerate(found):
        assert codes[number] is not None
        before, (state, events) = state.clank(seat), play_register(state)
        after = state.clank(seat)
        assert (move.start, move.before, move.end, move.after) == (
            before.square,
            before.heading,
            after.square,
            after.heading,
        )
        steps = [event.end for event in events if isinstance(event, Moved) and event.seat == seat]
        assert move.path == (before.square, *steps) and words
    played = len(found)
    assert played == 5 or codes[played] is None or state.over or state.clank(seat).status != ACTIVE


def test_nothing_is_foreseen_where_nobody_programs() -> None:
    """Preview nothing where no program is made, for parked clanks and unknown cards."""
    moment: Any = race(1)
    seat = moment.state.clanks[0].seat
    card = present(of_kind(Questions, GAME.next_step(moment)).asks[0].hand.codes)[0]
    codes = (card, None, None, None, None)
    assert (
        len(present(present(Preview.of(GAME)).foreseen(moment, seat, codes))) == 1
        and present(Preview.of(GAME)).foreseen(moment, 77, codes) == ()
    )
    assert (
        present(Preview.of(GAME)).foreseen(moment, seat, (999, *codes[1:]))
        == present(Preview.of(GAME)).foreseen(moment, seat, (None, card, card, card, card))
        == ()
    )
    assert (
        present(Preview.of(GAME)).foreseen(until(moment, "dealing"), seat, codes)
        is present(Preview.of(GAME)).foreseen(until(moment, "registers"), seat, codes)
        is None
    )
    parked = moment._replace(
        state=moment.state.with_clank(
            moment.state.clank(seat)._replace(status="parked", square=None)
        )
    )
    assert (
        present(Preview.of(GAME)).foreseen(parked, seat, codes) == () and Preview.of(Game()) is None
    )


def test_a_loss_is_told_with_its_place() -> None:
    """Tell a loss with place and cause: pit, edge or laser, and nothing after it."""
    board = board_of(3, 3, [Pit("B2"), Laser("C3", N, 3)], edge="pit")
    for square, heading, damage, words in (
        ("B1", N, 0, "into-the-pit-on-B2"),
        ("A1", W, 0, "over-the-edge"),
        ("C1", N, 8, "destroyed-on-C2"),
        ("A1", N, 0, "on-A2-facing-N"),
    ):
        clank = Clank(
            1, square=square, heading=heading, damage=damage, lives=3, checkpoints=(("A1", N),)
        )
        moment = RacePosition(
            RaceState(Race(board, ("A3",), Rules()), (clank,), turn=1), PROGRAMMING
        )
        codes = [CODE_OF_CARD[card] for card in DECK if card.move == "move1"][:2]
        found = present(Preview.of(GAME)).foreseen(
            moment, 1, (codes[0], None, codes[1], None, None)
        )
        assert [str(sentence) for _, sentence in found or ()] == recorded(words)
