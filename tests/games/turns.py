"""Drive the game by its wants, as a session does, with cards dealt by the app or by hand."""

from __future__ import annotations

import random

from companion.engine.events import Event
from companion.games import usual_game
from companion.games.api import PlayResult
from companion.games.asking import Answer, Ask, Finished, Questions, Reading, Shuffle
from companion.games.clockwork.game import ClockworkDerby
from companion.games.programmed.deck import CODE_OF_CARD, CODES
from companion.games.programmed.turn import RacePosition
from tests.typed import of_kind

GAME = of_kind(ClockworkDerby, usual_game())


def answers(moment: RacePosition, rng: random.Random, pushes: float = 0.2) -> dict[int, Answer]:
    """Return legal answers of all that must, and some that may; real cards are free ones."""
    next_step = GAME.next_step(moment)
    assert isinstance(next_step, Questions)
    lying = {
        CODE_OF_CARD[card]
        for clank in moment.state.clanks
        for card in clank.slots
        if card is not None
    }
    pile = iter(rng.sample([code for code in CODES if code not in lying], len(CODES) - len(lying)))
    found = {}
    for ask in next_step.asks:
        if ask.must or rng.random() < 0.3:
            hand = iter(ask.hand.codes) if ask.hand.codes is not None else pile
            codes = (
                tuple(
                    ask.program.held[slot - 1] if slot in ask.program.locked else next(hand)
                    for slot in ask.program.slots
                )
                or (None,) * 5
            )
            push = rng.random() < pushes and "push" in dict(ask.gestures)
            found[ask.seat] = Answer("push" if push else "pull", codes)
    return found


def go_on(
    moment: RacePosition, rng: random.Random, real: bool = False, pushes: float = 0.2
) -> PlayResult[RacePosition, Event]:
    """Give the game what it wants."""
    next_step = GAME.next_step(moment)
    assert not isinstance(next_step, Finished)
    if isinstance(next_step, Questions):
        return GAME.answered(moment, answers(moment, rng, pushes))
    if isinstance(next_step, Shuffle):
        return GAME.dealt(moment, None if real else tuple(rng.sample(CODES, len(CODES))))
    return GAME.play(moment)


def until(moment: RacePosition, stage: str, seed: int = 1, real: bool = False) -> RacePosition:
    """Return the race when it next comes to a stage."""
    rng = random.Random(seed)
    for _ in range(40):
        if moment.stage == stage:
            return moment
        moment = go_on(moment, rng, real, 0).position
    raise AssertionError(f"{stage} never comes")


def row(ask: Ask, answer: Answer) -> tuple[Reading, ...]:
    """Return what a reader shows that holds an answer."""
    codes = answer.codes if ask.program.slots else ask.program.held
    return tuple(Reading() if code is None else Reading("ok", code) for code in codes)
