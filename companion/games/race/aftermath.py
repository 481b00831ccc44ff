"""What follows from events besides instructions: clanks between two instructions, what befell them, and ways from one position to another.

The game knows only the end of a register; what the table shows meanwhile is worked out here, from the events that hands have carried out so far.
Going back plays nothing backwards: it only puts everything where it was, from two positions instead of events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final

from companion.engine.by_hand import ParkedByHand, PlacedByHand, SetByHand
from companion.engine.causes import CRUSHER, EDGE, LASER, PIT, SHOT
from companion.engine.changes import (
    BoardChange,
    SetCheckpoints,
    SetDamage,
    SetLives,
    SetNextFlag,
    SetPower,
    SetTouched,
)
from companion.engine.element import kinds
from companion.engine.events import (
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
    PieceCame,
    PieceGone,
    PowerDownAnnounced,
    PoweredDown,
    RegisterBegan,
    Respawned,
    StatusBegan,
    StatusEnded,
    StayedParked,
    Turned,
)
from companion.engine.extended.piece import COPIES
from companion.engine.geometry import Square
from companion.engine.state import ACTIVE, OUT, PARKED
from companion.engine.statuses import BURNT, OF_WORD
from companion.formats.explained import in_words
from companion.games.base import BACK, Instruction, MarkerMove, Piece
from companion.games.race.nouns import noun_of
from companion.games.race.others import spot, whose
from companion.games.race.standing import having, other, worn
from companion.games.race.tracks import Track, Unit, in_hand_order
from companion.games.race.wording import facing, flag_words, short_words
from companion.words import NOTHING, Text, capital, clauses, count, listed, text, verbatim

DEATHS: Final[Mapping[str, Callable[[Square], Text]]] = {
    PIT: lambda square: text("fell into the pit on {square}", square=square),
    EDGE: lambda square: text("over the edge at {square}", square=square),
    CRUSHER: lambda square: text("crushed on {square}", square=square),
    LASER: lambda square: text("burnt by a laser on {square}", square=square),
    SHOT: lambda square: text("shot on {square}", square=square),
}
"""How a clank ends, by the cause."""


# ---- Clanks between two instructions ---------------------------------------------------------------------------------------


def after_events(pieces: Iterable[Piece], events: Iterable[Event]) -> tuple[Piece, ...]:
    """The clanks after some events, with damage, flags and lives of that moment."""
    found = {piece.seat: piece for piece in pieces}
    take_in(found, events)
    return tuple(found.values())


def take_in(pieces: dict[int, Piece], events: Iterable[Event]) -> None:
    """Bring clanks, by seat, to where some events lead them."""
    for event in events:
        seat = getattr(event, "seat", None)
        if seat in pieces:
            pieces[seat] = _after(pieces[seat], event)
            if isinstance(event, PieceGone):
                del pieces[seat]
            elif isinstance(event, ParkedByHand):
                pieces.pop(event.seat + COPIES, None)
        elif isinstance(event, PieceCame):
            pieces[event.seat] = other(event.seat, event.square, event.heading)


def _after(piece: Piece, event: Event) -> Piece:
    """One clank after an event of its own; events that no picture shows leave it as it is."""
    if isinstance(event, Moved):
        return piece._replace(square=event.end)
    if isinstance(event, Turned):
        return piece._replace(heading=event.after)
    if isinstance(event, Jumped):
        return piece._replace(square=event.end, heading=event.heading)
    if isinstance(event, (StatusBegan, StatusEnded)):
        return _with_status(piece, event)
    if isinstance(event, (Damaged, Healed)):
        return having(piece, damage=event.damage)
    if isinstance(event, Destroyed):
        parked = piece._replace(square=None, status=OUT if event.lives == 0 else PARKED, down=False)
        return having(parked, damage=0, lives=event.lives, locked=(), announced=False, statuses=())
    if isinstance(event, FlagTouched):
        wanted = getattr(piece.own, "wanted", None)
        if wanted is not None:
            return having(
                piece,
                flags=piece.own.flags + 1,
                wanted=tuple(flag for flag in wanted if flag != event.flag),
            )
        return having(piece, flags=event.flag)
    if isinstance(event, CheckpointTouched):
        return _touched(piece, event)
    if isinstance(event, Respawned):
        return having(
            piece._replace(square=event.square, heading=event.heading, status=ACTIVE), damage=0
        )
    if isinstance(event, PlacedByHand):
        piece = _mended(piece, event.damage)
        return having(
            piece._replace(square=event.square, heading=event.heading, status=ACTIVE),
            damage=event.damage,
        )
    if isinstance(event, ParkedByHand):
        # Parked by hand it loses damage and power down like one that was destroyed (8.4, 6.5.8), but no life.
        return having(
            piece._replace(square=None, status=PARKED, down=False),
            damage=0,
            locked=(),
            announced=False,
            statuses=(),
        )
    return _set(piece, event.change) if isinstance(event, SetByHand) else piece


def _with_status(piece: Piece, event: StatusBegan | StatusEnded) -> Piece:
    """A status more, another value of it, or one less; in the order of their words, as they are remembered."""
    kept = {
        word: value for word, value in getattr(piece.own, "statuses", ()) if word != event.status
    }
    if isinstance(event, StatusBegan):
        kept[event.status] = event.value
    return having(piece, statuses=tuple(sorted(kept.items())))


def _mended(piece: Piece, damage: int) -> Piece:
    """With less damage than before no slot is burnt any more (elements 3.3)."""
    kept = getattr(piece.own, "statuses", ())
    if not kept or damage >= piece.own.damage:
        return piece
    return having(piece, statuses=tuple(entry for entry in kept if entry[0] != BURNT))


def _touched(piece: Piece, event: CheckpointTouched) -> Piece:
    """The checkpoint goes to the end of its list, an older entry of the square goes (7.11.2)."""
    older = [entry for entry in getattr(piece.own, "checkpoints", ()) if entry[0] != event.square]
    return having(piece, checkpoints=(*older, (event.square, event.heading)))


def _set(piece: Piece, change: BoardChange | None) -> Piece:
    """The one value that was set."""
    if isinstance(change, SetDamage):
        return having(_mended(piece, change.damage), damage=change.damage)
    if isinstance(change, SetNextFlag):
        # A change names the flag to be touched next, a piece counts those touched.
        return having(piece, flags=change.flag - 1)
    if isinstance(change, SetTouched) and piece.own is not None:
        wanted = (
            {*(piece.own.wanted or ())} - {change.flag}
            if change.touched
            else {*(piece.own.wanted or ()), change.flag}
        )
        return having(
            piece,
            flags=piece.own.flags + (1 if change.touched else -1),
            wanted=tuple(sorted(wanted)),
        )
    if isinstance(change, SetLives):
        # Who was out and has a life again waits in the parking row for the cleanup (8.5, 9.1).
        status = OUT if change.lives == 0 else PARKED if piece.square is None else piece.status
        return having(piece._replace(status=status), lives=change.lives)
    if isinstance(change, SetCheckpoints):
        return having(piece, checkpoints=change.checkpoints)
    return (
        having(piece._replace(down=change.down), announced=change.announced)
        if isinstance(change, SetPower)
        else piece
    )


# ---- What befell a clank, and what comes before the registers ---------------------------------------------------------------


def befell(events: Iterable[Event], seat: int) -> Text:
    """What has changed for one clank in a turn, in a few words: "5 squares, flag 2, damage +1, destroyed by a pit on C4, back on C1"; NOTHING for nothing.

    How far it came is told first and as a sum; damage and healing as sums too, each where the first of it happened. What a destroyed clank had suffered
    before is not told any more.
    """
    mine = [event for event in events if getattr(event, "seat", None) == seat]
    steps = sum(isinstance(event, Moved) for event in mine)
    told: dict[object, Text] = (
        {Moved: count("{number} square", "{number} squares", steps)} if steps else {}
    )
    sums = dict.fromkeys((Damaged, Healed), 0)
    for event in mine:
        if isinstance(event, Destroyed):
            sums = dict.fromkeys(sums, 0)
            told = {what: words for what, words in told.items() if what not in sums}
        if isinstance(event, (Damaged, Healed)):
            sums[type(event)] += event.points
            words = (
                text("damage +{points}", points=sums[Damaged])
                if isinstance(event, Damaged)
                else text("healed {points}", points=sums[Healed])
            )
            told[type(event)] = words
        elif words := _befell(event):
            # The last checkpoint is the one that counts.
            told[CheckpointTouched if isinstance(event, CheckpointTouched) else words] = words
    return listed(list(told.values()), "")


def _befell(event: Event) -> Text:
    if isinstance(event, FlagTouched):
        return text("flag {flag}", flag=event.flag)
    if isinstance(event, Destroyed):
        known = DEATHS.get(event.cause)
        return known(event.square) if known is not None else _ended(event)
    if isinstance(event, Respawned):
        return text("back on {square}", square=event.square)
    if isinstance(event, CheckpointTouched):
        return text("checkpoint {square}", square=event.square)
    if isinstance(event, StatusBegan):
        return OF_WORD[event.status].title
    if isinstance(event, CardVoid):
        return text("a card without effect")
    if isinstance(event, PoweredDown):
        return (
            text("rested, healed {points}", points=event.repaired)
            if event.repaired
            else text("rested")
        )
    return text("no free checkpoint yet") if isinstance(event, StayedParked) else NOTHING


def _ended(event: Destroyed) -> Text:
    """How a clank ends by what no base board has."""
    if event.cause in kinds():
        return text(
            "destroyed on {square} ({cause})", cause=noun_of(event.cause), square=spot(event.square)
        )
    return text(
        "destroyed by the {cause} on {square}",
        cause=verbatim(event.cause),
        square=spot(event.square),
    )


def prepared(events: Iterable[Event], names: Mapping[int, str]) -> tuple[Instruction, ...]:
    """Who rests, and which cards are locked, out of all events of a turn from its beginning on."""
    early = takewhile(lambda event: not isinstance(event, RegisterBegan), events)
    return tuple(
        Instruction(event.seat, words, event.rule, "")
        for event in early
        if isinstance(event, PoweredDown | PowerDownAnnounced | Dealt)
        and (words := _prepared(event, names))
    )


def _prepared(event: PoweredDown | PowerDownAnnounced | Dealt, names: Mapping[int, str]) -> Text:
    """What is worth telling, NOTHING for what is not: how many cards everybody was dealt is plain from the damage."""
    if isinstance(event, PoweredDown) and event.repaired:
        return text(
            "{clank} rests this turn and loses {points} damage",
            clank=names[event.seat],
            points=event.repaired,
        )
    if isinstance(event, PoweredDown):
        return text("{clank} rests this turn", clank=names[event.seat])
    if isinstance(event, PowerDownAnnounced):
        return text("{clank} will rest next turn", clank=names[event.seat])
    if event.locked:
        slots = count(
            "slot {slots}",
            "slots {slots}",
            len(event.locked),
            slots=", ".join(map(str, sorted(event.locked))),
        )
        return count(
            "{clank} is dealt {number} card; {slots} locked",
            "{clank} is dealt {number} cards; {slots} locked",
            event.count,
            clank=names[event.seat],
            slots=slots,
        )
    return NOTHING


def recounted(events: Iterable[Event], names: Mapping[int, str]) -> tuple[tuple[str, str], ...]:
    """The same for a record of the whole race: (sentence, rule)."""
    told = (
        event
        for event in events
        if isinstance(event, (PoweredDown, PowerDownAnnounced))
        or (isinstance(event, Dealt) and event.locked)
    )
    return tuple((str(in_words(event, names.__getitem__)), event.rule) for event in told)


# ---- From one position to another ------------------------------------------------------------------------------------------


def ways(
    before: Iterable[Piece], after: Iterable[Piece], names: Mapping[int, str], back: bool = True
) -> tuple[Instruction, ...]:
    """The instructions that lead from one position of the clanks to another, each finding its squares free; `back` says so in words.

    One for each clank that is to be moved, but those that chase each other in a ring are moved in one go. None where nothing differs.
    """
    stood, goals = {piece.seat: piece for piece in before}, {piece.seat: piece for piece in after}
    # Copies and ghosts come and go.
    missing = {
        seat: piece._replace(square=None)
        for seat, piece in (stood | goals).items()
        if piece.of is not None
    }
    stood, goals = {**missing, **stood}, {**missing, **goals}
    units = [
        _unit(piece, goals[seat])
        for seat, piece in sorted(stood.items())
        if seat in goals and _differs(piece, goals[seat])
    ]
    moved = tuple(_way(ring, names, goals, back) for ring in in_hand_order(units))
    return moved + tuple(
        _rings(piece, goals[seat], names)
        for seat, piece in sorted(stood.items())
        if seat in goals and worn(piece) != worn(goals[seat])
    )


def _rings(piece: Piece, goal: Piece, names: Mapping[int, str]) -> Instruction:
    """The rings that a piece puts on and takes off."""
    off, on = (
        [one for one in worn(piece) if one not in worn(goal)],
        [one for one in worn(goal) if one not in worn(piece)],
    )
    name = names[piece.seat]
    told = clauses(
        [
            *(
                [
                    count(
                        "take the ring off {clank} ({statuses})",
                        "take the rings off {clank} ({statuses})",
                        len(off),
                        clank=name,
                        statuses=listed(off),
                    )
                ]
                if off
                else []
            ),
            *(
                [text("put a ring on {clank} ({status})", clank=name, status=listed(on))]
                if on
                else []
            ),
        ]
    )
    return Instruction(
        piece.of or piece.seat,
        capital(told),
        "",
        BACK,
        short=text("{clank}, rings", clank=name),
        besides=True,
    )


def _differs(piece: Piece, goal: Piece) -> bool:
    # Which way a clank faces in the parking row means nothing: it comes back with the heading of its checkpoint.
    return piece.square != goal.square or (
        piece.square is not None and piece.heading != goal.heading
    )


def _unit(piece: Piece, goal: Piece) -> Unit:
    """One clank by itself: on a way back nobody is pushed, so that each is a unit of its own."""
    track = Track(piece.seat, (piece.square, piece.heading))
    track.after = goal.heading
    if goal.square is None:
        track.parked = BACK
    elif goal.square != piece.square:
        track.path.append(goal.square)
    unit = Unit(piece.seat)
    unit.tracks = {piece.seat: track}
    return unit


def _way(
    ring: Sequence[Unit], names: Mapping[int, str], goals: Mapping[int, Piece], back: bool
) -> Instruction:
    """One clank's instruction, or that of a ring. It has no rule: none leads backwards."""
    tracks = [track for unit in ring for track in unit.tracks.values()]
    words = [_way_words(track, names[track.seat], back) for track in tracks]
    told = words[0] if len(words) == 1 else text("All at once: {deeds}", deeds=listed(words))
    for track in tracks:
        beside = [
            names[piece.seat]
            for piece in goals.values()
            if track.end is not None and piece.square == track.end and piece.seat != track.seat
        ]
        if beside:
            told = text(
                "{told}, on the edge of the square beside {others}",
                told=told,
                others=listed(beside),
            )
    moves, seat = tuple(track.picture() for track in tracks), ring[0].seat
    return Instruction(
        whose(seat) or seat, told, "", BACK, moves, short=short_words(BACK, seat, moves, names)
    )


def _way_words(track: Track, name: str, back: bool) -> Text:
    """One clank's way: "COPPER back to D6, facing N; take it from parking 2"."""
    square, heading = spot(track.end or ""), facing(track.after)
    if whose(track.seat) is not None and None in (track.start, track.end):
        return (
            text("take {piece} off the board", piece=name)
            if track.end is None
            else text(
                "{clank} to {square}, facing {heading}", clank=name, square=square, heading=heading
            )
        )
    if track.end is None:
        return text("{clank} to parking {parking}", clank=name, parking=track.seat)
    if track.start == track.end:
        return text(
            "{clank} on {square}: turn it to face {heading}",
            clank=name,
            square=square,
            heading=heading,
        )
    if back:
        way = text(
            "{clank} back to {square}, facing {heading}", clank=name, square=square, heading=heading
        )
    else:
        way = text(
            "{clank} to {square}, facing {heading}", clank=name, square=square, heading=heading
        )
    return (
        way
        if track.start is not None
        else text("{way}; take it from parking {parking}", way=way, parking=track.seat)
    )


def flag_ways(before: Sequence[Square], after: Sequence[Square]) -> Iterator[Instruction]:
    """What hands move of the flags."""
    for number, (start, end) in enumerate(zip(before, after, strict=False), 1):
        if start != end:
            words = flag_words(number, start, end)
            yield Instruction(
                None,
                words,
                "",
                BACK,
                (),
                (),
                (start, end),
                (),
                (MarkerMove(number, start, end),),
                short_words(BACK, None, (), {}),
            )
