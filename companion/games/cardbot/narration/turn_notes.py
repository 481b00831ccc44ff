"""What events mean apart from instructions: a robot's round, the acting places, layout changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.engine.board import Board
from companion.games.asking import Custody
from companion.games.cardbot.engine.cards import target_card
from companion.games.cardbot.engine.events import (
    BELT,
    BLOCKED,
    EDGE,
    PING,
    SHOVE,
    SLIDE,
    STICKY,
    TELEPORT,
    CardsByHand,
    GameEvent,
    Moved,
    RoundBegan,
    Stayed,
    TargetReached,
    Visited,
)
from companion.games.cardbot.engine.grid import CardbotGrid
from companion.games.cardbot.narration.wording import (
    AGAIN,
    BELT_PARTS,
    CARDS,
    ONE_BELT,
    TELEPORTS,
    hand_words,
)
from companion.games.race.scene_diff import scene_diff as race_scene_diff
from companion.games.scene import BACK, Instruction, Scene, Works
from companion.geometry import Square
from companion.words import NOTHING, Text, count, listed, text

FIRST_AMONG_EQUALS = "CBR02"


# ---- What changed for a robot, and what comes before the commands --------------------------------


def turn_note(events: Iterable[GameEvent], seat: int) -> Text:
    """Return what a round changed for one robot: "moved 4 places, target 1, shoved twice".

    NOTHING if nothing changed.
    """
    mine = [event for event in events if getattr(event, "seat", None) == seat]
    moves = [event for event in mine if isinstance(event, Moved)]
    shoved, pinged = (sum(event.cause == cause for event in moves) for cause in (SHOVE, PING))
    told = [
        count("moved {number} place", "moved {number} places", len(moves)) if moves else NOTHING,
        *(
            text("target {target}", target=event.target)
            for event in mine
            if isinstance(event, Visited)
        ),
        count("shoved once", "shoved {number} times", shoved) if shoved else NOTHING,
        count("pinged once", "pinged {number} times", pinged) if pinged else NOTHING,
        text("teleported") if any(event.cause == TELEPORT for event in moves) else NOTHING,
    ]
    return listed([words for words in told if words], "")


def turn_intro(events: Iterable[GameEvent], names: Mapping[int, str]) -> tuple[Instruction, ...]:
    """Return who is first among equals in a round, from all its events."""
    return tuple(Instruction(None, words, rule, "") for words, rule in _beginnings(events, names))


def log_lines(events: Iterable[GameEvent], names: Mapping[int, str]) -> tuple[tuple[str, str], ...]:
    """Return who is first among equals for a record of the game, as (sentence, rule)."""
    return tuple((str(words), rule) for words, rule in _beginnings(events, names))


def _beginnings(
    events: Iterable[GameEvent], names: Mapping[int, str]
) -> Iterable[tuple[Text, str]]:
    return [
        (
            text(
                "If all cards are equal, seat {seat} goes first, with {robot}",
                seat=event.first,
                robot=names[event.first],
            ),
            FIRST_AMONG_EQUALS,
        )
        for event in events
        if isinstance(event, RoundBegan)
    ]


# ---- Acting places -------------------------------------------------------------------------------


def at_work(grid: CardbotGrid, board: Board, told: Instruction) -> Works:
    """Return what acts on the board while an instruction is shown.

    It is the places of the belt, both teleports, slippery and sticky places, or reached targets.
    """
    squares = working(grid, told)
    targets = tuple(
        event.target for event in told.events if isinstance(event, Visited | TargetReached)
    )
    return Works(
        tuple(element for element in board.elements if element.square in squares), (), targets
    )


def working(grid: CardbotGrid, told: Instruction) -> tuple[Square, ...]:
    """Return the places that act while an instruction is shown."""
    if told.part in (ONE_BELT, *BELT_PARTS.values()):
        started = {
            event.start for event in told.events if isinstance(event, Moved) and event.cause == BELT
        }
        started |= {
            event.square
            for event in told.events
            if isinstance(event, Stayed) and event.cause == BELT
        }
        return tuple(
            place
            for belt in grid.belts
            for place in belt.places
            if not started.isdisjoint(belt.places)
        )
    if told.part == TELEPORTS:
        return grid.teleports
    if told.part in (CARDS, AGAIN):
        slid = [
            event.start
            for event in told.events
            if isinstance(event, Moved) and event.cause == SLIDE
        ]
        stuck = [
            event.square
            for event in told.events
            if isinstance(event, Stayed)
            and (
                event.reason == STICKY or (event.cause == SLIDE and event.reason in (EDGE, BLOCKED))
            )
        ]
        return tuple(dict.fromkeys(slid + stuck))
    return tuple(
        event.square for event in told.events if isinstance(event, Visited | TargetReached)
    )


# ---- From one layout to another ------------------------------------------------------------------


def scene_diff(
    before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
) -> tuple[Instruction, ...]:
    """Return the moves from one layout to another, each onto a free place; rings move in one go.

    Cards of targets that were reached in between leave real piles or return to them. `back` makes
    the words say so.
    """
    cards = (
        _cards(seat, before.taken[seat], taken, names)
        for seat, taken in after.taken.items()
        if seat in before.taken and len(taken) != len(before.taken[seat])
    )
    return (*race_scene_diff(before, after, names, back), *cards)


def _cards(
    seat: int,
    before: Sequence[Square],
    after: Sequence[Square],
    names: Mapping[int, str],
) -> Instruction:
    """Return the instruction for the cards of one pile."""
    out = len(after) > len(before)
    numbers = range(min(len(before), len(after)) + 1, max(len(before), len(after)) + 1)
    squares = after if out else before
    event = CardsByHand(
        seat,
        len(after),
        tuple((target_card(seat, number), squares[number - 1]) for number in numbers),
        out,
    )
    words = hand_words(event, names, seat, Custody.HANDS)
    return Instruction(
        seat,
        words,
        "",
        BACK,
        marks=tuple(square for _, square in event.cards if square),
        short=words,
    )
