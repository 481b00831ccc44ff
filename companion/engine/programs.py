"""Carrying out program cards, in order of priority (rulebook 7.2)."""
from __future__ import annotations

from typing import Final

from companion.engine.cards import QUARTERS, STEPS, Card
from companion.engine.effects import PlayInstead, Shift, Spin
from companion.engine.events import CARD, card_played
from companion.engine.geometry import ABOUT, AHEAD
from companion.engine.moving import carry_out, settle, spin, step
from companion.engine.play import Piece, Play
from companion.engine.state import ACTIVE

_SPINS: Final = {move: Spin(quarters, CARD, "7.2.3") for move, quarters in QUARTERS.items()}
_DRIVES: Final = {move: (ABOUT if steps < 0 else AHEAD, abs(steps)) for move, steps in STEPS.items()}
"""Move → where to, seen from the heading, and how many steps."""
_STEPS: Final = tuple(Shift(way, CARD, "", "7.2.4", "7.3.1") for way in range(4))


def play_cards(play: Play) -> None:
    """All cards of the register, the highest priority first, equal ones by the lower seat (7.2.1 [E018, E019]).

    A clank that has died before its card comes up plays nothing (7.2.2 [E030]); a win ends it all (10.2 [E102]).
    """
    index = play.register - 1
    revealed = [
        (-card.priority, piece.seat, piece, card)
        for piece in play.alive
        if not piece.down and (card := piece.slots[index]) is not None
    ]
    # The seat stands before the piece, so the order is complete and pieces are never compared.
    revealed.sort()
    for _, _, piece, card in revealed:
        if piece.status == ACTIVE:
            _play_card(play, piece, card)
            # What the square did to who turned or rested there; the next card finds nobody who is destroyed.
            if play.doomed:
                settle(play)
            if play.over:
                return


def _play_card(play: Play, piece: Piece, card: Card) -> None:
    """One card; elements may change it before, and act when the clank turned or came to rest."""
    play.tell(card_played((piece.seat, card, "7.2.1")))
    course = play.course
    carried = _planned(play, piece, card) if course.planning else card
    if play.doomed:
        settle(play)
    if carried is None or piece.status != ACTIVE:
        return
    move, _ = carried
    if move in _SPINS:
        spin(play, piece, _SPINS[move])
        # By the move of the card that is carried out, which another element may have put in the place of the one in the slot.
        for element in course.turning.get(piece.square, ()):
            carry_out(play, piece, element.turned(piece, QUARTERS[move]))
    else:
        _drive(play, piece, move)


def _planned(play: Play, piece: Piece, card: Card) -> Card | None:
    """The card as the elements on the clank's square let it be carried out."""
    planned: Card | None = card
    for element in play.course.planning.get(piece.square, ()):
        # Each is asked about the card of the slot, not about what another has made of it; the last answer holds.
        for effect in element.plan(piece, card):
            if isinstance(effect, PlayInstead):
                planned = effect.card
            else:
                carry_out(play, piece, (effect,))
    return planned


def _drive(play: Play, piece: Piece, move: str) -> None:
    """Single steps, each complete before the next; a stop, a death or a win ends the card (7.2.4-7.2.6 [E001, E006, E015])."""
    direction, steps = _DRIVES[move]
    # Settled once for the whole card: the steps go on in this direction whatever turns the clank on the way.
    way = (piece.heading + direction) % 4
    shift = _STEPS[way]
    while steps and step(play, piece, shift) and piece.status == ACTIVE and not play.over:
        steps -= 1
    if play.course.resting and piece.status == ACTIVE:
        for element in play.course.resting.get(piece.square, ()):
            carry_out(play, piece, element.rest(piece, way))
