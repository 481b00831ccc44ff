"""Sluice: a wall in water; in its registers it is open and its square is a current (B4g)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Gear, Line, Motion, Shape, box, moving
from companion.engine.causes import CURRENT
from companion.engine.drawing import mounted
from companion.engine.effects import Effect
from companion.engine.element import (
    NO_EFFECTS,
    OUR_RULING,
    Beat,
    BoardView,
    ElementFault,
    PieceView,
    PlayView,
    register,
)
from companion.engine.elements.current import BENDS, CURRENTS, FLOW
from companion.engine.keys import EVERY_REGISTER, REGISTERS, registers_listed
from companion.engine.on_sides import Barrier
from companion.geometry import Heading
from companion.words import SIDES, Text, sentences, text

_GATE: tuple[Shape, ...] = (
    box(-0.06, 0.9, 1.06, 1.1, "ink"),
    *(box(0.05 + n * 0.13, 0.93, 0.12 + n * 0.13, 1.07, "water") for n in range(7)),
    *(box(x - 0.1, 0.84, x + 0.1, 1.16, "ink") for x in (0.0, 1.0)),
    *(box(x - 0.06, 0.88, x + 0.06, 1.12, "steel") for x in (0.0, 1.0)),
)
_AXLE = (0.5, 0.88)
_WHEEL: tuple[Shape, ...] = (
    Disc(_AXLE, 0.14, "ink"),
    Disc(_AXLE, 0.115, "steel"),
    Disc(_AXLE, 0.075, "ink"),
    Line(((0.4, 0.88), (0.6, 0.88)), "steel", 0.035),
    Line(((0.5, 0.78), (0.5, 0.98)), "steel", 0.035),
)


@register
@dataclass(frozen=True, slots=True)
class Sluice(Barrier):
    """A gate on a side of a water square; `registers` are those in which it is open."""

    registers: tuple[int, ...] = EVERY_REGISTER

    word = "sluice"
    keys = (REGISTERS._replace(about="the registers in which it is open"),)
    noun = text("Sluice")
    about = sentences(
        text(
            "A wall. In the registers marked on it, it is open, and the water of its square flows "
            "out through it."
        ),
        OUR_RULING,
    )
    rule = "B4g"
    example = "D4 sluice N registers=2"
    experimental = True
    traits = frozenset({"sluice"})
    enters_by = frozenset({CURRENT})
    lines: ClassVar[Mapping[str, int]] = {"blocks": 40, "enter": 100}

    def title(self) -> Text:
        return text(
            "Sluice on the {side} side, open in {registers}",
            side=SIDES[self.side],
            registers=registers_listed(self.registers),
        )

    def beats(self) -> tuple[Beat, ...]:
        return (CURRENTS,)

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        """Stop everything while it is shut."""
        return view.register not in self.registers

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Carry the piece one square through it while it is open."""
        return FLOW[self.side] if view.register in self.registers else NO_EFFECTS

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Turn a piece as any current does while it is open."""
        if view.register in self.registers:
            return BENDS.get((self.side - direction) % 4, NO_EFFECTS)
        return NO_EFFECTS

    def faults(self, board: BoardView) -> tuple[ElementFault, ...]:
        """Refuse it without water."""
        if any(one.word in ("water", "deep_water") for one in board.at(self.square)):
            return ()
        words = text(
            "the sluice on {square} has no water: put water or deep water on its square",
            square=self.square,
        )
        found = text('"{entry}" without water', entry=self.entry())
        return (
            ElementFault(
                words,
                found,
                text(
                    'a sluice on water: write "{square} water" or "{square} deep_water", too',
                    square=self.square,
                ),
            ),
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a barred gate with a wheel to lift it, and the registers in which it is open."""
        return mounted((*_GATE, *_WHEEL), self.registers, self.side, 0.6)

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        return *moving((*_GATE, Gear(_WHEEL, 180, 90, _AXLE)), self.side), *mounted(
            (), self.registers, self.side, 0.6
        )
