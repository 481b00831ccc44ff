"""Save as and load: a kept game has a name, and the first page lists games to resume.

Those that fit the table come first.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.loop import EventLoop
from companion.app.startup import kept_session
from companion.folders import JOURNAL
from companion.session.choices import Choice
from companion.session.lobby.people_messages import SitDown
from companion.session.messages import (
    Begin,
    ChooseBoard,
    ClosePage,
    Confirm,
    Decline,
    OpenPage,
    SetName,
    news,
)
from companion.session.pages.deck import AskName, GiveName, GroupsPage
from companion.session.pages.load import LoadRace
from companion.session.pages.records import AddPerson, Browse, DropPerson, ProposeDrop
from companion.session.pages.save import SaveAs
from companion.session.view import CHECK, MENU, OFFER
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable
from companion.words import text
from tests.kept import done, evening, games_of, into_play, say
from tests.kept_games import Run, runner
from tests.recorded import WHEN, recorded
from tests.session.evenings import begun
from tests.typed import mistyped, noted, serve


@pytest.fixture
def games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Run:
    """Return what runs `games`."""
    return runner(capsys, monkeypatch, tmp_path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder where games are kept."""
    return tmp_path / "kept"


def choices(loop: EventLoop) -> list[Choice]:
    """Return what can be touched on the page."""
    body = loop.view.body
    assert isinstance(body, GroupsPage)
    return [choice for group in body.groups for choice in group.choices]


def groups(loop: EventLoop) -> dict[str, list[str]]:
    """Return the labels under each title."""
    body = loop.view.body
    assert isinstance(body, GroupsPage)
    return {
        str(group.title): [str(choice.label) for choice in group.choices] for group in body.groups
    }


def listed(loop: EventLoop) -> None:
    """Open the list and wait for it."""
    say(loop, OpenPage("load"))
    loop.host.background.wait()
    loop.poll(0.0)


def left(
    folder: Path,
    board: str,
    name: str = "",
    readers: Callable[[], ScreenFallback] | None = None,
    players: tuple[str, ...] = ("person", "random"),
) -> int:
    """Begin a game, name it if asked, leave it, and return its number."""
    with evening(
        folder,
        *players,
        seed=3,
        fresh=True,
        **({"readers": readers()} if readers is not None else {}),
    ) as loop:
        say(loop, ChooseBoard(board), Begin())
        done(loop)
        if name:
            say(loop, OpenPage("save"), SaveAs(name))
    return next(game.id for game in games_of(folder) if game.kind == "race")


def real(*seats: int) -> Callable[[], ScreenFallback]:
    """Return a maker of readers of these seats."""
    return lambda: ScreenFallback(ScriptedTable(seats))


# ---- Save as -------------------------------------------------------------------------------------


def test_a_suggested_name_needs_one_touch(folder: Path, games: Run) -> None:
    """Save with one touch under a suggested name of board, players and date.

    The name is in the list, in what is shown of the game, and in JSON.
    """
    with evening(folder, "person", "random", seed=3) as loop:
        say(loop, Begin())
        done(loop)
        say(loop, OpenPage("menu"), OpenPage("save"))
        first, *others, typing = choices(loop)
        assert (
            str(first.label) == recorded("Fountain-Circus-BRASS-20", when=WHEN)
            and len(others) == 2
            and typing.message == AskName(True)
        )
        say(loop, first.message)
        name = str(first.label)
        assert loop.view.page == MENU and loop.view.notice == news(
            text("The game is saved as “{name}”.", name=name)
        )
        say(loop, OpenPage("save"))
        assert name in str(loop.view.hint) and [choice.chosen for choice in choices(loop)] == [
            True,
            False,
            False,
            False,
        ]
    number = next(game.id for game in games_of(folder) if game.kind == "race")
    assert games("list").out == recorded(
        "name-Fountain-Circus-2-seats-unfinished", name=name, when=WHEN
    )
    assert games("show", number).out.startswith(f"Game {number}: “{name}”, Fountain Circus")
    assert (
        json.loads(games("list", "--json").out)["name"] == name
        and json.loads(games("show", number, "--json").out)["name"] == name
    )


def test_any_other_name_is_typed(folder: Path) -> None:
    """Type any other name on the keyboard over the page.

    Trim spaces and cut what a list has no room for.
    """
    with evening(folder, "person", "random", seed=3) as loop:
        say(loop, Begin())
        done(loop)
        say(loop, OpenPage("save"), GiveName("TOO EARLY"))
        assert loop.view.page == "save" and not games_of(folder)[0].name
        say(loop, AskName(True))
        assert isinstance(loop.view.body, GroupsPage) and loop.view.body.naming is not None
        say(loop, GiveName("  ANNA'S   BIRTHDAY "))
        assert games_of(folder)[0].name == "ANNA'S BIRTHDAY"
        say(loop, OpenPage("save"), SaveAs("X" * 200))
        assert games_of(folder)[0].name == "X" * 60


@pytest.mark.parametrize("name", ["", "   ", "\x00", "a\x1bb", 7, None])
def test_what_is_no_name_is_refused(folder: Path, name: object) -> None:
    """Refuse what is no name in words, and keep the old one."""
    with evening(folder, "person", "random", seed=3) as loop:
        say(loop, Begin())
        done(loop)
        say(loop, OpenPage("save"), SaveAs("BEFORE"), OpenPage("save"), SaveAs(name))  # type: ignore[arg-type]
        assert str(loop.view.notice) == recorded("at-least-one-letter")
    assert games_of(folder)[0].name == "BEFORE"


def test_before_a_race_there_is_nothing_to_name(folder: Path) -> None:
    """Offer no name before a race, and ignore one that is sent."""
    with evening(folder, "person", "random", seed=3) as loop:
        say(loop, OpenPage("save"), SaveAs("NOBODY"))
        assert loop.view.page == "board" and loop.view.notice
    assert all(not game.name for game in games_of(folder))


def test_a_name_stays_through_a_start_and_goes_with_its_game(folder: Path, games: Run) -> None:
    """Keep the name through a restart and delete it with its game; no later game gets it."""
    number = left(folder, "fountain-circus", "KEPT")
    with evening(folder) as loop:
        say(loop, Confirm(loop.session.revision), Confirm(loop.session.revision), OpenPage("save"))
        assert "“KEPT”" in str(loop.view.hint)
    assert games("delete", number, "--yes").status == 0
    with closing(sqlite3.connect(folder / JOURNAL)) as connection:
        assert connection.execute(
            "SELECT count(*) FROM settings WHERE name = ?", (f"name {number}",)
        ).fetchone() == (0,)


def test_without_a_journal_it_is_said_that_nothing_is_kept() -> None:
    """Show the suggestions without a journal, and say that nothing is kept."""
    loop = begun()
    loop.send(OpenPage("save"))
    loop.send(choices(loop)[0].message)
    assert str(loop.view.notice) == recorded("not-saved")


# ---- Load ----------------------------------------------------------------------------------------


def test_the_first_page_leads_to_the_list_where_a_game_is_not_over(folder: Path) -> None:
    """Offer the list if a game is unfinished, the newest first.

    Each entry has its name, players, progress and date. A new machine has no list.
    """
    with evening(folder, "person", "random", seed=3) as loop:
        assert not loop.view.body.load
    left(folder, "gorge-crossing")
    left(folder, "fountain-circus", "ANNA'S BIRTHDAY")
    with evening(folder) as loop:
        say(loop, Decline())
        assert str(loop.view.body.load) == recorded("Load")
        listed(loop)
        assert groups(loop) == recorded("Everybody-is-here")
        about = str(choices(loop)[0].about)
        assert about == recorded("Fountain-Circus-2-seats-BRASS-COPPER", when=WHEN)


def test_a_game_that_is_over_or_never_begun_is_not_listed(folder: Path) -> None:
    """Do not list games that are over or never began, nor setups."""
    left(folder, "gorge-crossing")
    assert (
        main(
            [
                "simulate",
                "--seats",
                "2",
                "--rules",
                "lives=1",
                "--seed",
                "3",
                "--board",
                "gorge-crossing",
                "--db",
                str(folder / JOURNAL),
            ]
        )
        == 0
    )
    with evening(folder) as loop:
        say(loop, Decline())
        listed(loop)
        assert groups(loop) == recorded("Everybody-is-here")


def test_those_that_want_more_readers_say_so_and_stand_behind(folder: Path) -> None:
    """List games that need more readers last, with a note, and load them all the same."""
    left(folder, "fountain-circus", "AT READERS", real(1, 2), ("person", "person", "random"))
    left(folder, "gorge-crossing", "ON THE SCREEN")
    left(folder, "going-train", "ONE OF TWO", real(1), ("person", "person"))
    with evening(folder) as loop:
        say(loop, Decline())
        listed(loop)
        assert groups(loop) == recorded("Everybody-is-here")
        abouts = [str(choice.about) for choice in choices(loop)]
        assert (
            "needs" not in abouts[0]
            and abouts[1] == recorded("It-needs-1-reader-0-answer", when=WHEN)
            and abouts[2] == recorded("It-needs-2-readers-0-answer", when=WHEN)
        )
    with evening(folder, readers=real(1)()) as loop:
        say(loop, Decline())
        listed(loop)
        assert groups(loop)["Everybody is here"] == ["ONE OF TWO", "ON THE SCREEN"]
        assert str(choices(loop)[2].about) == recorded("It-needs-2-readers-1-answers", when=WHEN)


def played_by(folder: Path, board: str, *people: int) -> int:
    """Return a game of these people at the first seats and a guest, begun and left."""
    with evening(folder, *["person"] * (len(people) + 1), seed=3, fresh=True) as loop:
        say(
            loop,
            ChooseBoard(board),
            *(SitDown(seat, person) for seat, person in enumerate(people, 1)),
            Begin(),
        )
        done(loop)
    return next(game.id for game in games_of(folder) if game.kind == "race")


def test_those_of_the_people_who_sit_there_come_first(folder: Path) -> None:
    """List games of the people at the table first, and say who is missing in the others.

    These can be loaded all the same. Pieces have the names of their people.
    """
    with evening(folder, "person") as loop:
        say(loop, *(AddPerson(name) for name in ("ADA", "BO", "CY")))
    numbers = [
        played_by(folder, "fountain-circus", 2, 1),
        played_by(folder, "gorge-crossing", 1, 2, 3),
        played_by(folder, "welding-shop", 3),
    ]
    played_by(folder, "going-train")
    with evening(folder, fresh=True) as loop:
        say(loop, SitDown(1, 1), SitDown(2, 2), SetName(1, "TANK"))
        listed(loop)
        assert groups(loop) == recorded("Everybody-is-here")
        first, _, alone, three = (str(choice.about) for choice in choices(loop))
        assert (
            first == recorded("BO-ADA-AZURE-turn-1", when=WHEN)
            and "sit" not in first
            and alone == recorded("CY-does-not-sit-here", when=WHEN)
            and three == recorded("ADA-BO-CY", when=WHEN)
        )
        asked: list[int] = []
        serve(loop.host.process, load=lambda number: noted(asked, number, text("Loaded.")))
        say(loop, LoadRace(numbers[1]))
        assert asked == [numbers[1]]
        say(loop, ClosePage("load"), SitDown(1, 0), SitDown(2, 0))
        listed(loop)
        assert groups(loop)["Everybody is here"] == recorded("Going-Train-1-seat") and str(
            choices(loop)[2].about
        ) == recorded("ADA-BO-and-CY-do-not", when=WHEN)
        # A deleted person is not waited for.
        say(
            loop,
            ClosePage("load"),
            OpenPage("records"),
            Browse(3),
            ProposeDrop(True),
            DropPerson(3),
            ClosePage("records"),
        )
        listed(loop)
        assert groups(loop)["Everybody is here"] == recorded("Going-Train-1-seat-2") and str(
            choices(loop)[1].about
        ) == recorded("BRASS-COPPER", when=WHEN)


def test_what_cannot_be_gone_on_with_says_why(folder: Path) -> None:
    """List damaged games, those of other rules and of unknown games last, with the reason."""
    numbers = [
        left(folder, board)
        for board in ("gorge-crossing", "going-train", "lighthouse-rock", "fountain-circus")
    ]
    with closing(sqlite3.connect(folder / JOURNAL)) as connection:
        facts = [
            json.loads(
                connection.execute("SELECT header FROM games WHERE id = ?", (number,)).fetchone()[0]
            )
            for number in numbers
        ]
        for number, header in zip(
            numbers,
            (
                json.dumps({**facts[0], "rules": 999}),
                json.dumps({**facts[1], "game": "chess"}),
                '{"rules": 1}',
            ),
            strict=False,
        ):
            connection.execute("UPDATE games SET header = ? WHERE id = ?", (header, number))
        connection.commit()
    with evening(folder, fresh=True) as loop:
        asked: list[int] = []
        serve(loop.host.process, load=lambda number: noted(asked, number, text("Loaded.")))
        listed(loop)
        assert (
            groups(loop)["Everybody is here"] == recorded("Fountain-Circus-2-seats")
            and len(groups(loop)["These cannot be continued"]) == 3
        )
        reasons = " ".join(str(choice.blocked) for choice in choices(loop))
        assert reasons == recorded("version-999-of-the-rules")
        for unknown in (*numbers[:3], 99, "x", None):
            say(loop, mistyped(LoadRace, unknown))
            assert loop.view.notice and not asked
        say(loop, LoadRace(numbers[3]))
        assert asked == [numbers[3]]


def test_a_journal_that_cannot_be_read_gives_a_sentence(folder: Path) -> None:
    """Answer the list with a sentence if the journal cannot be read, at any moment."""
    left(folder, "gorge-crossing")
    with evening(folder) as loop:
        say(loop, Decline())
        for name in (JOURNAL, f"{JOURNAL}-wal"):
            (folder / name).rename(folder / f"{name}.away") if (folder / name).exists() else None
        (folder / JOURNAL).mkdir()
        listed(loop)
        assert loop.view.notice and not choices(loop)
        (folder / JOURNAL).rmdir()
        for name in (JOURNAL, f"{JOURNAL}-wal"):
            (folder / f"{name}.away").rename(folder / name) if (
                folder / f"{name}.away"
            ).exists() else None


def test_a_loaded_game_begins_with_the_check_of_the_table(folder: Path) -> None:
    """Resume the older of two games by its number: offer, check with every piece, then the race."""
    with evening(folder, "random", "random", seed=7) as loop:
        into_play(loop)
        number, words = (
            loop.record.game if loop.record is not None else 0,
            str(loop.view.body.instruction.words),
        )
    left(folder, "gorge-crossing")
    loop = kept_session(folder, number=number)
    try:
        assert loop.view.page == MENU and loop.view.body.where == OFFER
        say(loop, Confirm(loop.session.revision))
        assert loop.view.body.where == CHECK
        say(loop, Confirm(loop.session.revision))
        assert str(loop.view.body.instruction.words) == words
    finally:
        loop.close()
