class Texture:
    size: tuple[int, int]
    width: int
    height: int
    @property
    def pixels(self) -> bytes: ...
    wrap: str
    mag_filter: str
    min_filter: str
    uvpos: tuple[float, float]
    uvsize: tuple[float, float]
    tex_coords: tuple[float, ...]
    @staticmethod
    def create(
        size: tuple[int, int] | None = None,
        colorfmt: str | None = None,
        bufferfmt: str | None = None,
        mipmap: bool = False,
    ) -> Texture: ...
    def blit_buffer(
        self,
        pbuffer: bytes | bytearray | memoryview,
        size: tuple[int, int] | None = None,
        colorfmt: str | None = None,
        bufferfmt: str | None = None,
        pos: tuple[int, int] | None = None,
    ) -> None: ...
    def get_region(self, x: float, y: float, width: float, height: float) -> Texture: ...
    def flip_vertical(self) -> None: ...
    def save(self, filename: str, flipped: bool = True) -> bool: ...
