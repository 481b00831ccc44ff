"""A game that asks a test's questions, round after round, and keeps the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.app.loop import EventLoop, open_session
from companion.engine.board import Board
from companion.engine.cards import DECK
from companion.games.api import E, Game, P, Plan, PlayResult
from companion.games.asking import (
    Answer,
    Ask,
    Deadline,
    Finished,
    Hand,
    NextStep,
    Offer,
    Program,
    Questions,
)
from companion.games.scene import Face, Scene, Standing
from companion.session.messages import Begin, Confirm
from companion.signals import PULL
from companion.table.base import Table
from companion.words import text
from tests.typed import any_game, of_kind

YES, NO = Offer("yes", text("Yes")), Offer("no", text("No"))
LATE = Deadline(3, "no")


class Said(NamedTuple):
    """The answers so far, round by round as (seat, answer)."""

    rounds: tuple[tuple[tuple[int, Answer], ...], ...] = ()


class Quiz(Game[Said, object]):
    """Asks these questions one after another; on a board where a test gives one.

    Cards have codes 0-83 and the usual faces.
    """

    key, title = "quiz", "Quiz"
    deck = tuple(range(len(DECK)))

    def __init__(self, *rounds: NextStep, board: Board | None = None) -> None:
        self.questions = rounds
        self.board = board

    def face(self, code: int) -> Face | None:
        """Return move and priority of the usual deck."""
        return Face(code, DECK[code].move, DECK[code].priority) if 0 <= code < len(DECK) else None

    def begin(self, plan: Plan) -> Said:
        """Begin without answers."""
        return Said()

    def next_step(self, position: Said) -> NextStep:
        """Return the next question."""
        asked = len(position.rounds)
        return self.questions[asked] if asked < len(self.questions) else Finished(asked, ())

    def answered(self, position: Said, answers: Mapping[int, Answer]) -> PlayResult[Said]:
        """Keep the answers in the order of seats."""
        return PlayResult(
            Said((*position.rounds, tuple(sorted(answers.items())))),
            len(position.rounds) + 1,
            0,
        )

    def scene(self, position: Said) -> Scene:
        """Return the board, if there is one."""
        return Scene(self.board)

    def standings(self, position: Said) -> tuple[Standing, ...]:
        """Rank all seats equal."""
        return ()


def ask(seat: int, *offers: Offer, **more: Any) -> Ask:
    """Return a question by touch that must be answered; `more` are fields of the ask."""
    return Ask(
        **{
            "seat": seat,
            "must": True,
            "offers": offers,
            **more,
        }
    )


def cards(seat: int, *hand: int, **more: Any) -> Ask:
    """Return a question for a card in slot 1."""
    return ask(
        seat,
        **{
            "program": Program((1,)),
            "hand": Hand(len(hand), hand),
            "gestures": ((PULL, text("ready")),),
            **more,
        },
    )


def asked(*asks: Ask, turn: int = 1) -> Questions:
    """Return a round of questions."""
    return Questions("quiz", turn, asks, text("What now?"), text("Say it."), place=text("the quiz"))


def quiz(
    *rounds: Questions,
    players: tuple[str, ...] = ("person", "person"),
    board: Board | None = None,
    table: Table | None = None,
) -> EventLoop:
    """Return a session at the first question; at touch readers by default."""
    return begun(Quiz(*rounds, board=board), players, table)


def begun(
    game: Game[P, E], players: tuple[str, ...] = ("person", "person"), table: Table | None = None
) -> EventLoop:
    """Return a session at the first question of a game; at touch readers if no table is given."""
    loop = open_session(table, seed=1, players=players, game=any_game(game))
    begin(loop)
    return loop


def begin(loop: EventLoop) -> None:
    """Begin the game that is set up, and confirm that the pieces stand."""
    loop.send(Begin())
    if loop.session.page == "place":
        loop.send(Confirm(loop.session.revision))


def answers(loop: EventLoop) -> tuple[tuple[tuple[int, Answer], ...], ...]:
    """Return what the game was told."""
    assert loop.session.match is not None
    return of_kind(Said, loop.session.match.position).rounds


def offered(loop: EventLoop) -> list[list[str]]:
    """Return the offers that all see on the screen, by seat, as worded."""
    return [[str(offer.label) for offer in reader.offers] for reader in loop.view.body.readers]


def states(loop: EventLoop) -> list[str]:
    """Return the state of every seat."""
    return [str(reader.state) for reader in loop.view.body.readers]


def left(loop: EventLoop) -> list[int]:
    """Return the seconds that every seat has left."""
    return [reader.left for reader in loop.view.body.readers]


def wait(loop: EventLoop, start: float, seconds: float) -> float:
    """Let time go by in small steps; return the time after it."""
    for tenth in range(round(seconds * 10) + 1):
        loop.poll(start + tenth / 10)
    return start + seconds
