"""Opens a page as soon as its server answers: python -m scripts.browse http://127.0.0.1:8000"""

import sys
import time
import urllib.request
import webbrowser

PATIENCE = 60  # seconds; a Raspberry Pi may need some


def main() -> int:
    address = sys.argv[1]
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=2):
                return 0 if webbrowser.open(address) else 1
        except OSError:
            time.sleep(0.2)
    return 1


if __name__ == "__main__":
    sys.exit(main())
