"""Convolutions down to one row of steps, then mixing along it; a step says a symbol or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn

if TYPE_CHECKING:
    from torch import Tensor

Stem = tuple[tuple[int, tuple[int, int]], ...]
# channels and strides (down, along) of the convolutions; the last one has no margin above and below
STEM: Stem = (
    (24, (2, 2)),
    (24, (1, 1)),
    (48, (2, 2)),
    (48, (1, 1)),
    (72, (2, 1)),
    (72, (1, 1)),
    (96, (2, 1)),
    (112, (1, 1)),
    (160, (1, 1)),
)
MIXERS = 4
REACH = 7  # steps that a mixer sees


class Net(nn.Module):
    def __init__(self, classes: int, stem: Stem = STEM) -> None:
        super().__init__()
        self.shape = stem
        layers, before = [], 1
        for at, (after, stride) in enumerate(stem):
            margin = (0, 1) if at == len(stem) - 1 else 1
            layers += [
                nn.Conv2d(before, after, 3, stride, margin, bias=False),
                nn.BatchNorm2d(after),
                nn.ReLU(),
            ]
            before = after
        self.stem = nn.Sequential(*layers)
        self.mixers = nn.ModuleList(
            nn.Sequential(
                nn.Conv1d(before, before, REACH, padding=REACH // 2, groups=before, bias=False),
                nn.BatchNorm1d(before),
                nn.ReLU(),
                nn.Conv1d(before, before, 1, bias=False),
                nn.BatchNorm1d(before),
            )
            for _ in range(MIXERS)
        )
        self.head = nn.Conv1d(before, classes, 1)

    def forward(self, pictures: Tensor) -> Tensor:
        """Scores of strips: strips, classes, steps."""
        row = self.stem(pictures)[:, :, 0]
        for mixer in self.mixers:
            row = torch.relu(row + mixer(row))
        scores: Tensor = self.head(row)
        return scores
