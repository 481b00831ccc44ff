"""Causes from events: what made something happen this time, one cause for each instruction.

An example: "The ace goes before the king. TOAD stands on D5, so it is shoved on." A rule says what
is always so, a cause what was so this time. Later cards stay secret: of two equal cards that later
commands decide, only this is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from companion.games.api import OfKey
from companion.games.asking import Custody
from companion.games.cardbot.engine.cards import COMMANDS, Card
from companion.games.cardbot.engine.events import (
    BELT,
    BLOCKED,
    EDGE,
    HAND_EVENTS,
    MOVE,
    NOTHING,
    PING,
    SHOVE,
    SLIDE,
    STICKY,
    TELEPORT,
    CardPlayed,
    GameEvent,
    Moved,
    PingChosen,
    Stayed,
    Visited,
)
from companion.games.cardbot.engine.state import CardbotState
from companion.games.cardbot.look import VALUE_WORDS
from companion.games.cardbot.narration.deeds import Deed
from companion.games.cardbot.narration.wording import AGAIN, belt_words
from companion.games.race.tracks import Pose
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.words import NOTHING as NO_WORDS
from companion.words import SIDES, WAYS, Text, listed, sentence, text

TOGETHER: Final = "CBR09"
"""The rule by which all on a ring are carried without collisions."""
Poses: TypeAlias = dict[int, Pose]
"""The square and heading of every robot, by seat."""


class NarrationContext(NamedTuple):
    """The facts around an instruction, for its words and causes."""

    before: CardbotState
    """The state before the command."""
    names: Mapping[int, str]
    """The names of the robots, by seat."""
    custody: Mapping[int, Custody]
    """The holder of the pile of each seat."""
    order: tuple[tuple[int, Card], ...]
    """All cards of the command, as (seat, card), in order."""
    poses: Poses
    """The present places of the robots."""
    part: str = ""
    """The part of the command that is explained."""

    def at(self, square: Square) -> int | None:
        """Return the robot on a place, None for none."""
        return next((seat for seat, (pose, _) in self.poses.items() if pose == square), None)

    def in_app(self, seat: int) -> bool:
        """Return whether the app holds the pile of a seat."""
        return self.custody.get(seat) is Custody.APP

    def owner(self, seat: int) -> int:
        """Return the seat whose player handles a pile, for a chance robot its driver."""
        return seat if self.before.person(seat) is not None else self.before.enactors[seat]


def caused(
    events: Sequence[GameEvent], context: NarrationContext, brief: bool = False
) -> tuple[Text, ...]:
    """Return why the events of one card or part happened, in sentences.

    `brief` leaves out whose turn it was and who plays the card, for several cards together.
    """
    reasons = [] if brief else [*_first(events, context)]
    for event in events:
        cause = CAUSES.get(type(event))
        if cause is not None:
            reasons += cause(event, context, events)
        if isinstance(event, Moved):
            pose = (event.end, context.poses[event.seat][1])
            context = context._replace(poses={**context.poses, event.seat: pose})
    return tuple(map(sentence, dict.fromkeys(words for words in reasons if words)))


def _first(events: Sequence[GameEvent], context: NarrationContext) -> Iterator[Text]:
    """Yield what comes before the single events: a card's turn, the belt, who tries again."""
    first = events[0]
    if isinstance(first, CardPlayed):
        yield order_words(
            first.seat,
            context.order,
            context.before.command,
            context.before.programs,
            context.names,
        )
        if first.enactor != first.seat:
            yield text(
                "Seat {seat} drives {robot}", seat=first.enactor, robot=context.names[first.seat]
            )
        return
    own = next(
        (
            event
            for event in events
            if isinstance(event, (Moved, Stayed)) and event.cause in (BELT, SLIDE, TELEPORT)
        ),
        None,
    )
    if own is None:
        return
    square = own.start if isinstance(own, Moved) else own.square
    belt = next((belt for belt in context.before.grid.belts if square in belt.places), None)
    if own.cause == BELT and belt is not None:
        yield text(
            "The {belt} runs {way}",
            belt=belt_words(belt, context.before.grid),
            way=WAYS[belt.direction],
        )
        carried = [event for event in events if isinstance(event, Moved) and event.cause == BELT]
        if len(carried) > 1 and carried[0].rule == TOGETHER:
            yield text("It is a ring, so all robots on it move together")
        for event in carried:
            if event.end not in belt.places:
                yield text(
                    "{square} is its last place, and {robot} is carried off it",
                    square=event.start,
                    robot=context.names[event.seat],
                )
    elif context.part == AGAIN:
        yield text(
            "{square} is slippery, and {robot} tries to go on {way}",
            square=square,
            robot=context.names[own.seat],
            way=WAYS[own.direction or 0],
        )
    elif own.cause == TELEPORT:
        yield text(
            "The black jacks lie on {squares}", squares=listed(list(context.before.grid.teleports))
        )


# ---- The order of cards --------------------------------------------------------------------------


def value_words(value: str) -> Text | str:
    """Return a value within a sentence: "ace", "10", "7"."""
    return VALUE_WORDS.get(value, value)


def order_words(
    seat: int,
    order: Sequence[tuple[int, Card]],
    now: int,
    programs: Mapping[int, Sequence[Card]],
    names: Mapping[int, str],
) -> Text:
    """Return why a seat's card is played now: "the ace goes before the king" (CB05, CB06).

    A card is compared with the next one, the last one with the one before it. Of equal cards, later
    commands are not named, since not all of them may be known (CBR19, CBR02).

    Args:
        seat: The seat.
        order: All cards of the command, as (seat, card), in order.
        now: The place of the command in the programs, from 0.
        programs: The programs by seat.
        names: The names of the robots.
    """
    at = next((at for at, (other, _) in enumerate(order) if other == seat), None)
    if at is None:
        return NO_WORDS
    if len(order) == 1:
        return text("Only {robot} plays a card", robot=names[seat])
    (first, card), (second, next_card) = order[min(at, len(order) - 2) :][:2]
    if card.rank != next_card.rank:
        return text(
            "The {first} goes before the {second}",
            first=value_words(card.value),
            second=value_words(next_card.value),
        )
    both = {"robot": names[first], "other": names[second]}
    one, two = programs.get(first, ()), programs.get(second, ())
    if now and len(one) >= now <= len(two) and one[now - 1].rank != two[now - 1].rank:
        return text(
            "{robot} and {other} play equal cards; those of the command before decide, {first} "
            "against {second}",
            **both,
            first=value_words(one[now - 1].value),
            second=value_words(two[now - 1].value),
        )
    if any(len(program) < COMMANDS for program in (one, two)) or any(
        one[at].rank != two[at].rank for at in range(now + 1, COMMANDS)
    ):
        return text(
            "{robot} and {other} play equal cards; the next command in which they differ decides",
            **both,
        )
    return text(
        "{robot} and {other} have equal cards in every command; seat {seat} goes first in this "
        "round",
        **both,
        seat=first,
    )


# ---- One event after another ---------------------------------------------------------------------


def _moved(event: Moved, context: NarrationContext, events: Sequence[GameEvent]) -> Iterator[Text]:
    name = context.names[event.seat]
    if event.cause == SHOVE:
        yield text("{robot} stands on {square}, so it is shoved on", robot=name, square=event.start)
    elif event.cause == PING:
        yield from _pinged(event, context, events)
    elif event.cause == SLIDE and context.part != AGAIN:
        yield text("{square} is slippery, so {robot} slides on", square=event.start, robot=name)


def _pinged(event: Moved, context: NarrationContext, events: Sequence[GameEvent]) -> Iterator[Text]:
    """Yield why a robot cannot be shoved, and who chose the side (CB11, CBR06)."""
    name = context.names[event.seat]
    ended = next(at for at, one in enumerate(events, 1) if one is event)
    # The mover, whose move makes the robot ping, comes after it.
    direction = next(
        (
            one.direction
            for one in events[ended:]
            if isinstance(one, Moved)
            and one.seat == event.mover
            and one.cause in (MOVE, SLIDE, BELT)
        ),
        None,
    )
    if direction is not None:
        beyond = context.before.grid.step(event.start, direction)
        other = context.at(beyond) if beyond is not None else None
        if beyond is None:
            yield text(
                "Beyond {square} the grid ends, so {robot} pings", square=event.start, robot=name
            )
        elif other is not None:
            yield text(
                "{other} stands on {square}, so {robot} pings",
                other=context.names[other],
                square=beyond,
                robot=name,
            )
    choice = next(
        (
            one
            for one in events[ended - 1 :: -1]
            if isinstance(one, PingChosen)
            and one.mover == event.mover
            and one.side == event.direction
        ),
        None,
    )
    side = SIDES[event.direction or 0]
    if choice is None:
        yield text("Only the {side} side of it is free", side=side)
        return
    driver, robot = (
        context.before.enactors.get(event.mover, event.mover),
        context.names[event.mover],
    )
    # The driver of a card's robot was named with the card.
    said = isinstance(events[0], CardPlayed) and events[0].seat == event.mover
    if choice.chosen:
        yield (
            text("Seat {seat} chose the {side} side", seat=driver, side=side)
            if said
            else text(
                "Seat {seat}, who drives {robot}, chose the {side} side",
                seat=driver,
                robot=robot,
                side=side,
            )
        )
    elif said:
        yield text(
            "Seat {seat} chose no side in time, so the right-hand side counts: {side}",
            seat=driver,
            side=side,
        )
    else:
        yield text(
            "Seat {seat}, who drives {robot}, chose no side in time, so the right-hand side "
            "counts: {side}",
            seat=driver,
            robot=robot,
            side=side,
        )


def _stayed(
    event: Stayed, context: NarrationContext, events: Sequence[GameEvent]
) -> Iterator[Text]:
    name = context.names[event.seat]
    if event.reason == EDGE:
        yield text(
            "On the {side} side of {square} the grid ends",
            side=SIDES[event.direction],
            square=event.square,
        )
    elif event.reason == STICKY:
        yield text(
            "A black king on {square} holds {robot}, which cannot turn there",
            square=event.square,
            robot=name,
        )
    elif event.reason == BLOCKED:
        other = blocker_of(event, context)
        if other is not None:
            yield text(
                "{other} stands on {square} and cannot go anywhere",
                other=context.names[other],
                square=context.poses[other][0] or "",
            )
    elif event.reason == NOTHING and isinstance(events[0], CardPlayed):
        yield text(
            "{value} quarter turns to the right: it faces the same way as before",
            value=events[0].card.value,
        )


def blocker_of(
    stay: Stayed, context: NarrationContext, deeds: Mapping[int, Deed] = {}
) -> int | None:
    """Return the robot in the way of one that could not move, None for none.

    `deeds` is where robots have gone since.
    """
    if stay.reason != BLOCKED:
        return None
    ahead = context.before.grid.step(stay.square, stay.direction)
    now = {
        **{seat: square for seat, (square, _) in context.poses.items()},
        **{seat: deed.path[-1] for seat, deed in deeds.items()},
    }
    return next(
        (seat for seat, square in now.items() if square == ahead and seat != stay.seat), None
    )


def _visited(
    event: Visited, context: NarrationContext, events: Sequence[GameEvent]
) -> Iterator[Text]:
    yield text(
        "Target {target} lies on {square} and is the next one for {robot}; it counts at the end "
        "of the round",
        target=event.target,
        square=event.square,
        robot=context.names[event.seat],
    )


CAUSES: Final[
    Mapping[
        type,
        Callable[[OfKey, NarrationContext, Sequence[GameEvent]], Iterable[Text]],
    ]
] = {
    Moved: _moved,
    Stayed: _stayed,
    Visited: _visited,
    **dict.fromkeys(
        HAND_EVENTS,
        lambda event, context, events: (text("This was corrected in the menu"),),
    ),
}
"""The causes of each class of events."""
