"""One pipeline for the whole session: the real model, the real coreference."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import disco
from disco import Document, Engine, Example, Options
from tests.ready import Ready


@pytest.fixture(scope="session")
def engine() -> Engine:
    return disco.load()


Unfuse = Callable[..., list[Example]]


@pytest.fixture(scope="session")
def unfuse(engine: Engine) -> Unfuse:
    """Examples of given sentences, with options of the test's own, on the shared pipeline: by the
    rules alone, every doubt refuses."""

    def run(*sentences: str, **options: object) -> list[Example]:
        chosen = replace(Options(min_confidence=None), **options)  # type: ignore[arg-type]
        own = Engine(engine.nlp, engine.rules, chosen, engine.coreference)
        return list(own.unfuse_many([Document("d", sentences=sentences)]))

    return run


@pytest.fixture(scope="session")
def ready() -> Iterator[Ready]:
    process = Ready()
    yield process
    process.close()


@pytest.fixture
def run_disco(ready: Ready, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """The real command, in a folder of its own."""

    def run(*arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        return ready.run(arguments, tmp_path, stdin)

    return run
