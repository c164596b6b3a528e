"""The words without which nothing is taken for an order in words that no pattern knows."""

from __future__ import annotations

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.policy.tables.removal import ERASE_EN, GONE_EN, LOOSE_EN, MIND_EN

# However much a vector looks like an order. Much else has these words too, about every tenth thing that is said.
CUE = regex(
    rf"\b(?:{MIND_EN}|{ERASE_EN}|{LOOSE_EN}|{GONE_EN})\b|\bun(?:-[a-z]+|(?:hear|kn[eo]w|see|sav|stor|pick|remember|learn|not(?:e|ice)|tell|told|say|said|read|record|writ|keep|do(?:ne)?\b)[a-z]*)"
    r"|(?:\b(?:do|does|did|need|should|must|is|was|were|are|ai|ca|wo|would|could)(?:n'?t| not)|\b(?:never|no longer|not|stop|quit|cease|avoid|without|nothing|none|empty|no|sooner|rather|better)\b)"
    r".{0,40}\b(?:remember|stor|sav|keep|kept|hold|held|retain|record|kn[eo]w|hav|hang|note|log|track|memor|sit|belong|stay|carry|notes|told|heard|tell|on file|from me)"
    r"|\b(?:keep|kept|leave|store|retain|remember) (?:nothing|none|no )|\b(?:well|so|please),? (?:don'?t|do not)\b(?! [a-z])"
    r"|\b(?:out|off|away|gone|rid|shot of|forgot(?:ten)?|dispense|disappear|vanish|fade|slip|reset|clean slate|blank|redact\w*|expunge\w*|deletion|erasure|revoke|withdraw\w*|take (?:it |that )?back|pretend|as if|as though|never (?:came|happened|told|knew|was)|none of your|no (?:trace|record|note|need)|yeet|trim|rub|blot|stranger)\b"
    r"|\b(?:can|may|must|should|could|(?:has|have|needs?) to|everything|entry|one|bit|part|thing|stuff)(?: all| just)? goe?s?\b|\bstop carrying\b"
    r"|[忘删清抹擦涂消销撤除丢扔倒撕抠揭剔埋揩]|[去拿划勾移减剪退][掉走去了出开场]|(?:[别勿甭莫唔不没未]|停止)[^，。！？]{0,10}[记存留知录收入写]|作废|注销|格式化|失忆|下[架线]|清零|重置|不算|不[要必想]|一[条字笔]不|没[了喽听说讲提]|没必要|没有|取消|收回|当[作我你没]|空白|名除|处理掉|焚"
)

# What says that memory is spoken of, and not a thing: it, what is known, what was told.
OF_MEMORY = regex(
    r"\bmemor(?:y|ies)\b|\byour (?:notes?|records?|head|mind|files?|books|system)\b|\b(?:my|your) profile\b|\b(?:on|off) (?:file|(?:the |your )?records?)\b|\bun-?(?:hear|know|remember|learn|sav|stor|not)"
    r"|\b(?:you|u)(?:'ve| have)? (?:\w+ )?(?:know|kn[eo]w|have|had|got|keep|kept|remember|stor|sav|pick|learn|gather|hold|heard)|\b(?:remember|store|keep knowing|no longer remember|forget)\b"
    r"|\bi (?:just |recently |ever |once )?(?:told|said|mentioned|shared|confided|confessed|gave you)\b|\btell(?:ing)? you\b"
    r"|\b(?:want|like) (?:it|that|this|them|any of it) (?:stored|saved|kept|remembered|recorded|on file)\b|\b(?:trace|record)s? of (?:it|that|this|them)\b|记忆|从你|从(?:脑|记录|档案|心)|一[条字个笔件](?:都|也)?(?:不要|不用|别|甭|勿)再?[留记存]|你(?:的)?(?:那[边儿里]|这[边儿里]|手[上里]|脑|心里|肚|本子|档案|记录)|你(?:[还都也咋]?)(?:记|存|知道|保留|留着|了解|晓得|不知道)|(?:跟|和|对|告诉|同)(?:过)?你|我[^，。！？]{0,6}(?:说|讲|提)(?:过|的)|[别勿甭莫唔不]再?(?:记|存|知道|保存|保留|收录|入库)|忘(?:了|掉|记|光)"
)


def folded(text: str) -> str:
    """A message as orders are looked for in it."""
    return shadow(text).replace("’", "'")
