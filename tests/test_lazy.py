"""Lazy imports: what they import comes with its first use, and only what can wait is imported so."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from inspect import isroutine
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from companion import commands, lazy
from tests.cycles import is_lazy


def waiting_names(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Return what the blocks of a module import: each name in it, with the module and the name there."""
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for block in tree.body
        if is_lazy(block)
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def at_once(tree: ast.AST) -> Iterator[ast.Name]:
    """Yield the names that are called or inherited while a module is imported, or whose hints may be read."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            parts: list[ast.AST] = [*node.decorator_list]
        elif isinstance(node, ast.ClassDef):
            hints = [part.annotation for part in node.body if isinstance(part, ast.AnnAssign)]
            parts = [*node.bases, *node.decorator_list, *hints]
            yield from at_once(ast.Module(node.body, []))
        elif isinstance(node, ast.Lambda):
            parts = []
        else:
            parts = [node.func] if isinstance(node, ast.Call) else []
            parts += [node.value] if isinstance(node, ast.Attribute) else []
            yield from at_once(node)
        yield from (name for part in parts for name in ast.walk(part) if isinstance(name, ast.Name))


def not_called(node: ast.AST) -> Iterator[ast.Name]:
    """Yield the names that are used for something else than a call or one of their own names."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for part in value if isinstance(value, list) else [value]:
            called = (isinstance(node, ast.Call) and field == "func") or isinstance(
                node, ast.Attribute
            )
            if isinstance(part, ast.Name) and not called:
                yield part
            elif isinstance(part, ast.AST):
                yield from not_called(part)


def faults(path: Path) -> list[str]:
    """Return the names of a module that are imported lazily and cannot be."""
    tree = ast.parse(path.read_text("utf-8"))
    names = waiting_names(tree)
    early = {name.id for name in at_once(tree)}
    values = {name.id for name in not_called(tree)}
    wrong = []
    for name, (module, there) in names.items():
        home = import_module(module)
        found = getattr(home, there, None) or import_module(f"{module}.{there}")
        can_wait = (
            isinstance(found, FunctionType | ModuleType)
            or (isroutine(getattr(found, "__wrapped__", None)) and callable(found))
            or (isinstance(found, type) and name not in values)
        )
        if name in early or not can_wait:
            wrong.append(f"{path.name}: {name}")
    return wrong


def test_only_what_can_wait_is_imported_lazily(repository: Path) -> None:
    """No constant, base class, field or class in `isinstance`, and nothing that is called at once."""
    blocks = [
        path
        for path in (repository / "companion").rglob("*.py")
        if "\nwith lazy_imports():" in path.read_text("utf-8")
    ]
    assert len(blocks) > 10
    assert [fault for path in blocks for fault in faults(path)] == []


@pytest.mark.parametrize(
    "line",
    [
        "x = GONE",
        "class Mine(StandIn): ...",
        "class Mine:\n    field: StandIn",
        "def f(x):\n    return isinstance(x, StandIn)",
        "x = import_next()",
    ],
)
def test_what_cannot_wait_is_named(tmp_path: Path, line: str) -> None:
    """Each kind is noticed."""
    path = tmp_path / "module.py"
    path.write_text(
        "with lazy_imports():\n    from companion.lazy import StandIn, import_next\n"
        f"    from companion.engine.lone import GONE\n{line}\n",
        "utf-8",
    )
    assert (len(faults(path)) == 2) if "GONE" not in line else len(faults(path)) == 1


USED = """
import sys
from companion.lazy import import_next, lazy_imports
with lazy_imports():
    from colorsys import rgb_to_hsv as hsv
    from email import charset
    from json import dumps
first = hsv
waits = [name for name in ("colorsys", "email.charset", "json") if name not in sys.modules]
assert waits == ["colorsys", "email.charset", "json"], waits
assert hsv(1, 1, 1) == first(1, 1, 1) == (0.0, 0.0, 1) and hsv is not first
assert "email.charset" not in sys.modules and charset.QP == 1
assert charset is sys.modules["email.charset"]
while import_next():
    pass
assert "json" in sys.modules and type(dumps).__name__ == "StandIn" and dumps([]) == "[]"
import xml.sax.saxutils
assert xml.sax.saxutils.escape("<") == "&lt;"
"""


def test_a_module_comes_with_its_first_use() -> None:
    """What is used takes the place of its stand-in."""
    done = subprocess.run([sys.executable, "-S", "-c", USED], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_other_modules_import_as_usual_meanwhile() -> None:
    """An import of another module, as of another thread, does not wait while a block is open."""
    with lazy.lazy_imports():
        there = partial(exec, "from graphlib import CycleError", {})
        there()
    assert "graphlib" in sys.modules


def test_help_imports_no_command(repository: Path) -> None:
    """The list of commands is that of their files, and help reads none of them."""
    files = {
        path.stem
        for path in (repository / "companion/commands").rglob("*.py")
        if "/_" not in path.as_posix()
    }
    assert set(commands.SUMMARIES) == files and sorted(files) == list(commands.SUMMARIES)
    code = "import sys; from companion.__main__ import main; main(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    ours = [name for name in done.stdout.splitlines()[-1].split() if name.startswith("companion.")]
    assert "companion.commands" in ours and len(ours) <= 8, ours
