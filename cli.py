"""The command line, from a checkout: ``python cli.py unfuse corpus.txt``."""

from disco.cli import main

if __name__ == "__main__":
    main()
