"""Cardbot Derby in a session: whole races, killed, undone, replayed; pings; secrets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.loop import EventLoop, open_session
from companion.errors import SetupError
from companion.games.api import Plan
from companion.games.asking import Questions
from companion.games.boards import read_board
from companion.games.cardbot.stages import PINGING, CardbotPosition
from companion.session.messages import Begin, Confirm, Pick
from companion.session.past.replaying import mark_of
from companion.session.view import OVER, PLAY, PROGRAM, REST, SUMMARY
from companion.signals import PULL, InsertCard, MoveHandle
from companion.table.virtual import VirtualTable
from tests.games.cardbot.rounds import cardbot
from tests.games.test_topcard_evening import Evening
from tests.recorded import recorded
from tests.typed import of_kind, present


def position(loop: EventLoop) -> CardbotPosition:
    """Return the race."""
    found = present(loop.session.match).position
    assert isinstance(found, CardbotPosition)
    return found


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Return two people and two pilots with piles in the app, kept in a journal."""
    found = Evening(tmp_path, cardbot(), ("person", "person", "novice", "random"), VirtualTable)
    while found.loop.session.page not in (PROGRAM, REST):
        found.done()
    yield found
    found.close()


def play_round(evening: Evening) -> None:
    """Play a round with cards as drawn and pings to the first offer."""
    for _ in range(200):
        session = evening.loop.session
        if session.page in (SUMMARY, OVER):
            return
        if session.page == PLAY:
            evening.done()
            continue
        assert session.match is not None
        for ask in [
            ask
            for ask in (
                session.match.next_step.asks
                if isinstance(session.match.next_step, Questions)
                else ()
            )
            if ask.player in (1, 2)
        ]:
            if ask.offers:
                evening.send(Pick(ask.seat, ask.offers[0].key))
            else:
                evening.send(
                    *(
                        InsertCard(ask.seat, slot, code)
                        for slot, code in enumerate((ask.hand.codes or ())[:5], 1)
                    ),
                    MoveHandle(ask.seat, PULL),
                )
    raise AssertionError(f"the round does not end: {evening.loop.view}")


def test_a_kill_in_mid_round_loses_nothing(evening: Evening) -> None:
    """Restore robots, piles, programs and instructions after a kill; the check names the robots."""
    for _ in range(3):
        play_round(evening)
        evening.done()
    assert evening.loop.session.page == PROGRAM
    play_half(evening)
    before, script = mark_of(evening.loop.session), present(evening.loop.session.match).shown.script
    evening.kill()
    evening.send(Confirm(evening.loop.session.revision))
    assert str(evening.loop.view.title) == recorded("Check-the-table")
    evening.done()
    assert (
        mark_of(evening.loop.session) == before
        and present(evening.loop.session.match).shown.script == script
    )


def play_half(evening: Evening) -> None:
    """Play up to the second instruction of a round."""
    for seat in (1, 2):
        ask = present(evening.loop.session.match).ask(seat)
        assert ask is not None
        evening.send(
            *(
                InsertCard(seat, slot, code)
                for slot, code in enumerate((ask.hand.codes or ())[:5], 1)
            ),
            MoveHandle(seat, PULL),
        )
    assert evening.loop.session.page == PLAY
    evening.done()


def test_nobody_sees_a_hand_a_pile_or_a_card_to_come(evening: Evening) -> None:
    """Show no pile, no hand and no hidden card to others."""
    game, race = cardbot(), position(evening.loop)
    for viewer in (None, 1, 2):
        known = of_kind(CardbotPosition, game.redacted(race, viewer))
        assert [seat for seat, pile in known.state.piles.items() if pile is not None] == (
            [] if viewer is None else [viewer]
        )
        assert viewer is None or known.state.piles[viewer] == present(race.state.piles[viewer])[:5]
        assert game.scene(known) == game.scene(race) and type(game.next_step(known)) is Questions
    play_half(evening)
    race = position(evening.loop)
    known = of_kind(CardbotPosition, game.redacted(race, 1))
    assert known.state.programs == {
        seat: cards if seat == 1 else cards[: race.state.command]
        for seat, cards in race.state.programs.items()
    }


def test_a_ping_is_asked_in_mid_command() -> None:
    """Ask for a ping in mid-command, and go on with the rest after the answer."""
    loop, found = open_session(seed=1, players=("person",) * 4, game=cardbot()), 0
    loop.send(Begin())
    for _ in range(4000):
        session = loop.session
        if session.page == OVER or found > 0:
            break
        if session.page not in (PROGRAM, REST):
            loop.send(Confirm(session.revision))
            continue
        assert session.match is not None and isinstance(session.match.next_step, Questions)
        ask = session.match.next_step.asks[0]
        if ask.offers:
            race = position(loop)
            assert (
                race.stage == PINGING
                and ask.player == race.state.enactors[present(race.choice).mover]
                and len(ask.offers) == 2
            )
            assert ask.deadline is not None and ask.deadline.late in [
                offer.key for offer in ask.offers
            ]
            square = ask.offers[0].squares[0]
            loop.send(Pick(ask.seat, ask.offers[0].key))
            moves = [
                move
                for instruction in present(loop.session.match).shown.script
                for move in instruction.moves
                if move.seat == present(race.choice).pinged
            ]
            assert square in moves[0].path
            found += 1
            continue
        for ask in session.match.next_step.asks:
            for slot, code in enumerate((ask.hand.codes or ())[:5], 1):
                loop.send(InsertCard(ask.seat, slot, code))
            loop.send(MoveHandle(ask.seat, PULL))
    assert found > 0
    loop.close()


def test_an_extra_that_an_own_grid_does_not_have_is_refused() -> None:
    """Refuse an extra that one's own grid lacks by name; shipped layouts have it (CBR28, CBR33)."""
    game = cardbot()
    bare = read_board(game, "grid = '''\n" + ". . . . . . .\n" * 6 + "JH QH KH . . . .\n'''", "own")
    for words, title in (
        ({"teleport": "on"}, "Teleports"),
        ({"second_jack": "on"}, "Second red jack"),
    ):
        with pytest.raises(SetupError, match=f"{title}: this grid has no such cards"):
            game.begin(Plan(bare, (), (1, 2), words))
    begun = of_kind(CardbotPosition, game.begin(Plan(bare, (), (1, 2), {"teleport": "off"})))
    assert begun.state.grid.teleports == ()
