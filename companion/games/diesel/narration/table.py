"""The scene of a game: rows in front of players, piles, and cards in hands."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.diesel.engine.cards import Deck
from companion.games.diesel.engine.counting import total
from companion.games.diesel.engine.dealing import cards_in_hand
from companion.games.diesel.engine.rules import hand_size
from companion.games.diesel.engine.state import DieselState
from companion.games.diesel.look import face_in
from companion.games.scene import (
    HAND,
    CardMove,
    CardPlace,
    CardRow,
    HandCards,
    Pile,
    Scene,
    TableCard,
)
from companion.words import NOTHING, Text, text

DISCARD, ASIDE = "discard", "aside"
"""The keys of the piles."""


def scene_of(state: DieselState, passes: int | None = None) -> Scene:
    """Return the scene with rows, piles and hands.

    `passes` is how often hands have been passed on in this Derby, None between two turns.
    """
    rows = tuple(
        CardRow(
            seat,
            tuple(
                TableCard(
                    face_in(state.deck, one.card),
                    one.card,
                    one.down,
                    one.deployed,
                )
                for one in row
            ),
            # At the end of a Derby the row may count less than its cards show.
            note=_change(sum(state.card(one.card).strength for one in row), total(state, seat))
            if row
            else NOTHING,
            tokens=state.tokens.get(seat, 0),
        )
        for seat in state.seats
        for row in (state.front.get(seat, ()),)
    )
    piles = (
        Pile(DISCARD, text("Discard pile"), len(state.discard) + state.lost, state.discard),
        Pile(ASIDE, text("Aside"), state.aside, state.unused or ()),
    )
    # After the last turn nothing is passed on (DDR24).
    passed = state.turn if passes is None else passes
    passed -= state.over and passed == state.turn
    # The last cards of hands are on the discard pile.
    left = 0 if state.over or state.lost else cards_in_hand(state)
    each = hand_size(len(state.seats))
    if state.hands is None:
        hands = HandCards(
            state.derby, state.turn, each, left, passed, state.deployed_by, state.lost
        )
    else:
        hands = None
    return Scene(rows=rows, piles=piles, hands=hands)


def hands_passed(seats: Sequence[int], further: int) -> tuple[CardMove, ...]:
    """Return the moves of all hands to the next seat, or with -1 to the previous one."""
    return tuple(
        CardMove(
            "", None, CardPlace(HAND, seat), CardPlace(HAND, seats[(at + further) % len(seats)])
        )
        for at, seat in enumerate(seats)
    )


def _change(now: int, then: int) -> Text:
    """Return a value and its change, short enough to stand beside nine cards."""
    if then > now:
        return text("strength {total} + {more}", total=now, more=then - now)
    if then < now:
        return text("strength {total} − {less}", total=now, less=now - then)
    return text("strength {total}", total=now)


def row_note(deck: Deck, row: CardRow, after: CardRow) -> Text:
    """Return the value of a row, now and after the instruction that is shown."""
    now, then = (sum(deck.card(card.key).strength for card in one.cards) for one in (row, after))
    if not row.cards:
        return _change(0, then) if after.cards else NOTHING
    # Only the whole table says what counts less at the end of a Derby.
    return _change(now, then) if now != then or not row.note else row.note
