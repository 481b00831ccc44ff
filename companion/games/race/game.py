"""What every game on a board answers in the same way, whatever its rules are: telling, clanks after events, ways back."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.engine.board import Board
from companion.engine.events import Event
from companion.engine.geometry import Square
from companion.engine.rules import Option
from companion.games.base import Finished, Instruction, Piece, Want
from companion.games.race import aftermath
from companion.games.race.corrections import RaceCorrections, Sheet
from companion.games.race.telling import script
from companion.games.race.wording import Cast, part_words
from companion.words import Text, count, listed, text


class RaceGame:
    """The part of `companion.games.base.Game` that races share; a race says where its clanks stand, on which board, and what they have."""

    options: tuple[Option, ...]

    def board(self, position: Any) -> Board:
        """The board that is raced on."""
        raise NotImplementedError

    def pieces(self, position: Any) -> tuple[Piece, ...]:
        """Every clank as it stands now."""
        raise NotImplementedError

    def want(self, position: Any) -> Want:
        """What the race needs next."""
        raise NotImplementedError

    def flags(self, position: Any) -> tuple[Square, ...]:
        """Where the flags lie, in order."""
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

    def called(self, part: str) -> Text:
        """The beats of the board and the parts beside them."""
        return part_words(part)

    def prepared(self, events: Iterable[Event], names: Mapping[int, str]) -> tuple[Instruction, ...]:
        """Who rests, and which cards are locked."""
        return aftermath.prepared(events, names)

    def after(self, pieces: Iterable[Piece], events: Iterable[Event]) -> tuple[Piece, ...]:
        """The clanks between two instructions."""
        return aftermath.after_events(pieces, events)

    def befell(self, events: Iterable[Event], seat: int) -> Text:
        """Flags, deaths and rests of one clank."""
        return aftermath.befell(events, seat)

    def ranking(self) -> Text:
        """Flags, then the way."""
        return text("Flags count first, then the way to the next flag around walls and pits.")

    def verdict(self, position: Any, names: Mapping[int, str]) -> Text:
        """Who has touched all flags."""
        want, flags = self.want(position), len(self.flags(position))
        winners = [names[seat] for seat in want.winners] if isinstance(want, Finished) else []
        if not winners:
            return text("Every clank is out. Nobody wins.")
        if len(winners) == 1:
            return count("{clank} has touched the flag and wins!", "{clank} has touched all {number} flags and wins!", flags, clank=winners[0])
        return count("{clanks} have touched the flag and win!", "{clanks} have touched all {number} flags and win!", flags, clanks=listed(winners))

    def lead(self, before: Iterable[Piece], after: Iterable[Piece], names: Mapping[int, str], back: bool = True) -> tuple[Instruction, ...]:
        """One clank after another, each onto a free square."""
        return aftermath.ways(before, after, names, back)

    def lead_markers(self, before: Sequence[Square], after: Sequence[Square]) -> tuple[Instruction, ...]:
        """The flags, in their order."""
        return tuple(aftermath.flag_ways(before, after))
