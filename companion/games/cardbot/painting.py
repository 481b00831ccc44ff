"""Painting grids of cards: targets, belts and special places by touch, always seven by seven.

Each card exists once: a target or a teleport that is painted again moves. A belt is one line of
places; if it is broken, its longest part stays. An unfinished grid lacks targets or the second
teleport.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from companion.art import Shape
from companion.engine.board import Board
from companion.engine.element import Element
from companion.errors import RuleError
from companion.games.api import Change
from companion.games.cardbot.engine.grid import (
    ARROWS,
    FACE_DOWN,
    SECOND_JACK,
    SIZE,
    SLIPPERY_CODES,
    STARTS,
    STICKY_CODES,
    TELEPORTS,
    CardbotGrid,
    parse_grid,
)
from companion.games.cardbot.engine.survey import odd_belts, odd_starts
from companion.games.cardbot.look import SUIT_WORDS
from companion.games.cardbot.places import (
    BeltPlace,
    Border,
    Slippery,
    Sticky,
    Target,
    Teleport,
    board_of_grid,
    grid_of_board,
)
from companion.games.corrections import CHOICE, Field, FieldChoice
from companion.games.painting import Paint, Painting, PaintingProblem, Touch, Tray
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple
from companion.words import Text, listed, sentence, text

ERASER: Final = "eraser"
BELTS: Final[Mapping[str, str]] = {"belt-clubs": "C", "belt-spades": "S"}
"""The suits of belts by their paints."""
CARDS: Final[Mapping[str, tuple[str, ...]]] = {
    "target-1": ("JH",),
    "target-2": ("QH",),
    "target-3": ("KH",),
    "second-target-1": (SECOND_JACK,),
    "teleport": TELEPORTS,
    "sticky": STICKY_CODES,
    "slippery": SLIPPERY_CODES,
}
"""The codes of paints, in the order in which they are used."""


class ReverseBelt(NamedTuple):
    """A change that reverses the belt of a suit."""

    suit: str


class RemoveCard(NamedTuple):
    """A change that removes the card on a place."""

    square: Square


class GridPainting(Painting):
    """Painting of grids, which are always seven by seven."""

    smallest: int = SIZE
    usual: tuple[int, int] = (SIZE, SIZE)
    largest: int = SIZE
    longest: int = 24

    @property
    def trays(self) -> tuple[Tray, ...]:
        return _trays()

    def begun(self, columns: int, rows: int) -> Board:
        """Return a grid with all cards face down."""
        return board_of_grid(_bare(), drawn=True)

    def read(self, content: str, source: Text | str) -> Board:
        found = parse_grid(content, str(source), finished=False)
        return board_of_grid(found.grid, found.name, found.author, found.licence, drawn=True)

    def named(self, board: Board, name: str) -> Board:
        return board_of_grid(grid_of_board(board), name, board.author, board.licence, drawn=True)

    def resized(self, board: Board, columns: int, rows: int) -> Board:
        """Return the same grid.

        Raises:
            RuleError: The size is not that of a grid.
        """
        if (columns, rows) != (SIZE, SIZE):
            raise RuleError(text("a grid has {size} places a side", size=SIZE))
        return board

    def painted(self, board: Board, paint: str, touch: Touch, direction: Heading) -> Board:
        """Return the board after a touch, which reverses a belt and removes another card."""
        grid, square = grid_of_board(board), touch.square
        if not board.has(square):
            return board
        if paint in BELTS and _is_belt(grid.code(square), BELTS[paint]):
            return _with(board, _reverse_belt(grid, BELTS[paint]))
        if grid.code(square) in CARDS.get(paint, ()):
            return _with(board, grid.changed({square: FACE_DOWN}))
        return _with(board, _put(grid, paint, square, direction))

    def swept(
        self, board: Board, paint: str, touches: Sequence[Touch], direction: Heading
    ) -> Board:
        """Return the board after a stroke.

        A belt is put along the finger, the eraser removes everything under it, and any other card
        is put where it ends.
        """
        squares = tuple(dict.fromkeys(touch.square for touch in touches if board.has(touch.square)))
        grid = grid_of_board(board)
        if not squares:
            return board
        if paint == ERASER:
            return _with(board, grid.changed(dict.fromkeys(squares, FACE_DOWN)))
        if paint not in BELTS:
            return _with(board, _put(grid, paint, squares[-1], direction))
        along: Heading | None = direction
        if len(squares) > 1:
            along = next(
                (one for one in range(4) if grid.step(squares[0], one) == squares[1]), None
            )
        if along is None:
            return board
        line = [squares[0]]
        for square in squares[1:]:
            if grid.step(line[-1], along) != square:
                break
            line.append(square)
        return _with(board, _belted(grid, BELTS[paint], tuple(line), along))

    def facing(self, board: Board, paint: str, square: Square) -> Heading | None:
        """Return the direction of the belt on a place, None if there is none of this paint."""
        code = grid_of_board(board).code(square)
        return ARROWS.index(code[0]) if paint in BELTS and _is_belt(code, BELTS[paint]) else None

    def there(self, board: Board, square: Square) -> Text:
        """Return the names of everything on a place, the start included."""
        here = [element for element in board.at(square) if not isinstance(element, Border)]
        return listed([element.title() for element in here])

    def form(self, board: Board, square: Square) -> tuple[Field, ...]:
        """Return the choices to turn a belt and to remove any card."""
        code = grid_of_board(board).code(square)
        if code == FACE_DOWN:
            return ()
        turns = [FieldChoice(text("Turn it"), ReverseBelt(code[1]))] if code[0] in ARROWS else []
        away = FieldChoice(text("Take it away"), RemoveCard(square), symbol="cross")
        return (Field(self.there(board, square), CHOICE, (*turns, away)),)

    def altered(self, board: Board, change: Change) -> Board:
        grid = grid_of_board(board)
        if isinstance(change, ReverseBelt):
            return _with(board, _reverse_belt(grid, change.suit))
        if isinstance(change, RemoveCard):
            return _with(board, grid.changed({change.square: FACE_DOWN}))
        return board

    def about(self, board: Board) -> tuple[Field, ...]:
        """Return no fields: there is nothing else to say."""
        return ()

    def troubles(self, board: Board) -> tuple[PaintingProblem, ...]:
        """Return what is missing, then belts that end at an edge and starts on cards."""
        grid = grid_of_board(board)
        missing = [
            PaintingProblem(text("Target {number} is missing: nobody can win.", number=number))
            for number in (1, 2, 3)
            if all(
                grid.target_on(place) != number or grid.code(place) == SECOND_JACK
                for place in grid.squares
            )
        ]
        if len(grid.teleports) == 1:
            lone = [PaintingProblem(text("A second teleport is missing."), grid.teleports)]
        else:
            lone = []
        belts = [
            PaintingProblem(sentence(words), (belt.places[-1],), True)
            for belt, words in odd_belts(grid)
        ]
        starts = [square for square in STARTS.values() if grid.code(square) != FACE_DOWN]
        odd = [PaintingProblem(sentence(words), tuple(starts), True) for words in odd_starts(grid)]
        return (*missing, *lone, *belts, *odd)


# ---- Paints --------------------------------------------------------------------------------------


@cache
def _trays() -> tuple[Tray, ...]:
    jack = Paint(
        "second-target-1",
        text("Second target 1"),
        text("The red jack of diamonds: a second place for target 1, if the settings say so."),
        _art(Target("D4", 1, "D", False)),
    )
    targets = (
        *(
            Paint(
                f"target-{number}",
                text("Target {number}", number=str(number)),
                Target.about,
                _art(Target("D4", number)),
            )
            for number in (1, 2, 3)
        ),
        jack,
    )
    belts = tuple(
        Paint(
            key,
            text("Belt of {suit}", suit=SUIT_WORDS[suit]),
            text("Draw it with a finger, the way it runs. Touch it to turn it round."),
            _art(BeltPlace("D4", 1, suit, True)),
        )
        for key, suit in BELTS.items()
    )
    places = (
        Paint("teleport", text("Teleport"), Teleport.about, _art(Teleport("D4", "C"))),
        Paint("sticky", text("Sticky place"), Sticky.about, _art(Sticky("D4", "C"))),
        Paint("slippery", text("Slippery place"), Slippery.about, _art(Slippery("D4", "C"))),
    )
    eraser = Paint(ERASER, text("Eraser"), text("Takes away what lies on a place."))
    return (
        Tray("targets", text("Targets"), targets),
        Tray("belts", text("Belts"), belts),
        *(Tray(paint.key, paint.label, (paint,)) for paint in places),
        Tray(ERASER, text("Eraser"), (eraser,)),
    )


def _art(element: Element) -> tuple[Shape, ...]:
    return tuple(element.art(board_of_grid(_bare())))


# ---- Grids ---------------------------------------------------------------------------------------


def _bare() -> CardbotGrid:
    return CardbotGrid(((FACE_DOWN,) * SIZE,) * SIZE)


def _with(board: Board, grid: CardbotGrid) -> Board:
    """Return the board with another grid; of a broken belt the longest part stays."""
    lost: dict[Square, str] = {}
    for suit in BELTS.values():
        runs = sorted(grid.belt_runs(suit), key=len, reverse=True)
        lost |= {square: FACE_DOWN for run in runs[1:] for square in run}
    whole = grid.changed(lost) if lost else grid
    return board_of_grid(whole, board.name, board.author, board.licence, drawn=True)


def _is_belt(code: str, suit: str) -> bool:
    return code[0] in ARROWS and code[1] == suit


def _put(grid: CardbotGrid, paint: str, square: Square, direction: Heading) -> CardbotGrid:
    """Return the grid with one place painted."""
    if paint == ERASER:
        return grid.changed({square: FACE_DOWN})
    if paint in BELTS:
        return _belted(grid, BELTS[paint], (square,), direction)
    if paint not in CARDS:
        raise RuleError(text("there is no paint called {paint}", paint=paint))
    codes = CARDS[paint]
    free = [code for code in codes if not grid.having((code,))]
    if free:
        return grid.changed({square: free[0]})
    # All its cards are in use: the one that was placed first moves.
    old = grid.having(codes[:1])[0]
    return grid.changed({old: FACE_DOWN, square: codes[0]})


def _belted(
    grid: CardbotGrid, suit: str, line: tuple[Square, ...], direction: Heading
) -> CardbotGrid:
    """Return the grid with a belt along a line.

    A belt that it continues stays; any other belt of its suit is removed.
    """
    code = ARROWS[direction] + suit
    after = grid.changed(dict.fromkeys(line, code))
    mine = next(run for run in after.belt_runs(suit) if line[0] in run)
    gone = {square: FACE_DOWN for square in after.belt_places(suit) if square not in mine}
    return after.changed(gone) if gone else after


def _reverse_belt(grid: CardbotGrid, suit: str) -> CardbotGrid:
    """Return the grid with the belt of a suit reversed; a single place turns by a quarter."""
    places = grid.belt_places(suit)
    if not places:
        return grid
    direction = (ARROWS.index(grid.code(places[0])[0]) + (1 if len(places) == 1 else 2)) % 4
    return grid.changed(dict.fromkeys(places, ARROWS[direction] + suit))
