"""The pictures that packages bring: files of shapes in the folder `pictures` of a module."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final

from companion.art import Shape
from companion.errors import FormatError
from companion.formats.picture import parse_picture
from companion.formats.toml_text import text_of

FOLDER: Final = "pictures"
"""The folder of the pictures in a package."""


@lru_cache
def picture(package: str, name: str) -> tuple[Shape, ...]:
    """Return a picture that a package brings.

    Args:
        package: The package, whose folder `pictures` has the file; usually `__name__`.
        name: The name of the file without its ending.

    Raises:
        FormatError: There is no such file, or it is wrong: the line is named.
    """
    source = f"{package}/{FOLDER}/{name}.toml"
    try:
        data = files(package).joinpath(FOLDER, f"{name}.toml").read_bytes()
    except (OSError, ImportError) as fault:
        raise FormatError(
            source, None, f"nothing that can be read ({fault})", "a picture file"
        ) from None
    return parse_picture(text_of(data, source), source)
