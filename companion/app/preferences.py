"""Keep choices for the screen, such as rotation and language, in a file that people can edit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.content.languages import LANGUAGES
from companion.errors import FormatError
from companion.folders import NotPlainFileError, read_plain, write_whole
from companion.kept_names import from_kept, kept_facts
from companion.session.lobby.device import (
    HOSTS,
    LEADS,
    LOOKS,
    PREVIEWS,
    ROTATIONS,
    SEEN,
    SPEECH,
    VOLUMES,
)
from companion.session.preferences import SIDES, Preferences, are_sides
from companion.session.touch_transform import TOUCHES
from companion.words import NOTHING, Text, listed, text

FILE: Final = "screen.json"
"""The file's name in the state folder."""
ASIDE: Final = ".not-understood"
"""The suffix of an unreadable file, which is kept because it may have been written by hand."""
LONGEST: Final = 10_000
"""The largest valid file in bytes."""
SOME: Final[Mapping[str, tuple[int | str, ...]]] = {
    "rotation": ROTATIONS,
    "language": tuple(dict(LANGUAGES)),
    "touch": tuple(TOUCHES),
    "seen": SEEN,
    "preview": tuple(PREVIEWS),
    "volume": tuple(VOLUMES),
    "effects": (0, *VOLUMES),
    "music": (0, *VOLUMES),
    "leads": tuple(LEADS),
    "host": HOSTS,
    "look": tuple(LOOKS),
    "speech": tuple(SPEECH),
    "speech_volume": tuple(VOLUMES),
}
"""The allowed values of preferences that have only a few."""


def read_preferences(folder: Path) -> tuple[Preferences, Text]:
    """Return the preferences, and what is wrong with their file, or NOTHING; never raises.

    Without a valid file, the usual preferences are returned; an unreadable file is moved aside.
    """
    path = folder / FILE
    try:
        return _understood(path, read_plain(path, LONGEST)), NOTHING
    except (FileNotFoundError, NotADirectoryError):
        return Preferences(), NOTHING
    except NotPlainFileError as fault:
        return _put_aside(path, FormatError(str(path), None, fault.kind, text("a few lines")))
    except OSError as fault:
        return Preferences(), text(
            "{path} cannot be read ({fault}); the screen uses its defaults.",
            path=str(path),
            fault=str(fault.strerror),
        )
    except FormatError as fault:
        return _put_aside(path, fault)


def _put_aside(path: Path, fault: FormatError) -> tuple[Preferences, Text]:
    with suppress(OSError):
        path.replace(f"{path}{ASIDE}")
    return Preferences(), text(
        "{fault}. The file was moved to {file}, and the screen uses its defaults: choose again.",
        fault=fault.words,
        file=f"{FILE}{ASIDE}",
    )


def keep_preferences(folder: Path, chosen: Preferences) -> Text:
    """Write the preferences whole or not at all; return why that failed, or NOTHING."""
    try:
        write_whole(folder / FILE, json.dumps(kept_facts(chosen), indent=2) + "\n")
    except OSError as fault:
        return text(
            "Your choices for the screen are lost at the next start: {path} cannot be written "
            "({fault}).",
            path=str(folder / FILE),
            fault=str(fault.strerror),
        )
    return NOTHING


def _understood(path: Path, data: bytes) -> Preferences:
    """Return the preferences in a file; a missing one has its usual value.

    An unknown name is an error: it is from a newer version, or a slip.

    Raises:
        FormatError: Says what was found and what was expected.
    """
    try:
        said = json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise FormatError(str(path), None, text("no JSON"), text("an object in braces")) from fault
    known = kept_facts(Preferences())
    if not isinstance(said, dict) or not said.keys() <= known.keys():
        raise FormatError(
            str(path),
            None,
            str(said)[:60],
            text("an object with {fields}", fields=listed(tuple(known), "")),
        )
    if said.get("sound") is False:
        # Chosen before there were other sounds than those of the timer: the screen stays silent.
        said = {"effects": 0, **said}
    for name, value in said.items():
        some, usual = SOME.get(name), known[name]
        # Not isinstance(): true would pass for 1.
        fits = type(value) is type(usual)
        if name == "sides":
            fits = fits and are_sides(value)
            expected = text("a side for each seat: {sides}", sides=listed(list(SIDES), "or"))
        elif some is not None:
            fits = fits and value in some
            expected = listed([str(one) for one in some], "or")
        else:
            expected = text("true or false") if isinstance(usual, bool) else text("a word")
        if not fits:
            raise FormatError(str(path), None, f"{name} {json.dumps(value)[:60]}", expected)
    return from_kept(Preferences, said)
