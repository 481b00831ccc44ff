"""Several games: the first page of the setup shows them above the boards of the last one played."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import companion.games
from companion.app.game_offers import last_played, offers_of
from companion.app.loop import EventLoop, open_session
from companion.content import SHIPPED
from companion.session.messages import Begin, ChooseBoard, Go
from companion.session.pages.board import ChooseGame
from companion.session.view import PLACE
from companion.testing.screen_checks import screen_faults
from companion.ui.picture import settle
from companion.ui.theme import u
from tests.recorded import recorded
from tests.ui.stand import SIZES, on_stand

PROOF = Path(__file__).parent.parent / "games" / "proof"


BUILT_IN = ("clockwork", "cardbot", "diesel", "factory_rally")


def offer(monkeypatch: pytest.MonkeyPatch, *keys: str) -> None:
    """Offer these games alone."""
    home = Path(companion.games.__file__).parent
    monkeypatch.setattr(companion.games, "__path__", [str(home), str(PROOF)])
    monkeypatch.setattr(companion.games, "_own", lambda: frozenset(keys))


@pytest.fixture(autouse=True)
def three_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer Clockwork Derby and two games of the tests alone."""
    offer(monkeypatch, "clockwork", "sprint", "topcard")


def house(settings: Mapping[str, str] = {}) -> EventLoop:
    """Return a session at its first page, with all games on offer."""
    return open_session(
        seed=3, players=("person", "random"), game=last_played(settings), games=offers_of(settings)
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_games_stand_above_the_boards(size: tuple[int, int]) -> None:
    """Show a touched game's boards, or its description without any."""
    loop = house()
    with on_stand(size, loop.view, loop) as stand:
        screen = stand.screen
        assert list(screen.games) == ["clockwork", "sprint", "topcard"] and [
            button.chosen for button in screen.games.values()
        ] == [True, False, False]
        assert list(screen.boards.tiles) == list(SHIPPED) and screen_faults(screen) == []
        stand.tap(screen.games["topcard"])
        assert stand.heard() == [ChooseGame("topcard")] and stand.screen is screen
        assert (
            not screen.boards.tiles
            and screen.place.held.__class__.__name__ == "GameDetail"
            and screen_faults(screen) == []
        )
        assert [button.chosen for button in screen.games.values()] == [False, False, True]
        stand.tap(screen.games["clockwork"])
        stand.tap(screen.boards.tiles["welding-shop"])
        assert (
            stand.heard() == [ChooseGame("clockwork"), ChooseBoard("welding-shop")]
            and screen_faults(screen) == []
        )
        # The pictures of the boards come by themselves, frame by frame.
        settle(len(SHIPPED) + 2)
        assert screen.boards.detail.painting and screen.paint_next() is False


def test_the_same_game_as_last_time_takes_no_touch_more() -> None:
    """Go on from the first page with the same game by as many touches as without another game."""
    touches = []
    for loop in (house(), open_session(seed=3, players=("person", "random"))):
        with on_stand(SIZES[0], loop.view, loop) as stand:
            count = 0
            while loop.session.page != PLACE:
                stand.tap(stand.screen.footer.forward)
                count += 1
            assert loop.session.config.game.key == "clockwork" and isinstance(
                stand.heard()[-1], Begin
            )
            touches.append(count)
    assert touches == [4, 4]


def test_another_game_takes_one_touch() -> None:
    """Choose another game by one touch, and lead to its own next page."""
    loop = house()
    with on_stand(SIZES[2], loop.view, loop) as stand:
        stand.tap(stand.screen.games["topcard"])
        assert stand.screen.footer.forward.words.text == recorded("Seats")
        stand.tap(stand.screen.footer.forward)
        assert stand.heard() == [ChooseGame("topcard"), Go("next")] and loop.session.page == "seats"
        assert (
            stand.screen.footer.back.words.text == recorded("Game")
            and screen_faults(stand.screen) == []
        )


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("more", [(), ("ferry", "sprint", "topcard")], ids=("four", "seven"))
def test_many_games_have_room(
    more: tuple[str, ...], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Show four games, and seven, with room for the boards of the chosen one."""
    offer(monkeypatch, *BUILT_IN, *more)
    loop = house()
    with on_stand(size, loop.view, loop) as stand:
        assert len(stand.screen.games) == 4 + len(more) and screen_faults(stand.screen) == []
        pictures = [tile.thumb for tile in stand.screen.boards.tiles.values()]
        assert min(picture.height for picture in pictures) >= u(18 if more else 32)
        stand.tap(stand.screen.games["cardbot"])
        assert loop.session.config.game.key == "cardbot" and screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_more_games_roll(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the chosen one of nine games, and scroll to the others."""
    offer(monkeypatch, *BUILT_IN, "ferry", "penned", "snatch", "sprint", "topcard")
    loop = house({"played": "topcard"})
    with on_stand(size, loop.view, loop) as stand:
        listed, first = stand.screen.listed, stand.screen.games["clockwork"]
        chosen = stand.screen.games["topcard"]
        assert chosen.chosen and chosen.y >= listed.y - 1 and chosen.top <= listed.top + 1
        assert screen_faults(stand.screen) == []
        middle = (listed.center_x, listed.center_y)
        stand.drag(middle, (middle[0], middle[1] - listed.height))
        assert first.top <= listed.top + 1
        stand.tap(first)
        assert loop.session.config.game.key == "clockwork" and screen_faults(stand.screen) == []
