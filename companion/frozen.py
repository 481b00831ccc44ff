"""Frozen dataclasses as the standard library makes them, in a sixteenth of the time.

The standard library compiles source text for five methods of each class. Here all classes with the
same number of fields share the code of one constructor, and their other methods ask the class for
its fields. `dataclasses.replace` and `dataclasses.fields` work as ever. Classes that need more than
plain fields, such as a factory of usual values, are left to the standard library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from collections.abc import Callable
    from functools import cache, partial
    from operator import attrgetter
    from types import CodeType, FunctionType

    _GLOBALS = {"put": object.__setattr__, "__builtins__": {}, "__name__": __name__}

    @dataclasses.dataclass(frozen=True)
    class _Sample:
        """What all of these classes say of how they were made."""

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True
    ) -> type | Callable[[type], type]:
        """Make a frozen dataclass of a class, with or without slots and equality by fields."""
        if cls is None:
            return partial(dataclass, frozen=frozen, slots=slots, eq=eq)
        body = cls.__dict__
        own = {
            name: hint
            for name, hint in body.get("__annotations__", {}).items()
            if "ClassVar" not in str(hint)
        }
        is_plain = frozen and not hasattr(cls, "__post_init__")
        if not is_plain or any(isinstance(body.get(name), dataclasses.Field) for name in own):
            return dataclasses.dataclass(frozen=frozen, slots=slots, eq=eq)(cls)
        fields = {}
        for base in cls.__mro__[-1:0:-1]:
            fields |= {
                name: field
                for name, field in getattr(base, "__dataclass_fields__", {}).items()
                if field._field_type is dataclasses._FIELD
            }
        fields |= {name: _field(name, hint, body) for name, hint in own.items()}
        methods = _methods(cls, fields, eq)
        if not slots:
            for name, method in methods.items():
                setattr(cls, name, method)
            return cls
        return _with_slots(cls, tuple(own), methods)

    def _field(name: str, hint: str, body: object) -> dataclasses.Field:
        found = dataclasses.field(default=body.get(name, dataclasses.MISSING))
        found.name, found.type, found.kw_only = name, hint, False
        found._field_type = dataclasses._FIELD
        return found

    @cache
    def _constructor(size: int) -> CodeType:
        """Return the code of `__init__` for so many fields, whose names are to be put in."""
        names = [f"a{number}" for number in range(size)]
        lines = "; ".join(f"put(self, '{name}', {name})" for name in names) or "pass"
        space = {}
        exec(f"def __init__(self, {', '.join(names)}): {lines}", _GLOBALS, space)
        return space["__init__"].__code__

    def _init(cls: type, fields: dict[str, dataclasses.Field]) -> FunctionType:
        code = _constructor(len(fields))
        names = {f"a{number}": name for number, name in enumerate(fields)}
        code = code.replace(
            co_varnames=("self", *fields),
            co_consts=tuple(
                names.get(part, part) if isinstance(part, str) else part for part in code.co_consts
            ),
        )
        usual = tuple(
            field.default for field in fields.values() if field.default is not dataclasses.MISSING
        )
        init = FunctionType(code, _GLOBALS, "__init__", usual)
        init.__qualname__ = f"{cls.__qualname__}.__init__"
        return init

    def _methods(cls: type, fields: dict[str, dataclasses.Field], eq: bool) -> dict[str, object]:
        """Return what a class gets; methods of its own stay."""
        names = tuple(fields)
        found = {
            "__dataclass_fields__": fields,
            "__dataclass_params__": _Sample.__dataclass_params__,
            "__match_args__": names,
            "__init__": _init(cls, fields),
            "__repr__": _repr,
            "__setattr__": _setattr,
            "__delattr__": _delattr,
        }
        body = cls.__dict__
        if eq:
            found["__eq__"], found["__hash__"] = _comparing(names)
        stays = {name for name in ("__repr__", "__eq__", "__hash__") if body.get(name) is not None}
        return {name: value for name, value in found.items() if name not in stays}

    def _comparing(names: tuple[str, ...]) -> tuple[FunctionType, FunctionType]:
        if len(names) > 1:
            key = attrgetter(*names)
        else:

            def key(value: object) -> tuple[object, ...]:
                return tuple(getattr(value, name) for name in names)

        def equals(self: object, other: object) -> bool:
            if other.__class__ is not self.__class__:
                return NotImplemented
            return key(self) == key(other)

        def hashed(self: object) -> int:
            return hash(key(self))

        return equals, hashed

    def _repr(self: object) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__qualname__}({fields})"

    def _setattr(self: object, name: str, value: object) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def _delattr(self: object, name: str) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    def _with_slots(cls: type, own: tuple[str, ...], methods: dict[str, object]) -> type:
        """Make the class once more, since slots cannot be added."""
        inherited = {
            slot for base in cls.__mro__[1:-1] for slot in base.__dict__.get("__slots__", ())
        }
        body = {
            name: value
            for name, value in cls.__dict__.items()
            if name not in (*own, "__dict__", "__weakref__")
        }
        body |= methods
        body["__slots__"] = tuple(name for name in own if name not in inherited)
        body.setdefault("__getstate__", dataclasses._dataclass_getstate)
        body.setdefault("__setstate__", dataclasses._dataclass_setstate)
        made = type(cls)(cls.__name__, cls.__bases__, body)
        made.__qualname__ = cls.__qualname__
        return made
