"""Causes that only Factory Rally has, by the rules of events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.engine.events import (
    Damaged,
    Destroyed,
    Healed,
    Moved,
    NobodyWon,
    Respawned,
    StayedParked,
    Stopped,
    Won,
)
from companion.games.race.extended_causes import CauseContext
from companion.words import NOTHING, Text, clauses, text


def _slides(event: Moved, context: CauseContext) -> Text:
    # Only the first square is explained: the card brought the robot there.
    oil = any(element.word == "oil" for element in context.cast.board.at(event.start))
    return (
        text(
            "{clank} lies on the oil of {square}",
            clank=context.name(event.seat),
            square=event.start,
        )
        if oil
        else NOTHING
    )


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


def _repaired(event: Healed, context: CauseContext) -> Text:
    return text("{clank} repairs itself at the end of every round", clank=context.name(event.seat))


def _damaged(event: Damaged, context: CauseContext) -> Text:
    return text(
        "With these settings {clank} has damage when it comes back", clank=context.name(event.seat)
    )


def _last_left(event: Won | NobodyWon, context: CauseContext) -> Text:
    return text("All others are out") if isinstance(event, Won) else text("Nobody is left")


def _entered(event: Damaged, context: CauseContext) -> Text:
    return text(
        "{clank} has come into the light of the laser on {square}",
        clank=context.name(event.seat),
        square=str(event.by),
    )


def _destroyed(event: Destroyed, context: CauseContext) -> Text:
    return text("The ninth point of damage destroys {clank}", clank=context.name(event.seat))


def _came_back(event: Respawned, context: CauseContext) -> Text:
    own = context.own(event.seat)
    points = [square for square, _ in getattr(own, "checkpoints", ())][::-1]
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
        place = (
            text("{square} is its start", square=event.square)
            if event.square in points
            else text("{square} is the nearest free square", square=event.square)
        )
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


def _stayed(event: StayedParked, context: CauseContext) -> Text:
    return text("No square is free for {clank}", clank=context.name(event.seat))


_SAID: Final[Mapping[str, Callable[[Any, CauseContext], Text]]] = {
    "IDF08": _slides,
    "13.2": _stopped,
    "IDR12": _mirrored,
    "IDR11": _repaired,
    "no. 5": _damaged,
    "no. 27": _last_left,
    "no. 33": _entered,
    "8.1": _destroyed,
    "REQ-C5": _came_back,
    "no. 36": _stayed,
}


def _as_causes(
    say: Callable[[Any, CauseContext], Text],
) -> Callable[[Any, CauseContext, Sequence[Any]], Iterator[Text]]:
    def causes(event: Any, context: CauseContext, events: Sequence[Any]) -> Iterator[Text]:
        yield say(event, context)

    return causes


BY_RULE: Final[Mapping[str, Callable[[Any, CauseContext, Sequence[Any]], Iterator[Text]]]] = {
    rule: _as_causes(say) for rule, say in _SAID.items()
}
"""The words of events about their cause, by rule."""
