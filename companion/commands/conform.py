"""Test a package with games, pilots, readers, elements or languages, and report its faults."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from companion.app.loop import boards_of, open_session, play_to_the_end
from companion.app.thinking import PilotError
from companion.commands import Subparsers
from companion.content.languages import broken_languages, language_label
from companion.content.languages.po import translations
from companion.content.pictures import FOLDER as PICTURES
from companion.errors import DerbyError, FormatError, SetupError
from companion.formats.picture import parse_picture
from companion.games import find_game, own_keys, usual_game
from companion.games.boards import Exhibits
from companion.pilots.base import broken_pilots
from companion.plugins import ELEMENTS, GAMES, LANGUAGES, PILOTS, TABLES, Plugin, every_plugin
from companion.session.messages import Begin
from companion.signals import (
    OK,
    PULL,
    REST,
    HandleMoved,
    InsertCard,
    MoveHandle,
    ReaderBack,
    SlotRead,
)
from companion.table.urls import broken_tables, table_for_url

NAME = "conform"
TURNS: Final = 2
HOLE: Final = re.compile(r"\{(\w+)")


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(NAME, description=__doc__)
    parser.add_argument("package", metavar="PACKAGE", help="an installed package, or its module")
    parser.add_argument(
        "--table", metavar="URL", help="the readers to test, if their scheme alone opens none"
    )


def run(args: argparse.Namespace) -> int:
    """Test everything that the package adds; return 1 if something must be repaired."""
    wanted = args.package.replace("-", "_").rstrip("/").lower()
    found = [
        plugin
        for plugin in every_plugin()
        if wanted in (plugin.module.lower(), plugin.package.replace("-", "_").lower())
    ]
    if not found:
        raise SetupError(
            f"no installed package {args.package!r} has an entry point clockwork_derby.*: "
            "install it (pip install --editable FOLDER), and see docs/develop"
        )
    wrong = 0
    for plugin in found:
        print(f"{plugin.kind[:-1]} {plugin.name} ({plugin.module})")
        faults = list(_faults(plugin, args.table))
        wrong += len(faults)
        print(*(f"  mend: {words}" for words in faults), sep="\n", end="\n" if faults else "")
        if not faults:
            print("  in order")
    print(f"Faults: {wrong}" if wrong else "Everything conforms.")
    return 1 if wrong else 0


def _faults(plugin: Plugin, url: str | None) -> Iterator[str]:
    """Yield what to repair."""
    broken = {
        PILOTS: broken_pilots,
        TABLES: broken_tables,
        LANGUAGES: broken_languages,
    }.get(plugin.kind, dict)()
    for name, words in broken.items():
        if name in (plugin.name, f"{plugin.name} ({plugin.package})"):
            yield str(words)
            return
    try:
        plugin.load()
        yield from _of_pictures(plugin)
        if plugin.kind == GAMES:
            yield from _of_game(plugin)
        elif plugin.kind == PILOTS:
            yield from _of_pilot(plugin.name)
        elif plugin.kind == TABLES:
            yield from _of_table(url or f"{plugin.name}:")
        elif plugin.kind == ELEMENTS:
            yield from _of_element(plugin.name)
        else:
            yield from _of_language(plugin)
    except DerbyError as fault:
        yield str(fault)


# ---- Games ----


class _Report:
    """Prints a line for each promise, and keeps the failures; a plugin of pytest."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.passed = 0

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Count a passed test, or keep where and why a test failed."""
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            why = crash.message.splitlines()[0] if crash else str(report.longrepr).strip()
            where = f" ({Path(crash.path).name}:{crash.lineno})" if crash else ""
            self.faults.append(f"{_promise(report.nodeid)}: {why}{where}")
        elif report.when == "call":
            self.passed += 1
        if report.failed or report.when == "call":
            state = "MEND" if report.failed else "ok"
            print(f"  {state:4} {_promise(report.nodeid)}", flush=True)

    def pytest_collectreport(self, report: Any) -> None:
        """Keep why tests could not be loaded."""
        if report.failed:
            self.faults.append(str(report.longrepr).strip().splitlines()[-1])


def _promise(node: str) -> str:
    return node.rpartition("::")[2].removeprefix("test_").partition("[")[0].replace("_", " ")


def _of_game(plugin: Plugin) -> Iterator[str]:
    """Run the contract over a game."""
    find_game(plugin.name)
    if find_spec("pytest") is None:
        raise SetupError("pytest is not installed, which tests a game: pip install pytest")
    import pytest

    words = ["--pyargs", "companion.testing", "--game", plugin.module]
    # Settings and tests of the current folder are ignored.
    words += ["-p", "companion.testing.plugin", "-p", "no:cacheprovider", "-p", "no:terminal"]
    words += ["-c", os.devnull, "--rootdir", os.curdir, "--import-mode=importlib"]
    if shutil.which("Xvfb") is None or find_spec("kivy") is None:
        print("  not tested: what the screen draws, for which Xvfb and kivy must be installed")
        words += ["--ignore-glob", "*test_drawing.py"]
    report = _Report()
    status = pytest.main(words, plugins=[report])
    yield from report.faults
    if status != pytest.ExitCode.OK and not report.faults:
        yield f"pytest ended with {status!r}"
    print(f"  {report.passed} tests passed")


# ---- Pilots, readers, elements, languages ----


def _of_pilot(name: str) -> Iterator[str]:
    """Let the pilot play two turns of each game of the app, twice with the same seed."""
    for game in filter(None, map(find_game, sorted(own_keys()))):
        ends = []
        for _ in range(2):
            loop = open_session(seed=1, boards=boards_of(game)[:1], players=(name,) * 4, game=game)
            loop.send(Begin())
            if loop.session.match is None:
                yield f"{game.title} does not begin: {loop.session.notice}"
                return
            try:
                play_to_the_end(loop, TURNS)
            except PilotError as fault:
                yield f"{game.title}: {fault}"
                return
            ends.append(game.fingerprint(loop.session.match.position))
        if ends[0] != ends[1]:
            yield f"{game.title}: the same seed gave another game; take all chance from `draw`"
        else:
            print(f"  ok   plays {game.title}")


def _of_table(url: str) -> Iterator[str]:
    """Open a table, insert a card and pull a handle at a seat that is played on the screen."""
    table = table_for_url(url)
    table.open()
    try:
        if not table.sign or len(str(table.sign)) > 40:
            yield "its sign must name the kind of readers in at most 40 letters"
        if not table.touch_seats <= {*range(1, 9)}:
            yield "its touch_seats are not between 1 and 8"
        began = time.monotonic()
        answering = {one.seat for one in table.poll() if isinstance(one, ReaderBack)}
        if time.monotonic() - began > 0.1:
            yield "poll waits; it must return at once"
        seats = sorted(table.touch_seats or {*range(1, 9)} - answering)
        for seat in seats[:1]:
            table.do(InsertCard(seat, 2, 7))
            table.do(MoveHandle(seat, PULL))
            heard = table.poll()
            if SlotRead(seat, 2, OK, 7) not in heard:
                yield (
                    "a card that is put in on the screen is not read: a seat whose reader does "
                    "not answer is played there (companion.table.screen_fallback)"
                )
            if [HandleMoved(seat, PULL), HandleMoved(seat, REST)] != [
                one for one in heard if isinstance(one, HandleMoved)
            ]:
                yield "a handle that is pulled must report PULL and REST"
        if table.poll():
            yield "a signal is reported twice"
    finally:
        table.close()
        table.close()


def _of_pictures(plugin: Plugin) -> Iterator[str]:
    """Read all pictures of the package, also those that its code has not asked for."""
    for file in plugin.files():
        if file.parent.name == PICTURES and file.suffix == ".toml":
            try:
                parse_picture(file.read_text("utf-8"), str(file))
            except FormatError as fault:
                yield str(fault)


def _of_element(word: str) -> Iterator[str]:
    """Look for the element among those that the screen can show and draw."""
    exhibits = Exhibits.of(usual_game())
    assert exhibits is not None
    if word not in [one.key for one in exhibits.all()]:
        yield (
            f"it cannot be shown: it needs a noun, words about it, a rule, an example such as "
            f"'D4 {word}', and art that draws this example"
        )


def _of_language(plugin: Plugin) -> Iterator[str]:
    """Compare the placeholders of each sentence with those of its translation."""
    spec = find_spec(plugin.module)
    assert spec is not None
    for place in spec.submodule_search_locations or ():
        file = Path(place, f"{plugin.name}.po")
        found = translations(file.read_text("utf-8")) if file.is_file() else {}
        found.pop(b"", None)
        print(f"  {len(found)} sentences, {language_label(plugin.name)}")
        for message, words in found.items():
            # A message has its context in front, and the plural forms follow one another.
            known = {*HOLE.findall(message.decode().rpartition("\4")[2])}
            for form in words.decode().split("\0"):
                if unknown := {*HOLE.findall(form)} - known:
                    yield f"{form!r} names {', '.join(sorted(unknown))}, which English does not"
