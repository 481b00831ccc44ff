"""Corrections of a race: robots, targets, piles, the round and the settings (rulebook 12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.engine.changes import PlacedByHand, PutOn, SetByHand
from companion.engine.checking import free_of, heading_by_hand, seat_of, value_words
from companion.errors import RuleError
from companion.games.api import Change, PlayResult
from companion.games.asking import Custody
from companion.games.cardbot.engine.cards import COMMANDS, LAST_TARGET, taken_out
from companion.games.cardbot.engine.events import CardsByHand, GameEvent, HandEvent, ShuffledByHand
from companion.games.cardbot.engine.grid import ALL_SQUARES, in_force, layout_of, missing
from companion.games.cardbot.engine.rules import EXTRAS, OPTIONS, rules_from, words_of
from companion.games.cardbot.engine.state import settled
from companion.games.cardbot.look import words_of as card_words
from companion.games.cardbot.stages import CHOOSING, DEALING, HANDING, PINGING, CardbotPosition
from companion.games.corrections import CHOICE, COURSE, VALUE, Field, FieldChoice
from companion.games.kit.edit import RULE, SET, ChangeRule, Edit, Edits, Number, placing, turning
from companion.geometry import Heading, Square
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.settings import Option, OptionValue
from companion.words import count, listed, text


@kept_as("SetTargets seat targets")
class SetTargets(NamedTuple):
    """A change to the number of a robot's targets, 0 to 3.

    The cards for them leave its pile or return to it (CB17).
    """

    seat: int
    targets: int


@kept_as("ShufflePile seat")
class ShufflePile(NamedTuple):
    """A change that shuffles a pile whose cards somebody has seen or dropped."""

    seat: int


@kept_as("EndRound")
class EndRound(NamedTuple):
    """A change that skips the remaining commands; the reset is next."""


def _put(position: CardbotPosition, wanted: PutOn) -> tuple[CardbotPosition, tuple[HandEvent, ...]]:
    """Return the race with a robot on another place, which it does not visit.

    On a slippery place it will slide in its heading (CBR25).
    """
    state = position.state
    robot = state.robot(seat_of(position.seats, wanted.seat))
    heading = heading_by_hand(wanted.heading)
    if wanted.square not in ALL_SQUARES:
        raise RuleError(
            text(
                "{value} is no place of the grid: choose one from A1 to G7",
                value=value_words(wanted.square),
            )
        )
    stands = {other.seat: (other.square, other.heading) for other in state.robots}
    free_of(robot.seat, (wanted.square, heading), stands)
    # A robot that is only turned keeps its direction of sliding (CBR25).
    slide = robot.slide if robot.square == wanted.square else None
    placed = robot._replace(square=wanted.square, heading=heading, slide=slide)
    event = PlacedByHand(robot.seat, robot.square, wanted.square, robot.heading, heading, 0, "CB09")
    return position._replace(state=state.with_robot(settled(placed, state.grid))), (event,)


def _turning(position: CardbotPosition, seat: int) -> Iterator[Field]:
    robot = position.shown.robot(seat)
    yield turning(seat, robot.square, robot.heading)


TARGETS: Final[Number[CardbotPosition]] = Number(
    text("Targets"),
    SetTargets,
    lambda position, seat: position.shown.robot(seat).targets,
    text("the number of targets"),
    LAST_TARGET,
)


def _set_targets(
    position: CardbotPosition, wanted: SetTargets
) -> tuple[CardbotPosition, tuple[HandEvent, ...]]:
    """Return the race with other targets and their cards; visits of this round do not count."""
    targets, state = TARGETS.checked(position, position.seats, wanted), position.state
    robot = state.robot(wanted.seat)
    before, after = taken_out(robot.seat, robot.targets), taken_out(robot.seat, targets)
    moved = tuple(card for card in (*before, *after) if (card in before) != (card in after))
    lying = [card for card in moved if card in state.programs.get(robot.seat, ())]
    if lying:
        raise RuleError(
            count(
                "{cards} belongs to the program of this round: change the targets after the reset",
                "{cards} belong to the program of this round: change the targets after the reset",
                len(lying),
                cards=listed([text("the {card}", card=card_words(card)) for card in lying]),
            )
        )
    cards = tuple(
        (card, state.grid.targets.get(number, ""))
        for number, card in enumerate(taken_out(robot.seat, LAST_TARGET), 1)
        if card in moved
    )
    placed = position._replace(state=state.with_robot(robot._replace(targets=targets, visited=())))
    event = CardsByHand(robot.seat, targets, cards, targets > robot.targets)
    return _shuffled(placed, robot.seat), (event,)


def _shuffle(
    position: CardbotPosition, wanted: ShufflePile
) -> tuple[CardbotPosition, tuple[HandEvent, ...]]:
    seat = seat_of(position.seats, wanted.seat)
    return _shuffled(position, seat), (ShuffledByHand(seat),)


def _shuffled(position: CardbotPosition, seat: int) -> CardbotPosition:
    """Return the race with an unknown order of a seat's pile.

    If five cards were already dealt from it, the app draws again from all piles that it holds.
    """
    state = position.state
    position = position._replace(state=state._replace(piles={**state.piles, seat: None}))
    if position.stage in (CHOOSING, HANDING) and position.custody_of(seat) is Custody.APP:
        return position._replace(stage=DEALING, programs={}, late=())
    return position


def _end_by_hand(
    position: CardbotPosition, wanted: EndRound
) -> tuple[CardbotPosition, tuple[HandEvent, ...]]:
    state = position.state
    if not state.programs:
        raise RuleError(text("there is no round to end: choose commands first"))
    if state.command == COMMANDS:
        raise RuleError(
            text("all commands of round {round} have been played already", round=state.round)
        )
    played = text("{played} of {all} commands played", played=state.command, all=COMMANDS)
    event = SetByHand(
        None, text("Round {round}", round=state.round), played, text("ended"), rule=""
    )
    # The rules clear up after the last command only, so this one counts as played.
    return position._replace(state=state._replace(command=COMMANDS)), (event,)


def with_changed_settings(position: CardbotPosition) -> CardbotPosition:
    """Return the race between two rounds, with the changed settings in force.

    A robot on a place that becomes slippery slides in its heading (CBR25, CBR28).
    """
    state, rules = position.state, position.rules
    if rules is None or state.over:
        return position
    grid = in_force(position.drawn, rules, layout_of(position.drawn))
    robots = tuple(settled(robot, grid) for robot in state.robots)
    return position._replace(
        state=state._replace(grid=grid, rules=rules, robots=robots), rules=None
    )


class CardbotEdits(Edits[CardbotPosition, GameEvent]):
    """Corrections of robots, their targets and piles, the round and the settings."""

    edits: Mapping[type, Edit[CardbotPosition, GameEvent]] = {
        PutOn: placing(_put, _turning),
        SetTargets: Edit(VALUE, text("Change the targets?"), SET, _set_targets, TARGETS.fields),
        ShufflePile: Edit(
            VALUE,
            text("Shuffle the pile?"),
            text("Shuffle"),
            _shuffle,
            lambda position, seat, change: (
                ()
                if change is not None
                else (
                    Field(text("Pile"), CHOICE, (FieldChoice(text("Shuffle"), ShufflePile(seat)),)),
                )
            ),
        ),
        EndRound: Edit(
            COURSE,
            text("End the round?"),
            text("End it"),
            _end_by_hand,
            entry=FieldChoice(
                text("End the round"),
                EndRound(),
                text("Skip the remaining commands and clear up"),
                symbol="stop",
            ),
            collects=True,
        ),
        ChangeRule: RULE,
    }
    over = text("the race is over: nothing can be changed any more")

    def seats(self, position: CardbotPosition) -> Iterable[int]:
        return position.seats

    def moment(self, position: CardbotPosition) -> tuple[int, int]:
        """Return the last command, or the coming round."""
        return position.turn, position.state.command if position.state.programs else 0

    def is_over(self, position: CardbotPosition) -> bool:
        return position.state.over

    def pose(self, position: CardbotPosition, seat: int) -> tuple[Square, Heading]:
        """Return the place of a robot; all robots are on the grid."""
        robot = position.shown.robot(seat)
        return robot.square, robot.heading

    def options(self, position: CardbotPosition) -> tuple[Option, ...]:
        """Return all settings (6)."""
        return OPTIONS

    def words(self, position: CardbotPosition) -> Mapping[str, str]:
        """Return the words of the next round."""
        return words_of(position.ahead)

    def with_setting(
        self, position: CardbotPosition, option: Option, choice: OptionValue
    ) -> CardbotPosition:
        """Return the race with another setting from the next round on.

        In the current round cards were drawn and robots slid by the old settings.
        """
        rules = rules_from({**words_of(position.ahead), option.key: choice.word})
        if (
            not layout_of(position.drawn)
            and option.key in (*EXTRAS, "second_jack")
            and any(key == option.key for key, _ in missing(position.drawn, rules))
        ):
            raise RuleError(
                text(
                    "{setting} cannot be {value}: this grid has no such cards",
                    setting=option.title,
                    value=choice.label,
                )
            )
        after = position._replace(rules=None if rules == position.state.rules else rules)
        return with_changed_settings(after) if position.stage == DEALING else after

    def changed(
        self, position: CardbotPosition, change: Change
    ) -> PlayResult[CardbotPosition, GameEvent]:
        """Return the result of a change, which has to wait while a side is chosen.

        The command is played again from its start when the side is known.
        """
        if position.stage == PINGING:
            raise RuleError(text("a player is choosing a side: wait until the command goes on"))
        passage = super().changed(position, change)
        if position.stage in (CHOOSING, HANDING) and passage.position.stage == DEALING:
            return passage._replace(collects=True, redeals=True)
        return passage


CORRECTIONS: Final = CardbotEdits()
