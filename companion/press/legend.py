"""What stands on a board: every kind of element as it is drawn there, with its word, what it does and its rule.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from companion.engine.board import Board
from companion.engine.element import Element, kinds
from companion.press.board_floor import SQUARE, joined
from companion.press.letters import centred, fitting, wide, wrapped
from companion.press.marks import Group, Mark, Plate, Words
from companion.press.paint import painted
from companion.press.palette import FAINT, GREY, INK, INKS
from companion.press.prose import Block

MANY: Final = 4
"""Ways in which one kind is shown at most."""
ART, TEXT = 28.0, 31.5
"""How wide the pictures of an entry are, and where its words begin."""
REACH: Final = 0.11
"""How far art may reach beyond its square, as a share of it."""
LINE: Final = 4.3


def legend_words(board: Board) -> tuple[str, ...]:
    """The words of all kinds of elements on a board, in alphabetical order."""
    return tuple(sorted({element.word for element in board.elements}))


def legend(board: Board, width: float) -> tuple[Block, ...]:
    """A block for each kind of element on a board.

    In alphabetical order of the words, which are those of board files.
    """
    return tuple(_entry(board, word, width) for word in legend_words(board))


def _entry(board: Board, word: str, width: float) -> Block:
    kind = kinds().get(word) or next(type(element) for element in board.elements if element.word == word)
    lines = wrapped(kind.about, 3.5, width - TEXT)
    shown = tuple(islice(samples(board, (element for element in board.elements if element.word == word)), MANY))
    pictures = _pictures(board, shown)
    height = max(pictures.height, 6.2 + LINE * len(lines)) + 4.4
    head = word.replace("_", " ").capitalize()
    rule = f"rule {kind.rule}" if kind.rule else ""
    text = (Words(line, TEXT, -9.2 - LINE * at, 3.5, INK) for at, line in enumerate(lines))
    title = Words(head, TEXT, -4.1, fitting(head, 5.4, width - TEXT - wide(rule, 2.9) - 2, bold=True), INK, bold=True)
    line = Plate(0, -height + 2.2, width, 0.2, 0, FAINT)
    return Block((*pictures.marks, title, Words(rule, width, -4.1, 2.9, GREY, align="right"), *text, line), height)


def samples(board: Board, elements: Iterable[Element]) -> Iterator[tuple[str, Element]]:
    """One element for each way in which they differ but for place and side, with words for it: "fast", "beams 2", "odd".

    It is one that looks as most of them do.
    """
    found: dict[str, list[Element]] = {}
    for element in elements:
        found.setdefault(variant(element), []).append(element)
    for words, alike in found.items():
        looks = Counter(element.art(board) for element in alike)
        yield words, max(alike, key=lambda element: looks[element.art(board)])


def variant(element: Element) -> str:
    """How an element differs from others of its kind: its keys, as far as they say something that people see."""
    found = []
    for key in element.keys:
        text = key.write(getattr(element, key.name))
        if key.name == element.once or text == key.default and not text.isalpha() and text != "1":
            continue
        flag = next((flag for flag, value in key.flags.items() if value == text), "")
        found.append(flag or (text if text.isalpha() else f"{key.name} {text.replace(',', ' ')}"))
    return ", ".join(found)


def _pictures(board: Board, shown: tuple[tuple[str, Element], ...]) -> Block:
    """One large picture, or up to four small ones in two columns with their words."""
    if len(shown) == 1:
        ((words, element),) = shown
        return Block((*_picture(board, element, 3.5, 20.0), *_under(words, 13.5, -20.0)), 20.0 + 3.4 * bool(words))
    found: list[Mark] = []
    for place, (words, element) in enumerate(shown):
        x, y = 14.3 * (place % 2), -17.2 * (place // 2)
        found += [Group(_picture(board, element, 0, 13.2), x, y), *_under(words, x + 6.6, y - 13.2)]
    return Block(tuple(found), 17.2 * ((len(shown) + 1) // 2))


def _under(words: str, middle: float, y: float) -> tuple[Mark, ...]:
    """`middle` is where the words are centred, `y` what they hang below."""
    return (centred(words, middle, y - 1.9, fitting(words, 2.9, 13.8, bold=True), GREY),) if words else ()


def _picture(board: Board, element: Element, left: float, side: float) -> tuple[Mark, ...]:
    """The element alone on its plate, cut off where its beams would go on."""
    whole = SQUARE * (1 + 2 * REACH)
    edge = SQUARE * REACH
    marks = (Plate(0, 0, SQUARE, SQUARE, 0.9, INKS["floor"], INKS["seam"], 0.5), *painted(joined(element.art(board)), 0, 0, SQUARE))
    # Beams and mounts reach beyond their square, and are shown as far as REACH.
    scale = side / whole
    return (Group(marks, left + edge * scale, -side + edge * scale, scale=scale, clip=(-edge, -edge, SQUARE + edge, SQUARE + edge)),)
