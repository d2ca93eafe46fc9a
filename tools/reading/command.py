"""`python -m tools train`: trains the reader of tiles."""

from __future__ import annotations

import base64
import importlib.util
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tools.files import ROOT, settle, writing

if TYPE_CHECKING:
    from tools.reading.faces import Faces
    from tools.reading.strips import Batch

WEIGHTS = ROOT / "api/adjudicator_api/pages/static/reader.bin"
RECORD = ROOT / "fixtures/reading/strips.json"
FONTS = Path("/usr/share/fonts")


@click.command()
@click.option(
    "--fonts",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Folder of fonts; several may be given. Without it, those of the system.",
)
@click.option("--steps", type=click.IntRange(1), help="So many steps of few strips, to see that it works.")
@click.option("--seed", default=0, show_default=True, help="Seed of everything that is drawn.")
@click.option("--record", is_flag=True, help="Only record what the framework makes of two strips.")
@writing
def train(fonts: tuple[Path, ...], steps: int | None, seed: int, record: bool, write: bool) -> None:
    """Train the reader of tiles that the camera's page uses.

    Needs PyTorch, the extra `reading`; the whole training needs an accelerator for about seventeen
    minutes. Prints the share of runs read whole in families of fonts and on tables that are only
    measured with.

    \b
      python -m tools train --steps 60                    a minute of two cores: the loss falls
      python -m tools train --fonts FOLDER --write        the weights
      python -m tools train --fonts FOLDER --record --write    what the page's reader is compared with
    """
    if importlib.util.find_spec("torch") is None:
        raise click.ClickException("PyTorch is not installed: pip install -c constraints.txt -e '.[reading]'")
    drawn = _drawn(fonts or (FONTS,), held=record)
    import torch

    from tools.reading import packing, training

    device = "cuda" if torch.cuda.is_available() else "cpu"
    click.echo(f"{len(drawn.families)} faces of {len(set(drawn.families))} families, on {device}")
    if record:
        net, symbols = packing.unpacked(WEIGHTS.read_bytes())
        easy = training.measured(drawn, "cpu", 0.6, 12, seed)
        settle({RECORD: json.dumps(_recorded(net, symbols, easy), separators=(",", ":")) + "\n"}, write=write)
        return
    plan = training.Plan(seed=seed)
    if steps:
        plan = training.Plan(steps, size=24, fresh=4, pool=128, seed=seed)
    trained = training.train(drawn, plan, device, click.echo)
    content = packing.packed(trained.net, drawn.symbols)
    read, _ = packing.unpacked(content)
    for name, hard in (("ordinary", 0.6), ("hard", 1.0), ("harder", 1.6)):
        if not set(drawn.families) & drawn.held:
            break  # nothing to measure with
        batches = training.measured(drawn, device, hard, 24 if steps else 510)
        shares = training.share_read(read.to(device), batches, drawn.symbols, training.STANDARD)
        click.echo(f"{name}: " + ", ".join(f"{length} tiles {share:.1%}" for length, share in shares.items()))
    click.echo(f"{len(content):,} bytes")
    if not steps:
        settle({WEIGHTS: content}, write=write)


def _drawn(folders: tuple[Path, ...], *, held: bool) -> Faces:
    """The faces in the folders: some must be only measured with (`held`), or some must not be."""
    from tools.reading.faces import faces

    places = ", ".join(map(str, folders))
    try:
        drawn = faces(folders)
    except ValueError as error:
        raise click.ClickException(f"{places}: {error}.") from error
    if not any((family in drawn.held) == held for family in drawn.families):
        which = "is" if held else "is not"
        raise click.ClickException(
            f"{places}: a font is needed that {which} of these families: {', '.join(sorted(drawn.held))}."
        )
    return drawn


def _recorded(net: Any, symbols: list[str], batches: list[Batch]) -> dict[str, Any]:
    """Two strips of ordinary angles that are read, with the scores of each of their steps."""
    import torch

    from tools.reading import training
    from tools.reading.strips import normal

    box = training.STANDARD
    nothing = len(symbols) + 1
    classes = [*map(symbols.index, box), nothing]
    strips = []
    for length, batch in zip(training.LENGTHS[:2], batches, strict=False):
        for picture, run in zip(batch.pictures, batch.runs.tolist(), strict=True):
            low, high = picture.min(), picture.max()
            grey = ((picture - low) / (high - low) * 255).round()
            with torch.no_grad():
                scores = net(normal(grey[None] / 255))[0].T
            path = [classes[at] for at in scores[:, classes].argmax(1).tolist()]
            if list(training.collapse(path, nothing)) != run[:length]:
                continue
            strips.append(
                {
                    "width": picture.shape[2],
                    "run": [symbols[at] for at in run[:length]],
                    "grey": base64.b64encode(bytes(grey.to(torch.uint8).flatten().tolist())).decode(),
                    "scores": [round(score, 5) for score in scores.flatten().tolist()],
                }
            )
            break
    source = "python -m tools train --record: what PyTorch makes of strips by the shipped weights"
    return {"source": source, "box": box, "strips": strips}
