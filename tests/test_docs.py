"""The documents hold together: links, anchors, named files, and examples that are read."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

from tests.manners import tracked

REPOSITORY: Final = Path(__file__).parent.parent
FENCED: Final = re.compile(r"^( *)(```+)[^\n]*\n.*?^\1\2 *$", re.MULTILINE | re.DOTALL)
CODE: Final = re.compile(r"`[^`\n]+`")
LINK: Final = re.compile(r"(?<!\\)\]\(([^)\s]+)\)")
HEADING: Final = re.compile(r"^#{1,6} +(.+?) *(?:\{#([\w-]+)\})?$", re.MULTILINE)
NAMED: Final = re.compile(
    r"`((?:companion|docs|firmware|hardware|systemd|tests|\.ci|\.github)/[\w./-]+)`"
)
GENERATED: Final = ("companion/content/languages/de.mo",)
"""Files that a page may name although git does not keep them."""


@lru_cache
def pages() -> tuple[str, ...]:
    """Every Markdown file of the repository whose links people follow."""
    return tuple(path for path in tracked(REPOSITORY) if path.endswith(".md"))


@lru_cache
def text(page: str) -> str:
    """A page without its blocks of code."""
    return FENCED.sub("", (REPOSITORY / page).read_text("utf-8"))


@lru_cache
def anchors(page: str) -> frozenset[str]:
    """What a link can name behind `#` on a page: each heading as MkDocs writes it."""
    found: set[str] = set()
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
    """Links of a page that lead nowhere, and files that it names but that are not there."""
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
    """Every link, anchor and named file of every page is there."""
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
    """Each kind of fault is found with its page, while an example in backticks is no link."""
    whole = text
    monkeypatch.setattr(
        "tests.test_docs.text",
        lambda page: f"{words} `[x](no)`" if page == "docs/new.md" else whole(page),
    )
    assert [found.startswith(f"docs/new.md: {fault}") for found in faults("docs/new.md")] == [True]
