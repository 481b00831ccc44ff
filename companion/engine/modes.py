"""Modes of the race as values: when a flag counts, and who wins.

The derby is the rulebook's; the others are rulings of this app (M1 to M3). The data that a mode
needs in addition to the flags touched in order is in the memory of the race, under the owner MODE:
the team of each seat, and the flags that each seat has touched where they count in any order. A
derby has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.engine.rules import DERBY_MODE, FREE_ORDER, LAST_STANDING, TEAMS, TIME_TRIAL, Rules
from companion.engine.state import Memory, RaceState
from companion.errors import SetupError
from companion.words import Text, count, term, text

MODE: Final = "mode"
"""The owner of a mode's memory in a race."""
TOUCHED, TEAM = "flags", "team"
"""The first word of what is remembered; the seat follows."""
Flags: TypeAlias = frozenset[int]
NO_FLAGS: Final[Flags] = frozenset()
LASTING, FREE, TOGETHER = "M1", "M2", "M3"
"""The rules of the modes: the last one left wins; flags count in any order; those of a team count
together."""


@dataclass(frozen=True)
class Mode:
    """A mode of play: which flags count for a piece, and what wins."""

    word: str
    flags_count: bool = True
    """Whether flags are touched and win; if not, they are only places to come back to."""
    in_order: bool = True
    """Whether only the next flag counts."""
    together: bool = False
    """Whether a flag touched by one seat counts for its whole team."""
    last_left: bool = False
    """Whether the last seat left wins even if the rule set does not say so."""
    rule: str = ""
    """The rule that explains its victories, empty if the rule set's own number does."""


MODES: Final[Mapping[str, Mode]] = {
    mode.word: mode
    for mode in (
        Mode(DERBY_MODE),
        Mode(LAST_STANDING, flags_count=False, last_left=True, rule=LASTING),
        Mode(FREE_ORDER, in_order=False, rule=FREE),
        Mode(TEAMS, in_order=False, together=True, rule=TOGETHER),
        Mode(TIME_TRIAL),
    )
}
"""By the words of the setting."""
TEAM_WORDS: Final = ("red", "blue", "green", "yellow")
"""The words of all teams."""
TEAM_NAMES: Final[Mapping[str, Text]] = {
    "red": term("team", "Red"),
    "blue": term("team", "Blue"),
    "green": term("team", "Green"),
    "yellow": term("team", "Yellow"),
}
BY_TURNS: Final = ("red", "blue")
"""The teams of seats without a choice, in turn."""


def mode_of(rules: Rules) -> Mode:
    """Return the mode that the settings name."""
    return MODES[rules.mode]


# ---- What is remembered --------------------------------------------------------------------------


def flags_in(memory: Memory) -> dict[int, Flags]:
    """Return the flags that each seat has touched itself, where they count in any order."""
    return {
        int(seat): frozenset(map(int, value.split(",")))
        for seat, value in _remembered(memory, TOUCHED)
    }


def teams_in(memory: Memory) -> dict[int, str]:
    """Return the word of each seat's team, empty without teams."""
    return {int(seat): value for seat, value in _remembered(memory, TEAM)}


def _remembered(memory: Memory, word: str) -> list[tuple[str, str]]:
    return [
        (what.partition(" ")[2], value)
        for (owner, what), (value, _) in memory
        if owner == MODE and what.startswith(word)
    ]


def with_flags(memory: Memory, flags: Mapping[int, Flags]) -> Memory:
    """Return the memory in which each seat has touched exactly these flags."""
    rest = [entry for entry in memory if entry[0][0] != MODE or not entry[0][1].startswith(TOUCHED)]
    entries = [
        ((MODE, f"{TOUCHED} {seat}"), (",".join(map(str, sorted(touched))), 0))
        for seat, touched in flags.items()
        if touched
    ]
    return tuple(sorted((*rest, *entries)))


def with_teams(memory: Memory, teams: Mapping[int, str]) -> Memory:
    """Return the memory in which these seats belong to these teams, for good."""
    return tuple(
        sorted((*memory, *(((MODE, f"{TEAM} {seat}"), (team, 0)) for seat, team in teams.items())))
    )


def mates(teams: Mapping[int, str], seat: int) -> tuple[int, ...]:
    """Return all seats of a seat's team, itself included; only itself without teams."""
    if seat in teams:
        return tuple(other for other, team in teams.items() if team == teams[seat])
    return (seat,)


def touched_with(flags: Mapping[int, Flags], teams: Mapping[int, str], seat: int) -> Flags:
    """Return the flags that a seat and its team have touched."""
    return NO_FLAGS.union(*(flags.get(mate, NO_FLAGS) for mate in mates(teams, seat)))


def touched_by(state: RaceState, seat: int) -> Flags:
    """Return the flags that count as touched for a seat, in any mode, by itself or by its team."""
    mode = mode_of(state.race.rules)
    if mode.in_order:
        return frozenset(range(1, state.clank(seat).next_flag))
    return touched_with(flags_in(state.memory), teams_in(state.memory), seat)


def wanted_by(state: RaceState, seat: int) -> tuple[int, ...]:
    """Return the flags that would count for a seat now, in ascending order.

    These are the next one, or all that are missing; none if flags do not count.
    """
    mode, last = mode_of(state.race.rules), len(state.race.flags)
    if not mode.flags_count:
        return ()
    if mode.in_order:
        flag = state.clank(seat).next_flag
        return (flag,) if flag <= last else ()
    touched = touched_by(state, seat)
    return tuple(flag for flag in range(1, last + 1) if flag not in touched)


def winners_of(state: RaceState) -> tuple[int, ...]:
    """Return the seats that have won, the winner's whole team included; () if none has."""
    return () if state.winner is None else mates(teams_in(state.memory), state.winner)


# ---- At the beginning ----------------------------------------------------------------------------


def teams_for(seats: Sequence[int], chosen: Mapping[int, str]) -> dict[int, str]:
    """Return the team of each seat: the chosen one, or Red and Blue in turn."""
    return {
        seat: chosen.get(seat) or BY_TURNS[number % len(BY_TURNS)]
        for number, seat in enumerate(sorted(seats))
    }


def seen_possible(
    rules: Rules, flags: Sequence[str], seats: Sequence[int], teams: Mapping[int, str]
) -> None:
    """Check that a mode can be won with these settings, flags, seats and teams.

    Raises:
        SetupError: It cannot; the message says what to change.
    """
    mode = mode_of(rules)
    if mode.last_left and len(seats) < 2:
        raise SetupError(
            text(
                "Last standing needs at least two players: give another seat a player, or "
                "choose another mode"
            )
        )
    if mode.last_left and rules.lives is None:
        raise SetupError(
            text("Last standing needs a limit of lives: choose 1 to 3 lives, or another mode")
        )
    if mode.word == FREE_ORDER and len(flags) < 2:
        raise SetupError(
            text(
                "Free order needs at least two flags: put down another one, or choose another mode"
            )
        )
    if mode.together and len({*teams.values()}) < 2:
        raise SetupError(
            text(
                "all seats are in one team: choose two to four teams on the page Players, or "
                "another mode"
            )
        )
    if mode.word == TIME_TRIAL and len(seats) != 1:
        raise SetupError(
            count(
                "a time trial is for one player, but {number} seat is taken: leave only one",
                "a time trial is for one player, but {number} seats are taken: leave only one",
                len(seats),
            )
        )
