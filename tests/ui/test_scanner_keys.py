"""Test a scanner that types like a keyboard: one scan each, and no button pressed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from companion.app.loop import open_session
from companion.session.messages import Begin, Confirm
from companion.session.view import BOARD, MENU, PROGRAM
from companion.signals import Scanned
from companion.ui.keys import DIGITS, ENTERS, LONGEST, QUICK, ScanKeys
from tests.ui.stand import clock, live
from tests.ui.test_bridge import bridged

KEYS: Final = {digit: code for code, digit in sorted(DIGITS.items(), reverse=True)}
"""Scan codes of the digits above the letters, by digit."""
RETURN, LETTER, ESCAPE_KEY = 40, 4, 41
X_KEYS: Final = {**{str(digit): 9 + digit for digit in range(1, 10)}, "0": 19, "Enter": 36, "a": 38}
"""Key codes of the X server."""


def typed(text: str, gap: float, ends: int = RETURN) -> list[str]:
    """Return the scans from typing digits and a last key, with some seconds in between."""
    keys = ScanKeys()
    presses = [*(KEYS[digit] for digit in text), ends]
    return [
        scan
        for at, code in enumerate(presses)
        if (scan := keys.add_key(code, 100 + at * gap)) is not None
    ]


@given(st.text("0123456789", min_size=1, max_size=LONGEST), st.floats(0, QUICK * 0.99))
def test_digits_in_quick_succession_are_one_scan(text: str, gap: float) -> None:
    """Read quick digits and Enter as one scan."""
    assert typed(text, gap) == [text]


@given(st.text("0123456789", min_size=LONGEST + 1, max_size=3 * LONGEST))
def test_more_digits_than_are_printed_anywhere_are_no_scan(text: str) -> None:
    """Ignore too many digits as a whole, and read the next scan."""
    keys = ScanKeys()
    presses = [*(KEYS[digit] for digit in text), RETURN, KEYS["4"], KEYS["2"], RETURN]
    assert [
        scan
        for at, code in enumerate(presses)
        if (scan := keys.add_key(code, at * 0.01)) is not None
    ] == ["42"]


@given(st.text("0123456789", min_size=2, max_size=6), st.floats(QUICK * 1.01, 9))
def test_slow_typing_is_none(text: str, gap: float) -> None:
    """Ignore digits typed slowly by hand."""
    assert typed(text, gap) == []


@given(st.lists(st.sampled_from((*DIGITS, *ENTERS, LETTER, 225, 41, 58, 0)), max_size=200))
def test_no_keys_at_all_do_harm(codes: list[int]) -> None:
    """Return only digits, never too many, and only at Enter."""
    keys = ScanKeys()
    for at, code in enumerate(codes):
        scan = keys.add_key(code, at * 0.01)
        assert scan is None or (code in ENTERS and scan.isdigit() and len(scan) <= LONGEST)


def test_other_keys_end_what_was_begun() -> None:
    """Drop a scan at any other key but Shift, which some scanners hold."""
    keys = ScanKeys()
    results = [
        keys.add_key(code, 0.0) for code in (30, LETTER, 31, RETURN, RETURN, 32, 225, 33, 88)
    ]
    assert results == [None, None, None, "2", None, None, None, None, "34"]


TYPING = """
import json, sys
from companion.app.loop import EventLoop, open_session
from companion.ui.app import open_app
from companion.ui.window import Wish
from tests.ui.fingers import Finger

heard = []

class Listening(EventLoop):
    def send(self, message):
        heard.append(repr(message))
        super().send(message)

def evening():
    loop = open_session(seed=1)
    loop.__class__ = Listening
    return loop

opened = open_app(Wish((800, 480)), evening)
from kivy.base import EventLoop, runTouchApp

runTouchApp(embedded=True)
window, bridge, finger = opened.window, opened.bridge, Finger()

def live(done):
    for _ in range(900):
        EventLoop.idle()
        window.mainloop()
        if done():
            return
    raise AssertionError(f"that never came; heard {heard}")

live(lambda: bridge.screen is not None and window.get_window_info() is not None)
button, view = bridge.screen.footer.forward, bridge.loop.view
finger.move(round(window.left + button.center_x), \
round(window.top + window.height - button.center_y))
for keys, scans in json.loads(sys.argv[1]):
    finger.type(tuple(keys))
    live(lambda: len(heard) == scans)
print(json.dumps([heard, bridge.loop.view.page, bridge.loop.view.body == view.body]))
"""


def test_real_keys_reach_the_evening_and_press_nothing(repository: Path) -> None:
    """Pass scans from the X server to the session, and change nothing else."""
    typing = [
        ([X_KEYS[key] for key in ("1", "0", "7", "Enter")], 1),
        ([X_KEYS[key] for key in ("a", "Enter", "5", "Enter")], 2),
    ]
    order = [sys.executable, "-c", TYPING, json.dumps(typing)]
    done = subprocess.run(order, capture_output=True, text=True, timeout=60, cwd=repository)
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout.splitlines()[-1]) == [
        [repr(Scanned("107")), repr(Scanned("5"))],
        "board",
        True,
    ]


def test_the_keys_of_a_keyboard_lead_on_and_back_and_a_scan_is_none_of_them() -> None:
    """Go on by Enter and back by Escape, but not by keys that belong to a scan."""
    loop = open_session(seed=1)
    with bridged(loop) as (window, _):

        def press(*codes: int) -> str:
            clock().skip(1_000_000)
            for code in codes:
                window.dispatch("on_key_down", 0, code, "", [])
            live()
            return loop.view.page

        assert press(KEYS["4"], KEYS["2"], RETURN, RETURN) == BOARD
        assert press(RETURN) == "flags" and press(ESCAPE_KEY) == BOARD
        loop.send(Begin())
        loop.send(Confirm(loop.view.revision))
        live()
        # The hand of a single person is open and is covered first.
        assert (
            press(ESCAPE_KEY) == PROGRAM
            and press(ESCAPE_KEY) == MENU
            and press(ESCAPE_KEY) == PROGRAM
        )
