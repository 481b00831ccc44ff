"""The look of cards: shapes in known colours, names in words, arrows for what they do."""

from __future__ import annotations

from companion.art import PALETTE, Caption, Polygon, Shape
from companion.content.card_art import MOVE_ART
from companion.games.cardbot.deck import CARDS, CODE_OF_CARD
from companion.games.cardbot.engine.cards import Card, card_of
from companion.games.cardbot.look import FACES, face_of, look_of, suit_art
from companion.games.scene import Face
from tests.recorded import recorded


def outlines(shapes: tuple[Shape, ...]) -> list[tuple[object, ...]]:
    """Return shapes without their colours."""
    return [
        tuple(value for name, value in shape._asdict().items() if name != "colour")
        for shape in shapes
    ]


def test_every_card_has_a_face_with_a_look() -> None:
    """Give every card code, text, rank, corner and words, in known colours."""
    for card in CARDS:
        face = face_of(card)
        assert (
            isinstance(face, Face)
            and face[:3] == (CODE_OF_CARD[card], card.text, card.rank)
            and FACES[face.code] is face
        )
        assert face.look is not None and face.look.tint == (
            "suit_red" if card.suit in "HD" else "suit_black"
        )
        assert {shape.colour for shape in (*face.look.sign, *face.look.art)} <= set(PALETTE)
        assert not any(isinstance(shape, Caption) for shape in (*face.look.sign, *face.look.art))


def test_cards_are_called_by_value_and_suit() -> None:
    """Name court cards and aces in words, the ten in figures, and the second deck."""
    said = {
        text: str(look_of(card_of(text)).words)
        for text in ("AH", "KC", "QD", "JS", "TD", "7S", "2H2")
    }
    assert said == {
        "AH": recorded("ace-of-hearts"),
        "KC": recorded("king-of-clubs"),
        "QD": recorded("queen-of-diamonds"),
        "JS": recorded("jack-of-spades"),
        "TD": "10 of diamonds",
        "7S": "7 of spades",
        "2H2": recorded("2-of-hearts-deck-2"),
    }
    assert [look_of(card_of(text)).corner for text in ("AH", "TH", "9H")] == ["A", "10", "9"]


def test_all_looks_are_different() -> None:
    """Distinguish 104 cards by corner and sign."""
    assert len({(face.look.corner, face.look.sign) for face in FACES.values() if face.look}) == 104


def test_an_arrow_says_where_a_robot_then_faces() -> None:
    """Draw the heading after a turn: 2, 6 about; 3, 7 left; 5, 9 right; 4, 8 none (CB08).

    The same turns have the same drawings, in their own proportions.
    """
    art = {value: outlines(look_of(Card(value, "C")).art) for value in "23456789"}
    assert (
        art["2"] == art["6"]
        and art["3"] == art["7"]
        and art["4"] == art["8"]
        and art["5"] == art["9"]
    )
    assert len({repr(one) for one in art.values()}) == 4
    kinds = {value: [type(shape) for shape in look_of(Card(value, "C")).art] for value in "235"}
    assert kinds == {
        value: [type(shape) for shape in MOVE_ART[move]]
        for value, move in (("2", "uturn"), ("3", "left"), ("5", "right"))
    }
    tips = {
        value: next(
            shape for shape in look_of(Card(value, "C")).art if isinstance(shape, Polygon)
        ).points
        for value in "35"
    }
    assert min(x for x, _ in tips["3"]) < 0.2 and max(x for x, _ in tips["5"]) > 0.8


def test_cards_that_move_have_an_arrow_that_points_ahead() -> None:
    """Draw an arrow of seven corners with its tip on top for A, K, Q, J and 10 only (CB07)."""

    def ahead(value: str) -> bool:
        """Return whether there is such an arrow."""
        arrows = (
            shape.points
            for shape in look_of(Card(value, "S")).art
            if isinstance(shape, Polygon) and len(shape.points) == 7
        )
        return any(
            max(points, key=lambda point: point[1])[0] == 0.5
            and points[0] == max(points, key=lambda point: point[1])
            for points in arrows
        )

    assert [value for value in "AKQJT98765432" if ahead(value)] == list("AKQJT")


def test_suits_are_four_outlines() -> None:
    """Distinguish suits without colour."""
    assert len({repr(outlines(suit_art(suit))) for suit in "HCDS"}) == 4
