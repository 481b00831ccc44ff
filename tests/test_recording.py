"""Sessions with a journal: what the next start offers, what is remembered, what cannot be kept."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.app.loop import EventLoop, catalogue
from companion.app.recording import CHOSEN, as_last_chosen, recall, replay_entries
from companion.app.startup import kept_session
from companion.commands._unattended import PlannedRace, play_race
from companion.commands.play import with_quitting
from companion.errors import JournalError, TableError
from companion.folders import JOURNAL
from companion.games import find_game, usual_game
from companion.journal.base import Batch, Opening
from companion.journal.store import Journal, open_journal
from companion.session.lobby.opponents import PilotEntry
from companion.session.lobby.setup import new_session
from companion.session.messages import (
    Begin,
    ChooseBoard,
    ClearMarkers,
    Decline,
    Go,
    SetColour,
    SetName,
    SetRule,
    TouchSquare,
)
from companion.session.past.kept_names import MARKER_PAGE
from companion.session.past.replaying import session_of_header
from companion.session.view import BOARD, MENU, PLAY
from companion.table.virtual import VirtualTable
from companion.words import text
from tests.kept import LATER, done, entries_of, evening, games_of, into_play, journal_of, say
from tests.recorded import MARK, recorded


def test_the_log_says_at_once_that_nothing_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Log once that nothing is kept if the folder cannot be used, after any touches."""
    (tmp_path / "file").write_text("no folder", "utf-8")
    with closing(with_quitting(kept_session(tmp_path / "file"))) as loop:
        assert (
            capsys.readouterr().err
            == f"clockwork-derby: {loop.session.readers.troubles['journal']}\n"
        )
        say(loop, ChooseBoard("gorge-crossing"))
    assert capsys.readouterr().err == ""


def test_the_log_says_when_the_disk_becomes_full(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Log once that the disk is full, over many attempts, and once more after a recovery."""

    def full(journal: Journal, *batches: Batch) -> None:
        """Raise the error of a full disk."""
        raise JournalError("The disk is full: try again.")

    def touch(loop: EventLoop, *boards: str) -> str:
        """Choose boards and return what is printed."""
        for board in boards:
            say(loop, ChooseBoard(board))
            assert loop.record is not None
            loop.record.wait()
            loop.poll(0.0)
        return capsys.readouterr().err

    with closing(with_quitting(kept_session(tmp_path))) as loop:
        for _ in range(2):
            assert touch(loop, "gorge-crossing") == ""
            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(Journal, "append", full)
                assert touch(loop, "going-train", "gorge-crossing", "going-train") == recorded(
                    "clockwork-derby-The-disk-is-full"
                )


def left_in_play(folder: Path, **how: object) -> str:
    """Leave a race of three pilots in its first register; return the instruction shown."""
    with evening(folder, "random", "random", "random", **how) as loop:
        into_play(loop)
        return str(loop.view.body.instruction.words)


def test_nothing_is_kept_before_something_is_chosen(tmp_path: Path) -> None:
    """Keep a game from the first choice on, and none for a look."""
    with evening(tmp_path) as loop:
        assert loop.session.page == BOARD and games_of(tmp_path) == ()
        say(loop, ChooseBoard("gorge-crossing"))
        (game,) = games_of(tmp_path)
        assert (game.kind, game.entries) == ("setup", 1)


def test_a_setup_comes_out_the_same_when_it_is_told_again(tmp_path: Path) -> None:
    """Replay a setup from the page on which it began, so that its touches mean the same."""
    with evening(tmp_path, "person", "person") as loop:
        say(
            loop,
            ChooseBoard("gorge-crossing"),
            Go("next"),
            ClearMarkers(),
            TouchSquare("F6"),
            TouchSquare("C9"),
        )
        (game,) = games_of(tmp_path)
        with journal_of(tmp_path) as journal:
            recalled = recall(journal, game, catalogue())
        assert recalled.drift is None and recalled.session.page == loop.session.page
        assert (
            recalled.session.lobby.setup == loop.session.lobby.setup
            and loop.session.lobby.setup.markers
            == (
                "F6",
                "C9",
            )
        )


def test_what_was_chosen_is_chosen_again(tmp_path: Path) -> None:
    """Offer board, names, settings and players of last time, unless players are given."""
    with evening(tmp_path, "person", "person") as loop:
        say(loop, ChooseBoard("gorge-crossing"), SetName(2, "TIN"), SetRule("lives", "1"))
        chosen = loop.session.lobby.setup
    with evening(tmp_path) as loop:
        assert loop.session.lobby.setup == chosen and loop.session.page == BOARD
    with evening(tmp_path, "random") as loop:
        assert (
            loop.session.lobby.setup.playing == (1,)
            and loop.session.lobby.setup.board == catalogue()[0].key
        )


def as_before_names_followed(header: dict[str, Any]) -> None:
    """Write the choices in the format before names followed colours.

    Seats 1 and 7 have swapped colours, seat 2 has a typed name.
    """
    del header["setup"]["typed"]
    seats = header["setup"]["seats"]
    seats[0][1:3], seats[6][1:3], seats[1][1] = ["BRASS", "umber"], ["UMBER", "brass"], "TIN"


def test_names_that_were_kept_before_follow_their_colours(tmp_path: Path) -> None:
    """Read a setup and a race of an older version: default names follow colours, a typed one stays.

    The race replays the same.
    """
    with evening(tmp_path, "random", "random") as loop:
        say(loop, SetRule("lives", "1"))
        into_play(loop)
    with journal_of(tmp_path) as journal:
        settings, game = journal.settings(), journal.games()[0]
        entries = tuple(journal.entries(game.id))
    chosen, header = json.loads(settings[CHOSEN]), json.loads(game.header)
    for facts in (chosen, header):
        assert facts["setup"]["typed"] == []
        as_before_names_followed(facts)
    after = as_last_chosen(
        new_session(usual_game(), catalogue(), (PilotEntry("random", text("Random")),)),
        {CHOSEN: json.dumps(chosen)},
    )
    assert [after.lobby.setup.seat(seat).name for seat in (1, 2, 7, 8)] == [
        "UMBER",
        "TIN",
        "BRASS",
        "VIOLET",
    ] and after.lobby.setup.seat(2).typed
    recalled = replay_entries(
        session_of_header(json.dumps(header), find_game, catalogue(), "an old game"),
        entries,
        every=True,
    )
    assert recalled.drift is None and recalled.session.match is not None
    names = recalled.session.lobby.setup.names
    assert (names[1], names[2], names[7]) == ("UMBER", "TIN", "BRASS")
    script = " ".join(str(one.words) for one in recalled.session.match.shown.script)
    assert "BRASS" not in script and "COPPER" not in script


def test_a_former_colour_stays_in_its_game_and_is_not_chosen_again(tmp_path: Path) -> None:
    """Replay a game with COBALT as it was, also its colours; the next one begins with AZURE."""
    with evening(tmp_path, "person", "person", "person") as loop:
        say(loop, SetName(1, "COPPER"), SetColour(2, "azure"))
        looks = {seat.name: seat.colour for seat in loop.session.lobby.setup.seats}
        assert looks["AZURE"] == "azure" and looks["COPPER 2"] == "copper"
    with journal_of(tmp_path) as journal:
        settings, game = journal.settings(), journal.games()[0]
        entries = tuple(journal.entries(game.id))

    def formerly(kept: str) -> str:
        return kept.replace("azure", "cobalt").replace("AZURE", "COBALT")

    header, chosen = formerly(game.header), formerly(settings[CHOSEN])
    assert header != game.header and chosen != settings[CHOSEN]
    start = session_of_header(header, find_game, catalogue(), "an old game")
    old = tuple(entry._replace(text=formerly(entry.text)) for entry in entries)
    recalled = replay_entries(start, old, every=True)
    assert recalled.drift is None and not recalled.session.notice
    former = {seat.name: seat.colour for seat in recalled.session.lobby.setup.seats}
    assert former == json.loads(formerly(json.dumps(looks)))
    after = as_last_chosen(
        new_session(usual_game(), catalogue(), ()), {CHOSEN: chosen.replace("person", "")}
    )
    assert {seat.name: seat.colour for seat in after.lobby.setup.seats} == looks


def test_typed_names_are_kept_as_such(tmp_path: Path) -> None:
    """Keep typed names at the next start while others follow colours, in the older format."""
    with evening(tmp_path, "person", "person") as loop:
        say(loop, SetName(1, "RUBY"), SetColour(2, "umber"))
    with journal_of(tmp_path) as journal:
        facts = json.loads(journal.settings()[CHOSEN])["setup"]
    assert facts["typed"] == [1] and facts["seats"][4] == ["", "RUBY 2", "ruby", "pentagon"]
    with evening(tmp_path) as loop:
        say(loop, SetColour(1, "copper"), SetColour(2, "jade"))
        assert [seat.name for seat in loop.session.lobby.setup.seats] == [
            "RUBY",
            "JADE",
            "AZURE",
            "UMBER",
            "RUBY 2",
            "SILVER",
            "BRASS",
            "VIOLET",
        ]


@pytest.mark.parametrize("players", [(), ("person", "random")], ids=["nobody said", "players said"])
def test_a_race_that_was_not_finished_is_offered(tmp_path: Path, players: tuple[str, ...]) -> None:
    """Offer an unfinished race at the same command as before the power cut, at its instruction."""
    words = left_in_play(tmp_path)
    with evening(tmp_path, *players) as loop:
        assert (
            loop.session.page == PLAY
            and loop.view.page == MENU
            and str(loop.view.title) == recorded("Continue-the-game")
        )
        done(loop)
        assert str(loop.view.title) == recorded("Check-the-table")
        done(loop)
        assert loop.view.page == PLAY and str(loop.view.body.instruction.words) == words


def test_the_first_thing_to_be_seen_is_the_offer(tmp_path: Path) -> None:
    """Show the offer first, never the race itself before the check of the table."""
    left_in_play(tmp_path)
    loop = kept_session(tmp_path)
    try:
        assert str(loop.view.title) == recorded("Continue-the-game")
    finally:
        loop.close()


def test_a_new_evening_leaves_the_race_kept(tmp_path: Path) -> None:
    """Keep an unfinished race unchanged during a new session, and offer it at the next start."""
    left_in_play(tmp_path)
    before = games_of(tmp_path)
    with evening(tmp_path, fresh=True) as loop:
        assert loop.view.page == BOARD and games_of(tmp_path) == before
    with evening(tmp_path) as loop:
        assert str(loop.view.title) == recorded("Continue-the-game")


def test_a_race_that_is_declined_stays_kept(tmp_path: Path) -> None:
    """Keep a declined race, which can still be resumed by name, and return to the setup."""
    words = left_in_play(tmp_path)
    number = games_of(tmp_path)[0].id
    with evening(tmp_path) as loop:
        say(loop, Decline())
        assert loop.view.page == BOARD
        say(loop, Go("next"))
    with evening(tmp_path, number=number) as loop:
        done(loop)
        done(loop)
        assert str(loop.view.body.instruction.words) == words


def test_the_race_that_was_touched_last_is_offered(tmp_path: Path) -> None:
    """Offer the race that was touched last, in any order of their beginnings."""
    left_in_play(tmp_path)
    first = games_of(tmp_path)[0].id
    with evening(tmp_path, "random", "random", fresh=True) as loop:
        into_play(loop)
    with evening(tmp_path, number=first) as loop:
        done(loop)
    with evening(tmp_path) as loop:
        assert loop.record is not None and loop.record.game == first


def test_an_evening_lets_go_of_its_journal(tmp_path: Path) -> None:
    """Release the journal on closing, also twice, so that another session can use it."""
    loop = kept_session(tmp_path, ("random", "random"))
    loop.send(Begin())
    loop.close()
    loop.close()
    assert [entry.text for entry in entries_of(tmp_path, games_of(tmp_path)[0].id)] == [
        '{"Begin":{}}'
    ]
    with evening(tmp_path):
        pass


class NoTable(VirtualTable):
    """Readers that cannot be opened."""

    def open(self) -> None:
        """Raise the error."""
        raise TableError("no readers today")


@pytest.mark.parametrize("left", [False, True], ids=["new", "gone on with"])
def test_a_table_that_cannot_be_had_leaves_nothing_open(tmp_path: Path, left: bool) -> None:
    """Release the journal and add nothing to the race if the table cannot be opened."""
    if left:
        left_in_play(tmp_path)
    with pytest.raises(TableError, match="no readers today"):
        kept_session(tmp_path, readers=NoTable())
    with evening(tmp_path) as loop:
        assert (str(loop.view.title) == "Continue the game?") is left


def test_two_evenings_in_one_folder(tmp_path: Path) -> None:
    """Play the second session of a folder without keeping it, and say so.

    Refuse to resume there.
    """
    with evening(tmp_path, "random", "random") as first:
        into_play(first)
        with evening(tmp_path) as second:
            assert second.record is None
            words = " ".join(map(str, second.session.readers.troubles.values()))
            assert (
                words == recorded("This-session-is-not-saved-Another", folder=tmp_path)
                and "--state" in words
            )
            say(second, Go("next"))
            assert second.view.page == MARKER_PAGE
        with pytest.raises(JournalError, match="Another Clockwork Derby"):
            kept_session(tmp_path, number=games_of(tmp_path)[0].id)
        done(first)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """Play without a folder that cannot be made; say why nothing is kept and what to do."""
    (tmp_path / "file").write_text("in the way", "utf-8")
    with evening(tmp_path / "file" / "state", "random", "random") as loop:
        words = " ".join(map(str, loop.session.readers.troubles.values()))
        assert (
            words == recorded("This-session-is-not-saved", folder=tmp_path)
            and "--state" in words
            and words in str(loop.view.notice)
        )
        into_play(loop)


def test_a_damaged_journal_is_said_and_what_is_left_goes_on(tmp_path: Path) -> None:
    """Say on the first screen what was lost of a damaged journal, and offer the rest."""
    left_in_play(tmp_path)
    with (tmp_path / JOURNAL).open("r+b") as file:
        file.seek(50)
        file.write(b"\xff" * 20)
    with evening(tmp_path) as loop:
        assert "damaged" in str(loop.view.notice)
        assert str(loop.view.title) == recorded("Continue-the-game")


def test_a_race_that_comes_out_otherwise_is_not_offered(tmp_path: Path) -> None:
    """Do not offer a race that replays differently; name it with the reason, and keep it."""
    left_in_play(tmp_path)
    game = games_of(tmp_path)[0]
    entries = list(entries_of(tmp_path, game.id))
    last = max(at for at, entry in enumerate(entries) if entry.mark)
    entries[last] = entries[last]._replace(mark="0123456789abcdef")
    elsewhere = tmp_path / "elsewhere"
    with closing(open_journal(elsewhere / JOURNAL, LATER)) as journal:
        journal.append(
            Batch(1, tuple(entries), LATER, Opening(game.kind, game.title, game.header, game.began))
        )
    with evening(elsewhere) as loop:
        assert loop.view.page == BOARD
        assert str(loop.view.notice) == recorded("it-cannot-be-offered", mark=MARK)
        assert (
            "0123456789abcdef" in str(loop.view.notice)
            and "It stays saved." in str(loop.view.notice)
            and "clockwork-derby" not in str(loop.view.notice)
        )
        say(loop, Go("next"))
    assert [kept.id for kept in games_of(elsewhere) if kept.kind == "race"] == [1]


def elsewhere_with(folder: Path, place: str, rules: int | None) -> Path:
    """Copy the only game to another folder, under other rules or, with None, under none."""
    game = games_of(folder)[0]
    header = json.loads(game.header)
    header["rules"] = rules
    if rules is None:
        del header["rules"]
    with closing(open_journal(folder / place / JOURNAL, LATER)) as journal:
        opening = Opening(game.kind, game.title, json.dumps(header), game.began)
        journal.append(Batch(1, tuple(entries_of(folder, game.id)), LATER, opening))
    return folder / place


def test_a_race_of_other_rules_is_not_gone_on_with(tmp_path: Path) -> None:
    """Refuse a race of other rules in one sentence, and keep it; without a version it goes on."""
    left_in_play(tmp_path)
    other = elsewhere_with(tmp_path, "other", usual_game().version + 1)
    with evening(other) as loop:
        assert loop.view.page == BOARD and str(loop.view.notice) == recorded(
            "The-unfinished-game-cannot-be-offered"
        )
        assert str(loop.view.notice) == recorded(
            "began-under-version-of-the-rules", version=usual_game().version + 1
        )
        assert (
            str(loop.view.notice).endswith("It stays saved.")
            and str(loop.view.notice).count(". ") == 1
        )
    assert [kept.id for kept in games_of(other) if kept.kind == "race"] == [1]
    with evening(elsewhere_with(tmp_path, "old", None)) as loop:
        assert str(loop.view.title) == recorded("Continue-the-game")


def test_whatever_was_kept_last_the_race_ends_the_same(tmp_path: Path) -> None:
    """End the race the same after a power cut at any message."""
    race = PlannedRace(
        usual_game(),
        catalogue(["gorge-crossing"])[0],
        5,
        {"power_down": "this", "lives": "inf"},
        11,
        2,
    )
    with closing(open_journal(tmp_path / "whole" / JOURNAL, LATER)) as journal:
        whole = play_race(race, journal=journal)
        game = journal.games()[0]
        entries = tuple(journal.entries(game.id))
    for many in range(1, len(entries), 7):
        with closing(open_journal(tmp_path / str(many) / JOURNAL, LATER)) as journal:
            journal.append(
                Batch(
                    1,
                    entries[:many],
                    LATER,
                    Opening(game.kind, game.title, game.header, game.began),
                )
            )
            ended = play_race(race, journal=journal)
        assert (ended.digest, ended.turns) == (whole.digest, whole.turns), (
            f"after {many} messages: {entries[many - 1].text}"
        )
        shutil.rmtree(tmp_path / str(many))
