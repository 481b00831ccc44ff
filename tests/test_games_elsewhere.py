"""`clockwork-derby games export` and `import`: games move whole, and foreign files do no harm."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any, Final

import pytest

from companion.journal.file import write_game
from companion.session.messages import SUCCESS, Begin, Notice, OpenPage, SetPin
from companion.session.pages.records import AddPerson
from companion.session.pages.save import SaveAs
from companion.session.past.replaying import mark_of
from companion.testing.played_session import tells
from tests.kept import done, entries_of, evening, exported, games_of, say
from tests.kept_games import Answer, Run, race_of, runner, three_games, with_wrong_hash
from tests.recorded import WHEN, recorded
from tests.typed import of_kind, present


@pytest.fixture
def games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Run:
    """Return what runs `games`."""
    return runner(capsys, monkeypatch, tmp_path)


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a state folder with three games, to copy."""
    return three_games(tmp_path_factory.mktemp("three") / "kept")


@pytest.fixture
def kept(tmp_path: Path, three: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return a state folder with three games."""
    capsys.readouterr()
    return shutil.copytree(three, tmp_path / "kept")


def test_a_game_goes_to_another_machine_and_on_from_there(
    games: Run, kept: Path, tmp_path: Path
) -> None:
    """Export, import under a new number, replay to the same hashes, resume at the same place."""
    number, there = race_of(kept, "open"), tmp_path / "there"
    assert games("export", number, "game.txt") == (
        0,
        recorded(
            "game-number-Fountain-Circus-3-seats",
            number=number,
            number2=len(entries_of(kept, number)),
        ),
        "",
    )
    for new in (1, 2):
        status, out, _ = games("import", "game.txt", "--state", there)
        assert status == 0 and out == recorded(f"it-is-game-{new}-now")
    assert entries_of(there, 1) == entries_of(there, 2) == entries_of(kept, number)
    assert games("replay", 1, 2, "--state", there).out == recorded("both-come-out-the-same")
    with evening(kept, number=number) as here, evening(there, number=2) as copy:
        assert mark_of(here.session) == mark_of(copy.session) != ""
        for loop in (here, copy):
            for _ in range(6):
                done(loop)
        assert here.session.page == copy.session.page == "play" and mark_of(
            here.session
        ) == mark_of(copy.session)
        assert str(here.view.title) == str(copy.view.title) and here.view.body == copy.view.body
    assert games("list", "--state", there).out.count("unfinished") == 2


def test_its_name_goes_along_and_its_people_stay(games: Run, tmp_path: Path) -> None:
    """Keep the name given by Save as, but not the people, who are others at another table.

    A file without a name has none.
    """
    here, there = tmp_path / "kept", tmp_path / "there"
    with evening(here, "person", "random", seed=3) as loop:
        say(loop, AddPerson("ADA", 1), Begin())
        done(loop)
        assert games("export", race_of(here, "open"), "plain.txt").status == 0
        say(loop, OpenPage("save"), SaveAs("ANNA'S “30”"))
        assert games("export", race_of(here, "open"), "named.txt").status == 0
    with evening(there) as loop:
        say(loop, AddPerson("BO"))
    status, out, _ = games("import", "named.txt", "plain.txt", "--state", there)
    first, second = (game for game in reversed(games_of(there)) if game.kind == "race")
    assert (
        status == 0
        and out == recorded("named-txt-is-game-id-now", id=first.id)
        and (first.name, second.name) == ("ANNA'S “30”", "")
    )
    assert games("list", "--state", there).out == recorded("ANNAS-30-Fountain-Circus", when=WHEN)
    assert json.loads((tmp_path / "plain.txt").read_text("utf-8").splitlines()[0])["version"] == 1
    for number in (first.id, second.id):
        with evening(there, number=number) as loop:
            assert [(seat.person, seat.name) for seat in loop.session.lobby.setup.seats[:2]] == [
                (0, "BRASS"),
                (0, "COPPER"),
            ]


def test_a_pin_goes_nowhere(games: Run, tmp_path: Path) -> None:
    """Write neither the PIN of the setup nor that of the race; their table keeps it.

    The games replay the same without it.
    """
    here = tmp_path / "kept"
    with evening(here, "person", "random", seed=3) as loop:
        say(loop, SetPin(1, "4711"), Begin())
        done(loop)
    for game in games_of(here):
        path = tmp_path / f"{game.kind}.txt"
        assert games("export", game.id, path.name).status == 0
        assert not tells(path.read_text("utf-8"), "4711")
        assert not tells(games("export", game.id).out, "4711")
        assert games("import", path.name, "--state", tmp_path / "there").status == 0
    with evening(here, number=race_of(here, "open")) as loop:
        assert loop.session.lobby.setup.seats[0].pin == "4711"


def test_a_long_name_of_a_file_is_cut_as_a_typed_one_is(
    games: Run, kept: Path, tmp_path: Path
) -> None:
    """Cut a long name of a file to sixty letters, as a typed one."""
    (tmp_path / "game.txt").write_text(
        exported(kept, race_of(kept, "open"), name="  N  " + "A" * 100), "utf-8"
    )
    assert games("import", "game.txt", "--state", tmp_path / "there").status == 0
    assert [game.name for game in games_of(tmp_path / "there")] == ["N " + "A" * 58]


def test_a_game_goes_to_standard_output(games: Run, kept: Path, tmp_path: Path) -> None:
    """Write readable lines: the header, a message a line, and an end that reveals a cut."""
    number = race_of(kept, "open")
    status, out, err = games("export", number)
    assert (status, err) == (0, "") and out == exported(kept, number)
    first, *messages, last = map(json.loads, out.splitlines())
    assert first["format"] == "clockwork-derby-game" and first["title"] == recorded(
        "Fountain-Circus-3-seats"
    )
    assert messages[0]["say"] == {"Begin": {}} and last["entries"] == len(messages)
    assert not (tmp_path / "game.txt").exists()


def test_a_file_that_is_there_stays(games: Run, kept: Path, tmp_path: Path) -> None:
    """Overwrite a file with --force only, and say what cannot be written."""
    number, path = race_of(kept, "open"), tmp_path / "game.txt"
    path.write_text("mine", "utf-8")
    status, out, err = games("export", number, "game.txt")
    assert (
        (status, out) == (2, "")
        and err == recorded("game-txt-is-there-already")
        and path.read_text("utf-8") == "mine"
    )
    assert games("export", number, "game.txt", "--force").status == 0 and path.read_text(
        "utf-8"
    ) == exported(kept, number)
    status, out, err = games("export", number, "game.txt/inside.txt")
    assert (status, out) == (2, "") and err == recorded("game-txt-inside-txt-found-no")


def refused(games: Run, tmp_path: Path, text: str, *words: str) -> Answer:
    """Return the answer to importing a bad text, which must leave the state folder empty."""
    (tmp_path / "game.txt").write_text(text, "utf-8")
    answer = games("import", "game.txt", "--state", tmp_path / "there", *words)
    assert (
        answer.status in (1, 2)
        and answer.out == ""
        and answer.err.count("\n") == 1
        and not (tmp_path / "there").exists()
    )
    return answer


def test_a_file_that_is_cut_is_refused_wherever_it_is_cut(
    games: Run, kept: Path, tmp_path: Path
) -> None:
    """Refuse a file cut at any place, with file, line and what is missing."""
    text = exported(kept, race_of(kept, "open"))
    for length in (0, 1, 200, len(text) // 3, len(text) // 2, len(text) - 60, len(text) - 2):
        answer = refused(games, tmp_path, text[:length])
        assert answer.status == 2 and re.match(
            r"clockwork-derby: game\.txt:\d+: found .+, expected ", answer.err
        )


def test_a_file_that_was_altered_is_refused(games: Run, kept: Path, tmp_path: Path) -> None:
    """Refuse an altered file with its line.

    A number changed within a message, a removed line, a newer version, another game's file.
    """
    text = exported(kept, race_of(kept, "open"))
    lines = text.splitlines(keepends=True)
    other = text.replace('{"Confirm":{"step":1}}', '{"Confirm":{"step":2}}', 1)
    assert other != text and f"game.txt:{len(lines)}: " in refused(games, tmp_path, other).err
    assert refused(games, tmp_path, "".join(lines[:3] + lines[4:])).err == recorded(
        "game-txt-4-found-entry-4"
    )
    newer = text.replace('"version":1', '"version":3', 1)
    assert refused(games, tmp_path, newer).err == recorded("game-txt-1-found-version-3")
    assert (
        "game.txt:1: "
        in refused(games, tmp_path, text.replace("clockwork-derby-game", "chess", 1)).err
    )
    foreign = json.loads(lines[0])["header"]
    assert (
        "game 'chess'"
        in refused(
            games,
            tmp_path,
            exported(kept, race_of(kept, "open"), header=json.dumps({**foreign, "game": "chess"})),
        ).err
    )


def test_a_game_that_comes_out_otherwise_is_imported_only_by_force(
    games: Run, kept: Path, tmp_path: Path
) -> None:
    """Import a game that replays differently with --force only.

    Show and replay it, but never resume it.
    """
    text, right, number = with_wrong_hash(kept, race_of(kept, "open"))
    answer = refused(games, tmp_path, text)
    assert (
        answer.status == 1
        and f"message {number} of" in answer.err
        and right in answer.err
        and "--force" in answer.err
    )
    there = tmp_path / "there"
    status, out, _ = games("import", "game.txt", "--force", "--state", there)
    assert status == 0 and "differs at" in out
    assert games("list", "--state", there).out == recorded(
        "left-the-replay-differs-from-the", when=WHEN
    )
    assert "differs at message" in games("show", 1, "--state", there).out
    assert json.loads(games("show", 1, "--json", "--state", there).out)["drift"]["number"] == number
    assert games("replay", 1, "--state", there).status == 1
    said = games("resume", 1, "--state", there).err
    assert said == recorded("cannot-be-continued") and "games replay 1" in said
    with evening(there) as loop:
        assert loop.session.timeline.resume_check is None


def test_a_report_can_be_replayed_and_imported(games: Run, kept: Path, tmp_path: Path) -> None:
    """Replay and import the report of a mistake; name a fault by its own lines."""
    with evening(kept) as loop:
        notice = loop.host.report()
    assert of_kind(Notice, notice).kind == SUCCESS
    path = Path(present(re.search(r"is in (\S+)\. ", str(notice)))[1])
    assert games("replay", path).out == recorded("it-comes-out-the-same", report=path)
    assert games("import", path, "--state", tmp_path / "there").status == 0
    text = path.read_text("utf-8")
    head = text[: text.index('{"format"')].count("\n")
    assert "messages are left out: the game goes on" in text[: text.index('{"format"')]
    (tmp_path / "altered.txt").write_text(text.replace('"n":1,', '"n":2,', 1), "utf-8")
    assert games("import", "altered.txt").err == recorded(
        "altered-txt-found-entry-2-expected", head=head + 2
    )


def test_good_files_are_imported_beside_bad_ones(games: Run, kept: Path, tmp_path: Path) -> None:
    """Import good files beside bad ones."""
    (tmp_path / "good.txt").write_text(exported(kept, race_of(kept, "over")), "utf-8")
    (tmp_path / "bad.txt").write_text("{}", "utf-8")
    status, out, err = games("import", "bad.txt", "good.txt", "gone.txt", "--state", "there")
    assert status == 2 and out == recorded("good-txt-is-game-1-now") and out.count("\n") == 1
    assert "bad.txt: " in err and err == recorded("gone-txt-found-no-such-file")
    assert [game.state for game in games_of(tmp_path / "there")] == ["over"]


def test_an_imported_race_does_not_push_aside_the_one_at_the_table(
    games: Run, kept: Path, tmp_path: Path
) -> None:
    """Still offer the race that was played here last after an import."""
    number = race_of(kept, "open")
    (tmp_path / "game.txt").write_text(exported(kept, number), "utf-8")
    assert games("import", "game.txt").status == 0
    assert [game.id for game in games_of(kept) if game.state == "open" and game.kind == "race"] == [
        games_of(kept)[0].id,
        number,
    ]
    with evening(kept) as loop:
        assert loop.record is not None and loop.record.game == number


# ---- Foreign files -------------------------------------------------------------------------------


def altered(value: Any, at: int, foreign: Any) -> tuple[Any, int]:
    """Return a JSON value with part `at` replaced, and how many parts it has beyond that.

    Parts are counted in the order of writing.
    """
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
"""Values that do not belong where they are put."""


def replayed_anyway(games: Run, text: str) -> None:
    """Replay a text as a game, and expect a sentence for any fault."""
    Path("game.txt").write_text(text, "utf-8")
    status, out, err = games("replay", "game.txt")
    assert (
        status in (0, 1, 2)
        and err.count("\n") == (status == 2)
        and out.count("\n") == (status != 2)
    )


@pytest.mark.parametrize("shift", range(3))
def test_no_header_however_foreign_brings_anything_down(games: Run, kept: Path, shift: int) -> None:
    """Replace each part of the header by foreign values."""
    number = race_of(kept, "open")
    game, entries = (
        next(game for game in games_of(kept) if game.id == number),
        entries_of(kept, number),
    )
    header = json.loads(game.header)
    at, left = 1, -1
    while left < 0:
        facts, left = altered(header, at, FOREIGN[(at + shift) % len(FOREIGN)])
        replayed_anyway(games, write_game(game._replace(header=json.dumps(facts)), entries))
        at += 1
    assert at > 100


@pytest.mark.parametrize("shift", range(3))
def test_no_message_however_foreign_brings_anything_down(
    games: Run, kept: Path, shift: int
) -> None:
    """Replace a part of messages of every kind, with all others unchanged."""
    number = race_of(kept, "open")
    entries = entries_of(kept, number)
    kinds = {next(iter(json.loads(entry.text))): at for at, entry in enumerate(entries)}
    for at in kinds.values():
        for part in range(1, 8):
            said, _ = altered(
                json.loads(entries[at].text), part, FOREIGN[(at + part + shift) % len(FOREIGN)]
            )
            changed = (
                *entries[:at],
                entries[at]._replace(text=json.dumps(said)),
                *entries[at + 1 :],
            )
            replayed_anyway(games, exported(kept, number, changed))
    assert {"Begin", "Confirm", "Decide", "HandleMoved", "Shuffled", "SlotRead"} <= set(kinds)
