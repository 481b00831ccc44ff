"""Reasons by facts in Cardbot Derby: every claim is checked by the preview of commands."""

from __future__ import annotations

import random
from collections import Counter

from companion.app.loop import boards_of
from companion.games.api import Plan, Position
from companion.games.asking import Answer, Ask, Finished, PlayOn, Questions
from companion.games.cardbot.deck import CARD_OF_CODE
from companion.games.cardbot.explaining import AWAY, CARD, TARGET
from companion.games.cardbot.foresight import move_of
from companion.games.cardbot.narration.standing import places_between
from companion.games.cardbot.stages import CardbotPosition
from companion.games.kit.pilot import Explaining, ProgramClaim
from companion.games.parts import Preview
from companion.pilots.base import Task, pilots
from companion.pilots.explaining import obvious_program
from companion.pilots.programs import Codes, solo_of
from tests.games.cardbot.rounds import cardbot
from tests.typed import of_kind, present

GAME = cardbot()
STEADY = pilots()["steady"]


def holds(claim: ProgramClaim, position: Position, ask: Ask, own: Codes, obvious: Codes) -> bool:
    """Return whether a claim is true of a program by the preview."""
    codes = obvious if claim.obvious else own
    ends = present(present(Preview.of(GAME)).foreseen(position, ask.seat, codes))
    goals = of_kind(CardbotPosition, position).state.grid.goals.get(claim.marker, ())
    if claim.kind == CARD:
        moves = [[move_of(CARD_OF_CODE[code or 0]) for code in codes] for codes in (own, obvious)]
        at = claim.register - 1
        return moves[0][at] != moves[1][at] and moves[0][:at] == moves[1][:at]
    if claim.kind == TARGET:
        return any(square in goals for square in ends[claim.register - 1].move.path)
    assert claim.kind == AWAY
    end = present(ends[-1].move.path[-1])
    return min(places_between(end, goal) for goal in goals) == claim.number


def _asked(position: Position, step: Questions, rng: random.Random) -> dict[int, Answer]:
    """Return the answers of steady pilots."""
    return {
        ask.seat: STEADY.choose(
            Task(GAME, step.about, ask, GAME.redacted(position, ask.player)), rng
        ).answer
        for ask in step.asks
    }


def test_every_claim_about_commands_is_true() -> None:
    """Check each claim of pilots, and of random programs, in some rounds of the full layout."""
    said, rng = Counter[tuple[str, bool]](), random.Random(2)
    explaining = present(Explaining.of(GAME))
    board = next(entry for entry in boards_of(GAME) if entry.key == "cardbot-full").board
    for number in range(6):
        position, questions = GAME.begin(Plan(board, (), (1, 2, 3, 4), {})), 0
        while questions < 8:
            step = GAME.next_step(position)
            if isinstance(step, Finished):
                break
            if isinstance(step, PlayOn):
                position = GAME.play(position).position
                continue
            if not isinstance(step, Questions):
                size = getattr(step, "number", len(GAME.deck))
                order = rng.sample(GAME.deck if size == len(GAME.deck) else range(size), size)
                position = GAME.dealt(position, tuple(order)).position
                continue
            questions += 1
            for ask in step.asks:
                if not ask.program.free or ask.hand.codes is None:
                    continue
                task = Task(GAME, step.about, ask, GAME.redacted(position, ask.player))
                obvious = obvious_program(present(solo_of(task)))
                chance = tuple(rng.sample(ask.hand.codes, len(ask.hand.codes))[:5])
                for own in (STEADY.choose(task, rng).answer.codes, chance):
                    claims = explaining.claims(task.position, ask.seat, own, obvious)
                    for claim in claims:
                        assert holds(claim, task.position, ask, own, obvious), (number, claim)
                        said[claim.kind, claim.obvious] += 1
                    assert claims and str(explaining.words(claims))
            position = GAME.answered(position, _asked(position, step, rng)).position
    assert {*said} == {(TARGET, False), (AWAY, False), (CARD, True), (TARGET, True), (AWAY, True)}
