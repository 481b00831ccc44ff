"""The diagrams are valid SVG and show both ends of each wire, without overlaps or overflow."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from companion.press.letters import text_width
from companion.press.marks import (
    LEFT,
    MIDDLE,
    Fill,
    Mark,
    MarkGroup,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.workshop.connections import ENDS, HUB, WAYS, Leg, connections, gathered, leg_words
from companion.workshop.diagrams import WIRE, diagram_page
from tests.recorded import recorded
from tests.workshop.plans import FILES, SHIPPED

Area = tuple[float, float, float, float]
PAGES = {way: diagram_page(SHIPPED, way) for way in WAYS}


def flat(marks: tuple[Mark, ...]) -> Iterator[Mark]:
    """Yield all marks, those of groups too."""
    for mark in marks:
        yield from flat(mark.marks) if isinstance(mark, MarkGroup) else (mark,)


def texts(way: str) -> list[str]:
    """Return every line of words in the SVG file."""
    root = ElementTree.fromstring(FILES[f"hardware/wiring/{way}.svg"])
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


def lines(page: SheetSide) -> list[tuple[str, Area]]:
    """Return every line of words with the area of its capitals."""
    found = []
    for mark in flat(page.marks):
        if isinstance(mark, TextLine):
            width = text_width(mark.text, mark.size, mark.bold)
            left = mark.x - {LEFT: 0.0, MIDDLE: width / 2}.get(mark.align, width)
            found.append((mark.text, (left, mark.y, left + width, mark.y + 0.7 * mark.size)))
    return found


def flags(page: SheetSide) -> list[Area]:
    """Return the areas of all flags."""
    points = [mark.points for mark in flat(page.marks) if isinstance(mark, Fill)]
    return [
        (
            min(x for x, _ in each),
            min(y for _, y in each),
            max(x for x, _ in each),
            max(y for _, y in each),
        )
        for each in points
    ]


def pairs(areas: list[Area]) -> Iterator[tuple[int, int]]:
    """Yield the indices of overlapping areas; those far to the right of one are not compared."""
    order = sorted(range(len(areas)), key=lambda place: areas[place][0])
    for number, one in enumerate(order):
        for other in order[number + 1 :]:
            if areas[other][0] > areas[one][2]:
                break
            if meet(areas[one], areas[other]):
                yield one, other


def meet(one: Area, other: Area) -> bool:
    """Return whether two areas overlap by more than a hair."""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > 0.2
        and min(one[3], other[3]) - max(one[1], other[1]) > 0.2
    )


@pytest.mark.parametrize("way", WAYS)
def test_both_ends_of_every_wire_are_named(way: str) -> None:
    """Give each leg of each wire a flag or a line, with the names of part and leg."""
    shown = texts(way)
    nets = connections(SHIPPED, way)
    for net in nets:
        for leg in net.legs:
            assert leg.name in shown or leg.name in ENDS, leg
            assert any(leg.part.split()[-1] in words for words in shown), leg
        if not net.kind.startswith("cell"):
            # On the hub's page each line has its name once; elsewhere every leg has a flag, and the
            # list beside them names the wire again.
            times = 1 if way == HUB else len(net.legs) + 1
            assert shown.count(net.name) >= times, (
                f"{net.name} is named {shown.count(net.name)} times, expected {times}"
            )


@pytest.mark.parametrize("way", [way for way in WAYS if way != HUB])
def test_every_sensor_has_its_line(way: str) -> None:
    """Draw forty level lines per reader from multiplexer to array, at different heights."""
    found = [
        mark.points
        for mark in flat(PAGES[way].marks)
        if isinstance(mark, Stroke) and mark.width == WIRE
    ]
    assert (
        len(found)
        == len(set(found))
        == sum(net.kind.startswith("cell") for net in connections(SHIPPED, way))
    )
    assert all(start[1] == pytest.approx(end[1]) for start, end in found)


@pytest.mark.parametrize("way", WAYS)
def test_the_list_of_a_diagram_has_every_wire(way: str) -> None:
    """List every wire in the drawing and beside it, from the same connections."""
    page = FILES["hardware/wiring/connections.md"].decode()
    for net in connections(SHIPPED, way):
        assert f"| {net.name} | {leg_words(net.legs[0])} | {gathered(net.legs[1:])} |" in page


@pytest.mark.parametrize("way", WAYS)
def test_no_words_lie_on_others(way: str) -> None:
    """Put no words on others, or on a flag of another name."""
    words, areas = lines(PAGES[way]), flags(PAGES[way])
    assert [
        (words[one][0], words[other][0]) for one, other in pairs([area for _, area in words])
    ] == []
    assert list(pairs(areas)) == []
    for text, area in words:
        assert all(
            flag[0] <= area[0] and area[2] <= flag[2] for flag in areas if meet(area, flag)
        ), text


@pytest.mark.parametrize("way", WAYS)
def test_everything_lies_on_the_page(way: str) -> None:
    """Keep five millimetres free around the page."""
    page = PAGES[way]
    # Groups have their own origin; the only one is on a card's plate.
    plates = [mark for mark in page.marks if isinstance(mark, Rectangle)][1:]
    areas = [area for _, area in lines(page)] + flags(page)
    areas += [
        (plate.left, plate.bottom, plate.left + plate.width, plate.bottom + plate.height)
        for plate in plates
    ]
    assert all(
        left >= 5 and bottom >= 5 and right <= page.width - 5 and top <= page.height - 5
        for left, bottom, right, top in areas
    )


def test_gathered_legs_are_said_in_few_words() -> None:
    """Group legs of one name and parts of one kind, and leave out numbers of a resistor's ends."""
    legs = [Leg(f"mux {mux}", "S0") for mux in "ABC"]
    assert gathered(legs) == "S0 of mux A, B, C"
    assert gathered([Leg("reader A mux A", "EN"), Leg("reader B mux A", "EN")]) == recorded(
        "EN-of-reader-A-mux-A"
    )
    assert gathered([Leg("Pico", "GP9"), Leg("resistor down 1", "1")]) == recorded(
        "Pico-GP9-pin-12-resistor-down"
    )
    assert leg_words(Leg("Pi", "5V")) == recorded("Pi-5V-pins-2-4")
