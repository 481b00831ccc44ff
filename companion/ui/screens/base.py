"""Base classes of screens: head, foot, notices; layouts with the map and with choices in the foot.

The bridge makes a screen for each page (`companion.ui.screens.screen_for`) and passes it every view
of that page by `update`. Touches go out as messages through `send`; a screen decides nothing, and
its own state is lost with the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, TypeVar

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.choices import Choice
from companion.session.messages import Confirm, Message, Notice, OpenPage
from companion.session.pages.deck import Naming
from companion.session.view import MENU, OVER, SUMMARY, View
from companion.ui.keys import ENTER, ESCAPE
from companion.ui.layout import (
    Area,
    LayoutPart,
    LinearLayout,
    arrange,
    hbox,
    leave_empty,
    vbox,
    with_padding,
    with_size,
)
from companion.ui.tap_guard import is_read
from companion.ui.theme import BODY, GAP, SAND, SMALL, is_landscape, is_wide, u
from companion.ui.widgets.bars import DONE, FOOTER, Footer, Header, NoticeBar
from companion.ui.widgets.button import PLAIN, PRIMARY, OfferButton
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import RowBox, add_all, toggle_child
from companion.ui.widgets.scroll_list import TrackedList
from companion.words import Text, text

T = TypeVar("T")
W = TypeVar("W", bound=Widget)

NOTICE: Final = 84
"""Height of a notice, as on the seven-inch panel."""
WIDE_LEAST, WIDE_MOST = 0.4, 0.58
"""Least and greatest share of a wide window for the map, which shows the whole board."""
BACK_SHARE: Final = 0.24
"""Share of the foot's width for the back button beside choices."""
SHORT_WORD: Final = 8
"""Letters of a word that fits a button in the foot of an upright window; longer ones widen it."""


def body_of(view: View, kind: type[T]) -> T:
    """Return the body of a view.

    Raises:
        AssertionError: The body is of another kind.
    """
    assert isinstance(view.body, kind)
    return view.body


class Screen(FloatLayout):
    """One page of the session; a subclass makes its content in `make` and updates it in `show`.

    The buttons of the foot send the messages of the view, or else those of `on_forward` and
    `on_back`. A notice covers the lower part of the content, unless the screen `gives_way`: if
    everything must be reachable, the content makes room for it. The button that leaves a page with
    something to read (`companion.ui.tap_guard`) is beside the place of *Done*, never in it.
    """

    gives_way: ClassVar[bool] = False
    notice_least: ClassVar[int] = SMALL
    """Smallest letters of a notice."""
    hint_least: ClassVar[int] = SMALL
    """Smallest letters of the hint, before it takes a second line."""

    def __init__(self, send: Send, view: View) -> None:
        """Build the screen for a view of its page; nothing is drawn yet."""
        super().__init__()
        self.send, self.view = send, view
        self.play_effects: Callable[[tuple[str, ...]], None] = lambda names: None
        """Called with what is heard while the page moves on by itself."""
        self.header = Header(send, view.on_sign, self.hint_least)
        # Asked on the touch: the buttons belong to the view that is shown then.
        self.footer = Footer(
            lambda: self._send_if(self.said_back(self.view)),
            lambda: self.go_forward(),
            view.page == OVER,
            self.send,
        )
        self.aside = Label("", SMALL, tint=SAND, align="center", least=18)
        self.notice, self._dismissed = NoticeBar(self._put_away, self.notice_least), False
        self._noticed: Notice | Text | str = ""
        self.content = self.make(view)
        add_all(self, *self.below())
        self.bind(size=self.arrange, pos=self.arrange)

    def make(self, view: View) -> Widget:
        """Make the content between head and foot; called once, `show` follows."""
        raise NotImplementedError

    def below(self) -> tuple[Widget, ...]:
        """Return the parts of the page, the last one uppermost."""
        return self.header, self.content, self.footer

    def show(self, view: View) -> None:
        """Update the content.

        `view` belongs to the page for which the screen was made; called before the layout.
        """

    def on_forward(self, view: View) -> Message | None:
        """Return the message of the forward button, None if it has no effect."""
        return Confirm(view.revision)

    def on_back(self, view: View) -> Message | None:
        """Return the message of the back button, None if it has no effect."""
        return None

    def said_forward(self, view: View) -> Message | None:
        """Return the message of the forward button; the view's own message comes first."""
        return view.on_forward if view.on_forward is not None else self.on_forward(view)

    def said_back(self, view: View) -> Message | None:
        """Return the message of the back button; the view's own message comes first."""
        return view.on_back if view.on_back is not None else self.on_back(view)

    @property
    def seat(self) -> int | None:
        """Return the seat that is concerned alone now, as `View.seat`."""
        return self.view.seat

    @property
    def is_typing(self) -> bool:
        """Return whether letters or digits are being typed, so that the keys must stay."""
        return self.name_page is not None

    @property
    def own_state(self) -> Any:
        """Return what the screen alone knows, for its successor on the same page; None for nothing.

        The screen is built again where the picture turns.
        """
        return None

    def restore(self, state: Any) -> None:
        """Take over the `own_state` of another screen of this page, before the first update."""

    @property
    def to_see(self) -> TrackedList | None:
        """Return the list (a `TrackedList`) to see before forward counts, None without one."""
        return None

    def point(self, *_: Any) -> None:
        """Let the forward button point down while there is something unseen."""
        listed = self.to_see
        self.footer.forward.symbol = "down" if listed is not None and listed.unseen else "next"

    def go_forward(self) -> None:
        """Send the message of the forward button, or scroll to something unseen first.

        It must be seen before the next touch counts.
        """
        listed = self.to_see
        if listed is None or not listed.show_unseen():
            self._send_if(self.said_forward(self.view))
        elif self.view.preferences.seen:
            self.show_early(True)
            Clock.schedule_once(lambda _: self.show_early(False), self.view.preferences.seen / 1000)

    def leads_on(self) -> Message | None:
        """Return the message of the forward button, None without such a button."""
        return self.said_forward(self.view) if self.labels(self.view)[1] else None

    @property
    def name_page(self) -> Any:
        """Return the page over this one that takes all keys for a name, None without one."""
        # Without `restrict` Kivy would go on to widgets outside this screen.
        return next(
            (widget for widget in self.walk(restrict=True) if hasattr(widget, "hear_text")), None
        )

    def key(self, key: str) -> None:
        """Handle a key: forward, the menu, or back from the menu and from pages over the game."""
        if self.footer.parent is not self and (page := self.name_page) is not None:
            page.hear_key(key)
            return
        # Something covers the whole page, or its buttons must be held, which a key cannot.
        if self.footer.parent is not self or (key == ENTER and self.view.page == OVER):
            return
        if key == ENTER and self.labels(self.view)[1] and not self.labels(self.view)[2]:
            self.go_forward()
        elif key == ESCAPE:
            self._send_if(
                self.said_back(self.view)
                if self.labels(self.view)[0] and not self.view.side_door
                else OpenPage(MENU)
                if self.view.menu
                else None
            )

    def show_early(self, early: bool) -> None:
        """Show whether the forward button counts yet, in words if there is room."""
        self.footer.show_early(early)
        if self.aside.parent is None:
            self.aside.text = ""
        elif early:
            self.aside.text = text("Read first")
        elif self.view.page == OVER:
            self.aside.text = text("Hold to go on")
        elif self.view.page == SUMMARY and self.view.preferences.hands_free:
            self.aside.text = text("or pull a handle")
        else:
            self.aside.text = ""

    def notice_height(self) -> int:
        """Return the height of a notice, in the units of the theme."""
        return NOTICE

    def blinks(self) -> bool:
        """Return whether a lock light blinks in the current view.

        Asked after every view: without blinking lights no clock ticks for this screen.
        """
        return False

    def blink(self, bright: bool) -> None:
        """Switch blinking lock lights on or off."""
        # Imported late, since the first screen has none.
        from companion.ui.widgets.readers.slots import LampRow

        # Without `restrict` Kivy would go on to widgets outside this screen.
        for widget in self.walk(restrict=True):
            lamps = getattr(widget, "lamps", None)
            if isinstance(lamps, LampRow) and lamps.blinks:
                lamps.blink(bright)

    def labels(self, view: View) -> tuple[Text | str, Text | str, Text | str]:
        """Return the words of the buttons back and forward, and why forward is not possible.

        An empty word removes its button; with an empty reason forward is possible.
        """
        return view.back, view.forward, view.blocked

    def update(self, view: View) -> None:
        """Show another view of the same page."""
        self.view = view
        self.header.show(view.title, view.hint, view.table, view.menu, view.language, view.time)
        self.footer.show(*self.labels(view), side_door=view.side_door, door=view.door)
        self._show_notice(view.notice)
        self.show(view)
        # Other words may change the height of head and notice.
        self.arrange()
        self.show_early(self.footer.forward.early)

    def arrange(self, *_: Any) -> None:
        """Place the head on top, the foot at the bottom, the content between them."""
        arrange(self._page(self.width), self)
        self._arrange_notice()

    def _page(self, width: float, scene: LayoutPart | None = None) -> LinearLayout:
        """Return head, content and foot one below the other, with a scene below the head."""
        return vbox(
            self._head(width),
            scene,
            with_size(leave_empty, u(8) - u(2)),
            with_padding(self.content, u(GAP), 0),
            with_size(leave_empty, u(2)),
            with_size(self._arrange_footer, u(FOOTER) if self.has_foot else 0),
            gap=0,
        )

    def _head(self, width: float) -> LayoutPart | None:
        """Return the head for a width in pixels, as high as it needs."""
        return with_size(self.header, self.header.needed_height(width))

    @property
    def has_foot(self) -> bool:
        """Return whether there is anything in the foot."""
        return bool(self.footer.children)

    def arrange_beside(self, scene: Widget, share: float) -> None:
        """Place a scene left of head, content and foot, or if upright between head and content.

        It takes a share of the width or the height.
        """
        if is_landscape():
            left = round(self.width * share)
            arrange(hbox(with_size(scene, left), self._page(self.width - left), gap=0), self)
        else:
            tall = round(self.height * share)
            arrange(self._page(self.width, with_size(scene, tall)), self)
        self._arrange_notice()

    def _arrange_footer(self, area: Area) -> None:
        """Place the foot; on a page to read, the place of Done stays free of buttons."""
        apart = is_read(self.view, self.leads_on())
        kept = u(DONE) + u(GAP) if apart else 0
        aside = hbox(with_padding(self.aside, 0, u(5)), with_size(leave_empty, u(5)), gap=0)
        arrange(hbox(self.footer, with_size(aside, kept), gap=0), area)
        toggle_child(self, self.aside, apart)

    def _arrange_notice(self) -> None:
        """Place the notice at the foot of the content, which it covers or pushes up."""
        content, high = self.content, u(self.notice_height())
        # Words that need more room cover the content; a touch removes them.
        needed = max(high, min(self.notice.needed_height(content.width), content.height))
        arrange(
            vbox(leave_empty, with_size(self.notice, needed), with_size(leave_empty, u(4)), gap=0),
            content,
        )
        if self.gives_way and self.notice.parent is not None:
            arrange(vbox(content, with_size(leave_empty, high)), content)

    def _send_if(self, message: Message | None) -> None:
        if message is not None:
            self.send(message)

    def choose(self, choice: Choice) -> None:
        """Send the message of a choice, or say why it is not possible."""
        if choice.blocked:
            # Even if the same words were removed before: somebody has asked again.
            self._dismissed = False
            self._show_notice(choice.blocked)
            self.arrange()
        else:
            self.send(choice.message)

    def _show_notice(self, notice: Notice | Text | str) -> None:
        """Show a notice, empty words for none; one that was removed stays away."""
        if notice != self._noticed:
            self._noticed, self._dismissed = notice, False
            self.notice.show(notice)
        toggle_child(self, self.notice, bool(notice) and not self._dismissed)

    def _put_away(self) -> None:
        self._dismissed = bool(self.notice.words.text)
        self.remove_widget(self.notice)
        self.arrange()


class PageOver(NamedTuple, Generic[W]):
    """A page over a screen, or instead of its content."""

    key: object
    """Equal for the same page, whose widget stays and keeps its fingers."""
    make: Callable[[], W]
    show: Callable[[W], object] = lambda _: None
    """Updates its widget, also after `make`."""
    seat: int | None = None
    """The seat that it concerns alone, None for that of the view."""
    within: bool = False
    """Whether it replaces only the content: head and foot can still be reached."""


class OverlaidScreen(Screen):
    """A screen that can be covered by a page, such as a keyboard.

    A subclass says in each `show` which one it is (`show_over`).
    """

    def __init__(self, send: Send, view: View) -> None:
        self.over: Widget | None = None
        """The widget of the page over this one."""
        self._page_over: PageOver[Any] | None = None
        super().__init__(send, view)

    @property
    def seat(self) -> int | None:
        page = self._page_over
        return self.view.seat if page is None or page.seat is None else page.seat

    @property
    def is_hidden(self) -> bool:
        """Return whether a page covers head, content and foot."""
        return self._page_over is not None and not self._page_over.within

    def show_over(self, page: PageOver[Any] | None) -> None:
        """Cover the page or its content, or uncover it with None."""
        before, self._page_over = self._page_over, page
        if (before and before.key) != (page and page.key):
            self.over = None if page is None else page.make()
            # What is covered is removed: Kivy would pass it every touch that nothing above takes.
            self.clear_widgets()
            if self.over is None:
                add_all(self, *self.below())
            elif self.is_hidden:
                self.add_widget(self.over)
            else:
                add_all(self, self.header, self.footer, self.over)
            self._show_notice(self.view.notice)
        if page is not None:
            page.show(self.over)

    def type_name(
        self, naming: Naming | None, give: Callable[[str], Message], leave: Message
    ) -> None:
        """Show the keyboard while a name is asked for.

        `give` makes the message of a name, `leave` is sent without one.
        """

        def keyboard() -> Widget:
            # Imported late, since it is rarely needed.
            from companion.ui.widgets.keyboard import NamePage

            assert naming is not None
            return NamePage(
                naming.name,
                naming.name,
                lambda name: self.send(give(name)),
                lambda: self.send(leave),
                naming.longest,
                naming.title,
            )

        self.show_over(None if naming is None else PageOver(naming, keyboard))

    def arrange(self, *_: Any) -> None:
        """Arrange the page, and the one over it."""
        super().arrange()
        self._arrange_over()

    def _arrange_over(self) -> None:
        """Place the page over everything, or over the content."""
        if self.over is not None:
            arrange(self.over, self if self.is_hidden else self.content)


class MapScreen(Screen):
    """A screen with the map on the left, or below the head in an upright window.

    `make` fills the rest. Without a board the picture of all cards on the table takes its place;
    without either the content takes all the room. `whole`: the board is seen as a whole until
    somebody looks nearer.
    """

    whole: ClassVar[bool] = False

    def __init__(self, send: Send, view: View) -> None:
        from companion.ui.widgets.map.board_map import BoardMap
        from companion.ui.widgets.tables import CardTable

        self.map, self.tables = BoardMap(send), CardTable(send)
        super().__init__(send, view)

    @property
    def scene(self) -> Widget | None:
        """Return the map, the cards on the table, or None."""
        cards = self.view.cards
        lies = cards is not None and (
            any(row.cards for row in cards.rows)
            or any(pile.number for pile in cards.piles)
            or bool(cards.moves)
        )
        return self.map if self.view.board is not None else self.tables if lies else None

    def update(self, view: View) -> None:
        """Show another view, including the map."""
        self.view = view
        for widget in (self.map, self.tables):
            toggle_child(self, widget, widget is self.scene)
        super().update(view)
        self.map.lively = not view.preferences.calm
        if view.board is not None:
            first = self.map.picture is None
            self.map.show(view.board)
            if first and self.whole:
                self.map.near = False
                self.map.zoom(False)
        if view.cards is not None:
            self.tables.show(view.cards)

    def map_share(self) -> float:
        """Return the share of the window for the map: of its width, or of its height if upright."""
        if self.view.board is None and self.view.cards is not None:
            from companion.ui.widgets.cards.table_layout import is_crowded

            if is_landscape() and is_crowded([len(row.cards) for row in self.view.cards.rows]):
                return 0.52
            return 0.5
        if is_wide() and self.view.board is not None:
            needed = self.map.whole_width(self.view.board.board, self.height) / max(1, self.width)
            return min(WIDE_MOST, max(WIDE_LEAST, needed))
        # A board that is always seen as a whole has squares large enough for a finger.
        if is_landscape():
            if self.view.board is not None and self.view.board.board.joined:
                return 0.53
            return 0.45
        return 0.56

    def content_size(self, share: float) -> tuple[float, float]:
        """Return width and height in pixels of the content beside a map with this share."""
        left, tall = (
            (round(self.width * share), 0) if is_landscape() else (0, round(self.height * share))
        )
        page = self._page(self.width - left, with_size(leave_empty, tall))
        return self.width - left - 2 * u(GAP), page.rest(self.height)

    def arrange(self, *_: Any) -> None:
        """Place the map beside or between head and foot."""
        scene = self.scene
        if scene is None:
            super().arrange()
        else:
            self.arrange_beside(scene, self.map_share())


class Place(Widget):
    """A holder for one widget at a time, which fills all the room.

    A screen's content is made once; with this it can change.
    """

    def __init__(self) -> None:
        super().__init__()
        self.held: Widget | None = None
        self.bind(pos=self._resize_content, size=self._resize_content)

    def hold(self, widget: Widget) -> None:
        self.clear_widgets()
        self.held = widget
        self.add_widget(widget)
        self._resize_content()

    def _resize_content(self, *_: Any) -> None:
        if self.held is not None:
            arrange(self.held, self)


class ChoosingScreen(Screen):
    """A screen with choices in the foot; a subclass calls `show_choices` on every update."""

    gives_way = True
    notice_least = 16

    def __init__(self, send: Send, view: View) -> None:
        self.foot, self.buttons = RowBox(pad=5), list[OfferButton]()
        self._kinds: tuple[str, ...] = ()
        super().__init__(send, view)

    def notice_height(self) -> int:
        """Return the height of a notice: long names take more lines in a narrow window."""
        return NOTICE if is_landscape() else 2 * SMALL + NOTICE

    def arrange(self, *_: Any) -> None:
        """Arrange the page, with the choices on the right of the foot."""
        super().arrange()
        if self.foot.parent is not None:
            back = round(self.footer.width * BACK_SHARE)
            arrange(hbox(with_size(self.footer, back), self.foot, gap=0), self.footer)
            for button in self.buttons:
                # In an upright window a long word needs more than an equal share.
                longest = max(map(len, button.words.plain().split()), default=0)
                button.size_hint_x = 1 if is_landscape() else max(SHORT_WORD, longest)

    def show_choices(self, choices: tuple[Choice, ...], first: bool, last: bool = False) -> None:
        """Show a button for each choice; the `first` or `last` is the main one.

        A button whose text changes stays, so that no finger presses a removed one.
        """
        now = 0 if first else len(choices) - 1 if last else None
        kinds = tuple(PRIMARY if at == now else PLAIN for at in range(len(choices)))
        if kinds != self._kinds:
            self._kinds = kinds
            self.buttons = [OfferButton(self.send, kind=kind, size=BODY) for kind in kinds]
            self.foot.clear_widgets()
            add_all(self.foot, *self.buttons)
        for button, choice in zip(self.buttons, choices, strict=True):
            button.offer(choice)
        toggle_child(self, self.foot, bool(choices))
