"""Words that carry no thing, words that deny, and where clauses end: what `values` reads sentences by.

Chinese is folded to simplified characters, English to lower case.
"""

from __future__ import annotations

from jiyi.language.regex import regex

# Where one statement ends and another may begin. "and" only before a verb of its own.
CLAUSE = regex(
    r"[,，;；。.!！?？、\n](?![0-9])|(?<![a-z])(?:but|so|because|though|although|then|instead)(?![a-z])"
    r"|(?<![a-z])and (?=(?:i|we|i'm|now|bought|got|started|joined|am|use|using|live|work|moved|switched|drive|have|took|became|went"
    r"|began|eat|drink|it's|write|adopted)(?![a-z]))|但是?|不过(?!敏)|而是|所以|然后|改(?=[吃喝用坐去])|现在(?=[是在开用叫住做])|转[而做]"
)

# Says that something is not so, is over or is not wanted.
DENIES = regex(
    r"不|没|别(?![人的处墅])|(?<!毫)无(?!锡|人机|线|糖|论|所谓|比)|戒(?!指)|讨厌|反感|受够|厌恶|嫌弃|拒绝|禁止|避免|停止|停了|退订|退了|退出|取消|放弃"
    r"|辞职|离职|离开|去世|死了|过世|走丢|卖了|卖掉|换掉|分手|离婚|辞掉|删了|删除|卸载|注销|倒闭|黄了|关了|痊愈|治好|已经好了|到期|过期|没续|坏了|控制(?=糖|盐|油|饮食)|少吃|忌"
    r"|(?<![a-z])(?:not|never|no|none|nothing|neither|nor|without|cannot|hate[sd]?|dislike[sd]?|detest|loathe|can't|avoid(?:ing|ed|s)?|stop(?:ped(?! (?:at|by|in|off|for)(?![a-z]))|ping|s)?"
    r"|quit(?:ting)?|g[ai]ve(?:n)? up|giving up|gave [a-z]+ up|cancel(?:l?ed|ling|s)?|unsubscribed?|drop(?:ped)?|sold|left|lost|broke up|split up|died|passed away"
    r"|put down|cut(?:ting)? (?:down|out)|got rid of|resigned|retired from|fed up|sick of|tired of|gone (?:right |completely |totally )?off|went off|lost (?:my |all )?(?:taste|appetite|interest)|outgrown|ended|closed|laid off|fired|outgrew|deleted|uninstalled|lapsed|expired|sober|laid off|healed|recovered|cured)(?![a-z])"
    r"|n't(?![a-z])|(?<![a-z])(?:dont|doesnt|cant|wont|isnt|arent|didnt)(?![a-z])"
)

# Has a word of denial in it and denies nothing.
HARMLESS = regex(
    r"不过(?=[^敏去])|不错|不仅|不但|不止|不同|不久|不断|不少|不管|不论|不得不|离不开|少不了|忍不住|不好意思|不客气|不只|差不多|说不定|不一定|不用谢|对不起|了不起|不知不觉|恨不得"
    r"|没问题|没事|没关系|没想到|特别|分别|级别|性别|区别|告别|类别|个别|识别|辨别|不知道|不锈钢"
    r"|(?<![a-z])(?:can't (?:live|do|go) without|not only|no problem|no doubt|no worries|why not|never mind|can't wait|cannot wait|don't mind|can't help|can't get enough|end(?:ed|ing)? up"
    r"|not just|no\. \d|no matter|no-code|no sugar coating|couldn't (?:be happier|live without)|nothing (?:beats|but)|you got (?:that|it) wrong)(?![a-z])"
)

# What is said to be gone or replaced, wherever the new thing stands. Each group is the old thing.
GONE = regex(
    r"从([^,，。;；]{1,20}?)(?:换成|提到|提高到|涨到|升到|加到|增加到|降到|减到|改到|调到|调整到|换到|改成|改为|改用|转到|转成|转为|迁移到|迁到|搬到|搬去|跳槽|离职|辞职|毕业|退出|离开)"
    r"|(?<!不)把([^,，。;；]{1,20}?)(?:卖|戒|退|扔|换掉|换成|删|停|辞|注销|取消|改成)"
    r"|(?:离开|告别|辞掉|卖掉|卖了|戒掉|戒了|退掉|退订|放弃|取消|代替|取代|替换)了?([^,，。;；]{1,16})"
    r"|不是([^,，。;；]{1,20}?)(?:[,，、 ]+[^,，。]{0,8}?)?(?<![但还就也可都只不])(?:而?是|叫)"
    r"|(?:我的|我)([^,，。我的]{1,8}?)(?:坏了|丢了|没了|报废了?|到期了?)"
    r"|别叫(?:我)?([^,，。;；]{1,10})"
    r"|(?<![a-z])from ([^,.;]{1,40}?) to (?=[^ ])"
    r"|(?<![a-z])(?:replac(?:ed|ing)|swapp(?:ed|ing)|trad(?:ed|ing)) (?:in )?([^,.;]{1,40}?) (?:with|for|by) "
    r"|(?<![a-z])(?:instead of|rather than|not anymore|no longer|got rid of|gave up|given up|stopped(?! (?:at|by|in|off|for) )|quit|left|sold|cancell?ed|dropped|ditched|resigned from) "
    r"(?:using |eating |drinking |my |our |the |at |a )*([^,.;]{1,30}?)(?= and | for | so | but | last | this | in | because |[,.;!]|$)"
    r"|(?<![a-z])not (?:from |a |an |the |in |on |at |my |called |named |allergic to )*([^,.;]{1,30}?)[,;] ?(?:it's|it is|i'm|i am|but|she's|he's|they're)"
    r"|(?<![a-z])don't call me ([^,.;]{1,20})"
)

# Chinese phrases that carry no thing, wherever they stand; longer ones first within the expression.
_CUT = """
我们 咱们 我家的 我家 我的 我 你们 你 您 他们 她们 自己 大家 的 了 吧 呢 啊 呀 嘛 哦 啦
备考 考上 考取 回答 回复 答复 今年 去年 明年 现在 目前 如今 最近 近来 已经 刚刚 早就 早已 一直 从来 向来 平时 平常 通常 一般 经常 常常 常年 偶尔 有时候 有时 总是 每次 以后 今后 从今以后 从今
以前 之前 原来 后来 终于 其实 还是 特别 非常 超级 真的 比较 有点 有些 一点儿 一点 一些 可以 可能 应该 打算 准备 决定 开始 继续 正在 尽量 务必
记住 记得 麻烦 以及 还有 另外 同时 因为 所以 但是 而且 然后 就是 也是 都是 只是 算是 属于 大概 大约 左右 差不多 最后 最终 定在 定为
喜欢 喜爱 偏爱 热爱 钟爱 爱好 讨厌 反感 受不了 害怕 不爱 爱吃 爱喝 想要 想吃 吃不了 吃不得 不能吃 不吃 不喝 不太 不再 不要 不能 不让 不用 不会 不想 没有 没再
一个 一只 一条 一辆 一台 一套 一名 一位 一种 一家 一匹 两个 两只 三个 三只 几个 几只 这个 那个 这种 那种 这里 那里 这 那
居住 住在 搬到 搬去 搬家 搬来 定居 常驻 上班 工作 就职 任职 入职 跳槽 离职 辞职 供职 换工作 公司 单位 员工 名字 人士 体质 习惯 时候
换成 换到 换了 改成 改为 改用 改到 改去 改签 推迟到 推迟 提前到 提前 延期到 延期 延到 延后 提到 涨到 加到 降到 提高到 增加到 变成 转行 转做 迁移到 迁到 搬 升职
你记错了 记错了 你搞错了 搞错了 说错了 弄错了 不对 更正一下 更正 纠正一下 纠正 其实是
"""
CUT_ANYWHERE = regex("|".join(sorted(_CUT.split(), key=len, reverse=True)))
_EDGE = "我你他她它是在有用做去来到成为把被给让叫跟和与对从向往很挺超真太最更都也还又再就才只会能要想不没别无吃喝抽听看玩打养住开写学读买卖戒换改爱怕请得着过地将于上下每刚已而且或家个只条辆台套名位种次先一"
CUT_LEFT = regex(rf"^[{_EDGE}]+(?=[^{_EDGE}])|^[{_EDGE}]+$")
CUT_RIGHT = regex(r"[得着过地里上中去来到成为是在有给会啊吗一也都人做](?=$)")

# English words that carry no thing when statements are compared.
_IDLE = """
a an the i i'm i've i'd i'll im ive me my mine myself we we're we've our ours us you you're your yours he she it it's its they them their his her hers
am is are was were be been being do does did done doing don't doesn't didn't dont have has had having haven't hasn't hadn't will would won't wouldn't
can can't cannot could couldn't should shouldn't shall may might must isn't aren't wasn't weren't
and or but so if then than that this these those there here of to in on at by for with from as into onto about over under up down out off
not no never none nor neither now nowadays currently right these days day anymore any more longer again still already just recently lately always
usually normally generally often sometimes also too either as well very really quite pretty so much lot lots bit little actually please only even ever
like likes liked love loves loved enjoy enjoys prefer prefers hate hates dislike stand fan big drink drinks drinking drank eat eats eating ate avoid
use uses used using live lives living lived reside based moved move moving relocated work works working worked employed employer joined join job
got get gets getting gotten go goes going went gone come came become became make made take took taking start started starting begin began stop stopped
quit gave give given giving up switched switch switching changed change changing replaced replace called call named name names
answer answers answering reply replies respond response favorite favourite favorites time times what which who whom where when why how one some all every each other another new old current house home place thing things stuff food
'm 've 're 's 'd 'll yes ok okay well hey hi hello remember from since until till last next week month year ago today yesterday tomorrow
bought buy sold sell left sure per bit went up down raise raised turned turn each mostly mainly main learn learning learned study studying afraid scared scare scares fear fears wrong correction correct misspoke mistake mistaken that's you've hasn hadn don doesn didn isn aren wasn weren won wouldn couldn
"""
IDLE_WORDS = frozenset(_IDLE.split())

# Words of which a thing is one or another: a value with one of a line is not the value with another of it.
CONTRARY = tuple(
    frozenset(line.split())
    for line in """
day night late early morning evening afternoon graveyard
big large small little tiny huge
hot cold iced warm
left right 左 右
full part
dark light
older younger oldest youngest elder eldest
fixed variable floating
upper lower top bottom upstairs downstairs
""".strip().splitlines()
)
