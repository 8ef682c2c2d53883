"""``python -m disco``."""

from disco.cli import main

main()
