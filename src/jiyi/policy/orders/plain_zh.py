"""Orders to forget and questions about what is known, said outright in Chinese."""

from __future__ import annotations

import re

from jiyi.language.regex import regex
from jiyi.policy.orders.kinds import Order
from jiyi.policy.topic import concepts, people

# Things one works on: to delete these is a task, not an order to forget.
TASK_ZH = regex(
    r"文件|文档|段落|第.{1,3}[段行句章节列页条项个]|列表[中里]|表中|空行|空格|代码|注释|函数|变量|单元格|表格|那列|这列|那行|这行|图片|照片|邮件|短信|文章|数据库|字段|标点|重复|句子|这个词|逗号|括号|链接|脚本|目录|文件夹|分支"
    r"|评论|好友|微信|缓存|日志|应用|软件|购物车|回收站|桌面|硬盘|闹钟|日程|待办|提醒|任务|书签|密码框|账号|账户|帐号|聊天群|视频|歌|笔记|作文|那段|这段|一段|写的|生成的|画的|名单|垃圾|快递|灯|弹窗|广告|稿|简历|标题|前缀|后缀|水印|背景|行李|帖子|朋友圈|微博|订单|快捷|插件|索引|表里|列表里|字符串|数组|仓库|容器|镜像"
)
# What is left somewhere, what nobody could or one would like to do, and what somebody else did.
NOT_ASKED_ZH = (
    r"忘在|[哪怎][能敢](?!不)|(?:真|好|多|很|恨不得|巴不得)想(?!你|让你|请你|叫你|求你|要你)[^，。]{0,14}(?:忘|删|抹)"
    r"|(?:小孩|孩子|儿子|女儿|弟弟|妹妹|哥哥|姐姐|爷爷|奶奶|老人|老爷子|老太太|室友|同学|猫|狗|系统|软件|手机|电脑)[^，。]{0,3}把(?!我(?:说|告诉|跟))"
    r"|(?:^|[，。！？!? ])(?:是|到底|究竟)?谁[^，。]{0,6}(?:忘|删|清|抹|动)"
    # "公司把我的资料删了": somebody did it; "你把我的地址删了？": did you; "我没让你删".
    r"|(?:^|[，。！？!? ])(?!(?:请|麻烦|拜托|劳驾|帮|给|替|求|你|您|就|都|快|那|再|先|还|也|可|能|要|想|希望|我|对|好|嗯|现|马|立|赶|直|干|彻|所|以|顺|最|记|真|算|另|从|今|往|不如|务必)[^，。]{0,10}把)[^，。把将的说]{1,8}(?<!说)把我的[^，。]{1,10}(?:忘|删|清空|清|抹|注销|弄丢)[掉除光空]?了(?:$|[，。！!])"
    r"|(?:^|[，。！？!? ])你(?:是不是|已经|都|怎么|又)?把[^，。]{1,14}(?:忘|删|清|抹)[掉除光空]?了(?:[吗么]|[？?])"
    r"|没(?:有)?(?:让|叫|要|请|说要?|说过要?|要求)(?:过)?你?(?:把[^，。]{1,12})?(?:忘|删|清|抹)"
)
NOT_ZH = regex(
    r"忘(?:了|记)?(?:要|该)?(?:跟|和|给|告诉)你(?:说|讲|提|交代|报告)?(?:了|过|一件事|一声|件事|个事)*(?:[，,。：:！!\s]|$)|"
    r"(?:别|不要|(?<!能)不能|不会|不许|千万|没|没有|勿|莫|(?<!可)不可以?|不想|不用|先别|从没|永远不|怎么能|难)(?:再)?(?:给我|把[^，。]{1,12})?(?:忘|删|清空|清除|抹)"
    r"|(?:怎么|如何|怎样|为什么|为啥|凭什么|会不会|是不是|有没有|是否|什么时候|谁)[^，。]{0,16}(?:忘|删|清|抹|记)"
    r"|(?<![把将对跟和给让于帮])(?:我|他|她|我们|他们|老婆|老公|妈妈|爸爸|孩子|同事|朋友|客户|老板|用户|大家|人家|有人)(?:都|又|总|总是|老是|老|经常|常常|常|差点|居然|竟然|好像|可能|一直|也|就|已经|快|完全|早|昨天|今天|刚才|刚刚|不小心|怕|会)*(?:把[^，。]{1,14})?(?:忘|删|清空|不记|没记|记不)"
    rf"|{NOT_ASKED_ZH}"
    r"|你(?:都|就|已经|又)?忘(?:了|记)[^，。]{0,20}(?:吗|么|？|\?)|你(?:怎么|是不是|又|居然|竟然|不会|该不会)[^，。]{0,12}(?:忘|删|不记)|(?:他|她|医生|大夫|老师|老板|领导|老婆|老公|媳妇|爸|妈|朋友|同事|人家|大家|有人)(?:说|让|叫|要|劝|建议|希望|求|逼)(?:我|大家)|我(?:也|真|好|很)?想(?!你|让你|请你|叫你|求你|要你|跟你)[^，]{0,12}忘|别人(?:跟|对|和)你|好奇|如果|要是|假如|假设|万一|翻译|怎么说|写一|歌词|台词|造句|作文"
)
OPEN_ZH = r"(?:^|[，,：:、 ]|请你?|麻烦你?|拜托|劳驾|帮我|给我|帮忙|你|您|可以|可不可以|能不能|能|可否|希望你|我要你|我想让你|我希望你|想让你|让你|现在|马上|立刻|赶紧|那|那就|就|对了|好|嗯|哦|算了|还是|顺便|先|都|全部|以后|今后|从现在起|所以|另外|还有|然后)"
FORGET_ZH = r"(?:忘(?:掉|了|记|光|干净|却)?|删(?:掉|除|了|去|光|干净)?|清(?:除|空|掉|理掉|理|干净)|抹(?:掉|去|除)|擦(?:掉|除|去)|移除|去掉|销毁|丢掉|扔掉|重置|清零)(?:掉|了)?"
OWN_ZH = regex(r"(?:关于|有关|我|那|这|之前|以前|刚|上次|昨天|你|跟|和|掉)")
OUT_OF_ZH = regex(
    r"从(?!你|记忆|记录|我们|聊)[^，。]{1,8}[里中上]"
)  # "从名单里删掉": out of a thing, not out of memory
MEMORY_ZH = regex(
    r"关于|有关|我(?:的|跟|和|对|刚|之前|以前|说|告诉|提|讲|昨天|上次|前面)|我[^，。]{1,12}的(?:事|情况|经历|信息)|[^，。]的事情|我(?:的)?(?:体重|身高|生日|住址|地址|电话|工资|收入)|你(?:记|知道|存|保存|了解)|记忆|记录|跟我|信息|那些话|说过的|说的|提到的|提过的|聊过的|聊的"
)
THING_ZH = r"(?:的?(?:所有|一切|全部|任何|相关|那些|这些)?(?:个人)?(?:信息|事情|事儿|(?<![同往故领董喜军法民刑婚丧好])事|记录|记忆|内容|资料|东西|情况|(?<!电)话|数据|细节|部分|消息|数字|数目|金额|那些|这些)){1,2}"
BA_ZH = regex(
    rf"(?:把|将|请把|对)(?P<x>[^，。！？!?\n]{{1,40}}?)(?:都|全都|全部|全|统统|一并|一起|也|从[^，。]{{1,8}}[里中]|给我|给|彻底|永久|完全|通通|立刻|马上|尽快|赶紧){{0,4}}{FORGET_ZH}"
)
VERB_ZH = regex(rf"(?P<open>{OPEN_ZH}){{1,4}}(?P<verb>彻底|永久|完全)?{FORGET_ZH}(?P<x>[^，。！？!?\n]{{0,40}})")
TOPIC_FIRST_ZH = regex(
    rf"^(?:请|那|对了|嗯|好|，|,|\s)*(?P<x>(?:关于|有关|跟|刚才|刚刚|这句|这条|上面|我[^，。]{{1,10}}的(?:事|信息|情况)|我们?(?:的|刚才|刚刚|之前|上次|跟你|说|告诉|今天))[^，。！？!?\n]{{1,30}}?)[，, ]?(?:你)?(?:请|麻烦)?(?:都|全都|全部|全|就|统统|通通|一概|一律|可以|帮我|给我|也|从[^，。]{{1,8}}[里中]){{0,4}}{FORGET_ZH}(?:吧|啊|哦|好吗|可以吗|$|[。，！!？?])"
)
KEEP_ZH = r"(?:记(?:着|得|住|录下来|录|下来?|在心里|了)?|存(?:下来?|着|起来)?|保存|保留|留着|留存|留底|存底|存档)"
STOP_ZH = regex(
    rf"(?P<open>{OPEN_ZH}){{0,4}}(?:别|不要|不用|不必|无需|不准|不许|不需要|停止|勿|我不(?:希望|想|要|愿意)(?:让)?你)(?:再|继续|给我|帮我|去)?(?:把(?P<ba>[^，。！？!?\n]{{1,24}}?))?{KEEP_ZH}(?!错|混|反|漏|仇|恨|账|不)(?P<x>[^，。！？!?\n]{{0,40}})"
)
LAST_ZH = regex(
    r"^(?:我?(?:刚才|刚刚|刚|上面|前面|上)(?:那|这)?(?:一)?(?:句话?|条(?:消息)?|段话?|件事|个|些话?)?(?:我?(?:跟你)?(?:说|讲|发|提|聊|告诉你)(?:的|过的)?(?:那?(?:句|些|段)?话|那句|内容|东西|事情?|那条|这些|消息|一切|所有)?)?(?:的(?:话|内容|事|消息|那句))?"
    r"|(?:这|那|上)(?:一)?(?:句话?|条(?:消息)?|段话?|件事)(?:话)?|这个|那个|这些|它|这事|这话|那话|最后(?:一|那)(?:句话?|条(?:消息)?)|我刚说的)(?:都|全|了|吧|啊|哦|也|就|一下|进去|下来)*$"
)
SESSION_ZH = regex(
    r"(?:这次|本次|这个|今天的?|今天这次|这场|这轮|当前|我们(?:这次|今天|刚才)?)(?:的)?(?:对话|会话|聊天|谈话|聊(?:过)?的?(?:天|内容|东西|一切)?|交谈)(?:的)?(?:内容|记录|信息)?$"
)
ALL_ZH = regex(
    r"^(?:关于|有关|你(?:对|记得|知道|记住|了解|保存|存)?的?)?(?:我(?!公司|家|妈|爸|老|朋友|前|女|男|儿|弟|哥|姐|妹|们公司)(?:这个人)?(?:的|说过的|告诉你的|跟你说过的)?)?(?:所有|一切|全部|任何|整个|每一条)?(?:的)?(?:关于我|有关我|我)?(?:的)?(?:个人|长期)?(?:信息|事情|事|记忆|记录|东西|内容|资料|数据|档案|历史|一切|全部|所有)?(?:都|全|全部|了|吧|啊|掉|干净|一干二净|，|\s)*$"
)
ALL_WORDS_ZH = regex(
    r"所有|一切|全部|任何|整个|关于我|有关我|记忆|档案|对我|^我(?:的(?:信息|资料|数据|记录|事情?))?$|记得的|知道的|我的(?:信息|资料|数据|个人信息|历史)"
)
ASK_ZH = regex(
    r"你(?:都|还|到底|现在|目前|究竟|已经)*(?:记得|记住|知道|了解|掌握|记录|记|存|保存|收集)(?:了|着)?(?:些|哪些|多少|什么)?(?:关于|有关|对)?我(?:的)?(?P<x>[^，。！？!?\n]{0,12}?)(?:的)?(?:什么|哪些|多少|啥)(?!时候|地方|名字|叫)"
    r"|(?:关于|对于|对)我(?:的)?(?P<y>[^，。！？!?\n]{0,12}?)[，, ]?你(?:都|还|到底|现在|已经)*(?:记得|记住|知道|了解|掌握|记录|记|存|保存)(?:了|着)?(?:些|哪些|多少)?(?:什么|哪些|多少|啥|信息)"
    r"|你(?:都|还|现在)*(?:记得|记住|知道|了解|记|存|保存|记录)(?:了|着)?(?:哪些|什么|多少)(?:些)?(?:关于|有关)我(?:的)?(?P<z>[^，。！？!?\n]{0,12}?)(?:的)?(?:事|信息|东西|内容|资料|记忆|$|[？?。])"
    r"|(?:列出|看看|看一下|显示|展示|告诉我|说说|给我看)(?:一下|下)?(?:你)?(?:都|所有|全部)?(?:关于我的?|记得的?|知道的?|记住的?|存的?|对我的?)(?:关于我的?|我的?)?(?:所有|全部|一切|哪些|什么)?(?:记忆|信息|事|东西|内容|了解|资料)"
    r"|我的(?:信息|事情?|资料|情况|数据)你(?:都|还)*(?:记|存|知道|保存|掌握)(?:了|得|住)*(?:哪些|什么|多少)|你(?:的)?(?:记忆|脑子|数据库)里(?:都)?(?:有|存了?|记了?)(?:我的?|关于我的?)?(?:什么|哪些|些什么|多少)|你对我(?:都)?(?:有)?(?:什么|哪些|多少)?(?:了解|印象)(?:多少|什么|哪些)|你对我(?:都)?有(?:什么|哪些|多少)(?:记忆|了解|印象)|我(?:都)?(?:跟你|告诉)(?:说)?过?你?(?:我的)?(?:什么|哪些)(?:信息|事)?(?:吗)?[？?]?$"
    r"|你(?:手上|手里|那里|那儿|这里|这儿)?(?:都|现在)?有我(?:的)?(?:哪些|什么|多少)(?:信息|资料|数据|记忆|记录)|我(?:在|给)你(?:这|那)(?:儿|里|边)?(?:都)?(?:留|存)(?:下|了)*(?:什么|哪些|多少)"
    r"|把你(?:都)?(?:知道|记得|记住|了解|保存|存)的?(?:所有|全部)?(?:关于|有关)?我的?(?:所有|全部|一切|事情?|信息|东西|内容|都|全)*(?:列|说|写|展示|显示|告诉)|你(?:的)?(?:脑子|脑海|心|记忆)里(?:都)?(?:有)?(?:关于)?我的?(?:都)?有?(?:啥|什么|哪些)"
    r"|你(?:还)?记得我的?(?P<w>[^，。！？!?\n]{1,8}?)吗?[，,？?]\s?(?:你)?都?记(?:了|得|住)?(?:哪些|什么|些什么|些啥)"
)
# Orders in other words: what stands before "就当没听过", "这条删了吧"; what is not to be spoken of again.
UNSAID_ZH = (
    regex(
        r"^(?P<x>[^，。！？]{2,30}?)[，, ]?(?:你)?(?:请|就)*当(?:作)?(?:我|你)?(?:从来?)?(?:没|没有|不曾)(?:听|说|讲|提)(?:过|到)?"
    ),
    regex(r"^(?:就|请)?当(?:作)?我?(?P<x>刚才|刚刚)(?:没|没有)(?:说|讲|提)(?:过)?"),
    regex(r"^(?P<x>(?:上|刚才|刚刚|前面)(?:一|那)?(?:句|条)(?:话|消息)?)[，, ]?(?:我)?(?:要|想)?(?:撤回|收回|作废)"),
    regex(
        r"^(?P<x>我[^，。！？]{2,24}?)(?:这|那)(?:条|件事|一条|条记忆|个记忆)(?:也|就|都|给我|帮我|请)*(?:删|忘|抹|去)(?:掉|了|除|吧)"
    ),
    regex(
        r"(?:别|不要|不许)再?(?:跟我)?(?:提|说)(?:起)?(?P<x>[^，。！？]{1,12}?)(?:的事)?了?[，, ]+(?:你)?(?:请|就|也)*(?:把(?:他|她|它|这人|这事)的?(?:事)?)?(?:都|全)*忘(?:了|掉|记)(?:他|她|它|吧|$)"
    ),
)
MIXED = regex(
    r"(?:forget|unremember)\s*(?:掉|了)?(?=[\s\u4e00-\u9fff]|$)|(?:delete|erase|remove)\s*(?:掉|了)?(?=[\s\u4e00-\u9fff]|$)"
)
IDIOM_ZH = regex(r"(?:这|那)(?:茬儿?|回事|码事)$")


def chinese(sentence: str) -> Order | None:
    sentence = MIXED.sub(lambda match: "忘掉" if match[0][0] in "fu" else "删掉", sentence)
    asked = ASK_ZH.search(sentence)
    if asked is not None and not re.search(r"[忘删清抹别]", sentence.replace("别的", "")):
        topic = topic_zh(next((part for part in asked.groups() if part), ""))
        if re.fullmatch(r"(?:刚才|刚刚|之前|以前|上次)?(?:说|提|讲|聊)(?:过|的)?", topic):
            return None
        return Order(kind="ask", scope="about" if topic else "all", about=topic)
    stop = STOP_ZH.search(sentence)
    if stop is not None and not NOT_STOP_ZH.search(sentence[: stop.start()]):
        found = _stopped_zh(sentence, stop)
        if found is not None:
            return found
    unneeded = NOT_NEEDED_ZH.match(sentence)
    if unneeded and (unneeded["own"] or _known(unneeded["x"]) or DETAIL_ZH.search(unneeded["x"])):
        return Order(kind="forget", scope="about", about=topic_zh(unneeded["x"]))
    if NOT_ZH.search(sentence):
        return None
    for pattern in UNSAID_ZH:
        if (match := pattern.search(sentence)) is not None and not re.search(r"[吗？?]|如果|要是", sentence):
            found = _scoped_zh(match["x"], match[0], after=False, stopped=True)
            return Order(kind="forget", scope="last") if match["x"] in ("刚才", "刚刚") else found
    for pattern in (BA_ZH, TOPIC_FIRST_ZH, VERB_ZH):
        match = pattern.search(sentence)
        if match is None:
            continue
        found = _scoped_zh(match["x"], match[0], after=pattern is VERB_ZH)
        if found is not None:
            return found
    return _told_zh(sentence)


# A topic with a word for something told ("那条", "的事"), then the order: "露营那条删一下", "舅舅的事别留", "把柏林那条
# 去掉", "前公司相关的不要记了".
ENTRY_ZH = r"(?:那(?:件)?事儿?|[那这𠮶嗰](?:条|件事|块|些|项))(?:记录|记忆|信息)?"
TOLD_ZH = regex(
    rf"^(?:(?:请|麻烦|帮我|顺便|那|就|再)*[把将](?P<ba>[^，。！？!?我]{{1,12}}?){ENTRY_ZH}"
    rf"|(?P<x>[^，。！？!?]{{2,24}}?)(?:的(?:事情?|一切|信息)|{ENTRY_ZH}|(?:相关|有关)的?))[，, ]?"
    rf"(?:都|全|给我|帮我|麻烦|请|你|就|也|千万){{0,4}}(?:{FORGET_ZH}|(?:别|不要|不用|唔好|唔使)再?(?:记住?|留|存|保存|保留))"
    r"(?:着|了|掉|吧|一下|啊){0,3}[。！!]*$"
)


# "我的微信名不用记了", "车牌号不要保存了": of what is the user's, by a name of the table of attributes or with "我的", or
# a detail that is nothing but told.
DETAIL_ZH = regex(
    r"(?:号码?|代号|编号|型号|住址|地址|日期|生日|姓名|名字|工资|薪水|年龄|身高|体重|房租|预算|学历|病史)$"
)
NOT_NEEDED_ZH = regex(
    r"^(?P<own>我的)?(?P<x>[^，。！？!?我你]{1,12}?)(?:就|都|也|你){0,2}(?:不用|不必|没必要|用不着|无需|甭|别|不要|唔好|唔使)再?(?:帮我|给我)?"
    r"(?:记住?|存|留|保存|保留)(?:着|了|啦|吧|下来){0,3}[。！!]*$"
)


def _told_zh(sentence: str) -> Order | None:
    match = TOLD_ZH.match(sentence)
    if match is None or TASK_ZH.search(sentence) or re.search(r"我(?:都|又|全|老|总)", sentence):
        return None
    if match["ba"] is None and re.search(r"[把将]", sentence):
        return None
    topic = topic_zh(match["ba"] or match["x"])
    if LAST_ZH.match(topic):  # "把刚才那条删了" is said of posts and messages as well
        return None
    return Order(kind="forget", scope="about", about=topic) if topic else None


# What a message tells before "别记": no topic of earlier talk but a thing that is said for the first time.
TELLING_ZH = regex(r"^我(?:喜欢|爱|有|是|在|得|会|去|想|买|跟|和|今天|昨天|最近|刚(?!才)).{2,}(?<!的)(?<![事条件话])$")
NOT_STOP_ZH = regex(
    r"(?:^|[，。])(?:在|往)?(?![^，。]*(?:你|记忆|脑|档案|库|聊天|对话|心里|从此|以后|今后|往后|[早晚]上))[^，。]{1,8}[里上中]$|(?:我|他|她|大家|医生|老师|老板)(?:都|也|总|老)?(?:别|不)?$|怎么|为什么|为啥"
)


def _stopped_zh(sentence: str, stop: re.Match[str]) -> Order | None:
    """ "别再记着我前女友的事了", "刚才那句别记"."""
    topic = stop["ba"] or stop["x"]
    if re.fullmatch(r"[了吧啊哦呀呢下来进去\s，。！!]*", stop["x"] or "") and not stop["ba"]:
        before = sentence[: stop.start()].rstrip("，, 你就请也都")
        if re.search(r"[，,]", sentence[: stop.start() + 1]) and TELLING_ZH.match(before):
            return None
        topic = re.sub(r"[，, ]?(?:就)?当(?:我|作)?没说过?$", "", before)
        if not topic or LAST_ZH.match(topic):
            return Order(kind="forget", scope="last") if topic or stop["x"] else None
    if re.match(r"那么|这么|太|得(?!我|这|那|关)|住了吗|账|流水|日记|笔记|单词", topic or ""):
        return None
    return _scoped_zh(topic or "", stop[0], after=True, stopped=True)


def _scoped_zh(raw: str, whole: str, after: bool, stopped: bool = False) -> Order | None:
    """What the topic words of an order mean. `whole` is the order itself, `after` tells that the topic follows the
    verb, `stopped` that the verb is "别记". A verb of remembering needs no further word for memory."""
    mind = stopped or "忘" in whole
    topic = raw.strip(" ，,的了吧啊呢哦")
    if after:
        topic = re.sub(r"(?:了|吧|啊|哦|呀|呢|好吗|可以吗|行吗|吗|谢谢|一下)+$", "", topic)
    if (TASK_ZH.search(topic) and not re.search(r"你(?:记|知道)|记忆|告诉", topic)) or OUT_OF_ZH.search(whole):
        return None
    if SESSION_ZH.search(topic):
        return Order(kind="forget", scope="session")
    if topic and LAST_ZH.match(topic):
        written = re.search(r"[说讲聊]|消息|告诉", topic) or re.search(r"抹|擦", whole)
        if not mind and not written:
            return None
        idle = topic in ("它", "这个", "那个", "这些", "这事")
        return None if idle and after and not stopped else Order(kind="forget", scope="last")
    if ALL_WORDS_ZH.search(topic) and ALL_ZH.match(topic):
        return Order(kind="forget", scope="all")
    if not topic or IDIOM_ZH.match(topic):
        return None
    asked = re.match(r"(?:请|麻烦|拜托|帮我|给我)", whole) is not None and len(topic) <= 4 and "密码" not in topic
    if mind and after and not (asked or OWN_ZH.match(topic) or _known(topic)):
        return None
    if not mind and not MEMORY_ZH.search(whole):
        return None
    topic = topic_zh(topic)
    return Order(kind="forget", scope="about", about=topic) if topic else None


def _known(topic: str) -> bool:
    """Whether a topic without "我的" or "关于" is one: somebody, or a part of one's life."""
    if topic.endswith(("这个人", "那个人")):
        return True
    if any(person.called.match(topic) for person in (*people(), *(c for c in concepts() if c.person))):
        return True
    return (
        not re.match(r"[带拿做买关说吃喝去来打发交写叫给洗锁充接送看回还付签]", topic)
        and len(topic) >= 2
        and bool(re.search(r"的(?:事|信息|情况|话)|[的]?(?:名字|住址|地址|工资|生日|电话|收入|病)", topic))
    )


def topic_zh(raw: str) -> str:
    """The topic's own words: "关于我公司财务的信息" → "公司财务"."""
    topic = raw.strip(" ，,、：:")
    for _ in range(4):
        before = topic
        topic = (
            re.sub(
                r"^(?:关于|有关|对于|和|跟|与|所有|一切|全部|任何|那些|这些|那个|这个|那|你(?:记得|知道|记住|存|保存|了解)(?:的|着的|了的)?|我?(?:之前|以前|刚才|刚刚|上次|昨天|前面|前几天|上周|曾经|早些时候)?(?:跟|和|对(?!象)|给|告诉|向)你?(?:说|讲|提|聊|发|透露|分享)?(?:过|起|到)?的?|我?(?:之前|以前|刚才|刚刚|上次|昨天|前面|上周)?(?:说|提|讲|聊)(?:过|到|起)?(?:的|过的)|之前|以前|刚才|刚刚|我们|咱们|我的?|里的?)",
                "",
                topic,
            ).strip(" ，,的")
            or topic
        )
        topic = (
            re.sub(
                rf"(?:{THING_ZH}|有关的?|相关的?|方面的?|那(?:件|些|个|条|块|笔)?(?:记录|记忆)?|这(?:件|些|个|条|块|笔)?(?:记录|记忆)?|都|全|全部|通通|统统|一律|一概|了|吧|啊|的|(?<!差不)多少)$",
                "",
                topic,
            ).strip(" ，,的")
            or topic
        )
        if topic == before:
            break
    return "" if re.fullmatch(r"我|你|的|信息|事情?|记忆|内容|东西|什么|哪些|个人|所有|一切|都|了|些", topic) else topic
