"""Teleporter: turns a movement card into a jump ahead (B5a)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Caption, Polygon, Shape, box, facing, ring, tip
from companion.engine.board import OUTSIDE
from companion.engine.causes import JUMP
from companion.engine.effects import Effect, Jump
from companion.engine.element import (
    BARRIER,
    DEVICE,
    MOUNT,
    NO_EFFECTS,
    BoardView,
    Drive,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import number_key, word_key
from companion.geometry import Heading, Square, opposite
from companion.words import Text, count, text

POWER = number_key("power", 1, 9, 2, "how many squares further than the card says")
PLACE = 80
"""Among the hooks that plan a card: after ice, before everything that takes squares off."""

_FIELD = (
    Polygon(ring(8, 0.47, 22.5), "ink"),
    Polygon(ring(8, 0.44, 22.5), "arrow_fast"),
    Polygon(ring(8, 0.36, 22.5), "portal_dark"),
)
_TIPS = tuple(
    shape
    for direction in range(4)
    for shape in facing((tip((0.5, 0.82), 0, 0.16, "ink"),), direction)
)
_BARRED = tuple(
    shape
    for direction in range(4)
    for shape in facing((box(0.34, 0.9, 0.66, 0.96, "wall"),), direction)
)


@register
@dataclass(frozen=True, slots=True)
class Teleporter(Element):
    """A field that throws ahead."""

    power: int = 2
    walls_key: str = "pass"
    """"block" if its jump ends before the first obstacle."""

    word = "teleporter"
    layer = DEVICE
    keys = (
        POWER,
        word_key(
            "walls",
            ("pass", "block"),
            "pass",
            "whether it leads through walls, or its jump ends before the first",
        )._replace(field="walls_key"),
    )
    noun = text("Teleporter")
    about = text(
        "A clank that begins a movement card here does not drive: it jumps as far as its card "
        "says, plus the number shown."
    )
    rule = "B5a"
    example = "D4 teleporter power=2"
    lines: ClassVar[Mapping[str, int]] = {"plan": PLACE}

    def title(self) -> Text:
        if self.walls_key == "block":
            return count(
                "Teleporter, {power} square further, up to a wall",
                "Teleporter, {power} squares further, up to a wall",
                self.power,
                power=self.power,
            )
        return count(
            "Teleporter, {power} square further",
            "Teleporter, {power} squares further",
            self.power,
            power=self.power,
        )

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Replace the steps by a jump."""
        return teleported(
            piece, drive, view, self.power, self.walls_key == "block", "B5a"
        ), NO_EFFECTS

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw an eight-sided field with its power, and bars if walls stop the jump."""
        bars = _BARRED if self.walls_key == "block" else ()
        return *_FIELD, *_TIPS, Caption(f"+{self.power}", (0.5, 0.5), 0.26, "arrow_fast"), *bars


def teleported(
    piece: PieceView, drive: Drive, view: PlayView, power: int, blocked: bool, rule: str
) -> Drive:
    """Return the drive as a jump along the clank's heading, `power` squares further than its card.

    A jump that leads nowhere is a drive of no squares.
    """
    if not drive.moves:
        return drive
    ahead = drive.squares if drive.direction == piece.heading else -drive.squares
    direction = piece.heading
    landing = _landing(piece.square, direction, ahead + power, view, blocked)
    if landing == piece.square or (landing and view.has(landing, "turret")):
        return drive._replace(squares=0, slide=None)
    return drive._replace(slide=None, jump=Jump(landing, direction, JUMP, rule, pushes=True))


def _landing(
    start: Square, direction: Heading, squares: int, view: PlayView, blocked: bool
) -> Square:
    """Return where a jump of so many squares ends.

    OUTSIDE over an open edge, the start itself if a closed one forbids it.
    """
    here = start
    for _ in range(squares):
        if blocked and _stops(here, direction, view):
            return here
        beyond = view.board.next(here, direction)
        if beyond is None:
            if view.board.board_edge(direction) is not None:
                return OUTSIDE
            return here if blocked else start
        here = beyond
    return here


def _stops(square: Square, direction: Heading, view: PlayView) -> bool:
    """Say whether a barrier or mount stops the jump on this edge now.

    It passes over things on squares, such as rails.
    """
    beyond = view.board.next(square, direction)
    if (square, direction) in view.board.walls:
        return True
    sides = [(square, direction)] + ([] if beyond is None else [(beyond, opposite(direction))])
    return any(
        side in one.gates()
        and one.layer in (BARRIER, MOUNT)
        and one.active(view.register)
        and one.blocks(direction, JUMP, view)
        for here, side in sides
        for one in view.board.at(here)
        if one.square == here
    )
