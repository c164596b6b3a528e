"""Words that show what kind of talk a sentence is, Chinese and English. They see lower-case, simplified text."""

from __future__ import annotations

import re

from jiyi.language.regex import regex

# Reasons, as they are shown to people.
QUESTION = "a question"
SUPPOSED = "a hypothetical or a wish"
PLAYED = "role play"
TASK = "text inside a task"
PASTE = "a pasted text"
HEARD = "someone else's words"
COURTESY = "small talk"
PASSING = "passing: of today or of this request"
OTHERS = "about someone else"
COMMAND = "a request"
NOTHING = "nothing lasting about the user"
NOT_MEANT = "said not to be meant"


def _any(*parts: str) -> re.Pattern[str]:
    return regex("|".join(parts))


WITHHELD = regex(r"\[[^\[\]\n]{0,40}(?:withheld|已略去)[^\[\]\n]{0,40}\]|\[…[^\[\]\n]{0,40}\]")
FENCE = regex(r"```[^`]{0,20000}(?:```|\Z)")
QUOTED_LINE = regex(r"\s*(?:>|&gt;|\||\+\s|-{3,}|={3,})")
LOG_LINE = regex(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d|\[?\d\d:\d\d:\d\d|traceback|\s+at \w+[.(]|file \"|<\w+[ >/]|[{}\[\]]\s*$"
    r"|\"[\w.-]+\"\s*:|(?:info|warn|warning|error|debug|user|assistant|system|tool)\s*[:\]|])",
    re.IGNORECASE,
)
SPEAKER_LINE = regex(
    r"\s*[^\s:：，。,.!?]{1,12}(?: [^\s:：]{1,12})?(?:\s*[(（\[]?\d{1,2}:\d\d[^:：]{0,8})?\s*[:：]\s*\S"
)
COLON = regex(r"[:：](?!//|\d)\s*\S|[“\"「『]|\n")
QUOTATION = regex(
    r"“[^”]{1,300}”|「[^」]{1,300}」|『[^』]{1,300}』|(?<![a-z0-9])\"[^\"]{1,300}\"|‘[^’]{1,300}’|(?<!\w)'(?=\w)(?:[^']|(?<=\w)'(?=\w)){6,300}'(?!\w)"
)
FIRST_PERSON = regex(r"我|俺|(?<![a-z])(?:i|i'm|i've|i'll|my|we|our|me)(?![a-z])")

# --- tasks whose text is not about the user --------------------------------------------------------------------
_ZH_TEXT_TASK = (
    r"(?<![做当是搞学教事干接业职会用靠])(?:翻译|润色|改写|校对|概括|概述|提炼|扩写|仿写|缩写|摘要)(?!的活|工作|家|专业|公司|官|软件|兼职|员|组|部|们|作品|行业|器)|译成|改成(?:被动|过去|否定|疑问|文言|一句|英文|中文|第[一三]人称)|续写|造句|造个句|病句|语病|修辞"
    r"|总结(?:一下|下|这|以下|如下|:|：)|(?:这|那)(?:句|段|首)(?!时间|日子|关系|感情|路|经历|恋情|婚姻)(?:话|文字|英文|文章|歌|诗|代码|报错|日志)?"
    r"|什么意思|啥意思|怎么翻|翻成|用(?:英语|英文|日语|法语)(?:怎么)?(?:说|讲)|怎么(?:读|念|断句)|分析(?:一下|下)?(?:这|以下|下面)"
    r"|以下(?:是|为|内容|文字|文章)|下面(?:是|这|的)|如下|检查(?:一下)?(?:这|语法|错别字)|改(?:一?改|下)?(?:这|语法|错别字)|(?:日记|自我介绍|文章|作文|简历|邮件|短信|评论|对话|文案|朋友圈|书评|影评|周记|检讨|发言稿|留言|正文|公告|通知|海报|签名|原话|截图)(?:是|内容|如下|里|写的?是?)?[:：]"
    r"|引用(?!数据|数字|资料|文献|别人)|原文|歌词|台词"
)
_EN_TEXT_TASK = (
    r"\btranslat(?:e|ion)|\bproof ?-?read|\brephrase|\bparaphras|\brewrite|\breword|\bsummar(?:ize|ise|y of)\b|\btl;?dr\b"
    r"|\b(?:fix|correct|check|improve|edit|polish) (?:the |my |this |these |any )?(?:grammar|sentence|spelling|text|paragraph"
    r"|essay|wording|typo|phrase|english|punctuation)|\bgrammar\b.*:|what does [\"“'].*mean|\bmeaning of [\"“']"
    r"|\bcontinue (?:the|this|my) (?:story|text|sentence)|\bin (?:french|spanish|german|chinese|japanese|english)\s*:"
    r"|^(?:please |can you |could you )*(?:say|put|write|type|spell|read) (?:this|that|it|the following)(?: \w+)? in \w+\s?:|^(?:please )?say in \w+\s?:"
    r"|\bhow (?:do|would|can) (?:you|i|we) say\b|\bthe following\b|\bhere(?:'s| is| are) (?:the|a|an|my|some|what)\b.{0,60}:\s*$"
    r"|^(?:e-?mail|letter|tweet|caption|press release|ad|announcement|newsletter|memo|flyer|quote|transcript|excerpt|screenshot)(?: (?:body|text|draft|copy|content))? ?:"
    r"|\bhere(?:'s| is| are) (?:the|a|an|my|some) (?:log|text|article|email|transcript|error|code|message|story|essay|draft|output)"
    r"|\b(?:review|improve|evaluate|grade|rate|critique|comment on|explain|read|look at|make|expand|shorten|condense|extend|simplify) (?:this|the|my|that) (?:following )?(?:paragraph|sentence|text|e-?mail|essay|letter|draft|passage|phrase|bio|diary|entry|story|poem|intro(?:duction)?|statement|message|post|cover letter|resume|cv)\b|\b(?:expand|turn|convert|change|put) (?:this|it|that|the following)\b.{0,30}:|\b(?:polish|edit|improve|revise|format|spell-?check|shorten|expand|simplify|fix|check|correct|review|critique|grade) (?:this|the following|it|these|my \w+)\b[^:]{0,20}:|\bexplain the sentence\b|\bis [\"“]|\b(?:analy[sz]e|classify|parse|extract) (?:this|the|these)\b|\bwhich movie\b|\bis this sentence\b|\blyrics?\b"
)
QUOTING_TASK = _any(_ZH_TEXT_TASK, _EN_TEXT_TASK)
POINTS_BACK = regex(
    r"(?:改(?:改|一改|一下)?(?:错别字|语法|病句))|(?:翻译|润色|改写|总结|概括|校对)(?:一下|下)?(?:上面|上述|以上|前面|这(?:句|段)|$)|把?(?:上面|以上|上述)"
    r"|\b(?:translate|proofread|rephrase|rewrite|summarize|summarise|improve|polish|make)\b.{0,12}\b(?:this|that|it|the above)(?: (?:e-?mail|text|letter|paragraph|message|sentence|essay|draft))?\b"
)
CREATIVE = _any(
    r"(?<!在)(?:写|编|创作|生成|起草|拟|作|来|出|讲|说|做|起|取|想)(?:一|个|篇|首|封|段|份|条|张|则|两|几|点|下|出|上)+.{0,30}?"
    r"(?:故事|诗|小说|邮件|文案|作文|剧本|歌|自我介绍|日记|段子|笑话|信|演讲|稿|文章|评语|简历|朋友圈|对联|谜语|通知|请假条|检讨|文|词|祝福|角色|人物|设定|名字|剧情|广告|标语|口号|画像|档案|例子|样例|数据|案例)",
    r"(?:写|编|创作|起草)(?!邮件的?时|邮件(?:都|一律))(?:邮件|故事|诗|小说|文案|作文|剧本|封信|信给)|(?<![小说本书]的)(?:主角|主人公|男主|女主)",
    r"\b(?:write|draft|compose|generate|create|make up|tell me|give me|pen|craft)\b.{0,50}?\b(?:story|stories|poem|haiku|e-?mail"
    r"|letter|essay|song|script|bio|speech|joke|limerick|novel|scene|dialogue|blog post|tweet|post|article|caption|message|note"
    r"|monologue|ad|resume|cv|toast|review|text|persona|profile|character|entry|diary|playlist|eulogy|vow|vows|slogan|headline|lyrics|verse|dataset|sample|scenario|backstory)\b(?! notes)",
    r"\bprotagonist\b|\bmain character\b|^(?:in|for) (?:the sims|my (?:novel|story|essay|campaign|screenplay|script|comic|game)|the (?:role ?play|story|novel|script|sketch|game|campaign))\b|^(?:my|the|our) (?:character|persona|avatar|oc|sim) (?:is|has|was|lives|works|hates|loves)\b|^the persona\b|\b(?:make|give) the (?:sample|example|fake|fictional) \w+|\bin my (?:novel|story|essay|screenplay)\b|\b(?:is how the|would make a (?:good|great|nice)) (?:monologue|story|scene|speech|tattoo|line|opening|book|title|chapter)",
)
ROLE = _any(
    r"假设你(?:是|叫|现在)|假装|扮演|角色扮演|模拟(?:一?(?:个|下|场|次)|面试|对话|谈判)|你(?:现在|就|来)?(?:是|当|做)一?(?:个|名|位|只|条)(?!.*吗)"
    r"|(?:从现在(?:开始|起)|现在)你(?:就)?是|演(?:一(?:段|出|场|下|个|回)|个)(?:戏)?(?:吧|好|$|[，,])|对(?:一下)?戏|我(?:是|来?当|来?做|来?演|来?扮)[^，。]{1,14}[，,]你(?:就)?(?:是|来?当|来?做|来?演|来?扮)|你来当|我来当|我(?:演|扮)|设想你",
    r"\bpretend\b|\bact as\b|\brole-?play|\byou(?:'re| are) (?:now )?(?:a|an|the|my) (?!bit|little|great|good|genius|star|lifesaver"
    r"|legend|life ?saver|angel|best|amazing|real|huge)|\bimagine (?:that )?(?:you|i|we)\b|\bplay the role|\bin the role of\b"
    r"|\bi want you to (?:act|be|play)\b|\bi(?:'m|'ll be| am| will be| play) (?:a|an|the) [^.;!?]{2,50}?(?:,| and) you(?:'re| are|'ll be| be| play)\b|\blet's (?:act|play) (?:out )?(?:a |an |the )?(?:scene|skit|role|sketch|improv)|\bfrom now on you are\b",
)
PASTED = _any(
    r"(?:^|[，。])[^，。:：]{0,8}(?:广告|话术|范文|写法|开头|结尾|设定|补个背景|人设|出题|题干|台词|文案|标题|例文|旁白|简介|招聘启事)\s*[:：]|(?:聊天记录|会议纪要|邮件内容|工具(?:返回|结果|输出)|搜索结果|返回结果|网页内容|日志)(?:是|如下|里|中|显示)?\s*[:：]",
    r"^(?:role|persona|character|put into (?:reported speech|the past tense|passive)|sarcasm mode)\s*:|^dear (?:sir|madam|hiring manager|all|team)\b|^to whom it may concern\b|\b(?:tool (?:result|output|returned)|search results?|web ?page|transcript|log|output|forwarded message|begin quote)\s*:"
    r"|^(?:例句|例子|举例|例如|比如|题目|原句|句子|示例|范文|情景|场景|案例|背景|人物|角色|输入|输出)\s*[:：]|^(?:prompt|example|e\.g\.|question|problem|exercise|scenario|sample|context|input|output)\s*:|ignore (?:all |any )?(?:earlier|previous|prior|above) (?:rules|instructions)|忽略(?:之前|以上|前面|所有)(?:的)?(?:规则|指令|指示|设定)",
)

# --- not so, or not yet so --------------------------------------------------------------------------------------
SUPPOSE_WHOLE = _any(
    r"就好了|早知道(?!病|我有)|也就(?:是)?(?:想想|说说|做做梦)|(?:该|那该|得)有?多(?:好|爽|棒|美|开心)|(?:真|好|多)?希望(?:我|自己)?(?:能有|有|是|会|有个|可以)|要不是|假如|假设|假使|倘若|若是|设想"
    r"|恨不得|巴不得|但愿|(?:我|她|他)要是|要是(?:我|能|有)|如果(?:我|你|能|有|哪天|有一天|说|让|要)|万一|如果.*(?:就|会|该|怎么)|的话.{0,12}(?:会|怎么|该)"
    r"|^等(?:我|咱|以后|将来|哪天|有钱|老了)[^，。]{0,12}(?:了|以后|之后|那天)|说不定(?:我|哪天|以后)|(?:可能|也许)[^。]{1,16}[，,]?也(?:可能|许)(?:不|没)|^(?:真)?要我(?!们?.{0,4}(?:求|的是))[^，。]{2,14}(?:[，,]|我|不如|宁)|^哪天真|换[作做成]是?我|^[^，。]{1,4}要是看|没准儿?|说不准|不好说|兴许|^我猜|我还以为|我(?:大概|应该|可能|也许|想我可能)[^，。]{1,10}(?:吧|还没查|没测)|多想(?:有|要|能)|来世|下辈子|梦见|梦到|做了?个?梦|梦里|比如说?我|比方说|打个比方|举个例子",
    r"\b(?:don't|do not) think (?:that )?i(?:'m|'ve| am| have)\b|\bcould be (?:that )?i(?:'m|'ve| am| have)\b|^i must be\b|\bas (?:though|if) i (?:were|was)\b|\bif only\b|\bi wish\b|\bwish i\b|\bsuppos(?:e|ing)\b|\bwhat if\b|\bhypothetical|\blet'?s (?:say|imagine|assume|pretend)\b"
    r"|\bsay i(?:'m| am| was| were| had| live)\b|\bassum(?:e|ing) (?:that )?(?:i|we|my)\b|\bif i (?:were|was|had|could|lived|got|became"
    r"|ever|won|moved|did|went|didn't|weren't)\b|\bif (?:my|we|you|he|she|they) (?:were|was|had|could)\b|\bi(?:'d| would) (?:love|like)"
    r"\b.{0,60}\bif\b|\bin another life\b|\bi dream(?:ed|t)\b|\bin (?:my|a|the|this|last night's) dream\b|\b(?:had|have) (?:a|the|this|such a) (?:\w+ )?dreams?\b|\b(?:last night's|weird\w*|crazy|craziest|strange\w*|bad) dreams?\b|\bimagine\b|\bmight\b[^.]{1,30}\bmight not\b|\bone of these days\b|\bfor example,? i\b|\bif i'?m (?:a|an|in|not)\b",
)
SUPPOSE_CLAUSE = regex(
    r"^(?:如果|要是|假如|若|倘若|万一)|\bif (?:i|my|we|i'm)\b(?! (?:eat|take|drink|touch|don't|skip|miss|sit|forget|smell)\b)|^(?:if|unless|in case)\b"
)

# --- who says it ------------------------------------------------------------------------------------------------
HEARSAY = _any(
    r"听说|据说|网上(?:说|都)|^(?:某人|某位|某些人)|(?:有|某)人(?:说|觉得|认为)|人家说|大家都(?:说|觉得)|新闻(?:里|上)?(?:说|报道)|文章(?:里|中|上)?(?:说|写|提)"
    r"|书(?:里|上|中)(?:说|写)|(?:小说|电影|电视剧|剧|歌|故事|文章|视频|游戏)(?:里|中).{0,20}(?:说|住|叫|是|唱)"
    r"|(?:^|[，,。])(?:他|她|它|他们|她们)(?:还|也|总|老|跟我|对我)?(?:说|讲|问|觉得|认为)|(?:一个|有个)(?:人|朋友|同事|网友|客户)说",
    r"\baccording to\b|\bi(?:'ve)? (?:heard|read) (?:that|somewhere|about)\b|\bthey say\b|\bpeople say\b|\bsome (?:people|say|folks)\b"
    r"|\brumou?r has it\b|\bin the (?:movie|film|book|novel|song|story|article|game|show|video)\b|\bthe article says\b"
    r"|\b(?:he|she|they) (?:says?|said|thinks?|told me|claims?)\b|\bsomeone (?:said|told|says)\b",
)

# Someone speaks, and then comes what they say: "有人写：我只…", "the sign says: I …".
SPOKEN = _any(
    r"(?:^|[，,。])(?!.{0,6}(?:医生|大夫|检查|报告))[^，。,.:：]{0,12}[^，。,.:：我请以后每](?:说|写|写道|写着|发帖|发文|评论|留言|喊|唱|念|吐槽|回复|签名|简介)(?:的|道|了)?(?:是)?[:：]",
    r"^(?!(?:i|we)\b)(?!.{0,30}\b(?:doctor|gp|nurse|dentist|results?)\b).{2,50}\b(?:wrote|writes|posted|said|says|tweeted|commented|claims?|goes|reads)\s*[:,]\s*[\"“'‘]?(?:i|i'm|i've|my|we)\b",
)
# What one does oneself with words is no task: "我在写一本小说", "I write short stories".
OWN_WORK = _any(
    r"^(?!.{0,12}(?:帮我|给我|请|你))[^，。]{0,8}我们?(?:也|最近|目前|现在|正|一直|业余|平时|已经|还|偶尔|经常|常|会)*(?:在|正在|喜欢|爱|靠|给[^，。]{1,10}|翻译|写)?(?:写|编|创作|翻译|画|拍|做)(?:过|了|着|完)?(?!得|的时候|一下)",
    r"^(?!.*\b(?:you|please|help)\b)i (?:also |mostly |mainly )?(?:do|offer|handle|sell) (?:some |freelance |legal |the )?(?:translations?|proofreading|copy-?editing|subtitles|transcription)\b",
    r"^(?!.*\b(?:you|please|help)\b)(?:[a-z ]{0,20}, )?i(?:'m| am|'ve been|'ve| have been| have)?(?: (?:also|currently|still|slowly|mostly|sometimes|usually|just|once))* (?:writ\w+|wrote|compos\w+|draft\w+|translat\w+|illustrat\w+|creat\w+|edit\w*|proofread\w*) ",
)

# --- asking -----------------------------------------------------------------------------------------------------
# "I've been a vegetarian for twelve years now??": surprise at oneself asks nothing.
SURPRISED = regex(r"^(?:i've|i have|i'm|i am|i was|my|we've|we're)\b[^?]*(?:\?{2,}|\?!+|!\?+)\s*$")
QUESTION_END = regex(
    r"(?:怎么办|咋办|怎么弄|怎么样|如何是好)[。.!！~～\s]*$|[?？]\s*[\"”’」』）)]*\s*$|(?:吗|(?<!什)(?<!怎)(?<!这)(?<!那)么|不是吗)[。.!！~～\s]*$|(?:^|[，,。])[^，,。我]{0,5}呢[。.!！~～\s]*$"
)
ASKS = _any(
    r"吗(?:$|[?？。!！~～…])|(?<!什)(?<!怎)(?<!这)(?<!那)(?<!多)么[?？]|什么|(?<!没)啥|怎么|怎样|咋(?:样|办|整)?|多少(?!有点)|(?<![十百千万好没])几(?:点|岁|号|个|次|天|月|种)(?:$|[?？了来])"
    r"|哪(?:个|里|儿|些|家|种|位|天|款|怕)?|谁|为什么|为啥|为何|如何|是不是|有没有|能不能|会不会|可不可以|可以不|要不要|好不好|对不对|行不行|该不该|是否|多久|多大|多高|多远|多长时间"
    r"|[^，。]{1,8}(好|行|快|贵|便宜|合适|划算)还是[^，。]{1,8}\1(?:$|[。？?！!])|(?:^|[，,])[^，。我]{1,8}还是[^，。我]{1,8}(?:好呢?|呢)(?:$|[。？?])|([\u4e00-\u9fff])不\2(?:$|[，,。！!])|[难贵远累疼冷热好]不$|一般[^，。]{0,6}几[天个次点年]|来着|还记得|(?:^|[，,])(?:请|帮我|给我|麻烦).{0,20}(?:吧|一下)$",
    r"^do (?!n't|not|my|the|it|a|an|always|never|use)[a-z]+(?: [a-z]+)? (?:get|have|need|earn|live|cost|work|sleep|make|eat|like|know|ever|still|really)\b|\bhow many \w+ now\b|^(?:and |but |so |ok |okay |hey |hi |oh |well |also |then |btw |please )*(?:what|what's|where|where's|how|how's|who|who's|whose|why|which"
    r"|do you|does|did|is (?:it|there|this|that|he|she|my|the|[a-z\"]+ )|are (?:you|there|we|they|these|those|people|dogs)|can (?:you|i|we|someone|it)"
    r"|could (?:you|i|we)|should (?:i|we)|would (?:you|it)|will (?:you|it|there|i)|am i|have you|has|may i|shall|any (?:good|idea|tips|advice|thoughts"
    r"|suggestions|recommendations)|when (?:is|are|do|does|did|was|should|will|can|s)|isn't|aren't|don't you|do (?:i|we|people|they|dogs|cats)|got any)\b",
    r"\bdo you (?:remember|know|think|have)\b|\bcan you\b|\bcould you\b|\bwould you\b|\bany (?:ideas|tips|suggestions|recommendations|advice)\b"
    r"|\bi(?:'m| am| was)? (?:wonder(?:ing)?|curious) (?:if|how|what|why|whether|about)\b|\bi(?:'d)? (?:want|need|like|would like) to (?:know|ask)\b"
    r"|\btell me (?:about|how|what|why|more)\b|\bwhat(?:'s| is| does| do| are)\b.{0,80}\?$",
)
# The second predicate of one subject: "…, and is allergic to eggs".
GOES_ON = regex(
    r"^(?:and|but) (?:is|was|has|had) (?!(?:it|there|this|that|he|she|they|my|the|your|anyone|everyone|i|we)\b)[a-z]"
)
# What looks like asking and is not: "anything", "no matter how", "not much of", exclamations.
ASKS_NOTHING = _any(
    r"没(?:有)?(?:什么|啥|怎么|谁|多少|哪)|(?:什么|啥)[^，。？?吗]{1,6}都(?:爱|喜欢|能|会|吃|喝|看|听|行|不)|(?:什么|啥|怎么|谁|哪里|哪儿|哪个|多少)都|(?:不管|无论|不论|不怎么|不太|没那么|什么的|啥的|等什么|多少有)|什么也|怎么也|谁也|哪怕"
    r"|(?:说|看|做|买|吃|喝|知道|告诉)(?:什么|谁|怎么)就|是什么就|多么|每.{0,4}多少|不是什么|算不上什么",
)
SMALL = regex(
    r"^(?:(?:好+的?|好嘞|行+|嗯+|哦+|噢|啊+|哈+|呵+|嘿+|哎+|唉+|ok+|okay|谢+谢*你?您?啦?|多谢|感谢|辛苦了?|不客气|没事|没关系|早+上?好?呀?|晚安|晚上好|你好+呀?|您好"
    r"|在吗|再见|拜拜|知道了|明白了?|懂了|收到|可以的?|对的?|是的?|没错|不用了?|算了(?:不说了)?|随便|继续|然后呢|真的吗|太好了|太棒了|厉害|牛+|赞|不错|不对|不是"
    r"|重新来|我看看|我想想|我知道了|让我想想|等等|等一下|稍等|就这样|没问题|笑死我了|救命|呜+|哇+"
    r"|thanks?|thank you|thx|ty|cheers|hi+|hey+|hello|yo|yes|yeah|yep|yup|no+|nope|nah|sure|great|cool|nice|awesome|perfect|wow|lol|lmao|haha+|hmm+|"
    r"huh|oops|sorry|please|bye|goodnight|good (?:morning|night|evening|afternoon)|got it|i see|makes sense|sounds good|go (?:on|ahead)|never ?mind|"
    r"of course|exactly|right|true|again|much|so much|a (?:lot|bunch|ton|million)|there|then|try again|let me (?:think|see)|i guess(?: so)?)"
    r"[\s,，。.!！~～…、?？:)😊🙏👍😂🤣❤️]*)+$"
)

# Cheering on, well-wishing and advice to whoever listens: no order to the assistant, and nothing of the one who says it.
EXHORTS = _any(
    r"^(?:你|您|大家|咱们?|我们|请|一定要?|记得|千万|也|都|要|还是|多|好好)*(?:加油|保重|(?:照顾|爱护|保护)好?自己|注意(?:身体|安全|休息|保暖)|早点(?:睡|休息)|别(?:太累|灰心|难过|担心|怕|放弃|气馁|着急|熬夜|想太多|泄气|伤心|紧张)|不要(?:灰心|难过|担心|放弃|气馁|着急|害怕|紧张)|坚持(?:住|下去|就是胜利)|挺住|相信自己|慢慢来|撑住|想开点|往前看)(?!.*[我每])"
    r"|^(?:让我们|让咱们|咱们|我们)?一起(?:努力|加油|进步|前进|奋斗|面对|成长|迎接)|^让我们|^(?:祝|愿)(?:你|您|大家|我们)|^(?:做|当|活)(?:一?个)?(?:最好的)?自己$|^人(?:还是|总|就|活着|生)?(?:要|得|该)",
    r"^(?:please |just |and |but |so |also |always |now |go )*(?:keep (?:going|it up|up|at it|pushing|trying|fighting|believing|smiling|shining|dancing|rocking|growing|moving|in touch|doing|being|chasing|making|inspiring|spreading|on|your (?:head|chin|spirits))|(?:never|don't|do not) (?:give up|quit|stop (?:believing|dreaming|trying|being)|lose (?:hope|faith|heart)|look back|worry|sweat|stress|be (?:afraid|scared|sad|so hard)|beat yourself|let (?:it|them|anyone|anything|that))"
    r"|stay (?:strong|positive|safe|true|focused|motivated|healthy|hydrated|hopeful|curious|humble|blessed|tuned|in touch|you|warm|cool|well)|hang in|believe in|trust (?:yourself|the process|your)|take care|take (?:it easy|your time|a (?:deep )?breath)|have (?:a (?!look)|an |fun|faith|hope)|enjoy (?:your|the|every|it|life|yourself)|good luck|best of luck|cheer up|rock on|go for it|just do it|do your best|give it (?:a|your)|follow (?:your|the) (?:heart|dreams?|passion)|chase your|live (?:your|life|in the)|love yourself|be (?:kind|yourself|safe|well|proud|strong|true|happy|patient with yourself|gentle with yourself|good to yourself|brave|careful)(?! (?:to|with|when) (?:me|i))|hold on to|let(?:'s| us)\b(?! (?:speak|talk|use|switch|keep|stick|call|do|go with|stop|make)\b)|here's to|remember to|look after yourself|get (?:well|better|some (?:rest|sleep))|rest up|hope )"
    r"|^you (?:should|could|must|need to|ought to|have to|gotta|got this|can do|deserve|will|'ll)\b(?!.*\b(?:answer|reply|replies|respond|call me|me|my|use|write|always|never|only|from now)\b)",
)
# What one has just to say of a thing before both: "that's tough", "what a view". A name beside it is whom it is said to.
REMARK = regex(
    r"^(?:and |but |so |well |oh )*(?:that|that's|it|it's|this|these|those|they|what|how|you|you're|your|looks?|sounds?|so|such|glad|happy|good|great|nice|lovely|awesome|amazing|cool|congrat\w*|sorry|love|way to go|wow|oof|ouch|aw+|whoa|woah|ooh|yay|woo\w*|cheers|hey|hi|hello|thanks?|thank you|thx|yeah|yes|yep|no|nope|sure|absolutely|definitely|totally|exactly|true|right|ok|okay|bye|see you|appreciate)\b"
)
VOCATIVE = regex(r"^[A-Z][a-z]+(?: [A-Z][a-z]+)?[\s.!,~]*$")
# Since when, in a letter's opening: "Since we last spoke, …".
LAST_SPOKE = regex(
    r"^(?:and |well )?since (?:we|our|i) (?:last )?(?:\w+ )?(?:spoke|talk\w*|chat\w*|met|saw|conversation|convo|call|catch)\w*(?: (?:last|to you|you))?[\s,.!]*$"
    r"|^(?:it's been|been) (?:a while|ages|a few days|so long|forever)|^long time no"
)

# An order that stands beside one of these concerns the present answer alone.
ONCE = _any(
    r"(?:就|只|仅)?[这本](?:一)?(?:次|回|条|题|封|篇|份|单|遍|段|首|张)(?!子)|此次|仅此一次|下不为例|先别|先不(?:用|要|必)|暂时|下次(?:不用|不必|照旧|再)|今天(?:先|就)?(?!起|开始)|临时",
    r"\b(?:just |only )?(?:this|that) (?:once|one|time|message|reply|answer|e-?mail|question|task|text|letter|report|thread)\b|\bfor (?:now|today|tonight|this|that)\b|\b(?:just|only) (?:once|today)\b|\bone[- ]off\b"
    r"|\bfor the (?:time being|moment|next (?:reply|message|answer|one))\b|\bthis \w+ only\b",
)

# --- marks ------------------------------------------------------------------------------------------------------
_ZH_REMEMBER = r"(?:请|麻烦|帮我|你|要|务必|一定|一定要|给我|您){0,4}(?:记住|记一下|记着|记下来?|牢记|记好|记得(?=我(?:家|公司|单位)?的[^,，。帮吗?？]{1,12}[是在叫]))(?:了|哦|啊|哈|一下|一点)?"
_EN_REMEMBER = (
    r"(?:please |also |just |and |can you |could you )*(?:remember(?: this| that|:)|note(?: that| down|:)|make (?:a )?note(?: that| of)?|keep in mind(?: that)?|"
    r"bear in mind(?: that)?|don't forget(?: that)?|for future reference|for the record|take note(?: that)?|save this|store this)"
)
OUTRIGHT = _any(
    rf"(?:^|[，,。;；!！\s：:]){_ZH_REMEMBER}(?!我说|的|吗|没|我吗)",
    rf"(?:^|[,.;:!]\s*|\band ){_EN_REMEMBER}\b|^remember,? (?:i|i'm|my|we|our)\b",
)
ONLY_MARKER = regex(
    rf"^(?:(?:对了|另外|还有|顺便说?一?下?|顺便提一下|其实|说真的|说实话|老实说|忘了(?:跟你)?说了?|更正一下|纠正一下|补充一下|{_ZH_REMEMBER}|你(?:记|搞|弄|说|听)错了|不对|错了"
    rf"|btw|by the way|also|actually|fyi|oh|well|so|anyway|just so you know|fun fact|correction|{_EN_REMEMBER}|(?:no,? )?(?:that's|that is) (?:wrong|not right|incorrect)"
    r"|(?:you|i)(?:'ve)? (?:got|have|had) (?:that|it|this) wrong(?: (?:yesterday|earlier|before|last (?:time|week)|the other day|just now))?|i (?:misspoke|was (?:wrong|mistaken)|made a mistake)(?: (?:yesterday|earlier|before|last (?:time|week)))?|(?:我)?(?:昨天|前天|上次|之前|刚才|刚刚)?(?:说|记|讲|写|弄|搞)错了|you(?:'re| are) wrong|(?:上次|之前|刚才|前面)?打错字?了|(?:sorry|oops)?,? ?(?:a )?typo(?: (?:before|earlier|above|last time))?|no)[\s,，:：.。!！—-]*)+$"
)
CORRECTS = _any(
    r"(?:你|您)?(?:记|搞|弄|说|听|写|打)(?:错|岔|混|反|串)(?:字|名字?|人)?(?:了|啦)|才(?:知道|发现)[^,，。]{0,6}其实(?!不|没)|(?:^|[，,])(?:不对|错了|更正|纠正)|^(?:我)?(?:昨天|前天|上次|之前|刚才|刚刚)(?:说|记|讲|写|弄|搞)错了|(?:^|我|[，,])[^，,。]{0,6}不是[^，,。]{1,12}(?:[，,]|而)(?:我?(?:是|叫|在|住|用)|我(?:的|家)?[^，,。]{1,6}(?:是|叫|姓|在)|而是)|是[^，,。]{1,12}不是[^，,。]{1,12}$",
    r"\bthat(?:'s| is| was) (?:wrong|not right|incorrect|a mistake)\b|\byou(?:'ve| have)? (?:got|have|had|remembered) (?:that|it|this|me|my \w+) wrong\b"
    r"|\byou(?:'re| are) (?:wrong|mistaken)\b|^correction\b|^(?:sorry|oops)?,? ?(?:a )?typo\b|\bi (?:got|had) (?:that|it|this) wrong\b|\bi was (?:wrong|mistaken)(?: (?:earlier|before))?(?=[:,;. ])|\bi (?:misspoke|misremembered|mistyped|mixed (?:it|that|them) up|told you wrong|gave you the wrong)\b|^not [\w']+(?: [\w']+)?, (?:my|i|i'm|it's|our)\b|^no, (?:i|i'm|my|it's|we)\b|^i said\b",
)
LASTING = _any(
    r"^默认|以后|今后|往后|从今(?:天|往后)|从今天起|从现在(?:起|开始)|一直|平时|平常|总是|向来|历来|习惯|从来|从不|从小|每(?:天|周|次|晚|早|个月|年|逢|当)|长期|永远|一律|再也",
    r"\b(?:don't|do not)\b.{2,40},? ever\b|\bby default\b|^default to\b|^for every (?:future )?\w+\b|\bfrom (?:now|here|today|this point) on\b|\bfrom here on out\b|\bgoing forward\b|\bin (?:the )?future\b|\balways\b|\bnever\b|\busually\b|\bevery (?:day|morning|night|"
    r"evening|week|time|year|month|single)\b|\bfor years\b|\bwhenever\b|\beach (?:day|time|week)\b|\bpermanently\b|\bfor good\b",
)
# Opens a statement that takes back what was said before: of a slot with one value it is a correction.
REWORDS = _any(
    r"^(?:(?:哦|噢|啊|呃|嗯|哎|抱歉|不好意思)[,，、\s]*)*(?:等等|等一下|不是|不对|错了|说错了|我说错了|打错了|写错了|口误|其实|实际上|应该说|准确地说|抱歉|不好意思|啊不|哦不)[,，:：、。.!！\s]*(?:其实|应该|应该是)?(?=我|[^,，。]{0,4}(?:生日|名字|血型|国籍))",
    r"^(?:oh|um|uh|well|hmm)?[,\s]*(?:actually|no,? wait|wait(?:,? no)?|hold on|sorry|my bad|my mistake|oops|whoops|scratch that|strike that|i meant(?: to say)?|i mean|i misspoke|i mistyped|typo|let me correct that|rather)\b[\s,.:;!—-]",
)
# A statement that the speaker says was not meant, or that is set aside to get to another.
DENIED = _any(
    r"^(?:但|可|可是|但是|又|也|这|那)?(?:我|我可|我也|我又|我并)?(?:并)?(?:不是(?:在)?(?:说|指|表示|想说|要说|意味着)|不代表|没(?:有)?(?:说过?|讲过?|表示过?)(?:过)?)(?:的是)?(?=我|俺|咱|自己|喜欢|讨厌)",
    r"^(?:就|更|先)?(?:别说|别提|甭提|甭说|更不用说|更不必说|不要说|且不说|先不说)(?!话|谎|脏|教|我)(?:是)?[^我你您]{1,12}(?:了|吧)?$",
    r"\bi(?:'m| am|'m| was|wasn't)? (?:not (?:saying|implying|suggesting|claiming)|never said|never claimed|didn't (?:say|mean)|did not (?:say|mean)|don't mean|do not mean|(?<=wasn't )saying)(?: to say)?(?: that)? (?:i|i'm|i've|my|we)\b|^not that (?:i|i'm|my|we)\b|^(?:it|that|this) (?:doesn't|does not) mean (?:that )?(?:i|i'm|my|we)\b",
)
# Said for fun, and owned to.
JOKES = _any(
    r"(?:^|[，,。！!])(?:我|就|只是|都是|纯|哈)*(?:开(?:个)?玩笑的?|逗你(?:的|玩)|骗你的|说着玩的?)(?:啦|的|而已)?(?:$|[，,。！!～~])|[，,]呵呵$|才怪$|🙄",
    r"\bsaid (?:nobody|no one|no-one)(?: ever)?\b|🙄|(?:^|\s)/s$|\b(?<!not )(?<!no )(?:i'm|im|i am|i was|just|only)(?: (?:only|just|obviously|totally))* (?:joking|kidding|messing|pulling your leg)\b(?! (?:about|aside|apart))|^(?:jk|jks|kidding)\b",
)
# Said in the first person between brackets: "(I've a little yarn shop in Hebden)".
ASIDE = regex(r"[(（](?=(?:我|咱|俺|[Ii] |[Ii]'|[Mm]y |[Ww]e |[Ww]e'|[Oo]ur ))([^()（）]{5,200})[)）]")
STANDING_ORDER = _any(
    r"以后|今后|往后|从今|从现在起|每次|一律|永远|都(?:请)?用|一直(?:用|请)",
    r"\bfrom (?:now|here|today) on\b|\bfrom here on out\b|\bgoing forward\b|\bin (?:the )?future\b|\balways\b|\bnever\b|\bevery time\b|\bwhenever\b|\beach time\b",
)

# "Can you always …?" asks for a habit of the assistant, not for an answer.
POLITE_ORDER = _any(
    r"^(?:你)?(?:的)?(?:回复|回答|说话|答案)(?:里|中|的时候)?(?:能不能|可不可以|可以|能)(?:不|别|少|多|简短|直接|用|先)|^(?:以后|你以后|今后|从现在起)[^，,。]{0,6}(?:能不能|可不可以|可以|能|请)[^，,。]{0,30}(?:回答|回复|用|叫我|称呼|说|给我|先)|(?:能不能|可不可以|可以|能)(?:以后)?(?:一直|都|每次|总是|永远|以后)[^，,。]{0,30}(?:回答|回复|用|叫我|称呼|说|给我)",
    r"^(?:can|could|would|will) you (?:please )?(?:always|never|from now on|stop)\b",
)

# --- cutting clauses further ------------------------------------------------------------------------------------
ZH_APART = regex(
    r"(?<=[\u4e00-\u9fff\w])(?=(?:而且|但是|但|不过|所以|因为|然后|并且|另外|同时)(?:我|我们|平时|一直))"
    r"|(?<=[\u4e00-\u9fff]{3})(?=(?:能不能|可不可以|能|可以|适合|应该|要不要|怎么)[^，,]{0,16}(?:吗|么|呢|办|什么)[。?？]?$)"
)
# Commas that do not part clauses: "My mentor, Ruth, …", "我量了腰围，现在是96cm", "I weighed myself, it's now 82kg".
ONE_CLAUSE = _any(
    r"\b(?:[Ii]t's|[Ii]t is|[Tt]hat's) [A-Z0-9][\w'’-]*, (?=(?:my|our) [a-z][a-z'’ ]+[.!]?$)",
    r"\b(?:longer|shorter|briefer|simpler|clearer|(?:more|less) [a-z]+), (?=(?:and )?(?:(?:more|less) )?[a-z]+ (?:answers|replies|responses|explanations))",
    r"^[A-Z][\w'’-]+, (?:my|our) [a-z]+(?: [a-z]+)?, (?=[a-z])",
    r"^(?:(?:and|also|plus|oh)[, ])*(?:an?|one|another) (?:son|daughter|brother|sister|dog|cat|nephew|niece|cousin|grandson|granddaughter|stepson|stepdaughter|puppy|kitten), [A-Z][\w'’-]+",
    r"\b(?:[Mm]y|[Oo]ur|[Tt]he(?= (?:wife|missus|husband|hubby|other half|boyfriend|girlfriend|dog|cat)\b)) [a-z]+(?: [a-z]+)?, [A-Z][\w.'’-]+(?: [A-Z][\w'’-]+)?,",
    r"(?:腰围|体重|血压|血糖|身高|体脂|尿酸|心率)[，,]\s*(?=(?:现在|目前|已经|还)?(?:是|有|到)?\s?\d)",
    r"\b(?:a|an|the|my|our|some) (?:\w+(?:y|ful|ive|ing|ous|al|ed|ic|able)|safe|nice|big|small|long|short|old|new|warm|quiet|large|little|calm|bold|kind|strict), (?=[a-z]+ [a-z])",
    r"\b(?:weighed myself(?: today)?|(?:my|measured my) (?:waist(?: circumference)?|weight|height|blood pressure)), (?=(?:and )?(?:it's|it is|now|still|i'm|I'm)\b)",
)
WE_TWO = regex(
    r"(?:[A-Z][\w'’-]+ and [Ii]|[Mm]e and (?:my )?[\w'’-]+|[a-z][\w'’-]+ and i(?= (?:broke|split|called it|parted|are (?:over|done|through)|got (?:back|together|married|engaged)))) (?!(?:also|just|always|never)\b)"
)  # "Milo and I broke up" is one clause
ANNOUNCES = regex(r"^[^:]{0,50}\b(?:news|update|one thing|something|a confession|the situation|fun fact|fact)\s*:\s+")
# "My dad and I haven't spoken": two people are one subject.
TOGETHER = regex(
    r"^[a-z]+ and i (?:do not|don't|never) (?:get|agree|mix)\b|^(?:my|our) [\w'’-]+(?: [\w'’-]+)? and (?:i|my \w+)\b(?! (?:am|was))",
    re.IGNORECASE,
)
EN_APART = regex(
    r"\s+since\s+(?!(?:i|we) (?:was|were) (?:\d|about |around |only |just |very |an? (?:kid|child|boy|girl|baby|teen\w*|toddler|student|little)\b|little\b|small\b|young\b|born\b|in (?:my|school|high|college|primary)\b|at (?:school|college|university)\b|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty)\b)|(?:i|we) (?:turned|can remember|could (?:walk|talk|remember))\b)(?=(?:i|i'm|i've|we|we're|we've|my \w+ (?:is|are|has|have|can't))\b)|\s+so\s+(?=(?:put|don't|please|keep|make|note|bear|be|anything|any|never|always|no|stop|save|remember)\b)"
    r"|\s+(?:and also|and|but|so|because|although|though|plus|&)\s+(?=(?:i|i'm|i've|i'd|i'll|i’m|i’ve|my|we|we're|we've|our|please|never|don't|no)\b)"
    r"|\s+and\s+(?=(?:weigh|live|work|teach|speak|have (?:a|two|three|four|\d)|love|hate|prefer|drive|own|study)\b)|\s+(?=what can i\b|can i\b|how do i\b|how can i\b)",
    re.IGNORECASE,
)
