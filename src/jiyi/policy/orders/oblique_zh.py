"""Orders to forget in other words, Chinese: "榴莲那条不要了", "古琴我早不弹了，忘了吧", "就当没发生过".

As in English, the wording may be nearly anything; the thing itself must be something told or known, or stand in the
clause before.
"""

from __future__ import annotations

from collections.abc import Sequence

from jiyi.language.regex import regex
from jiyi.language.script import HAN
from jiyi.policy.attributes import named_in
from jiyi.policy.orders.clauses import Clause
from jiyi.policy.orders.kinds import Order
from jiyi.policy.orders.plain_zh import ALL_WORDS_ZH, ALL_ZH, LAST_ZH, NOT_ASKED_ZH, SESSION_ZH, TASK_ZH, topic_zh
from jiyi.policy.tables.removal import ERASE_ZH, KEEP_ZH, LOOSE_ZH, MIND_ZH, NEVER_ZH, OVER_ZH, SPLIT_ZH
from jiyi.policy.topic import GENERIC_ZH, Topic, concepts, people, topics

STORE = r"(?:(?:从|在|往|打)(?:你(?:的|这|那)?)?|你(?:的|这|那)?)(?:那儿|那里|这儿|这里|那|这)?(?:的)?(?:记忆库?|脑子|脑海|脑袋|记录|档案|资料库?|数据库?|心|库|存档|备忘)(?:里面?|中|上|里头)?(?:的)?"
ADVERB = (
    r"(?:请|求求?你了?|一定|真的|快|麻烦你?|劳驾|拜托你?|帮我|帮忙|替我|给我|替|帮|给|你|您|就|也|都|全都?|全部|统统|通通|一律|一并|一起|一概|一个字|一字|彻底|永久|完全|干脆|赶紧|马上|立刻|立即|尽快|快点?|直接|顺手|顺便|可以|可|能|能不能|应该|该|得|要|先|再|那|还是|千万|务必|最好"
    rf"|以后|今后|往后|从此|早点|半点|一点儿?|一丝|为好|把(?:它|他|她|这|那|其)?|将(?:其|它)?|对|一下|好|闭嘴|悄悄|偷偷|默默|赶快|{STORE})*"
)
PARTICLES = r"(?:吧|行不|成不|好不|呗|哈|咯|喽|嘛|拜|了|啊|哦|呀|呢|着|掉|啦|哈|嘛|好吗|好不好|行吗|行不行|可以吗|谢谢|多谢|一下|干净|哟|喔|嗯|为好|就好|就行|算了|得了|好了|下来?|去)*"
WISH = regex(
    rf"^(?P<pre>.*?)(?P<adverb>{ADVERB})(?:(?P<never>{NEVER_ZH})(?P<inner>(?:再|继续|一直|还|瞎|乱|老|总|偷偷|往心里|往[^，]{1, 4}里|被|你|让你|帮我|给我|替我|去|来|为我|在[^，]{{1,6}}里|往[^，]{{1,6}}里|{STORE}|把(?P<ba>[^，]{{1,20}}?))*)(?P<keep>{KEEP_ZH})"
    rf"|(?P<mind>{MIND_ZH})|(?P<erase>{ERASE_ZH})|(?P<loose>{LOOSE_ZH}))(?P<post>.{{0,40}})$"
)
PRETEND = regex(
    r"^(?P<pre>.*?)(?:你|就|请|全|都|也)*(?:当作?|当成|权当|全当|只当|就当|假装|装作|装着|装)(?:是|我们?|你|咱们|从来|从|压根儿?|根本|它|这事|那事|就|完全)*(?:没有?|不曾|未曾|从未|不)(?:再|人)?(?P<verb>听|说|讲|提|聊|告诉|发生|存在|知道|见|看|认识|有|谈|来)(?:说|起)?(?:过|到|见)?(?:你)?(?P<post>.*)$"
)
NOT = regex(
    rf"{NOT_ASKED_ZH}"
    r"|故事|小说|剧本|角色|咋(?!呼)|好奇|别人(?:跟|对|和)你|(?:啥|什么|老|总|又|常)(?:都|是|会)?忘|怎么|如何|怎样|为什么|为啥|凭什么|会不会|是不是|有没有|是否|要不要|该不该|什么时候|难道|如果|要是|假如|假设|万一|翻译|造句|作文|歌词|台词|写(?:一|个|首|篇)|提醒|记得(?:要|帮|把|去|给|清|删|关|扔|丢)"
    r"|(?:他|她|医生|大夫|老师|老板|领导|老婆|老公|媳妇|爸|妈|爷爷|奶奶|朋友|同事|人家|大家|有人|别人|客户|警察)[^，]{0,4}(?:说|让|叫|要|劝|建议|希望|求|逼)(?:我|大家|你|把)"
    r"|我(?:也|还|真|好|很|就|总|一直|只)?(?:(?:打算|准备|需要|决定|必须)(?!你|让你|请你|叫你|求你|要你|跟你)[^，]{0,12}|想(?!你|让你|请你|叫你|求你|要你|跟你)[^，]{0,12}(?=忘|丢|扔|抹)|(?:正在|在|得|要|应该)(?:把[^，]{1,12})?)(?:忘|删|清|丢|扔|抹|擦|取消|撤)"
    r"|(?<![把将对跟和给让于帮替当])(?:我们?|他们?|她们?|咱们?|老婆|老公|妈妈?|爸爸?|孩子|同事|朋友|客户|老板|用户|大家|人家|有人|医院|公司|银行)(?:都|又|总是?|老是?|经常|常常|差点|居然|竟然|好像|可能|一直|也|就|已经|快|完全|早就?|昨天|今天|刚才|刚刚|不小心|怕|会|自己|后来|上周)*(?:把[^，]{1,14})?(?:忘|删|清空|清了|抹|丢|扔|撤|取消|处理|拿走|拿掉|划|不记|没记|记不|翻篇)"
    r"|(?:别|不要|不能|不许|千万|没|没有|勿|莫|不想|不用|从没|永远不|怎么能|难|忘不|不会|舍不得|不可能|不可以|不敢)(?:再)?(?:给我|把[^，]{1,12})?(?:忘|删|清空|清除|抹)|忘不|被(?:删|清|抹|扔|丢|取消)|忘(?:了|记)(?:要|该|带|拿|跟|告诉|说|关|锁|买|做|交|还|密码)"
)
MADE_UP_ZH = regex(
    r"(?:^|[，。])(?:在|往)?(?![^，。]*(?:你|记忆|脑|档案|库|聊天|对话|心里|从此|以后|今后|往后|[早晚]上))[^，。]{1,8}[里上中](?:就|都|也)?(?:别|不要|不用|不必|勿)再?(?:记|存|留|写|放|提)"
    r"|翻译|造句|怎么说|(?:小说|故事|剧本|电影|台词|歌)里|扮演|(?:帮我|给我|替我|^)(?:写|编|讲)(?:一|个|封|段|首|篇)"
)
ASKS = regex(r"吗$|吗[？?]?$|呢$|么$|没有?$|什么$|哪$|谁$|多少$")
ASKS_YOU = regex(
    r"^(?:请问)?(?:你)?(?:能不能|可不可以|可以|能|可否|能否|是否可以)|(?:好吗|行吗|可以吗|好不好|行不行|成吗)$"
)
MARK = r"(?:的)?(?:那|这)?(?:一)?(?:件|档子?|摊|堆|些|块儿?|条|段|点儿?|个|回|码|桩|份|部分|方面|茬)?(?:个人|相关|有关|破|糟心|烦心|烂|倒霉|伤心|所有)?(?:的)?(?:事儿?|事情|往事|要求|规定|指令|信息|记录|记忆|内容|资料|东西|情况|话|数据|细节|消息|备注|设定|习惯|隐私|毛病|一切|历史|所有|种种|条目|经历|报告|计划|安排|规则|说法)?"
MARKED = regex(
    r"^(?P<x>.+?)(?P<mark>(?:的|那|这)(?:一)?(?:件|档子?|摊|堆|些|块儿?|条|段|句|点儿?|个|回|码|桩|份|部分|方面|茬|趟|种)(?:个人|相关|有关|破|糟心|烦心|烂|倒霉|伤心|所有)*(?:的)?(?:事儿?|事情|往事|要求|规定|指令|信息|记录|记忆|内容|资料|东西|情况|话|数据|细节|隐私|设定|经历|历史|往事|黑历史)?"
    r"|(?:的)?(?:所有|一切|全部|相关|有关|那些|这些|个人)*(?:的)?(?:事儿?|事情|往事|要求|规定|指令|信息|记录|记忆|内容|资料|情况|数据|细节|消息|备注|设定|隐私|黑历史|糗事|丑事|秘密|坏话|破事|往事|傻事|一切|历史|种种|条目|说法)(?:啥的|什么的|之类的?|等等)?|相关的|有关的|的所有|的一切|之类的?|啥的|这种隐私|什么的|(?<=[0-9\u4e00-\u9fff])那些)$"
)
POINTS = regex(
    r"^(?:[这那](?:一)?(?:件|档子?|摊|堆|些|块儿?|条|段|点儿?|个|回|码|桩|份|部分|方面)?(?:事儿?|事情|要求|规定|指令|信息|记录|记忆|内容|资料|东西|情况|话|数据|设定)?|它们?|他们?|她们?|ta|其|此事|此条|相关的?(?:信息|记录|内容|东西|事情?|资料|一切)?|有关的?(?:信息|记录|内容|东西|事情?|资料|一切)?|所有的?|全部的?|一切|啥|什么|(?:一|半)个字儿?|一丁点儿?|一点儿?|任何(?:东西|信息|记录|痕迹)?"
    r"|(?:跟|和|与|关于)(?:它|他|她|这|那|这个|那个|此)(?:有关|相关)?的?(?:一切|所有|全部|事情?|信息|记录|东西|内容)*|(?:它|他|她)的(?:一切|所有|全部|事情?|信息|记录|东西|内容|那些?|资料)*|我(?:的)?(?:信息|记录)|之前的?|以前的?|原来的?|老?旧的?|老的|那些旧的?|记忆|记录|痕迹)(?:都|全)?$"
)
FILLER = regex(
    r"^(?:没事儿?|没关系|没什么|无所谓|请|麻烦你?|好吧?|嗯|哦|算了|对了|谢谢|多谢|哎|唉|喂|嗨|你好|拜托|求你了?|真的|说实话|另外|还有|总之|反正|记忆|机器人|助手|听着|千万|说真的|话说|你懂的|你也一样|隐私(?:好吗|懂吗)?|听见没|听到没|懂吗|明白吗|快点|赶紧|哈哈+|嘿嘿|呜呜|哎呀|我去|天哪|完了)$"
)
OVER = regex(
    rf"^(?P<x>.+?)(?:已经|早就?|都|也|就|终于|后来|现在|最近|前几天|上周|昨天|上个月|去年|前天|今天|刚|彻底|全|给|又|最终|突然|不幸|这事儿?|那事儿?|是|太|我|我们|被我?)*(?:{OVER_ZH})(?:啦|啊|的|呀)?$"
)
PAST = regex(
    r"^(?P<x>.*?)(?:我|我们)?(?:已经|早就?|现在|再也|都|也|后来|最近|其实)*(?:不|没|没再|再也不|不用|不必|别)(?:再|用再?|想|怎么|打算)?(?P<y>[\u4e00-\u9fff]{1,8}?)了$"
)
WITH = regex(
    r"^我?(?:已经|早就?|现在|前几天|上周|昨天|刚)?(?:不)?(?:跟|和|与|同)(?P<x>[^，]{1,8}?)(?:已经|早就?|都|也|彻底|再|不再)*(?:不)?(?:来往|联系|说话|分手|分|掰|闹掰|绝交|离婚|离|吹|散|闹翻|断|断绝|断交|翻脸|拜拜|没关系|往来)(?:了|关系|干净)*$"
)
DID = regex(
    r"^我?(?:已经|早就?|刚|前几天|上周|昨天|现在|把)*(?P<x>[^，]{1,14}?)(?:退|辞|换|卖|丢|扔|还|送|戒|停|关|改)(?:掉|给人|人|回去|了)+$"
)
ABOUT = regex(r"^(?:关于|有关|至于|对于|说到|提到)(?P<x>.+)$")
TOLD_YOU = regex(
    r"^(?:刚才?|刚刚|之前|上次|昨天|以前|前面)?我?(?:刚才?|刚刚|之前|上次|昨天|以前)?(?:跟|和|对|给|告诉)你(?:说|讲|提|聊)?(?:过)?的(?P<x>.+)$"
)
SPLIT = regex(rf"^{SPLIT_ZH}$")
ATTRIBUTES = regex(r"^(?:他|她|它|ta)(?:的|叫|在|住|喜欢|是)")
DATED = regex(
    r"^(?:(?:19|20)?\d\d年?|[一二三四五六七八九十零〇]{2,4}年|去年|前年|今年|大前年|上个?月|上周|[一二三四五六七八九十]{1,2}月份?|春天|夏天|秋天|冬天|暑假|寒假|小时候|大学(?:时|期间)?|高中|初中|小学|疫情)(?:的?时候|期间|里|那年|那会儿?|春天|夏天|秋天|冬天)?"
)
NAME = regex(
    rf"^(?:[阿小老][{HAN}]{{1,2}}|[{HAN}]{{1,3}}(?:阿姨|叔叔?|医生|大夫|老师|教练|经理|总|哥|姐|爷|奶|婶|伯|律师|教授|主任|师傅)|[a-z][a-z .]{{1,20}})$"
)
PHYSICAL = frozenset(
    {
        "books",
        "music",
        "film",
        "likes",
        "car",
        "phone",
        "pets",
        "residence",
        "email",
        "job",
        "school",
        "travel",
        "family",
        "diet",
        "doctor",
        "project",
        "law",
    }
)
KEEPSAKES = frozenset({"car", "phone", "pets", "books", "music", "film", "likes", "family", "project"})
IDLE = regex(r"^(?:我|你|他|她|它|的|了|都|就|也|吧|这|那|啥|在|里|上|是|不|好|话|再|给|请)*$")
PARTNERS = {"她": "女朋友、女友、老婆", "他": "男朋友、男友、老公"}
LOOK_BACK = 4
TRAILING = regex(rf"{PARTICLES}$")
LEADING = regex(
    r"^(?:请|求求?你了?|一定|快|麻烦你?|劳驾|拜托你?|帮我|帮忙|替我|你(?!那|这|的|记|知|存)|您|就|也|都|全都|全部(?=.)|统统|通通|一律|一并|彻底|永久|完全|干脆|赶紧|马上|立刻|立即|尽快|直接|顺手|顺便|可以|能不能|应该|先|再|还是|千万|务必|最好|以后|今后|往后|从此|所以|另外|还有|那就|把|将|对了|好吧|希望你?|我?(?:想|要|希望)(?:让|请)?你)+(?=.)"
)
ASIDE = regex(
    r"(?:以后|今后|从此|往后|别提也?|不提也?|别说也?|这个?人|一定|都|全|也|就|请|你|给我|帮我|替我|把|将|再|还|一律|统统|通通|麻烦|全部|可以|应该|已经|早就)+$"
)
TOLD = regex(r"你(?:记|知道|存|了解|那)|你的(?:记录|档案|脑|心|库|资料)|记忆|告诉|跟你|说过|提过|讲过")
OUT_OF = regex(r"从(?!你|记忆|记录|我们|聊|脑|档案|心|此|今|现在)[^，。]{1,8}[里中上]")
WHICH = regex(r"什么|哪|谁|多少|几|怎么样|啥")
STORED = regex(rf"^{STORE}(?:存|记|保存)?的?(?=.)")
TASK_PART = regex(r"的[那这]段")


def oblique_zh(parts: Sequence[Clause], believed: bool = False) -> Order | None:
    """The order in a message's clauses; None when none is found. One that is `believed` to be there anyway need not
    call its object something told or known."""
    if any(MADE_UP_ZH.search(part.seen) for part in parts):
        return None
    for at, clause in enumerate(parts):
        found = _wish(parts, at, clause, believed)
        if not found and at and TELLS.match(parts[at - 1].seen) and THIS_ONE.match(clause.seen):
            return Order(kind="forget", scope="this")
        if found:
            return Order(kind="forget", scope="about", about=found, certain=False)
    return None


def _wish(parts: Sequence[Clause], at: int, clause: Clause, believed: bool) -> str:
    seen = clause.seen
    if NOT.search(seen) or ((clause.asks or ASKS.search(seen)) and not ASKS_YOU.search(seen)):
        return ""
    if (match := PRETEND.match(seen)) is not None:
        pre, post = _plain(match["pre"]), _plain(match["post"])
        if not (pre or post) and match["verb"] in "看见来有认识":
            return ""
        return _object(parts, at, post or pre, "told" if match["verb"] not in "看见来有" else "loose")
    match = WISH.match(TWICE_OVER.sub(r"\1", seen))
    if match is None:
        return ""
    strength = next(name for name in ("keep", "mind", "erase", "loose") if match[name])
    pre, post = _plain(match["pre"]), _plain(match["post"])
    if strength == "keep":
        post = _plain(match["ba"] or "") or post
        if (
            THING_VERB.match(match["keep"])
            and PLACE.search(match["keep"] + match["post"][:3])
            and not (believed or TOLD.search(seen))
        ):
            return ""
        if match["never"] == "少" or (match["keep"] in ("知道", "掌握") and not (pre or post)):
            return ""
    if post and pre and WHICH.search(post):
        return ""
    if believed:
        return _object(parts, at, post or pre, "told")
    if strength == "loose" and not (pre or post) and DEALT_WITH.match(seen):
        return ""
    if strength == "loose" and pre and DONE.search(seen) and MARKED.match(pre) is None and not POINTS.match(pre):
        return ""  # "面试取消了" tells what happened
    if strength == "loose" and post and not TOLD.search(seen):
        return ""
    words = post or pre
    return _object(parts, at, words, strength)


def _plain(words: str) -> str:
    """Words without what asks and what ends a sentence."""
    words = LEADING.sub("", TRAILING.sub("", words.strip()))
    return ASIDE.sub("", words).strip("的 ")


def _object(parts: Sequence[Clause], at: int, words: str, strength: str) -> str:
    """What the object of an order means; "" when it cannot be one of memory."""
    if not words or POINTS.match(words) or IDLE.match(words):
        return _before(parts, at, words, strength)
    if SESSION_ZH.search(words) or LAST_ZH.match(words) or (ALL_WORDS_ZH.search(words) and ALL_ZH.match(words)):
        return ""
    clause = parts[at].seen
    told = TOLD.search(clause) is not None or strength == "told"
    if OUT_OF.search(clause):
        return ""
    words = STORED.sub("", words) or words
    marked = MARKED.match(words)
    topic = topic_zh(marked["x"] if marked is not None else words)
    if (TASK_ZH.search(topic) or TASK_PART.search(words)) and not told:
        return ""
    if topic and POINTS.match(topic):
        return _before(parts, at, topic, strength)
    if not topic or IDLE.match(topic):
        return ""
    if strength in ("mind", "erase", "keep") and REQUEST.search(clause) and not OWN_DOING.search(clause):
        return topic
    return topic if told or _meant(words, topic, marked is not None, strength) else ""


def _meant(words: str, topic: str, marked: bool, strength: str) -> bool:
    """Whether words that name no memory are about something remembered."""
    mine = words.startswith(("我", "咱", "关于", "有关", "跟我", "和我"))
    whole = _part_of_life(topic)
    if strength == "loose":
        return marked or (mine and whole and not PHYSICAL & {c.name for one in topics(topic) for c in one.concepts})
    if marked or WHICH.search(words):
        return True
    thing = bool(KEEPSAKES & {c.name for one in topics(topic) for c in one.concepts})
    if whole and not (thing and strength == "erase" and not mine):
        return True
    if strength == "erase":
        return mine and (_touches_life(topic) or topic != words)
    return mine or NAME.match(topic) is not None or DATED.match(topic) is not None


def _part_of_life(topic: str) -> bool:
    """Whether a topic is, as a whole, somebody or a part of one's life that the tables know."""
    return all(
        (one.concepts or one.people or one.attributes) and not one.words and _covered(one) for one in topics(topic)
    )


def _covered(topic: Topic) -> bool:
    """Whether the words of the tables are all that a topic has: "过敏源" is no "过敏"."""
    rest = topic.text
    for concept in (*topic.concepts, *topic.people):
        rest = concept.called.sub(" ", rest)
    return rest == topic.text or not GENERIC_ZH.sub("", rest).strip()


def _touches_life(topic: str) -> bool:
    return any(one.concepts or one.people for one in topics(topic)) or bool(named_in(topic))


def _before(parts: Sequence[Clause], at: int, pronoun: str, strength: str) -> str:
    """What a pronoun, or nothing at all, stands for, by the clauses before."""
    listed: list[str] = []
    for clause in reversed(parts[max(0, at - LOOK_BACK) : at]):
        seen = _plain(clause.seen) or clause.seen
        if FILLER.match(clause.seen):
            continue
        if clause.asks and not ALSO.match(clause.seen):
            continue
        if SPLIT.match(clause.seen):
            said = f"{pronoun}{clause.seen}{''.join(one.seen for one in parts[: at + 1])}"
            whom = next((word for word in said if word in PARTNERS), "")
            return PARTNERS.get(whom, "女朋友、男朋友、老婆、老公、对象")
        if ATTRIBUTES.match(seen) or WISHED.search(clause.seen):
            continue
        topic = _topic_of(clause.seen) or (_person_in(clause.seen) if pronoun.startswith(("他", "她", "ta")) else "")
        if topic:
            listed.insert(0, topic)
            break
        if len(clause.seen) > ASIDE_LONGEST:
            break
    if not listed and at + 1 < len(parts) and (match := MARKED.match(parts[at + 1].seen)) is not None:
        listed = [topic] if len(topic := _inner(match["x"])) > 1 else []
    return "、".join(listed)


TELLS = regex(r"^我(?!不(?:想|希望|要)|希望|想让|要你|想你|说|刚).{3,}")
THIS_ONE = regex(
    rf"^(?:请|麻烦)?(?:你)?(?:这个|这条|这事|这件事|这点|这些|这)?(?:请|你|就|也|都|千万)*(?:{NEVER_ZH})(?:再|给我|帮我|把这个|把它)*(?:记录|记下来?|记住?|记|存下来?|存|保存|留下来?|留着?)(?:着|了|吧|啊|哦|它|这个)*$"
)
# "征信那个不光彩": a thing with its mark, and a remark on it.
REMARKED = regex(
    r"^(?P<x>[^，]{1,14}?)(?:[那这](?:个|条|事儿?|件事|段|些|茬儿?|块儿?|点|句|部分|档子?|码事|回事)|这(?:条|事儿?|件事|段|茬儿?|块儿?|档子?|码事)|的(?:那些?)?(?:事儿?|事情|信息|毛病|经历|记录|部分|情况))(?P<rest>.*)$"
)
ALSO = regex(
    r"^(?:怎么|你怎么|为什么|为啥|你)?(?:连)?(?P<x>[^，]{1,12}?)(?:你)?(?:也|都|还)(?:要)?(?:记|存|留|知道|保存)"
)
THING_VERB = regex(r"^(?:存|放|收|留)")
PLACE = regex(r"[在进].")
DONE = regex(r"了$")
# A plan or a thing that one is rid of, with no word that asks: "三亚不去了，取消了", "旧沙发太占地方，已经扔掉了".
DEALT_WITH = regex(
    r"^(?:我们?|已经|早就?|刚|刚刚|就|都|也|全都?|全部|现在|昨天|上周)*(?:取消掉?了?|(?:作废|废除|处理掉|扔掉?|丢掉?|撤[掉销回]?)了)$"
)
OWN_DOING = regex(r"写|画|做|翻译|改写|整理|房间|厨房|衣服|垃圾|地板|桌|柜|冰箱|车里|屋")
REQUEST = regex(r"请|麻烦|帮我|帮忙|给我|拜托|求你|劳驾|替我|你给|给(?=忘|删|抹|清)")
ASIDE_LONGEST = 12  # characters of a remark that may stand between a thing and the order
TWICE_OVER = regex(r"((?:忘|删|抹|清|擦|去|撤|销)[掉了除]?)\1+")
MY_OWN = regex(r"^我[^，是在有想要会说跟和喜爱讨怕吃买看见认租住养学玩]{1,8}的[^，的]{1,4}$")
SAYS = regex(r"^我(?:在|想|要|是|有|去|会|爱|喜)")
MYSELF = regex(r"(?:我们?|已经|早|都)+$")


def _person_in(seen: str) -> str:
    """The person whom a clause names last."""
    persons = (*people(), *(concept for concept in concepts() if concept.person))
    found = [match for person in persons for match in person.called.finditer(seen)]
    return max(found, key=lambda match: (match.end(), -match.start()))[0] if found else ""


WISHED = regex(r"别再?提|不要再?提|不想再?提")


def _topic_of(seen: str) -> str:
    """What a clause is about that the next one may point to; "" when it says something else."""
    for pattern in (ABOUT, TOLD_YOU, WITH, OVER, PAST, DID):
        match = pattern.match(seen)
        if match is None:
            continue
        words = match["x"] or ""
        if pattern is PAST:
            words = MYSELF.sub("", words)
            words = words if words not in ("", "我", "我们") else match["y"]
        return _inner(words)
    if (match := ALSO.match(seen)) is not None or (match := REMARKED.match(seen)) is not None:
        return _inner(match["x"])
    if MARKED.match(seen) or MY_OWN.match(seen) or (len(seen) <= 10 and _part_of_life(seen) and not SAYS.match(seen)):
        return _inner(seen)
    return ""


def _inner(words: str) -> str:
    words = _plain(words)
    marked = MARKED.match(words)
    topic = topic_zh(marked["x"] if marked is not None else words)
    return "" if IDLE.match(topic) or TASK_ZH.search(topic) else topic
