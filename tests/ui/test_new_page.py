"""Test that a page needs two files: one of session pages, one of screens."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

import companion.session.pages
import companion.ui.screens
from companion.gallery.room import SceneRoom
from companion.session.messages import ClosePage, OpenPage
from companion.session.view import BOARD
from tests.ui.stand import SIZES, button, on_stand

PAGE: Final = '''
    """Counts how often its button was touched, and how many messages it has heard of."""
    from typing import NamedTuple

    from companion.session.messages import ClosePage
    from companion.session.pages import Page, opener
    from companion.session.session import push_page
    from companion.session.view import View
    from companion.words import text


    class Tally(NamedTuple):
        touched: int = 0
        heard: int = 0


    class CountOne(NamedTuple):
        """One more."""


    def on_count(session, tally, message):
        return push_page(session, "tally", tally._replace(touched=tally.touched + 1)), ()


    def on_message(before, after, tally, message):
        return push_page(after, "tally", tally._replace(heard=tally.heard + 1)), ()


    def view(session, tally):
        return View("tally", text("Tally"), text("Touch the button."), \
tally, on_back=ClosePage("tally"), back=text("Close"))


    PAGE = Page(view, {CountOne: on_count}, opened=opener("tally", Tally()), on_message=on_message)
'''

SCREEN: Final = '''
    """The page Tally: one button."""
    from companion.session.pages.tally import CountOne
    from companion.ui.screens.base import Screen
    from companion.ui.widgets.button import PushButton


    class TallyScreen(Screen):
        def make(self, view):
            self.button = PushButton("", self.send, CountOne())
            return self.button

        def show(self, view):
            self.button.text = f"{view.body.touched} times"


    SCREEN = TallyScreen
'''


def test_a_page_is_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open a page by its name, draw it, pass it messages, and return to the page below."""
    for package, source in ((companion.session.pages, PAGE), (companion.ui.screens, SCREEN)):
        folder = tmp_path / package.__name__
        folder.mkdir()
        (folder / "tally.py").write_text(dedent(source), "utf-8")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    room = SceneRoom(["person", "person"], ())
    room.loop.send(OpenPage("tally"))
    assert room.loop.view.page == "tally" and room.loop.session.covered
    with on_stand(SIZES[0], room.loop.view, room.loop) as stand:
        stand.tap(button(stand.screen, "0 times"))
        stand.tap(button(stand.screen, "1 times"))
        assert room.loop.session.kept("tally") == (2, 2)
        stand.tap(button(stand.screen, "Close"))
        assert room.loop.view.page == BOARD and room.loop.session.overlays == ()


def test_a_page_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore names of pages that do not exist."""
    room = SceneRoom(["person", "person"], ())
    before = room.loop.session
    for name in ("weather", "", "../table", "companion.session.race"):
        room.loop.send(OpenPage(name))
        room.loop.send(ClosePage(name))
    assert room.loop.session == before
