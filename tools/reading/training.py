"""Training: every step of every strip has a label, from the geometry that drew it.

Tried and dropped: CTC alone, which stays on a plateau when runs lie anywhere in the frame, and CTC beside the
labels, which gains nothing once the page's decoding wants nothing between two tiles; learning beside the
labels from a net of nine times as many weights, which read more itself, but gave nothing of it on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch
from torch import nn
from torch.nn import functional

from adjudicator.ruleset import load_ruleset
from tools.reading.net import Net
from tools.reading.strips import WIDTHS, Strips

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tools.reading.faces import Faces
    from tools.reading.strips import Batch

STANDARD = [tile["symbol"] for tile in load_ruleset("compoundit:standard").describe()["edition"]["tiles"]]
LENGTHS = (2, 4, 7, 10)
RENEWED = 5  # steps between two renewals of the pool: many small ones would cost more
WARMING = 400  # steps in which the rate rises, or a seventh of a short training
GETTING_HARDER = 0.1  # of the first stage, in which strips become as hard as they stay


@dataclass(frozen=True)
class Stage:
    """Steps whose rate falls along a half wave; the stage may end before the wave does."""

    steps: int
    rate: float
    wave: int


# As the shipped weights were trained: nine minutes of an H200.
STAGES = (Stage(15_000, 2e-3, wave=15_000),)


@dataclass(frozen=True)
class Plan:
    stages: tuple[Stage, ...] = STAGES
    size: int = 768  # strips of a step
    fresh: int = 24  # sets of tiles drawn anew for each step
    pool: int = 3072  # sets of tiles
    seed: int = 0


@dataclass
class Trained:
    net: Net
    losses: list[float] = field(default_factory=list)


def train(faces: Faces, plan: Plan, device: str, tell: Callable[[str], None]) -> Trained:
    """A reader, smoothed over its last steps, and what was lost at every fiftieth step."""
    torch.manual_seed(plan.seed)
    strips = Strips(faces, device, held=False, sets=plan.pool)
    trained = Trained(Net(strips.classes).to(device))
    for number, stage in enumerate(plan.stages):
        trained.net = _stage(strips, trained, plan, number, stage, tell)
    return trained


def _stage(
    strips: Strips, trained: Trained, plan: Plan, number: int, stage: Stage, tell: Callable[[str], None]
) -> Net:
    device = strips.device
    net, kept = Net(strips.classes).to(device), trained.net.eval()
    net.load_state_dict(kept.state_dict())
    net.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), stage.rate, weight_decay=2e-3, fused=device == "cuda")
    weight = torch.ones(strips.classes, device=device)
    weight[strips.nothing] = 0.4
    warming = min(WARMING, stage.wave / 7)
    for step in range(stage.steps):
        for group in optimiser.param_groups:
            group["lr"] = (
                stage.rate
                * min(1, (step + 1) / warming)
                * (0.5 + 0.5 * math.cos(math.pi * step / stage.wave))
            )
        hard = 1.0 if number else min(1.0, step / stage.wave / GETTING_HARDER)
        batch = _strips(strips, plan, step, hard)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            scores = net(batch.pictures.contiguous(memory_format=torch.channels_last))
        loss = functional.nll_loss(scores.float().log_softmax(1), batch.steps, weight=weight)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5)
        optimiser.step()
        smooth(kept, net, min(0.9993, (step + 1) / (step + 20)))
        if step % 50 == 0 or step == stage.steps - 1:
            trained.losses.append(loss.item())
            tell(f"stage {number + 1}, step {step}: loss {loss.item():.4f}")
    return kept


def _strips(strips: Strips, plan: Plan, step: int, hard: float) -> Batch:
    if step % RENEWED == 0:
        strips.renew(plan.fresh * RENEWED)
    width = WIDTHS[int(torch.randint(0, len(WIDTHS), (1,)))]
    size = (
        max(1, int(plan.size * min(1.5, 336 / width) / 12)) * 12
    )  # wide strips have more pixels: fewer of them
    batch = strips.batch(size, width, 0.2 + (0.8 + 0.4 * float(torch.rand(1))) * hard)
    few = size // 32
    if few and step % 4 == 0:
        batch.pictures[:few] = strips.empty(few, width)
        batch.runs[:few] = batch.steps[:few] = strips.nothing
        batch.lengths[:few] = 0
    return batch


@torch.no_grad()
def smooth(kept: Net, net: Net, share: float) -> None:
    mine = [one for one in kept.state_dict().values() if one.is_floating_point()]
    theirs = [one for one in net.state_dict().values() if one.is_floating_point()]
    torch._foreach_lerp_(mine, theirs, 1 - share)


# --- figures ----------------------------------------------------------------------------------------------


def measured(
    faces: Faces, device: str, hard: float, count: int, seed: int = 7, *, held: bool = True
) -> list[Batch]:
    """The same strips every time, of fonts and tables that are only measured with."""
    state = torch.random.get_rng_state()
    torch.manual_seed(seed)
    strips = Strips(faces, device, held=held, sets=512, symbols=STANDARD)
    batches = [strips.batch(count, width_for(length), hard, length) for length in LENGTHS]
    torch.random.set_rng_state(state)
    return batches


def width_for(length: int) -> int:
    return next((width for width in WIDTHS if width >= 40 * length), WIDTHS[-1])


@torch.no_grad()
def share_read(net: Net, batches: list[Batch], symbols: list[str], box: list[str]) -> dict[int, float]:
    """The share of runs read whole by their best path, held to a box, by length."""
    nothing = len(symbols) + 1
    banned = torch.ones(nothing + 1, dtype=torch.bool, device=batches[0].pictures.device)
    banned[[symbols.index(one) for one in box] + [nothing - 1, nothing]] = False
    shares = {}
    for length, batch in zip(LENGTHS, batches, strict=True):
        best = net(batch.pictures).masked_fill(banned[None, :, None], -1e4).argmax(1)
        right = sum(
            list(collapse(path, nothing)) == run[:length]
            for path, run in zip(best.tolist(), batch.runs.tolist(), strict=True)
        )
        shares[length] = right / len(best)
    return shares


def collapse(path: list[int], nothing: int) -> Iterator[int]:
    before = nothing
    for at in path:
        if at not in (before, nothing):
            yield at
        before = at
