"""What every game on a board answers in the same way, whatever its rules are: setting up, scene, telling, clanks after events, ways back, standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.engine.board import Board
from companion.engine.changes import ParkedByHand
from companion.engine.events import Destroyed, Event, FlagTouched, StatusBegan
from companion.engine.rules import Rules
from companion.engine.survey import board_warnings
from companion.errors import SetupFault
from companion.formats.board import parse_board, write_board
from companion.games.api import Game, P, Plan, Step
from companion.games.asking import Finished
from companion.games.boards import Boards
from companion.games.parts import Facts, Results
from companion.games.printing import Printing
from companion.games.race.facts import RaceFacts
from companion.games.race.ground import Ground, is_base
from companion.games.race.others import with_others
from companion.games.race.parts import REPAIRS
from companion.games.race.phrases import RaceWording
from companion.games.race.standing import Condition, Due, standing
from companion.games.race.story import RaceResults
from companion.games.race.telling import script
from companion.games.race.tracks import Stand
from companion.games.race.ways import way
from companion.games.race.wording import Cast
from companion.games.scene import (
    Instruction,
    Layout,
    Piece,
    Scene,
    Standing,
    Works,
)
from companion.games.wording import Wording
from companion.geometry import Square
from companion.words import COMPASS, Text, count, listed, text

GEARS: Final = frozenset({"rotator", "repair"})
"""The traits of what has a gear, which turns along in every part of a register."""
LOSING_OR_WEARING: Final = (StatusBegan, Destroyed, ParkedByHand)
"""The events by which a piece gets a ring, or loses all that it wears."""


class RaceBoards(Boards[P]):
    """Boards of squares with elements (`companion.formats.board`)."""

    def __init__(self, race: RaceGame[P], shipped: Mapping[str, Text]) -> None:
        """Offer those that come with the race, each with what it is like."""
        self._race, self.shipped = race, shipped

    def read(self, content: str, source: Text | str, kept: bool = False) -> Board:
        """Read a board file."""
        return parse_board(content, str(source), kept)

    def write(self, board: Board) -> str:
        """Write a board file."""
        return write_board(board)

    def warnings(self, board: Board) -> tuple[Text, ...]:
        """Name starts that are missing, idle elements, squares and flags out of reach."""
        return board_warnings(board)

    def suggested(self, board: Board) -> tuple[Square, ...]:
        """Return the flags that the file suggests."""
        return board.suggested_flags

    def at_work(self, position: P, told: Instruction, round: int) -> Works:
        """Every element of the part that is on in this register, whether anybody stands there or not; who heals is told by its square."""
        if not 1 <= round <= self._race.rounds:
            return Works()
        elements, healed = (
            self._race.board(position).elements,
            told.marks if told.part == REPAIRS else (),
        )
        acting = tuple(
            element
            for element in elements
            if (element.square in healed and "repair" in element.traits)
            or (element.active(round) and any(beat.name == told.part for beat in element.beats()))
        )
        # Clockwork: as long as a register runs, every gear does.
        along = tuple(
            element
            for element in elements
            if not element.traits.isdisjoint(GEARS) and element not in acting
        )
        return Works(
            acting,
            along,
            tuple(event.flag for event in told.events if isinstance(event, FlagTouched)),
        )


class RaceGame(Game[P, Event]):
    """The part of `companion.games.api.Game` that races share; a race says where its clanks stand, on which board, and what they have."""

    ranking: Text = text("Flags count first, then the way to the next flag around walls and pits.")
    setup_pages: tuple[str, ...] = ("board", "flags", "seats", "rules")
    rounds: int = 5
    has_programs = True
    wording: Wording = RaceWording()
    by_rule: Mapping[str, Callable[[Any, Any, Any], Iterator[Text]]] = {}

    def __init__(self) -> None:
        self.parts: dict[type, object] = {
            Facts: RaceFacts(self),
            Results: RaceResults(self),
            Printing: Printing(credit="Rules after Clockwork Derby by Ytec3D, CC BY-SA 4.0"),
        }

    def board(self, position: P) -> Board:
        """The board that is raced on."""
        raise NotImplementedError

    def pieces(self, position: P) -> tuple[Piece, ...]:
        """Every clank as it stands now."""
        raise NotImplementedError

    def conditions(self, position: P) -> Mapping[int, Condition]:
        """What every piece has besides its place, by seat; nothing in a race that counts none of it."""
        return {}

    def flags(self, position: P) -> tuple[Square, ...]:
        """Where the flags lie, in order."""
        raise NotImplementedError

    def ranks(self, position: P) -> tuple[tuple[int, int], ...]:
        """(place, seat), the best first; seats that are equal share a place."""
        raise NotImplementedError

    def to_go(self, position: P) -> Mapping[int, int]:
        """How many squares each clank on the board has to walk to its next flag, by seat; those without a way are left out."""
        raise NotImplementedError

    def due(self, position: P) -> Mapping[int, Due]:
        """What the next turn brings, by seat; nothing where a race has neither rests nor locks."""
        return {}

    def tell(
        self, before: P, step: Step[P, Event], names: Mapping[int, str]
    ) -> tuple[Instruction, ...]:
        """Instructions for hands; an event of a kind that nobody tells is left out (`telling.UNTOLD`)."""
        cast = self.cast(before, names)
        # Words ask what a clank has besides its place only where it wears or loses rings.
        rings = not cast.plain and any(
            isinstance(event, LOSING_OR_WEARING) for event in step.events
        )
        conditions = self.conditions(before) if rings else {}
        return script(self.stands(before), conditions, step.events, cast)

    def stands(self, position: P) -> Mapping[int, Stand]:
        """Where every piece is and which way it faces, by seat."""
        return {piece.seat: (piece.square, piece.heading) for piece in self.pieces(position)}

    def cast(self, position: P, names: Mapping[int, str]) -> Cast:
        """What words are about; causes know the order of the cards besides."""
        ground = self.ground(position)
        base = ground is None or is_base(ground.printed)
        return Cast(
            self.board(position) if ground is None else ground.board(),
            names if base else with_others(names),
            self.flags(position),
            (),
            None if base else ground,
            self.by_rule,
            self.register(position),
        )

    def register(self, position: P) -> int:
        """The round that is on, 0 outside of any."""
        return 0

    def ground(self, position: P) -> Ground | None:
        """The printed board with what is remembered of it; None in a race that knows base boards only."""
        return None

    def order(self, position: P) -> tuple[tuple[int, int], ...]:
        """The cards that are played next as (seat, number), the highest number first; none where numbers mean nothing."""
        return ()

    def rules(self, position: P) -> Rules:
        """The settings that hold now."""
        return Rules()

    def starts(self, board: Board | None) -> Mapping[int, Square | None]:
        """The starting positions of the board (2.7)."""
        return {} if board is None else {**board.starts}

    def scene(self, position: P) -> Scene:
        """The board with clanks and flags."""
        ground = self.ground(position)
        loose = () if ground is None or not ground.memory else ground.loose()
        return Scene(self.board(position), self.pieces(position), self.flags(position), loose=loose)

    def layout(self, position: P, names: Mapping[int, str]) -> Layout:
        """Clanks to their starting positions, flags to their squares."""
        pieces = [
            (
                piece.seat,
                text(
                    "{clank}, seat {seat}: {place}",
                    clank=names[piece.seat],
                    seat=piece.seat,
                    place=_place(piece),
                ),
            )
            for piece in self.pieces(position)
        ]
        flags = [
            (None, text("Flag {number}: on {square}", number=number, square=square))
            for number, square in enumerate(self.flags(position), 1)
        ]
        more = [(None, words) for words in self.needed(position)]
        return Layout(
            text("Set up the board"),
            text(
                "Put the clanks and the flags where the map shows them. Each start has as many arms as the number of its seat."
            ),
            (*pieces, *flags, *more),
        )

    def needed(self, position: P) -> tuple[Text, ...]:
        """What else must be ready on the table, one sentence for each thing."""
        return ()

    def standings(self, position: P) -> tuple[Standing, ...]:
        """Flags, damage and lives; while the race runs, how far it is to the next flag, by which those with as many flags are told apart."""
        pieces, flags = {piece.seat: piece for piece in self.pieces(position)}, self.flags(position)
        conditions = self.conditions(position)
        over = isinstance(self.want(position), Finished)
        away, due = ({}, {}) if over else (self.to_go(position), self.due(position))
        return tuple(
            standing(
                place,
                pieces[seat],
                conditions[seat],
                flags,
                away.get(seat),
                due.get(seat, Due()),
                over=over,
            )
            for place, seat in self.ranks(position)
        )

    def verdict(self, position: P, names: Mapping[int, str]) -> Text:
        """Who has touched all flags."""
        want, flags = self.want(position), len(self.flags(position))
        winners = [names[seat] for seat in want.winners] if isinstance(want, Finished) else []
        if not winners:
            return text("Every clank is out. Nobody wins.")
        if len(winners) == 1:
            if flags == 2:
                return text("{clank} has touched both flags and wins!", clank=winners[0])
            return count(
                "{clank} has touched the flag and wins!",
                "{clank} has touched all {number} flags and wins!",
                flags,
                clank=winners[0],
            )
        if flags == 2:
            return text("{clanks} have touched both flags and win!", clanks=listed(winners))
        return count(
            "{clanks} have touched the flag and win!",
            "{clanks} have touched all {number} flags and win!",
            flags,
            clanks=listed(winners),
        )

    def way(
        self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
    ) -> tuple[Instruction, ...]:
        """One loose part, one clank, one flag after another."""
        return way(before, after, with_others(names), back)


def seated(plan: Plan) -> Board:
    """The board of a plan; SetupFault where there is none, or where more seats are played than it has starting positions.

    A fault about one seat would name that only, and freeing it might not be enough.
    """
    board = plan.board
    if board is None:
        raise SetupFault(text("a race needs a board: choose one"))
    if len(plan.seats) > len(board.starts):
        raise SetupFault(
            text(
                "{seats} seats are played, but {board} has {starts} starting positions: leave seats empty or take another board",
                seats=len(plan.seats),
                board=board.name or text("this board"),
                starts=len(board.starts),
            )
        )
    return board


def _place(piece: Piece) -> Text:
    """Where a clank begins; people may have sent one to the parking row already."""
    return (
        text("on {square}, facing {heading}", square=piece.square, heading=COMPASS[piece.heading])
        if piece.square is not None
        else text("on the parking row")
    )
