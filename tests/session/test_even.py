"""Adaptive pilots: their level after a race, its sentence, and their play."""

from __future__ import annotations

import itertools
import json
import random
from functools import cache
from typing import Any

import pytest

from companion.app.loop import USUAL_PLAYERS, EventLoop, open_session
from companion.app.recording import CHOSEN, as_last_chosen
from companion.app.thinking import AtOnce
from companion.gallery.race import Wanted, race, until
from companion.games import usual_game
from companion.games.asking import Ask, Hand, Program
from companion.games.programmed.deck import CODES
from companion.pilots import even_pilot
from companion.pilots.base import PilotAnswer, Task, pilots
from companion.pilots.random_pilot import RandomPilot
from companion.session.lobby.adaptive_level import level_of_facts
from companion.session.lobby.kept_setup import setup_facts
from companion.session.lobby.opponents import AdaptiveLevel
from companion.session.lobby.setup import new_session
from companion.session.messages import (
    CARD,
    Again,
    ApplyCorrection,
    ChooseBoard,
    ClearMarkers,
    Go,
    GoBack,
    SetPlayer,
    SetRule,
    TouchSquare,
)
from companion.session.session import Session
from companion.session.view import OVER, SummaryPage
from companion.words import text
from tests.recorded import recorded

ASK = Ask(1, True, (("pull", text("ready")),), Program((1, 2, 3, 4, 5)), Hand(9, CODES[:9]))


def raced(
    players: tuple[str, ...] = ("person", "even", "person", "even"), seed: int = 5
) -> EventLoop:
    """Return a race to one flag close by, to be touched in passing."""
    loop = race(
        ChooseBoard("going-train"),
        Go("flags"),
        ClearMarkers(),
        TouchSquare("G4"),
        SetRule("flag_hit", "pass"),
        players=players,
        seed=seed,
    )
    # A steady pilot would beat a player of the first cards of a hand.
    loop.thinking = AtOnce({"even": RandomPilot(), "random": RandomPilot()})
    return until(loop, Wanted(OVER))


def share(session: Session) -> float:
    """Return the share of pairs in which the person is before the pilot, counted again."""
    assert session.match is not None
    places = {
        standing.seat: standing.place
        for standing in session.config.game.standings(session.match.position)
    }
    pairs = [(places[person], places[pilot]) for person in (1, 3) for pilot in (2, 4)]
    return sum(0.5 * ((person < pilot) + (person <= pilot)) for person, pilot in pairs) / len(pairs)


@cache
def ended(seed: int) -> Session:
    """Return a finished race of two people and two such pilots."""
    return raced(seed=seed).session


def test_the_level_goes_up_when_people_win_and_down_when_pilots_do() -> None:
    """Change the level by all places, with a sentence at the end."""
    directions = set()
    for seed in range(5, 12):
        session = ended(seed)
        won = share(session)
        assert session.lobby.adaptive_level == AdaptiveLevel(2.0 + (2 * won - 1), 1, 1, 2.0)
        directions.add((won > 0.5) - (won < 0.5))
    assert {1, -1} <= directions


def test_the_end_page_says_it_in_a_sentence() -> None:
    """Say stronger, weaker or unchanged, or nothing without such a pilot or an opponent."""
    for seed in range(5, 12):
        loop = open_session()
        loop.session = ended(seed)
        body = loop.view.body
        assert isinstance(body, SummaryPage)
        won = share(loop.session)
        wanted = "stronger" if won > 0.5 else "weaker" if won < 0.5 else "as-now"
        assert str(body.sentences[-1]) == recorded(f"The-pilots-play-{wanted}-next-time")
    for players in (("person", "random"), ("even", "even")):
        loop = raced(players)
        assert loop.session.lobby.adaptive_level == AdaptiveLevel() and "next time" not in str(
            loop.view.body.sentences[-1]
        )


def test_steps_shrink_from_race_to_race_and_the_level_stays_on_the_ladder() -> None:
    """Shrink steps from race to race, within the ladder."""
    loop = raced()
    levels = [2.0, loop.session.lobby.adaptive_level.level]
    for _ in range(4):
        loop.send(Again())
        until(loop, Wanted(OVER))
        levels.append(loop.session.lobby.adaptive_level.level)
    assert loop.session.lobby.adaptive_level.races == 5 and all(
        0.0 <= level <= 4.0 for level in levels
    )
    steps = [abs(after - before) for before, after in itertools.pairwise(levels)]
    assert all(
        step <= most + 1e-3 for step, most in zip(steps, (1.0, 2 / 3, 0.5, 0.4, 1 / 3), strict=True)
    )


def test_a_race_that_ends_twice_counts_once() -> None:
    """Count a race once that ends twice."""
    loop = raced()
    first = loop.session.lobby.adaptive_level
    loop.send(ApplyCorrection(GoBack(CARD)))
    assert loop.session.page != OVER
    until(loop, Wanted(OVER))
    assert loop.session.lobby.adaptive_level == first


def test_the_level_is_kept_for_the_next_game() -> None:
    """Keep the level with the preferences, and ignore invalid values."""
    session = ended(5)
    facts = setup_facts(session)
    fresh = new_session(usual_game(), session.config.boards, session.config.pilots)
    assert as_last_chosen(fresh, {CHOSEN: json.dumps(facts)}).lobby.adaptive_level == AdaptiveLevel(
        session.lobby.adaptive_level.level, 1
    )
    assert (
        as_last_chosen(fresh, {CHOSEN: json.dumps({**facts, "even": None})}).lobby.adaptive_level
        == AdaptiveLevel()
    )
    for nonsense in (
        None,
        [],
        [2.0],
        ["2", 1],
        [True, 1],
        [2.0, 1.0],
        [5.0, 1],
        [-1, 1],
        [2.0, -1],
        [float("nan"), 1],
        {"level": 2},
    ):
        assert level_of_facts(nonsense) == AdaptiveLevel()


def test_who_plays_until_somebody_chooses() -> None:
    """Begin with one person against three of them; an old setup keeps its own."""
    assert USUAL_PLAYERS == ("person", "even", "even", "even") and "even" in pilots()
    loop = open_session()
    loop.send(SetPlayer(3, "random", others=True))
    assert [seat.player for seat in loop.session.lobby.setup.seats[:5]] == [
        "person",
        "random",
        "random",
        "random",
        "",
    ]


# ---- How it plays --------------------------------------------------------------------------------


class Marked(RandomPilot):
    """A pilot of some strength that says which it is."""

    def __init__(self, strength: int) -> None:
        self.strength = strength
        self.prepared = 0

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return the usual choice."""
        return super().choose(task, draw)._replace(why=text("{strength}", strength=self.strength))

    def prepare(self, game: Any, position: Any) -> None:
        """Record it."""
        self.prepared += 1


@pytest.mark.parametrize(
    ("level", "shares"),
    [
        (2.4, {2: 0.6, 3: 0.4}),
        (0.0, {0: 1.0}),
        (4.0, {4: 1.0}),
        (3.0, {3: 1.0}),
        (1.9, {1: 0.1, 2: 0.9}),
    ],
)
def test_it_plays_like_the_two_pilots_between_which_the_level_lies(
    level: float, shares: dict[int, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play each turn like one of the two pilots around the level, by its own chance."""
    monkeypatch.setattr(
        even_pilot, "ladder", lambda: tuple(Marked(strength) for strength in range(5))
    )
    task = Task(usual_game(), "program", ASK, None, level=level)
    played = [
        int(str(even_pilot.PILOT.choose(task, random.Random(seed)).why)) for seed in range(1000)
    ]
    assert set(played) == set(shares)
    assert all(
        abs(played.count(strength) / 1000 - share) < 0.05 for strength, share in shares.items()
    )
    assert even_pilot.PILOT.choose(task, random.Random(7)) == even_pilot.PILOT.choose(
        task, random.Random(7)
    )


def test_where_strengths_are_missing_it_plays_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play like the nearest pilot if some are missing."""
    task = Task(usual_game(), "program", ASK, None, level=2.4)
    for strengths, played in (((0,), {0}), ((0, 4), {0, 4}), ((3, 4), {3})):
        monkeypatch.setattr(
            even_pilot,
            "ladder",
            lambda strengths=strengths: tuple(Marked(strength) for strength in strengths),
        )
        assert {
            int(str(even_pilot.PILOT.choose(task, random.Random(seed)).why)) for seed in range(100)
        } == played


def test_all_of_them_prepare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prepare all of them, since it may play like any."""
    marked = tuple(Marked(strength) for strength in range(3))
    monkeypatch.setattr(even_pilot, "ladder", lambda: (*marked, RandomPilot()))
    even_pilot.PILOT.prepare(usual_game(), None)
    assert [pilot.prepared for pilot in marked] == [1, 1, 1]
