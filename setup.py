"""The build: the rules as machine code where mypyc and a C compiler are at hand, as plain Python where they are not.

`NIAGARA_PURE=1` asks for plain Python. The install never fails for want of a compiler; it says why in one sentence, and leaves the reason
beside the rules for `niagara doctor`. All else about the package stands in pyproject.toml.
"""

import hashlib
import importlib.util
import os
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError

RULES = Path("src", "niagara", "rules")
GROUP = "niagara_rules"
REASONS = {
    "asked": "NIAGARA_PURE is set",
    "no-mypyc": "mypyc is not installed",
    "no-compiler": "no C compiler with the headers of Python was found",
    "failed": "compiling them did not succeed",
}


def reason_for_pure() -> str:
    """The key of the reason why the rules are not to be compiled; empty if they can be."""
    if os.environ.get("NIAGARA_PURE", "0") not in ("", "0"):
        return "asked"
    if importlib.util.find_spec("mypyc") is None:
        return "no-mypyc"
    return "" if can_compile() else "no-compiler"


def can_compile() -> bool:
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\n")
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.compile([str(source)], output_dir=folder, include_dirs=[sysconfig.get_path("include")])
        except (BaseError, CCompilerError):
            return False
    return True


class Sources(build_py):
    """Notes beside the rules why they are plain Python, if they are; nothing compiled before stays in a working copy."""

    def run(self) -> None:
        super().run()
        folder = RULES if self.editable_mode else Path(self.build_lib, "niagara", "rules")
        if self.editable_mode:
            remove_compiled(RULES.parents[1])
        if reason:
            (folder / "pure.txt").write_text(reason + "\n")


class Compiled(build_ext):
    """Compiles all of the rules as one, and notes from what; if anything goes wrong, they stay plain Python."""

    def run(self) -> None:
        from mypyc.build import mypycify

        root = RULES.parents[1] if self.inplace else Path(self.build_lib)
        folder = root / "niagara" / "rules"
        names = sorted(file.name for file in RULES.glob("*.py") if file.name != "__init__.py")
        try:
            sources = [str(RULES / name) for name in names]
            self.distribution.ext_modules = mypycify(
                ["--strict", *sources], group_name=GROUP, target_dir=self.build_temp
            )
            self.begin_again()
            super().run()
            fingerprints = [
                f"{name} {hashlib.sha256(RULES.joinpath(name).read_bytes()).hexdigest()}\n" for name in names
            ]
            (folder / "compiled.txt").write_text("".join(fingerprints))
        except (BaseError, CCompilerError, SystemExit):  # mypyc exits where it finds an error; each has said more
            self.extensions = []
            remove_compiled(root)
            (folder / "pure.txt").write_text("failed\n")
            tell("failed")

    def begin_again(self) -> None:
        """Options follow from the extensions, which are known only now: for the metadata alone nothing has to be compiled."""
        inplace, editable, build_lib = self.inplace, self.editable_mode, self.build_lib
        self.reinitialize_command(self)
        self.inplace, self.editable_mode, self.build_lib = inplace, editable, build_lib
        self.ensure_finalized()


def remove_compiled(root: Path) -> None:
    """Removes what an earlier build has made: machine code, and the notes about it."""
    for file in [*root.glob(f"{GROUP}__mypyc.*"), *root.glob("niagara/rules/*")]:
        if file.suffix in (".so", ".pyd") or file.name in ("pure.txt", "compiled.txt"):
            file.unlink()


def tell(key: str) -> None:
    sys.stderr.write(f"The rules stay plain Python, because {REASONS[key]}; they work the same, only slower.\n")


reason = reason_for_pure()
if reason:
    tell(reason)
    setup(cmdclass={"build_py": Sources})
else:
    setup(cmdclass={"build_py": Sources, "build_ext": Compiled}, ext_modules=[Extension("niagara.rules", [])])
