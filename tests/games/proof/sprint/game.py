"""Sprint: two of four cards, played by their numbers; all on the line after a round win."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from companion.engine.board import Board
from companion.engine.cards import Card
from companion.engine.causes import ROW, WALL
from companion.engine.changes import PlacedByHand, PutOn
from companion.engine.checking import free_of, heading_by_hand, seat_of
from companion.engine.events import CardPlayed, Event, Moved, Stopped, Turned
from companion.errors import RuleError, SetupError
from companion.formats.board import parse_board
from companion.games.api import Part, Plan, PlayResult, Step
from companion.games.asking import (
    Answer,
    Ask,
    Custody,
    Finished,
    Hand,
    NextStep,
    PlayOn,
    Program,
    Questions,
    ReaderContent,
    Shuffle,
)
from companion.games.codes import WORDS
from companion.games.corrections import Corrections
from companion.games.kit.edit import Edit, Edits, Made, placing, turning
from companion.games.parts import Results, Seating
from companion.games.race.game import RaceGame
from companion.games.race.nouns import CARDS
from companion.games.race.parts import race_parts
from companion.games.race.story import RaceResults
from companion.games.scene import ACTIVE, Face, Fact, Piece, Standing
from companion.geometry import Heading, Square, column_row
from companion.signals import PULL
from companion.words import NOTHING, Text, listed, text, verbatim

BOARD: Final = parse_board(
    """
name = "Three Lanes"
edge = "wall"

board = '''
+    +    +    +
  .    .    .
+    +    +    +
  .    .    .
+    +    +    +
  .    .    .
+    +    +    +
  s1   s2   s3
+    +    +    +
'''
""",
    "Three Lanes",
)
LINE: Final = ("A4", "B4", "C4")
MOVES: Final = ("uturn", "left", "right", *("move1",) * 4, *("move2",) * 3, *("move3",) * 2)
DECK: Final = WORDS[:12]
FACES: Final = {
    code: Face(code, move, 10 * number)
    for number, (code, move) in enumerate(zip(DECK, MOVES, strict=True), 1)
}
TURNS: Final = {"left": 3, "right": 1, "uturn": 2}
DEAL, CHOOSE, RUN, OVER = "deal", "choose", "run", "over"
ROUNDS: Final = 2


class Runner(NamedTuple):
    """One piece: its square and heading."""

    seat: int
    square: Square
    heading: Heading = 0


class Track(NamedTuple):
    """The race: runners by seat, hands and programs in their order, None if unknown."""

    runners: tuple[Runner, ...]
    turn: int = 1
    stage: str = DEAL
    round: int = 0
    hands: tuple[tuple[int, ...] | None, ...] = ()
    programs: tuple[tuple[int | None, ...], ...] = ()

    def runner(self, seat: int) -> Runner:
        """Return the runner of a seat."""
        return next(runner for runner in self.runners if runner.seat == seat)


def _put(position: Track, change: PutOn) -> Made[Track, PlacedByHand]:
    """Put a runner on a free square of the board, before the line."""
    stands = {runner.seat: (runner.square, runner.heading) for runner in position.runners}
    seat, heading = seat_of(stands, change.seat), heading_by_hand(change.heading)
    if change.square not in BOARD.squares or change.square in LINE:
        raise RuleError(text("a runner stands on a free square before the line"))
    free_of(seat, (change.square, heading), stands)
    mine = position.runner(seat)
    runners = (Runner(*change) if runner is mine else runner for runner in position.runners)
    event = PlacedByHand(seat, mine.square, change.square, mine.heading, heading, 0)
    return position._replace(runners=tuple(runners)), (event,)


class Places(Edits[Track, Event]):
    """Corrections that put runners elsewhere, by touching a square."""

    edits: Mapping[type, Edit[Track, Event]] = {
        PutOn: placing(_put, lambda position, seat: [turning(*position.runner(seat)[:3])])
    }

    def seats(self, position: Track) -> Iterable[int]:
        return (runner.seat for runner in position.runners)

    def moment(self, position: Track) -> tuple[int, int]:
        return position.turn, 0

    def pose(self, position: Track, seat: int) -> tuple[Square, Heading]:
        runner = position.runner(seat)
        return runner.square, runner.heading


class FirstRow(Seating):
    """The starts in the first row."""

    def starts(self, board: Board | None) -> Mapping[int, Square | None]:
        return {**BOARD.starts}


class SprintResults(RaceResults[Track]):
    """The winners on the line."""

    def verdict(self, position: Track, winners: tuple[int, ...], names: Mapping[int, str]) -> Text:
        """Name all on the line."""
        there = [names[seat] for seat in winners]
        return text("{names} won the sprint.", names=listed(there)) if there else NOTHING


class Sprint(RaceGame[Track]):
    """The game; positions are Tracks."""

    key, title, deck, seats = "sprint", "Sprint", DECK, (1, 2, 3)
    ranking: Text = text("Whoever is on the line at the end of a round has won.")
    setup_pages: tuple[str, ...] = ("seats",)
    rounds: int = ROUNDS

    def __init__(self) -> None:
        self.parts: dict[type, Part[Track, Event]] = {
            **race_parts(self),
            Corrections: Places(),
            Results: SprintResults(self),
            Seating: FirstRow(),
        }

    def board(self, position: Track) -> Board:
        return BOARD

    def flags(self, position: Track) -> tuple[Square, ...]:
        """Return the finishing line."""
        return LINE

    def pieces(self, position: Track) -> tuple[Piece, ...]:
        return tuple(
            Piece(runner.seat, runner.square, runner.heading, ACTIVE) for runner in position.runners
        )

    def face(self, code: int) -> Face | None:
        return FACES.get(code)

    def begin(self, plan: Plan) -> Track:
        if not plan.seats:
            raise SetupError(text("nobody plays: give at least one seat a player"))
        return Track(tuple(Runner(seat, BOARD.starts[seat]) for seat in plan.seats))

    def next_step(self, position: Track) -> NextStep:
        """Ask for cards and programs, then play two rounds, until one has finished."""
        seats, turn = [runner.seat for runner in position.runners], position.turn
        if position.stage == DEAL:
            return Shuffle(turn, dict.fromkeys(seats, (None,) * 5))
        if position.stage == CHOOSE:
            asks = (
                Ask(
                    seat,
                    True,
                    ((PULL, text("ready")),),
                    Program((1, 2)),
                    Hand(4, hand),
                    choosing=text("choosing cards"),
                )
                for seat, hand in zip(seats, position.hands, strict=False)
            )
            return Questions(
                "sprint",
                turn,
                tuple(asks),
                text("Turn {turn}: two cards", turn=turn),
                text("Cards into slots 1 and 2, then pull the handle."),
                place=text("two cards"),
            )
        return PlayOn(turn) if position.stage == RUN else Finished(turn, self._there(position))

    def _there(self, position: Track) -> tuple[int, ...]:
        return tuple(runner.seat for runner in position.runners if runner.square in LINE)

    def dealt(
        self, position: Track, codes: tuple[int, ...] | None, custody: Mapping[int, Custody] = {}
    ) -> PlayResult[Track, Event]:
        """Deal four cards each."""
        hands = tuple(
            None if codes is None else codes[4 * at : 4 * at + 4]
            for at in range(len(position.runners))
        )
        return PlayResult(
            position._replace(stage=CHOOSE, round=0, hands=hands, programs=()), position.turn, 0
        )

    def answered(self, position: Track, answers: Mapping[int, Answer]) -> PlayResult[Track, Event]:
        """Take two cards each."""
        programs = tuple(answers[runner.seat].codes[:ROUNDS] for runner in position.runners)
        return PlayResult(position._replace(stage=RUN, programs=programs), position.turn, 0)

    def play(self, position: Track) -> PlayResult[Track, Event]:
        """Play one card each, the highest number first."""
        cards = [
            (runner.seat, FACES[code])
            for runner, program in zip(position.runners, position.programs, strict=False)
            if (code := program[position.round]) is not None
        ]
        runners = {runner.seat: runner for runner in position.runners}
        cards.sort(key=lambda card: -card[1].priority)
        steps: list[Step[Track, Event]] = []
        for seat, face in cards:
            events: list[Event] = [CardPlayed(seat, Card(face.move, face.priority))]
            self._run(runners, seat, face, events)
            between = position._replace(runners=tuple(runners.values()))
            steps.append(Step(tuple(events), between))
        after = position._replace(runners=tuple(runners.values()), round=position.round + 1)
        if over := bool(self._there(after)):
            after = after._replace(stage=OVER)
        ends = over or after.round == ROUNDS
        if ends and not over:
            after = after._replace(stage=DEAL, turn=position.turn + 1)
        return PlayResult(
            after, position.turn, position.round + 1, tuple(steps), tuple(cards), ends
        )

    def _run(self, runners: dict[int, Runner], seat: int, face: Face, events: list[Event]) -> None:
        """Turn, or go step by step as long as the way is free."""
        mine = runners[seat]
        if face.move in TURNS:
            runners[seat] = mine._replace(heading=(mine.heading + TURNS[face.move]) % 4)
            events.append(Turned(seat, mine.square, mine.heading, runners[seat].heading, CARDS, ""))
            return
        for _ in range(int(face.move[-1])):
            mine = runners[seat]
            ahead = BOARD.ahead[mine.heading][mine.square]
            other = next(
                (runner.seat for runner in runners.values() if runner.square == ahead), None
            )
            if ahead is None or other is not None:
                events.append(
                    Stopped(
                        seat, mine.square, mine.heading, WALL if ahead is None else ROW, other, ""
                    )
                )
                return
            runners[seat] = mine._replace(square=ahead)
            events.append(
                Moved(seat, mine.square, ahead, mine.heading, mine.heading, CARDS, None, "")
            )

    def standings(self, position: Track) -> tuple[Standing, ...]:
        """Rank by rows."""
        rows = sorted(
            ((column_row(runner.square)[1] + 1, runner.seat) for runner in position.runners),
            key=lambda row: (-row[0], row[1]),
        )
        return tuple(
            Standing(
                1 + sum(other > row for other, _ in rows),
                seat,
                ACTIVE,
                facts=(Fact(text("Row"), verbatim(str(row)), text("row {row}", row=row)),),
                summary=text("row {row}", row=row),
                data={"row": row},
            )
            for row, seat in rows
        )

    def redacted(self, position: Track, viewer: int | None) -> Track:
        """Hide hands and cards that were not played yet."""
        seats = [runner.seat for runner in position.runners]
        hands = tuple(
            hand if seat == viewer else None
            for seat, hand in zip(seats, position.hands, strict=False)
        )
        programs = tuple(
            program
            if seat == viewer
            else tuple(code if at < position.round else None for at, code in enumerate(program))
            for seat, program in zip(seats, position.programs, strict=False)
        )
        return position._replace(hands=hands, programs=programs)

    def readers(self, position: Track) -> Mapping[int, ReaderContent]:
        return {
            runner.seat: ReaderContent((*program, None, None, None))
            for runner, program in zip(position.runners, position.programs, strict=False)
        }

    def fingerprint(self, position: Track) -> str:
        """Return the hash of its text."""
        return hashlib.sha256(repr(position).encode()).hexdigest()[:16]

    def simulate(self, position: Track, programs: Mapping[int, tuple[int | None, ...]]) -> Track:
        """Play both rounds with these cards."""
        cards = tuple(
            (*programs.get(runner.seat, ()), None, None)[:ROUNDS] for runner in position.runners
        )
        after = position._replace(stage=RUN, round=0, programs=cards)
        while after.stage == RUN:
            after = self.play(after).position
        return after


GAME: Final = Sprint()
