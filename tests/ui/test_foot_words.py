"""Words that were small beside free space: in footers, headers, cover pages, tiles and fans."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.gallery.scenes import TOUCHES
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.look import face_of
from companion.games.scene import Face
from companion.session.messages import Pick
from companion.session.view import OfferPicture
from companion.testing.screen_checks import cut_texts
from companion.ui.i18n import set_language
from companion.ui.theme import BODY, u
from companion.ui.widgets.cards import spread
from companion.ui.widgets.cards.card_offers import OfferPlate
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import place_widget
from companion.ui.widgets.readers.text_card_reader import CardText
from companion.words import text
from tests.scenes import view_of
from tests.typed import present
from tests.ui.stand import SIZES, on_stand, settle

FEET = ("place", "diesel-summary", "cardbot-on-target", "summary-eight")


@pytest.fixture
def german() -> Iterator[None]:
    """Set the language to German."""
    set_language("de")
    yield
    set_language("en")


def lines_of(words: Label) -> float:
    """Return about how many lines the words take."""
    return float(words.texture_size[1] / words.font_size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", FEET)
def test_what_leads_on_is_read_from_a_metre(name: str, size: tuple[int, int]) -> None:
    """Show the button that leads on in one line, legible at a metre, with space on its right."""
    with on_stand(size, view_of(name)) as stand:
        foot = stand.screen.footer
        assert foot.forward.words.font_size >= u(BODY) and lines_of(foot.forward.words) < 1.6
        assert foot.right < stand.screen.right - u(60)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("name", "said"), [("summary-handle", "or pull a handle"), ("summary-eight", "")]
)
def test_the_foot_says_that_a_handle_leads_on(name: str, said: str, size: tuple[int, int]) -> None:
    """Say it after a turn where handles take the place of touches, and nowhere else."""
    with on_stand(size, view_of(name)) as stand:
        assert str(stand.screen.aside.source) == said and not cut_texts(stand.screen)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_not_me_stands_in_one_line_in_german(size: tuple[int, int], german: None) -> None:
    """Give longer words more of the row."""
    with on_stand(size, view_of("program-cover")) as stand:
        page = stand.screen.over.inner
        assert all(lines_of(button.words) < 1.6 for button in (page.leave, page.uncover))


def test_the_title_of_a_reveal_stands_in_one_line_in_german(german: None) -> None:
    """Show the part of the turn below the title, and not in it."""
    with on_stand(SIZES[0], view_of("diesel-reveal")) as stand:
        title = stand.screen.header.title
        assert lines_of(title) < 1.6 and title.font_size >= u(BODY)
        assert str(stand.screen.part.text) not in str(title.text)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["program-covered", "program-burnt"])
def test_slots_of_all_tiles_have_one_size(name: str, size: tuple[int, int]) -> None:
    """Give empty slots, covered cards and public commands one height on all tiles."""
    with on_stand(size, view_of(name)) as stand:
        TOUCHES.get(name, lambda screen: None)(stand.screen)
        settle()
        strips = [tile.strip for tile in stand.screen.overview.tiles.values() if tile.strip.opacity]
        assert len(strips) > 3 and len({strip.height for strip in strips}) == 1
        assert strips[0].height > u(50)


def test_cards_half_under_others_bear_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave words out on overlapping cards, and show them side by side."""
    painted: list[Face] = []
    monkeypatch.setattr(spread, "paint_card", lambda onto, card, *box: painted.append(card))
    cards = tuple(card for card in view_of("diesel-hand").body.readers[0].hand[:5])
    fan = spread.CardSpread(cards)
    for width, worded in ((300, False), (3000, True)):
        painted.clear()
        fan.size = (width, 200)
        assert len(painted) >= 5 and all(
            bool(present(card.look).kind) == worded for card in painted[-5:]
        )


@pytest.mark.parametrize("about", ["", "The robot in line of sight takes one damage."])
def test_an_answer_stands_right_above_what_is_said_about_it(about: str) -> None:
    """Align an answer with the words below it, and centre it without them."""
    with on_stand(SIZES[0], view_of("place")) as stand:
        plate = OfferPlate(
            OfferPicture("fire", text("Fire"), text(about)),
            lambda _: None,
            Pick(1, "fire"),
            text(about),
        )
        stand.screen.add_widget(plate)
        place_widget(plate, 0, 0, u(300), u(240))
        settle()
        assert plate.label.valign == ("bottom" if about else "middle")
        if about:
            assert tuple(plate.label.text_size) == tuple(plate.label.size)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scene", ["diesel-hand", "diesel-hand-two"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_that_a_card_does_can_be_read(size: tuple[int, int], scene: str, language: str) -> None:
    """Show the effect of each card of the house set, beside one slot and beside two."""
    set_language(language)
    try:
        with on_stand(size, view_of(scene)) as stand:
            card_text = next(part for part in stand.screen.walk() if isinstance(part, CardText))
            for order, card in enumerate(house_deck().cards):
                face = face_of(card, order)
                card_text.show(Face(face.code, face.move, order, face.look))
                settle()
                assert cut_texts(card_text) == []
    finally:
        set_language("en")
