"""Write sheets as files: the options for paper and place, and PDFs and drawings."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from companion.errors import PressError
from companion.folders import write_whole_bytes
from companion.names import unshown_words
from companion.press.marks import Document, words_of
from companion.press.paper import PAPERS, Paper
from companion.press.pdf import pdf

ADVICE: Final = "print at 100 %, not “fit to page”"


def sheet_arguments(parser: argparse.ArgumentParser, paper: str) -> None:
    """Add the options of everything that is printed: paper and place."""
    parser.add_argument(
        "--paper", metavar="PAPER", default=paper, help=f"{', '.join(PAPERS)} (default: {paper})"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        help=(
            "the file to write, or a folder for it (default: a file here, named after its contents)"
        ),
    )


def print_document(
    book: Document, paper: Paper, output: Path | None, name: str, ending: str = ""
) -> int:
    """Write a PDF and print its name and pages.

    `ending` distinguishes its file from the usual one on this paper.

    Raises:
        PressError: The file cannot be written.
    """
    path = write_file(
        output_path(output, f"{'-'.join(filter(None, (name, paper.name, ending)))}.pdf"), pdf(book)
    )
    count = len(book.pages)
    sides = ", on both sides, turned over the long edge" if book.both_sides else ""
    print(f"{path}: {count} page{'s' if count > 1 else ''}, {paper.name}; {ADVICE}{sides}")
    if unshown := unshown_words(*(words for page in book.pages for words in words_of(page.marks))):
        print(f"{path}: warning: {unshown}")
    return 0


def output_path(output: Path | None, name: str) -> Path:
    """Return where to write: `output`, or in that folder.

    `name` is the file's name if only a folder or nothing was given.
    """
    if output is None:
        return Path(name)
    return output / name if output.is_dir() else output


def write_file(path: Path, content: bytes) -> Path:
    """Write a file whole.

    Raises:
        PressError: Says why that failed; an older file is kept then.
    """
    try:
        write_whole_bytes(path, content)
    except ValueError:
        # The message differs between versions of Python.
        raise PressError(
            f"{path} cannot be written: no name may have a NUL in it; name another place for it"
        ) from None
    except OSError as fault:
        reason = (
            "its folder is a file"
            if isinstance(fault, (FileExistsError, NotADirectoryError))
            else fault.strerror or fault
        )
        raise PressError(f"{path} cannot be written: {reason}; name another place for it") from None
    return path
