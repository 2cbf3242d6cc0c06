"""Makes everything ready that is not, then becomes the server, which prints its address; the page opens by itself."""

import os
import socket
import subprocess
import sys

from scripts import ready


def main() -> int:
    ready.environment("runtime")
    ready.client()
    host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
    _check_free(host, port)
    if _has_screen():
        near = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)
        subprocess.Popen([sys.executable, "-m", "scripts.browse", f"http://{near}:{port}"], cwd=ready.ROOT)
    server = str(ready.VENV / "bin" / "niagara")
    os.execv(server, [server, "serve", "--host", host, "--port", port])


def _check_free(host: str, port: str) -> None:
    try:
        with socket.create_server((host, int(port)), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            return
    except ValueError:
        raise ready.NotReady(f"PORT is {port!r}; it must be a number, for example 8000.") from None
    except OSError as error:
        raise ready.NotReady(
            f"Niagara cannot listen on {host}, port {port}: {error.strerror}. Another port: make play PORT=8001"
        ) from None


def _has_screen() -> bool:
    """Without one, a browser would open inside the terminal, if any."""
    return sys.platform == "darwin" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


if __name__ == "__main__":
    sys.exit(ready.told(main))
