"""A process that has loaded the pipeline, and becomes a ``disco`` command as often as it is asked.

A command on a short text spends nearly all of its time on loading. Each command is a fork of this
process, with a folder, environment, standard streams, memory and exit code of its own; it runs the
command line from its first word on, to the end of the interpreter.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

_ROOT = Path(__file__).parents[1]
_ENOUGH = 100  # bytes, for a sign to begin and for an exit code


class Ready:
    """Runs commands as ``subprocess.run`` does, but that they are ready to begin."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "tests.ready", str(theirs.fileno())]
            self._process = subprocess.Popen(command, cwd=_ROOT, pass_fds=[theirs.fileno()])

    def run(
        self, arguments: Sequence[str], cwd: Path, stdin: str | None
    ) -> subprocess.CompletedProcess[str]:
        """What a command wrote, and its exit code."""
        with TemporaryFile("w+") as call, TemporaryFile("w+") as out, TemporaryFile("w+") as err:
            json.dump([list(arguments), str(cwd), dict(os.environ)], call)
            call.seek(0)
            reader, writer = os.pipe()
            streams = [reader, out.fileno(), err.fileno(), call.fileno()]
            socket.send_fds(self._socket, [b"go"], streams)
            os.close(reader)
            # a command that wants no input has closed its end
            with suppress(BrokenPipeError), open(writer, "w", encoding="utf-8") as given:
                given.write(stdin or "")
            code = int(self._socket.recv(_ENOUGH))
            out.seek(0)
            err.seek(0)
            return subprocess.CompletedProcess(["disco", *arguments], code, out.read(), err.read())

    def close(self) -> None:
        """End the process."""
        self._socket.close()
        self._process.wait()


def _become_a_command(asked: socket.socket) -> None:
    """Wait for calls; a fork that is to be a command returns, and this process does not."""
    while True:
        told, streams, *_ = socket.recv_fds(asked, _ENOUGH, 4)
        if not told:
            os._exit(0)  # nobody asks any more
        child = os.fork()
        if not child:
            break
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        asked.send(str(os.waitstatus_to_exitcode(status)).encode())
    asked.close()
    *standard, call = streams
    for number, stream in enumerate(standard):
        os.dup2(stream, number)
        os.close(stream)
    with open(call) as file:
        arguments, folder, environment = json.load(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments


if __name__ == "__main__":
    from disco import loading
    from disco.cli import main
    from disco.language import load_language
    from disco.rules import load_rulebook

    ours = functools.cache(load_rulebook)
    vars(loading).update(
        load_language=functools.cache(load_language),
        load_rulebook=lambda extra, *more: (load_rulebook if extra else ours)(extra, *more),
    )
    loading.load()
    gc.freeze()
    _become_a_command(socket.socket(fileno=int(sys.argv[1])))
    main()
