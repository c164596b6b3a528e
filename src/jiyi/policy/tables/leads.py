"""What leads a statement in or closes it and says nothing itself ("turns out …", "… if you must know", "说来惭愧，…").

The words see lower-case, simplified text. What stands before a lead-in ("so", "well") goes with it; alone it stays.
"""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.language.script import has_han

_EN_BEFORE = (
    r"(?:so|well|and|but|ok|okay|right|now|oh|ah|hm+|hey|look|listen|yeah|yes|ha(?:ha)*|lol|ugh|mate|anyway|honestly|tbh|ngl|btw|fyi|also"
    r"|just|though|see|since|because)"
)
_MATTERS = r"(?:relevant|useful|important|of (?:any )?(?:use|interest|help)|any (?:use|help)|helps|matters|counts|makes (?:a|any) difference)"
_EN = (
    # what is worth saying
    r"(?:the|one|another|just one)(?: (?:other|main|only|first|last|quick|small))? (?:thing|bit|point|caveat|detail|note|fact)"
    r"(?: (?:to (?:know|note|mention|add)|(?:that )?you (?:should|need to|ought to) know|worth (?:knowing|mentioning)|i (?:forgot|should|need|want|ought) to (?:mention|say|add)|about me|with me|for you))?(?:(?: is| was|'s)(?: that)?|(?= ?[:,—–-]))",
    r"(?:i|we)(?:'d| had)?(?: (?:probably|really|just|also|guess i|suppose i))*(?:'ve| should(?:'ve| have)?| ought to| must| might| need to| have to| better| gotta)(?: (?:probably|really|just|also|as well|now|maybe))* (?:say|said|mention|mentioned|add|note|admit|confess|point out|warn you|tell you|told you|explain)(?: (?:this|that|it|you))?(?: (?:earlier|before|first|up ?front|now|that))*(?=[ ,:])",
    # what has come out
    r"(?:it |as it )?turn(?:s|ed) out(?: that)?",
    r"(?:i|we)(?:'ve| have)?(?: (?:just|only|recently|finally|also))* (?:reali[sz]ed|noticed|found out|discovered|worked out|remembered|learn(?:ed|t))(?: (?:the other day|recently|today|yesterday|this (?:morning|week|year)|last \w+|on \w+day))?(?: that)?(?= (?:i|i'm|i've|my|we|we're|im|ive)\b)",
    # for whom it may matter
    rf"(?:just )?in case (?:it|that|this)(?:'s| is)? {_MATTERS}(?: at all)?|(?:just )?in case (?:you|anyone|anybody)(?:'re|'s| were| was| are| is)? ?(?:wonder(?:ed|ing|s)?|ask(?:ed|ing|s)?|needs? to know|curious|cares?|didn't know|forgot)",
    rf"if (?:it|that|this)(?:'s| is)? {_MATTERS}(?: (?:at all|any|to know))?|if (?:you|anyone|anybody) (?:must|need to|have to|really want to|wants? to) know|if (?:you're|you are|anyone's|anyone is) (?:asking|wondering|curious|interested)",
    r"not that (?:it|this|that)(?:'s| is)? (?:matters|relevant|important|helps)(?: (?:lol|haha))?(?:,? but)?|not that (?:anyone|anybody|you) (?:asked|cares?|needs? to know)(?: (?:lol|haha))?(?:,? but)?",
    r"(?:i (?:think|believe|guess|feel like) |as |like )?i(?:'ve| have)?(?: (?:already|probably|maybe))* (?:told|said to) you(?: (?:already|before|earlier|once|last time))*(?: that)?(?=,? (?:i|i'm|i've|my|we|we're)\b)",
    # how it sounds
    r"(?:this is |it's )?(?:a bit |bit |a little |kinda |kind of |slightly |mildly |super |really |very |totally |completely |so )?(?:embarrassing|random|off[- ]topic|unrelated|tmi)(?: (?:one|fact|thought|to (?:admit|say)|confession))?(?:,? but|(?= ?[:,—–]))",
    r"i know (?:it|that|this) sounds [a-z]+(?:,? but|(?=,))",
    r"(?:to cut )?(?:a )?long story short|(?:the )?short version|tl;?dr|bottom line|truth be told|to tell (?:you )?the truth|(?:i'm )?not (?:gonna|going to) lie|i won't lie|no lie|true story|(?:for |some |quick |a bit of )?(?:context|background)(?= ?[:,—–-])"
    r"|quick (?:note|one|heads[- ]up)(?: for you)?(?= ?[:,—–-])|(?:just a )?heads[- ]up|disclaimer|full disclosure|caveat(?= ?[:,—–-])|spoiler(?: alert)?(?= ?[:,—–-])|side note|on (?:a|another|that|a related|a side|an unrelated|a different) note"
    r"|while (?:i'm|we're) (?:at it|on (?:it|the subject|that))|before (?:you|i|we) (?:ask|suggest|recommend|say|start|go on|forget|begin|answer|get started)(?: [^,:;.]{1,30})?(?=[,:])|mind you|in all honesty|as for me|for what it's worth|fwiw|funnily enough|(?:the )?funny thing is|(?:so )?the thing is(?: that)?|here's the thing"
    r"|(?:i'm )?(?:fairly|pretty|quite) sure i(?:'ve)? (?:already )?(?:told|mentioned|said)(?: (?:you|this|it|that))*(?: (?:already|before|earlier))*(?:,? but|(?=,))|(?:i )?(?:can't remember|dunno|don't know|not sure) if i(?:'ve)? (?:already )?(?:told|mentioned|said)[^,]{0,20}?(?:,? but|(?=,))"
    r"|me\?(?= i\b)|you know what(?:,? mate)?(?=,)|believe it or not|oddly enough|weirdly(?: enough)?(?=,)",
)
_ZH = (
    r"话(?:又)?说回来|说来(?:惭愧|话长|好笑|丢人|也巧|奇怪|也怪)|说出来(?:你们?|大家)?(?:可|都)?(?:别|不要|不怕你?)笑(?:话)?(?:我)?|不怕(?:你|大家)笑话?|(?:你|大家)?(?:可)?别笑(?:话)?我?(?=[，,])|不瞒你说|实不相瞒|坦白(?:说|讲)|老实(?:讲|说)|说句(?:实话|老实话|心里话)|实话(?:说|讲|实说)"
    r"|我?跟你们?(?:讲|说)(?:哦|啊|喔|哈|个事|件事)?(?=[，,：:\s])|我?(?:先|得先)?(?:跟你)?(?:声明|说明|交代|报备)(?:一?下|一点|在先)?(?=[，,：:])|啊?(?:对了)?(?:我)?忘了(?:讲|说|提|告诉你|跟你讲|跟你说)(?:了)?(?=[，,：:\s])|(?:顺便|顺带)(?:说|提|讲)(?:下|一下|一句|一嘴)?"
    r"|(?:我)?(?:后来|前阵子|上周|昨天|最近)(?:我)?才?(?:发现|知道|得知|意识到)(?=我)|(?:我)?(?:才|刚刚?|这才|最近才|最近)(?:发现|得知|意识到)(?=我)|原来(?=我)(?!我[^，。]{0,3}(?:是在|在|住|做|叫|养|吃|用|喜欢|的))|(?:如果|要是)(?:有用|有帮助|需要|有关)的?话?(?=[，,])|想?问个事(?:哈|啊|儿)?(?=[，,\s])|插一?句(?:话)?|说个(?:题外话|事|笑话)|题外话|重要的事(?:情)?说三遍|事先说好|丑话说在前(?:头|面)?|别怪我(?:啰嗦|矫情)"
    r"|u know|emm+|um+|啊+(?=对了)|唉呀?(?=[，,\s])|其实吧|说真的吧|讲真的?(?=[，,\s])|讲道理(?=[，,\s])",
)
_LEADS_EN = regex(rf"^(?:{_EN_BEFORE}(?:[\s,]+|-))*(?:(?:{'|'.join(_EN)})(?:[\s,.:;!—–-]+(?:but |and |so )?|$))+")
_LEADS_ZH = regex(rf"^(?:(?:{'|'.join(_ZH)})[\s，,：:。！!…~～]*)+")

# After the statement: "… if you must know", "…, don't judge", "… did I say?", "… 哈哈", "… orz".
_TAIL_EN = regex(
    rf"(?:[\s,.!?…—–-]+(?:lol|lmao|ha(?:ha)+|smh|tbh|ngl|btw|fyi|imo|xd|innit|don't (?:judge|ask|laugh)|if (?:you must know|you're asking|anyone's asking|(?:it|that) (?:helps|matters))|did i (?:say|mention|tell you)(?: (?:it|that|this|already))*|have i (?:said|mentioned|told you)(?: (?:it|that|this|already))*"
    rf"|so there's that|go figure|just saying|just so you know|for what it's worth|fwiw|in case (?:it|that) {_MATTERS}))+[\s.!?…]*$"
)
_TAIL_ZH = regex(
    r"(?:[\s，,。！!～~…]*(?:哈{2,}|h{2,}|嘿{2,}|嘻{2,}|呜{2,}|orz|2333+|555+|xd|lol|笑死(?:我了?)?|笑哭|捂脸|囧|（笑）|\(笑\)|别笑(?:我)?|你说(?:搞笑|气人|巧)不)[\s。！!～~…]*)+$"
)
FEWEST_LEFT = 3  # characters that must be left of a sentence


def span(seen: str) -> tuple[int, int]:
    """From where to where a sentence says something. Linear in its length."""
    leads, tails = (_LEADS_ZH, _TAIL_ZH) if has_han(seen) else (_LEADS_EN, _TAIL_EN)
    lead = leads.match(seen)
    start = lead.end() if lead else 0
    tail = tails.search(seen, start)
    end = tail.start() if tail else len(seen)
    if len(seen[start:end].strip()) < FEWEST_LEFT:
        return 0, len(seen)
    return start, end
