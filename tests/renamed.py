"""Run the command line with renamed code: `python -m tests.renamed WORDS... [+ WORDS...]`.

Classes and fields are renamed throughout the code, as somebody may rename them some day.

Every class that says kept names gets another name, and so does one field of each, wherever the code of `companion` mentions it. What is
written to a journal and what marks are taken of must not notice.
"""

from __future__ import annotations

import ast
import builtins
import json
import sqlite3
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import groupby
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

PACKAGE: Final = Path(__file__).parents[1] / "companion"
SAYING: Final = {"text", "count", "sentence", "Template"}
"""Functions whose keywords are holes in sentences for people: the words of the sentences are not renamed."""
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
"""Attributes that the code also asks for by a word: keys of boards, decks and settings, and parts of a session."""


def kept_classes() -> dict[str, list[str]]:
    """Every class of the package that says kept names, with its fields, read from the source."""
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text("utf-8")
        if "@kept_as(" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef) and any(
                isinstance(one, ast.Call) and ast.unparse(one.func) == "kept_as"
                for one in node.decorator_list
            ):
                found.setdefault(node.name, []).extend(
                    part.target.id
                    for part in node.body
                    if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
                )
    return found


def renames() -> dict[str, str]:
    """What is renamed, by its name in the code: each class, and of each the first field that can be."""
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
    """Names that mean something outside the package, or are made of words there: of modules and builtins, options, and attributes that are asked for by a string."""
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
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("companion"):
                words |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__slots__":
                words |= {
                    str(part.value)
                    for part in ast.walk(node.value)
                    if isinstance(part, ast.Constant)
                }
            elif (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and node.value.startswith("--")
            ):
                words.add(node.value.lstrip("-").replace("-", "_"))
    return frozenset(words)


class Renamer(ast.NodeTransformer):
    """Rename identifiers throughout a module."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Rename what a node names by plain words."""
        for field in ("id", "attr", "name", "arg", "asname", "kwd_attrs", "names"):
            value = getattr(node, field, None)
            if isinstance(value, str) and not isinstance(node, ast.keyword):
                setattr(node, field, self.names.get(value, value))
            elif isinstance(value, list) and all(isinstance(one, str) for one in value):
                setattr(node, field, [self.names.get(one, one) for one in value])
        return super().generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Rename keywords, but for the holes of sentences."""
        if ast.unparse(node.func).rpartition(".")[2] not in SAYING:
            for keyword in node.keywords:
                keyword.arg = self.names.get(keyword.arg, keyword.arg) if keyword.arg else None
        return self.generic_visit(node)


class Loader(SourceFileLoader):
    """Compile a module with other names."""

    names: Mapping[str, str] = {}

    def get_code(self, fullname: str) -> CodeType:
        """Compile the source, never what was compiled before."""
        path = self.get_filename(fullname)
        tree = Renamer(self.names).visit(ast.parse(self.get_data(path)))
        code: CodeType = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
        return code


class Finder(MetaPathFinder):
    """Find the package's modules for that loader."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of the package, and leave all others to Python."""
        spec = (
            PathFinder.find_spec(fullname, path)
            if fullname.partition(".")[0] == "companion"
            else None
        )
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


def main(words: list[str]) -> int:
    """Rename, and run command lines that are separated by `+`; with no words print what is renamed."""
    Loader.names = renames()
    if not words:
        print(json.dumps(Loader.names))
        return 0
    sys.meta_path.insert(0, Finder())
    from companion.__main__ import main as run

    lines = [list(line) for is_line, line in groupby(words, lambda word: word != "+") if is_line]
    return max(run(line) for line in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
