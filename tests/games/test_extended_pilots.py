"""Every pilot plays extended boards to the end, by the game and by a session with a journal."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from companion.app.loop import open_session, play_to_the_end
from companion.app.recording import GameRecorder, recall
from companion.gallery.elements import EVERYTHING, cell, fair
from companion.games import usual_game
from companion.games.api import Plan, Position
from companion.games.asking import Draw, Finished, Questions, Shuffle
from companion.games.parts import Invariants
from companion.games.programmed.open_questions import narrowed, offered_next
from companion.journal.store import open_journal
from companion.pilots.base import Task, ask_pilot, is_sound, pilots
from companion.session.commands import RecordEvents
from companion.session.messages import Begin
from tests.typed import present

KNOWN = tuple(pilots())
CELLS = (
    *cell("A1", "A1 randomizer"),
    *cell("B1", "B1 fog"),
    *cell("C1", "C1 reset", "C1 energizer gives=boost"),
    "D1 pusher S registers=1,2,3,4,5",
    "D2 big_drain size=1",
)


@cache
def begun(*elements: str) -> Position:
    """Return a race of four on a fair, shared by all tests.

    The thoughts of pilots about a race are kept.
    """
    entry = fair(*elements)
    return usual_game().begin(Plan(entry.board, entry.markers[0][1], (1, 2, 3, 4), {}))


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("elements", [EVERYTHING, CELLS], ids=["everything", "cells"])
def test_a_pilot_answers_everything_that_is_asked(name: str, elements: tuple[str, ...]) -> None:
    """Answer every question validly, without breaking a rule."""
    game, position, pilot, asked = usual_game(), begun(*elements), pilots()[name], set[str]()
    while not isinstance(next_step := game.next_step(position), Finished) and next_step.turn <= 3:
        draw = Random(f"{name}/{next_step}")
        if isinstance(next_step, Shuffle):
            position = game.dealt(position, tuple(draw.sample(game.deck, len(game.deck)))).position
        elif isinstance(next_step, Draw):
            position = game.dealt(
                position, tuple(draw.sample(range(next_step.number), next_step.number))
            ).position
            asked.add("slot")
        elif isinstance(next_step, Questions):
            asked.add(next_step.about.split()[0])
            answers = {}
            for ask in next_step.asks:
                answer = ask_pilot(
                    pilot, Task(game, next_step.about, ask, game.redacted(position, ask.seat)), draw
                ).answer
                assert is_sound(ask, answer)
                codes = tuple(
                    held if code is None else code
                    for code, held in zip(answer.codes, ask.program.held, strict=True)
                )
                answers[ask.seat] = answer if answer.offer else answer._replace(codes=codes)
            position = game.answered(position, answers).position
        else:
            passage = game.play(position)
            position = passage.position
            assert not present(Invariants.of(game)).breaches(
                position, passage.events, game.scene(position).pieces
            )
        assert not present(Invariants.of(game)).unsound(position)
    assert elements is not CELLS or {"program", "slot", "chooses"} <= asked


@pytest.mark.parametrize("seed", range(3))
def test_a_race_comes_out_of_its_journal_as_it_was(seed: int, tmp_path: Path) -> None:
    """Replay every hash from the journal, with all random draws."""
    entry, journal = fair(), open_journal(tmp_path / "journal.db", 0.0)
    loop = open_session(
        seed=seed,
        boards=(entry,),
        players=("random", "novice", "random", "steady"),
        record=GameRecorder(journal, seed),
        patient=True,
    )
    happened = list[RecordEvents]()
    loop.on_events = happened.append
    loop.send(Begin())
    play_to_the_end(loop, 5)
    assert len(happened) > 20
    loop.close()
    for kept in journal.games():
        assert recall(journal, kept, lambda game: (entry,), every=True).drift is None
    journal.close()


def test_long_lists_are_chosen_from_part_by_part() -> None:
    """Choose long lists part by part, forced parts at once, the first option at any part."""
    options = ("no", "2 move1@490", "2 move1@500", "3 uturn@10")
    assert offered_next(options, ()) == ("no", "2", "3") and offered_next(
        options, ("2", "move1")
    ) == ("490", "500", "no")
    assert narrowed(options, (), "3") == ((), "3 uturn@10") and narrowed(options, (), "2") == (
        ("2",),
        "",
    )
    assert narrowed(options, ("2", "move1"), "no") == ((), "no") and narrowed(
        options, ("2", "move1"), "500"
    ) == ((), "2 move1@500")
