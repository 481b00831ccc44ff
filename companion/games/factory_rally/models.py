"""The five models of robots, each with one ability (IDR10 to IDR13, IDS05, no. 21).

A model is chosen with the seat.
"""

from __future__ import annotations

from typing import Final

from companion.engine.state import Memory, RaceState
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
