"""Typed decks in the folder of a table: found by the next session, never sent elsewhere."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path
from typing import cast

import pytest

from companion.__main__ import main
from companion.app.own_decks import brought_in, deck_path, keep_deck, kept_decks
from companion.app.reports import bundle
from companion.commands.play import with_dealt_deck
from companion.games.api import Game
from companion.games.decks import Decks, own_deck, with_deck
from companion.health.world import World
from companion.session.commands import KeepDeck
from companion.session.messages import BackToSetup, Begin, ClosePage, Confirm
from companion.session.pages.deck import (
    AlterEntry,
    DeckState,
    DropEntry,
    EditDeck,
    GiveName,
    NewDeck,
    OpenEntry,
    UndoEdit,
)
from companion.session.pages.decks import ChooseDeck
from companion.session.view import OFFER, PROGRAM
from tests.games.proof.topcard.game import Table
from tests.games.test_own_decks import MINE
from tests.kept import evening, games_of, say, settled
from tests.recorded import recorded
from tests.typed import present

OTHER = MINE.replace("Cat", "Crow").replace("Mine", "Others")
SECRETS = ("Cat", "Dog", "Mine", "Crow")


@pytest.fixture
def home(tmp_path: Path, penned: Game) -> Path:
    """Return a state folder with a deck."""
    (tmp_path / "my cats.toml").write_text(MINE, "utf-8")
    assert brought_in(tmp_path / "kept", penned, MINE, str(tmp_path / "my cats.toml")) == "my-cats"
    return tmp_path / "kept"


def test_a_deck_is_chosen_again_at_the_next_evening(home: Path, penned: Game) -> None:
    """Choose a deck again in the next session, or the game's cards if it is gone or broken."""
    with evening(home, game=penned) as loop:
        assert loop.session.lobby.setup.deck == "" and [
            entry.key for entry in loop.session.config.decks
        ] == ["my-cats"]
        say(loop, ChooseDeck("my-cats"))
        assert own_deck(loop.session.config.game) == MINE
    with evening(home, game=penned) as loop:
        assert (
            loop.session.lobby.setup.deck == "my-cats"
            and own_deck(loop.session.config.game) == MINE
        )
    path = deck_path(home, "penned", "my-cats")
    for content in (MINE[:40], "", None):
        path.unlink() if content is None else path.write_text(content, "utf-8")
        with evening(home, game=penned) as loop:
            assert loop.session.lobby.setup.deck == "" and loop.session.config.game is penned


@pytest.mark.parametrize("after", [OTHER, "nothing = [", None])
def test_a_race_goes_on_whatever_becomes_of_its_deck(
    home: Path, penned: Game, after: str | None
) -> None:
    """Resume a race with its own text of the deck; the next race uses the present file."""
    with evening(home, "person", "person", game=penned, seed=3) as loop:
        say(loop, ChooseDeck("my-cats"), Begin())
        assert loop.session.page == PROGRAM
        # The game was loaded again, with another class of the same name.
        position = cast(Table, present(loop.session.match).position)
    path = deck_path(home, "penned", "my-cats")
    path.unlink() if after is None else path.write_text(after, "utf-8")
    with evening(home) as loop:
        assert (
            loop.session.timeline.resume_check is not None
            and loop.session.timeline.resume_check.stage == OFFER
        )
        say(loop, Confirm(loop.session.revision))
        assert (
            loop.session.match is not None
            and loop.session.match.position == position
            and own_deck(loop.session.config.game) == MINE
        )
        assert {
            str(face.look.words)
            for code in present(position.hands[0])
            if (face := loop.session.config.game.face(code)) and face.look
        } <= {"Cat", "Dog"}
        say(loop, ChooseDeck(""))
        assert own_deck(loop.session.config.game) == MINE and str(loop.session.notice) == recorded(
            "has-begun"
        )


def test_what_is_written_on_the_screen_lies_in_the_folder(home: Path, penned: Game) -> None:
    """Write every change to the folder, finished or not; play no deck that became invalid."""
    with evening(home, game=penned) as loop:
        say(loop, ChooseDeck("my-cats"), EditDeck("my-cats"), OpenEntry("0"), GiveName("TOM CAT"))
        assert 'name = "Tom Cat"' in deck_path(home, "penned", "my-cats").read_text("utf-8")
        less = (
            present(Decks.of(penned))
            .form(loop.session.open_state("deck", DeckState).draft, "0")[1]
            .picks[0]
            .change
        )
        say(loop, AlterEntry(less), OpenEntry(""), ClosePage("deck"))
        assert (
            loop.session.lobby.setup.deck == ""
            and loop.session.config.game is penned
            and str(loop.session.notice) == recorded("not-complete")
        )
        say(loop, EditDeck("my-cats"), OpenEntry("1"), DropEntry())
        assert "Dog" not in deck_path(home, "penned", "my-cats").read_text("utf-8")
        say(loop, UndoEdit(), UndoEdit())
        assert "Dog" in deck_path(home, "penned", "my-cats").read_text("utf-8")
        say(loop, ClosePage("deck"))
        say(loop, NewDeck("empty"), GiveName("BIRDS"))
    assert [entry.key for entry in kept_decks(home)] == ["deck-1", "my-cats"]
    assert 'name = "Birds"' in deck_path(home, "penned", "deck-1").read_text("utf-8")


def test_a_folder_that_cannot_be_written_is_said(home: Path) -> None:
    """Say that the folder is read-only, and go on."""
    (home / "decks" / "topcard").write_text("a file where a folder belongs", "utf-8")
    said = str(keep_deck(home, KeepDeck("topcard", "one", "name = 1")))
    assert said == recorded("cannot-be-written", home=home)
    (home / "decks" / "penned" / "UPPER.deck.toml").write_text(MINE, "utf-8")
    (home / "decks" / "penned" / "bytes.deck.toml").write_bytes(b"\xff\xff")
    (home / "decks" / "penned" / "folder.deck.toml").mkdir()
    assert [entry.key for entry in kept_decks(home)] == ["my-cats"]


def test_a_deck_leaves_its_table_in_nothing(
    home: Path, penned: Game, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keep decks out of reports, bundles and exports, in setup and race, after a restart, too."""
    written = []
    # Its checks take seconds, and see no deck.
    monkeypatch.setattr("companion.app.reports.all_checked", lambda world: ())
    with evening(home, "person", "person", game=penned) as loop:
        say(
            loop,
            EditDeck("my-cats"),
            OpenEntry("0"),
            GiveName("CROW"),
            OpenEntry(""),
            ClosePage("deck"),
            ChooseDeck("my-cats"),
        )
        written += [_report(loop), _bundle(home, loop.session)]
        say(loop, Begin())
        written += [_report(loop), _bundle(home, loop.session)]
        say(loop, BackToSetup())
        written += [_report(loop), _bundle(home, loop.session)]
    assert not [
        (place, word) for place, words in enumerate(written) for word in SECRETS if word in words
    ], written
    assert "stay on their own computer" in written[2] and "stays at its table" in written[3]
    number = next(game.id for game in games_of(home) if game.kind == "race")
    monkeypatch.chdir(home)
    assert (
        main(["games", "export", str(number), "game.txt", "--state", str(home)]) == 2
        and not (home / "game.txt").exists()
    )
    assert capsys.readouterr().err == recorded("stay-on-their-own-computer")
    assert (
        main(["games", "show", str(number), "--state", str(home)]) == 0
        and "deck: Mine, which people have written" in capsys.readouterr().out
    )


def _report(loop: object) -> str:
    said = str(loop.host.report())  # type: ignore[attr-defined]
    return Path(said.partition(" is in ")[2].partition(". ")[0]).read_text("utf-8")


def _bundle(home: Path, session: object) -> str:
    with zipfile.ZipFile(BytesIO(bundle(World(state=home), session))) as packed:  # type: ignore[arg-type]
        return "\n".join(packed.read(name).decode() for name in packed.namelist())


def test_the_command_checks_keeps_lists_and_deletes(
    tmp_path: Path,
    penned: Game,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Check each file, keep an equal deck once, list and delete."""
    monkeypatch.chdir(tmp_path)
    Path("cats.deck.toml").write_text(MINE, "utf-8")
    Path("bad.deck.toml").write_text(MINE.replace("12", "11", 1), "utf-8")

    def run(*words: str) -> tuple[int, str, str]:
        status = main(
            [
                "decks",
                *words,
                "--game",
                "penned",
                *(["--state", "kept"] if words[0] in ("import", "list", "remove") else []),
            ]
        )
        return (status, *capsys.readouterr())

    assert run("check", ".") == (
        2,
        recorded("cats-deck-toml-Mine-whole"),
        recorded("clockwork-derby-bad-deck-toml-found"),
    )
    assert run("import", "cats.deck.toml", "bad.deck.toml")[:2] == (
        2,
        recorded("cats-deck-toml-is-saved-as"),
    )
    assert run("import", "cats.deck.toml")[1] == recorded("cats-deck-toml-is-saved-as-cats")
    assert run("list") == (
        0,
        recorded("cats-Mine-whole-in", toml=tmp_path / "kept/decks/penned/cats.deck.toml"),
        "",
    )
    assert run("remove", "cat") == (
        2,
        "",
        (
            "clockwork-derby: no deck 'cat' for Penned Card is saved in kept; did you mean "
            "'cats'?\n"
        ).replace("saved in kept", f"saved in {tmp_path / 'kept'}"),
    )
    assert run("remove", "cats")[0] == 0 and kept_decks(tmp_path / "kept") == ()
    assert (
        run("new", "fresh.deck.toml")[0] == 0
        and run("check", "fresh.deck.toml")[0] == 0
        and run("new", "fresh.deck.toml")[0] == 2
    )
    Path("blank.deck.toml").write_text("\n", "utf-8")
    assert run("check", "blank.deck.toml")[2] == recorded("clockwork-derby-blank-deck-toml-found")
    assert main(
        ["decks", "list", "--game", "topcard"]
    ) == 2 and capsys.readouterr().err == recorded("nobody-can-write-decks-for-Top")


def test_play_with_a_file_keeps_and_chooses_it(home: Path, penned: Game) -> None:
    """Keep and choose a deck by `play` with a file; an offered race has its own."""
    others = with_deck(penned, OTHER, "Others!.toml")
    with evening(home, "person", "person", game=others, seed=3) as loop:
        settled(with_dealt_deck(loop, home, others, "Others!.toml"))
        assert (
            loop.session.lobby.setup.deck == "others"
            and own_deck(loop.session.config.game) == OTHER
        )
        say(loop, ChooseDeck("my-cats"), Begin())
    with evening(home) as loop:
        settled(with_dealt_deck(loop, home, others, "Others!.toml"))
        assert own_deck(loop.session.config.game) == MINE and [
            entry.key for entry in loop.session.config.decks
        ] == ["my-cats", "others"]
