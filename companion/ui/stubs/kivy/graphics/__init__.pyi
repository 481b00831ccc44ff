from collections.abc import Callable, Sequence
from typing import Self

from kivy.graphics.texture import Texture

class Instruction: ...

class Callback(Instruction):
    def __init__(self, callback: Callable[[Callback], object]) -> None: ...

class InstructionGroup(Instruction):
    children: list[Instruction]
    def __init__(self) -> None: ...
    def add(self, instruction: Instruction) -> None: ...
    def insert(self, index: int, instruction: Instruction) -> None: ...
    def remove(self, instruction: Instruction) -> None: ...
    def clear(self) -> None: ...

class CanvasBase(InstructionGroup):
    def __enter__(self) -> Self: ...
    def __exit__(self, *args: object) -> None: ...
    def ask_update(self) -> None: ...

class Canvas(CanvasBase):
    before: CanvasBase
    after: CanvasBase
    opacity: float

class Shader:
    vs: str

class RenderContext(Canvas):
    shader: Shader
    def __init__(
        self,
        *,
        use_parent_projection: bool = False,
        use_parent_modelview: bool = False,
        use_parent_frag_modelview: bool = False,
    ) -> None: ...
    def __setitem__(self, name: str, value: object) -> None: ...

class Fbo(RenderContext):
    size: tuple[int, int]
    texture: Texture
    def __init__(
        self, *, size: tuple[int, int] = ..., with_stencilbuffer: bool = False
    ) -> None: ...
    def bind(self) -> None: ...
    def release(self) -> None: ...
    def draw(self) -> None: ...

class ContextInstruction(Instruction): ...

class Color(ContextInstruction):
    rgba: Sequence[float]
    rgb: Sequence[float]
    a: float
    def __init__(self, r: float = 1, g: float = 1, b: float = 1, a: float = 1) -> None: ...

class PushMatrix(ContextInstruction): ...
class PopMatrix(ContextInstruction): ...

class Rotate(ContextInstruction):
    angle: float
    origin: tuple[float, float] | tuple[float, float, float]
    def __init__(
        self,
        *,
        angle: float = 0,
        origin: tuple[float, float] | tuple[float, float, float] = ...,
        axis: tuple[float, float, float] = ...,
    ) -> None: ...

class Scale(ContextInstruction):
    x: float
    y: float
    xyz: tuple[float, float, float]
    origin: tuple[float, float] | tuple[float, float, float]
    def __init__(self, x: float = 1, y: float = 1, z: float = 1, /) -> None: ...

class Translate(ContextInstruction):
    x: float
    y: float
    xy: tuple[float, float]
    def __init__(self, x: float = 0, y: float = 0, z: float = 0, /) -> None: ...

class ClearColor(Instruction):
    def __init__(self, r: float, g: float, b: float, a: float) -> None: ...

class ClearBuffers(Instruction): ...

class ScissorPush(Instruction):
    x: int
    y: int
    width: int
    height: int
    pos: tuple[int, int]
    size: tuple[int, int]
    def __init__(
        self, *, x: int = ..., y: int = ..., width: int = ..., height: int = ...
    ) -> None: ...

class ScissorPop(Instruction): ...

class VertexInstruction(Instruction):
    texture: Texture | None
    tex_coords: Sequence[float]

class Mesh(VertexInstruction):
    vertices: Sequence[float]
    indices: Sequence[int]
    def __init__(
        self,
        *,
        vertices: Sequence[float] = (),
        indices: Sequence[int] = (),
        mode: str = "points",
        fmt: Sequence[tuple[bytes, int, str]] | None = None,
        texture: Texture | None = None,
    ) -> None: ...

class Line(VertexInstruction):
    points: Sequence[float]
    width: float
    rectangle: tuple[float, float, float, float]
    rounded_rectangle: tuple[float, ...]
    circle: tuple[float, ...]
    ellipse: tuple[float, ...]
    def __init__(
        self,
        *,
        points: Sequence[float] = (),
        width: float = 1.0,
        close: bool = False,
        cap: str = "round",
        joint: str = "round",
        dash_length: int = 1,
        dash_offset: int = 0,
        rectangle: tuple[float, float, float, float] = ...,
        rounded_rectangle: tuple[float, ...] = ...,
        circle: tuple[float, ...] = ...,
        ellipse: tuple[float, ...] = ...,
    ) -> None: ...

class Rectangle(VertexInstruction):
    pos: tuple[float, float]
    size: tuple[float, float]
    def __init__(
        self,
        *,
        pos: tuple[float, float] = ...,
        size: tuple[float, float] = ...,
        texture: Texture | None = None,
        tex_coords: Sequence[float] = ...,
    ) -> None: ...

class RoundedRectangle(Rectangle):
    radius: Sequence[float]
    def __init__(
        self,
        *,
        pos: tuple[float, float] = ...,
        size: tuple[float, float] = ...,
        radius: Sequence[float] = ...,
        segments: int = 10,
        texture: Texture | None = None,
    ) -> None: ...

class Ellipse(Rectangle):
    angle_start: float
    angle_end: float
    def __init__(
        self,
        *,
        pos: tuple[float, float] = ...,
        size: tuple[float, float] = ...,
        segments: int = 180,
        angle_start: float = 0,
        angle_end: float = 360,
        texture: Texture | None = None,
    ) -> None: ...
