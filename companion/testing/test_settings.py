"""Test that every value of every setting changes a game: questions, the table, or texts.

A game with the value is played beside one with the usual value, by the same seed, until something
differs. A text that only names the chosen value does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from companion.app.loop import EventLoop
from companion.games.api import Game
from companion.games.asking import Ask, Questions
from companion.games.parts import Results
from companion.named_tuples import NamedTuple
from companion.session.lobby.arrangement import PERSON
from companion.session.messages import Begin, Confirm
from companion.session.session import Match
from companion.settings import Option
from companion.testing.playing import (
    PILOT,
    board_entries,
    seats_possible,
    session_on_first_page,
    touches,
)

AIMING: Final = "steady"
"""A pilot with an aim that does not think long."""


class SettingTrial(NamedTuple):
    """A game in which a value may have an effect."""

    seed: int
    player: str
    board: int = 0
    """The number of the board."""
    turns: int = 3
    few: bool = False
    """Whether as few as possible play, else as many."""


TRIES: Final = (
    # Effects on people only, or on a single one, are in the first questions.
    *(SettingTrial(1, PERSON, turns=0, few=few) for few in (False, True)),
    *(SettingTrial(seed, PILOT, few=seed == 2) for seed in (1, 2)),
    # Other values only matter if a player reaches an aim.
    SettingTrial(1, AIMING, turns=20, few=True),
    *(
        SettingTrial(seed, PILOT, board, few=seed % 2 == 0)
        for seed in range(1, 7)
        for board in (1, 0)
    ),
)
QUESTIONS: Final = 4
"""Touches on Done after which people are asked."""


class GameWatcher:
    """Looks at a game repeatedly; what belongs to a position is looked up once for each."""

    def __init__(self, loop: EventLoop) -> None:
        self._loop = loop
        self._match: Match | None = None
        self._stands: object = None

    def shown(self) -> object:
        """Return all that is visible and asked now, without the settings themselves."""
        match, last = self._loop.session.match, self._match
        assert match is not None
        if (
            last is None
            or match.position is not last.position
            or match.next_step is not last.next_step
            or match.shown.script is not last.shown.script
        ):
            self._match, self._stands = match, _visible(self._loop.session.config.game, match)
        return self._loop.session.page, self._stands


def _visible(game: Game, match: Match) -> object:
    """Return all that is visible of a match."""
    scene, next_step = game.scene(match.position), match.next_step
    if isinstance(next_step, Questions):
        asks = [_question_facts(ask) for ask in next_step.asks]
    else:
        asks = [type(next_step)]
    instructions = [str(instruction.text) for instruction in match.shown.script]
    standings = game.standings(match.position)
    # Whether results of other games can be compared with this one.
    results = Results.of(game)
    is_course = results is not None and bool(results.course(match.position))
    return instructions, scene.pieces, scene.rows, scene.piles, asks, standings, is_course


def _question_facts(ask: Ask) -> object:
    """Return a seat's question, with the keys of offers: a change may contain the settings."""
    offers = [[offer.key for offer in some] for some in (ask.offers, ask.actions)]
    return ask._replace(offers=(), actions=()), offers


def shown_of_game(game: Game, words: Mapping[str, str], how: SettingTrial) -> Iterator[object]:
    """Yield what is shown before each touch of a game; nothing if it does not begin."""
    entry = board_entries(game)[how.board % len(board_entries(game))]
    seats = seats_possible(game, entry)[0 if how.few else -1]
    loop = session_on_first_page(
        game, seats, seed=how.seed, entry=entry, words=words, player=how.player
    )
    loop.send(Begin())
    if loop.session.match is None:
        return
    looking = GameWatcher(loop)
    if how.turns:
        yield from (looking.shown() for _ in touches(loop, how.turns))
    for _ in range(QUESTIONS):
        yield looking.shown()
        loop.send(Confirm(loop.session.revision))


@lru_cache(maxsize=64)
def usually(
    game: Game, words: tuple[tuple[str, str], ...], how: SettingTrial
) -> tuple[object, ...]:
    """Return the whole of a game with the usual value, which many values are compared with."""
    return tuple(shown_of_game(game, dict(words), how))


def changes(game: Game, option: Option, word: str) -> SettingTrial | None:
    """Return the first try in which a value has an effect, or None."""
    # Some settings have an effect only with a value of another one.
    needed = {option.only[0]: option.only[1][0]} if option.only else {}
    for how in TRIES:
        usual = usually(game, tuple(needed.items()), how)
        other = shown_of_game(game, {**needed, option.key: word}, how)
        first = next(other, None)
        if first is None or not usual:
            continue
        if first != usual[0] or any(a != b for a, b in zip_longest(other, usual[1:])):
            return how
    return None


def test_every_value_of_every_setting_changes_something(game: Game) -> None:
    """Each choice of the set-up has an effect."""
    idle = [
        f"{option.key}={choice.word}"
        for option in game.options
        for choice in option.choices
        if choice.word != option.default and changes(game, option, choice.word) is None
    ]
    assert not idle
