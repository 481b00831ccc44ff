"""Build the engine as machine code, a wheel of its own beside the plain package.

`.ci/compiled` copies it into a copy of the sources and builds it there. Its modules stand in a
package of their own, so that nothing finds them but `companion.compiled_engine`.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

from companion import __version__
from companion.compiled_engine import PACKAGE, digest

MODULES: list[str] = tomllib.loads(Path("plain.toml").read_text("utf-8"))["tool"][
    "clockwork-derby"
]["compiled"]


def sources() -> list[str]:
    """Return the compiled modules and all of ours that they import, themselves or through others.

    Machine code contains constants and the layout of classes of the modules that it imports.
    """
    found, left = set(), [*MODULES]
    while left:
        path = left.pop()
        if path in found or not Path(path).is_file():
            continue
        found.add(path)
        for node in ast.walk(ast.parse(Path(path).read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            for name in names:
                if name.split(".")[0] == "companion":
                    file = name.replace(".", "/")
                    left += [f"{file}.py", f"{file}/__init__.py"]
    return sorted(found)


# More optimisation takes half as long again to compile and plays no faster: machine code only saves
# the interpreter.
extensions = mypycify(["--config-file=plain.toml", *MODULES], opt_level="1", debug_level="0")
modules = sorted(extension.name for extension in extensions)
for extension in extensions:
    # With fused multiply-add a sum would be rounded differently than in Python.
    extension.extra_compile_args.append("-ffp-contract=off")
    extension.name = f"{PACKAGE}.{extension.name}"
paths = sources()
package = Path(PACKAGE)
package.mkdir(exist_ok=True)
(package / "__init__.py").write_text(
    f'''"""The engine of Clockwork Derby as machine code; see companion.compiled_engine."""

SOURCES = {paths!r}
DIGEST = {digest(Path(), paths)!r}
MODULES = {modules!r}
''',
    "utf-8",
)
setup(version=__version__, packages=[PACKAGE], ext_modules=extensions)
