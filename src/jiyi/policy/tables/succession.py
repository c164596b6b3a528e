"""Wordings by which one thing takes the place of another, ends, grows, or is only paused.

All are for plain text: folded, simplified characters, lower case. In `NAMED` the group `x` is what changed (the car,
the deadline, my browser) and `y` what it is now; `x` may be empty.
"""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.policy.tables import en, zh

_ZH_VERB = (
    r"(?:换(?:成|到|作|用|绑|乘|去|回)?(?!气|季|牙)|改(?:成|为|用|吃|喝|骑|坐|开|走|学|练|打|玩|养|看|听|住|穿|做|去|到|叫|投|上|抽|订|跑|写|教|卖|信|读|选|考|聊|在|签|期|约|当)"
    r"|转(?:投|用|成|为|做|行|到|去|学|练|会|卖|岗|业|校|专业)|(?:调|派)我?(?:到|去|往)|调(?:成|至|岗|整到|整为)|挪(?:到|去|至)|变成|变为|迁(?:到|移到|去)|搬(?:到|去|进)|升(?:成|到|为|级|至|任)|切(?:换)?(?:到|成)|推(?:迟到|到|后到)|延(?:期到|到|后到)|提前到"
    r"|涨(?:到|成)|降(?:到|成)|扩(?:到|大到|充到|成|招到)|加(?:到|成)|减(?:到|成)|缩(?:到|减到|短[到成为])|延长[到成为]|长到|瘦到|胖到|写到|增(?:加|长)?到|跌到|达到|做到|读到|跑到|练到|更新到|攒到|存到)"
)
# "车换了"、"邮箱我换成网易的了"、"房贷涨到三千六了"、"公司调我去德阳了"
NAMED_ZH = regex(
    rf"(?:^|[,，;；。]\s*)(?:我们?|咱们?)?(?:的)?(?P<x>[^,，。;；]{{0,14}}?)(?:(?:医生|大夫|公司|老板|房东|领导|学校)(?=[给把让叫帮调派])|我们?|咱们?|自己|给我|帮我|把我|叫我|让我|又|都|也|就|已经|早就|刚|刚刚|现在|目前|如今|最近|上周|上个?月|今年|去年|前阵子|往后|以后|今后|终于|后来|干脆|索性|准备|打算|决定|想|要|再)*"
    rf"{_ZH_VERB}了?(?:我)?(?:去|到|成)?(?:了)?(?P<y>[^,，。;；]{{0,20}})"
    rf"|把(?:我的?)?(?P<x2>[^,，。;；]{{1,10}}?)(?:都|又|全|也|给我)*{_ZH_VERB}了?(?P<y2>[^,，。;；]{{1,20}})"
    r"|(?P<x3>[^,，。;；]{1,10}?)(?:已经|都|又|也|我|早就|早|时间|刚|上周|最近)*换(?:了|人了?|掉了)[,，](?P<y3>[^,，。;；]{1,24})"
)
_WHEN = r"[$£€]?\d|early |late |mid|the end of|next |monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december"
NAMED_EN = regex(
    r"(?<![a-z])(?:switched|changed|swapped|moved|migrated|transferred|converted|upgraded|replaced|traded|shifted|pushed|postponed|rescheduled)"
    r" (?:out )?(?:all (?:of )?)?(?:my |our |the )?(?P<x>(?!from |to |over |me |us )[a-z][a-z' -]{1,30}?) (?:from [^,.;]{1,30}? )?(?:over |back |up |in )?(?:to|into|onto|for|with|by) (?P<y>[^,.;]{1,40})"
    r"|(?:^|[,;.] ?)(?:and |so |but )?(?:my |our |the )?(?P<x2>(?!(?:i|we|you|they|he|she|it|that|there)(?:'|[ ]))[a-z][a-z' -]{1,30}?)(?:'s|'ve| is| are| was| were| has| have| got)?(?: been| now| just| since| finally| already| currently)* "
    r"(?:moved|switched|changed|transferred|pushed|postponed|rescheduled|bumped|shifted|slipped|upgraded|grown|grew(?! up)|reached|hit|gone up|went up|gone down|went down|risen|rose|dropped|fallen|fell|shrunk|shrank|up|down|now)(?! me(?![a-z])| my )(?: back| over| up)?(?: now)?(?: to| at| on| in)? (?P<y2>[^,.;]{1,40})"
    rf"|(?:^|[,;.] ?)(?:and |so |but )?(?:my |our |the )?(?P<x3>(?!(?:i|we|you|they|he|she|it|that|there)(?:'|[ ]))[a-z][a-z' -]{{1,30}}?)(?: has| have|'s)?(?: been| got| gotten| was| were| is| are| just| now)* [a-z]+(?: back| up| down| out| forward| over)? (?:to|till|until) (?P<y3>(?:{_WHEN})[^,.;]{{0,30}})"
)
# What says by itself that something comes in the place of something else.
INSTEAD = regex(
    rf"{_ZH_VERB}|换(?:了|掉|人|车|工作|手机|电脑)|弃坑|改支持|代替|取代|不再|(?:卖|出|扔|退|坏|停|丢)(?:掉)?了[,，]"
    r"|(?<![a-z])(?:switched|switching|swapped|swapping|traded|replaced|moving (?:everything|it all) to|as of (?:this|last|today|now)|instead(?! of (?:being|just))|changed (?:to|over)|moved (?:on|over)? ?to|gone over to|converted to|migrated|upgraded|transferred|put me on|(?:moved|switched|changed) me|turned to|no longer|not any ?more|took over|got a new|bought a new|have a new|new [a-z]+, (?:an?|the|mr|mrs|ms|dr) )(?![a-z])"
)
# A part of a thing that was renewed: the thing is the same one.
PART_RENEWED = regex(
    r"[换装](?:了|过)?(?:一?[个块条副套节])?(?:新的?)?(?P<zh>轮胎|电瓶|电池|屏幕|内存|硬盘|机油|刹车|链条|玻璃|滤芯|灯泡|锁芯|表带|琴弦)"
    r"|(?<![a-z])(?:got|has|had|needs?) (?:an? |some )?new (?P<en>batter|tyre|tire|screen|chain|brake|windscreen|windshield|clutch|exhaust|engine|strap|string|filter|memory)"
)
# What is still going on, and that it no longer is.
GOING_ON = regex(
    r"还在|正在|(?<![实现])在(?=打|办|装|修|等|谈|写|做|找|准备)|(?<![a-z])(?:still|in the middle of|am|i'm|we're|waiting for)(?![a-z])"
)
CAME_TO_AN_END = regex(
    r"判了|结了|结束了|办完|办好|弄完|搞定|下来了|赢了|输了|修好|装好|完工|谈成|谈妥|写完|做完|搬完|(?<![a-z])(?:is (?:finally )?(?:over|done|settled|finished)|came through|got approved|went through|is (?:finally )?(?:through|out))(?![a-z])"
)
# A job that was left, a couple that parted.
LEFT_WORK = regex(
    r"转业|退休(?!金|后|以后|之后|年龄)|退了(?=[,，。]|$)|离职|辞职|辞了(?!他)|跳槽|换(?:了)?(?:个|份)?工作|下岗|被裁|裁员|转行|改行|(?:工作|活儿?|班)不干了|不干了(?=[,，。]|$)"
    r"|(?<![a-z])(?:retired|(?:stepped|stepping) down|(?:took|taken) (?:early )?retirement|laid off|resigned|handed in (?:my|his|her) notice|changed (?:jobs|careers)|switched (?:jobs|careers)|(?:got|started|have|has) a new job|new job at"
    r"|(?:quit|left)(?= (?:my|his|her|the|their) (?:job|company|firm|position|role|team|kitchen|navy|army|police|bank|school|hospital)| and (?:she|he|i|now|stays|works|is|am)(?![a-z]))|finished (?:med|law|grad|nursing|business) school)(?![a-z])"
)
PARTED = regex(
    r"分手|分了(?!组|班|家)|掰了|离婚了|离了(?=$|[,，。])|散了(?=$|[,，。])|(?<![a-z])(?:broke up|broken up|split up|split(?= in|$|[,.;])|parted ways|got divorced|divorced|(?:called|ended) (?:it|things) off|called it quits|dumped|walked out on (?:me|us)|no longer together|not together any ?more|(?:are|we're) (?:over|done|finished|through))(?![a-z])|分开了|吹了|甩了"
)
# Who nearly parted, or is together again.
TOGETHER_AGAIN = regex(r"复合|和好|没分|没离|差点|(?<![a-z])(?:back together|almost|nearly|didn't|made up)(?![a-z])")
# Who parted from somebody of their own, or from things.
OF_OTHERS = regex(
    r"[跟和与](?:他|她)|[跟和与](?:前(?:任|男友|女友|夫|妻)|朋友|同事|老板|合伙人|乐队|公司|哥们|闺蜜|室友)|(?<![a-z])(?:with|and) (?:his|her|their)(?![a-z])"
    r"|(?<![a-z])(?:broke(?:n)?|split) up (?:the|an?|some|our|my)(?![a-z])"
)
# Told of a medicine.
PRESCRIBED = regex(
    r"医生|大夫|药|[片粒针](?![面对])|(?<![a-z])(?:doctor|gp|nurse|psychiatrist|specialist|cardiologist|consultant|pharmacist|prescri\w+|meds?|medication|pills?|tablets?|dose)(?![a-z])"
)
# What says that a dose is another one, and doses themselves.
DOSED = regex(
    r"(?:加|减|调|增|降|升|改|换)(?:加|少|量|整)*(?:到|成|为|至)|加倍|减半"
    r"|(?<![a-z])(?:upped|ups?|increased?|raised?|doubled?|halved?|lowered|reduced?|cut|dropped|bumped|adjusted|changed|tapered|titrated|went up|gone up|went down)(?![a-z])"
)
MORE_OR_LESS = regex(
    r"加[倍量]|减[半量]|翻倍|(?<![a-z])(?:doubled?|halved?|upped|increased?|raised?|lowered|reduced?|tapered|titrated|went (?:up|down)|gone up)(?![a-z])"
)
ONCE = regex(
    r"不小心|误[吃服]|多吃了|昨[天晚]|今[天早晚](?!起|开始)|(?<![a-z])(?:by (?:accident|mistake)|accidentally|yesterday|today|tonight|this (?:morning|evening)|last night)(?![a-z])"
)
_DOSE = regex(r"([一两二三四半几\d.]+) ?(毫克|mg|片|粒|颗|针|支|单位|毫升|ml|mcg|units?|milligrams?|克|g(?![a-z]))")
_MEDICINE = regex(rf"(?:{zh.DRUGS})|(?<![a-z-])(?:{en.DRUGS})(?![a-z])")


def medicines(text: str) -> frozenset[str]:
    """The medicines that a text names. Linear in its length."""
    return frozenset(_MEDICINE.findall(text))


def doses(text: str) -> frozenset[tuple[str, str]]:
    """The doses that a text names: amount and unit."""
    return frozenset(_DOSE.findall(text))


# A part of a place that is named more exactly.
CLOSER = regex(r"[区县镇乡村街路巷里寨坊湾]$")
CLOSER_EN = regex(r"(?<![a-z])(?:part|side|area|district|neighbou?rhood|suburb|end|quarter) of(?![a-z])")
NOW = regex(
    r"现在|如今|目前|这阵子|这段时间|(?<![a-z])(?:now|these days|nowadays|currently|at present)(?![a-z])|(?<![a-z])it's [^,.;]{1,30} now"
)
# An amount that goes on growing or shrinking.
GREW = regex(
    r"(?:涨|升|加|增|扩|降|减|缩|长|瘦|胖|跌|写|做|读|跑|练|攒|存|更新|增加|增长|扩大|达|变)(?:大|招)?(?:到|成|至)|已经|现在|满|到了|多了|只有.{1,8}了"
    r"|(?<![a-z])(?:grew(?! up)|grown(?! up)|reached|hit|(?:went|gone|going|am|is|i'm|it's|are|we're) (?:up|down)|up to|down to|now|rose|risen|raised|cut|dropped|fallen|fell|shrank|shrunk|so far|by now|already|passed|crossed|turned)(?![a-z])"
)
# What is said to be over, beside the thing that is.
OVER = regex(
    r"不[^,，。不]{1,5}了|没[^,，。]{1,4}了|出了|卖了|卖掉|坏了|丢了|扔了|退了|弃坑|戒了|戒掉|分了|分手|离了|离婚|散了|掰了|换了|换人|换掉|不干了|贱卖|处理掉|送人|停了|停掉|关了|黄了|取消|退赛|弃赛|退出|去不[成了]|放弃|粉转|脱粉|退役|报废|退宿|退租|转让|弃了|(?:没|不再?)续(?:费|订|约|签|了|$)|到期了?没续|不.{1,6}了$"
    r"|(?<![a-z])(?<!never )(?:(?:pulled|dropped|backed) out of|withdrew from|got over (?:my|the|it)|quit|dropped|gave up|given up|gave [a-z ]{1,20} (?:up|away)|sold|died|is off(?! to)|broke up|split up|part(?:ed)? ways|done with|is finished|is over|divorced|packed it in|jacked in|chucked|no longer|any ?more|left|ditched|cancell?ed|swapped|traded|stopped|retired|went over|got rid of|moved on from|finished|deleted|fell through|called off|not going|stopped following|switched from|instead of|lapsed?|expired|(?:didn't|did not|not) renew(?:ing)?)(?![a-z])|(?<=[a-z])'s (?:off(?! to)|out|over|cancell?ed|dead|gone)(?![a-z])"
)
# Only for a while: what pauses does not end.
# "Cancelled yoga this week": called off for once, and what is a habit goes on.
OFF_ONCE = regex(
    r"(?:今天|明天|今晚|明晚|后天|这周|下周|这次|这回)[^,，。]{0,8}(?:取消|不上|不去|停课|改期|没(?:课|有课))|(?:老师|教练|医生|阿姨)[^,，。]{0,4}请假"
    r"|(?<![a-z])(?:cancel(?:led|ed)?|skip(?:ped|ping)?|miss(?:ed|ing)?)(?![a-z])[^,.;]*(?<![a-z])(?:today|tonight|tomorrow|this|next)(?![a-z])"
)
HABIT = regex(
    r"每|周[一二三四五六日天末]|平时|(?<![a-z])(?:every|each|weekly|daily|usually|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)(?![a-z])"
)
PAUSED = regex(
    r"暂时|先不|这(?:半年|几天|几周|阵子|段时间|个?月|周|星期|学期|次|一?年|两天)(?!(?:\([^()]*\))?[^,，。]{0,5}(?:升[职任为成了]?|转正|毕业|入职|结婚|离婚|退休))|等[^,，。]{1,10}(?:再|之后|以后)|养伤|养好|伤好|恢复之前|之前都|崴|扭伤|受伤|骨折|伤了|医生(?:让|说|叫|建议)|尽量少|少[吃喝抽]"
    r"|(?<![a-z])(?:until|till|for now|for the moment|for a (?:while|bit|few)|this (?:week|month|spring|summer|autumn|fall|winter|(?:season|year)(?!.* (?:instead|now)))|next few|temporarily|on hold|taking a break|hurt my|sprained|injur\w+|broke my|told me to|should|advised|cut(?:ting)? (?:down|back))(?![a-z])"
)
