"""Parse each module once in a process, for all tests that read source code.

Parsing and walking the modules of the app takes some seconds. Files of tests that need them share a
process (`lanes.TOGETHER`), and with it the parsed modules.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple, TypeVar, overload

A = TypeVar("A", bound=ast.AST)
B = TypeVar("B", bound=ast.AST)
C = TypeVar("C", bound=ast.AST)

UNLISTED: Final = (
    ast.BinOp,
    ast.BoolOp,
    ast.Compare,
    ast.FormattedValue,
    ast.If,
    ast.List,
    ast.Return,
    ast.Tuple,
    ast.boolop,
    ast.cmpop,
    ast.operator,
    ast.unaryop,
)
"""Nodes that no test asks for: lists of them would take memory."""


class Parsed:
    """A module's tree, which must not be changed, and its nodes by kind."""

    def __init__(self, text: str) -> None:
        """Parse a module.

        Raises:
            SyntaxError: It is no Python.
        """
        self.tree = ast.parse(text)
        self._kinds: defaultdict[type[ast.AST], list[ast.AST]] = defaultdict(list)

    @overload
    def of(self, kind: type[A], /) -> Iterator[A]: ...

    @overload
    def of(self, kind: type[A], second: type[B], /) -> Iterator[A | B]: ...

    @overload
    def of(self, kind: type[A], second: type[B], third: type[C], /) -> Iterator[A | B | C]: ...

    @overload
    def of(self, *kinds: type[ast.AST]) -> Iterator[ast.AST]: ...

    def of(self, *kinds: type[ast.AST]) -> Iterator[ast.AST]:
        """Yield the nodes of some kinds, one kind after the other, in the order of `ast.walk`."""
        assert not {*UNLISTED} & {*kinds}, "list nodes of this kind, too"
        if not self._kinds:
            for node in _nodes(self.tree):
                if not isinstance(node, UNLISTED):
                    self._kinds[type(node)].append(node)
        for kind in kinds:
            yield from self._kinds.get(kind, ())


class Imported(NamedTuple):
    """An import of a module."""

    node: ast.Import | ast.ImportFrom
    lazy: bool
    """Whether it is inside a function."""


def parse_source(text: str) -> Parsed:
    """Parse a module, once for all callers.

    Raises:
        SyntaxError: It is no Python.
    """
    # The texts themselves would take as much as a tenth of their trees.
    key = blake2b(text.encode()).digest()
    if key not in _trees:
        _trees[key] = Parsed(text)
    return _trees[key]


_trees: dict[bytes, Parsed] = {}


def imports(tree: ast.Module) -> Iterator[Imported]:
    """Yield all imports of a module, also those inside functions."""
    return _imports(tree.body, False)


def _imports(body: Sequence[ast.AST], lazy: bool) -> Iterator[Imported]:
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield Imported(node, lazy)
            continue
        waits = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            inside = getattr(node, part, ())
            if isinstance(inside, list):
                yield from _imports(inside, waits)


def _nodes(tree: ast.Module) -> list[ast.AST]:
    """Return what `ast.walk` yields, but faster and without the contexts that every name has."""
    nodes: list[ast.AST] = [tree]
    for node in nodes:
        for name in node._fields:
            if name == "ctx":
                continue
            part = getattr(node, name, None)
            if isinstance(part, ast.AST):
                nodes.append(part)
            elif isinstance(part, list):
                nodes += [one for one in part if isinstance(one, ast.AST)]
    return nodes
