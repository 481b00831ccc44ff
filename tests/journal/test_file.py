"""A game in a text file: it comes back unchanged, and an altered file is refused with the line."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import FormatError
from companion.journal.base import OPEN, RACE, Entry, KeptGame, Opening
from companion.journal.file import read_game, write_game
from tests.journal.games import NOW, entries, opening, said

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("abc\u2028\x85 é", max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=5, alphabet="Confirm\u2029é"), JSON, max_size=3)


def game(
    header: str, count: int = 0, title: str = "Yard", kind: str = RACE, began: float = NOW
) -> KeptGame:
    """Return a game as the journal has it."""
    return KeptGame(7, kind, title, header, OPEN, began, began, count, "")


def exported(count: int = 4) -> str:
    """Return a small game's file."""
    return write_game(game(said(seed=7)), entries(1, count))


def _named(line: str, name: str) -> str:
    """Return the first line of a file with a name, as JSON."""
    return line.replace('"version":1', '"version":2').replace('"began"', f'"name":{name},"began"')


def test_a_name_goes_along() -> None:
    """Write a name under its own version: every version of the app reads a file without one."""
    text = write_game(game(said(seed=7))._replace(name="ANNA'S “30”"), ())
    assert (
        '"version":2' in text
        and read_game(text, "game.jsonl")[2] == "ANNA'S “30”"
        and read_game(exported(), "game.jsonl")[2] == ""
    )


@given(
    OBJECTS,
    st.lists(st.tuples(OBJECTS, st.sampled_from(["", "00ff", "é"])), max_size=6),
    st.text(st.characters(exclude_categories=["Cs"])),
)
def test_any_game_comes_back(
    header: dict[str, object], things: list[tuple[dict[str, object], str]], title: str
) -> None:
    """Read any game back byte for byte, also after a system has changed the line ends."""
    entries = tuple(
        Entry(number, said(x=thing), mark) for number, (thing, mark) in enumerate(things, 1)
    )
    text = write_game(game(said(h=header), len(entries), title), entries)
    expected = (Opening(RACE, title, said(h=header), NOW), entries, "")
    assert read_game(text, "game.jsonl") == expected
    assert read_game(text.replace("\n", "\r\n"), "game.jsonl") == expected


def test_people_can_read_it() -> None:
    """Write the kind of file first, an entry a line, and their number in the last line."""
    first, second, *_, last = exported().splitlines()
    assert first == (
        '{"format":"clockwork-derby-game","version":1,"kind":"race","title":"Yard",'
        '"began":1795257000.0,"header":{"seed":7}}'
    )
    assert second == '{"n":1,"say":{"Confirm":{"step":1,"who":"Räder "}}}'
    assert last.startswith('{"entries":4,"sum":')


def test_a_long_game_comes_back() -> None:
    """Read a whole session back, with hashes."""
    opened = opening()
    assert read_game(write_game(game(opened.header, 3000), entries(1, 3000)), "game.jsonl") == (
        opened,
        entries(1, 3000),
        "",
    )


def test_a_cut_file_is_refused() -> None:
    """Refuse a file cut anywhere before its last letter; only the last newline may be missing."""
    text = exported()
    for length in range(len(text) - 1):
        with pytest.raises(FormatError):
            read_game(text[:length], "game.jsonl")
    assert read_game(text[:-1], "game.jsonl") == read_game(text, "game.jsonl")


def test_an_altered_file_is_refused() -> None:
    """Notice any changed letter of header or entries."""
    text = exported()
    lines = text.splitlines(keepends=True)
    ends = len(text) - len(lines[-1])
    title_at = range(text.index("Yard"), text.index(',"header"'))
    for place in set(range(ends)) - set(title_at):
        with pytest.raises(FormatError):
            read_game(
                text[:place] + ("7" if text[place] != "7" else "8") + text[place + 1 :],
                "game.jsonl",
            )


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        (lambda lines: [], 1, "found an empty line"),
        (lambda lines: ["[board]", *lines], 1, "found [board]"),
        (
            lambda lines: ['{"format":"clockwork-derby-bord"}', *lines[1:]],
            1,
            "this is no game of Clockwork Derby",
        ),
        (
            lambda lines: [lines[0].replace('"version":1', '"version":3'), *lines[1:]],
            1,
            "a newer Clockwork Derby wrote it",
        ),
        (
            lambda lines: [lines[0].replace('"version":1', '"version":2'), *lines[1:]],
            1,
            "found no 'name'",
        ),
        (
            lambda lines: [lines[0].replace('"began"', '"name":"ANNA 30","began"'), *lines[1:]],
            1,
            "found 'name'",
        ),
        (lambda lines: [_named(lines[0], "7"), *lines[1:]], 1, "'name' is 7, expected text"),
        (
            lambda lines: [_named(lines[0], '" "'), *lines[1:]],
            1,
            "expected a name that can be read",
        ),
        (
            lambda lines: [_named(lines[0], '"a\\u001bb"'), *lines[1:]],
            1,
            "expected a name that can be read",
        ),
        (
            lambda lines: [_named(lines[0], '"' + "N" * 201 + '"'), *lines[1:]],
            1,
            "'name' of 201 signs",
        ),
        (
            lambda lines: [lines[0].replace('"race"', '"dance"'), *lines[1:]],
            1,
            "found kind 'dance', expected setup or race",
        ),
        (
            lambda lines: [lines[0].replace('"title"', '"titel"'), *lines[1:]],
            1,
            "did you mean 'title'?",
        ),
        (
            lambda lines: [lines[0].replace('"began":1795257000.0', '"began":true'), *lines[1:]],
            1,
            "'began' is True, expected a number",
        ),
        (
            lambda lines: [lines[0].replace('{"seed":7}', "7"), *lines[1:]],
            1,
            "'header' is 7, expected an object",
        ),
        (
            lambda lines: [lines[0].replace('"seed":7', '"seed":1e999'), *lines[1:]],
            1,
            "expected a JSON object",
        ),
        (lambda lines: [*lines[:2], *lines[3:]], 3, "found entry 3, expected entry 2"),
        (lambda lines: [*lines[:2], lines[1], *lines[2:]], 3, "found entry 1, expected entry 2"),
        (lambda lines: [*lines[:2], "", *lines[2:]], 3, "found an empty line"),
        (lambda lines: [*lines[:2], "[" * 100_000, *lines[2:]], 3, "objects within objects"),
        (lambda lines: [*lines[:2], '{"n":2,"n":2,"say":{}}', *lines[2:]], 3, "stands twice"),
        (lambda lines: [*lines[:2], '{"n":2,"say":{"a":NaN}}', *lines[2:]], 3, "NaN is no number"),
        (
            lambda lines: [*lines[:2], '{"n":2,"say":{"a":"\\ud800"}}', *lines[2:]],
            3,
            "expected a JSON object",
        ),
        (
            lambda lines: [*lines[:2], '{"n":2,"say":{"a":' + "9" * 5000 + "}}", *lines[2:]],
            3,
            "expected a JSON object",
        ),
        (
            lambda lines: [*lines[:2], '{"n":2.0,"say":{}}', *lines[2:]],
            3,
            "'n' is 2.0, expected a whole number",
        ),
        (
            lambda lines: [*lines[:2], '{"n":2,"sey":{}}', *lines[2:]],
            3,
            "found 'sey', expected only n, say, hash; did you mean 'say'?",
        ),
        (
            lambda lines: [*lines[:2], '{"n":2,"say":{},"hash":5}', *lines[2:]],
            3,
            "'hash' is 5, expected text",
        ),
        (lambda lines: [*lines[:2], '{"say":{}}', *lines[2:]], 3, "found no 'n'"),
        (lambda lines: [*lines, lines[1]], 7, "found more lines"),
        (lambda lines: lines[:-1], 5, "the file was cut short"),
        (
            lambda lines: [*lines[:-1], lines[-1].replace('"sum":', '"sum":1')],
            6,
            "something in the file was altered",
        ),
        (
            lambda lines: [*lines[:-1], lines[-1].replace('"entries":4', '"entries":5')],
            6,
            '"entries":5, expected "entries":4',
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line(
    change: Callable[[list[str]], list[str]], line: int, words: str
) -> None:
    """Name file, line, what was found and what was expected for each fault."""
    with pytest.raises(FormatError) as caught:
        read_game("\n".join(change(exported().splitlines())), "evening.jsonl")
    assert (
        caught.value.line == line
        and f"evening.jsonl:{line}: found" in str(caught.value)
        and words in str(caught.value)
    ), str(caught.value)


@given(
    st.text(st.characters(exclude_categories=["Cs"]))
    | st.lists(JSON.map(json.dumps)).map("\n".join)
)
def test_any_text_is_read_or_refused(text: str) -> None:
    """Refuse any other file in words."""
    with pytest.raises(FormatError):
        read_game(text, "any.txt")


@pytest.mark.parametrize(
    ("header", "text"), [("no object", "{}"), ("{}", "[1]"), ("{}", '{"a":'), ("{}", '{"a":NaN}')]
)
def test_what_is_no_object_is_not_written(header: str, text: str) -> None:
    """Write no file that could not be read again, and name the game."""
    with pytest.raises(FormatError, match="Yard:"):
        write_game(game(header, 1), [Entry(1, text)])
