"""Printed combatants: read by readers and scanners, marked by origin, with all their words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
import zxingcpp
from card_reader.codes import OK
from PIL import Image

from companion.__main__ import main
from companion.content.reader import reader_plan
from companion.games.api import Game, Part
from companion.games.diesel.deck import CODES
from companion.games.diesel.deck_file import house_deck, write_deck
from companion.games.diesel.engine.cards import (
    DISCARD,
    INSTANT,
    OTHERS,
    OWNER,
    Ability,
    Card,
    Deck,
    Filter,
)
from companion.games.diesel.look import look_of
from companion.games.diesel.packs import CREDIT, credit_of, packs_of
from companion.games.printing import Printing
from companion.games.scene import Face
from companion.press.card_face import layout
from companion.press.card_look import look_face
from companion.press.card_sheet import grid
from companion.press.marks import TextLine
from companion.press.packs import pack_document, pack_pages, sticker_document
from companion.press.paper import PAPERS
from companion.press.pdf import pdf
from tests.press.deck_sheets import grey_pages
from tests.press.optics import DOTS, SPOTS, View, corners, cut_out
from tests.press.prints import data_matrix, words
from tests.recorded import recorded

PLAN, A4 = reader_plan(), PAPERS["a4"]
PACKS = packs_of(house_deck())
WHERE = grid(A4, PLAN.card)
LONG = Ability(
    "long",
    INSTANT,
    DISCARD,
    Filter(1, 3, ("contraption", "ravager", "tank"), OTHERS, True, True, True, "highest"),
    "all",
)
OWN = Deck(
    "My printed game",
    OWNER,
    tuple(
        Card(
            f"mine-{place}",
            f"Mine {place}",
            card.strength,
            LONG._replace(key=f"long_{card.type}", only=card.type),
            card.mark,
            OWNER,
        )
        for place, card in enumerate(house_deck().cards)
    ),
)
"""A typed deck whose cards all have the longest words."""


class Cards(Game):
    """A game that has only cards."""

    key, title = "cards", "Diesel Demolition Derby"
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


def face(number: int, sheet: int = 0) -> Image.Image:
    """Return a card, cut out of its sheet.

    `sheet` is the first of its pack, after the one that tries the printer.
    """
    page, place = divmod(number, WHERE.room)
    return cut_out(pages()[2 + 2 * (sheet + page)], WHERE, place)


def test_every_combatant_is_read() -> None:
    """Read each of the 52 as itself, and nothing from its other end."""
    clear = round(PLAN.code.clear * DOTS)
    for number, code in enumerate(CODES):
        card = face(number)
        assert View(card, SPOTS[0]).answer() == (OK, code), number
        assert card.crop((0, 0, card.width, clear)).getextrema() == (255, 255), number


@pytest.mark.parametrize("number", range(0, 52, 13))
def test_combatants_are_read_wherever_they_stand(number: int) -> None:
    """Read them shifted, raised and tilted, with the sensors that see most beside their cell."""
    view = View(face(number), SPOTS[-1])
    assert {view.answer(*way) for way in corners(1.0, 1.0, 2.0)} == {(OK, CODES[number])}


def test_a_scanner_reads_every_combatant_and_nothing_else() -> None:
    """Find 52 codes on six fronts, none on backs, tokens and reference cards."""
    found = [
        int(code.text)
        for page in pages()
        for code in zxingcpp.read_barcodes(page, formats=data_matrix())
    ]
    assert sorted(found) == sorted(CODES) and len(pages()) == 2 + 2 * (6 + 2 + 1)


def test_tokens_and_reference_cards_are_no_combatants() -> None:
    """Read no combatant from tokens and reference cards, in either direction."""
    for card in (face(0, 6), face(0, 8)):
        for way in (card, card.transpose(Image.Transpose.ROTATE_180)):
            assert View(way, SPOTS[0]).answer()[0] != OK
    assert [len(pack.faces) for pack in PACKS] == [52, 13, 3]


def test_a_combatant_says_what_it_is_and_whose() -> None:
    """Print name, type, effect, mark and "house set" on every card, and the game before them."""
    said = words(printed(), 2)
    assert all(
        part in said
        for part in (
            "AVENGER",
            "LIAISON UNIT",
            "CONTRAPTION",
            "Ongoing: counts as every type.",
            "5+ · house set",
            "Diesel Demolition Derby",
        )
    )
    assert sum(words(printed(), page).count("house set") for page in range(2, 14, 2)) == 52 + 6
    first = " ".join(words(printed(), 0).split())
    assert "68 cards" in first and "not those of the published game" in first
    assert "Victory token" in words(
        printed(), 14
    ) and "Instants act from strength 4 to 0" in " ".join(words(printed(), 18).split())


def lines_of(card: Card) -> list[TextLine]:
    """Return the lines of words on a card about its effect."""
    look = look_of(card)
    marks = look_face(Face(CODES[0], "x", 0, look), look, PLAN, GAME.title)
    said = set(str(look.full).split())
    return [
        mark
        for mark in marks
        if isinstance(mark, TextLine) and not mark.bold and set(mark.text.split()) <= said
    ]


@pytest.mark.parametrize("deck", [house_deck(), OWN])
def test_all_words_have_room(deck: Deck) -> None:
    """Fit whole sentences of any length into the plate, below the drawing."""
    place = layout(PLAN)
    for card in deck.cards:
        lines = lines_of(card)
        assert " ".join(line.text for line in lines) == str(look_of(card).full), card.id
        assert all(
            place.bottom + 1.2 < line.y < place.bottom + 17 and line.size >= 1.8 for line in lines
        )


def test_an_own_deck_is_printed_as_such() -> None:
    """Print a typed deck with its own words and marks, and the same codes, also on stickers."""
    packs = packs_of(OWN)
    assert credit_of(house_deck()) == CREDIT and "house" not in credit_of(OWN).lower()
    assert [face.code for face in packs[0].faces] == list(CODES) and str(
        packs[0].about
    ) == recorded("of-the-deck-My-printed-game")
    assert all(
        [str(note) for note in face.look.notes][-1] == recorded("own-card")
        for face in packs[0].faces
        if face.look
    )
    labels = words(pdf(sticker_document(A4, GAME, packs[:1])), 1)
    assert "Mine 3 · 4+ · own card" in labels and "house set" not in labels
    assert len(pack_pages(GAME, PACKS)) == 68


def test_the_command_prints_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Print combatants by the command, other packs on request, and a typed deck."""
    monkeypatch.chdir(tmp_path)
    assert (
        main(["print", "cards", "--game", "diesel", "--svg", "faces"]) == 0
        and len([*Path("faces").iterdir()]) == 52
    )
    assert "combatants-hunter-2.svg" in {file.name for file in Path("faces").iterdir()}
    Path("mine.toml").write_text(write_deck(OWN), "utf-8")
    assert (
        main(["print", "stickers", "--game", "diesel", "--list", "mine.toml"]) == 0
        and Path("stickers-combatants-a4.pdf").is_file()
    )
    assert main(["print", "cards", "--game", "diesel", "--list", "mine.toml", "--svg", "mine"]) == 0
    assert b"own card" in (Path("mine") / "combatants-mine-7.svg").read_bytes()
    assert "--deck tokens" in (said := capsys.readouterr().out) and "--deck reference" in said
