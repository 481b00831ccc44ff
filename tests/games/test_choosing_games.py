"""Several games in one house: one is chosen, each keeps its setup, the last played is first."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import pytest

from companion.app.game_offers import last_played, offers_of
from companion.app.loop import EventLoop, boards_of, catalogue, open_session
from companion.app.recording import PLAYED, recall
from companion.app.startup import kept_session
from companion.games import USUAL, find_game, games_known
from companion.games.api import Game
from companion.journal.base import RACE, SETUP
from companion.journal.store import open_journal
from companion.session.lobby.arrangement import GameOffer
from companion.session.lobby.setup import CLOSED
from companion.session.messages import (
    Begin,
    ChooseBoard,
    Decline,
    Go,
    SetColour,
    SetName,
    SetPin,
    SetPlayer,
    SetRule,
    TouchSquare,
)
from companion.session.pages.board import BoardPage, ChooseGame
from companion.session.view import PLACE, PROGRAM, SEATS
from companion.testing.played_session import tells
from tests.recorded import recorded

pytestmark = pytest.mark.usefixtures("three_games")


def house(
    settings: Mapping[str, str] = {}, players: tuple[str, ...] = ("person", "random", "person")
) -> EventLoop:
    """Return a session at its first page, with all games on offer."""
    return open_session(
        seed=3, players=players, game=last_played(settings), games=offers_of(settings)
    )


def page(loop: EventLoop) -> BoardPage:
    """Return the first page of the setup."""
    assert isinstance(loop.view.body, BoardPage)
    return loop.view.body


def saying(loop: EventLoop, *messages: object) -> EventLoop:
    """Return the session after some messages."""
    for message in messages:
        loop.send(message)
    return loop


# ---- The first page ------------------------------------------------------------------------------


def test_all_games_are_on_the_first_page() -> None:
    """List the usual game first, then others by key, with the chosen one's boards."""
    loop = house()
    assert [(game.key, game.title) for game in page(loop).games] == [
        ("clockwork", "Clockwork Derby"),
        ("sprint", "Sprint"),
        ("topcard", "Top Card"),
    ]
    assert page(loop).game == "clockwork" and [choice.key for choice in page(loop).choices] == [
        entry.key for entry in catalogue()
    ]
    assert loop.session.config.pages == ("board", "flags", "seats", "rules")
    saying(loop, ChooseGame("topcard"))
    assert page(loop).game == "topcard" and page(loop).choices == () and loop.view.board is None
    assert loop.session.config.pages == ("board", "seats") and str(loop.view.forward) == recorded(
        "Seats"
    )
    saying(loop, Go("next"))
    assert (
        loop.session.page == SEATS
        and str(loop.view.back) == recorded("Game")
        and str(loop.view.forward) == recorded("Begin")
    )
    saying(loop, Go("back"))
    assert page(loop).game == "topcard"


def test_one_game_alone_is_no_choice() -> None:
    """Offer no choice and no page for one game."""
    loop = open_session(game=find_game("topcard"), games=offers_of({})[2:])
    assert loop.session.page == SEATS and loop.session.config.pages == ("seats",)
    assert (
        page(open_session(games=offers_of({})[:1])).games == () and page(open_session()).game == ""
    )


def test_titles_are_known_without_the_games() -> None:
    """Know titles without loading games, as the games say."""
    for one in games_known():
        game = find_game(one.key)
        assert game is not None and (game.title, game.about) == (one.title, one.about)
    assert import_module("companion.games.clockwork").TITLE == "Clockwork Derby"
    loaded: list[str] = []

    def load() -> tuple[Game, tuple[()]]:
        loaded.append("topcard")
        game = find_game("topcard")
        assert game is not None
        return game, ()

    usual, *_ = offers_of({})
    loop = open_session(games=(usual, GameOffer("topcard", "Top Card", usual.about, load)))
    assert str(loop.view.title) == recorded("Choose-a-game") and not loaded
    saying(loop, ChooseGame("topcard"))
    assert loaded == ["topcard"]


def test_every_game_can_be_begun() -> None:
    """Begin every game after any other one."""
    for key, first in (("clockwork", PLACE), ("sprint", PLACE), ("topcard", PROGRAM)):
        loop = saying(
            house(), ChooseGame("sprint"), ChooseGame("topcard"), ChooseGame(key), Begin()
        )
        assert loop.session.page == first and loop.session.config.game.key == key, loop.view.notice


# ---- Who and what --------------------------------------------------------------------------------


def test_who_sits_where_stays() -> None:
    """Keep players, names, colours and PINs as far as there are seats.

    Returning seats are free, and no two are alike.
    """
    loop = saying(
        house(),
        SetName(1, "Ada"),
        SetColour(2, "violet"),
        SetPin(1, "1234"),
        SetPlayer(6, "random"),
    )
    before = loop.session.lobby.setup.seats
    saying(loop, ChooseGame("topcard"))
    assert loop.session.lobby.setup.seats == before
    saying(loop, ChooseGame("sprint"))
    assert loop.session.lobby.setup.seats == before[:3] and set(loop.session.readers.by_seat) == {
        1,
        2,
        3,
    }
    saying(loop, ChooseGame("clockwork"))
    after = loop.session.lobby.setup.seats
    assert (
        after[:3] == before[:3]
        and not any(seat.player for seat in after[3:])
        and set(loop.session.readers.by_seat) == set(range(1, 9))
    )
    for trait in ("name", "colour", "shape"):
        assert len({getattr(seat, trait) for seat in after}) == 8


def test_each_game_remembers_its_own_setup() -> None:
    """Keep board, flags and settings of each game within the session."""
    loop = saying(
        house(),
        ChooseBoard("packing-hall"),
        SetRule("lives", "inf"),
        Go("flags"),
        TouchSquare(loop_square()),
        Go("seats"),
    )
    chosen = loop.session.lobby.setup
    saying(loop, ChooseGame("topcard"))
    assert (
        loop.session.lobby.setup.board == ""
        and loop.session.lobby.setup.words == {}
        and loop.session.page == "board"
    )
    saying(loop, ChooseGame("clockwork"))
    assert loop.session.lobby.setup == chosen


def loop_square() -> str:
    """Return a square of the board that is suggested first."""
    return dict(catalogue(["packing-hall"])[0].markers)["away"][0]


def test_what_cannot_be_chosen_is_refused_in_words() -> None:
    """Refuse a missing or broken game, and any during a race; the present one changes nothing."""
    loop = house()
    before = loop.session
    saying(loop, ChooseGame("chess"))
    assert str(loop.view.notice) == recorded("There-is-no-game-chess-take")
    saying(loop, ChooseGame("clockwork"))
    assert (loop.session.config, loop.session.lobby.setup, loop.session.revision) == (
        before.config,
        before.lobby.setup,
        before.revision,
    )

    def broken() -> tuple[Game, tuple[()]]:
        raise ImportError("no such card")

    usual, *_ = offers_of({})
    loop = saying(
        open_session(games=(usual, GameOffer("bad", "Bad Game", usual.about, broken))),
        ChooseGame("bad"),
    )
    assert (
        str(loop.view.notice) == recorded("Bad-Game-cannot-be-played-ImportError")
        and loop.session.config.game.key == "clockwork"
    )
    loop = saying(house(), Begin(), ChooseGame("topcard"))
    assert (
        loop.session.page == PLACE
        and loop.session.config.game.key == "clockwork"
        and loop.session.notice == CLOSED
    )
    saying(loop, Go("board"), ChooseGame("topcard"))
    assert loop.session.config.game.key == "topcard"


# ---- Kept ----------------------------------------------------------------------------------------


def kept_evening(folder: Path, **how: object) -> EventLoop:
    """Return a session with its journal, as a start has it."""
    return kept_session(folder, **how)  # type: ignore[arg-type]


def said(loop: EventLoop, *messages: object) -> None:
    """Send messages, and wait until they are kept."""
    saying(loop, *messages)
    assert loop.record is not None
    loop.record.wait()
    loop.poll(0.0)


def test_the_game_played_last_comes_first(tmp_path: Path) -> None:
    """Offer the game played last; a mere choice does not count, and a start may name one."""
    loop = kept_evening(tmp_path)
    said(loop, ChooseBoard("packing-hall"), ChooseGame("sprint"), ChooseGame("topcard"))
    loop.close()
    loop = kept_evening(tmp_path)
    assert page(loop).game == "clockwork" and loop.session.lobby.setup.board == "packing-hall"
    said(loop, ChooseGame("topcard"), SetName(1, "Ada"), Begin())
    loop.close()
    loop = kept_evening(tmp_path, fresh=True)
    assert page(loop).game == "topcard" and loop.session.lobby.setup.seats[0].name == "Ada"
    said(loop, ChooseGame("clockwork"))
    assert loop.session.lobby.setup.board == "packing-hall"
    loop.close()
    loop = kept_evening(tmp_path, fresh=True, game=find_game("sprint"))
    assert page(loop).game == "sprint" and len(page(loop).games) == 3
    loop.close()


def test_after_a_race_that_was_gone_on_with_another_game_can_be_chosen(tmp_path: Path) -> None:
    """Offer all games after declining a kept race."""
    loop = kept_evening(tmp_path)
    said(loop, ChooseGame("topcard"), Begin())
    loop.close()
    loop = kept_evening(tmp_path)
    assert (
        loop.session.timeline.resume_check is not None and loop.session.config.game.key == "topcard"
    )
    said(loop, Decline())
    assert page(loop).game == "topcard" and len(page(loop).games) == 3
    said(loop, ChooseGame("clockwork"))
    assert page(loop).choices
    loop.close()


def test_a_kept_setup_replays(tmp_path: Path) -> None:
    """Replay a setup with its choice of game; a race has its game alone."""
    loop = kept_evening(tmp_path)
    said(
        loop,
        ChooseBoard("packing-hall"),
        ChooseGame("topcard"),
        SetName(2, "Bob"),
        ChooseGame("clockwork"),
        ChooseGame("topcard"),
    )
    setup = loop.session.lobby.setup
    journal = open_journal(tmp_path / "journal.db", 0.0, writer=False)
    (kept,) = [kept for kept in journal.games() if kept.kind == SETUP]
    recalled = recall(journal, kept, boards_of, every=True)
    assert (
        recalled.drift is None
        and recalled.session.lobby.setup == setup
        and recalled.session.config.game.key == "topcard"
    )
    assert [offer.key for offer in recalled.session.config.games] == [
        "clockwork",
        "sprint",
        "topcard",
    ]
    journal.close()
    said(loop, Begin())
    loop.close()
    journal = open_journal(tmp_path / "journal.db", 0.0, writer=False)
    (kept,) = [kept for kept in journal.games() if kept.kind == RACE]
    header = json.loads(kept.header)
    assert (
        header["game"] == "topcard"
        and "games" not in header
        and header["page"] == "seats"
        and journal.settings()[PLAYED] == "topcard"
    )
    assert recall(journal, kept, boards_of, every=True).drift is None
    journal.close()


def test_what_is_kept_of_other_games_names_nobody(tmp_path: Path) -> None:
    """Keep players' names in one place of the header only, since reports are for strangers."""
    loop = kept_evening(tmp_path)
    said(loop, SetName(1, "Ada"), SetPin(1, "1234"), ChooseGame("topcard"), ChooseGame("sprint"))
    loop.close()
    loop = kept_evening(tmp_path)
    said(loop, ChooseGame("sprint"))
    journal = open_journal(tmp_path / "journal.db", 0.0, writer=False)
    for kept in journal.games():
        assert "Ada" not in json.dumps(json.loads(kept.header).get("games", [])) and not tells(
            kept.header, "1234"
        )
    journal.close()
    loop.close()


def test_a_game_that_cannot_be_loaded_keeps_no_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start with the usual game if the last one cannot be loaded."""
    game = find_game("topcard")
    assert game is not None and last_played({PLAYED: "topcard"}) is game
    monkeypatch.setattr(import_module("companion.games.topcard.game"), "GAME", None)
    assert last_played({PLAYED: "topcard"}).key == USUAL


def test_settings_that_cannot_be_read_are_as_none() -> None:
    """Ignore unreadable settings: another game's, half a setup, a missing board."""
    assert last_played({PLAYED: "chess"}).key == USUAL == last_played({}).key
    for chosen in (
        "",
        "[]",
        "{",
        json.dumps({"setup": 3}),
        json.dumps({"setup": {"board": "gone", "flags": [], "words": {}}}),
        json.dumps({"setup": {"board": "packing-hall", "flags": ["Z99"], "words": {}}}),
    ):
        loop = saying(house({PLAYED: "topcard", "chosen": chosen}), ChooseGame("clockwork"))
        assert loop.session.lobby.setup.board == catalogue()[0].key, chosen
