"""Notices: what hands need not move but people want to know, hits, flags and repairs, with the beams to show.

Sentences for `instructions`; the events that they are about have happened in the same part of a register.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.engine.board import Board
from companion.engine.element import Element
from companion.engine.events import (
    SHOT, CheckpointTouched, Damaged, Destroyed, Event, FlagTouched, Healed, NobodyWon, StayedParked, Stopped, Won,
)
from companion.engine.geometry import HEADINGS, S, Square, opposite
from companion.session.tracks import Cast, Stand
from companion.session.view import BeamPicture
from companion.session.wording import label, listed, reason


def hit_words(part: str, hits: Sequence[Damaged], cast: Cast) -> str:
    """All hits of one moment: "Lasers: BRASS takes 2 damage, now 5", "Shots: COPPER hits BRASS for 1 damage, now 3"."""
    by_seat: dict[int, list[Damaged]] = {}
    for hit in hits:
        by_seat.setdefault(hit.seat, []).append(hit)
    told = [_hit(cast.names[seat], own, cast) for seat, own in sorted(by_seat.items())]
    return f"{label(part)}: {'; '.join(told)}"


def _hit(name: str, hits: Sequence[Damaged], cast: Cast) -> str:
    """One clank's hits of one moment together, however many emitters and shooters they are from."""
    # At ten it is destroyed; points beyond that count for nothing (8.1).
    points, damage = sum(hit.points for hit in hits), hits[-1].damage
    shooters = [cast.names[hit.by] for hit in hits if isinstance(hit.by, int) and hit.by in cast.names]
    outcome = "which destroys it" if damage >= 10 else f"now {damage}"
    if not shooters:
        return f"{name} takes {points} damage, {outcome}"
    if len(shooters) == 1:
        return f"{shooters[0]} hits {name} for {points} damage, {outcome}"
    return f"{listed(shooters)} hit {name} for {points} damage, {outcome}"


def beams(hits: Iterable[Damaged], stands: Mapping[int, Stand], board: Board) -> tuple[BeamPicture, ...]:
    """The beams and shots that hit, each once; those that hit nobody are not shown (7.9, 7.10)."""
    found = [_shot(hit, stands, board) if hit.cause == SHOT else _beam(hit, board) for hit in hits]
    return tuple(dict.fromkeys(beam for beam in found if beam is not None))


def _shot(hit: Damaged, stands: Mapping[int, Stand], board: Board) -> BeamPicture | None:
    """The line from the shooter to the square that it hits; None for a hit that nobody on the board has fired."""
    # As they stood before: a shooter that is destroyed in the same moment has fired all the same (7.10.2).
    square, heading = stands[hit.by] if isinstance(hit.by, int) else (None, 0)
    if square is None:
        return None
    line = board.beam(square, heading)
    reach = line.index(hit.square) + 1 if hit.square in line else len(line)
    return BeamPicture(line[:reach], heading, 1, "shot")


def _beam(hit: Damaged, board: Board) -> BeamPicture | None:
    """The beam of the emitter that has hit, from its mount to its end."""
    if not isinstance(hit.by, str):
        return None
    emitters = [element for element in board.at(hit.by) if "laser" in element.traits and hit.square in element.reach(board)]
    # A square can have emitters on several sides (2.3): one with as many beams as the hit has points comes first.
    emitters.sort(key=lambda element: getattr(element, "beams", 1) != hit.points)
    return _of_emitter(emitters[0], board) if emitters else None


def _of_emitter(emitter: Element, board: Board) -> BeamPicture:
    way = opposite(getattr(emitter, "side", S))
    return BeamPicture(tuple(emitter.reach(board)), way, getattr(emitter, "beams", 1), "laser")


def touch_words(events: Iterable[Event], cast: Cast) -> str:
    """Flags and checkpoints touched, and the win, seat by seat: "BRASS touches flag 2"."""
    # A flag is a checkpoint too (7.11.2); that it was touched is the greater news.
    events = sorted(events, key=lambda event: isinstance(event, CheckpointTouched))
    won = {event.seat for event in events if isinstance(event, Won)}
    told: dict[int, list[str]] = {}
    for event in events:
        # Nobody comes back in a race that is over (10.2).
        if isinstance(event, CheckpointTouched) and event.seat in won:
            continue
        words = _touch(event)
        if words:
            told.setdefault(event.seat, []).append(words)  # type: ignore[union-attr]
    return "; ".join(f"{cast.names[seat]} {listed(words)}" for seat, words in told.items())


def _touch(event: Event) -> str:
    if isinstance(event, FlagTouched):
        return f"touches flag {event.flag}"
    if isinstance(event, CheckpointTouched):
        return f"comes back on {event.square}, facing {HEADINGS[event.heading]}, when destroyed"
    return "has won the race" if isinstance(event, Won) else ""


def repair_words(events: Iterable[Healed], cast: Cast) -> str:
    """Damage taken away: "Repair: BRASS loses 2 damage, now 1"."""
    by_seat: dict[int, list[Healed]] = {}
    for event in events:
        by_seat.setdefault(event.seat, []).append(event)
    told = [
        f"{cast.names[seat]} loses {sum(event.points for event in own)} damage, now {own[-1].damage}" for seat, own in by_seat.items()
    ]
    return f"Repair: {'; '.join(told)}"


def stop_words(part: str, stops: Sequence[Stopped], cast: Cast) -> str:
    """Who was to be moved and stays, with the reason: "Belt: JADE stays on D4 (a wall is in the way)"."""
    told = [f"{cast.names[stop.seat]} stays on {stop.square} ({reason(stop, None, cast)})" for stop in stops]
    return f"{label(part)}: {'; '.join(told)}"


def marks(events: Iterable[Event]) -> tuple[Square, ...]:
    """The squares that some events are about, each once, in the order of the events."""
    squares = (getattr(event, "square", None) for event in events)
    return tuple(dict.fromkeys(square for square in squares if square))


def end_words(event: Event, cast: Cast) -> str:
    """What ends a race or keeps a clank parked, as a sentence of its own."""
    if isinstance(event, NobodyWon):
        return "Every clank is out: nobody wins this race"
    if isinstance(event, StayedParked):
        return f"{cast.names[event.seat]} stays in the parking row: all its checkpoints are occupied"
    return f"{cast.names[event.seat]} is destroyed" if isinstance(event, Destroyed) else ""
