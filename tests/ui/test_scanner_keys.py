"""A scanner that behaves like a keyboard: what it types reaches the evening as one scan and presses no button."""
from __future__ import annotations

from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from companion.session.messages import Message
from companion.shell import open_evening
from companion.signals import Deed, Scanned
from companion.ui.scanning import DIGITS, ENTERS, LONGEST, QUICK, ScanKeys
from tests.ui.fingers import Finger
from tests.ui.test_bridge import bridged, wait_until

KEYS: Final = {digit: code for code, digit in sorted(DIGITS.items(), reverse=True)}
"""Digit → scan code on the row above the letters."""
RETURN, LETTER = 40, 4
X_KEYS: Final = {**{str(digit): 9 + digit for digit in range(1, 10)}, "0": 19, "Enter": 36, "a": 38}
"""Key codes of the X server."""


def typed(text: str, gap: float, ends: int = RETURN) -> list[str]:
    """What comes of typing digits and a last key with so many seconds between two of them."""
    keys = ScanKeys()
    presses = [*(KEYS[digit] for digit in text), ends]
    return [scan for at, code in enumerate(presses) if (scan := keys.pressed(code, 100 + at * gap)) is not None]


@given(st.text("0123456789", min_size=1, max_size=LONGEST), st.floats(0, QUICK * 0.99))
def test_digits_in_quick_succession_are_one_scan(text: str, gap: float) -> None:
    """Whatever the code, and however quick the scanner is."""
    assert typed(text, gap) == [text]


@given(st.text("0123456789", min_size=2, max_size=6), st.floats(QUICK * 1.01, 9))
def test_slow_typing_is_none(text: str, gap: float) -> None:
    """Somebody who plays with the keyboard scans nothing."""
    assert typed(text, gap) == []


@given(st.lists(st.sampled_from((*DIGITS, *ENTERS, LETTER, 225, 41, 58, 0)), max_size=200))
def test_no_keys_at_all_do_harm(codes: list[int]) -> None:
    """Only digits come out, never too many, and only at Enter."""
    keys = ScanKeys()
    for at, code in enumerate(codes):
        scan = keys.pressed(code, at * 0.01)
        assert scan is None or (code in ENTERS and scan.isdigit() and len(scan) <= LONGEST)


def test_other_keys_end_what_was_begun() -> None:
    """A letter between the digits, Enter alone, digits without Enter: no scan; shift, which some scanners hold, is no matter."""
    keys = ScanKeys()
    results = [keys.pressed(code, 0.0) for code in (30, LETTER, 31, RETURN, RETURN, 32, 225, 33, 88)]
    assert results == [None, None, None, "2", None, None, None, None, "34"]


def test_real_keys_reach_the_evening_and_press_nothing() -> None:
    """The X server types: the scan arrives whole, the page and everything on it stay as they were, with the pointer over a button."""
    shell = open_evening(seed=1)
    heard: list[object] = []
    send = shell.send

    def hear(message: Message | Deed) -> None:
        heard.append(message)
        send(message)

    shell.send = hear  # type: ignore[method-assign]
    with bridged(shell) as (window, bridge):
        finger = Finger()
        try:
            button = bridge.screen.footer.forward
            finger.move(round(window.left + button.center_x), round(window.top + window.height - button.center_y))
            wait_until(lambda: window.get_window_info() is not None)
            before = shell.view
            finger.type(tuple(X_KEYS[key] for key in ("1", "0", "7", "Enter")))
            wait_until(lambda: window.mainloop() or bool(heard))
            assert heard == [Scanned("107")] and shell.view.page == "board" and shell.view.body == before.body
            finger.type(tuple(X_KEYS[key] for key in ("a", "Enter", "5", "Enter")))
            wait_until(lambda: window.mainloop() or len(heard) == 2)
            assert heard[1:] == [Scanned("5")] and shell.view.page == "board"
        finally:
            finger.close()
