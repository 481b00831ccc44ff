"""What is chosen for the screen, in a file of the state folder that people may read and mend: how it is turned, and its language."""
from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from companion.content.languages import LANGUAGES
from companion.errors import FormatFault
from companion.folders import NotPlain, read_plain, write_whole
from companion.session.house_messages import Preferences
from companion.session.preferring import ROTATIONS, SEEN
from companion.session.touching import TOUCHES

FILE: Final = "screen.json"
"""The file's name in the state folder."""
ASIDE: Final = ".not-understood"
"""What is added to the name of a file that cannot be read, so that whoever wrote it by hand has it still."""
LONGEST: Final = 10_000
"""Bytes of a file that can be ours."""
SOME: Final[Mapping[str, tuple[int | str, ...]]] = {
    "rotation": ROTATIONS, "language": tuple(dict(LANGUAGES)), "touch": tuple(TOUCHES), "seen": SEEN,
}
"""The only values that some of the choices can have."""


def read_preferences(folder: Path) -> tuple[Preferences, str]:
    """What was chosen, and what is wrong in a sentence, "" where nothing is: then, and where there is no file, the usual ones are meant.

    A file that cannot be understood is put aside on the way. It never raises.
    """
    path = folder / FILE
    try:
        return _understood(path, read_plain(path, LONGEST)), ""
    except (FileNotFoundError, NotADirectoryError):
        return Preferences(), ""
    except NotPlain as fault:
        return _put_aside(path, FormatFault(str(path), None, str(fault.strerror), "a few lines"))
    except OSError as fault:
        return Preferences(), f"{path} cannot be read ({fault.strerror}); the screen is as usual."
    except FormatFault as fault:
        return _put_aside(path, fault)


def _put_aside(path: Path, fault: FormatFault) -> tuple[Preferences, str]:
    with suppress(OSError):
        os.replace(path, f"{path}{ASIDE}")
    return Preferences(), f"{fault}. The file lies beside now, as {FILE}{ASIDE}, and the screen is as usual: choose again."


def keep_preferences(folder: Path, chosen: Preferences) -> str:
    """Write what is chosen, whole; "" or, where that cannot be, why in a sentence."""
    try:
        write_whole(folder / FILE, json.dumps(chosen._asdict(), indent=2) + "\n")
    except OSError as fault:
        return f"What you chose for the screen holds until the next start only: {folder / FILE} cannot be written ({fault.strerror})."
    return ""


def _understood(path: Path, data: bytes) -> Preferences:
    """The preferences that a file holds; FormatFault says what was found and what was expected.

    Choices that the file does not name are the usual ones; names that there are not are a fault, as of a newer version or a slip of the
    hand.
    """
    try:
        said = json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise FormatFault(str(path), None, "no JSON", "an object in braces") from fault
    if not isinstance(said, dict) or not said.keys() <= set(Preferences._fields):
        raise FormatFault(str(path), None, str(said)[:60], f"an object with {', '.join(Preferences._fields)}")
    return Preferences(**{name: _checked(path, name, value) for name, value in said.items()})


def _checked(path: Path, name: str, value: Any) -> Any:
    usual = Preferences._field_defaults[name]
    some = SOME.get(name)
    # Not isinstance(): true would pass for 1.
    if type(value) is not type(usual) or some is not None and value not in some:
        expected = " or ".join(map(str, some)) if some is not None else "true or false" if isinstance(usual, bool) else "a word"
        raise FormatFault(str(path), None, f"{name} {json.dumps(value)[:60]}", expected)
    return value
