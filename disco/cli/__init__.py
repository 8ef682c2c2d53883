"""The command line: one module a command, each a thin function over a plain one."""

from disco.cli.app import app, main

__all__ = ["app", "main"]
