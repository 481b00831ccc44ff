"""Build steps of the package, also in a checkout: translations, and machine code on request.

All metadata is in pyproject.toml. With CLOCKWORK_COMPILED=1 in the environment mypyc compiles the
modules listed there; without it no compiler is needed.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

CATALOGUES = Path("companion/content/languages")


class BuildWithWords(build_py):
    """Writes a `.mo` beside every `.po` before the package's files are collected."""

    def run(self) -> None:
        """Compile the catalogues, then build as usual."""
        for source in sorted(CATALOGUES.glob("*.po")):
            with source.open("rb") as words, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(words, locale=source.stem))
        super().run()


def machine_code() -> list[Extension]:
    """Return the modules to compile, none unless requested."""
    if os.environ.get("CLOCKWORK_COMPILED") != "1":
        return []
    from mypyc.build import mypycify

    modules = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["clockwork-derby"][
        "compiled"
    ]
    # More optimisation takes half as long again to compile and plays no faster: machine code only
    # saves the interpreter.
    found: list[Extension] = mypycify(modules, opt_level="1", debug_level="0")
    for extension in found:
        # With fused multiply-add a sum would be rounded differently than in Python.
        extension.extra_compile_args.append("-ffp-contract=off")
    return found


setup(cmdclass={"build_py": BuildWithWords}, ext_modules=machine_code())
