"""Show the people of the table with their games and achievements, export or delete them.

clockwork-derby records                      show all people
clockwork-derby records export games.csv     write each game of each person (.csv or .json)
clockwork-derby records forget NAME          delete a person with all saved data
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from companion.app.records import FILE, ReadRecords, forget_name, keep_records, read_records
from companion.commands import Subparsers, add_command
from companion.commands._options import add_json, add_state, state_of
from companion.commands._terminal import amount, complain, print_result
from companion.errors import JournalError, did_you_mean
from companion.folders import JOURNAL, write_whole
from companion.games.kit.story import ACHIEVEMENTS, NAMES, TITLES
from companion.journal.base import Batch
from companion.journal.store import open_journal
from companion.names import same_name
from companion.records.book import (
    Book,
    achievements_reached,
    figures_of,
    reached_in,
    results_of,
)
from companion.words import NOTHING, Text

NAME = "records"
FAULTY: Final = 2
ENDINGS: Final = (".csv", ".json")


def add(subparsers: Subparsers) -> None:
    """Add `records`, `records export FILE` and `records forget NAME`."""
    parser = add_command(subparsers, NAME, __doc__)
    parser.add_argument(
        "action",
        nargs="?",
        choices=("export", "forget"),
        metavar="ACTION",
        help="export or forget (default: show all people)",
    )
    parser.add_argument(
        "target",
        nargs="?",
        metavar="FILE|NAME",
        help="the file to export to, or the person to forget",
    )
    add_json(
        parser,
        "an object on a line for each person",
        "name",
        "games",
        "won",
        "totals",
        "most",
        "achievements",
        more="achievements have dates",
    )
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """Show, export or forget; return 2 if that fails. Only playing moves a damaged file aside."""
    folder = state_of(args)
    found = read_records(folder, aside=False)
    if found.trouble:
        complain(str(found.trouble))
        if found.closed or found.book == Book():
            return FAULTY
    if args.action is None:
        return _show(found.book, args.json)
    if args.target is None:
        complain(
            f"{args.action} needs "
            f"{'a file that ends with .csv or .json' if args.action == 'export' else 'a name'}"
        )
        return FAULTY
    if args.action == "export":
        return _export(found.book, Path(args.target))
    return _forget(found, args.target, folder)


def _show(book: Book, as_json: bool) -> int:
    if not (book.people or as_json):
        print("No person is saved yet: add people on the page People, or where seats are chosen.")
    for person in book.people:
        figures, reached = (
            figures_of(book, person.number),
            achievements_reached(book, person.number),
        )
        achievements = {
            str(one.name): reached[one.key].date for one in ACHIEVEMENTS if one.key in reached
        }
        lines = [f"{person.name}: {amount(figures.games, 'game')}, {figures.won} won"]
        lines += [
            f"  {title!s:<20}{figures.totals[name]:>7}  at most {figures.most[name]} in one game"
            for name, title in TITLES.items()
            if name in figures.totals
        ]
        if figures.games:
            dated = ", ".join(f"{name} ({date[:10]})" for name, date in achievements.items())
            lines.append(
                f"  {len(achievements)} of {len(ACHIEVEMENTS)} "
                f"achievements{': ' if dated else ''}{dated}"
            )
        facts = {
            "name": person.name,
            "games": figures.games,
            "won": figures.won,
            "totals": dict(figures.totals),
            "most": dict(figures.most),
            "achievements": achievements,
        }
        print_result(as_json, facts, *lines)
    return 0


# ---- Export ----


def rows_of(book: Book) -> list[dict[str, Any]]:
    """Return a row for each person and game, in the order of the games' ends.

    A counter that a game does not have is None.
    """
    fresh = {race.key: reached_in(book, race) for race in book.races}
    rows = [
        {
            "date": race.date,
            "game": race.game,
            "rules": race.version,
            "board": race.board,
            "turns": race.turns,
            "name": person.name,
            "seat": result.seat,
            "place": result.place,
            "won": result.won,
            **{name: result.counted.get(name) for name in NAMES},
            "achievements": list(fresh[race.key].get(person.number, ())),
            "race": race.key,
        }
        for person in book.people
        for race, result in results_of(book, person.number)
    ]
    order = {race.key: at for at, race in enumerate(book.races)}
    return sorted(rows, key=lambda row: order[str(row["race"])])


def _export(book: Book, target: Path) -> int:
    if target.suffix not in ENDINGS:
        complain(
            f"{target}: found the ending {target.suffix!r}, expected one of {', '.join(ENDINGS)}"
        )
        return FAULTY
    rows = rows_of(book)
    try:
        write_whole(
            target,
            csv_of(rows)
            if target.suffix == ".csv"
            else json.dumps(rows, indent=1, ensure_ascii=False) + "\n",
        )
    except OSError as fault:
        complain(f"{target} cannot be written: {fault.strerror}")
        return FAULTY
    print(
        f"{target}: {len(rows)} {'line' if len(rows) == 1 else 'lines'}, {len(book.people)} people"
    )
    return 0


def csv_of(rows: list[dict[str, Any]]) -> str:
    """Return rows as CSV; an apostrophe precedes names that spreadsheets take for formulas."""
    file = io.StringIO()
    if rows:
        heads = [*rows[0]]
    else:
        heads = [
            "date",
            "game",
            "rules",
            "board",
            "turns",
            "name",
            "seat",
            "place",
            "won",
            *NAMES,
            "achievements",
            "race",
        ]
    writer = csv.DictWriter(file, heads, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(
            {
                **row,
                "name": _plain(str(row["name"])),
                "board": _plain(str(row["board"])),
                "won": int(row["won"]),
                "achievements": " ".join(row["achievements"]),
            }
        )
    return file.getvalue()


def _plain(word: str) -> str:
    return f"'{word}" if word[:1] in "=+-@" and word else word


def _forget(found: ReadRecords, name: str, folder: Path) -> int:
    """Remove a person from the records; saved games have only a number.

    Refused while a game runs.
    """
    book = found.book
    person = next((one for one in book.people if same_name(one.name, name)), None)
    if person is None:
        complain(
            f"nobody called {name!r} is saved"
            f"{did_you_mean(name, [one.name for one in book.people])}"
        )
        return FAULTY
    trouble = _out_of_journal(folder, person.name) or keep_records(
        folder, book.without_person(person.number), spare=False
    )
    if trouble:
        complain(str(trouble))
        return FAULTY
    print(f"{folder / FILE}: all data about {person.name} is deleted")
    return 0


def _out_of_journal(folder: Path, name: str) -> Text:
    """Remove a name from what the journal saves for next games; return why that failed."""
    path = folder / JOURNAL
    if not path.is_file():
        return NOTHING
    now = time.time()
    try:
        with closing(open_journal(path, now)) as journal:
            return forget_name(
                journal, name, lambda settings: journal.append(Batch(0, (), now, settings=settings))
            )
    except JournalError as fault:
        return fault.words
