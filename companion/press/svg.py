"""Marks as SVG, one page a file, in millimetres. Words stay text, spread to their true width."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from companion.press.letters import text_width
from companion.press.marks import (
    LEFT,
    MIDDLE,
    RIGHT,
    ArcMark,
    Circle,
    Fill,
    Mark,
    MarkGroup,
    Mosaic,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)

NAMESPACE: Final = "http://www.w3.org/2000/svg"
FAMILY: Final = "'Barlow Condensed', 'Arial Narrow', 'Liberation Sans Narrow', sans-serif"
ANCHORS: Final = {LEFT: "start", MIDDLE: "middle", RIGHT: "end"}


def svg(page: SheetSide, title: str) -> bytes:
    """Return a page as the bytes of an SVG file.

    It shows the same as the PDF to a thousandth of a millimetre.

    Raises:
        PressError: The fonts for measuring words are missing.
    """
    width, height = _number_text(page.width), _number_text(page.height)
    root = Element(
        "svg",
        xmlns=NAMESPACE,
        width=f"{width}mm",
        height=f"{height}mm",
        viewBox=f"0 0 {width} {height}",
    )
    SubElement(root, "title").text = title
    # The page's y goes upwards, that of SVG downwards.
    _Pen(page.height).draw(root, page.marks)
    indent(root, " ")
    drawing: bytes = tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + drawing + b"\n"


def _number_text(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _paint(fill: str, edge: str = "", width: float = 0.0) -> dict[str, str]:
    """Return the attributes for the tints."""
    wanted = {"fill": fill[:7] or "none"}
    if len(fill) == 9:
        wanted["fill-opacity"] = _number_text(int(fill[7:], 16) / 255)
    if edge:
        wanted |= {"stroke": edge[:7], "stroke-width": _number_text(width)}
    return wanted


class _Pen:
    """Draws marks in a space whose origin is `top` below its upper side."""

    def __init__(self, top: float) -> None:
        self.top = top
        self.clips = 0

    def draw(self, onto: Element, marks: tuple[Mark, ...]) -> None:
        for mark in marks:
            getattr(self, f"_{type(mark).__name__.lower()}")(onto, mark)

    def _y(self, y: float) -> str:
        return _number_text(self.top - y)

    def _points(self, points: tuple[tuple[float, float], ...]) -> str:
        return " ".join(f"{_number_text(x)},{self._y(y)}" for x, y in points)

    def _fill(self, onto: Element, mark: Fill) -> None:
        joined = {"stroke-linejoin": "round"} if mark.edge else {}
        SubElement(
            onto,
            "polygon",
            {
                "points": self._points(mark.points),
                **_paint(mark.colour, mark.edge, mark.width),
                **joined,
            },
        )

    def _rectangle(self, onto: Element, mark: Rectangle) -> None:
        corner = {"rx": _number_text(mark.radius)} if mark.radius else {}
        SubElement(
            onto,
            "rect",
            {
                "x": _number_text(mark.left),
                "y": self._y(mark.bottom + mark.height),
                "width": _number_text(mark.width),
                "height": _number_text(mark.height),
                **corner,
                **_paint(mark.colour, mark.edge, mark.edge_width),
            },
        )

    def _stroke(self, onto: Element, mark: Stroke) -> None:
        more = {"stroke-dasharray": " ".join(map(_number_text, mark.dash))} if mark.dash else {}
        if mark.rounded:
            more |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
        SubElement(
            onto,
            "polyline",
            {
                "points": self._points(mark.points),
                **_paint("", mark.colour, mark.width),
                **more,
            },
        )

    def _circle(self, onto: Element, mark: Circle) -> None:
        place = {
            "cx": _number_text(mark.centre[0]),
            "cy": self._y(mark.centre[1]),
            "r": _number_text(mark.radius),
        }
        SubElement(onto, "circle", place | _paint(mark.colour, mark.edge, mark.width))

    def _arcmark(self, onto: Element, mark: ArcMark) -> None:
        (x, y), radius = mark.centre, mark.radius
        ends = [
            (x + radius * sin(angle * pi / 180), y + radius * cos(angle * pi / 180))
            for angle in (mark.start, mark.end)
        ]
        # SVG asks which arc between two points is meant: the longer or shorter one, and its
        # direction.
        far = int(abs(mark.end - mark.start) > 180)
        begin, end = (f"{_number_text(across)} {self._y(up)}" for across, up in ends)
        way = (
            f"M {begin} A {_number_text(radius)} {_number_text(radius)} 0 {far}"
            f" {int(mark.end > mark.start)} {end}"
        )
        SubElement(onto, "path", {"d": way, **_paint("", mark.colour, mark.width)})

    def _mosaic(self, onto: Element, mark: Mosaic) -> None:
        side = _number_text(mark.side)
        way = "".join(
            f"M{_number_text(x)} {self._y(y + mark.side)}h{side}v{side}h-{side}z"
            for x, y in mark.corners
        )
        SubElement(onto, "path", {"d": way, **_paint(mark.colour)})

    def _textline(self, onto: Element, mark: TextLine) -> None:
        text = SubElement(
            onto,
            "text",
            {
                "x": _number_text(mark.x),
                "y": self._y(mark.y),
                "textLength": _number_text(text_width(mark.text, mark.size, mark.bold)),
                "lengthAdjust": "spacingAndGlyphs",
                "font-family": FAMILY,
                "font-size": _number_text(mark.size),
                "font-weight": "700" if mark.bold else "500",
                "text-anchor": ANCHORS[mark.align],
                **_paint(mark.colour),
            },
        )
        text.text = mark.text

    def _markgroup(self, onto: Element, mark: MarkGroup) -> None:
        moves = (
            f"translate({_number_text(mark.x)} {self._y(mark.y)}) rotate({_number_text(mark.turn)})"
            f" scale({_number_text(mark.scale)})"
        )
        group = SubElement(onto, "g", transform=moves)
        # The group's own origin is zero: the page's height must not be subtracted twice.
        outside, self.top = self.top, 0.0
        if mark.clip is not None:
            # Names are unique in the whole file.
            self.clips += 1
            left, bottom, right, top = mark.clip
            clip = SubElement(group, "clipPath", id=f"clip{self.clips}")
            SubElement(
                clip,
                "rect",
                x=_number_text(left),
                y=self._y(top),
                width=_number_text(right - left),
                height=_number_text(top - bottom),
            )
            group.set("clip-path", f"url(#clip{self.clips})")
        self.draw(group, mark.marks)
        self.top = outside
