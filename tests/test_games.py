"""`clockwork-derby games`: what is kept is listed, told, checked, taken elsewhere and deleted; what is wrong is said, and changes nothing."""
from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from companion.__main__ import main
from companion.engine.changes import SetDamage
from companion.session.messages import CARD, Decide, GoBack
from companion.session.replaying import mark_of
from tests.kept import done, entries_of, evening, exported, games_of, into_play, say

ACTIONS = ("list", "show", "resume", "export", "import", "replay", "delete")
CHANGED = Decide(SetDamage(2, 4), "ANNA", "counted wrongly")


class Answer(NamedTuple):
    """What a command said: its exit status, its output, and its complaints."""

    status: int
    out: str
    err: str


Run = Callable[..., Answer]


def no_window(*_: object) -> None:
    """What is asked for here must be refused before it comes so far."""
    raise AssertionError("a window opens")


@pytest.fixture
def games(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `games` in this process, in a folder of its own; what is kept is in `kept` there unless it says otherwise."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("companion.commands.games.play_in_window", no_window)

    def run(*words: object) -> Answer:
        told = [str(word) for word in words]
        status = main(["games", *told, *([] if "--state" in told else ["--state", "kept"])])
        said = capsys.readouterr()
        return Answer(status, said.out, said.err)

    return run


@pytest.fixture
def kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A state folder with three games: a race in which people changed something, left in mid-play (2, after its setting up, 1), one that is over (3)."""
    folder = tmp_path / "kept"
    with evening(folder, "random", "random", "random", seed=7) as shell:
        into_play(shell)
        say(shell, CHANGED)
        done(shell)
        say(shell, Decide(GoBack(CARD), "BEN"))
    words = ("--seats", "2", "--rules", "lives=1", "--seed", "3", "--board", "gorge-crossing")
    assert main(["simulate", *words, "--db", str(folder / "journal.db")]) == 0
    capsys.readouterr()
    return folder


def race_of(folder: Path, state: str) -> int:
    """The number of the race that stands so."""
    return next(game.id for game in games_of(folder) if game.kind == "race" and game.state == state)


# ---- Looking ---------------------------------------------------------------------------------------------------------------


def test_where_nothing_is_kept_nothing_is_made(games: Run, tmp_path: Path) -> None:
    """Looking for games does not make a folder."""
    answer = games("list")
    assert answer == (0, f"no games are kept in {tmp_path / 'kept'}\n", "") and not (tmp_path / "kept").exists()
    assert games("list", "--json") == (0, "", "")


def test_games_are_listed_the_newest_first(games: Run, kept: Path) -> None:
    """Number, when it was begun and touched, title, how it stands; what was touched before a race only when asked for."""
    open_race, over = race_of(kept, "open"), race_of(kept, "over")
    head, *lines = games("list").out.splitlines()
    assert head.split() == ["no.", "begun", "last", "touched", "game"] and len(lines) == 2
    assert [int(line.split()[0]) for line in lines] == sorted((open_race, over), reverse=True)
    told = {int(line.split()[0]): line for line in lines}
    day = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    assert re.fullmatch(rf" +{over}  {day}  {day}  Gorge Crossing, 2 seats, seed 3, lives=1: over", told[over])
    assert re.fullmatch(rf" +{open_race}  {day}  {day}  Fountain Circus, 3 seats: unfinished, turn 1, register 1: .+", told[open_race])


def test_the_list_is_told_to_programs_too(games: Run, kept: Path) -> None:
    """One object a line; with --all also the stretches before a race."""
    answer = games("list", "--json", "--all")
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert [game["number"] for game in found] == [game.id for game in games_of(kept)]
    assert set(found[0]) == {"number", "kind", "title", "began", "touched", "state", "note", "messages"}
    shown = [json.loads(line) for line in games("list", "--json").out.splitlines()]
    assert {game["kind"] for game in shown} == {"race"} and len(found) > len(shown)


def test_a_game_is_shown(games: Run, kept: Path) -> None:
    """Board, seats, settings, seed, versions, how the race stands, and what people changed by hand, with who and why."""
    number = race_of(kept, "open")
    lines = games("show", number).out.splitlines()
    assert lines[0] == f"Game {number}: Fountain Circus, 3 seats" and lines[2].startswith("unfinished, turn 1, register 1: ")
    assert "board: Fountain Circus, flags G13, L12, H6, A9" in lines
    assert "seats: 1 BRASS (random), 2 COPPER (random), 3 COBALT (random)" in lines
    assert any(line.startswith("seed 7; rules version 1 (now 1), app ") for line in lines)
    assert f"{len(entries_of(kept, number))} messages, 1 turn: comes out the same" in lines
    standing = lines[lines.index("how the race stands:") + 1 : lines.index("changed by hand:")]
    assert len(standing) == 3 and all(re.fullmatch(r"  \d\. [A-Z]+: \d of 4 flags, damage \d, lives 3, \w+.*", line) for line in standing)
    changed, back = lines[lines.index("changed by hand:") + 1 :]
    assert changed.startswith("  turn 1, register 1, by hand by ANNA (counted wrongly): ") and "COPPER, damage: 4 (before: " in changed
    assert re.fullmatch(r"  turn 1, register 1, by hand by BEN: back to turn 1, register 1: .+", back)


def test_a_game_is_told_to_programs_too(games: Run, kept: Path) -> None:
    """The same as one JSON object."""
    number = race_of(kept, "open")
    found = json.loads(games("show", number, "--json").out)
    assert (found["number"], found["board"], found["flags"], found["seed"]) == (number, "fountain-circus", ["G13", "L12", "H6", "A9"], 7)
    assert [(seat["seat"], seat["player"], seat["name"]) for seat in found["seats"]] == [
        (1, "random", "BRASS"), (2, "random", "COPPER"), (3, "random", "COBALT"),
    ]
    assert found["settings"]["lives"] == "3" and found["versions"]["rules"] == found["versions"]["rules_now"] == 1
    assert (found["messages"], found["turns"], found["same"], found["drift"]) == (len(entries_of(kept, number)), 1, True, None)
    assert [row["seat"] for row in found["standings"]] == [1, 2, 3] or len(found["standings"]) == 3
    assert [(happening["who"], happening["why"]) for happening in found["by_hand"]] == [("ANNA", "counted wrongly"), ("BEN", "")]


def test_a_race_that_is_over_says_how_it_ended(games: Run, kept: Path) -> None:
    """Who has won, or that nobody did."""
    number = race_of(kept, "over")
    shown = games("show", number).out.splitlines()[2]
    assert shown in ("over: Every clank is out: nobody wins.", "over: BRASS has touched all 4 flags and wins!", "over: COPPER has touched all 4 flags and wins!")
    assert json.loads(games("show", number, "--json").out)["ending"] == shown.removeprefix("over: ")


def test_everything_that_happened_is_told_turn_by_turn(games: Run, kept: Path) -> None:
    """Instructions with their rules in order, what people did by hand in its place, and what was taken back stays told."""
    number = race_of(kept, "open")
    lines = games("show", number, "--events").out.splitlines()
    assert lines[0] == "turn 1" and all(line.startswith(("turn ", "  ")) for line in lines)
    told = [json.loads(line) for line in games("show", number, "--events", "--json").out.splitlines()]
    assert len(told) == sum(line.startswith("  ") for line in lines)
    kinds = [happening["kind"] for happening in told]
    assert kinds[-2:] == ["by hand", "by hand"] and set(kinds[:-2]) == {"game"}
    assert all(happening["rule"] and happening["turn"] == 1 for happening in told[:-1])
    over = [json.loads(line) for line in games("show", race_of(kept, "over"), "--events", "--json").out.splitlines()]
    assert [happening["turn"] for happening in over] == sorted(happening["turn"] for happening in over)
    assert {"register 1", "register 5"} <= {happening["when"] for happening in over}


def test_a_start_in_the_middle_is_told(games: Run, kept: Path) -> None:
    """That the app was started again stands where it happened."""
    number = race_of(kept, "open")
    with evening(kept, number=number):
        pass
    assert "  register 1: The app was started again. It stopped just now." in games("show", number, "--events").out.splitlines()


def test_reading_disturbs_nobody_and_writing_says_who_is_in_the_way(games: Run, kept: Path, tmp_path: Path) -> None:
    """While a race is being played its game is listed, shown, replayed and exported; nothing is imported or deleted."""
    number = race_of(kept, "open")
    (tmp_path / "game.txt").write_text(exported(kept, number), "utf-8")
    with evening(kept) as shell:
        done(shell)
        for reading in (("list",), ("show", number), ("replay", number), ("export", number)):
            assert games(*reading).status == 0
        for writing in (("import", "game.txt"), ("delete", number, "--yes"), ("resume", number)):
            answer = games(*writing)
            assert answer.status == 2 and "Another Clockwork Derby is using the journal" in answer.err and "--state" in answer.err
    assert len(games_of(kept)) == 3


# ---- Replays ---------------------------------------------------------------------------------------------------------------


def test_games_come_out_the_same(games: Run, kept: Path, tmp_path: Path) -> None:
    """By their numbers and from a file, each in a line."""
    number = race_of(kept, "over")
    (tmp_path / "game.txt").write_text(exported(kept, number), "utf-8")
    count = len(entries_of(kept, number))
    status, out, err = games("replay", number, race_of(kept, "open"), "game.txt")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert re.fullmatch(rf"game {number}: {count} messages, \d+ turns?: comes out the same", lines[0])
    assert lines[2] == lines[0].replace(f"game {number}", "game.txt", 1) and len(lines) == 3


def with_wrong_hash(folder: Path, number: int) -> tuple[str, str, int]:
    """A game as a file with one wrong hash in its middle: the text, the right hash, and the message's number."""
    entries = list(entries_of(folder, number))
    marked = [at for at, entry in enumerate(entries) if entry.mark]
    at = marked[len(marked) // 2]
    right, entries[at] = entries[at].mark, entries[at]._replace(mark="0123456789abcdef")
    return exported(folder, number, tuple(entries)), right, entries[at].number


def test_a_game_that_comes_out_otherwise_says_where(games: Run, kept: Path, tmp_path: Path) -> None:
    """Message, turn and register, the hash that was kept and the one that comes out, and the versions of the rules then and now."""
    text, right, number = with_wrong_hash(kept, race_of(kept, "over"))
    (tmp_path / "game.txt").write_text(text, "utf-8")
    status, out, err = games("replay", "game.txt", race_of(kept, "over"))
    assert (status, err) == (1, "")
    first, second = out.splitlines()
    assert re.match(rf"game.txt: comes out otherwise at message {number} of \d+, turn \d+, register \d: ", first)
    assert right in first and "0123456789abcdef" in first and "kept by rules version 1, played again by rules version 1" in first
    assert second.endswith("comes out the same")


def test_what_cannot_be_read_does_not_stop_the_others(games: Run, kept: Path) -> None:
    """A game that is not there, a file that is not there, a number that is none: each a complaint, and status 2."""
    status, out, err = games("replay", 99, "nowhere.txt", 0, race_of(kept, "over"))
    assert status == 2 and out.endswith("comes out the same\n") and out.count("\n") == 1
    first, second, third = err.splitlines()
    assert "there is no game 99" in first and "nowhere.txt: found no such file" in second and "found '0', expected the number of a game" in third


# ---- Taking elsewhere ------------------------------------------------------------------------------------------------------


def test_a_game_goes_to_another_machine_and_on_from_there(games: Run, kept: Path, tmp_path: Path) -> None:
    """Exported, imported elsewhere under a new number, replayed to the same hashes, gone on with at the same place."""
    number, there = race_of(kept, "open"), tmp_path / "there"
    assert games("export", number, "game.txt") == (0, f"game {number} (Fountain Circus, 3 seats), {len(entries_of(kept, number))} messages, is in game.txt\n", "")
    for new in (1, 2):
        status, out, _ = games("import", "game.txt", "--state", there)
        assert status == 0 and out.startswith(f"game.txt is game {new} now: Fountain Circus, 3 seats, ")
    assert entries_of(there, 1) == entries_of(there, 2) == entries_of(kept, number)
    assert games("replay", 1, 2, "--state", there).out.count("comes out the same") == 2
    with evening(kept, number=number) as here, evening(there, number=2) as copy:
        assert mark_of(here.session) == mark_of(copy.session) != ""
        for shell in (here, copy):
            for _ in range(6):
                done(shell)
        assert here.session.page == copy.session.page == "play" and mark_of(here.session) == mark_of(copy.session)
        assert here.view.title == copy.view.title and here.view.body == copy.view.body
    assert games("list", "--state", there).out.count("unfinished") == 2


def test_a_game_goes_to_standard_output(games: Run, kept: Path, tmp_path: Path) -> None:
    """Readable lines: what it starts from, a message a line, and an end by which a cut is noticed."""
    number = race_of(kept, "open")
    status, out, err = games("export", number)
    assert (status, err) == (0, "") and out == exported(kept, number)
    first, *messages, last = map(json.loads, out.splitlines())
    assert first["format"] == "clockwork-derby-game" and first["title"] == "Fountain Circus, 3 seats"
    assert messages[0]["say"] == {"Begin": {}} and last["entries"] == len(messages)
    assert not (tmp_path / "game.txt").exists()


def test_a_file_that_is_there_stays(games: Run, kept: Path, tmp_path: Path) -> None:
    """It is written over with --force only; what cannot be written is said."""
    number, path = race_of(kept, "open"), tmp_path / "game.txt"
    path.write_text("mine", "utf-8")
    status, out, err = games("export", number, "game.txt")
    assert (status, out) == (2, "") and "game.txt is there already" in err and path.read_text("utf-8") == "mine"
    assert games("export", number, "game.txt", "--force").status == 0 and path.read_text("utf-8") == exported(kept, number)
    status, out, err = games("export", number, "game.txt/inside.txt")
    assert (status, out) == (2, "") and "game.txt/inside.txt: found no way to write there" in err


def refused(games: Run, tmp_path: Path, text: str, *words: str) -> Answer:
    """The answer to importing a text that is not imported: nothing is made where it would be kept."""
    (tmp_path / "game.txt").write_text(text, "utf-8")
    answer = games("import", "game.txt", "--state", tmp_path / "there", *words)
    assert answer.status in (1, 2) and answer.out == "" and answer.err.count("\n") == 1 and not (tmp_path / "there").exists()
    return answer


def test_a_file_that_is_cut_is_refused_wherever_it_is_cut(games: Run, kept: Path, tmp_path: Path) -> None:
    """With file and line, and what is missing."""
    text = exported(kept, race_of(kept, "open"))
    for length in (0, 1, 200, len(text) // 3, len(text) // 2, len(text) - 60, len(text) - 2):
        answer = refused(games, tmp_path, text[:length])
        assert answer.status == 2 and re.match(r"clockwork-derby: game\.txt:\d+: found .+, expected ", answer.err)


def test_a_file_that_was_altered_is_refused(games: Run, kept: Path, tmp_path: Path) -> None:
    """A number changed within a message, a line taken out, a newer version, another game's file: each with its line."""
    text = exported(kept, race_of(kept, "open"))
    lines = text.splitlines(keepends=True)
    other = text.replace('{"Confirm":{"step":1}}', '{"Confirm":{"step":2}}', 1)
    assert other != text and f"game.txt:{len(lines)}: " in refused(games, tmp_path, other).err
    assert "game.txt:4: found entry 4, expected entry 3" in refused(games, tmp_path, "".join(lines[:3] + lines[4:])).err
    newer = text.replace('"version":1', '"version":2', 1)
    assert "game.txt:1: found version 2" in refused(games, tmp_path, newer).err
    assert "game.txt:1: " in refused(games, tmp_path, text.replace("clockwork-derby-game", "chess", 1)).err
    foreign = json.loads(lines[0])["header"]
    assert "game 'chess'" in refused(games, tmp_path, exported(kept, race_of(kept, "open"), header=json.dumps({**foreign, "game": "chess"}))).err


def test_a_game_that_comes_out_otherwise_is_imported_only_by_force(games: Run, kept: Path, tmp_path: Path) -> None:
    """Then it can be shown and replayed, but is neither offered nor gone on with."""
    text, right, number = with_wrong_hash(kept, race_of(kept, "open"))
    answer = refused(games, tmp_path, text)
    assert answer.status == 1 and f"message {number} of" in answer.err and right in answer.err and "--force" in answer.err
    there = tmp_path / "there"
    status, out, _ = games("import", "game.txt", "--force", "--state", there)
    assert status == 0 and "comes out otherwise" in out
    assert "left, it comes out otherwise than it was kept" in games("list", "--state", there).out
    assert "comes out otherwise at message" in games("show", 1, "--state", there).out
    assert json.loads(games("show", 1, "--json", "--state", there).out)["drift"]["number"] == number
    assert games("replay", 1, "--state", there).status == 1
    assert "cannot be gone on with" in games("resume", 1, "--state", there).err
    with evening(there) as shell:
        assert shell.session.returning is None


def test_a_report_can_be_replayed_and_imported(games: Run, kept: Path, tmp_path: Path) -> None:
    """What people send along when they report a mistake; a fault in it is named by its own lines."""
    with evening(kept) as shell:
        told = shell.report(shell)
    path = Path(re.search(r"lies in (\S+)\. ", told)[1])  # type: ignore[index]
    assert games("replay", path).out.endswith("comes out the same\n")
    assert games("import", path, "--state", tmp_path / "there").status == 0
    text = path.read_text("utf-8")
    head = text[: text.index("{\"format\"")].count("\n")
    (tmp_path / "altered.txt").write_text(text.replace('"n":2,', '"n":3,', 1), "utf-8")
    assert f"altered.txt:{head + 3}: found entry 3, expected entry 2" in games("import", "altered.txt").err


def test_good_files_are_imported_beside_bad_ones(games: Run, kept: Path, tmp_path: Path) -> None:
    """Each file counts by itself."""
    (tmp_path / "good.txt").write_text(exported(kept, race_of(kept, "over")), "utf-8")
    (tmp_path / "bad.txt").write_text("{}", "utf-8")
    status, out, err = games("import", "bad.txt", "good.txt", "gone.txt", "--state", "there")
    assert status == 2 and out.startswith("good.txt is game 1 now") and out.count("\n") == 1
    assert "bad.txt:1: " in err and "gone.txt: found no such file" in err
    assert [game.state for game in games_of(tmp_path / "there")] == ["over"]


def test_an_imported_race_does_not_push_aside_the_one_at_the_table(games: Run, kept: Path, tmp_path: Path) -> None:
    """The race that was played here last is still the one that is offered."""
    number = race_of(kept, "open")
    (tmp_path / "game.txt").write_text(exported(kept, number), "utf-8")
    assert games("import", "game.txt").status == 0
    assert [game.id for game in games_of(kept) if game.state == "open" and game.kind == "race"] == [games_of(kept)[0].id, number]
    with evening(kept) as shell:
        assert shell.record is not None and shell.record.game == number


# ---- Deleting --------------------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """Somebody at a terminal who has typed something."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_nothing_is_deleted_unasked(games: Run, kept: Path) -> None:
    """Where nobody can be asked it needs --yes; a number that is not there spares the others."""
    number = race_of(kept, "over")
    status, out, err = games("delete", number)
    assert (status, out) == (2, "") and "add --yes" in err
    status, out, err = games("delete", number, 99, "--yes")
    assert (status, out) == (2, "") and "there is no game 99" in err and len(games_of(kept)) == 3
    assert games("delete", number, number, "--yes") == (0, f"game {number} (Gorge Crossing, 2 seats, seed 3, lives=1) is deleted\n", "")
    assert number not in [game.id for game in games_of(kept)] and entries_of(kept, number) == ()


@pytest.mark.parametrize(("typed", "left", "status"), [("y\n", 1, 0), ("YES\n", 1, 0), ("n\n", 3, 1), ("\n", 3, 1), ("", 3, 1), ("yo\n", 3, 1)])
def test_whoever_sits_at_a_terminal_is_asked(games: Run, kept: Path, monkeypatch: pytest.MonkeyPatch, typed: str, left: int, status: int) -> None:
    """Anything but a clear yes is a no."""
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    open_race, over = race_of(kept, "open"), race_of(kept, "over")
    answer = games("delete", open_race, over)
    assert answer.status == status and len(games_of(kept)) == left
    assert answer.out.startswith("Delete game ") and "for good? [y/N]" in answer.out and "Gorge Crossing, 2 seats, seed 3, lives=1" in answer.out


# ---- What cannot be --------------------------------------------------------------------------------------------------------


def test_only_a_race_that_runs_is_gone_on_with(games: Run, kept: Path) -> None:
    """One that is over, one that is not there, and what was touched before a race are refused before any window opens."""
    setup = next((game.id for game in games_of(kept) if game.kind == "setup"), None)
    over = race_of(kept, "over")
    assert f"game {over} (Gorge Crossing, 2 seats, seed 3, lives=1) is over" in games("resume", over).err
    assert "there is no game 99" in games("resume", 99).err
    assert setup is not None and f"game {setup} is what was touched before a race began" in games("resume", setup).err


@pytest.mark.parametrize("word", ["0", "-1", "x", "1.5", "٣", str(10**30), str(2**63)])
@pytest.mark.parametrize("action", ["show", "export", "resume", "delete"])
def test_a_number_that_is_none_is_one_sentence(games: Run, action: str, word: str) -> None:
    """What was found, and where the numbers stand."""
    status, out, err = games(action, word)
    assert (status, out, err.count("\n")) == (2, "", 1) and (repr(word) in err or word == "-1")


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_explains_itself(games: Run, action: str) -> None:
    """What it does, its arguments, and where what is kept lies."""
    status, out, err = games(action, "--help")
    assert (status, err) == (0, "") and f"clockwork-derby games {action}" in out and "--state DIR" in out


def test_games_without_an_action_says_which_there_are(games: Run) -> None:
    """One sentence, and where to read on."""
    status, out, err = games()
    assert (status, out) == (2, "") and "ACTION" in err


def altered(value: Any, at: int, foreign: Any) -> tuple[Any, int]:
    """A JSON value with its part number `at`, in the order of writing, replaced by something foreign; and how many parts it has beyond that."""
    if at == 0:
        return foreign, -1
    at -= 1
    if isinstance(value, dict | list):
        items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
        parts = {}
        for key, part in items:
            parts[key], at = altered(part, at, foreign) if at >= 0 else (part, -1)
        return (parts if isinstance(value, dict) else list(parts.values())), at
    return value, at


FOREIGN: Final[tuple[Any, ...]] = (None, True, -1, 10**40, "", "?", [], {}, [[]], "random", 1.5)
"""What stands where it does not belong."""


def replayed_anyway(games: Run, text: str) -> None:
    """Play a text again as a game: whatever comes of it is said in a sentence."""
    Path("game.txt").write_text(text, "utf-8")
    status, out, err = games("replay", "game.txt")
    assert status in (0, 1, 2) and err.count("\n") == (status == 2) and out.count("\n") == (status != 2)


@pytest.mark.parametrize("shift", range(3))
def test_no_header_however_foreign_brings_anything_down(games: Run, kept: Path, shift: int) -> None:
    """Every part of what a game starts from, each replaced by something that does not belong there."""
    number = race_of(kept, "open")
    header = json.loads(next(game.header for game in games_of(kept) if game.id == number))
    at, left = 1, -1
    while left < 0:
        facts, left = altered(header, at, FOREIGN[(at + shift) % len(FOREIGN)])
        replayed_anyway(games, exported(kept, number, header=json.dumps(facts)))
        at += 1
    assert at > 100


@pytest.mark.parametrize("shift", range(3))
def test_no_message_however_foreign_brings_anything_down(games: Run, kept: Path, shift: int) -> None:
    """Messages of every kind that the game has, with a part replaced, and all others as they were."""
    number = race_of(kept, "open")
    entries = entries_of(kept, number)
    kinds = {next(iter(json.loads(entry.text))): at for at, entry in enumerate(entries)}
    for at in kinds.values():
        for part in range(1, 8):
            said, _ = altered(json.loads(entries[at].text), part, FOREIGN[(at + part + shift) % len(FOREIGN)])
            changed = (*entries[:at], entries[at]._replace(text=json.dumps(said)), *entries[at + 1 :])
            replayed_anyway(games, exported(kept, number, changed))
    assert {"Begin", "Confirm", "Decide", "HandleMoved", "Shuffled", "SlotRead"} <= set(kinds)
