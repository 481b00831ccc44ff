"""Movements of one beat on an extended board: wishes, exchanging jumps, rounds.

Wishes are decided by the procedure of 7.4 in each plane (elements 3.6, S3).
"""

from __future__ import annotations

from typing import Final, cast

from companion.engine.causes import DRAW, EDGE, FALL, JAM, PUSH, PUSHER, ROW, TORN, WALL
from companion.engine.effects import NOBODY, Dash, Jump, TakeSteps
from companion.engine.events import Moved, Stopped
from companion.engine.extended.holding import gated, is_held
from companion.engine.extended.piece import ExtendedPiece
from companion.engine.extended.play import ExtendedPlay
from companion.engine.extended.stepping import (
    be_there,
    bumped,
    came_in,
    carry_out,
    dash,
    fall_damage,
    harm,
    jump,
)
from companion.engine.play import Play, PlayPiece
from companion.engine.race_tables import BEYOND, STOPPED, Place
from companion.engine.simultaneous import Chain, SingleStep, Wish, agreed, stay
from companion.geometry import Heading, Square

_RESTING: Final = frozenset((PUSHER, DRAW))
"""Pieces displaced by these come to rest again; those carried, thrown by a jack or sliding on a
platform do not (C12c, D14)."""


def move_together(play: ExtendedPlay, wishes: list[Wish]) -> set[int]:
    """Carry out all wishes of one look at the same time; planes do not meet.

    Returns:
        The ids of the movers that moved.
    """
    unhindered = _unhindered(play, wishes)
    if unhindered is not None:
        _go(play, unhindered)
        return {id(piece) for piece, _ in wishes}
    steps = []
    moved: set[int] = set()
    for plane in {
        id(piece.at): piece.at for piece, _ in wishes if isinstance(piece, ExtendedPiece)
    }.values():
        own = [
            wish for wish in wishes if isinstance(wish[0], ExtendedPiece) and wish[0].at is plane
        ]
        if plane is not play.at:
            # Nobody falls into a pit from the air, and only one can be in a place of it.
            play.bottomless = frozenset((BEYOND,))
        chains = agreed(play, own, _chain_of)
        play.bottomless = play.register_tables.bottomless
        moved.update(id(chain.mover) for chain in chains)
        steps += [step for chain in chains for step in chain.steps()]
    _go(play, steps)
    for piece, barrier, direction, cause, _ in play.bumps:
        carry_out(play, piece, barrier.bump(piece, direction, cause, play))
    play.bumps.clear()
    return moved


def _unhindered(play: ExtendedPlay, wishes: list[Wish]) -> list[SingleStep] | None:
    """Return the steps if all are on the ground and nothing is in anybody's way, else None.

    None sends the wishes to the whole procedure.
    """
    at, register_tables = play.at, play.register_tables
    steps: list[SingleStep] = []
    taken: list[Place] = []
    moving: list[PlayPiece] = []
    for piece, shift in wishes:
        target, square = register_tables.ahead[shift.heading][piece.place], piece.square
        if (
            piece in moving
            or target < 0
            or target in taken
            or at[target] is not None
            or at[piece.place] is not piece
        ):
            return None
        if (
            square in register_tables.gated[shift.heading]
            or square in register_tables.holding
            or cast(ExtendedPiece, piece).sunk
        ):
            return None
        moving.append(piece)
        taken.append(target)
        steps.append((piece, target, shift, None))
    return steps


def _chain_of(play: Play, own: list[Wish], movers: dict[int, list[Wish]]) -> Chain | None:
    """Return the chain of one mover, or None if its wish is impossible by itself."""
    assert isinstance(play, ExtendedPlay)
    mover, shift = own[0]
    # Two fields that want the same of a piece are one wish (3.6).
    if any(other.heading != shift.heading for _, other in own):
        stay(play, mover, shift, TORN, None, "7.6.4")
        return None
    row = [mover]
    while True:
        piece = row[-1]
        assert isinstance(piece, ExtendedPiece)
        cause = shift.cause if piece is mover else PUSH
        target = play.register_tables.ahead[shift.heading][piece.place]
        held = is_held(play, piece, shift.heading, cause)
        if held or target == STOPPED or gated(play, piece, shift.heading, cause):
            stay(
                play,
                mover,
                shift,
                WALL if piece is mover else ROW,
                None if piece is mover else piece.seat,
                "7.4.3",
            )
            if not held:
                bumped(play, piece, shift.heading, cause)
            return None
        other = None if target == BEYOND else piece.at[target]
        # Destroyed in this very beat, it is in nobody's way any more (fault 9).
        if other is not None and play.doomed and play.is_doomed(other):
            other = None
        if other is None or id(other) in movers:
            return Chain(mover, shift, row, target, other)
        if shift.spares == NOBODY or (shift.spares and play.has(other.square, shift.spares)):
            stay(play, mover, shift, JAM, other.seat, "13.2")
            return None
        row.append(other)


def _go(play: ExtendedPlay, steps: list[SingleStep]) -> None:
    """Move all in the same moment, then let the squares act."""
    acting: list[tuple[ExtendedPiece, Heading, str]] = []
    falls = []
    for piece, _, shift, _ in steps:
        assert isinstance(piece, ExtendedPiece)
        for barrier in play.register_tables.gates.get((piece.square, shift.heading), ()):
            carry_out(play, piece, barrier.crossed(piece, shift.heading, shift.cause, play))
        if piece.place in play.register_tables.falls[shift.heading]:
            falls.append(piece)
        piece.at[piece.place] = None
    for piece, target, shift, pusher in steps:
        assert isinstance(piece, ExtendedPiece)
        if target == BEYOND:
            play.doom(piece, EDGE, "13.1")
            continue
        start, direction = piece.square, shift.heading
        piece.at[target] = piece
        cause, rule = (shift.cause, shift.rule) if pusher is None else (PUSH, shift.push_rule)
        play.arrive(piece, target, direction, cause)
        play.events.append(
            Moved(
                piece.seat,
                start,
                piece.square,
                piece.heading,
                direction,
                cause,
                None if pusher is None else pusher.seat,
                rule,
            )
        )
        acting.append((piece, direction, cause))
        if shift.cause in _RESTING and piece not in play.pushed:
            play.pushed.append(piece)
    for piece, direction, cause in sorted(acting, key=lambda entry: entry[0].seat):
        if piece in falls:
            harm(play, piece, fall_damage(play, piece))
        came_in(play, piece, direction, cause)


def jump_together(play: ExtendedPlay, jumps: list[tuple[ExtendedPiece, Jump]]) -> None:
    """Carry out the jumps of one beat as one, so that pieces can exchange places (C13, C14).

    A piece that would jump onto one that stays, stays too.
    """
    alone = [
        (piece, wanted)
        for piece, wanted in jumps
        if not wanted.square or wanted.pushes or wanted.cause == FALL
    ]
    # If the ground itself moves, nobody enters anything, and nothing holds a piece back (C14).
    exchange = [
        (piece, wanted)
        for piece, wanted in jumps
        if (piece, wanted) not in alone
        and not (wanted.enters and is_held(play, piece, wanted.direction, wanted.cause))
    ]
    # Two different jumps of one piece cancel out (7.6.4).
    torn = [
        entry
        for entry in exchange
        if any(
            (other.square, other.quarters) != (entry[1].square, entry[1].quarters)
            for piece, other in exchange
            if piece is entry[0]
        )
    ]
    exchange = [entry for entry in exchange if entry not in torn]
    claimed = False
    while True:
        leaving = {id(piece) for piece, _ in exchange}
        stuck = [entry for entry in exchange if _is_taken(play, *entry, leaving)]
        if not stuck and not claimed:
            # Once, as among steps: jumps that drop out afterwards only remove claims (13.7).
            claimed = True
            stuck = _double_claims(play, exchange)
        if not stuck:
            break
        exchange = [entry for entry in exchange if entry not in stuck]
        for piece, wanted in stuck:
            play.events.append(
                Stopped(piece.seat, piece.square, wanted.direction, JAM, None, wanted.rule)
            )
    for piece, _ in exchange:
        if piece.at[piece.place] is piece:
            piece.at[piece.place] = None
    for piece, wanted in exchange:
        be_there(play, piece, play.tables.places[wanted.square], wanted)
    for piece, wanted in exchange:
        if wanted.enters:
            came_in(play, piece, wanted.direction, wanted.cause)
    for piece, wanted in alone:
        jump(play, piece, wanted)


def _double_claims(
    play: ExtendedPlay, exchange: list[tuple[ExtendedPiece, Jump]]
) -> list[tuple[ExtendedPiece, Jump]]:
    """Return jumps of several pieces of one plane to one square that can hold a piece (7.4.4)."""
    wanted: dict[tuple[int, Square], set[int]] = {}
    for piece, jumping in exchange:
        wanted.setdefault((id(piece.at), jumping.square), set()).add(id(piece))
    return [
        (piece, jumping)
        for piece, jumping in exchange
        if len(wanted[id(piece.at), jumping.square]) > 1
        and play.tables.places[jumping.square] not in play.bottomless
    ]


def _is_taken(play: ExtendedPlay, piece: ExtendedPiece, wanted: Jump, leaving: set[int]) -> bool:
    """Say whether a piece that does not jump is where another would jump to.

    Pieces destroyed in this beat do not count.
    """
    other = piece.at[play.tables.places[wanted.square]]
    return (
        other is not None
        and other is not piece
        and id(other) not in leaving
        and not play.is_doomed(other)
    )


def go_in_rounds(
    play: ExtendedPlay, wishes: list[Wish], goes: list[tuple[ExtendedPiece, TakeSteps]]
) -> None:
    """Move all one square together, then those with longer ways square by square (C12b).

    A piece that does not get on drops out.
    """
    if not goes:
        move_together(play, wishes)
        return
    left = {id(piece): wanted.squares for piece, wanted in goes}
    going = goes
    round_wishes = [*wishes, *((piece, wanted.shift) for piece, wanted in going)]
    while round_wishes:
        before = {id(piece): piece.steps for piece, _ in going}
        places = {id(piece): piece.square for piece, _ in going}
        moved = move_together(play, round_wishes)
        going = [
            (piece, wanted)
            for piece, wanted in going
            if id(piece) in moved
            and piece.steps == before[id(piece)] + 1
            and piece.square != places[id(piece)]
            and not play.is_doomed(piece)
        ]
        for piece, _ in going:
            left[id(piece)] -= 1
        going = [
            (piece, wanted) for piece, wanted in going if left[id(piece)] > 0 and piece.grounded
        ]
        round_wishes = [(piece, wanted.shift) for piece, wanted in going]


def dash_in_order(play: ExtendedPlay, dashes: list[tuple[ExtendedPiece, Dash]]) -> None:
    """Carry out dashes, the shortest way first, equal ones by the lower seat (C1)."""
    for piece, wanted in sorted(dashes, key=lambda entry: (len(entry[1].ways), entry[0].seat)):
        dash(play, piece, wanted)
