"""The lines of a TOML text are found in every form of TOML."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.formats.toml_text import KeyPath, Places

TEXT = r'''# a comment = "not a key"
plain = 1  # with "quotes" and = signs
"quoted key" = 'single # no comment'
dotted . inner = [ 1,
  [ "two", # comment ]
    "three" ], { four = "f" },
  """
five""",
]
literal = """
first\
 second"""
exact = """
one
two"""
same_line = "a\"b"
folded = """x\ny"""

[table]
key = 1979-05-27 07:32:00
  [table.inner]
  deep = -inf

[[list]]
a = 1
[[list]]
a = 2
[list.under]
b = {c.d = 3, e = [4, 5]}
[["odd.name"]]
'x' = """""quoted"""""
after = true
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("plain",), 2),
        (("quoted key",), 3),
        (("dotted",), 4),
        (("dotted", "inner"), 4),
        (("dotted", "inner", 0), 4),
        (("dotted", "inner", 1), 5),
        (("dotted", "inner", 1, 0), 5),
        (("dotted", "inner", 1, 1), 6),
        (("dotted", "inner", 2), 6),
        (("dotted", "inner", 2, "four"), 6),
        (("dotted", "inner", 3), 7),
        (("literal",), 10),
        (("exact",), 13),
        (("same_line",), 16),
        (("folded",), 17),
        (("table",), 19),
        (("table", "key"), 20),
        (("table", "inner"), 21),
        (("table", "inner", "deep"), 22),
        (("list",), 24),
        (("list", 0), 24),
        (("list", 0, "a"), 25),
        (("list", 1), 26),
        (("list", 1, "a"), 27),
        (("list", 1, "under"), 28),
        (("list", 1, "under", "b", "c", "d"), 29),
        (("list", 1, "under", "b", "e", 1), 29),
        (("odd.name", 0), 30),
        (("odd.name", 0, "x"), 31),
        (("odd.name", 0, "after"), 32),
        (("table", "missing"), 19),
        (("missing",), None),
    ],
)
def test_every_value_has_its_line(path: KeyPath, line: int | None) -> None:
    """Find keys, array items and tables of every form; a missing one has its parent's line."""
    assert Places(TEXT).line(path) == line


@pytest.mark.parametrize(
    ("path", "number", "line"),
    [
        (("exact",), 0, 14),
        (("exact",), 1, 15),
        (("literal",), 1, 11),
        (("same_line",), 3, 16),
        (("folded",), 1, 17),
        (("dotted", "inner", 3), 0, 8),
        (("plain",), 5, 2),
    ],
)
def test_lines_within_a_text(path: KeyPath, number: int, line: int) -> None:
    """Count lines within triple quotes; with folded lines the first one stands for all."""
    assert Places(TEXT).line_within(path, number) == line


KEYS = some.sampled_from(("a", "b-c", '"d e"', "'f#g'"))
VALUES = some.sampled_from(
    (
        "1",
        "true",
        '"x"',
        "'y # z'",
        "[]",
        "[1, 2]",
        "[\n 1, # c\n 'x',\n]",
        "{}",
        "{q = 1, r = 'x]'}",
        '"""\nm\nn"""',
        "'''\nm = [\n'''",
        "07:32:00",
    )
)
GAPS = some.sampled_from(("", " ", '# comment = [ " \n', "\n\n"))


@given(some.lists(some.tuples(KEYS, VALUES, GAPS), max_size=6))
def test_any_order_of_statements(statements: list[tuple[str, str, str]]) -> None:
    """Find every statement after any values and comments."""
    text, lines = "", []
    for number, (key, value, gap) in enumerate(statements):
        text += gap if gap.endswith("\n") or not gap else gap + "\n"
        lines.append(text.count("\n") + 1)
        text += f"{key}.n{number} = {value} # end\n"
    places = Places(text)
    for number, ((key, _, _), line) in enumerate(zip(statements, lines, strict=True)):
        assert places.line((key.strip("\"'"), f"n{number}")) == line
