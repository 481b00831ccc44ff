"""What holds at every moment of a game, whatever is played; looked at where games are played unattended."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from companion.games.api import Event, Position
from companion.games.scene import Piece


class Invariants(ABC):
    """The part of a game that finds out where its rules were broken."""

    @abstractmethod
    def breaches(
        self, position: Position, events: Iterable[Event], pieces: Iterable[Piece]
    ) -> tuple[str, ...]:
        """Say what in some events and the pieces after them breaks the rules, in sentences; () where all is well."""

    @abstractmethod
    def unsound(self, position: Position) -> tuple[str, ...]:
        """Say what in a position does not go together, in sentences; () where all is well."""
