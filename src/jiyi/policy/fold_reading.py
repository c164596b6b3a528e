"""Reading turns for the summary: which of the user's sentences ask, decide, state or prefer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from jiyi.language.memo import memo
from jiyi.language.normalize import clauses, fold, sentences
from jiyi.language.regex import regex
from jiyi.language.script import HAN, has_han
from jiyi.language.sentences import QUOTED
from jiyi.language.tokens import terms
from jiyi.records import Message, Role, Turn

READ = 2000  # characters of a message that are read, from its beginning
READ_END = 600  # and from its end, where the request of a long message stands
LONGEST = 90  # characters of an item in Chinese; twice as many in English
SHORTEST = 4

_CODE = regex(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTED_LINE = regex(r"^\s*>.*$", re.MULTILINE)
_FILLER = regex(
    r"^(?:(?:好的?|嗯+|哦+|对|是的?|行|可以|谢谢(?:你|您)?|那么?|实际上|其实|所以|然后|不过|但是|可是|另外|还有|对了|"
    r"哈+|啊|"
    r"你好|您好|请问)[，,。！!～~\s]+|(?:所以|而且|但是|只是|可是|不过|然后|因此|于是|并且)(?=[我他她你这那现目医])"
    r"|(?:ok(?:ay)?|yes|yeah|sure|well|so|and|but|oh|hi|hello|hey|great|actually|also|by the way|btw|alright|however|"
    r"then|"
    r"got it|hmm+)[,.!\s]+)+",
    re.IGNORECASE,
)
_GOAL = regex(
    r"我(?:们)?(?:现在|最近|还|也|就|真的|很|特别)?(?:想要?(?!吐|哭|起|到|不)|要(?!是|不)|希望|需要|打算|准备|计划|"
    r"正在|"
    r"在(?:做|写|学|准备|找|考虑))|^请|帮(?:我|忙)|给我|为我|替我|能不能|能否|可不可以|可以(?:帮|给|为|再)|麻烦你?|"
    r"教我|告诉我|推荐"
    r"|\bi(?:'m| am) (?:trying|looking|planning|working|hoping|going) (?:to|for|on)\b|\bi(?:'d| would) like\b"
    r"|\bi (?:really |also |just )?(?:want|need|hope|plan|intend) (?:to|you|a|an|some|help)\b"
    r"|\b(?:can|could|would|will) you\b|\bplease\b|\bhelp me\b|\bgive me\b|\bshow me\b|\btell me\b|\brecommend\b"
    r"|\blet's\b|\b(?:our|my) goal\b",
    re.IGNORECASE,
)
_DECISION = regex(
    r"决定|就这样|就这么|就按|就选|就用|就定|那就|定在|定下来|定好|说好|确定|敲定|选(?:择|了|好|第)|改(?:成|到|为)|"
    r"换成|取消|"
    r"同意|没问题|\bgo(?:ing)? with\b|\bdecided\b|\bsettled\b|\bagreed?\b|\bchose\b|\bchoose\b|\bconfirmed\b"
    r"|\blet's (?:do|use|go|make|keep|take)\b|\bswitch(?:ed)? to\b|\bchange (?:it|that) to\b|\bcancel\b|\bwe'll\b|"
    r"\bwe will\b"
    r"|\bi'll take\b|\bapproved?\b",
    re.IGNORECASE,
)
_PREFERENCE = regex(
    r"喜欢|最爱|偏爱|偏好|讨厌|不爱|爱(?:吃|喝|看|听|玩)|不(?:吃|喝|能吃)|忌口|过敏|吃素|习惯(?:用|于|喝|吃|早|晚|"
    r"先)|受不了|"
    r"别(?:用|给|再)|以后(?:都|请|别)|尽量|感兴趣"
    r"|\bi (?:really |do not |don't |also |quite |always |never |much )*(?:like|love|enjoy|prefer|hate|dislike|avoid)\b|"
    r"\bmy favou?rite\b.{1,40}\b(?:is|are)\b"
    r"|\ballerg|\bvegetarian\b|\bvegan\b|\bi(?:'d| would) rather\b|\bfrom now on\b|\bi can't stand\b"
    r"|\bi'm (?:into|not into|a fan)\b|\b(?:always|never) use\b",
    re.IGNORECASE,
)
_TODO = regex(
    r"还没(?:有)?(?:决定|想好|定|订|买|完成|做完|收到|确认|回复|开始|弄|处理)|尚未|待定|待办|稍后|回头再|以后再|"
    r"下次再|明天再|"
    r"再说|提醒我|记得提醒|没想好|不确定|\bnot yet\b|\bto-?do\b|\bremind me\b|\bnot sure (?:yet|which|whether|if)\b|"
    r"\bstill need\b"
    r"|\b(?:haven't|have not|hasn't) (?:decided|booked|finished|done|received|heard|chosen|confirmed|started|got)\b"
    r"|\btbd\b|\bwaiting for\b|\bundecided\b",
    re.IGNORECASE,
)
_QUESTION = regex(
    r"[?？]\s*[”」』\")）]*$|[吗呢么]\s*[。.!！～~]*$",
    re.IGNORECASE,
)
_ASKS = regex(
    r"什么|怎么|如何|为什么|哪|多少|几[个点天]|是否|是不是|有没有|\b(?:what|how|why|when|where|which|who)\b",
    re.IGNORECASE,
)
_POLITELY = regex(r"\bplease\b|^请|麻烦你?", re.IGNORECASE)
_SELF = regex(r"我|咱|俺|本人|\b(?:i|i'm|i've|my|we|our|me)\b", re.IGNORECASE)
_EVENT = regex(
    r"了|过|已经|目前|现在|刚|结果|发现|完成|买|去|来自|住|工作|公司|项目|预算|时间|人"
    r"|\b(?:was|were|had|have|has|been|went|got|did|now|work|live|moved|started|finished|bought|found|budget|"
    r"deadline|from)\b|\w{3,}ed\b",
    re.IGNORECASE,
)
_NUMBER = regex(r"\d|[一二三四五六七八九十百千万两]+(?:个|天|年|月|周|人|次|块|元|斤|公斤|岁|点|号|度)")
_DONE = regex(
    r"(?<!你)已(?:经)?(?:为|帮|给|替)?(?:你|您)?(?:成功)?(?:预[订定约]|添加|创建|提交|安排|修改|更新|发送|取消|记录|"
    r"设置|生成|"
    r"保存|修复|部署|购买|下单|完成(?!了))"
    r"|\bi(?:'ve| have) (?:now |just |successfully )?(?:booked|created|added|scheduled|sent|updated|changed|"
    r"cancelled|canceled|"
    r"saved|fixed|deployed|ordered|submitted|reserved|set up|merged|removed)\b|\b(?:booking|order|"
    r"reservation) (?:is )?confirmed\b",
    re.IGNORECASE,
)
_FEELING = regex(
    r"谢谢|感谢|太好了|哈哈|不错|厉害|辛苦|再见|晚安|\bthank|\bgreat\b|\bawesome\b|\bbye\b|\bperfect\b|"
    r"\bfor all your help\b",
    re.IGNORECASE,
)
_MOOD = regex(
    r"感觉|觉得|累|焦虑|疲倦|崩溃|糟糕|遗憾|无聊|难受|压力|开心|高兴|担心|迫不及待|听从|\bfe(?:el|lt)\b|\btired\b|"
    r"\bexhausted\b|"
    r"\banxious\b|\bboring\b|\bcrazy\b|\bsad\b|\bhappy\b|\bworried\b|\badvice\b|\bcan't wait\b",
    re.IGNORECASE,
)
_HEALTH = regex(
    r"诊断|医生|医院|体检|检查|手术|过敏|怀孕|药|血[压糖脂]|扭伤|骨折|病|\bdiagnos|\bdoctor\b|\bhospital\b|"
    r"\bsurgery\b|\ballerg|"
    r"\bpregnan|\bmedication\b|\bblood\b|\bsprain|\bdisease\b",
    re.IGNORECASE,
)
_CHOICE = regex(r"^(?:好|可以|行|要|不用|不要|是|对|嗯|没问题|都行|yes|yeah|no\b|sure|ok)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What the turns hold for each field, in the order it was said."""

    goals: tuple[str, ...]
    confirmed: tuple[str, ...]
    pending: tuple[str, ...]
    preferences: tuple[str, ...]


def read(turns: Sequence[Turn]) -> Reading:
    """Sort the user's sentences, and the assistant's reports, by what they do."""
    goals: list[str] = []
    confirmed: list[str] = []
    pending: list[str] = []
    preferences: list[str] = []
    asked = ""  # the assistant's question that the next user message may answer
    for turn in turns:
        answered = any(m.role is Role.ASSISTANT and m.content.strip() for m in turn.messages)
        for message in turn.messages:
            if message.role is Role.USER:
                answer = _short_answer(message, asked)
                if answer:
                    confirmed.append(answer)
                    continue
                for unit in _units(message.content):
                    _sort(unit, answered, goals, confirmed, pending, preferences)
            elif message.role is Role.ASSISTANT:
                confirmed += [_tidy(s) for s in sentences(_plain(message.content)) if _DONE.search(s)][:2]
                asked = _last_question(message.content)
    return Reading(
        goals=_distinct(goals),
        confirmed=_distinct(confirmed),
        pending=_distinct(pending),
        preferences=_distinct(preferences),
    )


def _sort(
    unit: str, answered: bool, goals: list[str], confirmed: list[str], pending: list[str], preferences: list[str]
) -> None:
    """Put one sentence of the user's where it belongs; most belong nowhere."""
    own = QUOTED.sub(" ", unit)  # what others like, and what is to be translated, is no wish of the user's
    question = _QUESTION.search(unit) is not None
    wants = _GOAL.search(own) is not None
    prefers = not question and _PREFERENCE.search(own) is not None and _SELF.search(own) is not None
    if prefers and not _GOAL.search(_POLITELY.sub("", own)):  # "keep it brief, please" sets no goal
        preferences.append(unit)
        return
    asks = question or wants
    if (asks and not answered) or (not question and _TODO.search(unit)):
        pending.append(unit)
    if wants and not (question and _ASKS.match(unit)):
        goals.append(unit)
    elif question:
        return
    elif prefers:
        preferences.append(unit)
    elif worth(unit) >= 2:
        confirmed.append(unit)


@memo(4096)
def worth(unit: str) -> int:
    """How much a plain statement is worth keeping: decisions, facts with figures, the user's own events."""
    score = 0
    if _DECISION.search(unit):
        score += 2
    if _SELF.search(unit):
        score += 1
    if _NUMBER.search(unit):
        score += 1
    if _EVENT.search(unit):
        score += 1
    if _HEALTH.search(unit):
        score += 2
    if _FEELING.search(unit):
        score -= 2
    if _MOOD.search(unit):
        score -= 1
    if len(terms(unit)) < 5:
        score -= 1
    return score


def _plain(text: str) -> str:
    """A message without code blocks and quoted lines, its beginning and its end."""
    if len(text) > READ + READ_END:
        text = f"{text[:READ]}\n{text[-READ_END:]}"
    return _QUOTED_LINE.sub(" ", _CODE.sub(" ", text))


def _longest(text: str) -> int:
    return LONGEST if has_han(text) else 2 * LONGEST


def _units(text: str) -> list[str]:
    """The sentences of a message that can stand alone; a long one in pieces of whole clauses."""
    units: list[str] = []
    for sentence in sentences(_plain(text)):
        sentence = _tidy(sentence)
        if len(sentence) <= _longest(sentence):
            units.append(sentence)
            continue
        piece = ""
        for clause in clauses(sentence):
            joint = "，" if has_han(clause) else ", "
            if piece and len(piece) + len(clause) > _longest(sentence):
                units.append(piece)
                piece = ""
            piece = f"{piece}{joint}{clause}" if piece else clause
        units.append(piece)
    return [unit for unit in units if SHORTEST <= len(unit) <= 2 * _longest(unit)]


def _tidy(sentence: str) -> str:
    """The sentence without leading filler and without its full stop; question marks stay."""
    bare = _FILLER.sub("", sentence.strip()).strip()
    bare = " ".join(bare.split())
    return bare.rstrip("。.!！；;，,～~ ") or sentence.strip()


def _last_question(text: str) -> str:
    last = next(reversed(sentences(_plain(text))), "")
    return _tidy(last) if _QUESTION.search(last) and len(last) <= _longest(last) else ""


def _short_answer(message: Message, asked: str) -> str:
    """The assistant's question with the user's short answer to it, which alone would say nothing."""
    text = message.content.strip()
    few = len(text) <= 14 if has_han(text) else len(text.split()) <= 7
    if not asked or not few or not text or _QUESTION.search(text):
        return ""
    if _FEELING.search(text) and not _CHOICE.search(text):
        return ""
    return f"{asked} {_strip(text)}" if not has_han(asked) else f"{asked}{_strip(text)}"


def _strip(text: str) -> str:
    return text.rstrip("。.!！～~ ")


def _distinct(items: Iterable[str]) -> tuple[str, ...]:
    kept: list[str] = []
    for item in items:
        if any(same_matter(item, other) for other in kept):
            kept = [other for other in kept if not same_matter(item, other)]
        kept.append(item)
    return tuple(kept)


@memo(4096)
def _terms(text: str) -> frozenset[str]:
    return frozenset(terms(text))


def same_matter(one: str, other: str) -> bool:
    """Whether two items speak of the same: nearly the same terms, or the same figure measured again."""
    first, second = _terms(one), _terms(other)
    if not first or not second:
        return fold(one) == fold(other)
    common = len(first & second)
    if common >= 0.8 * min(len(first), len(second)) and common >= 0.6 * max(len(first), len(second)):
        return True
    words, others = _words(first), _words(second)
    if len(words) == len(first) or len(others) == len(second) or not words or not others:
        return False
    return len(words & others) >= 0.5 * len(words | others)


def _words(found: frozenset[str]) -> frozenset[str]:
    return frozenset(term for term in found if not term[0].isdigit())


def still_open(item: str, later: str) -> bool:
    """Whether nothing said later takes the item up again."""
    wanted = set(terms(item))
    return not wanted or len(wanted & set(terms(later))) < 0.6 * len(wanted)


_RUN = regex(f"[{HAN}]+|[A-Za-z][A-Za-z0-9+#.-]*(?: [A-Za-z][A-Za-z0-9+#.-]*)*")
_BREAKERS = frozenset("的了吗呢吧啊呀着得很就都也还又您你我他她它这那请把被哪几怎")  # never inside an expression
_EDGES = frozenset(
    "是在有和与及或太更最会能可要想让给对从到为以之其些点下上中里么如何一二三四五六七八九十不没去来做吃看用说过地但而且因所然后"
    "现时候天日月年周每次种样比较非常当已经应该需们个只自己大多少"
)
_COMMON_HAN = """
感觉 觉得 注意 选择 时间 问题 东西 方面 事情 情况 建议 推荐 喜欢 知道 告诉 开始 继续 希望 准备 需要 明白 可能 特别
适合 方法 合适
今天 明天 昨天 最近 目前 保持 增加 减少 完全 重新 尝试 相关 具体 参考 怎么 帮忙 谢谢 好像 真的 发现 出现 提供 进行"""
_COMMON_LATIN = """
please thank thanks give tell know like need want recommend suggest suggestion suggestions advice help something
anything things thing good great really would could should also some more much many time times day days week weeks
today
tomorrow month year going make made get got take feel think very well just still even maybe other another first next
last new bit lot based try now eat use way kind sure any one two three have been much little keep start
again back since them long short brief shift usually actually technically really literally basically quickly honestly answer answers question questions"""
_COMMON = frozenset(_COMMON_HAN.split()) | frozenset(_COMMON_LATIN.split())


def topic_words(said: Sequence[str], answered: Sequence[str], most: int = 4) -> list[str]:
    """What the talk is about: expressions of the user's that come back, the most frequent first."""
    own: Counter[str] = Counter()
    for text in said:
        own.update(set(_expressions(fold(text[:READ]))))
    everything = "\n".join(fold(text[:READ]) for text in answered)
    weight = {word: 2 * times + min(4, everything.count(word)) for word, times in own.items()}
    likely = [word for word in own if own[word] >= 2 or weight[word] >= 5]
    likely.sort(key=lambda word: (-weight[word] - 2 * _length(word), word))
    chosen: list[str] = []
    for word in likely[:60]:
        if not any(word in other or other in word for other in chosen):
            chosen.append(word)
        if len(chosen) == most:
            break
    everything = "\n".join(said)
    return [_as_written(word, everything) for word in chosen]


def _as_written(word: str, text: str) -> str:
    """The expression in the letters that the user wrote it in."""
    if not word.isascii():
        return word
    match = re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)
    return match.group() if match else word


def _length(word: str) -> int:
    """How much longer than the shortest an expression is: longer ones say more."""
    return min(len(word), 4) - 2 if not word.isascii() else word.count(" ")


def _expressions(text: str) -> Iterable[str]:
    """Words of Latin script and pairs of them, and two to four Han characters that begin and end on content."""
    for match in _RUN.finditer(text):
        run = match.group()
        if run[0].isascii():
            yield from _latin(run.split())
            continue
        for size in (4, 3, 2):
            for start in range(len(run) - size + 1):
                piece = run[start : start + size]
                if piece[0] in _EDGES or piece[-1] in _EDGES or _BREAKERS & set(piece):
                    continue
                if not any(piece[i : i + 2] in _COMMON for i in range(size - 1)):
                    yield piece


def _latin(words: Sequence[str]) -> Iterable[str]:
    content = [word.rstrip(".-") for word in words]
    fits = [len(word) > 2 and word not in _COMMON and bool(terms(word)) for word in content]
    for place, word in enumerate(content):
        if fits[place]:
            yield word
            if place and fits[place - 1]:
                yield f"{content[place - 1]} {word}"
