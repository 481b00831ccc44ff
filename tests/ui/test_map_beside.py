"""Test the map beside the cards by touch: foreseen moves, room, growing, hiding."""

from __future__ import annotations

from typing import Any

import pytest
from kivy.graphics import RoundedRectangle

from companion.games.parts import Preview
from companion.geometry import square_name
from companion.session.messages import Uncover
from companion.session.preferences import ALWAYS, NEVER, Prefer
from companion.signals import PULL, InsertCard, MoveHandle, TakeCard
from companion.testing.screen_checks import screen_faults
from tests.recorded import recorded
from tests.scenes import view_of
from tests.typed import present
from tests.ui.readers import bed, face, open_reader, racing
from tests.ui.stand import SIZES, Stand, button, on_stand


def beside(stand: Stand) -> Any:
    """Return the map beside the cards, or None if the page does not show it."""
    found = stand.screen.over.beside
    return found if found.parent is not None else None


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_six_touches_program_a_seat_and_the_map_follows_each(size: tuple[int, int]) -> None:
    """Program a seat by five cards and one pull.

    Each card adds its register to the map. All foreseen squares are in view, all words readable.
    """
    loop = racing(("person", "random"))
    loop.send(Uncover(1))
    with on_stand(size, loop.view, loop) as stand:
        assert screen_faults(stand.screen) == [] and beside(stand).map.picture.foreseen == ()
        codes = [card.code for card in open_reader(stand).desk.dealt][1:6]
        for number, code in enumerate(codes, 1):
            stand.tap(face(stand, code))
            found = beside(stand).map
            assert len(found.picture.foreseen) == number and beside(stand).words.text.startswith(
                f"Register {number}: "
            )
            _, _, width, height = found._frame()
            for move, _ in found.picture.foreseen:
                places = [
                    found._camera.pixel((ord(square[0]) - 64.5, int(square[1:]) - 0.5))
                    for square in move.path
                ]
                assert all(0 <= x <= width and 0 <= y <= height for x, y in places)
        assert screen_faults(stand.screen) == []
        stand.tap(open_reader(stand).handle.ends[PULL])
        assert stand.heard() == [
            *(InsertCard(1, slot, code) for slot, code in enumerate(codes, 1)),
            MoveHandle(1, PULL),
        ]
        assert loop.view.page == "play"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_it_grows_and_its_way_goes_and_comes_back(size: tuple[int, int]) -> None:
    """Enlarge the map by a touch, and hide and show the foreseen moves by its buttons.

    The map stays beside the cards, and no card moves.
    """
    loop = racing(("person", "random"))
    loop.send(Uncover(1))
    with on_stand(size, loop.view, loop) as stand:
        code = open_reader(stand).desk.dealt[0].code
        stand.tap(face(stand, code))
        stand.tap(beside(stand).map)
        large = stand.screen.over
        assert large.map.picture.foreseen and screen_faults(stand.screen) == []
        stand.tap(button(large, "Hide my way"))
        assert (
            beside(stand).map.picture.foreseen == ()
            and beside(stand).words.parent is None
            and loop.session.lobby.preferences.preview == NEVER
        )
        assert screen_faults(stand.screen) == []
        stand.tap(button(stand.screen.over, "Map"))
        assert screen_faults(stand.screen) == [] and not stand.screen.over.map.picture.foreseen
        stand.tap(button(stand.screen.over, "Show my way"))
        assert len(beside(stand).map.picture.foreseen) == 1 and screen_faults(stand.screen) == []
        assert [type(said) for said in stand.heard()] == [
            InsertCard,
            Prefer,
            Prefer,
        ] and loop.session.lobby.preferences.preview == ALWAYS
        assert open_reader(stand).desk.slot_of(code) == 1


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_cards_are_dragged_beside_the_map_as_without_it(size: tuple[int, int]) -> None:
    """Drag cards between hand and slots, and foresee the moves of the cards in the slots.

    A card dropped on the map does not move.
    """
    loop = racing(("person", "random"))
    loop.send(Uncover(1))
    with on_stand(size, loop.view, loop) as stand:
        one, two, three = (card.code for card in open_reader(stand).desk.dealt[:3])
        for start, end, lying in (
            (one, bed(stand, 1), (one,)),
            (two, bed(stand, 1), (two,)),
            (one, bed(stand, 2), (two, one)),
            (two, bed(stand, 2), (one, two)),
            (three, bed(stand, 2), (one, three)),
            (two, beside(stand).map, (one, three)),
            (one, beside(stand).map, (None, three)),
            (three, bed(stand, 1), (three,)),
        ):
            stand.drag(face(stand, start), end)
            row = tuple(reading.code for reading in loop.session.readers.by_seat[1].row)
            assert row == (*lying, *(None,) * (5 - len(lying)))
            codes = [
                slot.card.code if slot.card else None for slot in loop.view.body.readers[0].slots
            ]
            assert [
                open_reader(stand).desk.slot_of(code) for code in codes if code is not None
            ] == [number for number, code in enumerate(codes, 1) if code is not None]
            expected = present(Preview.of(loop.session.config.game)).foreseen(
                present(loop.session.match).position, 1, row
            )
            assert beside(stand).map.picture.foreseen == expected
        assert TakeCard(1, 1) in stand.heard() and len(open_reader(stand).cards) == 9


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_several_people_have_the_map_and_the_way_only_where_they_want_it(
    size: tuple[int, int],
) -> None:
    """Show several people their piece and goal, but foreseen moves only after a choice.

    Others could see these moves from afar.
    """
    loop = racing()
    loop.send(Uncover(2))
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(face(stand, open_reader(stand).desk.dealt[0].code))
        found, own = (
            beside(stand),
            next(piece.square for piece in present(loop.view.board).pieces if piece.seat == 2),
        )
        assert (
            found.map.picture.foreseen == ()
            and found.map.picture.marks[0] == own
            and found.words.parent is None
        )
        stand.heard()
        stand.tap(stand.screen.over.peek)
        stand.tap(stand.screen.over.path_button)
        assert len(beside(stand).map.picture.foreseen) == 1 and stand.heard() == [
            Prefer(loop.session.lobby.preferences)
        ]


STANDS = {
    "one person": ("person", "random"),
    "several": ("person", "person", "random"),
}


@pytest.mark.parametrize("players", STANDS.values(), ids=STANDS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_that_is_needed_to_choose_is_read_beside_the_cards(
    size: tuple[int, int], players: tuple[str, ...]
) -> None:
    """Name square, heading, way to the next flag, damage and lives; mark square and flag."""
    loop = racing(players)
    loop.send(Uncover(1))
    with on_stand(size, loop.view, loop) as stand:
        piece = next(one for one in present(loop.view.board).pieces if one.seat == 1)
        flag = dict(present(loop.view.board).markers)[1]
        away = loop.session.config.game.to_go(loop.session.match.position)[1]  # type: ignore[union-attr,attr-defined]
        where, ahead, condition = (line.text for line in beside(stand).lines)
        assert where == f"{piece.square}, facing north"
        assert ahead == recorded("away-squares-to-flag-1-on", away=away, flag=flag)
        assert condition == recorded("0-of-4-flags-damage-0")
        assert (
            beside(stand).map.picture.marks == (piece.square, flag)
            and screen_faults(stand.screen) == []
        )


@pytest.mark.parametrize("players", STANDS.values(), ids=STANDS)
def test_upright_the_whole_map_is_seen(players: tuple[str, ...]) -> None:
    """Keep every square of the board in view in an upright window."""
    loop = racing(players)
    loop.send(Uncover(1))
    with on_stand(SIZES[2], loop.view, loop) as stand:
        for card in open_reader(stand).desk.dealt[:3]:
            stand.tap(face(stand, card.code))
        found = beside(stand).map
        board, (_, _, width, height) = found.picture.board, found._frame()
        for corner in ((0, 0), (board.columns, board.rows)):
            x, y = found._camera.pixel(corner)
            assert -1 <= x <= width + 1 and -1 <= y <= height + 1
        assert found._camera.side >= 20


def seen_squares(found: Any) -> tuple[set[str], list[float]]:
    """Return the squares wholly in view, and the visible shares of columns and rows cut off."""
    board, look = found.picture.board, found._camera
    _, _, width, height = found._frame()
    shares = dict[tuple[int, int], float]()
    for axis, (total, room) in enumerate(((board.columns, width), (board.rows, height))):
        for at in range(total):
            start = look.pixel((at, at))[axis]
            shown = min(room, start + look.side) - max(0.0, start)
            shares[axis, at] = max(0.0, shown / look.side)
    whole = {
        square_name(column, row)
        for column in range(board.columns)
        for row in range(board.rows)
        if shares[0, column] > 0.99 and shares[1, row] > 0.99
    }
    return whole, [share for share in shares.values() if share <= 0.99]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_map_holds_piece_way_and_goal_and_ends_between_squares(size: tuple[int, int]) -> None:
    """Keep piece, moves and goal in view after every card, and end between squares."""
    loop = racing(("person", "random"))
    loop.send(Uncover(1))
    with on_stand(size, loop.view, loop) as stand:
        goal = dict(present(loop.view.board).markers)[1]
        own = next(piece.square for piece in present(loop.view.board).pieces if piece.seat == 1)
        codes = [card.code for card in open_reader(stand).desk.dealt][:5]
        for code in (None, *codes):
            if code is not None:
                stand.tap(face(stand, code))
            found = beside(stand).map
            whole, cut = seen_squares(found)
            way = {square for move, _ in found.picture.foreseen for square in move.path}
            assert {own, goal, *way} <= whole and found._camera.side >= 13 * size[0] // 1280
            assert all(share < 0.2 for share in cut)


def test_a_large_window_shows_a_small_board_as_a_whole() -> None:
    """Show every square of a small board in a large window."""
    with on_stand(SIZES[1], view_of("program-open")) as stand:
        found = beside(stand).map
        whole, _ = seen_squares(found)
        assert len(whole) == found.picture.board.columns * found.picture.board.rows


@pytest.mark.parametrize("name", ["cardbot-hand", "cardbot-second"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_of_a_board_with_joined_sides_all_squares_are_seen(
    name: str, size: tuple[int, int]
) -> None:
    """Show every square if moves can leave on one side and enter on the opposite one."""
    with on_stand(size, view_of(name)) as stand:
        found = beside(stand).map
        whole, _ = seen_squares(found)
        assert len(whole) == found.picture.board.columns * found.picture.board.rows


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_each_number_of_the_way_lies_in_the_square_where_its_round_ends(
    size: tuple[int, int],
) -> None:
    """Keep each register's number inside the square where its move ends.

    This also holds if the piece or its ghost is there.
    """
    loop = racing(("person", "random"))
    loop.send(Uncover(1))
    with on_stand(size, loop.view, loop) as stand:
        for card in [card.code for card in open_reader(stand).desk.dealt][1:6]:
            stand.tap(face(stand, card))
            found = beside(stand).map
            side, ends = found._camera.side, {move.path[-1] for move, _ in found.picture.foreseen}
            plates = set[str]()
            for plate in plates_of(found._stage):
                (x, y), (wide, high) = plate.pos, plate.size
                corners = {
                    (int((x + dx) // side), int((y + dy) // side))
                    for dx in (0.5, wide - 0.5)
                    for dy in (0.5, high - 0.5)
                }
                assert len(corners) == 1
                plates.add(square_name(*corners.pop()))
            assert plates == ends


def plates_of(group: Any) -> list[Any]:
    """Return the number plates in a drawing."""
    found = [
        one for child in group.children if hasattr(child, "children") for one in plates_of(child)
    ]
    return [*found, *(child for child in group.children if isinstance(child, RoundedRectangle))]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_it_lies_beside_many_short_answers(size: tuple[int, int]) -> None:
    """Show map and state of the piece beside eighteen answers."""
    with on_stand(size, view_of("asked-which-card")) as stand:
        page = stand.screen.over
        assert len(page.offers.plates) > 12 and beside(stand).lines[0].text == recorded(
            "A1-facing-north"
        )
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_cover_page_shows_the_board_and_where_the_piece_stands(size: tuple[int, int]) -> None:
    """Show the whole board and the own square on the cover page, also before the first one."""
    loop = racing()
    with on_stand(size, loop.view, loop) as stand:
        cover = stand.screen.over
        shown = [getattr(widget, "text", "") for widget in cover.inner.stands.children]
        own = next(piece.square for piece in present(loop.view.board).pieces if piece.seat == 1)
        assert (
            cover.map._is_whole()
            and cover.map.picture.marks[0] == own
            and f"{own}, facing north" in shown
        )
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("name", ["program-cover", "program-timer-waits"])
def test_above_the_cover_page_the_board_is_large(name: str) -> None:
    """Draw squares at least 20 pixels wide above the cover page of an upright window."""
    with on_stand(SIZES[2], view_of(name)) as stand:
        assert stand.screen.over.map._camera.side >= 20 and screen_faults(stand.screen) == []
        assert stand.screen.over.inner.stands.opacity
