"""`python -m tools train`: trains the reader of tiles."""

from __future__ import annotations

import base64
import importlib.util
import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tools.files import ROOT, settle, writing
from tools.reading.plans import plans

if TYPE_CHECKING:
    from tools.reading.faces import Faces
    from tools.reading.plans import Plan
    from tools.reading.strips import Batch

STATIC = ROOT / "api/adjudicator_api/pages/static"
RECORDS = ROOT / "fixtures/reading"
# Weights, and what they are compared with: for rows, and for columns.
FILES = {
    False: (STATIC / "reader.bin", RECORDS / "strips.json"),
    True: (STATIC / "reader-columns.bin", RECORDS / "columns.json"),
}
FONTS = Path("/usr/share/fonts")


@click.command()
@click.argument("name", metavar="PLAN", type=click.Choice(sorted(plans())))
@click.option(
    "--fonts",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Folder of fonts; several may be given. Without it, those of the system.",
)
@click.option(
    "--faces",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The fonts as drawn, for a machine without fonts: read from this file, or kept in it.",
)
@click.option(
    "--begin",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The weights that the plan learns on from.",
)
@click.option("--steps", type=click.IntRange(1), help="So many steps of few strips, to see that it works.")
@click.option("--record", is_flag=True, help="Only record what the framework makes of two strips.")
@writing
def train(
    name: str,
    fonts: tuple[Path, ...],
    file: Path | None,
    begin: Path | None,
    steps: int | None,
    record: bool,
    write: bool,
) -> None:
    """Train the readers of tiles that the camera's page uses, by a plan of tools/reading/plans.toml.

    Needs PyTorch, the extra `reading`; a whole training needs an accelerator. Prints the share of runs
    read whole in families of fonts and on tables that are only measured with.

    \b
      python -m tools train rows --steps 60            a minute of two cores, with the shipped weights
      python -m tools train rows-anew --steps 60       the same from nothing: the loss falls
      python -m tools train rows --fonts FOLDER --begin OLD --write    the weights that ship
      python -m tools train rows --fonts FOLDER --record --write    what the page's reader is compared with
    """
    if importlib.util.find_spec("torch") is None:
        raise click.ClickException("PyTorch is not installed: pip install -c constraints.txt -e '.[reading]'")
    plan = plans()[name]
    weights, recorded = FILES[plan.column]
    before = (begin or weights).read_bytes() if plan.begin else b""
    if plan.begin and not (steps or record or sha256(before).hexdigest() == plan.begin):
        raise click.ClickException(
            f"{begin or weights}: {name} learns on from the weights whose SHA-256 is {plan.begin}."
        )
    drawn = _drawn(fonts or (FONTS,), file, held=record)
    import torch

    from tools.reading import packing, training

    device = "cuda" if torch.cuda.is_available() else "cpu"
    click.echo(f"{len(drawn.families)} faces of {len(set(drawn.families))} families, on {device}")
    if record:
        net, symbols = packing.unpacked(weights.read_bytes())
        easy = training.measured(drawn, "cpu", 0.6, 12, column=plan.column)
        settle(
            {recorded: json.dumps(_recorded(net, symbols, easy), separators=(",", ":")) + "\n"}, write=write
        )
        return
    if steps:
        plan = replace(plan, steps=steps, size=24, fresh=4, pool=128)
    first = packing.unpacked(before)[0] if before else None
    trained = training.train(drawn, plan, device, click.echo, first)
    content = packing.packed(trained.net, drawn.symbols)
    for title, made in (("before", before), ("after", content)):
        if made and set(drawn.families) & drawn.held:
            _tell_shares(title, packing.unpacked(made)[0].to(device), drawn, plan, 24 if steps else 510)
    click.echo(f"{len(content):,} bytes, SHA-256 {sha256(content).hexdigest()}")
    if not steps:
        settle({weights: content}, write=write)


def _tell_shares(title: str, net: Any, drawn: Faces, plan: Plan, count: int) -> None:
    from tools.reading import training

    device = next(net.parameters()).device.type
    for name, hard in (("ordinary", 0.6), ("hard", 1.0), ("harder", 1.6)):
        batches = training.measured(drawn, device, hard, count, column=plan.column)
        shares = training.share_read(net, batches, drawn.symbols, training.STANDARD)
        said = ", ".join(f"{length} tiles {share:.1%}" for length, share in shares.items())
        click.echo(f"{title}, {name}: {said}")


def _drawn(folders: tuple[Path, ...], file: Path | None, *, held: bool) -> Faces:
    """The faces in the file or the folders: some must be only measured with (`held`), or some must not be."""
    from tools.reading.faces import faces, keep, kept

    is_kept = file is not None and file.exists()
    places = str(file) if is_kept else ", ".join(map(str, folders))
    try:
        drawn = kept(file) if file and is_kept else faces(folders)
    except ValueError as error:
        raise click.ClickException(f"{places}: {error}.") from error
    if not any((family in drawn.held) == held for family in drawn.families):
        which = "is" if held else "is not"
        raise click.ClickException(
            f"{places}: a font is needed that {which} of these families: {', '.join(sorted(drawn.held))}."
        )
    if file and not is_kept:
        keep(drawn, file)
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
