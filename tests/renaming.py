"""Run the command line with renamed code: `python -m tests.renaming WORDS... [+ WORDS...]`.

Every class with kept names gets another name, and so does one field of each, wherever the code of
`companion` mentions it, as a refactoring may do some day. Journals and hashes of states must stay
the same.
"""

from __future__ import annotations

import ast
import builtins
import json
import sqlite3
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import groupby
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

from tests.source_trees import Parsed, parse_source

PACKAGE: Final = Path(__file__).parents[1] / "companion"
SAYING: Final = {"text", "count", "sentence", "Template"}
"""Functions whose keywords are holes in sentences for people: they are not renamed."""
NAMED: Final[Mapping[type[ast.AST], tuple[str, ...]]] = {
    ast.AsyncFunctionDef: ("name",),
    ast.Attribute: ("attr",),
    ast.ClassDef: ("name",),
    ast.ExceptHandler: ("name",),
    ast.FunctionDef: ("name",),
    ast.Global: ("names",),
    ast.MatchAs: ("name",),
    ast.MatchClass: ("kwd_attrs",),
    ast.MatchStar: ("name",),
    ast.Name: ("id",),
    ast.Nonlocal: ("names",),
    ast.alias: ("name", "asname"),
    ast.arg: ("arg",),
}
"""The fields of a node that are names; keywords are renamed with their call."""
SUFFIX: Final = "_renamed"
BY_WORDS: Final = (
    "at",
    "belts",
    "choice_time",
    "damage",
    "deployed",
    "draw",
    "extreme",
    "fill_robots",
    "heading",
    "hurry",
    "key",
    "least",
    "lives",
    "most",
    "must_end_on_final_target",
    "on",
    "others",
    "path",
    "seat",
    "second_jack",
    "slippery",
    "source",
    "square",
    "step",
    "sticky",
    "suit",
    "teleport",
    "types",
    "up",
    "value",
    "variant",
    "whose",
)
"""Attributes that the code also finds by a string: keys of boards, decks and settings, and parts of
a session."""


def kept_classes() -> dict[str, list[str]]:
    """Return every class of the package with kept names, with its fields, read from the source."""
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text("utf-8")
        if "@kept_as(" not in source:
            continue
        for node in parse_source(source).of(ast.ClassDef):
            if any(
                isinstance(one, ast.Call) and _name(one.func) == "kept_as"
                for one in node.decorator_list
            ):
                found.setdefault(node.name, []).extend(
                    part.target.id
                    for part in node.body
                    if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
                )
    return found


@cache
def renames() -> Mapping[str, str]:
    """Return what is renamed, by its name in the code: each class, and its first possible field."""
    taken = foreign_names()
    names: dict[str, str] = {}
    for kind, fields in kept_classes().items():
        names[kind] = kind + SUFFIX
        if not any(field in names for field in fields):
            names |= {
                field: field + SUFFIX for field in [one for one in fields if one not in taken][:1]
            }
    return names


def foreign_names() -> frozenset[str]:
    """Return names that must stay.

    They belong to modules, builtins and options, or are attributes found by a string.
    """
    words = {
        name
        for kind in (
            str,
            bytes,
            list,
            dict,
            tuple,
            set,
            int,
            float,
            Path,
            sqlite3.Connection,
            ArgumentParser,
        )
        for name in dir(kind)
    } | set(dir(builtins))
    words |= (
        {path.stem for path in PACKAGE.rglob("*.py")}
        | {path.name for path in PACKAGE.rglob("*") if path.is_dir()}
        | set(BY_WORDS)
    )
    for path in PACKAGE.rglob("*.py"):
        module = parse_source(path.read_text("utf-8"))
        for imported in module.of(ast.ImportFrom):
            if not (imported.module or "").startswith("companion"):
                words |= {alias.name for alias in imported.names}
        for assigned in module.of(ast.Assign):
            if _name(assigned.targets[0]) == "__slots__":
                words |= {
                    str(part.value)
                    for part in ast.walk(assigned.value)
                    if isinstance(part, ast.Constant)
                }
        for constant in module.of(ast.Constant):
            if isinstance(constant.value, str) and constant.value.startswith("--"):
                words.add(constant.value.lstrip("-").replace("-", "_"))
    return frozenset(words)


def _name(node: ast.expr) -> str:
    """Return the last part of a dotted name, "" for anything else."""
    return str(getattr(node, "attr", "") or getattr(node, "id", ""))


def rename(module: Parsed, names: Mapping[str, str]) -> None:
    """Rename identifiers throughout a module, except the holes of sentences."""
    for call in module.of(ast.Call):
        if _name(call.func) not in SAYING:
            for keyword in call.keywords:
                keyword.arg = names.get(keyword.arg, keyword.arg) if keyword.arg else None
    for node in module.of(*NAMED):
        for field in NAMED[type(node)]:
            value = getattr(node, field)
            if isinstance(value, list):
                setattr(node, field, [names.get(one, one) for one in value])
            else:
                setattr(node, field, names.get(value, value))


class Loader(SourceFileLoader):
    """Compile a module with other names."""

    names: Mapping[str, str] = {}

    def get_code(self, fullname: str) -> CodeType:
        """Compile the source, never use compiled code from before."""
        path = self.get_filename(fullname)
        module = parse_source(self.get_data(path).decode())
        rename(module, self.names)
        code: CodeType = compile(module.tree, path, "exec", dont_inherit=True)
        return code


class Finder(MetaPathFinder):
    """Find the package's modules for that loader."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of the package, and leave all others to Python."""
        if fullname.partition(".")[0] == "companion":
            spec = PathFinder.find_spec(fullname, path)
        else:
            spec = None
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


def main(words: list[str]) -> int:
    """Rename, and run command lines that are separated by `+`; with no words print what is renamed.

    Nothing else runs well in this process afterwards.
    """
    Loader.names = renames()
    if not words:
        print(json.dumps(Loader.names))
        return 0
    for name in [name for name in sys.modules if name.partition(".")[0] == "companion"]:
        del sys.modules[name]
    sys.meta_path.insert(0, Finder())
    from companion.__main__ import main as run

    lines = [list(line) for is_line, line in groupby(words, lambda word: word != "+") if is_line]
    return max(run(line) for line in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
