"""The sentences that tests expect, which are kept in files: `golden/texts/FOLDER.toml`.

    assert str(view.title) == recorded("BRASS-moves-2-squares")

The label names what must be said; the record has the words. A reworded sentence changes records
only, which `python -m tests.golden.texts` writes.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from companion.words import Text

TEXTS: Final = Path(__file__).parent / "golden" / "texts"
WRITES: Final = "DERBY_RECORD_TEXTS"
"""The folder to which a recording run writes the texts; unset in every other run."""

WHEN: Final = re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?")
"""A date, or a date and a time, of the clock."""
NUMBER: Final = re.compile(r"\d+")
"""A number that differs between runs."""
MARK: Final = re.compile(r"\b[0-9a-f]{16}(-[0-9a-f]{8})?\b")
"""The hash of a state, or of a state and its rules."""

Words: TypeAlias = "str | list[Words] | dict[str, Words]"
"""The recorded words: a text, several of them, or some by name."""
Labels: TypeAlias = dict[str, dict[str, Words]]
"""Records of one file of tests: by test, then by label."""

_came: Labels = {}
"""The texts that the current file of tests has compared."""


class Recorded:
    """The text recorded under a label of the current test; equal to the same texts or strings."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, label: str, parts: Mapping[str, object]) -> None:
        """Find the record; `parts` are the words for its holes, by name."""
        node = os.environ["PYTEST_CURRENT_TEST"].rpartition(" (")[0]
        self.file, _, test = node.partition("[")[0].partition("::")
        self.test, self.label = test.replace("::", "-"), label
        # Long parts first, as one may be in another; patterns last.
        found = sorted((item for item in parts.items() if item[1] != ""), key=_place)
        self.holes = {_pattern(part): name for name, part in found}

    @property
    def words(self) -> Words | None:
        """Return what is recorded; None for nothing."""
        return records(self.file).get(self.test, {}).get(self.label)

    def __eq__(self, came: object) -> bool:
        """Return whether the texts are the same. A recording run accepts any text, but only one."""
        now, labels = self.with_holes(plain(came)), _came.setdefault(self.test, {})
        if WRITES not in os.environ:
            labels[self.label] = now
            return now == self.words
        before = labels.setdefault(self.label, now)
        assert before == now, f"two texts for the label {self.label!r}: {before!r} and {now!r}"
        return True

    def __repr__(self) -> str:
        """Return the label with its words, as a failing test shows them."""
        words = f"nothing: {self.command}" if self.words is None else repr(self.words)
        return f"recorded({self.label!r}): {words}"

    @property
    def command(self) -> str:
        """Return the command that records the actual texts."""
        return f"python -m tests.golden.texts {self.file}"

    def with_holes(self, words: Words) -> Words:
        """Return the texts with holes in the places of the parts."""
        if isinstance(words, dict):
            return {key: self.with_holes(value) for key, value in words.items()}
        if isinstance(words, list):
            return [self.with_holes(one) for one in words]
        for part, name in self.holes.items():
            words = part.sub(f"{{{name}}}", words)
        return words

    def explained(self, came: object) -> list[str]:
        """Return the lines that show the actual text and how to record it."""
        old = [] if self.words is None else in_toml(self.words).splitlines()
        new = in_toml(self.with_holes(plain(came))).splitlines()
        return [
            f"{self.label!r} of {self.test}",
            *difflib.unified_diff(old, new, "on record", "came", lineterm="", n=1),
            f"If that is right: {self.command}",
        ]


def recorded(label: str, **parts: object) -> object:
    """Return what is recorded under a label of the current test, to compare with the actual text.

    Args:
        label: What must be said, in a few words with dashes; each label of a test has one text.
        **parts: Words of the test, such as a folder or a name, or a pattern such as `WHEN`: the
            record has `{name}` in their place.
    """
    return Recorded(label, parts)


def _pattern(part: object) -> re.Pattern[str]:
    """Return a pattern that finds a part; short ones, such as numbers, as whole words only."""
    if isinstance(part, re.Pattern):
        return part
    words = re.escape(str(part))
    return re.compile(words if len(str(part)) > 2 else rf"(?<!\w){words}(?!\w)")


def _place(part: tuple[str, object]) -> int:
    return 0 if isinstance(part[1], re.Pattern) else -len(str(part[1]))


def plain(shown: object) -> Words:
    """Return texts as they are kept: as strings, tuples as lists."""
    if isinstance(shown, Mapping):
        return {str(key): plain(value) for key, value in shown.items()}
    if isinstance(shown, list | tuple) and not isinstance(shown, Text):
        return [plain(one) for one in shown]
    return str(shown)


def begin() -> None:
    """Forget the comparisons of earlier files of tests."""
    _came.clear()


def keep(file: str) -> None:
    """Write the compared texts of a file of tests into the folder of a recording run."""
    Path(os.environ[WRITES], file.replace("/", "-")).write_text(json.dumps([file, _came]))


def unused(file: str, passed: Iterable[str]) -> list[str]:
    """Return the recorded labels that the passed tests did not compare."""
    return [
        f"{test}: {label}"
        for test in sorted({name.replace("::", "-") for name in passed})
        for label in records(file).get(test, {})
        if label not in _came.get(test, {})
    ]


# ---- Files ---------------------------------------------------------------------------------------


def place(file: str) -> Path:
    """Return the file of the records of a file of tests; all of a folder share one."""
    folder = Path(file).parent.relative_to("tests").as_posix()
    return TEXTS / f"{'top' if folder == '.' else folder}.toml"


@lru_cache
def records(file: str) -> Labels:
    """Return the records of a file of tests, by test and label."""
    path, name = place(file), Path(file).stem
    # To read the records of a whole folder for each of its files would take seconds.
    parts = path.read_text("utf-8").split("\n[") if path.exists() else []
    mine = "\n".join(f"[{part}" for part in parts if part.startswith(f"{name}."))
    found: dict[str, Labels] = tomllib.loads(mine)
    return found.get(name, {})


def in_toml(words: Words) -> str:
    """Return texts in TOML, each of several on its own line."""
    if isinstance(words, dict):
        pairs = [f"{json.dumps(key, ensure_ascii=False)} = {in_toml(words[key])}" for key in words]
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(words, list):
        lines = "".join(f"  {in_toml(one)},\n" for one in words)
        return f"[\n{lines}]" if words else "[]"
    quoted = json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")
    if "\n" not in words.strip():
        return quoted
    # Ends of lines and quotes become real ones; no line may look like a heading.
    lines = re.sub(r"(?<!\\)((?:\\\\)*)\\n", "\\1\n", quoted[1:-1])
    if '"""' not in words and not words.endswith('"'):
        lines = re.sub(r'(?<!\\)((?:\\\\)*)\\"', r'\1"', lines)
    return '"""\n' + re.sub(r"^\[", r"\\u005b", lines, flags=re.MULTILINE) + '"""'
