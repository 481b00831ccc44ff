"""Named tuples as `typing.NamedTuple` makes them, in a seventh of the time.

A start makes hundreds of them before its first screen, and the standard library compiles source
text for each class, and for each annotation once more. Here all classes with the same number of
fields share the code of one constructor, and annotations stay text. Left out is what mypy checks
anyway: that names begin without an underscore and that fields with a default come last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from _collections import _tuplegetter
    from functools import cache
    from types import CodeType, FunctionType

    _GLOBALS = {"new": tuple.__new__, "__builtins__": {}, "__name__": __name__}

    @cache
    def _constructor(size: int) -> CodeType:
        """Return the code of `__new__` for so many fields, whose names are to be put in."""
        names = ", ".join(f"a{number}" for number in range(size))
        # A call and a display both allow a comma at the end.
        source = f"lambda cls, {names}: new(cls, ({names}{',' * (size == 1)}))"
        return eval(source, _GLOBALS).__code__

    @cache
    def _field(index: int) -> object:
        """Return the descriptor of a field, which all classes share."""
        return _tuplegetter(index, f"Alias for field number {index}")

    def _make(cls: type, iterable: Iterable[object]) -> object:
        """Make a new object from a sequence or an iterable."""
        made = tuple.__new__(cls, iterable)
        if len(made) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
        return made

    def _replace(self: object, /, **values: object) -> object:
        """Return a new object with other values of some fields."""
        # In place of `_make`: a session has many fields, of which a message changes one or two.
        kind, parts = type(self), [*self]
        places = _places(kind)
        try:
            for name, value in values.items():
                parts[places[name]] = value
        except KeyError as fault:
            raise ValueError(f"{kind.__name__} has no field {fault}") from None
        return tuple.__new__(kind, parts)

    @cache
    def _places(kind: type) -> dict[str, int]:
        """Return the index of each field."""
        return {name: place for place, name in enumerate(kind._fields)}

    def _repr(self: object) -> str:
        fields = ", ".join(map("{}={!r}".format, self._fields, self))
        return f"{type(self).__name__}({fields})"

    def _asdict(self: object) -> dict[str, object]:
        """Return a dict of all fields by their names."""
        return dict(zip(self._fields, self, strict=True))

    def _getitem(cls: type, parameters: object) -> object:
        """Return the class for some types: `Generic` says how, not tuple, which comes first."""
        return super(tuple, cls).__class_getitem__(parameters)

    def _getnewargs(self: object) -> tuple[object, ...]:
        """Return what pickle and copy call the constructor with."""
        return tuple(self)

    _SHARED = {
        "__slots__": (),
        "_make": classmethod(_make),
        "_replace": _replace,
        "__replace__": _replace,
        "__repr__": _repr,
        "_asdict": _asdict,
        "__getnewargs__": _getnewargs,
    }

    class _Maker(type):
        """Makes a subclass of tuple from the body of a class."""

        def __new__(mcs: type, name: str, bases: tuple[type, ...], body: dict[str, object]) -> type:
            """Make a plain class, so that its subclasses are. Only `Generic` may be a base, too."""
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body.pop(field) for field in fields if field in body}
            code = _constructor(len(fields)).replace(co_varnames=("cls", *fields))
            constructor = FunctionType(code, _GLOBALS, "__new__", tuple(defaults.values()))
            constructor.__qualname__ = f"{name}.__new__"
            whole = {
                **_SHARED,
                "_fields": fields,
                "__match_args__": fields,
                "_field_defaults": defaults,
                "__new__": constructor,
                **{field: _field(index) for index, field in enumerate(fields)},
                **body,
            }
            if len(bases) > 1:
                whole["__class_getitem__"] = classmethod(_getitem)
            return type(name, (tuple, *bases[1:]), whole)

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})
