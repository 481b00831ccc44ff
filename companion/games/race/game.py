"""The base of all games on a board: setup, scene, words, pieces after events, standings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.board import Board
from companion.engine.changes import ParkedByHand
from companion.engine.events import Destroyed, Event, FlagTouched, StatusBegan
from companion.engine.rules import Rules
from companion.engine.survey import board_warnings
from companion.errors import SetupError
from companion.formats.board import parse_board, write_board
from companion.games.api import Game, P, Plan, Step
from companion.games.asking import Custody, Finished
from companion.games.boards import Boards
from companion.games.parts import Components, Seating
from companion.games.race.ghosts import with_others
from companion.games.race.live_board import LiveBoard, is_base
from companion.games.race.nouns import REPAIRS
from companion.games.race.phrases import RaceWording
from companion.games.race.scene_diff import scene_diff
from companion.games.race.standing import NextTurn, PieceCondition, standing
from companion.games.race.telling import script
from companion.games.race.tracks import Pose
from companion.games.race.wording import Cast
from companion.games.scene import Instruction, Layout, Piece, Scene, Standing, Works
from companion.games.wording import Wording
from companion.geometry import Square
from companion.words import COMPASS, Text, text

GEARS: Final = frozenset({"rotator", "repair"})
"""The traits of elements with a gear, which turns in every part of a register."""
LOSING_OR_WEARING: Final = (StatusBegan, Destroyed, ParkedByHand)
"""The events by which a piece gets a ring or loses all its rings."""


class RaceBoards(Boards[P]):
    """Boards of squares with elements (`companion.formats.board`)."""

    def __init__(self, race: RaceGame[P], shipped: Mapping[str, Text]) -> None:
        self._race, self.shipped = race, shipped

    def read(self, content: str, source: Text | str, kept: bool = False) -> Board:
        return parse_board(content, str(source), kept)

    def write(self, board: Board) -> str:
        return write_board(board)

    def warnings(self, board: Board) -> tuple[Text, ...]:
        """Return warnings of missing starts, idle elements, and squares and flags out of reach."""
        return board_warnings(board)

    def suggested(self, board: Board) -> tuple[Square, ...]:
        """Return the flags that the board's file suggests."""
        return board.suggested_flags

    def at_work(self, position: P, instruction: Instruction, round: int) -> Works:
        """Return every element that acts in this part of the register, occupied or not.

        Of repair points only those of the instruction act.
        """
        if not 1 <= round <= self._race.rounds:
            return Works()
        board = self._race.board(position)
        if instruction.part == REPAIRS:
            acting = tuple(
                element
                for element in board.elements
                if element.square in instruction.marks and "repair" in element.traits
            )
        else:
            acting = tuple(
                element
                for element in board.by_beat.get(instruction.part, ())
                if element.active(round)
            )
        # All gears run as long as a register does.
        along = tuple(
            element
            for element in board.elements
            if not element.traits.isdisjoint(GEARS) and element not in acting
        )
        return Works(
            acting,
            along,
            tuple(event.flag for event in instruction.events if isinstance(event, FlagTouched)),
        )


class RaceSeating(Seating):
    """The seats of a board."""

    def starts(self, board: Board | None) -> Mapping[int, Square | None]:
        """Return the starting positions of the board (2.7)."""
        return {} if board is None else {**board.starts}


class RaceComponents(Components[P]):
    """The pieces and flags on the board."""

    def __init__(self, race: RaceGame[P]) -> None:
        self._race = race

    def layout(
        self, position: P, names: Mapping[int, str], custody: Mapping[int, Custody]
    ) -> Layout:
        """Return the starting positions of the pieces and the squares of the flags."""
        pieces = []
        for piece in self._race.pieces(position):
            # After a correction a piece may begin on the parking row.
            place = text("on the parking row")
            if piece.square is not None:
                place = text(
                    "on {square}, facing {heading}",
                    square=piece.square,
                    heading=COMPASS[piece.heading],
                )
            words = text(
                "{clank}, seat {seat}: {place}",
                clank=names[piece.seat],
                seat=piece.seat,
                place=place,
            )
            pieces.append((piece.seat, words))
        flags = [
            (None, text("Flag {number}: on {square}", number=number, square=square))
            for number, square in enumerate(self._race.flags(position), 1)
        ]
        more = [(None, words) for words in self._race.needed(position)]
        return Layout(
            text("Set up the board"),
            text(
                "Put the clanks and the flags where the map shows them. Each start has as many "
                "arms as the number of its seat."
            ),
            (*pieces, *flags, *more),
        )

    def scene_diff(
        self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
    ) -> tuple[Instruction, ...]:
        return scene_diff(before, after, with_others(names), back)


class RaceGame(Game[P, Event]):
    """The base of games on a board.

    A game says where its pieces are, on which board, and what they have.
    """

    ranking: Text = text("Flags count first, then the way to the next flag around walls and pits.")
    setup_pages: tuple[str, ...] = ("board", "flags", "seats", "rules")
    rounds: int = 5
    has_programs = True
    wording: Wording = RaceWording()

    def board(self, position: P) -> Board:
        """Return the board of the race."""
        raise NotImplementedError

    def pieces(self, position: P) -> tuple[Piece, ...]:
        """Return every piece in its present state."""
        raise NotImplementedError

    def conditions(self, position: P) -> Mapping[int, PieceCondition]:
        """Return what every piece has apart from its place, by seat; {} if nothing is counted."""
        return {}

    def flags(self, position: P) -> tuple[Square, ...]:
        """Return the squares of the flags, in order."""
        raise NotImplementedError

    def ranks(self, position: P) -> tuple[tuple[int, int], ...]:
        """Return (place, seat) of each seat, the best first. Equal seats share a place."""
        raise NotImplementedError

    def to_go(self, position: P) -> Mapping[int, int]:
        """Return the squares that each piece has to walk to its next flag, by seat.

        Pieces off the board or without a way are left out.
        """
        raise NotImplementedError

    def next_turns(self, position: P) -> Mapping[int, NextTurn]:
        """Return what the next turn brings, by seat; {} in a race without rests and locks."""
        return {}

    def tell(
        self, before: P, step: Step[P, Event], names: Mapping[int, str]
    ) -> tuple[Instruction[Event], ...]:
        cast = self.cast(before, names)
        # Words need the rings of a piece only if it gets or loses some.
        rings = not cast.plain and any(
            isinstance(event, LOSING_OR_WEARING) for event in step.events
        )
        conditions = self.conditions(before) if rings else {}
        return script(self.poses(before), conditions, step.events, cast)

    def poses(self, position: P) -> Mapping[int, Pose]:
        """Return the square and heading of every piece, by seat."""
        return {piece.seat: (piece.square, piece.heading) for piece in self.pieces(position)}

    def cast(self, position: P, names: Mapping[int, str]) -> Cast:
        """Return what words are about. Causes also know the order of the cards."""
        live_board = self.live_board(position)
        base = live_board is None or is_base(live_board.printed)
        return Cast(
            self.board(position) if live_board is None else live_board.board(),
            names if base else with_others(names),
            self.flags(position),
            (),
            None if base else live_board,
            self.register(position),
        )

    def register(self, position: P) -> int:
        """Return the current round, 0 outside any round."""
        return 0

    def live_board(self, position: P) -> LiveBoard | None:
        """Return the printed board with its changes, None in a race with base boards only."""
        return None

    def rules_for(self, board: Board, words: Mapping[str, str]) -> Rules:
        """Return the rules of a race by the words of its settings.

        Raises:
            ValueError: A word is unknown.
        """
        return Rules()

    def order(self, position: P) -> tuple[tuple[int, int], ...]:
        """Return the cards that are played next as (seat, number), the highest number first.

        () if numbers have no meaning.
        """
        return ()

    def rules(self, position: P) -> Rules:
        """Return the settings in force."""
        return Rules()

    def scene(self, position: P) -> Scene:
        live_board = self.live_board(position)
        loose = () if live_board is None or not live_board.memory else live_board.loose()
        return Scene(self.board(position), self.pieces(position), self.flags(position), loose=loose)

    def needed(self, position: P) -> tuple[Text, ...]:
        """Return what else must be ready on the table, one sentence for each thing."""
        return ()

    def standings(self, position: P) -> tuple[Standing, ...]:
        """Return the standings with flags, damage and lives.

        During the race they include the way to the next flag, which breaks ties between equal
        numbers of flags.
        """
        pieces, flags = {piece.seat: piece for piece in self.pieces(position)}, self.flags(position)
        conditions = self.conditions(position)
        over = isinstance(self.next_step(position), Finished)
        away, next_turns = ({}, {}) if over else (self.to_go(position), self.next_turns(position))
        return tuple(
            standing(
                place,
                pieces[seat],
                conditions[seat],
                flags,
                away.get(seat),
                next_turns.get(seat, NextTurn()),
                over=over,
            )
            for place, seat in self.ranks(position)
        )


def board_of_plan(plan: Plan) -> Board:
    """Return the board of a plan.

    A fault about a single seat would not do: freeing it might not be enough.

    Raises:
        SetupError: There is no board, or more seats play than it has starting positions.
    """
    board = plan.board
    if board is None:
        raise SetupError(text("a race needs a board: choose one"))
    if len(plan.seats) > len(board.starts):
        raise SetupError(
            text(
                "{seats} seats are played, but {board} has {starts} starting positions: leave "
                "seats empty, or choose another board",
                seats=len(plan.seats),
                board=board.name or text("this board"),
                starts=len(board.starts),
            )
        )
    return board
