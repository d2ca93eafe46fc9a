"""Tables with a run of tiles on them, drawn by the browser: another program than the one that draws for the training.

Tiles are boxes of HTML in three dimensions, seen by a camera of CSS from above or aslant, in light and shadow.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PIL import Image, ImageFilter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Page

TILE = 96  # pixels
TABLES = {
    "wood": "repeating-linear-gradient(93deg, #8a5a33 0 9px, #7a4d2a 9px 14px, #936640 14px 26px)",
    "cloth": "repeating-conic-gradient(#2f5d50 0 25%, #35675a 0 50%) 0 / 6px 6px",
    "paper": "#f2efe6",
    "slate": "linear-gradient(120deg, #2c3238, #4a525a)",
}
# Ground and ink of tiles; where there are several, neighbours differ.
COLOURS = {
    "ivory": (("#f6f0dc", "#1d1b16"),),
    "white": (("#ffffff", "#111111"),),
    "families": (
        ("#cfe8d5", "#17402a"),
        ("#f7d9c4", "#6b2b0c"),
        ("#d5def5", "#1c2f6b"),
        ("#f3e9a9", "#4f4300"),
    ),
    "dark": (("#23303d", "#f4f4f4"),),
}


@dataclass(frozen=True)
class Scene:
    run: Sequence[str]
    font: str = "sans-serif"
    weight: int = 600
    table: str = "wood"
    colours: str = "ivory"
    corners: bool = True  # points and oxidation numbers
    gap: int = 4  # pixels between tiles
    share: float = 0.8  # of the frame's height that a tile takes
    slope: float = 0.0  # degrees by which the run is turned in the frame
    tilt: float = 0.0  # degrees by which the camera looks from the front
    askew: float = 1.0  # degrees by which single tiles are turned
    light: float = 1.0  # 1: even; less: darker at one end
    glare: float = 0.0  # 1: a lamp is mirrored in the tiles of the middle; less: fainter
    worn: float = 0.0  # 1: nothing is left of the print where it is scratched; less: fainter
    hand: bool = False  # a finger over the end of the last tile
    blur: float = 0.0  # pixels of a strip of 48
    column: bool = False  # one tile below the other, upright
    height: int = 120  # pixels of the picture across the run
    faces: dict[str, str] = field(default_factory=dict)  # addresses of fonts by name


def html(scene: Scene) -> str:
    grounds = COLOURS[scene.colours]
    tiles = []
    for at, symbol in enumerate(scene.run):
        ground, ink = grounds[(at + len(symbol)) % len(grounds)]
        turned = scene.askew * ((at * 37) % 7 - 3) / 3
        small = (
            f"<i>{(at * 3) % 8 + 1}</i><b>{'+' if at % 2 else '−'}{at % 3 + 1}</b>" if scene.corners else ""
        )
        look = f"background:{ground};color:{ink};transform:rotate({turned}deg)"
        tiles.append(f'<div class="tile" style="{look}"><span>{symbol}</span>{small}</div>')
    faces = "".join(f"@font-face{{font-family:'{name}';src:url({at})}}" for name, at in scene.faces.items())
    return f"""<!doctype html><style>{faces}
      html, body {{ margin: 0; height: 100%; overflow: hidden; background: {TABLES[scene.table]}; }}
      body {{ perspective: 900px; display: grid; place-items: center; }}
      .run {{ display: flex; flex-direction: {"column" if scene.column else "row"}; gap: {scene.gap}px; transform: rotateX({scene.tilt}deg) rotate({scene.slope}deg); }}
      .tile {{ position: relative; width: {TILE}px; height: {TILE}px; border-radius: 10px; display: grid;
        place-items: center; font: {scene.weight} 50px '{scene.font}', sans-serif;
        box-shadow: 1px 4px 5px #0008, inset 0 1px 1px #fff8, inset 0 -2px 2px #0003; }}
      .tile i, .tile b {{ position: absolute; font: 500 17px '{scene.font}', sans-serif; }}
      .tile i {{ right: 8px; bottom: 5px; }} .tile b {{ left: 8px; top: 5px; }}
      .tile span {{ mask-image: repeating-linear-gradient(63deg, #000 0 7px, rgb(0 0 0 / {1 - scene.worn}) 9px 11px); }}
      .light {{ position: fixed; inset: 0; background:
        radial-gradient(30% 60% at 50% 40%, rgb(255 255 255 / {scene.glare}), transparent),
        linear-gradient(100deg, transparent, rgb(0 0 0 / {1 - scene.light})); }}
      .hand {{ position: absolute; right: -{TILE * 0.36}px; top: {TILE * 0.45}px; width: {TILE * 0.6}px; height: {TILE}px;
        border-radius: 40%; background: linear-gradient(100deg, #d9a283, #b87b5b); box-shadow: -2px 2px 6px #0007; }}
    </style><body><div class="run" style="position: relative">{"".join(tiles)}
      {'<div class="hand"></div>' if scene.hand else ""}</div><div class="light"></div>"""


def photographed(page: Page, scene: Scene) -> Image.Image:
    """The picture inside the frame: across, what a tile needs for its share; along, the run with some table."""
    across = round(TILE / scene.share)
    along = round(len(scene.run) * (TILE + scene.gap) + 0.6 * across)
    wide, high = (across, along) if scene.column else (along, across)
    page.set_viewport_size({"width": wide, "height": high})
    page.set_content(html(scene))
    page.evaluate("document.fonts.ready")
    drawn = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    scale = scene.height / across
    drawn = drawn.resize((round(wide * scale), round(high * scale)), Image.Resampling.LANCZOS)
    return drawn.filter(ImageFilter.GaussianBlur(scene.blur * scene.height / 48)) if scene.blur else drawn


def film(picture: Image.Image, size: tuple[int, int] = (720, 960), long: float = 0.9) -> bytes:
    """A film for a camera that does not move: the picture in the middle of a table, as concatenated JPEG files."""
    wide = round(size[0] * long)
    scaled = picture.resize((wide, round(picture.height * wide / picture.width)))
    shown = Image.new("RGB", size, picture.getpixel((2, 2)))
    shown.paste(scaled, ((size[0] - wide) // 2, (size[1] - scaled.height) // 2))
    content = io.BytesIO()
    shown.save(content, "JPEG", quality=92)
    return content.getvalue() * 2
