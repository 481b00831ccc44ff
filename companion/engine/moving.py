"""One step of one clank: edges, rows that are pushed, what is entered (rulebook 7.2.4-7.3, elements' hooks on the way)."""
from __future__ import annotations

from companion.engine.board import OUTSIDE
from companion.engine.effects import Effect, Heal, Hurt, Shift, Spin
from companion.engine.events import EDGE, PUSH, ROW, WALL, Damaged, Healed, Moved, Stopped, Turned
from companion.engine.geometry import Heading, Square
from companion.engine.play import Piece, Play
from companion.engine.state import DEADLY
from companion.engine.touching import touch_on_pass


def step(play: Play, mover: Piece, way: Heading, cause: str, rule: str, push_rule: str = "7.3.1") -> bool:
    """One square that way, pushing every clank ahead; the whole row moves or nobody does (7.3.1, 7.3.2 [E008-E012]).

    Returns whether the mover moved. Whoever enters a pit or crosses an open edge is destroyed before this returns.
    """
    row = _row(play, mover, way, cause)
    if row is None:
        return False
    ahead = play.course.ahead[way]
    for piece in reversed(row):
        target = ahead[piece.square]
        assert target is not None
        if piece is mover:
            move(play, piece, way, target, cause, None, rule)
        else:
            move(play, piece, way, target, PUSH, mover.seat, push_rule)
    settle(play)
    return True


def _row(play: Play, mover: Piece, way: Heading, cause: str) -> list[Piece] | None:
    """The mover and everybody it pushes, or None where an edge stops one of them (7.2.5, 7.3.2)."""
    ahead, at = play.course.ahead[way], play.at
    row, square = [mover], mover.square
    while True:
        target = ahead[square]
        if target is None or play.course.gates and gated(play, row[-1], way, cause):
            reason, rule = (WALL, "7.2.5") if len(row) == 1 else (ROW, "7.3.2")
            play.tell(Stopped(mover.seat, mover.square, way, reason, None if len(row) == 1 else row[-1].seat, rule))
            return None
        piece = at.get(target)
        if piece is None:
            return row
        row.append(piece)
        square = target


def gated(play: Play, piece: Piece, way: Heading, cause: str) -> bool:
    """Whether a barrier element stops a piece on this edge; the one that does so bumps it."""
    for barrier in play.course.gates.get((piece.square, way), ()):
        if barrier.blocks(way, cause, play.register):
            carry_out(play, piece, barrier.bump(piece, way, cause))
            return True
    return False


def move(play: Play, piece: Piece, way: Heading, target: Square, cause: str, by: int | None, rule: str) -> None:
    """Bring a piece to the next square, which is free, and let that square act on it; OUTSIDE destroys (2.5, 13.1 [E022, E023])."""
    start, at = piece.square, play.at
    if at.get(start) is piece:
        del at[start]
    if target == OUTSIDE:
        play.doom(piece, EDGE, "13.1")
        return
    piece.square = target
    at[target] = piece
    play.tell(Moved(piece.seat, start, target, piece.heading, way, cause, by, rule))
    if play.course.on_pass:
        play.entered.append(piece)
    elements = play.course.entered[cause].get(target)
    if elements:
        for element in elements:
            carry_out(play, piece, element.enter(piece, way, cause))


def settle(play: Play) -> None:
    """End a step or stage: the destroyed leave, then what was entered is touched if the rules say "on pass" (7.11.4 [E104, E114])."""
    if play.doomed:
        play.settle()
    if play.entered:
        touch_on_pass(play)


def carry_out(play: Play, piece: Piece, effects: tuple[Effect, ...]) -> None:
    """Carry out what was asked for one piece."""
    for effect in effects:
        if isinstance(effect, Spin):
            spin(play, piece, effect.quarters, effect.cause, effect.rule)
        elif isinstance(effect, Hurt):
            hurt(play, piece, effect.points, effect.cause, effect.by, effect.rule)
        elif isinstance(effect, Heal):
            heal(play, piece, effect.points, effect.cause, effect.rule)
        elif isinstance(effect, Shift):
            step(play, piece, effect.heading, effect.cause, effect.rule, effect.push_rule)
        else:
            play.doom(piece, effect.cause, effect.rule)  # type: ignore[union-attr]


def spin(play: Play, piece: Piece, quarters: int, cause: str, rule: str) -> None:
    """Turn a piece by quarters with the clock; it enters nothing by that (7.2.3 [E007])."""
    before = piece.heading
    piece.heading = after = (before + quarters) % 4
    play.tell(Turned(piece.seat, piece.square, before, after, cause, rule))


def hurt(play: Play, piece: Piece, points: int, cause: str, by: int | Square, rule: str) -> None:
    """Damage a piece; the tenth point destroys it, further ones count for nothing (8.1 [E132, E133])."""
    piece.damage = damage = min(DEADLY, piece.damage + points)
    play.tell(Damaged(piece.seat, piece.square, points, damage, cause, by, rule))
    if damage == DEADLY:
        play.doom(piece, cause, "8.1")


def heal(play: Play, piece: Piece, points: int, cause: str, rule: str) -> None:
    """Repair a piece, never below no damage (7.12.1 [E110]); nothing is told where there is none."""
    points = min(points, piece.damage)
    if points:
        piece.damage -= points
        play.tell(Healed(piece.seat, piece.square, points, piece.damage, cause, rule))
