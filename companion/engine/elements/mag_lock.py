"""Magnetic lock: holds the clank on it in its registers (B6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Arc, Line, Shape, box, numerals
from companion.engine.causes import JUMP
from companion.engine.effects import Effect, Halt
from companion.engine.element import (
    ANY,
    DEVICE,
    NO_EFFECTS,
    OUR_RULING,
    BoardView,
    Drive,
    Element,
    InRegisters,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, REGISTERS, registers_words
from companion.geometry import Heading
from companion.words import Text, sentences, text

_HALT = (Halt("B6"),)

_SHACKLE = (
    Arc((0.5, 0.6), 0.25, -90, 90, "ink", 0.2),
    Line(((0.25, 0.4), (0.25, 0.61)), "ink", 0.2),
    Line(((0.75, 0.4), (0.75, 0.61)), "ink", 0.2),
    Arc((0.5, 0.6), 0.25, -90, 90, "magnet", 0.14),
    Line(((0.25, 0.4), (0.25, 0.61)), "magnet", 0.14),
    Line(((0.75, 0.4), (0.75, 0.61)), "magnet", 0.14),
)
_BODY = box(0.08, 0.08, 0.92, 0.5, "ink"), box(0.11, 0.11, 0.89, 0.47, "steel")
_KEYHOLE = box(0.46, 0.17, 0.54, 0.4, "ink"), box(0.42, 0.3, 0.58, 0.4, "ink")


@register
@dataclass(frozen=True, slots=True)
class MagLock(InRegisters, Element):
    """A magnet in the floor, on in `registers`."""

    registers: tuple[int, ...] = EVERY_REGISTER

    word = "mag_lock"
    layer = DEVICE
    keys = (REGISTERS,)
    noun = text("Magnetic lock")
    about = sentences(
        text(
            "In the registers marked on it, it stops clanks that come across, and nothing moves a "
            "clank off it. Rotate cards work."
        ),
        OUR_RULING,
    )
    rule = "B6"
    example = "D4 mag_lock registers=1,2"
    experimental = True
    enters_by = ANY
    lines: ClassVar[Mapping[str, int]] = {"plan": 50, "enter": 60, "holds": 60}

    def title(self) -> Text:
        return text("Magnetic lock, on in {registers}", registers=registers_words(self.active))

    def holds(self, piece: PieceView, direction: Heading, cause: str, view: PlayView) -> bool:
        """Hold against every step.

        A portal acts before it does (3.4 5), and a teleporter does not ask it.
        """
        return cause != JUMP

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Cancel a movement card; a rotate card is carried out."""
        return (None if drive.moves else drive), NO_EFFECTS

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """End the movement under way."""
        return _HALT

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a lock whose shackle is a magnet, with its registers if it has some."""
        every = self.registers == EVERY_REGISTER
        return (
            *_SHACKLE,
            *_BODY,
            *(_KEYHOLE if every else numerals(self.registers, 0.29, 0.19, "ink")),
        )
