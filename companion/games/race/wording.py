"""The sentences of a race: what hands do, what people should know, what was corrected.

Most sentences are made from a piece's track (`tracks`), which joins its events: the piece is named
once, with the square where it ends. All sentences are `Text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from companion.engine.board import Board
from companion.engine.causes import CLAIM, CRUSHER, EDGE, JAM, LASER, PIT, ROW, SHOT, TORN
from companion.engine.changes import FlagMoved, HandEvent, PlacedByHand, SetByHand
from companion.engine.events import (
    CheckpointTouched,
    Damaged,
    Destroyed,
    Event,
    FlagTouched,
    Healed,
    NobodyWon,
    StayedParked,
    Stopped,
    Won,
    seat_of,
)
from companion.games.kit.edit import put_words, set_words, turn_words
from companion.games.race.extended_text import barred, is_winding, planners, void_words, way_words
from companion.games.race.ghosts import Name, at, ground_of
from companion.games.race.live_board import LiveBoard
from companion.games.race.nouns import CARDS, hurt_noun, label
from companion.games.race.tracks import AWAY, GONE, PieceTrack, Pose
from companion.games.scene import DESTROYED, DRAMAS, FALL, GOAL, WIN, MovePicture
from companion.geometry import Heading, S, Square, column_row
from companion.named_tuples import NamedTuple
from companion.words import COMPASS, NOTHING, Text, clauses, listed, text

FIRED: Final = (LASER, SHOT, CRUSHER)
"""The causes of damage that every board has."""
BLOCKED: Final[Mapping[tuple[bool, str], Text]] = {
    (False, "in the way"): text("a wall is in the way"),
    (False, "ahead"): text("a wall is ahead"),
    (False, "behind"): text("a wall is behind"),
    (True, "in the way"): text("the parking row is in the way"),
    (True, "ahead"): text("the parking row is ahead"),
    (True, "behind"): text("the parking row is behind"),
}
"""Barriers by whether it is the parking row, and by their place as seen from the piece."""


class Cast(NamedTuple):
    """The board, names and cards that sentences about a race refer to."""

    board: Board
    names: Mapping[int, Name]
    """The names of the pieces, by seat."""
    flags: tuple[Square, ...] = ()
    """The squares of the flags, in order."""
    order: tuple[tuple[int, int], ...] = ()
    """The cards of the register, as (seat, number)."""
    live_board: LiveBoard | None = None
    """The printed board and its changes, None if only base elements are known."""
    register: int = 0
    """The current register, 0 outside any register."""

    @property
    def plain(self) -> bool:
        """Return whether only base elements are known of the board."""
        return self.live_board is None


# ---- Cards ---------------------------------------------------------------------------------------


def card_words(seat: int, tracks: Mapping[int, PieceTrack], cast: Cast) -> Text:
    """Return one card in one sentence: "BRASS: 2 forward to E7, pushing COPPER to E8"."""
    name, own = cast.names[seat], tracks[seat]
    pushed = [
        track
        for track in tracks.values()
        if track.seat != seat and track.changed and not track.back and track.parked != GONE
    ]
    if own.void is not None and not own.parked and not own.legs:
        return void_words(own, name)
    if is_winding(own, True):
        return _parking(
            _fate(
                own,
                text("{clank}: {way}", clank=name, way=way_words(own, cast.board)),
                _pushes(pushed, cast),
            ),
            [own, *pushed],
            seat,
            cast,
        )
    if not own.changed:
        if own.stop is not None:
            return text(
                "{clank} stays on {square}: {reason}",
                clank=name,
                square=at(own.start),
                reason=reason(own.stop, own.before, cast),
            )
        # An element may keep a piece on its square though nothing stopped it.
        if not cast.plain and (holding := planners(own.start, cast.board)):
            return text(
                "{clank} stays on {square} ({reason})",
                clank=name,
                square=at(own.start),
                reason=listed([one.noun for one in holding]),
            )
        return text("{clank} stays on {square}", clank=name, square=at(own.start))
    if not own.steps and not own.parked:
        return text(
            "{clank}: {turn}, now facing {heading}",
            clank=name,
            turn=turn_words(own.before, own.after),
            heading=COMPASS[own.after],
        )
    words = _fate(own, _driven(own, name), _pushes(pushed, cast))
    if own.stop is not None and not own.parked:
        words = text(
            "{words}, then stops: {reason}", words=words, reason=reason(own.stop, own.before, cast)
        )
    return _parking(words, [own, *pushed], seat, cast)


def _driven(own: PieceTrack, name: Name) -> Text:
    """Return the driven squares, with a step over the edge."""
    # There is no square beyond the edge, so that the path lacks it.
    steps = own.steps + (own.parked == EDGE)
    direction = own.direction if own.direction is not None else own.before
    # Relative to its heading before the card, which moves it ahead or straight back (7.2.4).
    backwards = (direction - own.before) % 4 == 2
    if own.parked:
        if backwards:
            return text("{clank}: {steps} back", clank=name, steps=steps)
        return text("{clank}: {steps} forward", clank=name, steps=steps)
    if backwards:
        return text(
            "{clank}: {steps} back to {square}", clank=name, steps=steps, square=at(own.end)
        )
    return text("{clank}: {steps} forward to {square}", clank=name, steps=steps, square=at(own.end))


def _pushes(pushed: Sequence[PieceTrack], cast: Cast) -> Text:
    """Return who is pushed where; pieces with the same fate are named together."""
    goals: dict[tuple[str, str], list[Name]] = {}
    for track in pushed:
        # Beyond the edge the square does not matter.
        end = "" if track.parked == EDGE else track.path[-1] if track.parked else track.end or ""
        goals.setdefault((track.parked, end), []).append(cast.names[track.seat])
    ends = []
    for (parked, end), names in goals.items():
        clanks, square = listed(names), at(end)
        if parked == PIT:
            ends.append(text("{clanks} into the pit on {square}", clanks=clanks, square=square))
        elif parked == EDGE:
            ends.append(text("{clanks} over the edge of the board", clanks=clanks))
        elif parked:
            ends.append(text("{clanks} to {square}, destroyed there", clanks=clanks, square=square))
        else:
            ends.append(text("{clanks} to {square}", clanks=clanks, square=square))
    return listed(ends)


def _fate(own: PieceTrack, driven: Text, pushing: Text) -> Text:
    """Return what becomes of the piece with the card, after what it drives and pushes."""
    parts = {"driven": driven, "pushed": pushing} if pushing else {"driven": driven}
    if not own.parked:
        return text("{driven}, pushing {pushed}", **parts) if pushing else driven
    if own.parked == EDGE:
        if pushing:
            return text("{driven}, pushing {pushed}, then goes over the edge of the board", **parts)
        return text("{driven} and goes over the edge of the board", **parts)
    square = at(own.path[-1])
    if own.parked == PIT:
        if pushing:
            return text(
                "{driven}, pushing {pushed}, then falls into the pit on {square}",
                **parts,
                square=square,
            )
        return text("{driven} and falls into the pit on {square}", **parts, square=square)
    if pushing:
        return text(
            "{driven}, pushing {pushed}, then is destroyed on {square}", **parts, square=square
        )
    return text("{driven} and is destroyed on {square}", **parts, square=square)


def _parking(words: Text, tracks: Iterable[PieceTrack], seat: int | None, cast: Cast) -> Text:
    """Return the sentence with the pieces that go to the parking row."""
    dead = [track for track in tracks if track.parked and track.parked != GONE]
    if not dead:
        return words
    # "It" is the piece that the sentence is about; with several pieces it would be unclear.
    if len(dead) == 1 and dead[0].seat == seat:
        return text("{words}: put it on the parking row", words=words)
    return text(
        "{words}: put {clanks} on the parking row",
        words=words,
        clanks=listed([cast.names[track.seat] for track in dead]),
    )


def reason(stop: Stopped, heading: Heading | None, cast: Cast) -> Text:
    """Return why a piece could not go on.

    `heading` is its own if it moved by itself, None if something moved it.
    """
    other = cast.names.get(stop.other) if stop.other is not None else None
    clank = other if other is not None else text("another clank")
    if stop.reason == ROW and not cast.plain:
        return text("it cannot push {clank}", clank=clank)
    if stop.reason == ROW:
        return text("it cannot push, {clank} stands against a wall", clank=clank)
    if stop.reason == JAM:
        return text("{clank} is in the way and stays", clank=clank)
    if stop.reason == CLAIM:
        return text("two would come onto one square")
    if stop.reason == TORN:
        return text("two pushers cancel out")
    if not cast.plain and (words := barred(stop, cast.board)):
        return words
    if heading is None:
        where = "in the way"
    elif (stop.direction - heading) % 4 == 2:
        where = "behind"
    else:
        where = "ahead"
    # The parking row is south of row 1 (2.1); rows count from 0 here.
    return BLOCKED[stop.direction == S and column_row(stop.square)[1] == 0, where]


# ---- The board -----------------------------------------------------------------------------------


def moved_words(
    part: str, units: Sequence[tuple[int, Mapping[int, PieceTrack]]], cast: Cast
) -> Text:
    """Return the words for pieces that the board moves, with those that they push.

    An example: "Belt: JADE to D5, turn right to face E". `units` are (leading seat, all tracks).
    Several units are a ring: "Belt, all at once: … and …".
    """
    deeds = [_deed(seat, tracks, cast) for seat, tracks in units]
    if len(deeds) == 1:
        return text("{part}: {deed}", part=label(part), deed=deeds[0])
    return text("{part}, all at once: {deeds}", part=label(part), deeds=listed(deeds))


def along_words(
    part: str, turned: Text, units: Sequence[tuple[int, Mapping[int, PieceTrack]]], cast: Cast
) -> Text:
    """Return the words for a disc or room that hands turn, and the pieces on it.

    Told apart, the pieces would be moved twice.
    """
    deeds = listed([_deed(seat, tracks, cast) for seat, tracks in units])
    return text(
        "{part}: {turned}. Carried along: {deeds}", part=label(part), turned=turned, deeds=deeds
    )


def _deed(seat: int, tracks: Mapping[int, PieceTrack], cast: Cast) -> Text:
    """Return what the board does to one piece, and what follows from it."""
    words = _done_to(tracks[seat], cast.names[seat], cast)
    pushed = [
        track
        for track in tracks.values()
        if track.seat != seat and not track.back and track.parked != GONE
    ]
    if pushed:
        words = text("{driven}, pushing {pushed}", driven=words, pushed=_pushes(pushed, cast))
    return _parking(words, tracks.values(), seat, cast)


def _done_to(own: PieceTrack, name: Name, cast: Cast) -> Text:
    if own.parked == GONE:
        return text("{clank} is gone", clank=name)
    if is_winding(own):
        words = text("{clank} {way}", clank=name, way=way_words(own, cast.board, False))
        return _fate(own, words, NOTHING)
    if own.parked == PIT:
        return text("{clank} falls into the pit on {square}", clank=name, square=at(own.path[-1]))
    if own.parked == EDGE:
        return text("{clank} goes over the edge of the board", clank=name)
    if own.parked:
        return text("{clank} is destroyed on {square}", clank=name, square=at(own.path[-1]))
    if not own.steps:
        return text(
            "{clank} on {square}, {turn}, now facing {heading}",
            clank=name,
            square=at(own.start),
            turn=turn_words(own.before, own.after),
            heading=COMPASS[own.after],
        )
    if own.after != own.before:
        return text(
            "{clank} to {square}, {turn} to face {heading}",
            clank=name,
            square=at(own.end),
            turn=turn_words(own.before, own.after),
            heading=COMPASS[own.after],
        )
    return text("{clank} to {square}", clank=name, square=at(own.end))


def stop_words(part: str, stops: Iterable[Stopped], cast: Cast) -> Text:
    """Return who stays, with the reason: "Belt: JADE stays on D4 (a wall is in the way)"."""
    sentences = [
        text(
            "{clank} stays on {square} ({reason})",
            clank=cast.names[stop.seat],
            square=at(stop.square),
            reason=reason(stop, None, cast),
        )
        for stop in stops
    ]
    return text("{part}: {words}", part=label(part), words=clauses(sentences))


def respawn_words(track: PieceTrack, cast: Cast) -> Text:
    """Return the words for a piece that comes back: "RUBY: from parking to C1, facing N"."""
    return text(
        "{clank}: from parking to {square}, facing {heading}",
        clank=cast.names[track.seat],
        square=track.end or "",
        heading=COMPASS[track.after],
    )


def short_words(
    part: str, seat: int | None, moves: Sequence[MovePicture], names: Mapping[int, Name]
) -> Text:
    """Return what an instruction asked for, in short: "BRASS to E7", "RUBY parked", "Lasers"."""
    move = next((move for move in moves if move.seat == seat), next(iter(moves), None))
    if move is None:
        # A notice can be about several pieces; a card is about one.
        if part == CARDS and seat is not None:
            return text("{clank} stays", clank=names[seat])
        return label(part)
    name = names[move.seat]
    if move.end is None:
        return text("{clank} parked", clank=name)
    if move.start != move.end:
        return text("{clank} to {square}", clank=name, square=at(move.end))
    return text("{clank} turned", clank=name)


# ---- Notices -------------------------------------------------------------------------------------


def hit_words(part: str, hits: Sequence[Damaged], cast: Cast) -> Text:
    """Return all hits of one moment: "Lasers: BRASS takes 2 damage, now 5"."""
    by_seat: dict[int, list[Damaged]] = {}
    for hit in hits:
        by_seat.setdefault(hit.seat, []).append(hit)
    words = clauses(
        [_hit(cast.names[seat], own, cast, label(part)) for seat, own in sorted(by_seat.items())]
    )
    # A card's sentence has already begun.
    if part == CARDS and not cast.plain:
        return words
    return text("{part}: {words}", part=label(part), words=words)


def _hit(name: Name, hits: Sequence[Damaged], cast: Cast, head: Text) -> Text:
    """Return one piece's hits of one moment in one clause, from any number of sources.

    It leaves out what the `head` already names.
    """
    # A piece is destroyed at ten; further points do not count (8.1).
    points, damage = sum(hit.points for hit in hits), hits[-1].damage
    shooters = [
        cast.names[hit.by]
        for hit in hits
        if isinstance(hit.by, int) and hit.by in cast.names and hit.by != hit.seat
    ]
    if cast.plain:
        sources = []
    else:
        sources = list(dict.fromkeys(hurt_noun(hit) for hit in hits if hit.cause not in FIRED))
    if sources and not shooters and sources != [head]:
        # No base board has such a thing, so it is named.
        what: dict[str, Text | str | int] = {
            "clank": name,
            "points": points,
            "source": listed(sources),
        }
        if damage >= 10:
            return text("{clank} takes {points} damage ({source}), which destroys it", **what)
        return text("{clank} takes {points} damage ({source}), now {damage}", **what, damage=damage)
    if not shooters and damage >= 10:
        return text("{clank} takes {points} damage, which destroys it", clank=name, points=points)
    if not shooters:
        return text(
            "{clank} takes {points} damage, now {damage}", clank=name, points=points, damage=damage
        )
    whom: dict[str, Text | str | int] = {
        "shooters": listed(shooters),
        "clank": name,
        "points": points,
    }
    if damage >= 10 and len(shooters) == 1:
        return text("{shooters} hits {clank} for {points} damage, which destroys it", **whom)
    if damage >= 10:
        return text("{shooters} hit {clank} for {points} damage, which destroys it", **whom)
    if len(shooters) == 1:
        return text(
            "{shooters} hits {clank} for {points} damage, now {damage}", **whom, damage=damage
        )
    return text("{shooters} hit {clank} for {points} damage, now {damage}", **whom, damage=damage)


def touch_words(events: Iterable[Event], cast: Cast) -> Text:
    """Return touched flags, checkpoints and the win, seat by seat: "BRASS touches flag 2"."""
    # A flag is also a checkpoint (7.11.2); the flag is the greater news.
    events = sorted(events, key=lambda event: isinstance(event, CheckpointTouched))
    won = {event.seat for event in events if isinstance(event, Won)}
    touches_by_seat: dict[int, list[Text]] = {}
    for event in events:
        # No piece comes back after the race (10.2).
        if isinstance(event, CheckpointTouched) and event.seat in won:
            continue
        if isinstance(event, FlagTouched):
            touch = text("touches flag {flag}", flag=event.flag)
        elif isinstance(event, CheckpointTouched):
            touch = text(
                "comes back on {square}, facing {heading}, when destroyed",
                square=event.square,
                heading=COMPASS[event.heading],
            )
        elif isinstance(event, Won):
            touch = text("has won the race")
        else:
            continue
        touches_by_seat.setdefault(event.seat, []).append(touch)
    return clauses(
        [
            text("{clank} {deeds}", clank=cast.names[seat], deeds=listed(words))
            for seat, words in touches_by_seat.items()
        ]
    )


def news_words(events: Iterable[Event], names: Mapping[int, Name]) -> tuple[Text, ...]:
    """Return what must not be overlooked among some events, in a few words each."""
    news = []
    for event in events:
        if isinstance(event, FlagTouched) and event.seat in names:
            words = text("{clank} touches flag {flag}", clank=names[event.seat], flag=event.flag)
            news.append(words)
        elif isinstance(event, Destroyed) and event.seat in names:
            news.append(text("{clank} is destroyed", clank=names[event.seat]))
        elif isinstance(event, Won) and event.seat in names:
            news.append(text("{clank} has won the race", clank=names[event.seat]))
    return tuple(news)


def drama_of(
    events: Iterable[Event], names: Mapping[int, Name], poses: Mapping[int, Pose]
) -> tuple[str, Square | None]:
    """Return the greatest drama of some events with its square, "" and None for none.

    Copies and ghosts have none. `poses` are the places of the pieces before the events.
    """
    found: dict[str, Square | None] = {}
    for event in events:
        if isinstance(event, Destroyed | FlagTouched) and event.seat in names:
            falls = isinstance(event, Destroyed) and event.cause in (PIT, EDGE)
            drama = GOAL if isinstance(event, FlagTouched) else FALL if falls else DESTROYED
            found.setdefault(drama, ground_of(event.square))
        elif isinstance(event, Won) and event.seat in names:
            found.setdefault(WIN, found.get(GOAL) or poses.get(event.seat, AWAY)[0])
    return next(((drama, found[drama]) for drama in DRAMAS if drama in found), ("", None))


def repair_words(events: Iterable[Healed], cast: Cast) -> Text:
    """Return the repaired damage: "Repair: BRASS loses 2 damage, now 1"."""
    by_seat: dict[int, list[Healed]] = {}
    for event in events:
        by_seat.setdefault(event.seat, []).append(event)
    repairs = [
        text(
            "{clank} loses {points} damage, now {damage}",
            clank=cast.names[seat],
            points=sum(event.points for event in own),
            damage=own[-1].damage,
        )
        for seat, own in by_seat.items()
    ]
    return text("Repair: {words}", words=clauses(repairs))


def end_words(event: Event, cast: Cast) -> Text:
    """Return what ends a race or keeps a piece parked, as a sentence."""
    if isinstance(event, NobodyWon):
        return text("All clanks are out: nobody wins this race")
    if isinstance(event, StayedParked):
        return text(
            "{clank} stays in the parking row: all its checkpoints are occupied",
            clank=cast.names[event.seat],
        )
    seat = cast.names.get(seat_of(event) or 0, "")
    if isinstance(event, Destroyed):
        return text("{clank} is destroyed", clank=seat)
    if isinstance(event, Won):
        return text("Only {clank} is left and wins", clank=seat)
    return NOTHING


# ---- By hand -------------------------------------------------------------------------------------


def hand_words(event: HandEvent, tracks: Mapping[int, PieceTrack], cast: Cast) -> Text:
    """Return a correction in words: "BRASS: from C4 to E5, facing N".

    `tracks` are the ways of the pieces in the event (`tracks.follow`).
    """
    if isinstance(event, FlagMoved):
        return flag_words(event.flag, event.start, event.end)
    if isinstance(event, PlacedByHand):
        track = tracks[event.seat]
        if track.start is None:
            return respawn_words(track, cast)
        return put_words(event, cast.names[event.seat])
    if isinstance(event, SetByHand):
        return set_words(event, cast.names)
    return text(
        "{clank}: from {square} to the parking row",
        clank=cast.names[event.seat],
        square=event.start,
    )


def flag_words(flag: int, start: str, end: str) -> Text:
    """Return the words for a moved flag."""
    return text("Flag {flag}: from {start} to {end}", flag=flag, start=start, end=end)
