"""Runs the server and, before it, Vite's development server, which reloads the page as the client changes."""

import os
import subprocess
import sys

from scripts import ready


def main() -> int:
    ready.environment("runtime")
    ready.node_modules()
    port = os.environ.get("PORT", "8000")
    server = subprocess.Popen([ready.VENV / "bin" / "niagara", "serve", "--port", port], cwd=ready.ROOT)
    try:
        env = {**os.environ, "NIAGARA_SERVER": f"http://127.0.0.1:{port}"}
        return subprocess.run(["npm", "run", "dev"], cwd=ready.WEB, env=env).returncode
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    sys.exit(ready.told(main))
