"""Orders to forget, and questions about what is known, as they are said in conversation.

An order is what asks the assistant itself to forget: "把关于我公司财务的信息都忘了", "erase my address". "别忘了带伞",
"I forgot my keys", "forget it" and "delete the second paragraph" are none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.selection import Selection, select
from jiyi.policy.topic import concepts, people

Scope = Literal["about", "all", "last", "session"]
LONGEST = 600  # characters; of a longer message only its first and last sentences can be an order
EDGE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is asked for. `about` are the topic's own words ("公司财务"), "" unless `scope` is "about".

    `kind` "forget" wants it gone; "ask" wants to know what is remembered. Scope "last" means what was just said,
    "session" this conversation, "all" everything about the person.
    """

    kind: Literal["forget", "ask"]
    scope: Scope
    about: str = ""


QUOTED = regex(
    r"“[^”]{0,200}”|「[^」]{0,200}」|『[^』]{0,200}』|《[^》]{0,80}》|\"[^\"\n]{0,200}\"|`[^`\n]{0,200}`|```[\s\S]{0,2000}?```"
)
SENTENCE = regex(r"[^。！？!?\n；;]+[。！？!?\n；;]*")
# Things one works on: to delete these is a task, not an order to forget.
TASK_ZH = regex(
    r"文件|文档|段落|第.{1,3}[段行句章节列页条]|空行|空格|代码|注释|函数|变量|单元格|表格|那列|这列|图片|照片|邮件|短信|文章|数据库|字段|标点|重复|句子|这个词|逗号|括号|链接|脚本|目录|文件夹|分支"
    r"|评论|好友|微信|缓存|日志|应用|软件|购物车|回收站|桌面|硬盘|闹钟|日程|待办|提醒|任务|书签|密码框|账号|账户|帐号|聊天群|视频|歌|笔记|作文|那段|这段|一段|写的|生成的|画的|名单|垃圾|快递|灯|弹窗|广告|稿|简历|标题|前缀|后缀|水印|背景|行李|帖子|朋友圈|微博|订单|快捷|插件|索引|表里|列表里|字符串|数组|仓库|容器|镜像"
)
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
    r"(?<!your )notes?|guest list|e-?mails?|inbox|photos?|pictures?|images?|videos?|posts?|tweets?|branch(?:es)?|repo(?:sitory)?|database|tables?|records? from|cache|cookies|logs?|apps?|accounts?|calendar|events? from|"
    r"alarms?|reminders?|tasks?|todos?|cart|desktop|disk|drive|partition|section|chapter|slides?|page|footer|header|essay|letter|draft|resume|cv|bug|test|package|dependency|container|"
    r"image|index|string|list|array|element|item|key from|line|word|browser|playlist|song|subscription|profile picture|bookmark|contact from|friend|order \d|whiteboard|blackboard|drawing|sketch|node|class|method|endpoint|script|commit|ticket|issue|script|spreadsheet|css|html|json|csv|sql|python)s?\b"
)
# ---- Chinese -----------------------------------------------------------------------------------------------------
NOT_ZH = regex(
    r"忘(?:了|记)?(?:要|该)?(?:跟|和|给|告诉)你(?:说|讲|提|交代|报告)?(?:了|过|一件事|一声|件事|个事)*(?:[，,。：:！!\s]|$)|"
    r"(?:别|不要|(?<!能)不能|不会|不许|千万|没|没有|勿|莫|(?<!可)不可以?|不想|不用|先别|从没|永远不|怎么能|难)(?:再)?(?:给我|把[^，。]{1,12})?(?:忘|删|清空|清除|抹)"
    r"|(?:怎么|如何|怎样|为什么|为啥|凭什么|会不会|是不是|有没有|是否|什么时候|谁)[^，。]{0,16}(?:忘|删|清|抹|记)"
    r"|(?<![把将对跟和给让于帮])(?:我|他|她|我们|他们|老婆|老公|妈妈|爸爸|孩子|同事|朋友|客户|老板|用户|大家|人家|有人)(?:都|又|总|总是|老是|老|经常|常常|常|差点|居然|竟然|好像|可能|一直|也|就|已经|快|完全|早|昨天|今天|刚才|刚刚|不小心|怕|会)*(?:把[^，。]{1,14})?(?:忘|删|清空|不记|没记|记不)"
    r"|你(?:都|就|已经|又)?忘(?:了|记)[^，。]{0,20}(?:吗|么|？|\?)|你(?:怎么|是不是|又|居然|竟然|不会|该不会)[^，。]{0,12}(?:忘|删|不记)|如果|要是|假如|假设|万一|翻译|怎么说|写一|歌词|台词|造句|作文"
)
OPEN_ZH = r"(?:^|[，,：:、 ]|请你?|麻烦你?|拜托|劳驾|帮我|给我|帮忙|你|您|可以|可不可以|能不能|能|可否|希望你|我要你|我想让你|我希望你|想让你|让你|现在|马上|立刻|赶紧|那|那就|就|对了|好|嗯|哦|算了|还是|顺便|先|都|全部|以后|今后|从现在起|所以|另外|还有|然后)"
FORGET_ZH = r"(?:忘(?:掉|了|记|光|干净|却)?|删(?:掉|除|了|去|光|干净)?|清(?:除|空|掉|理掉|理|干净)|抹(?:掉|去|除)|擦(?:掉|除|去)|移除|去掉|销毁|丢掉|扔掉|重置|清零)(?:掉|了)?"
OWN_ZH = regex(r"(?:关于|有关|我|那|这|之前|以前|刚|上次|昨天|你|跟|和|掉)")
OUT_OF_ZH = regex(r"从(?!你|记忆|我们|聊)[^，。]{1,8}[里中上]")  # "从名单里删掉": out of a thing, not out of memory
MEMORY_ZH = regex(
    r"关于|有关|我(?:的|跟|和|对|刚|之前|以前|说|告诉|提|讲|昨天|上次|前面)|我[^，。]{1,12}的(?:事|情况|经历|信息)|[^，。]的事情|我(?:的)?(?:体重|身高|生日|住址|地址|电话|工资|收入)|你(?:记|知道|存|保存|了解)|记忆|记录|跟我|信息|那些话|说过的|说的|提到的|提过的|聊过的|聊的"
)
THING_ZH = r"(?:的?(?:所有|一切|全部|任何|相关|那些|这些)?(?:个人)?(?:信息|事情|事儿|事|记录|记忆|内容|资料|东西|情况|话|数据|细节|部分|消息|那些|这些)){1,2}"
BA_ZH = regex(
    rf"(?:把|将|请把|对)(?P<x>[^，。！？!?\n]{{1,40}}?)(?:都|全都|全部|全|统统|一并|一起|也|从[^，。]{{1,8}}[里中]|给我|给|彻底|永久|完全|通通|立刻|马上|尽快|赶紧){{0,4}}{FORGET_ZH}"
)
VERB_ZH = regex(rf"(?P<open>{OPEN_ZH}){{1,4}}(?P<verb>彻底|永久|完全)?{FORGET_ZH}(?P<x>[^，。！？!?\n]{{0,40}})")
TOPIC_FIRST_ZH = regex(
    rf"^(?:请|那|对了|嗯|好|，|,|\s)*(?P<x>(?:关于|有关|跟|刚才|刚刚|这句|这条|上面|我[^，。]{{1,10}}的(?:事|信息|情况)|我们?(?:的|刚才|刚刚|之前|上次|跟你|说|告诉|今天))[^，。！？!?\n]{{1,30}}?)[，, ]?(?:你)?(?:请|麻烦)?(?:都|全都|全部|全|就|统统|可以|帮我|给我|也|从[^，。]{{1,8}}[里中]){{0,4}}{FORGET_ZH}(?:吧|啊|哦|好吗|可以吗|$|[。，！!？?])"
)
KEEP_ZH = r"(?:记(?:着|得|住|录下来|录|下来?|在心里|了)?|存(?:下来?|着|起来)?|保存|保留|留着|留存)"
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
# ---- English -----------------------------------------------------------------------------------------------------
OPEN_EN = r"(?:^|[,:;.—-]\s*|\b(?:please|pls|kindly|can you|could you|would you|will you|can u|could u|would u|i want you to|i'd like you to|i would like you to|i need you to|you can|you should|you may|you must|just|and|then|also|now|ok|okay|hey|so|actually|sorry|well|alright|go ahead and|want you to|like you to|need you to|asked you to|make sure (?:you|to)|help me)\s+)"
NOT_EN = regex(
    r"\b(?:don't|do not|dont|never|didn't|did not|won't|can't|cannot|couldn't|not|shouldn't)\s+(?:you\s+|ever\s+|please\s+)?(?:forget|delete|erase|wipe|remove|clear)\b|\bnot to forget\b"
    r"|\b(?:how|why|what if|when|where|if i|if you|whether|suppose|imagine)\b[^,.]{0,30}\b(?:forget|delete|erase|wipe|remove|clear|remember)\b|\b(?:did|do|does|have|had|are|were) (?:you|i|we|they|he|she|people)\b(?! (?:mind|need))[^,.]{0,12}\b(?:forget|forgotten|delete)|\blet's\b|\bfor (?:now|a (?:moment|second|minute|while))\b|\btranslate\b|\bwrite (?:a|an|me)\b|\bhow (?:do|to|can)\b"
)
VERBS_EN = r"(?P<verb>forget|unremember|unlearn|reset|delete|erase|remove|wipe|clear|purge|scrub|drop|discard|get rid of|throw away)(?: out| away| off)?"
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
ASK_EN = regex(
    r"\bwhat(?:'s| is| all)?(?: (?:exactly|else|things|info(?:rmation)?|facts|data|memories|details))?(?: (?:do|did|have|can|would|are))? you (?:currently |actually |already |really |still )?(?:know|remember|have|recall|store|stored|saved?|learn(?:ed|t)?|got|gathered|kept|keep|remembered|remembering|storing|recorded)(?: (?:on record|stored|saved|in (?:your )?memory|on file))?(?: (?:about|on|of|regarding) (?P<x>me|myself|us|my [a-z' -]{2,40}|our [a-z' -]{2,40}))\b"
    r"|\b(?:tell|show|list|give)(?: me)?(?: me)? (?:everything|all|what|anything|all the (?:things|facts|memories)|a list of (?:everything|what)|the (?:things|facts|memories))(?: that)? you(?:'ve)? (?:know|remember|have|stored|saved|learned|learnt|got)(?: (?:stored|saved))?(?: (?:about|on|of) (?P<y>me|my [a-z' -]{2,40}))?"
    r"|\b(?:show|list|see|display|view)(?: me)?(?: all)?(?: of)? (?:my|your) memories\b|\bwhat(?:'s| is) in your memory\b|\bwhat memories do you have\b|\bhow much do you (?:know|remember) about me\b|\bhow well do you know me\b|\b(?:which|what) [a-z]{3,12} (?:do|have|did) you (?:have|keep|store|hold|saved?|stored|kept|learned|recorded) (?:about|on|of) me\b|\bdo you (?:know|remember|have|store) (?:anything|something|things|much|any[a-z ]{0,14}) (?:about|on) me\b|\bwhat (?:have|did) i (?:told|tell|said|say)(?: to)? you about (?P<z>me|myself|my [a-z' -]{2,40})\b"
)
LEAD_EN = regex(
    r"^(?:(?:all|everything|anything|whatever|what|the (?:stuff|things?|fact|information|info|details|part|bit|memor(?:y|ies))|any(?: of)?|all of|all the|every (?:mention|trace|record)|(?:any |all )?(?:mentions?|traces?|records?|memor(?:y|ies)|details|information|info|data|facts?|notes?)|that|it|of|i|we|you|you've|i've|have|has|had|know|remember|stored|saved|told|said|mentioned|shared|gave|wrote|just|ever|to|you|me|so|far|earlier|before|yesterday|about|regarding|on|concerning|related|relating|is|are|was|my|our|the|this|with)\s+)+"
)
TAIL_EN = regex(
    r"(?:[\s,]+(?:please|pls|now|anymore|any more|again|for good|completely|entirely|permanently|thanks|thank you|ok|okay|right away|immediately|at all|too|as well|forever|from (?:your |my |the )?(?:memory|memories|records|database|system|storage|notes|files|profile|history)|in (?:your )?memory|(?:that )?i (?:told|mentioned|shared|gave|said)(?: to)?(?: you)?|(?:that )?you(?:'ve)? (?:know|remember|have|stored|saved)|stuff|information|info|details|data))+$"
)


def order(text: str) -> Order | None:
    """The order to forget, or the question about what is known, that a message holds; None when it holds none.

    Never raises. Quoted text is not an order. When a message holds several, the first counts.
    """
    seen = shadow(text).replace("’", "'")
    if len(seen) > LONGEST:
        seen = seen[:EDGE] + "\n" + seen[-EDGE:]
        text = text[:EDGE] + "\n" + text[-EDGE:]
    if not re.search(
        r"[忘删清抹擦移去销记存留知了当撤列]|有我|里关|forget|unlearn|delet|eras|remov|wipe|clear|purge|scrub|drop|discard|rid of|throw|remember|memor|stor|sav|keep|record|retain|hold|not[ei]|know|what|about me|pretend|mention|consent|out of your|track|deleted",
        seen,
    ):
        return None
    seen = QUOTED.sub(lambda quoted: "…" * len(quoted[0]), seen)
    for part in SENTENCE.finditer(seen):
        sentence = part[0].strip()
        found = _chinese(sentence) if has_han(sentence) else None
        if found is None:
            found = _english(sentence) or _named(sentence, text[part.start() : part.end()].strip())
        if found is not None:
            return _resolved(found, seen)
    return None


PRONOUN = regex(r"她|他|它|ta|him|her|them|she|he|they")


def _resolved(found: Order, seen: str) -> Order:
    """ "我和女朋友分手了，把她的事都忘掉": the person that a pronoun stands for, if the message names one before it."""
    if not PRONOUN.fullmatch(found.about):
        return found
    persons = (*people(), *(concept for concept in concepts() if concept.person))
    named = [match for person in persons for match in person.called.finditer(seen[: seen.rfind(found.about)])]
    return replace(found, about=max(named, key=lambda match: (match.end(), -match.start()))[0]) if named else found


def _chinese(sentence: str) -> Order | None:
    sentence = MIXED.sub(lambda match: "忘掉" if match[0][0] in "fu" else "删掉", sentence)
    asked = ASK_ZH.search(sentence)
    if asked is not None and not re.search(r"[忘删清抹别]", sentence.replace("别的", "")):
        topic = _topic_zh(next((part for part in asked.groups() if part), ""))
        if re.fullmatch(r"(?:刚才|刚刚|之前|以前|上次)?(?:说|提|讲|聊)(?:过|的)?", topic):
            return None
        return Order(kind="ask", scope="about" if topic else "all", about=topic)
    stop = STOP_ZH.search(sentence)
    if stop is not None and not NOT_STOP_ZH.search(sentence[: stop.start()]):
        found = _stopped_zh(sentence, stop)
        if found is not None:
            return found
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


# A topic with a word for something told ("那条", "的事"), then the order: "露营那条删一下", "舅舅的事别留".
TOLD_ZH = regex(
    r"^(?P<x>[^，。！？!?]{2,24}?)(?:的(?:事情?|一切|信息)|那(?:件)?事儿?|[那这](?:条|件事|块|些))[，, ]?"
    rf"(?:都|全|给我|帮我|麻烦|请|你|就|也|千万){{0,4}}(?:{FORGET_ZH}|(?:别|不要|不用)再?(?:记|留|存|保存|保留))"
    r"(?:着|了|掉|吧|一下|啊){0,3}[。！!]*$"
)


def _told_zh(sentence: str) -> Order | None:
    match = TOLD_ZH.match(sentence)
    if match is None or TASK_ZH.search(sentence) or re.search(r"[把将]|我(?:都|又|全|老|总)", sentence):
        return None
    topic = _topic_zh(match["x"])
    return Order(kind="forget", scope="about", about=topic) if topic else None


NOT_STOP_ZH = regex(r"(?:我|他|她|大家|医生|老师|老板)(?:都|也|总|老)?(?:别|不)?$|怎么|为什么|为啥")


def _stopped_zh(sentence: str, stop: re.Match[str]) -> Order | None:
    """ "别再记着我前女友的事了", "刚才那句别记"."""
    topic = stop["ba"] or stop["x"]
    if re.fullmatch(r"[了吧啊哦呀呢下来进去\s，。！!]*", stop["x"] or "") and not stop["ba"]:
        before = sentence[: stop.start()].rstrip("，, 你就请也都")
        topic = re.sub(r"[，, ]?(?:就)?当(?:我|作)?没说过?$", "", before)
        if not topic or LAST_ZH.match(topic):
            return Order(kind="forget", scope="last") if topic or stop["x"] else None
    if re.match(r"得(?!我|这|那|关)|住了吗|账|流水|日记|笔记|单词", topic or ""):
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
    topic = _topic_zh(topic)
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


def _topic_zh(raw: str) -> str:
    """The topic's own words: "关于我公司财务的信息" → "公司财务"."""
    topic = raw.strip(" ，,、：:")
    for _ in range(4):
        before = topic
        topic = (
            re.sub(
                r"^(?:关于|有关|对于|和|跟|与|所有|一切|全部|任何|那些|这些|那个|这个|那|你(?:记得|知道|记住|存|保存|了解)(?:的|着的|了的)?|我?(?:之前|以前|刚才|刚刚|上次|昨天|前面|前几天|上周|曾经|早些时候)?(?:跟|和|对|给|告诉|向)你?(?:说|讲|提|聊|发|透露|分享)?(?:过|起|到)?的?|我?(?:之前|以前|刚才|刚刚|上次|昨天|前面|上周)?(?:说|提|讲|聊)(?:过|到|起)?(?:的|过的)|之前|以前|刚才|刚刚|我们|咱们|我的?|里的?)",
                "",
                topic,
            ).strip(" ，,的")
            or topic
        )
        topic = (
            re.sub(
                rf"(?:{THING_ZH}|有关的?|相关的?|方面的?|那(?:件|些|个)?|这(?:件|些|个)?|都|全|全部|了|吧|啊|的)$",
                "",
                topic,
            ).strip(" ，,的")
            or topic
        )
        if topic == before:
            break
    return "" if re.fullmatch(r"我|你|的|信息|事情?|记忆|内容|东西|什么|哪些|个人|所有|一切|都|了|些", topic) else topic


def _english(sentence: str) -> Order | None:
    asked = ASK_EN.search(sentence)
    if asked is not None and not re.search(VERBS_EN, sentence[: asked.start()]):
        topic = _topic_en(next((part for part in asked.groups() if part), ""))
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
    return _scoped_en(match["x"], match["verb"])


NAMED_EN = regex(
    r"^(?:please |pls |just |now |ok,? |and )*forget (?P<x>[a-z][a-z'’.-]+(?: [a-z][a-z'’.-]+)?)(?: please)?[.!]*$"
)


def _named(sentence: str, original: str) -> Order | None:
    """ "Forget Tom." `original` is the sentence as it was written: a name has a capital."""
    match = NAMED_EN.match(sentence)
    if match is None or len(original) != len(sentence):
        return None
    written = original[match.start("x") : match.end("x")]
    if not all(word[:1].isupper() for word in written.split()) or original.isupper() or LAST_EN.match(match["x"]):
        return None
    return Order(kind="forget", scope="about", about=match["x"])


def _about_en(words: str) -> Order | None:
    topic = _topic_en(words)
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
        return Order(kind="forget", scope="all")
    bare = _trimmed_en(words)
    if LAST_EN.match(bare) or LAST_EN.match(words):
        idle = re.match(r"(?:about )?(?:that|this|it)(?: please| for me)?$", bare) is not None
        written = not mind and not stopped and re.search(r"\b(?:said|told|mentioned|messages?|sent)\b", words) is None
        return None if (idle and not stopped) or written else Order(kind="forget", scope="last")
    if not _of_memory(words, verb):
        return None
    about = ABOUT_EN.search(words)
    head = _topic_en(words[: about.start()]) if about is not None else ""
    topic = " ".join(part for part in (head, _topic_en(about["x"] if about is not None else words)) if part)
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
    if verb in ("delete", "erase", "wipe", "purge", "scrub"):
        return re.search(r"\b(?:my|our)\b|^(?:what|which|where|who|how|when)\b.*\b(?:i|we)\b", words) is not None or (
            about and re.match(r"(?:all|every|any|what|the)", words) is not None
        )
    return (about and re.match(r"(?:all|every|any|what|the info)", words) is not None) or (
        verb == "remove"
        and re.match(r"my (?:home )?(?:address|birthday|age|weight|height|salary)\b", words) is not None
    )


def _topic_en(raw: str) -> str:
    """The topic's own words: "what i told you about my salary, please" → "salary"."""
    topic = LEAD_EN.sub("", _trimmed_en(raw) + " ").strip(" ,.!?'")
    return "" if topic in ("me", "us", "myself", "it", "that", "this", "everything", "all", "you") else topic


__all__ = ["Order", "Selection", "order", "select"]
