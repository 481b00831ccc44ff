"""Programs for a seat as if it were alone: all of them, the best by some measure, and the answer that lays it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, TypeAlias

from companion.engine.lone import GONE, NO_MOVE, Lone
from companion.games.asking import Answer
from companion.games.kit.pilot import Foresight, Outlook, Solo
from companion.pilots.base import Choice, Task
from companion.pilots.random_pilot import PILOT as RANDOM
from companion.pilots.search import Ending, endings
from companion.signals import PUSH, SLOTS

Codes: TypeAlias = tuple[int | None, ...]
"""Five codes of a program, None where a slot cannot be chosen."""
FAR: Final = 1000
"""Squares to a marker to which no way leads."""


def solo_of(task: Task) -> Solo | None:
    """The seat that is asked as if it were alone; None where the game cannot say it."""
    foresight = task.game.part(Foresight)
    if foresight is None:
        return None
    # A person may have put some cards in already, and leaves the rest to the pilot.
    lying = tuple(
        code if slot in task.ask.program.locked else None
        for slot, code in enumerate(task.ask.program.held, 1)
    )
    return foresight.solo(
        task.position, task.ask.seat, task.ask.hand.codes if task.ask.program.slots else None, lying
    )


def lying_too(task: Task, codes: Codes) -> Codes:
    """A program with the cards that lie in slots already and stay there."""
    lying = (
        code if slot in task.ask.program.locked else None
        for slot, code in enumerate(task.ask.program.held, 1)
    )
    return tuple(held if code is None else code for code, held in zip(codes, lying, strict=True))


def programs(solo: Solo) -> list[Ending]:
    """All that can become of a seat's piece in this turn; one that is off the board, or rests, has none."""
    if solo.spot == GONE:
        return []
    counts = [
        solo.moves.count(move)
        for move in range(NO_MOVE + 1 if NO_MOVE in solo.moves else solo.lone.moves)
    ]
    return endings(solo.lone, (solo.spot, solo.damage, solo.goal), counts, solo.fixed)


def has_won(solo: Solo, ending: Ending) -> bool:
    """Whether the last marker is touched."""
    return ending.goal > len(solo.lone.flags)


def away(lone: Lone, goal: int, spot: int) -> int:
    """How many squares it is from a spot to a marker, FAR without a way."""
    found = lone.away(goal, spot)
    return FAR if found is None else found


def laid(solo: Solo, moves: tuple[int, ...], weak: bool = False) -> Codes:
    """The codes for these moves in the free slots, None in the others: the strongest card of each move first, or the weakest.

    Where the moves end early the slots are filled with what is left, for every free slot needs a card.
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


def outlook(solo: Solo, ending: Ending, rests: bool = False) -> Outlook:
    """What a program comes to, for the sentence of why."""
    destroyed = ending.spot == GONE and not has_won(solo, ending)
    there = (
        None
        if ending.spot == GONE or has_won(solo, ending)
        else away(solo.lone, ending.goal, ending.spot)
    )
    return Outlook(
        ending.goal,
        None if there == FAR else there,
        ending.damage,
        destroyed,
        ending.register,
        rests,
    )


def gesture_of(task: Task, rests: bool) -> str:
    """The handle's move that says so, where there is a choice."""
    gestures = [gesture for gesture, _ in task.ask.gestures]
    if PUSH in gestures and (rests or len(gestures) == 1):
        return PUSH
    return next(gesture for gesture in gestures if gesture != PUSH)


def chosen(
    task: Task, solo: Solo, ending: Ending, rests: bool, codes: Codes | None = None
) -> Choice:
    """The answer that plays a program, with these codes where they have been chosen already."""
    foresight = task.game.part(Foresight)
    assert foresight is not None
    return Choice(
        Answer(gesture_of(task, rests), laid(solo, ending.moves) if codes is None else codes),
        foresight.reason(solo, outlook(solo, ending, rests)),
    )


def other_hand(task: Task, poor: bool) -> Choice | None:
    """To throw a `poor` hand away, where the seat may; None where it plays what it holds."""
    foresight = task.game.part(Foresight)
    key = (
        foresight.new_hand(task.ask) if poor and task.ask.actions and foresight is not None else ""
    )
    return Choice(Answer("", offer=key)) if key else None


def leads_nowhere(solo: Solo, ending: Ending) -> bool:
    """Whether a program ends in destruction, or no nearer to the next marker."""
    if has_won(solo, ending) or (ending.goal > solo.goal and ending.spot != GONE):
        return False
    return ending.spot == GONE or away(solo.lone, ending.goal, ending.spot) >= away(
        solo.lone, solo.goal, solo.spot
    )


def offered(task: Task, draw: random.Random) -> Choice:
    """The best of what is offered, as far as the game can say; else anything that can be answered, by chance."""
    foresight = task.game.part(Foresight)
    key = (
        foresight.offer(task.position, task.ask)
        if foresight is not None and task.ask.offers
        else ""
    )
    return Choice(Answer("", offer=key)) if key else RANDOM.choose(task, draw)


def rest_or_not(task: Task, solo: Solo, rests: bool) -> Choice:
    """The answer to the mere question whether a seat rests."""
    foresight = task.game.part(Foresight)
    assert foresight is not None
    why = (
        foresight.reason(solo, Outlook(solo.goal, None, solo.damage, False, 0, True))
        if rests
        else Choice(Answer("")).why
    )
    return Choice(Answer(gesture_of(task, rests)), why)


def best(solo: Solo, cost: Callable[[Ending], float | tuple[float, ...]]) -> Ending | None:
    """The program that costs the least, the first of equal ones; None where there is none to choose."""
    found = programs(solo)
    return min(found, key=cost) if found else None
