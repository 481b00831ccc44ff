"""Causes from events: what made something happen this time, one cause for each instruction.

An example: "810 goes before 780. The wall on the east side of E6 stops BRASS." A rule says what is
always so, a cause what was so this time. Causes are read from the events, the board and the pieces
before the events, never from later ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final

from companion.engine.board import OUTSIDE, Board
from companion.engine.causes import (
    BELT,
    CARD,
    CLAIM,
    CRUSHER,
    EDGE,
    JAM,
    LASER,
    PIT,
    PUSH,
    PUSHER,
    REPAIR,
    ROTATOR,
    ROW,
    SHOT,
    TORN,
)
from companion.engine.changes import FlagMoved, ParkedByHand, PlacedByHand, SetByHand
from companion.engine.element import Element
from companion.engine.elements.belt import FAST_BELTS
from companion.engine.events import (
    CardPlayed,
    CheckpointTouched,
    Damaged,
    Destroyed,
    Event,
    FlagTouched,
    Healed,
    Jumped,
    Moved,
    NobodyWon,
    Respawned,
    StayedParked,
    Stopped,
    Turned,
    Won,
)
from companion.engine.keys import registers_words
from companion.engine.modes import FREE, LASTING, TOGETHER
from companion.engine.state import OUT, PARKED, Checkpoint
from companion.games.api import OfKey
from companion.games.race.extended_causes import (
    EXTENDED_CAUSES,
    CauseContext,
    changed_by,
    ended_by,
    hurt_by,
    source,
)
from companion.games.race.ghosts import ground_of, is_above
from companion.games.race.nouns import CARDS, RETURNS
from companion.games.race.phrases import order_words
from companion.geometry import LEFT, Heading, S, Square, column_row, opposite
from companion.words import (
    COMPASS,
    NOTHING,
    SIDES,
    WAYS,
    Text,
    clauses,
    count,
    listed,
    sentence,
    text,
    verbatim,
)


def caused(events: Sequence[Event], context: CauseContext) -> tuple[Text, ...]:
    """Return why the events of one instruction happened, in sentences."""
    if context.part == RETURNS:
        # A piece that comes back takes a square from those that come back after it.
        context = _moved_on(context, context.moment[: context.moment.index(events[0])])
    reasons = [*_first(events, context)]
    # The causes of each event, with the pieces where earlier events have left them.
    for event in events:
        if (own_words := context.by_rule.get(event.rule)) is not None:
            reasons.append(own_words(event, context))
        elif (cause := CAUSES.get(type(event))) is not None:
            reasons += cause(event, context, events)
        if len(events) > 1:
            context = _moved_on(context, (event,))
    return tuple(map(sentence, dict.fromkeys(words for words in reasons if words)))


def _first(events: Sequence[Event], context: CauseContext) -> Iterator[Text]:
    """Yield what comes before the single events: a card's turn, or a full ring of belts."""
    if context.part == CARDS and isinstance(events[0], CardPlayed):
        seat = events[0].seat
        yield order_words(seat, context.cast.order, context.cast.names)
        own = context.conditions.get(seat)
        if own is not None and context.register in own.locked:
            yield text(
                "Slot {slot} of {clank} is locked, so its card is played again",
                slot=context.register,
                clank=context.name(seat),
            )
        yield from changed_by(seat, context)
    rings = [
        event
        for event in events
        if isinstance(event, Moved) and event.cause == BELT and event.by is None
    ]
    if len(rings) > 1:
        yield text(
            "The belts on {squares} form a ring, so all on them move together",
            squares=listed([event.start for event in rings]),
        )


# ---- One event after another ---------------------------------------------------------------------


def _moved_on(context: CauseContext, events: Iterable[Event]) -> CauseContext:
    """Return the facts after some events have moved pieces."""
    pieces = dict(context.pieces)
    for event in events:
        if isinstance(event, (Moved, Jumped)) and event.seat in pieces:
            pieces[event.seat] = pieces[event.seat]._replace(square=event.end)
        elif isinstance(event, Respawned):
            pieces[event.seat] = pieces[event.seat]._replace(square=event.square)
        elif isinstance(event, Destroyed):
            pieces[event.seat] = pieces[event.seat]._replace(
                square=None, status=OUT if event.lives == 0 else PARKED
            )
    return context._replace(pieces=pieces)


def _moved(event: Moved, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    board = context.cast.board
    if event.by is not None or event.cause == PUSH:
        # One sentence names everybody whom the same piece pushes, at the first of its steps.
        yield _pushed(
            {other.seat for other in events if isinstance(other, Moved) and other.by == event.by},
            event.by,
            context,
        )
    elif event.cause == BELT:
        ring = sum(isinstance(other, Moved) and other.by is None for other in events) > 1
        belt = _one(board, event.start, "belt")
        if not ring and belt is not None:
            yield _belt(belt, event.start, event.direction)
    elif event.cause == PUSHER:
        # A hydraulic pusher pushes several times.
        if context.cast.plain or _begins(event, events):
            yield _pusher(board, event.start, opposite(event.direction))
    elif event.cause != CARD and _begins(event, events):
        yield source(event.cause, event.rule, event.start, context) or _by_element(
            event.cause, event.start, board
        )


def _begins(event: Moved, events: Sequence[Event]) -> bool:
    """Return whether a step is the first of several steps of a piece by the same cause."""
    own = [other for other in events if isinstance(other, Moved) and other.seat == event.seat]
    at = own.index(event)
    return at == 0 or (own[at - 1].cause, own[at - 1].direction) != (event.cause, event.direction)


def _pushed(seats: Iterable[int], by: int | None, context: CauseContext) -> Text:
    whom = [context.cast.names[seat] for seat in sorted(seats)]
    return count(
        "{clanks} was pushed by {clank}",
        "{clanks} were pushed by {clank}",
        len(whom),
        clanks=listed(whom),
        clank=context.name(by),
    )


def _belt(belt: Element, square: Square, direction: Heading) -> Text:
    if belt.beats()[:1] == (FAST_BELTS,):
        return text("The fast belt on {square} runs {way}", square=square, way=WAYS[direction])
    return text("The belt on {square} runs {way}", square=square, way=WAYS[direction])


def _pusher(board: Board, square: Square, side: Heading) -> Text:
    mounted = (
        element
        for element in board.at(square)
        if "pusher" in element.word and element.direction() == side
    )
    pusher = next(mounted, None)
    if pusher is None:
        return text("A pusher pushes the clank on {square}", square=square)
    return text(
        "The pusher on the {side} side of {square} pushes in {registers}",
        side=SIDES[side],
        square=square,
        registers=registers_words(pusher.active),
    )


def _turned(event: Turned, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    board = context.cast.board
    if event.cause == ROTATOR and (
        context.cast.plain or _one(board, event.square, "rotator") is not None
    ):
        left = (event.after - event.before) % 4 == LEFT % 4
        yield (
            text("The rotator on {square} turns left", square=event.square)
            if left
            else text("The rotator on {square} turns right", square=event.square)
        )
    elif event.cause == BELT:
        belt = _one(board, event.square, "belt")
        way = None if belt is None else belt.leads(context.register)
        yield text(
            "The belt on {square} bends to the {way}",
            square=event.square,
            way=WAYS[event.after if way is None else way],
        )
    elif event.cause != CARD or event.rule != "7.2.3":
        yield source(event.cause, event.rule, event.square, context) or _by_element(
            event.cause, event.square, board
        )


def _damaged(event: Damaged, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    clank = context.name(event.seat)
    if event.cause == SHOT and isinstance(event.by, int) and event.by in context.pieces:
        shooter = context.pieces[event.by]
        yield text(
            "{shooter} on {square} faces {heading}, and {clank} on {target} is the first in line",
            shooter=context.name(event.by),
            square=shooter.square or "",
            heading=COMPASS[shooter.heading],
            clank=clank,
            target=event.square,
        )
    elif event.cause == LASER and isinstance(event.by, str):
        yield _beam(event, context.cast.board, clank)
    elif not context.cast.plain:
        yield hurt_by(event, context)
    else:
        yield _by_element(event.cause, event.square, context.cast.board)


def _beam(hit: Damaged, board: Board, clank: str | Text) -> Text:
    assert isinstance(hit.by, str)
    lasers = [
        element
        for element in board.at(hit.by)
        if "laser" in element.traits and hit.square in element.reach(board)
    ]
    lasers.sort(key=lambda element: element.beam_count() != hit.points)
    if not lasers:
        return _by_element(hit.cause, hit.by, board)
    return count(
        "{clank} on {target} stands in the beam of the laser on the {side} side of {square}",
        "{clank} on {target} stands in the {number} beams of the laser on the {side} side "
        "of {square}",
        hit.points,
        clank=clank,
        target=hit.square,
        side=SIDES[side_of(lasers[0])],
        square=hit.by,
    )


def _destroyed(event: Destroyed, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    clank, board = context.name(event.seat), context.cast.board
    if not context.cast.plain and (found := ended_by(event, context)):
        yield found
    elif event.cause == PIT:
        yield text("{square} is a pit", square=event.square)
    elif event.cause == EDGE:
        yield from _over_edge(event, context)
        yield text("There is no wall at the edge of the board beside {square}", square=event.square)
    elif event.cause == CRUSHER:
        crusher = _one(board, event.square, "crusher")
        if crusher is None:
            yield _by_element(event.cause, event.square, board)
        else:
            yield text(
                "The crusher on {square} closes in {registers}",
                square=event.square,
                registers=registers_words(crusher.active),
            )
    elif event.cause in (LASER, SHOT):
        yield text("The tenth point of damage destroys {clank}", clank=clank)
    else:
        yield _by_element(event.cause, event.square, board)
    # What it touches in these events is included.
    points = [square for square, _ in _checkpoints(event.seat, context)]
    points += [
        other.square
        for other in events
        if isinstance(other, CheckpointTouched) and other.seat == event.seat
    ]
    yield from _fate(event, clank, points)


def _over_edge(event: Destroyed, context: CauseContext) -> Iterator[Text]:
    """Yield what moved a piece over the edge: it entered no square, so no movement says so."""
    first, board, seat = context.moment[0], context.cast.board, event.seat
    # Those that move pieces in this part of the register.
    elements = [
        element
        for element in board.at(event.square)
        if any(beat.name == context.part for beat in element.beats())
        and (not context.register or element.active(context.register))
    ]
    if isinstance(first, CardPlayed):
        by: int | None = first.seat if first.seat != seat else None
    else:
        entered = (
            other
            for other in context.moment
            if isinstance(other, Moved) and other.end == event.square
        )
        if not elements:
            by = next((other.seat if other.by is None else other.by for other in entered), None)
        else:
            by = None
    if by not in (None, seat):
        yield _pushed([seat], by, context)
    for element in elements:
        if "belt" in element.traits and (way := element.leads(context.register)) is not None:
            yield _belt(element, event.square, way)
        elif "pusher" in element.traits:
            yield _pusher(board, event.square, side_of(element))


def _checkpoints(seat: int, context: CauseContext) -> tuple[Checkpoint, ...]:
    """Return the checkpoints of a piece, the last one at the end."""
    own = context.conditions.get(seat)
    return () if own is None else own.checkpoints


def _fate(event: Destroyed, clank: str | Text, points: Sequence[Square]) -> Iterator[Text]:
    """Yield what a destroyed piece has left, and where it comes back, the last of some squares."""
    if event.lives == 0:
        yield text("{clank} has lost its last life and is out", clank=clank)
        return
    if event.lives is None:
        left = NOTHING
    else:
        left = count(
            "{clank} has {number} life left",
            "{clank} has {number} lives left",
            event.lives,
            clank=clank,
        )
    if points and left:
        yield text(
            "{left} and comes back before the next deal, on {square} if nobody stands there",
            left=left,
            square=points[-1],
        )
    elif points:
        yield text(
            "{clank} comes back before the next deal, on {square} if nobody stands there",
            clank=clank,
            square=points[-1],
        )
    else:
        yield left


def _flag(event: FlagTouched, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    clank = context.name(event.seat)
    if event.rule in (FREE, TOGETHER):
        yield text(
            "Flag {flag} lies on {square} and was still missing for {clank}",
            flag=event.flag,
            square=event.square,
            clank=clank,
        )
    else:
        yield text(
            "Flag {flag} lies on {square} and is the next one for {clank}",
            flag=event.flag,
            square=event.square,
            clank=clank,
        )


def _checkpoint(
    event: CheckpointTouched, context: CauseContext, events: Sequence[Event]
) -> Iterator[Text]:
    flags, clank = context.cast.flags, context.name(event.seat)
    own = context.conditions.get(event.seat)
    flag = flags.index(event.square) + 1 if event.square in flags else 0
    other = next(
        (
            one.noun
            for one in context.cast.board.at(event.square)
            if "checkpoint" in one.traits and "repair" not in one.traits
        ),
        NOTHING,
    )
    if not flag and other:
        yield text("{element} on {square} is a checkpoint", element=other, square=event.square)
    elif not flag:
        yield text("The repair point on {square} is a checkpoint", square=event.square)
    elif not any(
        isinstance(other, FlagTouched) and other.seat == event.seat and other.square == event.square
        for other in events
    ):
        yield text("Flag {flag} on {square} is a checkpoint", flag=flag, square=event.square)
        if own is None:
            return
        earlier = takewhile(lambda other: other is not event, events)
        flags_had = own.flags + sum(
            isinstance(other, FlagTouched) and other.seat == event.seat for other in earlier
        )
        if own.wanted is None and flag > flags_had + 1:
            yield text(
                "It does not count as a flag yet: flag {next} comes first for {clank}",
                next=flags_had + 1,
                clank=clank,
            )
        elif own.wanted is not None and flag not in own.wanted:
            yield text("It does not count as a flag for {clank}", clank=clank)
        elif own.wanted is None and flag <= flags_had:
            yield text("{clank} has touched this flag before", clank=clank)
        else:
            yield text("With the setting Flag hit it counts as a flag only later")


def _won(event: Won, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    flags = len(context.cast.flags)
    if event.rule == LASTING:
        yield text("All others are out")
    elif event.rule in (FREE, TOGETHER):
        yield text("It was the last flag that was missing")
    else:
        yield (
            text("Flag {flag} is the last one", flag=flags)
            if flags
            else text("{clank} has touched all flags", clank=context.name(event.seat))
        )


def _healed(event: Healed, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    point = _one(context.cast.board, event.square, "repair")
    if event.cause != REPAIR or point is None:
        yield source(event.cause, event.rule, event.square, context) or _by_element(
            event.cause, event.square, context.cast.board
        )
    elif event.points > point.repairs():
        yield text(
            "After register 5 the repair point on {square} removes all damage",
            square=event.square,
        )
    elif point.repairs() > 1:
        yield text(
            "The repair point on {square} shows a gear: it removes up to {points} damage",
            square=event.square,
            points=point.repairs(),
        )
    else:
        yield text(
            "The repair point on {square} is hollow: it removes 1 damage", square=event.square
        )


def _nobody(event: NobodyWon, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    out = [
        context.cast.names[seat] for seat, piece in context.pieces.items() if piece.status == OUT
    ]
    if out:
        yield count(
            "{clanks} has no life left", "{clanks} have no life left", len(out), clanks=listed(out)
        )


def _respawned(event: Respawned, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    points = [square for square, _ in _checkpoints(event.seat, context)][::-1]
    passed = points[: points.index(event.square)] if event.square in points else []
    if passed:
        yield text(
            "{occupied}; {square} is the checkpoint before",
            occupied=_occupied(passed, context),
            square=event.square,
        )
    else:
        yield text(
            "{square} is the checkpoint that {clank} touched last, and nobody stands there",
            square=event.square,
            clank=context.name(event.seat),
        )


def _stayed_parked(
    event: StayedParked, context: CauseContext, events: Sequence[Event]
) -> Iterator[Text]:
    points = [square for square, _ in _checkpoints(event.seat, context)][::-1]
    yield _occupied(points, context) or text(
        "{clank} has no checkpoint", clank=context.name(event.seat)
    )


def _occupied(squares: Iterable[Square], context: CauseContext) -> Text:
    stands = {
        piece.square: piece.seat for piece in context.pieces.values() if piece.square is not None
    }
    return clauses(
        [
            text(
                "{clank} stands on {square}",
                clank=context.cast.names[stands[square]],
                square=square,
            )
            for square in squares
            if square in stands
        ]
    )


def _by_hand(event: Event, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    yield text("This was corrected in the menu")


def _one(board: Board, square: Square, trait: str) -> Element | None:
    return next((element for element in board.at(square) if trait in element.traits), None)


def side_of(element: Element) -> Heading:
    """Return the side on which an element is mounted, the south for one without a side."""
    side = element.direction()
    return S if side is None else side


def _by_element(cause: str, square: Square, board: Board) -> Text:
    """Return what an element of a plugin has done, by the word of the cause."""
    return text("The cause is on {square}: {cause}", square=square, cause=verbatim(cause))


# ---- What stops a piece --------------------------------------------------------------------------


def _stopped(event: Stopped, context: CauseContext, events: Sequence[Event]) -> Iterator[Text]:
    clank, board = context.name(event.seat), context.cast.board
    other = context.pieces.get(event.other) if event.other is not None else None
    if event.reason == CLAIM:
        yield _claim(event, context)
    elif event.reason == TORN:
        # The pushers that pull at one piece (7.6.4).
        acting = [
            SIDES[side_of(element)]
            for element in board.at(event.square)
            if "pusher" in element.traits
            and (not context.register or element.active(context.register))
        ]
        yield text(
            "Several pushers act on {square} at the same time, on these sides: {sides}",
            square=event.square,
            sides=listed(acting),
        )
    elif event.reason == JAM and other is not None and event.rule == "13.2":
        yield text(
            "{other} on {square} stands on a belt too, and no belt pushes it",
            other=context.name(other.seat),
            square=other.square or "",
        )
    elif event.reason == JAM and other is not None:
        yield text(
            "{other} on {square} has to stay, so {clank} cannot go there",
            other=context.name(other.seat),
            square=other.square or "",
            clank=clank,
        )
    elif event.reason == ROW and other is not None and other.square is not None:
        yield text(
            "{barrier} stops {other}, so {clank} cannot push",
            barrier=barrier_words(board, other.square, event.direction),
            other=context.name(other.seat),
            clank=clank,
        )
    else:
        yield text(
            "{barrier} stops {clank}",
            barrier=barrier_words(board, event.square, event.direction),
            clank=clank,
        )


def barrier_words(board: Board, square: Square, direction: Heading) -> Text:
    """Return the barrier on a side of a square: "the wall on the east side of E6"."""
    if is_above(square):
        return text("the rail above {square}", square=ground_of(square))
    if direction == S and column_row(square)[1] == 0:
        return text("the parking row beside {square}", square=square)
    where: dict[str, Text | str] = {"side": SIDES[direction], "square": square}
    if (square, direction) in board.walls:
        beyond = board.next(square, direction)
        mounts = [
            (square, direction),
            *([(beyond, opposite(direction))] if beyond is not None else []),
        ]
        hung = [
            element for at, side in mounts for element in board.at(at) if side in element.walls()
        ]
        plain = not hung or any("wall" in element.traits for element in hung)
        if not plain and "pusher" in hung[0].traits:
            return text("the wall of the pusher on the {side} side of {square}", **where)
        if not plain and "laser" in hung[0].traits:
            return text("the wall of the laser on the {side} side of {square}", **where)
        return text("the wall on the {side} side of {square}", **where)
    gates = board.gates.get((square, direction), ())
    if gates and gates[0].noun:
        return text("{barrier} on the {side} side of {square}", barrier=gates[0].noun, **where)
    if board.next(square, direction) is None and board.ahead[direction][square] != OUTSIDE:
        return text("the border of the board on the {side} side of {square}", **where)
    return text("the barrier on the {side} side of {square}", **where)


def _claim(event: Stopped, context: CauseContext) -> Text:
    """Return who else claims the square, or the edge from the other side (13.7)."""
    claims = [
        other for other in context.moment if isinstance(other, Stopped) and other.reason == CLAIM
    ]
    wanted = {other.seat: _wanted(other, context) for other in claims}
    for square in wanted[event.seat]:
        seats = sorted(seat for seat, squares in wanted.items() if square in squares)
        if len(seats) > 1 and _one(context.cast.board, square, "pit") is None:
            return text(
                "{clanks} would come onto {square} at the same time, so neither moves",
                clanks=listed([context.cast.names[seat] for seat in seats]),
                square=square,
            )
    ahead = context.cast.board.next(event.square, event.direction)
    facing_it = next(
        (
            other
            for other in claims
            if other.square == ahead and other.direction == opposite(event.direction)
        ),
        None,
    )
    if facing_it is not None:
        both = listed([context.cast.names[seat] for seat in sorted((event.seat, facing_it.seat))])
        return text("{clanks} would change places, so neither moves", clanks=both)
    return text(
        "Two would come onto the square beside {square}, so neither moves",
        square=event.square,
    )


def _wanted(stop: Stopped, context: CauseContext) -> list[Square]:
    """Return the squares that a mover and the pieces it would push want to enter (7.4.2)."""
    stands = {
        piece.square: piece.seat for piece in context.pieces.values() if piece.square is not None
    }
    movers = {
        event.seat
        for event in context.moment
        if isinstance(event, Stopped) or (isinstance(event, Moved) and event.by is None)
    }
    found: list[Square] = []
    square: Square | None = stop.square
    while square and (square := context.cast.board.ahead[stop.direction][square]):
        found.append(square)
        if stands.get(square, stop.seat) in movers:
            break
    return found


CAUSES: Final[Mapping[type, Callable[[OfKey, CauseContext, Sequence[Event]], Iterator[Text]]]] = {
    Moved: _moved,
    Turned: _turned,
    Stopped: _stopped,
    Damaged: _damaged,
    Destroyed: _destroyed,
    FlagTouched: _flag,
    CheckpointTouched: _checkpoint,
    Won: _won,
    Healed: _healed,
    NobodyWon: _nobody,
    Respawned: _respawned,
    StayedParked: _stayed_parked,
    PlacedByHand: _by_hand,
    ParkedByHand: _by_hand,
    SetByHand: _by_hand,
    FlagMoved: _by_hand,
    **EXTENDED_CAUSES,
}
"""The causes of each class of events. A card's cause is its place in the order."""
