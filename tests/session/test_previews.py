"""The map beside the cards: it follows them while they are open, if wanted, for its player only."""

from __future__ import annotations

from typing import Any

import pytest

from companion.app.loop import EventLoop
from companion.games.clockwork.game import ClockworkDerby
from companion.games.parts import Preview
from companion.games.programmed.turn import RacePosition
from companion.games.scene import Foreseen, MovePicture
from companion.session.choices import MenuPage
from companion.session.messages import ClosePage, Cover, OpenPage, Uncover
from companion.session.pages.failed import LeaveRace
from companion.session.pages.menu import OpenMenu
from companion.session.preferences import ALONE, ALWAYS, NEVER, Prefer
from companion.session.view import FAILED, SETTINGS, ProgramPage
from companion.signals import PULL, InsertCard, MoveHandle, TakeCard
from companion.words import text
from tests.recorded import recorded
from tests.session.evenings import asked, begun, fill, ready
from tests.typed import present


def prefer(loop: EventLoop, preview: str) -> None:
    """Choose it for this screen."""
    loop.send(Prefer(loop.session.lobby.preferences._replace(preview=preview)))


def shown(loop: EventLoop) -> tuple[int | None, str]:
    """Return how many rounds the map shows, None without it, and the words below."""
    page, board = loop.view.body, loop.view.board
    assert isinstance(page, ProgramPage) and board is not None
    assert page.preview is not None or board.foreseen == ()
    return (None, "") if page.preview is None else (len(board.foreseen), str(page.preview))


@pytest.mark.parametrize(
    ("players", "chosen", "there"),
    [
        (("person", "random"), ALONE, True),
        (("person", "person"), ALONE, False),
        (("person", "person"), ALWAYS, True),
        (("person", "random"), NEVER, False),
    ],
)
def test_it_is_there_where_it_is_wanted(players: tuple[str, ...], chosen: str, there: bool) -> None:
    """Show it to a lone player by default, always or never by choice, at once."""
    loop = begun(players)
    loop.send(Uncover(1))
    prefer(loop, chosen)
    fill(loop, 1)
    assert (shown(loop)[0] is not None) is there


def test_it_follows_every_card_up_to_the_first_gap() -> None:
    """Follow every change of cards up to the first gap."""
    loop = begun(("person", "random"))
    loop.send(Uncover(1))
    hand = asked(loop.session, 1).hand.codes or ()
    assert shown(loop) == (0, recorded("The-map-shows-your-way"))
    row: list[int | None] = [None] * 5
    for slot, code in (
        (1, hand[0]),
        (3, hand[1]),
        (2, hand[2]),
        (1, None),
        (1, hand[3]),
        (4, hand[0]),
        (5, hand[4]),
        (3, None),
    ):
        loop.send(InsertCard(1, slot, code) if code is not None else TakeCard(1, slot))
        row[slot - 1] = code
        expected = present(Preview.of(loop.session.config.game)).foreseen(
            present(loop.session.match).position, 1, tuple(row)
        )
        assert present(loop.view.board).foreseen == expected
        assert (0 if not expected else f"Register {len(expected)}: {expected[-1].words}") in (
            shown(loop)
        )


def test_nobody_else_sees_it() -> None:
    """Hide it with the cards; the next player sees its own only."""
    loop = begun(("person", "person"))
    prefer(loop, ALWAYS)
    assert shown(loop)[0] is None
    loop.send(Uncover(1))
    fill(loop, 1)
    mine = present(loop.view.board).foreseen
    assert {move.seat for move, _ in mine} == {1}
    loop.send(Cover())
    assert shown(loop)[0] is None
    loop.send(Uncover(1))
    for page in (OpenPage("history"), OpenMenu(), OpenPage("table")):
        loop.send(page)
        assert loop.view.board is None or loop.view.board.foreseen == ()
        loop.send(ClosePage(loop.session.overlays[-1].page))
        assert shown(loop)[0] is None
    ready(loop, 1)
    assert shown(loop)[0] is None
    loop.send(Uncover(2))
    assert shown(loop)[0] == 0
    fill(loop, 2)
    assert {move.seat for move, _ in present(loop.view.board).foreseen} == {2}
    loop.send(MoveHandle(2, PULL))
    assert loop.view.page == "play" and present(loop.view.board).foreseen == ()


def test_the_menu_says_when_it_is_there() -> None:
    """Offer it in the menu among the preferences of this screen."""
    loop = begun(("person", "person"))
    loop.send(OpenMenu(SETTINGS))
    body = loop.view.body
    assert isinstance(body, MenuPage)
    choices = {
        str(choice.label): choice
        for group in body.groups
        for choice in group.choices
        if isinstance(choice.message, Prefer)
    }
    assert choices["Playing alone"].chosen and not choices["Always"].chosen
    loop.send(choices["Always"].message)
    assert loop.session.lobby.preferences.preview == ALWAYS


class Astray(Preview[RacePosition]):
    """Foresees what it is told to."""

    def __init__(self, foresees: Any) -> None:
        self.foresees = foresees

    def foreseen(self, position: Any, seat: int, codes: tuple[int | None, ...]) -> Any:
        """Return that."""
        return self.foresees


@pytest.mark.parametrize(
    "foresees",
    [
        7,
        [1],
        (None,),
        (Foreseen(MovePicture(1, "A1", "Z99", ("A1", "Z99"), 0, 0), text("far away")),),
        (Foreseen(MovePicture(1, "A1", "A1", (), 0, 0), text("nowhere")),),
        (Foreseen(MovePicture(1, "A1", "A1", ("A1",), 0, 7), text("askew")),),
        (Foreseen(MovePicture(1, "A1", "A1", ("A1",), 0, 0), "plain words"),),  # type: ignore[arg-type]
    ],
    ids=["nothing", "a list", "none", "off the board", "no way", "no heading", "no text"],
)
def test_a_game_that_foresees_nonsense_is_named(foresees: Any) -> None:
    """Draw nothing of an invalid preview, and offer the way out of a failed game."""
    game = ClockworkDerby()
    loop = begun(("person", "random"), game=game)
    game.parts[Preview] = Astray(foresees)
    loop.send(Uncover(1))
    body = loop.view.body
    assert (
        isinstance(body, MenuPage)
        and body.where == FAILED
        and "Clockwork Derby has failed" in str(body.groups[0].choices[0].label)
    )
    loop.send(LeaveRace(loop.session.revision))
    assert loop.session.match is None
