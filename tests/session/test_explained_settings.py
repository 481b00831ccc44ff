"""Settings in the menu are explained by the sentences of the setup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from companion.app.loop import EventLoop, open_session
from companion.games import find_game
from companion.games.boards import all_options
from companion.session.messages import Begin, Confirm, OpenPage, SetTimer
from companion.session.pages.menu import OpenMenu
from companion.session.pages.rules import ON_TABLE, STARTS, TIMER
from companion.session.view import SETTINGS
from companion.settings import Option
from tests.recorded import recorded
from tests.session.menus import page, pick, preview
from tests.typed import present

GAMES: Final = ("clockwork", "factory_rally", "cardbot", "diesel")
CLAUSE: Final = re.compile(r"(When|Where|Which|What|Who|Whether|How)\b[^,]*$")
"""A clause without its main sentence."""


def options_of(key: str) -> Iterator[Option]:
    """Yield every setting of a game, its seats and the table."""
    game = find_game(key)
    yield from (
        *all_options(present(game)),
        *present(game).seat_options,
    )
    yield from (ON_TABLE, TIMER, STARTS)


def opened(key: str) -> EventLoop:
    """Return a race of the game with its settings open in the menu."""
    loop = open_session(seed=3, players=("person", "person"), game=find_game(key))
    loop.send(SetTimer(60))
    loop.send(Begin())
    loop.send(Confirm(loop.session.revision))
    loop.send(OpenMenu(SETTINGS))
    return loop


@pytest.mark.parametrize("key", GAMES)
def test_an_explanation_is_a_sentence_that_says_more_than_the_title(key: str) -> None:
    """Explain by sentences with more than the title, and no clause."""
    for option in options_of(key):
        about = str(option.about)
        more = {*re.findall(r"[a-z]+", about.lower())} - {
            *re.findall(r"[a-z]+", str(option.title).lower())
        }
        assert about.endswith(".") and not CLAUSE.match(about) and len(more) >= 6, (
            option.key,
            about,
        )


@pytest.mark.parametrize("key", GAMES)
def test_a_value_alone_says_what_it_is(key: str) -> None:
    """Explain values that several settings share."""
    common = {"On", "Off", "No limit"}
    seen: dict[str, str] = {}
    for option in options_of(key):
        for value in option.choices:
            label = str(value.label)
            if " " in label or label.isdigit() or label in common:
                continue
            assert seen.setdefault(label, option.key) == option.key, label


@pytest.mark.parametrize("key", GAMES)
def test_every_setting_under_the_wrench_is_explained(key: str) -> None:
    """Explain every setting in the menu, those of this screen too."""
    for group in page(opened(key)).groups:
        assert group.about and not CLAUSE.match(str(group.about)), group.title


@pytest.mark.parametrize("key", GAMES)
def test_every_setting_says_what_it_decides_and_what_holds(key: str) -> None:
    """Show title, subject and the meaning of the value."""
    loop = opened(key)
    game = loop.session.config.game
    options = {
        str(option.title): option
        for option in (
            *all_options(game),
            *([TIMER] if key != "cardbot" else []),
        )
    }
    groups = [group for group in page(loop).groups if group.title in options]
    assert len(groups) >= 3
    for group in groups:
        option = options[str(group.title)]
        chosen = next(choice.label for choice in group.choices if choice.chosen)
        assert group.about == str(option.about)
        assert group.note == next(
            str(value.meaning) for value in option.choices if str(value.label) == chosen
        ), group.title


def test_a_preview_says_what_the_new_value_means() -> None:
    """Show the meaning of the new value in a preview."""
    loop = opened("clockwork")
    pick(loop, "On pass", "Flag hit")
    assert [str(words) for words in preview(loop).words][:2] == recorded(
        "Flags-count-for-those-who-drive"
    )


def test_every_pace_says_what_it_does_for_the_players() -> None:
    """Say in a full sentence what every pace does, and which is chosen."""
    loop = opened("clockwork")
    loop.send(OpenPage("pace"))
    assert str(loop.view.title) == recorded("Pace-of-the-instructions")
    groups = loop.view.body.groups
    assert [len(group.choices) for group in groups] == [4, 5]
    for choice in (choice for group in groups for choice in group.choices):
        assert len(str(choice.about).split()) >= 6 and str(choice.about).endswith("."), choice.label
