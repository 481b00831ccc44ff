"""`clockwork-derby games`: kept games are listed, told, checked and deleted.

Errors change nothing.
"""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from companion.app.host import Process
from companion.app.loop import EventLoop
from companion.session.messages import ClosePage, Notice
from companion.session.pages.replay import RunReplay as LetRun
from companion.session.pages.replay import ShowTurn
from companion.words import Text, verbatim
from tests.kept import done, entries_of, evening, exported, games_of
from tests.kept_games import Run, race_of, runner, three_games, with_wrong_hash
from tests.recorded import recorded

ACTIONS = ("list", "show", "resume", "export", "import", "replay", "delete")


@pytest.fixture
def games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Run:
    """Return what runs `games`."""
    return runner(capsys, monkeypatch, tmp_path)


@pytest.fixture
def kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return a state folder with three games."""
    folder = three_games(tmp_path / "kept")
    capsys.readouterr()
    return folder


# ---- Looking -------------------------------------------------------------------------------------


def test_where_nothing_is_kept_nothing_is_made(games: Run, tmp_path: Path) -> None:
    """Make no folder by looking for games."""
    answer = games("list")
    assert (
        answer == (0, recorded("no-games-are-saved-in", kept=tmp_path / "kept"), "")
        and not (tmp_path / "kept").exists()
    )
    assert games("list", "--json") == (0, "", "")


def test_games_are_listed_the_newest_first(games: Run, kept: Path) -> None:
    """List number, begin and last touch, title and status; setups only on request."""
    open_race, over = race_of(kept, "open"), race_of(kept, "over")
    head, *lines = games("list").out.splitlines()
    assert head.split() == ["no.", "begun", "last", "touched", "game"] and len(lines) == 2
    assert [int(line.split()[0]) for line in lines] == sorted((open_race, over), reverse=True)
    lines_by_game = {int(line.split()[0]): line for line in lines}
    day = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    assert re.fullmatch(
        rf" +{over}  {day}  {day}  Gorge Crossing, 2 seats, seed 3, lives=1: over",
        lines_by_game[over],
    )
    assert re.fullmatch(
        (
            rf" +{open_race}  {day}  {day}  Fountain Circus, 3 seats: unfinished, turn 1, "
            rf"register 1: .+"
        ),
        lines_by_game[open_race],
    )


def test_the_list_is_told_to_programs_too(games: Run, kept: Path) -> None:
    """Print one object a line; with --all also the setups before a race."""
    answer = games("list", "--json", "--all")
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert [game["number"] for game in found] == [game.id for game in games_of(kept)]
    assert set(found[0]) == {
        "number",
        "game",
        "kind",
        "title",
        "name",
        "began",
        "touched",
        "state",
        "note",
        "messages",
    }
    shown = [json.loads(line) for line in games("list", "--json").out.splitlines()]
    assert {(game["kind"], game["game"]) for game in shown} == {("race", "clockwork")} and len(
        found
    ) > len(shown)


def test_a_game_is_shown(games: Run, kept: Path) -> None:
    """Show board, seats, settings, seed, versions, status and corrections of a game.

    A correction has its author and reason.
    """
    number = race_of(kept, "open")
    lines = games("show", number).out.splitlines()
    assert lines[0] == recorded("Game-number-Fountain-Circus-3-seats", number=number) and lines[
        2
    ] == recorded("unfinished-turn-1-register-1")
    assert "board: Fountain Circus, flags G13, L12, H6, A9" in lines
    assert "seats: 1 BRASS (random), 2 COPPER (random), 3 AZURE (random)" in lines
    assert any(line.startswith("seed 7; rules version 1 (now 1), app ") for line in lines)
    assert f"{len(entries_of(kept, number))} messages, 1 turn: comes out the same" in lines
    standing = lines[lines.index("how the game stands:") + 1 : lines.index("changed by hand:")]
    assert len(standing) == 3 and all(
        re.fullmatch(r"  \d\. [A-Z]+: \d of 4 flags, damage \d, lives 3, \w+.*", line)
        for line in standing
    )
    changed, back = lines[lines.index("changed by hand:") + 1 :]
    assert changed == recorded("turn-1-register-1-by-hand")
    assert re.fullmatch(
        r"  turn 1, register 1, by hand by BEN: back to turn 1, register 1: .+", back
    )


def test_a_game_is_told_to_programs_too(games: Run, kept: Path) -> None:
    """Print the same as one JSON object."""
    number = race_of(kept, "open")
    found = json.loads(games("show", number, "--json").out)
    assert (found["number"], found["board"], found["flags"], found["seed"]) == (
        number,
        "fountain-circus",
        ["G13", "L12", "H6", "A9"],
        7,
    )
    assert [(seat["seat"], seat["player"], seat["name"]) for seat in found["seats"]] == [
        (1, "random", "BRASS"),
        (2, "random", "COPPER"),
        (3, "random", "AZURE"),
    ]
    assert (
        found["settings"]["lives"] == "3"
        and found["versions"]["rules"] == found["versions"]["rules_now"] == 1
    )
    assert (found["messages"], found["turns"], found["same"], found["drift"]) == (
        len(entries_of(kept, number)),
        1,
        True,
        None,
    )
    assert [row["seat"] for row in found["standings"]] == [1, 2, 3] or len(found["standings"]) == 3
    assert [(happening["who"], happening["why"]) for happening in found["by_hand"]] == [
        ("ANNA", "counted wrongly"),
        ("BEN", ""),
    ]


def test_a_race_that_is_over_says_how_it_ended(games: Run, kept: Path) -> None:
    """Name the winner, or say that there is none."""
    number = race_of(kept, "over")
    shown = games("show", number).out.splitlines()[2]
    assert shown in (
        "over: All clanks are out. Nobody wins.",
        "over: BRASS has touched all 4 flags and wins!",
        "over: COPPER has touched all 4 flags and wins!",
    )
    result = json.loads(games("show", number, "--json").out)
    assert result["ending"] == shown.removeprefix("over: ")
    lines = games("show", number).out.splitlines()
    said = lines[lines.index("summary:") + 1 : lines.index("in figures:")]
    assert result["recap"] == [line.strip() for line in said] and 3 <= len(said) <= 6
    figures = lines[lines.index("in figures:") + 1 :][:2]
    assert all(
        re.fullmatch(
            (
                r"  [A-Z]+: \d+ squares?, \d+ push(es)?, \d+ damage dealt, \d+ damage taken, "
                r"\d+ deaths?, \d+ flags?"
            ),
            line,
        )
        for line in figures
    )
    assert [row["name"] for row in result["counts"]] == ["BRASS", "COPPER"] and all(
        row["squares"] > 0 for row in result["counts"]
    )


def test_a_kept_race_is_watched_in_a_window_of_its_own(
    games: Run, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Open a window with the replay and nothing else; closing it ends the command.

    Without a race one sentence says so.
    """
    shown: list[EventLoop] = []
    ended: list[str] = []

    class Window(Process):
        """A process that notes how it is ended."""

        def quit(self) -> Notice | Text:
            ended.append("quit")
            return verbatim("It closes.")

        def start_again(self) -> Notice | Text:
            ended.append("start again")
            return verbatim("It starts again.")

    monkeypatch.setattr(
        "companion.commands.games.play_in_window", lambda args, opened: shown.append(opened())
    )
    for state in ("over", "open"):
        assert games("show", str(race_of(kept, state)), "--watch", "--size", "800x480").status == 0
    over, unfinished = shown
    assert over.view.page == unfinished.view.page == "replay" and over.view.body.turns > 1
    assert unfinished.view.body.turns == 0, "its first turn is not at its end"
    # The beginning of a turn shows what could have happened there, too.
    for message in (ShowTurn(1), LetRun(False)):
        over.send(message)
    assert [str(line.words) for line in over.view.body.lines] == recorded("Best")
    over.host.process = Window()
    over.send(ClosePage("replay"))
    assert ended == ["quit"] and over.view.page == "replay", "it closes, and is not started again"
    setup = next(game.id for game in games_of(kept) if game.kind == "setup")
    assert games("show", str(setup), "--watch").err == recorded("there-is-nothing-to-watch")


def test_a_kept_race_is_reviewed(games: Run, kept: Path) -> None:
    """Review every turn and seat in words and as JSON, with the same content.

    Only a finished race can be reviewed; of two requests one is refused.
    """
    number = str(race_of(kept, "over"))
    result = json.loads(games("show", number, "--review", "--json").out)
    lines = games("show", number, "--review").out.splitlines()
    turns = [line for line in lines if line.startswith("turn ")]
    assert len(turns) == len(result["turns"]) and len(lines) == 1 + sum(
        1 + len(turn["seats"]) for turn in result["turns"]
    )
    if result["decided"] is None:
        assert lines[0] == recorded("Nobody-won-so-no-turn-decided")
    else:
        assert (
            lines[0].startswith(f"Turn {result['decided']} decided the game: ")
            and f"turn {result['decided']}, which decided the game" in turns
        )
    seats = [seat for turn in result["turns"] for seat in turn["seats"]]
    # Pilots that play at random leave much undone.
    assert any(seat["best"] and seat["sooner"] > 0.5 and len(seat["codes"]) == 5 for seat in seats)
    for line, seat in zip((line for line in lines if line.startswith("  ")), seats, strict=True):
        assert (
            line.startswith(f"  {seat['name']}, chances ")
            and f"Reached: {seat['reached']}." in line
            and (f"Best: {seat['best']}" in line) == bool(seat["best"])
        )
    refused = games("show", str(race_of(kept, "open")), "--review")
    assert (
        refused.status != 0
        and refused.err == recorded("The-game-is-not-over-yet")
        and not refused.out
    )


def test_everything_that_happened_is_told_turn_by_turn(games: Run, kept: Path) -> None:
    """List instructions with their rules in order, corrections in place, and what was undone."""
    number = race_of(kept, "open")
    lines = games("show", number, "--events").out.splitlines()
    assert lines[0] == "turn 1" and all(line.startswith(("turn ", "  ")) for line in lines)
    entries = [
        json.loads(line) for line in games("show", number, "--events", "--json").out.splitlines()
    ]
    assert len(entries) == sum(line.startswith("  ") for line in lines)
    kinds = [happening["kind"] for happening in entries]
    assert kinds[-2:] == ["by hand", "by hand"] and set(kinds[:-2]) == {"game"}
    assert all(happening["rule"] and happening["turn"] == 1 for happening in entries[:-1])
    over = [
        json.loads(line)
        for line in games("show", race_of(kept, "over"), "--events", "--json").out.splitlines()
    ]
    assert [happening["turn"] for happening in over] == sorted(
        happening["turn"] for happening in over
    )
    assert {"register 1", "register 5"} <= {happening["when"] for happening in over}


def test_a_start_in_the_middle_is_told(games: Run, kept: Path) -> None:
    """Say where the app was started again."""
    number = race_of(kept, "open")
    with evening(kept, number=number):
        pass
    assert (
        "  register 1: The app was started again. It stopped just now."
        in games("show", number, "--events").out.splitlines()
    )


def test_reading_disturbs_nobody_and_writing_says_who_is_in_the_way(
    games: Run, kept: Path, tmp_path: Path
) -> None:
    """List, show, replay and export a game in play, and refuse to import or delete.

    The sentence names the process that has the journal.
    """
    number = race_of(kept, "open")
    (tmp_path / "game.txt").write_text(exported(kept, number), "utf-8")
    with evening(kept) as loop:
        done(loop)
        for reading in (("list",), ("show", number), ("replay", number), ("export", number)):
            assert games(*reading).status == 0
        for writing in (("import", "game.txt"), ("delete", number, "--yes"), ("resume", number)):
            answer = games(*writing)
            assert (
                answer.status == 2
                and answer.err == recorded("Another-Clockwork-Derby-is-using-the", folder=tmp_path)
                and "--state" in answer.err
            )
    assert len(games_of(kept)) == 3


# ---- Replays -------------------------------------------------------------------------------------


def test_games_come_out_the_same(games: Run, kept: Path, tmp_path: Path) -> None:
    """Replay games by number and from a file, each in a line."""
    number = race_of(kept, "over")
    (tmp_path / "game.txt").write_text(exported(kept, number), "utf-8")
    count = len(entries_of(kept, number))
    status, out, err = games("replay", number, race_of(kept, "open"), "game.txt")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == recorded("the-saved-one-comes-out-the-same", number=number, count=count)
    assert lines[2] == lines[0].replace(f"game {number}", "game.txt", 1) and len(lines) == 3


def test_a_game_that_comes_out_otherwise_says_where(games: Run, kept: Path, tmp_path: Path) -> None:
    """Name message, turn, register, hashes and versions of the rules at a difference."""
    text, right, number = with_wrong_hash(kept, race_of(kept, "over"))
    (tmp_path / "game.txt").write_text(text, "utf-8")
    status, out, err = games("replay", "game.txt", race_of(kept, "over"))
    assert (status, err) == (1, "")
    first, second = out.splitlines()
    assert re.match(
        rf"game.txt: differs at message {number} of \d+, turn \d+, (register \d|cleanup): ", first
    )
    assert (
        right in first
        and "0123456789abcdef" in first
        and "saved under rules version 1, played again by rules version 1" in first
    )
    assert second == recorded("comes-out-the-same")


def test_what_cannot_be_read_does_not_stop_the_others(
    games: Run, kept: Path, tmp_path: Path
) -> None:
    """Complain of each game or file that is missing, replay the others, and return 2."""
    status, out, err = games("replay", 99, "nowhere.txt", 0, race_of(kept, "over"))
    assert status == 2 and out == recorded("comes-out-the-same") and out.count("\n") == 1
    first, second, third = err.splitlines()
    assert (
        first == recorded("there-is-no-game-99", folder=tmp_path)
        and second == recorded("nowhere-txt-found-no-such-file")
        and third == recorded("found-0-expected-the-number-of")
    )


# ---- Deleting ------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A terminal with typed input."""

    def isatty(self) -> bool:
        return True


def test_nothing_is_deleted_unasked(games: Run, kept: Path, tmp_path: Path) -> None:
    """Require --yes if no terminal can ask; an unknown number deletes nothing."""
    number = race_of(kept, "over")
    status, out, err = games("delete", number)
    assert (status, out) == (2, "") and "add --yes" in err
    status, out, err = games("delete", number, 99, "--yes")
    assert (
        (status, out) == (2, "")
        and err == recorded("there-is-no-game-99", folder=tmp_path)
        and len(games_of(kept)) == 3
    )
    assert games("delete", number, number, "--yes") == (
        0,
        recorded("it-is-deleted", number=number),
        "",
    )
    assert number not in [game.id for game in games_of(kept)] and entries_of(kept, number) == ()


@pytest.mark.parametrize(
    ("typed", "left", "status"),
    [("y\n", 1, 0), ("YES\n", 1, 0), ("n\n", 3, 1), ("\n", 3, 1), ("", 3, 1), ("yo\n", 3, 1)],
)
def test_whoever_sits_at_a_terminal_is_asked(
    games: Run, kept: Path, monkeypatch: pytest.MonkeyPatch, typed: str, left: int, status: int
) -> None:
    """Ask at a terminal, and take anything but a clear yes for a no."""
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    open_race, over = race_of(kept, "open"), race_of(kept, "over")
    answer = games("delete", open_race, over)
    assert answer.status == status and len(games_of(kept)) == left
    assert (
        answer.out.startswith("Delete game ")
        and "for good? [y/N]" in answer.out
        and "Gorge Crossing, 2 seats, seed 3, lives=1" in answer.out
    )


# ---- What cannot be ------------------------------------------------------------------------------


def test_only_a_race_that_runs_is_gone_on_with(games: Run, kept: Path, tmp_path: Path) -> None:
    """Refuse a race that is over, an unknown one and a setup before any window opens."""
    setup = next((game.id for game in games_of(kept) if game.kind == "setup"), None)
    over = race_of(kept, "over")
    assert games("resume", over).err == recorded("it-is-over", over=over)
    assert games("resume", 99).err == recorded("there-is-no-game-99", folder=tmp_path)
    assert setup is not None and games("resume", setup).err == recorded(
        "game-setup-is-what-was-touched", setup=setup
    )


@pytest.mark.parametrize("word", ["0", "-1", "x", "1.5", "٣", str(10**30), str(2**63)])
@pytest.mark.parametrize("action", ["show", "export", "resume", "delete"])
def test_a_number_that_is_none_is_one_sentence(games: Run, action: str, word: str) -> None:
    """Say what was typed, and where the numbers are listed."""
    status, out, err = games(action, word)
    assert (status, out, err.count("\n")) == (2, "", 1) and (repr(word) in err or word == "-1")


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_explains_itself(games: Run, action: str) -> None:
    """Explain what each action does, its arguments, and where games are kept."""
    status, out, err = games(action, "--help")
    assert (
        (status, err) == (0, "")
        and f"clockwork-derby games {action}" in out
        and "--state DIR" in out
    )


def test_games_without_an_action_says_which_there_are(games: Run) -> None:
    """Name the actions in one sentence, with where to read on."""
    status, out, err = games()
    assert (status, out) == (2, "") and "ACTION" in err
