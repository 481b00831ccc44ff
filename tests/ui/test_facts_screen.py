"""All facts by real touches: the sentence, a line, a card, a clank and a square lead there.

One touch leads back.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.gallery.scenes import SCENES
from companion.session.messages import ClosePage
from companion.session.pages.facts import AskCard, AskInstruction, AskPiece, AskSquare
from companion.session.view import PLAY
from companion.testing.screen_checks import screen_faults
from companion.ui.theme import u
from tests.recorded import recorded
from tests.scenes import view_of
from tests.typed import present
from tests.ui.stand import SIZES, Stand, button, instruction_plates, on_stand, settle
from tests.ui.test_board_map import pixel

LYING = SIZES[0]
FACTS = [name for name in SCENES if name.startswith("facts-")]


def lens(stand: Stand) -> tuple[float, float]:
    """Return the middle of the sign in the corner of the map."""
    left, low, side = stand.screen.map._lens()
    assert side >= u(47)
    return left + side / 2, low + side / 2


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_fact_can_be_read(size: tuple[int, int]) -> None:
    """Show every page of facts from top to end without faults."""
    with on_stand(size, view_of(FACTS[0])) as stand:
        for name in FACTS:
            stand.show(view_of(name))
            stand.screen.map.finish()
            found = screen_faults(stand.screen)
            stand.screen.scroll_list.offset = stand.screen.scroll_list.beyond
            settle()
            assert [*found, *screen_faults(stand.screen)] == [], name


def test_one_touch_tells_all_and_one_leads_back() -> None:
    """Open facts from the plate, a card, a clank and a square, and return to the same page."""
    loop = SCENES["play-push"]()
    shown = loop.view
    with on_stand(LYING, loop.view, loop) as stand:

        def sentences_after(place: Any, message: Any) -> list[str]:
            stand.screen.map.finish()
            stand.tap(place())
            assert stand.heard() == [message] and loop.view.page == "facts"
            titles = [str(row.title) for row in loop.view.body.rows]
            stand.tap(button(stand.screen, "Back to the game"))
            assert stand.heard() == [ClosePage("facts")] and loop.view == shown
            return titles

        instruction = shown.body.instruction
        assert sentences_after(lambda: stand.screen.panel, AskInstruction(instruction.number - 1))[
            :2
        ] == [
            str(instruction.words),
            recorded("The-rule"),
        ]
        assert sentences_after(lambda: stand.screen.reason, AskInstruction(instruction.number - 1))[
            0
        ] == str(instruction.words)
        card = shown.body.cards[4]
        strip = stand.screen.cards
        assert sentences_after(
            lambda: (stand.screen.cards.x + 4.5 * strip.pitch, stand.screen.cards.center_y),
            AskCard(card.seat),
        ) == recorded("Order")
        piece = next(
            piece for piece in present(shown.board).pieces if piece.seat == instruction.seat
        )
        square = present(piece.square)
        titles = sentences_after(lambda: pixel(stand, square), AskSquare(square))
        assert (
            titles[:4] == [shown.signs[piece.seat].name, "Achievements", "Flags", "Damage"]
            and "Open edge" not in titles[:4]
        )


def test_one_look_leads_to_the_next() -> None:
    """Ask about another subject on the page's own map, and start at its top."""
    loop = SCENES["facts-piece"]()
    with on_stand(LYING, loop.view, loop) as stand:
        stand.screen.scroll_list.offset = stand.screen.scroll_list.beyond
        squares = [
            piece.square for piece in present(loop.view.board).pieces if piece.square is not None
        ]
        seen = [
            square for square in squares if stand.screen.map.collide_point(*pixel(stand, square))
        ]
        stand.tap(pixel(stand, seen[0]))
        assert (
            stand.heard() == [AskSquare(seen[0])]
            and stand.screen.view.title == seen[0]
            and stand.screen.scroll_list.offset == 0
        )


def test_the_lens_changes_the_view_and_small_squares_come_closer_first() -> None:
    """Switch views by the lens; zoom in before asking on a whole board; ask about parked clanks."""
    view = view_of("play-card")
    parked = tuple(
        piece._replace(square=None) if piece.seat == 3 else piece
        for piece in present(view.board).pieces
    )
    with on_stand(
        LYING, view._replace(board=present(view.board)._replace(pieces=parked, moves=()))
    ) as stand:
        board_map = stand.screen.map
        assert not board_map._is_whole()
        stand.tap(lens(stand))
        assert board_map._is_whole() and board_map._camera.side < u(47)
        stand.tap(pixel(stand, "E7"))
        assert stand.heard() == [] and board_map._camera.side >= u(47)
        stand.tap(pixel(stand, "E7"))
        assert stand.heard() == [AskSquare("E7")]
        stand.tap(lens(stand))
        assert board_map._is_whole()
        stand.tap(lens(stand))
        assert not board_map._is_whole() and stand.heard() == []
        stand.tap(lens(stand))
        stand.tap(pixel(stand, "C1"))
        x, y = pixel(stand, "C1")
        stand.tap((x, y - 1.7 * board_map._camera.side))
        stand.tap((x + board_map._camera.side, y - 1.7 * board_map._camera.side))
        assert stand.heard() == [AskPiece(3)], "beside it nobody is parked"


def test_a_line_of_the_list_leads_there() -> None:
    """Show the present line's reason first, then its facts; show a past line's facts directly."""
    loop = SCENES["play-list-later"]()
    with on_stand(LYING, loop.view, loop) as stand:
        plates = {plate.row.about.state: plate for plate in instruction_plates(stand.screen)}
        done = plates["done"].row.about.at
        # Only the lower end of the last completed line is in sight.
        stand.tap((plates["done"].center_x, plates["done"].y + 6))
        assert stand.heard() == [AskInstruction(done)] and loop.view.page == "facts"
        stand.tap(button(stand.screen, "Back to the game"))
        stand.heard()
        for expected in ([], [AskInstruction(present(loop.session.match).shown.at)]):
            now = next(
                plate
                for plate in instruction_plates(stand.screen)
                if plate.row.about.state == "now"
            )
            stand.tap(now)
            assert stand.heard() == expected
        assert loop.view.page == "facts" and loop.session.page == PLAY
