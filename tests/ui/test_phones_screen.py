"""Test the page for joining by phone: words, targets and a code that cameras read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image, ImageFilter

from companion.gallery.phones import PHONE_SCENES
from companion.gallery.race import race
from companion.session.messages import OpenPage
from companion.session.pages.menu import OpenMenu
from companion.session.pages.phones import (
    LetPhonesForesee,
    LetPhonesIn,
    PhoneServiceFound,
    RenewCodes,
    ShowInvitation,
    UncoverCode,
)
from companion.testing.screen_checks import screen_faults
from companion.ui.widgets.choice_plate import ChipPlate
from companion.ui.widgets.squares import squares_of
from tests.drawing import drawing
from tests.typed import present
from tests.ui.stand import SIZES, Stand, on_stand, settle
from tests.ui.test_hold import hold, wait_until


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("scene", PHONE_SCENES)
def test_everything_can_be_read(scene: str, size: tuple[int, int]) -> None:
    """Keep everything readable from the top of the list to its end."""
    loop = PHONE_SCENES[scene]()
    with on_stand(size, loop.view, loop) as stand:
        found = screen_faults(stand.screen)
        if loop.view.page == "phones":
            stand.screen.panel.scroll_list.offset = stand.screen.panel.scroll_list.beyond
            settle()
        assert [*found, *screen_faults(stand.screen)] == []


@pytest.mark.parametrize(
    "size", [(800, 480), (720, 1280)], ids=lambda size: "x".join(map(str, size))
)
def test_a_camera_reads_the_code(size: tuple[int, int], tmp_path: Path) -> None:
    """Read the code from a picture of the screen, and from a small, dim, blurred one."""
    order = [
        sys.executable,
        "-m",
        "companion",
        "gallery",
        str(tmp_path),
        "--size",
        "x".join(map(str, size)),
        "--only",
        "phones-seat",
    ]
    done = subprocess.run(order, capture_output=True, text=True, timeout=180, env=drawing())
    assert done.returncode == 0, done.stderr
    (file,) = tmp_path.iterdir()
    link = PHONE_SCENES["phones-seat"]().view.body.shown.link
    with Image.open(file) as picture:
        afar = (
            picture.convert("L")
            .resize((size[0] // 2, size[1] // 2), Image.Resampling.BOX)
            .filter(ImageFilter.GaussianBlur(0.6))
            .point(lambda light: 60 + light // 2)
        )
        for seen in (picture.convert("RGB"), afar):
            (found,) = zxingcpp.read_barcodes(seen)
            assert found.text == link == "http://192.168.178.104:8137/9PZRE2HV"


def test_squares_are_whole_pixels_and_leave_quiet() -> None:
    """Draw as many squares as the address needs."""
    rows = squares_of("http://192.168.178.104:8137/9PZRE2HV")
    assert len(rows) == len(rows[0]) == 29 and squares_of("http://10.0.0.1:8137/ABCDEFGH") != rows


@pytest.mark.parametrize(
    "size", [(800, 480), (720, 1280)], ids=lambda size: "x".join(map(str, size))
)
def test_a_covered_code_is_shown_by_holding_its_button(size: tuple[int, int]) -> None:
    """Show a covered code after a held touch, not after a tap."""
    loop = PHONE_SCENES["phones-covered"]()
    with on_stand(size, loop.view, loop) as stand:
        ticket = stand.screen.panel.ticket
        stand.tap(ticket.cover)
        assert stand.heard() == [] and not ticket.code.side and not ticket.typed.text
        # A button stays down for a moment after the finger is lifted.
        wait_until(lambda: ticket.cover.state == "normal")
        hold(stand, ticket.cover, lambda: stand.said)
        assert stand.heard() == [UncoverCode()] and ticket.code.side
        assert (
            str(ticket.typed.text) == "192.168.178.104:8137/9PZRE2HV"
            and ticket.cover.parent is None
            and screen_faults(stand.screen) == []
        )


def plate(stand: Stand, words: str) -> ChipPlate:
    """Return the chip with these words, scrolled into view.

    Raises:
        LookupError: If there is none.
    """
    scroll_list = stand.screen.panel.scroll_list
    for offset in (0, scroll_list.beyond):
        scroll_list.offset = offset
        settle()
        for found in stand.screen.walk(restrict=True):
            if (
                isinstance(found, ChipPlate)
                and str(found.choice.label) == words
                and found.y >= scroll_list.y - 1
                and found.top <= scroll_list.top + 1
            ):
                return found
    raise LookupError(words)


def test_touching_says_what_it_shows() -> None:
    """Send the messages of switch, seat, preview and new codes."""
    loop = PHONE_SCENES["phones-screen"]()
    with on_stand((720, 1280), loop.view, loop) as stand:
        for word, message in (
            ("BRASS", ShowInvitation(1)),
            ("While choosing", LetPhonesForesee(True)),
            ("New codes for all", RenewCodes()),
            ("No", LetPhonesIn(False)),
        ):
            stand.tap(plate(stand, word))
            assert stand.heard()[-1] == message


def test_the_menu_leads_there_only_where_phones_can_be_let_in() -> None:
    """Offer the page in the menu only if the service for phones is there."""
    loop = race()
    for offered in (False, True):
        loop.send(OpenMenu())
        labels = [str(choice.label) for group in loop.view.body.groups for choice in group.choices]
        assert ("Phones" in labels) == offered
        loop.send(PhoneServiceFound())


@pytest.mark.parametrize(
    "size", [(800, 480), (720, 1280)], ids=lambda size: "x".join(map(str, size))
)
@pytest.mark.parametrize("scene", ["phones-board", "phones-flags", "phones-seats", "phones-rules"])
def test_the_first_page_and_the_set_up_lead_there(scene: str, size: tuple[int, int]) -> None:
    """Open the page from the foot of setup pages, and return to the same page."""
    loop = PHONE_SCENES[scene]()
    page = loop.view.page
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.footer.door)
        assert stand.heard() == [OpenPage("phones")] and loop.view.page == "phones"
        stand.tap(stand.screen.footer.back)
        assert loop.view.page == page


@pytest.mark.parametrize(
    "size", [(800, 480), (720, 1280)], ids=lambda size: "x".join(map(str, size))
)
def test_who_chooses_on_a_phone_is_not_asked_at_the_screen(size: tuple[int, int]) -> None:
    """Open no cover page for a player on a phone, but let the screen take over by touch."""
    loop = PHONE_SCENES["phones-played"]()
    with on_stand(size, loop.view, loop) as stand:
        assert not stand.screen.over
        stand.tap(stand.screen.overview.tiles[1])
        assert (
            screen_faults(stand.screen) == []
            and present(loop.session.match).question.open_seat is None
        )
        stand.tap(stand.screen.over.inner.uncover)
        assert present(loop.session.match).question.open_seat == 1
