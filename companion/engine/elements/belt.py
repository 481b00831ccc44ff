"""Belt, slow, fast or hyper: carries the clank on it in the direction of its arrow.

See 7.5, C5 to C7. A belt asks for a claim; the procedure of 7.4 decides on all belts together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.art import Motion, Shape, box, chevron, facing, moving
from companion.engine.causes import BELT
from companion.engine.drawing import BED, along, run, track
from companion.engine.effects import Effect, Shift, Spin
from companion.engine.element import (
    BOARD,
    CARRIER,
    NO_EFFECTS,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import Key, read_headings, word_key, write_headings
from companion.geometry import LEFT, RIGHT, E, Heading, S, Square, W, opposite, turn_heading
from companion.words import COMPASS, WAYS, Text, text

ON_A_BELT = "belt"
"""A belt pushes only clanks on squares without this trait, which idle and blocked belts have too
(13.2 `on_a_belt` [E049, E050])."""

HYPER_BELTS = Beat(BOARD, 50, "hyper belts", "C5")
FAST_BELTS = Beat(BOARD, 60, "fast belts", "7.5.1")
ALL_BELTS = Beat(BOARD, 70, "all belts", "7.5.1")
BEATS = {
    "slow": (ALL_BELTS,),
    "fast": (FAST_BELTS, ALL_BELTS),
    "hyper": (HYPER_BELTS, FAST_BELTS, ALL_BELTS),
}
SPEED = word_key(
    "speed",
    ("slow", "fast", "hyper"),
    "slow",
    "slow moves in the last stage only, fast in the last two, hyper in all three",
)

CARRY = tuple((Shift(heading, BELT, ON_A_BELT, "7.5.1", "7.5.2"),) for heading in range(4))
SPINS = {LEFT: (Spin(LEFT, BELT, "7.5.4"),), RIGHT: (Spin(RIGHT, BELT, "7.5.4"),)}


EVERY_SIDE = (0, 1, 2, 3)
INLETS = Key(
    "inlets",
    # In order and each once.
    lambda text: tuple(
        sorted({*read_headings(text, "sides N E S W with commas between, such as S,W")})
    ),
    write_headings,
    "N,E,S,W",
    "the sides that are drawn as ways in, for boards that state them",
)
_TITLES = {
    "slow": lambda direction: text("Belt to the {way}", way=direction),
    "fast": lambda direction: text("Fast belt to the {way}", way=direction),
    "hyper": lambda direction: text("Hyper belt to the {way}", way=direction),
}


@register
@dataclass(frozen=True, slots=True)
class Belt(Element):
    heading: Heading
    """The way out."""
    speed: str = "slow"
    inlets: tuple[Heading, ...] = EVERY_SIDE
    """The sides that are drawn as ways in (7.5.5 [E069])."""

    word = "belt"
    layer = CARRIER
    sided = "heading"
    keys = (SPEED, INLETS)
    codes: ClassVar[Mapping[str, str]] = {
        "^": "belt N",
        ">": "belt E",
        "v": "belt S",
        "<": "belt W",
        "^^": "belt N speed=fast",
        ">>": "belt E speed=fast",
        "vv": "belt S speed=fast",
        "<<": "belt W speed=fast",
    }
    traits = frozenset({ON_A_BELT})
    noun = text("Belt")
    about = text(
        "Carries a clank one square (slow), two (fast) or three (hyper) and turns it at "
        "corners. Pushes clanks that stand on no belt."
    )
    rule = "7.5"
    example = "C2 belt E speed=fast"
    enters_by = frozenset({BELT})

    def title(self) -> Text:
        return _TITLES[self.speed](WAYS[self.heading])

    def beats(self) -> tuple[Beat, ...]:
        """Act with all belts that are at least as fast (7.5.1 [E031-E035], C5).

        Hyper belts act alone first, then they and fast belts, then all belts together.
        """
        return BEATS[self.speed]

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Carry the clank one square along the arrow (7.5.2 [E042-E048, E058]).

        It pushes clanks that are on no belt.
        """
        return CARRY[self.heading]

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Turn a clank that is carried in from the left or right of the arrow.

        See 7.5.4-7.5.6 [E060-E070].
        """
        if opposite(direction) not in self.inlets:
            return NO_EFFECTS
        # Straight on and straight back are 0 and 2, and neither is a corner (7.5.4 [E066, E070]).
        return SPINS.get((self.heading - direction) % 4, NO_EFFECTS)

    def carried(self, square: Square, quarters: int) -> Element:
        """Turn its ways in with it."""
        inlets = tuple(sorted(turn_heading(side, quarters) for side in self.inlets))
        return replace(
            self, square=square, heading=turn_heading(self.heading, quarters), inlets=inlets
        )

    def warnings(self, board: BoardView) -> tuple[Text, ...]:
        """Warn of a wall at its end, and of a belt that leads in where no way in is stated.

        See 7.5.5 [E069].
        """
        found = []
        # None and not OUTSIDE: over an open edge a belt does lead somewhere (7.4.5 [E076]).
        if board.ahead[self.heading][self.square] is None:
            found.append(
                text(
                    "the belt on {square} runs into a wall: its {side} side is closed",
                    square=self.square,
                    side=COMPASS[self.heading],
                )
            )
        for side in EVERY_SIDE:
            # Only from the left or right: a clank from behind is not turned, inlet or not.
            if (
                side not in self.inlets
                and (side - self.heading) % 2
                and _leads_in(board, self.square, side)
            ):
                found.append(
                    text(
                        "the belt on {square} states no inlet {side}, where a belt leads in: "
                        "nobody is turned there (7.5.5)",
                        square=self.square,
                        side=COMPASS[side],
                    )
                )
        return tuple(found)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a band from every way in to the way out.

        It is straight if none leads in, with one chevron for slow, two for fast and three for
        hyper.
        """
        return facing(band(self._ways(board), self.speed), self.heading)

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Move the band a square from every way in, the straight one on top."""
        return moving(
            tuple(
                run(direction, BED, face(self.speed)) for direction in reversed(self._ways(board))
            ),
            self.heading,
        )

    def _ways(self, board: BoardView) -> tuple[Heading, ...]:
        """Return the sides from which it leads to its way out, as if that were north."""
        sides = {side: turn_heading(side, self.heading) for side in (S, E, W)}
        return tuple(
            side
            for side, turn in sides.items()
            if turn in self.inlets and _leads_in(board, self.square, turn)
        ) or (S,)


def _leads_in(board: BoardView, square: Square, side: Heading) -> bool:
    """Say whether a neighbouring belt runs onto the square over this side, past no wall."""
    beside = board.next(square, side)
    carriers = board.at(beside) if beside else ()
    return any(
        isinstance(belt, Belt) and board.ahead[belt.heading][belt.square] == square
        for belt in carriers
    )


# ---- Art -----------------------------------------------------------------------------------------
# Everything is drawn for a belt that leads north; the element turns it to its own heading.

_BEDS = {"slow": "belt", "fast": "belt_fast", "hyper": "belt_hyper"}
_ARROWS = {"slow": ("arrow", 0.54), "fast": ("arrow_fast", 0.46), "hyper": ("arrow_hyper", 0.42)}
"""The colour and the size of the chevrons of a speed."""
_SHARES = {"slow": (0.5,), "fast": (0.25, 0.75), "hyper": (1 / 6, 0.5, 5 / 6)}
"""The places of the chevrons along the band, evenly spaced."""


def band(ways: tuple[Heading, ...], speed: str) -> tuple[Shape, ...]:
    """Return the band that leads north from some of the sides S, E and W.

    It has one chevron for slow, two for fast, three for hyper.
    """
    rails = [track(direction, 0.9, "rail") for direction in ways]
    beds = [track(direction, BED, _BEDS[speed]) for direction in ways]
    # All rails are below all beds, so that no rail crosses the bed of another way in.
    return *rails, *beds, *marks(ways[0] if len(ways) == 1 else S, speed)


def face(speed: str) -> tuple[Shape, ...]:
    """Return a square of a moving band."""
    return box(0, 0, 1, 1, _BEDS[speed]), *marks(S, speed)


def marks(direction: Heading, speed: str) -> tuple[Shape, ...]:
    """Return the chevrons along the band from a side to the north side."""
    colour, size = _ARROWS[speed]
    return tuple(
        chevron(place, angle, size, colour) for place, angle in along(direction, _SHARES[speed])
    )
