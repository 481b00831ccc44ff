"""One step of one clank: edges, rows that are pushed, what is entered; and every other effect on one clank (rulebook 7.2.4-7.3)."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.engine.board import OUTSIDE
from companion.engine.effects import Destroy, Effect, Heal, Hurt, Shift, Spin
from companion.engine.events import EDGE, PUSH, ROW, WALL, Stopped, damaged, moved, turned
from companion.engine.geometry import Heading
from companion.engine.play import Runner, Play
from companion.engine.state import DEADLY
from companion.engine.touching import heal, touch_on_pass


def step(play: Play, mover: Runner, shift: Shift) -> bool:
    """One square that way, pushing every clank ahead; the whole row moves or nobody does (7.3.1, 7.3.2 [E008-E012]).

    Returns whether the mover moved. Whoever enters a pit or crosses an open edge is destroyed before this returns.
    """
    # Unpacked at once: reading a named tuple's fields one by one costs more than the step itself.
    way, cause, _, rule, push_rule = shift
    ahead, at = play.course.ahead[way], play.at
    target = ahead[mover.square]
    # Most steps are free. Only where somebody or something may be in the way the row is looked for, and its edges asked.
    if target is None or target in at or play.course.gates:
        row = _row(play, mover, way, cause)
        if row is None:
            # Whoever stopped it may have bumped it to death.
            if play.doomed:
                settle(play)
            return False
        # The front one first, so that every square is empty when the next one comes. Only the front one can come into a pit or over an edge.
        for piece in row[:0:-1]:
            _move(play, piece, way, PUSH, mover.seat, push_rule)
    _move(play, mover, way, cause, None, rule)
    if play.doomed or play.entered:
        settle(play)
    return True


def _row(play: Play, mover: Runner, way: Heading, cause: str) -> list[Runner] | None:
    """The mover and everybody it pushes, or None where an edge stops one of them (7.2.5, 7.3.2)."""
    ahead, at, gates = play.course.ahead[way], play.at, play.course.gates
    row = [mover]
    while True:
        target = ahead[row[-1].square]
        # A wall comes first: a barrier that hangs on one bumps nobody.
        if target is None or gates and gated(play, row[-1], way, cause):
            if len(row) == 1:
                play.tell(Stopped(mover.seat, mover.square, way, WALL, None, "7.2.5"))
            else:
                play.tell(Stopped(mover.seat, mover.square, way, ROW, row[-1].seat, "7.3.2"))
            return None
        piece = at.get(target)
        if piece is None:
            return row
        row.append(piece)


def gated(play: Play, piece: Runner, way: Heading, cause: str) -> bool:
    """Whether a barrier element stops a piece on this edge; the one that does so bumps it.

    So ask once for each step, and only where nothing else stops the piece.
    """
    for barrier in play.course.gates.get((piece.square, way), ()):
        if barrier.blocks(way, cause, play.register):
            carry_out(play, piece, barrier.bump(piece, way, cause))
            return True
    return False


def _move(play: Play, piece: Runner, way: Heading, cause: str, by: int | None, rule: str) -> None:
    """Bring a piece to the next square, which is free, and let that square act on it; OUTSIDE destroys (2.5, 13.1 [E022, E023])."""
    start, at, course = piece.square, play.at, play.course
    target = course.ahead[way][start]
    assert target is not None, "somebody looked that far"
    del at[start]
    # No square is entered, so there is no `Moved`; that it went over the edge is told with its destruction.
    if target == OUTSIDE:
        play.doom(piece, EDGE, "13.1")
        return
    piece.square = target
    at[target] = piece
    play.tell(moved((piece.seat, start, target, piece.heading, way, cause, by, rule)))
    if course.on_pass:
        play.entered.append(piece)
    if target in course.entered[cause]:
        for element in course.entered[cause][target]:
            carry_out(play, piece, element.enter(piece, way, cause))


def settle(play: Play) -> None:
    """End a step or stage: the destroyed leave, then what was entered is touched if the rules say "on pass" (7.11.4 [E104, E114]).

    In this order, since a pit destroys before anything in it can be touched.
    """
    if play.doomed:
        play.settle()
    if play.entered:
        touch_on_pass(play)


def carry_out(play: Play, piece: Runner, effects: tuple[Effect, ...]) -> None:
    """Carry out what was asked for one piece, in order; whoever that destroys leaves at the next `settle`."""
    for effect in effects:
        CARRY_OUT[type(effect)](play, piece, effect)


def spin(play: Play, piece: Runner, effect: Spin) -> None:
    """Turn a piece by quarters with the clock; it enters nothing by that (7.2.3 [E007])."""
    quarters, cause, rule = effect
    before = piece.heading
    piece.heading = after = (before + quarters) % 4
    play.tell(turned((piece.seat, piece.square, before, after, cause, rule)))


def hurt(play: Play, piece: Runner, effect: Hurt) -> None:
    """Damage a piece; the tenth point destroys it, further ones count for nothing (8.1 [E132, E133])."""
    points, cause, by, rule = effect
    damage = piece.damage + points
    piece.damage = damage if damage < DEADLY else DEADLY
    play.tell(damaged((piece.seat, piece.square, points, piece.damage, cause, by, rule)))
    if damage >= DEADLY:
        play.doom(piece, cause, "8.1")


def _destroy(play: Play, piece: Runner, effect: Destroy) -> None:
    play.doom(piece, effect.cause, effect.rule)


CARRY_OUT: Final[dict[type[Any], Callable[[Play, Runner, Any], object]]] = {Spin: spin, Hurt: hurt, Heal: heal, Destroy: _destroy, Shift: step}
"""How each effect on one piece is carried out; PlayInstead is for cards only, see `programs`."""
