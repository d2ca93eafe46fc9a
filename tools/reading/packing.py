"""The reader as one file: a head in JSON, then scales and biases, then the weights in eight bits each."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING

import numpy as np
import torch

from tools.reading.net import MIXERS, REACH, Net
from tools.reading.strips import HEIGHT, STRIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from torch import Tensor, nn

MARK = b"reader1\0"


def layers(net: Net) -> Iterator[tuple[Tensor, Tensor]]:
    """Weights and biases in the order of their use, with the normalisation of each layer folded in."""
    for at in range(0, len(net.stem), 3):
        yield _folded(net.stem[at], net.stem[at + 1])
    for mixer in net.mixers:
        yield _folded(mixer[0], mixer[1])
        yield _folded(mixer[3], mixer[4])
    yield net.head.weight.data, net.head.bias.data


def _folded(conv: nn.Module, norm: nn.Module) -> tuple[Tensor, Tensor]:
    factor = norm.weight.data / (norm.running_var + norm.eps).sqrt()
    shape = (-1, *[1] * (conv.weight.dim() - 1))
    return conv.weight.data * factor.view(shape), norm.bias.data - norm.running_mean * factor


def packed(net: Net, symbols: list[str]) -> bytes:
    """The file that the page loads. Each output has its own scale, so that its largest weight is 127."""
    numbers, weights = [], []
    for weight, bias in layers(net):
        rows = weight.flatten(1).cpu()
        scale = rows.abs().amax(1).clamp(min=1e-12) / 127
        numbers += [scale, bias.cpu()]
        weights.append((rows / scale[:, None]).round().to(torch.int8).flatten())
    stem = [[after, *stride] for after, stride in net.shape]
    head = {
        "height": HEIGHT,
        "stride": STRIDE,
        "stem": stem,
        "mixers": MIXERS,
        "reach": REACH,
        "symbols": symbols,
    }
    text = json.dumps(head, separators=(",", ":")).encode()
    text += b" " * (-(len(MARK) + 4 + len(text)) % 4)
    floats = torch.cat(numbers).numpy().astype("<f4").tobytes()
    return MARK + struct.pack("<I", len(text)) + text + floats + torch.cat(weights).numpy().tobytes()


def unpacked(content: bytes) -> tuple[Net, list[str]]:
    """The net of a file, as exact as the file is, in the training framework."""
    (length,) = struct.unpack_from("<I", content, len(MARK))
    begin = len(MARK) + 4
    head = json.loads(content[begin : begin + length])
    symbols: list[str] = head["symbols"]
    net = Net(len(symbols) + 2, tuple((after, (down, along)) for after, down, along in head["stem"])).eval()
    shapes = [(weight.shape, bias) for weight, bias in layers(net)]
    outputs = sum(2 * shape[0] for shape, _ in shapes)
    floats = torch.from_numpy(np.frombuffer(content, "<f4", outputs, begin + length).copy())
    rest = torch.from_numpy(
        np.frombuffer(content, np.int8, offset=begin + length + 4 * outputs).copy()
    ).float()
    for shape, conv, norm in _places(net):
        count = shape[0]
        scale, bias, floats = floats[:count], floats[count : 2 * count], floats[2 * count :]
        size = shape.numel()
        weight, rest = rest[:size].view(count, -1) * scale[:, None], rest[size:]
        conv.weight.data = weight.view(shape)
        if norm is None:
            conv.bias.data = bias
            continue
        norm.running_mean.zero_()
        norm.running_var.fill_(1 - norm.eps)
        norm.weight.data.fill_(1)
        norm.bias.data = bias
    return net, symbols


def _places(net: Net) -> Iterator[tuple[torch.Size, nn.Module, nn.Module | None]]:
    pairs = [(net.stem[at], net.stem[at + 1]) for at in range(0, len(net.stem), 3)]
    for mixer in net.mixers:
        pairs += [(mixer[0], mixer[1]), (mixer[3], mixer[4])]
    for conv, norm in [*pairs, (net.head, None)]:
        yield conv.weight.shape, conv, norm
