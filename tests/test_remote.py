"""Files elsewhere: in an object store that runs here, and in fsspec's memory."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from moto.server import ThreadedMotoServer

from disco import UsageError, WorkError
from disco._files import place, write_whole
from disco.corpus import Intake, find_files, open_writer, read_units
from tests.common import Run

TEXT = "The mill burned in March, but the owners {} rebuilt it. However, Ann Lee left.\n\n"


@pytest.fixture(scope="module")
def store() -> Iterator[Path]:
    """A bucket of an object store on this machine, which commands that are run find, too."""
    server = ThreadedMotoServer(port=0)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "test")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        bucket = place("s3://disco")
        bucket.mkdir()
        yield bucket
    server.stop()


def test_reading_from_memory() -> None:
    folder = place("memory://read/in")
    rows = "".join(json.dumps({"id": f"d{n}", "text": f"Text {n}."}) + "\n" for n in range(3))
    write_whole(folder / "a.jsonl.gz", gzip.compress(rows.encode()))
    write_whole(folder / "b.txt", b"It rained.\n\nThey left.\n")
    with (folder / "c.parquet").open("wb") as stream:
        pq.write_table(pa.table({"id": ["p"], "text": ["It snowed."]}), stream)
    write_whole(folder / "d.png", b"no text")
    wanted = ["d0", "d1", "d2", "b-0", "b-1", "p"]
    files = find_files(["memory://read/in"])
    assert [path.name for path in files] == ["a.jsonl.gz", "b.txt", "c.parquet"]
    assert [unit.document for unit in read_units(files, Intake())] == wanted
    assert [path.name for path in find_files(["memory://read/*/?.t*"])] == ["b.txt"]


def test_nothing_is_there_before_all_of_it_is() -> None:
    out = place("memory://written/out.jsonl.gz")
    with pytest.raises(KeyError), open_writer(out, "jsonl"):
        raise KeyError
    assert not out.exists()
    with open_writer(out, "jsonl"):
        pass
    assert gzip.decompress(out.read_bytes()) == b""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("memory://nowhere/x.txt", "memory://nowhere/x.txt: no such file or folder"),
        ("xyz://a/b.txt", "xyz://a/b.txt: Unsupported filesystem"),
        ("gs://a/b.txt", "gs://a/b.txt: Please install gcsfs"),
    ],
)
def test_what_cannot_be_read(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        find_files([name])


def test_reading_and_writing_an_object_store(store: Path) -> None:
    write_whole(store / "few" / "in.txt", b"It rained.\n")
    files = find_files(["s3://disco/few/*.txt"])
    assert files == find_files(["s3://disco/few/"]) == find_files(["s3://disco/few/in.txt"])
    assert [unit.text for unit in read_units(files, Intake())] == ["It rained."]
    with open_writer(store / "few" / "out.jsonl", "jsonl"):
        assert not (store / "few" / "out.jsonl").exists()
    assert (store / "few" / "out.jsonl").read_bytes() == b""
    with pytest.raises(WorkError, match=r"s3://nobucket/x\.jsonl: cannot be written"):
        write_whole(place("s3://nobucket/x.jsonl"), b"x")


@pytest.mark.slow
def test_the_command_and_an_object_store(run_disco: Run, store: Path, tmp_path: Path) -> None:
    text = "".join(TEXT.format(n) for n in range(70))
    (tmp_path / "in.txt").write_text(text)
    write_whole(store / "wiki" / "in.txt", text.encode())
    assert run_disco("unfuse", "in.txt", "-o", "here.jsonl").returncode == 0
    wanted = (tmp_path / "here.jsonl").read_bytes()
    done = run_disco("unfuse", "s3://disco/wiki/", "-o", "s3://disco/out/all.jsonl")
    assert done.returncode == 0, done.stderr
    assert (store / "out" / "all.jsonl").read_bytes() == wanted

    parts = ("unfuse", "s3://disco/wiki/*.txt", "-o", "s3://disco/out/p.jsonl", "-j", "1")
    for _ in range(2):  # the second time there is nothing to do
        done = run_disco(*parts, "--shard-size", "30")
        assert done.returncode == 0, done.stderr
        names = sorted(p.name for p in (store / "out").iterdir() if p.name.startswith("p"))
        assert names == [*(f"p-0000{n}-of-00003.jsonl" for n in range(3)), "p.manifest.json"]
        found = [(store / "out" / name).read_bytes() for name in names[:-1]]
        assert b"".join(found) == wanted
    refused = run_disco(*parts, "--shard-size", "20")
    assert refused.returncode == 2
    assert "had other shard_size" in refused.stderr

    done = run_disco("unfuse", "in.txt", "-o", "s3://nobucket/x.jsonl")
    assert done.returncode == 1
    assert "s3://nobucket/x.jsonl: cannot be written" in done.stderr


@pytest.mark.slow
def test_a_cluster_and_an_object_store(run_disco: Run, store: Path, tmp_path: Path) -> None:
    text = "".join(TEXT.format(n) for n in range(200))
    (tmp_path / "in.txt").write_text(text)
    write_whole(store / "ray" / "in.txt", text.encode())
    assert run_disco("unfuse", "in.txt", "-o", "here.jsonl").returncode == 0
    command = ("unfuse", "s3://disco/ray/in.txt", "-o", "s3://disco/ray/out.jsonl.gz")
    done = run_disco(*command, "--shard-size", "50", "--engine", "ray")
    assert done.returncode == 0, done.stderr
    parts = sorted(p for p in (store / "ray").iterdir() if "-of-00004" in p.name)
    found = b"".join(gzip.decompress(path.read_bytes()) for path in parts)
    assert found == (tmp_path / "here.jsonl").read_bytes()


@pytest.mark.slow
def test_a_data_set_in_an_object_store(run_disco: Run, store: Path, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("".join(TEXT.format(n) for n in range(70)))
    for folder in ("s3://disco/set", "set"):
        done = run_disco("build", "in.txt", "-o", folder, "-j", "1")
        assert done.returncode == 0, done.stderr
    here = {p.name: p.read_bytes() for p in (tmp_path / "set").iterdir() if p.is_file()}
    there = {p.name: p.read_bytes() for p in (store / "set").iterdir() if p.is_file()}
    assert there == here
    assert len(here) == 16
