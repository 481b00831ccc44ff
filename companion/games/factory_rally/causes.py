"""Causes that only Factory Rally has, by the rules of events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.engine.events import Damaged, Moved, Respawned, Stopped, Won
from companion.games.api import OfKey
from companion.games.race.extended_causes import CauseContext
from companion.words import NOTHING, Text, clauses, text


def _slides(event: Moved, context: CauseContext) -> Text:
    # Only the first square is explained: the card brought the robot there.
    oil = any(element.word == "oil" for element in context.cast.board.at(event.start))
    if oil:
        return text(
            "{clank} lies on the oil of {square}",
            clank=context.name(event.seat),
            square=event.start,
        )
    return NOTHING


def _stopped(event: Stopped, context: CauseContext) -> Text:
    other = context.name(event.other)
    if any(element.word == "oil" for element in context.cast.board.at(event.square)):
        return text(
            "{other} stands ahead of {clank}, and a sliding robot pushes nobody",
            other=other,
            clank=context.name(event.seat),
        )
    return text("{other} stands on a belt too, and no belt pushes it", other=other)


def _mirrored(event: Damaged, context: CauseContext) -> Text:
    other = event.by if isinstance(event.by, int) else None
    return text(
        "{clank} shoots at the back of {other}, whose mirror sends the shot back",
        clank=context.name(event.seat),
        other=context.name(other),
    )


def _came_back(event: Respawned, context: CauseContext) -> Text:
    own = context.conditions.get(event.seat)
    points = [] if own is None else [square for square, _ in reversed(own.checkpoints)]
    passed = points[: points.index(event.square)] if event.square in points else points
    if passed:
        stands = {
            piece.square: piece.seat
            for piece in context.pieces.values()
            if piece.square is not None
        }
        taken = clauses(
            [
                text(
                    "{clank} stands on {square}", clank=context.name(stands[square]), square=square
                )
                for square in passed
                if square in stands
            ]
        )
        if event.square in points:
            place = text("{square} is its start", square=event.square)
        else:
            place = text("{square} is the nearest free square", square=event.square)
        return text("{taken}; {place}", taken=taken, place=place) if taken else place
    if len(points) < 2:
        return text(
            "{clank} has no backup yet and comes back on its start", clank=context.name(event.seat)
        )
    return text(
        "{square} is the newest backup of {clank}",
        square=event.square,
        clank=context.name(event.seat),
    )


BY_RULE: Final[Mapping[str, Callable[[OfKey, CauseContext], Text]]] = {
    "IDF08": _slides,
    "13.2": _stopped,
    "IDR12": _mirrored,
    "IDR11": lambda healed, context: text(
        "{clank} repairs itself at the end of every round", clank=context.name(healed.seat)
    ),
    "no. 5": lambda damaged, context: text(
        "With these settings {clank} has damage when it comes back",
        clank=context.name(damaged.seat),
    ),
    "no. 27": lambda end, context: (
        text("All others are out") if isinstance(end, Won) else text("Nobody is left")
    ),
    "no. 33": lambda damaged, context: text(
        "{clank} has come into the light of the laser on {square}",
        clank=context.name(damaged.seat),
        square=str(damaged.by),
    ),
    "8.1": lambda destroyed, context: text(
        "The ninth point of damage destroys {clank}", clank=context.name(destroyed.seat)
    ),
    "REQ-C5": _came_back,
    "no. 36": lambda stayed, context: text(
        "No square is free for {clank}", clank=context.name(stayed.seat)
    ),
}
"""The words of events about their cause, by rule."""
