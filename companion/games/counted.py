"""What is counted of a game that is over, or as far as it has come: for its end, and for what is kept of people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.scene import Fact
from companion.words import Text


class Counts(NamedTuple):
    """What is counted of one seat over a whole game: facts in the same columns for every seat, and the same numbers by their names.

    `besides` are the heads of those facts that stand beside the statistics, where a game has them, since they are not in them.
    """

    seat: int
    facts: tuple[Fact, ...]
    data: Mapping[str, int] = {}
    besides: tuple[Text, ...] = ()


class Recap(NamedTuple):
    """What a game was all about: in a few sentences, in counts for each seat, none where nothing is counted, and in all that is counted for good.

    `statistics` are what is kept of people over many games; their `data` goes by the names of `companion.games.counting`, as far as the game has them.
    """

    sentences: tuple[Text, ...] = ()
    counts: tuple[Counts, ...] = ()
    statistics: tuple[Counts, ...] = ()
