"""A screen in German, in every scene of the gallery and in whole races; a change of language."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.app.loop import EventLoop, open_session
from companion.commands._options import add_language, on_screen
from companion.gallery.race import race
from companion.gallery.scenes import SCENES, TOUCHES
from companion.session.messages import ChooseBoard, Confirm
from companion.session.preferences import Prefer, Preferences
from companion.session.view import OVER, PLAY, View
from companion.testing.screen_checks import ENGLISH
from companion.ui.i18n import BOUND, set_language, translated
from companion.words import NOTHING, Text, text
from tests.recorded import recorded
from tests.scenes import view_of
from tests.typed import noted, serve
from tests.ui.stand import live, on_stand, settle
from tests.ui.test_bridge import bridged

KEYS = frozenset(
    {
        "part",
        "page",
        "colour",
        "shape",
        "kind",
        "status",
        "state",
        "player",
        "key",
        "chosen",
        "handle",
        "symbol",
        "where",
        "stage",
        "form",
        "move",
        "way",
        "word",
        "value",
        "default",
        "outcome",
        "sounds",
    }
)
"""Fields of a view that hold keys for the screen, not words."""
LABELLED = frozenset({"handles"})
"""Fields that hold pairs of a key and its label."""
SPOKEN = ("companion.session.view", "companion.session.view_", "companion.engine.rules")


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Restore English after the test."""
    yield
    set_language("en")


def words(shown: Any) -> Iterator[Text | str]:
    """Yield the texts of a view, nested ones too; messages and boards have none."""
    if isinstance(shown, Text | str):
        yield shown
    elif hasattr(shown, "_asdict"):
        if type(shown).__module__.startswith(SPOKEN):
            for name, value in shown._asdict().items():
                if name in LABELLED:
                    yield from words(tuple(label for _, label in value))
                elif name not in KEYS:
                    yield from words(value)
    elif isinstance(shown, Mapping):
        yield from words(tuple(shown.values()))
    elif isinstance(shown, tuple | list):
        for one in shown:
            yield from words(one)


def english(view: View) -> list[str]:
    """Return the German texts of a view that still have an English word."""
    set_language("de")
    return [
        f"{str(text)!r}: {spoken!r}"
        for text in words(view)
        if ENGLISH.search(spoken := translated(text))
    ]


GERMAN_SCENES = [name for name in SCENES if not name.startswith("rulebook")]
"""All scenes but those of the rules, which are in English only, as their pages say."""


def test_no_scene_has_an_english_word() -> None:
    """Translate every scene of the gallery."""
    found = {line for name in GERMAN_SCENES for line in english(view_of(name))}
    assert not found, "\n".join(sorted(found))


# All scenes in one test: minutes on a busy machine.
@pytest.mark.timeout(1200)
def test_no_widget_of_a_scene_has_an_english_word() -> None:
    """Translate the words that screens add themselves, as the ends of a handle."""
    from companion.ui.widgets.label import Label

    found = set[str]()
    set_language("de")
    for name in GERMAN_SCENES:
        with on_stand((800, 480), view_of(name)) as stand:
            # Some pages show more once they are touched.
            TOUCHES.get(name, lambda screen: None)(stand.screen)
            settle()
            shown = [widget.plain() for widget in stand.screen.walk() if isinstance(widget, Label)]
        found.update(f"{name}: {words!r}" for words in shown if ENGLISH.search(words))
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize(
    ("board", "seed"), [("packing-hall", 3), ("welding-shop", 5), ("gorge-crossing", 8)]
)
def test_no_instruction_of_a_race_has_an_english_word(board: str, seed: int) -> None:
    """Translate all texts of a race of four pilots."""
    loop, found, seen = (
        race(ChooseBoard(board), players=("random",) * 4, seed=seed),
        set[str](),
        list[str](),
    )
    while OVER not in seen and len(seen) < 400:
        found.update(english(loop.view))
        seen.append(loop.view.page)
        loop.send(Confirm(loop.view.revision))
    assert not found, "\n".join(sorted(found))
    assert seen.count(PLAY) > 50


def test_the_screen_changes_its_language_at_once() -> None:
    """Rebuild the screen in a chosen language, and back; widgets keep their English texts."""
    loop = open_session(seed=1)
    with bridged(loop) as (_, bridge):
        title, first = bridge.screen.header.title, bridge.screen
        assert title.plain() == title.text == recorded("Choose-a-board")
        loop.send(Prefer(loop.session.lobby.preferences._replace(language="de")))
        live()
        title = bridge.screen.header.title
        assert bridge.screen is not first and (title.text, title.plain()) == (
            "Choose a board",
            recorded("Ein-Brett-waehlen"),
        )
        title.draw()
        assert title._label.text == recorded("Ein-Brett-waehlen-2")
        loop.send(Prefer(loop.session.lobby.preferences._replace(language="en")))
        live()
        assert bridge.screen.header.title.plain() == recorded("Choose-a-board-2")


def test_names_stay_as_they_are() -> None:
    """Keep a plain string, such as a typed name, in every language."""
    set_language("de")
    assert translated("Choose a board") == recorded("Choose-a-board")


@pytest.mark.parametrize(
    ("words", "german"),
    [
        (text("{seconds} s", seconds="0.5"), "0,5 s"),
        (
            text("{frames} frames, {resent} resent", frames="8,123", resent="3"),
            "8.123 Rahmen, 3 wiederholt",
        ),
        (text("Version {version}", version="1.3.0"), "Version 1.3.0"),
        (text("{list} and {last}", list="E7, F8", last="125"), "E7, F8 und 125"),
    ],
)
def test_numbers_are_written_as_the_language_does(words: Text, german: str) -> None:
    """Use a decimal comma and points between thousands, but not in versions and lists."""
    set_language("de")
    assert translated(words).replace(BOUND, " ") == german
    set_language("en")
    assert translated(words).replace(BOUND, " ") == str(words)


def test_a_heading_stays_on_the_line_of_the_word_before() -> None:
    """Keep a heading on the line of the word before, but not a letter that begins a sentence."""
    assert translated(text("On {square}, facing {heading}.", square="E7", heading="W")) == recorded(
        "On-E7-facing-BOUND-W", BOUND=BOUND
    )
    assert translated(text("It waits. A touch goes on.")) == recorded("It-waits-A-touch-goes-on")


@pytest.mark.parametrize("language", ["de", None])
def test_the_command_line_chooses_a_language_for_this_evening(language: str | None) -> None:
    """Prefer the named language to the chosen one, and keep neither."""
    kept = list[Preferences]()
    loop: EventLoop = open_session(seed=1)
    serve(loop.host, keep_preferences=lambda chosen: noted(kept, chosen, NOTHING))
    parser = argparse.ArgumentParser()
    add_language(parser)
    asked = parser.parse_args([] if language is None else ["--language", language]).language
    assert on_screen(lambda: loop, asked).view.preferences.language == (language or "en")
    assert not kept
