"""Table files: shipped ones are right, and faults are named with file and line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.__main__ import main
from companion.errors import FormatError
from companion.table.gpio.table_file import (
    LED,
    NEOPIXEL,
    NONE,
    TableFile,
    parse_table_file,
    read_table_file,
)
from tests.recorded import recorded

GOOD = """\
kind = "gpio"
name = "Mine"
[adc]
chip = 0
[slots]
address = [5, 6, 13, 19]
light = [12, 16, 20, 21, 26]
[lamps]
kind = "neopixel"
pin = 18
[[seat]]
seat = 3
channels = [0, 1, 2]
pull = 17
push = 27
lamps = [1, 2, 3, 4, 5]
"""
LEDS = GOOD.replace('kind = "neopixel"\npin = 18', 'kind = "led"\nmilliamps = 4').replace(
    "[1, 2, 3, 4, 5]", "[18, 22, 23, 24, 25]"
)
SECOND = """\
[[seat]]
seat = 4
channels = [3, 4, 5]
pull = 22
push = 23
lamps = [6, 7, 8, 9, 10]
"""


def fault(text: str) -> FormatError:
    """Return what is wrong with a text."""
    with pytest.raises(FormatError) as raised:
        parse_table_file(text, "mine.toml")
    return raised.value


def pins(table: TableFile) -> list[int]:
    """Return every pin of a table, with the sensor lights that seats share once."""
    lights = {pin for seat in table.seats for pin in seat.light}
    if table.lamps.kind == NEOPIXEL:
        lamps = [table.lamps.pin]
    else:
        lamps = [pin for seat in table.seats for pin in seat.lamps]
    return [
        *table.address,
        *lights,
        *lamps,
        *(pin for seat in table.seats for pin in (seat.pull, seat.push)),
    ]


def test_the_reference_for_two_players_is_wired_as_the_hardware_facts_say(repository: Path) -> None:
    """Wire the reference for two players by the hardware facts, section 4.

    It has shared address and sensor lights, three channels each, four switches, ten pixels on
    GPIO18.
    """
    table = read_table_file(str(repository / "hardware/tables/two-players.toml"))
    assert (table.chip, table.address, table.lamps.kind, table.lamps.pin) == (
        0,
        (5, 6, 13, 19),
        NEOPIXEL,
        18,
    )
    first, second = table.seats
    assert (first.seat, first.channels, first.pull, first.push, first.lamps) == (
        1,
        (0, 1, 2),
        17,
        27,
        (1, 2, 3, 4, 5),
    )
    assert (second.seat, second.channels, second.pull, second.push, second.lamps) == (
        2,
        (3, 4, 5),
        22,
        23,
        (6, 7, 8, 9, 10),
    )
    assert first.light == second.light == (12, 16, 20, 21, 26)


def test_one_player_with_plain_leds_needs_twenty_pins(repository: Path) -> None:
    """Use twenty pins for one player with plain LEDs (section 4): 16, and the four of SPI0."""
    table = read_table_file(str(repository / "hardware/tables/one-player-leds.toml"))
    assert table.lamps.kind == LED and len(set(pins(table))) == 16 and len(table.seats) == 1


def test_what_is_not_written_is_as_in_the_reference() -> None:
    """Use the reference for omitted values; without [lamps] there are no lock lights."""
    table = parse_table_file(
        'kind = "gpio"\n[[seat]]\nseat = 8\nchannels = [7, 0, 4]\npull = 2\npush = 3\n',
        "short.toml",
    )
    assert (table.address, table.seats[0].light, table.lamps.kind) == (
        (5, 6, 13, 19),
        (12, 16, 20, 21, 26),
        NONE,
    )
    assert table.seats[0].channels == (7, 0, 4) and table.name == ""


def test_a_seat_may_have_sensor_lights_of_its_own() -> None:
    """Allow a seat its own sensor lights, which frees the shared pins.

    They help if the 3.3 V dip when two arrays are lit.
    """
    own = SECOND.replace("[[seat]]", "[[seat]]\nlight = [2, 3, 4, 14, 15]")
    table = parse_table_file(GOOD + own, "mine.toml")
    assert [seat.light for seat in table.seats] == [(12, 16, 20, 21, 26), (2, 3, 4, 14, 15)]


FAULTS = [
    ('kind = "gpio"\n', "", None, "no kind", 'kind = "gpio"'),
    ('kind = "gpio"', 'kind = "gpoi"', 1, "'gpoi'", "did you mean 'gpio'"),
    ("chip = 0", "chips = 0", 4, "key 'chips'", "did you mean 'chip'"),
    ("chip = 0", "chip = 2", 4, "chip = 2", "a number from 0 to 1"),
    ("chip = 0", "chip = 1\nchip_selects = 1", 4, "chip = 1", "a number from 0 to 0"),
    ("[adc]", "[acd]", 3, "'acd'", "did you mean 'adc'"),
    ("[5, 6, 13, 19]", "[5, 6, 13]", 6, "address with 3 numbers", "4"),
    (
        "[5, 6, 13, 19]",
        "[5, 6, 13, 17]",
        14,
        "GPIO17 for the pull switch of seat 3, which is used for address",
        "a free pin: 2, 3, 4",
    ),
    (
        "pull = 17",
        "pull = 27",
        15,
        "GPIO27 for the push switch of seat 3, which is used for the pull switch",
        "a free pin",
    ),
    (
        "pull = 17",
        "pull = 28",
        14,
        "GPIO28 for the pull switch of seat 3, which is not on the header",
        "BCM GPIO number",
    ),
    ("pull = 17", "pull = -1", 14, "not on the header", "BCM GPIO number"),
    (
        "pull = 17",
        "pull = 9",
        14,
        "GPIO9 for the pull switch of seat 3, which SPI0 holds (MISO)",
        "a free pin",
    ),
    ("pull = 17", "pull = 7", 14, "which SPI0 holds (chip select 1)", "a free pin"),
    ("pull = 17", "pull = 0", 14, "is reserved for the ID EEPROM", "a free pin"),
    ("pull = 17", 'pull = "GPIO17"', 14, "'GPIO17'", "a BCM GPIO number such as 17"),
    ("pull = 17", "pull = true", 14, "true for the pull switch", "a BCM GPIO number"),
    ("pull = 17\n", "", 11, "no pull", "the handle's pull switch"),
    (
        "[0, 1, 2]",
        "[0, 1, 1]",
        13,
        "channel 1, which is taken by multiplexer B of seat 3",
        "a channel of its own",
    ),
    ("[0, 1, 2]", "[0, 1, 8]", 13, "8", "a number from 0 to 7"),
    ("channels = [0, 1, 2]\n", "", 11, "no channels", "an array of 3 numbers"),
    ("seat = 3", "seat = 9", 12, "seat = 9", "a number from 1 to 8"),
    ("seat = 3\n", "", 11, "no seat", "a number from 1 to 8"),
    (
        "[1, 2, 3, 4, 5]",
        "[1, 2, 3, 4, 4]",
        16,
        "light 4, which is taken by lock light 4 of seat 3",
        "a light of its own",
    ),
    ("[1, 2, 3, 4, 5]", "[1, 2, 3, 4, 11]", 16, "11", "a number from 1 to 10"),
    ("lamps = [1, 2, 3, 4, 5]\n", "", 11, "no lamps", "an array of 5 numbers"),
    ('kind = "neopixel"', 'kind = "neopixels"', 9, "'neopixels'", "did you mean 'neopixel'"),
    ('kind = "neopixel"\n', "", 8, "no kind", '"neopixel"'),
    ("pin = 18\n", "", 8, "no pin", "data line"),
    ("pin = 18", "pin = 18\nbrightness = 26", 11, "brightness = 26", "a number from 1 to 25"),
    ("pin = 18", 'pin = 18\ncolours = "GBR"', 11, "'GBR'", "GRB"),
    (
        "pin = 18",
        "pin = 18\nmilliamps = 4",
        11,
        "milliamps = 4",
        "no milliamps where the kind is 'neopixel'",
    ),
    ('[lamps]\nkind = "neopixel"\npin = 18\n', "", 13, "lamps", "[lamps]"),
    ("[[seat]]", "[seat]", 11, "seat = a table", "an array"),
]


@pytest.mark.parametrize(("old", "new", "line", "found", "expected"), FAULTS)
def test_each_fault_is_named_with_its_line(
    old: str, new: str, line: int | None, found: str, expected: str
) -> None:
    """Name place, what was found and expected, and the nearest word."""
    assert old in GOOD
    wrong = fault(GOOD.replace(old, new, 1))
    assert wrong.line == line and found in wrong.found
    assert expected in str(wrong)


def test_there_is_room_for_two_players() -> None:
    """Refuse a third player, whose channels one MCP3008 lacks, and two of one seat."""
    third = SECOND.replace("seat = 4", "seat = 5")
    wrong = fault(GOOD + SECOND + third)
    assert "3 seats" in wrong.found and "MCP3008" in wrong.expected and wrong.line == 23
    assert fault(GOOD + SECOND.replace("seat = 4", "seat = 3")).found == recorded(
        "seat-3-which-is-taken"
    )
    assert "no [[seat]]" in fault(GOOD[: GOOD.index("[[seat]]")]).found


def test_the_header_does_not_feed_as_many_leds_as_one_likes() -> None:
    """Limit LEDs to 16 mA a pin and 50 mA for all pins."""
    assert parse_table_file(LEDS.replace("= 4", "= 10"), "mine.toml").lamps.kind == LED
    wrong = fault(LEDS.replace("milliamps = 4", "milliamps = 11"))
    assert (wrong.found, wrong.line) == (
        recorded("5-LEDs-of-11-mA-55"),
        10,
    ) and wrong.expected == recorded("at-most-50-mA")
    assert fault(LEDS.replace("milliamps = 4", "milliamps = 17")).expected == recorded(
        "a-number-from-1-to-16"
    )
    assert "pin = 4" in fault(LEDS.replace("milliamps = 4", "pin = 4")).found


def test_one_chip_select_frees_a_pin() -> None:
    """Allow GPIO7 where SPI0 has one chip select only."""
    freed = GOOD.replace("chip = 0", "chip = 0\nchip_selects = 1").replace("pull = 17", "pull = 7")
    assert parse_table_file(freed, "mine.toml").seats[0].pull == 7


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(-2, 30)), min_size=1, max_size=4))
def test_whatever_numbers_stand_in_it_no_pin_is_used_twice_or_taken_from_others(
    changes: list[tuple[int, int]],
) -> None:
    """Accept or refuse a table with any numbers, with no pin used twice or reserved."""
    numbers = list(re.finditer(r"\d+", GOOD + SECOND))
    text = GOOD + SECOND
    for place, number in sorted(
        {place % len(numbers): number for place, number in changes}.items(), reverse=True
    ):
        text = f"{text[: numbers[place].start()]}{number}{text[numbers[place].end() :]}"
    try:
        table = parse_table_file(text, "mine.toml")
    except FormatError as wrong:
        assert wrong.source == "mine.toml"
        return
    used = pins(table)
    assert len(set(used)) == len(used) and set(used) <= set(range(2, 28)) - {8, 9, 10, 11}
    assert len({channel for seat in table.seats for channel in seat.channels}) == 3 * len(
        table.seats
    )


@given(st.text(max_size=60), st.integers(0, len(GOOD)), st.integers(0, 40))
def test_any_text_is_read_or_refused(put: str, at: int, gone: int) -> None:
    """Raise nothing but a fault of the file for any text."""
    try:
        parse_table_file(GOOD[:at] + put + GOOD[at + gone :], "mine.toml")
    except FormatError as wrong:
        assert wrong.source == "mine.toml"


def test_a_missing_file_is_a_fault_of_that_file(tmp_path: Path) -> None:
    """Report a missing file or a folder as a fault of that file."""
    for path in (tmp_path, tmp_path / "none.toml"):
        with pytest.raises(FormatError, match=re.escape(str(path))):
            read_table_file(str(path))


def test_the_command_says_a_line_for_each_file(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Print a line for each file, also in folders; all shipped ones are right."""
    assert main(["table", "check", str(repository / "hardware/tables")]) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.partition("tables/")[2] for line in out] == recorded(
        "one-player-leds-toml-1-reader"
    )


def test_the_command_goes_on_after_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Return 2 with one sentence for a faulty file, and read the next one."""
    wrong, right = tmp_path / "wrong.toml", tmp_path / "right.toml"
    wrong.write_text(GOOD.replace("pull = 17", "pull = 10"), "utf-8")
    right.write_text(GOOD, "utf-8")
    assert main(["table", "check", str(wrong), str(tmp_path / "none.toml"), str(right)]) == 2
    out, err = capsys.readouterr()
    assert out == recorded("right-1-reader-on-the-header", right=right)
    first, second = err.splitlines()
    assert first == recorded(
        "clockwork-derby-wrong-14-found-GPIO10", wrong=wrong
    ) and second == recorded("none-toml-found-no-such-file", folder=tmp_path)


@pytest.mark.parametrize("words", [["table"], ["table", "check"], ["table", "chekc", "x"]])
def test_a_half_typed_command_is_answered_with_one_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Return 2 with one sentence for an incomplete command."""
    assert main(words) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
