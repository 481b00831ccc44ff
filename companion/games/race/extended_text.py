"""Sentences for extended boards only: portals, slopes, rings, drawn cards, markers, copies.

Elements bring their own nouns and say themselves what hands do (`Element.remembered`), so that a
new element needs nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from companion.content.card_art import MOVE_WORDS
from companion.engine.board import Board
from companion.engine.causes import (
    BOUNCE,
    CARD,
    DRAW,
    FALL,
    GEAR,
    JUMP,
    PUSH,
    PUSHER,
    SLIDE,
    SLOPE,
    THROW,
)
from companion.engine.element import Element
from companion.engine.events import (
    CardDrawn,
    CardSet,
    CardsSwapped,
    Event,
    Healed,
    PieceCame,
    PieceGone,
    Remembered,
    StatusBegan,
    StatusEnded,
    Stopped,
    seat_of,
)
from companion.engine.extended.piece import COPY, kind_of
from companion.engine.statuses import BURNT, FLYING, OF_WORD, RADIO, RANDOM
from companion.games.race.ghosts import Name, ground_of, is_above, square_words, whose
from companion.games.race.live_board import LiveBoard, reminder
from companion.games.race.nouns import element_of, noun_of
from companion.games.race.standing import RINGS, PieceCondition, rings_of
from companion.games.race.tracks import GONE, PieceTrack, Pose, TrackLeg
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.words import COMPASS, NOTHING, SIDES, Text, capital, count, listed, text, verbatim

MOST_LEGS: Final = 4
"""The maximum number of parts in a sentence; of a longer way it has the beginning and the end.
"""
_WAYS: Final = frozenset((BOUNCE, THROW, DRAW, SLIDE, SLOPE, GEAR, PUSH))
"""The causes, apart from cards and belts, that are parts of a way."""
NAMED: Final = frozenset((BOUNCE, THROW, DRAW, JUMP))
"""The causes that a way names by their element."""


class PartContext(NamedTuple):
    """The facts for telling one part of a register."""

    names: Mapping[int, Name]
    """The names of all pieces, by seat."""
    live_board: LiveBoard
    """The board before the part."""
    conditions: Mapping[int, PieceCondition]
    """The conditions of the pieces before the part."""
    after: Mapping[int, Pose]
    """The places of all pieces after the part."""


# ---- Ways ----------------------------------------------------------------------------------------


def is_winding(track: PieceTrack, by_card: bool = False) -> bool:
    """Return whether a way needs words part by part; never true on a base board.

    It does if it is more than a row of steps by one cause, or by the card itself.
    """
    legs = track.legs
    if by_card and any(leg.cause in _WAYS and leg.cause != PUSH for leg in legs):
        return True
    return any(leg.direction is None and leg.cause in (JUMP, FALL) for leg in legs) or (
        len(legs) > 1 and any(leg.cause in _WAYS for leg in legs)
    )


def way_words(track: PieceTrack, board: Board, named: bool = True) -> Text:
    """Return a way part by part: "2 forward to E5, through the portal to K3, slides to K5".

    The heading comes at the end if it has changed. `named` says whether to name the elements, which
    is needed only where nothing else does.
    """
    legs: list[TrackLeg] = []
    for leg in track.legs:
        last = legs[-1] if legs else None
        # Legs that one element makes round a corner are one.
        if (
            last is not None
            and leg.cause != CARD
            and leg.direction is not None
            and (last.cause, last.rule, last.by) == (leg.cause, leg.rule, leg.by)
        ):
            legs[-1] = last._replace(end=leg.end)
        else:
            legs.append(leg)
    leg_words = [_leg(leg, board, named) for leg in legs]
    if len(leg_words) > MOST_LEGS:
        leg_words = [
            *leg_words[: MOST_LEGS - 1],
            text("at last to {square}", square=square_words(legs[-1].end)),
        ]
    words = listed(leg_words, "")
    if track.after == track.before or track.parked:
        return words
    return text("{way}, now facing {heading}", way=words, heading=COMPASS[track.after])


def _leg(leg: TrackLeg, board: Board, named: bool) -> Text:
    square = square_words(leg.end)
    if leg.cause == CARD and leg.direction is not None:
        back = (leg.direction - leg.heading) % 4 == 2
        if back:
            return text("{steps} back to {square}", steps=leg.steps, square=square)
        return text("{steps} forward to {square}", steps=leg.steps, square=square)
    words = _jump(leg) if leg.direction is None else _step(leg)
    by = element_of(leg.rule, leg.start, board)
    if named and by and leg.cause in NAMED and leg.rule not in _THROUGH:
        return text("{way} ({element})", way=words, element=by)
    return words


def _jump(leg: TrackLeg) -> Text:
    square = square_words(leg.end)
    through = _THROUGH.get(leg.rule)
    if is_above(leg.end) and not is_above(leg.start):
        return text("up to {square}", square=square)
    if leg.cause == FALL:
        return text("down to {square}", square=square)
    if through is not None:
        return through(square)
    if leg.cause == GEAR:
        return text("is carried round to {square}", square=square)
    return text("to {square}", square=square)


def _teleported(square: Square | Text) -> Text:
    return text("by the teleporter to {square}", square=square)


_THROUGH: Final[Mapping[str, Callable[[Square | Text], Text]]] = {
    "B22": lambda square: text("through the portal to {square}", square=square),
    "B5a": _teleported,
    "B5b": _teleported,
}
"""The rules by which a jump has its own words."""


def _step(leg: TrackLeg) -> Text:
    square = square_words(leg.end)
    found = {
        BOUNCE: text("bounces to {square}", square=square),
        THROW: text("is thrown to {square}", square=square),
        DRAW: text("is moved to {square}", square=square),
        SLIDE: text("slides to {square}", square=square),
        SLOPE: text("slides down to {square}", square=square),
        PUSH: text("is pushed to {square}", square=square),
        PUSHER: text("is pushed to {square}", square=square),
    }
    return found.get(leg.cause) or text("is carried to {square}", square=square)


def void_words(track: PieceTrack, name: Name) -> Text:
    """Return the words of a card without effect, with the reason.

    An example: "BRASS stays on E5: its card has no effect (Magnetic lock)".
    """
    assert track.void is not None
    return text(
        "{clank} stays on {square}: its card has no effect ({reason})",
        clank=name,
        square=square_words(track.void.square if track.end is None else track.end),
        reason=noun_of(track.void.reason),
    )


def planners(square: Square | None, board: Board) -> list[Element]:
    """Return the elements on a square that change the cards played there."""
    if square is None:
        return []
    return [
        one
        for one in board.at(ground_of(square))
        if type(one).plan is not Element.plan and not is_above(square)
    ]


def barred(stop: Stopped, board: Board) -> Text:
    """Return the barrier that keeps a piece on its square, if only extended boards have it.

    NOTHING for walls, borders and the parking row.
    """
    square, direction = stop.square, stop.direction
    if is_above(square):
        return text("there is a rail")
    if (square, direction) in board.walls:
        return NOTHING
    gates = board.gates.get((square, direction), ())
    if gates:
        return text(
            "{barrier} on the {side} side",
            barrier=gates[0].noun or verbatim(gates[0].word),
            side=SIDES[direction],
        )
    holding = next((one for one in board.at(square) if type(one).holds is not Element.holds), None)
    if holding is not None:
        return text("{element} holds it", element=holding.noun)
    return (
        text("it cannot leave its square") if board.next(square, direction) is not None else NOTHING
    )


# ---- What else hands do --------------------------------------------------------------------------


def extended_words(
    events: Sequence[Event], tracks: Iterable[PieceTrack], context: PartContext
) -> list[Text]:
    """Return what hands do or people know apart from moves and hits, in order.

    Changes that are undone within the events are left out.
    """
    gone = {seat for seat, (square, _) in context.after.items() if square is None}
    # A destroyed piece loses all its rings together.
    wanted = [
        event
        for event in _in_the_end(events)
        if not (isinstance(event, StatusEnded) and event.seat in gone)
    ]
    drawn = [event for event in wanted if isinstance(event, CardDrawn)]
    words = []
    for seat in sorted({event.seat for event in drawn}):
        mine, name = [event for event in drawn if event.seat == seat], context.names.get(seat, "")
        slots = [str(event.slot) for event in mine if event.slot]
        if slots:
            # Cards in slots stay secret; cards that are shown and discarded are public.
            words.append(
                count(
                    "{clank}: a random card into slot {slots}",
                    "{clank}: random cards into slots {slots}",
                    len(slots),
                    clank=name,
                    slots=listed(slots),
                )
            )
            continue
        cards = [
            text(
                "{card} {number}",
                card=MOVE_WORDS.get(event.card.move) or verbatim(event.card.move),
                number=str(event.card.priority),
            )
            for event in mine
        ]
        words.append(text("{clank}, drawn and put aside: {cards}", clank=name, cards=listed(cards)))
    words += [_one(event, context) for event in wanted if not isinstance(event, CardDrawn)]
    words += [part for track in tracks for part in _placing(track, context)]
    return [capital(one) for one in words if one]


def _in_the_end(events: Iterable[Event]) -> list[Event]:
    """Return the events with words here; of several about one ring or marker only the last."""
    found: dict[object, Event] = {}
    first: dict[object, Event] = {}
    for event in events:
        key: object = id(event)
        if isinstance(event, (StatusBegan, StatusEnded)):
            key = event.seat, event.status
        elif isinstance(event, Remembered):
            key = event.owner, event.word
        elif not isinstance(
            event, (CardDrawn, CardSet, CardsSwapped, PieceCame, PieceGone, Healed)
        ):
            continue
        first.setdefault(key, event)
        found.pop(key, None)
        found[key] = event
    for key, begun in first.items():
        last = found[key]
        # The last one undoes the first one.
        if (
            begun.before == last.value
            if isinstance(begun, Remembered) and isinstance(last, Remembered)
            else isinstance(begun, StatusBegan) and isinstance(last, StatusEnded)
        ):
            del found[key]
    return list(found.values())


def _one(event: Event, context: PartContext) -> Text:
    if isinstance(event, Remembered):
        return reminder(event, context.live_board)
    name = context.names.get(seat_of(event) or 0, "")
    if isinstance(event, StatusBegan):
        return _began(event, name, context.conditions)
    if isinstance(event, StatusEnded):
        return _status_ended_words(event, name, context.after)
    if isinstance(event, Healed):
        return text(
            "{clank} loses {points} damage, now {damage}",
            clank=name,
            points=event.points,
            damage=event.damage,
        )
    if isinstance(event, PieceCame):
        where = {
            "clank": context.names.get(whose(event.seat) or 0, ""),
            "square": square_words(event.square),
            "heading": COMPASS[event.heading],
        }
        if kind_of(event.seat) == COPY:
            return text("put a copy of {clank} on {square}, facing {heading}", **where)
        return text("put a ghost of {clank} on {square}, facing {heading}", **where)
    if isinstance(event, PieceGone):
        return text("take {piece} off the board", piece=name)
    if isinstance(event, CardSet) and not event.slot:
        return text("{clank}: its player chooses one of its cards next turn", clank=name)
    if isinstance(event, CardSet):
        return text("{clank}: a chosen card comes into slot {slot}", clank=name, slot=event.slot)
    assert isinstance(event, CardsSwapped)
    return text(
        "{clank}: swap the cards in slots {slot} and {other}",
        clank=name,
        slot=event.slot,
        other=event.other,
    )


def _began(event: StatusBegan, name: Name, conditions: Mapping[int, PieceCondition]) -> Text:
    status = OF_WORD[event.status]
    if event.status in RINGS:
        # A piece that wears the ring already wears it a little longer.
        wears = dict(conditions[event.seat].statuses) if event.seat in conditions else {}
        if event.status in wears:
            return NOTHING
        return text("put a ring on {clank} ({status})", clank=name, status=status.title)
    if event.status == BURNT:
        slots = event.value.split(",")
        return count(
            "{clank}: slot {slots} is burnt",
            "{clank}: slots {slots} are burnt",
            len(slots),
            clank=name,
            slots=", ".join(slots),
        )
    if event.status == RADIO and event.value.isdigit():
        return count(
            "{clank} gets {number} random card at the next deal",
            "{clank} gets {number} random cards at the next deal",
            int(event.value),
            clank=name,
        )
    if event.status == RANDOM:
        return text("{clank} gets random cards only at the next deal", clank=name)
    return text("{clank}: {status}", clank=name, status=status.title)


def _status_ended_words(event: StatusEnded, name: Name, after: Mapping[int, Pose]) -> Text:
    status = OF_WORD[event.status]
    square = after.get(event.seat, (None, 0))[0]
    if event.status == FLYING and square is not None:
        return text(
            "{clank} lands on {square}: take the ring off it ({status})",
            clank=name,
            square=square_words(square),
            status=status.title,
        )
    if event.status in RINGS:
        return text("take the ring off {clank} ({status})", clank=name, status=status.title)
    if event.status == BURNT:
        return text("{clank}: no slot is burnt any more", clank=name)
    return text("{clank}: {status} is over", clank=name, status=status.title)


def _placing(track: PieceTrack, context: PartContext) -> list[Text]:
    """Return how a piece is put down if that needs words, and the rings of a destroyed one.

    It needs words up on a deck, or beside another piece.
    """
    name, square = context.names.get(track.seat, ""), track.end
    if track.parked and track.parked != GONE:
        rings = rings_of(context.conditions[track.seat]) if track.seat in context.conditions else []
        if not rings:
            return []
        return [
            count(
                "take the ring off {clank} ({statuses})",
                "take the rings off {clank} ({statuses})",
                len(rings),
                clank=name,
                statuses=listed(rings),
            )
        ]
    if square is None or square == track.start:
        return []
    found = []
    if is_above(square) and not is_above(track.start):
        found.append(_up(square, name, context.live_board.board()))
    beside = [
        seat for seat, (where, _) in context.after.items() if where == square and seat != track.seat
    ]
    if beside:
        found.append(
            count(
                "put {clank} on the edge of {square}, facing {heading}: {others} stands there too",
                "put {clank} on the edge of {square}, facing {heading}: {others} stand there too",
                len(beside),
                clank=name,
                square=square_words(square),
                heading=COMPASS[track.after],
                others=listed([context.names.get(seat, "") for seat in beside]),
            )
        )
    return found


def _up(square: Square, name: Name, board: Board) -> Text:
    ground = ground_of(square)
    deck = next(
        (one for one in board.at(ground) if any(one.above(register) for register in range(1, 6))),
        None,
    )
    if deck is not None and deck.word == "bridge":
        return text("put {clank} up onto the bridge {square}", clank=name, square=ground)
    if deck is not None and deck.word == "elevator":
        return text("put {clank} up onto the elevator {square}", clank=name, square=ground)
    return text("put {clank} up above {square}", clank=name, square=ground)
