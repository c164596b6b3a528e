"""Orders to forget and questions about what is known, said outright in English."""

from __future__ import annotations

import re

from jiyi.language.regex import regex
from jiyi.policy.orders.kinds import Order

FROM_MEMORY_EN = regex(r"\bfrom (?:your |the )?(?:memory|memories|records|database|notes|system|storage)\b")
# Orders in other words: `x` is what shall be forgotten.
UNSAID_EN = (
    regex(
        r"\bpretend (?:that )?i (?:never|didn't|did not) (?:ever )?(?:told?|tell|mention(?:ed)?|said|say)(?: to)?(?: you)?(?: about)? (?P<x>[^.!?;]{2,60})"
    ),
    regex(
        r"\b(?:take|get|cut) (?P<x>[^.!?;]{2,60}?) out of (?:your|the) (?:memory|memories|records|notes|database|head)\b"
    ),
    regex(r"\b(?:make|keep) no (?:records?|notes?|memor(?:y|ies)) of (?P<x>(?:my|our|where i|what i)\b[^.!?;]{2,60})"),
    regex(r"\bstop (?:keeping track of|tracking|logging|noting) (?P<x>my\b[^.!?;]{2,60})"),
    regex(
        r"\bi(?:'d| would)? (?:want|need|like) (?P<x>my\b[^.!?;,]{2,40}?|everything about [^.!?;,]{2,40}?) (?:to be )?(?:deleted|erased|forgotten|wiped|purged)\b"
    ),
    regex(
        r"\bwithdraw(?:ing)?(?: my)? consent (?:for you )?to (?:you )?(?:stor(?:e|ing)|keep(?:ing)?|remember(?:ing)?|retain(?:ing)?|sav(?:e|ing)) (?P<x>[^.!?;]{2,60})"
    ),
    regex(
        r"\b(?P<x>(?:what i (?:told|said)|where i|who i|how (?:much|old|tall) i)\b[^.!?;,]{2,60})[,;—-]+ ?(?:so )?(?:please )?(?:just )?(?:forget|erase|delete|wipe) (?:it|that)\b"
    ),
    regex(
        r"\b(?:never|don't|do not|stop) mention(?:ing)? (?P<x>[^.!?;,]{2,40}?)(?: again| anymore| any more| ever again)?(?:,| and|;) ?(?:please )?(?:just )?(?:forget|erase|delete) (?:about )?(?:her|him|them|it|that)\b"
    ),
    regex(r"^(?P<x>my [a-z' -]{2,24}?)\s?[:,—-]+ ?(?:please )?(?:just )?forget (?:about )?(?:him|her|them|it)\b"),
)
TASK_EN = regex(
    r"\b(?:files?|folders?|director(?:y|ies)|paragraphs?|sentences?|lines?|rows?|columns?|cells?|code|comments?|functions?|variables?|spaces?|commas?|duplicates?|documents?|docs?|text|"
    r"(?<!your )notes?|bullets?(?! points?)|sheets?|my voice|guest list|e-?mails?|inbox|photos?|pictures?|images?|videos?|posts?|tweets?|branch(?:es)?|repo(?:sitory)?|database|tables?|records? from|cache|cookies|logs?|apps?|accounts?|calendar|events? from|"
    r"alarms?|reminders?|tasks?|todos?|cart|desktop|disk|drive|partition|section|chapter|slides?|page|footer|header|essay|letter|draft|resume|cv|bug|test|package|dependency|container|"
    r"image|index|string|list|array|element|item|key from|line|word|browser|playlist|song|subscription|profile picture|bookmark|contact from|friend|order \d|whiteboard|blackboard|drawing|sketch|node|class|method|endpoint|script|commit|ticket|issue|script|spreadsheet|css|html|json|csv|sql|python)s?\b"
)
OPEN_EN = r"(?:^|[,:;.—-]\s*|\b(?:please|pls|kindly|can you|could you|would you|will you|can u|could u|would u|i want you to|i'd like you to|i would like you to|i need you to|you can|you should|you may|you must|just|and|then|also|now|ok|okay|hey|so|actually|sorry|well|alright|go ahead and|want you to|like you to|need you to|asked you to|make sure (?:you|to)|help me)\s+)"
NOT_EN = regex(
    r"\b(?:don't|do not|dont|never|didn't|did not|won't|can't|cannot|couldn't|not|shouldn't)\s+(?:you\s+|ever\s+|please\s+)?(?:forget|delete|erase|wipe|remove|clear)\b|\bnot to forget\b|\bforget[ -](?:me[ -])?not\b|\bforget what (?:the|this|that|he|she|they|it|everyone|people|my [a-z]+) (?:[a-z]+ )?(?:says?|said|tells?|thinks?)\b"
    r"|\b(?:how|why|what if|when|where|if i|if you|whether|suppose|imagine)\b[^,.]{0,30}\b(?:forget|delete|erase|wipe|remove|clear|remember)\b|\b(?:did|do|does|have|had|are|were) (?:you|i|we|they|he|she|people)\b(?! (?:mind|need))[^,.]{0,12}\b(?:forget|forgotten|delete)|\blet's\b|\bif i (?:asked|told|wanted) you\b|\bfor (?:now|a (?:moment|second|minute|while))\b|\btranslate\b|\bwrite (?:a|an|me)\b|\bhow (?:do|to|can)\b"
)
VERBS_EN = r"(?P<verb>forget|unremember|unlearn|reset|delete|erase|remove|wipe|clear|purge|scrub|drop|discard|get rid of|throw away)(?: out| away| off)?"
REMOVING_EN = rf"{VERBS_EN}|\b(?:forgett|delet|eras|remov|wip|purg|clear|scrubb|dropp)ing\b"
ORDER_EN = regex(
    rf"{OPEN_EN}{{1,3}}(?:completely |permanently |totally |also |all |just |please )?{VERBS_EN}(?:\s+(?P<x>[^.!?\n;]{{1,120}}))?"
)
KEEP_EN = regex(
    rf"(?:{OPEN_EN}{{1,3}}(?:don't|do not|dont|never|stop|no need to|quit)\s+|\bi (?:don't|do not|dont) want you to\s+|\b(?:could|can|would|will) (?:you|u) (?:please )?not |\bi(?:'d| would) (?:rather|prefer)(?: that| if)? you (?:didn't|don't|did not|not) |\byou (?:(?:don't|do not) (?:need|have) to|needn't|shouldn't|should not|must not) (?=[^?]*$))"
    r"(?:ever |please |keep )?(?P<verb>remember(?:ing)?|memori[sz]e|memori[sz]ing|stor(?:e|ing)|sav(?:e|ing)|keep(?:ing)?|record(?:ing)?|retain(?:ing)?|hold(?:ing)? on ?to|not(?:e|ing))\b(?:\s+(?P<x>[^.!?\n;]{1,120}))?"
)
ABOUT_EN = regex(
    r"\b(?:about|regarding|concerning|related to|relating to|to do with|on the subject of|involving)\s+(?P<x>.+)$"
)
TOLD_EN = regex(
    r"\b(?:i|we)(?:'ve| have)?(?: just| ever| once)? (?:told|said|mentioned|shared|gave|wrote|sent|typed)|\byou(?:'ve| have)? (?:know|remember|have|stored|saved|learned|learnt|got|noted|recorded|keep)|\bmemor(?:y|ies)\b|\bthe fact that\b"
)
LAST_EN = regex(
    r"^(?:(?:about )?(?:that|this|it)(?: one| message| last (?:one|message|bit|part|thing)| bit| part| please| for me| down| anywhere)?|(?:the|my|that) (?:last|previous) (?:thing|message|bit|part|sentence|one|line)(?: i (?:said|sent|wrote|told you))?"
    r"|(?:what|everything|the thing|whatever|anything) (?:that )?i(?:'ve)? (?:just )?(?:said|told you|wrote|sent|mentioned|typed)(?: just now| a (?:moment|minute|second) ago| earlier| before| right now)?|what i just [a-z]+)$"
)
SESSION_EN = regex(
    r"\b(?:this|our|the current|today's|the whole|this whole|this entire|the entire)\s(?:whole |entire |current )?(?:conversation|chat|session|discussion|dialogue)\b"
)
ALL_EN = regex(
    r"^(?:(?:all|everything|anything|whatever|all of it|the lot|all the (?:things|stuff|data|info(?:rmation)?))(?: that)?(?: of)?(?: (?:you(?:'ve)? (?:know|remember|have|stored|saved|learned|learnt|got|ever learned|ever knew)|i(?:'ve)? (?:ever )?(?:told|said to|shared with) you))?(?: so far| already| ever| stored| saved)?(?: (?:about|on|of|regarding) (?:me|us|myself))?"
    r"|(?:all |everything )?about me|me|all memories|(?:all )?(?:of )?(?:your|my|the) (?:entire |whole |stored |personal |saved |long-term )?(?:memor(?:y|ies)|data|personal (?:data|information|info)|information|info|history|profile)(?: (?:of|about|on) me| you have| entirely| completely)?"
    r"|(?:all (?:the )?|any )?(?:data|information|info|facts|details|records|memories) (?:you(?:'ve)? (?:have|got|stored|saved|kept) )?(?:about|on|of) me)(?: (?:please|now|completely|permanently|entirely|for good|and start (?:over|fresh|again)|from (?:your )?(?:memory|database|system|storage)|right now|forever))*$"
)
ANOTHER_EN = regex(r"[, ]+(?:what|how) about\b.*$")  # "forget the dog, what about the cat?"
DEVICE_EN = regex(
    r"(?:my|our|the) (?:old |new |work )?(?:phone|laptop|computer|tablet|ipad|iphone|macbook|pc|server|usb(?: stick)?|sd card|whiteboard|glasses|windows?|counter|screen|shoes|nose|face|hands)(?: (?:please|now|clean|before .*|for .*|and .*))*$"
)
SQL_EN = regex(r"^from [a-z_]+ where |^\* from ")
# "Drop everything": without a word of memory this is said of all kinds of things.
BARE_ALL_EN = regex(r"^(?:all|everything|anything|whatever|all of it|the lot)(?: (?:please|now|right now))*$")
LOOSE_VERB_EN = regex(r"^(?:drop|clear|remove|lose|scrap|ditch|dump|cancel|get rid)")
ASK_EN = regex(
    r"\bwhat(?:'s| is| all)?(?: (?:exactly|else|things|info(?:rmation)?|facts|data|memories|details))?(?: (?:do|did|have|can|would|are))? you (?:currently |actually |already |really |still )?(?:know|remember|have|recall|store|stored|saved?|learn(?:ed|t)?|got|gathered|kept|keep|remembered|remembering|storing|recorded)(?: (?:on record|stored|saved|in (?:your )?memory|on file))?(?: (?:about|on|of|regarding) (?P<x>me|myself|us|my [a-z' -]{2,40}|our [a-z' -]{2,40}))\b"
    r"|\b(?:tell|show|list|give)(?: me)?(?: me)? (?:everything|all|what|anything|all the (?:things|facts|memories)|a list of (?:everything|what)|the (?:things|facts|memories))(?: that)? you(?:'ve)? (?:know|remember|have|stored|saved|learned|learnt|got)(?: (?:stored|saved))?(?: (?:about|on|of) (?P<y>me|my [a-z' -]{2,40}))?"
    r"|\b(?:show|list|see|display|view)(?: me)?(?: all)?(?: of)? (?:my|your) memories\b|\bwhat(?:'s| is) in your memory\b|\bwhat memories do you have\b|\bhow much do you (?:know|remember) about me\b|\bhow well do you know me\b|\b(?:which|what) [a-z]{3,12} (?:do|have|did) you (?:have|keep|store|hold|saved?|stored|kept|learned|recorded) (?:about|on|of) me\b|\bdo you (?:know|remember|have|store) (?:anything|something|things|much|any[a-z ]{0,14}) (?:about|on) me\b|\bwhat (?:have|did) i (?:told|tell|said|say)(?: to)? you about (?P<z>me|myself|my [a-z' -]{2,40})\b"
)
LEAD_EN = regex(
    r"^(?:(?:all|everything|anything|whatever|what|the (?:stuff|things?|fact|information|info|details|part|bit|memor(?:y|ies))|any(?: of)?|all of|all the|every (?:mention|trace|record)|(?:any |all )?(?:mentions?|traces?|records?|memor(?:y|ies)|details|information|info|data|facts?|notes?)|that|it|of|i|we|you|you've|i've|have|has|had|know|remember|stored|saved|told|said|mentioned|shared|gave|wrote|confessed|admitted|revealed|just|ever|to|you|me|so|far|earlier|before|yesterday|about|re:?|regarding|on|concerning|related|relating|is|are|was|my|our|the|this|with)\s+)+"
)
TAIL_EN = regex(
    r"(?:[\s,]+(?:lol|lmao|haha+|tbh|asap|dear|mate|please|pls|now|anymore|any more|again|for good|completely|entirely|permanently|thanks|thank you|ok|okay|right away|immediately|at all|too|as well|forever|from (?:your |my |the )?(?:memory|memories|records|database|system|storage|notes|files|profile|history)|in (?:your )?memory|(?:that )?i (?:told|mentioned|shared|gave|said)(?: to)?(?: you)?|(?:that )?you(?:'ve)? (?:know|remember|have|stored|saved)|stuff|information|info|details|data))+$"
)


def english(sentence: str) -> Order | None:
    asked = ASK_EN.search(sentence)
    if asked is not None and not re.search(REMOVING_EN, sentence[: asked.start()]):
        topic = topic_en(next((part for part in asked.groups() if part), ""))
        return Order(kind="ask", scope="about" if topic else "all", about=topic)
    for pattern in UNSAID_EN:
        if (match := pattern.search(sentence)) is not None:
            return _scoped_en(match["x"], "forget", stopped=True) or _about_en(match["x"])
    keep = KEEP_EN.search(sentence)
    if keep is not None and not re.search(r"\bwhy\b", sentence[: keep.start() + 1] + sentence[:12]):
        found = _kept_en(keep)
        if found is not None:
            return found
    if NOT_EN.search(sentence):
        return None
    match = ORDER_EN.search(sentence)
    if match is None or not match["x"]:
        return None
    return _scoped_en(ANOTHER_EN.sub("", match["x"]), match["verb"])


NAMED_EN = regex(
    r"^(?:please |pls |just |now |ok,? |and )*forget (?P<x>[a-z][a-z'’.-]+(?: [a-z][a-z'’.-]+)?)(?: please)?[.!]*$"
)


def named(sentence: str, original: str) -> Order | None:
    """ "Forget Tom." `original` is the sentence as it was written: a name has a capital."""
    match = NAMED_EN.match(sentence)
    if match is None or len(original) != len(sentence):
        return None
    written = original[match.start("x") : match.end("x")]
    if not all(word[:1].isupper() for word in written.split()) or original.isupper() or LAST_EN.match(match["x"]):
        return None
    return Order(kind="forget", scope="about", about=match["x"])


def _about_en(words: str) -> Order | None:
    topic = topic_en(words)
    return Order(kind="forget", scope="about", about=topic) if topic else None


def _kept_en(keep: re.Match[str]) -> Order | None:
    """ "don't remember that", "stop remembering my weight", "don't store what I said about my job"."""
    words = (keep["x"] or "").strip()
    mind = keep["verb"].startswith(("rememb", "memori"))
    if not words:
        return None
    if not mind and not (
        LAST_EN.match(_trimmed_en(words))
        or SESSION_EN.search(words)
        or TOLD_EN.search(words)
        or ABOUT_EN.search(words)
        or re.match(
            r"(?:(?:a |any |the )?(?:records?|notes?|memor(?:y|ies)) of )?(?:my|any of my|our|where i|what i)\b", words
        )
    ):
        return None
    if re.match(
        r"(?:to\b|seeing|saying|(?:when|where|how)\b(?! (?:i|my|we)\b)|going|being|having|if|in mind|track|going|it secret|quiet|calm|me waiting|up\b)",
        words,
    ):
        return None
    return _scoped_en(words, "forget" if mind else "delete", stopped=True)


def _trimmed_en(words: str) -> str:
    for _ in range(3):
        words = TAIL_EN.sub("", " " + words.strip(" ,.!?")).strip()
    return words


def _scoped_en(raw: str, verb: str, stopped: bool = False) -> Order | None:
    """What the object of an order means. "forget" needs no word for memory; "remove" and the like need one."""
    mind = verb in ("forget", "unlearn", "unremember")
    words = raw.strip(" ,.!?")
    if SESSION_EN.search(words):
        return Order(kind="forget", scope="session")
    if ALL_EN.match(words):
        return None if BARE_ALL_EN.match(words) and LOOSE_VERB_EN.match(verb) else Order(kind="forget", scope="all")
    bare = _trimmed_en(words)
    if LAST_EN.match(bare) or LAST_EN.match(words):
        idle = re.match(r"(?:about )?(?:that|this|it)(?: please| for me)?$", bare) is not None
        written = not mind and not stopped and re.search(r"\b(?:said|told|mentioned|messages?|sent)\b", words) is None
        return None if (idle and not stopped) or written else Order(kind="forget", scope="last")
    if not _of_memory(words, verb):
        return None
    about = ABOUT_EN.search(words)
    head = topic_en(words[: about.start()]) if about is not None else ""
    topic = " ".join(part for part in (head, topic_en(about["x"] if about is not None else words)) if part)
    if not topic:
        whole = about is not None and re.match(r"(?:me|us|myself)$", _trimmed_en(about["x"])) is not None
        return Order(kind="forget", scope="all") if whole else None
    return Order(kind="forget", scope="about", about=topic)


def _of_memory(words: str, verb: str) -> bool:
    """Whether the object of a verb is something remembered, rather than something that one works on."""
    told = TOLD_EN.search(words) is not None
    if TASK_EN.search(words) and not told:
        return False
    if told or FROM_MEMORY_EN.search(words):
        return True
    about = ABOUT_EN.search(words) is not None
    if verb in ("forget", "unlearn", "unremember"):
        return (
            about
            or re.search(r"\b(?:my|our)\b|^(?:that |where |what |who |how |when )?(?:i|we|my)\b", words) is not None
        )
    if DEVICE_EN.match(words) or SQL_EN.search(words):
        return False
    if verb in ("delete", "erase", "wipe", "purge", "scrub"):
        return re.search(r"\b(?:my|our)\b|^(?:what|which|where|who|how|when)\b.*\b(?:i|we)\b", words) is not None or (
            about and re.match(r"(?:all|every|any|what|the)", words) is not None
        )
    return (about and re.match(r"(?:all|every|any|what|the info)", words) is not None) or (
        verb == "remove"
        and re.match(r"my (?:home )?(?:address|birthday|age|weight|height|salary)\b", words) is not None
    )


_NO_TOPIC_EN = regex(r"(?:from|in|on|of|about|off|out|to|with|at|for|by)(?: (?:memory|there|here))?")


def topic_en(raw: str) -> str:
    """The topic's own words: "what i told you about my salary, please" → "salary"."""
    topic = LEAD_EN.sub("", _trimmed_en(raw) + " ").strip(" ,.!?'")
    if _NO_TOPIC_EN.fullmatch(topic):
        return ""
    return "" if topic in ("me", "us", "myself", "it", "that", "this", "everything", "all", "you") else topic
