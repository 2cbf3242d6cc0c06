"""The build: the rules as machine code where mypyc and a C compiler are at hand, as plain Python where they are not.

`NIAGARA_PURE=1` asks for plain Python. The install never fails for want of a compiler; it says why in one sentence, and leaves the reason
beside the rules for `niagara doctor`. All else about the package stands in pyproject.toml.
"""

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
    """Leaves beside the rules why they are plain Python, if they are."""

    def run(self) -> None:
        super().run()
        folder = RULES if self.editable_mode else Path(self.build_lib, "niagara", "rules")
        note = folder / "pure.txt"
        note.unlink(missing_ok=True)
        if reason:
            if self.editable_mode:
                remove_compiled(RULES.parents[1])
            note.write_text(reason + "\n")


class Compiled(build_ext):
    """Compiles all of the rules as one, when the build gets there; whatever goes wrong, they stay plain Python."""

    def run(self) -> None:
        from mypyc.build import mypycify

        build_lib = Path(self.build_lib)
        try:
            sources = sorted(str(file) for file in RULES.glob("*.py") if file.name != "__init__.py")
            self.distribution.ext_modules = mypycify(
                ["--strict", *sources], group_name=GROUP, target_dir=self.build_temp
            )
            self.begin_again()
            super().run()
        except (BaseError, CCompilerError, SystemExit):  # mypyc exits where it finds an error; each has said more
            self.extensions = []
            remove_compiled(RULES.parents[1] if self.inplace else build_lib)
            folder = RULES if self.inplace else build_lib / "niagara" / "rules"
            (folder / "pure.txt").write_text("failed\n")
            tell("failed")

    def begin_again(self) -> None:
        """Options follow from the extensions, which are known only now: for the metadata alone nothing has to be compiled."""
        inplace, editable, build_lib = self.inplace, self.editable_mode, self.build_lib
        self.reinitialize_command(self)
        self.inplace, self.editable_mode, self.build_lib = inplace, editable, build_lib
        self.ensure_finalized()


def remove_compiled(root: Path) -> None:
    for file in [*root.glob(f"{GROUP}__mypyc.*"), *root.glob("niagara/rules/*")]:
        if file.suffix in (".so", ".pyd"):
            file.unlink()


def tell(key: str) -> None:
    sys.stderr.write(f"The rules stay plain Python, because {REASONS[key]}; they work the same, only slower.\n")


reason = reason_for_pure()
if reason:
    tell(reason)
    setup(cmdclass={"build_py": Sources})
else:
    setup(cmdclass={"build_py": Sources, "build_ext": Compiled}, ext_modules=[Extension("niagara.rules", [])])
