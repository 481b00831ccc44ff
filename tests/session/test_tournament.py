"""Several games of an evening: the people of last time, another board, and a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.games
from companion.app.game_offers import offers_of
from companion.app.loop import EventLoop, open_session, play_to_the_end
from companion.app.records import ReadRecords, RecordsKeeper, keep_records, read_records
from companion.phones.phone_view import second_screen
from companion.records.book import Book
from companion.records.tournament import Placed, Tournament, TournamentGame, points_of
from companion.records.written import book_text, read_book
from companion.session.lobby.as_last_time import PlayAsLastTime
from companion.session.messages import (
    Again,
    ApplyCorrection,
    BackToSetup,
    Begin,
    ChooseBoard,
    Go,
    GoBack,
    GoForward,
    OpenPage,
    SetColour,
    SetName,
    SetPlayer,
    SetRule,
)
from companion.session.pages.another import NAME as ANOTHER
from companion.session.pages.another import PlayAgainOn
from companion.session.pages.board import BoardPage, ChooseGame
from companion.session.pages.records import AddPerson, RenamePerson
from companion.session.pages.rules import RulesPage
from companion.session.pages.tournament import NAME, EndTournament, SetTournament, TournamentPage
from companion.session.view import OVER, PLACE, RULES, SummaryPage
from tests.games.outside import bidding
from tests.kept import evening, say
from tests.test_records import PILOTS, SHORT, to_the_end
from tests.typed import present


def placed(name: str, place: int, person: int = 0) -> Placed:
    """Return a player's place."""
    return Placed(name, "brass", "circle", person, place)


def game(key: str, *players: Placed) -> TournamentGame:
    """Return a game that counts."""
    return TournamentGame("Clockwork Derby", "Going Train", players, key)


# ---- Points --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3, 4), (10, 8, 6, 5)),
        ((3, 1, 2), (6, 10, 8)),
        ((1, 1, 3), (9, 9, 6)),
        ((1, 2, 2, 2), (10, 6, 6, 6)),
        ((1, 1, 1, 1, 1, 1, 1, 1), (4,) * 8),
        ((1, 2, 3, 4, 5, 6, 7, 8), (10, 8, 6, 5, 4, 3, 2, 1)),
    ],
)
def test_places_earn_points_that_tied_players_share(
    places: tuple[int, ...], points: tuple[int, ...]
) -> None:
    """Share the points of the places that tied players take, rounded down."""
    assert points_of(places) == points


def test_totals_follow_persons_and_names() -> None:
    """Sum the points of a person by its number, also under another name, and of a guest by name."""
    played = (
        Tournament(3)
        .with_game(game("1", placed("Anna", 1, 7), placed("Ben", 2)))
        .with_game(game("2", placed("Ben", 1), placed("Cleo", 2), placed("Anne", 3, 7)))
    )
    assert [(one.place, one.player.name, one.points, one.total) for one in played.totals()] == [
        (1, "Ben", (8, 10), 18),
        (2, "Anne", (10, 6), 16),
        (3, "Cleo", (None, 8), 8),
    ]
    assert not played.is_over
    over = played.with_game(game("3", placed("Anne", 1, 7)))
    assert over.is_over and [one.name for one in over.winners()] == ["Anne"]
    assert over.with_game(game("4", placed("Ben", 1))) == over
    assert over.without_game("3") == played
    assert Tournament(after="9").with_game(game("9", placed("Ben", 1))) == Tournament(after="9")
    assert read_book(book_text(Book(tournament=over)), "book").tournament == over


# ---- At the table --------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EventLoop]:
    """Return a table of three pilots with all games, also one of strangers."""
    paths = [*companion.games.__path__, *(path.rpartition("/")[0] for path in bidding.__path__)]
    monkeypatch.setattr(companion.games, "__path__", paths)
    loop = open_session(seed=3, players=("random",) * 3, games=offers_of({}))
    loop.host.records = RecordsKeeper(tmp_path, ReadRecords(Book()), lambda race: f"{race}-1")
    yield loop
    loop.close()


def play(loop: EventLoop) -> None:
    """Play a game from the set-up to its end."""
    loop.send(Begin())
    assert play_to_the_end(loop, 200) and loop.session.page == OVER
    loop.poll(0.0)


def test_a_tournament_goes_through_games_that_know_nothing_of_it(
    table: EventLoop, tmp_path: Path
) -> None:
    """Give points by the standings of four games, one of them by strangers; the sum decides."""
    loop, earned = table, dict.fromkeys((1, 2, 3), 0)
    loop.send(SetTournament("4"))
    for number, key in enumerate(("clockwork_derby", "cardbot", "diesel", "bidding"), 1):
        loop.send(ChooseGame(key))
        if key == "clockwork_derby":
            for message in (ChooseBoard("gorge-crossing"), SetRule("lives", "1")):
                loop.send(message)
        play(loop)
        match = present(loop.session.match)
        places = {one.seat: one.place for one in loop.session.config.game.standings(match.position)}
        points = points_of(places[seat] for seat in earned)
        earned = {seat: earned[seat] + more for seat, more in zip(earned, points, strict=True)}
        tournament = present(loop.session.config.records.tournament)
        assert len(tournament.games) == number and tournament.is_over == (number == 4)
        assert read_records(tmp_path).book.tournament == tournament
        body = loop.view.body
        assert isinstance(body, SummaryPage) and body.tournament
        assert str(body.tournament) in [
            str(line.words) for line in second_screen(loop.session).lines
        ]
        loop.send(OpenPage(NAME))
        page = loop.view.body
        assert isinstance(page, TournamentPage) and bool(page.winner) == (number == 4)
        names = loop.session.lobby.setup.names
        totals = {row.sign.name: int(str(row.facts[-1].figure)) for row in page.rows}
        assert totals == {names[seat]: total for seat, total in earned.items()}
        loop.send(BackToSetup())
    best = max(earned.values())
    winners = [one.name for one in present(loop.session.config.records.tournament).winners()]
    assert sorted(winners) == sorted(
        loop.session.lobby.setup.names[seat] for seat, total in earned.items() if total == best
    )


def test_settings_begin_change_and_end_it(table: EventLoop) -> None:
    """Choose the length among the settings; a tournament without a game leaves no trace."""
    loop = table
    loop.session = loop.session._replace(page=RULES)

    def option() -> tuple[list[str], str]:
        """Return the words to choose, and the chosen one."""
        body = loop.view.body
        assert isinstance(body, RulesPage)
        found, word = next(row for row in body.rows if row[0].key == NAME)
        return [choice.word for choice in found.choices], word

    assert option() == (["off", "2", "3", "4", "5", "7", "0"], "off")
    loop.send(RulesPage.said(NAME, "3"))
    assert option()[1] == "3"
    loop.send(SetTournament("off"))
    assert option()[1] == "off" and loop.session.config.records.tournament is None
    for nonsense in ("6", "x", "-1"):
        loop.send(SetTournament(nonsense))
        assert option()[1] == "off"
    loop.send(SetTournament("0"))
    records = loop.session.config.records
    kept = present(records.tournament).with_game(game("1", placed("Ben", 1)))
    kept = kept.with_game(game("2", placed("Ben", 1)))
    config = loop.session.config._replace(records=records._replace(tournament=kept))
    loop.session = loop.session._replace(config=config)
    assert option() == (["off", "3", "4", "5", "7", "0"], "0")
    loop.send(SetTournament("off"))
    ended = present(loop.session.config.records.tournament)
    assert ended.ended and len(ended.games) == 2 and option()[1] == "off"
    loop.send(OpenPage(NAME))
    loop.send(EndTournament(on=True))
    assert not present(loop.session.config.records.tournament).is_over


def begin(loop: EventLoop, word: str) -> None:
    """Touch a length on the page of the tournament."""
    body = loop.view.body
    assert isinstance(body, TournamentPage)
    touched = next(
        choice.message
        for choice in present(body.lengths).choices
        if choice.message == SetTournament(word)
    )
    loop.send(touched)
    assert not loop.session.is_open(NAME)


def test_two_touches_on_the_page_of_the_players_begin_it(table: EventLoop) -> None:
    """Begin, change and drop a tournament; pages of the set-up say which game comes next."""
    loop = table
    loop.send(Go("seats"))
    usual = loop.view.hint
    loop.send(OpenPage(NAME))
    begin(loop, "3")
    assert present(loop.session.config.records.tournament).length == 3
    assert str(loop.view.hint) == "Tournament: game 1 of 3 comes next."
    loop.send(OpenPage(NAME))
    begin(loop, "0")
    assert str(loop.view.hint) == "Tournament: game 1 comes next."
    loop.send(OpenPage(NAME))
    begin(loop, "off")
    assert loop.view.hint == usual and loop.session.config.records.tournament is None


def test_the_end_of_a_game_begins_a_tournament_with_it(table: EventLoop) -> None:
    """Count the game that has just ended, once, and never one from before."""
    loop = table
    for message in (ChooseBoard("gorge-crossing"), SetRule("lives", "1")):
        loop.send(message)
    play(loop)
    body = loop.view.body
    assert isinstance(body, SummaryPage) and body.begin_tournament is None
    setup = loop.session.lobby.setup
    people = (setup.seats[0]._replace(player="person"), *setup.seats[1:])
    loop.session = loop.session._replace(
        lobby=loop.session.lobby._replace(setup=setup._replace(seats=people))
    )
    loop.send(present(present(loop.view.body).begin_tournament))
    begin(loop, "2")
    loop.poll(0.0)
    (first,) = present(loop.session.config.records.tournament).games
    assert [one.name for one in first.placed] == [seat.name for seat in setup.seats[:3]]
    body = loop.view.body
    assert isinstance(body, SummaryPage) and body.begin_tournament is None
    assert str(body.tournament).startswith("Tournament, after game 1 of 2")
    loop.session = loop.session._replace(lobby=loop.session.lobby._replace(setup=setup))
    loop.send(Again())
    assert play_to_the_end(loop, 200)
    loop.poll(0.0)
    assert present(loop.session.config.records.tournament).is_over
    assert "wins" in str(loop.view.body.tournament) or "share" in str(loop.view.body.tournament)
    # The next game is not one of it: its end tells nothing of the tournament.
    loop.send(Again())
    assert play_to_the_end(loop, 200)
    loop.poll(0.0)
    assert not loop.view.body.tournament
    loop.send(SetTournament("3"))
    loop.poll(0.0)
    assert len(present(loop.session.config.records.tournament).games) == 1


def test_an_end_that_is_taken_back_takes_its_points_back(tmp_path: Path) -> None:
    """Count a game by its end: undone, ended again, after a restart, once each time."""
    with evening(tmp_path, *PILOTS, seed=5) as loop:
        say(loop, *SHORT, AddPerson("Anna", 1), SetTournament("3"), Begin())
        to_the_end(loop)
        once = present(loop.session.config.records.tournament)
        assert len(once.games) == 1
        say(loop, ApplyCorrection(GoBack("turn")))
        assert present(loop.session.config.records.tournament).games == ()
        assert present(read_records(tmp_path).book.tournament).games == ()
        say(loop, ApplyCorrection(GoForward()))
        to_the_end(loop)
        assert present(loop.session.config.records.tournament) == once
        # A game that is left before its end does not count.
        say(loop, Again(), Go("back"))
    with evening(tmp_path) as loop:
        assert present(loop.session.config.records.tournament) == once
        say(loop, Go("board"), OpenPage("records"), RenamePerson(1, "Anne"))
        names = {
            one.player.name for one in present(loop.session.config.records.tournament).totals()
        }
        assert {"Anne", "COPPER"} <= names
    # The power went between the end of the game and the records.
    book = read_records(tmp_path).book
    assert not keep_records(tmp_path, book._replace(races=(), ended="", tournament=Tournament(3)))
    with evening(tmp_path, fresh=True) as loop:
        found = present(loop.session.config.records.tournament)
        assert [one[2:] for one in found.totals()] == [one[2:] for one in once.totals()]


# ---- As last time --------------------------------------------------------------------------------


def test_one_touch_seats_the_people_of_last_time_and_begins(tmp_path: Path) -> None:
    """Seat people and guests with names, colours and pilots again, after a restart and changes."""
    with evening(tmp_path, "person", "person", "racer", seed=5) as loop:
        body = loop.view.body
        assert isinstance(body, BoardPage) and not body.last_time
        say(loop, AddPerson("Anna", 1), SetName(2, "BEN"), SetColour(2, "jade"))
        seats = loop.session.lobby.setup.seats
    with evening(tmp_path) as loop:
        body = loop.view.body
        assert isinstance(body, BoardPage) and "Anna, BEN" in str(body.last_time)
        say(loop, PlayAsLastTime())
        assert loop.session.page == PLACE and loop.session.lobby.setup.seats == seats
    with evening(tmp_path, fresh=True) as loop:
        others = [SetPlayer(seat, "") for seat in (2, 3)] + [SetColour(1, "jade")]
        say(loop, *others, SetPlayer(4, "person"), SetName(1, "DORA"))
        say(loop, ChooseBoard("going-train"), PlayAsLastTime())
        assert loop.session.page == PLACE, loop.session.notice
        assert [seat[:4] for seat in loop.session.lobby.setup.seats[:3]] == [
            seat[:4] for seat in seats[:3]
        ]
        assert loop.session.lobby.setup.playing == (1, 2, 3)
        assert loop.session.lobby.setup.board == "going-train"


# ---- Another board -------------------------------------------------------------------------------


def test_the_same_people_play_on_another_board(table: EventLoop) -> None:
    """Suggest a board not played lately, and begin there by one touch with the same seats."""
    loop = table
    for message in (ChooseBoard("gorge-crossing"), SetRule("lives", "1")):
        loop.send(message)
    play(loop)
    loop.send(OpenPage(ANOTHER))
    page = loop.view.body
    assert isinstance(page, BoardPage)
    keys = [choice.key for choice in page.choices]
    assert page.chosen == keys[0] and "gorge-crossing" not in keys
    seats = loop.session.lobby.setup.seats
    loop.send(PlayAgainOn("nowhere"))
    assert loop.view.page == ANOTHER
    loop.send(present(loop.view.on_forward))
    assert loop.session.page == PLACE and loop.session.lobby.setup.board == page.chosen
    assert (
        loop.session.lobby.setup.seats == seats and loop.session.lobby.setup.words["lives"] == "1"
    )
    assert not loop.session.overlays
