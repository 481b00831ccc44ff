"""The standings: what robots have, the way to the next target, the leader and the result."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.cardbot.engine.cards import LAST_TARGET
from companion.games.cardbot.engine.grid import SIZE, CardbotGrid
from companion.games.cardbot.engine.state import CardbotState
from companion.games.scene import ACTIVE, Badge, Fact, Piece, Standing
from companion.geometry import Heading, Square, column_row
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, count, facts, listed, sentences, text


class RobotCondition(NamedTuple):
    """The targets, slide and driver of a robot: what it has apart from its place."""

    targets: int
    """The number of reached targets."""
    visited: int = 0
    """The number of further targets visited in this round."""
    slide: Heading | None = None
    """The direction in which it would slide, None off slippery places."""
    driver: int = 0
    """The seat whose player drives it."""
    by_chance: bool = False
    """Whether its cards are played by chance."""

    @property
    def goal(self) -> int:
        """Return the next target, a number past the last one after all visits."""
        return self.targets + self.visited + 1


def conditions(state: CardbotState) -> Mapping[int, RobotCondition]:
    """Return what every robot has, by seat."""
    enactors, chance = state.enactors, state.random_seat
    return {
        robot.seat: RobotCondition(
            robot.targets,
            len(robot.visited),
            robot.slide,
            enactors[robot.seat],
            robot.seat == chance,
        )
        for robot in state.robots
    }


def pieces_of(state: CardbotState) -> tuple[Piece, ...]:
    """Return every robot to draw."""
    known = conditions(state)
    return tuple(
        Piece(robot.seat, robot.square, robot.heading, ACTIVE, False, badges(known[robot.seat]))
        for robot in state.robots
    )


def badges(condition: RobotCondition) -> tuple[Badge, ...]:
    """Return a badge for the target that it seeks."""
    if condition.goal > LAST_TARGET:
        words = text("all targets")
        return (Badge(words, words),)
    return (
        Badge(
            text("target {target} next", target=condition.goal),
            text("target {target}", target=condition.goal),
        ),
    )


# ---- The way -------------------------------------------------------------------------------------


def places_between(one: Square, other: Square) -> int:
    """Return the number of moves between two places, around the tube if shorter, without turns."""
    (column, row), (to_column, to_row) = column_row(one), column_row(other)
    across = abs(column - to_column)
    return min(across, SIZE - across) + abs(row - to_row)


def goal_of(condition: RobotCondition, grid: CardbotGrid, square: Square) -> Square | None:
    """Return the nearest place of the next target, None for none.

    A robot that must end on the last target keeps it.
    """
    places = grid.goals.get(min(condition.goal, LAST_TARGET), ())
    return min(places, key=lambda place: places_between(square, place), default=None)


def to_go(state: CardbotState) -> Mapping[int, int]:
    """Return the number of moves to the next target, by seat.

    It is 0 after all visits, unless the robot must end on the last one (CBR32).
    """
    found: dict[int, int] = {}
    known = conditions(state)
    for robot in state.robots:
        own = known[robot.seat]
        goal = goal_of(own, state.grid, robot.square)
        done = own.goal > LAST_TARGET and not state.rules.must_end_on_final_target
        if goal is not None:
            found[robot.seat] = 0 if done else places_between(robot.square, goal)
    return found


# ---- Standings -----------------------------------------------------------------------------------


def standings(state: CardbotState) -> tuple[Standing, ...]:
    """Return the standings of players by their best robots.

    Targets count first, then the moves to the next one; winners share the first place. A player
    with two robots needs only one (CBR17); both follow one another, the better one first.
    """
    away, pieces, known = to_go(state), pieces_of(state), conditions(state)

    def worth(piece: Piece) -> tuple[int, ...]:
        """Return a key that is lower for better robots."""
        return (
            piece.seat not in state.winners,
            1 - known[piece.seat].goal,
            0 if state.over else away.get(piece.seat, 0),
        )

    by_player: dict[int, list[Piece]] = {}
    for piece in sorted(pieces, key=lambda piece: (worth(piece), piece.seat)):
        by_player.setdefault(player_of(state, piece.seat), []).append(piece)
    best = [worth(robots[0]) for robots in by_player.values()]
    return tuple(
        _standing(
            best.index(mine) + 1,
            piece,
            known[piece.seat],
            None if state.over else away.get(piece.seat),
            goal_of(known[piece.seat], state.grid, piece.square or ""),
            player if len(robots) > 1 else None,
        )
        for (player, robots), mine in zip(by_player.items(), best, strict=True)
        for piece in robots
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
    place: int,
    piece: Piece,
    own: RobotCondition,
    away: int | None,
    goal: Square | None,
    player: int | None,
) -> Standing:
    reached = own.goal - 1
    fact = Fact(
        text("Targets"),
        text("{targets} of {of}", targets=reached, of=LAST_TARGET),
        text("{targets} of {of} targets", targets=reached, of=LAST_TARGET),
    )
    state = text("plays random cards") if own.by_chance else NOTHING
    if away is None:
        ahead = NOTHING
    elif away:
        ahead = count(
            "{number} move to target {target}",
            "{number} moves to target {target}",
            away,
            target=min(own.goal, LAST_TARGET),
        )
    elif own.goal > LAST_TARGET:
        ahead = text("all targets")
    else:
        ahead = text("on target {target}", target=own.goal)
    data = {"targets": reached, "of": LAST_TARGET, "moves": away}
    brief = facts([state, ahead or fact.words])
    return Standing(
        place,
        piece.seat,
        piece.status,
        state,
        (fact,),
        ahead,
        fact.words,
        data,
        brief=brief,
        goal=goal if away else None,
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
    known, away = conditions(state), {} if state.over else to_go(state)
    targets = known[first.seat].goal - known[second.seat].goal
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
        return (
            text("Both players are level.")
            if mine and len(best) == 2
            else text("{robot} and {other} are level in front.", **both)
        )
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
    aside = (
        text("{robot} plays random cards.", robot=names[chance])
        if chance in winners and chance is not None
        else NOTHING
    )
    return sentences(won, aside)


def _robots_of(state: CardbotState, player: int, names: Mapping[int, str]) -> Text | str:
    """Return the robots of a player with several, "" for one robot."""
    mine = [names[seat] for seat in state.seats if player_of(state, seat) == player]
    return listed(mine) if len(mine) > 1 else ""
