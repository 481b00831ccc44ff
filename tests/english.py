"""Turn a view, or a part of one, into plain English for comparison, or a text into German."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.session.messages import Notice
from companion.ui.i18n import BOUND, set_language, translated
from companion.words import Text


def english(shown: Any) -> Any:
    """Return the same value with every text in it as a string."""
    if isinstance(shown, Text | Notice):
        return str(shown)
    if isinstance(shown, Mapping):
        return {key: english(value) for key, value in shown.items()}
    if isinstance(shown, tuple):
        parts = tuple(english(part) for part in shown)
        return shown._make(parts) if hasattr(shown, "_make") else parts
    return [english(part) for part in shown] if isinstance(shown, list) else shown


def german(words: Text | str) -> str:
    """Return what the screen says in German."""
    set_language("de")
    try:
        return translated(words).replace(BOUND, " ")
    finally:
        set_language("en")
