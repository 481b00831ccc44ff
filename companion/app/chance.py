"""All randomness of a session, from one seed."""

from __future__ import annotations

import random


class Chance:
    """All randomness of a session from one seed. Each draw has a source of its own, so the order of the draws does not matter."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def name(self, *path: int | str) -> str:
        """What the source of one draw is called, such as the choice of the pilot of seat 3 in turn 2 of the first race."""
        # A text, because hash() differs from process to process.
        return "/".join(map(str, (self.seed, *path)))

    def source(self, *path: int | str) -> random.Random:
        """The source for one draw.

        Equal paths give equal sources on any machine, so a replay draws the same cards, and its pilots choose the same.
        """
        return random.Random(self.name(*path))
