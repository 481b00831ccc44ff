"""Modes of a race at the table (M1-M3): teams, and standings and endings other than a derby's."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Final

from companion.engine.modes import (
    TEAM,
    TEAM_NAMES,
    TEAM_WORDS,
    mates,
    mode_of,
    seen_possible,
    teams_for,
    teams_in,
    touched_by,
    wanted_by,
    winners_of,
    with_teams,
)
from companion.engine.rules import LAST_STANDING, MODE_OPTION, TEAMS
from companion.engine.state import ACTIVE, OUT, PARKED, RaceState
from companion.engine.survey import squares_to
from companion.games.api import Plan
from companion.games.race.standing import PieceCondition
from companion.games.scene import Badge, Fact, Standing
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.settings import Option, OptionValue
from companion.words import NOTHING, Text, count, facts, listed, text

IN_TURN: Final = "auto"
"""The team of a seat for which none is chosen."""
TEAM_OPTION: Final = Option(
    TEAM,
    text("Team"),
    text("Seats of one team collect their flags together and win together."),
    (
        OptionValue("", text("By turns"), text("Red and Blue, one seat after the other."), IN_TURN),
        *(
            OptionValue(
                word, TEAM_NAMES[word], text("All seats that choose this team race together.")
            )
            for word in TEAM_WORDS
        ),
    ),
    IN_TURN,
    only=(MODE_OPTION.key, (TEAMS,)),
)
"""The setting of each seat in the mode with teams."""
STATUSES: Final = (ACTIVE, PARKED, OUT)
"""The order of pieces with equally many flags.

A parked piece returns and has no square yet; one that is out does not return.
"""


def in_mode(state: RaceState, plan: Plan) -> RaceState:
    """Return a race about to begin, with the chosen teams.

    Raises:
        SetupError: The mode cannot be won with these seats.
    """
    rules = state.race.rules
    chosen = {
        seat: str(TEAM_OPTION.choice(words[TEAM]).value)
        for seat, words in plan.seat_words.items()
        if TEAM in words
    }
    teams = teams_for(plan.seats, chosen) if mode_of(rules).together else {}
    seen_possible(rules, plan.markers, plan.seats, teams)
    return state._replace(memory=with_teams(state.memory, teams)) if teams else state


# ---- Standings -----------------------------------------------------------------------------------


class NearestFlag(NamedTuple):
    """The flag with the shortest way for a piece, and its distance."""

    flag: int
    squares: int


def nearest(state: RaceState) -> Mapping[int, NearestFlag]:
    """Return the nearest flag that counts for each piece, by seat, with the way around obstacles.

    Pieces without a way or off the board are left out.
    """
    race, ways = state.race, dict[int, Mapping[Square, int]]()
    found: dict[int, NearestFlag] = {}
    for clank in state.clanks:
        for flag in wanted_by(state, clank.seat) if clank.square is not None else ():
            ways[flag] = (
                ways[flag] if flag in ways else squares_to(race.board, race.flags[flag - 1])
            )
            squares = ways[flag].get(clank.square or "")
            if squares is not None and (
                clank.seat not in found or squares < found[clank.seat].squares
            ):
                found[clank.seat] = NearestFlag(flag, squares)
    return found


def ranked(state: RaceState) -> tuple[tuple[int, int], ...]:
    """Return (place, seat) of each seat, the best first. Equal seats and teams share a place.

    The order is by flags and, during a race, by squares to go. The rulebook knows one winner and no
    other places (10.1), so that at the end only flags count behind the winner. In a mode without
    flags, pieces that are not out come first, then lives, damage and the latest destruction decide.
    """
    mode, won = mode_of(state.race.rules), winners_of(state)
    over = state.over or state.winner is not None
    near = {} if over or mode.word == LAST_STANDING else nearest(state)
    worth: dict[int, tuple[int, ...]] = {}
    for clank in state.clanks:
        seat = clank.seat
        if mode.word == LAST_STANDING:
            out = clank.status == OUT
            death = -clank.death if out else 0
            worth[seat] = seat not in won, out, -(clank.lives or 0), clank.damage, death
            continue
        touched = len(touched_by(state, seat))
        if over:
            # Lives and damage do not count: flags win, not survival (10.4).
            worth[seat] = seat not in won, -touched
        else:
            away = 0
            if clank.status == ACTIVE:
                away = near[seat].squares if seat in near else len(state.race.board.squares)
            worth[seat] = -touched, STATUSES.index(clank.status), away
    teams = teams_in(state.memory)
    if teams:
        worth = {seat: min(worth[mate] for mate in mates(teams, seat)) for seat in worth}
    order = sorted(worth, key=lambda seat: (worth[seat], seat))
    best = [worth[seat] for seat in order]
    return tuple((best.index(mine) + 1, seat) for seat, mine in zip(order, best, strict=True))


def standing_in_mode(state: RaceState, row: Standing) -> Standing:
    """Return a standing with what counts in its mode: the flags of the team, or no flags."""
    mode = mode_of(state.race.rules)
    if not mode.flags_count:
        kept = row.facts[1:]
        words = facts([row.state, *(fact.words for fact in kept)])
        return row._replace(facts=kept, summary=words, brief=words)
    if not mode.together:
        return row
    name = TEAM_NAMES[teams_in(state.memory)[row.seat]]
    touched = len(touched_by(state, row.seat))
    of = len(state.race.flags)
    words = text("{team}: {flags} of {of} flags", team=name, flags=touched, of=of)
    fact = Fact(text("Team"), text("{team} {flags}/{of}", team=name, flags=touched, of=of), words)
    summary = facts([words, *(other.words for other in row.facts[1:]), row.state])
    return row._replace(
        facts=(fact, *row.facts[1:]), summary=summary, brief=facts([name, row.brief])
    )


def with_wanted(state: RaceState, seat: int, condition: PieceCondition) -> PieceCondition:
    """Return what a piece has, with its team and the flags that it seeks in any order."""
    mode = mode_of(state.race.rules)
    if mode.in_order and mode.flags_count:
        return condition
    teams = teams_in(state.memory)
    more = condition.more
    if seat in teams:
        # The ring on the map shows the team.
        name = TEAM_NAMES[teams[seat]]
        more = (*more, Badge(name, name, ring=teams[seat]))
    return condition._replace(wanted=wanted_by(state, seat), more=more)


# ---- During the race and at the end --------------------------------------------------------------


def ranking() -> Text:
    """Return the order of the standings if flags count in any order, in a sentence."""
    return text("Flags count in any order, then the way to the nearest one that is missing.")


def headline(state: RaceState, names: Mapping[int, str]) -> Text:
    """Return how many are left, or which team leads; NOTHING in the other modes."""
    mode = mode_of(state.race.rules)
    if not mode.flags_count:
        left = [clank.seat for clank in state.clanks if clank.status != OUT]
        return count("{number} clank is left.", "{number} clanks are left.", len(left))
    if not mode.together:
        return NOTHING
    touched = {team: len(touched_by(state, seat)) for seat, team in teams_in(state.memory).items()}
    (first, most), (second, next_most), *_ = sorted(touched.items(), key=lambda entry: -entry[1])
    if most == next_most:
        return text(
            "{first} and {second} are level in front.",
            first=TEAM_NAMES[first],
            second=TEAM_NAMES[second],
        )
    return count(
        "{first} leads {second} by {number} flag.",
        "{first} leads {second} by {number} flags.",
        most - next_most,
        first=TEAM_NAMES[first],
        second=TEAM_NAMES[second],
    )


def verdict(state: RaceState, names: Mapping[int, str]) -> Text:
    """Return how a race ended, in a sentence; NOTHING if the derby's words fit."""
    mode, won = mode_of(state.race.rules), winners_of(state)
    if not won:
        return NOTHING
    left = [clank.seat for clank in state.clanks if clank.status != OUT]
    if mode.together:
        team = TEAM_NAMES[teams_in(state.memory)[won[0]]]
        clanks = listed([names[seat] for seat in won])
        if len(touched_by(state, won[0])) < len(state.race.flags):
            return text("Only {team} is left and wins: {clanks}!", team=team, clanks=clanks)
        return text("{team} has touched all flags and wins: {clanks}!", team=team, clanks=clanks)
    if (
        left == [won[0]]
        and len(state.clanks) > 1
        and (not mode.flags_count or wanted_by(state, won[0]))
    ):
        return text("Only {clank} is left and wins!", clank=names[won[0]])
    return NOTHING


def course_of(game: str, version: int, state: RaceState) -> str:
    """Return the mark of a course: equal for equal board, flags, settings, start and model.

    The name of the board does not count.
    """
    clank = state.clanks[0]
    own = [entry for entry in state.memory if entry[1][1] == 0 and entry[0][0] == str(clank.seat)]
    return hashlib.sha256(
        json.dumps([game, version, state.race.facts, clank.checkpoints[0], own]).encode()
    ).hexdigest()[:16]
