"""Factory Rally at the table: a race with programs by its own rules, with models of robots."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache
from typing import Final

from companion.content import example_text
from companion.engine.board import Board
from companion.engine.elements.oil import Oil
from companion.engine.events import Event
from companion.engine.rules import MODE_OPTION, Rules
from companion.engine.start import new_race
from companion.errors import SetupError
from companion.formats.toml_text import TomlText
from companion.games.api import Change, Plan, PlayResult
from companion.games.asking import Ask, Custody, NextStep, Questions
from companion.games.boards import Boards, Example, Exhibits
from companion.games.corrections import Corrections
from companion.games.factory_rally import ABOUT, TITLE, parts
from companion.games.factory_rally.active import NewHand, offered, renewed
from companion.games.factory_rally.causes import BY_RULE
from companion.games.factory_rally.models import (
    ABACUS,
    MODEL,
    MODELS,
    NO_MODEL,
    SIGNS,
    models_of,
    with_models,
)
from companion.games.factory_rally.packs import PACKS
from companion.games.factory_rally.rule_set import KEY, KINDS, OPTIONS, FactoryRules, foreign
from companion.games.factory_rally.rulings import sentence
from companion.games.kit.pilot import Foresight
from companion.games.parts import Facts, Lesson, LessonStep
from companion.games.printing import Printing
from companion.games.programmed.corrections import RaceEdits
from companion.games.programmed.deck import CARD_OF_CODE, FACES
from companion.games.programmed.foresight import RaceForesight
from companion.games.programmed.race import ProgrammedRace, passage_of
from companion.games.programmed.turn import PROGRAMMING, REGISTERS, RacePosition, begin_turn
from companion.games.race.facts import RaceFacts
from companion.games.race.game import RaceBoards, board_of_plan
from companion.games.race.modes import TEAM_OPTION, in_mode
from companion.games.race.phrases import CLEANUP, RaceWording
from companion.games.race.standing import PieceCondition
from companion.games.scene import AboutPiece, Badge, Exhibit, Known, Scene, Subject
from companion.games.wording import Wording
from companion.settings import Option, OptionValue, read_settings
from companion.words import Text, count, listed, text

NONE: Final = "none"
"""The word of a seat without a model."""
MODEL_OPTION: Final = Option(
    MODEL,
    text("Model"),
    text("Each model gives the robot of this seat an ability for the whole game."),
    (
        OptionValue(NO_MODEL, text("Plain"), text("A robot without an ability."), NONE),
        *(OptionValue(model.word, model.name, model.about) for model in MODELS.values()),
    ),
    NONE,
    in_turn=True,
)


SHIPPED: Final[Mapping[str, Text]] = {
    "paint-shop": text(
        "A slow line round the drying room, and oil on the floor: a robot that stops on it "
        "slides on."
    ),
    "rolling-mill": text("A double line runs right round the hall, two squares in every step."),
    "fountain-circus": text(
        "A roundabout in a walled garden. The gentle one: slow belts, and pits only in the "
        "fountain."
    ),
}


class RallyWording(RaceWording):
    """The sentences of any race, about robots, rounds and steps."""

    piece: Text = text("Robot")
    every_piece: Text = text("Every robot")
    touch_piece: Text = text("Touch a robot, or choose what to do.")
    who_plays: Text = text("Players and robots")
    choose_player: Text = text("Choose a robot, then who plays it.")
    choose_seats: Text = text("Choose who plays at each seat, and with which robot.")
    move_pieces: Text = text("Move the robots as shown, then touch Done.")
    none_moves: Text = text("No robot has to be moved.")
    nothing_moves: Text = text("no robot moves")
    one_round: Text = text("One step")
    no_round: Text = text("There is no step to go back to.")
    before_rounds: Text = text("Before the steps")
    skip_rest: Text = text("Count the rest of this step as done")
    one_turn: Text = text("One round")
    this_turn: Text = text("This round")
    other_rules: Text = text("Other rules from the next round on")
    change_holds: Text = text("Changes apply from the next round on.")
    next_turn: Text = text("Next round")
    play_turn: Text = text("Play the round")
    turn_over: Text = text("After the round")

    def moving(self, number: int) -> Text:
        return count("{number} robot to move", "{number} robots to move", number)

    def round(self, number: int) -> Text:
        return text("end of the round") if number == CLEANUP else text("step {step}", step=number)

    def round_title(self, number: int) -> Text:
        return text("End of the round") if number == CLEANUP else text("Step {step}", step=number)

    def turn_round(self, turn: int, number: int) -> Text:
        if number == CLEANUP:
            return text("End of round {round}", round=turn)
        return text("Round {round}, step {step}", round=turn, step=number)

    def this_round(self, number: int) -> Text:
        return text("the end of the round") if number == CLEANUP else text("this step")

    def turn(self, number: int) -> Text:
        return text("round {round}", round=number)

    def turn_title(self, number: int) -> Text:
        return text("Round {round}", round=number)

    def before_deal(self, turn: int) -> Text:
        return text("Round {round}: deal", round=turn)

    def after_turn(self, turn: int) -> Text:
        return text("After round {round}", round=turn)


class RallyFacts(RaceFacts[RacePosition]):
    """Facts about robots with the abilities of their models."""

    manual = "games/factory.html"
    by_rule = BY_RULE

    def why(self, rule: str, move: str = "") -> Text:
        return sentence(rule, move)

    def facts(
        self, position: RacePosition, scene: Scene, about: Subject, names: Mapping[int, str]
    ) -> tuple[Known, ...]:
        """Return the facts of any race, for a robot with its model."""
        found = tuple(_in_rally(known) for known in super().facts(position, scene, about, names))
        if isinstance(about, AboutPiece):
            model = models_of(position.state.memory).get(about.seat)
        else:
            model = None
        if model is None or not found:
            return found
        return (
            found[0],
            Known(MODELS[model].name, MODELS[model].about, MODELS[model].rule, art=SIGNS[model]),
            *found[1:],
        )


class RallyLessonPart(Lesson[RacePosition]):
    """The lesson of any race, and oil."""

    def steps(self, names: Mapping[int, str]) -> tuple[LessonStep[RacePosition], ...]:
        from companion.games.factory_rally.lesson import RallyLesson  # noqa: PLC0415

        return RallyLesson(GAME).steps(names)


def _in_rally(known: Known) -> Known:
    """Return a fact about an element as this game has it: oil is another one (IDF08)."""
    return known._replace(words=_OIL, rule="IDF08") if known.rule == Oil.rule else known


_OIL: Final = text(
    "A robot slides straight on to the end of the oil and one square beyond. It pushes nobody."
)


class RallyExhibits(Exhibits):
    """The elements of the factory's boards."""

    def on_board(self, board: Board) -> tuple[Exhibit, ...]:
        return tuple(one._replace(known=_in_rally(one.known)) for one in super().on_board(board))

    @cache  # noqa: B019 - there is one, as long as the game is there
    def example(self, key: str) -> Example | None:
        """Return the start of a kind's scenario and its registers by these rules."""
        content = example_text(key) if key in KINDS else None
        if content is None:
            return None
        # The reader of scenarios is imported only when an element is looked at.
        from companion.games.factory_rally.scenario import played_example  # noqa: PLC0415

        start, registers = played_example(TomlText(content, f"{key}.scenario.toml"))
        return Example(RacePosition(start, REGISTERS), tuple(map(passage_of, registers)))


class RallyEdits(RaceEdits):
    """The corrections of any race, and the new hand."""

    def changed(self, position: RacePosition, change: Change) -> PlayResult[RacePosition, Event]:
        """Return the result of a change as in any race, or of a new hand."""
        if isinstance(change, NewHand):
            return renewed(position, change.seat)
        return super().changed(position, change)


class RallyForesight(RaceForesight):
    """Thinking ahead as in any race with programs, with the abilities of models."""

    def new_hand(self, ask: Ask) -> str:
        """Return the new hand of an Abacus (IDS05)."""
        return next((offer.key for offer in ask.actions if isinstance(offer.change, NewHand)), "")


class FactoryRally(ProgrammedRace):
    """The race of the robot works."""

    key = KEY
    title = TITLE
    about = ABOUT
    known: Container[int] = frozenset(FACES)
    version = 1
    options = (*OPTIONS, MODE_OPTION)
    seat_options: tuple[Option, ...] = (MODEL_OPTION, TEAM_OPTION)
    seat_signs = SIGNS
    easy: Mapping[str, str] = {"lives": "inf", "respawn_damage": "0"}
    wording: Wording = RallyWording()

    def __init__(self) -> None:
        super().__init__()
        self.parts |= {
            Boards: RaceBoards(self, SHIPPED),
            Corrections: RallyEdits(),
            Exhibits: RallyExhibits(),
            Facts: RallyFacts(self),
            Foresight: RallyForesight(self.wording.round),
            Lesson: RallyLessonPart(),
            Printing: Printing(PACKS),
        }

    def rules_for(self, board: Board, words: Mapping[str, str]) -> Rules:
        """Return the rules with its own settings and the mode."""
        return read_settings(FactoryRules, self.options, words)

    def begin(self, plan: Plan) -> RacePosition:
        """Return the race with the robots on their starts, each with its model (no. 35).

        They face away from the nearest border.
        """
        board = board_of_plan(plan)
        strange = foreign(board)
        if strange:
            raise SetupError(
                text(
                    "{board} has {elements}, which Factory Rally does not have: choose another "
                    "board",
                    board=board.name or text("this board"),
                    elements=listed([element.noun or element.word for element in strange]),
                )
            )
        state = in_mode(
            new_race(board, plan.markers, self.rules_for(board, plan.words), plan.seats), plan
        )
        turned = tuple(parts.at_start(board, clank) for clank in state.clanks)
        models = {
            seat: str(MODEL_OPTION.choice(plan.seat_words.get(seat, {}).get(MODEL, NONE)).value)
            for seat in plan.seats
        }
        return begin_turn(with_models(state.with_clanks(turned), models))

    def next_step(self, position: RacePosition) -> NextStep:
        """Return what is needed as in any race, with new hands as actions."""
        next_step = super().next_step(position)
        if position.stage == PROGRAMMING and isinstance(next_step, Questions):
            return offered(position, next_step)
        return next_step

    def dealt(
        self,
        position: RacePosition,
        codes: tuple[int, ...] | None,
        custody: Mapping[int, Custody] = {},
    ) -> PlayResult[RacePosition, Event]:
        """Deal as in any race, and keep the rest of the deck if a seat may have a new hand."""
        passage = super().dealt(position, codes, custody)
        begun = passage.position
        if codes is None or ABACUS not in models_of(begun.state.memory).values():
            return passage
        held = {
            card for clank in begun.state.clanks for card in (*clank.slots, *(clank.hand or ()))
        }
        return passage._replace(
            position=begun._replace(
                pile=tuple(
                    card for card in map(CARD_OF_CODE.__getitem__, codes) if card not in held
                )
            )
        )

    def conditions(self, position: RacePosition) -> Mapping[int, PieceCondition]:
        """Return what robots have, with a badge for their models."""
        found = dict(super().conditions(position))
        for seat, word in models_of(position.state.memory).items():
            name = MODELS[word].name
            found[seat] = found[seat]._replace(more=(*found[seat].more, Badge(name, name)))
        return found


GAME: Final = FactoryRally()
