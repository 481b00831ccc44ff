"""Find modules that import one another, directly or through others, in a source tree like ours.

Imports for types only and those inside functions count as well: modules that need one another are
one subject.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.layers import PACKAGE, Source, sources


def import_cycle(root: Path) -> tuple[str, ...]:
    """Return a ring of modules each of which imports the next; () if there is none."""
    modules = {_name(source): source for source in sources(root)}
    try:
        TopologicalSorter(
            {name: _imported(source, modules) for name, source in modules.items()}
        ).prepare()
    except CycleError as fault:
        return tuple(reversed(fault.args[1]))
    return ()


def _name(source: Source) -> str:
    return source.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imported(source: Source, modules: Mapping[str, Source]) -> set[str]:
    """Return the modules that this one imports anywhere.

    A package counts as its `__init__`.
    """
    found: set[str] = set()
    for node in ast.walk(source.parsed.tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        names = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            found |= {
                f"{node.module}.{name}" if f"{node.module}.{name}" in modules else node.module or ""
                for name in names
            }
        else:
            found.update(names)
    return {name for name in found if name in modules and name not in (_name(source), PACKAGE)}
