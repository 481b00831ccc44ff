"""Four phones in a real browser play a game, the screen untouched; one of them misbehaves.

    python -m tests.phones.whole_games [GAME ...]

plays whole games with real sleep and gaps, and prints the results.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from companion.app.loop import EventLoop, open_session
from companion.games import find_game
from companion.phones import server as servers
from companion.session.lobby.phone_access import SCREEN
from companion.session.messages import Begin
from companion.session.preferences import EVERYBODY, Prefer
from companion.session.view import OVER
from tests.phones.browser import Browser, Page, opened_browser
from tests.phones.looking import HOST, Table

GAMES: Final = ("clockwork", "factory_rally", "cardbot", "diesel")
SEATS: Final = (1, 2, 3, 4)
TURNS: Final = 100
"""Turns after which a game of random taps is given up."""
RUDE: Final = 4
"""The seat of the phone that misbehaves."""
NEVER: Final = ("handle push", "anew", "moved", "back", "alone", "leave", "name", "unready")
"""The acts that are never tapped: they would rest, end, or undo."""
SLEEP, GAP = 60.0, 40.0
"""Seconds of the first sleep and of the first loss of the network in real time; all others are
short."""
SHORT: Final = 0.5
"""Seconds of all others."""
OFFERED: Final = """
    if (typeof sending === "undefined" || sending || !beat) return null;
    touched = 0;
    return [...document.querySelectorAll("main button[name=do]:not([disabled])")].map((one) => one.value);
"""  # noqa: E501
TAP: Final = (
    "document.querySelector(`main button[name=do][value=${JSON.stringify(arguments[0])}]`)?.click()"
)


class Played(NamedTuple):
    """The result of a game."""

    turns: int
    over: bool
    taps: int
    mischief: Counter[str]
    """The acts of the misbehaving phone, and the number of each."""
    seconds: float


class Players:
    """Four pages at one table."""

    def __init__(
        self, browser: Browser, table: Table, seed: int, rude_every: int, real: bool = False
    ) -> None:
        """Open the pages.

        One in `rude_every` taps of the rude one is something else; `real`: it sleeps and loses the
        network for a real while, once each.
        """
        self._browser, self.table, self._random, self._every = (
            browser,
            table,
            Random(seed),
            rude_every,
        )
        self.pages = {
            seat: browser.page(f"http://{HOST}:{table.port}/{table.code(seat)}") for seat in SEATS
        }
        self.taps, self.mischief = 0, Counter[str]()
        self._long = {"sleep": SLEEP, "network": GAP} if real else {}
        self._wake: tuple[float, Callable[[], None]] | None = None

    def play(self, turns: int, patience: float) -> Played:
        """Play until the game is over or so many turns have begun.

        Raises:
            AssertionError: Nothing goes on for `patience` seconds.
        """
        began = changed = time.monotonic()
        known = self.table.loop.session
        while self.table.loop.session.page != OVER:
            session = self.table.loop.session
            match = session.match
            if match is not None and match.shown.turn > turns:
                break
            if session is not known:
                known, changed = session, time.monotonic()
            assert time.monotonic() - changed < patience, (
                f"nobody goes on on the page {session.page}: "
                f"{[page.words for page in self.pages.values()]}"
            )
            for seat, page in self.pages.items():
                self._move(seat, page)
                self._work()
        match = self.table.loop.session.match
        assert match is not None
        return Played(
            match.shown.turn,
            self.table.loop.session.page == OVER,
            self.taps,
            self.mischief,
            time.monotonic() - began,
        )

    def _work(self) -> None:
        """Let the table run."""
        for _ in range(3):
            self.table.loop.poll(time.monotonic())

    def _move(self, seat: int, page: Page) -> None:
        """Tap something on a page that can be tapped."""
        if seat == RUDE and self._wake is not None:
            if time.monotonic() < self._wake[0]:
                return
            self._wake[1]()
            self._wake = None
        offered = page.js(OFFERED)
        able = [act for act in offered or () if act not in NEVER]
        if not able:
            return
        if seat == RUDE and self._random.randrange(self._every) == 0:
            self._misbehave(page)
            return
        page.js(TAP, self._chosen(seat, able))
        self.taps += 1

    def _chosen(self, seat: int, able: list[str]) -> str:
        """Return what to tap: a hint and its cards, or, for the rude one, anything.

        Following hints lets a player win.
        """
        cards = [act for act in able if act.startswith("put ")]
        hints = [act for act in able if act in ("hint", "lay")]
        if cards and hints and seat != RUDE:
            return self._random.choice((hints[0], hints[0], cards[0]))
        others = [act for act in able if act not in hints and not act.startswith("take ")]
        return self._random.choice(cards or others or ["handle pull"])

    # ---- Bad manners -----------------------------------------------------------------------------

    def _misbehave(self, page: Page) -> None:
        kind = self._random.choice(
            (
                self._reload,
                self._double,
                self._lose_network,
                self._sleep,
                self._kill,
                self._second_tab,
            )
        )
        self.mischief[kind.__name__.strip("_")] += 1
        kind(page)

    def _reload(self, page: Page) -> None:
        page.js("location.reload()")

    def _double(self, page: Page) -> None:
        page.js(
            "const one = document.querySelector('main button[name=do][value^=put]'); if "
            "(one) { touched = 0; one.click(); one.click(); one.click(); }"
        )

    def _lose_network(self, page: Page) -> None:
        page.offline(True)
        gap = self._long.pop("network", SHORT)
        if gap == SHORT:
            # As long as it takes to notice it; a test does not wait for it.
            page.js("heard = Date.now() - SILENCE - 1; look();")
        page.js("document.querySelector('main button[name=do]')?.click()")

        def back() -> None:
            """Restore the network, and look."""
            page.offline(False)
            page.js("look()")

        self._wake = time.monotonic() + gap, back

    def _sleep(self, page: Page) -> None:
        page.sleep(True)
        nap = self._long.pop("sleep", SHORT)
        if nap > SHORT:
            woken = "window.dispatchEvent(new Event('pageshow'))"
        else:
            woken = "heard = 0; window.dispatchEvent(new Event('pageshow'))"

        def wake() -> None:
            """Wake up as a phone does."""
            page.sleep(False)
            page.js(woken)

        self._wake = time.monotonic() + nap, wake

    def _kill(self, page: Page) -> None:
        address = page.js("return location.href")
        page.open("about:blank")
        self._wake = time.monotonic() + 0.3, lambda: page.open(address)

    def _second_tab(self, page: Page) -> None:
        # The same cookies, since it has the same address.
        page.js("window.open(location.href, '_blank')")
        handles = self._browser.driver.window_handles
        self._browser.driver.switch_to.window(handles[-1])
        self._browser.driver.close()
        self._browser.driver.switch_to.window(handles[0])


def table_of(key: str, seed: int) -> Table:
    """Return a table of four people whose phones may all lead on, with a game begun."""
    loop: EventLoop = open_session(seed=seed, players=("person",) * len(SEATS), game=find_game(key))
    loop.send(Prefer(loop.session.lobby.preferences._replace(leads=EVERYBODY, hints=True)))
    table = Table(loop)
    loop.send(Begin())
    table.until(lambda: all(table.code(seat) for seat in (*SEATS, SCREEN)), "everybody has a code")
    return table


def main(keys: list[str]) -> int:
    """Play whole games."""
    # Tests tap faster than hands.
    servers.DEEDS_PER_SECOND, servers.DEEDS_AT_ONCE = 1e6, 1_000
    with tempfile.TemporaryDirectory() as folder, opened_browser(Path(folder)) as browser:
        for key in keys or GAMES:
            table = table_of(key, 7)
            try:
                print(key, Players(browser, table, 7, 12, real=True).play(TURNS, 300.0), flush=True)
            finally:
                table.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
