"""The manual on phones: every page of the documents, valid links, and the way there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path, PurePath
from posixpath import dirname, join, normpath
from urllib.request import urlopen

import pytest

from companion.app.loop import open_session
from companion.content.manual import manual_files
from companion.games import find_game, game_keys
from companion.games.parts import manual_of
from companion.session.lobby.phone_access import PhoneAccess
from companion.session.messages import OpenPage
from companion.session.pages.howto import rules_address
from companion.session.session import Session
from companion.session.showing import view_of
from companion.session.steps import step
from companion.testing.screen_checks import screen_faults
from tests.phones.looking import HOST, looked_at
from tests.session.evenings import begun
from tests.ui.stand import SIZES, on_stand

AT = "/manual/"
DOCS = Path(__file__).parents[2] / "docs"


def test_every_document_is_a_page() -> None:
    """Have exactly the pages of docs/."""
    wanted = {path.relative_to(DOCS).with_suffix(".html").as_posix() for path in DOCS.rglob("*.md")}
    made = {name for name in manual_files() if name.endswith(".html")}
    assert made == wanted, "make setup makes the pages of new documents"


def test_every_page_is_packed(repository: Path) -> None:
    """Let the patterns of the package match the pages in every folder of the manual."""
    said = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))
    patterns = said["tool"]["setuptools"]["package-data"]
    packed = [*patterns["*"], *patterns["companion.content.manual"]]
    for name in manual_files():
        if not name.startswith("pictures/"):
            fits = [one for one in packed if one.count("/") == name.count("/")]
            assert any(PurePath(name).match(one) for one in fits), name


def test_every_link_leads_to_a_page_and_a_place_on_it() -> None:
    """Find links, anchors, styles and pictures; name other sites by https only."""
    pages = {
        name: path.read_text("utf-8")
        for name, path in manual_files().items()
        if name.endswith(".html")
    }
    links = 0
    for name, page in pages.items():
        for link in re.findall(r'(?:href|src)="([^"]+)"', page):
            if link.startswith("https://"):
                continue
            target, _, anchor = link.partition("#")
            found = normpath(join(dirname(name), target)) if target else name
            assert found in manual_files(), f"{name} links to {link}"
            assert not anchor or f'id="{anchor}"' in pages[found], f"{name} links to {link}"
            links += 1
    assert links > 200


def test_phones_read_it_without_a_code_and_nothing_else() -> None:
    """Read it without a code from its first page; paths out of the manual are no pages."""
    with looked_at(begun()) as table:
        answer, page = table.get(AT)
        assert answer.status == 200 and "Clockwork Derby" in page
        assert "text/html" in (answer.getheader("Content-Type") or "")
        assert table.get("/manual")[0].status in (302, 307)
        assert table.get(f"{AT}games/cardbot.html")[0].status == 200
        assert table.get(f"{AT}manual.css")[0].getheader("Content-Type", "").startswith("text/css")
        with urlopen(f"http://{HOST}:{table.port}/manual/pictures/play.png") as picture:
            assert picture.read().startswith(b"\x89PNG")
        for path in ("../__init__.py", "__init__.py", "..%2f__init__.py", "games/", "no.html"):
            assert table.get(f"{AT}{path}")[0].status == 404, path
        assert 'href="/manual/"' in table.get(f"/{table.code(1)}")[1]


def with_phones(key: str) -> Session:
    """Return a session in which phones find the table."""
    session = open_session(seed=3, game=find_game(key)).session
    access = PhoneAccess(offered=True, called=True, address="192.168.4.1:8137")
    return session._replace(config=session.config._replace(phone_access=access))


@pytest.mark.parametrize("key", game_keys())
def test_the_screen_leads_to_the_rules_of_the_game(key: str) -> None:
    """Link the screen to an existing page of the game's rules."""
    session = with_phones(key)
    address = rules_address(session)
    assert address == f"192.168.4.1:8137/manual/{manual_of(session.config.game)}"
    assert manual_of(session.config.game) in manual_files()
    after, _ = step(session, OpenPage("howto"))
    assert view_of(after).page == "howto" and view_of(after).body.link == f"http://{address}"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("key", ("clockwork", "cardbot"))
def test_code_and_address_can_be_read(size: tuple[int, int], key: str) -> None:
    """Show a readable code and address, with a lesson and alone."""
    view = view_of(step(with_phones(key), OpenPage("howto"))[0])
    with on_stand(size, view) as stand:
        assert screen_faults(stand.screen) == []
        assert stand.screen.panel.link.code.side > 100
