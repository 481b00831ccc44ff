"""The first lesson of a race with programs: eight steps on boards of a few squares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from companion.engine.board import board_of
from companion.engine.cards import NO_CARDS, Slots, card_of, locked_slots
from companion.engine.keys import EVERY_REGISTER, LAST_REGISTER
from companion.engine.state import Clank, Race, RaceState
from companion.formats.entries import read_entries
from companion.games.parts import LessonStep
from companion.games.programmed.deck import CODE_OF_CARD
from companion.games.programmed.turn import DEALING, RacePosition
from companion.games.race.game import RaceGame
from companion.geometry import E, Heading, N, Square
from companion.signals import PUSH
from companion.words import text

Step: TypeAlias = LessonStep[RacePosition]

LEARNER, OTHER = 1, 2
"""The seats of the lesson."""
UNUSED: Final = ("uturn@10", "uturn@20", "uturn@30", "uturn@40", "uturn@50")
"""The cards of slots that a step does not play."""
LOCKED: Final = ("left@70", "move1@500", "right@80", "left@90")
"""The cards in locked slots, from slot 2 on."""
ON_THE_SPOT: Final = ("left@70", "left@90", "uturn@60", "left@110", "right@80")
"""A program after which a piece stands as before."""


def code(card: str) -> int:
    """Return the code of a card such as "move1@490"."""
    return CODE_OF_CARD[card_of(card)]


def codes(*cards: str, first: int = 1) -> dict[int, int]:
    """Return the codes of cards by slot, from the slot `first` on."""
    return {slot: code(card) for slot, card in enumerate(cards, first)}


def piece(
    seat: int,
    square: Square,
    heading: Heading,
    damage: int = 0,
    slots: Slots = NO_CARDS,
    announced: bool = False,
) -> Clank:
    """Return a piece on the board that was last at a checkpoint on its own square."""
    return Clank(
        seat,
        square=square,
        heading=heading,
        damage=damage,
        lives=3,
        checkpoints=((square, heading),),
        slots=slots,
        announced=announced,
    )


def resting(seat: int, square: Square, heading: Heading) -> Clank:
    """Return a piece that sits out the turn."""
    return piece(seat, square, heading, announced=True)


class RaceLesson:
    """The lesson of one of these races; a game changes the steps in which it differs."""

    worst = 9
    """The damage at which one more destroys a piece."""

    def __init__(self, race: RaceGame[RacePosition]) -> None:
        self.race = race

    def steps(self, names: Mapping[int, str]) -> tuple[Step, ...]:
        """Return the steps; each stands alone."""
        me, other = names[LEARNER], names[OTHER]
        return (
            self.one_card(me),
            self.program(me),
            self.push(me, other),
            self.belt(me),
            self.laser(me),
            self.flag(me),
            self.locked(me),
            self.power_down(me),
        )

    def position(
        self,
        size: tuple[int, int],
        elements: tuple[str, ...],
        *pieces: Clank,
        flags: tuple[Square, ...] = (),
    ) -> RacePosition:
        """Return a race on a small board in which programs are asked for."""
        found = [one for entry in elements for one in read_entries(entry)]
        board = board_of(*size, found)
        race = Race(board, flags, self.race.rules_for(board, {}))
        position: RacePosition = self.race.dealt(
            RacePosition(RaceState(race, pieces), DEALING), None
        ).position
        return position

    # ---- The steps ----

    def one_card(self, me: str) -> Step:
        """Return the step about a single card."""
        return Step(
            text("One card"),
            text(
                "This is {name}; the arrow shows where it looks. Put Move 2 into slot 1, then pull "
                "the handle.",
                name=me,
            ),
            text(
                "{name} went two squares ahead. In a race nothing moves before all players have "
                "pulled their handles.",
                name=me,
            ),
            self.position((4, 2), (), piece(LEARNER, "A1", E)),
            codes("move2@670"),
            more=(code("left@70"),),
            unused=codes(*UNUSED[:4], first=2),
        )

    def program(self, me: str) -> Step:
        """Return the step about several cards in their order."""
        return Step(
            text("A program"),
            text(
                "Cards are played from left to right. Put Move 1 into slot 1, Right into slot 2 "
                "and Move 2 into slot 3, then pull the handle."
            ),
            text(
                "One square ahead, a turn to the right, two squares ahead. In a race you fill all "
                "five slots before anybody moves."
            ),
            self.position((4, 3), (), piece(LEARNER, "A1", N)),
            codes("move1@490", "right@80", "move2@670"),
            more=(code("left@70"),),
            unused=codes(*UNUSED[:2], first=4),
            passages=3,
        )

    def push(self, me: str, other: str) -> Step:
        """Return the step about a piece in the way, and the laser of a piece."""
        return Step(
            text("A push"),
            text(
                "{other} is in the way of {name}. Put Move 1 into slot 1, then pull the handle.",
                other=other,
                name=me,
            ),
            text(
                "{name} pushed {other} one square on. Then it fired its laser straight ahead, as "
                "after every card: 1 damage for {other}.",
                other=other,
                name=me,
            ),
            self.position((4, 2), (), piece(LEARNER, "A1", E), resting(OTHER, "B1", N)),
            codes("move1@490"),
            more=(code("right@80"),),
            unused=codes(*UNUSED[:4], first=2),
        )

    def belt(self, me: str) -> Step:
        """Return the step about a belt."""
        return Step(
            text("A belt"),
            text(
                "A belt lies in front of {name}. Put Move 1 into slot 1, then pull the handle.",
                name=me,
            ),
            text(
                "First the cards move, then the board: the belt carried {name} one square along "
                "its arrows.",
                name=me,
            ),
            self.position(
                (4, 2),
                ("A2 belt E", "B2 belt E", "C2 belt E"),
                piece(LEARNER, "A1", N),
            ),
            codes("move1@490"),
            more=(code("move2@670"),),
            unused=codes(*UNUSED[:4], first=2),
        )

    def laser(self, me: str) -> Step:
        """Return the step about a laser of the board, and damage."""
        return Step(
            text("A laser"),
            text(
                "A laser shines across the board. Put Move 1 into slot 1 and see what it does; "
                "pull the handle."
            ),
            text(
                "{name} ended in the beam: 1 damage. For each damage you are dealt one card fewer "
                "in the next turn.",
                name=me,
            ),
            self.position((4, 2), ("A2 laser W",), piece(LEARNER, "B1", N)),
            codes("move1@490"),
            more=(code("uturn@60"),),
            unused=codes(*UNUSED[:4], first=2),
        )

    def flag(self, me: str) -> Step:
        """Return the step about the aim of the game."""
        return Step(
            text("A flag"),
            text(
                "Flags are what the race is about. Flag 1 is two squares ahead: put Move 2 into "
                "slot 1, then pull the handle."
            ),
            text(
                "{name} has touched flag 1 and now needs flag 2. The first to touch all flags in "
                "their order wins.",
                name=me,
            ),
            self.position((4, 2), (), piece(LEARNER, "A1", E), flags=("C1", "A2")),
            codes("move2@670"),
            more=(code("move1@490"),),
            unused=codes(*UNUSED[:4], first=2),
        )

    def locked(self, me: str) -> Step:
        """Return the step about slots that damage has locked."""
        slots = (None, *map(card_of, LOCKED))
        return Step(
            text("Locked slots"),
            text(
                "{name} has 8 damage: slots 2 to 5 are locked. Their lights are on, and their "
                "cards stay. Put Move 1 into slot 1, the last free one, then pull the handle.",
                name=me,
            ),
            text(
                "After your card the locked Left in slot 2 was played. It is played in every turn "
                "until damage is repaired."
            ),
            self.position((4, 2), (), piece(LEARNER, "A1", E, 8, slots=slots)),
            codes("move1@490"),
            fixed=codes(*LOCKED, first=2),
            locked=(2, 3, 4, 5),
            passages=2,
        )

    def power_down(self, me: str) -> Step:
        """Return the step about resting for a turn."""
        slots, damage = tuple(map(card_of, ON_THE_SPOT)), self.worst
        return Step(
            text("Power down"),
            text(
                "{name} has {damage} damage: one more hit destroys it. Its cards are in the "
                "reader. Push the handle this time: {name} plays this turn, then rests for a "
                "turn.",
                name=me,
                damage=damage,
            ),
            text(
                "The turn was played, and {name} rests: it gets no cards for a turn, but all its "
                "damage is gone. A push always says: ready, and then rest.",
                name=me,
            ),
            self.position((3, 2), (), piece(LEARNER, "B1", N, damage, slots=slots)),
            gesture=PUSH,
            fixed=codes(*ON_THE_SPOT),
            locked=locked_slots(damage, card_lock=True),
            passages=LAST_REGISTER + 2,
            unseen=EVERY_REGISTER,
        )
