"""Programming by touch: readers at a glance, one hand open at a time, cards tapped and dragged, handles pulled and pushed."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.engine.cards import DECK
from companion.session.livery import COLOURS, NAMES, SHAPES
from companion.session.messages import Begin, Confirm, Cover, Go, SetRule, Uncover
from companion.session.view import PROGRAM, REST, CardPicture, ProgramPage, ReaderPicture, SlotPicture, View
from companion.shell import Shell, open_evening
from companion.signals import PULL, PUSH, InsertCard, MoveHandle, TakeCard
from tests.ui.eyes import faults
from tests.ui.stand import SIZES, Stand, button, middle, on_stand

LYING, UPRIGHT = SIZES[0], SIZES[2]
HANDLES = ((PULL, "ready"), (PUSH, "ready, rest next turn"))
CARDS = tuple(CardPicture(code, card.move, card.priority) for code, card in enumerate(DECK))
HAND = CARDS[::10]
EMPTY = SlotPicture(None, False, False, "")


def lying_in(*cards: CardPicture | None, locked: tuple[int, ...] = ()) -> tuple[SlotPicture, ...]:
    """Five slots with these cards from the left."""
    rest = (None,) * (5 - len(cards))
    return tuple(SlotPicture(card, card is not None, number in locked, "") for number, card in enumerate((*cards, *rest), 1))


def covered(*filled: int, locked: tuple[int, ...] = ()) -> tuple[SlotPicture, ...]:
    """Five slots whose cards are not shown."""
    return tuple(SlotPicture(None, number in filled, number in locked, "") for number in range(1, 6))


def reader(seat: int, **facts: Any) -> ReaderPicture:
    """A touch reader that is asked for cards, unless told otherwise."""
    usual = dict(
        seat=seat, name=NAMES[seat - 1], colour=COLOURS[seat - 1], shape=SHAPES[seat - 1], kind="touch", asked=True, ready=False,
        state="choosing cards", remedy="", damage=0, lives="3", dealt=9, slots=covered(), hand=(), uncovered=False, handle="rest", handles=HANDLES,
    )
    return ReaderPicture(**{**usual, **facts})  # type: ignore[arg-type]


def opened(seat: int = 1, *, slots: tuple[SlotPicture, ...] = lying_in(), hand: tuple[CardPicture, ...] = HAND, **facts: Any) -> ReaderPicture:
    """A reader that lies open."""
    return reader(seat, uncovered=True, slots=slots, hand=hand, dealt=len(hand), **facts)


def everybody() -> tuple[ReaderPicture, ...]:
    """Eight readers in eight states."""
    return (
        reader(1), reader(2, ready=True, state="ready", slots=covered(1, 2, 3, 4, 5)),
        reader(3, remedy="Seat 3 COBALT: slot 3 is empty. Put a card into it, then pull the handle again.", slots=covered(1, 2, 4, 5)),
        reader(4, kind="pilot", state="thinking", handles=()), reader(5, dealt=3, damage=6, slots=covered(4, 5, locked=(4, 5))),
        reader(6, asked=False, state="rests this turn", dealt=0, handles=((PUSH, "rest once more"), (PULL, "take it back"))),
        reader(7, asked=False, state="parked, sits this turn out", dealt=0, handles=()),
        reader(8, kind="reader", remedy="Seat 8 VIOLET: slot 2 holds the card 540 that lies in COBALT's slot 4 too. Take one of them out."),
    )


def program(*readers: ReaderPicture, open_seat: int | None = None, page: str = PROGRAM, notice: str = "") -> View:
    """A view of readers, on a real board."""
    hint = "Fill every free slot, then pull the handle."
    board = open_evening(seed=1).view.board
    return View(page, "Turn 3: program", hint, board, ProgramPage(3, readers, open_seat), 5, notice=notice, table="Touch readers")


def racing(players: tuple[str, ...] = ("person", "person", "random"), *messages: object, seed: int = 8) -> Shell:
    """A real evening whose first cards have been dealt."""
    shell = open_evening(seed=seed, players=players)
    for message in (*messages, Go("rules"), Begin()):
        shell.send(message)  # type: ignore[arg-type]
    shell.send(Confirm(shell.view.step))
    return shell


def open_reader(stand: Stand) -> Any:
    """The reader that lies open on the screen."""
    return stand.screen.over.reader


def face(stand: Stand, code: int) -> Any:
    """A card on the screen."""
    return open_reader(stand).cards[code]


def bed(stand: Stand, slot: int) -> Any:
    """A slot on the screen."""
    return open_reader(stand).beds[slot - 1]


# ---- How it looks --------------------------------------------------------------------------------------------------------

LOOKS: dict[str, Callable[[], View]] = {
    "eight readers": lambda: program(*everybody()),
    "one reader": lambda: program(reader(1)),
    "who rests": lambda: program(*(replace(one, handles=((PULL, "play on"), (PUSH, "rest this turn"))) for one in everybody()), page=REST),
    "nine cards": lambda: program(opened(), *everybody()[1:], open_seat=1),
    "five laid": lambda: program(opened(slots=lying_in(*CARDS[1:6]), hand=HAND[:4]), open_seat=1),
    "one card, four locked": lambda: program(opened(slots=lying_in(None, *CARDS[1:5], locked=(2, 3, 4, 5)), hand=HAND[:1]), open_seat=1),
    "all locked": lambda: program(opened(slots=lying_in(*CARDS[1:6], locked=(1, 2, 3, 4, 5)), hand=()), open_seat=1),
    "a gap": lambda: program(
        opened(slots=lying_in(*CARDS[1:3]), hand=HAND[:7], remedy="Seat 1 BRASS: slot 3 is empty. Put a card into it, then pull the handle again."), open_seat=1,
    ),
}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", LOOKS)
def test_everything_is_there_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """At every size no target is too small or over another one, nothing hangs out of the window and no words are cut."""
    with on_stand(size, LOOKS[name]()) as stand:
        assert faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_cover_page_and_the_map_are_readable_too(size: tuple[int, int]) -> None:
    """What this screen lays over the readers by itself is as readable as the rest."""
    with on_stand(size, program(*everybody())) as stand:
        stand.tap(stand.screen.overview.tiles[5])
        assert faults(stand.screen) == []
        stand.tap(stand.screen.over.inner.leave)
        stand.tap(stand.screen.look)
        assert faults(stand.screen) == []


def test_every_seat_says_in_words_how_far_it_is() -> None:
    """State or remedy, cards dealt, and lock lights are on each tile; a remedy takes the place of the state."""
    with on_stand(LYING, program(*everybody())) as stand:
        tiles = stand.screen.overview.tiles
        assert [tile.state_words.text for tile in tiles.values()] == [one.remedy or one.state for one in everybody()]
        assert [tile.dealt.text for tile in tiles.values()] == ["9 cards"] * 4 + ["3 cards", "no cards", "no cards", "9 cards"]


# ---- Opening and covering -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_whole_program_by_touch(size: tuple[int, int]) -> None:
    """Touch the seat, uncover, touch five cards, pull: the cards lie in that order, the seat is ready, the hand is covered again."""
    shell = racing()
    with on_stand(size, shell.view, shell) as stand:
        stand.tap(stand.screen.overview.tiles[2])
        assert stand.heard() == [], "nothing is shown before the person of that seat says so"
        assert [widget.text for widget in stand.screen.over.walk(restrict=True) if getattr(widget, "text", "") == "COPPER"]
        stand.tap(stand.screen.over.inner.uncover)
        assert stand.heard() == [Uncover(2)]
        codes = [card.code for card in open_reader(stand).desk.dealt][2:7]
        for code in codes:
            stand.tap(face(stand, code))
        stand.tap(open_reader(stand).handle.ends[PULL])
        assert stand.heard() == [*(InsertCard(2, slot, code) for slot, code in enumerate(codes, 1)), MoveHandle(2, PULL)]
        assert stand.screen.over is None
        ready = next(one for one in shell.view.body.readers if one.seat == 2)  # type: ignore[union-attr]
        assert ready.ready and stand.screen.overview.tiles[2].strip.opacity == 1


def test_not_me_goes_back_and_shows_nothing() -> None:
    """The wrong person can leave the cover page without having seen a card."""
    shell = racing()
    with on_stand(LYING, shell.view, shell) as stand:
        stand.tap(stand.screen.overview.tiles[1])
        stand.tap(stand.screen.over.inner.leave)
        assert stand.heard() == [] and stand.screen.over is None


def test_the_only_person_at_the_table_needs_no_cover_page() -> None:
    """Where nobody else could look, touching the seat uncovers it at once."""
    shell = racing(("person", "random", "random"))
    with on_stand(LYING, shell.view, shell) as stand:
        stand.tap(stand.screen.overview.tiles[1])
        assert stand.heard() == [Uncover(1)]
        assert len(open_reader(stand).cards) == 9


def test_pilots_real_readers_and_seats_that_sit_out_do_not_open() -> None:
    """Only touch readers that are asked for cards open; touching the others does nothing."""
    with on_stand(LYING, program(*everybody())) as stand:
        for seat in (4, 6, 7, 8):
            tile = stand.screen.overview.tiles[seat]
            stand.tap((tile.x + 20, tile.y + tile.height / 2))
            assert stand.screen.over is None
        assert stand.heard() == []


def test_covering_by_hand() -> None:
    """The button covers the hand; the cards that were laid stay."""
    shell = racing()
    shell.send(Uncover(1))
    with on_stand(LYING, shell.view, shell) as stand:
        first = open_reader(stand).desk.dealt[0].code
        stand.tap(face(stand, first))
        stand.tap(stand.screen.over.cover)
        assert stand.heard() == [InsertCard(1, 1, first), Cover()]
        assert stand.screen.over is None
        assert [slot.filled for slot in shell.view.body.readers[0].slots] == [True, False, False, False, False]  # type: ignore[union-attr]


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
def test_a_look_at_the_map_and_back(size: tuple[int, int]) -> None:
    """The map hides the hand, shows the whole board, and one touch leads back to the same cards."""
    shell = racing()
    shell.send(Uncover(1))
    with on_stand(size, shell.view, shell) as stand:
        stand.tap(stand.screen.over.peek)
        assert type(stand.screen.over).__name__ == "MapPeek" and not stand.screen.over.map.near
        stand.tap(stand.screen.over.close)
        assert len(open_reader(stand).cards) == 9
        assert stand.heard() == []


# ---- Cards ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_cards_are_dragged_to_slots_between_slots_and_back(size: tuple[int, int]) -> None:
    """Into any slot, onto another card to change places, out of the reader to take it back: each as what hands really do."""
    shell = racing()
    shell.send(Uncover(1))
    with on_stand(size, shell.view, shell) as stand:
        one, two, three = (card.code for card in open_reader(stand).desk.dealt[:3])
        stand.drag(face(stand, one), bed(stand, 4))
        assert stand.heard() == [InsertCard(1, 4, one)]
        stand.drag(face(stand, two), bed(stand, 2))
        stand.drag(face(stand, two), bed(stand, 4))
        assert stand.heard() == [InsertCard(1, 2, two), TakeCard(1, 2), TakeCard(1, 4), InsertCard(1, 4, two), InsertCard(1, 2, one)]
        stand.drag(face(stand, three), bed(stand, 2))
        assert stand.heard() == [TakeCard(1, 2), InsertCard(1, 2, three)]
        home = middle(face(stand, one))
        stand.drag(face(stand, two), home)
        assert stand.heard() == [TakeCard(1, 4)]
        lying = [slot.card.code if slot.card else None for slot in shell.view.body.readers[0].slots]  # type: ignore[union-attr]
        assert lying == [None, three, None, None, None]
        assert len(open_reader(stand).cards) == 9


def test_a_card_keeps_its_place_so_that_a_second_tap_hits_nothing_else() -> None:
    """No other card moves under the finger when one leaves the hand."""
    shell = racing()
    shell.send(Uncover(1))
    with on_stand(LYING, shell.view, shell) as stand:
        codes = [card.code for card in open_reader(stand).desk.dealt]
        places = {code: middle(face(stand, code)) for code in codes}
        stand.tap(places[codes[3]])
        stand.tap(places[codes[3]])
        assert stand.heard() == [InsertCard(1, 1, codes[3])]
        assert {code: middle(face(stand, code)) for code in codes if code != codes[3]} == {
            code: place for code, place in places.items() if code != codes[3]
        }


def test_taking_a_card_back_by_a_tap_on_its_slot() -> None:
    """A tap on a slot returns its card to its old place."""
    shell = racing()
    shell.send(Uncover(1))
    with on_stand(LYING, shell.view, shell) as stand:
        code = open_reader(stand).desk.dealt[5].code
        home = middle(face(stand, code))
        stand.tap(face(stand, code))
        stand.tap(bed(stand, 1))
        assert stand.heard() == [InsertCard(1, 1, code), TakeCard(1, 1)]
        assert middle(face(stand, code)) == home


def test_quick_fingers_do_not_choose_one_slot_twice() -> None:
    """Before the table has answered, the next card already goes to the next slot."""
    with on_stand(LYING, program(opened(), reader(2), open_seat=1)) as stand:
        codes = [card.code for card in open_reader(stand).desk.dealt[:5]]
        for code in codes:
            stand.tap(face(stand, code))
        assert stand.heard() == [InsertCard(1, slot, code) for slot, code in enumerate(codes, 1)]
        stand.tap(face(stand, open_reader(stand).desk.dealt[7].code))
        assert stand.heard() == [] and "full" in stand.screen.over.words.text


def test_a_touch_that_was_never_answered_is_forgotten_after_a_moment() -> None:
    """If the table did not take a card, the next touch later on finds it in the hand again."""
    with on_stand(LYING, program(opened(), reader(2), open_seat=1)) as stand:
        code = open_reader(stand).desk.dealt[0].code
        home = middle(face(stand, code))
        stand.tap(home)
        stand.finger(home).touch_up()
        assert stand.heard() == [InsertCard(1, 1, code)], "at once it still counts as on its way"
        stand.finger(home, later=2).touch_up()
        assert stand.heard() == [InsertCard(1, 1, code)]


LOCKED = opened(slots=lying_in(CARDS[1], None, None, CARDS[2], CARDS[3], locked=(4, 5)), hand=HAND[:2])


def test_locked_slots_say_why_they_do_not_move() -> None:
    """Tapping, dragging off and dragging onto a locked slot change nothing, and words tell why."""
    with on_stand(LYING, program(LOCKED, reader(2), open_seat=1)) as stand:
        attempts: tuple[Callable[[], None], ...] = (
            lambda: stand.tap(bed(stand, 4)),
            lambda: stand.drag(face(stand, CARDS[3].code), bed(stand, 2)),
            lambda: stand.drag(face(stand, HAND[0].code), bed(stand, 5)),
            lambda: stand.drag(face(stand, CARDS[1].code), bed(stand, 4)),
        )
        for attempt in attempts:
            attempt()
            assert stand.heard() == []
            assert "locked" in stand.screen.over.words.text
        stand.tap(face(stand, HAND[0].code))
        assert stand.heard() == [InsertCard(1, 2, HAND[0].code)] and "locked" not in stand.screen.over.words.text


def test_something_else_may_happen_while_a_card_is_in_the_air() -> None:
    """Another seat gets ready in mid-drag: the card stays under the finger and lands where it is let go."""
    view = program(opened(), reader(2), open_seat=1)
    with on_stand(LYING, view) as stand:
        code = open_reader(stand).desk.dealt[4].code
        finger = stand.finger(face(stand, code))
        finger.touch_move(finger.x, finger.y + 60)
        stand.show(program(opened(), reader(2, ready=True, state="ready"), open_seat=1))
        assert middle(face(stand, code))[1] > open_reader(stand).layout.hand[4].y + 60
        finger.touch_move(*middle(bed(stand, 3)))
        finger.touch_up()
        assert stand.heard() == [InsertCard(1, 3, code)]


def test_a_card_that_is_taken_away_in_mid_drag_is_let_go() -> None:
    """The turn goes on elsewhere while a finger still holds a card: nothing is sent and nothing breaks."""
    with on_stand(LYING, program(opened(), reader(2), open_seat=1)) as stand:
        code = open_reader(stand).desk.dealt[4].code
        finger = stand.finger(face(stand, code))
        finger.touch_move(finger.x, finger.y + 60)
        stand.show(program(opened(hand=HAND[:2]), reader(2), open_seat=1))
        stand.show(program(reader(1, ready=True), reader(2)))
        finger.touch_move(100, 100)
        finger.touch_up()
        assert stand.heard() == [] and stand.screen.over is None


def test_two_fingers_move_one_card() -> None:
    """While one card is held, a second finger takes no other."""
    with on_stand(LYING, program(opened(), reader(2), open_seat=1)) as stand:
        one, two = (card.code for card in open_reader(stand).desk.dealt[:2])
        first, second = stand.finger(face(stand, one)), stand.finger(face(stand, two))
        second.touch_up()
        first.touch_up()
        assert stand.heard() == [InsertCard(1, 1, one)]


# ---- Handles ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_handle_is_pulled_and_pushed(size: tuple[int, int]) -> None:
    """Dragged far enough either way it is moved, a little way it springs back; a touch on an end does the same."""
    with on_stand(size, program(opened(), reader(2), open_seat=1)) as stand:
        handle = open_reader(stand).handle
        knob, way = handle.lever.knob, handle.lever.way
        stand.drag(knob, (knob[0], knob[1] - way * 0.2))
        assert stand.heard() == []
        stand.drag(knob, (knob[0], knob[1] - way))
        stand.drag(knob, (knob[0], knob[1] + way))
        stand.drag(knob, (knob[0], knob[1] - way), knob)
        stand.tap(handle.ends[PUSH])
        assert stand.heard() == [MoveHandle(1, PULL), MoveHandle(1, PUSH), MoveHandle(1, PUSH)]
        assert handle.ends[PUSH].text == "Push:\nready, rest next turn"


def test_pulling_too_early_names_the_gap_where_it_is() -> None:
    """The remedy stands in the head of the open reader and, once covered, on the tile."""
    shell = racing()
    shell.send(Uncover(1))
    with on_stand(LYING, shell.view, shell) as stand:
        for card in open_reader(stand).desk.dealt[:2]:
            stand.tap(face(stand, card.code))
        stand.tap(open_reader(stand).handle.ends[PULL])
        remedy = shell.view.body.readers[0].remedy  # type: ignore[union-attr]
        assert "lot 3" in remedy and stand.screen.over.words.text == remedy
        stand.tap(stand.screen.over.cover)
        assert stand.screen.overview.tiles[1].state_words.text == remedy
        assert stand.screen.notice.parent is None, "the notice does not say the same again"


def test_without_a_meaning_there_is_no_handle() -> None:
    """Where the handle means nothing it is not offered."""
    with on_stand(LYING, program(opened(handles=()), reader(2), open_seat=1)) as stand:
        handle = open_reader(stand).handle
        stand.drag(handle, (handle.x + handle.width / 2, handle.y + 4))
        assert stand.heard() == [] and handle.lever.parent is None


def test_who_rests_is_asked_on_the_tiles_themselves() -> None:
    """Under "power down this turn" nobody has a hand to hide yet: each seat answers with one touch."""
    shell = racing(("person", "person", "person", "random"), SetRule("power_down", "this"))
    with on_stand(LYING, shell.view, shell) as stand:
        assert shell.view.page == REST
        stand.tap(button(stand.screen.overview.tiles[2], "Rest this turn"))
        stand.tap(button(stand.screen.overview.tiles[1], "Play on"))
        assert stand.heard() == [MoveHandle(2, PUSH), MoveHandle(1, PULL)]
        assert stand.screen.overview.tiles[1].state_words.text != stand.screen.overview.tiles[2].state_words.text


def test_a_resting_seat_says_on_its_tile_whether_it_rests_once_more() -> None:
    """A seat without cards has its handle on its tile."""
    with on_stand(LYING, program(*everybody())) as stand:
        tile = stand.screen.overview.tiles[6]
        stand.tap(button(tile, "Rest once more"))
        stand.tap(button(tile, "Take it back"))
        assert stand.heard() == [MoveHandle(6, PUSH), MoveHandle(6, PULL)]


def test_a_notice_without_a_remedy_is_shown_over_the_readers() -> None:
    """What concerns no single reader is said where everybody sees it."""
    words = "The shuffled deck is not whole: shuffle again."
    with on_stand(LYING, program(reader(1), reader(2), notice=words)) as stand:
        assert stand.screen.notice.parent is not None and stand.screen.notice.words.text == words


def test_a_whole_turn_for_three_people_on_one_screen() -> None:
    """One after another opens, programs and covers; when the last one pulls, the registers begin."""
    shell = racing(("person", "person", "person"))
    with on_stand(LYING, shell.view, shell) as stand:
        for seat in (3, 1, 2):
            stand.tap(stand.screen.overview.tiles[seat])
            stand.tap(stand.screen.over.inner.uncover)
            for card in open_reader(stand).desk.dealt[:5]:
                stand.tap(face(stand, card.code))
            knob, way = open_reader(stand).handle.lever.knob, open_reader(stand).handle.lever.way
            stand.drag(knob, (knob[0], knob[1] - way))
        assert shell.view.page == "play" and type(stand.screen).__name__ == "PlayScreen"
