"""What follows from events besides instructions: robots between two instructions, what befell them, what of the grid is at work, ways back.

The rules know only the end of a command; what the table shows meanwhile is worked out here, from the events that hands have carried out so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.base import BACK, Board, Instruction, Piece, Square, Works
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
    Event,
    Moved,
    RoundBegan,
    Stayed,
    TargetReached,
    Turned,
    Visited,
)
from companion.games.cardbot.engine.grid import Grid
from companion.games.cardbot.told.by_hand import CardsByHand, HandEvent, PlacedByHand
from companion.games.cardbot.told.standing import Condition, badges
from companion.games.cardbot.told.wording import (
    AGAIN,
    BELT_PARTS,
    CARDS,
    ONE_BELT,
    TELEPORTS,
    hand_words,
)
from companion.games.race.aftermath import ways
from companion.words import NOTHING, Text, count, listed, text

FIRST_AMONG_EQUALS = "CBR02"


# ---- Robots between two instructions ---------------------------------------------------------------------------------------


def after(pieces: Iterable[Piece], events: Iterable[Event | HandEvent]) -> tuple[Piece, ...]:
    """The robots after some events, with their targets and which way they slide."""
    found = {piece.seat: piece for piece in pieces}
    for event in events:
        seat = getattr(event, "seat", None)
        if seat in found:
            found[seat] = _after(found[seat], event)
    return tuple(found.values())


def _after(piece: Piece, event: Event | HandEvent) -> Piece:
    """One robot after an event of its own; events that no picture shows leave it as it is."""
    own: Condition | None = piece.own
    if isinstance(event, Moved):
        return _having(
            piece._replace(square=event.end),
            own and own._replace(slide=event.way if event.end in own.slippery else None),
        )
    if isinstance(event, Turned):
        return piece._replace(heading=event.after)
    if isinstance(event, PlacedByHand):
        slide = (
            None
            if own is None or event.square not in own.slippery
            else own.slide
            if event.start == event.square
            else event.heading
        )
        return _having(
            piece._replace(square=event.square, heading=event.heading),
            own and own._replace(slide=slide),
        )
    if own is None:
        return piece
    if isinstance(event, Visited):
        return _having(piece, own._replace(visited=event.target - own.targets))
    if isinstance(event, TargetReached):
        return _having(
            piece, own._replace(targets=event.target, visited=max(0, own.goal - 1 - event.target))
        )
    return (
        _having(piece, own._replace(targets=event.targets, visited=0))
        if isinstance(event, CardsByHand)
        else piece
    )


def _having(piece: Piece, own: Condition | None) -> Piece:
    return piece if own is None else piece._replace(own=own, badges=badges(own))


# ---- What befell a robot, and what comes before the commands ----------------------------------------------------------------


def befell(events: Iterable[Event], seat: int) -> Text:
    """What has changed for one robot in a round, in a few words: "moved 4 places, target 1, shoved twice, pushed aside once"; NOTHING for nothing."""
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
        count("pushed aside once", "pushed aside {number} times", pinged) if pinged else NOTHING,
        text("teleported") if any(event.cause == TELEPORT for event in moves) else NOTHING,
    ]
    return listed([words for words in told if words], "")


def prepared(events: Iterable[Event], names: Mapping[int, str]) -> tuple[Instruction, ...]:
    """Who is first among equals in a round, out of all its events."""
    return tuple(Instruction(None, words, rule, "") for words, rule in _beginnings(events, names))


def recounted(events: Iterable[Event], names: Mapping[int, str]) -> tuple[tuple[str, str], ...]:
    """The same for a record of the whole game: (sentence, rule)."""
    return tuple((str(words), rule) for words, rule in _beginnings(events, names))


def _beginnings(events: Iterable[Event], names: Mapping[int, str]) -> Iterable[tuple[Text, str]]:
    return [
        (
            text(
                "Where all else is equal, seat {seat} goes first, with {robot}",
                seat=event.first,
                robot=names[event.first],
            ),
            FIRST_AMONG_EQUALS,
        )
        for event in events
        if isinstance(event, RoundBegan)
    ]


# ---- What is at work -------------------------------------------------------------------------------------------------------


def at_work(grid: Grid, board: Board, told: Instruction) -> Works:
    """What of the board acts while an instruction is shown: the places of the belt, both teleports, slippery and sticky places, targets that are reached."""
    squares = working(grid, told)
    targets = tuple(
        event.target for event in told.events if isinstance(event, Visited | TargetReached)
    )
    return Works(
        tuple(element for element in board.elements if element.square in squares), (), targets
    )


def working(grid: Grid, told: Instruction) -> tuple[Square, ...]:
    """The places that act while an instruction is shown."""
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


# ---- From one position to another ------------------------------------------------------------------------------------------


def lead(
    before: Iterable[Piece], goal: Iterable[Piece], names: Mapping[int, str], back: bool = True
) -> tuple[Instruction, ...]:
    """What hands move so that robots stand otherwise, each onto a free place, those of a ring in one go; `back` says so in words.

    Cards of targets that were reached in between leave the piles of those who hold real ones, or go back into them.
    """
    before, goals = tuple(before), {piece.seat: piece for piece in goal}
    cards = (
        _cards(piece.own, goals[piece.seat].own, piece.seat, names)
        for piece in before
        if piece.seat in goals
    )
    return (
        *ways(before, goals.values(), names, back),
        *(told for told in cards if told is not None),
    )


def _cards(
    own: Condition | None, goal: Condition | None, seat: int, names: Mapping[int, str]
) -> Instruction | None:
    """The cards of one pile that lie otherwise."""
    if (
        own is None
        or goal is None
        or own.targets == goal.targets
        or not (own.by_hand and goal.by_hand)
    ):
        return None
    out = goal.targets > own.targets
    numbers = range(min(own.targets, goal.targets) + 1, max(own.targets, goal.targets) + 1)
    event = CardsByHand(
        seat,
        goal.targets,
        tuple((target_card(seat, number), goal.goals[number - 1]) for number in numbers),
        out,
    )
    words = hand_words(event, names, seat, by_app=False)
    return Instruction(
        seat,
        words,
        "",
        BACK,
        marks=tuple(square for _, square in event.cards if square),
        short=words,
    )
