"""Add options that several commands share, and interpret them: state folder, readers, window."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.commands._terminal import complain, take_terminal
from companion.content.languages import LANGUAGES
from companion.errors import SetupError, did_you_mean
from companion.folders import state_folder
from companion.games import USUAL as GAME
from companion.games import broken_games, find_game, game_keys
from companion.games.api import Game
from companion.games.boards import all_options
from companion.games.decks import Decks, written_deck

if TYPE_CHECKING:
    from companion.app.loop import EventLoop
    from companion.table.base import Table

USUAL: Final = "auto:"
"""The readers by default."""
RIG: Final = "rig"
WORKER_LATER: Final = 1.0
"""Seconds from the beginning of a race to the start of the worker for pilots.

By then the first picture of the race is drawn.
"""


# ---- State folder ----


def add_state(parser: argparse.ArgumentParser) -> None:
    """Add `--state`; the default folder is the same for every command."""
    parser.add_argument(
        "--state",
        metavar="DIR",
        help=(
            "the folder for saved data, created if missing (default: clockwork-derby in "
            "XDG_STATE_HOME or ~/.local/state)"
        ),
    )


def state_of(args: argparse.Namespace) -> Path:
    """Return the folder of `--state`, or the default one. It need not exist.

    The path is absolute, because sentences quote it, and people may read them in another folder.
    """
    return state_folder() if args.state is None else Path(args.state).expanduser().absolute()


# ---- Completion ----


def add_completion(action: argparse.Action, words: str) -> None:
    """Let a shell complete an argument by the function of this name in `_completing`."""
    # argcomplete looks for it in this attribute, which argparse does not know.
    vars(action)["completer"] = partial(_completions, words)


def _completions(words: str, **asked: object) -> list[str]:
    # Only a shell that asks waits for the import.
    from companion.commands import _completing

    found: list[str] = getattr(_completing, words)(**asked)
    return found


# ---- JSON ----


def add_json(
    parser: argparse.ArgumentParser | argparse._ArgumentGroup, what: str, *keys: str, more: str = ""
) -> None:
    """Add `--json`; its help describes the answer.

    Args:
        parser: The parser.
        what: What there is an object for.
        keys: The keys of an object.
        more: More about the keys.
    """
    parser.add_argument(
        "--json",
        action="store_true",
        help=(f"print JSON: {what}, with the keys {', '.join(keys)}{'; ' if more else ''}{more}"),
    )


# ---- Actions ----

Action: TypeAlias = tuple[
    str, str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]
]
"""An action of a command: its word, what it does, its arguments, and what carries it out."""


def add_actions(
    parser: argparse.ArgumentParser,
    actions: Iterable[Action],
    shared: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Add the actions of a command, each with the `shared` arguments after its own."""
    subparsers = parser.add_subparsers(metavar="ACTION", required=True)
    for name, words, arguments, carry_out in actions:
        action = subparsers.add_parser(
            name, help=words, description=f"{words[0].upper()}{words[1:]}."
        )
        arguments(action)
        shared(action)
        action.set_defaults(carry_out=carry_out)


# ---- Numbers ----


def check_number(args: argparse.Namespace, name: str, most: int | None = None) -> None:
    """Check the whole number of an option.

    Raises:
        SetupError: It is below 1 or above `most`.
    """
    value = getattr(args, name)
    if value < 1 or (most is not None and value > most):
        wanted = f"from 1 to {most}" if most is not None else "1 or more"
        raise SetupError(f"--{name} is {value}; it must be a whole number, {wanted}")


# ---- Game ----


def add_game(parser: argparse.ArgumentParser | argparse._ArgumentGroup, what: str) -> None:
    """Add `--game`; `what` says what it is for."""
    add_completion(
        parser.add_argument("--game", metavar="KEY", help=f"{what} (default: {GAME})"), "games"
    )


def add_deck(parser: argparse.ArgumentParser) -> None:
    """Add `--deck` to a parser with `--game`."""
    parser.add_argument(
        "--deck",
        metavar="FILE",
        help=("play with the cards of your own deck file, if the game allows it"),
    )


def add_board(parser: argparse.ArgumentParser) -> None:
    """Add `--board` to a parser with `--game`."""
    add_completion(
        parser.add_argument(
            "--board",
            metavar="NAME|FILE",
            help=("the first board: its name, or a board file, which is saved as your own board"),
        ),
        "boards_or_files",
    )


def game_of(args: argparse.Namespace) -> Game:
    """Return the game of `--game`, or the usual one.

    Raises:
        SetupError: There is no game of this name.
        GameError: The game cannot be loaded.
    """
    key = GAME if args.game is None else args.game
    game = find_game(key)
    if game is None:
        known = game_keys()
        broken = "".join(f"; {fault}" for fault in broken_games().values())
        raise SetupError(
            f"--game: found {key!r}, expected one of "
            f"{', '.join(known)}{did_you_mean(key, known)}{broken}"
        )
    return game


def dealt_game_of(args: argparse.Namespace) -> Game:
    """Return the game of `--game` with the deck in the file of `--deck`.

    Raises:
        FormatError: Says what is wrong with that file.
    """
    if args.deck is None:
        return game_of(args)
    from companion.commands._files import parse_file

    game = deck_game_of(args)
    return parse_file(
        args.deck, "a deck file", lambda text, source: written_deck(game, text, source)
    )


def deck_game_of(args: argparse.Namespace) -> Game:
    """Return the game of `--game`, by default the first for which people can write decks.

    Raises:
        SetupError: People cannot write decks for the game.
    """
    if args.game is not None and Decks.of(game_of(args)) is not None:
        return game_of(args)
    found = [
        game
        for key in game_keys()
        if (game := find_game(key)) is not None and Decks.of(game) is not None
    ]
    if args.game is None and found:
        return found[0]
    raise SetupError(
        f"nobody can write decks for {game_of(args).title}, only for "
        f"{', '.join(game.key for game in found) or 'no game'}"
    )


class RulesHelp(argparse.Action):
    """`--help` of a command with `--game`: its option `rules` lists the settings of that game."""

    rules: argparse.Action
    seats = False
    """Whether the command takes settings of single seats, too."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Print the help, and end.

        Raises:
            SetupError: There is no such game.
        """
        self.rules.help = f"{self.rules.help}: {settings_known(game_of(namespace), self.seats)}"
        parser.print_help()
        parser.exit()


def add_rules_help(parser: argparse.ArgumentParser) -> RulesHelp:
    """Add `--help` to a parser that was made without it."""
    found = parser.add_argument(
        "-h",
        "--help",
        action=RulesHelp,
        nargs=0,
        dest=argparse.SUPPRESS,
        default=argparse.SUPPRESS,
        help="show this help message and exit",
    )
    assert isinstance(found, RulesHelp)
    return found


def settings_known(game: Game, seats: bool) -> str:
    """Return a game's settings with their words, such as `lives=1|3|inf`.

    With `seats`, those of single seats follow, such as `SEAT:model=none|twinbore`.
    """
    known = [(option.key, option) for option in all_options(game)]
    known += [(f"SEAT:{option.key}", option) for option in game.seat_options if seats]
    return (
        ", ".join(
            f"{key}={'|'.join(choice.word for choice in option.choices)}" for key, option in known
        )
        or "none"
    )


def settings_words(game: Game, settings: Iterable[str], seats: bool = False) -> dict[str, str]:
    """Return the words of settings by key; settings are separated by commas or spaces.

    With `seats`, settings of single seats have keys such as `2:model`.

    Raises:
        SetupError: Names what is wrong with a setting.
    """
    words, known = {}, {option.key: option for option in all_options(game)}
    named = [*known, *(f"SEAT:{option.key}" for option in game.seat_options if seats)]
    if seats:
        known |= {
            f"{seat}:{option.key}": option for seat in game.seats for option in game.seat_options
        }
    for setting in " ".join(settings).replace(",", " ").split():
        key, equals, word = setting.partition("=")
        if not equals:
            raise SetupError(f"--rules has {setting!r}; write it as key=value, such as lives=inf")
        if key not in known:
            raise SetupError(
                f"--rules: {key!r} is no setting; settings are {', '.join(named) or 'none'}"
            )
        try:
            words[key] = known[key].choice(word).word
        except ValueError as fault:
            raise SetupError(f"--rules: {fault}") from None
    return words


# ---- Chance ----


LONGEST_SEED: Final = 60
"""The largest number of characters of a seed, which is in the titles of games."""


def add_seed(parser: argparse.ArgumentParser | argparse._ArgumentGroup, usual: int | None) -> None:
    """Add `--seed`; every command takes the same seeds.

    `usual` is the default, None for a different one each time.
    """
    default = "a new one each time" if usual is None else usual
    parser.add_argument(
        "--seed",
        type=seed_of,
        default=usual,
        metavar="S",
        help=(
            "the seed of all random choices, a word or a number; the same seed repeats "
            f"them (default: {default})"
        ),
    )


def seed_of(text: str) -> int | str:
    """Return a seed as typed, or as a number if it is a whole one.

    Raises:
        ArgumentTypeError: It is empty, or too long for a title.
    """
    if not text.strip() or len(text) > LONGEST_SEED or not text.isprintable():
        raise argparse.ArgumentTypeError(
            f"found {text!r}, expected a word or a number of 1 to {LONGEST_SEED} signs"
        )
    number = re.fullmatch(r"0|-?[1-9][0-9]{0,17}", text)
    return text if number is None else int(text)


# ---- Readers ----


def readers_url(table: str, faults: str | None, pace: int | None = None) -> str:
    """Return the URL of a table with its faults; emulated readers run at `pace` times real time.

    `table` is as typed, with or without its colon. A pace in the URL is kept.

    Raises:
        SetupError: The faults are for other readers than emulated ones.
    """
    url = table if ":" in table else f"{table}:"
    # The part before a plus sign wraps the table, as in spy+rig:8.
    scheme, _, rest = url.rpartition("+")[2].partition(":")
    if scheme == RIG and pace is not None and "pace=" not in rest:
        url, rest = (f"{text}{'&' if '?' in rest else '?'}pace={pace}" for text in (url, rest))
    if faults is None:
        return url
    if scheme != RIG:
        raise SetupError(
            f"--faults {faults!r} needs emulated readers, but the table is {table!r}: add --table "
            "rig:8"
        )
    return f"{url}{'&' if '?' in rest else '?'}faults={faults}"


def readers_of(args: argparse.Namespace) -> Table | str:
    """Return the readers of a window: the URL of the usual ones, else a table that is not open.

    Raises:
        TableError, SetupError: Says what is wrong with them before a window opens.
    """
    readers = readers_url(args.table, args.faults)
    if readers == USUAL:
        # They cannot be wrong, so they are made while the window opens.
        return readers
    from companion.table.seats import remembered_seats
    from companion.table.urls import table_for_url

    return table_for_url(readers, seats=remembered_seats(state_of(args)))


# ---- Window ----


def add_window(parser: argparse.ArgumentParser) -> None:
    """Add the options of the window, its language and the readers."""
    add_display(parser)
    parser.add_argument(
        "--table",
        default=USUAL,
        metavar="URL",
        help=(
            "the readers: auto: (connected ones, otherwise the screen; the default), virtual:, "
            "rig:8 (emulated), serial:, gpio:FILE.toml, spy+auto:"
        ),
    )
    parser.add_argument(
        "--faults",
        metavar="SPEC",
        help="faults of emulated readers, such as dirty=2%%,unplug=30s",
    )


def add_display(parser: argparse.ArgumentParser) -> None:
    """Add the options of the window and its language."""
    add_language(parser)
    parser.add_argument(
        "--size",
        metavar="WxH",
        type=size,
        help=("the window in pixels, such as 800x480 or 720x1280 (default: as large as possible)"),
    )
    parser.add_argument(
        "--fullscreen", action="store_true", help="fill the whole display, without a frame"
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--language",
        choices=tuple(code for code, _ in LANGUAGES),
        help=(
            "the language of the screen: "
            f"{', '.join(f'{code} ({name})' for code, name in LANGUAGES)}"
        ),
    )


def size(text: str) -> tuple[int, int]:
    """Return width and height from a text such as 800x480.

    Raises:
        ArgumentTypeError: Says what was expected.
    """
    found = re.fullmatch(r"([1-9][0-9]{1,4})[x×]([1-9][0-9]{1,4})", text)
    if found is None:
        raise argparse.ArgumentTypeError(
            f"found {text!r}, expected width and height in pixels such as 800x480"
        )
    return int(found[1]), int(found[2])


def play_in_window(
    args: argparse.Namespace,
    opened: Callable[[], EventLoop],
    reached: Callable[[bool], None] = lambda stands: None,
    usual: Callable[[], EventLoop] | None = None,
    load: Callable[[int], EventLoop] | None = None,
) -> None:
    """Open the window, run a session, and return when the window is closed.

    Args:
        args: The arguments of the window.
        opened: Returns the session; called while the window opens.
        reached: Called when the first screen is drawn, and with True when it stayed for a while.
        usual: Returns the session that follows safe mode.
        load: Returns the session of a saved race by its number.

    Raises:
        ScreenError: No window opens.
    """
    from companion.app.sd_notify import Notifier
    from companion.ui.app import StartDuties, play
    from companion.ui.window import Wish

    take_terminal()
    loaded = (
        None if load is None else lambda number: on_screen(partial(load, number), args.language)
    )
    spoken, later = (
        partial(on_screen, opened, args.language),
        usual and partial(on_screen, usual, args.language),
    )
    play(
        Wish(args.size, args.fullscreen),
        spoken,
        StartDuties(Notifier.from_environment(), reached, later, loaded),
    )


def on_screen(opened: Callable[[], EventLoop], language: str | None) -> EventLoop:
    """Return a session for a window, with pilots in a worker process and the screen in a language.

    None keeps the language that was chosen on the screen. Another one is for this session only, and
    is not saved.
    """
    # The session has imported most of it by now.
    from companion.app.worker_client import InWorker
    from companion.pilots.base import pilots
    from companion.session.preferences import PreferencesLoaded

    loop = opened()
    loop.thinking = InWorker(pilots(), later=WORKER_LATER)
    if language is not None:
        loop.send(PreferencesLoaded(loop.session.lobby.preferences._replace(language=language)))
    return loop


def reporting_recording(loop: EventLoop) -> EventLoop:
    """Let a loop print a sentence if its game cannot be recorded, now or later; return the loop.

    With a window this is not needed: the screen says it.
    """
    trouble = loop.session.readers.troubles.get("journal")
    if trouble:
        complain(trouble)
    # Earlier trouble was just printed.
    loop.on_trouble = complain
    return loop
