"""Carrying out program cards, in order of priority (rulebook 7.2)."""
from __future__ import annotations

from companion.engine.cards import QUARTERS, STEPS, Card
from companion.engine.effects import PlayInstead
from companion.engine.events import CARD, CardPlayed
from companion.engine.geometry import Heading, opposite
from companion.engine.moving import carry_out, spin, step
from companion.engine.play import Piece, Play


def play_cards(play: Play) -> None:
    """All cards of the register, the highest priority first, equal ones by the lower seat (7.2.1 [E018, E019]).

    A clank that has died before its card comes up plays nothing (7.2.2 [E030]); a win ends it all (10.2 [E102]).
    """
    index = play.register - 1
    revealed = []
    for piece in play.alive:
        card = piece.slots[index]
        if card is not None and not piece.down:
            revealed.append((-card.priority, piece.seat, piece, card))
    revealed.sort()
    for _, _, piece, card in revealed:
        if piece.status == "active":
            _play_card(play, piece, card)
            if play.over:
                return


def _play_card(play: Play, piece: Piece, card: Card) -> None:
    """One card; elements may change it before, and act when the clank turned or came to rest."""
    play.tell(CardPlayed(piece.seat, card))
    course = play.course
    carried: Card | None = card
    if course.planning:
        carried = _planned(play, piece, card)
    if carried is None:
        return
    move, _ = carried
    if move in QUARTERS:
        _turn(play, piece, QUARTERS[move])
    else:
        _drive(play, piece, STEPS[move])


def _planned(play: Play, piece: Piece, card: Card) -> Card | None:
    """The card as the elements on the clank's square let it be carried out."""
    planned: Card | None = card
    for element in play.course.planning.get(piece.square, ()):
        for effect in element.plan(piece, card):
            if isinstance(effect, PlayInstead):
                planned = effect.card
            else:
                carry_out(play, piece, (effect,))
    return planned


def _turn(play: Play, piece: Piece, quarters: int) -> None:
    """Turn cards change the heading only (7.2.3 [E007])."""
    spin(play, piece, quarters, CARD, "7.2.3")
    for element in play.course.turning.get(piece.square, ()):
        carry_out(play, piece, element.turned(piece, quarters))


def _drive(play: Play, piece: Piece, steps: int) -> None:
    """Single steps, each complete before the next; a stop, a death or a win ends the card (7.2.4-7.2.6 [E001, E006, E015])."""
    way: Heading = piece.heading if steps > 0 else opposite(piece.heading)
    for _ in range(abs(steps)):
        if not step(play, piece, way, CARD, "7.2.4") or piece.status != "active" or play.over:
            break
    if play.course.resting and piece.status == "active":
        for element in play.course.resting.get(piece.square, ()):
            carry_out(play, piece, element.rest(piece, way))
