"""From events to instructions: what hands do in a register, one instruction after another.

All instructions, carried out in order and each as a whole, lead from the position before to the
engine's position after. `_groups` cuts the events at cards and parts of the register (7.1).
`tracks` follows each piece through a group and orders simultaneous moves for hands. `wording` makes
the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from companion.engine.board import Board
from companion.engine.causes import (
    CARRIED,
    EDGE,
    GEAR,
    LASER,
    PIT,
    PUSH,
    PUSHER,
    REPAIR,
    ROTATOR,
    SHOT,
)
from companion.engine.changes import HAND_EVENTS, FlagMoved, HandEvent, ParkedByHand, PlacedByHand
from companion.engine.element import MOUNT
from companion.engine.events import (
    BeatBegan,
    CardDrawn,
    CardPlayed,
    CardSet,
    CardsSwapped,
    CardVoid,
    CheckpointTouched,
    Damaged,
    Dealt,
    Destroyed,
    Event,
    FlagTouched,
    Healed,
    Jumped,
    Moved,
    NobodyWon,
    PieceCame,
    PieceGone,
    PowerDownAnnounced,
    PoweredDown,
    RegisterBegan,
    Remembered,
    Respawned,
    StatusBegan,
    StatusEnded,
    StayedParked,
    Stopped,
    TurnBegan,
    Turned,
    TurnEnded,
    Won,
    seat_of,
    square_of,
)
from companion.engine.extended.piece import COPIES
from companion.games.api import OfKey
from companion.games.race.causes import caused, side_of
from companion.games.race.extended_causes import CauseContext
from companion.games.race.extended_text import PartContext, extended_words
from companion.games.race.ghosts import ground_of, whose
from companion.games.race.nouns import CARDS, ENDING, REPAIRS, RETURNS, RINGS_OFF, TOUCHING, label
from companion.games.race.standing import RINGS, PieceCondition
from companion.games.race.tracks import AWAY, PieceTrack, Pose, Unit, follow, in_hand_order
from companion.games.race.wording import (
    Cast,
    along_words,
    card_words,
    drama_of,
    end_words,
    hand_words,
    hit_words,
    moved_words,
    news_words,
    repair_words,
    respawn_words,
    short_words,
    stop_words,
    touch_words,
)
from companion.games.scene import BY_HAND, BeamPicture, Instruction, MarkerMove, MovePicture, Piece
from companion.games.sounds import loudest
from companion.geometry import Square, opposite
from companion.words import NOTHING, Text, clauses, text

# More names do not fit into a sentence that can be read from a metre away.
HIT_AT_ONCE: Final = 3
"""The maximum number of pieces in one notice."""
SILENT_EVENTS: Final[Mapping[type, str]] = {
    TurnBegan: "the head of the screen names the turn",
    RegisterBegan: "the head of the screen names the register",
    BeatBegan: "every instruction names its part",
    TurnEnded: "the summary of the turn follows",
    Dealt: "`turn_intro` tells it",
    PoweredDown: "`turn_intro` tells it",
    PowerDownAnnounced: "`turn_intro` tells it",
}
"""The events without an instruction, and why. Every other event has one."""
_TOUCHES: Final = (FlagTouched, CheckpointTouched, Won)
_MOVING: Final = (Moved, Turned, Destroyed, *_TOUCHES, Jumped, PieceCame, PieceGone)
_FURTHER: Final = (StatusBegan, StatusEnded, CardDrawn, CardSet, CardsSwapped, Remembered, CardVoid)
# These can occur outside the announced parts, as in the cleanup; the last part must not be named
# for them.
_OWN_GROUP: Final[Mapping[type, str]] = {
    Healed: REPAIRS,
    NobodyWon: ENDING,
    Respawned: RETURNS,
    StayedParked: RETURNS,
}
# The most important comes first: a push that ends in a pit is explained by the pit.
_TELLING: Final = (
    Won,
    Destroyed,
    NobodyWon,
    FlagTouched,
    StayedParked,
    Respawned,
    Jumped,
    Moved,
    CardVoid,
    Stopped,
    Turned,
    Damaged,
    Healed,
    CheckpointTouched,
    PieceCame,
    PieceGone,
    StatusBegan,
    StatusEnded,
    CardDrawn,
    CardSet,
    CardsSwapped,
    Remembered,
)
_SETTLED: Final[Mapping[str, tuple[type, ...]]] = {
    "": (),
    TOUCHING: _TOUCHES,
    REPAIRS: (Healed,),
    ENDING: (NobodyWon, Won),
    RETURNS: (Respawned, StayedParked, Damaged),
    BY_HAND: HAND_EVENTS,
}
"""Parts that tell these events only; rings, landings and markers after them are a part apart."""
_DISCS: Final = frozenset({"C14"})
"""The rules by which a loose part of the board turns with everything on it."""
_RANKS: Final[Mapping[type, int]] = {kind: rank for rank, kind in enumerate(_TELLING)}
"""The rank of events; the first one in an instruction gives its rule."""


_SOUNDS: Final[Mapping[type, str]] = {
    Won: "win",
    FlagTouched: "flag",
    Healed: "repair",
    Moved: "step",
    Jumped: "step",
    Respawned: "step",
    Turned: "turn",
    Stopped: "stop",
    CardDrawn: "card",
    CardSet: "card",
    CardsSwapped: "card",
}
"""The sounds of events; the cause of damage and of moves counts first."""


class EventGroup:
    """The events of one card or one part of the register, and what every piece does in them."""

    __slots__ = ("context", "events", "part", "poses", "seat", "tracks")

    def __init__(self, part: str, seat: int | None = None) -> None:
        self.part, self.seat = part, seat
        self.events: list[Event] = []
        self.poses: Mapping[int, Pose] = {}
        self.tracks: dict[int, PieceTrack] = {}
        self.context: PartContext | None = None


def script(
    poses: Mapping[int, Pose],
    conditions: Mapping[int, PieceCondition],
    events: Iterable[Event],
    cast: Cast,
) -> tuple[Instruction[Event], ...]:
    """Return the instructions for the events of a step, () if nothing is to do or to know.

    Each event has one instruction at most.

    Args:
        poses: The places of the pieces before the step.
        conditions: What they have then; not needed on base boards.
        events: The events of the step.
        cast: What words are about.
    """
    found: list[Instruction[Event]] = []
    for group in _followed(poses, events):
        if cast.live_board is not None:
            after = {seat: (track.end, track.after) for seat, track in group.tracks.items()}
            group.context = PartContext(
                cast.names, cast.live_board, conditions, {**group.poses, **after}
            )
        instructions = _instructions(group, cast)
        if cast.live_board is not None:
            # Events of copies and ghosts are shown under the seat of their owner.
            instructions = [
                one._replace(seat=one.seat if one.seat is None else whose(one.seat) or one.seat)
                for one in instructions
            ]
        for one in instructions:
            drama, focus = drama_of(one.events, cast.names, group.poses)
            news = news_words(one.events, cast.names)
            sound = sound_of(one.events)
            found.append(one._replace(news=news, sound=sound, drama=drama, focus=focus))
    return tuple(found)


def sound_of(events: Iterable[Event]) -> str:
    """Return the word of the most important thing that is heard of some events."""
    return loudest(_sound_of(event) for event in events)


def _sound_of(event: Event) -> str:
    if isinstance(event, Destroyed):
        return "pit" if event.cause in (PIT, EDGE) else "destroyed"
    if isinstance(event, Damaged):
        return "laser" if event.cause in (LASER, SHOT) else "damage"
    if isinstance(event, (Moved, Turned, Jumped)):
        if event.cause in (PUSH, PUSHER) or (isinstance(event, Moved) and event.by is not None):
            return "push"
        if event.cause in CARRIED:
            return "belt"
        if event.cause in (GEAR, ROTATOR):
            return "gear"
    return _SOUNDS.get(type(event), "")


def causes(
    before: Iterable[Piece],
    conditions: Mapping[int, PieceCondition],
    events: Iterable[Event],
    instruction: Instruction[Event],
    cast: Cast,
    by_rule: Mapping[str, Callable[[OfKey, CauseContext], Text]],
) -> tuple[Text, ...]:
    """Return why the events of one instruction happened, in sentences.

    Args:
        before: The pieces before the step.
        conditions: What they have then.
        events: The events of the step.
        instruction: The instruction, one of that step.
        cast: What words are about.
        by_rule: The words of the game for its own causes, by the rules of events.
    """
    pieces = {piece.seat: piece for piece in before}
    poses = {seat: (piece.square, piece.heading) for seat, piece in pieces.items()}
    for group in _followed(poses, events):
        if any(event is instruction.events[0] for event in group.events):
            stood = {
                seat: piece._replace(square=pose[0], heading=pose[1])
                if (pose := group.poses[seat]) != (piece.square, piece.heading)
                else piece
                for seat, piece in pieces.items()
            }
            return caused(
                instruction.events,
                CauseContext(stood, conditions, group.events, group.part, cast, by_rule),
            )
    return ()


def _followed(poses: Mapping[int, Pose], events: Iterable[Event]) -> Iterator[EventGroup]:
    """Yield the groups of a step, each with the places before it and the moves in it."""
    for group in _groups(events):
        # Each group begins with the places after the one before it.
        group.poses, group.tracks = poses, follow(poses, group.events)
        yield group
        after = {seat: (track.end, track.after) for seat, track in group.tracks.items()}
        poses = {**poses, **after}


def _groups(events: Iterable[Event]) -> list[EventGroup]:
    """Return the events as cards and parts of the register.

    Touches on entering a square belong to the movement, later touches are a part of their own.
    """
    # This group takes what comes before any part is named, as in a cleanup or a correction.
    groups: list[EventGroup] = [EventGroup("")]
    for event in events:
        if isinstance(event, BeatBegan):
            groups.append(EventGroup(event.name))
        elif type(event) not in SILENT_EVENTS:
            part, own = groups[-1].part, _OWN_GROUP.get(type(event))
            if isinstance(event, CardPlayed):
                groups.append(EventGroup(CARDS, event.seat))
            elif isinstance(event, HandEvent):
                groups.append(EventGroup(BY_HAND, seat_of(event)))
            elif isinstance(event, Healed) and event.cause != REPAIR and part not in _SETTLED:
                # Healing within a card or a beat is in the same instruction.
                pass
            elif own is not None and part != own:
                groups.append(EventGroup(own))
            elif own is None and part in _SETTLED and type(event) not in _SETTLED[part]:
                groups.append(EventGroup(RINGS_OFF))
            groups[-1].events.append(event)
    return [group for group in groups if group.events]


def _instructions(group: EventGroup, cast: Cast) -> list[Instruction[Event]]:
    """Return the instructions for one group."""
    if group.part == CARDS and group.seat is not None:
        return [_card_instruction(group, group.seat, cast)]
    if group.part == RETURNS:
        return [
            _return(group, event, cast) for event in group.events if not isinstance(event, Damaged)
        ]
    if group.part == BY_HAND:
        return [
            _by_hand(group, event, cast) for event in group.events if isinstance(event, HandEvent)
        ]
    if group.part == TOUCHING:
        return [_notice(group, group.events, touch_words(group.events, cast), cast)]
    if group.part == REPAIRS:
        healed = [event for event in group.events if isinstance(event, Healed)]
        return [_notice(group, group.events, repair_words(healed, cast), cast)]
    if group.part == ENDING:
        return [_notice(group, group.events, end_words(group.events[0], cast), cast)]
    return _stage(group, cast)


def _notice(
    group: EventGroup,
    events: Sequence[Event],
    words: Text,
    cast: Cast,
    shown: tuple[BeamPicture, ...] = (),
) -> Instruction[Event]:
    """Return a notice, with what shows it on the map, about the seat of the first event."""
    seat = seat_of(events[0])
    short = short_words(group.part, seat, (), cast.names)
    return Instruction(
        seat,
        words,
        _rule(events),
        group.part,
        beams=shown,
        marks=_marks(events),
        events=tuple(events),
        short=short,
    )


def _rule(events: Iterable[Event]) -> str:
    """Return the number of the rule that explains some events best, the first one among equals."""
    found, best = "7.2.1", len(_RANKS)
    for event in events:
        rank = _RANKS.get(type(event), best)
        if rank < best:
            found, best = event.rule, rank
    return found


def _card_instruction(group: EventGroup, seat: int, cast: Cast) -> Instruction[Event]:
    """Return the instruction for one card with everything that it did."""
    tracks = group.tracks
    extended = _extended(group, group.events, tracks.values())
    words = _with_asides(
        card_words(seat, tracks, cast), [*_asides(group.events, group.part, cast), *extended]
    )
    moves = _moves(tracks.values())
    # Such a group begins with its card.
    played = group.events[0]
    assert isinstance(played, CardPlayed)
    # A card that pushes is explained by the rule of pushing, unless something greater follows.
    pushed = [
        event.rule for event in group.events if isinstance(event, Moved) and event.by is not None
    ]
    greater = any(isinstance(event, (Destroyed, Won)) for event in group.events)
    return Instruction(
        seat,
        words,
        pushed[0] if pushed and not greater else _rule(group.events),
        CARDS,
        moves=moves,
        marks=_marks(group.events),
        events=tuple(group.events),
        short=short_words(CARDS, seat, moves, cast.names),
        card=played.card.move,
        has_other_work=bool(extended) and _is_work(group.events),
    )


def _asides(events: Sequence[Event], part: str, cast: Cast) -> list[Text]:
    """Return the touches and hits on the way, which are shown after the movement."""
    touches = [event for event in events if isinstance(event, _TOUCHES)]
    hits = [event for event in events if isinstance(event, Damaged)]
    asides = [touch_words(touches, cast)] if touches else []
    return [*asides, hit_words(part, hits, cast)] if hits else asides


def _extended(
    group: EventGroup, events: Iterable[Event], tracks: Iterable[PieceTrack] = ()
) -> list[Text]:
    """Return the words that only extended boards need."""
    return extended_words(list(events), tracks, group.context) if group.context is not None else []


def _with_asides(words: Text, asides: Iterable[Text]) -> Text:
    for aside in asides:
        words = text("{words}. {aside}", words=words, aside=aside)
    return words


def _moves(tracks: Iterable[PieceTrack]) -> tuple[MovePicture, ...]:
    return tuple([track.picture() for track in tracks if track.changed])


def _return(group: EventGroup, event: Event, cast: Cast) -> Instruction[Event]:
    """Return the instruction for a piece that comes back, or cannot."""
    ((seat, track),) = follow(group.poses, (event,)).items()
    words = respawn_words(track, cast) if track.back else end_words(event, cast)
    words = _with_asides(words, _extended(group, (), [track]))
    moves = _moves([track])
    # In some games a piece comes back with damage.
    hurt = [other for other in group.events if isinstance(other, Damaged) and other.seat == seat]
    if hurt:
        words = text("{words}, with {points} damage", words=words, points=hurt[-1].damage)
    return Instruction(
        seat,
        words,
        event.rule,
        RETURNS,
        moves=moves,
        marks=_marks([event]),
        events=(event, *hurt),
        short=short_words(RETURNS, seat, moves, cast.names),
    )


def _by_hand(group: EventGroup, event: HandEvent, cast: Cast) -> Instruction[Event]:
    """Return the instruction for a correction, a notice if it is no move."""
    tracks = follow(group.poses, (event,))
    words = hand_words(event, tracks, cast)
    if group.context is not None:
        words = _with_asides(words, _extended(group, (), tracks.values()))
        if isinstance(event, ParkedByHand):
            square, _ = group.poses.get(event.seat + COPIES, AWAY)
            if square is not None:
                # It leaves with its piece.
                gone = PieceGone(event.seat + COPIES, square, event.rule)
                words = _with_asides(words, _extended(group, (gone,)))
                tracks |= follow(group.poses, (gone,))
    seat, moves = None, _moves(tracks.values())
    # A piece that goes to the parking row has no marks: its arrow on the map is enough.
    marks: tuple[Square, ...] = ()
    markers: tuple[MarkerMove, ...] = ()
    if isinstance(event, FlagMoved):
        marks = (event.start, event.end)
        markers = (MarkerMove(event.flag, event.start, event.end),)
    else:
        seat = event.seat
        if isinstance(event, PlacedByHand):
            marks = (event.square,)
    short = short_words(BY_HAND, seat, moves, cast.names)
    return Instruction(
        seat,
        words,
        event.rule,
        BY_HAND,
        moves=moves,
        marks=marks,
        events=(event,),
        markers=markers,
        short=short,
    )


def _stage(group: EventGroup, cast: Cast) -> list[Instruction[Event]]:
    """Return the instructions for a part in which all happens together.

    Hits come first, so that people read what destroyed a piece before it is taken away (E132), then
    moves in an order for hands, then the pieces that had to stay. What hands do about rings, cards
    and markers is added to the last move, or is an instruction by itself if nothing moves.
    """
    instructions = []
    hits = [event for event in group.events if isinstance(event, Damaged)]
    seats = sorted({hit.seat for hit in hits})
    for first in range(0, len(seats), HIT_AT_ONCE):
        few = [
            hit for seat in seats[first : first + HIT_AT_ONCE] for hit in hits if hit.seat == seat
        ]
        # The beams and shots that hit, each once, without any others (7.9, 7.10).
        found = [
            _shot(hit, group.poses, cast.board) if hit.cause == SHOT else _beam(hit, cast.board)
            for hit in few
        ]
        beams = tuple(dict.fromkeys(beam for beam in found if beam is not None))
        instructions.append(_notice(group, few, hit_words(group.part, few, cast), cast, beams))
    instructions += [_together(group, ring, cast) for ring in _rings(group)]
    stops = [event for event in group.events if isinstance(event, Stopped)]
    if stops:
        instructions.append(_notice(group, stops, stop_words(group.part, stops, cast), cast))
    reported = {id(event) for one in instructions for event in one.events}
    more = [
        event
        for event in group.events
        if isinstance(event, (*_FURTHER, Healed)) and id(event) not in reported
    ]
    asides = _extended(group, more)
    if not asides:
        return instructions
    last = next((at for at in range(len(instructions) - 1, -1, -1) if instructions[at].moves), None)
    if last is None:
        words = text("{part}: {words}", part=label(group.part), words=clauses(asides))
        notice = _notice(group, more, words, cast)
        instructions.append(notice._replace(has_other_work=_is_work(more)))
    else:
        one = instructions[last]
        instructions[last] = one._replace(
            text=_with_asides(one.text, asides), events=(*one.events, *more)
        )
    return instructions


def _rings(group: EventGroup) -> list[list[Unit]]:
    """Return the groups of units that move together, in order, such as all on a turning disc.

    A unit is a moved piece with those that it pushes.
    """
    by_leader: dict[int, Unit] = {}
    owner: dict[int, Unit] = {}
    for event in group.events:
        if not isinstance(event, _MOVING):
            continue
        # A piece stays in its first unit, so that its spin or touch is shown with its move.
        leader = event.by if isinstance(event, Moved) and event.by is not None else event.seat
        unit = owner.get(leader) or by_leader.setdefault(leader, Unit(leader))
        own = owner.setdefault(event.seat, unit)
        own.events.append(event)
        own.tracks[event.seat] = group.tracks[event.seat]
    units = list(by_leader.values())
    turned = [unit for unit in units if _is_carried(unit)]
    if turned and _loose(group):
        return [turned, *in_hand_order([unit for unit in units if unit not in turned])]
    return in_hand_order(units)


def _is_carried(unit: Unit) -> bool:
    """Return whether only a disc or a room has moved a unit."""
    return all(isinstance(event, Jumped) and event.cause == GEAR for event in unit.events)


def _loose(group: EventGroup) -> list[Event]:
    """Return the loose parts that hands turn in this part with everything on them."""
    return [
        event for event in group.events if isinstance(event, Remembered) and event.rule in _DISCS
    ]


def _is_work(events: Iterable[Event]) -> bool:
    """Return whether hands have to do something: rings, loose parts and cards, but not news."""
    return any(
        isinstance(event, (Remembered, CardsSwapped))
        or (isinstance(event, (StatusBegan, StatusEnded)) and event.status in RINGS)
        for event in events
    )


def _together(group: EventGroup, ring: Sequence[Unit], cast: Cast) -> Instruction[Event]:
    """Return the instruction for one unit, or for a full ring of them in one go."""
    part, events = group.part, [event for unit in ring for event in unit.events]
    tracks = [track for unit in ring for track in unit.tracks.values()]
    extended = _extended(
        group, [event for event in events if isinstance(event, (PieceCame, PieceGone))], tracks
    )
    asides = [*_asides(events, part, cast), *extended]
    moved = [(unit.seat, unit.tracks) for unit in ring if not unit.comes_or_goes]
    loose = _loose(group) if all(map(_is_carried, ring)) else []
    if loose and (turned := _extended(group, loose)):
        events += loose
        words = _with_asides(along_words(part, clauses(turned), moved, cast), asides)
    elif moved:
        words = _with_asides(moved_words(part, moved, cast), asides)
    else:
        words = (
            text("{part}: {words}", part=label(part), words=clauses(asides)) if asides else NOTHING
        )
    moves = tuple([move for unit in ring for move in _moves(unit.tracks.values())])
    seat = ring[0].seat
    return Instruction(
        seat,
        words,
        _rule(events),
        part,
        moves=moves,
        marks=_marks(events),
        events=tuple(events),
        short=short_words(part, seat, moves, cast.names),
    )


# ---- On the map ----------------------------------------------------------------------------------


def _marks(events: Iterable[Event]) -> tuple[Square, ...]:
    """Return the squares that some events are about, each once, in the order of the events."""
    return tuple(
        dict.fromkeys([ground_of(square) for event in events if (square := square_of(event))])
    )


def _shot(hit: Damaged, poses: Mapping[int, Pose], board: Board) -> BeamPicture | None:
    """Return the line from the shooter to the hit square, None if no piece on the board fired."""
    # The places are those before: a shooter that is destroyed in the same moment fires (7.10.2).
    square, heading = poses[hit.by] if isinstance(hit.by, int) else (None, 0)
    if square is None:
        return None
    line = board.beam(square, heading)
    reach = line.index(hit.square) + 1 if hit.square in line else len(line)
    return BeamPicture(line[:reach], heading, 1, True)


def _beam(hit: Damaged, board: Board) -> BeamPicture | None:
    """Return the beam that hit, from its mount to its end."""
    if not isinstance(hit.by, str):
        return None
    wanted = "laser" if hit.cause == LASER else hit.cause
    emitters = [
        element
        for element in board.at(hit.by)
        if (element.word == wanted or wanted in element.traits)
        and element.layer == MOUNT
        and hit.square in element.reach(board)
    ]
    # A square can have emitters on several sides (2.3); one with as many beams as points comes
    # first.
    emitters.sort(key=lambda element: element.beam_count() != hit.points)
    if not emitters:
        return None
    emitter = emitters[0]
    direction = opposite(side_of(emitter))
    return BeamPicture(tuple(emitter.reach(board)), direction, emitter.beam_count())
