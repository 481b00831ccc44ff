"""From what happened to what hands do: the events of one register as instructions, carried out one after another.

Who starts from the position before and carries out every instruction in order, each as a whole, arrives at the engine's position.
The way from events to sentences: `_groups` cuts them at cards and parts of the register (7.1), `tracks` follows each clank through one group,
`ordering` says who is moved first where all move at once, `wording` and `notices` make the words.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.engine.events import (
    BeatBegan, CardPlayed, CheckpointTouched, Damaged, Destroyed, Event, FlagTouched, Healed, Moved, NobodyWon, Respawned, StayedParked,
    Stopped, Turned, Won,
)
from companion.engine.geometry import Square
from companion.games.base import Piece
from companion.session.by_hand import BY_HAND, HAND_EVENTS, hand_marks, hand_words
from companion.session.notices import beams, end_words, hit_words, marks, repair_words, stop_words, touch_words
from companion.session.ordering import Unit, in_hand_order
from companion.session.tracks import Cast, Stand, Track, follow
from companion.session.view import BeamPicture, MovePicture
from companion.session.wording import card_words, listed, respawn_words, unit_words

CARDS, TOUCHING, REPAIRS, ENDING, RETURNS = "cards", "flags", "repair", "end of the race", "cleanup"
# More do not fit into a sentence that can be read from a metre.
HIT_AT_ONCE: Final = 3
"""How many clanks one notice names."""
_TOUCHES: Final = (FlagTouched, CheckpointTouched, Won)
# These may come without a part of their own being told, as in the cleanup; the part before must not be named for them.
_OWN_GROUP: Final[Mapping[type, str]] = {Healed: REPAIRS, NobodyWon: ENDING, Respawned: RETURNS, StayedParked: RETURNS}
_TOLD: Final = (CardPlayed, Turned, Moved, Stopped, Damaged, Destroyed, Healed, *_TOUCHES, NobodyWon, Respawned, StayedParked, *HAND_EVENTS)
# What matters most to people comes first: a push that ends in a pit is explained by the pit.
_TELLING: Final = (Won, Destroyed, NobodyWon, FlagTouched, StayedParked, Respawned, Moved, Stopped, Turned, Damaged, Healed, CheckpointTouched)
"""Whose rule explains an instruction: the first kind that is in it."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing for hands to do, or one thing to know.

    `seat` is whom it concerns first, None for nobody. `moves` are made in one go, none for a notice. `rule` is the number of the rule behind it, ""
    where hands only restore a position. `part` is the part of the register, `events` what it tells.
    """

    seat: int | None
    words: str
    rule: str
    part: str
    moves: tuple[MovePicture, ...] = ()
    beams: tuple[BeamPicture, ...] = ()
    marks: tuple[Square, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def card(self) -> str:
        """The move of the card that it tells, "" where it tells none."""
        return next((event.card.move for event in self.events if isinstance(event, CardPlayed)), "")


class Group:
    """The events of one card, or of one part of the register."""

    __slots__ = ("part", "seat", "events")

    def __init__(self, part: str, seat: int | None = None) -> None:
        self.part, self.seat = part, seat
        self.events: list[Event] = []


def script(before: Iterable[Piece], events: Iterable[Event], cast: Cast) -> tuple[Instruction, ...]:
    """All instructions for some events; `before` are the clanks as they stood when the events began.

    Empty where nothing happens that hands or people must know of. Each event is told by one instruction at most.
    """
    stands: dict[int, Stand] = {piece.seat: (piece.square, piece.heading) for piece in before}
    found: list[Instruction] = []
    for group in _groups(events):
        found += _told(group, stands, cast)
        # Each group begins where the one before it has left the clanks.
        for seat, track in follow(stands, group.events).items():
            stands[seat] = (track.end, track.after)
    return tuple(found)


def _groups(events: Iterable[Event]) -> list[Group]:
    """Events sorted into cards and parts; what is touched by entering belongs to the movement, what is touched later has its own part."""
    # For what comes before any part is named, as in a cleanup or a change by hand.
    groups: list[Group] = [Group("")]
    for event in events:
        kind = type(event)
        if kind is BeatBegan:
            groups.append(Group(event.name))  # type: ignore[union-attr]
        elif kind in _TOLD:
            _sort_in(groups, event, kind)
    return [group for group in groups if group.events]


def _sort_in(groups: list[Group], event: Event, kind: type) -> None:
    """Put an event into the last group, or into a new one where it begins something else."""
    group = groups[-1]
    own = _OWN_GROUP.get(kind)
    if kind is CardPlayed:
        groups.append(Group(CARDS, event.seat))  # type: ignore[union-attr]
    elif kind in HAND_EVENTS:
        groups.append(Group(BY_HAND, getattr(event, "seat", None)))
    elif own is not None and group.part != own:
        groups.append(Group(own))
    groups[-1].events.append(event)


def _told(group: Group, stands: Mapping[int, Stand], cast: Cast) -> list[Instruction]:
    """The instructions for one group."""
    if group.part == CARDS and group.seat is not None:
        return [_card(group, group.seat, stands, cast)]
    if group.part == RETURNS:
        return [_return(event, stands, cast) for event in group.events]
    if group.part == BY_HAND:
        return [_by_hand(event, stands, cast) for event in group.events]
    if group.part == TOUCHING:
        return [_notice(group, group.events, touch_words(group.events, cast))]
    if group.part == REPAIRS:
        return [_notice(group, group.events, repair_words(group.events, cast))]  # type: ignore[arg-type]
    if group.part == ENDING:
        return [_notice(group, group.events, end_words(group.events[0], cast))]
    return _stage(group, stands, cast)


def _notice(group: Group, events: Sequence[Event], words: str, shown: tuple[BeamPicture, ...] = ()) -> Instruction:
    """Something to know: `words` with what shows it on the map, about the seat of the first event."""
    seat = getattr(events[0], "seat", None)
    return Instruction(seat, words, _rule(events), group.part, (), shown, marks(events), tuple(events))


def _rule(events: Iterable[Event]) -> str:
    """The number of the rule that explains some events best."""
    # Backwards, so that of several of a kind the first one's rule stays.
    by_kind = {type(event): event.rule for event in reversed(tuple(events))}
    return next((by_kind[kind] for kind in _TELLING if kind in by_kind), "7.2.1")


def _card(group: Group, seat: int, stands: Mapping[int, Stand], cast: Cast) -> Instruction:
    """One card with everything that it did."""
    tracks = follow(stands, group.events)
    words = card_words(seat, tracks, cast) + _asides(group.events, group.part, cast)
    return Instruction(seat, words, _card_rule(group.events), CARDS, _moves(tracks.values()), (), marks(group.events), tuple(group.events))


def _card_rule(events: Sequence[Event]) -> str:
    """A card that pushes is explained by pushing, one that only drives by driving."""
    pushed = next((event.rule for event in events if isinstance(event, Moved) and event.by is not None), None)
    destroyed = any(isinstance(event, (Destroyed, Won)) for event in events)
    return pushed if pushed is not None and not destroyed else _rule(events)


def _asides(events: Sequence[Event], part: str, cast: Cast) -> str:
    """What is touched on the way, or what hurts on the way, after the movement's own sentence."""
    touches = touch_words([event for event in events if isinstance(event, _TOUCHES)], cast)
    hits = [event for event in events if isinstance(event, Damaged)]
    told = [touches] if touches else []
    return "".join(f". {words}" for words in (told + [hit_words(part, hits, cast)] if hits else told))


def _moves(tracks: Iterable[Track]) -> tuple[MovePicture, ...]:
    return tuple([track.picture() for track in tracks if track.changed])


def _return(event: Event, stands: Mapping[int, Stand], cast: Cast) -> Instruction:
    """A clank that comes back, or one that cannot."""
    (seat, track), = follow(stands, (event,)).items()
    words = respawn_words(track, cast) if track.back else end_words(event, cast)
    return Instruction(seat, words, event.rule, RETURNS, _moves([track]), (), marks([event]), (event,))


def _by_hand(event: Event, stands: Mapping[int, Stand], cast: Cast) -> Instruction:
    """Something that people have changed; what is no move is only told."""
    tracks = follow(stands, (event,))
    words = hand_words(event, tracks, cast)  # type: ignore[arg-type]
    seat = getattr(event, "seat", None)
    return Instruction(seat, words, event.rule, BY_HAND, _moves(tracks.values()), (), hand_marks(event), (event,))  # type: ignore[arg-type]


def _stage(group: Group, stands: Mapping[int, Stand], cast: Cast) -> list[Instruction]:
    """One part of the register in which all happens together: hits, then moves in an order for hands, then who had to stay."""
    hits = _few_at_a_time([event for event in group.events if isinstance(event, Damaged)])
    # Hits come first: a clank is not taken away before people have read what destroyed it (E132).
    told = [_notice(group, few, hit_words(group.part, few, cast), beams(few, stands, cast.board)) for few in hits]
    told += [_together(group.part, ring, cast) for ring in in_hand_order(_units(group.events, stands))]
    stops = [event for event in group.events if isinstance(event, Stopped)]
    if stops:
        told.append(_notice(group, stops, stop_words(group.part, stops, cast)))
    return told


def _few_at_a_time(hits: Sequence[Damaged]) -> list[list[Damaged]]:
    """Hits in the order of the clanks they hit, so many clanks at once as a sentence can name and be read from a metre."""
    seats = sorted({hit.seat for hit in hits})
    parts = [seats[first : first + HIT_AT_ONCE] for first in range(0, len(seats), HIT_AT_ONCE)]
    return [[hit for seat in part for hit in hits if hit.seat == seat] for part in parts]


def _units(events: Iterable[Event], stands: Mapping[int, Stand]) -> list[Unit]:
    """Who moves as one: each clank that is moved, with those that it pushes; everything else by itself."""
    units: dict[int, Unit] = {}
    owner: dict[int, Unit] = {}
    for event in events:
        if not isinstance(event, (Moved, Turned, Destroyed, *_TOUCHES)):
            continue
        # A clank stays with the unit that has named it first, so that its spin or its touch is told together with its move.
        leader = event.by if isinstance(event, Moved) and event.by is not None else event.seat
        unit = owner.get(leader) or units.setdefault(leader, Unit(leader))
        owner[event.seat] = owner.get(event.seat) or unit
        owner[event.seat].events.append(event)
    for unit in units.values():
        unit.tracks = follow(stands, unit.events)
    return list(units.values())


def _together(part: str, ring: Sequence[Unit], cast: Cast) -> Instruction:
    """One unit, or a full loop of them in one go."""
    events = [event for unit in ring for event in unit.events]
    told = [unit_words(part, unit.seat, unit.tracks, cast) for unit in ring]
    words = told[0] if len(ring) == 1 else _loop_words(told)
    touches = touch_words([event for event in events if isinstance(event, _TOUCHES)], cast)
    words += f". {touches}" if touches else ""
    moves = tuple([move for unit in ring for move in _moves(unit.tracks.values())])
    return Instruction(ring[0].seat, words, _rule(events), part, moves, (), marks(events), tuple(events))


def _loop_words(told: Sequence[str]) -> str:
    """The word for the part once, then what each does: "Belt: … and …, all at once"."""
    head, _, first = told[0].partition(": ")
    rest = [words.partition(": ")[2] for words in told[1:]]
    return f"{head}, all at once: {listed([first, *rest])}"
