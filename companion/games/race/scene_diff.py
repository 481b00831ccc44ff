"""The moves that turn one layout of the table into another; nothing is played backwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.race.ghosts import Name, square_words, whose
from companion.games.race.standing import ring_names
from companion.games.race.tracks import PieceTrack, rings_of
from companion.games.race.wording import flag_words, short_words
from companion.games.scene import BACK, Instruction, MarkerMove, Piece, Scene
from companion.words import COMPASS, Text, capital, clauses, count, listed, text


def scene_diff(
    before: Scene, after: Scene, names: Mapping[int, Name], back: bool = True
) -> tuple[Instruction, ...]:
    """Return the moves from one scene to another: loose parts, then pieces, then markers.

    `back` makes the words say so. There are none if the scenes are equal.
    """
    instructions = []
    was, shall = {part.key: part for part in before.loose}, {part.key: part for part in after.loose}
    for key in sorted({*was, *shall}):
        part = shall.get(key) or was[key]
        if (was[key].lies if key in was else "") != (shall[key].lies if key in shall else ""):
            instructions.append(
                Instruction(
                    None,
                    part.words,
                    "",
                    BACK,
                    marks=part.squares,
                    short=part.words,
                    has_other_work=True,
                )
            )
    instructions += _pieces_way(before.pieces, after.pieces, names, back)
    for number, (start, end) in enumerate(zip(before.markers, after.markers, strict=False), 1):
        if start != end:
            instructions.append(
                Instruction(
                    None,
                    flag_words(number, start, end),
                    "",
                    BACK,
                    marks=(start, end),
                    markers=(MarkerMove(number, start, end),),
                    short=short_words(BACK, None, (), {}),
                )
            )
    return tuple(instructions)


def _pieces_way(
    before: Iterable[Piece], after: Iterable[Piece], names: Mapping[int, Name], back: bool
) -> list[Instruction]:
    """Return the instructions for pieces, each with free squares; rings move in one go."""
    stood, goals = {piece.seat: piece for piece in before}, {piece.seat: piece for piece in after}
    # Copies and ghosts come and go.
    missing = {
        seat: piece._replace(square=None)
        for seat, piece in (stood | goals).items()
        if piece.of is not None
    }
    stood, goals = {**missing, **stood}, {**missing, **goals}
    pairs = [(piece, goals[seat]) for seat, piece in sorted(stood.items()) if seat in goals]
    tracks = []
    for piece, goal in pairs:
        # The heading in the parking row has no meaning: a piece comes back with that of its
        # checkpoint.
        if piece.square == goal.square and (piece.square is None or piece.heading == goal.heading):
            continue
        track = PieceTrack(piece.seat, (piece.square, piece.heading))
        track.after = goal.heading
        if goal.square is None:
            track.parked = BACK
        elif goal.square != piece.square:
            track.path.append(goal.square)
        tracks.append(track)
    instructions = []
    for ring in rings_of(tracks):
        # One piece or a ring of several.
        words = [_way_words(track, names[track.seat], back) for track in ring]
        deeds = words[0] if len(words) == 1 else text("All at once: {deeds}", deeds=listed(words))
        for track in ring:
            beside = [
                names[piece.seat]
                for piece in goals.values()
                if track.end is not None and piece.square == track.end and piece.seat != track.seat
            ]
            if beside:
                deeds = text(
                    "{words}, on the edge of the square beside {others}",
                    words=deeds,
                    others=listed(beside),
                )
        moves, seat = tuple(track.picture() for track in ring), ring[0].seat
        short = short_words(BACK, seat, moves, names)
        # It has no rule: none leads backwards.
        instructions.append(Instruction(whose(seat) or seat, deeds, "", BACK, moves, short=short))
    instructions += [
        _rings(piece, goal, names) for piece, goal in pairs if ring_names(piece) != ring_names(goal)
    ]
    return instructions


def _rings(piece: Piece, goal: Piece, names: Mapping[int, Name]) -> Instruction:
    """Return the instruction for the rings that a piece gets and loses."""
    off = [one for one in ring_names(piece) if one not in ring_names(goal)]
    on = [one for one in ring_names(goal) if one not in ring_names(piece)]
    name, deeds = names[piece.seat], []
    if off:
        deeds.append(
            count(
                "take the ring off {clank} ({statuses})",
                "take the rings off {clank} ({statuses})",
                len(off),
                clank=name,
                statuses=listed(off),
            )
        )
    if on:
        deeds.append(text("put a ring on {clank} ({status})", clank=name, status=listed(on)))
    return Instruction(
        piece.of or piece.seat,
        capital(clauses(deeds)),
        "",
        BACK,
        short=text("{clank}, rings", clank=name),
        has_other_work=True,
    )


def _way_words(track: PieceTrack, name: Name, back: bool) -> Text:
    """Return the words for one piece: "COPPER back to D6, facing N; take it from parking 2"."""
    # Copies and ghosts have no place in the parking row.
    parks = whose(track.seat) is None
    if track.end is None and parks:
        return text("{clank} to parking {parking}", clank=name, parking=track.seat)
    if track.end is None:
        return text("take {piece} off the board", piece=name)
    where = {
        "clank": name,
        "square": square_words(track.end),
        "heading": COMPASS[track.after],
    }
    if track.start == track.end:
        return text("{clank} on {square}: turn it to face {heading}", **where)
    if back and (parks or track.start is not None):
        way = text("{clank} back to {square}, facing {heading}", **where)
    else:
        way = text("{clank} to {square}, facing {heading}", **where)
    if parks and track.start is None:
        return text("{way}; take it from parking {parking}", way=way, parking=track.seat)
    return way
