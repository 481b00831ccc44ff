"""Lists of cards to print: what is read, and one clear sentence for everything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.cards import MOVES, Card
from companion.errors import FormatError
from companion.formats.card_list import LONGEST, parse_card_list

BOOK = (7, 11, 244)

FAULTS = [
    ("7", 1, "'7'", "a line such as '7 uturn@10'"),
    ("7 uturn@10 left@70", 1, "'7 uturn@10 left@70'", "a line such as"),
    (
        "\n8 uturn@10",
        2,
        "code '8'",
        "one of the 3 codes for cards, from 7 to 244, with 3 or 5 white cells of 8",
    ),
    ("-7 uturn@10", 1, "code '-7'", "one of the 3 codes"),
    ("７ uturn@10", 1, "code '７'", "one of the 3 codes"),
    ("9" * 5000 + " uturn@10", 1, "code '999", "one of the 3 codes"),
    ("7 uturn@10\n7 left@70", 2, "code 7 again, as on line 1", "each code and each card once"),
    (
        "7 uturn@10\n# more\n11 uturn@10",
        3,
        "card uturn@10 again, as on line 1",
        "each code and each card once",
    ),
    ("7 jump@10", 1, "move 'jump'", "uturn, left, right, back, move1, move2 or move3"),
    ("7 utrun@10", 1, "move 'utrun'", "did you mean 'uturn'?"),
    ("7 uturn", 1, "priority '' of uturn", "a number from 1 to 999, as in uturn@100"),
    ("7 uturn@0", 1, "priority '0' of uturn", "a number from 1 to 999"),
    ("7 uturn@1000", 1, "priority '1000' of uturn", "a number from 1 to 999"),
    ("", None, "no card", "a line such as '7 uturn@10'"),
    ("# nothing\n\n", None, "no card", "a line such as"),
    ("\n" * (LONGEST + 1), None, f"{LONGEST + 2} lines", f"at most {LONGEST}"),
]


def test_a_list_is_read() -> None:
    """Read codes, moves and priorities in order, without comments, blanks and CRLF."""
    text = "\ufeff# three cards\r\n\r\n244  move1@5 # the first\r\n\t7 uturn@007\r\n11 uturn@8"
    assert parse_card_list(text, "x", BOOK) == {
        244: Card("move1", 5),
        7: Card("uturn", 7),
        11: Card("uturn", 8),
    }


@pytest.mark.parametrize(("text", "line", "found", "expected"), FAULTS)
def test_one_sentence_for_every_fault(
    text: str, line: int | None, found: str, expected: str
) -> None:
    """Name file, line, what was found and expected."""
    with pytest.raises(FormatError) as caught:
        parse_card_list(text, "deck.txt", BOOK)
    words = str(caught.value)
    assert (
        words.startswith("deck.txt: " if line is None else f"deck.txt:{line}: ")
        and found in words
        and expected in words
    )
    assert "\n" not in words and len(words) < 300


@given(
    st.text(max_size=60)
    | st.lists(
        st.tuples(st.integers(0, 300), st.sampled_from((*MOVES, "x")), st.integers(0, 1200))
    ).map(lambda lines: "\n".join(f"{code} {move}@{priority}" for code, move, priority in lines))
)
def test_any_text_is_a_list_or_a_fault(text: str) -> None:
    """Read any text as codes of the book, each once, or refuse it."""
    try:
        cards = parse_card_list(text, "any", BOOK)
    except FormatError:
        return
    assert {*cards} <= {*BOOK} and len({*cards.values()}) == len(cards) > 0
