"""Accelerator: a track that shoots every piece on it to the square beyond its end (C1)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Line, Motion, Shape, box, facing, moving, on_circle, tip
from companion.engine.causes import THROW
from companion.engine.drawing import along, edges, run, tag, track, ways_in
from companion.engine.effects import Dash, Effect
from companion.engine.element import (
    BOARD,
    CARRIER,
    OUR_RULING,
    Beat,
    BoardView,
    Element,
    ElementFault,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import GROUP
from companion.geometry import Heading, S, Square
from companion.words import WAYS, Text, sentences, text

ACCELERATORS = Beat(BOARD, 10, "accelerators", "C1")


@register
@dataclass(frozen=True, slots=True)
class Accelerator(Element):
    """A square of a track; all squares of a `group` that lead into each other are one track."""

    heading: Heading
    group: str

    word = "accelerator"
    layer = CARRIER
    sided = "heading"
    keys = (GROUP,)
    traits = frozenset({"mover"})
    noun = text("Accelerator")
    about = sentences(
        text(
            "Shoots a clank along the whole track to the first square beyond its end. A clank "
            "that is stopped on the way takes 1 damage."
        ),
        OUR_RULING,
    )
    rule = "C1"
    example = "D4 accelerator E group=a"
    experimental = True

    def title(self) -> Text:
        return text(
            "Accelerator to the {way}, track {group}", way=WAYS[self.heading], group=self.group
        )

    def beats(self) -> tuple[Beat, ...]:
        return (ACCELERATORS,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Shoot the piece along the track from here, and one square beyond it."""
        return (Dash(tuple(self._ways(view.board)), THROW, "C1"),)

    def faults(self, board: BoardView) -> tuple[ElementFault, ...]:
        """Refuse a track that leads into itself, since it has no end."""
        if len(self._ways(board)) <= len(board.squares):
            return ()
        words = text(
            "the accelerator track of {square} leads into itself: give it an end",
            square=self.square,
        )
        found = text('"{entry}", whose track leads into itself', entry=self.entry())
        return (
            ElementFault(
                words,
                found,
                text("a track with an end: turn one of its squares away, or take it off"),
            ),
        )

    def _ways(self, board: BoardView) -> list[Heading]:
        """Return the directions from here to the end of the track.

        A track without an end returns more of them than the board has squares.
        """
        ways, track = [self.heading], board.next(self.square, self.heading)
        while (
            track is not None
            and len(ways) <= len(board.squares)
            and (on := self._track(board, track)) is not None
        ):
            ways.append(on)
            track = board.next(track, on)
        return ways

    def _track(self, board: BoardView, square: Square) -> Heading | None:
        """Return where the same track leads on a square, None if it is not there."""
        found = (
            one.heading
            for one in board.at(square)
            if isinstance(one, Accelerator) and one.group == self.group
        )
        return next(found, None)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a dark track with coils, two solid arrow heads and the tag of the track."""
        ways = ways_in(board, self, self.heading)
        rails = tuple(
            shape for direction in ways for shape in edges(direction, 0.42, 0.07, "steel")
        )
        beds = tuple(track(direction, 0.78, "ink") for direction in ways)
        return *facing(
            (*beds, *rails, *_coils(ways[0] if len(ways) == 1 else S)), self.heading
        ), *tag(self.group)

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Let the arrow heads shoot along the track."""
        face = box(0, 0, 1, 1, "ink"), *_coils(S)
        bands = (
            run(direction, 0.78, face)._replace(rounds=3)
            for direction in reversed(ways_in(board, self, self.heading))
        )
        return *moving(tuple(bands), self.heading), *tag(self.group)


def _coils(direction: Heading) -> tuple[Shape, ...]:
    """Draw bars across the track, and arrow heads between them."""
    bars = tuple(
        Line(
            (on_circle(place, -0.4, angle + 90), on_circle(place, 0.4, angle + 90)), "hazard", 0.07
        )
        for place, angle in along(direction, (0, 0.5, 1))
    )
    return *bars, *(tip(*place, 0.42, "energy") for place in along(direction, (0.24, 0.74)))
