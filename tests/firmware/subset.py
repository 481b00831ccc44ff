"""Find in the firmware's source what plain Python has and CircuitPython 10 lacks.

Methods are judged by name, since their objects' types are unknown; names that CircuitPython's types
have are allowed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

BUILT_IN: Final = frozenset(
    [
        "analogio",
        "array",
        "binascii",
        "board",
        "builtins",
        "collections",
        "digitalio",
        "errno",
        "gc",
        "io",
        "json",
        "keypad",
        "math",
        "microcontroller",
        "neopixel_write",
        "os",
        "random",
        "re",
        "storage",
        "struct",
        "supervisor",
        "sys",
        "time",
        "traceback",
        "usb_cdc",
        "usb_hid",
        "usb_midi",
        "watchdog",
    ]
)
"""The modules of CircuitPython 10 on a Pico and a Pico 2 that a reader could want."""

COPIED: Final = frozenset({"card_reader", "neopixel"})
"""Modules that `firmware install` copies."""

MISSING_NAMES: Final = {
    "collections": frozenset({"ChainMap", "Counter", "UserDict", "UserList", "defaultdict"}),
    "time": frozenset(
        {"clock_gettime", "perf_counter", "perf_counter_ns", "process_time", "strftime", "time_ns"}
    ),
    "os": frozenset({"environ", "fsync", "path", "scandir", "walk"}),
    "sys": frozenset({"_getframe", "exc_info", "getsizeof", "setrecursionlimit"}),
    "binascii": frozenset({"crc_hqx"}),
}
"""The names that are missing in existing modules."""

MISSING_METHODS: Final = frozenset(
    [
        "as_integer_ratio",
        "bit_count",
        "bit_length",
        "casefold",
        "expandtabs",
        "fromhex",
        "isascii",
        "isdecimal",
        "isidentifier",
        "isnumeric",
        "isprintable",
        "maketrans",
        "removeprefix",
        "removesuffix",
        "swapcase",
        "title",
        "translate",
        "zfill",
    ]
)
"""Methods of texts, bytes and numbers that CircuitPython was built without, or that are unreliable
there."""

MISSING_BUILTINS: Final = frozenset(
    [
        "aiter",
        "anext",
        "ascii",
        "breakpoint",
        "format",
        "frozenset",
        "help",
        "input",
        "memoryview",
        "vars",
        "__import__",
    ]
)
"""Builtins that are missing, unreliable, or have no place in a box without a keyboard."""

WRITING: Final = frozenset({"mkdir", "open", "remount", "remove", "rename", "rmdir", "unlink"})
"""The names that write to the drive, or could: a reader never does."""

SMALL: Final = 2**30 - 1
"""The largest number that fits into one cell of memory there."""


def faults(source: str) -> list[str]:
    """Return what a module uses that CircuitPython lacks or a reader must not do, with lines."""
    tree = ast.parse(source)
    return sorted(
        f"line {getattr(node, 'lineno', 0)}: {words}"
        for node in ast.walk(tree)
        for words in _judged(node)
    )


def _judged(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (
            f"imports {alias.name}"
            for alias in node.names
            if alias.name.partition(".")[0] not in BUILT_IN | COPIED
        )
    elif isinstance(node, ast.ImportFrom):
        yield from _from(node)
    elif isinstance(node, ast.Call):
        yield from _call(node)
    elif isinstance(node, ast.Attribute):
        yield from _attribute(node)
    elif isinstance(node, ast.Constant):
        yield from _constant(node)
    else:
        yield from _syntax(node)


def _from(node: ast.ImportFrom) -> Iterator[str]:
    module = node.module or ""
    if node.level or module.partition(".")[0] not in BUILT_IN | COPIED:
        yield f"imports from {'.' * node.level}{module}"
    missing = MISSING_NAMES.get(module, frozenset())
    yield from (
        f"{module} has no {alias.name}"
        for alias in node.names
        if alias.name in missing or alias.name == "*"
    )


def _call(node: ast.Call) -> Iterator[str]:
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    if name in WRITING:
        yield f"calls {name}(), and nothing is ever written to the drive"
    if isinstance(node.func, ast.Name) and name in MISSING_BUILTINS:
        yield f"calls {name}()"
    if name in ("zip", "print", "sorted", "sum", "enumerate", "int", "round") and {
        key.arg for key in node.keywords
    } & {"strict", "flush", "start", "base", "ndigits"}:
        yield f"{name}() takes no such word there"
    if name in ("encode", "decode") and node.keywords:
        yield f"{name}() takes no words there"


def _attribute(node: ast.Attribute) -> Iterator[str]:
    if node.attr in MISSING_METHODS:
        yield f".{node.attr} is missing"
    if isinstance(node.value, ast.Name) and node.attr in MISSING_NAMES.get(
        node.value.id, frozenset()
    ):
        yield f"{node.value.id} has no {node.attr}"


def _constant(node: ast.Constant) -> Iterator[str]:
    if isinstance(node.value, int) and node.value > SMALL:
        yield f"{node.value} is a big number"
    if isinstance(node.value, float) and not 0.0001 <= abs(node.value) <= 1000:
        yield f"{node.value} is too fine or too large for 30 bits"


def _syntax(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Match):
        yield "match is unknown"
    elif isinstance(node, (ast.Global, ast.AsyncFunctionDef, ast.TryStar)):
        yield f"{type(node).__name__} has no place here"
    elif isinstance(node, ast.arguments) and node.posonlyargs:
        yield "positional-only arguments are unknown"
    elif isinstance(node, ast.ClassDef) and (node.keywords or len(node.bases) > 1):
        yield "metaclasses and several bases are unknown"
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp)) and any(
        part.is_async for part in node.generators
    ):
        yield "asynchronous comprehensions are unknown"
    elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        known = ("property", "staticmethod", "classmethod")
        names = [ast.unparse(decorator) for decorator in node.decorator_list]
        yield from (
            f"decorator {name} is unknown"
            for name in names
            if name not in known and not name.endswith(".setter")
        )
