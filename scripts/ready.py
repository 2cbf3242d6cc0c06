"""Makes a working copy ready: environment, client, browser; only what is missing or has changed since."""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
PIP = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
COMPILER_WANTED = (
    "to compile them, a C compiler and the headers of Python are needed (Debian: apt install gcc python3-dev)."
)
WEB = ROOT / "web"
WORDS = ROOT / "src" / "niagara" / "words"
RULES = ROOT / "src" / "niagara" / "rules"
STATIC = ROOT / "src" / "niagara" / "server" / "static"

LOCKS = {
    "runtime": ["runtime"],
    "scale": ["runtime", "scale"],
    "rl": ["runtime", "scale", "rl"],
    "dev": ["runtime", "scale", "rl", "arena", "dev"],
    "bench": ["runtime", "scale", "rl", "arena", "dev", "bench"],
}
SERVICES_WANTED = (
    "Install them (Debian: apt install postgresql redis-server nginx); the tests start them for themselves."
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class NotReady(Exception):
    """Something is missing that this script cannot bring; the text is the sentence for the person at the keyboard."""


def told(main: Callable[[], int]) -> int:
    """Runs a script's main and turns what can go wrong into a sentence and an exit code."""
    try:
        return main()
    except NotReady as missing:
        print(missing, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def environment(lock: str) -> None:
    """Brings .venv to the versions of requirements/{lock}.txt, and the package into it; each lock holds all of those before it."""
    if not _works():
        _create()
    locks = LOCKS[lock]
    wanted = {name: digest([ROOT / "requirements" / f"{name}.txt", ROOT / "pyproject.toml"]) for name in locks}
    if any(_stamp(VENV / f"installed-{name}") != wanted[name] for name in locks):
        print(f"Installing the Python packages of requirements/{lock}.txt …", flush=True)
        logged([*PIP, "--require-hashes", "-r", f"requirements/{lock}.txt"], "pip")
        for name in locks:
            (VENV / f"installed-{name}").write_text(wanted[name])
    package()


def package() -> None:
    """Lays the package into .venv, its rules compiled, and again when their sources have changed; NIAGARA_PURE=1 leaves them plain."""
    pure = os.environ.get("NIAGARA_PURE", "0") not in ("", "0")
    wanted = f"{digest(rule_sources())} {'plain' if pure else 'compiled'}"
    if _stamp(VENV / "package") == wanted:
        return
    print("Installing Niagara …" if pure else "Installing Niagara and compiling its rules …", flush=True)
    logged([*PIP, "--no-deps", "--no-build-isolation", "--editable", "."], "pip")
    if not pure and (RULES / "pure.txt").exists():
        print(f"The rules stay plain Python, which is slower: {COMPILER_WANTED}", file=sys.stderr)
    (VENV / "package").write_text(wanted)


def rule_sources() -> list[Path]:
    """What the compiled rules are made from."""
    return [*RULES.glob("*.py"), ROOT / "setup.py", ROOT / "pyproject.toml"]


def node_modules(folder: Path | None = None) -> None:
    """Brings node_modules of a folder, the client's if none is named, to the versions of its lock."""
    folder = folder or WEB
    wanted = digest([folder / "package-lock.json"])
    stamp = folder / "node_modules" / ".niagara-lock"
    if _stamp(stamp) == wanted:
        return
    _check_node()
    print(f"Installing the packages of {folder.relative_to(ROOT)} …", file=sys.stderr, flush=True)
    logged(["npm", "ci", "--no-progress"], "npm", folder)
    stamp.write_text(wanted)


def client() -> None:
    """Builds the browser's part if its sources have changed since the last build; without Node an old build will do."""
    wanted = digest(_client_sources())
    stamp = STATIC / "built-from.txt"
    if _stamp(stamp) == wanted:
        return
    try:
        _check_node()
    except NotReady as missing:
        if not (STATIC / "index.html").exists():
            raise
        print(f"{missing} The client that was built before is used.", file=sys.stderr)
        return
    node_modules()
    print("Building the client …", flush=True)
    logged(["npm", "run", "build"], "vite", WEB)
    stamp.write_text(wanted)


def chromium() -> str:
    """The path of the browser for the tests; root on a Debian gets it installed."""
    named = os.environ.get("CHROMIUM", "")
    if named:
        if not os.access(named, os.X_OK):
            raise NotReady(f"CHROMIUM names {named}, and there is no program of that name.")
        return named
    if (found := _browser()) is None and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium for the browser tests …", flush=True)
        _apt("chromium")
        found = _browser()
    if found is None:
        raise NotReady(
            "The browser tests need Chromium. Install it (Debian: apt install chromium) "
            "or name one that you have: make test CHROMIUM=/path/to/chrome"
        )
    return found


def postgres_programs() -> Path:
    """The folder of the newest PostgreSQL that is installed, whether or not it is among the paths."""
    found = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)]
    if (postgres := shutil.which("postgres")) is not None:
        found.append(Path(postgres).parent)
    for folder in found:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise NotReady(f"The server's tests need PostgreSQL, Redis and nginx. {SERVICES_WANTED}")


def nginx_program() -> str | None:
    """Debian keeps it where only root looks for programs."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def services() -> None:
    """PostgreSQL, Redis and nginx for the tests, which start them for themselves; root on a Debian gets them installed."""
    if not _has_services() and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing PostgreSQL, Redis and nginx for the server's tests …", flush=True)
        _apt("postgresql", "redis-server", "nginx")
    if not _has_services():
        raise NotReady(f"The server's tests need PostgreSQL, Redis and nginx. {SERVICES_WANTED}")


def _has_services() -> bool:
    try:
        postgres_programs()
    except NotReady:
        return False
    return bool(shutil.which("redis-server") and nginx_program())


def _apt(*packages: str) -> None:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    logged(["apt-get", "update", "-q"], "apt-get", env=quiet)
    logged(["apt-get", "install", "-qy", "--no-install-recommends", *packages], "apt-get", env=quiet)


def logged(command: list[str], what: str, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    """Runs a command whose output matters only if it fails; then its end is shown, and the whole is kept."""
    try:
        done = subprocess.run(command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except FileNotFoundError:
        raise NotReady(f"The program {command[0]} is missing here; install it and try again.") from None
    if done.returncode == 0:
        return
    output = done.stdout + done.stderr
    log = VENV / f"{what}.log" if VENV.is_dir() else ROOT / f"{what}.log"
    log.write_text(output)
    print(*output.strip().splitlines()[-15:], sep="\n", file=sys.stderr)
    compiler = re.search(r"command '[^']*(gcc|cc|clang)[^']*' failed|No such file.*'(cc|gcc)'", output)
    raise NotReady(
        f"{what} did not finish. Above is the end of what it said; all of it is in {log.relative_to(ROOT)}."
        + (" It looked for a C compiler (Debian: apt install gcc python3-dev)." if compiler else "")
    )


def digest(files: Iterable[Path]) -> str:
    """One fingerprint of many files, names and contents."""
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() + b"\0")
    return total.hexdigest()


def _client_sources() -> list[Path]:
    sources = [file for folder in (WEB / "src", WEB / "public", WORDS) for file in folder.rglob("*") if file.is_file()]
    return [file for file in sources if "__pycache__" not in file.parts] + [
        file for file in WEB.iterdir() if file.is_file()
    ]


def _works() -> bool:
    if not PYTHON.exists():
        return False
    check = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([PYTHON, "-c", check], capture_output=True).returncode == 0


def _create() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise NotReady(
            f"Python {version} is here, but the part that makes environments is not. "
            f"Debian keeps it in a package of its own: apt install python{version}-venv"
        )
    print("Making the environment .venv …", flush=True)
    logged([sys.executable, "-m", "venv", "--clear", str(VENV)], "venv")


def _check_node() -> None:
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise NotReady("Node.js with npm is missing: the browser's part is built with it. Install Node 20.19 or newer.")
    said = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip()
    numbers = tuple(int(part) for part in re.findall(r"\d+", said)[:2])
    if numbers < (20, 19) or numbers[0] == 21 or (22, 0) <= numbers < (22, 12):
        raise NotReady(f"Node.js {said} is too old for the client's build. Install Node 20.19 or 22.12 or newer.")


def _browser() -> str | None:
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def _stamp(file: Path) -> str:
    return file.read_text() if file.is_file() else ""
