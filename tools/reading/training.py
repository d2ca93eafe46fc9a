"""Training: every step of every strip has a label, from the geometry that drew it.

Tried and dropped: CTC alone, which stays on a plateau when runs lie anywhere in the frame, and CTC beside the
labels, which gains nothing once the page's decoding wants nothing between two tiles; learning beside the
labels from a net of nine times as many weights, which read more itself, but gave nothing of it on.
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch
from torch import nn

from adjudicator.ruleset import load_ruleset
from tools.reading.net import Net
from tools.reading.strips import WIDTHS, Strips

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from torch import Tensor

    from tools.reading.faces import Faces
    from tools.reading.plans import Plan
    from tools.reading.strips import Batch

STANDARD = [tile["symbol"] for tile in load_ruleset("compoundit:standard").describe()["edition"]["tiles"]]
LENGTHS = (2, 4, 7, 10)
RENEWED = 5  # steps between two renewals of the pool: many small ones would cost more
WARMING = 400  # steps in which the rate rises, or a seventh of a short training
SEEN_OFTEN = 0.4  # weight of the steps that see nothing


@dataclass
class Trained:
    net: Net
    losses: list[float] = field(default_factory=list)


class Learner:
    """A net, what it is smoothed to, and the state of its learning."""

    def __init__(self, net: Net, plan: Plan, device: str) -> None:
        self.plan = plan
        self.net = net.to(device).to(memory_format=torch.channels_last)
        self.kept = copy.deepcopy(net).eval()
        fused = device == "cuda"
        self.optimiser = torch.optim.AdamW(net.parameters(), plan.rate, weight_decay=2e-3, fused=fused)
        self.step = 0

    def learn(self, batch: Batch) -> Tensor:
        """One step; what is lost before it."""
        plan, kind = self.plan, batch.pictures.device.type
        rising = min(1, (self.step + 1) / min(WARMING, plan.steps / 7))
        falling = 0.5 + 0.5 * math.cos(math.pi * self.step / plan.steps)
        for group in self.optimiser.param_groups:
            group["lr"] = plan.rate * rising * falling
        with torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda"):
            scores = self.net(batch.pictures.contiguous(memory_format=torch.channels_last))
        loss = lost(scores.float(), batch)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5)
        self.optimiser.step()
        smooth(self.kept, self.net, min(0.9993, (self.step + 1) / (self.step + 20)))
        self.step += 1
        return loss.detach()


def lost(scores: Tensor, batch: Batch) -> Tensor:
    """How unlikely the labels are; at a tile's edge both the tile and nothing are right."""
    logs = scores.log_softmax(1)
    right = logs.gather(1, batch.steps[:, None])[:, 0]
    nothing = logs[:, -1]
    right = torch.where(batch.edges, torch.logaddexp(right, nothing), right)
    weight = torch.where(batch.steps == scores.shape[1] - 1, SEEN_OFTEN, 1.0)
    return -(right * weight).sum() / weight.sum()


def train(
    faces: Faces,
    plan: Plan,
    device: str,
    tell: Callable[[str], None],
    begin: Net | None = None,
) -> Trained:
    """A reader smoothed over its last steps, and what was lost at every fiftieth step.

    It may learn on from another.
    """
    torch.manual_seed(plan.seed)
    if device == "cuda":  # faster, and less exact than two runs differ anyway
        torch.set_float32_matmul_precision("high")
        torch.backends.cudnn.benchmark = True
    strips = Strips(faces, device, held=False, sets=plan.pool, column=plan.column)
    net = Net(strips.classes)
    if begin is not None:
        net = begin.to(device)
        unfold(net, drawn(strips, plan, plan.steps).pictures)
    learner = Learner(net, plan, device)
    trained = Trained(learner.kept)
    while learner.step < plan.steps:
        step = learner.step
        loss = learner.learn(drawn(strips, plan, step))
        if step % 50 == 0 or learner.step == plan.steps:
            trained.losses.append(loss.item())
            tell(f"step {step}: loss {loss.item():.4f}")
    return trained


@torch.no_grad()
def unfold(net: Net, pictures: Tensor) -> None:
    """Parts the normalisation from the weights that it is folded into, as it is while a net learns."""

    def part(norm: nn.Module, inputs: tuple[Tensor]) -> None:
        (before,) = inputs
        places = [0, *range(2, before.dim())]
        norm.bias.data += (
            norm.weight / (norm.running_var + norm.eps).sqrt() * (before.mean(places) - norm.running_mean)
        )
        norm.weight.data *= (before.var(places) + norm.eps).sqrt() / (norm.running_var + norm.eps).sqrt()
        norm.running_mean.copy_(before.mean(places))
        norm.running_var.copy_(before.var(places))

    norms = [one for one in net.modules() if isinstance(one, nn.BatchNorm1d | nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(part) for norm in norms]
    net.eval()(pictures)
    for hook in hooks:
        hook.remove()
    net.train()


def drawn(strips: Strips, plan: Plan, step: int) -> Batch:
    """The strips of a step, which may become harder in the beginning."""
    easy = plan.steps * plan.easy
    hard = min(1.0, step / easy) if easy else 1.0
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
        batch.edges[:few] = False
        batch.lengths[:few] = 0
    return batch


@torch.no_grad()
def smooth(kept: Net, net: Net, share: float) -> None:
    mine = [one for one in kept.state_dict().values() if one.is_floating_point()]
    theirs = [one for one in net.state_dict().values() if one.is_floating_point()]
    torch._foreach_lerp_(mine, theirs, 1 - share)


# --- figures ----------------------------------------------------------------------------------------------


def measured(
    faces: Faces,
    device: str,
    hard: float,
    count: int,
    seed: int = 7,
    *,
    held: bool = True,
    column: bool = False,
) -> list[Batch]:
    """The same strips every time, of fonts and tables that are only measured with."""
    state = torch.random.get_rng_state()
    torch.manual_seed(seed)
    strips = Strips(faces, device, held=held, sets=512, symbols=STANDARD, column=column)
    batches = [strips.batch(count, width_for(length), hard, length) for length in LENGTHS]
    torch.random.set_rng_state(state)
    return batches


def width_for(length: int) -> int:
    return next((width for width in WIDTHS if width >= 40 * length), WIDTHS[-1])


@torch.no_grad()
def share_read(net: Net, batches: list[Batch], symbols: list[str], box: list[str]) -> dict[int, float]:
    """The share of runs read whole by their best way, held to a box, by length."""
    nothing = len(symbols) + 1
    banned = torch.ones(nothing + 1, dtype=torch.bool, device=batches[0].pictures.device)
    banned[[symbols.index(one) for one in box] + [nothing - 1, nothing]] = False
    shares = {}
    for length, batch in zip(LENGTHS, batches, strict=True):
        scores = torch.cat([net(some) for some in batch.pictures.split(256)])
        best = best_ways(scores.masked_fill(banned[None, :, None], -1e4))
        right = sum(
            list(collapse(path, nothing)) == run[:length]
            for path, run in zip(best.tolist(), batch.runs.tolist(), strict=True)
        )
        shares[length] = right / len(best)
    return shares


def best_ways(scores: Tensor) -> Tensor:
    """The likeliest way through the steps of a strip with nothing between two tiles, as the page has it."""
    nothing = scores.shape[1] - 1
    best, before = scores[:, :, 0], []
    same = torch.arange(nothing + 1, device=scores.device).expand_as(best)
    for step in range(1, scores.shape[2]):
        tile, which = best[:, :nothing].max(1)
        other, change = best[:, nothing:].repeat(1, nothing + 1), torch.full_like(same, nothing)
        other[:, nothing], change[:, nothing] = tile, which
        before.append(torch.where(best >= other, same, change))
        best = torch.maximum(best, other) + scores[:, :, step]
    way = [best.argmax(1)]
    for place in reversed(before):
        way.append(place.gather(1, way[-1][:, None])[:, 0])
    return torch.stack(way[::-1], 1)


def collapse(path: list[int], nothing: int) -> Iterator[int]:
    before = nothing
    for at in path:
        if at not in (before, nothing):
            yield at
        before = at
