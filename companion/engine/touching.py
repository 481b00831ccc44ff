"""Touching flags and checkpoints, damage and repair, and the win.

See rulebook 7.11, 7.12, 8.1, 10.
"""

from __future__ import annotations

from typing import Final

from companion.engine.causes import REPAIR
from companion.engine.effects import Heal, Hurt
from companion.engine.events import (
    BeatBegan,
    CheckpointTouched,
    Damaged,
    FlagTouched,
    Healed,
    NobodyWon,
    Won,
)
from companion.engine.extended.piece import COPIES
from companion.engine.keys import LAST_REGISTER
from companion.engine.modes import NO_FLAGS, mates, teams_in, touched_with
from companion.engine.play import Play, PlayPiece
from companion.engine.rule_set import NEWEST, registered
from companion.engine.rules import PASS, REGISTER_AND_TURN, TURN
from companion.engine.state import ACTIVE, OUT

TOUCHING: Final = BeatBegan("flags", "7.11")
HEALING: Final = BeatBegan("repair", "7.12")
LAST_LEFT: Final = "no. 27"
"""The rule by which the last one left wins."""


def touch_on_pass(play: Play) -> None:
    """Touch what a step or stage has entered, if a setting says "pass".

    Only pieces that survived touch. See 7.11.3, 7.11.4 [E080, E098, E106].
    """
    rules = play.tables.rules
    if play.tables.lit:
        burn_who_entered(play)
    for piece in sorted(play.entered, key=lambda entered: entered.seat):
        # A destroyed piece keeps its last square, which another may occupy by now.
        if piece.status == ACTIVE:
            _touch(play, piece, rules.flag_hit == PASS, rules.checkpoint == PASS)
    play.entered.clear()


def burn_who_entered(play: Play) -> None:
    """Hurt pieces that entered light, once by each beam, after pits and before touching.

    Only some rule sets have such light.
    """
    for piece in sorted(play.entered, key=lambda entered: entered.seat):
        if piece.status == ACTIVE:
            for effect in play.tables.lit.get(piece.place, ()):
                hurt(play, piece, effect)
    if play.doomed:
        play.settle()


def crown_the_last(play: Play) -> None:
    """Declare the last one that is not out the winner, or its team.

    If nobody is left, nobody has won. Only races that two or more began end this way.
    """
    left = [piece for piece in play.everybody if piece.status != OUT and piece.seat < COPIES]
    teams = teams_in(play.state.memory)
    rule = LAST_LEFT if play.tables.rule_set.last_one_left else play.tables.mode.rule
    if len(play.state.clanks) > 1 and all(
        piece.seat in mates(teams, left[0].seat) for piece in left
    ):
        play.over = True
        play.events.append(BeatBegan("end of the race", rule))
        if left:
            play.winner = left[0].seat
            play.events.append(Won(left[0].seat, rule))
        else:
            play.events.append(NobodyWon(rule))


@registered("touch")
def touch(play: Play) -> None:
    """Touch flags and checkpoints under pieces after the lasers, if due in this register.

    See 7.11.3, 7.11.5.
    """
    tables, last = play.tables, play.register == LAST_REGISTER
    flags = tables.due(tables.rules.flag_hit, last)
    points = tables.due(tables.rules.checkpoint, last)
    if flags or points:
        before, checkpoints = len(play.events), play.checkpoints()
        for piece in play.touching():
            # Every flag is a checkpoint, so no flag is missed here (7.11.2).
            if checkpoints[piece.place]:
                _touch(play, piece, flags, points)
        tell_part(play, before, TOUCHING)


def tell_part(play: Play, before: int, part: BeatBegan) -> None:
    """Report that a part of the register began, if anything happened in it."""
    # Inserted afterwards, so that a part in which nobody touches anything leaves no trace.
    if len(play.events) > before:
        play.events.insert(before, part)


def _touch(play: Play, piece: PlayPiece, flags: bool, points: bool) -> None:
    square = piece.square
    if points and play.checkpoints()[piece.place]:
        touch_checkpoint(play, piece)
    # Most squares have no flag, so that the mode is asked seldom.
    if flags and square in play.tables.flag_at:
        if not play.tables.in_order:
            # A flag that neither the seat nor its team has touched; all of them win (M2, M3).
            flag, rule = play.tables.flag_at[square], play.tables.mode.rule
            touched = touched_with(play.flags, teams_in(play.state.memory), piece.seat)
            if flag not in touched:
                play.events.append(FlagTouched(piece.seat, flag, square, rule))
                play.flags[piece.seat] = play.flags.get(piece.seat, NO_FLAGS) | {flag}
                # How many it has touched itself, as in order.
                piece.next_flag += 1
                if len(touched) + 1 == play.tables.flag_count and not play.over:
                    play.over, play.winner = True, piece.seat
                    play.events.append(Won(piece.seat, rule))
        elif play.tables.flag_at[square] == piece.next_flag:
            # The next flag in order; the last one wins (7.11.1, 10.1 [E099, E101]).
            play.events.append(FlagTouched(piece.seat, piece.next_flag, square, "7.11.1"))
            piece.next_flag += 1
            if piece.next_flag > play.tables.flag_count:
                play.over, play.winner = True, piece.seat
                play.events.append(Won(piece.seat, "10.1"))


def touch_checkpoint(play: Play, piece: PlayPiece) -> None:
    """Put square and heading at the end of the list, removing an older entry (7.11.2 [E107]).

    A piece that stays on its last checkpoint, facing as before, touches nothing new.
    """
    square, heading = piece.square, piece.heading
    if play.tables.rule_set.keeps == NEWEST:
        # Its start comes first and stays.
        if piece.checkpoints[1:] != ((square, heading),):
            piece.checkpoints = (*piece.checkpoints[:1], (square, heading))
            play.events.append(CheckpointTouched(piece.seat, square, heading, "7.11.2"))
        return
    if piece.checkpoints and piece.checkpoints[-1] == (square, heading):
        return
    piece.checkpoints = (
        *(entry for entry in piece.checkpoints if entry[0] != square),
        (square, heading),
    )
    play.events.append(CheckpointTouched(piece.seat, square, heading, "7.11.2"))


@registered("repair in a register")
def heal_in_register(play: Play) -> None:
    """Repair at the end of every register, unless healing is in the turn (7.12.1 [E108, E109])."""
    if play.tables.rules.healing != TURN:
        _heal(play, everything=False)


@registered("repair in a turn")
def heal_in_turn(play: Play) -> None:
    """Repair after register 5: the value once (turn [E111]) or all damage (register+turn [E112]).

    See 7.12.1.
    """
    healing = play.tables.rules.healing
    if healing == TURN:
        _heal(play, everything=False)
    elif healing == REGISTER_AND_TURN:
        _heal(play, everything=True)


def _heal(play: Play, everything: bool) -> None:
    """Repair clanks on repair points by the point's value, or entirely.

    A flag leaves the point's value as it is (7.12.3 [E113]).
    """
    repairs, before = play.repairs(), len(play.events)
    for piece in play.touching() if repairs else ():
        if piece.damage and piece.square in repairs:
            heal(
                play,
                piece,
                Heal(piece.damage if everything else repairs[piece.square], REPAIR, "7.12.1"),
            )
    tell_part(play, before, HEALING)


def heal(play: Play, piece: PlayPiece, effect: Heal) -> None:
    """Repair a piece, never below no damage (7.12.1 [E110]); without damage there is no event."""
    points = min(effect.points, piece.damage)
    if points:
        piece.damage -= points
        play.events.append(
            Healed(piece.seat, piece.square, points, piece.damage, effect.cause, effect.rule)
        )
        play.healed(piece)


def hurt(play: Play, piece: PlayPiece, effect: Hurt) -> None:
    """Damage a piece; the last point destroys it, and further ones do not count (8.1 [E132, E133]).

    The last point is the tenth unless the rule set says otherwise.
    """
    damage, deadly = piece.damage + effect.points, play.tables.deadly
    if damage > deadly:
        damage = deadly
    piece.damage = damage
    play.events.append(
        Damaged(
            piece.seat, piece.square, effect.points, damage, effect.cause, effect.by, effect.rule
        )
    )
    if damage == deadly:
        play.doom(piece, effect.cause, "8.1")
