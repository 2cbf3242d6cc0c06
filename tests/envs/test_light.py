"""The environments weigh nothing until they are used, and say what is missing."""

import importlib
import subprocess
import sys

import pytest

HEAVY = ("numpy", "gymnasium", "pettingzoo", "pyspiel", "open_spiel", "scipy")


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = f"import sys, niagara.envs; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("module", "package"),
    [
        ("observation", "numpy"),
        ("vector", "numpy"),
        ("pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium"),
        ("openspiel", "pyspiel"),
    ],
)
def test_a_missing_extra_is_told_in_a_sentence(module: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"niagara.envs.{module}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"{package} is missing here. pip install niagara\[rl\] brings it"):
        importlib.import_module(f"niagara.envs.{module}")
