"""Install the card reader's firmware on a Pico, or list the connected readers."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands import Subparsers
from companion.commands._options import add_json, add_state, state_of
from companion.commands._terminal import amount, complain, print_result

NAME = "firmware"
PATIENCE = 3.0
"""Seconds that readers have to answer."""

NEXT = (
    "Now restart the reader: unplug it and plug it in again, or press its reset button if it has "
    "one. Its drive will be hidden then; hold"
    " the service button while plugging it in to see it. `clockwork-derby firmware status` shows "
    "whether it answers."
)


def add(subparsers: Subparsers) -> None:
    """Add install and status.

    Only status takes the state folder, which remembers the seats.
    """
    parser = subparsers.add_parser(NAME, description=__doc__)
    deeds = parser.add_subparsers(metavar="install|status", dest="deed", required=True)
    install = deeds.add_parser(
        "install", help="copy the firmware onto a Pico's CIRCUITPY drive and verify it"
    )
    install.add_argument(
        "drive",
        nargs="?",
        metavar="DRIVE",
        help="the folder where the drive is mounted, if there are several",
    )
    install.add_argument(
        "--replace", action="store_true", help="overwrite another application on the drive"
    )
    status = deeds.add_parser(
        "status", help="list the readers that answer, with version, chip id and seat"
    )
    add_json(
        status,
        "an object on a line for each reader",
        "path",
        "uid",
        "version",
        "seat",
        "words",
        more="what is not known is empty or null",
    )
    add_state(status)


def run(args: argparse.Namespace) -> int:
    """Install the firmware or list readers; return 1 if no reader answers."""
    if args.deed == "status":
        from companion.table.seats import remembered_seats
        from companion.table.serial.probe import probe_ports

        readers = probe_ports(PATIENCE, seats=remembered_seats(state_of(args)))
        if not readers:
            complain(
                "no card reader is connected: plug one in, and if its light is off, try "
                "another cable and see firmware/README.md"
            )
        for reader in readers:
            print_result(args.json, {**reader._asdict(), "words": str(reader.words)}, reader)
        return 0 if any(reader.version for reader in readers) else 1

    from companion.table.drive import PicoDrive, find_drive, firmware, install

    files = firmware()
    drive = PicoDrive(find_drive() if args.drive is None else Path(args.drive))
    done = install(drive, files, args.replace)
    print(
        f"{drive.path}: {done.chip.name}, CircuitPython {done.chip.version}, chip id "
        f"{done.chip.uid or 'unknown'}"
    )
    print(
        f"{amount(len(done.written), 'file')} written, {len(done.kept)} already there, all read "
        "back and correct"
    )
    if done.removed:
        print(f"removed old files of this firmware: {', '.join(done.removed)}")
    print(NEXT)
    return 0
