"""Seats that a game fills: a second piece per player, or a piece without a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import pytest

from companion.app.loop import EventLoop, open_session
from companion.app.startup import recall_whole
from companion.engine.board import Board
from companion.games.api import Game, Plan
from companion.games.asking import Custody, NextStep, Questions, Roles
from companion.games.parts import Components, Seating, added_seats
from companion.games.scene import Instruction, Layout, Scene
from companion.geometry import Square
from companion.session.choices import MenuPage
from companion.session.lobby.arrangement import BY_CHANCE, NOBODY
from companion.session.lobby.extra_seats import seats_of_player
from companion.session.messages import (
    Again,
    ApplyCorrection,
    BackToSetup,
    Begin,
    ForgetPin,
    Go,
    HandSeat,
    Pick,
    SetPin,
    SetPlayer,
    SwapSeats,
    Uncover,
)
from companion.session.pages.menu import Choose, OpenMenu
from companion.session.pages.seats import SeatsPage
from companion.session.past.replaying import header_of, mark_of, session_of_header
from companion.session.view import CHAIRS, OVER, PLACE, PLAY, PROGRAM, SEATS, SUMMARY
from companion.signals import PULL, InsertCard, MoveHandle
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable, VirtualTable
from companion.words import NOTHING, text
from tests.games.test_topcard_evening import Evening
from tests.recorded import recorded
from tests.typed import of_kind, present

CHANCE = 8


@pytest.fixture
def pairs(topcard: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return Top Card with two hands for each of two players, or a random fourth hand."""
    kind: Any = type(topcard)

    class Hands(Seating):
        def starts(self, board: Board | None) -> Mapping[int, Square | None]:
            return dict.fromkeys(topcard.seats)

        def extra_seats(
            self, seats: tuple[int, ...], words: Mapping[str, str]
        ) -> Mapping[int, int | None]:
            free = [seat for seat in topcard.seats if seat not in seats]
            if len(seats) == 2:
                return dict(zip(free, seats, strict=False))
            if len(seats) == 3:
                return {CHANCE: None}
            return {}

    class Pairs(kind):
        parts: ClassVar[Mapping[type, object]] = {**topcard.parts, Seating: Hands()}

        def begin(self, plan: Plan) -> Any:
            extra = added_seats(self, plan.seats, plan.words)
            return super().begin(plan._replace(seats=tuple(sorted((*plan.seats, *extra)))))

        def next_step(self, position: Any) -> NextStep:
            found: NextStep = super().next_step(position)
            if not isinstance(found, Questions):
                return found
            return found._replace(
                asks=tuple(
                    ask._replace(roles=Roles(decider=min(position.seats)))
                    if ask.seat == CHANCE
                    else ask
                    for ask in found.asks
                )
            )

    found: Game = Pairs()
    monkeypatch.setattr(import_module("companion.games.topcard.game"), "GAME", found)
    return found


@pytest.fixture
def evening(tmp_path: Path, pairs: Game) -> Iterator[Evening]:
    """Return one person and one pilot with two hands each, with a journal."""
    found = Evening(tmp_path, pairs, ("person", "random"), VirtualTable)
    yield found
    found.close()


def rows(loop: EventLoop) -> list[str]:
    """Return the lines about seats that the game will fill."""
    page = loop.view.body
    assert isinstance(page, SeatsPage)
    return [str(row.filled) for row in page.rows if row.filled]


def over(evening: Evening) -> None:
    """Play the first cards with stakes of one point to the end of the game."""
    while evening.loop.session.page != OVER:
        session = evening.loop.session
        if session.page in (PLAY, SUMMARY):
            evening.done()
            continue
        for ask in of_kind(Questions, present(session.match).next_step).asks:
            if not session.is_person(ask.player):
                continue
            if ask.offers:
                evening.send(Uncover(ask.seat), Pick(ask.seat, "single"))
            else:
                evening.send(
                    InsertCard(ask.seat, 1, present(ask.hand.codes)[0]), MoveHandle(ask.seat, PULL)
                )


def players(loop: EventLoop) -> list[str]:
    """Return the players of the seats, in order."""
    return [
        seat.player
        for seat in loop.session.lobby.setup.seats[: max(loop.session.lobby.setup.playing)]
    ]


def test_the_seats_page_says_who_will_play_too(pairs: Game) -> None:
    """Announce filled seats in the setup, and fill them only in the race."""
    loop = open_session(seed=3, players=("person", "random"), game=pairs)
    assert rows(loop) == ["with BRASS", "with COPPER"] and loop.session.lobby.setup.playing == (
        1,
        2,
    )
    loop.send(SetPlayer(3, "person"))
    assert rows(loop) == ["by chance"]
    loop.send(SetPlayer(4, "random"))
    assert rows(loop) == []


def test_filled_seats_have_the_player_of_their_owner_until_the_race_is_gone(
    evening: Evening,
) -> None:
    """Give filled seats their owner's player during the race; both play both cards."""
    loop = evening.loop
    assert loop.session.page == PROGRAM and players(loop) == [
        "person",
        "random",
        "person",
        "random",
    ]
    assert (
        loop.session.lobby.setup.chosen == (1, 2)
        and loop.session.people == (1,)
        and loop.session.piloted == (2, 4)
    )
    assert seats_of_player(loop.session.lobby.setup, 3) == (1, 3) and seats_of_player(
        loop.session.lobby.setup, 2
    ) == (2, 4)
    assert sorted(present(loop.session.match).question.answers) == [2, 4]
    over(evening)
    evening.send(BackToSetup())
    assert loop.session.lobby.setup.playing == (1, 2) and not any(
        seat.is_extra for seat in loop.session.lobby.setup.seats
    )


def test_again_fills_them_again_and_it_replays(evening: Evening) -> None:
    """Fill seats again in the next race, also in a replay."""
    over(evening)
    first = mark_of(evening.loop.session)
    evening.send(Again())
    assert players(evening.loop) == ["person", "random", "person", "random"]
    over(evening)
    games = [kept for kept in evening.journal.games() if kept.kind == "race"]
    assert len(games) == 2 and all(
        '"setup"' in kept.header and str(kept.title_words) == recorded("Top-Card-2-seats")
        for kept in games
    )
    marks = {mark_of(recall_whole(evening.journal, kept, every=True).session) for kept in games}
    assert marks == {first, mark_of(evening.loop.session)}


def test_a_race_that_was_cut_off_goes_on_with_them(evening: Evening) -> None:
    """Fill the same seats of a race that was cut off; the header has only chosen ones."""
    evening.kill()
    assert players(evening.loop) == ["person", "random", "person", "random"]
    start = session_of_header(
        header_of(evening.loop.session, 3), lambda key: evening.loop.session.config.game, (), "here"
    )
    assert start.session.lobby.setup.playing == (1, 2)


def test_the_setup_can_be_opened_again_before_the_race(
    pairs: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Free them when the setup is opened again before the race."""

    class Pile(Components):
        def layout(
            self, position: Any, names: Mapping[int, str], custody: Mapping[int, Custody]
        ) -> Layout:
            return Layout(text("Ready"), NOTHING, ((None, text("Put down the cards.")),))

        def scene_diff(
            self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
        ) -> tuple[Instruction, ...]:
            return ()

    parts: dict[type, object] = {**pairs.parts, Components: Pile()}
    monkeypatch.setattr(type(pairs), "parts", parts)
    loop = open_session(seed=3, players=("person", "person"), game=pairs)
    loop.send(Begin())
    assert loop.session.page == PLACE and loop.session.lobby.setup.playing == (1, 2, 3, 4)
    loop.send(Go(SEATS))
    assert loop.session.lobby.setup.playing == (1, 2)
    loop.send(SetPlayer(3, "random"))
    loop.send(Begin())
    assert players(loop) == [
        "person",
        "person",
        "random",
        NOBODY,
        NOBODY,
        NOBODY,
        NOBODY,
        BY_CHANCE,
    ]


def test_a_pin_holds_for_all_seats_of_a_player(pairs: Game) -> None:
    """Open and forget all seats of a player by one PIN."""
    loop = open_session(seed=3, players=("person", "person"), game=pairs)
    loop.send(SetPin(1, "1234"))
    loop.send(Begin())
    loop.send(Uncover(3))
    assert "PIN" in str(loop.view.notice) and present(loop.session.match).question.open_seat is None
    loop.send(Uncover(3, "1234"))
    assert present(loop.session.match).question.open_seat == 3
    loop.send(ApplyCorrection(ForgetPin(3)))
    assert not any(seat.pin for seat in loop.session.lobby.setup.seats)


def test_a_pilot_takes_over_all_seats_of_a_player(evening: Evening) -> None:
    """Hand over all seats of a player to a pilot, from either, and back."""
    evening.send(ApplyCorrection(HandSeat(3, "random")))
    assert players(evening.loop) == ["random"] * 4
    evening.send(ApplyCorrection(HandSeat(2, "person")))
    assert players(evening.loop) == ["random", "person", "random", "person"]
    over(evening)


def test_players_change_places_with_all_their_seats(evening: Evening) -> None:
    """Swap two players with all their seats, but no player with itself."""
    evening.send(ApplyCorrection(SwapSeats(1, 3)))
    assert players(evening.loop) == [
        "person",
        "random",
        "person",
        "random",
    ] and str(evening.loop.view.notice) == recorded("the-same-player")
    evening.send(ApplyCorrection(SwapSeats(1, 2)))
    assert players(evening.loop) == ["random", "person", "random", "person"]
    over(evening)


def test_chairs_are_changed_with_all_their_readers(pairs: Game) -> None:
    """Swap readers in pairs, so that each player keeps those in front."""
    loop = open_session(
        ScriptedTable(range(1, 9)), seed=3, players=("person", "person"), game=pairs
    )
    loop.send(Begin())
    loop.send(ApplyCorrection(SwapSeats(3, 2)))
    assert loop.session.lobby.setup.swaps == ((1, 2), (3, 4))
    loop = open_session(
        ScreenFallback(ScriptedTable((1,))), seed=3, players=("person", "person"), game=pairs
    )
    loop.send(Begin())
    loop.send(ApplyCorrection(SwapSeats(3, 2)))
    assert loop.session.lobby.setup.swaps == ((1, 2),)


def test_nobody_plays_a_seat_by_chance(pairs: Game) -> None:
    """Play a random seat without a player; it cannot be handed over."""
    loop = open_session(seed=3, players=("person", "person", "random"), game=pairs)
    loop.send(SetPin(1, "1234"))
    loop.send(Begin())
    session = loop.session
    assert (
        session.lobby.setup.seat(CHANCE).player == BY_CHANCE
        and session.people == (1, 2)
        and session.piloted == (3,)
    )
    ask = present(session.match).ask(CHANCE)
    assert ask is not None and ask.player == 1
    loop.send(Uncover(CHANCE))
    assert str(loop.view.notice) == recorded("PIN-of-BRASS")
    for correction in (HandSeat(CHANCE, "random"), SwapSeats(1, CHANCE)):
        loop.send(ApplyCorrection(correction))
        assert str(loop.view.notice) == recorded(
            "Nobody-plays-its-cards-are-random", CHANCE=session.lobby.setup.names[CHANCE]
        )
    loop.send(OpenMenu(CHAIRS))
    loop.send(Choose(CHANCE))
    page = loop.view.body
    assert isinstance(page, MenuPage) and len(page.groups) == 1


def test_the_reader_of_a_seat_by_chance_is_used_while_only_people_play(pairs: Game) -> None:
    """Use a random seat's reader only if no pilot plays, which puts cards in on the screen."""
    for third, aside in (("person", ()), ("random", (3, CHANCE))):
        loop = open_session(
            ScriptedTable(range(1, 9)), seed=3, players=("person", "person", third), game=pairs
        )
        loop.send(Begin())
        assert loop.session.readers.unused == aside, third


def test_a_game_that_asks_a_seat_by_chance_has_failed(
    pairs: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fail a game that asks a random seat, or fills a chosen one."""
    monkeypatch.setattr(type(pairs), "next_step", type(pairs).__mro__[1].next_step)  # type: ignore[attr-defined]
    loop = open_session(seed=3, players=("person", "person", "random"), game=pairs)
    loop.send(Begin())
    assert "asks seat 8, which has no player to decide" in repr(loop.view)
    seating = type(present(Seating.of(pairs)))
    monkeypatch.setattr(seating, "extra_seats", lambda self, seats, words: {1: None})
    loop = open_session(seed=3, players=("person", "person", "random"), game=pairs)
    assert str(loop.view.blocked) == recorded("it-fills-seat-1-which-is") and rows(loop) == []
