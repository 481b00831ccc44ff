"""The tournament: the points of all games, and in the end who has won.

A tournament is begun from the players' page, among the settings of a game, or at the end of a game,
which then counts as its first. It belongs to the records of the table, so it outlives a restart.
Every game that ends while it is played counts.
"""

from __future__ import annotations

from typing import Final

from companion.games.scene import Fact
from companion.named_tuples import NamedTuple
from companion.records.tournament import OPEN_ENDED, POINTS, Tournament
from companion.session.choices import WAYS, Choice, ChoiceGroup
from companion.session.commands import KeepRecords
from companion.session.handling import SETUP, Guarded, Precondition
from companion.session.lobby.arrangement import PERSON
from companion.session.lobby.people import date_commands
from companion.session.lobby.setup import CLOSED
from companion.session.messages import Again, ClosePage
from companion.session.pages import Page
from companion.session.session import Result, Session, pop_pages, show_page
from companion.session.view import OVER, CountRow, SeatSign, View
from companion.settings import Option, OptionValue
from companion.words import NOTHING, Text, count, listed, text

NAME: Final = "tournament"
OFF: Final = "off"
LENGTHS: Final = (2, 3, 4, 5, 7)


class TournamentState(NamedTuple):
    """The page is open."""


# ---- Messages ----


class SetTournament(NamedTuple):
    """Begin a tournament of so many games, change the length of the present one, or end it.

    `word` is OFF or a number, "0" for one that people end themselves.
    """

    word: str


class EndTournament(NamedTuple):
    """End the tournament, or with `on` go on with one that was ended by hand."""

    on: bool = False


class TournamentPage(NamedTuple):
    """The standings of a tournament."""

    rows: tuple[CountRow, ...]
    """A line for each player, with the points of each game and their sum."""
    winner: Text
    """The winners in a sentence, NOTHING while it is played."""
    winners: tuple[int, ...]
    """The winners' numbers of the rows, from 1."""
    choices: tuple[Choice, ...]
    """For the foot."""
    lengths: ChoiceGroup | None = None
    """The possible numbers of games, in place of the standings of one that has not begun."""


# ---- Handlers ----


def on_set(session: Session, message: SetTournament) -> Result:
    """Begin, change or end it."""
    now = session.config.records.tournament
    if message.word not in (OFF, *map(str, (OPEN_ENDED, *LENGTHS))):
        return session, ()
    # A touch on a length is the last one on the page.
    session = pop_pages(session, NAME)
    if message.word == OFF:
        if now is None or now.is_over:
            return session, ()
        return _keep_tournament(session, now._replace(ended=True) if now.games else None)
    length = int(message.word)
    if now is not None and not now.is_over:
        return _keep_tournament(session, now._replace(length=length))
    if session.page != OVER:
        return _keep_tournament(session, Tournament(length, after=session.config.records.ended))
    after, commands = _keep_tournament(session, Tournament(length))
    return after, (*commands, *date_commands(session))


def on_end(session: Session, state: TournamentState, message: EndTournament) -> Result:
    """End it, or go on with it."""
    now = session.config.records.tournament
    if now is None:
        return session, ()
    return _keep_tournament(session, now._replace(ended=not message.on))


def _keep_tournament(session: Session, tournament: Tournament | None) -> Result:
    records = session.config.records._replace(tournament=tournament)
    if records == session.config.records:
        return session, ()
    return session._replace(config=session.config._replace(records=records), notice=""), (
        KeepRecords(records),
    )


def on_open(session: Session) -> Result:
    """Show the standings, where a game has counted, or how many games there can be."""
    now = session.config.records.tournament
    if not is_not_begun(session) and (now is None or not now.games):
        return session, ()
    return show_page(session, NAME, TournamentState()), ()


# ---- What it is about ----


def is_not_begun(session: Session) -> bool:
    """Return whether people can choose the length of a tournament of which no game has counted."""
    now = session.config.records.tournament
    if session.page == OVER:
        return now is None or (now.is_over and not _has_this_game(session, now))
    return session.setting_up and (now is None or now.is_over or not now.games)


def _has_this_game(session: Session, now: Tournament) -> bool:
    """Return whether the race that ended last is one of the games."""
    return bool(now.games) and now.games[-1].key == session.config.records.ended


def is_offered_at_end(session: Session) -> bool:
    """Return whether the end of a game offers a tournament: to several players, with people."""
    seats = [session.lobby.setup.seat(seat) for seat in session.lobby.setup.chosen]
    people = any(seat.player == PERSON for seat in seats)
    return len(seats) > 1 and people and is_not_begun(session)


# ---- Words ----


def played_words(tournament: Tournament) -> Text:
    """Return how far it is: "game 2 of 3"."""
    number = len(tournament.games)
    if tournament.length == OPEN_ENDED or tournament.ended:
        return count("after {number} game", "after {number} games", number)
    return text("after game {number} of {all}", number=number, all=tournament.length)


def winner_words(tournament: Tournament) -> Text:
    """Return who has won; NOTHING before the end."""
    totals = tournament.totals()
    if not tournament.is_over or not totals:
        return NOTHING
    names = [one.name for one in tournament.winners()]
    if len(names) > 1:
        return count(
            "{names} share the victory with {number} point.",
            "{names} share the victory with {number} points.",
            totals[0].total,
            names=listed(names),
        )
    return count(
        "{name} wins the tournament with {number} point.",
        "{name} wins the tournament with {number} points.",
        totals[0].total,
        name=names[0],
    )


def standings_words(session: Session) -> Text:
    """Return the standings in a sentence, NOTHING while no game has counted."""
    now = session.config.records.tournament
    if now is None or not now.games or (now.is_over and not _has_this_game(session, now)):
        return NOTHING
    names = listed(
        [text("{name} {points}", name=one.player.name, points=one.total) for one in now.totals()],
        "",
    )
    if winner := winner_words(now):
        return text("{winner} Points: {names}.", winner=winner, names=names)
    return text("Tournament, {played}: {names}.", played=played_words(now), names=names)


def option_row(session: Session) -> tuple[Option, str]:
    """Return the tournament as one of the settings, with the chosen word."""
    now = session.config.records.tournament
    running = now is not None and not now.is_over
    played = len(now.games) if running and now is not None else 0
    word = str(now.length) if running and now is not None else OFF
    if not played:
        off = OptionValue(OFF, text("Off"), text("This game stands alone."))
    else:
        off = OptionValue(OFF, text("End it"), text("The points so far decide."))
    lengths = tuple(
        OptionValue(
            str(length),
            text("{number} games", number=length),
            text("It ends after this number of games."),
        )
        # A kept tournament may have another length.
        for length in sorted({*LENGTHS, *([int(word)] if running else [])} - {OPEN_ENDED})
        if length > played
    )
    open_ended = OptionValue(
        str(OPEN_ENDED), text("Open-ended"), text("It goes on until you end it.")
    )
    option = Option(
        NAME,
        text("Tournament"),
        text("Several games of the same people. Each place earns points; the sum decides."),
        (off, *lengths, open_ended),
        OFF,
    )
    return option, word


# ---- View ----


def tournament_view(session: Session, state: TournamentState) -> View | None:
    """Return the standings, with the points of each game and all points."""
    now = session.config.records.tournament
    if is_not_begun(session):
        return _lengths_view(session)
    if now is None or not now.games:
        return None
    totals = now.totals()
    rows = []
    for number, one in enumerate(totals, 1):
        columns = []
        for at in range(len(now.games)):
            # A player who was not in a game has a dash.
            points = "\N{EN DASH}" if one.points[at] is None else str(one.points[at])
            columns.append(Fact(text("Game {number}", number=at + 1), points, NOTHING))
        columns.append(Fact(text("Total"), str(one.total), NOTHING))
        sign = SeatSign(one.player.name, one.player.colour, one.player.shape)
        rows.append(CountRow(one.place, number, sign, tuple(columns)))
    winner = winner_words(now)
    return View(
        NAME,
        text("Tournament, {played}", played=played_words(now)),
        hint=_points_words(),
        body=TournamentPage(
            tuple(rows),
            winner,
            winners=tuple(row.seat for row in rows if row.place == 1) if winner else (),
            choices=_choices(session, now),
        ),
        back=text("Close"),
        on_back=ClosePage(NAME),
    )


def _points_words() -> Text:
    return text(
        "Points by place: {points}; tied players share them, rounded down.",
        points=listed([str(number) for number in POINTS], ""),
    )


def _lengths_view(session: Session) -> View:
    """Return the page that begins a tournament with one touch."""
    option, word = option_row(session)
    begun = word != OFF
    choices = tuple(
        Choice(value.label, NOTHING, SetTournament(value.word), chosen=value.word == word)
        for value in (*option.choices[1:], *option.choices[: int(begun)])
    )
    first = text("This game counts as the first.") if session.page == OVER else NOTHING
    return View(
        NAME,
        option.title,
        hint=option.about,
        body=TournamentPage(
            (),
            NOTHING,
            winners=(),
            choices=(),
            lengths=ChoiceGroup(first, WAYS, choices, note=_points_words()),
        ),
        back=text("Close"),
        on_back=ClosePage(NAME),
    )


def _choices(session: Session, now: Tournament) -> tuple[Choice, ...]:
    if now.ended and (now.length == OPEN_ENDED or len(now.games) < now.length):
        return (Choice(text("Go on with it"), "", EndTournament(on=True)),)
    if now.is_over:
        return (Choice(text("Play again"), "", Again()),) if session.page == OVER else ()
    return (Choice(text("End the tournament"), "", EndTournament()),)


PAGE: Final = Page(
    tournament_view,
    {EndTournament: on_end},
    always={SetTournament: Guarded(on_set, Precondition((SETUP, OVER), refusal=CLOSED))},
    opened=on_open,
    of_race=True,
)
