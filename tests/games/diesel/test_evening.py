"""Diesel Demolition Derby in a session: whole games, killed, undone, replayed; secrets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.loop import open_session, play_to_the_end
from companion.errors import SetupError
from companion.games.api import Plan
from companion.games.asking import Questions, Shuffle
from companion.games.diesel.stages import DieselPosition
from companion.session.messages import Begin, Confirm, Pick
from companion.session.past.replaying import mark_of
from companion.session.view import OVER, PLACE, PLAY, PROGRAM, SUMMARY
from companion.signals import PULL, InsertCard, MoveHandle
from companion.table.virtual import VirtualTable
from tests.games.diesel.tables import asks_of, diesel, evening_of
from tests.games.test_topcard_evening import Evening
from tests.recorded import recorded
from tests.typed import of_kind, present


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Return two people and two pilots; the app holds the hands."""
    found = Evening(tmp_path, diesel(), ("person", "person", "racer", "random"), VirtualTable)
    if found.loop.session.page == PLACE:
        found.done()
    assert found.loop.session.page == PROGRAM
    yield found
    found.close()


def answer(evening: Evening) -> None:
    """Let both people play their first card, or choose the first offer."""
    for ask in asks_of(evening.loop.session):
        if ask.player not in (1, 2):
            continue
        if ask.offers:
            evening.send(Pick(ask.seat, ask.offers[0].key))
        else:
            assert ask.hand.codes
            evening.send(InsertCard(ask.seat, 1, ask.hand.codes[0]), MoveHandle(ask.seat, PULL))


def play_turn(evening: Evening) -> None:
    """Play up to the next cards to play, or the end of the Derby."""
    turn = evening_of(evening.loop.session).turn
    for _ in range(60):
        session = evening.loop.session
        if session.page in (SUMMARY, OVER) or (
            session.page == PROGRAM and evening_of(session).turn != turn
        ):
            return
        if session.page == PLAY:
            evening.done()
        else:
            answer(evening)
    raise AssertionError(f"the turn does not end: {evening.loop.view}")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_any_number_plays_to_three_tokens(players: int) -> None:
    """Win with three tokens and more than all others, with any number of seats (DD12)."""
    loop = open_session(seed=players, players=("novice",) * players, game=diesel())
    loop.send(Begin())
    assert play_to_the_end(loop, 60)
    state = evening_of(loop.session).state
    assert loop.session.page == OVER and state.tokens[state.champion] >= 3
    assert all(
        tokens < state.tokens[state.champion]
        for seat, tokens in state.tokens.items()
        if seat != state.champion
    )
    loop.close()


def test_seats_need_not_be_neighbours() -> None:
    """Pass hands to the next playing seat on the left."""
    loop = open_session(seed=2, players=("", "person", "", "person", "person"), game=diesel())
    loop.send(Begin())
    while loop.session.page != PROGRAM or not isinstance(
        present(loop.session.match).next_step, Questions
    ):
        loop.send(Confirm(loop.session.revision))
    before = {ask.seat: ask.hand.codes for ask in asks_of(loop.session)}
    assert set(before) == {2, 4, 5}
    for seat, hand in before.items():
        loop.send(InsertCard(seat, 1, present(hand)[0]))
        loop.send(MoveHandle(seat, PULL))
    while evening_of(loop.session).turn == 1 or loop.session.page == PLAY:
        for ask in asks_of(loop.session):
            loop.send(Pick(ask.seat, ask.offers[0].key))
        loop.send(Confirm(loop.session.revision))
    after = {ask.seat: ask.hand.codes for ask in asks_of(loop.session)}
    for seat, left in ((2, 4), (4, 5), (5, 2)):
        assert set(after[left] or ()) == set((before[seat] or ())[1:])
    loop.close()


def test_a_kill_in_mid_turn_loses_nothing(evening: Evening) -> None:
    """Restore rows, piles, hands and instructions after a kill; the check names all cards."""
    play_turn(evening)
    answer(evening)
    assert evening.loop.session.page == PLAY
    before, script = mark_of(evening.loop.session), present(evening.loop.session.match).shown.script
    evening.kill()
    evening.send(Confirm(evening.loop.session.revision))
    assert str(evening.loop.view.title) == recorded("Check-the-table")
    evening.done()
    assert (
        mark_of(evening.loop.session) == before
        and present(evening.loop.session.match).shown.script == script
    )


def test_nobody_sees_hands_or_what_lies_aside(evening: Evening) -> None:
    """Show others no hand, no hidden card and no choice of this step."""
    game, position = diesel(), evening_of(evening.loop.session)
    for viewer in (None, 1, 2):
        known = of_kind(DieselPosition, game.redacted(position, viewer))
        assert (
            set(present(known.state.hands)) == ({viewer} if viewer else set())
            and known.state.unused is None
        )
        assert (
            game.scene(known).rows == game.scene(position).rows
            and type(game.next_step(known)) is Questions
        )
    answer(evening)
    while evening.loop.session.page == PLAY:
        evening.done()


def test_a_new_derby_is_dealt_from_all_cards() -> None:
    """Shuffle all 52 cards for every Derby."""
    loop = open_session(seed=5, players=("random",) * 2, game=diesel())
    loop.send(Begin())
    play_to_the_end(loop, 1)
    assert loop.session.page == SUMMARY and isinstance(
        present(loop.session.match).next_step, Shuffle
    )
    loop.send(Confirm(loop.session.revision))
    state = evening_of(loop.session).state
    assert state.derby == 2 and all(row == () or len(row) <= 2 for row in state.front.values())
    loop.close()


@pytest.mark.parametrize(
    ("seats", "words", "pattern"),
    [
        ((1,), {}, "needs at least two players"),
        (tuple(range(1, 8)), {}, "leave 1 of the seats empty"),
        (tuple(range(1, 7)), {"variant": "mekk_mania"}, "two to five"),
    ],
)
def test_a_table_that_cannot_play_is_refused(
    seats: tuple[int, ...], words: dict[str, str], pattern: str
) -> None:
    """Refuse a table that cannot play, with what to do."""
    with pytest.raises(SetupError, match=pattern):
        diesel().begin(Plan(None, (), seats, words))
