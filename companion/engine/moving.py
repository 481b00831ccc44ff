"""One step of one clank with all that follows, and the other effects on a clank.

Steps meet edges, push rows and enter squares (rulebook 7.2.4-7.3).
"""

from __future__ import annotations

from typing import Final

from companion.engine.cards import QUARTERS
from companion.engine.causes import CARD, EDGE, PUSH, ROW, WALL
from companion.engine.effects import Destroy, Effect, Heal, Hurt, Shift, Spin
from companion.engine.events import Moved, Stopped, Turned
from companion.engine.play import Play, PlayPiece
from companion.engine.race_tables import BEYOND, STOPPED, Place
from companion.engine.touching import crown_the_last, heal, hurt, touch_on_pass
from companion.geometry import Heading

CARD_STEPS: Final = tuple(Shift(heading, CARD, "", "7.2.4", "7.3.1") for heading in range(4))
"""One square of a movement card, by its direction."""
CARD_SPINS: Final = {move: Spin(quarters, CARD, "7.2.3") for move, quarters in QUARTERS.items()}
"""The turn of each rotate card."""


def step(play: Play, mover: PlayPiece, shift: Shift) -> bool:
    """Move a clank one square, pushing every clank ahead; the whole row moves or nobody does.

    See 7.3.1, 7.3.2 [E008-E012]. Clanks that enter a pit or cross an open edge are destroyed before
    this returns.

    Returns:
        Whether the mover moved.
    """
    tables, direction, cause = play.tables, shift.heading, shift.cause
    target = tables.ahead[direction][mover.place]
    # Most steps are free. The row is only looked for if somebody or something is in the way.
    if target == STOPPED or (target != BEYOND and play.at[target] is not None):
        row = _pushed_row(play, mover, direction)
        if row is None:
            return False
        # The front one first, so that every square is empty when the next one comes. Only the front
        # one can come into a pit or over an edge.
        for piece in row[:0:-1]:
            _move(
                play,
                piece,
                tables.ahead[direction][piece.place],
                direction,
                PUSH,
                mover.seat,
                shift.push_rule,
            )
    _move(play, mover, target, direction, cause, None, shift.rule)
    if play.doomed or play.entered:
        settle(play)
    return True


def _pushed_row(play: Play, mover: PlayPiece, direction: Heading) -> list[PlayPiece] | None:
    """Return the mover and all that it pushes, or None if an edge stops one of them.

    See 7.2.5, 7.3.2.
    """
    ahead, at = play.tables.ahead[direction], play.at
    row = [mover]
    while True:
        target = ahead[row[-1].place]
        if target == STOPPED:
            if len(row) == 1:
                play.events.append(
                    Stopped(mover.seat, mover.square, direction, WALL, None, "7.2.5")
                )
            else:
                play.events.append(
                    Stopped(mover.seat, mover.square, direction, ROW, row[-1].seat, "7.3.2")
                )
            return None
        piece = None if target == BEYOND else at[target]
        if piece is None:
            return row
        row.append(piece)


def _move(
    play: Play,
    piece: PlayPiece,
    target: Place,
    direction: Heading,
    cause: str,
    by: int | None,
    rule: str,
) -> None:
    """Move a piece to the next square, which is free, and let that square act on it.

    An open edge destroys (2.5, 13.1 [E022, E023]).
    """
    tables, at, start = play.tables, play.at, piece.square
    at[piece.place] = None
    # No square is entered, so there is no `Moved`; the destruction says that it went over the edge.
    if target == BEYOND:
        play.doom(piece, EDGE, "13.1")
        return
    at[target] = piece
    piece.place = target
    piece.square = square = tables.names[target]
    play.events.append(Moved(piece.seat, start, square, piece.heading, direction, cause, by, rule))
    if tables.on_pass:
        play.entered.append(piece)
    if cause in tables.entering:
        enter(play, piece, piece.place, direction, cause)


def enter(play: Play, piece: PlayPiece, place: Place, direction: Heading, cause: str) -> None:
    """Carry out what a square asks for on entry.

    The piece may be elsewhere by now, since others that came with it acted before.
    """
    tables = play.tables
    effects = tables.entering[cause][direction][place]
    if effects is not None:
        for effect in effects:
            carry_out_one(play, piece, effect)


def settle(play: Play) -> None:
    """End a step or stage: remove the destroyed, then touch on pass (7.11.4 [E104, E114]).

    In this order, since a pit destroys before anything in it can be touched.
    """
    before = play.deaths
    if play.doomed:
        play.settle()
    if play.entered:
        touch_on_pass(play)
    if play.tables.last_one_left and play.deaths != before and not play.over:
        crown_the_last(play)


def carry_out_one(play: Play, piece: PlayPiece, effect: Effect) -> None:
    """Carry out one effect on one piece; if that destroys it, it leaves at the next `settle`.

    Boards that ask for more than these five effects are extended.
    """
    if isinstance(effect, Spin):
        spin(play, piece, effect)
    elif isinstance(effect, Hurt):
        hurt(play, piece, effect)
    elif isinstance(effect, Shift):
        step(play, piece, effect)
    elif isinstance(effect, Destroy):
        play.doom(piece, effect.cause, effect.rule)
    elif isinstance(effect, Heal):
        heal(play, piece, effect)
    else:
        raise TypeError(f"{effect!r} is for extended boards only")


def spin(play: Play, piece: PlayPiece, effect: Spin) -> None:
    """Turn a piece by clockwise quarters; it enters nothing by that (7.2.3 [E007])."""
    before = piece.heading
    piece.heading = after = (before + effect.quarters) % 4
    play.events.append(Turned(piece.seat, piece.square, before, after, effect.cause, effect.rule))
