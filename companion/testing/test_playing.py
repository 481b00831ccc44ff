"""Test set-ups of a game, whole games of every pilot, and recovery from the journal."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.app.loop import play_to_the_end
from companion.commands._unattended import PlannedRace, play_race
from companion.games.api import Game, Step
from companion.games.asking import Custody
from companion.journal.store import open_journal
from companion.pilots.base import pilots
from companion.session.messages import Begin
from companion.session.session import Session
from companion.session.view import PLAY
from companion.testing.playing import (
    begin,
    board_entries,
    seats_possible,
    session_on_first_page,
    three_seats,
    touches,
)
from companion.testing.table_hands import TableHands, check_steps

SEEDS = (1, 2)
TURNS = 4
"""Turns after which a running game is left; enough for every part of a turn."""
LONGEST = 60
"""Turns within which a game of pilots ends, unless it is endless."""
CUTS = 6
"""Moments of a race at which its journal is copied."""


def test_it_begins_on_every_board_with_every_number_of_seats(game: Game) -> None:
    """No number of seats that a game names is refused; other numbers are refused in words."""
    for entry in board_entries(game):
        possible = seats_possible(game, entry)
        assert possible, f"{game.title} cannot be played"
        for count in range(1, possible[-1] + 1):
            loop = session_on_first_page(game, count, entry=entry)
            loop.send(Begin())
            assert (loop.session.match is not None) == (count in possible)
            assert loop.session.match is not None or str(loop.session.notice)


def test_somebody_holds_the_cards_of_every_seat(game: Game) -> None:
    """Hands hold cards only where they can, and the app holds all if no hands can."""
    for count in seats_possible(game):
        seats = game.seats[:count]
        for hands in range(count + 1):
            by_hand = seats[:hands]
            holders = game.sharing.custody(seats, by_hand)
            assert {*holders} == {*seats}
            real = {seat for seat, holder in holders.items() if holder is Custody.HANDS}
            assert real in ({*by_hand}, set()), "hands hold cards at all of these seats or nowhere"
            assert real or {*holders.values()} == {Custody.APP}


def test_it_begins_with_every_value_of_every_setting(game: Game) -> None:
    """A value that does not fit is refused in words; each setting has one that begins."""
    seats = seats_possible(game)[-1]
    for option in game.options:
        begins = []
        for choice in option.choices:
            loop = session_on_first_page(game, seats, words={option.key: choice.word})
            loop.send(Begin())
            begins.append(loop.session.match is not None)
            assert begins[-1] or str(loop.session.notice), f"{option.key}={choice.word}"
        assert any(begins), f"no value of {option.key} begins"


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_that_do_what_is_shown_stand_where_the_game_stands(game: Game, seed: int) -> None:
    """Each instruction leads to the next view, and those of each step lead to its scene.

    Each board is played with all seats or about half of them.
    """
    for number, entry in enumerate(board_entries(game)):
        possible = seats_possible(game, entry)
        seats = possible[-1] if (number + seed) % 2 else possible[len(possible) // 2]
        loop, hands = (
            begin(session_on_first_page(game, seats, seed=seed, entry=entry)),
            TableHands(),
        )
        hands.begin(loop.view)
        steps: Sequence[Step] = ()
        for _ in touches(loop, TURNS):
            hands.compare(loop.view)
            match = loop.session.match
            assert match is not None
            if loop.session.page == PLAY and match.shown.steps is not steps:
                steps = match.shown.steps
                check_steps(game, match.shown.opening, steps, loop.session.lobby.setup.names)
                assert game.scene(steps[-1].position) == game.scene(match.position)
            hands.carry_out(loop.view)
        hands.compare(loop.view)


def test_pilots_of_every_strength_play_together(game: Game) -> None:
    """Every question is answered until the game is over; the end names its winners.

    Each pilot plays at a table of the usual size, those of the first table until the game is over.
    """
    names, seats = [*pilots()], three_seats(game)
    tables = -(-len(names) // seats)
    for number in range(tables):
        players = [*names[number::tables], *names][:seats]
        loop = begin(session_on_first_page(game, seats, player=players))
        over = play_to_the_end(loop, TURNS if number else LONGEST)
        aims = any(pilots()[name].strength > 0 for name in players)
        assert over or number or not aims, f"{LONGEST} turns are not enough for {players}"
        assert str(loop.view.title)


@pytest.mark.parametrize("pilot", sorted(pilots()))
def test_pilots_of_every_strength_play_whole_games(game: Game, pilot: str) -> None:
    """Every question is answered until the game is over; the end names its winners.

    A pilot without an aim may play on without end.
    """
    seats = 2 if 2 in seats_possible(game) else 3
    loop = begin(session_on_first_page(game, seats, player=pilot))
    over = play_to_the_end(loop, LONGEST)
    assert over or pilots()[pilot].strength == 0, f"{LONGEST} turns are not enough"
    assert str(loop.view.title)


def test_a_game_whose_power_fails_at_any_moment_ends_the_same(game: Game, tmp_path: Path) -> None:
    """The journal is copied at several moves; each copy continues to the same end."""
    race = PlannedRace(game, board_entries(game)[0], three_seats(game), {}, 11, 2)
    moves = 0

    def count(session: Session, trouble: str) -> None:
        nonlocal moves
        moves += 1

    whole = tmp_path / "whole.db"
    played = _kept(race, whole, count)
    at = sorted({1 + moves * number // CUTS for number in range(CUTS)})
    copies = []
    moves = 0

    def copy(session: Session, trouble: str) -> None:
        count(session, trouble)
        if moves in at:
            copies.append(tmp_path / f"cut{moves}")
            copies[-1].mkdir()
            for file in tmp_path.glob("cut.db*"):
                if not file.name.endswith(".lock"):
                    shutil.copy(file, copies[-1])

    assert _kept(race, tmp_path / "cut.db", copy) == played
    assert len(copies) == len(at) > 1
    for folder in copies:
        assert _kept(race, folder / "cut.db", None) == played, folder.name


def _kept(
    race: PlannedRace, path: Path, moved: Callable[[Session, str], None] | None
) -> tuple[object, ...]:
    """Play a race with a journal, or what is left of it; return how it ends."""
    journal = open_journal(path, 0.0)
    try:
        ended = play_race(race, journal=journal, moved=moved)
    finally:
        journal.close()
    assert not ended.unkept
    return (ended.digest, ended.turns, ended.winners, ended.tally)
