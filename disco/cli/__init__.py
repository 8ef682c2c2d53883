"""The command line: one module a command, each a thin function over a plain one."""

from disco.cli.app import main
from disco.cli.base import app

__all__ = ["app", "main"]
