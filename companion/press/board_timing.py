"""When what happens on a board: the order of every register, as the engine merges it from the board's elements."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.engine.board import Board
from companion.engine.course import Course
from companion.engine.element import EVERY_REGISTER, STAGES, Beat
from companion.engine.rules import Rules
from companion.engine.turn import OWN_BEATS
from companion.press.letters import centred, fitting, wide, wrapped
from companion.press.marks import Circle, Mark, Stroke, Words
from companion.press.palette import BRASS, FAINT, GREY, INK, PAPER
from companion.press.prose import Block

NOTES: Final = {"cards": "highest number first"}
"""What is said about a beat beside its name."""
DOT, STEP = 2.0, 5.0
ROW, HEAD, DETAIL = 6.0, 6.4, 3.6
"""The heights of a beat, of a stage's name, and of a line below a beat."""


class Timing(NamedTuple):
    """A beat, the registers in which it happens, and where not all its elements act in each of these: the registers of which squares."""

    beat: Beat
    registers: tuple[int, ...]
    parts: tuple[tuple[tuple[int, ...], tuple[str, ...]], ...]


def register_timing(board: Board) -> tuple[Timing, ...]:
    """All beats of a turn on this board in their order, with the usual settings.

    The order is that of 7.1, as the engine merges it; beats that no element of this board has are not there.
    """
    course = Course(board, board.suggested_flags, Rules())
    beats: dict[tuple[int, int], tuple[Beat, list[int]]] = {}
    for register in EVERY_REGISTER:
        for moment in course.order(OWN_BEATS, register):
            # By stage and order, which are what a beat is known by (7.1).
            beats.setdefault(moment.beat[:2], (moment.beat, []))[1].append(register)
    return tuple(Timing(beat, tuple(registers), _parts(board, beat)) for _, (beat, registers) in sorted(beats.items()))


def _parts(board: Board, beat: Beat) -> tuple[tuple[tuple[int, ...], tuple[str, ...]], ...]:
    """The squares of the beat's elements by their registers; none where all are active in every register.

    A square stands once for its registers, however many elements of that beat are on it.
    """
    found: dict[tuple[int, ...], list[str]] = {}
    for element in board.elements:
        if any(other[:2] == beat[:2] for other in element.beats()):
            registers = tuple(register for register in EVERY_REGISTER if element.active(register))
            found.setdefault(registers, []).append(element.square)
    return tuple((registers, tuple(dict.fromkeys(found[registers]))) for registers in sorted(found)) if set(found) - {EVERY_REGISTER} else ()


def timing_block(board: Board, width: float) -> Block:
    """The timing as a table: a line for each beat, a dot for each register in which it happens.

    `width` in millimetres; the block is as high as it takes.
    """
    marks: list[Mark] = []
    y, stage = 0.0, -1
    for timing in register_timing(board):
        if timing.beat.stage != stage:
            stage = timing.beat.stage
            marks += _stage(STAGES[stage], y, width)
            y -= HEAD
        marks += _beat(timing, y, width)
        y -= ROW
        for line in (line for part in timing.parts for line in _detail(*part, width)):
            marks.append(Words(line, 0, y - 2.1, 2.9, GREY))
            y -= DETAIL
        y -= 0.8 * bool(timing.parts)
    return Block(tuple(marks), -y)


def _stage(name: str, y: float, width: float) -> tuple[Mark, ...]:
    text = name.upper()
    return Words(text, 0, y - 4.6, 3.1, GREY, bold=True), Stroke(((wide(text, 3.1, True) + 2, y - 3.5), (width, y - 3.5)), FAINT, 0.25)


def _beat(timing: Timing, y: float, width: float) -> Iterator[Mark]:
    name, note = timing.beat.name, NOTES.get(timing.beat.name, "")
    low, room = y - 4.2, width - 5 * STEP - 12
    size = fitting(name, 4.4, room, bold=True)
    yield Words(name, 0, low, size, INK, bold=True)
    if note:
        yield Words(note, wide(name, size, bold=True) + 2, low, 3.1, GREY)
    yield Words(timing.beat.rule, width - 5 * STEP - 2.5, low, 2.7, GREY, align="right")
    for register in EVERY_REGISTER:
        middle = width - 5 * STEP + (register - 0.5) * STEP, y - 2.7
        on = register in timing.registers
        yield Circle(middle, DOT, BRASS if on else PAPER, INK if on else FAINT, 0.25)
        if on:
            yield centred(str(register), *middle, 3.2, INK)


def _detail(registers: tuple[int, ...], squares: tuple[str, ...], width: float) -> tuple[str, ...]:
    """Which squares act in which registers, in lines."""
    numbers = " ".join(map(str, registers)) if registers else "never"
    return wrapped(f"{numbers}:  {', '.join(squares)}", 2.9, width)
