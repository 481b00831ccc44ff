"""Door: open in its registers, else a wall (B2b)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Polygon, Shape, box
from companion.engine.drawing import mounted
from companion.engine.element import BoardView, PlayView, register
from companion.engine.keys import EVERY_REGISTER, REGISTERS, registers_listed
from companion.engine.on_sides import Barrier
from companion.geometry import Heading
from companion.words import SIDES, Text, text

_LEAVES = tuple(
    shape
    for flip in (0, 1)
    for shape in (
        # Hinged at the post, ajar into the square.
        Polygon(
            tuple(
                (abs(flip - x), y)
                for x, y in ((0.02, 1.06), (0.06, 0.9), (0.44, 0.7), (0.52, 0.84))
            ),
            "ink",
        ),
        Polygon(
            tuple(
                (abs(flip - x), y)
                for x, y in ((0.06, 1.02), (0.08, 0.93), (0.435, 0.745), (0.48, 0.825))
            ),
            "bronze_pale",
        ),
        Disc((abs(flip - 0.4), 0.8), 0.035, "ink"),
        box(abs(flip - 0.02) - 0.12, 0.88, abs(flip - 0.02) + 0.12, 1.12, "ink"),
        box(abs(flip - 0.02) - 0.08, 0.92, abs(flip - 0.02) + 0.08, 1.08, "wall"),
    )
)


@register
@dataclass(frozen=True, slots=True)
class Door(Barrier):
    """A door on a side of its square; `registers` are those in which it is open."""

    registers: tuple[int, ...] = EVERY_REGISTER

    word = "door"
    keys = (REGISTERS._replace(about="the registers in which it is open"),)
    noun = text("Door")
    about = text(
        "Open for clanks and beams in the registers marked on it. In the others it is a wall."
    )
    rule = "B2b"
    example = "D4 door N registers=1,3"
    lines: ClassVar[Mapping[str, int]] = {"blocks": 20}

    def title(self) -> Text:
        return text(
            "Door on the {side} side, open in {registers}",
            side=SIDES[self.side],
            registers=registers_listed(self.registers),
        )

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        """Stop everything while it is shut."""
        return view.register not in self.registers

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw two open leaves between posts, and the registers in which they are open."""
        return mounted(_LEAVES, self.registers, self.side, 0.52)
