"""The look of combatants: drawings in known colours, distinct when small, with their marks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops

from companion.art import PALETTE, Arc, Caption, Disc, Line, Point, Polygon, Shape
from companion.content import deck_text
from companion.errors import FormatError
from companion.formats.deck import parse_deck
from companion.games.codes import TEST_CARDS, WORDS
from companion.games.diesel.deck import CODES, DECK, PLACES
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.drawn import MACHINES, generic, machine
from companion.games.diesel.drawn.parts import TINTS
from companion.games.diesel.drawn.signs import type_sign
from companion.games.diesel.engine.cards import OWNER, TYPES, VERBS, Card
from companion.games.diesel.look import face_of, look_of
from companion.games.scene import Face
from companion.press.marks import Document, SheetSide
from companion.press.paint import paint_shapes
from companion.press.pdf import pdf
from tests.press.prints import picture
from tests.recorded import recorded

CARDS = house_deck().cards
DOTS = 48
"""The side of a small drawing in pixels."""


def points(shapes: tuple[Shape, ...]) -> Iterator[Point]:
    """Yield corners and ends, and the four sides of round shapes."""
    for shape in shapes:
        if isinstance(shape, (Polygon, Line)):
            yield from shape.points
        elif isinstance(shape, Disc):
            (x, y), radius = shape.centre, shape.radius
            yield from ((x - radius, y), (x + radius, y), (x, y - radius), (x, y + radius))


def small(drawings: list[tuple[Shape, ...]]) -> list[Image.Image]:
    """Return drawings as pictures of DOTS by DOTS."""
    side = 12.0
    marks = tuple(
        mark
        for number, shapes in enumerate(drawings)
        for mark in paint_shapes(shapes, number * side, 0, side)
    )
    sheet = picture(
        pdf(Document("x", (SheetSide(side * len(drawings), side, marks),))), dots=DOTS / side
    )
    return [
        sheet.crop((number * DOTS, 0, number * DOTS + DOTS, DOTS))
        for number in range(len(drawings))
    ]


def unlike(one: Image.Image, other: Image.Image) -> int:
    """Return how many pixels of two pictures differ clearly."""
    return sum(ImageChops.difference(one, other).convert("L").histogram()[40:])


def test_each_place_of_a_deck_has_a_code() -> None:
    """Have 52 codes, none of a test card and none twice; name the line of a fault."""
    assert len(set(CODES)) == 52 and set(CODES) <= set(WORDS) - {
        code for pair in TEST_CARDS for code in pair
    }
    assert [DECK.cards[code] for code in CODES] == list(PLACES) and tuple(sorted(CODES)) == CODES
    content = deck_text("diesel")
    line = (
        content.split("\n").index(
            next(line for line in content.split("\n") if line.startswith("115 "))
        )
        + 1
    )
    with pytest.raises(
        FormatError,
        match=(
            rf"my\.deck\.toml:{line}: .*found card '0', expected a card of the game, from 1 "
            rf"to 52"
        ),
    ):
        parse_deck(
            content.replace('115 = "1" ', '115 = "0" '), "my.deck.toml", "diesel", WORDS, PLACES
        )


def test_a_face_says_what_a_card_is() -> None:
    """Give a face code, place, name, strength, tint and sign of the type, mark, and owner."""
    for order, card in enumerate(CARDS):
        face = face_of(card, order)
        assert (
            isinstance(face, Face)
            and face[:3] == (CODES[order], "combatant", order)
            and face.look is not None
        )
        look, tint = face.look, TINTS[card.strength].dark
        assert (str(look.words), look.corner, look.tint, str(look.kind)) == (
            card.name,
            str(card.strength),
            tint,
            TYPES[card.strength].capitalize(),
        )
        assert (
            look.sign == type_sign(card.strength, tint)
            and look.art == machine(card)
            and look.about
            and look.full
        )
        assert [str(note) for note in look.notes] == [
            *([card.mark] if card.mark else []),
            recorded("house-set"),
        ]


def test_drawings_stay_in_their_square_and_in_the_palette() -> None:
    """Keep drawings in their square and palette, without letters, which need translation."""
    plain = [
        generic(strength, verb)
        for strength in range(5)
        for verbs in VERBS.values()
        for verb in verbs
    ]
    for shapes in (
        *MACHINES.values(),
        *plain,
        *(type_sign(strength, tint.dark) for strength, tint in enumerate(TINTS)),
    ):
        assert {shape.colour for shape in shapes} <= set(PALETTE) and not any(
            isinstance(shape, Caption) for shape in shapes
        )
        assert all(-0.05 <= x <= 1.05 and -0.05 <= y <= 1.05 for x, y in points(shapes))
        assert all(
            shape.centre[1] - shape.radius > -0.2 and shape.centre[1] + shape.radius < 1.2
            for shape in shapes
            if isinstance(shape, Arc)
        )


def test_every_name_of_the_house_set_has_a_drawing_of_its_own() -> None:
    """Give every name of the house set one drawing, equal for copies."""
    assert {card.id.partition("#")[0] for card in CARDS} == set(MACHINES)
    assert len({machine(card) for card in CARDS}) == len(MACHINES) == 22


def test_machines_are_told_apart_where_they_are_small() -> None:
    """Distinguish any two machines, and signs of types, in a twelfth of 48 pixels squared."""
    for drawings in (
        [*MACHINES.values()],
        [type_sign(strength, "suit_black") for strength in range(5)],
    ):
        seen = small(drawings)
        for place, one in enumerate(seen):
            assert all(unlike(one, other) > DOTS * DOTS / 12 for other in seen[place + 1 :]), place


def test_a_type_shows_in_the_colours_of_its_machines() -> None:
    """Show the type mostly in a machine's own tint."""
    tints = {tint.dark for tint in TINTS}
    for card in {card.name: card for card in CARDS}.values():
        typical = tuple(shape for shape in machine(card) if shape.colour in tints)
        seen, ours = (
            small([shapes])[0]
            for shapes in (
                typical,
                tuple(shape._replace(colour=TINTS[card.strength].dark) for shape in typical),
            )
        )
        assert unlike(seen, ours) < DOTS * DOTS / 7, card.id


def test_cards_that_people_write_are_drawn_by_strength_and_deed() -> None:
    """Draw typed cards by strength and verb, marked as own; each verb has a badge."""
    own = Card("hunter", "Hunter", 3, house_deck().card("guard").ability, "4+", OWNER)
    look = look_of(own)
    assert look.art == generic(3, "turn_down") != machine(house_deck().card("hunter")) and [
        str(note) for note in look.notes
    ] == ["4+", recorded("own-card")]
    verbs = [verb for verbs in VERBS.values() for verb in verbs]
    assert len({generic(2, verb) for verb in verbs}) == len(set(verbs)) and generic(2, "") not in {
        generic(2, verb) for verb in verbs
    }
    seen = small([generic(2, verb) for verb in sorted(set(verbs))])
    assert all(
        unlike(one, other) > 25 for place, one in enumerate(seen) for other in seen[place + 1 :]
    )
