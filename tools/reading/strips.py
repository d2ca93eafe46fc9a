"""Strips of tiles drawn on the accelerator: what a camera sees inside the frame, and the run that lies there.

Sets of tiles are drawn from masks of glyphs and kept in a pool, a part of which is drawn anew now and then. A
strip takes tiles of one set, lays them in a row with other rows above and below, and is looked at through a
camera that is turned, tilted, moved and lit. The same geometry says which tile each step of the reader sees.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch.nn import functional

from tools.reading.faces import MASK, SHADES

if TYPE_CHECKING:
    from torch import Tensor

    from tools.reading.faces import Faces

HEIGHT = 48  # pixels of a strip
STRIDE = 4  # pixels of a step
CELL = 56  # pixels of a tile in the pool
SET = 20  # tiles of a set
LONGEST = 12  # tiles of a run
ENDS = 1  # empty cells on both sides of a row
NEAR, FAR = 0.14, 0.3  # tiles from a tile's middle: a nearer step sees the tile, one farther off nothing
WIDTHS = (144, 240, 336, 432, 528)
HELD_GROUNDS = 2  # the last kinds of tables are only measured with
GROUNDS = 7
OFTEN = "H O C N Cl S Na K Mg Ca F P Al Si Fe Cu Zn Br I Li Ag Pb Mn Ba He Ne Ar B Cr Ni Co Sn Hg"


@dataclass(frozen=True)
class Batch:
    pictures: Tensor  # strips, 1, HEIGHT, width; normalised
    runs: Tensor  # strips, LONGEST: symbols, filled up with the empty step
    lengths: Tensor
    steps: Tensor  # strips, width / STRIDE: what each step sees
    edges: Tensor  # the same shape: whether the step is at a tile's edge, where nothing would be right too


class Strips:
    def __init__(
        self,
        faces: Faces,
        device: str,
        *,
        held: bool,
        sets: int = 3072,
        symbols: list[str] | None = None,
        column: bool = False,
    ) -> None:
        self.device = device
        self.column = (
            column  # of upright tiles, from top to bottom: along the strip their tops are to the left
        )
        self.symbols = faces.symbols
        self.blank_tile = len(self.symbols)  # a tile without a symbol
        self.nothing = self.blank_tile + 1  # a step between tiles
        self.classes = self.nothing + 1
        self.glyphs = torch.as_tensor(faces.glyphs, device=device)
        self.extras = torch.as_tensor(faces.extras, device=device)
        self.numbers = faces.numbers
        chosen = [at for at, family in enumerate(faces.families) if (family in faces.held) == held]
        self.fonts = torch.tensor(chosen, device=device)
        self.held = held
        self.box = None if symbols is None else self._places(symbols)
        self.often = self._places([one for one in OFTEN.split() if one in self.symbols])
        self.noise = torch.randn(24, 1, 256, 256, device=device)
        drawn = [self._sets(min(256, sets - begun)) for begun in range(0, sets, 256)]
        self.pool = [torch.cat(parts) for parts in zip(*drawn, strict=True)]
        self.next = 0

    def _places(self, symbols: list[str]) -> Tensor:
        return torch.tensor([self.symbols.index(one) for one in symbols], device=self.device)

    def _u(self, low: float, high: float, *shape: int) -> Tensor:
        return torch.rand(*shape, device=self.device) * (high - low) + low

    def _chance(self, share: float, *shape: int) -> Tensor:
        return torch.rand(*shape, device=self.device) < share

    def _pick(self, among: Tensor, *shape: int) -> Tensor:
        return among[torch.randint(0, len(among), shape, device=self.device)]

    # --- sets of tiles --------------------------------------------------------------------------------------

    def _contents(self, sets: int) -> Tensor:
        if self.box is not None:
            return self._pick(self.box, sets, SET)
        anything = torch.randint(0, len(self.symbols), (sets, SET), device=self.device)
        often = self._chance(0.6, sets, 1) & self._chance(0.92, sets, SET)
        contents = torch.where(often, self._pick(self.often, sets, SET), anything)
        return torch.where(
            self._chance(0.03, sets, SET), torch.full_like(contents, self.blank_tile), contents
        )

    def _sets(self, sets: int) -> list[Tensor]:
        """Contents of sets, the pictures of their tiles and where a tile is, the latter two in 255 shades."""
        u, chance, side = self._u, self._chance, CELL
        contents = self._contents(sets)
        shape = (sets, SET)
        k = sets * SET
        font = self._pick(self.fonts, sets)[:, None].expand(shape)
        glyph = (
            self.glyphs[font, contents.clamp(max=len(self.symbols) - 1)].view(k, 1, MASK, MASK).float()
            / SHADES
        )
        glyph = glyph * (contents != self.blank_tile).view(k, 1, 1, 1)
        glyph = self._stroke(glyph, sets)

        def flat(figure: Tensor) -> Tensor:
            return figure.expand(shape).reshape(k, 1, 1)

        def own(low: float, high: float, jitter: float = 0.0) -> Tensor:
            """A figure of the set, slightly different on each of its tiles."""
            return (u(low, high, sets, 1) + u(-jitter, jitter, *shape)).reshape(k, 1, 1)

        line = (torch.arange(side, device=self.device) + 0.5) / side * 2 - 1
        x, y = line.view(1, 1, side), line.view(1, side, 1)
        # the body: a rounded square
        half = own(0.78, 0.99, 0.005) * (1 - flat(u(0, 0.18, sets, 1) * chance(0.15, sets, 1)))
        radius = own(0.02, 0.35)
        qx, qy = x.abs() - (half - radius), y.abs() - (half - radius)
        outside = torch.sqrt(qx.clamp(min=0) ** 2 + qy.clamp(min=0) ** 2 + 1e-9)
        edge = outside + torch.maximum(qx, qy).clamp(max=0) - radius
        soft = 1.6 / side
        body = torch.sigmoid(-edge / soft)
        # colours: one ground for all tiles of a set or one for each family of elements
        same = chance(0.45, sets, 1)
        ground = torch.where(same, u(0.3, 1, sets, 1), u(0.35, 1, *shape))
        dark = chance(0.22, sets, 1)
        ground = torch.where(dark, torch.where(same, u(0.02, 0.3, sets, 1), u(0.02, 0.5, *shape)), ground)
        ink = torch.where(dark, u(0.75, 1, sets, 1), u(0, 0.3, sets, 1)).expand(shape)
        ink = torch.where(chance(0.12, sets, 1), u(0, 1, *shape), ink)
        faint = (ground - ink).abs() < 0.34
        clear = torch.where(ground > 0.5, ground - u(0.34, 0.7, *shape), ground + u(0.34, 0.6, *shape))
        ink = torch.where(faint, clear, ink)
        ground, ink = flat(ground), flat(ink)
        # glyphs, a little distorted where they are written by hand
        wave = self._noise(k, side, 6)
        wobble = flat(u(0, 0.03, sets, 1) * chance(0.25, sets, 1))
        slant = flat(u(-0.3, 0.3, sets, 1) * chance(0.25, sets, 1)) + flat(u(-0.06, 0.06, *shape))

        def print_mask(mask: Tensor, width: Tensor, height: Tensor, dx: Tensor, dy: Tensor) -> Tensor:
            gx = (x - dx + wobble * wave[:, 0]) / width
            gy = (y - dy + wobble * wave[:, 1]) / height
            grid = torch.stack([gx + slant * gy, gy.expand_as(gx)], -1)
            return functional.grid_sample(mask, grid, align_corners=False)[:, 0]

        size = flat(u(0.58, 1.0, sets, 1)) * half
        squeeze = own(0.82, 1.15, 0.02)
        text = print_mask(glyph, size * squeeze, size, own(-0.1, 0.1, 0.02), own(-0.18, 0.18, 0.02))
        # corners and the line below: points, oxidation numbers, atomic numbers, names
        face = torch.randint(0, self.extras.shape[0], (sets, 1), device=self.device).expand(shape)
        for across, down in ((-0.66, -0.66), (0.66, -0.66), (-0.66, 0.68), (0.66, 0.68), (0.0, 0.74)):
            known = self.numbers if across else self.extras.shape[1]
            which = torch.randint(0, known, shape, device=self.device)
            small = flat(u(0.15, 0.30, sets, 1) if across else u(0.16, 0.42, sets, 1)) * half
            dx = own(across - 0.08, across + 0.08, 0.01) * half
            dy = own(down - 0.06, down + 0.08, 0.01) * half
            mask = self.extras[face, which].view(k, 1, MASK, MASK).float() / SHADES
            shade = flat(u(0.5, 1, sets, 1) * chance(0.32, sets, 1))
            text = torch.maximum(text, print_mask(mask, small, small, dx, dy) * shade)
        # worn print
        rough = self._noise(k, side, 24)[:, 0] * 0.5 + 0.8
        worn = flat(chance(0.2, sets, 1)) & flat(chance(0.7, *shape))
        text = torch.where(worn, text * rough.clamp(0.15, 1), text)
        # wood, along which the tile is grained
        grain = self._noise(k, side, 8)[:, 0, : side // 8]
        grain = functional.interpolate(grain[:, None], (side, side), mode="bilinear", align_corners=False)[
            :, 0
        ]
        ground = (ground + grain * flat(u(0, 0.1, sets, 1) * chance(0.2, sets, 1))).clamp(0, 1)
        tile = ground * (1 - text) + ink * text
        # letters cut into the tile or raised from it: one side of a stroke is light, the other dark
        carved = (text - text.roll((1, 1), (1, 2))) * flat(u(-0.6, 0.6, sets, 1) * chance(0.18, sets, 1))
        tile = tile + carved
        # borders and bevelled edges
        border = torch.sigmoid((edge + own(0.04, 0.12)) / soft) * flat(chance(0.35, sets, 1))
        tint = torch.where(flat(chance(0.5, sets, 1)), ink, (ground + 0.25).clamp(max=1))
        tile = tile * (1 - border) + tint * border
        tile = tile + torch.sigmoid((edge + 0.12) / 0.05) * (-(x + y)).clamp(-0.5, 0.5) * own(0.0, 0.5)
        tile = tile + self._noise(k, side, 8)[:, 0] * flat(u(0, 0.05, sets, 1))
        views = [
            (part.clamp(0, 1) * 255).round().to(torch.uint8).view(*shape, side, side) for part in (tile, body)
        ]
        if self.column:
            views = [torch.rot90(view, 1, (-2, -1)) for view in views]
        return [contents, *views]

    def _stroke(self, glyph: Tensor, sets: int) -> Tensor:
        """Thinner or bolder strokes than the font has, for a third of the sets."""
        smooth = functional.avg_pool2d(functional.avg_pool2d(glyph, 3, 1, 1), 3, 1, 1)
        level = self._u(0.3, 0.75, sets).repeat_interleave(SET).view(-1, 1, 1, 1) * smooth.amax(
            (2, 3), keepdim=True
        )
        changed = torch.sigmoid((smooth - level) * 16) * (glyph.amax((2, 3), keepdim=True) > 0)
        return torch.where(self._chance(0.33, sets).repeat_interleave(SET).view(-1, 1, 1, 1), changed, glyph)

    def _noise(self, count: int, size: int, grain: int) -> Tensor:
        """Two planes of smooth noise for each of `count` squares."""
        corner = torch.randint(0, 256 - grain, (2,)).tolist()
        few = self.noise[:, 0, corner[0] : corner[0] + grain, corner[1] : corner[1] + grain]
        smooth = functional.interpolate(few[:, None], (size, size), mode="bicubic", align_corners=False)[:, 0]
        return smooth[torch.randint(0, len(smooth), (count, 2), device=self.device)]

    def renew(self, sets: int) -> None:
        """Draws a part of the pool anew."""
        total = len(self.pool[0])
        for part, fresh in zip(self.pool, self._sets(sets), strict=True):
            part[self.next : self.next + sets] = fresh[: total - self.next]
        self.next = (self.next + sets) % total

    # --- strips ---------------------------------------------------------------------------------------------

    def batch(
        self, size: int, width: int, hard: float = 1.0, length: int | None = None, looks: int = 3
    ) -> Batch:
        """`size` strips of a width, with runs of `length` tiles or of as many as fit."""
        u, chance, side = self._u, self._chance, CELL
        tables = size // looks
        frame = width / HEIGHT
        share = 0.58 + 0.41 * torch.rand(tables, device=self.device) ** 0.8  # of the height that a tile takes
        # a camera that looks along the run or across it sees tiles shorter that way
        aspect = u(0.84, 1.16, tables) * torch.where(chance(0.25, tables), u(0.8, 1.25, tables), 1.0)
        room = ((frame - 0.15) / (share * aspect)).floor().clamp(1, LONGEST)
        if length is None:
            lengths = (torch.rand(tables, device=self.device) * room).floor().long() + 1
        else:
            lengths = torch.full((tables,), length, device=self.device)
            share = torch.minimum(share, (frame - 0.15) / length / aspect)
        columns = int(lengths.max()) + 2 * ENDS
        chosen = torch.randint(0, len(self.pool[0]), (tables,), device=self.device)
        which = torch.randint(0, SET, (tables, 3, columns), device=self.device)
        again = chance(0.22, tables, columns)
        for place in range(1, columns):
            which[:, 1, place] = torch.where(again[:, place], which[:, 1, place - 1], which[:, 1, place])
        place = torch.arange(columns, device=self.device)[None] - ENDS
        inside = (place >= 0) & (place < lengths[:, None])
        there = chance(0.35, tables, 1, 1) & chance(0.35, tables, 3, columns)
        there[:, 1] = inside
        contents = self.pool[0][chosen[:, None], which[:, 1]]
        runs = torch.where(inside, contents, torch.full_like(contents, self.nothing))[:, ENDS:]
        runs = functional.pad(runs, (0, max(0, LONGEST - runs.shape[1])), value=self.nothing)[:, :LONGEST]
        # every tile lies a little askew
        cells = torch.stack([part[chosen[:, None, None], which] for part in self.pool[1:]], 3)
        k = tables * 3 * columns
        cells = cells.view(k, 2, side, side).float() / 255
        loose = u(0, 1, tables, 1, 1) ** 2
        turn = (u(-0.14, 0.14, tables, 3, columns) * loose * hard).reshape(k)
        dx = (u(-0.12, 0.12, tables, 3, columns) * loose).reshape(k)
        dy = (u(-0.16, 0.16, tables, 3, columns) * loose).reshape(k)
        grid = functional.affine_grid(
            torch.stack([turn.cos(), -turn.sin(), dx, turn.sin(), turn.cos(), dy], 1).view(k, 2, 3),
            [k, 1, side, side],
            align_corners=False,
        )
        cells = functional.grid_sample(cells, grid, align_corners=False)
        cells = cells * there.reshape(k, 1, 1, 1)
        cells[:, 0] *= cells[:, 1]
        layers = (
            cells.view(tables, 3, columns, 2, side, side)
            .permute(0, 3, 1, 4, 2, 5)
            .reshape(tables, 2, 3 * side, columns * side)
        )

        def twice(part: Tensor) -> Tensor:
            return part.repeat(looks, *[1] * (part.dim() - 1))

        runs, lengths = twice(runs), twice(lengths)
        pictures, near, far = self._look(twice(layers), lengths, twice(share), twice(aspect), width, hard)
        seen = (far >= 0) & (far < lengths[:, None])
        steps = torch.where(
            seen, runs.gather(1, far.clamp(0, LONGEST - 1)), torch.full_like(far, self.nothing)
        )
        return Batch(normal(self._light(pictures, hard)), runs, lengths, steps, seen & (near != far))

    def empty(self, size: int, width: int) -> Tensor:
        """Strips of a table without tiles."""
        layers = torch.zeros(size, 2, 3 * CELL, 3 * CELL, device=self.device)
        one = torch.ones(size, device=self.device)
        return normal(self._light(self._look(layers, one.long(), one * 0.8, one, width, 1.0)[0], 1.0))

    def _look(
        self, layers: Tensor, lengths: Tensor, share: Tensor, aspect: Tensor, width: int, hard: float
    ) -> tuple[Tensor, Tensor, Tensor]:
        """What is inside the frame; for each step the tile it is near to and the one not far off, or -9."""
        count, u = layers.shape[0], self._u
        columns = layers.shape[3] / CELL
        frame = width / HEIGHT
        figures = {
            "left": u(-1, 1, count) * ((frame - lengths * share * aspect) / 2 - 0.05).clamp(min=0.0),
            "up": u(-1, 1, count) * (1.08 - share).clamp(min=0.03) * 0.5,
            "turn": u(-1, 1, count) * 0.36 * hard / lengths.clamp(min=3),
            "aslant": u(-0.34, 0.34, count) * hard / frame,
            "tilt": u(-0.25, 0.25, count) * hard,
            "shear": u(-0.18, 0.18, count) * hard,
            "bow": u(-0.05, 0.05, count) * hard,
        }
        by = {name: figure.view(count, 1, 1) for name, figure in figures.items()}
        wide, high = (share * aspect).view(count, 1, 1), share.view(count, 1, 1)
        before = (lengths / 2 + ENDS).view(count, 1, 1)

        def places(scale: int) -> tuple[Tensor, Tensor]:
            """Where the pixels of the frame are on the table: columns and rows of tiles, the run in row 0."""
            down = ((torch.arange(HEIGHT * scale, device=self.device) + 0.5) / HEIGHT / scale - 0.5).view(
                1, -1, 1
            )
            along = (
                (torch.arange(width * scale, device=self.device) + 0.5) / HEIGHT / scale - frame / 2
            ).view(1, 1, -1)
            x, y = along - by["left"], down - by["up"]
            cos, sin = by["turn"].cos(), by["turn"].sin()
            x, y = x * cos + y * sin, -x * sin + y * cos
            near = 1 + by["aslant"] * x + by["tilt"] * y
            x, y = x / near + by["shear"] * y, y / near
            y = y + by["bow"] * (x / frame * 2) ** 2
            return x / wide + before, y / high

        column, row = places(2)
        grid = torch.stack([column / columns * 2 - 1, row / 3 * 2], -1)
        seen = functional.avg_pool2d(functional.grid_sample(layers, grid, align_corners=False), 2)
        tile, body = seen.unbind(1)
        column, row = places(1)
        lower = torch.stack([(column - 0.06) / columns * 2 - 1, (row - 0.06) / 3 * 2], -1)
        shadow = functional.avg_pool2d(
            functional.grid_sample(layers[:, 1:], lower, align_corners=False), 5, 1, 2
        )[:, 0]
        table = self._table(column, row, (column - before) * wide, row * high)
        table = table * (1 - u(0, 0.45, count, 1, 1) * shadow)
        picture = self._hand(table * (1 - body) + tile, frame)
        place = column - ENDS

        def within(reach: float) -> Tensor:
            middle = ((place - place.floor() - 0.5).abs() < reach) & (row.abs() < 0.06)
            tile = torch.where(middle, place.floor().long(), torch.full_like(place, -9, dtype=torch.long))
            return tile.amax(1).view(count, -1, STRIDE)[:, :, 1:3].amax(2)

        return picture[:, None], within(NEAR), within(FAR)

    def _table(self, column: Tensor, row: Tensor, x: Tensor, y: Tensor) -> Tensor:
        """Wood, cloth, paper or the squares of a board. Columns and rows are in tiles, x and y in heights."""
        count, u, chance = column.shape[0], self._u, self._chance

        def one(low: float, high: float) -> Tensor:
            return u(low, high, count, 1, 1)

        first, last = (GROUNDS - HELD_GROUNDS, GROUNDS) if self.held else (0, GROUNDS - HELD_GROUNDS)
        kind = torch.randint(first, last, (count, 1, 1), device=self.device)
        # stretched noise, periods a height across and along: wood, wood, cloth, clouds, paper, and those held
        scales = torch.tensor(
            [[0.3, 9], [9, 0.3], [16, 16], [0.9, 0.9], [3, 3], [2.2, 12], [28, 4]], device=self.device
        )
        across, along = scales[kind.view(-1)].view(count, 1, 1, 2).unbind(-1)
        grid = torch.stack([x * across / 24 + one(-0.4, 0.4), y * along / 24 + one(-0.4, 0.4)], -1)
        sheet = self.noise[torch.randint(0, len(self.noise), (count,), device=self.device)]
        texture = functional.grid_sample(sheet, grid, align_corners=False, padding_mode="reflection")[:, 0]
        base = one(0.05, 1)
        table = base + texture * one(0, 0.14)
        weave = torch.sin(x * one(20, 60)) * torch.sin(y * one(20, 60))
        table = table + weave * one(0, 0.1) * chance(0.12, count, 1, 1)
        # squares of a board, with lines between them
        square = torch.sin(column.floor() * 12.9898 + (row + 0.5).floor() * 78.233 + one(0, 100)) * 43758.5453
        square = square - square.floor()
        boards = chance(0.3, count, 1, 1)
        table = torch.where(boards, table * 0.4 + 0.6 * (base * 0.6 + 0.4 * square), table)
        off = torch.minimum((column - column.round()).abs(), (row + 0.5 - (row + 0.5).round()).abs())
        lines = torch.sigmoid((0.025 - off) * 120) * one(-0.4, 0.4) * chance(0.35, count, 1, 1)
        return (table + lines).clamp(0, 1.1)

    def _hand(self, picture: Tensor, frame: float) -> Tensor:
        """A finger at an end or an edge of the frame, rarely over a symbol."""
        count, high, wide = picture.shape
        u, chance = self._u, self._chance
        y = torch.linspace(-1, 1, high, device=self.device).view(1, high, 1)
        x = torch.linspace(-frame, frame, wide, device=self.device).view(1, 1, wide)
        side = torch.where(chance(0.5, count, 1, 1), -1.0, 1.0)
        cx = side * (frame + u(-0.1, 0.6, count, 1, 1))
        away = ((x - cx) / u(0.3, 0.8, count, 1, 1)) ** 2 + (
            (y - u(-1.2, 1.2, count, 1, 1)) / u(0.3, 1.2, count, 1, 1)
        ) ** 2
        mask = torch.sigmoid((1 - away) * 14) * chance(0.14, count, 1, 1)
        below = side * (y + u(-0.1, 0.1, count, 1, 1) * x / frame) - u(0.75, 1, count, 1, 1)
        mask = torch.maximum(mask, torch.sigmoid(below * 60) * chance(0.1, count, 1, 1))
        return picture * (1 - mask) + u(0.1, 0.8, count, 1, 1) * mask

    def _light(self, picture: Tensor, hard: float) -> Tensor:
        count, _, high, wide = picture.shape
        u, chance = self._u, self._chance
        y = torch.linspace(-1, 1, high, device=self.device).view(1, 1, high, 1)
        x = torch.linspace(-1, 1, wide, device=self.device).view(1, 1, 1, wide)

        def one(low: float, high: float) -> Tensor:
            return u(low, high, count, 1, 1, 1)

        picture = picture * (1 + one(-0.35, 0.35) * x + one(-0.2, 0.2) * y)
        angle = one(-math.pi, math.pi)
        beside = angle.cos() * x + angle.sin() * y * 0.6 - one(-0.9, 0.9)
        shadow = torch.sigmoid(beside * one(1, 4).exp())
        picture = picture * (1 - one(0.1, 0.6) * shadow * chance(0.35, count, 1, 1, 1))
        far = ((x - one(-1, 1)) * wide / high / one(0.3, 1.4)) ** 2 + ((y - one(-1, 1)) / one(0.2, 1.0)) ** 2
        picture = picture + one(0.1, 0.6) * torch.exp(-far) * chance(0.2, count, 1, 1, 1)
        picture = picture.clamp(0, 1.15) ** one(0.6, 1.6)
        # out of focus and moved, each strip by its own amount
        offset = torch.arange(-4, 5, device=self.device).float()
        for axis in (0, 1):
            most = 1.0 if hard <= 1 else 1.5
            spread = torch.where(
                chance(0.55, count), u(0.25, most, count), torch.full((count,), 0.15, device=self.device)
            )
            spread = torch.where(chance(0.06, count), spread + u(0.2, 0.6, count), spread)[:, None]
            kernel = torch.exp(-offset * offset / 2 / spread / spread)
            kernel = (kernel / kernel.sum(1, keepdim=True)).view(count, 1, *((1, 9) if axis else (9, 1)))
            pad = (4, 4, 0, 0) if axis else (0, 0, 4, 4)
            stacked = functional.pad(picture.view(1, count, high, wide), pad, mode="replicate")
            picture = functional.conv2d(stacked, kernel, groups=count).view(count, 1, high, wide)
        if float(torch.rand(1)) < 0.25:  # a camera with fewer pixels
            fewer = float(torch.rand(1)) * 0.47 + 0.48
            small = functional.interpolate(picture, scale_factor=fewer, mode="area")
            picture = functional.interpolate(small, (high, wide), mode="bilinear", align_corners=False)
        # a screen that is photographed, and the noise of a camera in the dark
        waves = torch.sin(x * one(0.25, 1) * wide + y * one(-0.5, 0.5) * high) * one(0, 0.06)
        picture = picture * (1 + waves * chance(0.06, count, 1, 1, 1))
        noise = one(0, 0.05 * hard) + one(0, 0.07 * hard) * chance(0.1, count, 1, 1, 1)
        picture = picture + torch.randn_like(picture) * noise
        return (picture.clamp(0, 1) * 255).round() / 255


def normal(pictures: Tensor) -> Tensor:
    """Pictures with mean 0 and deviation 1, as the page makes them too."""
    mean = pictures.mean((2, 3), keepdim=True)
    return (pictures - mean) / (pictures.std((2, 3), keepdim=True, correction=0) + 1e-3)
