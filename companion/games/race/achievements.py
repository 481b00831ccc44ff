"""The 34 achievements of people who race: which counter they look at, how high it must be, and whether one game or all of them count (section 12).

They are looked at when a race is over, never before, so that nothing interrupts the hands at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.words import Text, text


class Achievement(NamedTuple):
    """One achievement: its id, its name, what it takes in words, the counters that it adds up, and the least that they must come to over all games.

    `most` is set for those of a single game: then they may come to no more in it. `grade` counts from 1 among those that look at the same counters.
    """

    key: str
    name: Text
    about: Text
    counters: tuple[str, ...]
    least: int = 0
    most: int | None = None
    grade: int = 1

    def of(self, counted: Mapping[str, int]) -> int:
        """What its counters come to; one that is missing was not counted, and adds nothing."""
        return sum(counted.get(name, 0) for name in self.counters)

    def holds(self, before: Mapping[str, int], game: Mapping[str, int]) -> bool:
        """Whether it is reached by what was counted in earlier games and in the one that has just ended.

        To have done something not once is nothing in a game in which nobody can.
        """
        if self.most is not None:
            return all(name in game for name in self.counters) and self.of(game) <= self.most
        return self.of(before) + self.of(game) >= self.least


def _steps(
    first: int, counters: tuple[str, ...], about: Callable[[int], Text], *names: tuple[Text, int]
) -> tuple[Achievement, ...]:
    """Several that look at the same counters, each higher than the one before."""
    return tuple(
        Achievement(f"ACH{first + at:02}", name, about(least), counters, least, grade=at + 1)
        for at, (name, least) in enumerate(names)
    )


ACHIEVEMENTS: Final[tuple[Achievement, ...]] = (
    *_steps(
        1,
        ("robots_destroyed",),
        lambda least: text("Others destroyed: {least}", least=least),
        (text("First Oil"), 1),
        (text("Oil Rush"), 5),
        (text("Wrecking Spree"), 10),
    ),
    *_steps(
        4,
        ("uturns",),
        lambda least: text("U-turns: {least}", least=least),
        (text("Town Councillor"), 1),
        (text("Member of Parliament"), 5),
        (text("Head of Government"), 10),
    ),
    *_steps(
        7,
        ("damage_taken",),
        lambda least: text("Damage taken: {least}", least=least),
        (text("Ouch"), 5),
        (text("Just a Scratch"), 20),
        (text("Structural Integrity at Risk"), 50),
    ),
    *_steps(
        10,
        ("deaths",),
        lambda least: text("Times destroyed: {least}", least=least),
        (text("For a Higher Purpose"), 1),
        (text("Zombie"), 5),
        (text("I Shall Live On"), 10),
    ),
    *_steps(
        13,
        ("fields_forward", "fields_backward"),
        lambda least: text("Squares walked: {least}", least=least),
        (text("One Step at a Time"), 10),
        (text("Achilles"), 50),
        (text("Tortoise"), 100),
    ),
    *_steps(
        16,
        ("fields_backward",),
        lambda least: text("Squares walked backward: {least}", least=least),
        (text("Tactical Retreat"), 5),
        (text("Headlong Flight"), 10),
        (text("Advance in the Other Direction"), 20),
    ),
    *_steps(
        19,
        ("left_turns", "right_turns", "uturns"),
        lambda least: text("Turns: {least}", least=least),
        (text("Dizzy"), 5),
        (text("Vertigo"), 20),
        (text("Utterly Lost"), 50),
    ),
    *_steps(
        22,
        ("damage_caused",),
        lambda least: text("Damage to others: {least}", least=least),
        (text("Boiler-Room Bruiser"), 5),
        (text("Steam Hammer"), 20),
        (text("Walking Disaster"), 50),
    ),
    *_steps(
        25,
        ("damage_repaired",),
        lambda least: text("Damage repaired: {least}", least=least),
        (text("Fresh Paint"), 1),
        (text("Oil Change"), 5),
        (text("Full Overhaul"), 20),
    ),
    *_steps(
        28,
        ("power_downs",),
        lambda least: text("Power-downs: {least}", least=least),
        (text("A Break Does You Good"), 1),
        (text("Well Slept"), 5),
        (text("Well Rested"), 10),
    ),
    *_steps(
        31,
        ("opponents_pushed",),
        lambda least: text("Others pushed: {least}", least=least),
        (text("Make Way, Here I Come"), 10),
    ),
    Achievement(
        "ACH32", text("Untouchable"), text("No damage taken in one game"), ("damage_taken",), most=0
    ),
    Achievement(
        "ACH33", text("Who Needs Backups?"), text("Not destroyed in one game"), ("deaths",), most=0
    ),
    Achievement(
        "ACH34",
        text("Pacifist"),
        text("No damage to others in one game"),
        ("damage_caused",),
        most=0,
    ),
)
"""All of them, by their ids in ascending order."""


def achieved(before: Mapping[str, int], game: Mapping[str, int]) -> tuple[str, ...]:
    """The ids of those that hold after a game that is over, given the totals of the games before it, in ascending order."""
    return tuple(achievement.key for achievement in ACHIEVEMENTS if achievement.holds(before, game))
