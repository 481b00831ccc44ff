"""From English into another language, at the very edge of the screen: whole texts, taken apart only as far as they must be.

A catalogue has English templates with holes `{}`, as they stand in the source, and the other language's with holes `{1}`, `{2}` … so that
they may change places, or `{}` where they do not; `{2:one|many}` is the first word where hole 2 is empty, else the second (an English
plural's "s"), and `{2!}` a heading, N E S W, by its word. What stands in a hole is translated by itself. A template that begins or ends with
a blank or a mark is a piece that hangs on another, and is found in the middle of a text too.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

HOLE: Final = "{}"
_OUT_HOLE: Final = re.compile(r"\{(\d*)(!?)(?::([^|{}]*)\|([^{}]*))?\}")
_HEADING: Final = re.compile(r"[NESW](?!\w)")
_LITTLE: Final = re.compile(r"(?<![\w/.])[a-z][a-z']+(?![\w/])")
"""Words that can be left over; names, squares and codes are written otherwise."""
_HANGS: Final = " ,;:.·"
_SENTENCE: Final = re.compile(r"(?<=[.!?]) +(?=[^a-z ])")
"""Where a sentence ends; a small letter after the mark belongs to the same one."""
_PART: Final = re.compile(" · ")
_CLAUSE: Final = re.compile("; ")
_CLIPPED: Final = re.compile(r"(.*[^,:])([:,] )[^:,]*…", re.DOTALL)
_SEPARATORS: Final = (": ", ", and ", ", ", " and ", " or ", " ")
"""Where a text that nothing else fits is cut in two, the likeliest place first; a blank is the last resort."""
_ENDING: Final = re.compile(r"(.*[^.:,;!?… ])([.:,;!?… ]+)", re.DOTALL)
_DEEPEST: Final = 14
"""How often a text is taken apart before what is left of it stays English."""
_WORDY: Final = 7
"""Letters of a template that says more than how two things hang together."""


class Heard(NamedTuple):
    """A text in the other language, and how many of its words have stayed English."""

    text: str
    left: int


class _Template(NamedTuple):
    """One template with holes: its longest piece, how many letters it has, what it matches, and what it becomes."""

    longest: str
    letters: int
    pattern: re.Pattern[str]
    out: str
    whole: str


class Translator:
    """Speaks one language; what it does not know it leaves as it is. Everything it has said is kept, so that it is worked out once."""

    MOST: Final = 20_000
    """Texts that are kept before it begins anew."""

    def __init__(self, catalogue: Mapping[str, str]) -> None:
        """Speak by a catalogue of English texts and templates."""
        self._known = {english: other for english, other in catalogue.items() if HOLE not in english and not _hangs(english)}
        holed = (_template(english, other) for english, other in catalogue.items() if english not in self._known)
        # Where several fit, the one with the most letters says most about what the text is.
        self._templates = sorted(holed, key=lambda template: -template.letters)
        self._kept: dict[str, Heard] = {}

    def __call__(self, text: str) -> str:
        """The text in the other language; one that this translator itself has said stays as it is."""
        spoken = self.heard(text).text
        # A single word could be an English one, too, and parts of other texts are looked up here as well.
        if spoken != text and " " in spoken:
            self._kept.setdefault(spoken, Heard(spoken, 0))
        return spoken

    def heard(self, text: str, depth: int = 0) -> Heard:
        """The text in the other language, and how much of it has stayed English."""
        kept = self._kept.get(text)
        if kept is None:
            if len(self._kept) >= self.MOST:
                self._kept.clear()
            kept = self._kept[text] = self._best(text, depth)
        return kept

    def _best(self, text: str, depth: int) -> Heard:
        """The first reading that leaves nothing English, else the one that leaves least."""
        whole = self._whole(text)
        if whole is not None:
            return Heard(whole, 0)
        best = Heard(text, self._little(text))
        if not re.search(r"[A-Za-z]{2}", text) or depth > _DEEPEST:
            return best
        for reading in self._readings(text, depth + 1):
            if reading.left < best.left or (reading.left == best.left and best.text == text):
                best = reading
            if best.left == 0 and best.text != text:
                break
        # Half a sentence of each language is worse than one in English.
        return Heard(text, self._little(text)) if best.left * 3 > self._little(text) else best

    @staticmethod
    def _little(text: str) -> int:
        """How many words of a text would be translated."""
        return len(_LITTLE.findall(text))

    def _whole(self, text: str) -> str | None:
        """A text that stands in the catalogue as it is, or with a small or capital letter at its beginning."""
        if text in self._known:
            return self._known[text]
        other = self._known.get(text[:1].swapcase() + text[1:])
        return other if other is None or not text[:1].isupper() else _capital(other)

    def _readings(self, text: str, depth: int) -> Iterator[Heard]:
        """All ways to understand a text, the likeliest first; worked out one by one, as long as words are left English."""
        # Lines, and what stands apart by two blanks, are texts of their own.
        for gap in ("\n", "  "):
            if gap in text.strip():
                yield self._joined(text.split(gap), gap, depth)
                return
        if text != text.strip():
            inner = self.heard(text.strip(), depth)
            yield Heard(text.replace(text.strip(), inner.text), inner.left)
            return
        clipped = _CLIPPED.fullmatch(text)
        if clipped and not text.startswith("…"):
            # Nobody can tell what the part that was cut off belongs to.
            head = self.heard(clipped[1], depth)
            yield Heard(f"{head.text}{clipped[2]}…", head.left)
        near = [template for template in self._templates if template.longest in text]
        # What has two sentences or clauses is likely two texts, unless a template knows them as one.
        for boundary, glue in ((_PART, " · "), (_SENTENCE, " "), (_CLAUSE, "; ")):
            if boundary.search(text):
                yield from self._all_filled([template for template in near if boundary.search(template.whole)], text, depth)
                yield self._joined(boundary.split(text), glue, depth)
        yield from self._loosely(near, text, depth)

    def _loosely(self, near: Sequence[_Template], text: str, depth: int) -> Iterator[Heard]:
        """One clause: by templates, cut at its colon, without its mark at the end; what says no more than how two things hang together comes last."""
        yield from self._all_filled([template for template in near if template.letters >= _WORDY], text, depth)
        yield from self._cut(text, _SEPARATORS[0], depth)
        ended = _ENDING.fullmatch(text)
        if ended:
            inner = self.heard(ended[1], depth)
            yield Heard(inner.text + ended[2], inner.left)
        yield from self._all_filled([template for template in near if template.letters < _WORDY], text, depth)
        for separator in _SEPARATORS[1:]:
            yield from self._cut(text, separator, depth)

    def _cut(self, text: str, separator: str, depth: int) -> Iterator[Heard]:
        """A text cut in two at a separator, if it has one."""
        head, found, rest = text.partition(separator)
        if found:
            yield self._joined([head, rest], self._known.get(separator, separator), depth)

    def _joined(self, parts: Sequence[str], glue: str, depth: int) -> Heard:
        """Each part by itself, with the glue between as it is."""
        heard = [self.heard(part, depth) for part in parts]
        return Heard(glue.join(each.text for each in heard), sum(each.left for each in heard))

    def _all_filled(self, templates: Sequence[_Template], text: str, depth: int) -> Iterator[Heard]:
        """Every template of which the text is one, with what stands in its holes."""
        for template in templates:
            found = template.pattern.fullmatch(text)
            if found is not None:
                yield self._filled(template, found, depth)

    def _filled(self, template: _Template, found: re.Match[str], depth: int) -> Heard:
        holes = {name: self.heard(part, depth) if part else Heard("", 0) for name, part in found.groupdict().items()}
        spoken = _OUT_HOLE.sub(lambda hole: self._hole(holes, hole), template.out)
        # What only chooses between one and many is not shown, so it is no word left in English.
        used = {f"h{number}" for number, _, *words in _OUT_HOLE.findall(template.out) if not any(words)}
        left = sum(part.left for name, part in holes.items() if name in used)
        # A template may stand within a sentence or begin one, and the catalogue has it in one form only.
        return Heard(_capital(spoken) if found[0][:1].isupper() and not template.out.startswith("{") else spoken, left)

    def _hole(self, holes: Mapping[str, Heard], hole: re.Match[str]) -> str:
        """What comes into one hole of the other language."""
        content = holes[f"h{hole[1]}"].text
        if hole[3] is not None:
            return hole[4] if content else hole[3]
        if hole[2] and _HEADING.match(content):
            return self._known.get(f"facing {content[0]}", content[0]) + content[1:]
        return content


def _hangs(english: str) -> bool:
    """Whether a template is only a piece of a text; a separator between pieces is none."""
    return english not in _SEPARATORS and (english[:1] in _HANGS or english[-1:] in (" ", ","))


def _template(english: str, other: str) -> _Template:
    """A template ready to be looked for; ValueError where the other language has other holes."""
    pieces = english.split(HOLE)
    count = len(pieces) - 1
    pattern = re.escape(pieces[0])
    # Small within a sentence and a capital where it begins one.
    if pieces[0][:1].isalpha():
        pattern = f"[{pieces[0][0].lower()}{pieces[0][0].upper()}]" + re.escape(pieces[0][1:])
    out = _numbered(other, count, english)
    said = {int(number) for number, _, one, many in _OUT_HOLE.findall(out) if not one and not many}
    for number, piece in enumerate(pieces[1:], 1):
        # What the other language leaves out can be an ending or a word, never half a sentence.
        pattern += f"(?P<h{number}>{'.*?' if number in said else '[a-z]*'})" + re.escape(piece)
    if english[0] in _HANGS:
        pattern, out = "(?P<h0>.+)" + pattern, "{0}" + out
    if english[-1] in " ,":
        pattern, out = f"{pattern}(?P<h{count + 1}>.+)", out + f"{{{count + 1}}}"
    # What a text must have in it to be worth the pattern; without the first letter, which may be of either size.
    longest = max(pieces, key=len)
    return _Template(longest[1:] if longest is pieces[0] else longest, sum(map(len, pieces)), re.compile(pattern, re.DOTALL), out, english)


def _numbered(other: str, count: int, english: str) -> str:
    """The other language's template with a number in every hole."""
    numbers = iter(range(1, 100))
    out = _OUT_HOLE.sub(lambda found: found[0] if found[1] else f"{{{next(numbers)}{found[0][1:]}", other)
    if {int(number) for number, *_ in _OUT_HOLE.findall(out)} - set(range(1, count + 1)):
        raise ValueError(f"{english!r} has {count} holes, {other!r} has others")
    return out


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
