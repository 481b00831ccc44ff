"""Simultaneous movement: belts and pushers of one stage, decided on one look at the board.

See rulebook 7.4, 13.2, 13.3, 13.7. The order of movers, seats and squares never matters: every
decision is about sets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from companion.engine.causes import CLAIM, EDGE, JAM, PUSH, ROW, TORN, WALL
from companion.engine.effects import Shift
from companion.engine.events import Moved, Stopped
from companion.engine.moving import enter, settle
from companion.engine.play import Play, PlayPiece
from companion.engine.race_tables import BEYOND, STOPPED, Place

Wish: TypeAlias = tuple[PlayPiece, Shift]
SingleStep: TypeAlias = tuple[PlayPiece, Place, Shift, PlayPiece | None]
"""A clank, the place it comes to, by which wish, and the mover that pushes it or None for the mover
itself."""


class Chain:
    """A mover and the clanks it pushes, which move together or not at all (7.4.2)."""

    __slots__ = ("mover", "row", "shift", "target", "waits")

    def __init__(
        self,
        mover: PlayPiece,
        shift: Shift,
        row: list[PlayPiece],
        target: Place,
        waits: PlayPiece | None,
    ) -> None:
        self.mover, self.shift, self.row, self.target, self.waits = mover, shift, row, target, waits
        """`row` has the mover first, `target` is the place that the front one would enter, `waits`
        the mover on that place or None."""

    def wanted(self) -> list[Place]:
        """Return the places that its clanks would enter, the mover's first."""
        return [piece.place for piece in self.row[1:]] + [self.target]

    def steps(self) -> list[SingleStep]:
        """Return the single steps of its clanks, the front one first."""
        mover, shift = self.mover, self.shift
        pairs = [*zip(self.row, self.wanted(), strict=True)]
        return [
            (piece, place, shift, None if piece is mover else mover)
            for piece, place in reversed(pairs)
        ]


def move_together(play: Play, wishes: list[Wish]) -> None:
    """Carry out all wishes of one stage at the same time (7.4.1-7.4.5)."""
    steps = _unhindered(play, wishes)
    if steps is None:
        steps = [step for chain in agreed(play, wishes, _chain_of) for step in chain.steps()]
    if steps:
        _go(play, steps)
        if play.doomed or play.entered:
            settle(play)


def _unhindered(play: Play, wishes: list[Wish]) -> list[SingleStep] | None:
    """Return the steps if nobody is in anybody's way, or None to use the whole procedure.

    This is the common case, checked cheaply. A mover at a wall stays and is in nobody's way here,
    since a claim to its square leads to the whole procedure.
    """
    at, ahead = play.at, play.tables.ahead
    steps: list[SingleStep] = []
    walled: list[Wish] = []
    taken: list[Place] = []
    last = None
    for piece, shift in wishes:
        # The wishes of one piece are next to each other, so a second one shows here; a torn piece
        # needs the procedure.
        target = ahead[shift.heading][piece.place]
        # A pit that two want, and the outside, which is a single place, count as taken here too;
        # the procedure lets both go (13.3).
        if piece is last or (target >= 0 and at[target] is not None) or target in taken:
            return None
        last = piece
        if target == STOPPED:
            walled.append((piece, shift))
        else:
            taken.append(target)
            steps.append((piece, target, shift, None))
    # Emitted only now, since the procedure would emit it once more.
    for piece, shift in walled:
        stay(play, piece, shift, WALL, None, "7.4.3")
    return steps


def agreed(
    play: Play,
    wishes: list[Wish],
    find_chain: Callable[[Play, list[Wish], dict[int, list[Wish]]], Chain | None],
) -> list[Chain]:
    """Return the chains that move (7.4.3, 7.4.4).

    Impossible wishes drop out, then double claims, then those that become impossible by that.
    """
    if len(wishes) == 1:
        # A single wish meets no other: it is possible by itself or not.
        alone = find_chain(play, wishes, {id(wishes[0][0]): wishes})
        return [] if alone is None else [alone]
    asked: dict[int, list[Wish]] = {}
    for wish in wishes:
        asked.setdefault(id(wish[0]), []).append(wish)
    found = [find_chain(play, own, asked) for own in asked.values()]
    chains = _drop_impossible(play, [chain for chain in found if chain is not None])
    # One look for double claims is enough: chains that drop out afterwards only remove claims
    # (13.7).
    apart = double_claim(play, chains)
    return apart if len(apart) == len(chains) else _drop_impossible(play, apart)


def _chain_of(play: Play, own: list[Wish], movers: dict[int, list[Wish]]) -> Chain | None:
    """Return the chain of one mover, or None if its wish is impossible by itself (7.4.2, 7.4.3).

    Two wishes of one mover cancel out (7.6.4 [E184]).
    """
    mover, shift = own[0]
    # It still counts among the movers, so that nobody else pushes it.
    if len(own) > 1:
        stay(play, mover, shift, TORN, None, "7.6.4")
        return None
    direction, spared = shift.heading, play.tables.sparing.get(shift.spares, ())
    ahead = play.tables.ahead[direction]
    row = [mover]
    while True:
        target = ahead[row[-1].place]
        if target == STOPPED:
            alone = row[-1] is mover
            stay(
                play, mover, shift, WALL if alone else ROW, None if alone else row[-1].seat, "7.4.3"
            )
            return None
        other = None if target == BEYOND else play.at[target]
        # A mover is never pushed: it makes room by itself, or the chain must stay.
        if other is None or id(other) in movers:
            return Chain(mover, shift, row, target, other)
        if target in spared:
            stay(play, mover, shift, JAM, other.seat, "13.2")
            return None
        row.append(other)


def stay(
    play: Play, mover: PlayPiece, shift: Shift, reason: str, other: int | None, rule: str
) -> None:
    """Report that a mover stays, and why."""
    play.events.append(Stopped(mover.seat, mover.square, shift.heading, reason, other, rule))


def _drop_impossible(play: Play, chains: list[Chain]) -> list[Chain]:
    """Drop chains that would enter the square of a mover that stays, until nothing changes.

    See 7.4.3 [E040].
    """
    while True:
        moving = {id(chain.mover) for chain in chains}
        left = []
        for chain in chains:
            if chain.waits is None or id(chain.waits) in moving:
                left.append(chain)
            else:
                stay(play, chain.mover, chain.shift, JAM, chain.waits.seat, "7.4.3")
        if len(left) == len(chains):
            return left
        chains = left


def double_claim(play: Play, chains: list[Chain]) -> list[Chain]:
    """Drop chains that want one square, or one edge from both sides (13.7 `double_claim`, 7.4.4).

    All of them stay, decided in one look [E182].
    """
    claims: dict[Place, int] = {}
    for chain in chains:
        for place in chain.wanted():
            claims[place] = claims.get(place, 0) + 1
    contested = {
        place for place, count in claims.items() if count > 1 and not pit_holds_nobody(play, place)
    }
    # Every mover that is waited for moves too, or its follower would have dropped out before; so
    # every look-up finds a chain.
    waits = {id(chain.mover): chain.waits for chain in chains}
    left = []
    for chain in chains:
        # If a clank is between the two, both would push it and claim its square, which finds them
        # above.
        head_on = (
            chain.waits is not None
            and waits[id(chain.waits)] is chain.mover
            and len(chain.row) == 1
        )
        if head_on or not contested.isdisjoint(chain.wanted()):
            stay(play, chain.mover, chain.shift, CLAIM, None, "13.7")
        else:
            left.append(chain)
    return left


def pit_holds_nobody(play: Play, place: Place) -> bool:
    """Say whether a place cannot be claimed twice (13.3 `pit_holds_nobody` [E075]).

    That is a pit or the outside: all who are brought there are destroyed.
    """
    return place in play.bottomless


def _go(play: Play, steps: list[SingleStep]) -> None:
    """Move all in the same moment, then let the squares act (7.4.5 [E036, E037, E051, E055]).

    A square that is left is free.
    """
    at, tables = play.at, play.tables
    # All leave before any arrives: in a loop each square is left and entered in the same moment.
    for piece, _, _, _ in steps:
        at[piece.place] = None
    acting = []
    for piece, target, shift, pusher in steps:
        if target == BEYOND:
            play.doom(piece, EDGE, "13.1")
            continue
        at[target] = piece
        piece.place = target
        start, direction = piece.square, shift.heading
        piece.square = square = tables.names[target]
        if pusher is None:
            cause = shift.cause
            play.events.append(
                Moved(piece.seat, start, square, piece.heading, direction, cause, None, shift.rule)
            )
        else:
            cause = PUSH
            play.events.append(
                Moved(
                    piece.seat,
                    start,
                    square,
                    piece.heading,
                    direction,
                    cause,
                    pusher.seat,
                    shift.push_rule,
                )
            )
        if cause in tables.entering:
            acting.append((piece, target, direction, cause))
    # Touched only in `settle`, after the spins below: the heading after them counts (7.11.4
    # [E106]).
    if tables.on_pass:
        play.entered += [piece for piece, target, _, _ in steps if target != BEYOND]
    # By the square that was entered, since an earlier one may have moved this piece on.
    for piece, target, direction, cause in acting:
        enter(play, piece, target, direction, cause)
