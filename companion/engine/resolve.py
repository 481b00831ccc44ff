"""One beat of the board's elements: everybody is asked on one look, then all that was asked for happens together (rulebook 0.4)."""
from __future__ import annotations

from companion.engine.course import Table
from companion.engine.effects import Effect, Shift
from companion.engine.element import Beat
from companion.engine.moving import carry_out, settle
from companion.engine.play import Piece, Play
from companion.engine.together import move_together


def resolve_beat(play: Play, beat: Beat, elements: Table) -> None:
    """Play one beat: movements together (7.4), then turns, damage, repair and destruction, each clank's own; deaths at its end."""
    wishes: list[tuple[Piece, list[Shift]]] = []
    others: list[tuple[Piece, tuple[Effect, ...]]] = []
    for piece in play.alive:
        if piece.square in elements:
            _ask(piece, beat, elements, wishes, others)
    if not wishes and not others:
        return
    play.begin(beat.name, beat.rule)
    if wishes:
        move_together(play, wishes)
    for piece, effects in others:
        carry_out(play, piece, effects)
    settle(play)


def _ask(
    piece: Piece, beat: Beat, elements: Table, wishes: list[tuple[Piece, list[Shift]]], others: list[tuple[Piece, tuple[Effect, ...]]],
) -> None:
    """Sort what the elements ask for one piece into wishes to move and everything else."""
    shifts: list[Shift] = []
    for element in elements[piece.square]:
        effects = element.act(piece, beat)
        moves = [effect for effect in effects if type(effect) is Shift]
        if moves:
            shifts += moves
        elif effects:
            others.append((piece, effects))
    if shifts:
        wishes.append((piece, shifts))
