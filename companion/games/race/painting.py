"""Painting boards of races: elements by touch, each with a form, and suggested flags.

A painted board can always be written as a board file: elements that may not share a square with a
new one are removed, and so is the other one of what may be there once. Only faults over several
squares (elements 5) can remain; `troubles` names them.

A key with fixed choices offers them. A free key is tried with likely words and offers those that it
accepts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from companion.art import tip
from companion.engine.board import PIT, WALL, Board, board_of
from companion.engine.element import (
    AREA,
    BARRIER,
    CARRIER,
    DEVICE,
    FLOOR,
    MOUNT,
    Element,
    kinds,
    may_share,
)
from companion.engine.elements.wall import Wall
from companion.engine.keys import Key
from companion.engine.survey import board_faults, board_warnings, lies_on
from companion.errors import RuleError
from companion.formats.board import SMALLEST, WALL_WORD, one_place, parse_board, renote_walls
from companion.formats.entries import read_entries, read_entry
from companion.formats.misread_error import MisreadError
from companion.games.api import Change
from companion.games.corrections import CHOICE, NUMBER, Field, FieldChoice
from companion.games.kit.edit import one_of, several_of
from companion.games.painting import Paint, Painting, PaintingProblem, Touch, Tray
from companion.geometry import HEADINGS, LARGEST, Heading, Square, column_row
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, capital, listed, sentence, text, verbatim

TITLES: Final[Mapping[str, Text]] = {
    "registers": text("Active in registers"),
    "group": text("Group"),
    "link": text("Link"),
    "damage": text("Damage"),
    "speed": text("Speed"),
    "size": text("Size"),
    "turn": text("Turns"),
    "range": text("Range"),
    "beams": text("Beams"),
    "seat": text("Seat"),
    "value": text("Wrenches"),
    "hits": text("Hits"),
    "mode": text("Mode"),
    "force": text("Force"),
    "inlets": text("Comes in from"),
    "dirs": text("Leads to in register {number}"),
    "carry": text("Carries"),
    "other": text("Flipped it leads to"),
    "landing": text("Coming down"),
    "axis": text("Leads across"),
    "gives": text("Gives"),
    "negate": text("Takes off"),
    "effect": text("Effect"),
    "power": text("Squares further"),
    "closes": text("Closes after"),
    "entry": text("Driving onto it"),
    "model": text("Slope"),
    "steep": text("Squares more to go up"),
    "scope": text("Random cards"),
    "next_turn": text("For the next turn"),
    "checkpoint": text("Checkpoint"),
    "swap": text("May be replaced"),
    "walls": text("Walls on the way"),
    "phases": text("Virtual for registers"),
    "heading": text("Clanks face"),
}
WORDS: Final[Mapping[str, Text]] = {
    "cw": text("Clockwise"),
    "ccw": text("Anticlockwise"),
    "slow": text("Slow"),
    "fast": text("Fast"),
    "hyper": text("Very fast"),
    "yes": text("Yes"),
    "no": text("No"),
    "none": text("Not at all"),
    "push": text("Push"),
    "pull": text("Pull"),
    "damage": text("Damage"),
    "": text("As usual"),
    "N": text("North"),
    "E": text("East"),
    "S": text("South"),
    "W": text("West"),
    "soft": text("Soft"),
    "hard": text("1 damage"),
    "NS": text("North to south"),
    "EW": text("East to west"),
    "heal": text("1 damage less"),
    "boost": text("Energy"),
    "nothing": text("Nothing"),
    "start": text("The first square"),
    "leave": text("The last square in it"),
    "swap": text("Mixes up cards"),
    "sight": text("Ends shots only"),
    "normal": text("As usual"),
    "slide": text("Slides at once"),
    "square": text("The whole square"),
    "edge": text("Its high side only"),
    "rest": text("All that are left"),
    "register": text("This register"),
    "random": text("A random program"),
    "any": text("Any card to come"),
    "next": text("The next card"),
    "choose": text("A card may be chosen"),
    "choose_or_random": text("A card, or random ones"),
    "pass": text("Lead through"),
    "block": text("End the jump"),
}
OF_A_KEY: Final[Mapping[tuple[str, str], Text]] = {
    ("closes", "turn"): text("The turn"),
    ("closes", "register"): text("Each register"),
    ("next_turn", "none"): text("Nothing"),
}
"""Words with another meaning under one key."""
REGISTERS: Final = "registers"
FEW: Final = 4
"""The maximum number of values side by side. More are counted up and down."""
LIKELY: Final = ("", *map(str, range(13)), *HEADINGS)
"""The words to try for a key without fixed choices."""
NAMES: Final = tuple("abcdef")
"""Words for groups and links, in addition to those on the board."""
SEATS: Final = range(1, 9)


class ReplaceElement(NamedTuple):
    """A change that replaces an element by another one, each by its entry."""

    entry: str
    now: str
    """The new entry."""


class RemoveElement(NamedTuple):
    """A change that removes an element, by its entry."""

    entry: str


class Edge(NamedTuple):
    """A change to the edge of the board."""

    edge: str


def next_seat(board: Board) -> int:
    """Return the first seat without a start.

    Raises:
        RuleError: All seats have one.
    """
    found = next((seat for seat in SEATS if seat not in board.starts), None)
    if found is None:
        raise RuleError(text("every seat has its start: move one by its number, or take one away"))
    return found


def form_of(board: Board, elements: Iterable[Element]) -> tuple[Field, ...]:
    """Return all fields of some elements of one square, each element under its own heading."""
    fields = []
    for element in elements:
        deeds = [FieldChoice(text("Take it away"), RemoveElement(element.entry()), symbol="cross")]
        turned = element.placed(element.square, 1)
        if turned != element:
            turn = ReplaceElement(element.entry(), turned.entry())
            deeds.insert(0, FieldChoice(text("Turn it"), turn))
        fields.append(Field(element.title(), CHOICE, tuple(deeds)))
        for key in element.keys:
            value = key.write(getattr(element, key.attribute))
            if key.name == REGISTERS:
                fields.append(_several(element, key, value, tuple("12345")))
            elif _takes(key, "N,E") and not _takes(key, "N,N"):
                fields.append(_several(element, key, value, tuple(HEADINGS)))
            elif "," in value and all(part in HEADINGS for part in value.split(",")):
                fields += _in_order(element, key, value)
            else:
                choices = key.choices or (
                    _names(board, key)
                    if _takes(key, "word")
                    else tuple(word for word in LIKELY if _takes(key, word))
                )
                if len(choices) > 1:
                    fields.append(_one(element, key, value, choices))
    return tuple(fields)


def _names(board: Board, key: Key) -> tuple[str, ...]:
    """Return free words for a key: a few letters, and all that the board has."""
    there = {
        str(getattr(element, key.attribute))
        for element in board.elements
        if hasattr(element, key.attribute)
    }
    return tuple(dict.fromkeys([*NAMES, *sorted(there)]))


def _takes(key: Key, word: str) -> bool:
    """Return whether a key accepts a word and writes it back unchanged."""
    try:
        return key.write(key.read(word)) == word
    except ValueError:
        return False


def _title(key: Key, number: int = 0) -> Text:
    found = TITLES.get(key.name, capital(verbatim(key.name)))
    return found if not number else Text(found.template, (("number", number),))


def _now(element: Element, key: Key, value: str) -> ReplaceElement | None:
    """Return the change to another value of a key, None if it is no change or impossible."""
    now = replace(element, **{key.attribute: key.read(value)})
    return None if now == element else ReplaceElement(element.entry(), now.entry())


def _one(element: Element, key: Key, value: str, choices: tuple[str, ...]) -> Field:
    if len(choices) > FEW and all(choice.isdigit() for choice in choices[1:]):
        at = choices.index(value) if value in choices else 0
        less = FieldChoice(
            text("less"),
            None if at == 0 else _now(element, key, choices[at - 1]),
            blocked=text("This is the least.") if at == 0 else NOTHING,
        )
        last = at == len(choices) - 1
        more = FieldChoice(
            text("more"),
            None if last else _now(element, key, choices[at + 1]),
            blocked=text("This is the most.") if last else NOTHING,
        )
        return Field(_title(key), NUMBER, (less, more), _word(value))
    labels = ((choice, _word(choice, key.name)) for choice in choices)
    return one_of(_title(key), labels, value, lambda choice: _now(element, key, choice))


def _several(element: Element, key: Key, value: str, parts: tuple[str, ...]) -> Field:
    """Return a field that switches each part on or off; one stays on."""
    return several_of(
        _title(key),
        ((part, _word(part)) for part in parts),
        value.split(","),
        lambda now: _now(element, key, ",".join(now)),
        text("One of them stays on."),
    )


def _in_order(element: Element, key: Key, value: str) -> Iterator[Field]:
    """Yield a field with the direction for each register."""
    parts = value.split(",")
    for at, part in enumerate(parts):

        def change(way: str, at: int = at) -> ReplaceElement | None:
            return _now(element, key, ",".join((*parts[:at], way, *parts[at + 1 :])))

        yield one_of(_title(key, at + 1), ((way, _word(way)) for way in HEADINGS), part, change)


def _word(value: str, key: str = "") -> Text:
    return OF_A_KEY.get((key, value)) or WORDS.get(value) or verbatim(value)


FLAG, ERASER, START = "flag", "eraser", "start"
"""The paints that are no kinds of elements, and the kind that has its own tray."""
MOST_FLAGS: Final = 8
LAYERS: Final = (
    (FLOOR, text("Floors")),
    (CARRIER, text("Carriers")),
    (DEVICE, text("Devices")),
    (BARRIER, text("Barriers")),
    (MOUNT, text("Mounts")),
    (AREA, text("Areas")),
)
_NAMED: Final = re.compile(r"\b[A-Z]{1,2}[1-9][0-9]?\b")
"""Matches the squares that a sentence names."""


class RacePainting(Painting):
    """Painting of boards for races."""

    smallest: int = 4
    usual: tuple[int, int] = (12, 16)
    largest: int = LARGEST
    longest: int = 24

    @property
    def trays(self) -> tuple[Tray, ...]:
        """Return the trays by layers of a square, then starts, flags, walls and the eraser."""
        return _trays()

    def begun(self, columns: int, rows: int) -> Board:
        return board_of(columns, rows, ())

    def read(self, content: str, source: Text | str) -> Board:
        return parse_board(content, str(source), kept=True, finished=False)

    def named(self, board: Board, name: str) -> Board:
        return replace(board, name=name)

    def resized(self, board: Board, columns: int, rows: int) -> Board:
        """Return the board with another size. Blocks that would leave it are removed."""
        if not (SMALLEST <= columns <= self.largest and SMALLEST <= rows <= self.largest):
            raise RuleError(
                text(
                    "a board has {least} to {most} squares a side",
                    least=self.smallest,
                    most=self.largest,
                )
            )
        fresh = replace(board, columns=columns, rows=rows, elements=(), suggested_flags=())
        kept = renote_walls(
            board,
            fresh.changed([element for element in board.elements if _lies_on(fresh, element)]),
        )
        return replace(
            kept,
            suggested_flags=tuple(square for square in board.suggested_flags if fresh.has(square)),
        )

    def painted(self, board: Board, paint: str, touch: Touch, direction: Heading) -> Board:
        """Return the board after a touch. What is there already is turned.

        A second touch removes a wall or a flag.
        """
        if board.has(touch.square):
            return renote_walls(board, self._touched(board, paint, touch, direction))
        return board

    def _touched(self, board: Board, paint: str, touch: Touch, direction: Heading) -> Board:
        if paint == ERASER:
            # It removes what is on the near side, else everything on the square, else what is on
            # the square's sides.
            on_side = _walls(board, touch.square, touch.side)
            on_side += [
                element
                for element in board.at(touch.square)
                if element.sided == "side"
                and element.square == touch.square
                and element.direction() == touch.side
            ]
            if touch.near and on_side:
                return _without(board, on_side)
            after = _cleared(board, touch.square, sides=False)
            return after if after != board else _cleared(board, touch.square)
        if paint == FLAG:
            return _flagged(board, touch.square)
        kind = _kind(paint)
        if paint == WALL_WORD and (walls := _walls(board, touch.square, touch.side)):
            return _without(board, walls)
        there = None if paint == WALL_WORD else _there(board, kind, touch)
        if there is not None:
            return _turn_element(board, there)
        return _place_element(board, _fresh(board, kind, touch.square, touch.side, direction))

    def swept(
        self, board: Board, paint: str, touches: Sequence[Touch], direction: Heading
    ) -> Board:
        """Return the board after a stroke, which ends where nothing more can be painted.

        Sided elements get the side of the first touch, directed ones point along the finger.
        """
        squares = [touch.square for touch in touches if board.has(touch.square)]
        after = board
        for at, square in enumerate(squares):
            along = _along(squares, at, direction)
            try:
                after = self._put(after, paint, Touch(square, touches[0].side), along)
            except RuleError:
                # A part of the stroke may remain: seats run out, and blocks do not fit on the
                # border.
                if after == board:
                    raise
        return renote_walls(board, after)

    def _put(self, board: Board, paint: str, touch: Touch, direction: Heading) -> Board:
        """Return the board with one paint of a stroke, which turns and removes nothing."""
        if paint == ERASER:
            return _cleared(board, touch.square)
        if paint == FLAG:
            return board if touch.square in board.suggested_flags else _flagged(board, touch.square)
        kind = _kind(paint)
        if kind.once and any(element.word == paint for element in board.at(touch.square)):
            return board
        return _place_element(board, _fresh(board, kind, touch.square, touch.side, direction))

    def facing(self, board: Board, paint: str, square: Square) -> Heading | None:
        """Return the direction of an element; sided elements have none."""
        kind = kinds().get(paint)
        if kind is None or kind.sided != "heading":
            return None
        return next(
            (element.direction() for element in board.at(square) if element.word == paint),
            None,
        )

    def there(self, board: Board, square: Square) -> Text:
        """Return the titles of the elements and the flag."""
        if square in board.suggested_flags:
            flag = [text("flag {number}", number=board.suggested_flags.index(square) + 1)]
        else:
            flag = []
        return listed(
            [*(element.title() for element in board.drawn if square in element.covers()), *flag]
        )

    def form(self, board: Board, square: Square) -> tuple[Field, ...]:
        """Return the keys of all elements of the square, the uppermost element first."""
        return form_of(
            board,
            [
                element
                for element in reversed(board.drawn)
                if element.square == square and element.word != WALL_WORD
            ],
        )

    def altered(self, board: Board, change: Change) -> Board:
        """Return the board with one element replaced or removed, or with another edge."""
        if isinstance(change, Edge):
            return replace(board, edge=change.edge)
        if not isinstance(change, (ReplaceElement, RemoveElement)):
            return board
        old = next((element for element in board.elements if element.entry() == change.entry), None)
        if old is None:
            return board
        if isinstance(change, RemoveElement):
            return renote_walls(board, _without(board, [old]))
        try:
            new = read_entry(change.now)
        except MisreadError as wrong:
            raise RuleError(text("this does not fit: {found}", found=wrong.found)) from None
        return renote_walls(board, _place_element(_swapped(board, old, new), new))

    def about(self, board: Board) -> tuple[Field, ...]:
        """Return the field for what is beyond the border."""
        edges = ((PIT, text("A fall as into a pit")), (WALL, text("A wall")))
        return (one_of(text("The edge of the board"), edges, board.edge, Edge),)

    def troubles(self, board: Board) -> tuple[PaintingProblem, ...]:
        """Return the faults, which keep a board from being played, then the warnings."""
        faults = [
            PaintingProblem(sentence(fault.words), _squares_in(board, fault.words, element.square))
            for element, fault in board_faults(board)
        ]
        # A fault is not repeated as a warning.
        fault_words = tuple(str(fault.words).rstrip(".") for fault in faults)
        warnings = [
            PaintingProblem(sentence(words), _squares_in(board, words), True)
            for words in board_warnings(board)
        ]
        return (
            *faults,
            *(
                warning
                for warning in warnings
                if not any(
                    words.startswith(str(warning.words).rstrip(".")) for words in fault_words
                )
            ),
        )


def _squares_in(board: Board, words: Text, *first: Square) -> tuple[Square, ...]:
    """Return the squares that a sentence names, to be pointed out."""
    return tuple(
        dict.fromkeys(
            [*first, *(square for square in _NAMED.findall(str(words)) if board.has(square))]
        )
    )


@cache
def _trays() -> tuple[Tray, ...]:
    apart = (WALL_WORD, START)
    by_layer = [
        Tray(
            layer,
            title,
            tuple(
                _paint(kind)
                for kind in kinds().values()
                if kind.layer == layer and kind.word not in apart
            ),
        )
        for layer, title in LAYERS
    ]
    eraser = Paint(
        ERASER,
        text("Eraser"),
        text("Removes everything from a square; near an edge, what stands on that side."),
    )
    flag = Paint(
        FLAG,
        text("Flag"),
        text(
            "The flags that the board suggests, in their order. Touch a flag again to take it away."
        ),
        (tip((0.5, 0.5), 1, 0.5, "flag"),),
    )
    return (
        *(tray for tray in by_layer if tray.paints),
        Tray(START, text("Starts"), (_paint(kinds()[START]),)),
        Tray(FLAG, text("Flags"), (flag,)),
        Tray(WALL_WORD, text("Walls"), (_paint(kinds()[WALL_WORD]),)),
        Tray(ERASER, text("Eraser"), (eraser,)),
    )


def _paint(kind: type[Element]) -> Paint:
    """Return a kind of element as a paint, drawn by its example on an empty board."""
    example = read_entries(kind.example)[0].placed("E5", 0)
    return Paint(
        kind.word, kind.noun or example.title(), kind.about, example.art(board_of(9, 9, (example,)))
    )


def _kind(paint: str) -> type[Element]:
    kind = kinds().get(paint)
    if kind is None:
        raise RuleError(text("there is no paint called {paint}", paint=paint))
    return kind


# ---- One touch -----------------------------------------------------------------------------------


def _fresh(
    board: Board, kind: type[Element], square: Square, side: Heading, direction: Heading
) -> Element:
    """Return a new element; values without a default are those of the kind's example.

    A link finds its other end, a start gets the next seat.
    """
    if kind.word == WALL_WORD:
        # It is part of the printed board and stays if a room turns (C14).
        return Wall(*one_place(square, side), True)
    example = read_entries(kind.example)[0]
    usual = {
        key.attribute: key.read(key.default)
        if key.default is not None
        else getattr(example, key.attribute)
        for key in kind.keys
    }
    if kind.sided:
        usual[kind.sided] = side if kind.sided == "side" else direction
    if "link" in usual:
        # The first link with only one end, else the first unused one.
        links = [
            element.link
            for element in board.elements
            if element.word == kind.word and hasattr(element, "link")
        ]
        names = [chr(letter) for letter in range(ord("a"), ord("z") + 1)]
        lonely = [name for name in names if links.count(name) == 1]
        unused = [name for name in names if name not in links]
        usual["link"] = next(iter([*lonely, *unused]), "a")
    if kind.once == "seat":
        usual["seat"] = next_seat(board)
    return kind(square, **usual)


def _there(board: Board, kind: type[Element], touch: Touch) -> Element | None:
    """Return the element that a touch means: on the near side, else any on the square."""
    found = [
        element
        for element in board.elements
        if element.word == kind.word and element.square == touch.square
    ]
    if kind.sided == "side" and touch.near:
        return next((element for element in found if element.direction() == touch.side), None)
    return found[0] if found else None


def _turn_element(board: Board, element: Element) -> Board:
    """Return the board with an element turned to the next free direction or side.

    An element without either gets the next value of its first key with several values.
    """
    others = _without(board, [element])
    for quarters in (1, 2, 3):
        turned = element.placed(element.square, quarters)
        if turned != element and (
            element.sided != "side"
            or all(may_share(turned, other) for other in others.at(element.square))
        ):
            return _place_element(others, turned)
    for key in element.keys:
        if len(key.choices) > 1:
            value = key.write(getattr(element, key.attribute))
            if value in key.choices:
                now = key.choices[(key.choices.index(value) + 1) % len(key.choices)]
            else:
                now = key.choices[0]
            new = replace(element, **{key.attribute: key.read(now)})
            return _place_element(_swapped(board, element, new), new)
    return board


def _place_element(board: Board, element: Element) -> Board:
    """Return the board with one more element, without those that cannot be beside it."""
    if not _lies_on(board, element):
        raise RuleError(
            text(
                "{element} has no room on {square}: it would leave the board",
                element=element.title(),
                square=element.square,
            )
        )
    covered = set(element.covers())
    gone = [
        other
        for other in board.elements
        if (covered.intersection(other.covers()) and not may_share(element, other))
        or (
            element.once
            and other.word == element.word
            and getattr(other, element.once) == getattr(element, element.once)
        )
    ]
    return board.changed([*_without(board, gone).elements, element])


def _swapped(board: Board, old: Element, new: Element) -> Board:
    """Return the board without an element whose value only one may have.

    The owner of the new value gets the old one in exchange.
    """
    rest = _without(board, [old])
    if not old.once or getattr(old, old.once) == getattr(new, old.once):
        return rest
    taken = getattr(new, old.once)
    return rest.changed(
        [
            replace(other, **{old.once: getattr(old, old.once)})
            if other.word == old.word and getattr(other, old.once) == taken
            else other
            for other in rest.elements
        ]
    )


def _flagged(board: Board, square: Square) -> Board:
    """Return the board with one more flag, or without the flag on that square."""
    flags = board.suggested_flags
    if square in flags:
        return replace(board, suggested_flags=tuple(other for other in flags if other != square))
    if len(flags) >= MOST_FLAGS:
        raise RuleError(text("there are {most} flags: take one away first", most=MOST_FLAGS))
    return replace(board, suggested_flags=(*flags, square))


def _walls(board: Board, square: Square, side: Heading) -> list[Element]:
    """Return the walls on a side of a square, noted at either of its squares."""
    edge = one_place(square, side)
    return [
        element
        for element in board.elements
        if isinstance(element, Wall) and one_place(element.square, element.side) == edge
    ]


def _cleared(board: Board, square: Square, sides: bool = True) -> Board:
    """Return the board with an empty square, without its flag and, for `sides`, its walls."""
    walls = {wall for side in range(4) for wall in _walls(board, square, side)} if sides else set()
    gone = [
        element
        for element in board.elements
        if element in walls
        or (square in element.covers() and (sides or element.layer not in (BARRIER, MOUNT)))
    ]
    after = _without(board, gone)
    return replace(
        after, suggested_flags=tuple(other for other in after.suggested_flags if other != square)
    )


def _without(board: Board, gone: Iterable[Element]) -> Board:
    gone = set(gone)
    if gone:
        return board.changed([element for element in board.elements if element not in gone])
    return board


def _lies_on(board: Board, element: Element) -> bool:
    return all(lies_on(board, square) for square in element.covers())


def _along(squares: Sequence[Square], at: int, direction: Heading) -> Heading:
    """Return the direction of a finger at one of its squares, `direction` if it did not move."""
    pair = squares[at : at + 2] if at + 1 < len(squares) else squares[at - 1 : at + 1]
    if len(pair) < 2:
        return direction
    (column, row), (east, north) = column_row(pair[0]), column_row(pair[1])
    if abs(east - column) >= abs(north - row):
        return (1 if east > column else 3) if east != column else direction
    return 0 if north > row else 2
