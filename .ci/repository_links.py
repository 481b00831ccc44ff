"""Let pages of docs/ link to pictures and files elsewhere in the repository; used by MkDocs.

In the repository such a link leads out of docs/, as in `../hardware/reader.toml`. In the built
pages the file is below `repository/`, and the link leads there.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

DOCS: Final = "docs"
COPIES: Final = "repository"
LINK: Final = re.compile(r"(\]\()([^)\s#]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add every repository file that a page links to."""
    root = Path(config.config_file_path).parent
    for page in files.documentation_pages():
        for _, target in LINK.findall(page.content_string):
            path = outside(page.src_uri, target)
            if path and (root / path).is_file() and f"{COPIES}/{path}" not in files.src_uris:
                copy = File.generated(config, f"{COPIES}/{path}", abs_src_path=str(root / path))
                files.append(copy)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn the links that leave docs/ into links to the copies."""

    def replaced(found: re.Match[str]) -> str:
        path = outside(page.file.src_uri, found[2])
        if not path:
            return found[0]
        start = posixpath.dirname(page.file.src_uri) or "."
        return found[1] + posixpath.relpath(f"{COPIES}/{path}", start)

    return LINK.sub(replaced, markdown)


def outside(page: str, target: str) -> str:
    """Return the path of a link's target from the top folder, or "" if it stays in docs/."""
    if "://" in target or target.startswith(("/", "mailto:")):
        return ""
    path = posixpath.normpath(posixpath.join(DOCS, posixpath.dirname(page), target))
    return "" if path.startswith((f"{DOCS}/", "..")) else path
