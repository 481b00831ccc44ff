"""Moving together: what belts and pushers do in one stage, decided on one look at the board (rulebook 7.4, 13.2, 13.3, 13.7).

The order of movers, seats and squares never matters: every decision is about sets.
"""
from __future__ import annotations

from companion.engine.board import OUTSIDE
from companion.engine.effects import Shift
from companion.engine.events import CLAIM, JAM, PUSH, ROW, TORN, WALL, Moved, Stopped
from companion.engine.geometry import Square
from companion.engine.moving import carry_out, gated, settle
from companion.engine.play import Piece, Play


class Chain:
    """A mover and the clanks it pushes, which move together or not at all (7.4.2).

    `row` holds the mover first, `target` is the square that the front one would enter, `waits` the mover that stands there or None.
    """

    __slots__ = ("mover", "shift", "row", "target", "waits")

    def __init__(self, mover: Piece, shift: Shift, row: list[Piece], target: Square, waits: Piece | None) -> None:
        self.mover, self.shift, self.row, self.target, self.waits = mover, shift, row, target, waits

    def wanted(self) -> list[Square]:
        """The squares that its clanks would enter, the mover's first."""
        return [piece.square for piece in self.row[1:]] + [self.target]


def move_together(play: Play, wishes: list[tuple[Piece, list[Shift]]]) -> None:
    """Carry out all wishes of one stage at the same time (7.4.1-7.4.5)."""
    movers = {id(piece) for piece, _ in wishes}
    chains = [chain for piece, shifts in wishes if (chain := _look(play, piece, shifts, movers)) is not None]
    chains = _drop_impossible(play, chains)
    if len(chains) > 1:
        apart = _drop_claims(play, chains)
        chains = apart if len(apart) == len(chains) else _drop_impossible(play, apart)
    if chains:
        _go(play, chains)
        settle(play)


def _look(play: Play, mover: Piece, shifts: list[Shift], movers: set[int]) -> Chain | None:
    """The chain of one mover, or None if its wish is impossible by itself (7.4.2, 7.4.3; two wishes cancel out, 7.6.4 [E184])."""
    shift = shifts[0]
    if len(shifts) > 1:
        _stay(play, mover, shift, TORN, None, "7.6.4")
        return None
    way, spared = shift.heading, play.course.sparing.get(shift.spares, ())
    ahead, gates = play.course.ahead[way], play.course.gates
    row, piece = [mover], mover
    while True:
        target = ahead[piece.square]
        if target is None or gates and gated(play, piece, way, shift.cause):
            _stay(play, mover, shift, WALL if piece is mover else ROW, None if piece is mover else piece.seat, "7.4.3")
            return None
        other = play.at.get(target)
        if other is None or id(other) in movers:
            return Chain(mover, shift, row, target, other)
        if other.square in spared:
            _stay(play, mover, shift, JAM, other.seat, "13.2")
            return None
        row.append(other)
        piece = other


def _stay(play: Play, mover: Piece, shift: Shift, reason: str, other: int | None, rule: str) -> None:
    play.tell(Stopped(mover.seat, mover.square, shift.heading, reason, other, rule))


def _drop_impossible(play: Play, chains: list[Chain]) -> list[Chain]:
    """Chains that would enter the square of a mover that stays drop out, until nothing changes (7.4.3 [E040])."""
    while True:
        moving = {id(chain.mover) for chain in chains}
        left = []
        for chain in chains:
            if chain.waits is None or id(chain.waits) in moving:
                left.append(chain)
            else:
                _stay(play, chain.mover, chain.shift, JAM, chain.waits.seat, "7.4.3")
        if len(left) == len(chains):
            return left
        chains = left


def _drop_claims(play: Play, chains: list[Chain]) -> list[Chain]:
    """13.7 `double_claim`: chains that want one square, or one edge from both sides, all stay, settled in one look (7.4.4, E182)."""
    claims: dict[Square, int] = {}
    for chain in chains:
        for square in chain.wanted():
            claims[square] = claims.get(square, 0) + 1
    contested = {square for square, count in claims.items() if count > 1 and not pit_holds_nobody(play, square)}
    faces = {id(chain.mover): chain.waits for chain in chains}
    left = []
    for chain in chains:
        head_on = chain.waits is not None and faces.get(id(chain.waits)) is chain.mover and len(chain.row) == 1
        if head_on or contested and not contested.isdisjoint(chain.wanted()):
            _stay(play, chain.mover, chain.shift, CLAIM, None, "13.7")
        else:
            left.append(chain)
    return left


def pit_holds_nobody(play: Play, square: Square) -> bool:
    """13.3 `pit_holds_nobody` [E075]: a pit, or the outside, cannot be claimed twice; all who are brought there are destroyed."""
    return square in play.course.bottomless


def _go(play: Play, chains: list[Chain]) -> None:
    """All chains move in the same moment, so a square that is left is free (7.4.5 [E036, E037, E051, E055]); then squares act."""
    moves = [
        (piece, target, chain) for chain in chains for piece, target in reversed([*zip(chain.row, chain.wanted(), strict=True)])
    ]
    at, tell, on_pass = play.at, play.tell, play.course.on_pass
    for piece, _, _ in moves:
        del at[piece.square]
    for piece, target, chain in moves:
        if target == OUTSIDE:
            play.doom(piece, "edge", "13.1")
            continue
        shift, carried = chain.shift, piece is chain.mover
        start, piece.square = piece.square, target
        at[target] = piece
        cause, by, rule = (shift.cause, None, shift.rule) if carried else (PUSH, chain.mover.seat, shift.push_rule)
        tell(Moved(piece.seat, start, target, piece.heading, shift.heading, cause, by, rule))
        if on_pass:
            play.entered.append(piece)
    for piece, target, chain in moves:
        cause = chain.shift.cause if piece is chain.mover else PUSH
        for element in play.course.entered[cause].get(target, ()):
            carry_out(play, piece, element.enter(piece, chain.shift.heading, cause))
