"""One step, one jump and every other effect on one piece (elements 3.4-3.7, S3, S4)."""

from __future__ import annotations

from typing import Final

from companion.engine.causes import BOUNCE, CARD, EDGE, FALL, JAM, PUSH, ROW, THROW, WALL
from companion.engine.effects import (
    CARD_DRAWN,
    AskQuestion,
    Dash,
    Destroy,
    DrawCards,
    Effect,
    End,
    GiveStatus,
    Halt,
    Heal,
    Hurt,
    HurtOnce,
    Jump,
    Remember,
    RepeatCard,
    SetCard,
    Shift,
    Spawn,
    Spend,
    Spin,
    SwapCards,
    TakeSteps,
    Upon,
)
from companion.engine.element import MOVE
from companion.engine.events import Jumped, Moved, Stopped
from companion.engine.extended.gains import begin, draw_cards, set_card, spawn, spend, swap_cards
from companion.engine.extended.holding import gated, is_held, may_push
from companion.engine.extended.piece import CLANK, COPY, GHOST, ExtendedPiece
from companion.engine.extended.play import ExtendedPlay, Movement
from companion.engine.moving import spin
from companion.engine.race_tables import BEYOND, STOPPED, Place
from companion.engine.state import ACTIVE
from companion.engine.statuses import BURNING, VIRTUAL
from companion.engine.touching import crown_the_last, heal, hurt, touch_on_pass
from companion.geometry import Heading, Square

COUNTED: Final = frozenset((CARD, BOUNCE, THROW))
"""The causes whose squares barriers count (B13, B14). Slides, slopes and pushers have none to
count."""
FALLING: Final = 2
INTO_WATER: Final = 1
"""The damage of a fall from a bridge (3.4)."""
_BY_FALL: Final = {points: Hurt(points, FALL, "", "3.4") for points in (FALLING, INTO_WATER)}


def settle(play: ExtendedPlay) -> None:
    """End a step or beat: remove the destroyed, land hit flyers, touch what was entered.

    In one fire (8) that waits for its end.
    """
    if play.together:
        return
    before = play.deaths
    while play.doomed or play.landing:
        play.settle()
        # One by one: a landing may settle more of them.
        while play.landing:
            piece = min(play.landing, key=lambda flyer: flyer.seat)
            play.landing.remove(piece)
            if piece.status == ACTIVE and piece.flies:
                come_down(play, piece)
    if play.entered:
        touch_on_pass(play)
    if play.tables.last_one_left and play.deaths != before and not play.over:
        crown_the_last(play)


def come_down(play: ExtendedPlay, piece: ExtendedPiece) -> None:
    """Land a flyer, and let its square act (3.3)."""
    play.land(piece, "A2")
    enter(play, piece, piece.heading, THROW)


# ---- One step ------------------------------------------------------------------------------------


def step(
    play: ExtendedPlay, mover: ExtendedPiece, shift: Shift, on: str = "", by: int | None = None
) -> bool:
    """Move a piece one square with all that it pushes, or not at all (3.4).

    It is a whole step, with deaths at its end.

    Returns:
        Whether it moved.
    """
    direction, register_tables = shift.heading, play.register_tables
    target = register_tables.ahead[direction][mover.place]
    # The common case, checked cheaply: nothing holds it, no barrier is there, and nobody is in its
    # way.
    if (
        target >= 0
        and mover.at[target] is None
        and mover.square not in register_tables.gated[direction]
        and mover.square not in register_tables.holding
        and not mover.sunk
    ):
        move(play, mover, target, direction, shift.cause, by, shift.rule)
        if not play.in_beat and (play.doomed or play.entered or play.landing):
            settle(play)
        return True
    row = _pushed_row(play, mover, shift, on)
    if row is None:
        if not play.in_beat:
            settle(play)
        return False
    for piece in row[::-1]:
        # A pushed piece may have turned the board, or have come back through a portal: the next one
        # goes where the way leads now.
        target, last = play.register_tables.ahead[direction][piece.place], piece is mover
        if target != BEYOND and (target == STOPPED or piece.at[target] is not None):
            play.events.append(
                Stopped(
                    mover.seat,
                    mover.square,
                    direction,
                    WALL if target == STOPPED else JAM,
                    None,
                    "7.3.2",
                )
            )
            if not play.in_beat:
                settle(play)
            return False
        move(
            play,
            piece,
            target,
            direction,
            *((shift.cause, by, shift.rule) if last else (PUSH, mover.seat, shift.push_rule)),
        )
    if not play.in_beat and (play.doomed or play.entered or play.landing):
        settle(play)
    return True


def _pushed_row(
    play: ExtendedPlay, mover: ExtendedPiece, shift: Shift, on: str
) -> list[ExtendedPiece] | None:
    """Return the mover and all that it pushes, or None if one of them cannot move.

    It may be held, stopped by an edge, or not be pushed by this cause.
    """
    direction = shift.heading
    ahead = play.register_tables.ahead[direction]
    row = [mover]
    while True:
        piece = row[-1]
        held = is_held(play, piece, direction, shift.cause if piece is mover else PUSH)
        target = ahead[piece.place]
        if (
            held
            or target == STOPPED
            or gated(play, piece, direction, shift.cause if piece is mover else PUSH)
        ):
            if len(row) == 1:
                play.events.append(
                    Stopped(mover.seat, mover.square, direction, WALL, None, "7.2.5")
                )
            else:
                play.events.append(
                    Stopped(mover.seat, mover.square, direction, ROW, piece.seat, "7.3.2")
                )
            if not held:
                bumped(play, piece, direction, shift.cause if piece is mover else PUSH)
            return None
        other = None if target == BEYOND else piece.at[target]
        if other is None or (play.doomed and play.is_doomed(other)):
            return row
        assert isinstance(other, ExtendedPiece)
        if not may_push(play, mover, other, shift, on):
            play.events.append(Stopped(mover.seat, mover.square, direction, JAM, other.seat, "3.5"))
            return None
        row.append(other)


def bumped(play: ExtendedPlay, piece: ExtendedPiece, direction: Heading, cause: str) -> None:
    """Let the barrier that stopped a piece act on it; in a beat when its moves are over."""
    barrier = gated(play, piece, direction, cause)
    if barrier is None:
        return
    if play.in_beat:
        play.bumps.append((piece, barrier, direction, cause, play.left))
    else:
        carry_out(play, piece, barrier.bump(piece, direction, cause, play))


def move(
    play: ExtendedPlay,
    piece: ExtendedPiece,
    target: Place,
    direction: Heading,
    cause: str,
    by: int | None,
    rule: str,
) -> None:
    """Move a piece to the next square and let that square act on it.

    The square is free in the piece's plane.
    """
    start, register_tables = piece.square, play.register_tables
    if start in register_tables.gated[direction]:
        for barrier in register_tables.gates[start, direction]:
            carry_out(play, piece, barrier.crossed(piece, direction, cause, play))
    falls = piece.place in register_tables.falls[direction]
    piece.at[piece.place] = None
    if target == BEYOND:
        play.doom(piece, EDGE, "13.1")
        return
    piece.at[target] = piece
    play.arrive(piece, target, direction, cause)
    square = piece.square
    play.events.append(Moved(piece.seat, start, square, piece.heading, direction, cause, by, rule))
    # If any element asks for pushed pieces, they are noted, the latest at the end.
    if cause == PUSH and play.register_tables.rests_pushed:
        if piece in play.pushed:
            play.pushed.remove(piece)
        play.pushed.append(piece)
    if falls:
        harm(play, piece, fall_damage(play, piece))
    # Most squares have no effect.
    if square in play.register_tables.minded or play.tables.on_pass or play.haunted:
        came_in(play, piece, direction, cause)


def fall_damage(play: ExtendedPlay, piece: ExtendedPiece) -> Hurt:
    """Return the damage of a fall onto its square, less in water (3.4)."""
    return _BY_FALL[INTO_WATER if play.has(piece.square, "water") else FALLING]


def came_in(play: ExtendedPlay, piece: ExtendedPiece, direction: Heading, cause: str) -> None:
    """Apply the effects of being on another square: ghosts, touching on pass, elements."""
    if play.stage == MOVE and play.haunted:
        # A clank and a ghost meet on one square, once a card; either of them may have moved (D9).
        for other in play.on_board():
            if (
                GHOST in (piece.kind, other.kind)
                and CLANK in (piece.kind, other.kind)
                and other.square == piece.square
            ):
                clank, ghost = (piece, other) if piece.kind == CLANK else (other, piece)
                carry_out_one(play, clank, HurtOnce(1, "ghost", ghost.seat, "D9", "ghost"))
    if play.tables.on_pass and piece.kind == CLANK:
        play.entered.append(piece)
    enter(play, piece, direction, cause)
    if play.tables.on_pass and (not piece.grounded or piece.is_above):
        play.entered = [other for other in play.entered if other is not piece]


def enter(play: ExtendedPlay, piece: ExtendedPiece, direction: Heading, cause: str) -> None:
    """Let the elements of a square act on a piece that entered, in the order of their lines.

    Further movement waits until all have been asked (3.4 5).
    """
    if not piece.grounded:
        return
    square, later = piece.square, []
    entered = play.register_tables.entered.get(cause)
    for element in entered.get(square, ()) if entered else ():
        for effect in element.enter(piece, direction, cause, play):
            if isinstance(effect, (TakeSteps, Shift)):
                later.append(effect)
            else:
                carry_out_one(play, piece, effect)
        # A portal moved it on, and only the far square acts.
        if piece.square != square or piece.status != ACTIVE or play.is_doomed(piece):
            return
    if play.kept and (str(piece.seat), BURNING) in play.kept and play.has(square, "water"):
        play.end(piece, BURNING, "B32")
    for effect in later:
        carry_out_one(play, piece, effect)


# ---- Longer ways ---------------------------------------------------------------------------------


def go(play: ExtendedPlay, piece: ExtendedPiece, wanted: TakeSteps) -> None:
    """Take steps in one direction until they are spent or something ends them (B12, B31)."""
    frame = Movement(piece, wanted.squares, wanted.shift.cause in COUNTED and not wanted.on)
    play.frames.append(frame)
    while (
        frame.left > 0
        and piece.status == ACTIVE
        and not play.is_doomed(piece)
        and not play.over
        and (not wanted.on or play.has(piece.square, wanted.on))
        and step(play, piece, wanted.shift, wanted.on)
    ):
        frame.left -= 1
    play.frames.remove(frame)


def jump(play: ExtendedPlay, piece: ExtendedPiece, wanted: Jump) -> bool:
    """Jump to another square; return whether the piece jumped (3.5)."""
    if not wanted.square:
        piece.at[piece.place] = None
        play.doom(piece, EDGE, wanted.rule)
        return True
    if is_held(play, piece, wanted.direction, wanted.cause):
        return False
    place = play.tables.places[wanted.square]
    if play.occupied(wanted.square, piece):
        other = piece.at[place]
        assert isinstance(other, ExtendedPiece)
        if wanted.cause == FALL:
            play.begin(piece, VIRTUAL, "1", 0, wanted.rule)
        elif not wanted.pushes or not step(
            play, other, Shift(wanted.direction, PUSH, "", wanted.rule, wanted.rule), by=piece.seat
        ):
            return False
    be_there(play, piece, place, wanted)
    if wanted.enters:
        came_in(play, piece, wanted.direction, wanted.cause)
    if not play.in_beat:
        settle(play)
    return True


def be_there(play: ExtendedPlay, piece: ExtendedPiece, place: Place, wanted: Jump) -> None:
    """Put a piece on the square of its jump, and turn it."""
    start = piece.square
    if piece.at[piece.place] is piece:
        piece.at[piece.place] = None
    piece.at[place] = piece
    play.arrive(piece, place, wanted.direction, wanted.cause)
    piece.heading = (piece.heading + wanted.quarters) % 4
    play.events.append(
        Jumped(piece.seat, start, piece.square, piece.heading, wanted.cause, wanted.rule)
    )


def dash(play: ExtendedPlay, piece: ExtendedPiece, wanted: Dash) -> None:
    """Shoot a piece along a track to the first square beyond it (C1).

    Any obstacle ends it and costs a point.
    """
    direction, start = piece.heading, piece.steps
    for direction in wanted.ways:
        target = play.register_tables.ahead[direction][piece.place]
        held = is_held(play, piece, direction, wanted.cause)
        barrier = None if held else gated(play, piece, direction, wanted.cause)
        if (
            held
            or barrier
            or target == STOPPED
            or (target != BEYOND and play.occupied(play.tables.names[target], piece))
        ):
            # It stays where it was stopped; of the barrier's effects only damage counts.
            struck = barrier.bump(piece, direction, wanted.cause, play) if barrier else ()
            carry_out(
                play,
                piece,
                tuple(effect for effect in struck if isinstance(effect, (Hurt, HurtOnce))),
            )
            harm(play, piece, Hurt(1, wanted.cause, piece.square, wanted.rule))
            break
        before = piece.square
        piece.at[piece.place] = None
        if target == BEYOND:
            play.doom(piece, EDGE, "13.1")
            return
        piece.at[target] = piece
        play.arrive(piece, target, direction, THROW)
        play.events.append(
            Moved(
                piece.seat, before, piece.square, piece.heading, direction, THROW, None, wanted.rule
            )
        )
    if piece.steps != start:
        came_in(play, piece, piece.direction, THROW)


# ---- Effects -------------------------------------------------------------------------------------


def carry_out(play: ExtendedPlay, piece: ExtendedPiece, effects: tuple[Effect, ...]) -> None:
    """Carry out effects on one piece, in order."""
    for effect in effects:
        carry_out_one(play, piece, effect)


def carry_out_one(play: ExtendedPlay, piece: ExtendedPiece, effect: Effect) -> None:
    """Carry out one effect on one piece, if it is still on the board."""
    if isinstance(effect, Upon):
        for other in standing_on(play, effect.square):
            if not effect.solid or other.at is play.at:
                carry_out_one(play, other, effect.effect)
    elif isinstance(effect, Remember):
        play.remember(
            str(piece.seat) if effect.owner is None else effect.owner,
            effect.word,
            effect.value,
            effect.until,
            effect.rule,
        )
    elif piece.status != ACTIVE:
        return
    elif isinstance(effect, Spin):
        spin(play, piece, effect)
    elif isinstance(effect, (Hurt, HurtOnce)):
        harm(play, piece, effect)
    elif isinstance(effect, Shift):
        step(play, piece, effect)
    elif isinstance(effect, TakeSteps):
        go(play, piece, effect)
    elif isinstance(effect, Jump):
        jump(play, piece, effect)
    elif isinstance(effect, Dash):
        dash(play, piece, effect)
    elif isinstance(effect, Destroy):
        play.doom(piece, effect.cause, effect.rule)
    elif isinstance(effect, Heal):
        if piece.kind == CLANK:
            heal(play, piece, effect)
    else:
        _change(play, piece, effect)


def standing_on(play: ExtendedPlay, square: Square) -> list[ExtendedPiece]:
    """Return the pieces on a square by seat, on the ground or virtual.

    The floor does nothing to pieces that fly over it.
    """
    return [piece for piece in play.on_board() if piece.square == square and piece.grounded]


def _change(play: ExtendedPlay, piece: ExtendedPiece, effect: Effect) -> None:
    """Carry out effects that neither move nor harm: on movements, statuses, cards, by questions."""
    if isinstance(effect, Halt):
        for frame in play.frames:
            if frame.piece is piece:
                frame.left = 0
    elif isinstance(effect, Spend):
        spend(play, piece, effect)
    elif isinstance(effect, GiveStatus):
        begin(play, piece, effect)
    elif isinstance(effect, End):
        play.end(piece, effect.status, effect.rule)
    elif isinstance(effect, DrawCards):
        draw_cards(play, piece, effect)
    elif isinstance(effect, SetCard):
        set_card(play, piece, effect)
    elif isinstance(effect, SwapCards):
        swap_cards(play, piece, effect)
    elif isinstance(effect, Spawn):
        spawn(play, piece, effect)
    elif isinstance(effect, AskQuestion):
        _ask(play, piece, effect)
    elif not isinstance(effect, RepeatCard):
        raise TypeError(f"{effect!r} cannot be carried out on a piece")


def harm(play: ExtendedPlay, piece: ExtendedPiece, effect: Hurt | HurtOnce) -> None:
    """Damage a piece: flights end by it, copies are gone, ghosts feel nothing (3.2, 3.3)."""
    if piece.kind == GHOST:
        return
    if isinstance(effect, HurtOnce):
        if (piece.seat, effect.once) in play.once:
            return
        play.once.add((piece.seat, effect.once))
        effect = Hurt(effect.points, effect.cause, effect.by, effect.rule)
    if piece.kind == COPY:
        play.doom(piece, effect.cause, effect.rule)
        return
    hurt(play, piece, effect)
    if piece.flies and piece not in play.landing:
        play.landing.append(piece)


def _ask(play: ExtendedPlay, piece: ExtendedPiece, effect: AskQuestion) -> None:
    """Ask a question that the rules cannot answer, and carry out the effects of the answer."""
    if piece.kind != CLANK:
        return
    if effect.kind == CARD_DRAWN:
        card = play.draw(piece, effect.what, effect.slot, effect.rule)
        answer = "" if card is None else str(card)
    else:
        options = effect.options() if callable(effect.options) else effect.options
        answer = play.ask(effect.kind, effect.what, piece.seat, effect.slot, options, effect.rule)
    if answer:
        carry_out(play, piece, effect.then(answer))
