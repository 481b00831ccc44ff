"""The set-up page for the settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.boards import Boards
from companion.named_tuples import NamedTuple
from companion.session.choices import CHIPS, Choice, ChoiceGroup
from companion.session.clock import keeps_own_time
from companion.session.lobby.setup import plan_of
from companion.session.messages import (
    AT_DEAL,
    AT_FIRST,
    AT_LAST,
    CHANCE,
    LIST,
    WATCH,
    Message,
    SetFlow,
    SetRule,
    SetTimer,
)
from companion.session.pages import Page
from companion.session.pages.tournament import NAME as TOURNAMENT
from companion.session.pages.tournament import SetTournament, option_row
from companion.session.session import Session
from companion.session.view import BOARD, RULES, View
from companion.settings import Option, OptionValue
from companion.words import NOTHING, text

ON_TABLE: Final = Option(
    "table",
    text("The board"),
    text("You move the pieces on a real board, or you watch them on this screen."),
    (
        OptionValue(
            LIST, text("Table"), text("There is a board on the table. The screen names every move.")
        ),
        OptionValue(
            WATCH,
            text("Screen"),
            text("There is no board on the table. The screen shows the game."),
        ),
    ),
    LIST,
)
"""Whether there is a board on the table."""
TIMES: Final = (30, 45, 60, 90, 120, 180)
"""The seconds to choose for the timer."""
TIMER: Final = Option(
    "timer",
    text("Timer"),
    text("When time is up, empty slots of players who are not ready are filled."),
    (
        OptionValue(0, text("Off"), text("All players have as much time as they need.")),
        *(OptionValue(seconds, text("{seconds} s", seconds=seconds), NOTHING) for seconds in TIMES),
    ),
    "0",
)
STARTS: Final = Option(
    "timer-start",
    text("Timer starts"),
    text("The seconds count from this moment."),
    (
        OptionValue(
            AT_DEAL,
            text("Deal"),
            text("As soon as the cards are dealt. With real cards: with the first card in a slot."),
        ),
        OptionValue(AT_FIRST, text("First ready"), text("When the first player is ready.")),
        OptionValue(AT_LAST, text("Last one left"), text("When only one player is not ready yet.")),
    ),
    AT_DEAL,
)


FILLS: Final = "timer-fill"
"""The key of what fills empty slots, whose choices depend on the pilots."""


class RulesPage(NamedTuple):
    """The settings, each with the chosen word.

    The first ones are not the game's: whether there is a board on the table, and the timer.
    """

    rows: tuple[tuple[Option, str], ...]

    @staticmethod
    def said(key: str, word: str) -> Message:
        """Return the message that chooses a word of a setting."""
        if key == TIMER.key:
            return SetTimer(int(word))
        if key == STARTS.key:
            return SetTimer(start=word)
        if key == FILLS:
            return SetTimer(fill=word)
        if key == TOURNAMENT:
            return SetTournament(word)
        return SetFlow(word) if key == ON_TABLE.key else SetRule(key, word)


def rules_view(session: Session, state: object) -> View:
    """Return each setting with the chosen word."""
    game, board = session.config.game, plan_of(session).board
    boards = Boards.of(game)
    more = boards.options(board) if boards is not None and board is not None else ()
    rows = tuple(
        (option, session.lobby.setup.words.get(option.key, option.default))
        for option in (*game.options, *more)
        if option.counts(session.lobby.setup.words)
    )
    if keeps_own_time(session):
        # The game's own time limit takes the place of the table's.
        rows = tuple(sorted(rows, key=lambda row: not row[0].is_timer))
    elif session.config.game.deck:
        rows = (*rows_of_timer(session), *rows)
    if BOARD in session.config.game.setup_pages:
        rows = ((ON_TABLE, WATCH if session.lobby.flow == WATCH else LIST), *rows)
    rows = (*rows, option_row(session))
    return View(
        RULES,
        text("Settings"),
        hint=text("These apply to the whole game."),
        body=RulesPage(rows),
    )


def option_group(option: Option, word: str) -> ChoiceGroup:
    """Return a setting as a group of chips with the same explanations."""
    chips = tuple(
        Choice(value.label, "", RulesPage.said(option.key, value.word), chosen=value.word == word)
        for value in option.choices
    )
    meaning = next((value.meaning for value in option.choices if value.word == word), NOTHING)
    return ChoiceGroup(option.title, CHIPS, choices=chips, about=option.about, note=meaning)


def timer_groups(session: Session) -> tuple[ChoiceGroup, ...]:
    """Return the choices about the timer, none in games without cards or with their own limit."""
    if keeps_own_time(session) or not session.config.game.deck:
        return ()
    return tuple(option_group(option, word) for option, word in rows_of_timer(session))


def rows_of_timer(session: Session) -> Iterator[tuple[Option, str]]:
    """Yield the timer; where there is one, also when it begins, and what fills empty slots."""
    seconds, start, fill = session.lobby.timer
    known = [choice.word for choice in TIMER.choices]
    # A kept session or a test may have another number.
    yield TIMER, max((word for word in known if int(word) <= seconds), key=int)
    if not seconds:
        return
    yield STARTS, start
    pilots = (
        OptionValue(
            name,
            label,
            text("A pilot fills them. Real cards, unknown to the pilot, are drawn at random."),
        )
        for name, label in session.config.pilot_labels.items()
    )
    fills = (
        OptionValue(
            CHANCE,
            text("Chance"),
            text("Random cards from the hand fill them. Cards in slots stay."),
        ),
        *pilots,
    )
    option = Option(
        FILLS,
        text("Empty slots"),
        text("This is how empty slots of late players are filled."),
        fills,
        CHANCE,
    )
    yield option, fill if fill in [choice.word for choice in fills] else CHANCE


PAGE: Final = Page(rules_view, label=lambda session: text("Settings"))
