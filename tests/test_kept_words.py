"""Texts as lines of JSON, read back in any language; other lines are shown as they are, safely."""

from __future__ import annotations

import json

import pytest

from companion.kept_words import as_plain, from_plain, kept_words, words_kept
from companion.words import (
    NOTHING,
    Text,
    count,
    facts,
    listed,
    sentence,
    sentences,
    term,
    text,
    verbatim,
)
from tests.catalogues import spoken
from tests.recorded import recorded


@pytest.mark.parametrize(
    "words",
    [
        NOTHING,
        verbatim("BRASS"),
        text("installation {slot}: {held}", slot="a", held=text("empty")),
        count("{number} game", "{number} games", 3),
        term("heading", "E"),
        listed([text("slot {slot}", slot=2), "B", "C"]),
        sentence(text("empty")),
        sentences(text("One."), verbatim("Two {braces}.")),
        facts(["A", "B"]),
        text("{path}: „{name}“", path="/a\n\u202eb", name="ü 🂡"),
        text("{part} of {whole}", part=1.5, whole=-3),
        text("{words}", words=NOTHING),
    ],
    ids=str,
)
def test_a_text_comes_back_as_it_was(words: Text) -> None:
    """Read a text back from one line, with arguments of any kind."""
    line = kept_words(words)
    assert (
        words_kept(line) == words
        and "\n" not in line
        and from_plain(json.loads(json.dumps(as_plain(words)))) == words
    )


def test_it_is_said_in_the_language_of_who_reads() -> None:
    """Show a text in the reader's language, kept by an English screen, read by a German one."""
    line = kept_words(text("installation {slot}: {held}", slot="a", held=text("empty")))
    assert line == (
        '{"template":"installation {slot}: '
        '{held}","arguments":{"slot":"a","held":{"template":"empty"}}}'
    )
    assert words_kept(line).said(spoken("de")) == recorded("Installation-a-leer")


@pytest.mark.parametrize(
    "line",
    [
        "turn 2, register 3",
        "{braces} stay",
        '{"template":',
        '{"template":7}',
        '{"template":"{hole}"}',
        '{"template":"{a.b}", "arguments": {"a": "x"}}',
        '{"template":"{a:>999999999}", "arguments": {"a": "x"}}',
        '{"template":"{a!r}", "arguments": {"a": "x"}}',
        '{"template":"{", "arguments": {}}',
        '{"template":"{}", "arguments": {}}',
        '{"template":"{a}", "arguments": {"a": true}}',
        '{"template":"{a}", "arguments": {"a": null}}',
        '{"template":"{a}", "arguments": ["a"]}',
        '{"template":"x", "more": 1}',
        '{"template":"x", "number": "1"}',
        '{"template":"x", "many": "{y}"}',
        '{"template":"{a}", "arguments": {"a": ' + '{"template":"{a}", "arguments": {"a": ' * 4000,
        '{"template":"x"} {"template": "y"}',
    ],
)
def test_what_is_no_text_is_said_as_it_stands(line: str) -> None:
    """Show plain strings as they are: old sentences, typed words, and damaged or foreign lines."""
    assert words_kept(line) == verbatim(line) and str(words_kept(line)) == line
