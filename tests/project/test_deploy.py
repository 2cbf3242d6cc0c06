"""What we give to hosts can be used as it is: units that systemd reads, settings and commands that exist."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from niagara.cli import COMMANDS
from niagara.server.settings import PREFIX, Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_starts_a_command_with_settings_that_exist(unit: Path) -> None:
    text = unit.read_text()
    [command] = re.findall(r"^ExecStart=/opt/niagara/bin/niagara (\w+)", text, re.M)
    assert command in COMMANDS
    real = {PREFIX + name.upper() for name in Settings.__struct_fields__}
    assert set(re.findall(r"NIAGARA_[A-Z_]+", text)) - {"NIAGARA_NAME"} <= real


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_reads_a_unit_without_complaint(unit: Path, tmp_path: Path) -> None:
    """The program that it starts is put where the unit can find it."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        return  # a machine without systemd has nothing that could read it
    here = tmp_path / unit.name
    here.write_text(unit.read_text().replace("/opt/niagara/bin/niagara", "/bin/true"))
    done = subprocess.run([analyze, "verify", "--man=no", str(here)], capture_output=True, text=True)
    complaints = [line for line in done.stderr.splitlines() if unit.name in line]
    assert complaints == []
