"""Makes everything ready that is not, starts the server, which prints its address, and opens the page."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import webbrowser

from scripts import ready

PATIENCE = 60  # seconds for the first answer; a Raspberry Pi may need some


def main() -> int:
    ready.environment("runtime")
    ready.client()
    host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
    _check_free(host, port)
    address = f"http://{'127.0.0.1' if host in {'0.0.0.0', '::'} else host}:{port}"
    server = subprocess.Popen([ready.VENV / "bin" / "niagara", "serve", "--host", host, "--port", port], cwd=ready.ROOT)
    try:
        if _answers(address, server) and _has_screen():
            webbrowser.open(address)
        return server.wait()
    finally:
        server.terminate()
        server.wait()


def _check_free(host: str, port: str) -> None:
    try:
        with socket.create_server((host, int(port))):
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


def _answers(address: str, server: "subprocess.Popen[bytes]") -> bool:
    """Whether the server began to answer before it ended or patience did."""
    end = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=2):
                return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    return False


if __name__ == "__main__":
    sys.exit(ready.told(main))
