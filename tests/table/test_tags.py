"""The tags of cards are remembered whatever happens to the file, and become codes at a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.__main__ import main
from companion.errors import FormatError
from companion.signals import (
    BADCODE,
    EMPTY,
    OK,
    TAGS_FILE,
    NameTag,
    ReaderBack,
    Signal,
    SlotRead,
    SwapReaders,
    TableProblem,
    TaggedCard,
    TagRead,
    TagsKnown,
    Watch,
)
from companion.table.base import Table
from companion.table.screen_fallback import ScreenFallback
from companion.table.tags import LONGEST_TAG, UNKNOWN, TaggedTable, Tags, parse_tags, read_tags
from companion.table.virtual import ScriptedTable
from companion.words import NOTHING
from tests.recorded import recorded

NEW = TaggedCard("04A2B1", 142, "move1@490")
TAGS = st.text(min_size=1, max_size=12).filter(
    lambda tag: tag.isprintable() and not {*tag} & {*'"\\'}
)


def tagged(path: Path | None, *seats: int) -> tuple[ScriptedTable, Table]:
    """Return readers of tags at these seats, and their open table."""
    readers = ScriptedTable(seats)
    table = ScreenFallback(TaggedTable(readers, Tags(path)))
    table.open()
    table.poll()
    return readers, table


def heard(readers: ScriptedTable, table: Table, *signals: Signal) -> list[Signal]:
    """Return what a table makes of its readers' signals."""
    readers.signals += signals
    return [*table.poll()]


@given(st.dictionaries(TAGS, st.tuples(st.integers(0, 255), st.sampled_from(("", "AH@14", '"')))))
def test_every_tag_comes_back(
    tmp_path_factory: pytest.TempPathFactory, cards: dict[str, tuple[int, str]]
) -> None:
    """Read what was written, whatever the tags are."""
    file = tmp_path_factory.mktemp("tags") / "tags.toml"
    kept = Tags(file)
    for tag, (code, card) in cards.items():
        kept.name(tag, code, card)
    again = Tags(file)
    again.read()
    assert again.known() == tuple(card._replace(card=card.card.strip('"')) for card in kept.known())
    assert {card.tag: card.code for card in again.known()} == {
        tag: code for tag, (code, _) in cards.items()
    }


def test_a_forgotten_tag_is_gone(tmp_path: Path) -> None:
    """Forget one, also one that is not known; ignore what is no tag or no code."""
    kept = Tags(tmp_path / "tags.toml")
    kept.name(*NEW)
    for tag, code in (('"', 1), ("", 1), ("a" * (LONGEST_TAG + 1), 1), ("good", 256), ("a\nb", 3)):
        kept.name(tag, code, "")
    assert kept.known() == (NEW,)
    kept.name(NEW.tag, None, "")
    kept.name("unknown", None, "")
    assert read_tags(tmp_path / "tags.toml") == {} == read_tags(tmp_path / "none")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no-version", "[tags]\n"),
        ("newer", "version = 2\n[tags]\n"),
        ("no-table", "version = 1\ntags = 3\n"),
        ("unknown-key", "version = 1\n\n[tag]\n"),
        ("no-code", 'version = 1\n[tags]\n"04A2B1" = { card = "x" }\n'),
        ("code", 'version = 1\n[tags]\n# one\n"04A2B1" = { code = 256 }\n'),
        ("entry", 'version = 1\n[tags]\n"04A2B1" = 7\n'),
        ("card", 'version = 1\n[tags]\n"04A2B1" = { code = 7, card = 1 }\n'),
        ("twice", "version = 1\n[tags]\nA = { code = 7 }\nA = { code = 11 }\n"),
        ("tag", f"version = 1\n[tags]\n{'A' * 61} = {{ code = 7 }}\n"),
        ("cut-off", 'version = 1\n[tags]\n"04A2B1" = { code = 14'),
    ],
    ids=lambda words: None if "\n" in words else words,
)
def test_a_fault_is_named_with_its_line(name: str, words: str) -> None:
    """Name the file, the line, what was found and what was expected."""
    with pytest.raises(FormatError) as fault:
        parse_tags(words, "tags.toml")
    assert str(fault.value) == recorded(name)


def test_a_faulty_file_is_never_written_over(tmp_path: Path) -> None:
    """Say what is wrong; the file stays as it is until somebody repairs it."""
    file = tmp_path / "tags.toml"
    file.write_text("version = 7\n")
    readers, table = tagged(file, 1)
    table.do(NameTag(*NEW))
    assert not [one for one in heard(readers, table) if isinstance(one, TableProblem)]
    assert file.read_text() == "version = 7\n"
    table.close()
    table.open()
    troubles = [one for one in table.poll() if isinstance(one, TableProblem)]
    assert [one.place for one in troubles] == [TAGS_FILE]
    assert "tags.toml:1" in str(troubles[0].words)
    file.unlink()
    table.close()
    table.open()
    table.do(NameTag(*NEW))
    assert read_tags(file) == {NEW.tag: NEW}


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """Keep the tags until the end, and say what to do."""
    (tmp_path / "no-folder").touch()
    readers, table = tagged(tmp_path / "no-folder" / "tags.toml", 1)
    table.do(NameTag(*NEW))
    (trouble,) = [one for one in heard(readers, table) if isinstance(one, TableProblem)]
    assert trouble.place == TAGS_FILE and "cannot be saved" in str(trouble.words)
    assert SlotRead(1, 2, OK, 142) in heard(readers, table, TagRead(1, 2, NEW.tag))


def test_an_unknown_tag_becomes_a_code_once_it_is_named(tmp_path: Path) -> None:
    """Ask for its name, read the card at once, and know it at the next start."""
    readers, table = tagged(tmp_path / "tags.toml", 1, 2)
    said = heard(readers, table, TagRead(1, 3, NEW.tag))
    assert said[0] == SlotRead(1, 3, BADCODE) and isinstance(said[1], TableProblem)
    assert said[1].place == UNKNOWN and said[1].words and len(said) == 2
    assert heard(readers, table, SlotRead(1, 4, EMPTY)) == [SlotRead(1, 4, EMPTY)]
    table.do(Watch(True))
    said = [one for one in heard(readers, table) if isinstance(one, (TagsKnown, TagRead))]
    assert said == [TagsKnown(()), TagRead(1, 3, NEW.tag)]
    table.do(NameTag(*NEW))
    said = heard(readers, table)
    assert {SlotRead(1, 3, OK, 142), TagRead(1, 3, NEW.tag, 142), TagsKnown((NEW,))} <= {*said}
    assert TableProblem(UNKNOWN, NOTHING) in said
    readers, table = tagged(tmp_path / "tags.toml", 1, 2)
    assert heard(readers, table, TagRead(2, 1, NEW.tag)) == [SlotRead(2, 1, OK, 142)]


def test_tags_follow_their_readers(tmp_path: Path) -> None:
    """Report a tag for the seat that its reader has now, and none of a reader that was away."""
    readers, table = tagged(None, 1, 2)
    heard(readers, table, TagRead(1, 3, NEW.tag))
    table.do(SwapReaders(1, 2))
    table.poll()
    table.do(Watch(True))
    assert TagRead(2, 3, NEW.tag) in heard(readers, table)
    said = heard(readers, table, ReaderBack(1))
    assert TableProblem(UNKNOWN, NOTHING) in said
    table.do(Watch(True))
    assert not [one for one in heard(readers, table) if isinstance(one, TagRead)]


def test_the_command_says_which_cards_are_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Count the cards of a game, name a fault of the file, and what fits no card of any game."""
    kept = Tags(tmp_path / "tags.toml")
    kept.name("A1", 7, "uturn@10")
    kept.name("A2", 11, "KH@13")
    for game in ("clockwork", "cardbot"):
        assert main(["table", "tags", "--game", game, "--state", str(tmp_path)]) == 0
        said = capsys.readouterr().out
        assert said.splitlines()[0].partition(": ")[2] == recorded(game) and "fit no" not in said
    kept.name("A3", 7, "uturn@20")
    assert main(["table", "tags", "--state", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith(
        "tags that fit no card of any game:\nA3: code 7, uturn@20\n"
    )
    (tmp_path / "tags.toml").write_text("version = 1\n[tags]\nA = 7\n")
    assert main(["table", "tags", "--state", str(tmp_path)]) == 2
    assert "tags.toml:3: found 7" in capsys.readouterr().err
