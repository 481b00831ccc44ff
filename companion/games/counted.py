"""What is counted of a game that is over, or as far as it has come: for its end, for the records of people, for what they can reach."""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.art import Shape
from companion.games.scene import Fact
from companion.words import Text


class Counts(NamedTuple):
    """What is counted of one seat over a whole game: facts in the same columns for every seat, and the same numbers by their names."""

    seat: int
    facts: tuple[Fact, ...]
    data: Mapping[str, int] = {}


class Recap(NamedTuple):
    """What a game was all about: in a few sentences, in counts for each seat, none where nothing is counted, and in all that is counted for good.

    `statistics` are what is kept of people over many games; their `data` is what `Game.achieved` is asked about.
    """

    sentences: tuple[Text, ...] = ()
    counts: tuple[Counts, ...] = ()
    statistics: tuple[Counts, ...] = ()


class Achievement(NamedTuple):
    """Something that people can reach in their games: its key, its name, what it takes, its picture on a square of side 1, and how far somebody is.

    `reached` counts what `needed` must be; both are 0 for one that a single game decides.
    """

    key: str
    title: Text
    about: Text
    art: tuple[Shape, ...] = ()
    reached: int = 0
    needed: int = 0
