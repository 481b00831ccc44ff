"""Diesel Demolition Derby on the screen: readable, large enough, and answered on the table."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from companion.gallery.diesel import (
    DIESEL_SCENES,
    DIESEL_TOUCHES,
    PILOTS,
    SIX,
    TWO,
    begin,
    deploying,
    targets,
)
from companion.gallery.race import Wanted, until
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.look import face_of
from companion.session.messages import Cover, Pick, TakeBack, Uncover
from companion.session.pages.where import ShowCardFacts
from companion.session.view import OVER, PROGRAM, REST, SUMMARY, WHERE, SlotPicture, View
from companion.signals import PULL, InsertCard, TakeCard
from companion.testing.screen_checks import screen_faults
from companion.ui.i18n import set_language, translated
from companion.ui.layout import Area
from companion.ui.theme import BOLD_FONT, u
from companion.ui.widgets.cards.card_painting import (
    LETTERS,
    MAX_LINES,
    MIN_SIZE_WITH_EFFECT,
    SMALL_LETTERS,
)
from companion.ui.widgets.cards.table_peek import TablePeek
from companion.ui.widgets.label import measure
from companion.ui.widgets.readers.seat_page import SeatPage
from companion.ui.widgets.readers.slots import PLAIN, SlotBed
from companion.ui.widgets.tables import COIN
from companion.words import verbatim
from tests.recorded import recorded
from tests.scenes import view_of
from tests.typed import of_kind, present
from tests.ui.stand import SIZES, Stand, on_stand, settle

LYING, LARGE, UPRIGHT = SIZES


def _wrong(name: str, size: tuple[int, int]) -> list[str]:
    """Return the faults of a scene in a window of this size."""
    with on_stand(size, view_of(name)) as stand:
        DIESEL_TOUCHES.get(name, lambda screen: None)(stand.screen)
        settle()
        return screen_faults(stand.screen)


@pytest.mark.parametrize("name", DIESEL_SCENES)
def test_everything_is_there_readable_and_large_enough(name: str) -> None:
    """Show every scene without small or overlapping targets, overflow or cut words."""
    assert _wrong(name, LYING) == []


@pytest.mark.parametrize("name", list(DIESEL_SCENES)[::2])
def test_german_words_have_room_upright(name: str) -> None:
    """Show every other page in German in an upright window without faults."""
    set_language("de")
    try:
        assert _wrong(name, UPRIGHT) == []
    finally:
        set_language("en")


@pytest.mark.parametrize("name", ["diesel-hand", "diesel-target-no", "diesel-summary"])
def test_a_larger_panel_is_as_good(name: str) -> None:
    """Show scenes on the ten-inch panel without faults."""
    assert _wrong(name, LARGE) == []


def test_a_derby_is_played_by_touches_that_the_display_makes(repository: Path) -> None:
    """Play a Derby of two people at one screen by real touches, up to the token."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.diesel_player", "list"],
        capture_output=True,
        text=True,
        timeout=1000,
        cwd=repository,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    result = json.loads(done.stdout.splitlines()[-1])
    assert (
        result["touched"]["cards"] == 12
        and result["touched"]["looks"] == 1
        and result["touched"]["targets"] > 0
    )
    assert result["pages"][-1] == SUMMARY


def test_a_whole_game_is_played_by_touches() -> None:
    """Play one person against a pilot by touches from the first hand to three tokens."""
    loop = until(begin(players=("person", "random"), seed=2), deploying())
    asked = Counter[str]()
    with on_stand(LYING, loop.view, loop) as stand:
        for _ in range(300):
            if loop.view.page == OVER:
                break
            asked[_touch_on(stand)] += 1
        assert str(loop.view.body.winner) == recorded("3-tokens")
    assert asked["card"] == 18 and asked["handle"] == 9 and asked["target"] > 2


def _touch_on(stand: Stand) -> str:
    """Touch the next thing, and return its kind."""
    from companion.ui.widgets.cards.card_offers import CardOffers

    over = getattr(stand.screen, "over", None)
    if isinstance(over, SeatPage) and over.reader is not None:
        desk = over.reader.desk
        if desk.free_slot() is not None:
            stand.tap(
                over.reader.cards[
                    next(card.code for card in desk.dealt if desk.slot_of(card.code) is None)
                ]
            )
            return "card"
        stand.tap(over.reader.handle.ends[PULL])
        return "handle"
    if isinstance(over, (SeatPage, CardOffers)):
        shown = over.cards if isinstance(over, SeatPage) else over
        lit = list(shown.tables.targets.values()) if shown.parent is not None else []
        stand.tap(lit[-1] if lit else next(iter(of_kind(SeatPage, over).offers.plates.values())))
        return "target" if lit else "plate"
    if stand.screen.view.page in (PROGRAM, REST):
        stand.tap(
            next(tile for tile in stand.screen.overview.tiles.values() if tile.can_open)
            if over is None
            else over.inner.uncover
        )
        return "seat"
    stand.tap(stand.screen.footer.forward)
    return "done"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_only_legal_targets_answer(size: tuple[int, int]) -> None:
    """Accept lit targets and the plate for no; explain all other cards."""
    loop = until(begin(players=SIX), targets(4, optional=True))
    reader = next(reader for reader in loop.view.body.readers if reader.asked)
    legal = {key: offer.key for offer in reader.offers for key in offer.table_cards}
    with on_stand(size, loop.view) as stand:
        shown = stand.screen.over
        everything = [key for keys in _rows(loop.view).values() for key in keys]
        assert set(shown.tables.targets) == set(legal) < set(everything)
        for key in everything:
            box = shown.tables.box_of(key)
            stand.tap((box.x + box.width / 2, box.y + box.height / 2))
            assert stand.heard() == (
                [Pick(reader.seat, legal[key]) if key in legal else ShowCardFacts(key)]
            )
        assert list(shown.plates) == ["no"]
        stand.tap(shown.plates["no"])
        assert stand.heard() == [Pick(reader.seat, "no")]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_secret_target_is_touched_on_the_own_page_and_taken_back(size: tuple[int, int]) -> None:
    """Pick a secret target on one's own page; take it back while another player chooses."""
    loop = until(begin(players=SIX), targets(3, secret=True))
    asked = [reader.seat for reader in loop.view.body.readers if reader.asked]
    with on_stand(size, loop.view, loop) as stand:
        assert not present(loop.view.cards).picks
        stand.tap(stand.screen.over.inner.uncover)
        page = stand.screen.over
        assert stand.heard() == [Uncover(asked[0])] and str(page.words.text).endswith("?")
        key, target = next(iter(page.cards.tables.targets.items()))
        stand.tap(target)
        assert stand.heard() == [Pick(asked[0], key)] and stand.screen.chosen == asked[1]
        stand.tap(stand.screen.over.inner.leave)
        assert not present(loop.view.cards).chosen
        stand.tap(stand.screen.overview.tiles[asked[0]].ends["back"])
        assert stand.heard() == [TakeBack(asked[0])]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_hand_tells_what_its_cards_do(size: tuple[int, int]) -> None:
    """Explain a touched card in slot 1, replace it by another, and show the table by one touch."""
    loop = until(begin(players=SIX), deploying(2))
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.over.inner.uncover)
        page = stand.screen.over
        first, second = page.reader.desk.dealt[:2]
        stand.tap(page.reader.cards[first.code])
        assert (
            page.reader.card_text.title.source == first.look.words
            and page.reader.card_text.words.source == first.look.full
        )
        stand.tap(page.reader.cards[second.code])
        assert (
            page.reader.card_text.title.source == second.look.words
            and screen_faults(stand.screen) == []
        )
        assert stand.heard()[1:] == [
            InsertCard(1, 1, first.code),
            TakeCard(1, 1),
            InsertCard(1, 1, second.code),
        ]
        stand.tap(page.peek)
        assert stand.screen.over.tables.own == 1 and screen_faults(stand.screen) == []
        stand.tap(stand.screen.over.close)
        stand.tap(stand.screen.over.cover)
        assert stand.heard() == [Cover()]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_cards_of_a_hand_have_room_for_what_they_do(size: tuple[int, int]) -> None:
    """Print each card's effect below its name, and no padlock on a waiting slot."""
    with on_stand(size, view_of("diesel-hand")) as stand:
        reader = stand.screen.over.reader
        assert all(
            face.width >= u(MIN_SIZE_WITH_EFFECT[0]) and face.height >= u(MIN_SIZE_WITH_EFFECT[1])
            for face in reader.cards.values()
        )
        waiting, locked = (
            lights(reader.beds[0], slot)
            for slot in (reader.picture.slots[0], reader.picture.slots[0]._replace(locked=True))
        )
        assert waiting < locked


@pytest.mark.parametrize("players", [TWO, SIX], ids=len)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_table_stands_beside_the_hand(size: tuple[int, int], players: tuple[str, ...]) -> None:
    """Show all rows with their strength beside the hand, apart; enlarge them by a touch."""
    loop = until(begin(players=players), deploying(3))
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.over.inner.uncover)
        page = stand.screen.over
        layout, table = page.reader.layout, page.table
        assert table.parent is page and table.own == 1 and page.stands.parent is None
        boxes = [Area(*table.pos, *table.size), layout.handle, layout.card_text, *layout.hand]
        boxes += [box for box in layout.slots if box.width]
        for at, one in enumerate(boxes):
            for other in boxes[at + 1 :]:
                apart = one.x + one.width <= other.x or other.x + other.width <= one.x
                assert apart or one.y + one.height <= other.y or other.y + other.height <= one.y
        rows = present(loop.view.cards).rows
        assert [head[2].source for head in table._heads] == [row.note for row in rows]
        for row in rows:
            for card in row.cards:
                box = table.box_of(card.key)
                assert box is not None and box.height >= u(24) and box.width >= u(11)
        assert all(face.height >= u(MIN_SIZE_WITH_EFFECT[1]) for face in page.reader.cards.values())
        handle = page.reader.handle
        assert handle.lever.parent is None or handle.lever.travel > u(16), (
            "a slip of the finger would commit"
        )
        assert screen_faults(stand.screen) == []
        stand.tap(table)
        assert isinstance(stand.screen.over, TablePeek)


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_card_does_is_printed_in_letters_that_are_read(language: str) -> None:
    """Print every card's effect in a few lines of a full hand on the smallest panel."""
    set_language(language)
    try:
        with on_stand(LYING, view_of("diesel-hand")) as stand:
            width = (
                min(face.width for face in stand.screen.over.reader.cards.values())
                - 2 * u(2)
                - u(4)
            )
            assert min(LETTERS) >= 14
            for card in house_deck().cards:
                words = present(face_of(card, 0).look).about
                _across, high = measure(words, u(min(LETTERS)), BOLD_FONT, width, 0.9)
                widest = max(
                    measure(verbatim(word), u(min(LETTERS)), BOLD_FONT)[0]
                    for word in translated(words).split()
                )
                assert widest <= width and high <= MAX_LINES * u(min(LETTERS)), translated(words)
            # The narrowest card with an effect: no word is broken there, either.
            narrow = u(MIN_SIZE_WITH_EFFECT[0]) - 2 * u(2) - u(4)
            for card in house_deck().cards:
                about = translated(present(face_of(card, 0).look).about)
                for word in about.split():
                    least = measure(verbatim(word), u(min(SMALL_LETTERS)), BOLD_FONT)[0]
                    assert least <= narrow, word
    finally:
        set_language("en")


def test_tokens_stand_behind_names() -> None:
    """Show a coin behind a name for each token."""
    loop = until(begin(players=PILOTS), Wanted(SUMMARY))
    won = {row.seat: row.tokens for row in present(loop.view.cards).rows}
    assert sum(won.values()) == 1
    with on_stand(LYING, loop.view) as stand:
        for row, (_, sign, _) in zip(
            present(loop.view.cards).rows, stand.screen.tables._heads, strict=True
        ):
            place = stand.screen.tables._layout.rows[list(won).index(row.seat)].name
            assert place.width - sign.width == row.tokens * u(COIN)


def lights(bed: SlotBed, slot: SlotPicture) -> int:
    """Return the number of shapes of a slot's light."""
    bed.show(slot, PLAIN)
    return len(bed.lamps._steady.children)


def test_two_players_fill_two_slots() -> None:
    """Show only the requested slots."""
    loop = until(begin(players=TWO), deploying(2))
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(stand.screen.over.inner.uncover)
        reader = stand.screen.over.reader
        assert [bed.opacity for bed in reader.beds] == [1, 1, 0, 0, 0]
        for card in reader.desk.dealt[:2]:
            stand.tap(reader.cards[card.code])
        assert [slot.filled for slot in loop.view.body.readers[0].slots] == [
            True,
            True,
            False,
            False,
            False,
        ]


def test_the_picture_leads_to_what_lies_where() -> None:
    """Open the large picture by a touch beside the targets, and explain a touched card there."""
    loop = DIESEL_SCENES["diesel-discard"]()
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(stand.screen.tables)
        assert loop.view.page == WHERE
        shown = stand.screen.both.tables
        key = next(key for keys in _rows(loop.view).values() for key in keys)
        box = shown.box_of(key)
        stand.heard()
        stand.tap((box.x + box.width / 2, box.y + box.height / 2))
        assert stand.heard() == [ShowCardFacts(key)] and loop.view.body.chosen == key


def _rows(view: View) -> dict[int, list[str]]:
    assert view.cards is not None
    return {row.seat: [card.key for card in row.cards] for row in view.cards.rows}


def test_what_moves_is_shown_where_it_comes() -> None:
    """Show a gained card in both rows, and a revealed one at the end of its row."""
    gained = view_of("diesel-gain")
    with on_stand(LYING, gained) as stand:
        shown = stand.screen.tables._rows
        moves = present(gained.cards).moves
        for row, before in zip(shown, _rows(gained).items(), strict=True):
            comes = [move.key for move in moves if move.end.seat == before[0]]
            assert [one.card.key for one in row] == [*before[1], *comes]
    hands = view_of("diesel-hands-reveal")
    with on_stand(LYING, hands) as stand:
        assert [len(row) for row in stand.screen.tables._rows] == [
            len(keys) + 1 for keys in _rows(hands).values()
        ]


def test_a_deployment_waits_for_everybody() -> None:
    """Show no card on a tile while cards are chosen."""
    view = view_of("diesel-readers")
    assert view.page == PROGRAM and all(
        slot.card is None for reader in view.body.readers for slot in reader.slots
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_sentence_over_cards_spares_a_line_for_a_word(size: tuple[int, int]) -> None:
    """Shrink letters before a sentence takes a second line for one word."""
    with on_stand(size, view_of("diesel-hand")) as stand:
        words = stand.screen.over.words
        assert str(words.text) == recorded("Touch-a-card-or-drag-it")
        assert words.line_width(words.font_size) <= words.width
