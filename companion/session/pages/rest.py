"""The question who rests this turn: the page of the readers, before cards are dealt."""
from __future__ import annotations

from typing import Final

from companion.session.pages import Page
from companion.session.pages.program import questions_view

PAGE: Final = Page(questions_view)
