"""Builds the browser's part if its sources have changed since the last build."""

import sys

from scripts import ready


def main() -> int:
    ready.client()
    return 0


if __name__ == "__main__":
    sys.exit(ready.told(main))
