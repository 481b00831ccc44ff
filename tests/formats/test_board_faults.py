"""Every kind of fault in a board file gives one message.

It has file, line, what was found, what was expected and the nearest word.
"""

from __future__ import annotations

import pytest

from companion.content import board_names, board_text, load_board
from companion.errors import FormatError
from companion.formats.board import parse_board, write_board
from companion.formats.toml_text import LARGEST, text_of
from tests.formats.test_boards import MILL_RACE

THREE = "board = '''\n" + "+    +    +    +\n  .    .    .\n" * 3 + "+    +    +    +\n'''\n"
"""The file of a board of three by three squares, up to line 9."""

# A part of the good board, its replacement, the line of the fault, and the message's found,
# expected and near.
FAULTS = [
    ("name =", "nam =", 1, "key 'nam'", "name, author", "name"),
    ("board = '''", "bord = '''", 7, "key 'bord'", "board", "board"),
    ('"Mill Race"', "7", 1, "name = 7", "text in quotes", None),
    ('"Mill Race"', '"Mill\\nRace"', 1, "name = 'Mill\\nRace'", "one line", None),
    ('"Mill Race"', '"Mill\0Race"', 1, "NUL", "text", None),
    ('"Mill Race"', "9" * 5000, None, "thousands of digits", "few digits", None),
    ('"Mill Race"', f"0x{'f' * 5000}", 1, "thousands of digits", "text in quotes", None),
    ('"Mill Race"', "[" * 3000, None, "nested too deep", "plain", None),
    ("name =", "a." * 60 + "name =", 1, "more than 50 parts", "plain keys", None),
    ('edge = "pit"', 'edge = "pits"', 4, "edge 'pits'", "pit or wall", "pit"),
    ('edge = "pit"', "edge = nan", 4, "edge = nan", "text in quotes", None),
    ('edge = "pit"', "edge = true", 4, "edge = true", "text in quotes", None),
    ('edge = "pit"', "edge = {a = 1}", 4, "edge = a table", "text in quotes", None),
    ('edge = "pit"', "edge = 1979-05-27", 4, "datetime.date", "text in quotes", None),
    ('edge = "pit"', 'edge = "pit', 4, "'edge = \"pit", "valid TOML", None),
    (
        'edge = "pit"',
        'edge = "pit"\nedge = "wall"',
        5,
        "cannot overwrite",
        "each key and each table once",
        None,
    ),
    ('edge = "pit"', "edge", 4, "'edge", "valid TOML", None),
    ('"A3", "B2"', '"A3", "C1"', 5, "flag 3 on C1, where flag 1 lies", "square of its own", None),
    ('"A3"', '"E3"', 5, "square E3", "from A1 to D3", None),
    ('"A3"', '"a3"', 5, "square 'a3'", "such as E7", "A3"),
    ('"A3"', "3", 5, "3", "text in quotes", None),
    ('["C1", "A3", "B2", "D1"]', '"C1"', 5, "suggested_flags = 'C1'", "an array", None),
    ("board = '''", "board = 3 #", 8, "'+----+----+----+----+'", "valid TOML", None),
    (
        "+----+----+----+----+\n|   ",
        "\n+----+----+----+----+\n|   ",
        8,
        "'' where a wall line is due",
        "wall line",
        None,
    ),
    (
        "+    +----+    +    +",
        "+    +---+    +    +",
        10,
        "'+    +---+    +    +'",
        "'----' or four blanks",
        None,
    ),
    (
        "+    +----+    +    +",
        "+    +-- -+    +    +",
        10,
        "'+    +-- -+",
        "'----' or four blanks",
        None,
    ),
    ("+    +----+    +    +", "+    +----+    +", 10, "over 3 squares", "4 squares", None),
    (
        "+    +----+    +    +\n",
        "",
        10,
        "'| >>   >>   ^    cw |' where a wall line is due",
        "wall line",
        None,
    ),
    (
        "| >>   >>   ^    cw |\n",
        "",
        11,
        "'+    +    +    +    +' where a line of squares is due",
        "'|' or a blank",
        None,
    ),
    (
        "+----+----+----+----+\n'''",
        "'''",
        13,
        "'| s1   s2   r1   r2 |' at the end",
        "wall line",
        None,
    ),
    ("| >>   >>   ^    cw |", "| >>   =>   ^    cw |", 11, "code '=>' on B2", ">>", ">"),
    ("| >>   >>   ^    cw |", "| >>   >>   ^    CW |", 11, "code 'CW' on D2", "cw", "cw"),
    ("| >>   >>   ^    cw |", "| >>   > >  ^    cw |", 11, "code '> >' on B2", "one of", ">>"),
    (
        "| >>   >>   ^    cw |",
        "| >>   >>   ^   cw |",
        11,
        "'|' within square D2",
        "four characters",
        None,
    ),
    ("| >>   >>   ^    cw |", "| >>  >>>   ^    cw |", 11, "code '>>>' on B2", "one of", ">>"),
    (
        "| >>   >>   ^    cw |",
        "| >> > >>   ^    cw |",
        11,
        "'>' in column 6",
        "'|' or a blank",
        None,
    ),
    ("| >>   >>   ^    cw |", "| >>\t>>   ^    cw |", 11, "a tab", "blanks", None),
    ("| >>   >>   ^    cw |", "| >>   >>   ^    cw |    x", 11, "26 characters", "21", None),
    ("| >>   >>   ^    cw |", "| >>   >>   ^    é  |", 11, "code 'é' on D2", "one of", None),
    (
        "| s1   s2",
        "| s1   s1",
        13,
        '"B1 start seat=1" although A1 has seat 1',
        "one start only",
        None,
    ),
    ("| s1   s2", "| s1   s9", 13, "code 's9' on B1", "s8", None),
    ("B3 laser W beams=2", "", 17, "''", "<square> <element>", None),
    ("B3 laser W beams=2", "B3", 17, "'B3'", "<square> <element>", None),
    (
        "B3 laser W beams=2",
        "B3 laser W " + "beams=2 " * 40,
        17,
        "B3 laser W beams=2",
        "<square> <element>",
        None,
    ),
    ("B3 laser W beams=2", "laser B3 W", 17, "square 'laser'", "such as E7", None),
    ("B3 laser W beams=2", "b3 laser W", 17, "square 'b3'", "such as E7", "B3"),
    ("B3 laser W beams=2", "B0 laser W", 17, "square 'B0'", "such as E7", None),
    ("B3 laser W beams=2", "E3 laser W", 17, "square E3", "from A1 to D3", None),
    ("B3 laser W beams=2", "B4 wall N", 17, "square B4", "from A1 to D3", None),
    ("B3 laser W beams=2", "B3 lasr W", 17, "element 'lasr'", "words such as accelerator", "laser"),
    ("B3 laser W beams=2", "B3 laser", 17, "no side for laser", "N, E, S or W", None),
    ("B3 laser W beams=2", "B3 laser beams=2", 17, "side of laser 'beams=2'", "N, E, S or W", None),
    ("B3 laser W beams=2", "B3 laser w", 17, "side of laser 'w'", "N, E, S or W", "W"),
    ("B3 laser W beams=2", "B3 laser West", 17, "side of laser 'West'", "N, E, S or W", "W"),
    (
        "B3 laser W beams=2",
        "B3 laser W beams=4",
        17,
        "'beams=4' for laser",
        "number from 1 to 3",
        None,
    ),
    (
        "B3 laser W beams=2",
        "B3 laser W beams=²",
        17,
        "'beams=²' for laser",
        "number from 1 to 3",
        None,
    ),
    (
        "B3 laser W beams=2",
        "B3 laser W beams=",
        17,
        "'beams=' for laser",
        "number from 1 to 3",
        None,
    ),
    ("B3 laser W beams=2", "B3 laser W beams", 17, "'beams' without a value", "beams=…", None),
    ("B3 laser W beams=2", "B3 laser W beam=2", 17, "key 'beam=' of laser", "beams=", "beams="),
    (
        "B3 laser W beams=2",
        "B3 laser W beams=2 beams=1",
        17,
        "both 'beams=2' and 'beams=1'",
        "once",
        None,
    ),
    (
        "B3 laser W beams=2",
        "A3 belt E speed=fsat",
        17,
        "'speed=fsat' for belt",
        "slow or fast",
        "fast",
    ),
    ("B3 laser W beams=2", "A3 belt E inlets=Q", 17, "'inlets=Q' for belt", "sides N E S W", None),
    ("B3 laser W beams=2", "A3 wall N odd", 17, "'odd' after wall", "nothing more", None),
    ("B3 laser W beams=2", "A3 start", 17, "start without seat", "seat=…", None),
    ("B3 laser W beams=2", "A3 start seat=9", 17, "'seat=9' for start", "number from 1 to 8", None),
    (
        "B3 laser W beams=2",
        "A3 start seat=2",
        17,
        '"A3 start seat=2" although B1 has seat 2',
        "one start only",
        None,
    ),
    ("B3 laser W beams=2", "A3 rotator", 17, "rotator without turn", "cw, ccw or turn=…", None),
    (
        "C1 pusher S odd",
        "C1 pusher S",
        18,
        "pusher without registers",
        "odd, even or registers=…",
        None,
    ),
    ("C1 pusher S odd", "C1 pusher S od", 18, "key 'od' of pusher", "odd, even", "odd"),
    (
        "C1 pusher S odd",
        "C1 pusher S odd registers=2",
        18,
        "both 'odd' and 'registers=2'",
        "once",
        None,
    ),
    (
        "C1 pusher S odd",
        "C1 pusher S registers=6",
        18,
        "'registers=6' for pusher",
        "from 1 to 5",
        None,
    ),
    (
        "C1 pusher S odd",
        "B3 pusher W odd",
        18,
        '"B3 pusher W odd" beside "B3 laser W beams=2"',
        "rulebook 2.3",
        None,
    ),
    (
        "C1 pusher S odd",
        "D3 pusher S odd",
        18,
        '"D3 pusher S odd" beside "D3 pit"',
        "rulebook 2.3",
        None,
    ),
    (
        "C1 pusher S odd",
        "D2 crusher odd",
        18,
        '"D2 crusher odd" beside "D2 rotator cw"',
        "rulebook 2.3",
        None,
    ),
    (
        "C1 pusher S odd",
        "C1 crusher odd",
        18,
        '"C1 crusher odd" beside "C1 repair"',
        "rulebook 2.3",
        None,
    ),
    (
        "C1 pusher S odd",
        "D3 crusher odd",
        18,
        '"D3 crusher odd" beside "D3 pit"',
        "rulebook 2.3",
        None,
    ),
    (
        "C1 pusher S odd",
        "A1 crusher odd",
        18,
        '"A1 crusher odd" beside "A1 start seat=1"',
        "rulebook 2.3",
        None,
    ),
    ("C1 pusher S odd", "C1 belt N", 18, '"C1 belt N" beside "C1 repair"', "rulebook 2.3", None),
    ("C1 pusher S odd", "C2 belt E", 18, '"C2 belt E" beside "C2 belt N"', "rulebook 2.3", None),
    (
        "C1 pusher S odd",
        "C2 start seat=5",
        18,
        '"C2 start seat=5" beside "C2 belt N"',
        "rulebook 2.3",
        None,
    ),
    ("C1 pusher S odd", "D3 repair", 18, '"D3 repair" beside "D3 pit"', "rulebook 2.3", None),
    ("C1 pusher S odd", "A1 pit", 18, '"A1 pit" beside "A1 start seat=1"', "rulebook 2.3", None),
    ("elements = [", "elements = 5 # [", 17, "'\"B3 laser W beams=2\",'", "valid TOML", None),
    ('  "C1 pusher S odd",\n', '  ["C1 pusher S odd"],\n', 18, "an array", "text in quotes", None),
    (
        '  "C1 pusher S odd",\n',
        '  "C1 pusher S odd"\n  "A3 wall N"\n',
        19,
        "'\"A3 wall N\"'",
        "valid TOML",
        None,
    ),
]


@pytest.mark.parametrize(("old", "new", "line", "found", "expected", "near"), FAULTS)
def test_a_fault_is_one_clear_message(
    old: str, new: str, line: int | None, found: str, expected: str, near: str | None
) -> None:
    """Name file, line, what was found and expected, and the nearest word."""
    assert MILL_RACE.count(old) >= 1
    with pytest.raises(FormatError) as caught:
        parse_board(MILL_RACE.replace(old, new, 1), "mill.board.toml")
    fault = caught.value
    assert (fault.source, fault.line, fault.near) == ("mill.board.toml", line, near)
    assert found in fault.found and expected in fault.expected
    message = str(fault)
    assert "\n" not in message and len(message) < 500
    assert message.startswith("mill.board.toml: " if line is None else f"mill.board.toml:{line}: ")
    assert ("did you mean" in message) == (near is not None)


@pytest.mark.parametrize(
    ("text", "line", "found", "expected"),
    [
        ("", None, "an empty file", "TOML"),
        (" \n\r\n", None, "an empty file", "TOML"),
        ("\ufeff", None, "an empty file", "TOML"),
        ("hello", 1, "'hello'", "valid TOML"),
        ('name = "x"\n', None, "no board", "board = a text"),
        ("board = 5", 1, "board = 5", "board = a text"),
        ("board = ''", 1, "an empty drawing", "wall line"),
        ("board = '''\n\n'''", 2, "an empty drawing", "wall line"),
        ("board = '''\n+----+\n|    |\n+----+\n'''", 2, "1 columns and 1 rows", "2×2 to 40×40"),
        (
            f"board = '''\n{'+----' * 41}+\n\n{'+----' * 41}+\n\n{'+----' * 41}+'''",
            2,
            "41 columns and 2 rows",
            "2×2 to 40×40",
        ),
        ("#" * (LARGEST + 1), None, f"{LARGEST + 1} characters", f"at most {LARGEST}"),
        ("board = '''\n+----+", 2, "'+----+'", "valid TOML"),
    ],
)
def test_a_whole_file_that_is_no_board(
    text: str, line: int | None, found: str, expected: str
) -> None:
    """Refuse empty, huge and foreign files."""
    with pytest.raises(FormatError) as caught:
        parse_board(text, "x")
    assert caught.value.line == line
    assert found in caught.value.found and expected in caught.value.expected


@pytest.mark.parametrize(
    ("data", "line", "byte"),
    [(b"\xff\xfea\0", 1, "0xff"), ("a = 'x'\nb = 'é'".encode("latin-1"), 2, "0xe9")],
)
def test_bytes_that_are_no_text(data: bytes, line: int, byte: str) -> None:
    """Name the line and byte that is not UTF-8."""
    with pytest.raises(FormatError) as caught:
        text_of(data, "x")
    assert (
        caught.value.line == line
        and byte in caught.value.found
        and "UTF-8" in caught.value.expected
    )


def test_windows_files_have_the_same_lines() -> None:
    """Count lines as an editor does with CRLF and a byte order mark."""
    text = "\ufeff" + MILL_RACE.replace("B3 laser W beams=2", "B3 lasr W").replace("\n", "\r\n")
    with pytest.raises(FormatError) as caught:
        parse_board(text, "x")
    assert caught.value.line == 17


DOTS = [
    "+    +    +    +",
    "  .    >    .",
    "+    +    +    +",
    "  .    v    .",
    "+    +    +    +",
    "  .    .    .",
    "+    +    +    +",
]
CLOSED = [
    "+----+----+----+",
    "| >>           |",
    "+    +    +    +",
    "|      cw      |",
    "+    +    +    +",
    "|              |",
    "+----+----+----+",
]


@pytest.mark.parametrize("drawing", [DOTS, CLOSED])
@pytest.mark.parametrize("line", [1, 3, 5])
@pytest.mark.parametrize("squares", [0, 1, 2])
def test_a_row_that_lost_squares_is_named(drawing: list[str], line: int, squares: int) -> None:
    """Name a row that is shorter than complete ones instead of filling it up."""
    cut = [*drawing]
    cut[line] = drawing[line][: squares * 5]
    missing = [*drawing]
    missing[line] = drawing[line][: squares * 5] + drawing[line][(squares + 1) * 5 :]
    for rows in (cut, missing):
        text = "\n".join(["board = '''", *rows, "'''", ""])
        with pytest.raises(FormatError) as caught:
            parse_board(text, "x")
        assert caught.value.line == line + 2 and "expected 3 squares as in the other rows" in str(
            caught.value
        )


def test_a_shipped_board_that_lost_the_end_of_a_row() -> None:
    """Refuse each row of each shipped board cut after its seventh square."""
    for name in ("fountain-circus", "going-train"):
        lines = board_text(name).split("\n")
        first = lines.index("board = '''") + 1
        for row in range(first + 1, lines.index("'''", first), 2):
            cut = [*lines[:row], lines[row][:35], *lines[row + 1 :]]
            with pytest.raises(FormatError) as caught:
                parse_board("\n".join(cut), name)
            assert caught.value.line == row + 1 and "found a row of " in str(caught.value)


def test_a_written_board_ends_each_row_with_its_last_square() -> None:
    """Read back what `write_board` draws, with any ends of rows."""
    for name in board_names():
        text = write_board(load_board(name))
        assert parse_board(text, name) == load_board(name)
        lines = text.split("\n")
        rows = lines[lines.index("board = '''") + 2 : lines.index("'''") : 2]
        assert all(len(row) > 55 for row in rows)


@pytest.mark.parametrize("key", ["name", "author", "licence"])
def test_names_have_an_end(key: str) -> None:
    """Refuse names of more than sixty letters, with the line."""
    board = "board = '''\n+    +    +\n\n+    +    +\n\n+    +    +\n'''\n"
    assert getattr(parse_board(f'{key} = "{"x" * 60}"\n{board}', "x"), key) == "x" * 60
    with pytest.raises(
        FormatError, match=f"^x:2: found {key} of 61 characters, expected at most 60 characters"
    ):
        parse_board(f'edge = "pit"\n{key} = "{"x" * 61}"\n{board}', "x")


@pytest.mark.parametrize(
    ("entries", "found", "expected"),
    [
        (
            ["C2 giant_trapdoor"],
            '"C2 giant_trapdoor", whose block reaches D3',
            "a block on the board, which ends at C3: move it",
        ),
        (["A1 giant_trapdoor size=3"], "'size=3' for giant_trapdoor", "always 2 × 2"),
        (["B2 fog to=E9"], 'square E9 of "B2 fog to=E9"', "from A1 to C3"),
        (["E9 fog to=B2"], 'square E9 of "E9 fog to=B2"', "from A1 to C3"),
        (
            ["C3 pit", "B2 water to=C3"],
            '"C3 water" beside "C3 pit", by "B2 water to=C3"',
            "may share a square (rulebook 2.3): move one",
        ),
        (
            ["A1 portal link=a"],
            '"A1 portal link=a" with a link on A1',
            "write another portal with link=a, or take it away",
        ),
        (
            ["A1 portal link=a", "B1 portal link=a", "C1 portal link=a"],
            "with a link on A1, B1, C1",
            "take it off the others",
        ),
        (
            ["A1 light_barrier N group=b"],
            '"A1 light_barrier N group=b" as the only one of group b',
            "write group=b on another square",
        ),
        (
            ["A1 accelerator E group=a", "B1 accelerator W group=a"],
            '"A1 accelerator E group=a", whose track leads into itself',
            "a track with an end",
        ),
        (
            ["A1 cross_gear cw"],
            '"A1 cross_gear cw", whose S arm leaves the board',
            "four arms on the board: move it",
        ),
        (
            ["B2 cross_gear cw", "B2 wall N"],
            '"B2 cross_gear cw" with a wall or mount before its N arm',
            "take the wall or mount away",
        ),
        (
            ["A1 big_gear S"],
            '"A1 big_gear S", whose S half leaves the board',
            "both halves on the board",
        ),
        (["A1 padded_wall N"], '"A1 padded_wall N" without padding', 'write "A1 padded", too'),
        (
            ["A1 sluice N odd"],
            '"A1 sluice N odd" without water',
            'write "A1 water" or "A1 deep_water", too',
        ),
        (
            ["A1 room cw", "B2 room cw size=2"],
            '"B2 room cw size=2" beside "A1 room cw"',
            "move one of them",
        ),
    ],
)
def test_faults_over_several_squares_say_what_was_found_and_what_to_do(
    entries: list[str], found: str, expected: str
) -> None:
    """Describe faults over several squares with the entry, what is right, and the way there."""
    listed = "".join(f'  "{entry}",\n' for entry in entries)
    with pytest.raises(FormatError) as caught:
        parse_board(f"{THREE}elements = [\n{listed}]\n", "x")
    assert found in str(caught.value.found) and expected in str(caught.value.expected)
    assert caught.value.line is not None and f'"{entries[caught.value.line - 11]}"' in listed


def test_flip_belts_of_one_group_may_differ_in_side_and_other() -> None:
    """Allow a group to go round a corner (elements 8)."""
    belts = (
        '"A1 flip_belt E group=a other=N", "B1 flip_belt N group=a other=E", "C3 '
        'light_barrier W group=a"'
    )
    assert len(parse_board(f"{THREE}elements = [{belts}]\n", "x").elements) == 3
