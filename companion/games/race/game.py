"""What every game on a board answers in the same way, whatever its rules are: telling, clanks after events, ways back."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.engine.board import Board
from companion.engine.events import Event
from companion.engine.geometry import Square
from companion.engine.rules import Option
from companion.games.base import Instruction, Piece
from companion.games.race import aftermath
from companion.games.race.corrections import RaceCorrections, Sheet
from companion.games.race.telling import script
from companion.games.race.wording import Cast
from companion.words import Text


class RaceGame:
    """The part of `companion.games.base.Game` that races share; a race says where its clanks stand, on which board, and what they have."""

    options: tuple[Option, ...]

    def board(self, position: Any) -> Board:
        """The board that is raced on."""
        raise NotImplementedError

    def pieces(self, position: Any) -> tuple[Piece, ...]:
        """Every clank as it stands now."""
        raise NotImplementedError

    def sheet(self, position: Any, seat: int) -> Sheet:
        """What can be looked up about one clank."""
        raise NotImplementedError

    def words(self, position: Any) -> Mapping[str, str]:
        """The word in force for each setting; from the next turn on, where one was changed."""
        raise NotImplementedError

    @property
    def corrections(self) -> RaceCorrections:
        """Its forms: places, values, the turn, the settings."""
        return RaceCorrections(self)

    def tell(self, before: Any, events: Iterable[Event], names: Mapping[int, str]) -> tuple[Instruction, ...]:
        """Instructions for hands; an event of a kind that nobody tells is left out (`telling.UNTOLD`)."""
        return script(self.pieces(before), events, Cast(self.board(before), names))

    def prepared(self, events: Iterable[Event], names: Mapping[int, str]) -> tuple[Instruction, ...]:
        """Who rests, and which cards are locked."""
        return aftermath.prepared(events, names)

    def after(self, pieces: Iterable[Piece], events: Iterable[Event]) -> tuple[Piece, ...]:
        """The clanks between two instructions."""
        return aftermath.after_events(pieces, events)

    def befell(self, events: Iterable[Event], seat: int) -> Text:
        """Flags, deaths and rests of one clank."""
        return aftermath.befell(events, seat)

    def lead(self, before: Iterable[Piece], after: Iterable[Piece], names: Mapping[int, str], back: bool = True) -> tuple[Instruction, ...]:
        """One clank after another, each onto a free square."""
        return aftermath.ways(before, after, names, back)

    def lead_markers(self, before: Sequence[Square], after: Sequence[Square]) -> tuple[Instruction, ...]:
        """The flags, in their order."""
        return tuple(aftermath.flag_ways(before, after))
