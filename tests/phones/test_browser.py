"""Phones in a real browser: dead lines, double taps, tables that restart."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.phones import server as servers
from companion.phones.phone_view import JOIN
from companion.session.lobby.phone_access import SCREEN
from companion.session.messages import Begin, SetPin
from companion.session.pages.phones import RenewCode
from companion.session.remote import READY
from companion.signals import PULL, MoveHandle
from companion.testing.played_session import tells
from tests.phones.browser import Browser, Page
from tests.phones.looking import HOST, Table, looked_at
from tests.session.evenings import asked, begun, done, evening, fill
from tests.typed import present


@pytest.fixture(autouse=True)
def _pages_are_closed(browser: Browser) -> Iterator[None]:
    """Close the pages of a test, which would look for their table to the end."""
    with browser.pages_closed():
        yield


def opened(browser: Browser, table: Table, seat: int) -> Page:
    """Open the page of a seat, and wait until it receives events."""
    page = browser.page(f"http://{HOST}:{table.port}/{table.code(seat)}")
    page.until(
        lambda: page.js("return beat !== ''"),
        "it hears news",
        lambda: table.loop.poll(time.monotonic()),
    )
    return page


def work(table: Table) -> None:
    """Let the table run."""
    table.loop.poll(time.monotonic())


def wait(table: Table, page: Page, condition: object, what: str) -> None:
    """Wait for a page while the table runs."""
    page.until(condition, what, lambda: work(table))  # type: ignore[arg-type]


def tap(page: Page, act: str) -> None:
    """Tap a button by what it does."""
    page.js(
        "document.querySelector(`[name=do][value=${JSON.stringify(arguments[0])}]`).click()", act
    )


def row(table: Table, seat: int) -> list[int | None]:
    """Return the codes in the slots of a seat."""
    return [reading.code for reading in table.loop.session.readers.by_seat[seat].row]


def test_a_turn_is_played_by_taps(browser: Browser) -> None:
    """Play a turn by taps: each shows on the page, and the handle commits."""
    with looked_at(begun()) as table:
        page, hand = opened(browser, table, 1), asked(table.loop.session, 1).hand.codes or ()
        for number, code in enumerate(hand[:5], 1):
            wait(
                table,
                page,
                lambda code=code: page.all(f"[value='put {code}']"),
                "the card can be put in",
            )
            wait(table, page, lambda: page.js("return !sending"), "the last tap is answered")
            page.js("touched = 0")
            tap(page, f"put {code}")
            wait(
                table,
                page,
                lambda number=number: page.all(f"[value='take {number}']"),
                "the card is in",
            )
        wait(
            table,
            page,
            lambda: page.js("return !sending && Date.now() - touched > TOUCHED"),
            "the finger is up",
        )
        tap(page, f"handle {PULL}")
        wait(
            table,
            page,
            lambda: 1 in present(table.loop.session.match).question.answers,
            "the seat is ready",
        )
        assert row(table, 1) == list(hand[:5])


def test_a_double_tap_plays_one_card(browser: Browser) -> None:
    """Play one card by a double tap, also if the page has put another one under the finger."""
    with looked_at(begun()) as table:
        page, hand = opened(browser, table, 1), asked(table.loop.session, 1).hand.codes or ()
        place = page.js(
            (
                "const at = document.querySelector(arguments[0]).getBoundingClientRect(); "
                "return [at.x + 20, at.y + 10]"
            ),
            f"[value='put {hand[0]}']",
        )
        page.js(
            """
            const [x, y] = arguments[0];
            const finger = () => { const met = document.elementFromPoint(x, y); if (met) met.closest("button")?.click(); };
            window.fingers = [0, 20, 90, 200].map((after) => setTimeout(finger, after));
        """,  # noqa: E501
            place,
        )
        wait(table, page, lambda: row(table, 1)[0] is not None, "a card is in")
        wait(
            table,
            page,
            lambda: page.js("return !sending && Date.now() - touched > TOUCHED"),
            "the finger is up",
        )
        work(table)
        assert row(table, 1) == [hand[0], None, None, None, None]


def test_what_the_table_refuses_is_said_on_the_page(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Show a refusal of any status on the page for a while, and go on."""
    monkeypatch.setattr(servers, "LATE", -1.0)
    with looked_at(begun()) as table:
        page, hand = opened(browser, table, 1), asked(table.loop.session, 1).hand.codes or ()
        tap(page, f"put {hand[0]}")
        wait(
            table,
            page,
            lambda: "this touch did nothing" in page.words,
            "it is said that the touch came late",
        )
        monkeypatch.setattr(servers, "LATE", 1e9)
        monkeypatch.setattr(servers, "is_offered", lambda session, message: 1 // 0)
        wait(
            table,
            page,
            lambda: page.js("return !sending && Date.now() - touched > TOUCHED"),
            "the finger is up",
        )
        tap(page, f"put {hand[0]}")
        wait(
            table,
            page,
            lambda: "Something went wrong at the table" in page.words,
            "it is said that something failed",
        )
        assert page.js("return said.getAttribute('role')") == "alert" and row(table, 1)[0] is None


def test_a_dead_line_is_noticed_and_no_touch_is_lost_in_it(browser: Browser) -> None:
    """Refuse a touch on a dead line at once, never repeat it later, and reconnect."""
    with looked_at(begun()) as table:
        page, hand = opened(browser, table, 1), asked(table.loop.session, 1).hand.codes or ()
        page.offline(True)
        # As after half a minute without a word.
        page.js("heard = Date.now() - SILENCE - 1; look()")
        wait(table, page, lambda: "does not answer" in page.words, "the dead line is said")
        tap(page, f"put {hand[0]}")
        wait(table, page, lambda: "this touch did nothing" in page.words, "the touch is refused")
        page.offline(False)
        page.js("look()")
        wait(table, page, lambda: page.js("return alive() && lost.hidden"), "it hears news again")
        work(table)
        assert row(table, 1) == [None] * 5
        page.js("touched = 0")
        tap(page, f"put {hand[0]}")
        wait(table, page, lambda: row(table, 1)[0] == hand[0], "the next touch counts")


def test_a_page_that_slept_looks_at_once_when_it_wakes(browser: Browser) -> None:
    """Reconnect a page that wakes after it received nothing for too long."""
    with looked_at(begun()) as table:
        page = opened(browser, table, 1)
        # Otherwise the change might be noticed without an event; it is one script, since events may
        # come between two.
        page.js("""
            clearInterval(watching);
            window.lines = 0;
            const made = connect;
            connect = () => { window.lines += 1; made(); };
            heard = 0;
            window.dispatchEvent(new Event("pageshow"));
        """)
        wait(
            table,
            page,
            lambda: page.js("return window.lines === 1 && alive()"),
            "it has connected anew",
        )
        page.js("heard = 0; document.dispatchEvent(new Event('visibilitychange'))")
        wait(
            table,
            page,
            lambda: page.js("return window.lines === 2 && alive()"),
            "it has connected anew",
        )


def test_after_a_power_cut_every_page_comes_back_by_itself(
    browser: Browser, tmp_path: Path
) -> None:
    """Reconnect every page after a power cut, with the same codes and without a touch."""
    with looked_at(begun(), folder=tmp_path) as table:
        port, code = table.port, table.code(1)
        page = opened(browser, table, 1)
        wait(table, page, lambda: "Your hand" in page.words, "the hand is seen")
    page.until(lambda: "does not answer" in page.words, "the lost table is said")
    with looked_at(begun(seed=9), folder=tmp_path, port=port) as table:
        assert table.code(1) == code
        first = (asked(table.loop.session, 1).hand.codes or ())[0]
        wait(
            table,
            page,
            lambda: page.all(f"[value='put {first}']") and page.js("return lost.hidden"),
            "the page shows the new hand",
        )


def test_thrown_out_one_page_goes_on_and_the_other_says_why(browser: Browser) -> None:
    """Send the page that throws out on to the new code, out of the history; tell the other why."""
    with looked_at(begun()) as table:
        first, second = opened(browser, table, 1), opened(browser, table, 1)
        before = table.code(1)
        table.loop.send(RenewCode(1))
        wait(
            table,
            second,
            lambda: "not valid any more" in second.words,
            "the other one says that its code has ended",
        )
        wait(
            table,
            first,
            lambda: (
                table.code(1) != before
                and first.js("return location.pathname") == f"/{table.code(1)}"
            ),
            "the first goes on",
        )
        wait(table, first, lambda: "Your hand" in first.words, "it shows the hand")
        assert not second.js("return !ended")


def test_a_pin_is_typed_once_and_stands_nowhere(browser: Browser) -> None:
    """Ask for a PIN once, refuse a wrong one, and keep it out of every address."""
    loop = evening()
    loop.send(SetPin(1, "4711"))
    with looked_at(loop) as table:
        loop.send(Begin())
        done(loop)
        page = browser.page(f"http://{HOST}:{table.port}/{table.code(1)}")
        for pin, words in (("1111", "not the PIN"), ("4711", "Your hand")):
            page.js(
                (
                    "document.querySelector('[name=pin]').value = arguments[0]; "
                    "document.querySelector('form').submit()"
                ),
                pin,
            )
            wait(table, page, lambda words=words: words in page.words, words)
        page.js("location.reload()")
        wait(table, page, lambda: "Your hand" in page.words, "it is open still")
        content = page.js(
            "return location.href + document.cookie + document.documentElement.outerHTML"
        )
        assert not tells(str(content), "4711")


def test_phones_join_by_the_tables_code_take_a_seat_and_say_that_they_are_ready(
    browser: Browser,
) -> None:
    """Join by the table's code, take seats, say ready; a name being typed survives others.

    The second one at a seat reads why it is refused and takes another.
    """
    with looked_at(evening(("person", "random", "random"))) as table:
        ada, bo = opened(browser, table, SCREEN), opened(browser, table, SCREEN)
        for page, name in ((ada, "Ada"), (bo, "Bö")):
            page.js(
                (
                    "const field = document.querySelector('[name=name]'); field.focus(); "
                    "field.value = arguments[0]"
                ),
                name,
            )
            page.js("document.querySelector('[name=seat][value=\"2\"]').click()")
        tap(ada, JOIN)
        wait(
            table,
            ada,
            lambda: (
                "Ada" in ada.words and ada.js("return location.pathname") == f"/{table.code(2)}"
            ),
            "the first has the seat",
        )
        # The other page was rewritten meanwhile.
        wait(table, bo, lambda: "Ada" in bo.words, "the second sees it")
        assert bo.js("return document.querySelector('[name=name]').value") == "Bö" and not bo.all(
            "[name=seat][value='2']"
        )
        bo.js("document.querySelector('[name=seat][value=\"3\"]').click(); touched = 0")
        tap(bo, JOIN)
        wait(
            table,
            bo,
            lambda: bo.js("return location.pathname") == f"/{table.code(3)}",
            "the second has another seat",
        )
        assert [str(table.loop.session.lobby.setup.names[seat]) for seat in (2, 3)] == ["Ada", "Bö"]
        # The server learns a moment later that a phone has left its page of joining.
        wait(
            table,
            bo,
            lambda: not table.loop.session.config.phone_access.taken,
            "the seats are held no longer",
        )
        for page in (ada, bo):
            wait(
                table,
                page,
                lambda page=page: page.all(f"[value={READY}]"),
                "it can say that it is ready",
            )
            tap(page, READY)
        wait(
            table,
            bo,
            lambda: table.loop.session.config.phone_access.ready == {2, 3},
            "both are ready",
        )
        table.loop.send(Begin())
        done(table.loop)
        for page in (ada, bo):
            wait(
                table,
                page,
                lambda page=page: "Your hand" in page.words,
                "the hand is dealt to the phone",
            )


def test_a_seat_that_is_taken_meanwhile_is_said(browser: Browser) -> None:
    """Give a seat to the first of two, and say on the other page why not."""
    with looked_at(evening(("person", "random", "random"))) as table:
        ada, bo = opened(browser, table, SCREEN), opened(browser, table, SCREEN)
        # The second phone does not hear in time that the seat is taken.
        bo.js("news.onmessage = null")
        for page, name in ((ada, "Ada"), (bo, "Bo")):
            page.js(
                (
                    "document.querySelector('[name=name]').value = arguments[0]; "
                    "document.querySelector('[name=seat][value=\"2\"]').click()"
                ),
                name,
            )
            tap(page, JOIN)
            wait(
                table,
                page,
                lambda: table.loop.session.lobby.setup.seat(2).player == "person",
                "the seat is taken",
            )
        wait(
            table,
            ada,
            lambda: ada.js("return location.pathname") == f"/{table.code(2)}",
            "the first has it",
        )
        bo.js("location.reload()")
        wait(table, bo, lambda: "Ada already has a player" in bo.words, "the second reads why")


VOICES = """
const voices = arguments[0];
window.spoken = [];
Object.defineProperty(window, "speechSynthesis", {configurable: true, value: {
  getVoices: () => voices, addEventListener: () => {},
  cancel: () => window.spoken.push("-"),
  speak: (one) => window.spoken.push(`${one.lang}: ${one.text}`),
}});
offerVoice();
return voiceButton.hidden;
"""
"""Gives the page a browser's voices, and returns whether its button is hidden."""


def test_a_page_reads_changed_words_aloud_by_a_voice_of_the_phone(browser: Browser) -> None:
    """Offer the button where the phone has a voice of its own, and drop outdated words."""
    with looked_at(begun()) as table:
        page = opened(browser, table, 1)
        remote = [{"lang": "en-GB", "localService": False}]
        assert page.js(VOICES, []) and page.js(VOICES, remote)
        without = (
            "Object.defineProperty(window, 'speechSynthesis', {value: undefined}); readAloud();"
        )
        assert page.js(f"{without} offerVoice(); return voiceButton.hidden")


def test_a_page_reads_the_words_of_its_player(browser: Browser) -> None:
    """Read what the player has to do as people say it, and again when that changes."""
    with looked_at(begun()) as table:
        page = opened(browser, table, 1)
        # A real voice wants an object of its own kind.
        page.js("window.SpeechSynthesisUtterance = function (text) { this.text = text; }")
        assert not page.js(VOICES, [{"lang": "en-GB", "localService": True}])
        page.js("voiceButton.click()")
        first = page.js("return spoken.join(' ')")
        assert "en: Fill every free slot" in first and first.endswith("Choosing cards.")
        assert page.js("return voiceButton.ariaPressed") == "true"
        before = page.js("return spoken.length")
        fill(table.loop, 1)
        table.loop.send(MoveHandle(1, PULL))
        wait(table, page, lambda: page.js("return spoken.length") > before, "it reads on")
        page.js("voiceButton.click()")
        before = page.js("return spoken.length")
        sentence = page.js("return announcer.textContent")
        fill(table.loop, 2)
        table.loop.send(MoveHandle(2, PULL))
        wait(
            table,
            page,
            lambda: page.js("return announcer.textContent") != sentence,
            "it has changed",
        )
        assert page.js("return spoken.length") == before
