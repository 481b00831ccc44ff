"""Build steps of the package, also in a checkout: translations and manual.

All metadata is in pyproject.toml.
"""

from __future__ import annotations

import posixpath
import re
from html import escape
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from markdown import Markdown
from setuptools import setup
from setuptools.command.build_py import build_py

CATALOGUES = Path("companion/content/languages")
DOCS = Path("docs")
MANUAL = Path("companion/content/manual")
"""The documents as web pages, which phones read from the table."""
PICTURES = "companion/ui/pictures"
"""Pictures of the screen, which are in the package."""
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title><link rel="stylesheet" href="{top}manual.css"></head>
<body><nav><a href="{top}index.html">All pages</a></nav>
{contents}<main>{body}</main></body></html>
"""


class BuildWithWords(build_py):
    """Builds with a `.mo` beside every `.po`, and with the manual."""

    def run(self) -> None:
        """Write both, then build as usual."""
        for source in sorted(CATALOGUES.glob("*.po")):
            with source.open("rb") as words, source.with_suffix(".mo").open("wb") as compiled:
                # A translation that nobody has confirmed is better than none.
                write_mo(compiled, read_po(words, locale=source.stem), use_fuzzy=True)
        write_manual()
        super().run()


def write_manual() -> None:
    """Write every page of docs/ as HTML into the package, and remove those of deleted pages."""
    written = set()
    for source in sorted(DOCS.rglob("*.md")):
        name = source.relative_to(DOCS).with_suffix(".html")
        target = MANUAL / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(manual_page(source.read_text("utf-8"), name.as_posix()), "utf-8")
        written.add(target)
    for old in MANUAL.rglob("*.html"):
        if old not in written:
            old.unlink()


def manual_page(text: str, name: str) -> str:
    """Return a page of Markdown as HTML.

    Args:
        text: The page.
        name: Its path below the manual, such as "games/clockwork.html".
    """
    folder = posixpath.dirname(name)
    top = "../" * name.count("/")

    def linked(found: re.Match[str]) -> str:
        """Let a link lead within the manual, or keep its words alone if it leads to other files."""
        picture, words, target, anchor = found.groups()
        if "://" in target or not target:
            return found[0]
        path = posixpath.normpath(posixpath.join(DOCS.name, folder, target))
        if picture and path.startswith(f"{PICTURES}/"):
            return f"![{words}]({top}pictures/{posixpath.basename(path)})"
        if path.startswith(f"{DOCS.name}/") and path.endswith(".md"):
            return f"[{words}]({target.removesuffix('.md')}.html{anchor or ''})"
        return words

    markdown = Markdown(
        extensions=["attr_list", "fenced_code", "sane_lists", "tables", "toc"],
        extension_configs={"toc": {"toc_depth": "2-3"}},
    )
    # Titles of code blocks are known to MkDocs alone.
    plain = re.sub(r"^( *```\w*) .*$", r"\1", text, flags=re.MULTILINE)
    body = markdown.convert(LINK.sub(linked, plain))
    headline = re.search(r"^# (.+?)(?: \{.*)?$", text, re.MULTILINE)
    contents = (
        f"<details><summary>On this page</summary>{markdown.toc}</details>\n"
        if body.count("<h2") > 2
        else ""
    )
    title = escape(headline[1] if headline else "Clockwork Derby")
    return PAGE.format(title=title, top=top, contents=contents, body=body)


setup(cmdclass={"build_py": BuildWithWords})
