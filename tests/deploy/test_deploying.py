"""The contents of deploy/: units that systemd accepts and rates as safe, a container whose steps run, a valid
compose file.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

from adjudicator.reference.authority import check_sources
from adjudicator_api.config import OTHERS, PREFIX, Config
from tests.support.patience import PATIENCE
from tests.support.sampling import in_turn
from tests.support.serving import answers, free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
MAX_EXPOSURE = 2.0  # of 10, as systemd counts
SYSTEMD = shutil.which("systemd-analyze")


# --- systemd ------------------------------------------------------------------------------------------------


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units as they are, but with a program that exists, because systemd checks for it."""
    program = tmp_path / "adjudicator"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for unit in (DEPLOY / "systemd").iterdir():
        text = unit.read_text().replace("/opt/adjudicator/bin/adjudicator", str(program))
        (tmp_path / unit.name).write_text(text)
    return tmp_path


@pytest.mark.skipif(not SYSTEMD, reason="no systemd-analyze")
def test_systemd_accepts_the_units(units: Path) -> None:
    shutil.copy(units / "adjudicator@.service", units / "adjudicator@8001.service")
    jobs = [f"adjudicator-{job}.{kind}" for job in ("prune", "backup") for kind in ("service", "timer")]
    for name in ("adjudicator@8001.service", *jobs):
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", units / name],
            capture_output=True,
            text=True,
            check=False,
        )
        complaints = [line for line in done.stderr.splitlines() if "adjudicator" in line]
        assert complaints == []


@pytest.mark.skipif(not SYSTEMD, reason="no systemd-analyze")
@pytest.mark.parametrize(
    "unit", ["adjudicator@.service", "adjudicator-prune.service", "adjudicator-backup.service"]
)
def test_systemd_finds_the_units_tight(unit: str, units: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={MAX_EXPOSURE * 10:.0f}", units / unit],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-400:] + done.stderr


# --- containers ---------------------------------------------------------------------------------------------


def instructions() -> Iterator[tuple[str, str]]:
    for line in (DEPLOY / "Containerfile").read_text().splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest


def test_the_container_has_no_root_and_a_health_check() -> None:
    found = dict(instructions())
    assert found["USER"].startswith("10001")
    assert "HEALTHCHECK" in found
    ignored = (ROOT / ".dockerignore").read_text()
    for word, rest in instructions():
        if word == "COPY" and not rest.startswith("--from"):
            assert all(f"!{source}\n" in ignored for source in rest.split()[:-1])


def may_run(program: str, user: int) -> bool:
    """Not where the interpreter of these tests is in root's own folder."""
    try:
        return subprocess.run([program, "-c", ""], user=user, check=False).returncode == 0
    except PermissionError:
        return False


def listing(folder: Path) -> set[tuple[Path, int]]:
    return {
        (path, path.lstat().st_mtime_ns)
        for path in folder.rglob("*")
        if "data" not in path.parts and not path.is_dir()
    }


@in_turn(3)
@pytest.mark.usefixtures("index")
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="changes the owner of a folder")
def test_the_steps_of_the_container_run_in_a_clean_tree(tmp_path: Path) -> None:
    """Without a container engine: the same steps, with / in a folder, then the service as its user."""
    tmp_path.chmod(0o755)
    for parent in (tmp_path.parent, tmp_path.parent.parent):
        parent.chmod(0o755)
    environment = {"PATH": f"{sys.base_prefix}/bin:/usr/bin:/bin", "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    of_pip = [name for name in os.environ if name.startswith(("PIP_", "SSL_")) and "CONSTRAINT" not in name]
    environment |= {name: os.environ[name] for name in of_pip}
    environment["PIP_COMPILE"] = "0"  # compiling byte code that nobody imports here takes half of the time
    here = {"PREFIX": f"{tmp_path}/opt/adjudicator", "DATA": f"{tmp_path}/data"}
    folder, user, last = tmp_path, 0, dict[str, str]()

    def filled(text: str) -> str:
        return re.sub(r"\$\{?(\w+)\}?", lambda name: {**environment, **here}[name[1]], text)

    def at(path: str) -> Path:
        path = filled(path)
        return (
            Path(path)
            if path.startswith(str(tmp_path))
            else tmp_path / path.lstrip("/")
            if path[0] == "/"
            else folder / path
        )

    for word, rest in instructions():
        last[word] = rest
        if word == "WORKDIR":
            folder = at(rest)
            folder.mkdir(parents=True, exist_ok=True)
        elif word == "COPY" and not rest.startswith("--from"):
            *sources, target = rest.split()
            for source in sources:
                goal = at(target) / source if target.endswith("/") else at(target)
                goal.parent.mkdir(parents=True, exist_ok=True)
                copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copy
                copy(ROOT / source, goal)
        elif word == "RUN":
            done = subprocess.run(
                ["sh", "-ec", rest],
                cwd=folder,
                env={**environment, **here},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
        elif word == "ENV":
            name, _, value = rest.partition("=")
            environment[name] = filled(value)
        elif word == "USER":
            user = int(rest.partition(":")[0])
    shutil.rmtree(tmp_path / "build")  # stays in the first stage
    user = user if may_run(f"{here['PREFIX']}/bin/python", user) else 0
    written = listing(tmp_path)
    environment["ADJUDICATOR_PORT"] = str(free_port())
    environment["ADJUDICATOR_HOST"] = "127.0.0.1"
    start = [*json.loads(last["ENTRYPOINT"]), *json.loads(last["CMD"])]
    service = subprocess.Popen(
        [shutil.which(start[0], path=environment["PATH"]) or "", *start[1:]],
        cwd=folder, env=environment, user=user, group=user, extra_groups=[],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        assert service.stdout
        while not (line := service.stdout.readline()).startswith("Adjudicator is at"):
            assert line, "the service ended"
        assert answers(int(environment["ADJUDICATOR_PORT"]))
        check = json.loads(last["HEALTHCHECK"].partition("CMD ")[2])
        check[0] = shutil.which(check[0], path=environment["PATH"]) or ""
        assert subprocess.run(check, env=environment, user=user, check=False).returncode == 0
        assert listing(tmp_path) == written  # it writes only to its data folder
    finally:
        service.terminate()
        assert service.wait(PATIENCE) == 0
    assert (
        subprocess.run(check, env=environment, user=user, check=False, stderr=subprocess.DEVNULL).returncode
        != 0
    )


OURS = f"adjudicator:${{VERSION:-{version('adjudicator')}}}"


def test_the_compose_file_fits_the_rest() -> None:
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = composed["services"]
    for name, service in services.items():
        assert re.search(rf":\d|^{re.escape(OURS)}$", service["image"]), f"{name}: which version?"
        if name != "database":  # writes all over its image
            assert service["read_only"] is True
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in composed["volumes"]
        for needed in service.get("depends_on", {}):
            assert "healthcheck" in services[needed] or services[needed]["image"] == OURS
    assert services["service"]["deploy"]["replicas"] >= 2
    assert [name for name in services if "ports" in services[name]] == ["nginx"]
    settings = services["service"]["environment"]
    assert all(name.removeprefix(PREFIX).lower() in Config.__slots__ for name in settings)
    config = Config.from_env({name: str(value) for name, value in settings.items()})
    assert config.proxies == 1
    assert shlex.split(services["backup"]["entrypoint"][2])[:2] == ["adjudicator", "backup"]


def test_the_service_reaches_the_internet_only_where_sources_are_switched_on() -> None:
    """Compose merges mappings by name and replaces nothing here: the second file only adds."""
    usual = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    online = yaml.safe_load((DEPLOY / "compose" / "online.yaml").read_text())
    networks = usual["networks"] | online["networks"]

    def leads_out(names: list[str]) -> bool:
        return any(not (networks[name] or {}).get("internal") for name in names)

    assert not leads_out(usual["services"]["service"]["networks"])
    assert list(online["services"]) == ["service"]
    added = online["services"]["service"]
    assert leads_out(added["networks"])
    assert set(usual["services"]["service"]["networks"]) < set(added["networks"])
    settings = {
        name: re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text) for name, text in added["environment"].items()
    }
    assert {name.removeprefix(PREFIX) for name in settings} <= set(OTHERS)
    assert check_sources(settings["ADJUDICATOR_SOURCES"].split(",")) == ("table", "pubchem")
    assert [volume.split(":") for volume in added["volumes"]] == [["pace", settings["ADJUDICATOR_PACE"]]]
    assert online["volumes"]["pace"]["driver_opts"]["type"] == "tmpfs", "its times are void after a restart"
