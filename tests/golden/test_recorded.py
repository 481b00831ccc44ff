"""Recorded sentences: the right one passes, others fail and name the command; each is used."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.words import text
from tests import recorded as module
from tests.golden.texts import in_file, lost, users

recorded = module.recorded
HERE = "tests/golden/test_recorded.py"
ODD = ['a "quoted" \\ and \\n\n[looks.like a heading]\n', "\nends with blank lines\n\n", "\x7f"]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the place of this file's records, apart from the real ones."""
    monkeypatch.setattr(module, "TEXTS", tmp_path)
    monkeypatch.setattr(module, "_came", {})
    module.records.cache_clear()
    yield tmp_path / "golden.toml"
    module.records.cache_clear()


def put(place: Path, test: str, **labels: module.Words) -> None:
    """Write records of one test of this file."""
    place.write_text(in_file({"test_recorded": {test: labels}, "test_recorder": {"test_x": {}}}))


def test_every_record_has_its_test() -> None:
    """Have no records of renamed or deleted tests."""
    assert not list(lost()) and len(users()) > 10


def test_words_are_compared_as_they_are_said(place: Path) -> None:
    """Compare texts and strings, several in a list, words of the test in holes."""
    test = "test_words_are_compared_as_they_are_said"
    put(place, test, moves="{name} moves 2 squares.", all=["One.", "Two."])
    assert text("{clank} moves 2 squares.", clank="BRASS") == recorded("moves", name="BRASS")
    assert recorded("moves", name="COPPER") != "BRASS moves 2 squares."
    assert (text("One."), "Two.") == recorded("all")
    assert recorded("all") != ("One.",) and recorded("all") != "One."
    assert {"moves": ("BRASS", recorded("moves", name="BRASS"))} == {
        "moves": ("BRASS", "BRASS moves 2 squares.")
    }


def test_another_or_no_record_fails_and_says_how_to_write_it(place: Path) -> None:
    """Show the actual text, the expected one, and the command after a failure."""
    put(place, "test_another_or_no_record_fails_and_says_how_to_write_it", one="Two squares.")
    one, none = module.Recorded("one", {}), module.Recorded("none", {})
    assert one != "Three squares." and none != "Three squares." and "nothing" in repr(none)
    said = "\n".join(one.explained("Three squares."))
    assert '-"Two squares."\n+"Three squares."' in said
    assert one.command in said and one.command in repr(none)
    assert one.command == f"python -m tests.golden.texts {HERE}"
    assert '+"Three squares."' in "\n".join(none.explained("Three squares."))


def test_a_record_that_no_test_compares_is_found(place: Path) -> None:
    """Find a record that no test compares, of tests that have run only."""
    test = "test_a_record_that_no_test_compares_is_found"
    put(place, test, used="One.", unused="Two.")
    assert recorded("used") == "One."
    assert (
        module.unused(HERE, [test]) == [f"{test}: unused"]
        and module.unused(HERE, ["test_other"]) == []
    )


def test_two_texts_for_one_label_are_refused(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    """Keep the first of two texts for a label in a recording run, with holes for its parts."""
    monkeypatch.setenv(module.WRITES, str(place))
    assert recorded("hit", name="BRASS", damage=2) == "BRASS takes 2 damage, now 10."
    assert recorded("hit", name="COPPER", damage=1) == "COPPER takes 1 damage, now 10."
    (labels,) = module._came.values()
    assert labels == {"hit": "{name} takes {damage} damage, now 10."}
    with pytest.raises(AssertionError, match="two texts"):
        assert recorded("hit", name="COPPER") == "COPPER takes 2 damage, now 10."


def test_any_words_are_read_as_they_are_written() -> None:
    """Read back quotes, backslashes, blank lines and lines that look like headings."""
    labels: module.Labels = {
        "test_x": {"odd": list(ODD), "some": {"a b": [*ODD], "c": ""}, "none": []}
    }
    written = in_file({"test_y": labels, "test_z": {"test_w": {"label: {odd}": "w"}}})
    found = tomllib.loads(written)
    assert found == {"test_y": labels, "test_z": {"test_w": {"label: {odd}": "w"}}}
    assert written.count("\n[") == 2 and module.plain(tuple(ODD)) == ODD
