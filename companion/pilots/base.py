"""What a pilot is, and how pilots are found: every module of this folder that names one as `PILOT`."""
from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Mapping
from typing import Protocol

import companion.pilots as folder
from companion.games.base import Answer, Ask, Position
from companion.words import Text


class Pilot(Protocol):
    """A computer player. `name` is how it is chosen, `label` how the screen calls it."""

    name: str
    label: Text

    def choose(self, about: str, ask: Ask, position: Position, draw: random.Random) -> Answer:
        """What it does with its reader: the handle's move, and the code for every slot (None leaves a slot as it is); or the key of an offer.

        `about` is the kind of question, a word of the game's; all its chance comes from `draw`, so that the same seed plays the same race again (14.6). Asked for a
        program it is told its hand.
        """


def pilots() -> Mapping[str, Pilot]:
    """Every pilot there is, by name, in alphabetical order."""
    modules = (importlib.import_module(f"{folder.__name__}.{found.name}") for found in pkgutil.iter_modules(folder.__path__))
    known = [module.PILOT for module in modules if hasattr(module, "PILOT")]
    return {pilot.name: pilot for pilot in sorted(known, key=lambda pilot: pilot.name)}
