"""The total of a row agrees with its visible cards, at every instruction of a game."""

from __future__ import annotations

import re

import pytest

from companion.app.loop import open_session
from companion.games import find_game
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.engine.cards import WEAKEN
from companion.games.diesel.engine.counting import end_derby, total
from companion.games.diesel.narration.table import row_note, scene_of
from companion.games.scene import ROW, CardRow
from companion.session.messages import Begin, Confirm, SetFlow
from companion.session.view import OVER, PLAY, View
from tests.games.diesel.test_telling import table


def strengths(row: CardRow) -> list[int]:
    """Return the strengths of the cards in a row, face down or not."""
    return [
        int(card.face.look.corner)
        for card in row.cards
        if card.face is not None and card.face.look is not None
    ]


def carried(view: View, row: CardRow) -> int:
    """Return the total of a row after the shown instruction."""
    assert view.cards is not None
    known = {card.key: card.face for other in view.cards.rows for card in other.cards}
    total = sum(strengths(row))
    for move in view.cards.moves:
        # A passed hand is an unknown card.
        if not move.key or move.start == move.end:
            continue
        face = move.face or known[move.key]
        assert face is not None and face.look is not None
        worth = int(face.look.corner)
        total += worth * ((move.end.where, move.end.seat) == (ROW, row.seat)) - worth * (
            (move.start.where, move.start.seat) == (ROW, row.seat)
        )
    return total


@pytest.mark.parametrize("flow", ["list", "single"])
@pytest.mark.parametrize("seed", [3, 5])
def test_totals_count_what_lies_there(flow: str, seed: int) -> None:
    """Count the cards before and after an instruction, and explain a lower count at the end."""
    loop = open_session(seed=seed, players=("random",) * 6, game=find_game("diesel"))
    loop.send(SetFlow(flow))
    loop.send(Begin())
    changes = 0
    for _ in range(3000):
        view = loop.view
        if view.page == OVER:
            break
        if view.page == PLAY:
            assert view.cards is not None
            for row in view.cards.rows:
                now, then, words = sum(strengths(row)), carried(view, row), str(row.note)
                figures = [
                    int(figure.replace("− ", "-").replace("+ ", ""))
                    for figure in re.findall(r"[+−]? ?\d+", words)
                ]
                if not row.cards:
                    assert (figures[:1], sum(figures)) == (([0], then) if words else ([], 0))
                    continue
                assert figures[0] == now, (view.body.instruction.words, words)
                if now != then:
                    assert sum(figures) == then, (view.body.instruction.words, words)
                elif len(figures) > 1:
                    assert figures[1] < 0, "only the end of a Derby counts a combatant less"
                changes += now != then
        loop.send(Confirm(loop.session.revision))
    assert changes > 20


def test_the_reveal_counts_the_card_that_comes() -> None:
    """Count a played card, which is in the row already."""
    loop = open_session(seed=3, players=("random",) * 3, game=find_game("diesel"))
    loop.send(Begin())
    reveals = 0
    while loop.view.page != OVER and reveals < 3:
        view = loop.view
        if (
            view.page == PLAY
            and view.body.part == "reveal"
            and view.body.turn
            and view.cards is not None
            and view.cards.moves
        ):
            reveals += 1
            assert all(row.note for row in view.cards.rows)
        loop.send(Confirm(loop.session.revision))
    assert reveals == 3


def test_what_counts_less_at_the_end_of_a_derby_is_said() -> None:
    """Explain that Fortresses that see each other count two less."""
    weak = next(card for card in house_deck().cards if card.ability.verb == WEAKEN)
    state = end_derby(table(f"{weak.id} walker", "fortress colossus", "guard")).state
    rows = scene_of(state).rows
    shown = {row.seat: sum(state.card(card.key).strength for card in row.cards) for row in rows}
    lost = {row.seat: shown[row.seat] - total(state, row.seat) for row in rows}
    assert any(lost.values()) and not all(lost.values())
    for row in rows:
        less = f" − {lost[row.seat]}" if lost[row.seat] else ""
        assert (
            str(row.note)
            == str(row_note(state.deck, row, row))
            == f"strength {shown[row.seat]}{less}"
        )
