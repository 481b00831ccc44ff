"""Tables are chosen by URL; a wrong one lists what exists, and only what is needed is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.errors import TableError
from companion.table.scanner import ScannerTable
from companion.table.screen_fallback import ScreenFallback
from companion.table.seats import Seats
from companion.table.urls import WRAPPERS, schemes, table_for_url
from companion.table.virtual import VirtualTable


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("virtual:", VirtualTable),
        ("virtual", VirtualTable),
        (" virtual: ", VirtualTable),
        ("auto:", ScreenFallback),
        ("serial:", ScreenFallback),
        ("serial:/dev/ttyACM1, /dev/ttyACM3", ScreenFallback),
        ("scanner:/dev/ttyACM0", ScannerTable),
    ],
)
def test_a_url_makes_its_table(url: str, kind: type) -> None:
    """Make a table from a URL, with an optional colon, without opening it."""
    assert isinstance(table_for_url(url, seats=Seats(None)), kind)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("virtuel:", "did you mean virtual:?"),
        ("", "auto:"),
        ("+", "auto:"),
        ("spy", "spy+…"),
        ("virtual+virtual:", "auto:"),
        ("os.path:", "serial:"),
        ("base:", "rig:"),
        ("spy+nonsense:", "'nonsense'"),
        ("virtual:8", "'8'"),
        ("auto:/dev/ttyACM0", "serial:/dev/ttyACM0"),
        ("serial:/dev/ttyACM1,,", "empty name"),
        ("scanner:", "scanner:/dev/ttyACM0"),
        ("gpio:", "gpio:FILE.toml"),
        ("rig:0", "1 to 8"),
        ("rig:9", "1 to 8"),
        ("rig:0085", "1 to 8"),
        ("rig:001" + "9" * 5000, "1 to 8"),
    ],
)
def test_a_wrong_url_is_told(url: str, words: str) -> None:
    """Name what was found and what would be right."""
    with pytest.raises(TableError) as raised:
        table_for_url(url, seats=Seats(None))
    assert words in str(raised.value) and "found" in str(raised.value)


def test_all_schemes_are_found_by_their_files() -> None:
    """Find all schemes by their files, without a list."""
    assert {"auto", "gpio", "rig", "scanner", "serial", "virtual"} <= set(schemes())
    assert set(WRAPPERS) < set(schemes())


def test_the_usual_table_loads_no_hardware_library() -> None:
    """Open the usual table without importing hardware libraries, for a fast first screen."""
    script = (
        "import sys\n"
        "from companion.table.urls import table_for_url\n"
        "from companion.table.seats import Seats\n"
        "table = table_for_url('auto:', seats=Seats(None))\n"
        "early = {name.partition('.')[0] for name in sys.modules}\n"
        "assert not early & {'serial', 'gpiozero', 'board', 'neopixel', 'selectors', 'socket'}, "
        "early\n"
        "assert not any(name.startswith(('companion.table.rig', 'companion.table.gpio')) for name "
        "in sys.modules)\n"
        "table.open(); table.poll(); table.close()\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", script], check=True, timeout=60)
