"""What is made while the package is built, in a checkout too: the words of other languages, and machine code where it is asked for.

All that is said about the package stands in pyproject.toml. With CLOCKWORK_COMPILED=1 in the environment the modules that are listed there are
compiled by mypyc; without it nobody needs a compiler.
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
    """Puts a `.mo` beside every `.po` before the files of the package are gathered."""

    def run(self) -> None:
        """Compile, then build as usual."""
        for source in sorted(CATALOGUES.glob("*.po")):
            with source.open("rb") as words, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(words, locale=source.stem))
        super().run()


def machine_code() -> list[Extension]:
    """The modules to compile, none unless they are asked for."""
    if os.environ.get("CLOCKWORK_COMPILED") != "1":
        return []
    from mypyc.build import mypycify

    modules = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["clockwork-derby"][
        "compiled"
    ]
    # More optimizing takes half as long again to compile and plays no faster: what machine code spares is the interpreter.
    found: list[Extension] = mypycify(modules, opt_level="1", debug_level="0")
    for extension in found:
        # Where a processor can multiply and add in one go, the sum would be rounded otherwise than Python rounds it.
        extension.extra_compile_args.append("-ffp-contract=off")
    return found


setup(cmdclass={"build_py": BuildWithWords}, ext_modules=machine_code())
