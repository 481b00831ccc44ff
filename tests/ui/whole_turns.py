"""Whole turns by real touches: how many a turn takes, page by page, in each game and size.

    python -m tests.ui.whole_turns [GAME ...] [SIZE ...]    prints a table, by default of all

Each line is the app in its own window, from the first cards on. At every touch the player looks for
cut texts; the table ends with them. Repeated touches do not count.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.app.loop import EventLoop, open_session
from companion.games import find_game
from companion.session.messages import LIST, WATCH, Begin
from companion.session.view import ASKING, OVER, PLACE, PROGRAM
from companion.testing.display import UNDRAWN
from companion.ui.virtual_display import VirtualDisplay
from tests.ui.answering import answer, asked
from tests.ui.player import Player, Wait, opened, play, until_drawn

SIZES: Final = ("800x480", "720x1280", "1280x800")
PILOTS: Final = {
    "clockwork": "racer",
    "factory_rally": "racer",
    "cardbot": "racer",
    "diesel": "random",
}
"""Pilots at the other seats, by game."""
SEATS: Final = 4
TURNS: Final = 3
SEED: Final = 4
AGAIN: Final = 12
"""Frames after which a cut text is checked again: its page may just have been laid out."""
LIMIT: Final = 1000
"""Seconds after which one line of the table counts as hung."""


class Table(NamedTuple):
    """Game, size, flow and people at the screen."""

    game: str
    size: str
    flow: str = LIST
    people: int = 1

    def open(self) -> EventLoop:
        """Return a new game, about to be laid out."""
        players = ("person",) * self.people + (PILOTS[self.game],) * (SEATS - self.people)
        loop = open_session(seed=SEED, players=players, game=find_game(self.game), flow=self.flow)
        loop.send(Begin())
        return loop


class Counting(Player):
    """A player who counts touches by turn and by page, and finds cut texts."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.cut: dict[str, str] = {}
        """Pages of cut texts, by text."""
        self.turns: list[Counter[str]] = []

    def tap_at(self, place: tuple[float, float]) -> Wait:
        """Look for cut texts before the touch."""
        from companion.testing.screen_checks import cut_texts

        found = cut_texts(self.bridge.stage)
        for _ in range(AGAIN if found else 0):
            yield
        for words in found and set(found) & set(cut_texts(self.bridge.stage)):
            self.cut.setdefault(words, self.view.page)
        yield from super().tap_at(place)


def whole_turns(player: Counting, turns: int) -> Wait:
    """Play so many turns, each up to the cards of the next, or to the end of the game."""
    yield from until_drawn(player)
    if player.view.page == PLACE:
        yield from player.press(str(player.view.forward), lambda: player.view.page != PLACE)
    yield from player.wait(lambda: player.view.page == PROGRAM)
    for _ in range(turns):
        player.needed.clear()
        turn = player.view.body.turn
        while not has_ended(player, turn):
            yield from go_on(player)
        player.turns.append(Counter(player.needed))
        if player.view.page == OVER:
            return


def has_ended(player: Counting, turn: int) -> bool:
    """Return whether a turn is over, and the cards of the next one are asked for."""
    view = player.view
    return view.page == OVER or (view.page == PROGRAM and view.body.turn != turn)


def go_on(player: Counting) -> Wait:
    """Answer or confirm the page, or wait if the screen plays by itself."""
    page, revision = player.view.page, player.view.revision

    def is_past() -> bool:
        return player.view.page != page or player.view.revision != revision

    if page in ASKING:
        if asked(player) is None:
            yield from player.wait(lambda: is_past() or asked(player) is not None)
        else:
            yield from answer(player)
    elif player.watches or not player.view.forward:
        yield from player.wait(is_past)
    else:
        yield from player.press(str(player.view.forward), is_past)


def counted(table: Table, turns: int, environment: dict[str, str] | None = None) -> dict[str, Any]:
    """Play in another process; return the touches of each turn by page, and the cut texts."""
    words = [table.game, table.size, table.flow, str(table.people), str(turns)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.whole_turns", "--one", *words],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
        env=environment,
        cwd=Path(__file__).parents[2],
    )
    if done.returncode != 0:
        raise AssertionError(f"{table}: {done.stderr[-3000:]}")
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def play_one(game: str, size: str, flow: str, people: str, turns: str) -> int:
    """Play at one table, and print the counts."""
    table = Table(game, size, flow, int(people))
    wide, high = map(int, size.split("x"))
    with opened(table.open, (wide, high), Counting) as player:
        assert isinstance(player, Counting)
        play(player, lambda _: whole_turns(player, int(turns)))
        print(json.dumps({"turns": player.turns, "cut": player.cut}))
    return 0


def tables(words: list[str]) -> list[Table]:
    """Return the tables: one person, four people, and one with a screen that plays by itself."""
    games = [word for word in words if word in PILOTS] or list(PILOTS)
    sizes = [word for word in words if word in SIZES] or list(SIZES)
    if unknown := set(words) - {*games, *sizes}:
        raise SystemExit(f"no game and no size: {', '.join(sorted(unknown))}")
    ways = ((LIST, 1), (LIST, SEATS), (WATCH, 1))
    return [Table(game, size, *way) for game in games for size in sizes for way in ways]


def main() -> int:
    """Print the table, and the cut texts below it."""
    if sys.argv[1:2] == ["--one"]:
        return play_one(*sys.argv[2:])
    cut = list[str]()
    with VirtualDisplay() as display:
        environment = {**os.environ, **display.environment(), **UNDRAWN}
        print(f"{'game':14}{'size':10}{'flow':7}{'people':8}touches of each turn, by page")
        for table in tables(sys.argv[1:]):
            result = counted(table, TURNS, environment)
            turns = [f"{sum(turn.values())} ({facts_of(turn)})" for turn in result["turns"]]
            about = f"{table.game:14}{table.size:10}{table.flow:7}{table.people:<8}"
            print(about + "; ".join(turns), flush=True)
            cut += [f"{table} {page}: {words}" for words, page in result["cut"].items()]
    print(*([f"cut: {words}" for words in cut] or ["nothing is cut"]), sep="\n")
    return 0


def facts_of(turn: dict[str, int]) -> str:
    """Return how many touches each page took."""
    return ", ".join(f"{page} {many}" for page, many in turn.items())


if __name__ == "__main__":
    sys.exit(main())
