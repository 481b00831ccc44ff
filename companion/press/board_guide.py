"""The pages that explain a board: its elements, the timing of a register, the joining of sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Final

from companion.engine.board import Board
from companion.engine.element import STAGES, Beat, Element
from companion.engine.keys import EVERY_REGISTER
from companion.engine.race_tables import RaceTables
from companion.engine.rules import Rules
from companion.engine.turn import OWN_BEATS
from companion.games.printing import Section
from companion.named_tuples import NamedTuple
from companion.press.board_floor import SQUARE, extend_to_edges
from companion.press.letters import (
    Block,
    draw_centred,
    draw_lines,
    fitting_size,
    flow_blocks,
    stack_blocks,
    text,
    text_width,
    wrap_text,
)
from companion.press.marks import (
    Circle,
    Fill,
    Mark,
    MarkGroup,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.press.paint import paint_shapes
from companion.press.paper import BRASS, BRASS_DARK, FAINT, GREY, INK, INKS, PAPER, Paper
from companion.press.scale_bar import READ_WORDS, scale_bar
from companion.press.tiling import SheetLayout
from companion.words import Text

WIDTH: Final = 210.0
"""The width of a page's layout, which is enlarged to the paper."""
MARGIN, FOOT = 12.0, 17.0
COLUMN, SECOND, NARROW = 104.0, 124.0, 74.0
"""The width of the legend, the left side of the second column, and its width."""
HEAD, ADVICE = 34.0, 46.0
"""Room for the page's headline, and for the words about the sheets."""
LEAST, PLAN = 55.0, 100.0
"""The least and the greatest height of the picture of the sheets."""
DENSE: Final = 0.72
"""The reduction of a long legend."""
NAMES: Final = frozenset({"group", "link"})
"""Keys that say what belongs together: the picture shows it, and nothing differs by it."""
MANY: Final = 4
"""Maximum number of variants shown of one kind."""
ART, TEXT = 28.0, 31.5
"""The width of the pictures of an entry, and the left side of its words."""
REACH: Final = 0.11
"""The reach of art beyond its square, at most, as a share of it."""
LINE: Final = 4.3
NOTES: Final = {"cards": "highest number first"}
"""Notes beside the names of beats."""
DOT, APART = 2.0, 5.0
ROW, STAGE, DETAIL = 6.0, 6.4, 3.6
"""The heights of a beat, of a stage's name, and of a line below a beat."""
RULES_LICENCE: Final = "Rules after Clockwork Derby by Ytec3D, CC BY-SA 4.0"


def guide_pages(
    board: Board,
    paper: Paper,
    drawing: tuple[Mark, ...],
    plan: SheetLayout | None,
    credit: str = RULES_LICENCE,
    glance: Sequence[Section] = (),
) -> tuple[SheetSide, ...]:
    """Return the pages of the guide.

    Beside the legend is the timing of a register, or the rules of another game at a `glance`.
    `credit` is at the foot. Not true to scale: a page is laid out for WIDTH and enlarged to the
    paper; its lower part has the rest of the height. `drawing` is the table with its rim, `plan`
    its division into sheets, if any.
    """
    scale = paper.width / WIDTH
    height = paper.height / scale
    beside = [_section(*section) for section in glance]
    beside = beside or [*_timing_blocks(board, NARROW), Block((), 9.0)]
    if plan is not None:
        # The room below the timing, so that timing and sheets share a page if possible.
        left = height - HEAD - FOOT - sum(block.height for block in beside) - ADVICE
        picture = _assembly(drawing, plan, max(LEAST, min(PLAN, left)))
        beside.append(
            stack_blocks((_block_with_head("How the sheets lie"), picture, Block((), 9.0)))
        )
    room = height - HEAD - FOOT
    seconds = [*flow_blocks(beside, room)]
    pages = []
    for number, (one, other) in enumerate(_pages(board, seconds, room)):
        marks = (
            *_head(board, height, number),
            *_foot(board, credit),
            MarkGroup(one, MARGIN, height - HEAD),
            MarkGroup(other, SECOND, height - HEAD),
        )
        pages.append(
            SheetSide(
                paper.width,
                paper.height,
                (
                    MarkGroup(marks, scale=scale),
                    MarkGroup(scale_bar(READ_WORDS), MARGIN * scale, paper.margin - 0.4),
                ),
            )
        )
    return tuple(pages)


def _pages(
    board: Board, seconds: list[Block], room: float
) -> Iterator[tuple[tuple[Mark, ...], tuple[Mark, ...]]]:
    """Yield the columns of each page: the legend on the left, and on the right if there is room.

    A legend longer than a column is set smaller, so that even the largest one takes a leaf or two.
    """
    head = _block_with_head("On this board")
    dense = stack_blocks((head, *legend(board, COLUMN))).height > room
    words, page = list(legend_words(board)), 0
    while words or page < len(seconds) or not page:
        first = head if not page else Block((), 0)
        left = _column(board, words, COLUMN, room, first, dense)
        second = seconds[page] if page < len(seconds) else Block((), 0)
        # Parts of another game's sheet, or beside a short legend, stay alone.
        if page + 1 < len(seconds) or not dense:
            right = second.marks
        else:
            right = _column(board, words, NARROW, room, second, dense)
        yield left, right
        page += 1


def _column(
    board: Board, words: list[str], width: float, room: float, first: Block, dense: bool
) -> tuple[Mark, ...]:
    """Fill a column with entries below the first block; their words are removed from the list."""
    column = [first]
    while words:
        entry = _entry(board, words[0], width, dense)
        if (len(column) > 1 or first.height) and stack_blocks((*column, entry)).height > room:
            break
        column.append(entry)
        del words[0]
    return stack_blocks(column).marks


def _block_with_head(title: str) -> Block:
    return Block((TextLine(title.upper(), 0, -3.4, 4.2, BRASS_DARK, bold=True),), 8.4)


def _section(title: Text, entries: Sequence[tuple[Text, str]]) -> Block:
    """Return sentences with their rule numbers, close below their headline."""
    return stack_blocks(
        (
            _block_with_head(str(title))._replace(height=5.6),
            *(text(str(words), NARROW, rule=rule) for words, rule in entries),
            Block((), 5.0),
        ),
        1.2,
    )


def _head(board: Board, height: float, number: int) -> Iterator[Mark]:
    name = f"{board.name or 'A board'}{' (continued)' if number else ''}"
    yield TextLine(
        name,
        MARGIN,
        height - 20.0,
        fitting_size(name, 13.0, WIDTH - 2 * MARGIN - 48, bold=True),
        INK,
        bold=True,
    )
    yield TextLine(
        f"{board.columns} × {board.rows} squares",
        WIDTH - MARGIN,
        height - 15.6,
        3.8,
        INK,
        align="right",
    )
    yield TextLine(sides(board), WIDTH - MARGIN, height - 20.0, 3.2, GREY, align="right")
    yield Stroke(((MARGIN, height - 24.2), (WIDTH - MARGIN, height - 24.2)), BRASS, 0.9)


def sides(board: Board) -> str:
    """Describe what is beyond the sides of a board, in a few words."""
    beyond = "a wall" if board.edge == "wall" else "a pit"
    if board.joined:
        return f"left and right are joined; top and bottom: {beyond}"
    return (
        f"beyond its sides: {beyond}{'; south: the parking row, a wall' if board.parking else ''}"
    )


def _foot(board: Board, credit: str) -> Iterator[Mark]:
    line = licence_line(board, credit)
    yield Stroke(((MARGIN, 13.4), (WIDTH - MARGIN, 13.4)), BRASS, 0.3)
    yield TextLine(line, MARGIN, 9.4, fitting_size(line, 3.0, WIDTH - 2 * MARGIN - 44), GREY)
    yield TextLine(
        "Print at 100 %, not “fit to page”", WIDTH - MARGIN, 9.4, 3.0, GREY, align="right"
    )


def licence_line(board: Board, credit: str = RULES_LICENCE) -> str:
    """Return the line with the board's author and licence and the game's."""
    author = f"Board by {board.author}" if board.author else "Board"
    if board.licence:
        own = f"{author}, {board.licence.replace('CC-BY-SA-', 'CC BY-SA ')}. "
    elif board.author:
        own = f"{author}. "
    else:
        own = ""
    return f"{own}{credit}"


def _assembly(drawing: tuple[Mark, ...], plan: SheetLayout, highest: float) -> Block:
    """Draw the table in small with the sheets' sides over it, and instructions.

    The picture is at most `highest` millimetres high.
    """
    wests, souths, easts, norths = zip(*(sheet.window for sheet in plan.sheets), strict=True)
    left, low, right, top = min(wests), min(souths), max(easts), max(norths)
    scale = min(NARROW / (right - left), highest / (top - low))
    height = (top - low) * scale
    table = MarkGroup(
        drawing, -left * scale, -top * scale, scale=scale, clip=(left, low, right, top)
    )
    marks: list[Mark] = [table]
    for number, sheet in enumerate(plan.sheets, 1):
        west, south, east, north = (
            (place - start) * scale
            for place, start in zip(sheet.window, (left, top, left, top), strict=True)
        )
        marks.append(
            Fill(((west, south), (east, south), (east, north), (west, north)), "", INK, 0.35)
        )
        middle = (west + east) / 2, (south + north) / 2
        marks += [
            Circle(middle, 4.4, PAPER, INK, 0.4),
            draw_centred(str(number), *middle, 5.6, INK),
        ]
    advice = (
        "Lay sheet 1 down. Cut each other sheet along its left and upper edge, where it has a"
        " neighbour there, from mark to mark, "
        "and glue it onto the neighbours' flaps: the crosses cover each other. Cut off the outer"
        " margins last."
    )
    lines = wrap_text(advice, 3.2, NARROW)
    return Block(
        (*marks, *draw_lines(lines, 0, -height - 5.5, 3.2, 4.0)), height + 4 + 4.0 * len(lines)
    )


class Timing(NamedTuple):
    """A beat with the registers in which it happens."""

    beat: Beat
    registers: tuple[int, ...]
    """The registers in which it happens."""
    parts: tuple[tuple[tuple[int, ...], tuple[str, ...]], ...]
    """The squares and their registers, if not all its elements act in each register."""


def register_timing(board: Board) -> tuple[Timing, ...]:
    """Return all beats of a turn on this board in order, with the usual settings.

    The order is that of 7.1, as the engine merges it; beats without elements on this board are left
    out.
    """
    course = RaceTables(board, board.suggested_flags, Rules())
    beats: dict[tuple[int, int], tuple[Beat, list[int]]] = {}
    for register in EVERY_REGISTER:
        for moment in course.order(OWN_BEATS, register):
            # Stage and order identify a beat (7.1).
            beats.setdefault(moment.beat[:2], (moment.beat, []))[1].append(register)
    return tuple(
        Timing(beat, tuple(registers), _parts(board, beat))
        for _, (beat, registers) in sorted(beats.items())
    )


def _parts(board: Board, beat: Beat) -> tuple[tuple[tuple[int, ...], tuple[str, ...]], ...]:
    """Return the squares of the beat's elements by their registers; empty if all always act.

    A square is there once for its registers, with any number of elements of that beat.
    """
    found: dict[tuple[int, ...], list[str]] = {}
    for element in board.elements:
        if any(other[:2] == beat[:2] for other in element.beats()):
            registers = tuple(register for register in EVERY_REGISTER if element.active(register))
            found.setdefault(registers, []).append(element.square)
    if set(found) - {EVERY_REGISTER}:
        return tuple(
            (registers, tuple(dict.fromkeys(found[registers]))) for registers in sorted(found)
        )
    return ()


def _timing_blocks(board: Board, width: float) -> Iterator[Block]:
    """Yield the timing as a table: a block per stage, a line per beat, a dot per register.

    `width` in millimetres; each block is as high as it needs.
    """
    head = [_block_with_head("In every register")]
    for stage, timings in groupby(register_timing(board), key=lambda timing: timing.beat.stage):
        name = STAGES[stage].upper()
        line_start = text_width(name, 3.1, True) + 2
        marks: list[Mark] = [
            TextLine(name, 0, -4.6, 3.1, GREY, bold=True),
            Stroke(((line_start, -3.5), (width, -3.5)), FAINT, 0.25),
        ]
        y = -STAGE
        for timing in timings:
            marks += _beat(timing, y, width)
            y -= ROW
            # Which squares act in which registers.
            for registers, squares in timing.parts:
                numbers = " ".join(map(str, registers)) if registers else "never"
                for line in wrap_text(f"{numbers}:  {', '.join(squares)}", 2.9, width):
                    marks.append(TextLine(line, 0, y - 2.1, 2.9, GREY))
                    y -= DETAIL
            y -= 0.8 * bool(timing.parts)
        # The headline stays with the first stage.
        yield stack_blocks((*head, Block(tuple(marks), -y)))
        head = []


def _beat(timing: Timing, y: float, width: float) -> Iterator[Mark]:
    name, note = timing.beat.name, NOTES.get(timing.beat.name, "")
    low, room = y - 4.2, width - 5 * APART - 12
    size = fitting_size(name, 4.4, room, bold=True)
    yield TextLine(name, 0, low, size, INK, bold=True)
    if note:
        yield TextLine(note, text_width(name, size, bold=True) + 2, low, 3.1, GREY)
    yield TextLine(timing.beat.rule, width - 5 * APART - 2.5, low, 2.7, GREY, align="right")
    for register in EVERY_REGISTER:
        middle = width - 5 * APART + (register - 0.5) * APART, y - 2.7
        on = register in timing.registers
        yield Circle(middle, DOT, BRASS if on else PAPER, INK if on else FAINT, 0.25)
        if on:
            yield draw_centred(str(register), *middle, 3.2, INK)


def legend_words(board: Board) -> tuple[str, ...]:
    """Return the words of all kinds of elements on a board, in alphabetical order."""
    return tuple(sorted({element.word for element in board.elements}))


def legend(board: Board, width: float) -> tuple[Block, ...]:
    """Return a block for each kind of element on a board.

    In alphabetical order of the words, which are those of board files.
    """
    return tuple(_entry(board, word, width) for word in legend_words(board))


def _entry(board: Board, word: str, width: float, dense: bool = False) -> Block:
    kind = next(type(element) for element in board.elements if element.word == word)
    size = DENSE if dense else 1.0
    width /= size
    lines = wrap_text(str(kind.about), 3.5, width - TEXT)
    shown = tuple(
        islice(
            sorted(
                samples(board, (element for element in board.elements if element.word == word)),
                key=lambda one: one[0],
            ),
            MANY,
        )
    )
    pictures = _pictures(board, shown)
    height = max(pictures.height, 6.2 + LINE * len(lines)) + 4.4
    head = str(kind.noun) or word.replace("_", " ").capitalize()
    rule = f"rule {kind.rule}" if kind.rule else ""
    title = TextLine(
        head,
        TEXT,
        -4.1,
        fitting_size(head, 5.4, width - TEXT - text_width(rule, 2.9) - 2, bold=True),
        INK,
        bold=True,
    )
    line = Rectangle(0, -height + 2.2, width, 0.2, 0, FAINT)
    marks = (
        *pictures.marks,
        title,
        TextLine(rule, width, -4.1, 2.9, GREY, align="right"),
        *draw_lines(lines, TEXT, -9.2, 3.5, LINE),
        line,
    )
    return Block((MarkGroup(marks, scale=size),), height * size) if dense else Block(marks, height)


def samples(board: Board, elements: Iterable[Element]) -> Iterator[tuple[str, Element]]:
    """Yield one typical element per variant, with words for it: "fast", "beams 2", "odd".

    The words say how an element differs from others of its kind: its visible keys. Place and side
    make no variant.
    """
    found: dict[str, list[Element]] = {}
    for element in elements:
        variant = []
        for key in element.keys:
            said = key.write(getattr(element, key.attribute))
            usual = said == key.default and (
                key.choices == ("yes", "no") or (not said.isalpha() and said != "1")
            )
            if key.name == element.once or key.name in NAMES or usual:
                continue
            flag = next((flag for flag, value in key.flags.items() if value == said), "")
            value = said if said.isalpha() else f"{key.name} {said.replace(',', ' ')}"
            variant.append(flag or value)
        found.setdefault(", ".join(variant), []).append(element)
    for words, alike in found.items():
        looks = Counter(element.art(board) for element in alike)
        yield words, max(alike, key=lambda element: looks[element.art(board)])


def _pictures(board: Board, shown: tuple[tuple[str, Element], ...]) -> Block:
    """Draw one large picture, or up to four small ones in two columns with their words."""
    if len(shown) == 1:
        ((words, element),) = shown
        return Block(
            (*_picture(board, element, 3.5, 20.0), *_under(words, 13.5, -20.0)),
            20.0 + 3.4 * bool(words),
        )
    found: list[Mark] = []
    for place, (words, element) in enumerate(shown):
        x, y = 14.3 * (place % 2), -17.2 * (place // 2)
        found += [
            MarkGroup(_picture(board, element, 0, 13.2), x, y),
            *_under(words, x + 6.6, y - 13.2),
        ]
    return Block(tuple(found), 17.2 * ((len(shown) + 1) // 2))


def _under(words: str, middle: float, y: float) -> tuple[Mark, ...]:
    """Draw words centred on `middle`, below `y`."""
    if words:
        return (
            draw_centred(words, middle, y - 1.9, fitting_size(words, 2.9, 13.8, bold=True), GREY),
        )
    return ()


def _picture(board: Board, element: Element, left: float, side: float) -> tuple[Mark, ...]:
    """Draw the element alone on its plate, with its beams cut off."""
    whole = SQUARE * (1 + 2 * REACH)
    edge = SQUARE * REACH
    marks = (
        Rectangle(0, 0, SQUARE, SQUARE, 0.9, INKS["floor"], INKS["seam"], 0.5),
        *paint_shapes(extend_to_edges(element.art(board)), 0, 0, SQUARE),
    )
    # Beams and mounts reach beyond their square, and are shown as far as REACH.
    scale = side / whole
    return (
        MarkGroup(
            marks,
            left + edge * scale,
            -side + edge * scale,
            scale=scale,
            clip=(-edge, -edge, SQUARE + edge, SQUARE + edge),
        ),
    )
