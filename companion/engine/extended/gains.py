"""Gains and losses of a piece: statuses, cards, a copy, squares of its card.

See elements 3.3, 3.9, B7, B26.
"""

from __future__ import annotations

from companion.engine.effects import DrawCards, GiveStatus, SetCard, Spawn, Spend, SwapCards
from companion.engine.events import CardSet, CardsSwapped, PieceCame
from companion.engine.extended.piece import CLANK, COPIES, GHOST, ExtendedPiece
from companion.engine.extended.play import ExtendedPlay
from companion.engine.state import ACTIVE, Clank
from companion.engine.statuses import BURNT


def begin(play: ExtendedPlay, piece: ExtendedPiece, effect: GiveStatus) -> None:
    """Give a piece a status."""
    if effect.status != BURNT:
        last = play.now + effect.phases - 1 + effect.later if effect.phases else 0
        play.begin(piece, effect.status, effect.value, last, effect.rule)
    elif play.tables.rules.card_lock and piece.kind == CLANK:
        # Slots burnt before stay so.
        slots = {*play.wears(piece.seat, BURNT).split(","), *effect.value.split(",")} - {""}
        play.begin(piece, BURNT, ",".join(sorted(slots)), 0, effect.rule)


def draw_cards(play: ExtendedPlay, piece: ExtendedPiece, effect: DrawCards) -> None:
    """Give up cards and draw random ones for them (A1)."""
    if piece.kind != CLANK or piece.down:
        return
    given_up = tuple(
        card
        for slot in effect.slots
        if slot not in piece.locked and (card := piece.slots[slot - 1]) is not None
    )
    play.note_out(given_up)
    for slot in effect.slots:
        if slot not in piece.locked:
            card = play.draw(piece, "randomizer", slot, effect.rule)
            play.put(piece, slot, card)


def swap_cards(play: ExtendedPlay, piece: ExtendedPiece, effect: SwapCards) -> None:
    """Swap two cards of a clank (B20)."""
    if piece.kind != CLANK:
        return
    one, other = piece.slots[effect.slot - 1], piece.slots[effect.other - 1]
    play.put(piece, effect.slot, other)
    play.put(piece, effect.other, one)
    play.events.append(CardsSwapped(piece.seat, effect.slot, effect.other, effect.rule))


def set_card(play: ExtendedPlay, piece: ExtendedPiece, effect: SetCard) -> None:
    """Put a card of choice into a slot (E3)."""
    before = piece.slots[effect.slot - 1]
    play.note_out(tuple(card for card in (before, effect.card) if card is not None))
    play.put(piece, effect.slot, effect.card)
    play.events.append(CardSet(piece.seat, effect.slot, before, effect.card, effect.rule))


def spawn(play: ExtendedPlay, piece: ExtendedPiece, effect: Spawn) -> None:
    """Create a copy beyond the wall, if that square is free and there is none yet (B26)."""
    seat = piece.seat + COPIES
    place = play.tables.places.get(effect.square)
    # In a pit it would vanish in the same moment.
    if (
        piece.kind != CLANK
        or place is None
        or place in play.register_tables.bottomless
        or play.at[place] is not None
    ):
        return
    if any(other.seat == seat for other in play.alive):
        return
    # From the next register on: the current card is its owner's alone.
    slots = tuple(
        [None if slot <= play.register else card for slot, card in enumerate(piece.slots, 1)]
    )
    add_piece(
        play, Clank(seat, ACTIVE, effect.square, effect.heading, 0, None, slots=slots), effect.rule
    )


def add_piece(play: ExtendedPlay, clank: Clank, rule: str) -> ExtendedPiece:
    """Add another piece to the board."""
    piece = ExtendedPiece(clank, play.tables.places, play.at)
    play.refresh(piece)
    if piece.kind != GHOST:
        play.at[piece.place] = piece
    play.everybody.append(piece)
    play.arrivals += 1
    play.alive = sorted([*play.alive, piece], key=lambda other: other.seat)
    play.events.append(PieceCame(piece.seat, piece.square, piece.heading, rule))
    return piece


def spend(play: ExtendedPlay, piece: ExtendedPiece, effect: Spend) -> None:
    """Take squares off the movement under way; the current one is kept (B7)."""
    frame = next((frame for frame in reversed(play.frames) if frame.piece is piece), None)
    if frame is None or (effect.eased and frame.eased):
        return
    if frame.left > 1:
        frame.left = max(1, frame.left - effect.squares)
        frame.eased = frame.eased or effect.eased
