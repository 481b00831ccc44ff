"""The checks of the doctor, one module each, found here by its file name and imported only when it is asked for.

A check's module has four things:
- `NAME`: what people type, which is the module's name;
- `TITLE`: what it looks at, in a word or two;
- `WATCHED`: the seconds between two looks while people play, 0 where only the doctor looks;
- `look(world) -> tuple[Finding, ...]`: look, change nothing, and answer at once. It may raise: that becomes a finding too.

A new check is a new file. Modules whose names begin with an underscore are no checks but what several of them need.
"""
