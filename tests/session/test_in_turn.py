"""Choices that seats get in turn, such as models: all different, changeable, and kept."""

from __future__ import annotations

import json

from companion.app.game_offers import offers_of
from companion.app.loop import EventLoop, open_session
from companion.games import find_game
from companion.games.factory_rally.models import MODELS, models_of
from companion.games.programmed.turn import RacePosition
from companion.session.lobby.arrangement import NOBODY, PERSON
from companion.session.lobby.kept_setup import setup_facts, setup_from
from companion.session.lobby.people_messages import SitDown
from companion.session.lobby.seat_rules import SetSeatRule, seat_rules
from companion.session.messages import Begin, Message, SetPlayer
from companion.session.pages.board import ChooseGame
from companion.session.session import Session
from tests.typed import of_kind

ALL = [*MODELS]


def rally(players: tuple[str, ...], *messages: Message) -> EventLoop:
    """Return the setup of Factory Rally after some messages."""
    loop = open_session(seed=3, players=players, game=find_game("factory_rally"))
    for message in messages:
        loop.send(message)
    return loop


def models(session: Session) -> list[str]:
    """Return the model that each played seat shows."""
    return [
        choice.word
        for seat in session.lobby.setup.playing
        for rule in seat_rules(session, seat)
        if rule.key == "model"
        for choice in rule.choices
        if choice.chosen
    ]


def test_people_and_pilots_begin_with_models_in_turn() -> None:
    """Give people and pilots different models while there are some, then repeat (REQ-G4)."""
    assert models(rally(("person", "random")).session) == ALL[:2]
    assert models(rally(("person", *("random",) * 7)).session) == [*ALL, *ALL[:3]]


def test_who_comes_later_gets_the_next_one() -> None:
    """Give later players the next model; leaving frees one."""
    loop = rally(("person", "random"), SetPlayer(3, PERSON), SitDown(4, 0))
    assert models(loop.session) == ALL[:4]
    for message in (SetPlayer(1, NOBODY), SetPlayer(5, "random"), SetPlayer(1, PERSON)):
        loop.send(message)
    assert models(loop.session) == [ALL[4], ALL[1], ALL[2], ALL[3], ALL[0]]


def test_another_one_is_chosen_at_the_seat_and_stays() -> None:
    """Keep a model chosen at the seat, or none, or another seat's."""
    loop = rally(
        ("person", "random", "random"),
        SetSeatRule(1, "model", "none"),
        SetSeatRule(2, "model", ALL[2]),
    )
    loop.send(SetPlayer(3, "racer"))
    assert models(loop.session) == ["none", ALL[2], ALL[2]]
    loop.send(SetPlayer(1, NOBODY))
    loop.send(SetPlayer(1, PERSON))
    assert models(loop.session) == ["none", ALL[2], ALL[2]]


def test_the_game_is_chosen_after_the_seats() -> None:
    """Give models to seated players when the game is chosen, and keep them."""
    loop = open_session(seed=3, players=("person", "random"), games=offers_of({}))
    loop.send(ChooseGame("factory_rally"))
    assert models(loop.session) == ALL[:2]
    for message in (
        SetSeatRule(1, "model", ALL[1]),
        ChooseGame("cardbot"),
        ChooseGame("factory_rally"),
    ):
        loop.send(message)
    assert models(loop.session) == [ALL[1], ALL[1]]


def test_the_race_plays_with_them() -> None:
    """Give each seat's robot its model in the race."""
    loop = rally(("person", "random"), Begin())
    assert loop.session.match is not None
    assert models_of(of_kind(RacePosition, loop.session.match.position).state.memory) == {
        1: ALL[0],
        2: ALL[1],
    }


def test_a_setup_that_was_kept_says_what_it_said() -> None:
    """Keep plain robots in an old setup without models."""
    session = rally(("person", "random")).session
    facts = json.loads(json.dumps(setup_facts(session)["setup"]))
    assert [dict(seat.words) for seat in setup_from(facts, session.config.game).seats[:2]] == [
        {"model": ALL[0]},
        {"model": ALL[1]},
    ]
    del facts["seat_words"]
    assert not any(seat.words for seat in setup_from(facts, session.config.game).seats)
