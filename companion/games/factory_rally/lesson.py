"""The first lesson of Factory Rally: that of any race with programs, and oil."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.factory_rally.rule_set import DEADLY
from companion.games.programmed.lesson import (
    LEARNER,
    UNUSED,
    RaceLesson,
    Step,
    code,
    codes,
    piece,
)
from companion.geometry import E
from companion.words import text


class RallyLesson(RaceLesson):
    """The lesson with a step about oil after the one about belts."""

    worst = DEADLY - 1

    def steps(self, names: Mapping[int, str]) -> tuple[Step, ...]:
        found = super().steps(names)
        return (*found[:4], self.oil(names[LEARNER]), *found[4:])

    def laser(self, me: str) -> Step:
        return (
            super()
            .laser(me)
            ._replace(
                result=text(
                    "{name} ended in the beam: 1 damage. For each damage you are dealt one card "
                    "fewer in the next round.",
                    name=me,
                )
            )
        )

    def locked(self, me: str) -> Step:
        return (
            super()
            .locked(me)
            ._replace(
                result=text(
                    "After your card the locked Left in slot 2 was played. It is played in every "
                    "round until damage is repaired."
                )
            )
        )

    def power_down(self, me: str) -> Step:
        return (
            super()
            .power_down(me)
            ._replace(
                task=text(
                    "{name} has {damage} damage: one more hit destroys it. Its cards are in the "
                    "reader. Push the handle this time: {name} plays this round, then rests for a "
                    "round.",
                    name=me,
                    damage=self.worst,
                ),
                result=text(
                    "The round was played, and {name} rests: it gets no cards for a round, but all "
                    "its damage is gone. A push always says: ready, and then rest.",
                    name=me,
                ),
            )
        )

    def oil(self, me: str) -> Step:
        """Return the step about a robot that slides."""
        return Step(
            text("Oil"),
            text(
                "There is oil on the floor in front of {name}. Put Move 1 into slot 1, then pull "
                "the handle.",
                name=me,
            ),
            text(
                "The card brought {name} onto the oil, and it slid on in the same direction to the "
                "first square without oil.",
                name=me,
            ),
            self.position((4, 2), ("B1 oil",), piece(LEARNER, "A1", E)),
            codes("move1@490"),
            more=(code("move2@670"),),
            unused=codes(*UNUSED[:4], first=2),
        )
