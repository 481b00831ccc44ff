"""Programs for a seat as if it were alone: all, the best by some measure, and the answer to play.

The answer has the cards of a program in the slots.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, TypeAlias

from companion.engine.solo_table import GONE, NO_MOVE, SoloTable
from companion.games.asking import Answer
from companion.games.kit.pilot import Foresight, Outlook, Solo
from companion.pilots.base import PilotAnswer, Task
from companion.pilots.random_pilot import PILOT as RANDOM
from companion.pilots.search import ProgramEnd, program_ends
from companion.signals import PUSH, SLOTS
from companion.words import NOTHING

Codes: TypeAlias = tuple[int | None, ...]
"""Five codes of a program, None where a slot cannot be chosen."""
FAR: Final = 1000
"""Squares to a marker without a way to it."""


def solo_of(task: Task) -> Solo | None:
    """Return the seat that is asked as if it were alone, None if the game cannot say it."""
    foresight = Foresight.of(task.game)
    if foresight is None:
        return None
    # A person may have inserted some cards already, and leaves the rest to the pilot.
    in_slots = tuple(
        code if slot in task.ask.program.locked else None
        for slot, code in enumerate(task.ask.program.held, 1)
    )
    return foresight.solo(
        task.position,
        task.ask.seat,
        task.ask.hand.codes if task.ask.program.slots else None,
        in_slots,
    )


def with_locked_cards(task: Task, codes: Codes) -> Codes:
    """Return a program together with the cards that are in slots already and stay there."""
    in_slots = (
        code if slot in task.ask.program.locked else None
        for slot, code in enumerate(task.ask.program.held, 1)
    )
    return tuple(held if code is None else code for code, held in zip(codes, in_slots, strict=True))


def programs(solo: Solo) -> list[ProgramEnd]:
    """Return all ends of a turn for a seat's piece; none if it is off the board or rests."""
    if solo.pose == GONE:
        return []
    counts = [
        solo.moves.count(move)
        for move in range(NO_MOVE + 1 if NO_MOVE in solo.moves else solo.table.moves)
    ]
    return program_ends(solo.table, (solo.pose, solo.damage, solo.goal), counts, solo.fixed)


def has_won(solo: Solo, ending: ProgramEnd) -> bool:
    """Say whether the last marker is touched."""
    return ending.goal > len(solo.table.flags)


def distance_to_marker(solo_table: SoloTable, goal: int, pose: int) -> int:
    """Return the squares from a pose to a marker, FAR without a way."""
    found = solo_table.away(goal, pose)
    return FAR if found is None else found


def cards_for_moves(solo: Solo, moves: tuple[int, ...], weak: bool = False) -> Codes:
    """Return the codes for these moves in the free slots, None in the others.

    The strongest card of each move comes first, or the weakest. If the moves end early, the slots
    are filled with the cards left, since every free slot needs a card.
    """
    left = [*zip(solo.moves, solo.hand, strict=True)]
    if weak:
        left.reverse()
    codes: list[int | None] = []
    for slot in range(SLOTS):
        move = moves[slot] if slot < len(moves) else NO_MOVE
        if solo.fixed[slot] is not None:
            codes.append(None)
            continue
        # Cards that a later register needs are not spent before.
        later = moves[slot + 1 :]
        card = next((card for card in left if card[0] == move), None) or next(
            (card for card in left if card[0] not in later), left[0] if left else None
        )
        if card is None:
            codes.append(None)
            continue
        left.remove(card)
        codes.append(card[1])
    return tuple(codes)


def program_reason(solo: Solo, ending: ProgramEnd, rests: bool = False) -> Outlook:
    """Return the result of a program, for the sentence of its reason."""
    destroyed = ending.pose == GONE and not has_won(solo, ending)
    if ending.pose == GONE or has_won(solo, ending):
        there = None
    else:
        there = distance_to_marker(solo.table, ending.goal, ending.pose)
    return Outlook(
        ending.goal,
        None if there == FAR else there,
        ending.damage,
        destroyed,
        ending.register,
        rests,
    )


def gesture_of(task: Task, rests: bool) -> str:
    """Return the handle's move that means a rest or not, where there is a choice."""
    gestures = [gesture for gesture, _ in task.ask.gestures]
    if PUSH in gestures and (rests or len(gestures) == 1):
        return PUSH
    return next(gesture for gesture in gestures if gesture != PUSH)


def answer_of_program(
    task: Task, solo: Solo, ending: ProgramEnd, rests: bool, codes: Codes | None = None
) -> PilotAnswer:
    """Return the answer that plays a program, with these codes if they are chosen already."""
    foresight = Foresight.of(task.game)
    assert foresight is not None
    return PilotAnswer(
        Answer(
            gesture_of(task, rests), cards_for_moves(solo, ending.moves) if codes is None else codes
        ),
        foresight.reason(solo, program_reason(solo, ending, rests)),
        compared=True,
    )


def other_hand(task: Task, poor: bool) -> PilotAnswer | None:
    """Return the choice to discard a `poor` hand, if the seat may; None if it plays its hand."""
    foresight = Foresight.of(task.game)
    key = (
        foresight.new_hand(task.ask) if poor and task.ask.actions and foresight is not None else ""
    )
    return PilotAnswer(Answer("", offer=key)) if key else None


def leads_nowhere(solo: Solo, ending: ProgramEnd) -> bool:
    """Say whether a program ends in destruction, or no nearer to the next marker."""
    if has_won(solo, ending) or (ending.goal > solo.goal and ending.pose != GONE):
        return False
    return ending.pose == GONE or distance_to_marker(
        solo.table, ending.goal, ending.pose
    ) >= distance_to_marker(solo.table, solo.goal, solo.pose)


def best_offer(task: Task, draw: random.Random) -> PilotAnswer:
    """Return the best offer, if the game can say it; else any possible answer by chance."""
    foresight = Foresight.of(task.game)
    if foresight is not None and task.ask.offers:
        key = foresight.offer(task.position, task.ask)
    else:
        key = ""
    return PilotAnswer(Answer("", offer=key)) if key else RANDOM.choose(task, draw)


def rest_or_not(task: Task, solo: Solo, rests: bool) -> PilotAnswer:
    """Return the answer to the question whether a seat rests."""
    foresight = Foresight.of(task.game)
    assert foresight is not None
    if rests:
        why = foresight.reason(solo, Outlook(solo.goal, None, solo.damage, False, 0, True))
    else:
        why = NOTHING
    return PilotAnswer(Answer(gesture_of(task, rests)), why)


def best(solo: Solo, cost: Callable[[ProgramEnd], float | tuple[float, ...]]) -> ProgramEnd | None:
    """Return the program with the least cost, the first of equal ones, None without any."""
    found = programs(solo)
    return min(found, key=cost) if found else None
