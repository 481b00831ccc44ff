"""The sentences of the table: what hands do, in the words of the game.

Made of tracks, so that a clank is named once with where it ends, however many events have led there.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from companion.engine.events import CLAIM, EDGE, JAM, PIT, ROW, TORN, Stopped
from companion.engine.geometry import HEADINGS, LEFT, RIGHT, S, Heading, column_row
from companion.session.tracks import Cast, Track

if TYPE_CHECKING:
    # `instructions` makes its sentences with this module.
    from companion.session.instructions import Instruction

TURNS: Final[Mapping[int, str]] = {LEFT: "turn left", RIGHT: "turn right", 2: "turn round"}
LABELS: Final[Mapping[str, str]] = {
    "fast belts": "Fast belt", "all belts": "Belt", "pushers": "Pusher", "rotators": "Rotator", "crushers": "Crusher",
    "board lasers": "Lasers", "clank lasers": "Shots",
}
"""How an instruction begins in each part of a register."""


def label(part: str) -> str:
    """The word that an instruction of this part begins with."""
    return LABELS.get(part, part.capitalize())


def listed(words: Sequence[str]) -> str:
    """Words as people list them: "A", "A and B", "A, B and C".

    At least one is needed.
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def card_words(seat: int, tracks: Mapping[int, Track], cast: Cast) -> str:
    """One card as one sentence: "BRASS: 2 forward to E7, pushing COPPER to E8"."""
    name, own = cast.names[seat], tracks[seat]
    pushed = [track for track in tracks.values() if track.seat != seat and track.changed]
    if not own.changed:
        return f"{name} stays on {own.start}{_because(own, cast)}"
    if not own.steps and not own.parked:
        return f"{name}: {_turn(own)}, now facing {HEADINGS[own.after]}"
    words = f"{name}: {_driven(own)}{_pushes(pushed, cast)}{_fate(own, pushed)}"
    if own.stop is not None and not own.parked:
        words += f", then stops{_because(own, cast)}"
    return words + parking_words([own, *pushed], seat, cast)


def _driven(own: Track) -> str:
    """The squares driven; a step over the edge is counted too."""
    # Beyond the edge there is no square to be in the path.
    over = own.parked == EDGE
    way = own.way if own.way is not None else own.before
    # Seen from its heading before the card; a card moves it ahead or straight back (7.2.4).
    forward = "back" if (way - own.before) % 4 == 2 else "forward"
    goal = "" if own.parked else f" to {own.end}"
    return f"{own.steps + over} {forward}{goal}"


def _pushes(pushed: Sequence[Track], cast: Cast) -> str:
    """Who is pushed where; those with the same fate are named together."""
    if not pushed:
        return ""
    goals: dict[str, list[str]] = {}
    for track in pushed:
        goals.setdefault(_goal(track), []).append(cast.names[track.seat])
    return f", pushing {listed([f'{listed(names)} {goal}' for goal, names in goals.items()])}"


def _goal(track: Track) -> str:
    """Where one that is pushed ends."""
    if track.parked == PIT:
        return f"into the pit on {track.path[-1]}"
    if track.parked == EDGE:
        return "over the edge of the board"
    return f"to {track.path[-1]}, where it is destroyed" if track.parked else f"to {track.end}"


def _fate(own: Track, pushed: Sequence[Track]) -> str:
    """What becomes of the one that plays the card, "" while it is on the board."""
    if not own.parked:
        return ""
    link = ", then" if pushed else " and"
    if own.parked == PIT:
        return f"{link} falls into the pit on {own.path[-1]}"
    return f"{link} goes over the edge of the board" if own.parked == EDGE else f"{link} is destroyed on {own.path[-1]}"


def parking_words(tracks: Iterable[Track], seat: int | None, cast: Cast) -> str:
    """Who is to be put on the parking row, as the end of a sentence; "" for nobody."""
    dead = [track for track in tracks if track.parked]
    if not dead:
        return ""
    # "It" is whom the sentence is about; with more than one there would be doubt.
    whom = "it" if len(dead) == 1 and dead[0].seat == seat else listed([cast.names[track.seat] for track in dead])
    return f": put {whom} on the parking row"


def _turn(track: Track) -> str:
    return TURNS.get((track.after - track.before) % 4, "keep the heading")


def unit_words(part: str, seat: int, tracks: Mapping[int, Track], cast: Cast) -> str:
    """One clank moved by the board, with those that it pushes: "Belt: JADE to D5, turn right to face E"."""
    own = tracks[seat]
    pushed = [track for track in tracks.values() if track.seat != seat]
    return f"{label(part)}: {deed(own, cast)}{_pushes(pushed, cast)}{parking_words(tracks.values(), seat, cast)}"


def deed(own: Track, cast: Cast) -> str:
    """What the board does to one clank, without what follows from it."""
    name = cast.names[own.seat]
    if own.parked:
        fates = {PIT: f"falls into the pit on {own.path[-1]}", EDGE: "goes over the edge of the board"}
        return f"{name} {fates.get(own.parked, f'is destroyed on {own.path[-1]}')}"
    if not own.steps:
        return f"{name} on {own.start}, {_turn(own)}, now facing {HEADINGS[own.after]}"
    spin = f", {_turn(own)} to face {HEADINGS[own.after]}" if own.after != own.before else ""
    return f"{name} to {own.end}{spin}"


def _because(track: Track, cast: Cast) -> str:
    """Why it stopped, with a colon; "" where nothing has stopped it."""
    return f": {reason(track.stop, track.before, cast)}" if track.stop is not None else ""


def reason(stop: Stopped, facing: Heading | None, cast: Cast) -> str:
    """Why a clank could not go on; `facing` is its heading where it moved by itself, None where something moved it."""
    other = cast.names.get(stop.other, "another clank") if stop.other is not None else "another clank"
    if stop.reason == ROW:
        return f"it cannot push, {other} is up against a wall"
    if stop.reason == JAM:
        return f"{other} is in the way and stays"
    if stop.reason == CLAIM:
        return "two would come onto one square"
    if stop.reason == TORN:
        return "two pushers cancel out"
    where = "in the way" if facing is None else "behind" if (stop.way - facing) % 4 == 2 else "ahead"
    # The parking row lies south of row 1 (2.1); rows count from 0 here.
    parking = stop.way == S and column_row(stop.square)[1] == 0
    return f"the parking row is {where}" if parking else f"a wall is {where}"


def done_words(told: Instruction, names: Mapping[int, str]) -> str:
    """What an instruction has asked for, as short as it can be told apart: "BRASS to E7", "RUBY parked", "Lasers"."""
    move = next((move for move in told.moves if move.seat == told.seat), next(iter(told.moves), None))
    if move is None:
        # A notice can be about several clanks; a card is about one.
        return f"{names[told.seat]} stays" if told.part == "cards" and told.seat is not None else label(told.part)
    name = names[move.seat]
    if move.end is None:
        return f"{name} parked"
    return f"{name} to {move.end}" if move.start != move.end else f"{name} turned"


def respawn_words(track: Track, cast: Cast) -> str:
    """A clank that comes back: "RUBY: from parking to C1, facing N"."""
    return f"{cast.names[track.seat]}: from parking to {track.end}, facing {HEADINGS[track.after]}"
