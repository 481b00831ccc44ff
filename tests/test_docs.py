"""The documents are consistent: links, anchors, named files, and examples that are read."""

from __future__ import annotations

import json
import posixpath
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from companion import __version__
from companion.errors import FormatError
from companion.formats.board import parse_board
from companion.formats.deck import parse_deck
from companion.formats.entries import read_square
from companion.formats.picture import parse_picture
from companion.formats.tiled.mapping import parse_mapping
from companion.formats.tiled.reading import read_tiled
from companion.games.cardbot.engine.grid import parse_grid
from companion.games.diesel.deck_file import parse_deck as parse_combatants
from companion.games.kit.scenario import play_scenario
from companion.journal.file import read_game
from companion.table.gpio.table_file import parse_table_file
from companion.table.seats import Seats
from companion.table.tags import parse_tags
from tests import documents
from tests.repository_checks import tracked_files

REPOSITORY: Final = Path(__file__).parent.parent
FENCED: Final = re.compile(r"^( *)(```+)[^\n]*\n.*?^\1\2 *$", re.MULTILINE | re.DOTALL)
CODE: Final = re.compile(r"`[^`\n]+`")
LINK: Final = re.compile(r"(?<!\\)\]\(([^)\s]+)\)")
HEADING: Final = re.compile(r"^#{1,6} +(.+?) *(?:\{#([\w-]+)\})?$", re.MULTILINE)
GIVEN: Final = re.compile(r'<a (?:id|name)="([^"]+)"></a>')
NAMED: Final = re.compile(
    r"`((?:companion|docs|firmware|hardware|systemd|tests|\.ci|\.github)/[\w./-]+)`"
)
GENERATED: Final = ("companion/content/languages/de.mo",)
"""Files that a page may name although git does not track them."""


@lru_cache
def pages() -> tuple[str, ...]:
    """Return every Markdown file of the repository whose links people follow."""
    return tuple(path for path in tracked_files(REPOSITORY) if path.endswith(".md"))


@lru_cache
def text(page: str) -> str:
    """Return a page without its blocks of code."""
    return FENCED.sub("", (REPOSITORY / page).read_text("utf-8"))


@lru_cache
def anchors(page: str) -> frozenset[str]:
    """Return the anchors of a page: each heading as MkDocs writes it, and explicit ones."""
    found = set(GIVEN.findall(text(page)))
    for heading, given in HEADING.findall(text(page)):
        plain = re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading)
        plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
        slug = given or re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())
        number = 1
        while slug in found:
            slug = f"{slug.removesuffix(f'_{number - 1}')}_{number}"
            number += 1
        found.add(slug)
    return frozenset(found)


def faults(page: str) -> Iterator[str]:
    """Yield links of a page that lead nowhere, and named files that do not exist."""
    for target in LINK.findall(CODE.sub("", text(page))):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        if not (REPOSITORY / file).exists():
            yield f"{page}: {target} is not there"
        elif page.startswith("docs/") and (REPOSITORY / file).is_dir():
            yield f"{page}: {target} is a folder, which no built page can show"
        elif page.startswith("docs/") and file.endswith(".md") and not file.startswith("docs/"):
            yield f"{page}: {target} is no page of docs; name it in backticks"
        elif anchor and file.endswith(".md") and anchor not in anchors(file):
            yield f"{page}: {target}: that page has no such heading"
    for named in NAMED.findall(text(page)):
        nearer = REPOSITORY / posixpath.dirname(page) / named
        if not ((REPOSITORY / named).exists() or nearer.exists() or named in GENERATED):
            yield f"{page}: `{named}` is not there"


def test_links_lead_somewhere() -> None:
    """Find every link, anchor and named file of every page."""
    found = [fault for page in pages() for fault in faults(page)]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("[x](nowhere.md)", "nowhere.md is not there"),
        ("[x](index.md#no-such)", "index.md#no-such: that page has no such heading"),
        ("[x](../tests)", "../tests is a folder"),
        ("[x](../tests/README.md)", "../tests/README.md is no page of docs"),
        ("`tests/nothing.py`", "`tests/nothing.py` is not there"),
    ],
)
def test_a_link_to_nowhere_is_named(
    monkeypatch: pytest.MonkeyPatch, words: str, fault: str
) -> None:
    """Name each kind of fault with its page, and take no example in backticks for a link."""
    whole = text
    monkeypatch.setattr(
        "tests.test_docs.text",
        lambda page: f"{words} `[x](no)`" if page == "docs/new.md" else whole(page),
    )
    assert [found.startswith(f"docs/new.md: {fault}") for found in faults("docs/new.md")] == [True]


LAYOUT: Final[Mapping[str, re.Pattern[str]]] = {
    "MkDocs ends a list here: indent by four": re.compile(r"\n\n {1,3}[^ \n].*"),
    "MkDocs sees no list here: leave a line empty": re.compile(
        r"\n(?!\d+\. |[-*|] | ).+\n(?:[-*]|\d+\.) .*"
    ),
    "MkDocs shows the backslash: write <code> and &#124;": re.compile(r"\n\|.*`[^`|\n]*\\\|.*"),
}
"""The layouts that GitHub and MkDocs show differently."""


def layout_faults(name: str, words: str) -> list[str]:
    """Return the places of a page that differ between GitHub and the built page."""
    return [
        f"{name}: {fault}: {found[0].strip().splitlines()[-1]}"
        for fault, pattern in LAYOUT.items()
        for found in pattern.finditer(words)
    ]


def test_pages_look_the_same_everywhere() -> None:
    """Use nothing in docs that MkDocs reads differently."""
    found = [
        fault
        for page in pages()
        if page.startswith("docs/")
        for fault in layout_faults(page, text(page))
    ]
    assert not found, "\n" + "\n".join(found)
    for wrong in ("1. a\n\n   b", "Words:\n- a", "\n| `a\\|b` |"):
        assert len(layout_faults("x.md", f"\n{wrong}")) == 1, wrong


def test_the_front_page_is_one_page() -> None:
    """Keep the README within 120 lines."""
    assert len((REPOSITORY / "README.md").read_text("utf-8").splitlines()) <= 120


def test_the_changelog_has_this_version() -> None:
    """Put the version of the program first in the changelog, after what is not released yet."""
    headings = re.findall(r"^## \[(.+?)\]", text("CHANGELOG.md"), re.MULTILINE)
    assert headings[:2] == ["Unreleased", __version__]


# ---- Examples ------------------------------------------------------------------------------------

BLOCK: Final = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
UNREAD: Final = frozenset({"sh", "text", "python"})
"""Languages of blocks that are no files: tests/test_readme.py runs commands."""


class Example(NamedTuple):
    """A block of a reference page with its page, its file's name and its text."""

    page: str
    name: str
    text: str


def examples() -> list[Example]:
    """Return every block that shows a file; a block without a name is a fault."""
    found = []
    for path in sorted((REPOSITORY / "docs/reference").glob("*.md")):
        for language, name, block in BLOCK.findall(path.read_text("utf-8")):
            if language not in UNREAD:
                assert name, f'{path.name}: a block of {language} needs a title="…"'
                found.append(Example(path.name, name, block))
    return found


def read_scenario(text: str, name: str) -> None:
    """Play a scenario and compare what it expects."""
    assert play_scenario(text, name).differences == ()


def read_flags(text: str, name: str) -> None:
    """Read the squares of three difficulties."""
    flags = tomllib.loads(text)
    assert [*flags] == ["away", "beside", "on"], name
    assert all(read_square(square) for squares in flags.values() for square in squares)


def read_codes(text: str, name: str) -> None:
    """Read a file of codes for the cards that it names."""
    table = tomllib.loads(text)
    parse_deck(text, name, table["game"], range(256), [*table["cards"].values()])


def read_result(text: str, name: str) -> None:
    """Compare a result with that of the scenario of the same name."""
    wanted = name.replace(".result.json", ".scenario.toml")
    (scenario,) = (example.text for example in examples() if example.name == wanted)
    assert json.loads(text) == play_scenario(scenario, wanted).result(wanted)


def read_map(text: str, name: str) -> None:
    """Make a board of a map and use all of it."""

    def load(path: str) -> tuple[str, str]:
        raise FileNotFoundError(path)

    assert not read_tiled(text, name, load).left


READERS: Final[Mapping[str, Callable[[str, str], object]]] = {
    ".board.toml": parse_board,
    ".flags.toml": read_flags,
    ".grid.toml": parse_grid,
    ".scenario.toml": read_scenario,
    ".result.json": read_result,
    ".deck.toml": read_codes,
    "-deck.toml": lambda text, name: parse_combatants(text, name, whole=False),
    ".mapping.toml": parse_mapping,
    ".table.toml": parse_table_file,
    "tags.toml": parse_tags,
    "card.toml": parse_picture,
    ".tmx": read_map,
    "race.txt": read_game,
}


def read(example: Example) -> None:
    """Read an example by the reader of its kind of file."""
    (reader,) = (reader for ending, reader in READERS.items() if example.name.endswith(ending))
    reader(example.text, example.name)


def test_every_example_is_read() -> None:
    """Read each file that a page of the reference shows with the program's own reader."""
    shown = examples()
    for example in shown:
        if example.name != "seats.toml":
            read(example)
    assert len(shown) > 12
    used = {ending for ending in READERS if any(one.name.endswith(ending) for one in shown)}
    assert used == READERS.keys()


def test_the_seats_shown_are_read(tmp_path: Path) -> None:
    """Read the file of seats from disk, as at a table."""
    (example,) = (example for example in examples() if example.name == "seats.toml")
    (tmp_path / example.name).write_text(example.text, "utf-8")
    seats = Seats(tmp_path / example.name)
    given = tomllib.loads(example.text)["seats"]
    assert {uid: seats.seat_of(uid) for uid in given} == given and not seats.troubles


def test_a_wrong_example_is_refused() -> None:
    """Refuse wrong examples, since a reader that accepts anything proves nothing above."""
    (board,) = (example for example in examples() if example.name == "mill-race.board.toml")
    with pytest.raises(FormatError):
        read(board._replace(text=board.text.replace("laser", "lazer")))
    (result,) = (example for example in examples() if example.name == "pushed.result.json")
    with pytest.raises(AssertionError):
        read(result._replace(text=result.text.replace("B2", "C2")))


def test_written_parts_are_up_to_date() -> None:
    """Find the generated parts of the reference up to date."""
    for path, wanted in documents.written().items():
        assert path.read_text("utf-8") == wanted, (
            f"docs/reference/{path.name} is out of date: python -m tests.documents"
        )
