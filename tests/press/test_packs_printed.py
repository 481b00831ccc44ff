"""Printed packs of cards: read by readers and scanners, told apart; stickers for bought cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
import zxingcpp
from card_reader.codes import OK
from PIL import Image, ImageChops

from companion.__main__ import main
from companion.content.reader import reader_plan
from companion.errors import PressError
from companion.games.api import Game, Part
from companion.games.cardbot.deck import CARD_OF_CODE, CODES
from companion.games.cardbot.packs import CREDIT, PACKS
from companion.games.printing import Pack, Printing
from companion.games.scene import Face
from companion.press.card_sheet import grid
from companion.press.marks import Document
from companion.press.packs import (
    pack_document,
    pack_pages,
    packs_named,
    sticker_document,
    sticker_plan,
)
from companion.press.paper import PAPERS
from companion.press.pdf import pdf
from companion.press.svg import svg
from companion.words import text
from tests.pixels import lightest
from tests.press.deck_sheets import grey_pages
from tests.press.optics import DOTS, SPOTS, View, corners, cut_out
from tests.press.prints import data_matrix, picture, sizes, words
from tests.recorded import recorded

PLAN, A4 = reader_plan(), PAPERS["a4"]
CLEAR = round(PLAN.code.clear * DOTS)
WHERE, LABELS = grid(A4, PLAN.card), grid(A4, sticker_plan(PLAN))
FEW = 12
"""One card in so many is tried in all positions."""


class Cards(Game):
    """A game that has only cards."""

    key, title = "cards", "Cardbot Derby"
    parts: Mapping[type, Part] = {Printing: Printing(PACKS, CREDIT)}


GAME = Cards()


@cache
def printed() -> bytes:
    """Return all packs on A4."""
    return pdf(pack_document(A4, GAME, PACKS))


@cache
def pages() -> tuple[Image.Image, ...]:
    """Return their pages in grey."""
    return grey_pages(printed())


@cache
def labels() -> bytes:
    """Return the stickers of both decks on A4."""
    return pdf(sticker_document(A4, GAME, PACKS))


def face(pack: int, number: int) -> Image.Image:
    """Return a card of a pack, cut out.

    Each pack has six sheets with two sides, after the one that tries the printer.
    """
    sheet, place = divmod(number, WHERE.room)
    return cut_out(pages()[2 + 12 * pack + 2 * sheet], WHERE, place)


def code_of(pack: int, number: int) -> int:
    """Return its code."""
    return CODES[52 * pack + number]


@pytest.mark.parametrize("pack", [0, 1])
def test_every_card_is_read(pack: int) -> None:
    """Read each of the 52 cards as itself in an exact position."""
    for number in range(52):
        assert View(face(pack, number), SPOTS[0]).answer() == (OK, code_of(pack, number)), number


@pytest.mark.parametrize("spot", SPOTS)
@pytest.mark.parametrize("number", range(0, 104, FEW))
def test_cards_are_read_wherever_they_stand(number: int, spot: float) -> None:
    """Read cards shifted, raised and tilted, in even light and in light from the side."""
    pack, place = divmod(number, 52)
    view = View(face(pack, place), spot)
    assert {view.answer(*way) for way in corners(1.0, 1.0, 2.0)} == {(OK, code_of(pack, place))}


def test_a_scanner_reads_every_card_and_no_grid_card() -> None:
    """Find 104 codes on twelve fronts, none on backs and none on grid cards."""
    found = [
        int(code.text)
        for page in pages()
        for code in sorted(
            zxingcpp.read_barcodes(page, formats=data_matrix()),
            key=lambda code: int(code.text),
        )
    ]
    assert sorted(found) == sorted(CODES) and len(pages()) == 2 + 3 * 12


def test_a_grid_card_is_no_command() -> None:
    """Read no command from any of the 49 grid cards, in either direction."""
    for number in range(49):
        card = face(2, number)
        for way in (card, card.transpose(Image.Transpose.ROTATE_180)):
            assert View(way, SPOTS[0]).answer()[0] != OK, number


def test_what_a_reader_could_look_at_by_mistake_is_blank_paper() -> None:
    """Leave the upper end of all command cards blank."""
    for pack, number in ((pack, number) for pack in (0, 1) for number in range(52)):
        card = face(pack, number)
        assert card.crop((0, 0, card.width, CLEAR)).getextrema() == (255, 255), (pack, number)


def test_a_card_says_what_it_is() -> None:
    """Print a card's name and code, and deck and purpose of its sheet."""
    said = words(printed(), 2)
    assert all(
        text in said
        for text in (
            "A ONE FORWARD A",
            "7 TURNS LEFT 7",
            "8 NO TURN 8",
            "ace of hearts",
            "Cardbot Derby",
        )
    )
    assert "Command cards for seats 1 to 4 · sheet 1 of 6, front" in said
    assert words(printed(), 25) == recorded("Command-cards-second-deck-for-seats")
    assert "ace of hearts (deck 2)" in words(printed(), 14)
    grid_cards = words(printed(), 26)
    assert "target 3" in grid_cards and "code" not in grid_cards


def test_packs_have_backs_of_different_tints_that_tell_nothing() -> None:
    """Give packs three tints; backs of a pack are equal, and the same reversed."""
    left, _, _, top = WHERE.box
    tints = []
    for pack in range(3):
        seen = picture(printed(), 3 + 12 * pack, dots=4)
        dot = seen.getpixel((round((left + 5.2) * 4), round((297 - top + 44.45) * 4)))
        tints.append(dot)
        backs = [cut_out(pages()[3 + 12 * pack], WHERE, place) for place in range(3)]
        for other in (*backs[1:], backs[0].transpose(Image.Transpose.ROTATE_180)):
            both = [
                image.resize((64, 90), Image.Resampling.BOX)
                for image in (backs[0], other.resize(backs[0].size))
            ]
            assert lightest(ImageChops.difference(*both)) < 24
    assert len(set(tints)) == 3 and all(
        isinstance(tint, tuple) and min(tint) < 250 for tint in tints
    )


def test_cards_look_different_from_across_the_table() -> None:
    """Draw the thirteen cards of a suit so that they differ in a few dozen dots."""
    seen = [
        face(0, number).resize((48, 67), Image.Resampling.BOX).crop((2, 9, 46, 48))
        for number in range(13)
    ]
    for place, one in enumerate(seen):
        assert all(
            sum(ImageChops.difference(one, other).histogram()[64:]) > 12
            for other in seen[place + 1 :]
        ), place


# ---- Stickers ------------------------------------------------------------------------------------


def sticker(number: int) -> Image.Image:
    """Return a sticker on the lower end of a black card, the darkest that can be bought."""
    sheet, place = divmod(number, 52)
    found = cut_out(grey_pages(labels())[1 + sheet], LABELS, place)
    card = Image.new("L", (round(PLAN.card.width * DOTS), round(PLAN.card.height * DOTS)), 0)
    card.paste(found.resize((card.width, found.height)), (0, card.height - found.height))
    return card


@pytest.mark.parametrize("number", range(0, 104, FEW // 2))
def test_stickers_are_read_on_bought_cards(number: int) -> None:
    """Read stickers in any position; they are large enough for any print above."""
    view = View(sticker(number), SPOTS[0])
    assert {view.answer(*way) for way in corners(1.0, 1.0, 2.0)} == {(OK, CODES[number])}


def test_stickers_say_which_card_they_are_for() -> None:
    """Print a sheet of stickers for each deck, with names and codes, small enough for the slot."""
    for sheet in (0, 1):
        said = words(labels(), 1 + sheet)
        assert all(f"code {code}" in said for code in CODES[52 * sheet : 52 * sheet + 52])
    assert "queen of spades" in words(labels(), 1) and "queen of spades (deck 2)" in words(
        labels(), 2
    )
    size = sticker_plan(PLAN)
    assert (
        size.width == PLAN.card.width
        and PLAN.code.from_edge + PLAN.code.height < size.height < PLAN.slots.depth
    )
    assert len(sizes(labels())) == 3 and "104 stickers for Cardbot Derby, on 2 sheets" in " ".join(
        words(labels(), 0).split()
    )


@pytest.mark.parametrize("name", PAPERS)
def test_stickers_lie_where_printers_print(name: str) -> None:
    """Keep stickers and the words along the side within the margin, on every paper."""
    paper = PAPERS[name]
    where = grid(paper, sticker_plan(PLAN))
    left, bottom, right, top = where.box
    assert min(left, bottom, paper.width - right, paper.height - top) >= paper.margin
    for page in grey_pages(pdf(sticker_document(paper, GAME, PACKS[:1])))[1:]:
        box = ImageChops.invert(page).getbbox()
        assert box and box[0] > 0 and box[1] > 0 and box[2] < page.width and box[3] < page.height


# ---- What is asked for ---------------------------------------------------------------------------


def test_packs_are_named() -> None:
    """Choose packs by words with commas, all, or none for what every table needs.

    A wrong word is answered with those that exist.
    """
    assert (
        packs_named(GAME, "") == PACKS[:1]
        and packs_named(GAME, "all") == PACKS
        and packs_named(GAME, "grid, command") == (PACKS[2], PACKS[0])
    )
    with pytest.raises(
        PressError,
        match=(
            r"deck: found 'comand', expected one of command, command-2, grid, all.*did you "
            r"mean.*command"
        ),
    ):
        packs_named(GAME, "comand")
    with pytest.raises(
        PressError, match=r"deck: found 'grid', expected none, since .* has one deck only"
    ):
        packs_named(PlainCards(), "grid")
    assert packs_named(PlainCards(), "") == ()


class PlainCards(Game):
    """A game with only a deck."""

    key, title = "quiet", "Quiet"


def test_what_cannot_be_printed_is_refused() -> None:
    """Refuse stickers without readable cards, unknown codes, and faces without a design."""
    with pytest.raises(PressError, match="stickers: found grid, which no reader reads"):
        sticker_document(A4, GAME, PACKS[2:])
    with pytest.raises(PressError, match="stickers: found none for Quiet"):
        sticker_document(A4, PlainCards(), ())
    one = PACKS[0].faces[0]
    for wrong, said in (
        (one._replace(code=8), "found code 8, expected one of the 112 codes"),
        (Face(7, "AH", 14), "card AH of mine: found no look"),
    ):
        with pytest.raises(PressError, match=said):
            pack_document(A4, GAME, [Pack("mine", text("Mine"), text("for me"), (wrong,))])


def test_a_pack_without_codes_needs_no_trial_of_the_printer() -> None:
    """Begin a pack without codes with its first card."""
    book = pack_document(A4, GAME, PACKS[2:])
    assert len(book.pages) == 12 and "Before you print" not in words(
        pdf(Document("x", book.pages[:1])), 0
    )


def test_faces_as_svg() -> None:
    """Write an SVG for each card, of its size, by pack and card."""
    drawings = pack_pages(GAME, PACKS)
    assert len(drawings) == 153 and {(page.width, page.height) for page in drawings.values()} == {
        (63.5, 88.9)
    }
    assert b"jack of hearts" in svg(drawings["command-JH"], "Jack") and b"target 1" in svg(
        drawings["grid-JH"], "Jack"
    )
    assert {CARD_OF_CODE[code].text for code in CODES[52:]} == {
        name.removeprefix("command-2-") for name in drawings if name.startswith("command-2-")
    }


def test_the_command_prints_cards_of_every_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Print the basic deck and list others; print decks by words, stickers and drawings."""
    monkeypatch.chdir(tmp_path)
    assert main(["print", "cards", "--game", "cardbot"]) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert first == recorded("cards-command-a4-pdf-14-pages")
    assert [line.split("(")[1] for line in others] == [
        "--deck command-2, or --deck all)",
        "--deck grid, or --deck all)",
    ]
    assert (
        main(["print", "cards", "--game", "cardbot", "--deck", "command-2,grid"]) == 0
        and Path("cards-command-2-grid-a4.pdf").is_file()
    )
    assert (
        main(["print", "cards", "--game", "cardbot", "--deck", "all", "--svg", "faces"]) == 0
        and len([*Path("faces").iterdir()]) == 153
    )
    assert (
        main(["print", "stickers", "--game", "cardbot"]) == 0
        and Path("stickers-command-a4.pdf").is_file()
    )
    capsys.readouterr()
    for wrong, said in (
        (
            ["cards", "--game", "cardbot", "--list", "x"],
            "the cards of Cardbot Derby have other faces",
        ),
        (["cards", "--game", "cardbot", "--svg", "x", "-o", "y"], "found -o y beside --svg x"),
        (
            ["cards", "--deck", "grid"],
            "found 'grid', expected none, since Clockwork Derby has one deck only",
        ),
        (["stickers"], "stickers: found none for Clockwork Derby"),
    ):
        assert main(["print", *wrong]) != 0
        assert said in capsys.readouterr().err
