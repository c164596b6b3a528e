"""What shows only in several turns together: a question that keeps coming back, a task that was carried to its end.

Both are inferred, so they are held with less confidence than what was said, and their sentences quote the user's own
words. Pure: the same turns always give the same candidates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from jiyi.language.normalize import sentences, shadow
from jiyi.language.regex import regex
from jiyi.language.script import has_han, language_of
from jiyi.language.tokens import terms
from jiyi.policy import gate
from jiyi.policy.candidate import Candidate
from jiyi.policy.tables import talk
from jiyi.records import Kind, Source

ASKED_OFTEN = "asked often"  # tag of a memory that a repeated question made
TASK_DONE = "task"  # tag of a memory that a finished task made
LONGEST = 80  # characters of a question or task that is quoted in a memory
LEAST_TERMS, LEAST_HAN = 2, 4  # of a question that says by itself what it is about
ALIKE, NEAR = 0.75, 0.45  # share of common terms that makes two questions one, or one if their meaning agrees
SAME_MEANING = 0.8  # cosine of such a meaning
CONFIDENCE, IMPORTANCE = 0.7, 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A message of the user's: where and when it was said. `own` marks those that this scan is for."""

    text: str
    at: datetime
    session: str
    seq: int
    own: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question that one message asks, in its own words."""

    text: str
    said: Spoken


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A memory that several messages make together, and the places that it rests on, oldest first."""

    candidate: Candidate
    places: tuple[tuple[str, Spoken], ...]  # (quote, message)


# --- questions --------------------------------------------------------------------------------------------------
_EMPTY_ZH = regex(
    r"怎么样?|怎样|什么样|如何|什么|啥|哪(?:里|儿|个|些|种)?|多少|几|为什么|为何|吗|呢|吧|呀|啊|嘛|了|的|地|得|请问|请|你好|您好|帮我|给我|告诉我|我想?知道|我想问|问一?下|再问"
    r"|一?下|能不能|可不可以|能|可以|应该|要|会|是不是|是|有没有|有|在|把|被|给|我|你|您|这|那|它|个|到底|究竟|还是?|又|再|才|该|呗|来着|谢谢"
)
_POINTS = regex(
    r"这个|那个|这样|那样|这里|那里|这段|上面|刚才|它|继续|然后呢|还有呢|真的吗|是吗|对吗|好吗|行吗|可以吗|确定"
    r"|\b(?:this|that|these|those|it|above|continue|else|really|sure|one)\b"
)
_PASSING = regex(r"几点|星期几|几号|天气|你好吗|在吗|\bwhat time\b|\bweather\b|\bhow are you\b|\bare you there\b")


def questions(said: Spoken) -> tuple[Question, ...]:
    """The questions of a message that stand by themselves: not "why?", not "and this one?", not one for the clock."""
    found: list[Question] = []
    by_sentence: dict[int, list[gate.Clause]] = {}
    for clause in gate.read(said.text):
        by_sentence.setdefault(clause.sentence, []).append(clause)
    for group in by_sentence.values():
        asking = [clause for clause in group if clause.left == talk.QUESTION]
        if not asking:
            continue
        start, end = asking[0].start, asking[-1].start + len(asking[-1].text)
        text = said.text[start:end].strip() if end - start <= LONGEST else ""
        if text and _stands(text):
            found.append(Question(text=text, said=said))
    return tuple(found)


def _stands(text: str) -> bool:
    seen = shadow(text)
    if _POINTS.search(seen) or _PASSING.search(seen) or talk.WITHHELD.search(text):
        return False
    return len(_about(text)) >= LEAST_TERMS and (not has_han(text) or len(_bare(text)) >= LEAST_HAN)


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", _EMPTY_ZH.sub("", shadow(text)))


def _about(text: str) -> frozenset[str]:
    """What a question is about: its terms, without the words of asking."""
    if not has_han(text):
        return frozenset(terms(text))
    pieces = [piece for piece in _EMPTY_ZH.sub(" ", shadow(text)).split() if re.search(r"\w", piece)]
    return frozenset(term for piece in pieces for term in terms(piece) if len(term) > 1 or len(piece) == 1)


def alike(one: str, other: str) -> float:
    """How much of what two questions are about is the same (0-1); 0 when their numbers differ."""
    mine, theirs = _about(one), _about(other)
    if not mine or not theirs or set(re.findall(r"\d+", one)) != set(re.findall(r"\d+", other)):
        return 0.0
    return 2 * len(mine & theirs) / (len(mine) + len(theirs))


def same(one: str, other: str, meaning: float) -> bool:
    """Whether two questions are one, asked twice. `meaning` is the cosine of their vectors (0 where there are none)."""
    share = alike(one, other)
    return share >= ALIKE or (share >= NEAR and meaning >= SAME_MEANING)


def asked_often(question: Question, others: Sequence[Question]) -> Seen:
    """The memory that a question makes together with those that ask the same. It quotes the first."""
    every = sorted((question, *others), key=lambda one: (one.said.at, one.said.session, one.said.seq))
    content = asked_content(every[0].text)
    reason = f"asked {len(every)} times"
    candidate = _inferred(Kind.PREFERENCE, content, every[-1].text, (ASKED_OFTEN,), reason, None)
    return Seen(candidate=candidate, places=tuple((one.text, one.said) for one in every))


def asked_content(text: str) -> str:
    """The sentence of a repeated question, in its own language."""
    bare = text.strip().rstrip("?？。.!！ ")
    return f"我经常问：{bare}？" if has_han(text) else f"I often ask: {bare}?"


def again(candidate: Candidate, content: str) -> Candidate:
    """The same question in the words of the memory that it made before."""
    return replace(candidate, content=content, language=language_of(content))


def asked_of(content: str) -> str:
    """The question in such a sentence."""
    return content.partition("：" if content.startswith("我") else ":")[2].strip()


# --- tasks ------------------------------------------------------------------------------------------------------
_TASK_ZH = regex(
    r"^(?:请|麻烦|你|您|能不能|能|可以|可不可以|帮忙|我们?|今天|现在|最近)*(?:帮我|帮忙|帮|教我|怎么|如何|想|要|在|正在|得|需要|打算)+(?:把|给|在|一下|你)?"
    r"(?P<what>[^，。！？!?,;；\n]*?(?:部署|安装|配置|搭建?|修复?|解决|调试|调通|迁移|升级|上线|发布|接入|集成|跑通|编译|打包|备份|恢复|申请|报名|提交|预订|订|办|注册|连接|联调|重构|优化)[^，。！？!?,;；\n]*)"
)
_TASK_EN = regex(
    r"\b(?:help me|i(?:'m| am) trying to|i (?:want|need|have) to|i'd like to|how (?:do|can|should) i|can you help me|could you help me|please help me|let's|i(?:'m| am))\s+(?:to\s+)?(?:with\s+)?"
    r"(?P<what>(?:deploy|install|set up|setup|configure|fix|debug|solve|resolve|migrate|upgrade|build|compile|publish|release|ship|integrate|connect|restore|back up|register|submit|apply for|book|file|refactor|optimi[sz]e|repair|launch|host|train|import|export)(?:ing)?\b(?:[^,.;!?\n]|\.(?=\w))*)",
    re.IGNORECASE,
)
_DONE_ZH = regex(
    r"^(?:都|全部?|已经|终于|总算|现在|刚刚?|成功|好像|这下|我们?)*(?:[^，。！!？?,]{0,12}?(?:搞定|跑通|弄好|修好|装好|配好|搭好|办好|办完|做完|调通|解决|完成|成功|通过|全过|上线|部署好|发布|提交|订好|可以用|能用|正常))(?:了|啦|咯)?(?:哈|啊|呀|耶)?$"
)
_DONE_EN = regex(
    r"^(?:(?:great|awesome|perfect|yes+|yay|ok(?:ay)?|nice|cool|finally|hooray|woo+hoo+|thanks|thank you|wow|and|so)\s)*"
    r"(?:(?:(?:it(?:'s| is| has)?|that|everything(?:'s| is)?|all|the [a-z -]{2,24}|i(?:'ve| have)?(?: finally| just)?|we(?:'ve| have)?(?: finally| just)?)\s)?(?:is\s|all\s|been\s|finally\s)?"
    r"(?:up and running|works?|working|worked|fixed|solved|resolved|deployed|installed|done|finished|running|live|passed|shipped|submitted|booked|built|did it|did the trick|got it (?:working|done|running|fixed)|set)"
    r"(?: it| that| the (?:problem|issue|bug|trick)| now| perfectly| fine| successfully| as expected| at last| again)*)$"
)
_NOT_DONE = regex(
    r"没|不(?!错)|还|未|失败|吗|？|\?|如果|要是|等|\b(?:not|n't|never|still|if|when|once|almost|isn't|doesn't|didn't|failed|fail)\b|n't\b"
)
MOST_PARTS = 4  # clauses of a message that may say so; one that says more says something else
BACK = 12  # user messages between a task and the word that it is done


def finished(spoken: Sequence[Spoken]) -> tuple[Seen, ...]:
    """Tasks that the user brought up and later, in the newest messages (`own`), said to be done, each with its outcome."""
    found: list[Seen] = []
    for place, said in enumerate(spoken):
        how = _done(said.text) if said.own else ""
        if not how:
            continue
        for earlier in reversed(spoken[max(0, place - BACK) : place]):
            if _done(earlier.text):
                break  # what was begun before that is over
            what = _task(earlier.text)
            if what:
                found.append(_ended(what, earlier, how, said))
                break
    return tuple(found)


def _done(text: str) -> str:
    """The words that say a thing is done; "" where none do."""
    if len(text) > LONGEST or "\n" in text.strip():
        return ""
    parts = [part.strip(" ～~…") for part in re.split(r"[，。！!？,.;；\n]+", text)]
    if _NOT_DONE.search(shadow(text)):
        return ""
    for part in parts[:MOST_PARTS]:
        if (_DONE_ZH if has_han(part) else _DONE_EN).match(shadow(part)):
            return part
    return ""


def _task(text: str) -> str:
    """The task that a message asks help for; "" where it asks for none."""
    for sentence in sentences(text[:600]):
        if talk.WITHHELD.search(sentence):
            continue
        seen = shadow(sentence)
        match = (_TASK_ZH if has_han(sentence) else _TASK_EN).search(seen)
        if match is not None and len(match["what"]) <= LONGEST:
            start = match.start("what")
            what = sentence[start : start + len(match["what"])].strip(" ，,。.!！")
            if not _POINTS.search(shadow(what)):
                return what
    return ""


def _ended(what: str, asked: Spoken, how: str, said: Spoken) -> Seen:
    if has_han(what):
        content = f"我完成了一件事：{what}（结果：{how}）。"
    else:
        content = f"I got this done: {what} (outcome: {how})."
    candidate = _inferred(Kind.EVENT, content, said.text.strip(), (TASK_DONE,), "a task was finished", said.at)
    return Seen(candidate=candidate, places=((said.text.strip(), said),))


def _inferred(
    kind: Kind, content: str, quote: str, tags: tuple[str, ...], reason: str, when: datetime | None
) -> Candidate:
    return Candidate(
        kind=kind,
        content=content,
        quote=quote,
        language=language_of(content),
        tags=tags,
        confidence=CONFIDENCE,
        importance=IMPORTANCE,
        source=Source.INFERRED,
        valid_from=when,
        reason=reason,
    )
