"""The list in which people look through everything that can be on the boards of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from companion.games.scene import Exhibit


class Exhibits(ABC):
    """The part of a game with such a list. It is drawn where it is asked for."""

    @abstractmethod
    def all(self) -> tuple[Exhibit, ...]:
        """Return everything that can be on its boards, in the order in which people look through it."""

    @abstractmethod
    def example(self, key: str) -> tuple[Any, ...]:
        """Show one of them at work: the position of a tiny game, and each `Passage` that is played from there; () for a key that there is not."""
