"""Instructions of a race in German: pushes, falls, turns, hits, locks."""

from __future__ import annotations

import pytest

from companion.content.card_art import MOVE_WORDS, word_of
from companion.engine.elements.belt import Belt
from companion.engine.elements.laser import Laser
from companion.engine.elements.pit import Pit
from companion.engine.events import Dealt
from companion.games import usual_game
from companion.games.cardbot.look import FACES
from companion.games.parts import Results
from companion.geometry import E, N, S, W
from companion.words import Text
from tests.catalogues import spoken
from tests.recorded import recorded
from tests.session.test_instructions import clank, field, register
from tests.typed import present

GERMAN = spoken("de")


def german(words: Text) -> str:
    """Return what German readers see."""
    return words.said(GERMAN)


@pytest.mark.parametrize(
    ("instructions", "words"),
    [
        (
            register(field(), clank(1, "D4", N, "move1@490"), clank(2, "D5")),
            ["BRASS: 1 vor nach D5, schiebt dabei COPPER nach D6"],
        ),
        (
            register(field(Pit("D6")), clank(1, "D4", N, "move3@790")),
            ["BRASS: 2 vor und fällt in die Grube auf D6: Stelle ihn auf den Parkplatz"],
        ),
        (
            register(field(), clank(1, "D7", N, "move3@790"), clank(2, "D8")),
            [
                (
                    "BRASS: 2 vor, schiebt dabei COPPER über den Brettrand und stürzt selbst "
                    "über den Brettrand: Stelle BRASS und COPPER auf den Parkplatz"
                )
            ],
        ),
        (
            register(field(edge="wall"), clank(1, "D7", N, "move3@790")),
            ["BRASS: 1 vor nach D8, bleibt dann stehen: vorn ist eine Wand"],
        ),
        (
            register(field(Belt("D4", E), Belt("E4", N)), clank(1, "D4", N)),
            ["Band: BRASS nach E4, nach links drehen, Blick nach Westen"],
        ),
        (
            register(field(Laser("D4", W)), clank(1, "E4", S)),
            ["Laser: BRASS erleidet 1 Schaden, jetzt 1"],
        ),
    ],
)
def test_instructions(instructions: list, words: list[str]) -> None:
    """Order composed sentences in the German way."""
    assert [german(one.text) for one in instructions] == words


def test_locks_are_told_before_the_registers() -> None:
    """Tell locks before the registers, one card and slot, or several."""
    intro = present(Results.of(usual_game())).turn_intro(
        (Dealt(1, 4, (4, 5), "6.3.2"), Dealt(2, 1, (5,), "6.3.2")), {1: "BRASS", 2: "JADE"}
    )
    assert [german(one.text) for one in intro] == recorded("BRASS-bekommt-4-Karten-Schaechte-4")


def test_german_calls_cards_as_they_are_printed() -> None:
    """Keep the English words of printed cards in German."""
    assert all(german(words) == word_of(move) for move, words in MOVE_WORDS.items())
    for face in FACES.values():
        assert face.look is not None
        said, corner = german(face.look.words), face.look.corner
        value = said.split("-", 1)[1]
        assert value.startswith(corner) or f"({corner})" in value, (
            f"{said} has {corner} in its corner"
        )
