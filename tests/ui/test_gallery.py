"""The gallery writes a picture of every page in telling states."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PIL import Image

from companion.gallery.scenes import SCENES, TOUCHES
from companion.session.lobby.arrangement import DECKS
from companion.session.view import (
    BOARD,
    CERTIFY,
    CROSS,
    DEAL,
    DOCTOR,
    HISTORY,
    LAST,
    LOCKED,
    MENU,
    OVER,
    PLACE,
    PLAY,
    PROGRAM,
    REPLAY,
    REST,
    REVIEW,
    RULES,
    SEATS,
    SUMMARY,
    TABLE,
    UPDATE,
    WELCOME,
    WHERE,
)
from tests.drawing import drawing
from tests.scenes import view_of


def test_every_page_has_a_scene() -> None:
    """Have a scene for every page, and no two alike."""
    views = {name: view_of(name) for name in SCENES}
    over = {
        MENU,
        HISTORY,
        LOCKED,
        CERTIFY,
        DOCTOR,
        UPDATE,
        WELCOME,
        CROSS,
        LAST,
        REPLAY,
        REVIEW,
        WHERE,
        "howto",
        "deck",
        "elements",
        "drawings",
        "draw",
        "statistics",
        "records",
        "phones",
        "save",
        "load",
        "language",
        "paused",
        "tags",
        "another",
        "lesson",
        "rulebook",
        "sides",
        "story",
        "tournament",
    }
    pages = {
        BOARD,
        "flags",
        "facts",
        SEATS,
        RULES,
        PLACE,
        REST,
        DEAL,
        PROGRAM,
        PLAY,
        SUMMARY,
        OVER,
        TABLE,
        DECKS,
        *over,
    }
    assert {view.page for view in views.values()} == pages
    untouched = [repr(view) for name, view in views.items() if name not in TOUCHES]
    assert len(set(untouched)) == len(untouched) and TOUCHES.keys() < views.keys()


def test_the_command_writes_pictures(tmp_path: Path) -> None:
    """Write one picture of the given size for each scene, all different, and print the names.

    All scenes are drawn by the tests of the languages.
    """
    folder, wanted = tmp_path / "pictures", list(SCENES)[::9]
    order = [
        sys.executable,
        "-m",
        "companion",
        "gallery",
        str(folder),
        "--size",
        "640x384",
        "--only",
        *wanted,
    ]
    done = subprocess.run(order, capture_output=True, text=True, timeout=180, env=drawing())
    assert done.returncode == 0, done.stderr
    files = sorted(folder.iterdir())
    assert [file.stem.split("-", 1)[1] for file in files] == wanted
    assert done.stdout.split() == [str(file) for file in files]
    seen = set()
    for file in files:
        with Image.open(file) as picture:
            assert picture.size == (640, 384)
            assert len(picture.getcolors(640 * 384) or ()) > 50, file.name
            seen.add(picture.tobytes())
    assert len(seen) == len(files)


def test_an_installed_game_draws_them_too(tmp_path: Path, repository: Path) -> None:
    """Need nothing but the package: no tests, and no other folder of the sources."""
    (tmp_path / "companion").symlink_to(repository / "companion")
    order = [sys.executable, "-m", "companion", "gallery", "pictures", "--only", "play-push"]
    done = subprocess.run(
        order,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        env=drawing() | {"PYTHONPATH": f"{tmp_path}:{repository / 'firmware'}"},
    )
    assert not done.returncode, done.stderr
    (picture,) = (tmp_path / "pictures").iterdir()
    assert done.stdout.split() == [str(Path("pictures", picture.name))]
