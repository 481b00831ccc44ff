"""Reads the sentences of a tree shaped like ours from its source: what a person may be told, with a hole `{}` for what is filled in.

Whether a text is told to anybody cannot be seen in the source, so every text that looks like one counts: with a space between words, or a
word with a capital. Docstrings, keys in small letters and what stands in modules that speak to nobody on the screen do not count.
"""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

SPEAKING: Final = (
    "app/host.py", "app/loop.py", "app/preferences.py", "app/recording.py", "app/reports.py", "app/startup.py",
    "app/updates.py", "certificate", "content/__init__.py", "content/card_art.py", "engine", "games", "health", "journal", "session", "table", "ui", "update",
)
"""The parts of the package whose words come onto the screen."""

SILENT: Final = {
    "certificate/emulated.py": "works emulated readers",
    "engine/cards.py": "faults of files, told on the command line",
    "engine/dealing.py": "faults of our own code",
    "engine/geometry.py": "faults of files, told on the command line",
    "engine/moving.py": "faults of our own code",
    "engine/turn.py": "faults of our own code",
    "games/clockwork/invariants.py": "told by the command simulate",
    "health/world.py": "names of files and programmes",
    "journal/file.py": "faults of a file that the command games reads",
    "journal/pages.py": "faults of our own code",
    "session/replaying.py": "faults of a file that the command games reads",
    "session/spelling.py": "faults of a file that the command games reads",
    "table/auto.py": "told before a window opens",
    "table/drive.py": "told by the command firmware",
    "table/gpio/table_file.py": "told before a window opens",
    "table/rig": "emulated readers, for builders on a command line",
    "table/serial/__init__.py": "told before a window opens",
    "table/serial/link.py": "names of types",
    "table/spy.py": "told by the command table",
    "table/urls.py": "told before a window opens",
    "table/virtual.py": "told before a window opens",
    "ui/gallery.py": "told by the command gallery",
    "ui/picture.py": "faults of the gallery",
    "ui/sign_of_life.py": "told to the service manager",
    "ui/virtual_display.py": "told where there is no window",
    "ui/window.py": "told where there is no window",
    "update/terminal.py": "told on a terminal",
}
"""Modules and folders that speak to somebody else, and to whom."""

UNTOLD: Final = {
    "certificate/judging.py": (r"[a-z]+ [a-z]+( told)?$", "keys of findings"),
    "certificate/run.py": (r"let go( again)?$", "keys of tasks"),
    "certificate/report.py": (r"passed with notes$|not finished$|\{\}: \{\} \{\}, |  seat|\{\}\{\}; \{\}; \{\} frames|, \{\} note|not tried$|in order$|\{\} to repair$|least margin|no margins", "keys of verdicts, and lines of the command certify"),
    "engine/events.py": (r"power down$", "the key of a cause"),
    "engine/turn.py": (r"clank lasers$", "the key of a beat"),
    "engine/rules.py": (r"\{\} is ", "told on the command line"),
    "engine/element.py": (r"the registers|a number|registers from|end of turn", "how elements are written in files"),
    "engine/elements": (r"(fast|all) belts$|board lasers$|[A-Z][0-9] [a-z]+ .*|[a-z]+ [a-z]*[NESW]?(=| speed|$).*|the (sides|damage|seat) .*|sides .*|slow moves.*|beams, .*|with the clock.*|start seat.*", "how elements are written in files, and keys of beats"),
    "app/startup.py": (r"game \{\} (is what was touched|\(\{\}\) is over)|\{\}; see it with|safe mode$", "told by the command games, and a key"),
    "games/clockwork/turn.py": (r"dealing again$", "the key of a stage"),
    "games/race/wording.py": (r"end of the race$|(fast|all) belts$|(board|clank) lasers$|in the way$", "keys of parts and of places"),
    "games/race/telling.py": (r"the head of the screen|every instruction names|the summary of|`prepared`", "reasons for whoever reads the source"),
    "health": (r"health \{\}$", "the name of a thread"),
    "health/checks/software.py": (r"Result|sudo systemctl.*|Clockwork Derby.*", "commands as they are typed, an answer, and names"),
    "health/watch.py": (r"clockwork-derby: health", "a line of the log"),
    "app/recording.py": (r"\{\}: there is no game", "told by the command games"),
    "app/host.py": (r"status \{\}", "what a programme has answered"),
    "app/reports.py": (r"A report bundle of|no game is kept|turn \{\}, register|Written|The game, as|Trouble|Seat|nothing special|, lost|Clockwork Derby \{\}, rules|\nNot here: |Kept|setting up|Table: |Turn \{\}|there is none|Without their cards|By hand|: \(left out", "files for whoever mends the app"),
    "journal/lock.py": (r"nothing there", "stands in the lock file"),
    "journal/tables.py": (r"\nCREATE TABLE|version \{\} is marked|entry \{\} of game", "SQL, and the details of faults"),
    "app/loop.py": (r"(nobody|and nobody)", "told by commands that play without people"),
    "session/showing.py": (r"the race is on page", "a fault of our own code"),
    "table/gpio/__init__.py": (r"table 'gpio:'|lock lights$", "told before a window opens, and the place of a trouble"),
    "table/gpio/lights.py": (r"hardware revision$|in use$", "what libraries say of themselves"),
    "table/gpio/readers.py": (r"seat \{\}$", "the place of a trouble"),
    "table/serial/discovery.py": (r"a device was pulled", "the detail of a fault that is caught"),
    "table/serial/port.py": (r"the device is gone|\{\} is gone", "the detail of a fault that is caught"),
    "table/serial/roll.py": (r"reader \{\}|without a seat|seat \{\}", "lines of the command firmware"),
    "table/gpio/wires.py": (r"pip install .*|in use$", "a command as it is typed, and what a library says of itself"),
    "table/scanner.py": (r"table 'scanner", "told before a window opens"),
    "table/seats.py": (r"# Which", "the head of a file"),
    "ui/screens/deal.py": (r"chips always", "a fault of our own code"),
    "update/building.py": (r"#!", "a programme"),
    "update/guard.py": (r"version \{\} in slot|slot \{\} cannot be started|\{\}(, and|:) slot \{\}|nothing could be|expected start|start or proved|the folder|guard: ", "lines of the log of the service that guards starts"),
    "update/install.py": (r"an update is being installed", "the content of a mark"),
    "update/asked.py": (r"update \{\}: ", "a line of the log"),
    "update/wheel.py": (r"Name|Version|Tag", "names in a wheel"),
}
"""Single texts that nobody reads on the screen: where they stand, what they begin with or are, and why."""

HOLE: Final = "{}"
_SQL: Final = re.compile(r"(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|BEGIN|WHERE|ORDER) |ROLLBACK")
_SENTENCE: Final = re.compile(r"[A-Za-z]{2,}[,;:.?!]? +[a-zA-Z{(]|[a-z}] [a-z]{2,}|[,;:] [a-z]{2,}")
_LABEL: Final = re.compile(r"[A-Z][a-z]{2,}")


class Told(NamedTuple):
    """A text of the source: where it stands, and its template."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        """The text as people click on it."""
        return f"{self.path}:{self.line}: {self.text}"


def told(root: Path) -> Iterator[Told]:
    """Every text under a root's package that may come onto the screen."""
    package = root / "companion"
    for part in SPEAKING:
        place = package / part
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            name = path.relative_to(package).as_posix()
            if not any(_lies_in(name, silent) for silent in SILENT):
                found = (Told(name, line, text) for line, text in texts(path.read_text("utf-8")) if is_told(text))
                yield from (one for one in found if not any(_lies_in(name, place) and re.match(begins, one.text) for place, (begins, _) in UNTOLD.items()))


def _lies_in(name: str, place: str) -> bool:
    return name == place or name.startswith(f"{place}/")


def is_told(text: str) -> bool:
    """Whether a text looks like one for people."""
    return not _SQL.match(text) and (bool(_SENTENCE.search(text)) or bool(_LABEL.fullmatch(text)))


def texts(source: str) -> Iterator[tuple[int, str]]:
    """The texts of a module with their lines; what is filled in is a hole."""
    tree = ast.parse(source)
    silent = {id(part) for part in _silent(tree)}
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(_piece(part) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # Texts that are filled in by `format` have names in their holes.
            yield node.lineno, re.sub(r"\{[a-z]+\}", HOLE, node.value)


def _silent(tree: ast.Module) -> Iterator[ast.AST]:
    """Docstrings, pieces of texts with holes, types, and the templates of a `Text`, which are in the catalogues of `tests.catalogues`."""
    makers = {name.asname or name.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "companion.words" for name in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
            yield from (argument for argument in node.args if isinstance(argument, ast.Constant))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield from (part for value in node.values for part in ([value] if isinstance(value, ast.Constant) else _formats(value)))
        elif isinstance(node, ast.AnnAssign | ast.arg):
            yield from ast.walk(node.annotation) if node.annotation is not None else ()
            if isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation) and node.value is not None:
                yield from ast.walk(node.value)


def _formats(value: ast.expr) -> Iterator[ast.AST]:
    if isinstance(value, ast.FormattedValue) and value.format_spec is not None:
        yield from ast.walk(value.format_spec)


def _piece(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else HOLE
