"""A machine on which an update is requested: stick, two slots, games, files of the request."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from companion.folders import write_whole
from companion.health.world import World
from companion.privileged.building import Builder
from companion.privileged.requests import (
    UpdateProgress,
    UpdateRequest,
    UpdateSite,
    read_answer,
    serve,
)
from companion.privileged.service_user import service_user_of
from tests.privileged.places import NOW, place, stub_builder, wheel
from tests.privileged.signing import signers

STICK: Final = "run/media/system/STICK"
MOUNTED: Final = f"/dev/sda1 /{STICK} vfat ro 0 0\n"


class Room:
    """Version 0.1.0 runs in slot a, 0.2.0 is on the stick.

    `builder` builds slots, which are scripts.
    """

    def __init__(self, folder: Path, builder: Builder = stub_builder, playing: str = ":") -> None:
        """Make everything below one folder.

        `playing` is how the slot checks whether people play.
        """
        self.root, self.place, self.state = (
            folder / "root",
            place(folder, playing=playing),
            folder / "state",
        )
        self.stick = self.root / STICK
        self.wheel = wheel(self.stick)
        (self.root / "proc/self").mkdir(parents=True)
        (self.root / "sys/block/sda").mkdir(parents=True)
        (self.root / "sys/block/sda/removable").write_text("1\n", "utf-8")
        self.mount(MOUNTED)
        (folder / "run").mkdir()
        (folder / "answer").mkdir()
        self.request, self.answer = (
            folder / "run" / "update.json",
            folder / "answer" / "answer.json",
        )
        self.world = World(self.root, self.state, {})
        self.desk = UpdateSite(
            self.place,
            self.state,
            service_user_of(self.state),
            self.request,
            self.answer,
            signers(),
            self.root,
            builder,
            lambda: NOW,
        )

    def mount(self, lines: str) -> None:
        """Set the kernel's list of mounts."""
        (self.root / "proc/self/mounts").write_text(lines, "utf-8")

    def ask(self, path: object = "", **more: object) -> UpdateProgress:
        """Request a file, or to go back, have it served, and return the last answer.

        `more` are further keys of the request.
        """
        write_whole(self.request, json.dumps({**UpdateRequest(7, str(path))._asdict(), **more}))
        return self.serve()

    def serve(self) -> UpdateProgress:
        """Serve the request, and return the last answer, which is the one in the file."""
        last = serve(self.desk)
        assert last is not None and read_answer(self.answer) == last
        assert not self.request.exists() and not self.request.is_symlink()
        return last
