from collections.abc import Callable
from typing import Generic, Self, TypeVar, overload

_T = TypeVar("_T")
_S = TypeVar("_S")
_O = TypeVar("_O")

class _Property(Generic[_T, _S]):
    """What is read from a widget as one type and may be set as a wider one."""

    @overload
    def __get__(self, obj: None, owner: type) -> Self: ...
    @overload
    def __get__(self, obj: object, owner: type) -> _T: ...
    def __set__(self, obj: object, value: _S) -> None: ...

class NumericProperty(_Property[float, float]):
    def __init__(self, defaultvalue: float = 0) -> None: ...

class StringProperty(_Property[str, str]):
    def __init__(self, defaultvalue: str = "") -> None: ...

class BooleanProperty(_Property[bool, bool]):
    def __init__(self, defaultvalue: bool = True) -> None: ...

class AliasProperty(_Property[_T, _S]):
    def __init__(self, getter: Callable[[_O], _T], setter: Callable[[_O, _S], bool]) -> None: ...
