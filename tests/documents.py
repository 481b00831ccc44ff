"""Write the generated parts of docs/reference: `python -m tests.documents`.

The page of the command line comes from the parsers of the commands, the tables of elements and
settings from their declarations. `tests/test_docs.py` fails if a page is out of date. Python's own
help is not used: its layout differs between versions of Python.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from companion import commands
from companion.engine.element import GROUND_UP, Element, kinds
from companion.games import find_game, game_keys
from companion.settings import Option, OptionValue

REFERENCE: Final = Path(__file__).parent.parent / "docs/reference"
BEGIN: Final = "<!-- {name}: written by `python -m tests.documents` -->"
END: Final = "<!-- end of {name} -->"


def main() -> int:
    """Write every page whose generated part has changed, and print its name."""
    for path, text in written().items():
        if path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(path.relative_to(REFERENCE.parents[1]))
    return 0


def written() -> Mapping[Path, str]:
    """Return each page with generated parts, as it must be."""
    pages = {}
    for page, parts in PARTS.items():
        path = REFERENCE / page
        text = path.read_text("utf-8")
        for name, part in parts.items():
            begin, end = BEGIN.format(name=name), END.format(name=name)
            before, _, rest = text.partition(begin)
            _, found, after = rest.partition(end)
            if not found:
                raise ValueError(f"docs/reference/{page}: there is no line {begin}, or no {end}")
            lines = "\n".join(part())
            text = f"{before}{begin}\n\n{lines}\n\n{end}{after}"
        pages[path] = text
    return pages


# ---- The command line ----------------------------------------------------------------------------


def command_line() -> Iterator[str]:
    """Yield every command: its usage, its description, its arguments."""
    parser = argparse.ArgumentParser(prog="clockwork-derby")
    subparsers = parser.add_subparsers()
    for name in commands.names():
        commands.command(name).add(subparsers)
    yield from _separated(
        _command(f"clockwork-derby {name}", found, 2) for name, found in subparsers.choices.items()
    )


def _command(name: str, parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    yield from (f"{'#' * level} {name.removeprefix('clockwork-derby ')}", "")
    nested = next(
        (action for action in parser._actions if isinstance(action, argparse._SubParsersAction)),
        None,
    )
    arguments = [
        action
        for action in parser._actions
        if action is not nested and "--help" not in action.option_strings
    ]
    words = [_usage(action) for action in arguments if not action.option_strings]
    options = ["[options]"] if any(action.option_strings for action in arguments) else []
    deeper = ["COMMAND"] if nested else []
    yield from ("```text", " ".join([name, *options, *words, *deeper]), "```", "")
    for prose in (parser.description, parser.epilog):
        if prose:
            yield from (_prose(prose), "")
    if arguments:
        yield from ("| argument | meaning |", "| --- | --- |")
        yield from (
            f"| {_argument(action)} | {_cell(_help(parser, action))} |" for action in arguments
        )
    if nested:
        for word, found in nested.choices.items():
            if arguments or word != next(iter(nested.choices)):
                yield ""
            yield from _command(f"{name} {word}", found, level + 1)


def _usage(action: argparse.Action) -> str:
    shown = _metavar(action)
    many = {"*": f"[{shown}…]", "+": f"{shown}…", "?": f"[{shown}]"}
    return many.get(str(action.nargs), shown)


def _metavar(action: argparse.Action) -> str:
    if action.metavar is not None:
        return action.metavar if isinstance(action.metavar, str) else action.metavar[0]
    if action.choices:
        return "|".join(map(str, action.choices))
    return action.dest.upper()


def _argument(action: argparse.Action) -> str:
    if not action.option_strings:
        return _code(_usage(action))
    value = "" if action.nargs == 0 else f" {_usage(action)}"
    return ", ".join(_code(f"{option}{value}") for option in action.option_strings)


def _code(text: str) -> str:
    """Return code for a table cell; GitHub and MkDocs disagree on a bar in backticks."""
    return (
        f"<code>{html.escape(text).replace('|', '&#124;')}</code>" if "|" in text else f"`{text}`"
    )


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    values = {name: value for name, value in vars(action).items() if value is not argparse.SUPPRESS}
    if action.choices:
        values["choices"] = ", ".join(map(str, action.choices))
    return (action.help or "") % {**values, "prog": parser.prog}


def _prose(text: str) -> str:
    """Return a description as Markdown: columns as a block, the rest as prose."""
    blocks = []
    for block in text.strip().split("\n\n"):
        if re.search(r"\S {3}|^ {4}", block, re.MULTILINE):
            blocks.append(f"```text\n{textwrap.dedent(block)}\n```")
        else:
            blocks.append(_marked(block))
    return "\n\n".join(blocks)


def _marked(text: str) -> str:
    """Return prose with Markdown's signs escaped, except backticks."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(
        piece if piece.startswith("`") else re.sub(r"([*_<\[])", r"\\\1", piece) for piece in pieces
    )


def _cell(text: str) -> str:
    shown = re.sub(r"`([^`]*)`", lambda found: _code(found[1]), _marked(" ".join(text.split())))
    return shown.replace("|", "\\|")


def _separated(blocks: Iterable[Iterable[str]]) -> Iterator[str]:
    for number, block in enumerate(blocks):
        if number:
            yield ""
        lines = list(block)
        while lines and not lines[-1]:
            lines.pop()
        yield from lines


# ---- Elements and settings -----------------------------------------------------------------------


def elements() -> Iterator[str]:
    """Yield every element of a board by its name in files: an entry, its keys, what it does."""
    yield from ("| entry | keys | does | rule |", "| --- | --- | --- | --- |")
    found: list[type[Element]] = sorted(
        kinds().values(), key=lambda kind: (GROUND_UP.index(kind.layer), kind.word)
    )
    for kind in found:
        keys = "; ".join(
            f"`{key.name}`: {_cell(key.about)}"
            + (f" (default `{key.default}`)" if key.default else "")
            for key in kind.keys
        )
        does = f"{kind.noun}: {kind.about}" if str(kind.noun) else str(kind.about)
        yield f"| {_code(kind.example)} | {keys or '–'} | {_cell(does)} | {kind.rule} |"


def drawing_codes() -> Iterator[str]:
    """Yield the codes of four characters with the entry that each stands for."""
    yield from ("| code | stands for |", "| --- | --- |")
    for kind in kinds().values():
        for code, entry in kind.codes.items():
            yield f"| {_code(code)} | {_code(entry)} |"


def settings() -> Iterator[str]:
    """Yield the settings of every game as files and the command line write them."""
    yield from _separated(_settings(key) for key in game_keys())


def _settings(key: str) -> Iterator[str]:
    game = find_game(key)
    if game is None:
        raise ValueError(f"the game {key} cannot be imported")
    yield from (f"### Settings of {game.title} (`{key}`)", "")
    yield from ("| key | values | about |", "| --- | --- | --- |")
    yield from map(_setting, game.options)


def _setting(option: Option) -> str:
    values = " ".join(
        f"**`{_toml(choice)}`**" if choice.word == option.default else f"`{_toml(choice)}`"
        for choice in option.choices
    )
    return f"| `{option.key}` | {values} | {_cell(f'{option.title}: {option.about}')} |"


def _toml(choice: OptionValue) -> str:
    """Return a value as a scenario writes it: true, false and numbers without quotes."""
    value = choice.word if choice.value is None else choice.value
    return json.dumps(value)


Part = Callable[[], Iterator[str]]
PARTS: Final[Mapping[str, Mapping[str, Part]]] = {
    "command-line.md": {"commands": command_line},
    "board.md": {"codes": drawing_codes, "elements": elements},
    "scenario.md": {"settings": settings},
}


if __name__ == "__main__":
    sys.exit(main())
