"""The builds of clauses on whose meaning alone the second witness may be believed, and how sure it must be.

A plain lasting statement of the user's needs less, anything else that speaks of the user needs more; what points at
something said before, moods, plans of the moment and talk with the assistant are never kept on meaning alone.
"""

from __future__ import annotations

import re

from jiyi.language.normalize import sentences
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.extract.en_subject import FAR_WORDS, KIN_WORDS
from jiyi.policy.extract.frame import words
from jiyi.policy.extract.hollow import is_hollow
from jiyi.policy.extract.mention import is_of_a_thing
from jiyi.policy.extract.opinion import QUITE, Opinion
from jiyi.policy.tables import zh
from jiyi.records import Kind

PLAIN = 0.78  # probability of worth from which the witness is believed on a plain statement
LOOSE = 0.88  # … on a clause that only speaks of the user
PAST = 0.98  # … on what was done, without a time
EVENT = 0.93  # … on what happened, beside a time
ORDER = 0.90  # … on an order to the assistant, whose kind must be sure too
TOLD = 0.6  # … on a clause of the user's in a message that only tells something
TOLD_BARE = 0.85  # … and on one there that names nobody
TOLD_BARE_ZH = 0.75  # in Chinese nobody is named as a rule
LISTED = 0.85  # … on a catchword among others
GOES_ON = 0.5  # … on a clause that tells more of the one before it
NEVER = 2.0
SURE_KIND = 0.8
SURE_EVENT = 0.9  # … of an event without a time
LONGEST = 12  # words of a loose clause
KEEP_THEIRS = 0.9  # … where somebody else is spoken of, whom no frame understood
KEEP = 0.7  # probability from which a clause is kept on what it says, its form and its message together

_EN_PLAIN = regex(
    r"^(?:(?:i|we)(?:'ve| have)?(?: (?:also|only|still|always|usually|never|don't|do not|can't|cannot|mostly|sometimes|often|rarely|currently))*"
    r" (?!(?:will|would|could|should|can|might|may|must|need|want|wanted|hope|think|feel|felt|guess|know|knew|believe|appreciate|wish|see|saw|mean|meant|agree|get|got|keep|kept|love|like|had|went|made|ran|told|met"
    r"|took|was|were|came|did|do|found|find|gave|thought|wrote|said|talk|talked|ask|forgot|forget|left|learn|learned|just|even|really|all|both|totally|definitely|understand|remember|heard|hear|try|tried|try|miss|agree|doubt"
    r"|bet|promise|swear|gotta|last|click|clicked|paste|press|open|opened|have (?:to|a question|an? (?:idea|error|issue|problem))|been|\w+ed|\w+ing)\b)[a-z]+ \w+"
    r"|(?:i'm|i am|we're|we are) (?:a|an|the|from|one of|part of) \w+"
    r"|(?:my|our) (?!(?:question|point|code|idea|guess|order|package|day|days|bad|heart|mind|journey|words|thoughts|answer|essay|problem|issue|last|loved)\b)[\w' -]{2,30}? (?:is|are|has|have|can't|doesn't|lives?|works?|starts?|comes?|costs?|goes|takes|runs?|needs?|speaks?|uses?) (?!(?:so|really|very|too|being|getting|down|late|slow|great|awesome|amazing|important|everything|priceless|hard|tough|broken)\b)\w+)"
)
_EN_POINTS = regex(
    r"\b(?:you|your|yours|this|that|these|those|it|it's|them|they|he|she|him|there|so much|lately|thanks?|sorry|please|okay)\b"
)
_EN_OWN = regex(r"\b(?:i|i'm|i've|my|me|mine|we|we're|we've|our|us|myself)\b")
_EN_CHAT = regex(
    r"^(?:and |but |so |well )*(?:(?:i|we)(?:'ll|'d| will| would| could| should| might| may| can| must)\b(?! (?:rather|pick|choose|take))"
    r"|(?:i|we)(?: (?:just|really|also|still|even|only|do|don't|do not|can't|cannot|didn't|did not|don’t|totally|kind of))* (?:think|thought|guess|hope|wish|want|wanted|need|needed|feel|felt|know|knew|believe|see|saw|mean|meant|agree|get\b(?! up)|got (?:to|it|stuck|an error|lost|back)|understand|understood|remember|forgot|forget|heard|hear|try|tried|wonder|wondered|appreciate|doubt|bet|promise|swear|gotta|ask|asked|say|said|tell|told|talk|talked|learned|learnt|realized|realised|noticed|figured|click|clicked|paste|pasted|open|opened|run into|ran into|made|makes|look|looked|found|find|love (?:it|how)|went|woke|ate|slept|finished|spent|came|watched|read)\b"
    r"|(?:i'm|i am|we're|we are|i was|we were|(?:i|we)(?:'ve| have)(?: also| actually| really| just| recently)* been)(?: (?:just|really|actually|definitely|currently|specifically|particularly|so|very|still|a bit|a little|feeling|getting|kind of|pretty|quite|also|now|not|super|too|all))* (?:tired|hungry|bored|busy|sure|fine|ok|good|great|back|home|here|ready|done|late|lost|confused|stuck|happy|sad|glad|excited|angry|mad|upset|sick|cold|hot|sleepy|exhausted|thirsty|starving|kidding|joking|curious|wondering|looking|trying|thinking|going|gonna|about|talking|writing|reading|watching|waiting|having|getting|feeling|seeing|calling|using|doing|making|leaving|coming|running|worried|nervous|stressed|proud|thankful|grateful|impressed|hoping|saying|asking|better|overwhelmed|tempted|keen|inspired|meaning|all set|torn|planning (?:to|on)|interested in|intrigued|open to|after|off|swamped|considering|eager|determined|on (?:the|my) (?:bus|train|way|phone)|at (?:the|my|a))\b"
    r"|(?:my|our) (?:character|hero|heroine|protagonist|novel|story|question|point|code|idea|guess|order|package|day|bad|heart|mind|words|thoughts|answer|essay|problem|issue|phone (?:just|is dead|died)|internet|wifi|screen|program|script|app|test|tests|build|function|query|computer (?:is|just)|head)\b"
    r"|(?:i've|i have|we've|we have) (?:also |never |only |already )*(?:heard|seen|noticed|read about|been told)\b|i was (?:a )?\w+$|gonna |i wanna |(?:i|we) used to |(?:i'm|i am) not (?:from|in|at|an?|the|called) |i love (?:the|all the) |(?:i'm|i am|we're|we are)(?: (?:just|still|also|definitely|always|now|currently))* (?!living|working|studying|training|learning|raising|teaching)\w+ing\b|(?:my|our) (?:own |time |old |first )?(?:\w+ ){0,2}?\w+$|(?:my|our) (?:own|time|old) |i do\b|both |just |let me|let's|let us|one of the|how |what |why |when |where |who )"
)
# Talk about feelings and life in general, which sounds like a taste.
_EN_VAGUE = regex(
    r"\b(?:really|super|awesome|amazing|rewarding|journey|us|our own|each other|helps?(?: me)?|feel|feels|feeling|great|always (?:been|trying|down)|keep(?:s|ing)? (?:me|us|on)|impact|especially|as|sounds?|back in|wanna|one day|might|the idea|progress)\b"
    r"|^(?:having|seeing|being|getting|going|thinking|talking|knowing|working|making|taking|trying|helping|believing|winning|losing|finding|looking|or|met|especially|never|also|nothing|by)\b"
)
_EN_THEIRS = regex(
    rf"\b(?:my|our) (?!(?:whole |entire |own )?(?:family|body|skin|stomach|gut|throat|household))[a-z]+(?: [a-z]+)? (?:hates?|loves?|likes?|swears? by|prefers?|wants?|thinks?|says?|reckons?)\b|^(?:we all|everyone|everybody|people|life|nobody)\b|\b(?:my|our) (?:\w+ )?\w+['’]s? (?:{KIN_WORDS}|{FAR_WORDS})\b"
)  # "my cousin's boss"
_EN_SUBJECT = regex(r"^(?:i|i'm|i've|we|we're|we've|my|our)\b")
_EN_DOING = regex(r"^(?:i've|we've|i have|we have) been \w+ing\b")
_EN_TIME = regex(
    r"\b(?:yesterday|tomorrow|ago|last|next|this (?:week|month|year|weekend|spring|summer|fall|autumn|winter)|on (?:the|mon|tues|wednes|thurs|fri|satur|sun)\w*|in (?:january|february|march|april|may|june|july|august|september|october|november|december|\d{4})"
    r"|(?:early|mid|late|end of|start of) (?:january|february|march|april|may|june|july|august|september|october|november|december)|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"|(?:at|in|on|over|before|after) (?:the )?(?:new year|christmas(?: eve| day)?|easter|boxing day|eid|diwali|thanksgiving|half[- ]term))\b"
)
_EN_PAST = regex(
    r"^(?:i|we)(?: (?:just|also|finally|recently|already))* (?:\w+ed|had|was|were|took|gave|bought|left|met|won|broke|sold)\b"
)
_EN_ORDER = regex(
    r"^(?:please |and |also |just |only |when |whenever |if |in |for |any |all |every )*(?:answer|reply|respond|use|write|speak|talk|give|keep|avoid|include|show|add|explain|format|be|don't|do not|never|always|stop|skip|assume|put|cite|suggest|recommend|double-check|stick|limit|treat|mention|quote|round|default|leave|warn|prioriti[sz]e|no|i ask|you|i want|i'd (?:rather|prefer)|i share|i send|recommending|explaining|writing|giving|comparing|code|numbers)\b"
)
_EN_TALKED_TO = regex(
    r"\b(?:me|my|your|you|always|never|when|whenever|every|answers?|repl(?:y|ies)|responses?|code|rather|prefer)\b"
)
_EN_KIN = regex(rf"\b(?:{KIN_WORDS}|{FAR_WORDS})\b")
_ZH_KIN = regex(words(*zh.RELATION_OF.values(), zh.NEAR, zh.FAR, zh.EX) + "|家人|双胞胎|龙凤胎|父母|亲")
_ONCE = regex(
    r"\b(?:this|that|it|here|now|today|tonight|again|one more|another|above|below|these|those|the (?:text|email|essay|paragraph|code|story|list|first|second|last))\b|:|^(?:give|show|tell|write|make|list|suggest|recommend|find|explain|help|create|draw)\b(?!.*\b(?:always|never|whenever|when|every)\b)"
)

# What one means to do or thinks at the moment, and moods: never lasting, however a message is meant.
_EN_INTENT = regex(
    r"^(?:and |but |so |well |honestly |just )*(?:we can\b|(?:i|we)(?: was| were)(?: finally)? able to\b|(?:i|we) wanna\b|(?:i|we)(?: really| probably| also| just| definitely)*(?:'ll|'d| will| would| could| should| might| may| must| shall| gotta)\b(?! (?:rather|sooner|much rather|pick|choose|take|never))"
    r"|(?:i|we)(?: (?:just|really|also|still|even|only|do|don't|do not|can't|cannot|didn't|totally|kind of))* (?:think|thought|guess|hope|wish|want|wanted|need|needed|feel|felt|believe|mean|meant|agree|understand|understood|forgot|heard|wonder|wondered|appreciate|doubt|bet|promise|swear|asked|say|said|tried|try|clicked|pasted)\b"
    r"|(?:i'm|i am|we're|we are|i was|we were|(?:i|we)(?:'ve| have)(?: also| actually| really| just| recently)* been)(?: (?:just|really|actually|definitely|currently|specifically|particularly|so|very|still|a bit|a little|kind of|pretty|quite|also|now|not|super|too|all))* (?:tired|hungry|bored|busy|sure|fine|ok|good|great|back|home|here|ready|done|late|lost|confused|stuck|happy|sad|glad|excited|angry|mad(?! about)|upset|sick|cold|hot|sleepy|exhausted|thirsty|starving|kidding|joking|curious|wondering|looking|trying|thinking|going|gonna|about|hoping|planning (?:to|on)|meaning|all set|interested in|excited|intrigued|considering|waiting|feeling|getting|worried|nervous|stressed|proud|thankful|grateful|impressed|tempted|keen|torn|open to)\b"
    r"|(?:my|our) (?:character|hero|heroine|protagonist|question|point|guess|bad)\b|gonna |wanna |let me|let's|let us|in my dream)"
)
_ZH_INTENT = regex(
    r"^(?:不要|别|请)|^(?:那|就|所以|但|而且|其实|然后)*我?们?(?:也|都|还|就|只|真|真的|有点|好|很|太|又|先|再|才|刚|正|可能|应该|大概|确实)*"
    r"(?:觉得|感觉|希望|想|要(?!求)|可以|高兴|听说|试|知道|明白|理解|需要|相信|以为|发现|猜|问|等|感谢|同意|懂|确定|担心|迫不及待|打算|准备|考虑|也许|说不定|梦)"
)
# Words for a kind of thing or a person that look as if they pointed at something said before.
_ZH_POINTS_NOT = regex(
    r"这(?:玩意儿?|东西|类|种(?=[东食人])|口|味|几年|些年|辈子|一口|块儿?)|那(?:口子|位|一口|口|味儿?|个味儿?|一?挂|类|种味)|另外?"
)

_ZH_PLAIN = regex(
    r"^(?:我们?|咱们|本人)(?:的)?(?!觉得|感觉|希望|想|会|要|可以|能|很高兴|真的|好|在|正|刚|先|去|来|把|给|跟你|听|看|说|试|没|才|再|又|知道|明白|理解|需要|应该|可能|相信|以为|发现|决定|打算|猜|选|点|写|改|发|问|等|感谢|谢|同意|喜欢你|爱你|到|回|有点|有个|有一个|"
    r"今天|昨天|明天|刚才|这次|现在|最近|一起|迫不及待|为你|经历|学到|心里|压力|不会放弃|不知道|不明白|不懂|不确定|不太明白|饿|累|困|忘)[\u4e00-\u9fffA-Za-z]{3,}"
)
_ZH_POINTS = regex(r"[你您它他她]|这|那(?!边|曲|英)|上面|下面|以下|以上|今天|今晚|刚才|刚刚|现在想|谢|哈哈|吗|呢$|吧$")
_ZH_CHAT = regex(
    r"^(?:那|就|所以|但|而且|其实|然后)*我们?(?:也|都|还|就|只|真|真的|有点|好|很|太|又|先|再|才|刚|正|在|一直|已经|可能|应该|大概|确实)*"
    r"(?:觉得|感觉|希望|想|要(?!求)|可以|能(?!说|喝|吃辣)|高兴|听(?!歌)|看(?!书|剧)|说|试|知道|明白|理解|需要|相信|以为|发现|决定|猜|选|点(?!菜)|写(?!字|日记)|改|发|问|等|感谢|同意|到|回|饿|累|困|忘|懂|确定|担心|吃完|睡|醒|下班|坐|走|去(?!年)|来(?!自)|给|把|算(?!是)|打算|计划|迫不及待|明天|昨天|最近|这次)"
)
_ZH_VAGUE = regex(
    r"^(?:最让|除了|经过|比[^起]|以前|已经|最近|近|上个?月|去年|那时候|小时候|原来|没想到|果然|只要|努力|坚持|为了|虽然|尽管|有了|看着|一想到|到了)|不错的|最重要|真好|转世|我们都|大家|希望|感觉|给我|恢复得|初步|只剩|我在(?:公司|家|学校|路上|外面)$|不舒服|难受|担心|手机(?:没|只)|^我(?:才|刚)"
)
_ZH_OWN = regex(r"我|咱|俺|本人")
_ZH_ORDER = regex(r"我|回答|回复|说话|解释|举例|例子|用|别|不要|少|多|先|给|列|写|讲|引用|推荐|代码|语气|道歉")
_ZH_DONE_BY_ME = regex(
    r"^(?:我们?|俺)(?:已经?|最近|刚刚?|现在|正在?|昨天|今天|也会|会|按|照|遵|听)"
)  # tells, orders nothing
_ZH_ONCE = regex(
    r"这|那|上面|下面|以下|再|一下|一遍|今天|现在|[:：]|^(?:帮我|给我|推荐|写(?![^，。]{1,8}(?:的时候|时|都|一律|一定))|讲|说|翻译|列出|告诉我|来)|详细一?点$|继续"
)
_ZH_TIME = regex(
    r"[上下这]个?(?:周|月|星期|礼拜)|昨天|前天|明天|后天|去年|明年|今年|[\d一二三四五六七八九十]+[月号日]|周[一二三四五六日天末]|前阵子|大?前年|[正腊冬]月|初[一二三四五六七八九十]|除夕|春节|元旦|国庆|五一|端午|中秋|清明|年底|月底|月初|暑假|寒假|[\d一二三四五六七八九十两几]+年前"
)


# How far a piece of work has come, a truth about everybody, and what is seen in the street: whatever the witness hears in
# them, they are nothing lasting of the user's.
_EN_ELSEWHERE = regex(
    r"\b(?:(?:one|two|three|four|five|six|\d+)(?: \w+)? (?:left(?: to \w+)?|to go|outstanding)$|(?:at|about|around) \d+ ?%|waiting on\b|so far,|(?:hours|lessons|weeks|chapters|pages|days|episodes|miles) in(?:to)?\b|at week \d+ of|up to (?:lesson|chapter|page|week|level|season)|half(?:way)? (?:done|through|finished)|not (?:yet )?(?:begun|started|granted|done)|(?:goes?|arrives?|comes?) (?:in )?next$|(?:is|are) outstanding|more to (?:see|do|go|write|read|interview))"
    r"|^(?!.*\b(?:my|me|i|our|we|us)\b)(?:millions|thousands|most|many|some|few|lots) (?:of )?\w+|^(?!.*\b(?:my|me|i|our|we|us)\b)(?:parents|mothers|fathers|men|women|children|kids|teenagers|students|bachelors|nobody|everybody|people|nothing|everything|dogs|cats|[a-z]+ers|[a-z]+ists|left-handed \w+) (?:of \w+ )?(?:get|live|are|have|do|earn|die|cost|need|tend|ever|always|never|usually|make|work|sleep|actually)\b"
    r"|\b(?:is|are|was|were)(?: (?:so|very|really|super|truly|always|all))* (?:the )?(?:key|important|essential|crucial|vital|everything|priceless)\b(?! (?:to|for) (?:me|us)\b)|\bsense of (?!humou?r|smell|taste|touch|direction|hearing|balance)\w+|\b(?:its|their) ups and downs\b"
    r"|^(?!.*\b(?:my|i|i'm|i've|our|we)\b)[a-z]+(?: (?:and )?[a-z]+)? (?:(?:really|always|just) )*(?:can )?(?:(?:really|always|just) )*(?:force|make|help|shift|teach|remind|bring|give|let|inspire|change)s? (?:us|people|everyone|how (?:we|you))\b"
    r"|^(?:please |just |now |and |then |ok )*(?:delete|remove|rename|copy|merge|revert|commit|close|fix|refactor|reinstall|rewrite|restart|undo) (?:all |both )?(?:of )?(?:the|this|that|these|those|my|our|it)\b(?!.*\b(?:always|never|every|each|whenever|before|after|unless|once)\b)"
    r"|\b(?:get|gets|got|getting|see|sees|seeing|returns?|returned|throws?|gives?(?: me)?) (?:an? |the )?(?:http )?[45]\d\d(?: errors?| status(?: code)?)?(?= ?$| ?[.,;!?]|(?: back)? (?:from|on|when|whenever|again|if|every time|back)\b)"
    r"|\bfree delivery\b|\bfrom [£$€]\d|\byour (?:friendly )?local\b|\b\d+% off\b"
)
_ZH_ELSE = regex(
    r"(?:写|看|读|背|织|排|修|学|上|译|录|画|做|改|追|听|练|设计|对|校|查|翻)(?:[^，。我]{0,4})?到(?:第)?[\da-zA-Z一二三四五六七八九十百袖]+|(?:[完了]|做|修|写|看|割|读|拼|搭)一半|^(?:就|还|只)?(?:差|剩)(?!劲|点意思|不多)|(?<![贷也])还[没差剩][^，。我]{1,8}$|离目标|进场了|内测"
    r"|(?:收到|报了?|返回|出现|遇到|碰到)了?(?:一个|个)?\s?(?:http )?[45]\d\d(?!\d|[个块元条人斤次米年])"
    r"|^(?:做|当|开|卖|有|搞|干|养|学|带|种)[^，。我]{1,8}的(?:人)?[^，。我]{0,6}(?:都|真|根本|往往|一般|普遍|容易|最)|^(?:路上|街上|公园里?|外面|网上|网传|楼下|门口|公司门口|小区门口|车上|地铁上|刚路过|听?广播|隔壁|对面|天上)(?!住|租|开(?:了|着)?(?:个|一家)?店|摆摊)[^，。我]*$"
    r"|^(?![^，。]*(?:我|咱|俺))(?!(?:老|孩子|岳|公公|婆婆|外|爷|奶|姥|爸|妈|哥|姐|弟|妹|儿|女|大|小|二|表|堂|闺|娃)[^，。阿]{0,3}的)[^，。]{2,8}(?:阿姨|大爷|大妈|大叔|老头|老太太?|师傅|老板|邻居|同事|网红|主播|歌手|明星|up主)的?(?:儿子|女儿|老公|老婆|孩子)?(?:在|是|说|跟|把|从|又)"
)


def least_worth(seen: str, said: Opinion, *, telling: bool = False, listing: bool = False) -> float:
    """The probability of worth (0-1) from which the witness is believed on a clause; above 1 when it never is.

    Pass the clause as it is seen, without fillers. `telling` says that its message is short and asks for nothing, so
    that whatever it says was meant to be known, `listing` that it tells in catchwords ("29, nurse, Oslo"). Linear in the clause's length.
    """
    if said.kind is Kind.STATE or (_ZH_ELSE if has_han(seen) else _EN_ELSEWHERE).search(seen):
        return NEVER
    if said.kind is Kind.INSTRUCTION:
        return _order(seen, said)
    if listing and said.kind in (Kind.FACT, Kind.PREFERENCE, Kind.RELATIONSHIP) and not _TROUBLE.search(seen):
        return LISTED
    telling = telling and _TROUBLE.search(seen) is None
    kept = (_ZH_KEPT if has_han(seen) else _EN_KEPT).search(seen) is not None
    close = telling and said.certainty >= (SURE_KIND if kept else QUITE)
    if (
        kind_of(seen, said) is Kind.RELATIONSHIP
        and not close
        and not (_ZH_KIN if has_han(seen) else _EN_KIN).search(seen)
    ):
        return NEVER
    if has_han(seen):
        strict = _chinese(seen, said)
        return min(strict, _told_in_chinese(seen, said)) if telling else strict
    strict = _english(seen, said)
    return min(strict, _told_in_english(seen, said)) if telling else strict


def believed(seen: str, said: Opinion, *, telling: bool, listing: bool) -> bool:
    """Whether a clause is kept on the witness's word. Parameters as of `least_worth`.

    What is no statement of the user's is refused by rule. Of the rest the learned gate decides, where it was asked: it
    weighs the builds against each other. It takes back nothing that endangers a life, nor a catchword among others.
    """
    if said.kind is not Kind.INSTRUCTION and is_hollow(seen) and not DANGER.search(seen):
        return False
    by_build = said.worth >= least_worth(seen, said, telling=telling, listing=listing)
    if said.keep is None or (by_build and (listing or DANGER.search(seen))):
        return by_build
    return said.keep >= KEEP and _may_stand_alone(seen, said)


_SAYS_ZH = regex(
    r"[说話话讲問问劝骂嫌催]|觉得|覺得|希望|想让|叫我|让我|要我|喜欢|讨厌|最?爱(?![人好])|[你您]|[吗么呢吧嘛]$"
)
_THEIRS_ZH = regex(
    rf"^(?:我们?|咱们?|俺)?(?:家|的|那个?|这个?)?(?:{words(*zh.RELATION_OF.values(), zh.NEAR, zh.FAR, zh.EX)})(?![们的])"
)
_THEIRS_EN = regex(
    rf"^(?:my|our) (?:[\w'’-]+ ){{0,3}}?(?:{KIN_WORDS}|{FAR_WORDS}|ex)\b(?!['’]s? (?:{KIN_WORDS}|{FAR_WORDS})\b)"
)


def of_theirs(seen: str) -> bool:
    """Whether a clause tells of somebody of the user's, and neither what they say nor what they like."""
    if has_han(seen):
        return _THEIRS_ZH.match(seen) is not None and not _SAYS_ZH.search(seen)
    return _THEIRS_EN.match(seen) is not None and not (_EN_THEIRS.search(seen) or _EN_POINTS.search(seen))


def believed_of_theirs(seen: str, said: Opinion) -> bool:
    """Whether what is told of somebody of the user's is kept, as theirs, on the word of the learned gate."""
    bare = (_ZH_NOUNS if has_han(seen) else _EN_NOUNS).match(seen)
    heard = said.keep is not None and said.keep >= KEEP_THEIRS and said.kind is not Kind.STATE
    return heard and not bare and of_theirs(seen)


def _may_stand_alone(seen: str, said: Opinion) -> bool:
    """Whether a clause can be a statement of the user's that is read by itself, whatever its build."""
    if said.kind is Kind.STATE:
        return False
    if said.kind is Kind.INSTRUCTION:
        return _is_order(seen)
    if has_han(seen):
        points = _ZH_POINTS.search(_ZH_POINTS_NOT.sub("", seen)) or _ZH_INTENT.match(seen) or _ZH_ELSE.search(seen)
        return not points and 4 <= len(seen) <= 3 * LONGEST
    whole = _EN_POINTS_NOT.sub("", seen)
    points = _EN_POINTS.search(_EN_TAKEN_UP.sub("", whole) if said.worth >= QUITE else whole)
    elsewhere = _EN_THEIRS.search(seen) or _EN_INTENT.match(seen) or _EN_ELSEWHERE.search(seen)
    if points or elsewhere or _EN_MIDDLE.match(seen) or _EN_NOUNS.match(seen):
        return False
    return 3 <= len(seen.split()) <= 2 * LONGEST


_EN_LASTS = regex(
    r"^(?:i|we)(?: \w+ly| also| just)? (?:used to|retired|trained|studied|graduated|moved|settled|inherited|took up|adopted|had)\b"
)
_ZH_NOUNS = regex(rf"^(?:我们?|咱们?|俺)?的?(?:{words(*zh.RELATION_OF.values(), zh.NEAR, zh.FAR, zh.EX)}|上司|下属)$")
_EN_NOUNS = regex(r"^(?:my|our) [\w'’-]+(?: [\w'’-]+)?[.!]?$")  # "my changing body" says nothing of it
# Says when, and points at nothing that was said: "this season", "these days".
_EN_POINTS_NOT = regex(
    r"\b(?:this|these) (?:days|season|year|spring|summer|autumn|fall|winter|term|semester|month|week|weekend)\b"
)
# Late in a clause, "them" is what its beginning named.
_EN_TAKEN_UP = regex(r"(?<=.{20}) (?:of|with|for|about|to|by|on|without|like) (?:them|it)\b")
# Asks for a piece of work, or begins in the middle of what was said before.
_EN_MIDDLE = regex(
    r"^(?:please |just |and |also )*(?:write|give|make|show|list|tell|find|create|generate|explain|use|include|put|add|help|suggest|recommend|plan|draw|provide|design|rewrite|turn|convert|summari[sz]e|respond|draft|compose|imagine|pretend|don't hesitate|feel free)\b"
    r"|^(?:staying|heading|sitting|waiting|feeling|hoping|thinking|looking|trying|speaking|being|seeing)\b|^(?:to|by|with|without|not|as|which|who|that|than|then|like|such|especially|specifically|including|instead|i\.e|e\.g|[a-z]+ing the)\b|^(?:loves?|hates|likes|works|lives|has|is|was|does|goes|wants|plays|drinks|eats|never (?:eats|drinks))\b"
)
_ZH_MIDDLE = regex(
    r"^(?:比(?!较)|从|只能|到处|已经|而且|所以|结果|然后|别说|连|把|被|以及|尤其|比如|例如|作为|按照?|根据|通过|为了|用.{0,8}(?:形式|口吻|语气))"
)


def kind_of(seen: str, said: Opinion) -> Kind:
    """The kind of a clause that the witness alone speaks for: what was done once at a time is an event, what is being
    made is a fact, whatever taste the witness hears in it."""
    if said.kind is Kind.RELATIONSHIP and not has_han(seen) and re.match(r"i(?:'m| am) (?:the|an?) ", seen):
        return Kind.FACT
    if said.kind is Kind.RELATIONSHIP and not _speaks_of_someone(seen):
        return Kind.EVENT if (_ZH_ONCE_DONE if has_han(seen) else _EN_ONCE_DONE).search(seen) else Kind.FACT
    if said.kind not in (Kind.PREFERENCE, Kind.FACT, Kind.EVENT):
        return said.kind
    if has_han(seen) and (is_of_a_thing(seen) or _ZH_LATELY.match(seen)):
        return Kind.FACT
    if (_ZH_I_AM if has_han(seen) else _EN_ON_A_DAY).match(seen):
        return Kind.FACT if has_han(seen) else Kind.EVENT
    if said.kind is Kind.EVENT and _HABIT.search(seen) and not _EN_TIME.search(seen):
        return Kind.PREFERENCE
    if not has_han(seen) and _EN_STILL_SO.match(seen):
        return Kind.FACT
    once, making = (_ZH_ONCE_DONE, _ZH_MAKING) if has_han(seen) else (_EN_ONCE_DONE, _EN_MAKING)
    if once.search(seen):
        return Kind.EVENT
    if making.match(seen) or (said.kind is Kind.EVENT and _OVER_AND_OVER.search(seen)):
        return Kind.FACT
    return said.kind


# "I've had a slipped disc since March": what has lasted is no event.
_EN_STILL_SO = regex(r"^(?:i|we)(?:'ve| have) (?:had|been|lived|worked|owned|kept|played|known)\b.*\b(?:since|for)\b")


def done_once(seen: str, kind: Kind) -> Kind:
    """The kind of a clause that is kept: one act of the user's, done once, is an event, whatever the witness calls it."""
    if kind is Kind.RELATIONSHIP and _EN_OUTING.match(seen):
        return Kind.EVENT
    act = _ZH_ACT if has_han(seen) else _EN_ACT
    return Kind.EVENT if kind in (Kind.FACT, Kind.PREFERENCE) and act.match(seen) else kind


# What was done with somebody close tells of the day, not of them.
_EN_OUTING = regex(
    r"^(?:i|we)(?: (?:just|also|finally|recently|both))* (?:went|took|visited|hosted|attended|organi[sz]ed|celebrated|hiked|camped|cooked|baked|had an? (?:[a-z]+ )?(?:picnic|party|barbecue|bbq|dinner|lunch|day|time|weekend|evening|meal))\b"
)
_ZH_ACT = regex(
    r"^(?!.*(?:一直|每|从来|以前|至今|以来|总|常|经常|好多年))(?:我们?|俺)(?:[又已也还]|刚刚?|已经|终于|后来|今天|昨天|上周)*(?:去|来|到|参加|买|卖|参观|拜访|完成|经历|收到|举办|组织|搬|见|看完|听完|尝试)了"
)
_EN_ACT = regex(
    r"^(?!.*\b(?:always|usually|never|every|each|since|for (?:\w+ )?(?:years?|months?|decades)|used to|as a|times)\b)(?:i|we)(?:'ve| have)?(?: (?:just|also|finally|recently|already|both|even))*"
    r" (?:set up|explored|toured|celebrated|had an? (?:[a-z]+ )?(?:picnic|party|barbecue|bbq|dinner|lunch|meeting|date|day|time|weekend|evening|experience)|bought|booked|ordered|organi[sz]ed|reorgani[sz]ed|upgraded|attended|visited|hosted|finished|completed|launched|submitted|signed|passed|failed|won|lost|met|adopted|donated|held|threw|joined|started|went|took|made|sold|(?<!'ve )(?<!have )got|received|released|published|helped|participated|performed|chose|decided|discovered|created|built|fixed|repaired|cleaned|painted|baked|cooked|hiked|camped)\b"
)


def _speaks_of_someone(seen: str) -> bool:
    """Whether a person or an animal is named in a clause that begins with the user; True where it begins otherwise."""
    if has_han(seen):
        return not seen.startswith(("我", "俺")) or (_ZH_KIN.search(seen) or _ZH_KEPT.search(seen)) is not None
    return not re.match(r"i\b", seen) or (_EN_KIN.search(seen) or _EN_KEPT.search(seen)) is not None


_ZH_LATELY = regex(r"^我?(?:最近|这阵子|这段时间|近来)[^，。]{0,8}(?:压力|心情|情绪|状态|焦虑|烦|累|睡)")
_ZH_I_AM = regex(r"^(?:我|俺)是(?!听|看|吃|喝|玩|读|不)[^，。爱喜]{2,14}的$")
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_EN_ON_A_DAY = regex(
    rf"^(?:on (?:the \d{{1,2}}(?:st|nd|rd|th)|{_MONTH} \d{{1,2}}|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?!s))|next (?:week|month|year|spring|summer|autumn|fall|winter|\w+day)|tomorrow)\b.{{0,30}}?\b(?:i'm|we're|i|we|i'll|we'll|my|our)\b"
    rf"|^(?:my|our|the) [\w' -]{{2,40}}? (?:is|are|'s)(?: now| set| booked| scheduled| due| planned)?(?: for)? (?:on |at |this |coming )*(?:next (?!to)\w+|tomorrow|(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} \d{{1,2}}|the \d{{1,2}}(?:st|nd|rd|th))\b"
)
_EN_ONCE_DONE = regex(
    r"^(?!.*\b(?:used to|always|usually|never|every|since|would)\b)(?=.*\b(?:ago|yesterday|last (?!name|resort|thing)\w+|before last|(?:back )?in (?:19|20)\d\d)\b)"
    r"(?:.*,? )?(?:i|we)(?: (?:finally|just|also|both|all|even|once))* (?:(?!need|feed|speed|indeed)[a-z]+ed|went|rode|ran|swam|did|won|took|climbed|flew|drove|sailed|saw|met|got|gave|had|left|lost|broke|made|sold|bought|built|wrote|came|became|quit|spent|began|fell|found|caught|taught|bought|brought|fought|ate|drank|slept|stood|held|heard|read|sang|paid)\b"
)
_HABIT = regex(
    r"\b(?:usually|mostly|generally|normally|most (?:days|nights|weekends|mornings|evenings)|at weekends)\b|基本上?(?:就|都|是|在)|一般都?|通常|平时都?|总是"
)
_EN_MAKING = regex(
    r"^(?:i|i've)(?: have)? (?:never learn(?:ed|t)|know (?:enough|some|a (?:bit|little) of)|speak)\b|^(?:i'm|i am|we're|we are|i've been|we've been)(?: (?:currently|slowly|also|still|busy|now|at it))* (?:building|writing|making|coding|restoring|composing|designing|developing|translating|recording|illustrating|knitting|sewing|carving|directing|producing|curating|renovating) (?:an?|my|our|the|some|two|three)\b"
)
_OVER_AND_OVER = regex(r"\b(?:every|each|once a|twice a|\w+days)\b|每|轮流|隔")
_ZH_ONCE_DONE = regex(
    r"^(?!.*(?:一直|每|从来|以前|至今|开始|之后|以来))(?:我们?|俺)?(?:在)?(?:[大]?前年|去年|前天|昨天|上个?(?:月|周|星期|礼拜|学期)|[\d一二三四五六七八九十两几]+年(?:前|那会儿?)|(?:19|20)?\d\d年)[^，。]{0,16}(?:完|过|到|成|下来|出来|赢|中|走|跑|骑|爬|参加|拿)[^，。]{0,3}了"
)
_ZH_MAKING = regex(
    r"^(?:我们?|俺)(?:最近|目前|现在|正|业余|一直|还)*在(?:写|编|造|搭|画|录|拍|攒|做|开发|翻译|译|修|改装|雕|织)(?:着)?(?:一|两|三|几)(?:本|部|个|款|首|套|张|档|条|辆|台|件|篇|座|艘|把|出)"
)


# Begins with a thing or an activity: beside a request it is of that.
_EN_ELSE = regex(r"^(?:the|an?|one|most|some|[a-z]+ing)\b")
# Says what some thing is like, and nothing of the one who says it.
_EN_OF_THINGS = regex(r"^(?:[\w'’-]+ ){1,4}?(?:is|are|was|were|has|have|will|can|does|do|should)\b")
# Somebody or an animal is spoken of, with whatever word.
_EN_KEPT = regex(r"\b(?:called|named|adopted|keep|foster|married|raise|raised|share|grew up)\b")
_ZH_KEPT = regex(r"叫|养|[只条缸窝群]|俩|娃|姓|没了|走了|一个人")
# Only "I" is left out: the form of the verb shows it.
_EN_DROPPED = regex(
    r"^(?:used to|been|got|had|grew|left|moved|never|can't|can not|don't|only ever|only|always|usually|mostly|live|work|love|hate|prefer|adore|can|have|own|keep|teach|drive|born|raised|based|married|divorced|retired|allergic|diabetic|vegan|vegetarian|lifelong|big) "
)
# What endangers a life is kept with care, whoever saw it.
DANGER = regex(
    r"\b(?:hospital|intensive care|anaphyla\w*|swells?|throat|epi ?-?pen|insulin|seizures?|pacemaker|blood thinners?|transplant|stroke|dialysis|chemo\w*|overdose|allerg\w+|hives|a rash|tablets|pills|dose)\b|过敏|休克|起疹|抢救|急救|胰岛素|支架|癫痫|中风|透析|化疗|喘不上|药"
)
# Trouble with a machine, told step by step: it asks for help, whatever its words.
_TROUBLE = regex(
    r"\b(?:errors?|exceptions?|warnings?|traceback|bugs?|[45]0\d|time[sd]? ?out|crash\w*|logs?|stack ?trace|undefined|null|build|deploy\w*|compil\w+|cache|console|config|endpoint|branch|commit|server)\b|报错|异常|超时|崩溃|闪退|编译|缓存|配置|接口|日志|端口|部署|控制台"
)


def _told_in_english(seen: str, said: Opinion) -> float:
    words_ = len(seen.split())
    points = _EN_TAKEN_UP.sub("", seen) if said.worth >= QUITE else seen
    if _EN_POINTS.search(points) or _EN_THEIRS.search(seen) or _EN_INTENT.match(seen) or not 3 <= words_ <= 2 * LONGEST:
        return NEVER
    if _EN_MIDDLE.match(seen) or _EN_NOUNS.match(seen):
        return NEVER
    done = _EN_PAST.match(seen) is not None and _EN_LASTS.match(seen) is None
    if done and not _EN_TIME.search(seen) and said.kind is not Kind.RELATIONSHIP:
        return QUITE
    if kind_of(seen, said) is Kind.EVENT and not _EN_TIME.search(seen):
        return EVENT if said.certainty >= SURE_EVENT else NEVER
    if _EN_SUBJECT.match(seen) or _EN_DROPPED.match(seen):
        return TOLD
    return TOLD_BARE if _EN_OWN.search(seen) or not _EN_OF_THINGS.match(seen) else NEVER


def _told_in_chinese(seen: str, said: Opinion) -> float:
    if _ZH_POINTS.search(_ZH_POINTS_NOT.sub("", seen)) or _ZH_INTENT.match(seen) or not 4 <= len(seen) <= 3 * LONGEST:
        return NEVER
    if kind_of(seen, said) is Kind.EVENT and not _ZH_TIME.search(seen):
        return EVENT if said.certainty >= SURE_EVENT else NEVER
    if _ZH_OWN.search(seen):
        return TOLD
    return NEVER if _ZH_MIDDLE.match(seen) else TOLD_BARE_ZH


def _order(seen: str, said: Opinion) -> float:
    return ORDER if _is_order(seen) and said.certainty >= 0.7 else NEVER


def _is_order(seen: str) -> bool:
    """Whether a clause has the build of an order to the assistant that is not for this once."""
    form, once = (_ZH_ORDER.search, _ZH_ONCE) if has_han(seen) else (_EN_ORDER.match, _ONCE)
    talked_to = not _ZH_DONE_BY_ME.match(seen) if has_han(seen) else _EN_TALKED_TO.search(seen)
    return bool(form(seen) and talked_to and not once.search(seen))


def _english(seen: str, said: Opinion) -> float:
    if _EN_POINTS.search(seen) or _EN_THEIRS.search(seen) or len(seen.split()) < 3:
        return NEVER
    if said.kind is Kind.EVENT:
        return EVENT if _EN_OWN.search(seen) and _EN_TIME.search(seen) and not _EN_CHAT.match(seen) else NEVER
    if _EN_CHAT.match(seen) or _EN_MIDDLE.match(seen) or _EN_ELSE.match(seen):
        return NEVER
    if _EN_PLAIN.match(seen):
        return PLAIN
    if _EN_VAGUE.search(seen) or not _EN_OWN.search(seen) or len(seen.split()) > LONGEST:
        return NEVER
    if _EN_PAST.match(seen):
        return PAST
    return LOOSE if _EN_SUBJECT.match(seen) and not _EN_DOING.match(seen) else EVENT


def _chinese(seen: str, said: Opinion) -> float:
    if _ZH_POINTS.search(seen) or len(seen) < 4:
        return NEVER
    if said.kind is Kind.EVENT:
        return EVENT if _ZH_TIME.search(seen) and not _ZH_CHAT.match(seen) else NEVER
    if _ZH_VAGUE.search(seen):
        return NEVER
    if _ZH_PLAIN.match(seen):
        return PLAIN
    if _ZH_CHAT.match(seen) or len(seen) > 2 * LONGEST:
        return NEVER
    if _ZH_OWN.search(seen):
        return LOOSE
    return NEVER if _ZH_MIDDLE.match(seen) else PAST


# Each with how it is asked, and compiled only then.
_EN_SIGNS = (
    (_EN_PLAIN, "match"), (_EN_POINTS, "search"), (_EN_OWN, "search"), (_EN_CHAT, "match"), (_EN_VAGUE, "search"), (_EN_THEIRS, "search"),
    (_EN_SUBJECT, "match"), (_EN_DOING, "match"), (_EN_TIME, "search"), (_EN_PAST, "match"), (_EN_KIN, "search"), (_EN_INTENT, "match"), (_EN_LASTS, "match"),
    (_EN_NOUNS, "match"), (_EN_MIDDLE, "match"), (_EN_ELSE, "match"), (_EN_OF_THINGS, "match"), (_EN_KEPT, "search"), (_EN_DROPPED, "match"),
    (_EN_ELSEWHERE, "search"), (_EN_ORDER, "match"), (_EN_TALKED_TO, "search"), (_ONCE, "search"), (_EN_ACT, "match"), (_EN_ONCE_DONE, "search"),
    (_EN_MAKING, "match"), (_HABIT, "search"), (_TROUBLE, "search"), (DANGER, "search"),
)  # fmt: skip
_ZH_SIGNS = (
    (_ZH_PLAIN, "match"), (_ZH_POINTS, "search"), (_ZH_OWN, "search"), (_ZH_CHAT, "match"), (_ZH_VAGUE, "search"), (_ZH_INTENT, "match"), (_ZH_TIME, "search"),
    (_ZH_KIN, "search"), (_ZH_MIDDLE, "match"), (_ZH_KEPT, "search"), (_ZH_ELSE, "search"), (_ZH_ORDER, "search"), (_ZH_ONCE, "search"),
    (_ZH_ONCE_DONE, "search"), (_ZH_MAKING, "match"), (_HABIT, "search"), (_TROUBLE, "search"), (DANGER, "search"),
)  # fmt: skip


def builds(seen: str) -> tuple[bool, ...]:
    """Which of the builds a clause has, those of the other language being False. Linear in its length."""
    if has_han(seen):
        return (*(False for _ in _EN_SIGNS), *(getattr(one, how)(seen) is not None for one, how in _ZH_SIGNS))
    return (*(getattr(one, how)(seen) is not None for one, how in _EN_SIGNS), *(False for _ in _ZH_SIGNS))


def may_stand(seen: str) -> bool:
    """Whether a clause has the build of a plain lasting statement about the user."""
    if has_han(seen):
        return bool(_ZH_PLAIN.match(seen)) and not _ZH_POINTS.search(seen)
    return bool(_EN_PLAIN.match(seen)) and not _EN_POINTS.search(seen)


def says_nothing(text: str) -> bool:
    """Whether every sentence of a text is hollow; never of one that names a danger to life."""
    return DANGER.search(text.lower()) is None and all(map(is_hollow, sentences(text)))
