"""Messages as JSON, `{"Confirm":{"step":12}}`, the same text on every machine, read strictly.

The parsers are made once for each game from the type hints of the messages: a new message or field
needs only its name in KEPT.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter, is_not
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.kept_names import kept_facts, kept_names, own_fields
from companion.kept_words import as_plain, from_plain
from companion.session.advice import PilotReasons
from companion.session.lobby.people_messages import SitDown
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.messages import (
    Again,
    ApplyCorrection,
    BackToSetup,
    Begin,
    CarriedOut,
    ChooseBoard,
    ClearMarkers,
    Confirm,
    ConfirmRound,
    Decline,
    Filled,
    Go,
    Message,
    Pick,
    Resumed,
    SetAutoAdvance,
    SetColour,
    SetFlow,
    SetName,
    SetPin,
    SetPlayer,
    SetRule,
    SetShape,
    SetTimer,
    Shuffled,
    SuggestMarkers,
    TakeBack,
    TimeUp,
    TouchSquare,
)
from companion.session.pages.board import ChooseGame
from companion.session.pages.certify import CloseCertify, OpenCertify
from companion.session.pages.decks import ChooseDeck
from companion.session.pages.paused import PauseGame
from companion.session.pages.table import CloseTable, OpenTable, ShowCards
from companion.session.session import Session
from companion.session.view import CERTIFY, TABLE
from companion.signals import HandleMoved, ReaderBack, ReaderLost, SlotRead
from companion.words import Text

KEPT: Final = (
    Go,
    ChooseBoard,
    TouchSquare,
    SuggestMarkers,
    ClearMarkers,
    SetPlayer,
    SitDown,
    SetName,
    SetColour,
    SetShape,
    SetPin,
    SetRule,
    SetSeatRule,
    Begin,
    Confirm,
    SetAutoAdvance,
    CarriedOut,
    ConfirmRound,
    SetFlow,
    SetTimer,
    Pick,
    TimeUp,
    Filled,
    PilotReasons,
    Shuffled,
    TakeBack,
    Again,
    BackToSetup,
    OpenTable,
    CloseTable,
    ShowCards,
    OpenCertify,
    CloseCertify,
    ChooseGame,
    ChooseDeck,
    ApplyCorrection,
    Resumed,
    Decline,
    SlotRead,
    HandleMoved,
    ReaderLost,
    ReaderBack,
    PauseGame,
)
"""The messages that a replay needs; time and mere viewing have no effect on it."""

# Parts are compared by identity: a session never changes, and a step passes unchanged parts on.
MATTERS: Final = (
    "config",
    "lobby.setup",
    "lobby.flow",
    "lobby.auto",
    "lobby.timer",
    "lobby.adaptive_level",
    "lobby.races",
    "page",
    "revision",
    "match",
    "timeline.past",
    "timeline.repeated",
    "timeline.game_paused",
    "timeline.table_sync",
    "timeline.resume_check",
    "readers.by_seat",
    "readers.unused",
)
"""The parts of a session that a replay must restore; the others are for the screen only."""
PAGES_THAT_MATTER: Final = (TABLE, CERTIFY)
"""The pages over the race whose state a replay must restore, too."""


_KEPT: Final = frozenset(KEPT)
_parts: Final = attrgetter(*MATTERS)
Parser = Callable[[Any], Any]
Fields = Mapping[str, tuple[str, Parser]]
"""The fields of a class by their kept names, each with its name in the code and its parser."""
Changes = tuple[type, ...]


def is_kept(before: Session, message: Message, after: Session) -> bool:
    """Return whether a message must be kept: it is of KEPT, and changed something that MATTERS."""
    if type(message) not in _KEPT:
        return False
    if after.overlays is not before.overlays and any(
        after.kept(page) is not before.kept(page) for page in PAGES_THAT_MATTER
    ):
        return True
    # Most messages change one of these three, and there are tens of thousands.
    return (
        after.match is not before.match
        or after.readers.by_seat is not before.readers.by_seat
        or after.revision != before.revision
        or any(map(is_not, _parts(before), _parts(after)))
    )


def message_line(message: Message) -> str:
    """Return a message of KEPT as one line of JSON, the fields in order, without blanks."""
    return json.dumps(plain_json(message), ensure_ascii=False, separators=(",", ":"))


def read_message(text: str, changes: Iterable[type] = ()) -> Message:
    """Return the message of a line.

    Args:
        text: The line.
        changes: The classes of changes by hand in the game of that line.

    Raises:
        ValueError: The text that was found, and the one that was expected.
    """
    try:
        said = json.loads(text)
    # Endless nested brackets are no message either.
    except (ValueError, RecursionError) as fault:
        raise ValueError(f"found {text[:60]!r}, expected a message in JSON ({fault})") from None
    message: Message = _tagged(said, _messages(tuple(changes)))
    return message


def read_messages(texts: Sequence[str], changes: Iterable[type] = ()) -> Iterator[Message]:
    """Yield the messages of lines, parsed together for speed: a long race has tens of thousands.

    Args:
        texts: The lines.
        changes: As for `read_message`.

    Raises:
        ValueError: Only when a bad line is reached.
    """
    known = _messages(tuple(changes))
    try:
        # A line with two messages would shift all others; the count reveals it.
        said = json.loads(f"[{','.join(texts)}]")
    except (ValueError, RecursionError):
        said = []
    if len(said) != len(texts):
        # One by one, so those before the bad one come out, and its error names it.
        yield from (read_message(text, changes) for text in texts)
    else:
        yield from (_tagged(message, known) for message in said)


def plain_json(value: Any) -> Any:
    """Return a value as JSON; named tuples carry their name, since several have equal fields."""
    if isinstance(value, Text):
        return as_plain(value)
    if isinstance(value, tuple):
        if hasattr(value, "_fields"):
            return {
                kept_names(type(value)).name: {
                    name: plain_json(part) for name, part in kept_facts(value).items()
                }
            }
        return [plain_json(part) for part in value]
    return value


def text_of_json(said: Any) -> Text | str:
    """Return words for people: a text, or plain words as earlier versions kept them.

    Raises:
        ValueError: It is something else.
    """
    return said if isinstance(said, str) else from_plain(said)


def _tagged(said: Any, known: Mapping[str, tuple[type, Fields]]) -> Any:
    """Return the named tuple that the only member of an object names."""
    if not isinstance(said, dict) or len(said) != 1:
        raise ValueError(
            f"found {_short(said)}, expected an object with one name of {_names(known)}"
        )
    ((name, fields),) = said.items()
    if name not in known:
        raise ValueError(f"found {name!r}, expected one of {_names(known)}")
    kind, parsers = known[name]
    if not isinstance(fields, dict) or not fields.keys() <= parsers.keys():
        raise ValueError(
            f"found {_short(fields)} in {name}, expected the fields {', '.join(parsers) or 'none'}"
        )
    try:
        # Fields may be missing that a newer version has added with a default.
        return kind(
            **{(parser := parsers[field])[0]: parser[1](value) for field, value in fields.items()}
        )
    except TypeError:
        raise ValueError(
            f"found {_short(fields)} in {name}, expected the fields {', '.join(parsers)}"
        ) from None


def _names(known: Mapping[str, Any]) -> str:
    return ", ".join(sorted(known))


def _short(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)[:60]
    # A value may be nested too deep to be written.
    except RecursionError:
        return "lists in lists without end"


def _parser(hint: Any, changes: Changes) -> Parser:
    """Return the parser for a type, which refuses everything else."""
    if hint is float:
        return _any_float
    if hint is Text:
        return from_plain
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        return _one_of(_kinds_by_kept_name((hint,), changes))
    if get_origin(hint) is tuple:
        return _list_parser(get_args(hint), changes)
    if get_origin(hint) in (Union, UnionType):
        return _either(get_args(hint), changes)
    return _exactly(hint)


def _exactly(kind: type) -> Parser:
    def read(value: Any) -> Any:
        """Return a value of exactly this type: true is no number."""
        if type(value) is not kind:
            raise ValueError(f"found {_short(value)}, expected {kind.__name__}")
        return value

    return read


def _any_float(value: Any) -> float:
    """Return any number as a float; true is none."""
    if type(value) not in (int, float):
        raise ValueError(f"found {_short(value)}, expected a number")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"found {_short(value)}, expected a number") from None


def _one_of(known: Mapping[str, tuple[type, Fields]]) -> Parser:
    return lambda value: _tagged(value, known)


def _list_parser(parts: tuple[Any, ...], changes: Changes) -> Parser:
    """Return the parser of a list, of any length or of exactly this length."""
    endless = len(parts) == 2 and parts[1] is ...
    parsers = [_parser(part, changes) for part in (parts[:1] if endless else parts)]

    def read(value: Any) -> Any:
        """Return a list of such values as a tuple."""
        if not isinstance(value, list) or (not endless and len(value) != len(parsers)):
            raise ValueError(
                f"found {_short(value)}, expected a list{'' if endless else f' of {len(parsers)}'}"
            )
        if endless:
            return tuple([parsers[0](part) for part in value])
        return tuple([parser(part) for parser, part in zip(parsers, value, strict=True)])

    return read


def _either(hints: tuple[Any, ...], changes: Changes) -> Parser:
    """Return the parser of one of several named tuples, or of an optional plain value."""
    # `object` stands for the changes that only the game knows.
    kinds = [
        kind
        for hint in hints
        if hint is not NoneType
        for kind in (changes if hint is object else (hint,))
    ]
    if Text in kinds:
        return text_of_json
    if all(hasattr(kind, "_fields") for kind in kinds):
        inner = _one_of(_kinds_by_kept_name(kinds, changes))
    else:
        inner = _parser(kinds[0], changes)
    if NoneType not in hints:
        return inner
    return lambda value: None if value is None else inner(value)


@lru_cache
def _messages(changes: Changes) -> Mapping[str, tuple[type, Fields]]:
    """Return the class and the fields of each message, by kept name."""
    return _kinds_by_kept_name(KEPT, changes)


def _kinds_by_kept_name(kinds: Iterable[type], changes: Changes) -> dict[str, tuple[type, Fields]]:
    """Return each of these classes with the parsers of its fields, by kept name."""
    found: dict[str, tuple[type, Fields]] = {}
    for kind in kinds:
        kept, hints = kept_names(kind), get_type_hints(kind)
        found[kept.name] = (
            kind,
            {
                name: (field, _parser(hints[field], changes))
                for name, field in zip(kept.fields, own_fields(kind), strict=True)
            },
        )
    return found
