"""Cardbot Derby as a game: piles → five cards → handed on → five commands → reset (CB01-CB18)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.board import Board
from companion.errors import SetupError
from companion.games.api import AnswerFault, Game, Plan, PlayResult, Step, one_step
from companion.games.asking import (
    Answer,
    CardSharing,
    Custody,
    Finished,
    NextStep,
    PlayOn,
    ReaderContent,
    Row,
    Shuffle,
)
from companion.games.boards import Boards, Exhibits
from companion.games.cardbot import ABOUT, TITLE
from companion.games.cardbot.corrections import CORRECTIONS, with_changed_settings
from companion.games.cardbot.deck import CARD_OF_CODE
from companion.games.cardbot.engine.cards import COMMANDS, STILL, Card, cards_left
from companion.games.cardbot.engine.events import CardsReturned, GameEvent, Moved
from companion.games.cardbot.engine.grid import (
    STARTS,
    GridFile,
    in_force,
    layout_of,
    missing,
    parse_grid,
    write_grid,
)
from companion.games.cardbot.engine.rules import OPTIONS, rules_from
from companion.games.cardbot.engine.state import CardbotState, robot_at_start
from companion.games.cardbot.engine.survey import grid_warnings
from companion.games.cardbot.engine.turn import acting_order, begin_round, end_round, play_command
from companion.games.cardbot.exhibits import PlaceExhibits
from companion.games.cardbot.explaining import RobotExplaining
from companion.games.cardbot.foresight import RobotForesight, to_its_end
from companion.games.cardbot.invariants import CardbotInvariants
from companion.games.cardbot.look import face_of
from companion.games.cardbot.narration import standing, telling
from companion.games.cardbot.narration.components import CardbotComponents
from companion.games.cardbot.narration.facts import CardbotFacts
from companion.games.cardbot.narration.recap import CardbotResults
from companion.games.cardbot.narration.wording import RESET_ROUND, CardbotWording
from companion.games.cardbot.packs import CREDIT, GLANCE, PACKS
from companion.games.cardbot.painting import GridPainting
from companion.games.cardbot.places import board_of_grid, grid_of_board
from companion.games.cardbot.stages import (
    CHOOSING,
    DEALING,
    HANDING,
    NO_CARDS,
    OVER,
    PINGING,
    RUNNING,
    CardbotPosition,
    chance_seats,
    events_before_choice,
    filler_robots,
    first_fault,
    hand_of,
    orders,
    pinging,
    programmed,
    reader_of,
    readers,
    received_cards_question,
)
from companion.games.corrections import Corrections
from companion.games.kit.pilot import Explaining, Foresight
from companion.games.painting import Painting
from companion.games.parts import (
    Components,
    Facts,
    Invariants,
    Lesson,
    LessonStep,
    Preview,
    Results,
    Seating,
)
from companion.games.printing import Printing
from companion.games.scene import (
    Face,
    Foreseen,
    Instruction,
    MovePicture,
    Scene,
    Standing,
    Works,
)
from companion.geometry import HEADINGS, Heading, Square
from companion.kept_names import canonical, mark_of_text
from companion.signals import ALL_SLOTS
from companion.words import COMPASS, Text, text

FEWEST: Final = 2


class Grids(Boards[CardbotPosition]):
    """Grids of cards (`companion.games.cardbot.engine.grid`)."""

    shipped: Mapping[str, Text] = {
        "cardbot-basic": text("Three targets and one belt: the game without extras."),
        "cardbot-full": text(
            "Two belts, one of them a ring round the tube, teleports, glue and ice."
        ),
        "cardbot-classic": text("The first layout of the game: one short belt in the middle."),
    }
    ending = ".grid.toml"

    def read(self, content: str, source: Text | str, kept: bool = False) -> Board:
        found = parse_grid(content, str(source))
        return board_of_grid(found.grid, found.name, found.author, found.licence, drawn=True)

    def write(self, board: Board) -> str:
        return write_grid(GridFile(board.name, board.author, board.licence, grid_of_board(board)))

    def warnings(self, board: Board) -> tuple[Text, ...]:
        """Return warnings of missing targets, belts that end at an edge, and starts on features."""
        return grid_warnings(grid_of_board(board))

    def at_work(self, position: CardbotPosition, instruction: Instruction, round: int) -> Works:
        """Return the belts, teleports, slippery and sticky places and targets that act."""
        return telling.at_work(position.state.grid, board_of_grid(position.state.grid), instruction)


class CardbotLesson(Lesson[CardbotPosition]):
    """The first lesson (`companion.games.cardbot.lesson`)."""

    def steps(self, names: Mapping[int, str]) -> tuple[LessonStep[CardbotPosition], ...]:
        from companion.games.cardbot.lesson import steps  # noqa: PLC0415

        return steps(GAME, names)


class CardbotSeating(Seating):
    """The eight starts, and robots that fill up a race of few players."""

    def starts(self, board: Board | None) -> Mapping[int, Square | None]:
        """Return the starts, which are the same in every grid (CBR29)."""
        return {**STARTS}

    def extra_seats(
        self, seats: tuple[int, ...], words: Mapping[str, str]
    ) -> Mapping[int, int | None]:
        """Return second robots for two players, or a chance robot for three (CBR16, CBR17)."""
        return filler_robots(seats, rules_from(words).fill_robots)

    def warnings(self, plan: Plan) -> tuple[Text, ...]:
        """Return a warning for two players, whose robots tend to drive in a row."""
        rules = rules_from(plan.words)
        helped = rules.draw > len(ALL_SLOTS) or rules.must_end_on_final_target
        if len(plan.seats) == FEWEST and not helped:
            return (
                text(
                    "Two players often drive in a row, one behind the other: try “Cards drawn: 7”."
                ),
            )
        return ()


class CardbotDerby(Game[CardbotPosition, GameEvent]):
    """The game of Cardbot Derby."""

    key, title, about, version = "cardbot", TITLE, ABOUT, 1
    seats: tuple[int, ...] = tuple(STARTS)
    options = OPTIONS
    deck: tuple[int, ...] = tuple(CARD_OF_CODE)
    ranking: Text = text(
        "Targets count first, then the moves to the next one; turns are not counted."
    )
    setup_pages: tuple[str, ...] = ("board", "seats", "rules")
    rounds: int = COMMANDS
    wording = CardbotWording()
    sharing = CardSharing.OWN_DECKS

    def __init__(self) -> None:
        self.parts = {
            Boards: Grids(),
            Components: CardbotComponents(),
            Corrections: CORRECTIONS,
            Exhibits: PlaceExhibits(self.play),
            Explaining: RobotExplaining(),
            Facts: CardbotFacts(),
            Foresight: RobotForesight(),
            Invariants: CardbotInvariants(),
            Lesson: CardbotLesson(),
            Painting: GridPainting(),
            Preview: CardbotPreview(),
            Printing: Printing(PACKS, CREDIT, GLANCE),
            Results: CardbotResults(),
            Seating: CardbotSeating(),
        }

    def face(self, code: int) -> Face | None:
        card = CARD_OF_CODE.get(code)
        return None if card is None else face_of(card)

    def begin(self, plan: Plan) -> CardbotPosition:
        """Return the race with all robots on their starts, facing north.

        Raises:
            SetupError: There is no grid, or fewer than two players.
        """
        if len(plan.seats) < FEWEST:
            raise SetupError(
                text("Cardbot Derby needs at least two players: give another seat a player")
            )
        if plan.board is None:
            raise SetupError(text("Cardbot Derby needs a grid: choose one"))
        rules = rules_from(plan.words)
        owners: dict[int, int | None] = {
            **{seat: seat for seat in plan.seats},
            **filler_robots(plan.seats, rules.fill_robots),
        }
        drawn, seats = grid_of_board(plan.board), sorted(owners)
        # A player's own grid has only the features that are drawn (CBR28, CBR33).
        if not layout_of(drawn) and (absent := missing(drawn, rules)):
            titles = {option.key: option.title for option in OPTIONS}
            raise SetupError(
                text(
                    "{setting}: this grid has no such cards; choose another value",
                    setting=titles[absent[0][0]],
                )
            )
        grid = in_force(drawn, rules, layout_of(drawn))
        state = CardbotState(
            grid,
            rules,
            tuple(robot_at_start(seat, grid) for seat in seats),
            dict.fromkeys(seats),
            owners=owners,
            first=seats[0],
        )
        return CardbotPosition(state, DEALING, dict(sorted(owners.items())), drawn)

    def next_step(self, position: CardbotPosition) -> NextStep:
        """Return the need for piles, programs, received cards, sides, commands or the reset."""
        if position.stage == DEALING:
            return Shuffle(position.turn, dict.fromkeys(position.seats, NO_CARDS))
        if position.stage == CHOOSING:
            return orders(position)
        if position.stage == HANDING:
            return received_cards_question(position)
        if position.stage == PINGING:
            return pinging(position)
        if position.stage == RUNNING:
            return PlayOn(position.turn)
        return Finished(position.turn, position.state.winners)

    def dealt(
        self,
        position: CardbotPosition,
        codes: tuple[int, ...] | None,
        custody: Mapping[int, Custody] = {},
    ) -> PlayResult[CardbotPosition, GameEvent]:
        """Shuffle unknown piles that the app holds, and always that of a chance robot (CBR16)."""
        by_app = frozenset(
            seat
            for seat in position.seats
            if codes is not None and custody.get(seat) is not Custody.HANDS
        )
        state, chance = position.state, chance_seats(position)
        piles: dict[int, tuple[Card, ...] | None] = {}
        for seat in position.seats:
            known = state.piles.get(seat)
            if seat not in by_app:
                piles[seat] = None
            elif known is None or seat in chance:
                left = {*cards_left(seat, state.robot(seat).targets)}
                piles[seat] = tuple(
                    card for code in codes or () if (card := CARD_OF_CODE[code]) in left
                )
            else:
                piles[seat] = known
        after = position._replace(
            state=state._replace(piles=piles), stage=CHOOSING, by_app=by_app, programs={}, late=()
        )
        return PlayResult(after, after.turn, 0)

    def fault(
        self, position: CardbotPosition, seat: int, rows: Mapping[int, Row]
    ) -> AnswerFault | None:
        """Return the fault of the first slot that cannot be played (CBR34)."""
        return first_fault(position, seat, rows)

    def answered(
        self, position: CardbotPosition, answers: Mapping[int, Answer]
    ) -> PlayResult[CardbotPosition, GameEvent]:
        """Take programs, received cards, or the side of a ping."""
        turn = position.turn
        if position.stage == PINGING:
            assert position.choice is not None
            said = next(iter(answers.values()))
            side: Heading | None = None if said.late else HEADINGS.index(said.offer)
            return PlayResult(
                position._replace(stage=RUNNING, sides=(*position.sides, side), choice=None),
                turn,
                0,
            )
        programs = dict(position.programs)
        if position.stage == CHOOSING:
            programs |= {
                seat: programmed(position, seat, answers[seat].codes)
                for seat in position.seats
                if position.custody_of(seat) is Custody.APP and seat in answers
            }
            programs |= {
                seat: hand
                for seat in chance_seats(position)
                if (hand := hand_of(position, seat)) is not None
            }
            late = tuple(
                seat
                for seat in position.seats
                if seat in answers
                and answers[seat].late
                and position.custody_of(seat) is Custody.HANDS
            )
            position = position._replace(programs=programs, late=late)
            if len(programs) < len(position.seats):
                return PlayResult(position._replace(stage=HANDING), turn, 0)
        else:
            programs |= {
                seat: programmed(position, seat, answers[reader_of(position, seat)].codes)
                for seat in position.seats
                if seat not in programs
            }
        return PlayResult(
            position._replace(
                state=begin_round(position.state, programs), stage=RUNNING, programs={}
            ),
            turn,
            0,
        )

    def play(self, position: CardbotPosition) -> PlayResult[CardbotPosition, GameEvent]:
        """Play the next command, up to an open choice; after the fifth the reset."""
        state = position.state
        if any(len(cards) < COMMANDS for cards in state.programs.values()):
            # A viewer who may not know the cards to come sees programs that move no robot.
            state = state._replace(
                programs={
                    seat: (*cards, *STILL)[:COMMANDS] for seat, cards in state.programs.items()
                }
            )
            position = position._replace(state=state)
        if state.command == COMMANDS:
            outcome = end_round(state)
            over = bool(outcome.state.winners)
            after = with_changed_settings(
                position._replace(state=outcome.state, stage=OVER if over else DEALING)
            )
            events = tuple(
                event._replace(enactor=reader_of(position, event.seat))
                if isinstance(event, CardsReturned)
                else event
                for event in outcome.events
            )
            return PlayResult(
                after, state.round, RESET_ROUND, one_step(events, after), ends_turn=True
            )
        outcome = play_command(state, position.sides, in_steps=True)
        command = state.command + 1
        if outcome.choice is None:
            stop = len(outcome.events)
        else:
            stop = events_before_choice(outcome.events, outcome.choice)
        shown = tuple(
            (seat, face_of(state.programs[seat][command - 1]))
            for seat in acting_order(state, command)
        )
        # Steps that were shown before a choice are not shown again.
        steps: list[Step[CardbotPosition, GameEvent]] = []
        at = 0
        for step in outcome.steps(state):
            if position.events_shown <= at < stop:
                steps.append(Step(step.events, position._replace(midway=step.state)))
            at += len(step.events)
        midway = steps[-1].position.midway if steps else position.shown
        if outcome.choice is not None:
            after = position._replace(
                stage=PINGING, events_shown=stop, midway=midway, choice=outcome.choice
            )
        else:
            after = position._replace(state=outcome.state, sides=(), events_shown=0, midway=None)
        return PlayResult(after, state.round, command, telling.joined(steps, position.shown), shown)

    # ---- What there is to see --------------------------------------------------------------------

    def scene(self, position: CardbotPosition) -> Scene:
        """Return the grid in force with its robots and their starts."""
        state = position.shown
        return Scene(
            board_of_grid(state.grid, seats=tuple(robot.seat for robot in state.robots)),
            standing.pieces_of(state),
            taken={
                robot.seat: tuple(
                    state.grid.targets.get(target, "") for target in range(1, robot.targets + 1)
                )
                for robot in state.robots
                if position.custody_of(robot.seat) is Custody.HANDS
            },
        )

    def readers(self, position: CardbotPosition) -> Mapping[int, ReaderContent]:
        return readers(position)

    def redacted(self, position: CardbotPosition, viewer: int | None) -> CardbotPosition:
        """Return the race without hidden piles and cards; the viewer's own hand stays.

        Nobody knows the order of a pile.
        """
        state = position.state
        own = {
            seat
            for seat, owner in position.owners.items()
            if viewer is not None and owner == viewer
        }
        known = state.command + (position.midway is not None)
        piles = {
            seat: hand_of(position, seat) if seat in own and position.stage == CHOOSING else None
            for seat in position.seats
        }
        programs = {
            seat: cards if seat in own else cards[:known] for seat, cards in state.programs.items()
        }
        hidden = state._replace(piles=piles, programs=programs)
        if position.midway is None:
            midway = None
        else:
            midway = position.midway._replace(piles=piles, programs=programs)
        return position._replace(
            state=hidden,
            midway=midway,
            programs={
                seat: cards if seat in own else () for seat, cards in position.programs.items()
            },
        )

    def fingerprint(self, position: CardbotPosition) -> str:
        """Return a hash of all that decides how the race goes on, without who holds the piles."""
        return mark_of_text(canonical(position._replace(late=())))

    def tell(
        self,
        before: CardbotPosition,
        step: Step[CardbotPosition, GameEvent],
        names: Mapping[int, str],
    ) -> tuple[Instruction[GameEvent], ...]:
        return telling.tell(before.shown, step.events, names, before.custody)

    def standings(self, position: CardbotPosition) -> tuple[Standing, ...]:
        """Return the standings by targets, then by the way to the next one."""
        return standing.standings(position.shown)


class CardbotPreview(Preview[CardbotPosition]):
    """The preview of commands."""

    def foreseen(
        self, position: CardbotPosition, seat: int, codes: tuple[int | None, ...]
    ) -> tuple[Foreseen, ...] | None:
        """Return the results of commands if nobody else played a card, with pings to the right."""
        if position.stage != CHOOSING:
            return None
        row = [CARD_OF_CODE.get(code) if code is not None else None for code in codes]
        cards = tuple(
            card for card in row[: row.index(None) if None in row else len(row)] if card is not None
        )
        still = dict.fromkeys(position.seats, STILL)
        state = begin_round(position.state, still | {seat: (*cards, *STILL)[:COMMANDS]})
        found: list[Foreseen] = []
        for _ in cards:
            before, outcome = state.robot(seat), to_its_end(state)
            after = outcome.state.robot(seat)
            path = (
                before.square,
                *(
                    event.end
                    for event in outcome.events
                    if isinstance(event, Moved) and event.seat == seat
                ),
            )
            move = MovePicture(
                seat, before.square, after.square, path, before.heading, after.heading
            )
            found.append(
                Foreseen(
                    move,
                    text(
                        "on {square}, facing {heading}",
                        square=after.square,
                        heading=COMPASS[after.heading],
                    ),
                )
            )
            state = outcome.state
        return tuple(found)


GAME: Final = CardbotDerby()
