"""Wordings that tell how a sentence stands to an earlier one: change, end, correction, reschedule, and who is meant.

All are for plain text: folded, simplified characters, lower case.
"""

from __future__ import annotations

from jiyi.language.regex import regex

PREFACE = regex(
    r"^(?:(?:你|您)?(?:记错|记反|搞错|搞反|弄错|弄反|说错|说反|理解错)了?|我?(?:说错|说反|口误)了?|不对|不是的|错了|更正(?:一下)?|纠正(?:一下)?|其实|对了|哦|嗯|请?记住|补充一下"
    r"|no(?=[,.!])|nope|actually|correction|that's (?:wrong|not right|not true|incorrect)|(?:you|i) (?:got|have) (?:that|it|my [a-z]+) wrong|i misspoke|i was (?:mistaken|wrong)(?: (?:earlier|before))?(?=[:,.;]| about)|i told you wrong|i said that wrong|you mixed (?:that|it|them) up|you're wrong"
    r"|wrong|sorry|by the way|btw|remember(?: that)?|oh|well|also|and)[,，:：.。!！、 ]+"
)
CHANGE = regex(
    r"现在|新(?=老板|领导|主管|经理|上司|组长|导师|教练|班主任)|(?:从下个?(?:周|月|星期|学期)|下个?(?:周|月|星期|学期)(?=起|开始))|切(?:换)?[到成]|改[成为用到去叫签吃喝坐骑学练打玩养看听开走做投穿住读考上]|改支持|可以[^，。]{1,8}了(?:$|[,，。])|转投|弃坑|破戒|[扩写长瘦胖达升减存攒]到|缩短|延长|换[成到了]|换工作|换.{1,6}了|不再|不.{1,12}了(?:$|[,，。!！ ])|戒|已经|搬|转行|转做|跳槽|升职|涨到|涨工资|降到|加到|提到|提高到|增加到|延到|推[迟到后]|提前到|到期|过期|取消|迁[移到]|重新|又|以后|从今|最近开始|开始|变成|卖了|卖掉|退订|退了|辞|没再|毕业|分手|离婚|结婚了|去世|死了|走了(?:$|[,，。])|生了|好了(?:$|[,，。])|不去|目标改|最终|最后定|重写|重构|过了(?=[^,，]{0,6}级)|回.{1,4}了$|(?:^|[,，]).{2,14}了$"
    r"|(?<![a-z])(?:cut out|walked out on (?:me|us)|(?:taken|took|takes?) me off|(?:had|have|decided|agreed) to (?:shift|move|switch|change|swap)|given (?:it|them) up|reached|hit|grew(?! up)|grown(?! up)|remarried|gone (?:up|down)|rose|risen|fell|fallen|shrank|(?:put|moved|switched|changed) me|as of (?:this|last|today|now|next)|standardi[sz]ed on|(?:from|starting|as from) (?:next|this) (?:week|month|term|year|season|monday|tuesday|wednesday|thursday|friday)|switching|convert|now|nowadays|these days|any ?more|no longer|switched|changed|moved|instead|from now on|from here on|going forward|got (?:a|an|my own|our own) (?:new )?(?:flat|place|apartment|house|room)|started|began|stopped|quit|gave up|given up|sold|replaced|migrated"
    r"|renamed|promoted|rescheduled|postponed|pushed|slipped|extended|delayed|cancell?ed|relocated|left|resigned|graduated|divorced|got (?:married|engaged|divorced|promoted|a new)"
    r"|broke up|died|passed away|turned|went up|down to|up to|grown to|raised|increased|dropped|cut to|healed|recovered|again|currently|only|actually|new|make that|brought forward|bumped|swapped|traded|rewrote|rebuilt|ported|upgraded|done with|finished|paid off|took|passed|after all|deleted|uninstalled|back to normal|bought|not going to|transferred|lapsed|expired|is off|learned|learnt|been sober|laid off|back to work|gone (?:right |completely |totally )?off|went off|lost my taste|lost interest|grown (?:tired|sick)|outgrown|(?:come|came) a?round to|warmed to|become|became)(?![a-z])"
)
MOVED = regex(
    r"改[到成在签去期]|推[迟到后]|延误|晚点(?=到|了|$)|泡汤|黄了|告吹|不成了|延[期到后]|提前|挪到|换到|取消|不去|改为|往后|不办|不开了|作废"
    r"|(?<![a-z])(?:resched\w+|postpon\w+|push(?:ed)?(?: back)?|moved|slip(?:ped)?|extended|delayed|cancell?ed|called off|is off(?! to)|fell through|not happening|brought forward|moved up|changed to|put off|bumped|(?:had|have|going|want(?:ed)?|need(?:ed)?) to (?:move|push|shift)(?= (?:the|our|my|it)(?![a-z]))|now|instead)(?![a-z])"
)
PAST = regex(
    r"(?:去|看|开|做|跑|吃|买|参加|发布|完成|见|聊|谈|讨论|上线|提交|爬|打|玩|办)(?:完|好|过)?了|过了?$|昨天|前天|上[周个]|去年"
    r"|(?<![a-z])(?:ran|went|met|shipped|saw|did|had|finished|completed|visited|attended|played|watched|discussed|launched|released|bought|ate|flew|ago|yesterday)(?![a-z])"
)
FAVOURITE = regex(
    r"最(?:喜欢|爱|钟爱|常)[吃喝看听用玩]?的([^是,，]{1,6}?)(?:是|变成|换成|改成|[,，]|$)|(?<![a-z])fav(?:ou?rite)? ([a-z]+(?: [a-z]+)?) (?:is|are|has|now|these|used|was)"
)
OWN_NAME = regex(
    r"我(?:的?(?:全名|大名|本名|名字|姓名))?(?:现在|其实|真正)?(?:是|就)?叫|名字(?:是|叫)|我(?:已经|刚|最近|现在)*(?:改名|更名|改叫)|我姓"
    r"|(?<![a-z])(?:my (?:full |last |first |real |new )?name|i'm called|i am called|changed my name|(?:i|i now) go by|i answer to)(?![a-z])"
)
NAMED = regex(
    r"(?:名字)?(?:叫做?|名叫|名字是)(?P<zh>[^,，。.!！?？的了我你\s]{1,8})|(?<![a-z])(?:named|called|(?:name|name's)(?: is|'s)?) (?P<en>[a-z][\w'-]*)"
)
AT_PLACE = regex(
    r"^(?:在|现在在|已经在)[^,，。 ]{2,8}$|(?<=[友妈爸姐妹哥弟儿女婆公母家人])(?:现在|目前)?在[^,，。 的]{2,8}$"
)
LABEL = regex(
    r"(?:项目|方案|小组|版本|服务器|阶段|课题)(?:代号|叫)? ?([a-z0-9甲乙丙丁][\w-]*)|(?<![a-z])(?:project|sprint|phase|room|unit|module) ([a-z0-9][\w-]*)"
)
WISH_CLAUSE = regex(
    r"[,，;；。!！?？\n]|\.(?=\s|$)|(?<![a-z])(?:but|and not|instead of|rather than)(?![a-z])|但是?|不过|而是"
)
ALSO = regex(
    r"也(?!就)|还(?=[有会喜爱养用在买想能对])|另外|又(?=[有养买])|兼职(?!我?(?:已经)?[辞不没停])|副业|同时|除了"
    r"|(?<![a-z])(?:also|too(?! (?!now|these|though|and|but|as|for|on|in|at|since|because|so)[a-z])|as well|(?<!to )another|in addition|besides|second|part-time|on the side|either|plus)(?![a-z])"
)
USED_FOR = regex(
    r"用.{1,20}?(?:来)?(写[^了,，。]{1,6}|做[^了,，。]{1,6}|画[^了,，。]{1,6}|记[^了,，。]{1,6})|(?<![a-z])for ([a-z ]{3,20})"
)
IN_HOSPITAL = regex(r"住院|住进|(?<![a-z])(?:in (?:the )?(?:hospital|icu)|hospitali[sz]ed)(?![a-z])")
HURTS = regex(r"[疼痛酸肿痒麻]|(?<![a-z])(?:hurts?|sore|ach(?:es?|y|ing)|swollen|painful|itch(?:es|y))(?![a-z])")
HEALED = regex(
    r"好了|痊愈|康复|恢复(?:了|得|的|$)|出院|正常了|不(?:疼|痛|酸|肿|麻|咳|烧|晕)了|消肿|没事了|(?<![a-z])(?:(?:is|are|feels?|feeling) (?:all |totally |completely |much |perfectly )?(?:fine|better|ok|okay|good) (?:now|again)|(?:doesn't|does not|don't|no longer) hurts?|stopped hurting|pain[- ]free|(?:came|come|is|got|are|now|back) home(?= from|$|[,.;!]| now)|healed|recovered|all better|back to normal|out of (?:the )?hospital|discharged)(?![a-z])"
)
DONE = regex(
    r"完了|[换买办装订]好了|结束了|还清|考过了|考上|通过了|毕业了|过了(?=[^,，]{0,6}级)|(?<![a-z])(?:done with|finished|completed|paid off|took the|passed|wrapped up)(?![a-z])"
)
SWAPPED = regex(r"换了|换成|换到|升级|(?<![a-z])(?:new|traded|replaced|swapped|upgraded|switched|changed)(?![a-z])")
# What only says that something is no longer what it was: "俱乐部换届", "they axed my train", "new people have moved in".
ANNOUNCED = regex(
    r"换(?:了)?(?:人|届|家|方向|路线|[一个][门家种份])|停[运办播]|撤[线站]了?|改版了?$|重[写做构]完"
    r"|(?<![a-z])(?:axed|scrapped|binned|part-?exchanged|put down|retired|changed|ditched|reorgani[sz]ed|closed|shut) (?:my|our|the|its)(?![a-z])"
    r"|(?<![a-z])new (?:people|owners?|tenants?|neighbou?rs?|management|term|season|year)(?![a-z])"
)
# Says how it is since.
SINCE_NOW = regex(
    r"现在|如今|改[成为用在到卖做学吃喝]|换[成到]|(?<![a-z])(?:now|these days|nowadays|instead)(?![a-z])|^(?:it's|we're on|i'm on)(?![a-z])"
)
MOVED_HOUSE = regex(
    r"搬家|搬了|(?<![a-z])(?:we've|we|i've|i) (?:have )?(?:just |finally )*moved(?: house| out| in)?[!. ]*$|^(?:finally |just )*moved (?:house|out)[!. ]*$"
)
NOW = regex(r"现在|如今|改成|改为|改用|换成|(?<![a-z])(?:now|these days|nowadays|instead|switched|changed)(?![a-z])")
DEATH = regex(
    r"去世|死了|死掉|过世|走丢|丢了|不在了|走了|没了$|送人|送走|安乐|(?<![a-z])(?:died|dead|passed(?: away|(?=$|[,.;!]))|put (?:[a-z]+ )?down|put (?:him|her|it) to sleep|crossed the rainbow bridge|ran away|gave .{1,12} away)(?![a-z])"
)
SCOPE = regex(
    r"([^,，。我你]{2,8}?)(?:时候?|的时候|方面)(?![间区])|(?<![a-z])when (?:you |i |we )?(?:are |'re |am )?([a-z ]{3,24}?)(?=,|$|\.| please)"
    r"|(?<![a-z])(?:for|in|make|keep|write) (?:my |our |the |all )*(emails?|code|work|meetings?|slides|reports?|essays?|letters?|docs?|documentation)(?![a-z])"
)

# Out of work, whoever the employer was.
# "The parcel weighs 12 kilos" is nobody's weight.
THING_WEIGHS = regex(
    r"^(?:the(?! (?:baby|dog|cat|puppy|kitten|kid|boy|girl))|this|that|an?|each)(?: [a-z-]+){1,3} (?:now )?(?:weigh(?:s|ed)?|is|was)(?![a-z])"
    r"|^(?:这|那|每)?(?:个|件|只|袋|箱)?(?:包裹|箱子|行李|快递|袋子|东西|货|书包|背包|电脑|车)"
)
JOBLESS = regex(
    r"被裁|裁员了|失业|待业|没工作了|退休了|(?<![a-z])(?:laid off|got fired|lost (?:my|his|her) job|unemployed|out of work|retired)(?![a-z])"
)
# A beginning that only says what it is not, before the subject comes.
NOT_THAT = regex(r"^(?:不是|并不是)[^,，]{1,12}[,，]\s*|^not [^,]{1,20}, (?=my |our |i )")
# A name right after the word for the person: "我同事小李…", "my brother leo hates …".
NAME_FOLLOWS = regex(
    r"[小老阿][一-鿿](?=[^叫])|[一-鿿]{1,3}(?=[在是会喜爱有住讨不今])"
    r"| (?!is|has|likes?|lives?|works?|was|and|who|just|had|loves?|hates?|moved|can|does|got|started|studies|turned|quit|passed|died|went|wants?|plays?|will|used|goes|drives|gave|[a-z]+ed )[a-z]{2,12}(?= (?:is|has|likes?|lives?|works?|was|moved|can|does|hates?|loves?|studies))"
)
NO_NAME = regex(r"[在是会有住也都还不上今去特很最现已调升读]")

OFF = regex(
    r"取消|泡汤|黄了|告吹|不去了|去不[成了]|不办了|(?<=[a-z])'s off(?! to)|(?<![a-z])(?:is off(?! to)|called off|cancell?ed|fell through|not happening|not going)(?![a-z])"
)

FORMER = regex(
    r"以前|曾经?(?!祖)|过去(?=[住是在喜爱常有用])|从前|小时候|(?<![a-z])(?:used to|formerly|previously|in the past|back then|as a (?:kid|child)|years ago)(?![a-z])"
)

LIVES = regex(
    r"住|定居|家在|搬家|常驻|新家|(?<![a-z])(?:live[sd]?|living|resid\w+|based in|home is|moved house|relocated?|apartment|flat)(?![a-z])"
)

# A clause that goes on from one that told an end or a change, with what is so instead.
GOES_ON = regex(
    r"(?:我)?(?:现在|目前|如今|改|换|转|准备|打算|以后|用|就用|还是用|开始|是|去了|进了|加入|入职|考上|搬|养|买)|[^,，。]{1,8}就(?:行|好|可以)|(?:and |so )?(?:now|use|write|just|instead|i'm|i am|it's|we're|i've got|i've|switched|on to|i (?:do|play|use|drink|eat|drive|take|work|study|have|go|ride|run|wear|watch|read|learn|cook|live|practi[sc]e|bought|joined|got|started))(?![a-z])"
)
