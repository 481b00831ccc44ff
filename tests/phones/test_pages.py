"""Pages of phones in a browser: in sight, readable, and accessible to a screen reader."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final

import pytest

from companion.app.loop import open_session
from companion.content.languages import words_or_english
from companion.games import find_game
from companion.games.asking import Questions
from companion.phones.page import PageWriter
from companion.phones.phone_view import private_view
from companion.session.lobby.phone_access import SCREEN
from companion.session.messages import LIST, Begin, CarriedOut, SetFlow
from companion.session.preferences import Prefer
from companion.session.session import Session
from companion.session.view import ASKING, PLAY, PROGRAM
from companion.signals import InsertCard, MoveHandle, TakeCard
from companion.words import text
from tests.phones.browser import PHONE, Browser, Page
from tests.phones.looking import HOST, Table, looked_at, words_of
from tests.session.evenings import asked, begun, done, fill, shipped

GAMES: Final = ("clockwork", "factory_rally", "cardbot", "diesel")
LANGUAGES: Final = ("en", "de")
SCREENS: Final = ((1024, 768), (1920, 1080))
READABLE: Final = 4.5
"""The least contrast of letters with their background (WCAG 2.2, 1.4.3)."""
THUMB: Final = 48
"""The least height of a button for a thumb, in CSS pixels (and of a handle)."""

BOXES = """return [...document.querySelectorAll(arguments[0])].map((part) => {
  const box = part.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]; })"""
"""A script: the boxes of all elements that a selector finds."""

FAINT = """
const paint = (colour) => {
  const [r, g, b, a] = colour.match(/[\\d.]+/g).map(Number); return {c: [r, g, b], a: a ?? 1};
};
const linear = (v) => v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4;
const light = (c) => { const [r, g, b] = c.map(linear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ground = (part, x, y) => {
  const stack = document.elementsFromPoint(x, y);
  const below = stack.slice(Math.max(0, stack.indexOf(part)));
  for (const one of below) {
    const style = getComputedStyle(one);
    // A board's picture: its darker squares.
    if (one.tagName === "image") return [233, 223, 200];
    const shape = one instanceof SVGElement && one.tagName !== "svg";
    const colour = shape ? style.fill : style.backgroundColor;
    if (shape && one === part || !colour.startsWith("rgb")) continue;
    const found = paint(colour), opaque = Number(style.fillOpacity || 1) * found.a;
    if (opaque > 0.5) return found.c;
  }
  return paint(getComputedStyle(document.body).backgroundColor).c;
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), faint = [];
let seen = 0;
while (walker.nextNode()) {
  const node = walker.currentNode, part = node.parentElement;
  const hidden = ".unseen, script, noscript, [hidden], details:not([open]) > :not(summary)";
  if (!node.textContent.trim() || part.closest(hidden)) continue;
  const range = document.createRange(); range.selectNodeContents(node);
  const box = range.getBoundingClientRect();
  if (!box.width || box.bottom < 0 || box.top > innerHeight) continue;
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  // What a map does not show is beyond its sides.
  if (!document.elementsFromPoint(x, y).includes(part)) continue;
  const style = getComputedStyle(part);
  const ink = paint(part instanceof SVGElement ? style.fill : style.color).c;
  const lights = [light(ink), light(ground(part, x, y))].sort((a, b) => b - a);
  const contrast = (lights[0] + 0.05) / (lights[1] + 0.05);
  seen += 1;
  if (contrast < arguments[0]) faint.push(`${node.textContent.trim()}: ${contrast.toFixed(2)}`);
}
return [seen, faint];
"""
"""A script: how many words are in sight, and those with too little contrast."""

CUT = """
const main = document.querySelector("main"), cut = [];
const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, part = node.parentElement;
  const hidden = ".unseen, svg, noscript, details:not([open]) > :not(summary)";
  if (!node.textContent.trim() || part.closest(hidden)) continue;
  const range = document.createRange(); range.selectNodeContents(node);
  for (const box of range.getClientRects()) {
    const around = (part.closest("button, li, p, summary") ?? part).getBoundingClientRect();
    if (box.left < around.left - 2 || box.right > around.right + 2 || box.top < around.top - 6
        || box.bottom > around.bottom + 6 || box.left < -1 || box.right > innerWidth + 1) {
      cut.push(node.textContent.trim()); break;
    }
  }
}
return cut;
"""
"""A script: the words that overflow their boxes."""


@pytest.fixture(scope="module")
def tables() -> Iterator[dict[str, Table]]:
    """Return a table of four people for each game, at which cards are chosen."""
    with ExitStack() as stack:
        found = {}
        for key in GAMES:
            loop = open_session(seed=7, players=("person",) * 4, game=find_game(key))
            loop.send(Begin())
            while loop.session.page not in ASKING:
                done(loop)
            found[key] = stack.enter_context(looked_at(loop, ghost=False))
        yield found


@pytest.fixture(scope="module")
def phone(browser: Browser, tables: dict[str, Table]) -> Page:
    """Return a page as on a phone."""
    return browser.page(address(tables["clockwork"], 1))


@pytest.fixture(scope="module")
def screen(browser: Browser, tables: dict[str, Table]) -> Page:
    """Return a page as on a second screen."""
    return browser.page(address(tables["clockwork"], SCREEN), SCREENS[0])


def address(table: Table, seat: int) -> str:
    """Return the address of the page of a seat."""
    return f"http://{HOST}:{table.port}/{table.code(seat)}"


def show(
    page: Page,
    table: Table,
    seat: int,
    size: tuple[int, int] = PHONE,
    *,
    dark: bool = False,
    more: bool = False,
) -> None:
    """Open the page of a seat in a size, in dark colours, or with `more` contrast."""
    page.cdp(
        "Emulation.setDeviceMetricsOverride",
        width=size[0],
        height=size[1],
        deviceScaleFactor=1,
        mobile=size[0] < size[1],
    )
    page.cdp(
        "Emulation.setEmulatedMedia",
        features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-contrast", "value": "more" if more else "no-preference"},
        ],
    )
    page.open(address(table, seat))


def speak(table: Table, language: str) -> None:
    """Set the language of a table."""
    table.loop.send(Prefer(table.loop.session.lobby.preferences._replace(language=language)))


def refill(table: Table, full: bool) -> None:
    """Fill the slots of seat 1, or empty them."""
    for slot in asked(table.loop.session, 1).program.slots:
        table.loop.send(TakeCard(1, slot))
    if full:
        fill(table.loop, 1)


def boxes(page: Page, selector: str) -> list[list[float]]:
    """Return left, top, right and bottom of all elements that a selector finds."""
    return list(page.js(BOXES, selector))


# ---- In sight ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_slots_hand_and_handle_are_in_sight(
    phone: Page, tables: dict[str, Table], key: str, language: str
) -> None:
    """Show slots in one row, the hand, and the handle at the thumb without scrolling."""
    table = tables[key]
    speak(table, language)
    try:
        for full in (False, True):
            refill(table, full)
            show(phone, table, 1)
            ask = asked(table.loop.session, 1)
            slots, hand, handle = (
                boxes(phone, css) for css in (".slots > li", ".hand > li", ".bar button")
            )
            assert (
                len(slots) == len(ask.program.slots) and len({top for _, top, _, _ in slots}) == 1
            )
            assert len(hand) == (
                0
                if full and len(ask.hand.codes or ()) == len(slots)
                else len(ask.hand.codes or ()) - full * len(slots)
            )
            assert len(handle) == len(ask.gestures)
            bar = min(top for _, top, _, _ in handle)
            for left, top, right, bottom in (*slots, *hand):
                assert left >= 0 and top >= 0 and right <= PHONE[0] and bottom <= bar, (
                    f"a card is out of sight: {full}"
                )
            for _, top, _, bottom in handle:
                assert PHONE[1] * 0.6 < top < bottom <= PHONE[1] and bottom - top >= THUMB
            assert phone.overflow()[0] == 0
    finally:
        refill(table, False)
        speak(table, "en")


@pytest.mark.parametrize("size", SCREENS, ids=["small", "large"])
@pytest.mark.parametrize("key", GAMES)
def test_a_second_screen_needs_no_scrolling(
    screen: Page, tables: dict[str, Table], key: str, size: tuple[int, int]
) -> None:
    """Show instruction, readiness, standings and the whole map without scrolling."""
    table = tables[key]
    show(screen, table, SCREEN, size)
    assert screen.overflow() == (0, 0)
    board = table.loop.view.board
    for css, many in (
        (".said", 1),
        (".lines li", 4),
        (".standings tr", 4),
        (".map", int(board is not None)),
    ):
        found = boxes(screen, css)
        assert len(found) == many, css
        for left, top, right, bottom in found:
            assert left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1], css
    if board is not None:
        ((left, top, right, bottom),) = boxes(screen, ".map")
        assert (
            screen.js("return document.querySelector('.map').getAttribute('viewBox')")
            == f"0 0 {100 * board.board.columns} {100 * board.board.rows}"
        )
        assert max((right - left) / size[0], (bottom - top) / size[1]) > 0.5
        assert all(words[0] >= right for words in boxes(screen, ".said, .lines li"))


def test_the_present_line_is_in_sight_among_many(screen: Page) -> None:
    """Scroll the present line into sight; leave others out as a whole."""
    with looked_at(begun(("person",) * 8, board=shipped())) as table:
        table.loop.send(SetFlow(LIST))
        for seat in range(1, 9):
            fill(table.loop, seat)
            table.loop.send(MoveHandle(seat, asked(table.loop.session, seat).gestures[0][0]))
        lines = table.loop.view.body.lines
        assert table.loop.session.page == PLAY and len(lines) > 9
        table.loop.send(CarriedOut(table.loop.session.revision, lines[7].at))
        assert [line.state for line in table.loop.view.body.lines].index("now") > 5
        show(screen, table, SCREEN, SCREENS[0])
        assert boxes(screen, "[aria-current=step]")
        assert screen.overflow() == (0, 0)
        for left, top, right, bottom in boxes(screen, ".said, [aria-current=step]"):
            assert left >= 0 and top >= 0 and right <= SCREENS[0][0] and bottom <= SCREENS[0][1]


@pytest.mark.parametrize("key", [key for key in GAMES if key != "diesel"])
def test_the_own_piece_is_in_the_middle_of_the_map(
    phone: Page, tables: dict[str, Table], key: str
) -> None:
    """Centre a cropped large map on the own piece, whole after a touch; mark it on a small one."""
    table = tables[key]
    show(phone, table, 1)
    board = table.loop.view.board
    assert board is not None
    large = max(board.board.columns, board.board.rows) > 8
    ((left, top, right, bottom),) = boxes(phone, ".ground > .map")
    own = boxes(phone, ".ground > .map .own")
    bar = boxes(phone, ".bar")[0][1]
    assert len(own) == 1 and own[0][3] <= bar and bottom <= bar + 40
    if large:
        assert (
            abs(sum(own[0][::2]) - left - right) < 4 and abs(sum(own[0][1::2]) - top - bottom) < 4
        )
        assert right - left > 300 and own[0][2] - own[0][0] > 35
        phone.js("document.querySelector('summary').click()")
        assert phone.js("return document.querySelector('details .map').checkVisibility()")
    else:
        assert left < own[0][0] and own[0][2] < right and top < own[0][1] and own[0][3] < bottom
    assert not phone.all("summary") or large


def test_where_the_own_piece_makes_for_stands_in_one_line(
    phone: Page, tables: dict[str, Table]
) -> None:
    """Name the next marker and the heading in one line."""
    show(phone, tables["clockwork"], 1)
    assert "Flag 1 next" in phone.words and "facing north" in phone.words
    assert len(phone.js("return [...document.querySelector('.where').getClientRects()]")) == 1
    ((_, top, _, bottom),) = boxes(phone, ".where")
    assert bottom - top < 30


# ---- To be read ----------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("key", GAMES)
def test_everything_can_be_read_in_light_and_dark(
    phone: Page, tables: dict[str, Table], key: str, dark: bool
) -> None:
    """Have enough contrast of words, cards, pieces and map, in light, dark and high contrast."""
    table = tables[key]
    fill(table.loop, 1)
    try:
        for seat, size in ((1, (390, 2600)), (SCREEN, SCREENS[0])):
            for more in (True, False):
                show(phone, table, seat, size, dark=dark, more=more)
                seen, faint = phone.js(FAINT, READABLE)
                assert seen > 12 and not faint, (more, faint)
        ground = phone.js(
            "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
        )
        assert (sum(ground) < 200) == dark
    finally:
        refill(table, False)


@pytest.mark.parametrize("key", GAMES)
def test_letters_of_twice_the_size_are_not_cut(
    phone: Page, tables: dict[str, Table], key: str
) -> None:
    """Wrap letters of twice the size, without scrolling sideways."""
    fill(tables[key].loop, 1)
    try:
        phone.cdp("Page.setFontSizes", fontSizes={"standard": 32, "fixed": 26})
        show(phone, tables[key], 1)
        assert (
            phone.js(
                "return parseFloat(getComputedStyle(document.querySelector('.said')).fontSize)"
            )
            > 30
        )
        assert phone.overflow()[0] == 0
        assert phone.js(CUT) == []
    finally:
        phone.cdp("Page.setFontSizes", fontSizes={"standard": 16, "fixed": 13})
        refill(tables[key], False)


def test_locks_faults_and_remedies_are_said_in_words(tables: dict[str, Table]) -> None:
    """Say in words that a slot is locked or unreadable, and what to do."""
    table = tables["clockwork"]
    fill(table.loop, 1)
    page = private_view(table.loop.session, 1)
    (own,) = page.own
    slots = (
        own.slots[0]._replace(locked=True, act=""),
        own.slots[1]._replace(fault=text("this card is still moving")),
        *own.slots[2:],
    )
    for language, locked, fault in (
        ("en", "locked", "Slot 2: this card is still moving"),
        ("de", "gesperrt", "Schacht 2: "),
    ):
        writer = PageWriter(language, words_or_english(language))
        words = words_of(
            writer.content(
                page._replace(own=(own._replace(slots=slots, problem="Take it out."),)), "/CODE"
            )
        )
        assert locked in words and fault in words and "Take it out." in words
    refill(table, False)


# ---- Screen readers ------------------------------------------------------------------------------


def announcements(page: Page) -> list[tuple[str, str]]:
    """Return what a screen reader finds, as (role, name).

    Chromium makes its tree beside the page: on a busy machine it is empty for a moment.
    """

    def found() -> list[tuple[str, str]] | None:
        nodes: list[Any] = page.cdp("Accessibility.getFullAXTree")["nodes"]
        names = [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes
            if not node["ignored"]
        ]
        return names if any(role == "button" for role, _ in names) else None

    names: list[tuple[str, str]] = page.until(found, "a screen reader finds buttons")
    return names


@pytest.mark.parametrize("key", GAMES)
def test_everything_has_a_role_and_a_name(phone: Page, tables: dict[str, Table], key: str) -> None:
    """Name cards with numbers, maps with positions of pieces, and skip no heading level."""
    table = tables[key]
    codes = fill(table.loop, 1)
    # Cards can be put in as long as a slot is free.
    table.loop.send(TakeCard(1, len(codes)))
    try:
        show(phone, table, 1)
        found = announcements(phone)
        buttons = [name for role, name in found if role == "button"]
        assert buttons and all(buttons)
        page = private_view(table.loop.session, 1)
        for slot in page.own[0].slots[:-1]:
            assert any(name.startswith(f"Slot {slot.number}: {slot.card}") for name in buttons)
        for card in page.own[0].hand:
            assert any(str(card.words) in name and str(card.about) in name for name in buttons)
        pieces = page.board.pieces if page.board is not None else ()
        if page.board is not None and pieces:
            first = page.board.signs[pieces[0].seat].name
            maps = [
                name
                for role, name in found
                if role in ("image", "img", "graphics-document") and first in name
            ]
            assert maps and f"{first}: on {pieces[0].square}, facing north" in maps[0]
        levels = [
            int(level)
            for level in phone.js(
                "return [...document.querySelectorAll('h1, h2, h3')].map((part) => part.tagName[1])"
            )
        ]
        assert (
            levels[0] == 1
            and levels.count(1) == 1
            and all(after <= before + 1 for before, after in itertools.pairwise(levels))
        )
        ids = phone.js("return [...document.querySelectorAll('[id]')].map((part) => part.id)")
        assert len(ids) == len(set(ids)) and all(
            phone.js("return [...document.querySelectorAll('main button')].map((part) => part.id)")
        )
    finally:
        refill(table, False)


def test_what_changes_is_said_and_nothing_else(phone: Page, tables: dict[str, Table]) -> None:
    """Announce changes in one live region outside the content, not with every card."""
    table = tables["clockwork"]
    show(phone, table, 1)
    live = "return document.querySelector('[aria-live]').textContent"
    assert (
        phone.js("return document.querySelectorAll('main [aria-live], main[aria-live]').length")
        == 0
    )
    phone.until(
        lambda: "Fill every free slot" in phone.js(live), "the instruction is in the region"
    )
    phone.js(
        "window.changes = []; new MutationObserver(() => changes.push(1))"
        ".observe(document.querySelector('[aria-live]'), {childList: true})"
    )
    codes = fill(table.loop, 1)
    phone.until(lambda: len(phone.all(".slots .face")) == len(codes), "the cards are in")
    assert phone.js("return changes.length") == 0
    table.loop.send(MoveHandle(1, asked(table.loop.session, 1).gestures[0][0]))
    phone.until(lambda: "Ready" in phone.js(live), "it is said that the seat is ready")
    phone.all("button[value=back]")[0].click()
    phone.until(
        lambda: answers(table.loop.session) == 0,
        "the seat chooses again",
        lambda: table.loop.poll(0.0),
    )
    refill(table, False)


def answers(session: Session) -> int:
    """Return how many seats have answered."""
    assert session.match is not None and isinstance(session.match.next_step, Questions)
    return len(session.match.question.answers)


def test_the_focus_stays_when_the_content_is_replaced(
    phone: Page, tables: dict[str, Table]
) -> None:
    """Keep the focus on the same button or its place, and an opened map open."""
    table = tables["clockwork"]
    show(phone, table, 1)
    phone.until(lambda: len(phone.all(".hand button")) == 9, "the hand is there")
    focus = "return document.activeElement.id"
    phone.js("document.querySelector('summary').click()")
    hand = asked(table.loop.session, 1).hand.codes or ()
    phone.js("document.querySelectorAll('.hand button')[3].focus()")
    assert phone.js(focus) == f"do-1-put-{hand[3]}"
    table.loop.send(InsertCard(1, 1, hand[0]))
    phone.until(lambda: len(phone.all(".hand button")) == 8, "a card is in")
    assert phone.js(focus) == f"do-1-put-{hand[3]}"
    table.loop.send(InsertCard(1, 2, hand[3]))
    phone.until(lambda: len(phone.all(".hand button")) == 7, "the card itself is in")
    assert phone.js(focus).startswith("do-1-put-")
    assert phone.js("return document.querySelector('details').open")
    refill(table, False)
    assert table.loop.session.page == PROGRAM
