"""Bridge: a way across, one level up (B4f)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Line, Motion, Shape, Thrust, box, facing
from companion.engine.causes import FALL
from companion.engine.drawing import number_band
from companion.engine.effects import Effect, Jump
from companion.engine.element import (
    DEVICE,
    DEVICES,
    NO_EFFECTS,
    OUR_RULING,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, REGISTERS, registers_words, word_key
from companion.geometry import ABOVE, E, Heading, N, S, Square, W, turn_heading
from companion.words import Text, sentences, text

AXES = {"NS": (N, S), "EW": (E, W)}

_DECK: tuple[Shape, ...] = (
    box(0.14, 0, 0.86, 1, "ink"),
    *(box(0.17, n / 6 + 0.012, 0.83, (n + 1) / 6 - 0.012, "bronze_pale") for n in range(6)),
    *(Line(((x, 0), (x, 1)), "ink", 0.1) for x in (0.16, 0.84)),
    *(Line(((x, 0), (x, 1)), "bronze", 0.06) for x in (0.16, 0.84)),
)
"""Drawn for the axis from north to south."""


@register
@dataclass(frozen=True, slots=True)
class Bridge(Element):
    """A deck over a square along its `axis`.

    It is raised, and not there, outside its `registers`.
    """

    axis: str = "NS"
    registers: tuple[int, ...] = EVERY_REGISTER

    word = "bridge"
    layer = DEVICE
    keys = (
        word_key("axis", tuple(AXES), "NS", "which way it leads across"),
        REGISTERS._replace(about="the registers in which it is down; in the others it is raised"),
    )
    traits = frozenset({"deck"})
    excludes = frozenset({"deck"})
    noun = text("Bridge")
    about = sentences(
        text(
            "Clanks from ramps and other bridges drive over it, clanks on the floor drive "
            "under it. Up there, rails close its other sides."
        ),
        OUR_RULING,
    )
    rule = "B4f"
    example = "D4 bridge axis=NS"
    experimental = True

    def title(self) -> Text:
        every = len(self.registers) == 5
        if self.axis == "NS":
            if every:
                return text("Bridge from north to south")
            return text("Bridge from north to south, in {registers}", registers=self._down())
        if every:
            return text("Bridge from east to west")
        return text("Bridge from east to west, in {registers}", registers=self._down())

    def _down(self) -> Text:
        return registers_words(self.active)

    def beats(self) -> tuple[Beat, ...]:
        return (DEVICES,)

    def minds(self, hook: str, board: BoardView, register: int) -> tuple[Square, ...]:
        """Act on the pieces on the deck."""
        return (self.square + ABOVE,) if hook == "act" else self.covers()

    def above(self, register: int) -> bool:
        return register in self.registers

    def rails(self) -> tuple[Heading, ...]:
        """Return the sides off its axis."""
        return tuple(side for side in range(4) if side not in AXES[self.axis])

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Drop the piece on it to the floor unhurt when it is raised."""
        if self.above(view.register):
            return NO_EFFECTS
        return (Jump(self.square, piece.heading, FALL, "B4f"),)

    def carried(self, square: Square, quarters: int) -> Element:
        """Turn the axis with a room."""
        axis = next(
            name
            for name, sides in AXES.items()
            if turn_heading(N, quarters + (0 if self.axis == "NS" else 1)) in sides
        )
        return Bridge(square, axis, self.registers)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw planks between rails, with the registers in which it is down if it can be raised."""
        down = number_band(self.registers, box(0.2, 0.37, 0.8, 0.63, "ink"), 0.5, 0.15, "paper")
        return *facing(_DECK, E if self.axis == "EW" else N), *down

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Show movement only if it can be raised."""
        return () if self.registers == EVERY_REGISTER else (Thrust(self.art(board), (0, 0.14)),)
