"""Read the imports and the module state of a source tree, and name every broken layer.

Two questions, both answered from the source alone, so that unfinished code can be checked too:

- `broken_layers`: which part imports which, which knows Kivy, which knows hardware;
- `impurities`: what touches clock, chance, files or the outside world in packages that may not, or
  keeps state in a module.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from tests import source_trees
from tests.source_trees import Parsed

PACKAGE: Final = "companion"

FLOORS: Final = (
    ("testing",),
    ("__main__",),
    ("commands",),
    ("bench", "gallery"),
    ("ui",),
    ("app",),
    ("phones",),
    ("privileged",),
    ("health",),
    ("__init__",),
    ("workshop", "tournament"),
    ("session", "table", "journal", "pilots", "press"),
    ("records",),
    ("certificate",),
    ("games",),
    ("content",),
    ("formats",),
    ("engine",),
    ("signals", "speech"),
    ("compiled_engine", "folders", "children", "plugins"),
    ("errors", "kept_words", "names"),
    ("kept_names",),
    ("settings",),
    ("words", "art", "letters", "geometry"),
    ("named_tuples",),
)
"""Layers from the top down.

Packages of one layer do not know each other. `__init__` is the package's own front door.
"""

ONLY_THROUGH: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("session", "games"): (
        "companion.games.api",
        "companion.games.asking",
        "companion.games.boards",
        "companion.games.corrections",
        "companion.games.kit.lesson",
        "companion.games.kit.story",
        "companion.games.decks",
        "companion.games.kit.pilot",
        "companion.games.painting",
        "companion.games.parts",
        "companion.games.printing",
        "companion.games.scene",
        "companion.games.sounds",
        "companion.games.wording",
    )
}
"""Downward imports that may use some modules only: a session plays any game and knows none."""

BLIND: Final[Mapping[str, tuple[str, ...]]] = dict.fromkeys(
    ("session", "app", "phones", "table", "journal", "tournament", "ui", "commands", "bench"),
    ("companion.engine",),
)
"""Packages that a part must not know although they are below: the interface of games has all that
it needs of the rules."""
LOOKED_AT: Final = frozenset({"companion.engine.board.Board", "companion.engine.element.Element"})
"""The values of rules that such parts may know all the same: those that are drawn as a board."""
WINDOWED: Final = (
    "companion/testing/screen_checks.py",
    "companion/testing/test_drawing.py",
    "companion/bench/measured_play.py",
    "companion/bench/playback.py",
    "companion/bench/thinking.py",
)
"""Modules that inspect or measure a window: they may import Kivy once there is one, and `ui` for
their types. No other part of the contract or of the measurements may."""
OF_RACES: Final = (
    "companion/commands/race/",
    "companion/bench/engine.py",
)
"""Folders and modules in such parts that belong to races on a board, or measure them."""

WORDS_OF_GAMES: Final = ("clank", "flag", "checkpoint", "register", "damage", "belt", "laser")
"""Words of one game that code for any game should not need."""
UNSPOKEN: Final[Mapping[str, tuple[str, ...]]] = {
    # Disks are damaged too, a log has checkpoints, and a selector names what it selects from.
    "journal": ("clank", "flag", "register", "belt", "laser"),
    "table": ("clank", "flag", "checkpoint", "belt", "laser"),
    # A selector is asked to register.
    "app": ("clank", "flag", "checkpoint", "damage", "belt", "laser"),
    "session": WORDS_OF_GAMES,
    "ui": WORDS_OF_GAMES,
    "phones": WORDS_OF_GAMES,
    "tournament": WORDS_OF_GAMES,
    # A file is damaged, and a selector is asked to register.
    "commands": ("clank", "flag", "checkpoint", "belt", "laser"),
    "bench": ("clank", "flag", "checkpoint", "damage", "belt", "laser"),
}
"""The words of games that a part must not contain; words that mean something else there are left
out."""
SPOKEN: Final[Mapping[str, str]] = {
    "companion/session/past/kept_names.py": "journals keep the names that things had",
    "companion/session/pages/flags.py": "journals keep the name of the page",
    "companion/ui/screens/flags.py": "a screen is called like its page",
    "companion/ui/theme.py": "the colours of `companion.art`, by their names",
    "companion/ui/rotation.py": "Kivy calls it so",
    "companion/commands/_kept_games.py": "programs read its keys",
    "companion/commands/simulate.py": (
        "an option of `open`, and programs read the keys of its trace"
    ),
}
"""Modules that contain such a word all the same, and why."""

GAME_DOORS: Final = (
    "companion.games",
    "companion.games.api",
    "companion.games.asking",
    "companion.games.boards",
    "companion.games.codes",
    "companion.games.corrections",
    "companion.games.kit.lesson",
    "companion.games.kit.story",
    "companion.games.decks",
    "companion.games.parts",
    "companion.games.kit.pilot",
    "companion.games.kit.scenario",
    "companion.games.painting",
    "companion.games.printing",
    "companion.games.scene",
    "companion.games.sounds",
    "companion.games.wording",
)
"""The modules of `games` that other parts may import: a game itself is found by its key."""
SCENES: Final = "gallery"
"""The part that plays states of one game each, so it may use a game's own values."""
FRONT_DOOR: Final = "companion/__init__.py"
"""It gives programs the rules of the usual game, so it alone names that game's module."""
USUAL_RULES: Final = "companion.games.clockwork.scenario"

PURE: Final = (
    "words",
    "letters",
    "names",
    "kept_names",
    "kept_words",
    "art",
    "errors",
    "geometry",
    "settings",
    "signals",
    "engine",
    "formats",
    "games",
    "records",
    "certificate",
    "session",
)

OUTSIDE_WORLD: Final = frozenset(
    [
        "asyncio",
        "ctypes",
        "datetime",
        "fcntl",
        "getpass",
        "glob",
        "io",
        "locale",
        "logging",
        "mmap",
        "multiprocessing",
        "os",
        "pathlib",
        "platform",
        "queue",
        "random",
        "secrets",
        "select",
        "shutil",
        "signal",
        "socket",
        "sqlite3",
        "subprocess",
        "sys",
        "tempfile",
        "threading",
        "time",
        "urllib",
        "uuid",
        "zoneinfo",
    ]
)
"""Modules that lead to clock, chance, files, threads and the machine."""

HARMLESS: Final[Mapping[str, frozenset[str]]] = {
    "pathlib": frozenset({"PurePath", "PurePosixPath"})
}

OUTSIDE_CALLS: Final = frozenset({"breakpoint", "eval", "exec", "input", "open", "print"})
OUTSIDE_METHODS: Final = frozenset({"open", "read_bytes", "read_text", "write_bytes", "write_text"})

HARDWARE: Final = frozenset(
    {"board", "digitalio", "evdev", "gpiozero", "lgpio", "neopixel", "serial", "spidev", "usb"}
)

REGISTRIES: Final = frozenset(
    {("companion/engine/element.py", "_KINDS"), ("companion/engine/rule_set.py", "_PARTS")}
)
"""The only state that a module may keep: the elements that register themselves when imported."""

MUTATORS: Final = frozenset(
    {
        "add",
        "append",
        "clear",
        "discard",
        "extend",
        "insert",
        "pop",
        "popitem",
        "remove",
        "reverse",
        "setdefault",
        "sort",
        "update",
    }
)
GROWING: Final = frozenset(
    {
        "Counter",
        "OrderedDict",
        "bytearray",
        "count",
        "cycle",
        "defaultdict",
        "deque",
        "dict",
        "list",
        "set",
    }
)
FIXED: Final = ("Final", "Mapping", "Sequence", "frozenset", "tuple")


@dataclass(frozen=True, order=True)
class Fault:
    """One broken rule, at the line that breaks it."""

    path: str
    line: int
    words: str

    def __str__(self) -> str:
        """Return the fault with its place, as an editor opens it."""
        return f"{self.path}:{self.line}: {self.words}"


@dataclass(frozen=True)
class Import:
    """One import."""

    module: str
    """The full name of the module."""
    names: tuple[str, ...]
    """The names that are imported from it."""
    line: int
    lazy: bool
    """Whether it is inside a function."""

    @property
    def top(self) -> str:
        """Return the first part of the module's name."""
        return self.module.partition(".")[0]


@dataclass(frozen=True)
class Source:
    """One module of the source tree."""

    path: str
    parsed: Parsed

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """Return all its imports with absolute names, also those inside functions."""
        return tuple(_imports(self))

    @property
    def layer(self) -> str:
        """Return its part of the package: its first folder, or its own name at the top."""
        return self.path.split("/")[1].removesuffix(".py")

    def fault(self, node: ast.AST | Import, words: str) -> Fault:
        """Return a fault of this module at the node's line."""
        return Fault(
            self.path, node.line if isinstance(node, Import) else getattr(node, "lineno", 1), words
        )


def sources(root: Path) -> list[Source]:
    """Return every module of the package under a root, sorted by path."""
    found = sorted((root / PACKAGE).rglob("*.py"))
    return [
        Source(
            path.relative_to(root).as_posix(), source_trees.parse_source(path.read_text("utf-8"))
        )
        for path in found
    ]


def broken_layers(root: Path) -> list[Fault]:
    """Return every import that points the wrong way, or loads what its layer may not know."""
    return sorted(
        fault
        for source in sources(root)
        for found in source.imports
        for fault in _judged(source, found)
    )


def impurities(root: Path) -> list[Fault]:
    """Return every place in a pure package that touches the outside world or keeps state."""
    pure = [source for source in sources(root) if source.layer in PURE]
    checks = (_outside_imports, _outside_calls, _global_statements, _module_state, _shared_defaults)
    return sorted({fault for source in pure for check in checks for fault in check(source)})


def words_of_games(root: Path) -> list[Fault]:
    """Return every line with a word of one game that its part must not know, in any spelling."""
    found = []
    for path in sorted((root / PACKAGE).rglob("*.py")):
        name = path.relative_to(root).as_posix()
        unspoken = (
            ()
            if name in SPOKEN or name.startswith(OF_RACES)
            else UNSPOKEN.get(name.split("/")[1].removesuffix(".py"), ())
        )
        text = path.read_text("utf-8") if unspoken else ""
        for word in unspoken:
            found += [
                Fault(
                    name,
                    text.count("\n", 0, place) + 1,
                    f"speaks of a {word}, which only a game knows",
                )
                for place in _places(word, text)
            ]
    return sorted(found)


def _places(word: str, text: str) -> Iterator[int]:
    """Yield where a text has a word, alone or in a name such as `next_flag` or `FlagMoved`."""
    pattern = rf"(?<![a-z]){word}s?(?![a-z])|{word.capitalize()}s?(?![a-z])|{word.upper()}"
    return (found.start() for found in re.finditer(pattern, text))


# ---- Imports -------------------------------------------------------------------------------------


def _imports(source: Source) -> Iterator[Import]:
    for node, lazy in source_trees.imports(source.parsed.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, (), node.lineno, lazy)
        else:
            names = tuple(alias.name for alias in node.names)
            yield Import(_full_name(source, node), names, node.lineno, lazy)


def _full_name(source: Source, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    here = source.path.removesuffix(".py").split("/")
    return ".".join([*here[: len(here) - node.level], *([node.module] if node.module else [])])


def _judged(source: Source, found: Import) -> Iterator[Fault]:
    if found.top == PACKAGE:
        for module in _modules(found):
            yield from _judged_layer(source, found, module)
    if found.top == "kivy" and source.layer != "ui" and source.path not in WINDOWED:
        yield source.fault(found, "imports kivy; only companion/ui may")
    if found.top in HARDWARE and source.layer != "table":
        yield source.fault(found, f"imports {found.top}; only companion/table knows hardware")
    elif found.top in HARDWARE and not found.lazy:
        yield source.fault(
            found,
            f"imports {found.top} at once; hardware is imported in the function that opens it",
        )


def _modules(found: Import) -> tuple[str, ...]:
    """Return the modules that an import names: `from companion import engine` names the engine."""
    if found.module != PACKAGE:
        return (found.module,)
    layers = {layer for floor in FLOORS for layer in floor}
    return tuple(
        f"{PACKAGE}.{name if name in layers else '__init__'}"
        for name in found.names or ("__init__",)
    )


def _judged_layer(source: Source, found: Import, module: str) -> Iterator[Fault]:
    mine, other = source.layer, module.split(".")[1]
    lower, upper = _floor(other), _floor(mine)
    if lower is None or upper is None:
        layer = mine if upper is None else other
        yield source.fault(
            found, f"{layer} has no floor in the house; give it one in tests/layers.py"
        )
        return
    if mine == other:
        return
    if upper <= lower:
        yield source.fault(
            found,
            (
                f"{mine} imports {other}; imports point downward only, and neighbours do not "
                f"know each other"
            ),
        )
    only = ONLY_THROUGH.get((mine, other))
    if only is not None and {module, *(f"{module}.{name}" for name in found.names)}.isdisjoint(
        only
    ):
        yield source.fault(found, f"{mine} imports {module}; it may know {' and '.join(only)} only")
    doors = {module, *(f"{module}.{name}" for name in found.names)}
    known = (*GAME_DOORS, USUAL_RULES) if source.path == FRONT_DOOR else GAME_DOORS
    if other == "games" and mine != SCENES and doors.isdisjoint(known):
        yield source.fault(
            found, f"{mine} imports {module}; a game is found by its key, through companion.games"
        )
    if {f"{module}.{name}" for name in found.names} <= LOOKED_AT:
        return
    for hidden in () if source.path.startswith(OF_RACES) else BLIND.get(mine, ()):
        if any(
            name == hidden or name.startswith(f"{hidden}.")
            for name in (module, *(f"{module}.{name}" for name in found.names))
        ):
            yield source.fault(found, f"{mine} imports {hidden}; it asks the game instead")
            break
    if other == "ui" and not found.lazy and source.path not in WINDOWED:
        yield source.fault(
            found,
            f"{mine} imports ui at once; it is imported in the function that opens the window",
        )


def _floor(layer: str) -> int | None:
    """Return the height of a layer; None if it has no place."""
    return next((height for height, floor in enumerate(reversed(FLOORS)) if layer in floor), None)


# ---- Purity --------------------------------------------------------------------------------------


def _outside_imports(source: Source) -> Iterator[Fault]:
    for found in source.imports:
        harmless = HARMLESS.get(found.top, frozenset())
        if found.top in OUTSIDE_WORLD and not (found.names and harmless.issuperset(found.names)):
            yield source.fault(found, f"imports {found.module}; {source.layer} is pure")
        if (found.module == "importlib" and "resources" in found.names) or found.module.startswith(
            "importlib.resources"
        ):
            yield source.fault(found, f"reads files of the package; {source.layer} is pure")


def _outside_calls(source: Source) -> Iterator[Fault]:
    for node in source.parsed.of(ast.Call):
        called = node.func
        if isinstance(called, ast.Name) and called.id in OUTSIDE_CALLS:
            yield source.fault(node, f"calls {called.id}(); {source.layer} is pure")
        if isinstance(called, ast.Attribute) and called.attr in OUTSIDE_METHODS:
            yield source.fault(node, f"calls .{called.attr}(); {source.layer} is pure")


def _global_statements(source: Source) -> Iterator[Fault]:
    for node in source.parsed.of(ast.Global):
        yield source.fault(
            node,
            f"changes {', '.join(node.names)} of the module; {source.layer} keeps no state",
        )


def _module_state(source: Source) -> Iterator[Fault]:
    kept = {name for path, name in REGISTRIES if path == source.path}
    lasting = {
        name: node
        for name, node in _lasting_names(source.parsed)
        if name not in kept and _can_grow(node.value)
    }
    for name, node in lasting.items():
        if not _is_constant(name, node):
            yield source.fault(
                node,
                (
                    f"{name} can change for as long as the programme runs; make it a tuple, "
                    f"or NAME: Final[Mapping[…]]"
                ),
            )
    for part in source.parsed.of(ast.Call, ast.Subscript, ast.AugAssign) if lasting else ():
        if _changed_name(part) in lasting:
            yield source.fault(
                part,
                (
                    f"changes {_changed_name(part)}, which belongs to the module; "
                    f"{source.layer} keeps no state"
                ),
            )


def _lasting_names(parsed: Parsed) -> Iterator[tuple[str, ast.Assign | ast.AnnAssign]]:
    """Yield what a module and its classes bind outside functions, for the life of the program."""
    bodies = [parsed.tree.body, *(node.body for node in parsed.of(ast.ClassDef))]
    for node in (node for body in bodies for node in body):
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name) and not target.id.startswith("__"):
                yield target.id, node


def _can_grow(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Call):
        return getattr(value.func, "id", getattr(value.func, "attr", "")) in GROWING
    return isinstance(
        value, ast.Dict | ast.DictComp | ast.List | ast.ListComp | ast.Set | ast.SetComp
    )


def _is_constant(name: str, node: ast.Assign | ast.AnnAssign) -> bool:
    """Say whether a name promises not to change.

    It does by its type, or, without one, by capitals or by its place in a class, already filled.
    """
    if isinstance(node, ast.AnnAssign):
        return _is_fixed(node.annotation)
    filled = any(getattr(node.value, content, None) for content in ("keys", "elts", "generators"))
    return filled and (name == name.upper() or node.col_offset > 0)


def _is_fixed(annotation: ast.expr | None) -> bool:
    return annotation is not None and any(word in ast.unparse(annotation) for word in FIXED)


def _changed_name(node: ast.AST) -> str | None:
    """Return the name whose content a statement changes.

    Such as T in `T[1] = 2`, `T.update(…)`, `T += …` and `del T[1]`.
    """
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in MUTATORS
    ):
        changed: ast.expr = node.func.value
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        changed = node.value
    elif isinstance(node, ast.AugAssign):
        changed = node.target
    else:
        return None
    return getattr(changed, "id", getattr(changed, "attr", None))


def _shared_defaults(source: Source) -> Iterator[Fault]:
    for node in source.parsed.of(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda):
        plain, named = node.args, zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        positional = [*plain.posonlyargs, *plain.args]
        given = [
            *zip(positional[len(positional) - len(plain.defaults) :], plain.defaults, strict=True),
            *named,
        ]
        for argument, default in given:
            if _can_grow(default) and not _is_fixed(argument.annotation):
                yield source.fault(
                    node,
                    (
                        f"{argument.arg} shares one default among all calls; annotate it as "
                        f"Mapping or use a tuple"
                    ),
                )
