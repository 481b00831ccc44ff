"""From events to instructions, one after another, and the places of the grid that act meanwhile.

All instructions, carried out in order and each as a whole, lead from the state before to the state
after. `_groups` cuts the events at cards and parts (CBR01). `deeds` follows each robot through a
group and orders the moves. `wording` makes the words, `causes` the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from companion.engine.board import Board
from companion.games.api import P, Step
from companion.games.asking import Custody
from companion.games.cardbot.engine.cards import COMMANDS
from companion.games.cardbot.engine.events import (
    BELT,
    BLOCKED,
    EDGE,
    HAND_EVENTS,
    NOTHING,
    PING,
    SHOVE,
    SLIDE,
    STICKY,
    TELEPORT,
    CardPlayed,
    CardsByHand,
    CardsReturned,
    CommandBegan,
    GameEvent,
    HandEvent,
    Moved,
    PileShuffled,
    PingChosen,
    RoundBegan,
    Stayed,
    TargetReached,
    Turned,
    Visited,
    Won,
)
from companion.games.cardbot.engine.grid import CardbotGrid
from companion.games.cardbot.engine.state import CardbotState
from companion.games.cardbot.engine.turn import acting_order
from companion.games.cardbot.narration.causes import NarrationContext, Poses, blocker_of, caused
from companion.games.cardbot.narration.deeds import Deed, all_at_once, deeds_of, pictures
from companion.games.cardbot.narration.wording import (
    AGAIN,
    BELT_PARTS,
    CARDS,
    ENDING,
    ONE_BELT,
    RESET,
    TARGETS,
    TELEPORTS,
    again_words,
    belt_deeds,
    card_words,
    cards_out_words,
    hand_words,
    label,
    reached_notice,
    return_words,
    short_words,
    shuffle_words,
    stay_words,
    teleport_words,
    visit_words,
    won_words,
)
from companion.games.scene import BY_HAND, GOAL, WIN, Instruction, Works
from companion.games.sounds import loudest
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.words import Text, clauses

SILENT_EVENTS: Final[Mapping[type, str]] = {
    RoundBegan: "the head of the screen names the turn, `turn_intro` tells who comes first",
    CommandBegan: "the head of the screen names the command",
}
"""The events without an instruction, and why.

All others have one, except for piles that the app holds.
"""
QUIET_AT_ONCE: Final = 3
"""The maximum number of cards without effect in one notice, readable from a metre away."""
TRIES_AGAIN: Final = "CBR25"
QUIET, SILENT = "quiet", "silent"
"""Kinds of steps: a card without effect on its robot, and a step without an instruction."""
PILE: Final = "pile "
"""The prefix of the part in which a seat's pile is handled at the reset; the seat follows."""


class EventGroup(NamedTuple):
    """The events of one card or one part of a command."""

    part: str
    seat: int | None
    """The seat that they are about first, None for nobody."""
    events: tuple[GameEvent, ...]

    @property
    def quiet(self) -> bool:
        """Return whether it is a card without effect on its robot, not even one that is blocked."""
        return self.part == CARDS and any(
            isinstance(event, Stayed) and event.reason in (STICKY, NOTHING) for event in self.events
        )


def tell(
    before: CardbotState,
    events: Iterable[GameEvent],
    names: Mapping[int, str],
    custody: Mapping[int, Custody] = {},
) -> tuple[Instruction[GameEvent], ...]:
    """Return the instructions for a step, () if nothing is to do or to know.

    Each event has one instruction at most. Piles that the app holds (`custody`) need no
    hands.
    """
    return tuple(
        one._replace(sound=loudest(map(_sound_of, one.events)))
        for several, context in _followed(before, tuple(events), names, custody)
        for one in _instructions(several, context)
    )


def _sound_of(event: GameEvent) -> str:
    """Return the word of what is heard of an event, "" for nothing."""
    if isinstance(event, Moved):
        return {SHOVE: "push", PING: "push", BELT: "belt"}.get(event.cause, "step")
    if isinstance(event, Stayed):
        return "" if event.reason in (STICKY, NOTHING) else "stop"
    return _SOUNDS.get(type(event), "")


_SOUNDS: Final[Mapping[type, str]] = {
    Won: "win",
    Visited: "flag",
    TargetReached: "card",
    CardsReturned: "card",
    PileShuffled: "card",
    Turned: "turn",
}
"""The sounds of events other than moves."""


def causes(
    before: CardbotState,
    events: Iterable[GameEvent],
    one: Instruction[GameEvent],
    names: Mapping[int, str],
    custody: Mapping[int, Custody] = {},
) -> tuple[Text, ...]:
    """Return why the events of one instruction happened; `before` is the state before the step."""
    for several, context in _followed(before, tuple(events), names, custody):
        if not any(event is one.events[0] for group in several for event in group.events):
            continue
        if several[0].part in (RESET, BY_HAND) or several[0].part.startswith(PILE):
            return ()
        return tuple(
            dict.fromkeys(
                words
                for group in several
                for words in caused(
                    group.events, context._replace(part=group.part), len(several) > 1
                )
            )
        )
    return ()


def _followed(
    before: CardbotState,
    events: Sequence[GameEvent],
    names: Mapping[int, str],
    custody: Mapping[int, Custody],
) -> Iterator[tuple[tuple[EventGroup, ...], NarrationContext]]:
    """Yield the groups of each instruction, with the facts before it."""
    if (
        before.command < COMMANDS
        and before.programs
        and all(len(program) == COMMANDS for program in before.programs.values())
    ):
        order = tuple(
            (seat, before.programs[seat][before.command])
            for seat in acting_order(before, before.command + 1)
        )
    else:
        # The command is over, or a program is missing.
        order = tuple((event.seat, event.card) for event in events if isinstance(event, CardPlayed))
    poses: Poses = {robot.seat: (robot.square, robot.heading) for robot in before.robots}
    context = NarrationContext(before, names, custody, order, poses)
    for quiet, groups in groupby(_groups(events, before), lambda group: group.quiet):
        # Neighbouring cards without effect share an instruction, all other groups have their own.
        row, size = tuple(groups), QUIET_AT_ONCE if quiet else 1
        for several in (row[first : first + size] for first in range(0, len(row), size)):
            yield several, context
            moved = {
                seat: (deed.path[-1], deed.after)
                for group in several
                for seat, deed in deeds_of(context.poses, group.events).items()
            }
            context = context._replace(poses={**context.poses, **moved})


def joined(
    steps: Iterable[Step[P, GameEvent]], before: CardbotState
) -> tuple[Step[P, GameEvent], ...]:
    """Return the steps of a command as hands carry them out.

    A belt is one step, and cards without effect are joined. A step without an instruction is
    joined with the next one. `before` is the state before the steps.
    """
    found: list[Step[P, GameEvent]] = []
    last, size = "", 0
    for step in steps:
        kind = _kind(step.events, before)
        if found and (
            last == SILENT or (kind == last != "" and not (kind == QUIET and size == QUIET_AT_ONCE))
        ):
            found[-1] = Step((*found[-1].events, *step.events), step.position)
            size = size + 1 if kind == last else 1
        else:
            found.append(step)
            size = 1
        last = kind
    return tuple(found)


def _kind(events: Sequence[GameEvent], before: CardbotState) -> str:
    """Return the kind of a step, which says what it can be joined with.

    That is its like, anything that comes next, or nothing.
    """
    groups = _groups(events, before)
    if not groups:
        return SILENT
    if len(groups) > 1:
        return ""
    if groups[0].quiet:
        return QUIET
    return groups[0].part if groups[0].part in (ONE_BELT, *BELT_PARTS.values()) else ""


# ---- Cards and parts -----------------------------------------------------------------------------


def _groups(events: Sequence[GameEvent], before: CardbotState) -> list[EventGroup]:
    """Return the events by cards and parts; shoved and pinged robots belong to the mover."""
    found: list[EventGroup] = []
    for at, event in enumerate(events):
        if type(event) in SILENT_EVENTS:
            continue
        last = found[-1] if found else EventGroup("", None, ())
        part, seat = _part(events, at, last, before)
        # The rules shuffle after all cards have left their piles; hands shuffle while they have the
        # pile.
        if part.startswith(PILE):
            where = next((where for where, group in enumerate(found) if group.part == part), None)
        elif found:
            where = len(found) - 1
        else:
            where = None
        if (
            where is None
            or part == BY_HAND
            or isinstance(event, CardPlayed)
            or (part, seat) != (found[where].part, found[where].seat)
        ):
            found.append(EventGroup(part, seat, (event,)))
        else:
            found[where] = found[where]._replace(events=(*found[where].events, event))
    return found


def _part(
    events: Sequence[GameEvent], at: int, last: EventGroup, before: CardbotState
) -> tuple[str, int | None]:
    """Return the part and the seat that an event belongs to."""
    event = events[at]
    if isinstance(event, CardPlayed):
        return CARDS, event.seat
    if isinstance(event, Visited):
        return TARGETS, None
    if isinstance(event, CardsReturned):
        return RESET, event.enactor
    if isinstance(event, (TargetReached, PileShuffled)):
        return f"{PILE}{event.seat}", event.seat
    if isinstance(event, Won):
        return ENDING, None
    if isinstance(event, HAND_EVENTS):
        return BY_HAND, event.seat
    own: GameEvent | None = event
    if isinstance(event, PingChosen) or (isinstance(event, Moved) and event.cause in (SHOVE, PING)):
        # A shoved or pinged robot belongs to the move of the mover, which comes later.
        own = next(
            (
                one
                for one in events[at + 1 :]
                if isinstance(one, (Moved, Stayed))
                and one.seat == event.mover
                and one.cause not in (SHOVE, PING)
            ),
            None,
        )
    if isinstance(own, Moved) and own.cause == TELEPORT:
        return TELEPORTS, None
    if isinstance(own, (Moved, Stayed)) and own.cause == BELT:
        square, belts = own.start if isinstance(own, Moved) else own.square, before.grid.belts
        suit = next((belt.suit for belt in belts if square in belt.places), "")
        return BELT_PARTS.get(suit, ONE_BELT) if len(belts) > 1 else ONE_BELT, None
    if isinstance(own, Moved) and own.rule == TRIES_AGAIN and own.cause == SLIDE:
        return AGAIN, own.seat
    if isinstance(own, Stayed) and own.cause == SLIDE:
        # It is a new attempt to slide, unless a move of the robot ends with it (CBR25).
        earlier = next(
            (
                one
                for one in last.events[::-1]
                if isinstance(one, (Moved, Stayed)) and one.seat == own.seat
            ),
            None,
        )
        if not isinstance(earlier, Moved):
            return AGAIN, own.seat
    return last.part, last.seat


# ---- Instructions --------------------------------------------------------------------------------


def _instructions(
    several: tuple[EventGroup, ...], context: NarrationContext
) -> list[Instruction[GameEvent]]:
    group = several[0]
    if group.part == RESET:
        return [
            Instruction(
                event.enactor,
                return_words(event),
                event.rule,
                RESET,
                events=(event,),
                short=label(RESET),
            )
            for event in group.events
            if isinstance(event, CardsReturned) and not context.in_app(event.seat)
        ]
    if group.part.startswith(PILE):
        return _targets(group, context)
    if group.part == BY_HAND:
        return [
            _by_hand(event, context) for event in group.events if isinstance(event, HAND_EVENTS)
        ]
    if group.part == TARGETS:
        return [
            _notice(
                group,
                visit_words(
                    [event for event in group.events if isinstance(event, Visited)], context.names
                ),
                context,
            )
        ]
    if group.part == ENDING:
        return [
            _notice(group, won_words(event, context.names), context)
            for event in group.events
            if isinstance(event, Won)
        ]
    return [_moves(several, context)]


def _moves(several: tuple[EventGroup, ...], context: NarrationContext) -> Instruction[GameEvent]:
    """Return the instruction for one card, several without effect, or one part of the grid."""
    group, events = several[0], tuple(event for group in several for event in group.events)
    deeds = deeds_of(context.poses, events)
    words = clauses([_words(one, deeds, context) for one in several])
    moves = pictures(deeds)
    card = events[0].card.text if isinstance(events[0], CardPlayed) else ""
    carried = next((deed.seat for deed in deeds.values() if deed.carried), next(iter(deeds), None))
    seat = group.seat if group.seat is not None else carried
    return Instruction(
        seat,
        words,
        _rule(events),
        group.part,
        moves,
        marks=_marks(events),
        events=events,
        short=short_words(group.part, seat, moves, context.names),
        card=card,
    )


def _words(group: EventGroup, deeds: Mapping[int, Deed], context: NarrationContext) -> Text:
    names, events = context.names, group.events
    blocker = next(
        (blocker_of(event, context, deeds) for event in events if isinstance(event, Stayed)),
        None,
    )
    if group.part == CARDS and isinstance(events[0], CardPlayed):
        return card_words(events[0].card, events[0].seat, deeds, names, blocker)
    if group.part == TELEPORTS:
        return teleport_words(deeds, names)
    if group.part == AGAIN and group.seat is not None:
        return again_words(group.seat, deeds, names, blocker)
    stays = [
        stay_words(event, names, blocker_of(event, context, deeds))
        for event in events
        if isinstance(event, Stayed) and event.cause == BELT
    ]
    return belt_deeds(group.part, deeds, stays, names, all_at_once(deeds))


def _notice(group: EventGroup, words: Text, context: NarrationContext) -> Instruction[GameEvent]:
    """Return a notice about the seat of its first event."""
    seat = getattr(group.events[0], "seat", None)
    news = tuple(
        visit_words([event], context.names) for event in group.events if isinstance(event, Visited)
    )
    return Instruction(
        seat,
        words,
        _rule(group.events),
        group.part,
        marks=_marks(group.events),
        events=group.events,
        short=short_words(group.part, seat, (), context.names),
        news=news,
        drama=WIN
        if any(isinstance(event, Won) for event in group.events)
        else GOAL
        if news
        else "",
    )


def _targets(group: EventGroup, context: NarrationContext) -> list[Instruction[GameEvent]]:
    """Return the instructions for target cards that leave a pile, and its shuffle.

    It is only a notice if the app holds the pile.
    """
    reached = [event for event in group.events if isinstance(event, TargetReached)]
    shuffled = [event for event in group.events if isinstance(event, PileShuffled)]
    seat = group.seat or 0
    owner, in_app = context.owner(seat), context.in_app(seat)
    if not reached and in_app:
        return []
    if not reached:
        words = shuffle_words(seat, owner)
    elif in_app:
        words = reached_notice(reached, context.names)
    else:
        cards = [(event.card, event.square) for event in reached]
        words = cards_out_words(seat, cards, owner, bool(shuffled))
    return [
        Instruction(
            owner if not in_app else seat,
            words,
            _rule(group.events),
            RESET,
            marks=_marks(group.events),
            events=group.events,
            short=label(RESET),
        )
    ]


def _by_hand(event: HandEvent, context: NarrationContext) -> Instruction[GameEvent]:
    """Return the instruction for a correction, a notice if no robot moves."""
    seat = event.seat
    deeds = deeds_of(context.poses, (event,))
    owner = context.owner(seat) if seat is not None else 0
    holder = Custody.HANDS if seat is None else context.custody.get(seat, Custody.HANDS)
    moves = pictures(deeds)
    return Instruction(
        seat,
        hand_words(event, context.names, owner, holder),
        event.rule,
        BY_HAND,
        moves,
        marks=_marks((event,)),
        events=(event,),
        short=short_words(BY_HAND, seat, moves, context.names),
    )


def _rule(events: Iterable[GameEvent]) -> str:
    """Return the number of the rule that explains some events best.

    It is that of a collision, else of a move, else of the first event.
    """
    events = tuple(events)
    for wanted in _TELLING:
        found = next((event.rule for event in events if wanted(event)), None)
        if found is not None:
            return found
    return events[0].rule


_TELLING: Final[tuple[Callable[[GameEvent], bool], ...]] = (
    lambda event: isinstance(event, Moved) and event.cause == PING,
    lambda event: isinstance(event, Moved) and event.cause == SHOVE,
    lambda event: isinstance(event, Stayed),
    lambda event: isinstance(event, Moved),
    lambda event: isinstance(event, (Turned, TargetReached)),
)
"""The events that explain an instruction best, in this order."""


def _marks(events: Iterable[GameEvent]) -> tuple[Square, ...]:
    """Return the places that some events are about, each once, in order."""
    found: list[Square] = []
    for event in events:
        if isinstance(event, CardsByHand):
            found += [square for _, square in event.cards]
        elif square := getattr(event, "square", None):
            found.append(square)
    return tuple(dict.fromkeys(found))


def at_work(grid: CardbotGrid, board: Board, instruction: Instruction) -> Works:
    """Return what acts on the board while an instruction is shown.

    It is the places of the belt, both teleports, slippery and sticky places, or reached targets.
    """
    squares = working(grid, instruction)
    targets = tuple(
        event.target for event in instruction.events if isinstance(event, Visited | TargetReached)
    )
    return Works(
        tuple(element for element in board.elements if element.square in squares), (), targets
    )


def working(grid: CardbotGrid, instruction: Instruction) -> tuple[Square, ...]:
    """Return the places that act while an instruction is shown."""
    if instruction.part in (ONE_BELT, *BELT_PARTS.values()):
        started = {
            event.start if isinstance(event, Moved) else event.square
            for event in instruction.events
            if isinstance(event, (Moved, Stayed)) and event.cause == BELT
        }
        return tuple(
            place
            for belt in grid.belts
            for place in belt.places
            if not started.isdisjoint(belt.places)
        )
    if instruction.part == TELEPORTS:
        return grid.teleports
    if instruction.part in (CARDS, AGAIN):
        slid = [
            event.start
            for event in instruction.events
            if isinstance(event, Moved) and event.cause == SLIDE
        ]
        stuck = [
            event.square
            for event in instruction.events
            if isinstance(event, Stayed)
            and (
                event.reason == STICKY or (event.cause == SLIDE and event.reason in (EDGE, BLOCKED))
            )
        ]
        return tuple(dict.fromkeys(slid + stuck))
    return tuple(
        event.square for event in instruction.events if isinstance(event, Visited | TargetReached)
    )
