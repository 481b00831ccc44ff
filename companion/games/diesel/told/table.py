"""What lies on the table: rows in front of the players, the piles, and cards in hands."""

from __future__ import annotations

from typing import Final

from companion.games.diesel.engine.cards import Deck
from companion.games.diesel.engine.rules import each_deploys, hand_size
from companion.games.diesel.engine.state import State
from companion.games.diesel.engine.turn import total
from companion.games.diesel.look import face_of
from companion.games.scene import CardRow, Hands, Pile, Scene, TableCard
from companion.words import NOTHING, Text, text

DISCARD, ASIDE = "discard", "aside"
"""The piles."""
ENOUGH: Final = 3
"""Tokens that win the game, where nobody else has as many (DD12)."""


def scene_of(state: State, passes: int | None = None) -> Scene:
    """Rows, piles and hands; `passes` is how often hands have been passed on in this Derby, None between two turns."""
    rows = tuple(
        CardRow(seat, _cards(state, seat), NOTHING, _note(state, seat), state.tokens.get(seat, 0))
        for seat in state.seats
    )
    piles = (
        Pile(DISCARD, text("Discard pile"), len(state.discard) + state.lost, state.discard),
        Pile(ASIDE, text("Aside"), state.aside, state.unused or ()),
    )
    players = len(state.seats)
    each = hand_size(players)
    # After the last turn nothing is passed (DDR24).
    passed = state.turn if passes is None else passes
    passed -= state.over and passed == state.turn
    # The last cards of hands lie on the discard pile.
    left = 0 if state.over or state.lost else max(0, each - each_deploys(players) * state.turn)
    hands = (
        Hands(state.derby, state.turn, each, left, passed, state.laid_by, state.lost)
        if state.hands is None
        else None
    )
    return Scene(rows=rows, piles=piles, hands=hands)


def _cards(state: State, seat: int) -> tuple[TableCard, ...]:
    return tuple(
        TableCard(
            face_of(state.card(laid.card), state.deck.order(laid.card)),
            laid.card,
            laid.down,
            laid.deployed,
        )
        for laid in state.front.get(seat, ())
    )


def _note(state: State, seat: int) -> Text:
    """Say what a row comes to, and why that is less than its cards show, where some count less at the end of a Derby."""
    if not state.front.get(seat):
        return NOTHING
    counted, shown = (
        total(state, seat),
        sum(state.card(laid.card).strength for laid in state.front[seat]),
    )
    return _change(shown, counted)


def _change(now: int, then: int) -> Text:
    """Say what lies there, and how much more or less it comes to; short, for it stands beside up to nine cards."""
    if then > now:
        return text("strength {total} + {more}", total=now, more=then - now)
    if then < now:
        return text("strength {total} − {less}", total=now, less=now - then)
    return text("strength {total}", total=now)


def row_note(deck: Deck, row: CardRow, after: CardRow) -> Text:
    """Say what the cards of a row come to as they lie, and as they lie once the shown instruction is carried out."""
    now, then = (sum(deck.card(card.key).strength for card in one.cards) for one in (row, after))
    if not row.cards:
        return _change(0, then) if after.cards else NOTHING
    # What counts less at the end of a Derby only the whole table tells.
    return _change(now, then) if now != then or not row.note else row.note
