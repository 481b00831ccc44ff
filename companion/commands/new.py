"""Write a working package with a game, a pilot, readers, an element or a language, to change."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from companion.commands import Subparsers
from companion.content.templates import KINDS, key_of, module_of, package_files
from companion.errors import SetupError

NAME = "new"


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(NAME, description=__doc__)
    parser.add_argument("kind", metavar="KIND", choices=tuple(KINDS), help=f"{', '.join(KINDS)}")
    parser.add_argument(
        "name",
        metavar="NAME",
        help="its name, such as two-lots, or the code of a language, such as fr",
    )
    parser.add_argument(
        "--folder",
        metavar="FOLDER",
        help="the folder for the package (default: a new one with its name, here)",
    )


def run(args: argparse.Namespace) -> int:
    """Write the package, and print how it is installed and tried."""
    key, module = key_of(args.name), module_of(args.kind, args.name)
    folder = Path(args.folder or module.replace("_", "-"))
    if args.folder is None and find_spec(module) is not None:
        raise SetupError(
            f"there is a module {module} already: take another name, or --folder FOLDER"
        )
    if folder.exists() and any(folder.iterdir()):
        raise SetupError(f"{folder} already exists: choose another name, or --folder FOLDER")
    written = package_files(args.kind, args.name)
    for path, text in written.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    tries = {
        "game": f"clockwork-derby --game {key}",
        "pilot": f"clockwork-derby --seats person,{key}",
        "table": f"clockwork-derby --table {key}:/tmp/cards",
        "element": f"clockwork-derby check {folder}",
        "language": f"clockwork-derby --language {key}",
    }
    url = f" --table {key}:/tmp/cards" if args.kind == "table" else ""
    print(
        f"{folder}: {len(written)} files. Install it, play with it, and test it:",
        f"    python -m pip install --editable {folder}",
        f"    {tries[args.kind]}",
        f"    clockwork-derby conform {module}{url}",
        sep="\n",
    )
    return 0
