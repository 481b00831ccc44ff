"""The grid of cards: seven rows, seven columns that join into a tube, and features face up.

A grid is read from a drawing in a grid file or a scenario. The settings say which of its features
are in force.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from companion.content import shipped_text
from companion.errors import near_word
from companion.formats.misread_error import MisreadError, quote_value
from companion.formats.toml_text import LONGEST_NAME, TomlTable, TomlText
from companion.games.cardbot.engine.rules import EXTRAS, OFF, ON, Rules
from companion.geometry import Heading, Square, column_row, square_name
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

SIZE: Final = 7
"""The number of columns and of rows."""
FACE_DOWN: Final = "."
SECOND_JACK: Final = "JD"
TARGET_CODES: Final[Mapping[str, int]] = {"JH": 1, SECOND_JACK: 1, "QH": 2, "KH": 3}
TELEPORTS: Final = ("JC", "JS")
STICKY_CODES: Final = ("KC", "KS")
SLIPPERY_CODES: Final = ("QC", "QS")
ARROWS: Final = "^>v<"
"""The letters of the headings N E S W of a belt in a drawing."""
BELT_SUITS: Final = "CS"
"""The suits of belts; clubs run before spades (CBR10)."""
BELT_CODES: Final = tuple(arrow + suit for suit in BELT_SUITS for arrow in ARROWS)
CODES: Final = (FACE_DOWN, *TARGET_CODES, *TELEPORTS, *STICKY_CODES, *SLIPPERY_CODES, *BELT_CODES)
CODES_OF: Final[Mapping[str, tuple[str, ...]]] = dict(
    zip(EXTRAS, (BELT_CODES, TELEPORTS, STICKY_CODES, SLIPPERY_CODES), strict=True)
)
"""The codes that each setting of special places switches."""

LAYOUTS: Final = ("basic", "full", "classic")
STARTS: Final[Mapping[int, Square]] = {
    1: "A1",
    2: "C1",
    3: "E1",
    4: "G2",
    5: "D1",
    6: "G1",
    7: "B1",
    8: "E2",
}
"""The place where the robot of each seat starts, facing north, in every grid (CBR29)."""
START_HEADING: Final[Heading] = 0

_OFFSETS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SECOND_JACK_ON: Final = "F1"
_ADDED: Final[Mapping[str, tuple[str, ...]]] = {
    "basic": EXTRAS,
    "classic": ("teleport", "sticky", "slippery"),
}
"""The extras that a layout can borrow from the full one (CBR28).

Its own belt is in the place of a second one.
"""


class GridBelt(NamedTuple):
    """A line of black cards that carries robots (CB13)."""

    suit: str
    places: tuple[Square, ...]
    """Its places in the direction in which it runs, the ace first."""
    direction: Heading
    ring: bool
    """Whether it runs around the tube without an end."""


@kept_as("Grid rows")
@dataclass(frozen=True)
class CardbotGrid:
    """A grid as drawn, or with the settings in force."""

    rows: tuple[tuple[str, ...], ...]
    """The codes of rows from the north, each from the west."""

    def code(self, square: Square) -> str:
        """Return the code on a place, FACE_DOWN for no feature."""
        return self._codes[square]

    def step(self, square: Square, direction: Heading) -> Square | None:
        """Return the next place in a direction, None beyond the top and the bottom.

        It goes around the tube from G to A and back.
        """
        return _STEPS[square][direction]

    def target_on(self, square: Square) -> int | None:
        """Return the target on a place, None for none."""
        return TARGET_CODES.get(self._codes[square])

    @cached_property
    def _codes(self) -> Mapping[Square, str]:
        return {
            square_name(column, SIZE - 1 - line): code
            for line, row in enumerate(self.rows)
            for column, code in enumerate(row)
        }

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Return all places with a feature, row by row from the north."""
        return tuple(square for square, code in self._codes.items() if code != FACE_DOWN)

    @cached_property
    def goals(self) -> Mapping[int, tuple[Square, ...]]:
        """Return the places of each target; target 1 has two if both red jacks count (CBR33)."""
        places = {
            target: tuple(square for square in self.squares if self.target_on(square) == target)
            for target in (1, 2, 3)
        }
        # The jack of hearts is the first, wherever it is.
        return {
            target: tuple(sorted(found, key=lambda square: self.code(square) == SECOND_JACK))
            for target, found in places.items()
            if found
        }

    @cached_property
    def targets(self) -> Mapping[int, Square]:
        """Return one place for each target, that of its heart if it is drawn."""
        return {target: squares[0] for target, squares in self.goals.items()}

    @cached_property
    def belts(self) -> tuple[GridBelt, ...]:
        """Return the belts, clubs before spades (CBR10)."""
        return tuple(
            _belt(self, suit, places) for suit in BELT_SUITS if (places := self.belt_places(suit))
        )

    def belt_places(self, suit: str) -> tuple[Square, ...]:
        """Return the places with a card of the belt of a suit, row by row from the north."""
        return tuple(
            square
            for square in self.squares
            if self.code(square)[0] in ARROWS and self.code(square)[1] == suit
        )

    def belt_runs(self, suit: str) -> Iterator[tuple[Square, ...]]:
        """Yield the unbroken lines of a belt that is drawn, or still being painted."""
        left = {*self.belt_places(suit)}
        for square in ALL_SQUARES:
            if square not in left:
                continue
            direction, run = ARROWS.index(self.code(square)[0]), [square]
            left.remove(square)
            for side in (direction, (direction + 2) % 4):
                place = self.step(square, side)
                while place in left and self.code(place) == self.code(square):
                    left.remove(place)
                    run.append(place)
                    place = self.step(place, side)
            yield tuple(run)

    @cached_property
    def teleports(self) -> tuple[Square, ...]:
        """Return the places of the black jacks, clubs first; two or none."""
        return self.having(TELEPORTS)

    @cached_property
    def sticky(self) -> tuple[Square, ...]:
        """Return the places of the black kings."""
        return self.having(STICKY_CODES)

    @cached_property
    def slippery(self) -> tuple[Square, ...]:
        """Return the places of the black queens."""
        return self.having(SLIPPERY_CODES)

    def having(self, codes: tuple[str, ...]) -> tuple[Square, ...]:
        """Return the places with one of these codes, in the order of the codes."""
        return tuple(
            sorted(
                (square for square in self.squares if self.code(square) in codes),
                key=lambda square: codes.index(self.code(square)),
            )
        )

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Return the drawing, row 7 first, with codes separated by blanks."""
        return tuple(" ".join(row) for row in self.rows)

    def changed(self, codes: Mapping[Square, str]) -> CardbotGrid:
        """Return the grid with other codes on some places."""
        return CardbotGrid(
            tuple(
                tuple(
                    codes.get(square_name(column, SIZE - 1 - line), code)
                    for column, code in enumerate(row)
                )
                for line, row in enumerate(self.rows)
            )
        )


ALL_SQUARES: Final = tuple(
    square_name(column, row) for row in range(SIZE) for column in range(SIZE)
)
"""All places, row by row from the south."""
_STEPS: Final[Mapping[Square, tuple[Square | None, ...]]] = {
    square_name(column, row): tuple(
        square_name((column + right) % SIZE, row + up) if 0 <= row + up < SIZE else None
        for right, up in _OFFSETS
    )
    for row in range(SIZE)
    for column in range(SIZE)
}


def _belt(grid: CardbotGrid, suit: str, places: tuple[Square, ...]) -> GridBelt:
    """Return the belt of a suit on these places of a valid grid."""
    direction = ARROWS.index(grid.code(min(places))[0])
    behind = (direction + 2) % 4
    # On a ring every place has one behind it. Then the ace is at the seam: in column G of a ring to
    # the west, in A of one to the east.
    ace = next((square for square in places if grid.step(square, behind) not in places), None)
    begin = ace or next(
        square for square in places if square[0] == ("G" if direction == 3 else "A")
    )
    run = [begin]
    while len(run) < len(places):
        run.append(grid.step(run[-1], direction) or "")
    return GridBelt(suit, tuple(run), direction, ace is None)


# ---- Reading -------------------------------------------------------------------------------------


class GridFile(NamedTuple):
    """A grid with the facts in its file."""

    name: str
    author: str
    licence: str
    grid: CardbotGrid


GAME: Final = "cardbot"
KEYS: Final = ("game", "name", "author", "licence", "grid")


def parse_grid(text: str, source: str, finished: bool = True) -> GridFile:
    """Return the grid that the text of a file describes.

    Args:
        text: The text.
        source: The name of the file in faults.
        finished: Whether the grid must be complete; otherwise it may have a single teleport.

    Raises:
        FormatError: The text is wrong.
    """
    toml = TomlText(text, source)
    table = TomlTable(toml, (), toml.data, KEYS)
    if table.string("game", GAME) != GAME:
        raise table.fault(
            MisreadError(
                f"game = {quote_value(table.string('game'))}",
                f'game = "{GAME}"',
                near_word(table.string("game"), (GAME,)),
            ),
            "game",
        )
    drawing = table.lines("grid")
    with toml.reading("grid"):
        grid = read_grid(drawing, finished)
    return GridFile(
        table.string("name", longest=LONGEST_NAME),
        table.string("author"),
        table.string("licence"),
        grid,
    )


def write_grid(file: GridFile) -> str:
    """Return the text of a file; `parse_grid` makes an equal file of it."""
    facts = [
        f"{key} = {json.dumps(value, ensure_ascii=False)}"
        for key, value in zip(("name", "author", "licence"), file[:3], strict=True)
        if value
    ]
    return "\n".join([f'game = "{GAME}"', *facts, "grid = '''", *file.grid.lines, "'''", ""])


def read_grid(drawing: str, finished: bool = True) -> CardbotGrid:
    """Return the grid of a drawing.

    It has seven lines of seven codes. Each card is there once, black jacks are both there or none,
    and the places of a belt are one line in one direction.

    Raises:
        MisreadError: The drawing is wrong, with its line from 0.
    """
    lines = drawing.split("\n")
    # The closing quotes of the text are usually on a line of their own.
    while lines and not lines[-1].strip(" "):
        lines.pop()
    if len(lines) != SIZE:
        raise MisreadError(
            f"{len(lines)} {'line' if len(lines) == 1 else 'lines'}",
            f"{SIZE} lines of {SIZE} codes, row {SIZE} first",
            line=min(len(lines), SIZE) if lines else 0,
        )
    rows: list[tuple[str, ...]] = []
    for number, line in enumerate(lines):
        codes = tuple(code for code in line.split(" ") if code)
        for code in codes:
            if code not in CODES:
                raise MisreadError(
                    f"code {quote_value(code)}",
                    f"one of {' '.join(CODES)}",
                    near_word(code, CODES),
                    number,
                )
        if len(codes) != SIZE:
            raise MisreadError(
                f"{len(codes)} codes in row {SIZE - number}",
                f"{SIZE}, from column A to column G, with blanks between",
                line=number,
            )
        rows.append(codes)
    grid = CardbotGrid(tuple(rows))
    _check_once(grid)
    if finished and len(grid.teleports) == 1:
        square = grid.teleports[0]
        other = next(code for code in TELEPORTS if code != grid.code(square))
        raise MisreadError(
            f"{grid.code(square)} on {square} without {other}",
            "both black Jacks or none",
            line=_line_of(square),
        )
    for suit in BELT_SUITS:
        _check_belt(grid, suit)
    return grid


def _line_of(square: Square) -> int:
    """Return the line of a place in the drawing, from 0."""
    return SIZE - 1 - column_row(square)[1]


def _check_once(grid: CardbotGrid) -> None:
    """Check that each card is there once, except those of belts."""
    seen: dict[str, Square] = {}
    for square in grid.squares:
        code = grid.code(square)
        if code in seen:
            raise MisreadError(
                f"{code} on {seen[code]} and on {square}", "each card once", line=_line_of(square)
            )
        if code not in BELT_CODES:
            seen[code] = square


def _check_belt(grid: CardbotGrid, suit: str) -> None:
    """Check that a belt has one direction and is one line along it, which may cross the seam."""
    places = grid.belt_places(suit)
    if not places:
        return
    code = grid.code(places[0])
    for square in places:
        if grid.code(square) != code:
            raise MisreadError(
                f"{grid.code(square)} on {square}, but {code} on {places[0]}",
                f"one direction for the whole belt of {suit}",
                line=_line_of(square),
            )
    run = next(run for run in grid.belt_runs(suit) if places[0] in run)
    apart = next((square for square in places if square not in run), None)
    if apart is not None:
        raise MisreadError(
            f"{code} on {apart}, apart from that on {places[0]}",
            f"one unbroken line {code[0]} of places of the belt",
            line=_line_of(apart),
        )


# ---- In force ------------------------------------------------------------------------------------


@cache
def layout_grid(layout: str) -> CardbotGrid:
    """Return the grid of a shipped layout, one of LAYOUTS, as drawn."""
    return parse_grid(*shipped_text(f"{GAME}-{layout}")).grid


def layout_of(drawn: CardbotGrid) -> str:
    """Return the shipped layout with this drawing, "" for any other grid."""
    return next((layout for layout in LAYOUTS if layout_grid(layout) == drawn), "")


def in_force(drawn: CardbotGrid, rules: Rules, layout: str = "") -> CardbotGrid:
    """Return the grid with what the settings switch on and off (CBR28, CBR33).

    In other grids than the shipped layouts ON adds nothing: only what is drawn is there. A second
    jack that is no target is face down. `layout` is the shipped layout, "" for another grid.
    """
    codes: dict[Square, str] = {}
    for extra in EXTRAS:
        word = getattr(rules, extra)
        if word == OFF:
            codes |= dict.fromkeys(drawn.having(CODES_OF[extra]), FACE_DOWN)
        elif word == ON and extra in _ADDED.get(layout, ()):
            full = layout_grid("full")
            codes |= {square: full.code(square) for square in full.having(CODES_OF[extra])}
    if not rules.second_jack:
        codes |= dict.fromkeys(drawn.having((SECOND_JACK,)), FACE_DOWN)
    elif layout:
        codes[_SECOND_JACK_ON] = SECOND_JACK
    return drawn.changed(codes) if codes else drawn


def missing(drawn: CardbotGrid, rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the settings that another grid cannot fulfil, each with the missing codes.

    These are extras that are ON, and the second jack.
    """
    found = [
        (extra, " ".join(CODES_OF[extra]))
        for extra in EXTRAS
        if getattr(rules, extra) == ON and not drawn.having(CODES_OF[extra])
    ]
    if rules.second_jack and not drawn.having((SECOND_JACK,)):
        jack = [("second_jack", SECOND_JACK)]
    else:
        jack = []
    return (*found, *jack)
