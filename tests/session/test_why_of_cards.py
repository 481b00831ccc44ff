"""The sentence under an instruction is about the card that was played, in every language."""

from __future__ import annotations

import pytest

from companion.engine.cards import DECK, Card
from companion.engine.elements.pit import Pit
from companion.games import usual_game
from companion.games.parts import Facts
from companion.games.programmed.deck import CODE_OF_CARD
from companion.geometry import N
from companion.session.messages import OpenPage
from companion.session.view import PLAY
from tests.english import german
from tests.recorded import recorded
from tests.session.evenings import done
from tests.session.real import Room
from tests.session.test_instructions import clank, field, register
from tests.typed import present

GAME = usual_game()
CALLED = {
    "move1": "Move 1",
    "move2": "Move 2",
    "move3": "Move 3",
    "back": "Back",
    "left": "Left",
    "right": "Right",
    "uturn": "U-turn",
}
GERMAN = {
    "move1": "Vor 1",
    "move2": "Vor 2",
    "move3": "Vor 3",
    "back": "Zurück",
    "left": "Links",
    "right": "Rechts",
    "uturn": "Wende",
}


@pytest.mark.parametrize("card", DECK, ids=str)
def test_every_card_is_explained_by_itself(card: Card) -> None:
    """All 84: the sentence has the card's own name and number, and no other card's."""
    (instruction,) = register(field(), clank(1, "D4", N, str(card)))
    assert instruction.card == card.move and instruction.rule == (
        "7.2.3" if card.move in ("left", "right", "uturn") else "7.2.4"
    )
    why = present(Facts.of(GAME)).why(instruction.rule, instruction.card)
    assert str(why).startswith(CALLED[card.move])
    assert [name for name in CALLED.values() if name in str(why)] == [CALLED[card.move]]
    assert german(why).startswith(GERMAN[card.move])


def test_what_befell_a_card_is_explained_before_the_card() -> None:
    """A pit, a push and a wall matter more than the distance; so does backing onto somebody."""
    (fallen,) = register(field(Pit("D6")), clank(1, "D4", N, "move3@790"))
    assert (fallen.rule, present(Facts.of(GAME)).why(fallen.rule, fallen.card)) == (
        "7.2.6",
        present(Facts.of(GAME)).why("7.2.6"),
    )
    (stopped,) = register(field(), clank(1, "D1", N, "back@430"))
    assert (stopped.rule, present(Facts.of(GAME)).why(stopped.rule, stopped.card)) == (
        "7.2.5",
        present(Facts.of(GAME)).why("7.2.5"),
    )
    (pushed,) = register(field(), clank(1, "D4", N, "move1@490"), clank(2, "D5"))
    assert pushed.rule == "7.3.1" and str(
        present(Facts.of(GAME)).why(pushed.rule, pushed.card)
    ) == recorded("drives-into")
    (backed,) = register(field(), clank(1, "D4", N, "back@430"), clank(2, "D3"))
    assert backed.rule == "7.3.1" and str(
        present(Facts.of(GAME)).why(backed.rule, backed.card)
    ) == recorded("backs-into")


def test_the_page_and_the_history_say_it() -> None:
    """A turn with cards of every kind: the screen under each card, and later the history."""
    room = Room(("person", "person"), (1, 2)).begin()
    rows = {
        1: ("move1", "left", "uturn", "back", "right"),
        2: ("right", "move3", "left", "move2", "uturn"),
    }
    lying: set[Card] = set()
    for seat, moves in rows.items():
        row = []
        for move in moves:
            card = next(card for card in DECK if card.move == move and card not in lying)
            lying.add(card)
            row.append(CODE_OF_CARD[card])
        room.put(seat, row)
        room.move(seat)
    seen: dict[str, set[str]] = {}
    while room.loop.view.page == PLAY:
        instruction = room.loop.view.body.instruction
        if instruction.rule in ("7.2.3", "7.2.4"):
            card = next(card for card in room.loop.view.body.cards if card.state == "now")
            seen.setdefault(card.card.move, set()).add(instruction.why)
        done(room.loop)
    assert {"move1", "left", "right", "uturn"} <= set(seen)
    assert all(
        len(whys) == 1 and str(next(iter(whys))).startswith(CALLED[move])
        for move, whys in seen.items()
    )
    room.loop.send(OpenPage("history"))
    listed = {row.why for row in room.loop.view.body.rows}
    assert set().union(*seen.values()) <= listed
