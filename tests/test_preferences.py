"""Preferences of the screen, kept in a file: over sessions, and with foreign files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.app.preferences import ASIDE, FILE, keep_preferences, read_preferences
from companion.app.startup import kept_session
from companion.session.preferences import Prefer, Preferences
from companion.words import NOTHING, Text
from tests.catalogues import spoken
from tests.recorded import recorded

TURNED = Preferences(rotation=90, language="de", welcomed=True, touch="mirrored", seen=1000)


def test_what_is_chosen_is_there_again_at_the_next_start(tmp_path: Path) -> None:
    """Show in the next session what was chosen in the one before."""
    first = kept_session(tmp_path)
    first.send(Prefer(TURNED))
    assert first.view.preferences == TURNED
    first.close()
    second = kept_session(tmp_path)
    assert second.view.preferences == TURNED
    second.close()


def test_without_a_file_the_screen_is_as_usual(tmp_path: Path) -> None:
    """Start with defaults and without a warning if there is no file."""
    assert read_preferences(tmp_path) == (Preferences(), NOTHING)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        '{"rotation": 45}',
        '{"rotation": true}',
        '{"rotation": "90"}',
        '{"colour": 1}',
        '{"touch": "bent"}',
        '{"touch": 1}',
        '{"welcomed": 1}',
        '{"language": null}',
        '{"language": "klingon"}',
        '{"rotation": 1%s}' % ("0" * 5000),
        '{"seen": 250}',
        '{"seen": true}',
        '{"seen": 0.5}',
        "[" * 9000,
        " " * 20000,
        "\\ud800",
    ],
)
def test_a_file_that_is_not_understood_is_put_aside_and_named(tmp_path: Path, text: str) -> None:
    """Move an unreadable file aside, say where it is now, and use the defaults."""
    (tmp_path / FILE).write_text(text)
    preferences, trouble = read_preferences(tmp_path)
    assert (
        preferences == Preferences()
        and str(tmp_path / FILE) in str(trouble)
        and FILE + ASIDE in str(trouble)
    )
    assert (tmp_path / (FILE + ASIDE)).read_text() == text and not (tmp_path / FILE).exists()


def test_the_evening_says_that_the_file_was_not_understood(tmp_path: Path) -> None:
    """Say on the first page that the file could not be read."""
    (tmp_path / FILE).write_text("nonsense")
    loop = kept_session(tmp_path)
    assert str(loop.view.notice) == recorded("choose-again", folder=tmp_path)
    loop.close()


def test_where_the_file_cannot_be_written_it_is_said(tmp_path: Path) -> None:
    """Keep the choice and name the file if it cannot be written."""
    (tmp_path / f"{FILE}.new").mkdir()
    loop = kept_session(tmp_path)
    loop.send(Prefer(TURNED))
    assert loop.view.preferences == TURNED and FILE in str(loop.view.notice)
    loop.close()


def test_an_unknown_language_is_named_with_those_that_there_are(tmp_path: Path) -> None:
    """Show English for an unknown language, with the file, the word and the known languages."""
    (tmp_path / FILE).write_text('{"rotation": 90, "language": "klingon"}')
    loop = kept_session(tmp_path)
    notice = loop.view.notice
    loop.close()
    assert isinstance(notice, Text)
    assert loop.view.preferences.language == "en"
    assert str(notice) == recorded("found-language-klingon-expected-en-or", FILE=tmp_path / FILE)
    assert notice.said(spoken("de")) == recorded(
        "language-klingon-gefunden-erwartet-en-oder", FILE=tmp_path / FILE
    )


@pytest.mark.parametrize(
    "chosen",
    [
        Preferences(rotation=45),
        Preferences(touch="bent"),
        Preferences(language="klingon"),
        Preferences(seen=250),
    ],
)
def test_only_what_there_is_is_taken(tmp_path: Path, chosen: Preferences) -> None:
    """Ignore unknown values and write nothing, for picture and touch."""
    loop = kept_session(tmp_path)
    loop.send(Prefer(chosen))
    assert loop.view.preferences == Preferences() and not (tmp_path / FILE).exists()
    loop.close()


def test_the_file_can_be_read_by_people(tmp_path: Path) -> None:
    """Write readable JSON, a line for each choice."""
    assert keep_preferences(tmp_path, TURNED) == NOTHING
    text = (tmp_path / FILE).read_text()
    assert json.loads(text) == TURNED._asdict() and len(text.splitlines()) == 2 + len(TURNED)
