"""What people change by hand in the midst of a game: where a robot stands, its targets, a pile, the course of the round, the settings.

Each change gives the state after it and the event that tells it; RuleFault says in words why it cannot be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from companion.engine.changes import PutOn
from companion.engine.checking import heading_by_hand, shown
from companion.errors import RuleFault
from companion.games.cardbot.engine.cards import COMMANDS, Card, taken_out
from companion.games.cardbot.engine.grid import ALL_SQUARES, Grid, in_force, missing
from companion.games.cardbot.engine.rules import EXTRAS, OPTIONS, Rules, rules_from
from companion.games.cardbot.engine.rules import words_of as rule_words
from companion.games.cardbot.engine.state import Robot, State, robot_at
from companion.games.cardbot.look import words_of
from companion.games.cardbot.told.by_hand import (
    CardsByHand,
    HandEvent,
    PlacedByHand,
    SetByHand,
    ShuffledByHand,
)
from companion.games.cardbot.told.standing import LAST
from companion.games.race.corrections import ChangeRule
from companion.kept_names import kept_as
from companion.words import COMPASS, count, listed, seat_words, text

FIXED = ("fill_robots",)
"""Settings that hold to the end of a game: robots neither come nor go."""


@kept_as("SetTargets seat targets")
class SetTargets(NamedTuple):
    """A robot has so many targets, 0 to 3; the cards for them leave its pile, or come back into it (CB17)."""

    seat: int
    targets: int


@kept_as("ShufflePile seat")
class ShufflePile(NamedTuple):
    """A pile is shuffled: somebody has seen its cards, or dropped them."""

    seat: int


@kept_as("EndRound")
class EndRound(NamedTuple):
    """The commands that are left are not played; the reset comes at once."""


StateChange: TypeAlias = PutOn | SetTargets | ShufflePile | EndRound
"""What changes the state at once."""
CardbotChange: TypeAlias = StateChange | ChangeRule
"""What people may change."""


def change(state: State, wanted: StateChange) -> tuple[State, tuple[HandEvent, ...]]:
    """The state after a change, and what tells it; RuleFault says in one sentence why it cannot be."""
    if state.over:
        raise RuleFault(text("the race is over, so nothing in it can be changed any more"))
    if isinstance(wanted, PutOn):
        return _put(state, wanted)
    if isinstance(wanted, SetTargets):
        return _set_targets(state, wanted)
    if isinstance(wanted, ShufflePile):
        robot = _robot_of(state, wanted.seat)
        return _with_pile(state, robot.seat), (ShuffledByHand(robot.seat),)
    if isinstance(wanted, EndRound):
        return _ended(state)
    raise RuleFault(text("{value} cannot be changed by hand", value=shown(wanted)))


def _robot_of(state: State, seat: object) -> Robot:
    if type(seat) is not int or seat not in state.seats:
        seats = listed([str(other) for other in state.seats])
        raise RuleFault(
            text(
                "seat {value} has no robot in this game: choose one of the seats {seats}",
                value=shown(seat),
                seats=seats,
            )
        )
    return state.robot(seat)


def _put(state: State, wanted: PutOn) -> tuple[State, tuple[HandEvent, ...]]:
    """Another place or heading; on a slippery one it will slide the way it faces (CBR25). What it stands on is not visited by that."""
    robot, heading = _robot_of(state, wanted.seat), heading_by_hand(wanted.heading)
    if wanted.square not in ALL_SQUARES:
        raise RuleFault(
            text(
                "{value} is no place of the grid: choose one from A1 to G7",
                value=shown(wanted.square),
            )
        )
    if (robot.square, robot.heading) == (wanted.square, heading):
        raise RuleFault(
            text(
                "{seat} stands on {square} already, facing {heading}: choose another square or heading",
                seat=seat_words(robot.seat),
                square=wanted.square,
                heading=COMPASS[heading],
            )
        )
    for other in state.robots:
        if other.square == wanted.square and other.seat != robot.seat:
            who = seat_words(other.seat)
            raise RuleFault(
                text(
                    "the robot of {seat} stands on {square}: choose a free place, or move that robot first",
                    seat=who,
                    square=other.square,
                )
            )
    placed = robot_at(robot.seat, wanted.square, heading, state.grid, robot.targets)._replace(
        visited=robot.visited
    )
    if robot.square == wanted.square:
        # Turned where it stands it goes on the way it came (CBR25).
        placed = placed._replace(slide=robot.slide)
    return state.with_robot(placed), (
        PlacedByHand(robot.seat, robot.square, wanted.square, robot.heading, heading),
    )


def _set_targets(state: State, wanted: SetTargets) -> tuple[State, tuple[HandEvent, ...]]:
    """Targets, and the cards that belong to them; of this round nothing counts besides."""
    robot, targets = _robot_of(state, wanted.seat), wanted.targets
    if type(targets) is not int or not 0 <= targets <= LAST:
        raise RuleFault(
            text(
                "{value} is no number of targets: a robot has 0 to {most}",
                value=shown(targets),
                most=LAST,
            )
        )
    if targets == robot.targets:
        raise RuleFault(
            count(
                "{seat} has {number} target already",
                "{seat} has {number} targets already",
                targets,
                seat=seat_words(robot.seat),
            )
        )
    before, after = taken_out(robot.seat, robot.targets), taken_out(robot.seat, targets)
    moved = tuple(card for card in (*before, *after) if (card in before) != (card in after))
    _check_not_played(state, robot.seat, moved)
    cards = tuple(
        (card, state.grid.targets.get(number, ""))
        for number, card in enumerate(taken_out(robot.seat, LAST), 1)
        if card in moved
    )
    placed = state.with_robot(robot._replace(targets=targets, visited=()))
    return _with_pile(placed, robot.seat), (
        CardsByHand(robot.seat, targets, cards, targets > robot.targets),
    )


def _check_not_played(state: State, seat: int, cards: tuple[Card, ...]) -> None:
    """A card that lies in a reader cannot leave the pile."""
    lying = [card for card in cards if card in state.programs.get(seat, ())]
    if lying:
        cards_words = listed([text("the {card}", card=words_of(card)) for card in lying])
        raise RuleFault(
            count(
                "{cards} belongs to the program of this round: change the targets after the reset",
                "{cards} belong to the program of this round: change the targets after the reset",
                len(lying),
                cards=cards_words,
            )
        )


def _with_pile(state: State, seat: int) -> State:
    """The pile of a seat is shuffled, so that nobody knows its order any more."""
    return state._replace(piles={**state.piles, seat: None})


def _ended(state: State) -> tuple[State, tuple[HandEvent, ...]]:
    if not state.programs:
        raise RuleFault(text("there is no round to end: choose commands first"))
    if state.command == COMMANDS:
        raise RuleFault(
            text("all commands of round {round} have been played already", round=state.round)
        )
    played = text("{played} of {all} commands played", played=state.command, all=COMMANDS)
    # The rules clear up after the last command only, so that one counts as played.
    return state._replace(command=COMMANDS), (
        SetByHand(None, text("Round {round}", round=state.round), played, text("ended")),
    )


# ---- Settings --------------------------------------------------------------------------------------------------------------


def ruled(rules: Rules, wanted: ChangeRule, drawn: Grid, layout: str) -> tuple[Rules, SetByHand]:
    """The settings after a change, which hold from the next round on, and what tells it; `drawn` is the grid before settings, `layout` as for `in_force`."""
    option = next((option for option in OPTIONS if option.key == wanted.key), None)
    if option is None:
        known = ", ".join(option.key for option in OPTIONS)
        raise RuleFault(
            text(
                "{value} is no setting: choose from {settings}",
                value=shown(wanted.key),
                settings=known,
            )
        )
    words: Mapping[str, str] = rule_words(rules)
    choice = next((choice for choice in option.choices if choice.word == wanted.word), None)
    if choice is None:
        known = ", ".join(choice.word for choice in option.choices)
        raise RuleFault(
            text(
                "{setting} cannot be {value}: choose from {words}",
                setting=option.title,
                value=shown(wanted.word),
                words=known,
            )
        )
    before = option.choice(words[option.key])
    if choice == before:
        raise RuleFault(
            text("{setting} is {value} already", setting=option.title, value=choice.label)
        )
    if option.key in FIXED:
        raise RuleFault(
            text(
                "{setting} cannot be changed during a game: it changes the number of robots",
                setting=option.title,
            )
        )
    after = rules_from({**words, option.key: choice.word})
    if (
        not layout
        and option.key in (*EXTRAS, "second_jack")
        and any(key == option.key for key, _ in missing(drawn, after))
    ):
        raise RuleFault(
            text(
                "{setting} cannot be {value}: this grid has no such cards",
                setting=option.title,
                value=choice.label,
            )
        )
    return after, SetByHand(None, option.title, before.label, choice.label)


def under_rules(state: State, rules: Rules, drawn: Grid, layout: str) -> State:
    """The game under other settings, between two rounds; who stands on a place that is slippery from now on slides the way it faces (CBR25, CBR28)."""
    grid = in_force(drawn, rules, layout)
    robots = tuple(
        robot_at(
            robot.seat, robot.square, robot.heading, grid, robot.targets, robot.slide
        )._replace(visited=robot.visited)
        for robot in state.robots
    )
    return state._replace(grid=grid, rules=rules, robots=robots)
