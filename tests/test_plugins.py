"""Plugins of other packages are found by entry points; a broken one stops nothing.

It is named with what to do.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from companion.__main__ import main
from companion.app.game_offers import offers_of
from companion.app.loop import open_session
from companion.commands.play import players_of
from companion.content.languages import broken_languages, catalogue
from companion.content.languages.po import read_po
from companion.engine.element import broken_elements, kinds
from companion.errors import GameError, TableError
from companion.games import broken_games, find_game, game_keys, games_known, package_of
from companion.games.boards import shipped_board_text
from companion.health.base import BAD, run_checks
from companion.health.world import World
from companion.pilots.base import broken_pilots, own_pilots, pilots
from companion.pilots.even_pilot import ladder
from companion.plugins import INTERFACES, every_plugin
from companion.session.pages.board import ChooseGame
from companion.table.urls import broken_tables, schemes, table_for_url
from companion.tournament.schedule import code_of
from tests.packages import install, two_lots
from tests.recorded import recorded
from tests.typed import present

SOUND: Final = ("cardbot", "clockwork", "diesel", "factory_rally")
PILOT: Final = """\
from companion.pilots.random_pilot import RandomPilot
from companion.words import text

INTERFACE = 1


class Careful(RandomPilot):
    name = "careful"
    label = text("Careful")
    about = text("Takes its time.")
    strength = 2


PILOT = Careful()
"""
TABLE: Final = """\
from companion.table.virtual import VirtualTable

INTERFACE = 1
SCHEME = "nfc"


def table(rest, *, clock, seats):
    return VirtualTable()
"""
ELEMENT: Final = """\
from dataclasses import dataclass

from companion.art import Disc
from companion.engine.element import FLOOR, Element, register
from companion.words import text

INTERFACE = 1


@register
@dataclass(frozen=True, slots=True)
class Carpet(Element):
    word = "carpet"
    layer = FLOOR
    noun = text("Carpet")
    about = text("It does nothing.")
    rule = "B99"
    example = "D4 carpet"
    experimental = True

    def title(self):
        return text("Carpet")

    def art(self, board):
        return (Disc((0.5, 0.5), 0.4, "ice"),)
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of the path, into which packages can be installed."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return folder


def elsewhere(code: str, site: Path) -> str:
    """Run Python in another process with the packages of a folder; return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
    return done.stdout.strip()


def test_a_game(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """List a game behind our own, find it by its key, play it, and show its sentences in German."""
    german = 'msgid "The most points win."\nmsgstr "Die meisten Punkte gewinnen."\n'
    files = {**two_lots("lots_found"), "lots_found/languages/de.po": german}
    install(site, "two-lots", files, {"games": {"bidding": "lots_found"}})
    assert game_keys() == ("bidding", *SOUND) and not broken_games()
    assert games_known()[-1][:2] == ("bidding", "Two Lots")
    game = present(find_game("bidding"))
    assert package_of("bidding") == type(game).__module__.partition(".")[0] == "lots_found"
    assert main(["simulate", "--game", "bidding", "--seats", "2", "--turns", "2"]) == 0
    assert game.ranking.said(catalogue("de")) == "Die meisten Punkte gewinnen."
    # Our own sentences are said as before.
    assert catalogue("de").gettext("Nobody wins.") == "Niemand gewinnt."
    assert code_of(("random",), "bidding") != code_of(("random",))


def test_a_board_of_a_game(site: Path) -> None:
    """Find a board in the package of its game."""
    source = (
        "from companion.games.boards import Boards\n"
        "from companion.games.clockwork.game import ClockworkDerby\n"
        "from companion.games.programmed.on_board import ExtendedBoards\n"
        "from companion.words import text\n"
        "class Yards(ClockworkDerby):\n"
        "    key, title = 'yards', 'Yards'\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        boards = ExtendedBoards(self, {'back-yard': text('Small.')})\n"
        "        boards.package = 'yard_race'\n"
        "        self.parts |= {Boards: boards}\n"
        "GAME = Yards()\n"
    )
    board = shipped_board_text(present(find_game("clockwork")), "fountain-circus")[0]
    files = {
        "yard_race/__init__.py": "INTERFACE = 1\nTITLE, ABOUT = 'Yards', ''\n",
        "yard_race/game.py": source,
        "yard_race/boards/back-yard.board.toml": board.replace("Fountain Circus", "Back Yard"),
    }
    install(site, "yards", files, {"games": {"yards": "yard_race"}})
    assert main(["simulate", "--game", "yards", "--seats", "2", "--turns", "1"]) == 0


def test_a_pilot(site: Path) -> None:
    """Seat a pilot by name in `play` and in a tournament, but not as the adaptive pilot."""
    install(site, "careful", {"careful_pilot.py": PILOT}, {"pilots": {"careful": "careful_pilot"}})
    assert "careful" in pilots() and not broken_pilots()
    assert players_of("person,careful") == ("person", "careful")
    words = (
        "tournament --pilots careful,random --races 1 --turns 1 --workers 1 --boards "
        "fountain-circus"
    )
    assert main(words.split()) == 0
    assert code_of(("careful",)) != code_of(())
    assert "careful" not in [pilot.name for pilot in (*own_pilots(), *ladder())]


def test_readers(site: Path) -> None:
    """Find readers by their scheme."""
    install(site, "tags", {"tag_table.py": TABLE}, {"tables": {"nfc": "tag_table"}})
    assert "nfc" in schemes() and not broken_tables()
    assert table_for_url("nfc:").touch_seats and table_for_url("spy+nfc:")


def test_an_element(site: Path) -> None:
    """Use an element on a board, and offer it in the editor of boards."""
    install(
        site, "carpet", {"carpet_element.py": ELEMENT}, {"elements": {"carpet": "carpet_element"}}
    )
    said = elsewhere(
        "from companion.engine.element import kinds\n"
        "from companion.content import board_text\n"
        "from companion.formats.board import parse_board\n"
        "board = board_text('fountain-circus') + '\\nelements = [\"A1 carpet\"]\\n'\n"
        "assert 'carpet' in kinds() and 'carpet' in list(kinds())\n"
        "print([one.word for one in parse_board(board, 'x').elements if one.word == 'carpet'])",
        site,
    )
    assert said == "['carpet']"


def test_a_language(site: Path) -> None:
    """Choose a language and show its sentences, also fuzzy ones, and the others in English."""
    words = '#, fuzzy\nmsgid "Nobody wins."\nmsgstr "Personne ne gagne."\n'
    files = {"french/__init__.py": "INTERFACE = 1\nNAME = 'Français'\n", "french/fr.po": words}
    install(site, "french", files, {"languages": {"fr": "french"}})
    said = elsewhere(
        "from companion.content.languages import catalogue, language_label\n"
        "french = catalogue('fr')\n"
        "print(language_label('fr'), language_label('de'), french.gettext('Nobody wins.'), "
        "french.gettext('Play'))",
        site,
    )
    assert said == "Français, 0 % Deutsch Personne ne gagne. Play"


def test_plural_forms_and_senses_of_a_catalogue() -> None:
    """Read catalogues.

    A file without a header has the plural forms of English; lines are joined, and a fault names its
    line.
    """
    found = read_po(
        'msgctxt "side"\nmsgid "north"\nmsgstr "noord"\n'
        'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} "\n"kaart"\nmsgstr[1] "{n} '
        'kaarten"\n'
    )
    assert found.pgettext("side", "north") == "noord"
    forms = [found.ngettext("{n} card", "{n} cards", number) for number in (1, 2)]
    assert forms == ["{n} kaart", "{n} kaarten"]
    with pytest.raises(ValueError, match="line 2"):
        read_po('msgid "a"\nmsgstr b\n')


BROKEN: Final = {
    "fails": ("raise RuntimeError('it is broken')\n", "GAME = 1\n"),
    "ends": ("raise SystemExit(3)\n", ""),
    "silent": ("", ""),
    "older": ("INTERFACE = 0\n", ""),
    "empty": ("INTERFACE = 1\n", ""),
    "alone": ("INTERFACE = 1\n", None),
    "strange": ("INTERFACE = 1\n", "GAME = 'a game'\n"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_game(site: Path, case: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Refuse a broken game by name, list the others, and give the reason on two pages.

    These are the first page and the doctor.
    """
    first, second = BROKEN[case]
    files = {f"{case}_game/__init__.py": first}
    if second is not None:
        files[f"{case}_game/game.py"] = second
    install(site, "broken-package", files, {"games": {case: f"{case}_game"}})
    assert game_keys() == SOUND and set(broken_games()) == {case}
    with pytest.raises(GameError):
        find_game(case)
    assert main(["simulate", "--game", case]) == 2
    assert capsys.readouterr().err == recorded(case)
    assert main(["simulate", "--game", "typo"]) == 2
    assert "broken-package" in capsys.readouterr().err
    offer = next(offer for offer in offers_of({}) if offer.key == case)
    assert str(offer.about) == recorded(f"{case}-on-the-first-page")
    loop = open_session(seed=1, games=offers_of({}))
    loop.send(ChooseGame(case))
    assert str(loop.session.notice) == str(offer.about)
    assert loop.session.config.game.key == "clockwork"
    found = run_checks(World(state=site), ["games"], 60.0)
    assert [finding.state for finding in found] == [BAD]
    assert str(found[0].words) == str(offer.about)
    assert main(["simulate", "--turns", "1"]) == 0


def test_names_that_are_taken(site: Path) -> None:
    """Prefer our own names, then the first on the path, and report the other one."""
    install(site, "ours", two_lots("lots_ours"), {"games": {"clockwork": "lots_ours"}})
    for package in ("first", "second"):
        points = {"games": {"bidding": f"lots_{package}"}}
        install(site, package, two_lots(f"lots_{package}"), points)
    assert type(find_game("clockwork")).__module__ == "companion.games.clockwork.game"
    assert package_of("bidding") == "lots_first"
    assert {key: str(fault) for key, fault in broken_games().items()} == recorded("taken")


def test_broken_parts_of_other_kinds(site: Path) -> None:
    """Report broken pilots, readers, elements and catalogues, and use the others."""
    bad = "raise RuntimeError('it is broken')\n"
    half = ELEMENT + "raise RuntimeError('it is broken')\n"
    install(
        site,
        "several",
        {
            "bad_pilot.py": bad,
            "odd_pilot.py": "INTERFACE = 1\nPILOT = 3\n",
            "bad_table.py": bad,
            "odd_table.py": "INTERFACE = 1\n",
            "half_element.py": half,
            "odd_element.py": "INTERFACE = 1\n",
            "bad_words/__init__.py": "INTERFACE = 1\nNAME = 'Bad'\n",
            "lots_words/__init__.py": "INTERFACE = 1\n",
            "lots_words/languages/de.po": "msgid no\n",
        },
        {
            "pilots": {"bad": "bad_pilot", "odd": "odd_pilot"},
            "tables": {"bad": "bad_table", "odd": "odd_table"},
            "elements": {"carpet": "half_element", "odd": "odd_element"},
            "languages": {"xx": "bad_words"},
            "games": {"words": "lots_words"},
        },
    )
    broken = {
        "pilots": broken_pilots(),
        "tables": broken_tables(),
        "elements": broken_elements(),
        "languages": broken_languages(),
    }
    said = {kind: sorted(map(str, words.values())) for kind, words in broken.items()}
    assert said == recorded("broken")
    assert len(pilots()) == len(own_pilots()) and "bad" not in schemes()
    assert "carpet" not in kinds() and "carpet" not in [*kinds()] and "ice" in kinds()
    for scheme in ("bad", "odd"):
        with pytest.raises(TableError, match="several"):
            table_for_url(f"{scheme}:")
    assert catalogue("de").gettext("Nobody wins.") == "Niemand gewinnt."


def test_damaged_metadata(site: Path) -> None:
    """Ignore metadata that cannot be read, and load all other packages."""
    install(site, "sound", two_lots("lots_sound"), {"games": {"bidding": "lots_sound"}})
    for name, text in {
        "a": "[clockwork_derby.games]\nno line\n",
        "b": "clockwork_derby.\0",
    }.items():
        folder = site / f"{name}-1.dist-info"
        folder.mkdir()
        (folder / "entry_points.txt").write_text(text, "utf-8")
    (site / "c-1.dist-info").mkdir()
    (site / "c-1.dist-info" / "entry_points.txt").write_bytes(
        b"[clockwork_derby.games]\nx = \xff\n"
    )
    assert {plugin.name for plugin in every_plugin()} <= {"bidding", "no line"}
    assert "bidding" in game_keys()


def test_a_start_without_plugins_reads_no_metadata(tmp_path: Path) -> None:
    """Import Python's search for entry points only if a package has some."""
    said = elsewhere(
        "import sys\n"
        "from companion.games import games_known\n"
        "from companion.pilots.base import pilots\n"
        "from companion.content.languages import LANGUAGES\n"
        "games_known(), pilots()\n"
        "print('importlib.metadata' in sys.modules)",
        tmp_path,
    )
    assert said == "False"


def test_every_kind_has_a_version() -> None:
    """Name the version of every kind of plugin in the documents."""
    assert set(INTERFACES) == {"games", "pilots", "tables", "elements", "languages"}
