"""Own card faces, foreign drivers, a game's time and offers of squares, seen and touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from companion.app.loop import EventLoop, open_session
from companion.games import find_game
from companion.games.api import Game
from companion.session.messages import Begin, Confirm, Pick, Uncover
from companion.session.reader_faults import card_words
from companion.session.view import OVER, PLAY, REST, TimerPicture
from companion.signals import PULL, InsertCard, MoveHandle
from companion.testing.screen_checks import screen_faults
from companion.ui.widgets.map import camera
from companion.ui.widgets.map.square_offers import SquareOffers
from companion.words import text
from tests.recorded import recorded
from tests.typed import present
from tests.ui.stand import SIZES, Stand, on_stand

FOUR: Final = ("person",) * 4


def begun(players: tuple[str, ...] = FOUR) -> EventLoop:
    """Return the game with five cards each."""
    loop = open_session(seed=3, players=players, game=find_game("ferry"))
    loop.send(Begin())
    return to(loop, "program")


def to(loop: EventLoop, page: str) -> EventLoop:
    """Confirm until a page comes."""
    for _ in range(9):
        if loop.session.page == page:
            return loop
        loop.send(Confirm(loop.session.revision))
    raise AssertionError(f"{loop.session.page} and not {page}")


def ready(loop: EventLoop, *seats: int) -> EventLoop:
    """Return the game after these seats have played their cards as drawn."""
    for seat in seats:
        ask = present(loop.session.match).ask(seat)
        assert ask is not None and ask.hand.codes is not None
        for slot, code in zip(ask.program.slots, ask.hand.codes, strict=True):
            loop.send(InsertCard(seat, slot, code))
        loop.send(MoveHandle(seat, PULL))
    return loop


def later(loop: EventLoop, seconds: int) -> EventLoop:
    """Return the game so many seconds later."""
    for now in range(seconds + 1):
        loop.poll(float(now))
    return loop


def said(loop: EventLoop, *messages: object) -> EventLoop:
    """Return the game after these messages."""
    for message in messages:
        loop.send(message)
    return loop


def asked() -> EventLoop:
    """Return the question to seat 2 about the piece in the way of seat 1."""
    return to(ready(begun(), 1, 2, 3, 4), REST)


LOOKS: Final[dict[str, Callable[[], EventLoop]]] = {
    "cards": begun,
    "two": lambda: begun(("person", "person")),
    "hand": lambda: said(begun(), Uncover(2)),
    "hurry": lambda: later(ready(begun(), 1), 25),
    "hurried hand": lambda: said(later(ready(begun(), 1), 25), Uncover(3)),
    "played": lambda: to(ready(begun(), 1, 2, 3, 4), PLAY),
    "which way": lambda: later(asked(), 4),
}


@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_there_readable_and_large_enough(
    name: str, size: tuple[int, int], ferry: Game
) -> None:
    """Have large, separate targets and uncut words, all inside the window."""
    loop = LOOKS[name]()
    with on_stand(size, loop.view, loop) as stand:
        assert screen_faults(stand.screen) == []


def test_a_hand_lies_as_it_was_drawn_and_cards_keep_their_places(ferry: Game) -> None:
    """Order a hand as drawn, also with a card in a slot; cards have their own words."""
    loop = said(begun(), Uncover(2))
    ask = present(loop.session.match).ask(2)
    assert ask is not None and ask.hand.codes is not None and ask.roles.piece == 1
    with on_stand(SIZES[0], loop.view, loop) as stand:
        assert tuple(card.code for card in stand.screen.over.reader.desk.dealt) == ask.hand.codes
        stand.tap(stand.screen.over.reader.cards[ask.hand.codes[2]])
        desk = stand.screen.over.reader.desk
        assert (
            tuple(card.code for card in desk.dealt) == ask.hand.codes
            and desk.slot_of(ask.hand.codes[2]) == 1
        )
    face = ferry.face(ask.hand.codes[0])
    assert (
        face is not None and face.look is not None and str(card_words(face)) == str(face.look.words)
    )


def test_who_drives_whose_piece_stands_beside_the_seat_wherever_it_is_asked(ferry: Game) -> None:
    """Show the driver on tile and hand, by signs and words."""
    loop = begun()
    with on_stand(SIZES[0], loop.view, loop) as stand:
        stand.tap(stand.screen.over.inner.leave)
        tile = stand.screen.overview.tiles[2]
        assert (
            tile.other is not None
            and tile.other._facts == (*loop.view.signs[1],)
            and tile.state_words.text == recorded("drives-BRASS")
        )
        assert screen_faults(stand.screen) == []
        stand.tap(tile)
        stand.tap(stand.screen.over.inner.uncover)
        assert (
            stand.screen.over.badge.name.text == "COPPER"
            and stand.screen.over.badge.words.text == recorded("drives-BRASS-2")
        )


def test_the_time_that_the_game_gives_is_as_large_as_the_timer_and_begins_with_the_first(
    ferry: Game,
) -> None:
    """Count the game's time down from the first answer, over every page, unstoppable."""
    loop = begun()
    waits = text("{seconds} s once one player is ready", seconds=30)
    assert loop.view.body.timer == TimerPicture(30, False, 30, False, words=waits)
    later(ready(loop, 1), 21)
    with on_stand(SIZES[0], loop.view, loop) as stand:
        timer = stand.screen.timer
        assert timer.shown == TimerPicture(9, True, 30, False) and timer.presses and timer.disabled
        stand.tap(timer)
        assert stand.heard() == []
        stand.tap(stand.screen.over.inner.uncover)
        assert stand.screen.timer.parent is not None and stand.screen.timer.shown.left == 9


def way(stand: Stand, square: str) -> tuple[float, float]:
    """Return the place of a square of the map in the window."""
    board_map = stand.screen.over.map
    left, low, _, _ = board_map._frame()
    x, y = board_map._camera.pixel(camera.middle_of(square))
    return left + x, low + y


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("touched", "square"), [("left", "G3"), ("right", "B3")])
def test_a_way_is_chosen_by_its_arrow_or_by_its_square(
    size: tuple[int, int], touched: str, square: str, ferry: Game
) -> None:
    """Answer by an arrow beside the map or a lit square; other squares do nothing."""
    for by_square in (False, True):
        loop = asked()
        with on_stand(size, loop.view, loop) as stand:
            question = stand.screen.over
            assert isinstance(question, SquareOffers) and {
                key: plate.heading for key, plate in question.plates.items()
            } == {"left": 3, "right": 1}
            assert present(question.map.picture).ways == (("A3", "G3"), ("A3", "B3"))
            stand.tap(way(stand, "D5"))
            assert stand.heard() == []
            stand.tap(way(stand, square) if by_square else question.plates[touched])
            assert stand.heard() == [Pick(2, touched)] and loop.session.page == PLAY
        loop.send(Confirm(loop.session.revision))
        assert loop.session.page == OVER
        assert (
            next(piece.square for piece in present(loop.view.board).pieces if piece.seat == 2)
            == square
        )


def test_the_way_that_counts_late_says_so_and_counts(ferry: Game) -> None:
    """Say which way counts after ten seconds in red: the right one."""
    loop = later(asked(), 3)
    with on_stand(SIZES[0], loop.view, loop) as stand:
        plates = stand.screen.over.plates
        assert (plates["left"].note.text, plates["right"].note.text) == (
            "",
            recorded("counts-when-time-is-up"),
        )
        assert (
            stand.screen.timer.shown == TimerPicture(7, True, 10, False)
            and stand.screen.timer.presses
        )
    for now in range(4, 12):
        loop.poll(float(now))
    assert loop.session.page == PLAY
    loop.send(Confirm(loop.session.revision))
    assert loop.session.page == OVER
    assert (
        next(piece.square for piece in present(loop.view.board).pieces if piece.seat == 2) == "B3"
    )


def test_a_real_card_is_found_by_its_sign_and_its_value(ferry: Game) -> None:
    """Find a real card by its sign, then by its value, and place it by touch."""
    loop = said(begun(), Uncover(2))
    faces = tuple(face for code in ferry.deck if (face := ferry.face(code)) is not None)
    readers = tuple(
        reader if reader.seat != 2 else reader._replace(finder=True, hand=faces)
        for reader in loop.view.body.readers
    )
    with on_stand(
        SIZES[0], loop.view._replace(body=loop.view.body._replace(readers=readers))
    ) as stand:
        page = stand.screen.over
        assert (
            page.words.text == recorded("Find-your-cards-by-sign-and")
            and screen_faults(stand.screen) == []
        )
        _first, second = page.reader.finder.kinds.values()
        stand.tap(second)
        wanted = next(card for card in faces if card.move == "9-kite")
        assert len(page.reader.finder.numbers) == len(faces) // 2
        stand.tap(page.reader.finder.numbers[wanted.code])
        assert stand.heard() == [InsertCard(2, 1, wanted.code)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_secret_question_about_squares_is_shown_on_the_map_too(
    size: tuple[int, int], ferry: Game
) -> None:
    """Show arrows and squares of an open secret question on the map, and nothing else."""
    view = asked().view
    readers = tuple(
        reader._replace(secret=True, opens=True, uncovered=True) if reader.seat == 2 else reader
        for reader in view.body.readers
    )
    with on_stand(
        size, view._replace(body=view.body._replace(readers=readers, open_seat=2))
    ) as stand:
        page = stand.screen.over
        assert (
            page.ways.parent is not None
            and page.offers.parent is None
            and screen_faults(stand.screen) == []
        )
        stand.tap(page.ways.plates["left"])
        assert stand.heard() == [Pick(2, "left")]
