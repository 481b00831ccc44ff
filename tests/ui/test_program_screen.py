"""Test programming by touch: tiles, one open hand at a time, cover pages, the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.app.loop import EventLoop
from companion.session.messages import Cover, SetTimer, Uncover
from companion.session.pages.facts import AskPiece
from companion.session.timing import waits_for_time
from companion.session.view import MENU, REST, TimerPicture, View
from companion.signals import PULL, PUSH, InsertCard, MoveHandle, TakeCard
from companion.testing.screen_checks import screen_faults
from companion.ui.keys import DELETE, ENTER, ESCAPE
from companion.ui.theme import u
from companion.ui.widgets.rows import ListPlate
from companion.words import verbatim
from tests.recorded import recorded
from tests.ui.readers import (
    CARDS,
    HAND,
    LYING,
    UPRIGHT,
    everybody,
    face,
    lying_in,
    open_reader,
    opened,
    program,
    racing,
    reader,
)
from tests.ui.stand import SIZES, on_stand, settle


def timed(view: View, left: int, runs: bool = True) -> View:
    """Return a view with a timer of three minutes."""
    return view._replace(body=view.body._replace(timer=TimerPicture(left, runs, 180)))


LOOKS: dict[str, Callable[[], View]] = {
    "eight readers": lambda: program(*everybody()),
    "one reader": lambda: program(reader(1)),
    "who rests": lambda: program(
        *(
            one._replace(
                opens=False, handles=((PULL, verbatim("play on")), (PUSH, verbatim("rest now")))
            )
            for one in everybody()
        ),
        page=REST,
    ),
    "nine cards": lambda: program(opened(), *everybody()[1:], open_seat=1),
    "five laid": lambda: program(opened(slots=lying_in(*CARDS[1:6]), hand=HAND[:4]), open_seat=1),
    "one card, four locked": lambda: program(
        opened(slots=lying_in(None, *CARDS[1:5], locked=(2, 3, 4, 5)), hand=HAND[:1]), open_seat=1
    ),
    "all locked": lambda: program(
        opened(slots=lying_in(*CARDS[1:6], locked=(1, 2, 3, 4, 5)), hand=()), open_seat=1
    ),
    "five readers, little time": lambda: timed(program(*everybody()[:5]), 8),
    "nine cards, little time": lambda: timed(program(opened(), *everybody()[1:], open_seat=1), 8),
    "a gap": lambda: program(
        opened(
            slots=lying_in(*CARDS[1:3]),
            hand=HAND[:7],
            problem="Seat 1 BRASS: slot 3 is empty. "
            "Put a card into it, then pull the handle again.",
        ),
        open_seat=1,
    ),
}


@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_there_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """Keep all targets large and apart, and cut no words, at every size."""
    with on_stand(size, LOOKS[name]()) as stand:
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_cover_page_and_the_map_are_readable_too(size: tuple[int, int]) -> None:
    """Keep cover page and large map as readable as the tiles."""
    with on_stand(size, program(*everybody())) as stand:
        stand.tap(stand.screen.overview.tiles[5])
        assert screen_faults(stand.screen) == []
        stand.tap(stand.screen.over.inner.leave)
        stand.tap(stand.screen.look)
        assert screen_faults(stand.screen) == []


def test_the_timer_is_read_from_a_metre_wherever_one_looks() -> None:
    """Show large figures on every page of programming, with a sign in the last ten seconds."""
    with on_stand(LYING, timed(program(*everybody()), 42)) as stand:
        timer = stand.screen.timer
        assert (timer.shown.left, timer.presses) == (42, False)
        for seconds, presses in ((11, False), (10, True), (0, True)):
            stand.show(timed(program(*everybody()), seconds))
            assert (timer.shown.left, timer.presses) == (seconds, presses)
        for touched in ("choose_seat", "peek"):
            getattr(stand.screen, touched)(5 if touched == "choose_seat" else True)
            _in_sight(stand.screen)
        stand.screen.peek(False)
        stand.show(timed(program(opened(), *everybody()[1:], open_seat=1), 175))
        _in_sight(stand.screen)
        stand.show(timed(program(opened(), *everybody()[1:], open_seat=1), 30, False))
        assert not timer.presses
        stand.show(program(*everybody()))
        assert timer.parent is None


def test_seconds_are_counted_down_and_the_turn_goes_on_with_what_chance_chose() -> None:
    """Count down, also below the page that a touch on the figures opens.

    When time is up, chance fills the program and the turn goes on.
    """
    loop = racing(("person", "random"), SetTimer(12))
    with on_stand(LYING, loop.view, loop) as stand:
        for now in range(4):
            loop.poll(float(now))
        stand.show(loop.view)
        assert stand.screen.timer.shown == TimerPicture(9, True, 12) and stand.screen.timer.presses
        stand.tap(stand.screen.over.cover)
        stand.tap(stand.screen.timer)
        assert loop.view.page == MENU and waits_for_time(loop.session)
        loop.poll(4.0)
        stand.show(loop.view)
        assert stand.screen.header.time.shown == TimerPicture(8, True, 12)
        stand.tap(stand.screen.footer.back)
        for now in range(5, 20):
            loop.poll(float(now))
        stand.show(loop.view)
        assert type(
            stand.screen
        ).__name__ == "PlayScreen" and stand.screen.notice.words.text == recorded(
            "Time-is-up-Chance-chose-cards"
        )


def _in_sight(screen: Any) -> None:
    """Assert that the timer is on top, in the window, its figures 40 pixels high at 800 × 480."""
    timer = screen.timer
    assert screen.children[0] is timer and timer.letters * 0.7 >= u(40)
    assert (
        screen.x <= timer.x
        and timer.right <= screen.right
        and screen.y <= timer.y
        and timer.top <= screen.top
    )


def test_every_seat_says_in_words_how_far_it_is() -> None:
    """Write state and cards on each tile, or the remedy in their place."""
    with on_stand(LYING, program(*everybody())) as stand:
        tiles = stand.screen.overview.tiles
        dealt = ["9 cards"] * 4 + ["3 cards", "", "", "9 cards"]
        for tile, one, cards in zip(tiles.values(), everybody(), dealt, strict=True):
            words = str(tile.state_words.text)
            assert words.startswith(str(one.problem or one.state))
            assert words.endswith(cards) or one.problem, "what is wrong needs all the room"


# ---- Opening and covering ----


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_whole_program_by_touch(size: tuple[int, int]) -> None:
    """Program a seat by touch: uncover, five cards, pull.

    Nothing is shown before the hand is uncovered, and it is covered again after the pull.
    """
    loop = racing()
    with on_stand(size, loop.view, loop) as stand:
        # The cover page of the first seat is open; another seat begins.
        assert stand.screen.chosen == 1
        stand.tap(stand.screen.over.inner.leave)
        stand.tap(stand.screen.overview.tiles[2])
        assert stand.heard() == [], "nothing is shown before the person of that seat says so"
        assert [
            widget.text
            for widget in stand.screen.over.walk(restrict=True)
            if getattr(widget, "text", "") == "COPPER"
        ]
        stand.tap(stand.screen.over.inner.uncover)
        assert stand.heard() == [Uncover(2)]
        codes = [card.code for card in open_reader(stand).desk.dealt][2:7]
        for code in codes:
            stand.tap(face(stand, code))
        stand.tap(open_reader(stand).handle.ends[PULL])
        assert stand.heard() == [
            *(InsertCard(2, slot, code) for slot, code in enumerate(codes, 1)),
            MoveHandle(2, PULL),
        ]
        # The cover page of the next seat opens by itself.
        assert stand.screen.chosen == 1 and stand.screen.over.inner.leave.parent is not None
        stand.tap(stand.screen.over.inner.leave)
        assert not stand.screen.over
        ready = next(one for one in loop.view.body.readers if one.seat == 2)
        assert ready.ready and stand.screen.overview.tiles[2].strip.opacity == 1


def test_all_cards_come_back_by_one_touch_and_the_locked_ones_stay() -> None:
    """Take all unlocked cards back by one button, shown once a program has two of them."""
    loop = racing()
    loop.send(Uncover(1))
    with on_stand(LYING, loop.view, loop) as stand:
        dealt = [card.code for card in open_reader(stand).desk.dealt]
        assert stand.screen.over.clear.parent is None
        for code in dealt[:3]:
            stand.tap(face(stand, code))
        stand.heard()
        assert str(stand.screen.over.clear.word.text) == recorded("Clear")
        stand.tap(stand.screen.over.clear)
        assert (
            stand.heard() == [TakeCard(1, 1), TakeCard(1, 2), TakeCard(1, 3)]
            and stand.screen.over.clear.parent is None
        )
        assert open_reader(stand).desk.slots == (None,) * 5
    with on_stand(
        LYING, program(opened(slots=lying_in(*CARDS[1:4], locked=(3,))), open_seat=1)
    ) as stand:
        stand.tap(stand.screen.over.clear)
        assert stand.heard() == [TakeCard(1, 1), TakeCard(1, 2)]


def test_a_keyboard_pulls_the_handle_takes_cards_back_and_covers() -> None:
    """Pull by Enter, take cards back by Delete and cover by Escape; ignore other keys."""
    loop = racing()
    loop.send(Uncover(1))
    with on_stand(LYING, loop.view, loop) as stand:
        codes = [card.code for card in open_reader(stand).desk.dealt][:5]
        for code in codes[:2]:
            stand.tap(face(stand, code))
        stand.screen.key(DELETE)
        assert open_reader(stand).desk.slots == (None,) * 5
        for code in codes:
            stand.tap(face(stand, code))
        stand.heard()
        stand.screen.key("")
        stand.screen.key(ENTER)
        assert (
            stand.heard() == [MoveHandle(1, PULL)]
            and next(one for one in loop.view.body.readers if one.seat == 1).ready
        )
        loop.send(Uncover(2))
        stand.show(loop.view)
        stand.screen.key(ESCAPE)
        assert stand.heard() == [Cover()] and open_seat_of(loop) is None


def open_seat_of(loop: EventLoop) -> int | None:
    """Return the seat whose hand is open, or None."""
    return loop.view.body.open_seat


def test_not_me_goes_back_and_shows_nothing() -> None:
    """Leave the cover page without showing a card."""
    loop = racing()
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(stand.screen.over.inner.leave)
        assert stand.heard() == [] and not stand.screen.over
        stand.tap(stand.screen.overview.tiles[1])
        stand.tap(stand.screen.over.inner.leave)
        assert stand.heard() == [] and not stand.screen.over


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_round_the_cover_page_everything_can_be_reached(size: tuple[int, int]) -> None:
    """Reach map and way back from the cover page, and name the awaited seats in its head."""
    loop = racing()
    with on_stand(size, loop.view, loop) as stand:
        assert screen_faults(stand.screen) == [] and stand.screen.header.hint.text == recorded(
            "BRASS-COPPER"
        )
        assert (
            stand.screen.footer.back.text == recorded("Back")
            and stand.screen.overview.get_root_window() is None
        )
        stand.tap(stand.screen.look)
        assert (
            type(stand.screen.over).__name__ == "MapPeek"
            and stand.screen.over.path_button.parent is None
        )
        stand.tap(stand.screen.over.close)
        assert stand.screen.chosen == 1 and stand.heard() == []
        stand.show(loop.view._replace(notice="The shuffled deck is not complete: shuffle again."))
        assert screen_faults(stand.screen) == [] and stand.screen.notice.parent is not None


def test_the_cards_of_the_only_person_at_the_table_lie_open() -> None:
    """Open the hand of a single person, and uncover it by one touch on its tile."""
    loop = racing(("person", "random", "random"))
    with on_stand(LYING, loop.view, loop) as stand:
        assert len(open_reader(stand).cards) == 9
        stand.tap(stand.screen.over.cover)
        stand.tap(stand.screen.overview.tiles[1])
        assert stand.heard() == [Cover(), Uncover(1)]
        assert len(open_reader(stand).cards) == 9


def test_pilots_real_readers_and_seats_that_sit_out_do_not_open() -> None:
    """Open only touch readers asked for cards; show the facts of other seats."""
    with on_stand(LYING, program(*everybody())) as stand:
        for seat in (4, 6, 7, 8):
            tile = stand.screen.overview.tiles[seat]
            stand.tap((tile.x + 20, tile.y + tile.height / 2))
            assert not stand.screen.over
        assert stand.heard() == [AskPiece(seat) for seat in (4, 6, 7, 8)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_touch_on_a_seat_lists_its_achievements_wherever_it_is_shown(
    size: tuple[int, int],
) -> None:
    """Open a seat's facts from its tile, sign and row, and return by one touch."""
    loop = racing()
    with on_stand(size, loop.view, loop) as stand:
        # Each path begins on the cover page of the first seat.
        ways: tuple[tuple[int, tuple[Callable[[], Any], ...]], ...] = (
            (1, (lambda: stand.screen.over.inner.token,)),
            (3, (lambda: stand.screen.over.inner.leave, lambda: stand.screen.overview.tiles[3])),
            (
                2,
                (
                    lambda: stand.screen.look,
                    lambda: next(
                        row
                        for row in stand.screen.over.walk()
                        if isinstance(row, ListPlate) and "COPPER" in words_of(row)
                    ),
                ),
            ),
            (1, (lambda: stand.screen.over.inner.uncover, lambda: stand.screen.over.badge)),
        )
        for seat, touched in ways:
            for place in touched:
                stand.tap(place())
            assert stand.heard()[-1] == AskPiece(seat) and loop.view.page == "facts"
            assert "Achievements" in words_of(stand.screen) and screen_faults(stand.screen) == []
            stand.tap(stand.screen.footer.back)
            assert loop.view.page == "program" and loop.view.body.open_seat is None


def words_of(under: Any) -> list[str]:
    """Return all words that can be read under a widget."""
    return [str(widget.text) for widget in under.walk(restrict=True) if getattr(widget, "text", "")]


def test_covering_by_hand() -> None:
    """Cover the hand by its button, and keep the cards in the slots."""
    loop = racing()
    loop.send(Uncover(1))
    with on_stand(LYING, loop.view, loop) as stand:
        first = open_reader(stand).desk.dealt[0].code
        stand.tap(face(stand, first))
        stand.tap(stand.screen.over.cover)
        assert stand.heard() == [InsertCard(1, 1, first), Cover()]
        assert not stand.screen.over
        assert [slot.filled for slot in loop.view.body.readers[0].slots] == [
            True,
            False,
            False,
            False,
            False,
        ]


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
def test_a_look_at_the_map_and_back(size: tuple[int, int]) -> None:
    """Show the whole board instead of the hand, and return to the same cards."""
    loop = racing()
    loop.send(Uncover(1))
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.over.peek)
        assert type(stand.screen.over).__name__ == "MapPeek" and not stand.screen.over.map.near
        stand.tap(stand.screen.over.close)
        assert len(open_reader(stand).cards) == 9
        assert stand.heard() == []


def test_a_whole_turn_for_three_people_on_one_screen() -> None:
    """Let three people program one after the other, and begin the registers after the last."""
    loop = racing(("person", "person", "person"))
    with on_stand(LYING, loop.view, loop) as stand:
        for seat in (1, 2, 3):
            assert stand.screen.chosen == seat
            stand.tap(stand.screen.over.inner.uncover)
            for card in open_reader(stand).desk.dealt[:5]:
                stand.tap(face(stand, card.code))
            knob, way = open_reader(stand).handle.lever.knob, open_reader(stand).handle.lever.travel
            stand.drag(knob, (knob[0], knob[1] - way))
        assert loop.view.page == "play" and type(stand.screen).__name__ == "PlayScreen"


def test_a_notice_without_a_remedy_is_shown_over_the_readers() -> None:
    """Show a notice that concerns no single reader above the tiles."""
    words = "The shuffled deck is not complete: shuffle again."
    with on_stand(LYING, program(reader(1), reader(2), notice=words)) as stand:
        assert stand.screen.notice.parent is not None and stand.screen.notice.words.text == words


def test_no_state_is_told_by_colour_alone() -> None:
    """Use five signs for five states, and a padlock on a lit lock light."""
    from kivy.graphics import InstructionGroup, Mesh

    from companion.ui.widgets.readers.reader_tile import sign_of
    from companion.ui.widgets.readers.slots import paint_lamp

    states = (
        reader(1),
        reader(2, ready=True),
        reader(3, problem="wrong"),
        reader(4, kind="pilot"),
        reader(5, asked=False),
    )
    assert len({sign_of(state)[0] for state in states}) == 5
    burning, dark = InstructionGroup(), InstructionGroup()
    with on_stand(LYING, program(*states)):
        # Graphics instructions need an open window.
        paint_lamp(burning, 0, 0, 20, True)
        paint_lamp(dark, 0, 0, 20, False)
    assert [
        sum(isinstance(one, Mesh) for one in lamp.children) > 0 for lamp in (burning, dark)
    ] == [True, False]


def test_words_of_cards_and_tiles_stand_out() -> None:
    """Reach a contrast of 4.5 (WCAG AA) for words on cards and tiles."""
    from companion.ui import theme
    from companion.ui.widgets.cards.card import BANDS

    grounds = (theme.PANEL, theme.RAISED, theme.NIGHT)
    pairs = [(theme.INK, band) for band in BANDS.values()] + [
        (theme.INK, theme.ART["paper"]),
        (theme.INK, theme.BRASS),
    ]
    pairs += [
        (tint, ground)
        for tint in (theme.IVORY, theme.SAND, theme.GOOD, theme.WARNING, theme.BRASS_LIGHT)
        for ground in grounds
    ]
    assert min(theme.contrast(*pair) for pair in pairs) >= 4.5


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("open_seat", (None, 1), ids=("readers", "an open hand"))
def test_the_timer_covers_nothing_of_the_map(size: tuple[int, int], open_seat: int | None) -> None:
    """Give the timer room beside the map, which has coordinates in its margins."""
    first = opened() if open_seat else reader(1)
    with on_stand(size, timed(program(first, *everybody()[1:], open_seat=open_seat), 42)) as stand:
        if open_seat:
            assert (
                not stand.screen.over.beside.collide_widget(stand.screen.timer)
                and screen_faults(stand.screen) == []
            )
        stand.screen.peek(True)
        settle()
        over, timer = stand.screen.over, stand.screen.timer
        assert not over.map.collide_widget(timer) and not over.close.collide_widget(timer)
        assert (
            stand.screen.collide_widget(timer)
            and timer.letters * 0.7 >= u(40)
            and screen_faults(stand.screen) == []
        )
