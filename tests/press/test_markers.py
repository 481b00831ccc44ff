"""The book of markers: parts in order, on every paper within the margins, with readable text."""

from __future__ import annotations

import re

import pytest
from PIL import Image, ImageChops

from companion.content.livery import NAMES
from companion.errors import PressError
from companion.press.clanks import LIVERIES, ClankLook
from companion.press.leaves import LICENCE
from companion.press.markers import CLANKS, FLAGS, PARTS, PLATES, RULES, TEST_CARDS, marker_document
from companion.press.paper import PAPERS, Paper
from companion.press.pdf import pdf
from companion.press.svg import svg
from tests.press.prints import opened, picture, sizes, words

OURS = (FLAGS, CLANKS, PLATES, RULES)
DOTS = 3.0


@pytest.fixture(scope="module", params=PAPERS.values(), ids=[*PAPERS])
def printed(request: pytest.FixtureRequest) -> tuple[Paper, bytes]:
    """Return a paper, and the book on it without the test cards."""
    return request.param, pdf(marker_document(request.param, OURS))


def _pages(data: bytes) -> list[str]:
    return [words(data, page) for page in range(len(sizes(data)))]


def test_every_page_fits_its_paper(printed: tuple[Paper, bytes]) -> None:
    """Keep the margins blank and no page empty; a sheet may be sideways."""
    paper, data = printed
    for page, size in enumerate(sizes(data)):
        assert sorted(size) == sorted((paper.width, paper.height))
        seen = picture(data, page, DOTS)
        left, upper, right, lower = ImageChops.difference(
            seen, Image.new("RGB", seen.size, "white")
        ).getbbox() or (0, 0, 0, 0)
        margin = (paper.margin - 0.5) * DOTS
        assert (
            left >= margin
            and upper >= margin
            and right <= seen.width - margin
            and lower <= seen.height - margin
        )
        assert right - left > 100 * DOTS


def test_words_are_read_back(printed: tuple[Paper, bytes]) -> None:
    """Write names, seats, parking and licence as text in embedded fonts."""
    _, data = printed
    pages = _pages(data)
    said = "\n".join(pages)
    assert all(said.count(name) >= 3 for name in NAMES)
    assert (
        all(said.count(f"SEAT {seat}") == 2 for seat in range(1, 9)) and said.count("PARKING") == 8
    )
    assert all(LICENCE in page for page in pages) and "Your settings" in said
    assert data.count(b"/FontFile2") == 2


def test_large_paper_takes_two_leaves() -> None:
    """Print two leaves side by side on A3, one on A4."""
    counts = {
        name: len(marker_document(paper, (FLAGS, CLANKS, PLATES)).pages)
        for name, paper in PAPERS.items()
    }
    assert counts == {"a3": 2, "a4": 4, "letter": 4, "tabloid": 2}


def test_parts_come_alone_and_in_their_order() -> None:
    """Print selected parts in the book's order; the whole book is all of them."""
    paper = PAPERS["a4"]
    alone = {part: marker_document(paper, (part,)).pages for part in PARTS}
    assert [len(pages) for pages in alone.values()][:4] == [1, 1, 2, 1] and alone[TEST_CARDS]
    one_sided, cards = tuple(page for part in OURS for page in alone[part]), alone[TEST_CARDS]
    whole = marker_document(paper).pages
    # Every second page is the blank back that separates the parts where the cards are printed on
    # both sides.
    assert whole[: len(one_sided) * 2 : 2] == one_sided and whole[len(one_sided) * 2 :] == cards
    assert marker_document(paper, (RULES, FLAGS)).pages == (*alone[FLAGS], *alone[RULES])


def test_an_unknown_part_is_one_sentence() -> None:
    """Refuse an unknown part in one sentence, with the nearest and all names."""
    with pytest.raises(
        PressError,
        match=re.escape(
            "found 'flag', expected some of flags, clanks, plates, rules, test-cards; did "
            "you mean 'flags'?"
        ),
    ):
        marker_document(PAPERS["a4"], ("flag",))


def test_clanks_are_printed_as_they_are_called() -> None:
    """Print names, colours and shapes as chosen, and unknown ones as neutral."""
    others = (
        ClankLook(1, "Ünsal & Čapek", "violet", "star"),
        ClankLook(2, "<b>", "mauve", "blob"),
        *LIVERIES[2:],
    )
    data = pdf(marker_document(PAPERS["a4"], (CLANKS, PLATES), liveries=others))
    said = "\n".join(_pages(data))
    assert said.count("Ünsal & Čapek") >= 3 and said.count("<b>") >= 3 and "BRASS" not in said


def test_the_same_book_as_svg() -> None:
    """Draw a page of clanks as SVG with the same size and words."""
    book = marker_document(PAPERS["letter"], (CLANKS,))
    text = svg(book.pages[0], book.title).decode()
    assert 'width="215.9mm"' in text and text.count("glue behind") == 10


def test_the_book_is_the_same_every_time() -> None:
    """Write the same book again, without date and chance."""
    first, second = (pdf(marker_document(PAPERS["a4"], (FLAGS, RULES))) for _ in range(2))
    assert first == second
    with opened(first) as document:
        assert len(document) == 2
