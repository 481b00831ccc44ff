"""The rules of games for the screen: topics and paragraphs of the manual's own pages.

There is one text: phones get the page as it is, and the screen gets its topics. A rule's anchor is
its number in small letters, with "-" for all other characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html.parser import HTMLParser
from typing import Final

from companion.content.manual import manual_files
from companion.named_tuples import NamedTuple

_BLOCKS: Final = frozenset({"p", "li", "tr"})
"""Elements that are a paragraph."""
_HEADINGS: Final = frozenset({"h1", "h2", "h3"})


class RuleParagraph(NamedTuple):
    """A paragraph, an item of a list or a row of a table."""

    words: str
    number: str = ""
    """The number of its rule, "" for none."""
    anchors: tuple[str, ...] = ()


class RuleTopic(NamedTuple):
    """A heading with the paragraphs below it."""

    key: str
    title: str
    paragraphs: tuple[RuleParagraph, ...] = ()
    anchors: tuple[str, ...] = ()
    """The anchors of the heading and of its paragraphs."""
    part: bool = False
    """Whether it is a part of the topic before."""


class RulePage(NamedTuple):
    """A page of the manual."""

    title: str
    topics: tuple[RuleTopic, ...]


def anchor_of(rule: str) -> str:
    """Return the anchor of a rule by its number."""
    return re.sub(r"[^a-z0-9]+", "-", rule.lower()).strip("-")


@cache
def rule_page(page: str) -> RulePage | None:
    """Return a page of the manual as topics, None where it was not made."""
    path = manual_files().get(page)
    if path is None:
        return None
    reader = _PageReader()
    reader.feed(path.read_text("utf-8"))
    topics, before = list[RuleTopic](), tuple[str, ...]()
    for topic in reader.topics:
        # A heading with headings alone below it leads to the first of these.
        before = (*before, *topic.anchors)
        if topic.paragraphs:
            topics.append(topic._replace(anchors=before))
            before = ()
    return RulePage(reader.title, tuple(topics))


def find_rule(pages: Iterable[str], rule: str) -> tuple[str, str] | None:
    """Return the page and the topic that has a rule, of the first of these pages; None without."""
    sought = anchor_of(rule)
    for name in pages:
        page = rule_page(name)
        for topic in page.topics if page is not None else ():
            if sought in topic.anchors:
                return name, topic.key
    return None


class _PageReader(HTMLParser):
    """Reads a page of `write_manual` in setup.py."""

    def __init__(self) -> None:
        super().__init__()
        self.title = ""
        self.topics: list[RuleTopic] = []
        self._words: list[str] = []
        self._cells: list[str] = []
        self._anchors: list[str] = []
        self._number, self._heading = "", ""
        self._inside = self._code = self._head = self._strong = False
        self._lists: list[int | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "main":
            self._inside = True
        elif tag in _HEADINGS:
            self._end()
            self._heading = found.get("id") or ""
        elif tag in _BLOCKS:
            self._end()
            if tag == "li":
                number = self._lists[-1] if self._lists else None
                if number is not None:
                    self._lists[-1] = number + 1
                self._words.append("• " if number is None else f"{number + 1}. ")
        elif tag in {"ol", "ul"}:
            self._end()
            self._lists.append(0 if tag == "ol" else None)
        elif tag == "thead":
            self._head = True
        elif tag == "pre":
            self._end()
            self._code = True
        elif tag == "strong":
            # The number of a rule is the first thing in its paragraph, after its anchor.
            started = self._number or "".join(self._words).strip()
            self._strong = bool(self._anchors) and not started
        elif tag == "a" and found.get("id"):
            self._anchors.append(found["id"] or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "main":
            self._end()
            self._inside = False
        elif tag in _HEADINGS:
            self._topic(tag)
        elif tag in _BLOCKS:
            self._end()
        elif tag in {"ol", "ul"}:
            self._end()
            self._lists.pop()
        elif tag == "thead":
            self._head = False
        elif tag == "pre":
            self._code = False
        elif tag == "strong":
            self._strong = False
        elif tag in {"td", "th"}:
            self._cells.append(_plain(self._words))
            self._words.clear()

    def handle_data(self, data: str) -> None:
        if not self._inside or self._code:
            return
        if self._strong:
            self._number += data
        else:
            self._words.append(data)

    def _end(self) -> None:
        """End a paragraph, if there is one; anchors without words belong to what follows."""
        words = _plain(self._words)
        if self._cells:
            numbers = [cell for cell in self._cells if anchor_of(cell) in self._anchors]
            self._number = self._number or next(iter(numbers), "")
            first, *others = [cell for cell in self._cells if cell and cell not in numbers] or [""]
            words = f"{first}: {' · '.join(others)}" if others else first
        self._words.clear()
        self._cells.clear()
        if words and not self._head and self.topics:
            topic = self.topics[-1]
            anchors = tuple(self._anchors)
            self.topics[-1] = topic._replace(
                paragraphs=(*topic.paragraphs, RuleParagraph(words, self._number, anchors)),
                anchors=(*topic.anchors, *anchors),
            )
        if words:
            self._anchors.clear()
            self._number = ""

    def _topic(self, tag: str) -> None:
        title = re.sub(r" \([a-z_]+\)$", "", _plain(self._words))
        self._words.clear()
        if tag == "h1":
            self.title = title
        key, anchors = self._heading, tuple(self._anchors)
        self.topics.append(RuleTopic(key, title, (), (key, *anchors), tag == "h3"))
        self._anchors.clear()


def _plain(words: Iterable[str]) -> str:
    """Return words with single blanks."""
    return " ".join("".join(words).split())
