"""What needs a person at the ports: each trouble is told once, and once more, with no words, when it is over.

Whoever looks may say the same at every look; only what differs from the last time goes on.
"""
from __future__ import annotations

from collections.abc import Callable

from companion.signals import Signal, Trouble


class Troubles:
    """The troubles of now, by place; what is new goes into `tell`."""

    def __init__(self, tell: Callable[[Signal], None]) -> None:
        self._tell = tell
        self._words: dict[str, str] = {}

    def say(self, place: str, words: str) -> None:
        """This is wrong at a place, or nothing is ("")."""
        if self._words.get(place, "") != words:
            self._tell(Trouble(place, words))
        self._words[place] = words

    def words(self, place: str) -> str:
        """What is wrong at a place, "" for nothing."""
        return self._words.get(place, "")
