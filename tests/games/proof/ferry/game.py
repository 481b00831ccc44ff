"""Ferry: all order five cards, under time after the first; the neighbour drives.

It once says to which side a piece gives way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.art import Disc, Polygon, Shape
from companion.engine.board import Board, board_of
from companion.errors import SetupError
from companion.games.api import Game, Part, Plan, PlayResult, Step, TextEvent, one_step
from companion.games.asking import (
    Answer,
    Ask,
    Custody,
    Deadline,
    Finished,
    Hand,
    NextStep,
    Offer,
    PlayOn,
    Program,
    Questions,
    Roles,
    Shuffle,
)
from companion.games.codes import WORDS
from companion.games.parts import Components, Seating
from companion.games.scene import (
    ACTIVE,
    BACK,
    CardDesign,
    Face,
    Fact,
    Instruction,
    MovePicture,
    Piece,
    Scene,
    Standing,
)
from companion.games.wording import Wording
from companion.geometry import Heading, Square
from companion.signals import PULL
from companion.words import Text, text

BOARD: Final = board_of(7, 7, [], edge="wall", name="Ferry", parking=False, joined=True)
SIGNS: Final[Mapping[str, tuple[tuple[Shape, ...], str]]] = {
    "moon": ((Disc((0.5, 0.5), 0.44, "suit_black", 0.28),), "suit_black"),
    "kite": ((Polygon(((0.5, 1), (0.9, 0.5), (0.5, 0), (0.1, 0.5)), "suit_red"),), "suit_red"),
}
CORNERS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")
CARDS: Final = tuple((corner, kind) for kind in SIGNS for corner in CORNERS)
DECK: Final = WORDS[: len(CARDS)]
FACES: Final = {
    code: Face(
        code,
        f"{corner}-{kind}",
        14 - CORNERS.index(corner),
        CardDesign(
            text("{card} of the {kind}", card=corner, kind=kind),
            corner,
            SIGNS[kind][0],
            SIGNS[kind][0],
            SIGNS[kind][1],
        ),
    )
    for code, (corner, kind) in zip(DECK, CARDS, strict=True)
}
DEAL, CHOOSE, RUN, GIVE_WAY, AWAY, OVER = "deal", "choose", "run", "give way", "away", "over"
STARTS: Final[Mapping[int, Square]] = {1: "G4", 2: "A3", 3: "C5", 4: "E6"}


class Water(NamedTuple):
    """The game: seats, next stage, hands, squares and headings of pieces."""

    seats: tuple[int, ...]
    stage: str = DEAL
    hands: tuple[tuple[int, ...] | None, ...] = ()
    squares: tuple[Square, ...] = ()
    goal: Square = ""


class Carried(NamedTuple):
    """A piece that has moved."""

    seat: int
    path: tuple[Square, ...]
    words: Text


def _move(one: Carried) -> MovePicture:
    heading = _heading(one.seat)
    return MovePicture(one.seat, one.path[0], one.path[-1], one.path, heading, heading)


def _heading(seat: int) -> Heading:
    return (2, 0, 1, 3)[seat - 1]


class Jetties(Seating):
    """The squares at which pieces begin."""

    def starts(self, board: Board | None) -> Mapping[int, Square | None]:
        return {**STARTS}


class Boats(Components[Water]):
    """The pieces on the water."""

    def scene_diff(
        self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
    ) -> tuple[Instruction, ...]:
        """Move each piece that differs; their squares are always free."""
        stood = {piece.seat: piece.square for piece in before.pieces}
        instructions = []
        for piece in after.pieces:
            start, end = stood[piece.seat], piece.square
            if start is not None and end is not None and start != end:
                words = text("{name} to {square}", name=names[piece.seat], square=end)
                move = _move(Carried(piece.seat, (start, end), words))
                instructions.append(Instruction(piece.seat, words, "", BACK, (move,), short=words))
        return tuple(instructions)


class Ferry(Game[Water, Carried | TextEvent]):
    """The game; positions are Waters."""

    key, title, deck, seats, setup_pages = "ferry", "Ferry", DECK, (1, 2, 3, 4), ("seats",)
    ranking: Text = text("Everybody is on the water.")
    wording: Wording = Wording()
    parts: Mapping[type, Part[Water, Carried | TextEvent]] = {
        Components: Boats(),
        Seating: Jetties(),
    }

    def board(self, position: Water) -> Board:
        return BOARD

    def face(self, code: int) -> Face | None:
        return FACES.get(code)

    def begin(self, plan: Plan) -> Water:
        """Return all pieces at their starts.

        Raises:
            SetupError: No second piece could give way.
        """
        if len(plan.seats) < 2:
            raise SetupError(text("Ferry needs two players: give another seat a player"))
        return Water(plan.seats, squares=tuple(STARTS[seat] for seat in plan.seats))

    def driver(self, position: Water, seat: int) -> int:
        """Return the seat to the left."""
        return position.seats[(position.seats.index(seat) + 1) % len(position.seats)]

    def next_step(self, position: Water) -> NextStep:
        if position.stage == DEAL:
            return Shuffle(1, dict.fromkeys(position.seats, (None,) * 5))
        if position.stage == CHOOSE:
            hurry = Deadline(30, PULL, after_first=True)
            asks = (
                Ask(
                    self.driver(position, seat),
                    True,
                    ((PULL, text("done")),),
                    Program((1, 2, 3, 4, 5)),
                    Hand(5, hand),
                    deadline=hurry,
                    choosing=text("putting cards in order"),
                    roles=Roles(piece=seat),
                )
                for seat, hand in zip(position.seats, position.hands, strict=True)
            )
            return Questions(
                "order",
                1,
                tuple(asks),
                text("Put five cards in order"),
                text("Your neighbour's piece moves by them."),
            )
        if position.stage == GIVE_WAY:
            offers = (
                Offer("left", text("to the west"), squares=("G3",)),
                Offer("right", text("to the east"), squares=("B3",)),
            )
            ask = Ask(
                self.driver(position, 1),
                True,
                offers=offers,
                secret=False,
                deadline=Deadline(10, "right"),
                choosing=text("which way?"),
                roles=Roles(piece=1),
            )
            return Questions(
                "side",
                1,
                (ask,),
                text("Which way does {piece} give way?", piece="COPPER"),
                text("Touch an arrow."),
            )
        return PlayOn(1) if position.stage in (RUN, AWAY) else Finished(1, (1,))

    def dealt(
        self, position: Water, codes: tuple[int, ...] | None, custody: Mapping[int, Custody] = {}
    ) -> PlayResult[Water, Carried]:
        """Deal five cards each."""
        hands = tuple(
            None if codes is None else codes[5 * at : 5 * at + 5]
            for at in range(len(position.seats))
        )
        return PlayResult(position._replace(stage=CHOOSE, hands=hands), 1, 0)

    def answered(
        self, position: Water, answers: Mapping[int, Answer]
    ) -> PlayResult[Water, Carried]:
        """Lead from cards to the move, and from the side to the end."""
        if position.stage == CHOOSE:
            return PlayResult(position._replace(stage=RUN), 1, 0)
        goal = "G3" if next(iter(answers.values())).offer == "left" else "B3"
        return PlayResult(position._replace(stage=AWAY, goal=goal), 1, 0)

    def play(self, position: Water) -> PlayResult[Water, Carried]:
        """Move the first piece around the tube; then the second gives way."""
        if position.stage == AWAY:
            first, second, *others = position.squares
            squares = (first, position.goal, *others)
            words = text("COPPER goes to {square}.", square=position.goal)
            event = Carried(2, (second, position.goal), words)
            over = position._replace(stage=OVER, squares=squares)
            return PlayResult(over, 1, 1, one_step((event,), over), ends_turn=True)
        shown = tuple(
            (seat, FACES[hand[0]])
            for seat, hand in zip(position.seats, position.hands, strict=True)
            if hand
        )
        _first, *others = position.squares
        event = Carried(
            1,
            ("G4", "A4"),
            text(
                "{card} carries the first piece over the side.",
                card=shown[0][1].look.words if shown and shown[0][1].look else "",
            ),
        )
        after = position._replace(stage=GIVE_WAY, squares=("A4", *others))
        return PlayResult(
            after,
            1,
            1,
            one_step((event,), after),
            tuple(sorted(shown, key=lambda one: -one[1].priority)),
        )

    def scene(self, position: Water) -> Scene:
        return Scene(
            BOARD,
            tuple(
                Piece(seat, square, _heading(seat), ACTIVE)
                for seat, square in zip(position.seats, position.squares, strict=True)
            ),
        )

    def tell(
        self, before: Water, step: Step[Water, Carried | TextEvent], names: Mapping[int, str]
    ) -> tuple[Instruction[Carried | TextEvent], ...]:
        moves = tuple(
            Instruction(
                one.seat,
                one.words,
                "",
                "play",
                (_move(one),),
                events=(one,),
                short=one.words,
                card="A-moon",
            )
            for one in step.events
            if isinstance(one, Carried)
        )
        return (*moves, *super().tell(before, step, names))

    def standings(self, position: Water) -> tuple[Standing, ...]:
        return tuple(
            Standing(
                1,
                seat,
                ACTIVE,
                facts=(Fact(text("Square"), square, text("on {square}", square=square)),),
            )
            for seat, square in zip(position.seats, position.squares, strict=True)
        )

    def redacted(self, position: Water, viewer: int | None) -> Water:
        """Hide the hands of others, except from the neighbour."""
        return position._replace(
            hands=tuple(
                hand if viewer is not None and self.driver(position, seat) == viewer else None
                for seat, hand in zip(position.seats, position.hands, strict=False)
            )
        )


GAME: Final = Ferry()
