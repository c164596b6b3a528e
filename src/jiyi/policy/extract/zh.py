"""Reading a Chinese clause: whose it is, and what it says. The rows that know what is said are in `zh_frames`."""

from __future__ import annotations

import re
from dataclasses import replace

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.script import EMOJI
from jiyi.policy.attributes import named_in
from jiyi.policy.extract import food, pastime, team
from jiyi.policy.extract.frame import KIN, NONE, OTHER, SELF, WE, Found, Frame, named_relative, words
from jiyi.policy.extract.zh_frames import EVENTS, FRAMES, ORDERS
from jiyi.policy.extract.zh_kin import CALLED, TALKED_TO, TODAY, far, kin, kin_goes_on, role_of
from jiyi.policy.gate import Clause
from jiyi.policy.tables import talk, zh
from jiyi.records import Kind

LONGEST_CLAUSE = 160  # characters that the frames look at

_FILLER = regex(
    rf"^(?:(?!还有[个一两三俩只条位]|那个(?![，,、\s我]))(?:{words(zh.FILLERS)}|对(?=[\s，,：:、]|我[是在有叫就也])|除了(?=我?(?:对|吃|碰|闻|喝)[^，。]*(?:过敏|不耐|起疹)))[\s，,：:、—-]*(?!的|得))+"
)
_OUR = r"(?:我们?|俺们?|咱们?|我们?家|咱们?家)"
_KIN_WORDS = words(*zh.RELATION_OF.values())
_KIN = regex(
    rf"^(?P<pre>[^，。]{{0,8}}?)(?P<s>{_OUR}(?:的)?(?:一个|一位|两个|家)?(?:{_KIN_WORDS}|{words(zh.NEAR)}|(?:{words(zh.TAUGHT)})(?:课)?(?:老师|教练|外教|私教))(?!的(?:同事|朋友|老板|同学|手机(?!号)|电脑|公司(?!在|是|叫)))"
    rf"|我(?:跟|和|与)(?:{words(zh.PARTNER, zh.CHILDREN)})(?=是|异地|认识|结婚|住|在|领|都|一起(?!去|吃|看|玩))"
    rf"|(?:{words(zh.PARTNER, zh.CHILDREN, zh.SIBLINGS, zh.GRANDPARENTS, zh.RELATIVES)}|爸妈|爸爸|妈妈|父母|岳父岳母|公公婆婆|岳父|岳母|公婆|狗狗|猫咪)(?=[小阿][\u4e00-\u9fff](?:是|有|今年|对|得|患|也|在|上|才|刚|不)|是|出家|出国|退休|结婚|离婚|去世|生了|跟我们|和我们|帮我们|叫|今年|在|对|喜欢|不|特别|上|住|有|也|最|已经|快|明年|下个?月|\d))"
)
_OF_KIN_OTHER = regex(rf"^{_OUR}的?(?:{_KIN_WORDS})的(?:{words(zh.FAR, zh.NEAR, zh.PARTNER)})")  # "my cousin's boss"
# "李梅是我的表姐": a name first, then whose it is.
_NAMED_KIN = regex(
    rf"^(?P<e>[\u4e00-\u9fff]{{2,4}}|[a-z]+)是(?P<s>{_OUR}(?:的)?(?:大学|高中|前|新|老)?(?:{_KIN_WORDS}|{words(zh.NEAR, zh.FAR)}))(?=$|，|,|。)"
)
_PRE_KIN = regex(
    r"^(?:(?:我[和跟与]|[上下]个?(?:周|月|星期)|去年|明年|今年|最近|现在|昨天|明天|因为|平时|以前|当年|小时候|其实|不过)[，,]?)*$"
)
_OTHER = regex(
    rf"^我们?[^，。我是在有]{{1,5}}的(?:小|老|阿|大)?[王李张刘陈杨赵黄周吴徐孙马朱胡林郭何高罗明红强](?:哥|姐|师傅|老师|阿姨|叔|医生)?(?=[喝吃爱喜天每老总最从也都很特说不])|^(?:我们?家?)?(?:楼上|楼下|隔壁|对门|邻居家?|小区里?|村里)(?:的|那|有)?(?:个|家|只|条|对)?(?:小孩|孩子|老头|老太太?|情侣|夫妻|大爷|大妈|阿姨|邻居|一家|装修|野?[狗猫])|^(?:[^，。我]{{0,6}}?)(?:(?:{_OUR}的?(?:大学|高中|初中|小学|前|老|新|以前的?|好|男|女|公司|办公室|合租|隔壁)?|我有(?:一)?个|我认识(?:一)?个|有个|一个|有些|别的|某个)?(?:{words(zh.FAR)})(?!我|圈|聚会|会(?=定|在|改)|会$)|他|她|它|人家|别人|大家|小[王李张刘陈杨赵黄周吴徐孙马朱胡林郭何高罗明红强](?!姐|哥)|老[王李张刘陈杨赵]"
    r"|[\u4e00-\u9fff]总|邻居|用户|客户|那个人|有人|你|您)"
)
_WE = regex(
    r"^(?:[^，。我咱]{0,10}?)(?P<s>(?:我们|咱们|我|咱|本)(?:的)?(?:这个|这边|整个)?(?:团队|公司|部门|项目组|小组|组里|组|项目|学校|班|家|工作室|店|厂|实验室|产品|服务|系统|办公室|单位|司)|我们|咱们)"
)
_SELF = regex(r"^(?P<pre>[^我俺，。]{0,14}?)(?P<s>我的|我自己|我这?个?人|我|俺|本人|自己)")
_SUBJECTLESS_OF = regex(
    r"^(?:医生|检查|体检|诊断|结果|报告|项目|公司|团队|预算|装修|婚礼|每个?月|生产|测试|线上|服务器|老家|家里|deadline|ddl|上线|发布|面试|会议|考试|手术|交稿|开业|航班|高铁|答辩|聚会|年会)"
)
_TRAILING = regex(rf"[\s。.!！~～…，,；;、：:{EMOJI}\u200d\ufe0f]+$")
_LOOSE = regex(
    r"^(?:会过敏|(?:严重(?:时|的时候)?)?(?:会|能)(?:休克|窒息|全身|浑身|起疹|肿|吐|晕|呼吸|要命)|一[碰吃喝闻]就|小时候|叫|取名|很|非常|特别|尤其|最近|不|偶尔|有时|经常|常常|教|管|卖|种(?!类)|带(?!走)|一滴|一点|主要|每|只|那种|还|也|都|就|已经|大概|差不多|可能|从|因为|所以|基本|比较|挺|太|真|几乎|连|而且|但|方向|专业|在|和|跟|或者|以及|包括|比如|决定|打算|准备|负责|是|要|\d|一个|一只|[一二三四五六七八九十两]|黑|白|橘|贵|微)"
)


def fillers(clause: Clause) -> int:
    """How many characters at the start say nothing."""
    match = _FILLER.match(clause.seen)
    return match.end() if match and match.end() < len(clause.seen) else 0


def subject(seen: str) -> tuple[str, str, str]:
    """(whose clause it is, the words of its subject, what follows them)."""
    if theirs := _OF_KIN_OTHER.match(seen):
        return OTHER, theirs.group(), seen[theirs.end() :]
    if _NOT_ORDER.match(seen):
        return NONE, "", seen
    kin = _KIN.match(seen)
    if kin and _PRE_KIN.match(kin["pre"]):
        return KIN, kin["s"], seen[kin.end() :]
    if other := _OTHER.match(seen):
        return OTHER, other.group(), seen[other.end() :]
    if we := _WE.match(seen):
        return WE, we["s"], seen[we.end() :]
    if me := _SELF.match(seen):
        return SELF, me["s"], seen[me.end() :]
    return NONE, "", seen


def find(clause: Clause, carried: Found | None) -> Found | str:
    """What the clause says, or why it is left. `carried` is what was found just before in the same sentence."""
    cut = fillers(clause)
    seen = _TRAILING.sub("", clause.seen[cut : cut + LONGEST_CLAUSE])
    text = _TRAILING.sub("", clause.text[cut:])
    if not seen.strip():
        return talk.COURTESY
    close = _SPACED.sub("", text)
    found = _find(clause, _SPACED.sub("", seen), close, carried)
    if close == text or isinstance(found, str):
        return found
    return replace(found, content=found.content.replace(close, text))


_WANTS_TO_KNOW = regex(r"^我?(?:就|只|还|也|很)?(?:想|要|需要)(?:知道|问|了解|咨询|请教|查|搞清楚|确认)")
# Where one will have a look, what suits: gone tomorrow.
_PASSES = regex(
    r"^(?![^，。]*(?:每|一[^，。]{1,4}就|经常|常常|总是?|老是|天天))(?:好的?|嗯|行|那)?[，,]?我?们?[^，。]{0,8}(?:去|过去|过来|回去|回头|先|再)[^，。每]{0,6}(?:看看|试试|瞧瞧|问问|转转|想想|逛逛)(?:吧|再说)?$"
    r"|^我?(?:(?:这|下|上)个?(?:周末?|礼拜|星期|几天|两天|三天)|(?:今|明|昨|前|后)[天晚])我?(?:先|都|就|要|会|得|暂时|可能|打算)*(?:住|借住|睡)(?:在|到|进)?|^我?(?:先|就|要|得|该)?(?:去|走|溜|撤|下|闪|睡)(?:了|啦|咯)$|^我?(?:先|这就|马上|要|得)?去(?:接|上课|上班|开会|吃饭|睡觉|洗澡|做饭|买菜|忙)[^，。]{0,4}了$"
)
_MORE_OF_THEM = regex(
    r"^(?:名字|名|取名|起名|小名|大名)?(?:就|都)?(?:是|叫)|^(?:今年|已经?|快|刚)?[一二三四五六七八九十两\d]+(?:岁|个月)"
)
_REQUEST = regex(
    r"^(?:那|就|再|所以)?(?:请|麻烦|帮我|帮忙|给我|提醒我|叫我起床|告诉我|教我|推荐|我想让你|我希望你|我需要你|我要你|能不能|可以给|用[^，。]{1,12}?(?:写|做|生成|画|实现|列|解释|总结|概括)(?:一|个|段|出|下))"
)
_DONE_FOR_ME = regex(r"^(?:又|已经|刚|最近)*(?:给|帮|替)我(?:报|请|约|挂)")
_DID_NOT = regex(r"没有?(?:吃|喝|玩|去|看|用|做)")
# Spaces between Chinese and other letters are a matter of taste: the patterns see none.
_SPACED = regex(r"(?<=[\u4e00-\u9fff]) (?=[a-z0-9])|(?<=[a-z0-9]) (?=[\u4e00-\u9fff])", re.IGNORECASE)


def _find(clause: Clause, seen: str, text: str, carried: Found | None) -> Found | str:
    if order := _order(clause, seen, text):
        return order
    if _REQUEST.match(seen):
        return talk.COMMAND
    if _WANTS_TO_KNOW.match(seen):
        return talk.QUESTION
    if _PASSES.search(seen) and not clause.outright:
        return talk.PASSING
    if named := _NAMED_KIN.match(seen):
        slot, word = role_of(named["s"])
        return named_relative(f"{slot}/named", text, slot, word, text[named.start("e") : named.end("e")])
    if (known := _KNOWN_AS.match(seen)) and not clause.asked:
        return Found(
            rule="nickname/others",
            kind=Kind.FACT,
            content=text,
            attribute="nickname",
            value=text[known.start("v") : known.end("v")],
            carries=SELF,
            opener="我",
        )
    if owner := _OWNER.match(seen):
        name = owner["e"] or owner["e2"] or owner["e3"]
        return named_relative("friend/in_charge", text, "friend", "knows", name)
    if _THEIRS.match(seen):
        return talk.OTHERS
    whose, words_of, rest = subject(seen)
    if whose == OTHER and carried is not None and carried.carries == KIN and words_of in ("他", "她", "它"):
        return kin_goes_on(seen, text, carried, pronoun=True)
    if whose == OTHER:
        return far(seen, text, words_of)
    if (
        whose == KIN
        and _DONE_FOR_ME.match(rest)
        and not isinstance(own := _own(clause, seen, text, SELF, carried), str)
    ):
        return own
    if whose == KIN:
        return kin(seen, text, words_of, rest)
    if whose == NONE and carried is not None and carried.carries == KIN:
        return kin_goes_on(seen, text, carried)
    if whose == NONE and carried is None and clause.asked:
        return talk.QUESTION  # "can people with diabetes eat this?"
    if whose == NONE and carried is not None and carried.kind is Kind.RELATIONSHIP and _MORE_OF_THEM.match(seen):
        return talk.NOTHING  # it completes what was said of them
    return _own(clause, seen, text, whose, carried)


# Someone by name, who likes or does something: "小雨喜欢…", "阿强从不…".
_NAME = (
    r"(?:小(?!时|学|区|孩|组|说|吃|众|心|姨|舅|姑|叔|猫|狗|脑|腿|肚|狼|米|众|事|声)[\u4e00-\u9fff]|[阿老](?!公|婆|妈|爸|爹|娘|家|板|师|姨|伴|是|本|嬷|早|实|想|爱|怕|觉|喜|觉|地|字|歌|酒|茶|照|房)[\u4e00-\u9fff]"
    r"|[王李张刘陈杨赵黄吴徐孙胡朱郭罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛阎潘杜汪范姜谭廖邹熊陆郝孔崔邱秦侯邵孟汤尹乔贺赖龚][\u4e00-\u9fff]{1,2}?(?<![师哥姐]))"
)
_THEIRS = regex(
    rf"^{_NAME}(?:她|他)?(?:最近|现在|从小|一直|平时|其实|也|很|最|特别|就|都|只|又|还|可|从来|真的)*(?:不太|不怎么|不)?(?:喜欢|讨厌|爱(?!好|人)|迷上|怕|从不|不吃|不喝|烦)"
)


# "支付模块归小王管", "小王负责支付模块": whom to ask.
_OWNER = regex(
    rf"^(?:我们?的?)?[^，。我你他她]{{2,14}}?(?:现在|都|一直|已经|改|以后)*(?:归|由|是)(?P<e>{_NAME}|[a-z]{{2,12}})(?:在|来)?(?:管|负责|维护|跟进|接手|对接|审批?|盯)(?:的|了)?$"
    rf"|^(?P<e2>{_NAME}|[a-z]{{2,12}})(?:现在|主要|一直|以后|已经)*(?:负责|管着?|维护|接手|跟进|对接)了?(?!我|你|得|不|好|吗)[^，。我你吗]{{2,14}}?(?:的?(?:事|部分))?了?$"
    rf"|^[^，。我你他她]{{2,12}}?的?(?:事情?|问题|部分|这块|改动)(?:就|都|可以|直接|请|去)*找(?P<e3>{_NAME}|[a-z]{{2,12}})(?:就行|就好|吧)?$"
)


# "大家都叫我阿杰": what others call the user says who the user is.
_KNOWN_AS = regex(
    r"^(?:大家|朋友们?|同事们?|同学们?|家里人|家人|别人|身边人|邻居)(?:都|一般|平时|习惯|喜欢)*(?:叫|喊|称呼)我(?P<v>[\u4e00-\u9fffA-Za-z]{1,6})$"
)


def _order(clause: Clause, seen: str, text: str) -> Found | None:
    """A lasting instruction to the assistant."""
    if (
        clause.once
        or _NOT_ORDER.match(seen)
        or talk_only_now(seen)
        or (clause.asked and not clause.lasting and not talk.POLITE_ORDER.search(seen))
    ):
        return None
    for frame in (*team.ORDERS_ZH, *ORDERS):
        if frame.name == "-/answers" and _MY_WAY.match(seen):
            continue
        match = frame.pattern.search(seen)
        if match and (frame.stands != "lasting" or clause.lasting):
            attribute = frame.attribute or _attribute_of_order(seen)
            value = _value(match, text)
            return Found(
                rule=frame.name, kind=Kind.INSTRUCTION, content=text, attribute=attribute, value=value, importance=0.7
            )
    if clause.lasting and _LASTING_ORDER.match(seen):
        return Found(  # "写得软和点，以后都这样": the mark is in another clause
            rule="-/going_on",
            kind=Kind.INSTRUCTION,
            content=text,
            attribute=_attribute_of_order(seen),
            importance=0.7,
        )
    return None


_LASTING_ORDER = regex(
    r"^(?:都|一律|统一|全部|一概)(?:请|给我|帮我|顺便|先|要|得)*(?:用|换算?|改|写|标|说|叫|讲|解释|翻译|附|加|按|列|转|给|发)[^，。我吗]{1,20}$|^默认(?:给我|用|都|按)[^，。吗]{2,20}$|^(?:请|你|麻烦)*(?:(?:给|跟|对|回|帮|替)(?:我|他|她|客户|老板|领导)[^，。我]{0,14}(?:写|说|回|讲|带上|带|加|列|标|按|用|别|不要|要)|(?:写|回|讲|列|标|带上?|加上?|按|用)(?:东西|话|代码|字|邮件|信|消息)?[^，。我吗]{1,14}(?:点|些|写|说|回|讲|来)$)(?![^，。]*(?:一下|吗))"
    r"|^给(?:他|她|客户|老板|领导|同事)的[^，。]{1,6}你?(?:帮我|给我|要|请)?(?:写|回|说|发)得?[^，。吗]{1,8}(?:点|些)$"
)
# What one cannot bear in others is a taste, not an order.
_NOT_ORDER = regex(r"^我?(?:最|很|特别|真|就)?(?:讨厌|烦|受不了|不喜欢|见不得|最恨|怕)(?:别人|人家|有人|谁|人)")
_MY_WAY = regex(r"^我(?:平时|一般|通常|现在|都)*(?:写|做|翻译|说话|聊天|解释)")  # how the user does it


def talk_only_now(seen: str) -> bool:
    """Whether an order only concerns the present answer."""
    return re.search(r"这(?:次|一?个|一?段|篇|句|道|题|回|条|份|封|里)|本次|刚才|上面|下面|以下", seen) is not None


def _attribute_of_order(seen: str) -> str:
    for attribute in named_in(seen):
        if attribute.kind is Kind.INSTRUCTION:
            return attribute.name
    return "answer.topic"


def _value(match: re.Match[str], text: str) -> str | None:
    """The value group (`v`, else `e`) in the words of the original text, whose characters match those of `seen`."""
    for group in ("v", "e"):
        if group in match.re.groupindex and match[group] is not None:
            start, end = match.span(group)
            return _TRIM.sub("", text[start:end].strip(" 。，,")) or None
    return None


_TRIM = regex(r"^(?:了|着|的|一个|一家|个)|(?:了|的|啊|呀|呢|吧|哦|啦|那种|什么的|而已|吃的|之类的)+$")


def _own(clause: Clause, seen: str, text: str, whose: str, carried: Found | None) -> Found | str:
    passing = TODAY.search(seen) is not None and not _STAYS.search(seen)
    lesson = team.IN_A_LESSON.search(seen) is not None
    for frame in (*team.FRAMES_ZH, *FRAMES, *EVENTS):
        if lesson and frame.name.startswith(team.OF_WORK):
            continue
        found = _try(frame, clause, seen, text, whose, passing)
        if found:
            return _supply(found, seen, text, whose, carried)
    if team.of_a_lesson(seen):
        return talk.PASSING
    return talk.PASSING if passing else talk.NOTHING


_STAYS = regex(r"每|从今天|今天起|一直|以后|平时|总是|从来|从小|向来")
# Relations whose object is a thing or a condition, not a name.
_NOT_NAMED = frozenset(
    {
        "allergic_to",
        "intolerant_of",
        "takes",
        "has_condition",
        "works_as",
        "pet",
        "parent_of",
        "sibling_of",
        "partner_of",
        "knows",
    }
)
_COMPANY = regex(
    rf"(?:{words(zh.COMPANIES)})(?:公司|集团)?|[\u4e00-\u9fffa-z]{{1,10}}(?:公司|集团|银行|医院|大学|中学|小学|事务所|研究所|出版社)"
)
# Someone else between the user and the statement: "我写了我妈妈是医生".
_ANOTHER = regex(
    rf"我(?!们?[和跟与同]).{{0,12}}(?:{words(zh.PARTNER, zh.CHILDREN, zh.PARENTS, zh.SIBLINGS, zh.RELATIVES, zh.GRANDPARENTS, zh.FAR)}|他|她)[^和跟与]{{0,4}}$"
)
_MY_OWN = regex(
    r"(?:爱好|兴趣|习惯|口味|最爱|偏好|原则|风格|性格|业余|主要|日常|现在|目前|平时|工作|本职|项目|公司|团队|老家|家|人生|身体|饮食|作息|睡眠|右|左|家里|早餐|早饭|午饭|晚饭|衣服|日程|笔记|代码|这个|那个|小|个人|生活|微信|英文|中文|全|真|第一|母|血|体|收货|目标|长期|短期|今年|明年|下|上|本|最|手机|电脑|车|头发|皮肤|"
    r"预算|装修|旅行|婚礼|房子|房租|月|年|专业|大学|研究生|本科|毕业|签证|合同|租约|论文|服务器|仓库|域名|邮箱|联系|社保|户口|医保|工资|薪)"
)


def _names_a_project(frame: Frame, match: re.Match[str]) -> bool:
    """Whether what stands before is the name of what has the budget, the date, the meeting."""
    return (
        frame.attribute in ("budget", "deadline", "meeting.day", "expenses", "project.name", "tool")
        and match.start() <= 10
    )


def _of_mine(seen: str, start: int) -> bool:
    """Whether a statement is of some person or thing of the user's ("我的下属喜欢写作") and not of the user."""
    if not seen.startswith("我的") or start <= 2:
        return False
    return not _MY_OWN.match(seen[2:start])


# What may stand before a statement whose subject is left out.
_BEFORE = regex(
    r"(?:平时|平常|一般|通常|其实|真的|目前|现在|以前|最近|从小|一直|都|也|还|就|只|主要|经常|总是|已经|刚刚?|才|又|周末|晚上|早上|每天|家里|老家|今年|去年|明年|上个?月|下个?月|上周|下周|昨天|明天|"
    r"比较|特别|非常|很|挺|超|最|不过|本科|本人|(?:阳台|院子|客厅|楼顶|楼下|店|屋|乡下|宿舍|办公室)(?:里|上)?|目前是|大概|基本上?|在|对|的|，|\s|\d|[一二三四五六七八九十]月|国庆|春节|项目|公司|团队|装修|婚礼|生产|测试|线上|环境|接口|数据|服务器|产品|论文|毕业|租房|买房|旅行|这个)*$"
)


_WAS_THEN = regex(
    r"^(?!.*(?:戒|开始|改|换|不再|以后|现在|一直|至今|到现在|从|还|学会|迷上|爱上)).*(?:去年(?:夏天|冬天|春天|秋天|暑假|寒假|[\d一二三四五六七八九十]+月)|前年|上个?(?:月|周|星期|学期)|小时候|(?:大学|高中|初中|上学|读书|念书)(?:时|那会|期间|的时候)|那会儿|那时候|那阵子|当年)"
)
# A wedding that is still to come is an event.
_TO_COME = regex(r"明天|后天|下个?(?:周|月|星期)|明年|年底|要结婚|准备结婚|打算结婚|去领证")


# What one would like to have is not had yet.
_WISH_TO_OWN = regex(
    r"(?:想|想要|打算|准备|考虑|计划|要不要|该不该|能不能|希望|盼着)(?:以后|将来|也|再|去|能|着)*(?:养|买|领养|收养|换|入手|弄|搞|要)(?!了)"
)
_OWNED = frozenset({"pet", "car", "device", "device.phone", "device.computer", "instrument"})


def _try(frame: Frame, clause: Clause, seen: str, text: str, whose: str, passing: bool) -> Found | None:
    if frame.attribute in _OWNED and _WISH_TO_OWN.search(seen):
        return None
    if frame.attribute in ("marital_status", "residence") and _TO_COME.search(seen):
        return None
    if whose not in frame.by or (frame.stands == "lasting" and (passing or _DID_NOT.search(seen))):
        return None
    match = frame.pattern.search(seen)
    if match is None:
        return None
    if (
        whose == NONE
        and not _names_a_project(frame, match)
        and frame.kind is not Kind.STATE
        and not _BEFORE.fullmatch(seen[: match.start()])
    ):
        return None
    if frame.kind is not Kind.RELATIONSHIP and (
        _ANOTHER.search(seen[: match.start()]) or _of_mine(seen, match.start())
    ):
        return None
    if frame.kind is Kind.PREFERENCE and frame.stands == "lasting" and _WAS_THEN.search(seen):
        return None  # a habit of a time that is over
    groups = match.re.groupindex
    value = _value(match, text)
    slot = frame.attribute or _guess(frame, seen, value)
    value = food.bare(slot, value)
    negated = frame.negated or ("n" in groups and match["n"] is not None)
    entities = (value,) if value and frame.relation and frame.relation not in _NOT_NAMED else ()
    company = text[match.start("e") : match.end("e")] if slot == "job" and "e" in groups and match["e"] else ""
    works_at = company if _COMPANY.fullmatch(match["e"] if company else "") else None
    called = CALLED.search(seen) if frame.kind is Kind.RELATIONSHIP else None
    if called:
        value = text[called.start("e") : called.end("e")]
        entities = (value,)
    return Found(
        rule=frame.name,
        kind=frame.kind,
        content=text,
        attribute=slot,
        value=value,
        entities=(*entities, works_at) if works_at else entities,
        relation=frame.relation,
        works_at=works_at,
        negated=negated,
        ends=frame.ends,
        importance=frame.importance,
        carries=whose if whose != NONE else SELF,
    )


def _guess(frame: Frame, seen: str, value: str | None) -> str | None:
    """The slot of a taste or habit, from its verb and its object."""
    if frame.kind is not Kind.PREFERENCE:
        return next((a.name for a in named_in(value or "") if a.kind is frame.kind), None)
    if re.search(r"[吃喝尝]|口味|味道|口感", seen):
        return "diet.avoids" if frame.negated else "diet.likes"
    named = [a.name for a in named_in(value or seen) if a.kind is Kind.PREFERENCE]
    if food.is_food(value) and (not named or named[0] == "hobby"):
        return "diet.avoids" if frame.negated else "diet.likes"
    return named[0] if named else ("dislike" if frame.negated else pastime.slot(seen, value))


def _supply(found: Found, seen: str, text: str, whose: str, carried: Found | None) -> Found:
    """Put the missing subject before a clause that has none."""
    if whose in (SELF, WE):
        opener = "我们" if whose == WE else "我"
        return replace(found, opener=opener)
    opener = carried.opener if carried and carried.opener in ("我", "我们") else "我"
    if found.attribute in ("project", "project.name", "company.finance") and whose == NONE:
        return replace(found, content=text, opener=opener)  # "数据库是 Postgres": nobody's, but the team's
    if found.rule.startswith("-") and found.kind is Kind.FACT:
        return replace(found, opener=opener)
    if re.match(
        r"^(?:老家|家里|体重|身高|血型|生日|预算|目标|月薪|工资|手机|电脑|专业|方向|名字|年薪|公司|团队|项目)", seen
    ):
        if re.match(r"^(?:公司|团队|项目)", seen):
            return replace(found, content=text, opener=opener)
        return replace(
            found,
            content=f"{opener}的{text}" if not re.match(r"^(?:家里|老家)", seen) else f"{opener}{text}",
            opener=opener,
        )
    if _SUBJECTLESS_OF.match(seen) or "我" in seen:
        return replace(found, opener=opener)
    return replace(found, content=opener + text, opener=opener)


_COMES_OUT = regex(
    r"^(?:预计|打算|计划|准备|大概|争取|会|将)*[^，。我你？?吗]{0,12}?(?:上线|发布|发售|交付|上架|开业|开播|完工|截止|内测|公测)了?$"
)


def goes_on(seen: str, carried: Found | None) -> bool:
    """Whether a clause without a frame of its own completes the one before it."""
    if carried is not None and carried.rule == "project/making" and _COMES_OUT.match(seen):
        return True
    if TALKED_TO.search(seen) or talk.ASKS.search(seen) or "我" in seen:
        return carried is not None and carried.kind is Kind.INSTRUCTION and not talk.ASKS.search(seen)
    if (
        carried is not None
        and carried.attribute in ("pet", "name", "children", "partner", "friend", "siblings")
        and len(seen) <= 12
    ):
        return True
    return bool(_LOOSE.match(seen))


def tidy(clause: Clause) -> str:
    """The clause's words without fillers and end mark."""
    return _TRAILING.sub("", clause.text[fillers(clause) :])


_OWN_BODY = regex(
    r"^(?:[左右双两]?(?:耳朵?|眼睛?|手腕?|脚踝?|腿|膝盖?|肩膀?|胳膊|听力|视力)|腰椎?间?盘?|颈椎|胃|心脏|血压|血糖|血脂|尿酸|肝|肾|肺|皮肤|嗓子|鼻子|牙|关节|甲状腺|睡眠|体重|腰围)"
    r"|^(?:一直|从小|平时|平常|以前|向来|常年|每天|每周|每晚|每次|经常|很少|从不|从来|早就|已经|特别|最|只|也|不(?!过|管|同|一定|是))"
)


def with_subject(text: str) -> str:
    """The words of a clause with the "我" that they leave out ("从小怕狗")."""
    return f"我{text}" if _OWN_BODY.match(shadow(text)) and "我" not in text else text


_STATES = regex(r"[是有在叫用为]|不|了|的$|会|要|\d|[A-Za-z]")


def states(clause: Clause) -> bool:
    """Whether a clause that was to be remembered says something, rather than ordering something."""
    words_ = clause.seen[fillers(clause) :]
    return len(words_) >= 4 and bool(_STATES.search(words_)) and not re.match(r"^(?:帮我|给我|去|把)", words_)


def as_said(clause: Clause) -> Found:
    """A fact in the words in which the person asked to remember it."""
    text = tidy(clause)
    if re.match(r"^(?:请|别|不要|不用|以后|每次|回答|回复)", text):
        return Found(
            rule="as said",
            kind=Kind.INSTRUCTION,
            content=text,
            attribute=_attribute_of_order(clause.seen),
            importance=0.8,
        )
    named = named_in(clause.seen)
    attribute = next((a for a in named if a.kind in (Kind.FACT, Kind.EVENT)), None)
    return Found(
        rule="as said", kind=Kind.FACT, content=text, attribute=attribute.name if attribute else None, importance=0.8
    )


def is_of_today(seen: str) -> bool:
    """Whether a clause speaks of today or of the moment."""
    return TODAY.search(seen) is not None and not _STAYS.search(seen)


def takes_up(seen: str) -> bool:
    """Whether a clause names or describes the thing that the one before it spoke of."""
    return re.match(r"^它(?:叫|是|在|今年)", seen) is not None and TALKED_TO.search(seen) is None


_SOMEONE = regex(r"^[^，。我]{0,6}(?:它|这|那(?!位|人)|用户)")


def of_someone(seen: str) -> bool:
    """Whether a clause about something else than the user speaks of a person."""
    return _THEIRS.match(seen) is not None or (subject(seen)[0] in (KIN, OTHER) and _SOMEONE.match(seen) is None)


def called(text: str) -> str | None:
    """The name that a clause gives to the one it speaks of."""
    match = CALLED.search(text)
    return match["e"] if match else None
