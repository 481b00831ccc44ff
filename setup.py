"""Compiles the words of other languages while the package is built, in a checkout too; all that is said about it stands in pyproject.toml."""
from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py

CATALOGUES = Path("companion/content/languages")


class BuildWithWords(build_py):
    """Puts a `.mo` beside every `.po` before the files of the package are gathered."""

    def run(self) -> None:
        """Compile, then build as usual."""
        for source in sorted(CATALOGUES.glob("*.po")):
            with source.open("rb") as words, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(words, locale=source.stem))
        super().run()


setup(cmdclass={"build_py": BuildWithWords})
