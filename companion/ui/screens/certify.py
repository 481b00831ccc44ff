"""The acceptance run of the table, over whatever page was shown: readers one after another, the lights of all, and the verdict."""
from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.view import LIGHTS, READERS, View
from companion.session.view_certify import CertifyPage
from companion.ui.screens.choosing import ChoosingScreen
from companion.ui.screens.table import Place
from companion.ui.widgets.certify_lights import CertifyLights
from companion.ui.widgets.certify_readers import CertifyReaders
from companion.ui.widgets.certify_verdict import CertifyVerdict


class CertifyScreen(ChoosingScreen):
    """What is shown is the session's word: `CertifyPage.stage`. The choices of a page stand in the foot, right of the way back."""

    def make(self, view: View) -> Widget:
        """Room for one stage at a time."""
        self.place = Place()
        return self.place

    def show(self, view: View) -> None:
        """The stage that is reached, brought up to date; its buttons."""
        page = self._page(view)
        held = self.place.held
        if page.stage == READERS:
            held = held if isinstance(held, CertifyReaders) else CertifyReaders(self.send)
            held.show(page)
        elif page.stage == LIGHTS:
            held = held if isinstance(held, CertifyLights) else CertifyLights(self.send)
            held.show(page)
        else:
            held = held if isinstance(held, CertifyVerdict) else CertifyVerdict(page)
            held.say(page)
        # The same widget stays through a stage, so that no finger loses what it touches.
        if held is not self.place.held:
            self.place.hold(held)
        # The way back has a button of its own, left in the foot.
        self.show_choices(tuple(choice for choice in page.choices if choice.message != view.on_back), page.stage == LIGHTS)

    @staticmethod
    def _page(view: View) -> CertifyPage:
        assert isinstance(view.body, CertifyPage)
        return view.body
