"""Scenario files of every game: read, play, compare, show and explain them.

A file names its game under the key `game`. That game has a module `scenario`, whose function
`play_text(toml)` reads the file, plays it and returns a `ScenarioRun`. The game brings its
position, its input and its facts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from companion.errors import FormatError, near_word
from companion.formats.entries import read_heading, read_square, split_words
from companion.formats.misread_error import MisreadError, one_of, quote_value, unknown_word
from companion.formats.toml_text import KeyPath, TomlTable, TomlText
from companion.games import USUAL, keys_with, package_of
from companion.games.api import OfKey
from companion.geometry import HEADINGS, Square
from companion.named_tuples import NamedTuple
from companion.settings import Option

S = TypeVar("S")
T = TypeVar("T")
X = TypeVar("X")

MODULE: Final = "scenario"
ALSO: Final[Mapping[str, str]] = {"clockwork_derby": USUAL}
"""Other names of games in files."""
Namer: TypeAlias = Callable[[int], str]
"""Returns the name of a seat's piece."""
Facts: TypeAlias = dict[str, Any]
"""JSON values as in the result, by the names of the facts, which say what each value is."""
Reader: TypeAlias = Callable[[str, str], object]
"""Makes the value of a key from the key and its text; raises MisreadError."""
NONE: Final = "none"


class ScenarioLine(NamedTuple):
    """An event as `explain` prints it."""

    when: str
    """The time of the event, such as the turn and the round."""
    words: str
    """The event in words."""
    rule: str
    """The number of the rule that caused it."""

    def __str__(self) -> str:
        return f"{self.when}: {self.words}  [{self.rule}]"


@dataclass(frozen=True)
class ScenarioRun:
    """A scenario that was read and played."""

    facts: Facts
    """The result as a JSON object without its file, with the fields in the order of the format."""
    lines: tuple[str, ...]
    """The result for people: when and by whom it was won, then a line for each seat."""
    differences: tuple[str, ...]
    """The differences from the expected result, a sentence each; () if the scenario passed."""
    explained: Callable[[Namer], Iterator[ScenarioLine]]
    """Returns the events in order, with the names of pieces from a function."""

    def result(self, source: str) -> Facts:
        """Return the result as a JSON object; `source` is the name of the file in it."""
        return {"file": source, **self.facts}

    def summary(self, source: str) -> Iterator[str]:
        """Yield the result for people, line by line."""
        first, *others = self.lines
        yield from (f"{source}: {first}", *others)


@dataclass(frozen=True)
class Scenario(Generic[S, T, X]):
    """A scenario as read."""

    title: str
    ref: str
    """The rules and rulings that the scenario is about, separated by blanks."""
    start: S
    """The position before the first turn."""
    turns: tuple[T, ...]
    """The turns as written."""
    expected: X
    """The results that must come out of them."""
    text: TomlText = field(repr=False, compare=False)
    """The text of the file, which gives a line to faults found in play."""


def play_scenario(text: str, source: str) -> ScenarioRun:
    """Play the scenario of a file by the game that it names.

    A file without the key `game` belongs to the default game. The game does not see the key.

    Args:
        text: The text of the file.
        source: The name of the file in faults.

    Raises:
        FormatError: The file is wrong.
    """
    toml = TomlText(text, source)
    key = USUAL
    if "game" in toml.data:
        known = keys_with(MODULE)
        key = toml.data.pop("game")
        if not isinstance(key, str):
            raise toml.fault(
                ("game",),
                MisreadError(f"game = {quote_value(key)}", "the name of a game in quotes"),
            )
        key = ALSO.get(key, key)
        if key not in known:
            raise toml.fault(("game",), unknown_word(key, "game", known))
    played: ScenarioRun = import_module(f"{package_of(key)}.{MODULE}").play_text(toml)
    return played


# ---- Reading -------------------------------------------------------------------------------------


def read_scenario(
    toml: TomlText,
    keys: tuple[str, ...],
    read_position: Callable[[TomlTable], S],
    read_turns: Callable[[TomlTable, S], Iterable[T]],
    read_expected: Callable[[TomlTable, S], X],
) -> Scenario[S, T, X]:
    """Read a scenario with these keys in addition to `title`, `ref` and `expect`.

    Raises:
        FormatError: The file is wrong.
    """
    table = TomlTable(toml, (), toml.data, ("title", "ref", *keys, "expect"))
    start = read_position(table)
    turns = tuple(read_turns(table, start))
    expected = read_expected(table, start)
    return Scenario(table.string("title"), table.string("ref"), start, turns, expected, toml)


def turn_tables(
    table: TomlTable, key: str, known: tuple[str, ...], stop: str = "", required: bool = False
) -> Iterator[TomlTable]:
    """Yield the tables [[key]] one after the other.

    A turn with the key `stop` ends early, without a cleanup, so that no other may follow it.

    Raises:
        FormatError: Something is wrong, for example [key] instead of [[key]].
    """
    value = table.data.get(key, [])
    if isinstance(value, dict) or (required and not isinstance(value, list)):
        raise table.misread(f"one table [{key}]", f"a table [[{key}]] for each {key}", key)
    if required and not value:
        raise table.misread(f"no {key}", f"a table [[{key}]] for each {key}", key)
    for number, one in enumerate(table.tables(key, known), 1):
        yield one
        if stop in one and number < len(value):
            raise one.misread(
                f"{stop} in a {key} that others follow", f"{stop} in the last {key} only", stop
            )


def read_settings(table: TomlTable, options: tuple[Option, ...]) -> dict[str, Any]:
    """Read the settings that `[rules]` names, each as its field in the game's rules has it."""
    words = table.table("rules", tuple(option.key for option in options), "setting")
    return {option.key: _read_setting(words, option) for option in options if option.key in words}


def _read_setting(table: TomlTable, option: Option) -> str | int | bool | None:
    written = table.data[option.key]
    forms = {}
    for choice in option.choices:
        # In TOML a value is a number or a boolean if it can be; "inf" or "off" stand for no number.
        form = choice.word if choice.value is None else choice.value
        # The types must match, too: in Python true equals 1, and `lives = true` would be one life.
        if type(form) is type(written) and form == written:
            return choice.value
        forms[form if isinstance(form, str) else quote_value(form)] = form
    near = near_word(written, forms) if isinstance(written, str) else None
    raise table.fault(
        MisreadError(
            f"{option.key} = {quote_value(written)}", one_of(map(quote_value, forms.values())), near
        ),
        option.key,
    )


def read_seats(
    table: TomlTable,
    key: str,
    numbers: tuple[int, int],
    seats: Collection[int],
    wrong: Callable[[int, bool], MisreadError],
) -> tuple[int, ...]:
    """Read the array of seats under a key, each of them one of `seats` and named once.

    `wrong` makes the fault of a number in the range, from that number and whether it is a
    repetition.
    """
    found: list[int] = []
    for place, value in enumerate(table.array(key)):
        seat = table.checked_number(value, "seat ", *numbers, key, place)
        if seat in found or seat not in seats:
            raise table.fault(wrong(seat, seat in found), key, place)
        found.append(seat)
    return tuple(found)


def seat_of_key(key: str, seats: Collection[int], piece: str) -> int:
    """Return the seat of a key that is a digit; `piece` is the game's word for its piece.

    Raises:
        MisreadError: Nobody plays the seat.
    """
    if int(key) not in seats:
        raise MisreadError(
            f"seat {key}, which has no {piece}", f"one of the seats {one_of(map(str, seats))}"
        )
    return int(key)


def read_lines(
    lines: TomlTable,
    read: Callable[[int, str], T],
    seats: Collection[int] | None = None,
    piece: str = "",
) -> dict[int, T]:
    """Read the lines of a table that belong to seats, in ascending order.

    Args:
        lines: The table, in which the line of a seat has its digit as its key.
        read: Makes a value of a seat and its line; raises MisreadError.
        seats: The seats that play, if the table can have lines of others.
        piece: The game's word for a piece, for a line of another seat.
    """
    found: dict[int, T] = {}
    for key in sorted(filter(str.isdigit, lines.data)):
        with lines.text.reading(*lines.path, key):
            seat = int(key) if seats is None else seat_of_key(key, seats, piece)
            found[seat] = read(seat, lines.string(key))
    return found


def read_each(table: TomlTable, key: str, read: Callable[[str], T]) -> list[T]:
    """Read the texts of the array under a key, each by a function that raises MisreadError."""
    found: list[T] = []
    for place, text in enumerate(table.strings(key)):
        with table.text.reading(*table.path, key, place):
            found.append(read(text))
    return found


def form_words(text: str, form: str, example: str, fewest: int = 3) -> list[str]:
    """Return the words of a text in a form of three words, such as "<seat> <slot> <kind>".

    Raises:
        MisreadError: There are more than three, or fewer than `fewest`.
    """
    words = split_words(text)
    if not fewest <= len(words) <= 3:
        raise MisreadError(quote_value(text), f'"{form}" such as "{example}"')
    return words


def number_in(text: str, low: int, high: int, found: str) -> int:
    """Read a whole number in a range.

    Raises:
        MisreadError: The text is anything else; `found` says so.
    """
    # The length comes first: int() refuses numbers of thousands of digits.
    if not (
        text.isascii()
        and text.isdigit()
        and len(text) <= len(str(high))
        and low <= int(text) <= high
    ):
        raise MisreadError(found, f"a number from {low} to {high}")
    return int(text)


def number_between(low: int, high: int) -> Callable[[str, str], int]:
    """Return a function that reads a whole number in a range."""
    return lambda key, text: number_in(text, low, high, f"{key}={text}")


def word_among(words: Collection[str]) -> Callable[[str, str], str]:
    """Return a function that reads one of some words."""

    def read(key: str, text: str) -> str:
        if text not in words:
            raise unknown_word(text, key, words)
        return text

    return read


def read_place(word: str, others: tuple[str, ...], mark: str = "") -> Square:
    """Read the square at the beginning of a line.

    Args:
        word: The word, which may have `mark` behind the square.
        others: The words that can stand for a square, for the fault.
        mark: The mark, which is left out of the result.
    """
    try:
        return read_square(word.removesuffix(mark))
    except MisreadError as wrong:
        raise MisreadError(
            f"place {quote_value(word)}",
            one_of(("a square such as E7", *others)),
            wrong.near or near_word(word, others),
        ) from None


def heading_after(square: Square, words: list[str]) -> str:
    """Read the heading that follows the square of a line, as in files."""
    if len(words) < 2:
        raise MisreadError(
            f"{square} without a heading", f'N, E, S or W after it, as in "{square} N"'
        )
    return HEADINGS[read_heading(words[1], "heading")]


def read_facts(
    words: Iterable[str],
    readers: Mapping[str, Reader],
    known: tuple[str, ...],
    elsewhere: str,
    bare: tuple[str, ...] = (),
) -> Facts:
    """Read words such as `damage=3`.

    Args:
        words: The words.
        readers: The readers of the values, by key.
        known: The keys that are allowed here.
        elsewhere: What is expected instead of a {key} that has a reader but is not allowed here.
        bare: The keys that need no value.

    Raises:
        MisreadError: A key is not allowed, lacks its value or comes twice.
    """
    facts: Facts = {}
    for word in words:
        key, equals, value = word.partition("=")
        if key not in known:
            raise (
                MisreadError(quote_value(word), elsewhere.format(key=key))
                if key in readers
                else unknown_word(key, "key", known)
            )
        if not equals and key not in bare:
            raise MisreadError(f"{key} without a value", f"{key}=…")
        if key in facts:
            raise MisreadError(f"{quote_value(word)} as a second {key}", f"{key} once")
        facts[key] = readers[key](key, value)
    return facts


# ---- Playing -------------------------------------------------------------------------------------


class Entries(Generic[T]):
    """The written answers to the questions of a turn, used up one by one.

    An answer that is left at the end is a fault.
    """

    def __init__(self, text: TomlText, path: KeyPath, entries: Iterable[T]) -> None:
        self._text, self._path = text, path
        self._left = dict(enumerate(entries))

    def take(self, fits: Callable[[T], bool] = lambda entry: True) -> tuple[int, T] | None:
        """Use up the first entry that fits; return its number and the entry, or None."""
        found = next(((place, entry) for place, entry in self._left.items() if fits(entry)), None)
        if found is not None:
            del self._left[found[0]]
        return found

    def fault(self, place: int, wrong: MisreadError) -> FormatError:
        """Return a fault at an entry."""
        return self._text.fault((*self._path, place), wrong)

    def check_none_left(self, wrong: Callable[[int, T], MisreadError]) -> None:
        """Check that all entries are used up.

        Raises:
            FormatError: An entry is left; the fault names the first one.
        """
        for place, entry in self._left.items():
            raise self.fault(place, wrong(place, entry))


# ---- Comparing -----------------------------------------------------------------------------------


def compared(place: str, expected: S, got: S, in_words: Callable[[S], str] = str) -> Iterator[str]:
    """Yield a sentence if the result at a place differs from the expected one."""
    if expected != got:
        yield f"{place}: expected {in_words(expected)}, got {in_words(got)}"


def compared_facts(place: str, expected: Facts, got: Facts) -> Iterator[str]:
    """Yield a sentence with the facts that differ from the expected ones.

    Only expected facts are compared.
    """
    wrong = [key for key, value in expected.items() if got[key] != value]
    yield from compared(place, facts_in_words(expected, wrong), facts_in_words(got, wrong))


def facts_in_words(facts: Facts, keys: Collection[str]) -> str:
    """Return some facts as a line of a scenario. Status, square and heading come first."""
    place = {"status", "square", "heading"}
    words = []
    if not place.isdisjoint(keys):
        stands = facts.get("square") is not None
        words.append(f"{facts['square']} {facts['heading']}" if stands else str(facts["status"]))
    return " ".join(
        [*words, *(f"{key}={value_in_words(facts[key])}" for key in keys if key not in place)]
    )


def value_in_words(value: object, between: str = ",") -> str:
    """Return a value of a fact as a word, a list with `between` between its entries."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        value = between.join(map(str, value))
    return NONE if value in (None, "") else str(value)


# ---- Explaining ----------------------------------------------------------------------------------


class Ruled(Protocol):
    """An event that names the rule behind it."""

    @property
    def rule(self) -> str:
        """Return the number of the rule or ruling."""


EventWords: TypeAlias = Mapping[type, Callable[[OfKey, Namer], str]]
"""Functions that return the words of an event, without when and why, by its class."""


def line_of(when: str, event: Ruled, words: EventWords, name: Namer) -> ScenarioLine:
    """Return the line of an event."""
    return ScenarioLine(when, words[type(event)](event, name), event.rule)
