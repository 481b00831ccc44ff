"""Settings under the wrench: explained by the very sentences of the set-up."""
from __future__ import annotations

import pytest

from companion.app.loop import EventLoop, open_session
from companion.games import find_game
from companion.session.messages import Begin, Confirm, SetTimer
from companion.session.pages.menu import OpenMenu
from companion.session.pages.rules import TIMER
from companion.session.view import SETTINGS
from tests.session.menus import page, pick, preview


def opened(key: str) -> EventLoop:
    """A race of the game, with its settings under the wrench."""
    loop = open_session(seed=3, players=("person", "person"), game=find_game(key))
    loop.send(SetTimer(60))
    loop.send(Begin())
    loop.send(Confirm(loop.session.step))
    loop.send(OpenMenu(SETTINGS))
    return loop


@pytest.mark.parametrize("key", ["clockwork", "factory_rally", "cardbot", "diesel"])
def test_every_setting_says_what_it_decides_and_what_holds(key: str) -> None:
    """Title, what it is about, and what the chosen value means."""
    loop = opened(key)
    game = loop.session.house.game
    options = {str(option.title): option for option in (*game.options, *game.board_options(None), *([TIMER] if key != "cardbot" else []))}
    groups = [group for group in page(loop).groups if group.title in options]
    assert len(groups) >= 3
    for group in groups:
        option = options[str(group.title)]
        chosen = next(choice.label for choice in group.choices if choice.chosen)
        assert group.about == str(option.about)
        assert group.note == next(str(value.meaning) for value in option.choices if str(value.label) == chosen), group.title


def test_a_preview_says_what_the_new_value_means() -> None:
    """Before it is done."""
    loop = opened("clockwork")
    pick(loop, "On pass", "Flag hit")
    assert [str(words) for words in preview(loop).words][:2] == [
        "When a clank touches a flag.", "Driving, being pushed or being carried over the flag is enough.",
    ]
