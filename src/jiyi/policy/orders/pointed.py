"""What an order is about that is said in words nobody wrote down: what is left of its clause without the words that any
order may have."""

from __future__ import annotations

from collections.abc import Sequence

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.orders import oblique_en, oblique_zh
from jiyi.policy.orders.clauses import Clause
from jiyi.policy.orders.cues import CUE
from jiyi.policy.topic import topics

MOST_WORDS = 5  # of a topic; with more it is not clear what is meant
MOST_ZH = 12  # characters of one
LOOK_BACK = 3  # clauses before the order in which its topic may stand
QUOTED = regex(r"…{2,}")  # stands for what was quoted
UNDOING = regex(
    r"un-?(?:hear|kn[eo]w|see|sav|stor|pick|remember|learn|not|tell|told|say|said|read|record|writ|do|keep)"
)
WORD = regex(r"[a-z0-9][a-z0-9'-]*")
IDLE_EN_WORDS = """
a an the this that these those it its it's that's i i'm i've i'd i'll me my mine we we're we've us our you you're you've u ur your yours ya he she they them him her his their
be is are was were am been being isn't wasn't weren't ain't aren't do does did don't dont doesn't didn't have has had having haven't can could can't would will won't should shouldn't shall may might must need needs needn't want wants
to of on in at by for from off out about with into onto up down away over around as if so and or but than then too also not no never any all every each both some more most much only just even still ever again already anymore longer now today please pls kindly thanks thank cheers ok okay k hey oi yo hi hello well um uh hmm ugh oops lol lmao mate love dear bro man
forget forgot forgotten erase delete deleted remove removed wipe wiped purge scrub drop ditch bin trash scrap scratch strike struck dump lose lost shred axe kill chuck toss blank cut omit destroy clear cancel disregard dispose rid get got gets let lets let's leave left throw thrown strip pull yank burn bury junk cross undo unpick take taken takes taking withdraw revoke redact zap nuke rub blot void kick put go goes gone going vanish disappear fade slip expunge dispense trim reset
remember memory memories store stored storing save saved saving keep kept keeping record records recorded retain retained know knew known knows knowing note notes noted log hold holding held hang track carry file files list profile head mind brain system sitting stay stays sit belong entry entries information info details detail thing things stuff bit part one ones fact business matter trace mention mentioned told tell telling said say saying says shared gave given picked gathered learned heard hear brought bring pretend happened came like make made sure feel feels better rather prefer glad happy grateful appreciate wish sooner comfortable hadn't regret mistake confided confess confessed overshared shouldnt recently earlier changed sharing short among back wherever listed attached label indiscreet private confidential secret concern business gotta abt can't really quite bring mentioning talking going early second first last next once said rather until listen heard word words bloody damn stupid way off-limits
what whatever which who where when how why anything everything nothing something none there here i'm end side request consent hereby possible consider treat moment second sec time because since
"""
IDLE_EN = frozenset(IDLE_EN_WORDS.split())
IDLE_ZH = regex(
    r"请|麻烦|拜托|劳驾|烦请|恳请|求求?你?|谢谢|多谢|帮我|给我|帮忙|替我|能不能|可不可以|能否|可否|可以|好吗|行吗|行不|吧|啊|哈|呀|哦|了|呢|吗|嘛|咯|喽|地|得"
    r"|你(?:们)?|您|我(?:们)?|咱|俺|他|她|它|这|那|些|个|条|件|段|笔|栏|点|份|句|页|事情?|事儿|信息|记录|内容|资料|东西|情况|部分|消息|数据|相关|有关|关于|所有|一切|全部|任何|统统|通通|彻底|马上|赶紧|立刻|直接|从此|以后|从今|今后|往后|现在|已经|再|也|都|就|还|全|先|只|把|将|从|在|跟|和|对|给|让|被|与|里面?|上|中|那儿|这儿|那里|这里|手上|手里|脑子|本子|记忆|心里"
    r"|忘(?:记|掉|光|干净)?|删(?:除|掉)?|清(?:除|空|掉|理)?|抹(?:掉|去)?|擦(?:掉|去)?|去(?:掉|除)?|移(?:除|走)|拿(?:掉|走|开)|撤(?:掉|下来?|回|销|走|除)?|划掉?|勾掉?|取消掉?|注销|销毁|作废|消(?:掉|失|除)|丢(?:掉|开)?|扔(?:掉)?|倒掉?|格式化|清零|重置|处理掉?|下架|下线|收回|退场|记(?:住|得|着|录|下)?|存(?:着|档|下)?|保存|保留|留(?:着|存|下|底)?|知道|了解|收录|入库|入档|没必要|用不着|不用|不要|不想|不再|不必|不该|别|勿|甭|莫|当作?|没|听过?|说过?|讲过?|提过?|告诉|希望|想|要|会|该|一下|一字|半点|一键|失忆|吐出来|揭(?:下来)?|减掉?|最好|阅后即焚|听完|看完|坦白|唔好|唔|嘅|嘢|嗰|咗|授权|同意|劳烦|什么的?|之类|啥的?|莫得|必要|干嘛|换成|空的|空白|哭着|手滑|发错人?|作不得数|加|彻底|守口如瓶|到|起|为|好|早|老早|原来|其实|反正|顺便|对了|那么|这么|太多|多|难受|一看|看到|每次|老是?|总是?|提前?|此前|前面|刚才?|刚刚|上次|之前|以前|昨[天晚]|今[天晚]|前几天|前天|周[一二三四五六日天]|本人|要求|提供|说错|记错|弄错|误诊|误会|不是真的|不|是"
)


def pointed(parts: Sequence[Clause]) -> str:
    """The topic of the clause that has a word of orders, or of one before it when that clause has none; "" when it is
    not clear."""
    cued = [at for at, clause in enumerate(parts) if CUE.search(clause.seen)] or [len(parts) - 1]
    for at in cued:
        if (oblique_zh.NOT if has_han(parts[at].seen) else oblique_en.NOT).search(parts[at].seen):
            continue
        named = [topic for one in reversed(parts[max(0, at - LOOK_BACK) : at + 1]) if (topic := left(one.seen))]
        known = next((topic for topic in named if _of_life(topic)), "")
        if named:
            return known or named[0]
    return ""


def left(seen: str) -> str:
    """What is left of words without those that any order may have; "" when it is nothing or too much."""
    if (quoted := QUOTED.search(seen)) is not None:
        return quoted[0]
    if not has_han(seen):
        words = [word for word in WORD.findall(seen) if word not in IDLE_EN and not UNDOING.match(word)]
        return " ".join(words) if len(words) <= MOST_WORDS else ""
    pieces = [piece for one in IDLE_ZH.sub(" ", seen).split() if len(piece := one.strip("的")) > 1]
    known = [piece for piece in pieces if _of_life(piece)]
    pieces = known[-1:] or pieces
    return pieces[0] if len(pieces) == 1 and len(pieces[0]) <= MOST_ZH else ""


def _of_life(topic: str) -> bool:
    """Whether a topic is somebody, or touches a part of one's life that the tables know."""
    return any(one.people or one.concepts or one.attributes for one in topics(topic))
