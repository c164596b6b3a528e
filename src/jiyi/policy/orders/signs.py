"""What can be seen of a message without knowing what it is about: signs for the learned witness of orders to forget.

They say how it speaks: of removing, of not keeping, of what is known and was told; as a wish, a question, a task, a
tale of somebody, a quotation. `models/orders.py` weighs them together with the message's vector.
"""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.orders.cues import folded
from jiyi.policy.orders.patterns import by_patterns
from jiyi.policy.tables.removal import (
    ERASE_EN,
    ERASE_ZH,
    GONE_EN,
    KEEP_EN,
    LOOSE_EN,
    LOOSE_ZH,
    MIND_EN,
    MIND_ZH,
    NEVER_EN,
)

_SIGNS = (
    regex(rf"\b(?:{MIND_EN})\b|{MIND_ZH}"),
    regex(rf"\b(?:{ERASE_EN})\b|{ERASE_ZH}"),
    regex(rf"\b(?:{LOOSE_EN})\b|{LOOSE_ZH}"),
    regex(rf"\b(?:{NEVER_EN}) (?:[a-z]+ ){{0,2}}(?:{KEEP_EN})\b|[别勿甭莫唔不][要必用好想再许准]{{0,2}}[^，。！？]{{0,6}}[记存留知录]"),
    regex(rf"\b(?:{GONE_EN})\b"),
    regex(r"\b(?:out|off|away)\b|[掉走去出][了吧]?(?:$|[，。！!,.])"),
    regex(r"\bpretend|\bas if\b|\b(?:never|didn't|not) (?:heard?|told?|mention(?:ed)?|said|say)\b|当(?:作|我|你)?.{0,3}(?:没|不)"),
    regex(r"\bmemory\b|\bmemories\b|\byour (?:notes?|records?|head|mind|files?|books|list|system)\b|\bprofile\b|\bon (?:file|record)\b|记忆|你(?:的)?(?:那|这|手|脑|心|肚|本|档|记录|笔记)|从你"),
    regex(r"\b(?:you|u)(?:'ve| have)? (?:know|knew|have|had|got|keep|kept|remember|stor|sav|note|pick|learn|gather|hold)|你(?:[还都也咋]?)(?:记|存|知道|留|了解|晓得)"),
    regex(r"\bi (?:just |recently |ever |once )?(?:told|said|mentioned|shared|confided|gave|confessed|brought up|ranted)\b|\btell(?:ing)? you\b|(?:跟|和|对|告诉|同)你|我(?:刚|前面|上次|昨晚|之前)?(?:才|刚)?(?:说|讲|提|发)(?:的|过)"),
    regex(r"\b(?:you|u|your|ya)\b|[你您儂]"),
    regex(r"\b(?:my|our)\b|我[^，。！？]{0,6}的|[我俺]"),
    regex(r"^(?:i|i'm|i've|we|we're|we've)\b|^[我俺]"),
    regex(r"[?？]\s*$|[吗么呢]\s*$"),
    regex(r"^(?:how|why|what|when|where|who|which|is|are|was|were|do|does|did|have|has|should|if|suppose|would they|will)\b|怎么|如何|怎样|为什么|是不是|会不会|有没有|多久|哪|谁|啥|什么时候"),
    regex(r"^(?:please |pls |hey |so |ok )*(?:can|could|would|will|may) (?:you|u|ya|i|we)\b|能不能|可不可以|能否|可否|可以[^，]{1,12}吗|能[^，]{1,12}[吗不]"),
    regex(r"\bplease\b|\bpls\b|\bkindly\b|\bthanks\b|\bcheers\b|请|麻烦|拜托|劳驾|求|帮我|给我|谢谢|烦请|唔該|恳请"),
    regex(r"\b(?:don'?t|do not|never|not to|let me|didn'?t) (?:you dare |ever )?(?:forget|delete|erase|lose|drop|wipe|remove)|[别不勿没][要能会许想]?(?:忘|删|清|丢|弄丢)"),
    regex(r"\b(?:files?|folders?|paragraphs?|sentences?|lines?|rows?|columns?|code|comments?|functions?|duplicates?|documents?|text|slides?|photos?|pictures?|posts?|tables?|cache|apps?|calendar|alarms?|reminders?|essay|letter|cv|resume|list|recipe|background|branch|commit|git|sql|emails?|app|draft|chart|column)\b"
          r"|文件|文档|段|行|列|表格|代码|函数|评论|图|照片|水印|背景|邮件|文章|数据库|标点|句子|链接|脚本|目录|缓存|名单|简历|作文|信里|稿|菜|群|朋友圈|微信|闹钟|会议|订阅|公告"),
    regex(r"[\"“”「」『』《》`]"),
    regex(r"\b(?:write|translate|story|novel|song|lyrics|role-?play|proofread|summari[sz]e|email|draft|hyphen|app|gdpr)\b|翻译|写(?:一|个|封|段)|故事|小说|歌|造句|英文|演|台词|词"),
    regex(r"\b(?:he|she|they|it|we|nobody|somebody|someone|people|my [a-z]+|the [a-z]+)(?:'s|'ve| has| have| had| just| also| never)? (?:[a-z]+ed|forgot|lost|threw|took|cut|gave|got|left|told|said|went|wants?|deletes?|forgets?)\b|[他她它]|(?:医生|老师|老板|老婆|老公|妈|爸|孩子|室友|同事|系统|公司|大家|谁)[^，。]{0,6}[把给让叫说]"),
    regex(r"\bi(?:'ve|'m| have| had| just| always| keep| almost| nearly)? ?(?:forgot|forget|lost|lose|dropped|deleted|threw|removed|gave up|got rid|quit|left|sold|cleared|took|cut)\b|我(?:又|都|差点|老|总|刚|已经|昨晚|一)?(?:把[^，]{1,8})?(?:全|都|给)?(?:忘|删|丢|扔|卖|退|拉黑|烧|撤|清|擦|戒)"),
    regex(r"\b(?:told|asked|wants?|says?|said|begged|keeps telling) (?:me|us|him|her)\b|(?:说|让|叫|劝|求)我"),
    regex(r"\b(?:if|suppose|imagine|hypothetically|whether)\b|如果|要是|假如|假设|万一"),
    regex(r"\b(?:emojis?|tone|reply|replies|answers?|short|bullet|apologi[sz]\w*|call me|recommend\w*|bring up|mention|joke|remind\w*)\b|回答|表情|语气|推荐|叫我|称呼|别提|催|道歉|啰嗦"),
    regex(r"\b(?:wish|want|trying|tried|hard) (?:i could |to )(?:forget|erase|delete)|[想难][^，你]{0,6}忘|忘不[了掉]|难忘"),
    regex(r"^(?:please |pls |just |now |ok |so |hey |yo |can you |could you |would you |kindly )*(?:forget|delete|erase|remove|wipe|drop|lose|bin|clear|scrub|purge|strike|take|get|scrap|ditch|undo|cut|kill|pull|dump|toss)\b|^(?:请|麻烦|帮我|你|那|就|把|将|求你|快)*(?:忘|删|清|抹|擦|去掉|移|撤|划|取消)|把[^，。]{1,16}(?:忘|删|清|抹|擦|去|移|撤|划|消|注销|扔|丢|拿)"),
    regex(r"\b(?:remember|keep|save|note) (?:that|my|it|this|what)\b|^(?:记住|记得|记一下|帮我记)"),
    regex(r"\b(?:instead|new|now it'?s|changed|replace|update|actually it'?s)\b|改成|换成|新的|更新|改了"),
    regex(r"\b(?:should(?:n'?t| not) have|regret|wish i (?:hadn'?t|had not|never)|overshared|take (?:it )?back|changed my mind|none of your|secret|confidential|consent|private)\b|后悔|不该|嘴快|秘密|隐私|授权|同意|保密"),
)  # fmt: skip
_LONG_ZH, _LONG_EN = 24, 70  # characters of a message of middling length
_LONGEST = 3.0  # times as long; still longer ones count like it


def signs(text: str) -> tuple[float, ...]:
    """The signs of a message, what the patterns say of it among them, each from 0 to 1 but the last, its length."""
    seen = folded(text)
    found = by_patterns(text)
    han = has_han(seen)
    bits = (
        *(one.search(seen) is not None for one in _SIGNS),
        found is not None and found.kind == "forget" and found.certain,
        found is not None and found.kind == "forget" and not found.certain,
        han,
    )
    return (*map(float, bits), min(len(seen) / (_LONG_ZH if han else _LONG_EN), _LONGEST))
