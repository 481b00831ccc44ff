"""One beat of the board's elements: everybody is asked on one look, then all that was asked for happens together (rulebook 0.4)."""
from __future__ import annotations

from companion.engine.course import Table
from companion.engine.effects import Effect, Shift
from companion.engine.element import Beat
from companion.engine.events import BeatBegan
from companion.engine.moving import CARRY_OUT, settle
from companion.engine.play import Piece, Play
from companion.engine.together import move_together


def resolve_beat(play: Play, beat: Beat, elements: Table, told: BeatBegan) -> None:
    """Play one beat: movements together (7.4), then turns, damage, repair and destruction, each clank's own; deaths at its end.

    `elements` are those that act now by the squares they act on; `told` is the event that the beat begins, told only if it does anything.
    """
    wishes: list[tuple[Piece, Shift]] = []
    others: list[tuple[Piece, Effect]] = []
    # Effects belong to the piece that was asked, so whoever is moved away still gets what its old square has asked for.
    for piece in [piece for piece in play.alive if piece.square in elements]:
        for element in elements[piece.square]:
            for effect in element.act(piece, beat):
                if type(effect) is Shift:
                    wishes.append((piece, effect))
                else:
                    others.append((piece, effect))
    if wishes or others:
        play.tell(told)
        if wishes:
            move_together(play, wishes)
        for piece, effect in others:
            CARRY_OUT[type(effect)](play, piece, effect)
        if play.doomed or play.entered:
            settle(play)
