"""Read the colours of a picture's pixels as numbers."""

from __future__ import annotations

from PIL import Image

from tests.typed import of_kind


def colour(picture: Image.Image, place: tuple[int, int]) -> tuple[int, ...]:
    """Return the bands of a pixel of a coloured picture."""
    bands: tuple[int, ...] = of_kind(tuple, picture.getpixel(place))
    return bands


def grey(picture: Image.Image, place: tuple[int, int]) -> int:
    """Return the only band of a pixel of a grey picture."""
    return of_kind(int, picture.getpixel(place))


def darkest(picture: Image.Image) -> int:
    """Return the least level of a grey picture."""
    return of_kind(int, picture.getextrema()[0])


def lightest(picture: Image.Image) -> int:
    """Return the highest level of a grey picture."""
    return of_kind(int, picture.getextrema()[1])


def edges(*numbers: float) -> tuple[int, int, int, int]:
    """Return the left, upper, right and lower edge of a crop, in whole pixels."""
    left, upper, right, lower = map(round, numbers)
    return left, upper, right, lower
