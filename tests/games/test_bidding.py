"""The smallest whole game: two files, secret bids, one secret question, ten rounds."""

from __future__ import annotations

from typing import cast

import pytest

import companion.games
from companion.app.loop import open_session, play_to_the_end
from companion.games import find_game
from companion.session.messages import Begin
from tests.games.outside import bidding
from tests.games.outside.bidding.game import ROUNDS, Auction, worth
from tests.typed import present


@pytest.mark.parametrize("seed", range(3))
def test_ten_rounds_give_away_at_most_what_both_lots_are_worth(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Give away at most the worth of both lots in ten rounds; unwanted lots are lost."""
    paths = [*companion.games.__path__, *(path.rpartition("/")[0] for path in bidding.__path__)]
    monkeypatch.setattr(companion.games, "__path__", paths)
    loop = open_session(
        seed=seed, players=("random",) * 4, game=present(find_game("bidding")), patient=True
    )
    loop.send(Begin())
    assert play_to_the_end(loop, ROUNDS + 1)
    # The game was loaded again, as a folder of `companion.games`.
    auction = cast(Auction, present(loop.session.match).position)
    whole = sum(sum(worth(turn).values()) for turn in range(1, ROUNDS + 1))
    assert auction.turn == ROUNDS and whole == 110
    assert 0 < sum(auction.points) <= whole
