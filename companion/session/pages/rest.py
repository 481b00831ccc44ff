"""Questions without cards, on the page of the readers."""

from __future__ import annotations

from typing import Final

from companion.session.pages import Page
from companion.session.pages.program import questions_view

PAGE: Final = Page(questions_view)
