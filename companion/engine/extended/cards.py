"""The cards of one register on an extended board: order, execution, coming to rest (elements 4)."""

from __future__ import annotations

from typing import Final

from companion.engine.cards import MOVES, QUARTERS, STEPS, Card
from companion.engine.causes import CARD
from companion.engine.effects import CHOICE
from companion.engine.element import STAY, TURN_CARD, Drive
from companion.engine.events import CardPlayed, CardVoid, Moved
from companion.engine.extended.piece import CLANK, COPIES, COPY, ExtendedPiece
from companion.engine.extended.play import ExtendedPlay, Movement
from companion.engine.extended.stepping import carry_out, go, jump, settle, step
from companion.engine.moving import CARD_SPINS, CARD_STEPS, spin
from companion.engine.state import ACTIVE
from companion.engine.statuses import ENERGY, SHUT_DOWN
from companion.geometry import ABOUT, AHEAD, Heading

MAY_ACT: Final = 30
"""A status may forbid the card between the hooks that decide which card it is and those that decide
how it is carried out (4.2)."""
CHARGED: Final = 90
"""A charged clank may take one more square after jumps and before anything that takes squares off
(B27)."""


def play_cards(play: ExtendedPlay) -> None:
    """Play all cards by priority; a copy acts right after its owner (B0, B26)."""
    index = play.register - 1
    ready, priorities = [], {}
    for piece in play.on_board():
        card = piece.slots[index]
        if card is not None and not piece.down:
            ready.append(piece)
            priorities[piece.seat] = card.priority
    # Sorting is stable: of equal ones the lower seat comes first.
    order = sorted(ready, key=lambda piece: -priorities[piece.seat])
    if ready and ready[-1].seat > COPIES:
        # Every copy comes right after its owner, those without an acting owner last.
        owners, order = [piece for piece in order if piece.kind != COPY], []
        for piece in owners:
            order += [piece, *(copy for copy in ready if copy.seat == piece.seat + COPIES)]
        order += [copy for copy in ready if copy not in order]
    for piece in order:
        card = piece.slots[index]
        if card is not None and piece.status == ACTIVE:
            play_card(play, piece, card)
            if play.over:
                return


def play_card(play: ExtendedPlay, piece: ExtendedPiece, card: Card) -> None:
    """Play one card: plan it, carry it out if no status forbids it, and let pieces come to rest."""
    if play.marks is not None:
        play.mark()
    play.events.append(CardPlayed(piece.seat, card, "7.2.1"))
    if (
        piece.bare
        and card.move in CARD_SPINS
        and piece.square not in play.register_tables.turn_minding
        and not play.doomed
    ):
        spin(play, piece, CARD_SPINS[card.move])
        return
    play.card = card
    play.pushed.clear()
    drive: Drive | None = _DRIVES[card.move, piece.heading]
    # Only its square or a status changes a card.
    if not piece.bare or piece.square in play.register_tables.planning:
        assert drive is not None
        drive = _planned(play, piece, drive)
    if play.doomed or play.landing or play.entered:
        settle(play)
    if drive is not None and piece.status == ACTIVE and not play.over:
        _carry_out(play, piece, drive)
    if play.doomed or play.landing or play.entered:
        settle(play)
    forget_card(play)


def forget_card(play: ExtendedPlay) -> None:
    """Forget what was remembered for this card or beat only."""
    play.card = None
    if play.brief:
        play.brief.clear()
    if play.once:
        play.once.clear()
    if play.pushed:
        play.pushed.clear()
    if play.frames:
        play.frames.clear()


_DRIVES: Final = {
    (move, heading): Drive(
        move, (heading + (ABOUT if STEPS.get(move, 0) < 0 else AHEAD)) % 4, abs(STEPS.get(move, 0))
    )
    for move in MOVES
    for heading in range(4)
}
"""How a card is carried out if nothing changes it, by move and heading."""


def _planned(play: ExtendedPlay, piece: ExtendedPiece, drive: Drive) -> Drive | None:
    """Return how the card is carried out after all elements of the square were asked (4.1-4.3).

    None if it has no effect.
    """
    asked = play.register_tables.planning.get(piece.square, ()) if piece.grounded else ()
    allowed = charged = False
    for element in asked:
        if not allowed and element.lines.get("plan", 0) > MAY_ACT:
            if not _may_act(play, piece):
                return None
            allowed = True
        if not charged and element.lines.get("plan", 0) > CHARGED:
            drive, charged = _boosted(play, piece, drive), True
        before = piece.slots[play.register - 1]
        planned, effects = element.plan(piece, drive, play)
        carry_out(play, piece, effects)
        card = piece.slots[play.register - 1]
        if piece.status != ACTIVE or play.is_doomed(piece):
            return None
        if planned is None:
            assert play.card is not None
            play.events.append(
                CardVoid(piece.seat, play.card, element.word, element.square, element.rule)
            )
            return None
        drive = planned
        if card is not None and card is not before and card != before:
            play.card = card
            drive = _DRIVES[card.move, piece.heading]._replace(fogged=True)
    if not allowed and not _may_act(play, piece):
        return None
    return drive if charged else _boosted(play, piece, drive)


def _boosted(play: ExtendedPlay, piece: ExtendedPiece, drive: Drive) -> Drive:
    """Return the drive with an extra square if the clank is charged and its player wants it (B27).

    Only movement cards gain a square, and no slides or jumps.
    """
    if (
        not drive.moves
        or not play.wears(piece.seat, ENERGY)
        or drive.jump is not None
        or drive.slide is not None
    ):
        return drive
    if play.ask(CHOICE, ENERGY, piece.seat, 0, ("no", "yes"), "B27") != "yes":
        return drive
    play.end(piece, ENERGY, "B27")
    return drive._replace(squares=drive.squares + 1)


def _may_act(play: ExtendedPlay, piece: ExtendedPiece) -> bool:
    """Say whether no status forbids the card, and report one that does (4.2)."""
    if piece.drives:
        return True
    assert play.card is not None
    play.events.append(CardVoid(piece.seat, play.card, SHUT_DOWN, piece.square, "B28"))
    return False


def _carry_out(play: ExtendedPlay, piece: ExtendedPiece, drive: Drive) -> None:
    before = piece.steps
    if drive.jump is not None:
        play.driven[piece.seat] = _moved_by(play)
        jump(play, piece, drive.jump)
    elif drive.slide is not None:
        play.driven[piece.seat] = _moved_by(play)
        go(play, piece, drive.slide)
    elif drive.move in CARD_SPINS:
        spin(play, piece, CARD_SPINS[drive.move])
        if piece.grounded:
            for element in play.register_tables.turning.get(piece.square, ()):
                carry_out(play, piece, element.turned(piece, QUARTERS[drive.move], play))
        if play.doomed or play.landing:
            settle(play)
        come_to_rest(
            play, piece, piece.direction, TURN_CARD if piece.steps == before else piece.cause
        )
        return
    else:
        play.driven[piece.seat] = _moved_by(play)
        _drive(play, piece, drive)
    come_to_rest(
        play,
        piece,
        drive.direction if piece.steps == before else piece.direction,
        STAY if piece.steps == before else CARD,
    )


def _moved_by(play: ExtendedPlay) -> Card:
    assert play.card is not None
    return play.card


def _drive(play: ExtendedPlay, piece: ExtendedPiece, drive: Drive) -> None:
    """Take single steps; a stop, a death or a win ends the card (7.2.4-7.2.6)."""
    direction, left = drive.direction, drive.squares
    # If flags count on pass, or ghosts are about, every step has something to check.
    if piece.kind == CLANK and not piece.sunk and not play.tables.on_pass and not play.haunted:
        plain = play.register_tables.plain_steps(direction)
        while left > 0 and (target := plain[piece.place]) >= 0 and piece.at[target] is None:
            start, at, seat, heading = piece.square, piece.at, piece.seat, piece.heading
            at[piece.place] = None
            at[target] = piece
            play.arrive(piece, target, direction, CARD)
            play.events.append(
                Moved(seat, start, piece.square, heading, direction, CARD, None, "7.2.4")
            )
            left -= 1
    if left == 0:
        return
    frame = Movement(piece, left, True, drive.eased)
    play.frames.append(frame)
    while (
        frame.left > 0
        and step(play, piece, CARD_STEPS[direction])
        and piece.status == ACTIVE
        and not play.over
    ):
        frame.left -= 1
    play.frames.clear()


def come_to_rest(play: ExtendedPlay, piece: ExtendedPiece, direction: Heading, cause: str) -> None:
    """Let the driver come to rest, then the pieces it pushed, the last displaced coming last.

    See 4.5.
    """
    if not play.register_tables.resting or play.over:
        return
    if piece.square in play.register_tables.resting:
        rest(play, piece, direction, cause)
    while play.pushed and not play.over:
        other = play.pushed.pop(0)
        if other is not piece:
            rest(play, other, other.direction, other.cause, pushed=True)


def rest(
    play: ExtendedPlay, piece: ExtendedPiece, direction: Heading, cause: str, pushed: bool = False
) -> None:
    """Let the elements of the square act on a piece at rest.

    After one that displaced it, those of the new square act (S4). If it was `pushed` there, in a
    card or a beat, only slopes and slicks act.
    """
    done = set()
    again = piece.grounded and piece.status == ACTIVE
    while again:
        again = False
        for element in play.register_tables.resting.get(piece.square, ()):
            if element in done or (pushed and not element.rests_pushed):
                continue
            done.add(element)
            steps = piece.steps
            carry_out(play, piece, element.rest(piece, direction, cause, play))
            settle(play)
            if piece.status != ACTIVE or play.over:
                return
            if piece.steps != steps:
                direction, cause, again = piece.direction, piece.cause, True
                break
