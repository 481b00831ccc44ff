"""Contrasts and cut texts of scenes in all looks, run as a program.

Its arguments are width, height, a language and scenes, each of which can be marked to be rendered.
It prints as JSON, for each look and scene, what is cut off and, where it was rendered, what is too
faint. The ground of a text is the most frequent colour of the pixels behind its letters.

Looks differ in colours, and one of them in the size of letters: whether texts are cut depends on
the letters only, and whether they are faint on the colours only.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from PIL import Image

from companion.gallery.scenes import TOUCHES
from companion.session.preferences import CONTRAST, DARK, LARGE_LETTERS, LIGHT
from companion.testing.screen_checks import cut_texts, visible_widgets
from companion.ui import theme
from companion.ui.i18n import set_language
from companion.ui.window import Wish, open_window
from tests.memory import begin, keep_small
from tests.scenes import view_of

WORDS, INSTRUCTIONS = 4.5, 7.0
"""The least contrast of all texts (WCAG AA), and of instructions (AAA)."""
FADES: Final = 44
"""Height of the lower end of a list that fades, as on the seven-inch panel."""
ROUNDED: Final = 0.97
"""Eight bits of a colour may take a little of its contrast."""
RENDERED: Final = "+"
"""The mark at the end of the name of a scene that is rendered."""
LETTERS, COLOURS = (DARK, LARGE_LETTERS), (DARK, LIGHT, CONTRAST)
"""Looks with all sizes of letters, and looks with all colours."""


def faint_texts(screen: Any, picture: Image.Image) -> list[str]:
    """Return the texts of a screen with too little contrast with what is behind them."""
    from companion.ui.screens.play import PlayScreen
    from companion.ui.widgets.label import Label
    from companion.ui.widgets.sentence import Sentence

    faint = []
    for widget in visible_widgets(screen):
        if not isinstance(widget, Label) or not widget.plain().strip() or widget.disabled:
            continue
        if _hidden(widget):
            continue
        (x, y), (wide, high) = widget.center, widget.texture_size
        x, y = widget.to_window(x, y)
        box = (
            max(0, round(x - wide / 2)),
            max(0, round(picture.height - y - high / 2)),
            min(picture.width, round(x + wide / 2)),
            min(picture.height, round(picture.height - y + high / 2)),
        )
        if box[2] - box[0] < 4 or box[3] - box[1] < 4:
            continue
        pixels = (box[2] - box[0]) * (box[3] - box[1])
        counted = picture.crop(box).getcolors(pixels) or []
        ground = max(counted, key=lambda one: one[0])[1]
        assert isinstance(ground, tuple)
        contrast = theme.contrast(widget.color, tuple(part / 255 for part in ground))
        is_instruction = isinstance(screen, PlayScreen) and isinstance(widget, Sentence)
        if contrast < (INSTRUCTIONS if is_instruction else WORDS) * ROUNDED:
            faint.append(f"{widget.plain()[:40]!r} has {contrast:.1f} on {ground}")
    return faint


def _hidden(words: Any) -> bool:
    """Return whether words are faded, as what cannot be chosen, or under the end of a list."""
    whole = words
    while whole is not None:
        if getattr(whole, "opacity", 1) < 1 or getattr(whole, "disabled", False):
            return True
        if getattr(whole, "clips", False) and not (
            whole.y + theme.u(FADES) <= words.y and words.top <= whole.top
        ):
            return True
        whole = whole.parent if whole.parent is not whole else None
    return False


def main(width: str, height: str, language: str, *names: str) -> int:
    """Lay out the scenes in each look, and render those that are marked."""
    set_language(language)
    window = open_window(Wish((int(width), int(height)), smooth=False))
    from kivy.base import EventLoop

    from companion.ui.picture import save_picture, settle
    from companion.ui.screens import screen_for

    EventLoop.ensure_window()
    EventLoop.start()
    begin()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "scene.png")
        for look in theme.LOOKS:
            theme.use_look(look)
            theme.fit(*window.size)
            window.clearcolor = theme.NIGHT
            for marked in names:
                name = marked.removesuffix(RENDERED)
                is_rendered = look in COLOURS and marked != name
                if not is_rendered and look not in LETTERS:
                    continue
                screen = screen_for(view_of(name), lambda _: None)
                window.add_widget(screen)
                settle()
                TOUCHES.get(name, lambda screen: None)(screen)
                settle()
                faults = cut_texts(screen)
                if is_rendered:
                    if hasattr(screen, "map"):
                        screen.map.finish()
                    save_picture(window, path)
                    with Image.open(path) as picture:
                        faults += faint_texts(screen, picture.convert("RGB"))
                found[f"{look} {name}"] = faults
                window.remove_widget(screen)
                keep_small()
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
