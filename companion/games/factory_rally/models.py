"""The five models of robots, each with one ability (IDR10 to IDR13, IDS05, no. 21).

A model is chosen with the seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.art import Disc, Line, Polygon, Shape, box
from companion.engine.state import Memory, RaceState
from companion.games.programmed.deck import BARS
from companion.named_tuples import NamedTuple
from companion.words import Text, text

MODEL: Final = "model"
"""The word under which a race remembers the model of a seat."""
BOILERPLATE, TWINBORE, DAWDLE, ABACUS, LOOKING_GLASS = (
    "boilerplate",
    "twinbore",
    "dawdle",
    "abacus",
    "looking_glass",
)
NO_MODEL: Final = ""
"""The word for a robot without an ability."""


class Model(NamedTuple):
    """A model of robots with its ability."""

    word: str
    """Its word in files."""
    name: Text
    about: Text
    """Its ability."""
    rule: str
    """The number of the rule."""


MODELS: Final = {
    model.word: model
    for model in (
        Model(
            BOILERPLATE,
            text("Boilerplate"),
            text("Repairs 1 damage by itself at the end of every round."),
            "IDR11",
        ),
        Model(
            TWINBORE,
            text("Twinbore"),
            text("Its laser has two barrels: each shot does 2 damage."),
            "IDR10",
        ),
        Model(
            DAWDLE,
            text("Dawdle"),
            text("Has its own card Pause each round, and does nothing in the slot where it lies."),
            "IDR13",
        ),
        Model(
            ABACUS,
            text("Abacus"),
            text("May throw away its whole hand once a round and draw as many new cards."),
            "IDS05",
        ),
        Model(
            LOOKING_GLASS,
            text("Looking-Glass"),
            text(
                "Carries a mirror on its back: a robot that shoots it from behind takes the damage."
            ),
            "IDR12",
        ),
    )
}
"""The models by their words."""


def models_of(memory: Memory) -> dict[int, str]:
    """Return the words of models by seat, without seats that have none."""
    return {int(owner): value for (owner, word), (value, _) in memory if word == MODEL}


def with_models(state: RaceState, models: dict[int, str]) -> RaceState:
    """Return the race with these models for good, by seat."""
    named = {((str(seat), MODEL), (word, 0)) for seat, word in models.items() if word != NO_MODEL}
    return state._replace(memory=tuple(sorted({*state.memory, *named})))


_PLATE: Final = (box(0.0, 0.0, 1.0, 1.0, "paper"),)
_SIGNS: Final[Mapping[str, tuple[Shape, ...]]] = {
    # A plate with four rivets, and a cross of new metal on it.
    BOILERPLATE: (
        box(0.12, 0.12, 0.88, 0.88, "ink"),
        *(Disc((x, y), 0.06, "paper") for x in (0.24, 0.76) for y in (0.24, 0.76)),
        box(0.43, 0.26, 0.57, 0.74, "paper"),
        box(0.26, 0.43, 0.74, 0.57, "paper"),
    ),
    # Two barrels with two beams.
    TWINBORE: (
        *(
            shape
            for x in (0.3, 0.7)
            for shape in (
                box(x - 0.12, 0.08, x + 0.12, 0.5, "ink"),
                Line(((x, 0.56), (x, 0.94)), "ink", 0.09),
            )
        ),
    ),
    DAWDLE: BARS,
    # Beads on three wires.
    ABACUS: (
        *(Line(((0.08, y), (0.92, y)), "ink", 0.05) for y in (0.22, 0.5, 0.78)),
        *(
            Disc((x, y), 0.11, "ink")
            for x, y in ((0.24, 0.22), (0.48, 0.22), (0.62, 0.5), (0.24, 0.78), (0.76, 0.78))
        ),
    ),
    # An arrow that a plate sends back.
    LOOKING_GLASS: (
        box(0.1, 0.78, 0.9, 0.92, "ink"),
        Line(((0.28, 0.1), (0.46, 0.7)), "ink", 0.09),
        Line(((0.54, 0.7), (0.68, 0.28)), "ink", 0.09),
        Polygon(((0.76, 0.06), (0.53, 0.24), (0.83, 0.35)), "ink"),
    ),
}
SIGNS: Final[Mapping[str, tuple[Shape, ...]]] = {
    word: (*_PLATE, *shapes) for word, shapes in _SIGNS.items()
}
"""The signs by the words of the models, each on a light plate."""
