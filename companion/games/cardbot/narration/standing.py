"""The standings: what robots have, the way to the next target, the leader and the result."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.cardbot.engine.cards import LAST_TARGET
from companion.games.cardbot.engine.grid import SIZE, CardbotGrid
from companion.games.cardbot.engine.state import CardbotState, Robot
from companion.games.scene import ACTIVE, Badge, Fact, Piece, Standing
from companion.geometry import Square, column_row
from companion.words import NOTHING, Text, count, facts, listed, sentences, text


def pieces_of(state: CardbotState) -> tuple[Piece, ...]:
    """Return every robot to draw, each with a badge for the target that it seeks."""
    pieces: list[Piece] = []
    for robot in state.robots:
        if robot.goal > LAST_TARGET:
            badge = Badge(text("all targets"), text("all targets"))
        else:
            badge = Badge(
                text("target {target} next", target=robot.goal),
                text("target {target}", target=robot.goal),
            )
        pieces.append(Piece(robot.seat, robot.square, robot.heading, ACTIVE, badges=(badge,)))
    return tuple(pieces)


# ---- The way -------------------------------------------------------------------------------------


def places_between(one: Square, other: Square) -> int:
    """Return the number of moves between two places, around the tube if shorter, without turns."""
    (column, row), (to_column, to_row) = column_row(one), column_row(other)
    across = abs(column - to_column)
    return min(across, SIZE - across) + abs(row - to_row)


def goal_square(robot: Robot, grid: CardbotGrid) -> Square | None:
    """Return the nearest place of a robot's next target, None for none.

    A robot that must end on the last target keeps it.
    """
    places = grid.goals.get(min(robot.goal, LAST_TARGET), ())
    return min(places, key=lambda place: places_between(robot.square, place), default=None)


def to_go(state: CardbotState) -> Mapping[int, int]:
    """Return the number of moves to the next target, by seat.

    It is 0 after all visits, unless the robot must end on the last one (CBR32).
    """
    found: dict[int, int] = {}
    for robot in state.robots:
        goal = goal_square(robot, state.grid)
        done = robot.goal > LAST_TARGET and not state.rules.must_end_on_final_target
        if goal is not None:
            found[robot.seat] = 0 if done else places_between(robot.square, goal)
    return found


# ---- Standings -----------------------------------------------------------------------------------


def standings(state: CardbotState) -> tuple[Standing, ...]:
    """Return the standings of players by their best robots.

    Targets count first, then the moves to the next one; winners share the first place. A player
    with two robots needs only one (CBR17); both follow one another, the better one first.
    """
    away = {} if state.over else to_go(state)

    def worth(robot: Robot) -> tuple[int, ...]:
        """Return a key that is lower for better robots."""
        return robot.seat not in state.winners, 1 - robot.goal, away.get(robot.seat, 0)

    by_player: dict[int, list[Robot]] = {}
    for robot in sorted(state.robots, key=lambda robot: (worth(robot), robot.seat)):
        by_player.setdefault(player_of(state, robot.seat), []).append(robot)
    best = [worth(robots[0]) for robots in by_player.values()]
    return tuple(
        _standing(
            state,
            best.index(mine) + 1,
            robot,
            away.get(robot.seat),
            player if len(robots) > 1 else None,
        )
        for (player, robots), mine in zip(by_player.items(), best, strict=True)
        for robot in robots
    )


def player_of(state: CardbotState, seat: int) -> int:
    """Return the seat by which the player of a robot is known; a chance robot is its own."""
    person = state.person(seat)
    return seat if person is None else person


def leaders(state: CardbotState) -> tuple[int, ...]:
    """Return the seats of the players in the first place."""
    return tuple(
        dict.fromkeys(player_of(state, one.seat) for one in standings(state) if one.place == 1)
    )


def _standing(
    state: CardbotState, place: int, robot: Robot, away: int | None, player: int | None
) -> Standing:
    reached = robot.goal - 1
    fact = Fact(
        text("Targets"),
        text("{targets} of {of}", targets=reached, of=LAST_TARGET),
        text("{targets} of {of} targets", targets=reached, of=LAST_TARGET),
    )
    cards = text("plays random cards") if robot.seat == state.random_seat else NOTHING
    if away is None:
        ahead = NOTHING
    elif away:
        ahead = count(
            "{number} move to target {target}",
            "{number} moves to target {target}",
            away,
            target=min(robot.goal, LAST_TARGET),
        )
    elif robot.goal > LAST_TARGET:
        ahead = text("all targets")
    else:
        ahead = text("on target {target}", target=robot.goal)
    data = {"targets": reached, "of": LAST_TARGET, "moves": away}
    return Standing(
        place,
        robot.seat,
        ACTIVE,
        cards,
        (fact,),
        ahead,
        fact.words,
        data,
        brief=facts([cards, ahead or fact.words]),
        goal=goal_square(robot, state.grid) if away else None,
        player=player,
    )


def headline(state: CardbotState, names: Mapping[int, str]) -> Text:
    """Return who leads by how many targets or moves, NOTHING with fewer than two players.

    A player with several robots is named by all of them.
    """
    best: dict[int, Standing] = {}
    for one in standings(state):
        best.setdefault(player_of(state, one.seat), one)
    if len(best) < 2:
        return NOTHING
    first, second, *_ = best.values()
    mine = _robots_of(state, player_of(state, first.seat), names)
    both = {"robot": names[first.seat], "other": names[second.seat]}
    away = {} if state.over else to_go(state)
    targets = state.robot(first.seat).goal - state.robot(second.seat).goal
    if targets and mine:
        return count(
            "The player of {robots} leads by {number} target.",
            "The player of {robots} leads by {number} targets.",
            targets,
            robots=mine,
        )
    if targets:
        return count(
            "{robot} leads {other} by {number} target.",
            "{robot} leads {other} by {number} targets.",
            targets,
            **both,
        )
    moves = away.get(second.seat, 0) - away.get(first.seat, 0)
    if not moves:
        if mine and len(best) == 2:
            return text("Both players are level.")
        return text("{robot} and {other} are level in front.", **both)
    if mine:
        return count(
            "The player of {robots} leads by {number} move.",
            "The player of {robots} leads by {number} moves.",
            moves,
            robots=mine,
        )
    return count(
        "{robot} leads {other} by {number} move.",
        "{robot} leads {other} by {number} moves.",
        moves,
        **both,
    )


# ---- The end -------------------------------------------------------------------------------------


def verdict(state: CardbotState, names: Mapping[int, str]) -> Text:
    """Return the winning robots, with players who have several (CB18, CBR16, CBR17)."""
    winners = state.winners
    if not winners:
        return text("Nobody wins.")
    robots, people = (
        listed([names[seat] for seat in winners]),
        {player_of(state, seat) for seat in winners},
    )
    mine = _robots_of(state, min(people), names)
    if mine and len(people) == 1:
        return count(
            "{robots} has all three targets: the player of {mine} wins!",
            "{robots} have all three targets: the player of {mine} wins!",
            len(winners),
            robots=robots,
            mine=mine,
        )
    if mine:
        return text("{robots} have all three targets: both players win!", robots=robots)
    won = count(
        "{robots} has all three targets and wins!",
        "{robots} have all three targets and win!",
        len(winners),
        robots=robots,
    )
    chance = state.random_seat
    if chance in winners and chance is not None:
        aside = text("{robot} plays random cards.", robot=names[chance])
    else:
        aside = NOTHING
    return sentences(won, aside)


def _robots_of(state: CardbotState, player: int, names: Mapping[int, str]) -> Text | str:
    """Return the robots of a player with several, "" for one robot."""
    mine = [names[seat] for seat in state.seats if player_of(state, seat) == player]
    return listed(mine) if len(mine) > 1 else ""
