"""`clockwork-derby records`: what people have done in their finished races, in the terminal; `records export FILE` writes it as CSV or JSON.

Only people count whose name somebody has typed for their seat. Entries outlive the games that they come from, and go with `records forget NAME`.
"""
from __future__ import annotations

import argparse
import csv
import io
import json
from pathlib import Path
from typing import Final

from companion.app.people import FILE, LARGEST
from companion.commands import Subparsers
from companion.commands._options import add_state, state_of
from companion.commands._terminal import complain
from companion.errors import FormatFault
from companion.folders import NotPlain, read_plain, write_whole
from companion.games import find_game
from companion.records import Person, Records, forgotten, people_in, read_records, same, text_of

NAME = "records"
FAULTY: Final = 2


def add(subparsers: Subparsers) -> None:
    """`records`, `records export FILE`, `records forget NAME`."""
    parser = subparsers.add_parser(
        NAME, help="what people have done in their races: totals, best values, achievements", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("action", nargs="?", choices=("export", "forget"), metavar="ACTION", help="export FILE.csv or FILE.json, or forget NAME; without it all is shown")
    parser.add_argument("target", nargs="?", metavar="FILE|NAME", help="where to, or whom")
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """Show, export or forget; 2 where that cannot be."""
    path = state_of(args) / FILE
    try:
        records = read_records(read_plain(path, LARGEST).decode("utf-8"), str(path))
    except (FileNotFoundError, NotADirectoryError):
        records = ()
    except (FormatFault, NotPlain, UnicodeDecodeError, OSError) as fault:
        complain(f"{path} cannot be read: {fault}")
        return FAULTY
    if args.action is None:
        return _show(records)
    if args.target is None:
        complain(f"{args.action} needs {'a file that ends with .csv or .json' if args.action == 'export' else 'a name'}")
        return FAULTY
    return _export(records, Path(args.target)) if args.action == "export" else _forget(records, args.target, path)


def _show(records: Records) -> int:
    if not records:
        print("Nobody has finished a race under a name yet. Give a seat a name on the page Seats, and its races are kept.")
    for game in sorted({race.game for race in records}):
        known = find_game(game)
        for person in people_in(records, game):
            print(f"{person.name}, {known.title if known is not None else game}: {person.races} finished, {person.won} won")
            for name, number in person.totals.items():
                print(f"  {name.replace('_', ' ')}: {number}, at best {person.bests[name]} in one race")
            reached = _titles(person, game)
            print(f"  achievements: {', '.join(reached) or 'none yet'}")
    return 0


def _titles(person: Person, game: str) -> list[str]:
    """What the achievements of a person are called."""
    known = find_game(game)
    names = {one.key: str(one.title) for one in known.achievements(person.totals, person.reached)} if known is not None else {}
    return [names.get(key, key) for key in person.reached]


def _export(records: Records, target: Path) -> int:
    """One line for each person and race, or the same as JSON."""
    rows = [
        {"day": race.day, "game": race.game, "board": race.board, "name": one.name, "won": int(one.won), **one.counts, "achievements": " ".join(one.reached)}
        for race in records for one in race.people
    ]
    if target.suffix not in (".csv", ".json"):
        complain(f"{target} ends with neither .csv nor .json")
        return FAULTY
    try:
        write_whole(target, _csv(rows) if target.suffix == ".csv" else json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
    except OSError as fault:
        complain(f"{target} cannot be written: {fault.strerror}")
        return FAULTY
    print(f"{target}: {len(rows)} lines of {len({row['name'] for row in rows})} people")
    return 0


def _csv(rows: list[dict[str, object]]) -> str:
    heads = list(dict.fromkeys(head for row in rows for head in row))
    file = io.StringIO()
    writer = csv.DictWriter(file, heads, restval=0, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def _forget(records: Records, name: str, path: Path) -> int:
    """Nothing of a person stays."""
    if not any(same(one.name, name) for race in records for one in race.people):
        complain(f"nothing is kept of {name}: see the names with `clockwork-derby records`")
        return FAULTY
    try:
        write_whole(path, text_of(forgotten(records, name)))
    except OSError as fault:
        complain(f"{path} cannot be written: {fault.strerror}")
        return FAULTY
    print(f"Nothing is kept of {name} any more.")
    return 0
