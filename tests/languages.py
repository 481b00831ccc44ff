"""Find sentences in the source that are plain strings but must be a `Text` (`companion.words`).

A hole `{}` stands for what is filled in. The source does not show whether a string reaches the
screen, so every string that looks like words counts: with a space, or with a capital. Docstrings,
keys in small letters, templates of a `Text` and parts that are not for the screen do not count.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.source_trees import Parsed, parse_source

SPEAKING: Final = (
    "app/host.py",
    "app/loop.py",
    "app/preferences.py",
    "app/recording.py",
    "app/reports.py",
    "app/startup.py",
    "app/updates.py",
    "certificate",
    "content/__init__.py",
    "content/card_art.py",
    "engine",
    "errors.py",
    "folders.py",
    "games",
    "health",
    "journal",
    "pilots",
    "plugins.py",
    "session",
    "settings.py",
    "signals.py",
    "table",
    "ui",
    "privileged",
)
"""The parts of the package whose words appear on the screen."""

SILENT: Final = {
    "engine/cards.py": "faults of files, told on the command line",
    "engine/dealing.py": "faults of our own code",
    "engine/moving.py": "faults of our own code",
    "engine/turn.py": "faults of our own code",
    "games/cardbot/engine/cards.py": "faults of files, told on the command line",
    "games/cardbot/engine/grid.py": "faults of files, told on the command line",
    "games/cardbot/engine/moving.py": "faults of our own code",
    "games/cardbot/scenario": "faults of files, told on the command line",
    "games/cardbot/engine/turn.py": "faults of our own code",
    "games/cardbot/invariants.py": "shown by the command simulate",
    "engine/rule_set.py": "keys of rule sets and of beats",
    "games/factory_rally/parts.py": "keys of rule sets and of beats",
    "games/factory_rally/scenario.py": "faults of files, told on the command line",
    "games/programmed/invariants.py": "shown by the command simulate",
    "games/clockwork/scenario.py": "faults of files, told on the command line",
    "games/diesel/deck_file.py": "faults of files, told on the command line",
    "games/diesel/engine/asking.py": "faults of our own code",
    "games/diesel/engine/turn.py": "faults of our own code",
    "games/diesel/invariants.py": "shown by the command simulate",
    "games/diesel/scenario": "faults of files, told on the command line",
    "games/kit/lesson.py": "faults of our own code",
    "games/kit/scenario.py": "faults of files, told on the command line",
    "games/race/scenario_parts.py": "faults of files, told on the command line",
    "health/world.py": "names of files and programmes",
    "journal/file.py": "faults of a file that the command games reads",
    "journal/pages.py": "faults of our own code",
    "ui/motion.py": "a programme for graphics chips",
    "session/lobby/kept_setup.py": "faults of a file that the command games reads",
    "session/past/replaying.py": "faults of a file that the command games reads",
    "session/past/spelling.py": "faults of a file that the command games reads",
    "table/auto.py": "shown before a window opens",
    "table/drive.py": "shown by the command firmware",
    "table/gpio/table_file.py": "shown before a window opens",
    "table/rig": "emulated readers, for builders on a command line",
    "table/serial/__init__.py": "shown before a window opens",
    "table/spy.py": "shown by the command table",
    "table/urls.py": "shown before a window opens",
    "table/virtual.py": "shown before a window opens",
    "ui/gallery.py": "shown by the command gallery",
    "ui/picture.py": "faults of the gallery",
    "ui/heartbeat.py": "shown to the service manager",
    "ui/sound_cards.py": "lines of the log",
    "ui/sounds.py": "a line of the log",
    "ui/virtual_display.py": "shown where there is no window",
    "ui/window.py": "shown where there is no window",
    "privileged/phones_port.py": "shown in the log of the service",
    "privileged/terminal.py": "shown on a terminal",
}
"""Modules and folders whose words are for other readers, and for which."""

UNTRANSLATED: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "app/host.py": ((r"status \{\}",), "what a programme has answered"),
    "app/loop.py": (
        ("nobody goes on", "and nobody says"),
        "shown by commands that play without people",
    ),
    "app/recording.py": ((r"\{\}: there is no game",), "shown by the command games"),
    "app/reports.py": (
        (
            "A report bundle of",
            "no game is saved",
            "The game is left out",
            r"turn \{\}, \{\}, moment",
            "Written",
            "The game, as",
            "Trouble",
            "Seat",
            "nothing special",
            ", lost",
            r"Clockwork Derby \{\}, rules",
            r"\nNot here: ",
            "setting up",
            "Table: ",
            r"Turn \{\}",
            "there is none",
            "Without their cards",
            "By hand",
            r": \(left out",
        ),
        "files for whoever mends the app",
    ),
    "app/startup.py": (
        (
            r"game \{\} (is what was touched|\(\{\}\) is over)",
            r"\{\}; see it with",
            "safe mode$",
        ),
        "shown by the command games, and a key",
    ),
    "certificate/judging.py": (("[a-z]+ [a-z]+( told)?$",), "keys of findings"),
    "certificate/report.py": (
        (
            "passed with notes$",
            "not finished$",
            r"\{\}: \{\} \{\}, ",
            "  seat",
            r", \{\} note",
            "not tried$",
            "in order$",
            r"\{\} to repair$",
            "least margin",
            "no margins",
        ),
        "keys of verdicts, and lines of the command certify",
    ),
    "certificate/run.py": (("let go( again)?$",), "keys of tasks"),
    "engine/rule_questions.py": ((r"\{\} asks seat",), "a fault of our own code"),
    "engine/board.py": (("whether a beam passes",), "a fault of our own code"),
    "engine/causes.py": (("power down$", "flip belt$"), "keys"),
    "engine/element.py": (("end of turn$", r"group \{\}$"), "keys"),
    "engine/elements": (
        (
            "[a-z]+ [a-z]*[NESW]?(=| speed|$).*",
            "start seat.*",
            "five directions",
            "the registers in which",
            r"(hits|light|repulsor) \{\}",
            "slid on oil$",
            "through a portal$",
            "platforms once more$",
        ),
        "how elements are written in files, and keys of beats and of what is remembered",
    ),
    "engine/extended": (
        (
            "(clank lasers|burning clanks|to draw)$",
            r"\{\} may not ask",
            r"\{\} cannot be carried",
        ),
        "keys, and faults of our own code",
    ),
    "engine/touching.py": (("end of the race$", "repair in a"), "keys"),
    "games/factory_rally/__init__.py": (("Factory Rally$",), "a name"),
    "games/factory_rally/rule_set.py": (
        (
            "(slow|double) belts$",
            "robots come back",
            "end of the round$",
            "slide on oil$",
            "clank lasers$",
            "robot lasers$",
        ),
        "keys",
    ),
    "engine/keys.py": (
        ("the ", "a (number|word) ", "how many squares", "registers from"),
        "how elements are written in files",
    ),
    "engine/statuses.py": (("shut down$",), "a key"),
    "settings.py": (
        (r"\{\} is no setting", r"\{\} is \{\}; it can be"),
        "shown on the command line",
    ),
    "errors.py": (("; did you mean",), "shown on the command line"),
    "folders.py": (("the readers' files", " nor in "), "shown by commands of the workshop"),
    "games/cardbot/__init__.py": (("Cardbot Derby$",), "a name"),
    "games/cardbot/packs.py": (("Cardbot Derby is a game by",), "shown on paper"),
    "games/diesel/__init__.py": (("Diesel Demolition Derby$",), "a name"),
    "games/diesel/packs.py": (
        (
            "Diesel Demolition Derby is a game by",
            r"\{\}\. House set",
            r"\{\}\. These cards were written",
        ),
        "shown on paper",
    ),
    "games/clockwork/__init__.py": (("Clockwork Derby$",), "a name"),
    "games/cardbot/narration/telling.py": (
        ("the head of the screen",),
        "reasons for whoever reads the source",
    ),
    "games/programmed/lesson.py": ((r"[A-D]\d (belt|laser) [EW]$",), "entries of boards"),
    "games/programmed/turn.py": (("dealing again$",), "a key"),
    "games/diesel/editing.py": (("My deck$", r"Card \{\}$"), "names that people type over"),
    "games/race/parts.py": (("Rules after Clockwork Derby",), "shown on paper"),
    "games/race/telling.py": (
        (
            "the head of the screen",
            "every instruction names",
            "the summary of",
            "`turn_intro`",
        ),
        "reasons for whoever reads the source",
    ),
    "games/race/standing.py": (("shut down$",), "a key"),
    "games/race/nouns.py": (
        (
            "end of the race$",
            "(fast|all|hyper|slow|double) belts$",
            "(board|clank) lasers$",
            "burning clanks$",
        ),
        "keys",
    ),
    "games/race/wording.py": (("in the way$",), "keys"),
    "health": ((r"health \{\}$",), "the name of a thread"),
    "health/checks/software.py": (
        ("Result", "sudo systemctl.*", "Clockwork Derby.*"),
        "commands as they are typed, an answer, and names",
    ),
    "health/watch.py": (("clockwork-derby: health",), "a line of the log"),
    "health/checks/display.py": (("DPMS is Enabled",), "what another programme says"),
    "journal/lock.py": (("nothing there",), "stands in the lock file"),
    "journal/tables.py": (
        (r"\nCREATE TABLE", r"version \{\} is marked", r"entry \{\} of game"),
        "SQL, and the details of faults",
    ),
    "session/remote.py": ((r"(put|take|handle|pick) \{\}$", r"rule \{\} \{\}$"), "keys"),
    "session/past/history.py": (("moved wrongly$", "read wrongly$", "brought back$"), "keys"),
    "session/session.py": ((r"\{\} keeps \{\}, expected",), "a fault of our own code"),
    "session/showing.py": (("the race is on page",), "a fault of our own code"),
    "signals.py": (
        ("there is none$", "it is set aside$", "it sends too many", "not dealt$", "tags file$"),
        "keys",
    ),
    "table/gpio/__init__.py": (
        ("table 'gpio:'", "lock lights$", r"seat \{\}$"),
        "shown before a window opens, and a key",
    ),
    "table/gpio/lights.py": (("hardware revision$", "in use$"), "what a library says"),
    "table/gpio/wires.py": (
        ("pip install", "in use$"),
        "a command as it is typed, and what a library says",
    ),
    "table/scanner.py": (("table 'scanner",), "shown before a window opens"),
    "table/seats.py": (("# Which",), "the head of a file"),
    "table/tags.py": (
        (
            "# Which",
            r"\"\{\}\" = ",
            "no (version|code)$",
            r"version = \{\}",
            r"a table \[tags\]$",
            "code = a number",
            r"the tag \{\}$",
            r"1 to \{\} letters",
        ),
        "lines of a file, and faults in them",
    ),
    "table/serial/discovery.py": (
        ("a device was pulled",),
        "a fault that the exchange passes over",
    ),
    "table/serial/port.py": (
        ("the device is gone$", r"\{\} is gone$"),
        "faults that the exchange passes over",
    ),
    "table/serial/probe.py": (
        (r"reader \{\}", "without a seat$", r"seat \{\}$"),
        "shown by the command firmware",
    ),
    "ui/sleep.py": (("Off$",), "the kernel's word"),
    "ui/screens/deal.py": (("chips always",), "a fault of our own code"),
    "ui/widgets/map/map_rings.py": (("shut down$",), "a key"),
    "privileged/requests.py": ((r"update \{\}: ",), "a line of the log"),
    "privileged/building.py": (("#!",), "a programme"),
    "privileged/guard.py": (
        (
            r"version \{\} in installation",
            r"installation \{\} cannot be started",
            r"\{\}(, and|:) installation \{\}",
            "nothing could be",
            "expected start",
            "start or proved",
            "the folder",
            "guard: ",
        ),
        "lines of the log of the service that guards starts",
    ),
    "privileged/install.py": (("an update is being installed",), "the content of a mark"),
    "privileged/wheel.py": (("Name", "Version", "Tag"), "names in a wheel"),
}
"""Single strings that do not appear on the screen: where they are, how each begins, and why."""

HOLE: Final = "{}"
_SQL: Final = re.compile(
    r"(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|BEGIN|WHERE|ORDER) |ROLLBACK"
)
_SENTENCE: Final = re.compile(r"[A-Za-z]{2,}[,;:.?!]? +[a-zA-Z{(]|[a-z}] [a-z]{2,}|[,;:] [a-z]{2,}")
_LABEL: Final = re.compile(r"[A-Z][a-z]{2,}")


class SourceText(NamedTuple):
    """A plain string of the source, with its place."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        """Return the text with its place, as an editor opens it."""
        return f"{self.path}:{self.line}: {self.text}"


def plain(root: Path) -> Iterator[SourceText]:
    """Yield every plain string of the parts in SPEAKING, those in UNTRANSLATED too."""
    package = root / "companion"
    for part in SPEAKING:
        place = package / part
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            name = path.relative_to(package).as_posix()
            yield from (
                SourceText(name, line, text)
                for line, text in texts(path.read_text("utf-8"))
                if is_sentence(text)
            )


def reasons(one: SourceText) -> Iterator[tuple[str, str]]:
    """Yield the entries of UNTRANSLATED that cover a string: where, and how it begins."""
    for place, (beginnings, _) in UNTRANSLATED.items():
        if _lies_in(one.path, place):
            yield from (
                (place, beginning) for beginning in beginnings if re.match(beginning, one.text)
            )


def silent_places(one: SourceText) -> Iterator[str]:
    """Yield the entries of SILENT that contain the place of a string."""
    return (place for place in SILENT if _lies_in(one.path, place))


def _lies_in(name: str, place: str) -> bool:
    return name == place or name.startswith(f"{place}/")


def is_sentence(text: str) -> bool:
    """Say whether a string looks like words for people."""
    return not _SQL.match(text) and (bool(_SENTENCE.search(text)) or bool(_LABEL.fullmatch(text)))


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module with their lines; filled-in parts are holes."""
    module = parse_source(source)
    silent = {id(part) for part in _silent(module)}
    for node in module.of(ast.Constant, ast.JoinedStr):
        if id(node) in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(_piece(part) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # Strings that are filled in by `format` have names in their holes.
            yield node.lineno, re.sub(r"\{[a-z]+\}", HOLE, node.value)


def _silent(module: Parsed) -> Iterator[ast.AST]:
    """Yield the nodes whose strings do not count.

    They are docstrings, pieces of strings with holes, types, the examples of elements, kept names,
    and the templates of a `Text`, which `tests.catalogues` checks.
    """
    # The descriptions of the keys of elements are about files, which are in English.
    makers = {
        name.asname or name.name
        for node in module.of(ast.ImportFrom)
        if node.module in ("companion.words", "companion.engine.keys", "companion.kept_names")
        for name in node.names
    } | {"TypeVar", "ParamSpec"}
    for assigned in module.of(ast.Assign):
        if [getattr(target, "id", None) for target in assigned.targets] == ["example"]:
            yield assigned.value
    for call in module.of(ast.Call):
        if isinstance(call.func, ast.Name) and call.func.id in makers:
            yield from (argument for argument in call.args if isinstance(argument, ast.Constant))
    for statement in module.of(ast.Expr):
        if isinstance(statement.value, ast.Constant):
            yield statement.value
    for joined in module.of(ast.JoinedStr):
        for value in joined.values:
            yield from [value] if isinstance(value, ast.Constant) else _formats(value)
    for argument in module.of(ast.arg):
        yield from ast.walk(argument.annotation) if argument.annotation is not None else ()
    for named in module.of(ast.AnnAssign):
        parts = list(ast.walk(named.annotation))
        yield from parts
        if named.value is not None and any(
            "TypeAlias" in (getattr(part, "id", ""), getattr(part, "attr", "")) for part in parts
        ):
            yield from ast.walk(named.value)


def _formats(value: ast.expr) -> Iterator[ast.AST]:
    if isinstance(value, ast.FormattedValue) and value.format_spec is not None:
        yield from ast.walk(value.format_spec)


def _piece(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else HOLE
