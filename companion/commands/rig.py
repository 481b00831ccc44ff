"""Run emulated card readers, each with the real firmware behind its own pseudo-terminal.

It prints their addresses for `clockwork-derby play --table serial:…` in another terminal, or for
any terminal program. From standard input it reads what hands do at the readers, one action on each
line. All readers end at the end of the input, by `quit` or Ctrl-C.
"""

from __future__ import annotations

import argparse
import selectors
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import IO, TYPE_CHECKING, Final

from companion.commands import Subparsers, add_command
from companion.commands._options import add_game, add_seed, game_of
from companion.commands._terminal import take_terminal
from companion.errors import near_word
from companion.games.api import Game
from companion.signals import (
    HALF,
    PLUG,
    PULL,
    PUSH,
    SHADE,
    SMUDGED,
    SUN,
    UNPLUG,
    Deed,
    InsertCard,
    Mischief,
    MoveHandle,
    SettleCard,
    TableProblem,
    TakeCard,
)

if TYPE_CHECKING:
    from companion.table.rig.rig import Rig

NAME = "rig"
TICK: Final = 0.01
"""Seconds between two turns of the emulation."""
PATIENCE: Final = 5.0
"""Seconds that readers have to start."""

CONSOLE: Final = {
    "insert": "SEAT SLOT CARD",
    "take": "SEAT SLOT",
    "settle": "SEAT SLOT",
    "smudge": "SEAT SLOT",
    "half": "SEAT SLOT",
    "pull": "SEAT",
    "push": "SEAT",
    "unplug": "SEAT",
    "plug": "SEAT",
    "sun": "SEAT",
    "shade": "SEAT",
    "crash": "SEAT REASON",
    "show": "",
    "help": "",
    "quit": "",
}
"""The words of the console, and their arguments."""

EVENTS: Final = {
    "smudge": SMUDGED,
    "half": HALF,
    "unplug": UNPLUG,
    "plug": PLUG,
    "sun": SUN,
    "shade": SHADE,
}
GESTURES: Final = {"pull": PULL, "push": PUSH}


class ConsoleError(ValueError):
    """A line that the console cannot carry out; the words say why."""


def add(subparsers: Subparsers) -> None:
    """Add the options: number of readers, faults, seed."""
    parser = add_command(subparsers, NAME, __doc__)
    parser.add_argument(
        "--seats", default="8", metavar="N", help="the number of readers, 1 to 8 (default: 8)"
    )
    parser.add_argument(
        "--faults",
        default="",
        metavar="SPEC",
        help=("faults, such as corrupt=3%%,drop=1%%,unplug=30s,crash=60s,dirty=2%%,duplicate,half"),
    )
    add_seed(parser, 1)
    add_game(parser, "the game whose cards are put in")


def run(args: argparse.Namespace) -> int:
    """Run the readers until the input ends.

    Raises:
        TableError: The options cannot be met.
    """
    # Only this command needs them.
    from companion.table.rig.rig import Rig
    from companion.table.rig.rig_settings import parse_rig_settings

    take_terminal()
    game = game_of(args)
    rig = Rig(
        parse_rig_settings(f"{args.seats}?faults={args.faults}")._replace(seed=str(args.seed)),
        time.monotonic,
    )
    try:
        rig.open()
        end = time.monotonic() + PATIENCE
        while rig.starting() and time.monotonic() < end:
            _say(
                *(f"! {signal.words}" for signal in rig.turn() if isinstance(signal, TableProblem))
            )
            # Readers are processes, and need time to start.
            time.sleep(TICK)
        paths = ",".join(port.path for port in rig.ports())
        _say(
            *_places(rig),
            f"Play on them in another terminal: clockwork-derby play --table serial:{paths}",
            "Type help for a list of commands.",
        )
        _serve(rig, sys.stdin, game)
    finally:
        rig.close()
    return 0


def _serve(rig: Rig, lines: IO[str], game: Game) -> None:
    """Carry out typed lines, and run the table, until the input ends."""
    places = _places(rig)
    # Not the default selector: input can be a file or /dev/null, which epoll refuses.
    with selectors.PollSelector() as waiting:
        reading = _Lines(lines)
        waiting.register(lines, selectors.EVENT_READ)
        while not reading.ended:
            typed = reading.take() if waiting.select(TICK) else []
            for line in typed:
                words = line.split()
                if words[:1] == ["quit"]:
                    return
                try:
                    _say(*answer(rig, words, game))
                except ConsoleError as fault:
                    _say(f"? {fault}")
            _say(
                *(f"! {signal.words}" for signal in rig.turn() if isinstance(signal, TableProblem))
            )
            before, places = places, _places(rig)
            _say(*(place for place in places if place not in before))


class _Lines:
    """Reads whole lines from a stream; `ended` is True at the end of the input."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream, self._rest, self.ended = stream, b"", False

    def take(self) -> list[str]:
        """Return the lines that are complete now."""
        # Bypasses Python's buffer: the selector would not report what is in there.
        data = self._stream.buffer.raw.read(4096) if hasattr(self._stream, "buffer") else b""
        self.ended = not data
        # The incomplete last line waits for its rest; at the end of the input it counts as a line.
        *lines, self._rest = (self._rest + (data or b"\n")).split(b"\n")
        return [line.decode("utf-8", "replace") for line in lines]


def answer(rig: Rig, words: list[str], game: Game) -> Iterable[str]:
    """Carry out a line of the console, split into words; return what to print.

    Raises:
        ConsoleError: The line makes no sense.
    """
    if not words:
        return ()
    if words[0] not in CONSOLE:
        near = near_word(words[0], CONSOLE)
        raise ConsoleError(
            f"{words[0]!r} is no word here{f'; did you mean {near}?' if near else ''} Words: "
            f"{', '.join(CONSOLE)}"
        )
    if len(words) - 1 != len(CONSOLE[words[0]].split()):
        raise ConsoleError(f"write it as: {words[0]} {CONSOLE[words[0]]}".rstrip())
    if words[0] == "help":
        return (f"{word} {rest}".rstrip() for word, rest in CONSOLE.items())
    if words[0] == "show":
        return _picture(rig, game)
    if words[0] == "crash":
        from companion.table.rig.chip.supervision import SAFE_MODES

        seat = _number_option(words[1], "seat", range(1, max(rig.readers) + 1))
        mode = words[2].upper()
        if mode not in SAFE_MODES:
            near = near_word(mode, SAFE_MODES)
            raise ConsoleError(
                f"found {words[2]!r}, expected one of "
                f"{', '.join(SAFE_MODES)}{f'; did you mean {near}?' if near else ''}"
            )
        if not rig.crash(seat, mode):
            raise ConsoleError("that cannot be done: this reader does not run (see: show)")
        return ()
    if not rig.do(deed_of(words, max(rig.readers), game)):
        raise ConsoleError(
            "that cannot be done: the slot is full or empty, the card lies elsewhere, or it is so "
            "already (see: show)"
        )
    return ()


def deed_of(words: list[str], seats: int, game: Game) -> Deed:
    """Return the deed of a line of the console.

    Args:
        words: The line; slots count from 1, cards are named as `show` names them.
        seats: The number of readers.
        game: The game of the cards.

    Raises:
        ConsoleError: There is no such seat, slot or card.
    """
    seat = _number_option(words[1], "seat", range(1, seats + 1))
    if words[0] in GESTURES:
        return MoveHandle(seat, GESTURES[words[0]])
    slot = _number_option(words[2], "slot", range(1, 6)) if len(words) > 2 else 0
    if words[0] in EVENTS:
        return Mischief(seat, EVENTS[words[0]], slot)
    made: dict[str, Callable[[], Deed]] = {
        "insert": lambda: InsertCard(seat, slot, _code(words[3], game)),
        "take": lambda: TakeCard(seat, slot),
        "settle": lambda: SettleCard(seat, slot),
    }
    return made[words[0]]()


def _number_option(word: str, what: str, known: range) -> int:
    if word.isascii() and word.isdigit() and int(word[:9]) in known:
        return int(word)
    raise ConsoleError(f"found {word!r}, expected a {what} from {known[0]} to {known[-1]}")


def card_words(game: Game) -> Mapping[str, int]:
    """Return the code of each card of a game's deck by its word.

    The word is the priority number if no two cards share one, else the printed move.
    """
    faces = [face for code in game.deck if (face := game.face(code)) is not None]
    numbers = {str(face.priority): face.code for face in faces}
    return numbers if len(numbers) == len(faces) else {face.move: face.code for face in faces}


def _code(word: str, game: Game) -> int:
    """Return the code of the card with this word."""
    known = card_words(game)
    if word not in known:
        kind = "the priority number of a card" if next(iter(known), "").isdigit() else "a card"
        raise ConsoleError(
            f"found {word!r}, expected {kind}, such as {[*known][len(known) // 2]}"
            if known
            else f"{game.title} has no cards"
        )
    return known[word]


def _places(rig: Rig) -> list[str]:
    return [f"{port.words} ({port.uid}): {port.path}" for port in rig.ports()]


def _picture(rig: Rig, game: Game) -> list[str]:
    """Return what is at each reader, a line each."""
    lines = []
    for reader in rig.readers.values():
        model = reader.model()
        cards = [
            f"{_card_words(card.code, game)} ({card.lie})" if card else "–" for card in model.cards
        ]
        lamps = "".join("*" if any(bulb) else "." for bulb in model.bulbs)
        state = (
            f"{'plugged' if model.plugged else 'unplugged'}"
            f"{', in the sun' if model.sunny else ''}, handle {model.handle}"
        )
        lines.append(f"seat {model.seat}: {'  '.join(cards)}  lights {lamps}  {state}")
    return lines


def _card_words(code: int, game: Game) -> str:
    """Return a card as move and number; an unknown code as it is."""
    face = game.face(code)
    return str(code) if face is None else f"{face.move}@{face.priority}"


def _say(*lines: str) -> None:
    for line in lines:
        print(line, flush=True)
