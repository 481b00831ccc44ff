"""Programs of Cardbot Derby compared by facts, each of which comes from playing them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.cardbot.deck import CARD_OF_CODE
from companion.games.cardbot.engine.cards import COMMANDS, STILL
from companion.games.cardbot.engine.turn import begin_round, end_round
from companion.games.cardbot.foresight import goal_of, lone_of, move_of, to_its_end
from companion.games.cardbot.look import words_of
from companion.games.cardbot.stages import CHOOSING, CardbotPosition
from companion.games.kit.pilot import Explaining, ProgramClaim, first_difference
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, count, sentences, text

TARGET: Final = "target"
"""It reaches this target in this command."""
AWAY: Final = "away"
"""It ends so many places from this target."""
CARD: Final = "card"
"""It is the first slot in which it has another card than the chosen program, and that card."""


class _Course(NamedTuple):
    """The result of a program: targets reached, and the way that is left."""

    targets: tuple[tuple[int, int], ...]
    """The reached targets with their commands."""
    goal: int
    """The number of the next target."""
    away: int | None
    """The places to it, None after the last one."""


class RobotExplaining(Explaining[CardbotPosition]):
    """Programs compared while all other robots stand still and pings go to the right."""

    def claims(
        self,
        position: CardbotPosition,
        seat: int,
        codes: tuple[int | None, ...],
        obvious: tuple[int | None, ...] = (),
    ) -> tuple[ProgramClaim, ...]:
        own = _course(position, seat, codes)
        if own is None:
            return ()
        found = _claims(own, False)
        other = _course(position, seat, obvious) if obvious else None
        slot = first_difference(codes, obvious, lambda code: move_of(CARD_OF_CODE[code]))
        if other is None or not slot or not _is_worse(own, other):
            return found
        card = ProgramClaim(CARD, True, number=obvious[slot - 1] or 0, register=slot)
        return (*found, card, *_claims(other, True))

    def words(self, claims: Sequence[ProgramClaim]) -> Text:
        own = [_own_words(claim) for claim in claims if not claim.obvious]
        other = [claim for claim in claims if claim.obvious]
        if not other:
            return sentences(*own) if own else NOTHING
        card, fate = other
        straight = text(
            "The straight way, with the {card} in slot {slot}, would {fate}.",
            card=words_of(CARD_OF_CODE[card.number]),
            slot=card.register,
            fate=_fate(fate),
        )
        return sentences(*own, straight)


def _course(position: CardbotPosition, seat: int, codes: tuple[int | None, ...]) -> _Course | None:
    """Play a program by the rules, None if it is not whole or not asked for."""
    cards = tuple(CARD_OF_CODE[code] for code in codes if code is not None)
    if position.stage != CHOOSING or len(cards) != COMMANDS:
        return None
    programs = dict.fromkeys(position.seats, STILL) | {seat: cards}
    state = begin_round(position.state, programs)
    had, reached = state.robot(seat).targets, list[tuple[int, int]]()
    for command in range(1, COMMANDS + 1):
        state = to_its_end(state).state
        robot = state.robot(seat)
        reached += [(target, command) for target in range(had + 1, robot.goal)]
        had = robot.goal - 1
    state = end_round(state).state
    robot = state.robot(seat)
    if robot.targets > had:
        reached.append((robot.targets, COMMANDS))
    goal, table = goal_of(state, robot), lone_of(state.grid, state.rules)
    if goal <= len(table.flags):
        away = table.away(goal, table.pose(robot.square, robot.heading))
    else:
        away = None
    return _Course(tuple(reached), goal, away)


def _is_worse(own: _Course, other: _Course) -> bool:
    if own.goal != other.goal:
        return other.goal < own.goal
    if own.targets:
        return other.targets > own.targets
    return own.away is not None and other.away is not None and other.away > own.away


def _claims(course: _Course, obvious: bool) -> tuple[ProgramClaim, ...]:
    if course.targets:
        target, command = course.targets[-1]
        return (ProgramClaim(TARGET, obvious, marker=target, register=command),)
    return (ProgramClaim(AWAY, obvious, marker=course.goal, number=course.away or 0),)


def _own_words(claim: ProgramClaim) -> Text:
    if claim.kind == TARGET:
        return text(
            "Target {target} in command {command}.", target=claim.marker, command=claim.register
        )
    return count(
        "Ends {away} place from target {target}.",
        "Ends {away} places from target {target}.",
        claim.number,
        away=claim.number,
        target=claim.marker,
    )


def _fate(claim: ProgramClaim) -> Text:
    """Return what a program would do, as an infinitive."""
    if claim.kind == TARGET:
        return text(
            "reach target {target} in command {command}",
            target=claim.marker,
            command=claim.register,
        )
    return count(
        "end {away} place from target {target}",
        "end {away} places from target {target}",
        claim.number,
        away=claim.number,
        target=claim.marker,
    )
