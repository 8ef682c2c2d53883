"""Splitting: what unfusing wrote is unfused again, until nothing applies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from spacy.tokens import Doc

from disco.coref.links import keep_links
from disco.draft.finish import finish
from disco.draft.tree import regrow
from disco.draft.words import Draft, Removed, Word, in_tree, said_in_place, sources
from disco.english.grammar import JOINING_TAGS
from disco.english.sentence import Sentence
from disco.jobs.account import UNSAID, Part, Tie, row_of
from disco.jobs.drafter import Finding
from disco.jobs.gate import stands
from disco.jobs.levels import Level, composed, first_level, moved
from disco.jobs.options import Options
from disco.jobs.propositions import Propositions
from disco.jobs.resolve import Resolver
from disco.jobs.unfuse import Unfuser
from disco.match.lexicon import Lexicon
from disco.match.match import Parsed
from disco.parse.readings import TIMES
from disco.rules import Rulebook, RuleSet, SplitRule, WritingRule
from disco.rules.gate import gate_words


class Splitter:
    """The rules that unfuse and those that split, compiled."""

    def __init__(
        self,
        book: Rulebook,
        lexicon: Lexicon,
        options: Options,
        coreference: Callable[[Doc], Doc] | None = None,
    ) -> None:
        asked = {
            None,
            "fine" if options.fine else None,
            "attributed" if options.attributed else None,
        }
        self.readings = TIMES if options.fine else 0  # of a sentence that is left whole
        # who is meant inside a sentence is looked for once it has been taken apart
        unfusing = (
            r if r.paired else r.model_copy(update={"then": None})
            for r in book.unfuse.rules
            if options.standalone or not r.paired
        )
        rules = (*unfusing, *(r for r in book.split.rules if r.when in asked))
        self._order = {rule.id: number for number, rule in enumerate(rules)}
        self._resolver = Resolver(book.resolve, splitting=True) if options.standalone else None
        self.unfuser = Unfuser(
            RuleSet(tuple(sorted(rules, key=_phase)), book.unfuse.texts),
            book.resolve,
            lexicon,
            replace(options, controls=False, types=None, min_confidence=options.least_of_a_step),
            coreference,
        )

    def split(self, doc: Doc) -> Iterator[Propositions]:
        """The propositions of each sentence of a parsed text; ids are left empty.

        A sentence that is left whole is tried as it may be read otherwise, if the parser can say.
        """
        parsed = self.unfuser.parsed(doc, in_full=False)
        found = self._trees(parsed, parsed.sentences)
        whole = {start for start, part in found.items() if part.parts is None}
        for otherwise in parsed.otherwise(whole):
            again = [s for s in parsed.sentences if s.start in (otherwise.asked or ())]
            for start, part in self._trees(otherwise, again, otherwise=True).items():
                if part.parts is not None:
                    found[start] = part
                    whole.discard(start)
        for sentence in parsed.sentences:
            yield row_of(doc, sentence, found[sentence.start])

    def _trees(
        self, parsed: Parsed, wanted: Iterable[Sentence], *, otherwise: bool = False
    ) -> dict[int, Part]:
        """What becomes of these sentences of a text, which may be read ``otherwise`` than the
        parser reads it first, by their start."""
        first = first_level(parsed, wanted, otherwise=otherwise)
        whole = dict(first.open)
        level: Level | None = first
        while level is not None:
            level = self._next(level, parsed.doc)
        return whole

    def _next(self, level: Level, doc: Doc) -> Level | None:
        """The text of all that the rules write of this one; None where they write nothing."""
        outputs: list[list[Word]] = []
        parts: list[Part] = []
        starts: dict[int, Part] = {}
        halves: set[int] = set()
        place = 0
        for start, finding in self._chosen(level).items():
            whole = level.open[start]
            for part, words in self._applied(whole, finding, level):
                parts.append(part)
                outputs.append(words)
                starts[place] = part
                if whole.is_said_of_first(part):
                    halves.add(place)
                place += len(words)
        if not outputs:
            return None
        grown = regrow(doc.vocab, level.parsed.doc, outputs)
        origins = [word for part in parts for word in part.words]
        parsed = self.unfuser.parsed(grown, in_full=False)
        if level.parsed.resolver is not None:
            local = [word for words in outputs for word in words]
            parsed.coreference = lambda text: keep_links(text, moved(level.parsed.links, local))
            parsed.resolver = level.parsed.resolver
        return Level(parsed, origins, starts, halves=frozenset(halves), otherwise=level.otherwise)

    def _chosen(self, level: Level) -> dict[int, Finding]:
        """For each open sentence the finding that is applied, by the start of the sentence."""
        best: dict[int, tuple[tuple[float, ...], Finding]] = {}

        def settled(rule: WritingRule, sentence: Sentence) -> bool:
            start = sentence.start
            if start not in level.open:
                return True
            if rule.paired and not (level.first or start in level.halves):
                return True
            if level.otherwise and isinstance(rule, SplitRule) and rule.likeliest:
                return True
            return start in best and best[start][0][0] < _phase(rule)

        for finding in self.unfuser.findings(level.parsed, settled):
            if not self.takes(finding, level):
                continue
            start = finding.sentences[-1].start
            rank = self._rank(finding)
            if start not in best or rank < best[start][0]:
                best[start] = (rank, finding)
        return {start: best[start][1] for start in sorted(best)}

    def takes(self, finding: Finding, level: Level) -> bool:
        """Whether a sentence may be taken apart so."""
        return not (finding.verdict.refused or self.left_whole(finding, level))

    def left_whole(self, finding: Finding, level: Level) -> str:
        """Why a sentence is not taken apart so, though what comes of it is good; else nothing."""
        if finding.rule.paired and not level.first and not _only_ties(finding.draft):
            return "nothing but a connective is taken from a half of a sentence"
        if not self._goes_on(finding, level.open[finding.sentences[-1].start]):
            return "what comes of it says no less than the sentence"
        if gate_words().may_be_no_fact(finding.verdict.doubts):
            return "what one sentence says may be no fact"
        if self._resolver is not None and self._hangs(finding, level):
            return "the second sentence needs the first; --no-standalone takes it"
        return "one has only what stands before" if _says_again(finding, level) else ""

    def _rank(self, finding: Finding) -> tuple[float, ...]:
        """What is done first: what ties the sentence to the one before, all of it if that can be,
        then the surest that unfuses, then what splits and says least twice."""
        phase, draft = _phase(finding.rule), finding.draft
        if phase == _PAIRED:
            tied = bool(draft.connective)
            return phase, not draft.replacements, not tied, -_share(finding)
        if phase == _UNFUSES:
            return phase, not draft.replacements, -_share(finding)
        return phase, sum(map(len, draft.parts)), self._order[finding.rule.id]

    def _hangs(self, finding: Finding, level: Level) -> bool:
        """Whether a stranger could not read the second proposition, since it has words for
        something in the first, which nothing replaces."""
        draft = finding.draft
        if len(finding.sentences) > 1 or not _not_alone(draft, level):
            return False
        return _not_alone(self._resolved(finding, level), level)

    @staticmethod
    def _goes_on(finding: Finding, part: Part) -> bool:
        """Whether the outputs say less than the sentence, so that this comes to an end."""
        if len(finding.sentences) > 1:
            return True
        if _keeps(finding.rule):
            return finding.rule.id not in part.rules
        size = finding.sentences[0].end - finding.sentences[0].start
        return all(len(words) < size for words in finding.draft.parts)

    def _resolved(self, finding: Finding, level: Level) -> Draft:
        """The draft with the pronouns of its second sentence replaced by what they mean in the
        first, which no longer stands before it; or in the rest of the sentence, where it repeats a
        part of that."""
        draft = finding.draft
        if self._resolver is None or len(finding.sentences) > 1 or level.parsed.resolver is None:
            return draft
        doc, again = level.parsed.doc, said_in_place(draft.second)
        second = [Word.kept(doc[w.copy_of]) if w.copy_of in again else w for w in draft.second]
        first = [word for word in draft.first if word.source not in again]
        whole = _keeps(finding.rule)  # the sentence stands beside what is repeated of it
        words, replaced = self._resolver.replace(level.parsed, second, first, inside=whole)
        if not replaced:
            return draft
        words = [Word.again(doc[w.source]) if w.source in again else w for w in words]
        gone = (r.anaphor for r in replaced if not again.issuperset(r.anaphor))
        return replace(
            draft,
            second=finish(words, doc, finding.sentences[0]),
            removed=[*draft.removed, *(Removed(anaphor, "anaphor") for anaphor in gone)],
            replacements=list(replaced),
        )

    def _applied(
        self, part: Part, finding: Finding, level: Level
    ) -> Iterator[tuple[Part, list[Word]]]:
        """Take a sentence apart, or from the one before; gives each new part with its words as
        those of the level's text."""
        doc, draft = level.parsed.doc, self._resolved(finding, level)
        rules = (*part.rules, finding.rule.id)
        confidence = part.confidence * _share(finding)
        glue = _glue(draft, doc)
        said = " ".join(doc[i].lower_ for i in glue)
        in_front = len(finding.sentences) == 1 and _second_is_main(finding, draft, glue, doc)
        doing = bool(glue) and glue[-1] + 1 < len(doc) and doc[glue[-1] + 1].tag_ == "VBG"
        sense = self.unfuser.lexicon.sense(said, forward=in_front, participle=doing)
        relation = finding.rule.relation or sense or UNSAID
        part.removed.extend(
            Removed(indices, r.reason)
            for r in draft.removed
            if (indices := tuple(sources(level.origins[i] for i in r.indices)))
        )
        first, second = ([composed(word, level.origins) for word in words] for words in draft.parts)
        if len(finding.sentences) > 1:
            part.words, part.rules, part.confidence = second, rules, confidence
            part.before = Tie(relation, said) if said else None
            yield part, draft.second
            return
        one, other = (Part(words, confidence, rules, start=part.start) for words in (first, second))
        part.parts = one, other
        part.tie = Tie(relation, said, not in_front)
        yield from zip(part.parts, draft.parts, strict=True)


def asked_for(rule: SplitRule, options: Options) -> Options:
    """The options with what a rule waits for, if anything."""
    match rule.when:
        case "fine":
            return replace(options, fine=True)
        case "attributed":
            return replace(options, attributed=True)
    return options


def _says_again(finding: Finding, level: Level) -> bool:
    """Whether one of the outputs has nothing of the sentence, but of the one before alone: of
    *Ann Lee, the singer, left*, where that is said for *she*."""
    if len(finding.sentences) > 1:
        return False
    start = level.open[finding.sentences[0].start].start
    parts = ([composed(w, level.origins).origin for w in words] for words in finding.draft.parts)
    return any(all(i is None or i < start for i in origins) for origins in parts)


def _only_ties(draft: Draft) -> bool:
    """Whether nothing becomes of two sentences but that a connective goes."""
    return bool(draft.connective) and not draft.replacements


def _not_alone(draft: Draft, level: Level) -> bool:
    """Whether the second proposition has what only a first one before it makes clear."""
    opening = draft.second[0].text.lower()
    opens_alike = any(word.text.lower() == opening for word in draft.first)
    rows = (r for r in gate_words().not_alone if r.at != "start" or not opens_alike)
    return any(stands(row, draft.second, level.parsed.tokens) for row in rows)


def _glue(draft: Draft, doc: Doc) -> list[int]:
    """The words that held the two together: the connective, else what joins among the removed."""
    glue = {i for i in draft.connective if not doc[i].is_punct}
    anaphors = {i for r in draft.replacements for i in r.anaphor}
    others = {i for r in draft.removed for i in r.indices if doc[i].tag_ in JOINING_TAGS} - anaphors
    return sorted(glue or others)


def _second_is_main(finding: Finding, draft: Draft, glue: Sequence[int], doc: Doc) -> bool:
    """Whether the first proposition hangs on the second: the glue introduces it, or without glue
    the second has the main verb; where the sentence is left as it is, a second that has it says
    less, and more is said of that, if nothing in the sentence says what it is to the second."""
    sentence = finding.sentences[-1]
    root = doc[sentence.start : sentence.end].root.i
    if _keeps(finding.rule):
        return not draft.connective and any(word.copy_of == root for word in draft.second)
    first, second = (in_tree(words) for words in draft.parts)
    if not glue:
        return root in second and root not in first
    ahead, behind = ([i for i in words if i > glue[-1]] for words in (first, second))
    return bool(ahead) and not (behind and min(behind) < min(ahead))


_PAIRED, _UNFUSES, _SPLITS, _KEEPS = range(4)


def _keeps(rule: WritingRule) -> bool:
    """Whether a rule leaves the sentence as it is, and only adds to it."""
    return isinstance(rule, SplitRule) and rule.keeps


def _phase(rule: WritingRule) -> int:
    """When a rule is tried; the later ones where those before it find nothing."""
    if isinstance(rule, SplitRule):
        return _KEEPS if rule.keeps else _SPLITS
    return _PAIRED if rule.paired else _UNFUSES


def _share(finding: Finding) -> float:
    """The share of good ones among judged outputs like this one."""
    return 1.0 if finding.verdict.confidence is None else finding.verdict.confidence
