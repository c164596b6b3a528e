"""The words in which people say that something shall not be remembered, and what they say of a thing that is over.

Expressions are for text folded to simplified lower case. An order needs one of these words and something that it can
mean; see `policy/orders/`.
"""

# ---- English -------------------------------------------------------------------------------------------------------
# Of memory alone, of what is written, and of things as well: the later, the more else must point to a memory.
MIND_EN = r"forget(?:ting)?|unlearn(?:ing)?|un-?remember(?:ing)?|un-?(?:hear|see|sav|stor|know|learn|not|log|read|record|keep|tell)(?:e|ing|n|v)?|disremember|clean forget"
ERASE_EN = r"eras(?:e|ing)|delet(?:e|ing)|remov(?:e|ing)|wip(?:e|ing)|purg(?:e|ing)|scrub(?:bing)?|expung(?:e|ing)|eliminat(?:e|ing)|redact(?:ing)?|obliterat(?:e|ing)|annul|zap(?:ping)?"
LOOSE_EN = (
    r"drop(?:ping)?|discard(?:ing)?|ditch(?:ing)?|bin(?:ning)?|trash(?:ing)?|scrap(?:ping)?|scratch(?:ing)?|strik(?:e|ing)|nuk(?:e|ing)"
    r"|dump(?:ing)?|los(?:e|ing)|shred(?:ding)?|axe|ax|kill|chuck(?:ing)?|toss(?:ing)?|blank|cut|omit|destroy(?:ing)?|clear(?:ing)?|cancel"
    r"|disregard|dispos(?:e|ing) of|rid yourself of|get(?:ting)? rid(?: of)?|do(?:ing)? away with|let(?:ting)? go of|let (?=[^,]{2,40} go$)|leav(?:e|ing) out|throw(?:ing)?|strip(?:ping)?|pull|yank|zero|erase|weed(?:ing)?|burn(?:ing)?|bury(?:ing)?|sack|junk|cross(?:ing)?|tick|torch|flush(?:ing)?|vaporis?ze|dele|bleach|mute|kill|void|undo|sweep|squash|clean(?:ing)?|wash|unpick|take back|tak(?:e|ing)|get(?:ting)?|leav(?:e|ing)|edit|pull|withdraw|retract|revoke"
)
PARTICLE_EN = r"(?: (?:out|away|off|up|down|back))?"
KEEP_EN = (
    r"remember(?:ing)?|memori[sz](?:e|ing)|stor(?:e|ing)|sav(?:e|ing)|keep(?:ing)?|record(?:ing)?|retain(?:ing)?|log(?:ging)?|hold(?:ing)?(?! back)(?: on ?to)?"
    r"|hang(?:ing)? on ?to|not(?:e|ing)(?: down)?|fil(?:e|ing)|writ(?:e|ing) down|jot(?:ting)? down|track(?:ing)?|cling(?:ing)? to|carry(?:ing)?|know(?:ing)?|hav(?:e|ing)"
)
KEPT_EN = r"(?:kept|stored|saved|remembered|recorded|retained|logged|noted|held|filed|written down|tracked|known|on (?:file|record)|(?:(?:sit|live|stay|remain|end up|appear|exist|go|turn up|show up) )?in (?:your|the|any|this) (?:memory|memories|records?|notes|files|books|head|system|database))"
GONE_EN = r"(?:gone|forgotten|erased|deleted|removed|wiped|purged|scrubbed|expunged|dropped|discarded|ditched|binned|trashed|scrapped|struck|dumped|shredded|axed|chucked|tossed|cut|omitted|destroyed|cleared|let go(?: of)?|left out|thrown (?:out|away)|taken (?:out|off|down)|cancelled|canceled|off (?:your|the) (?:records?|books|list|file)|out of (?:your|the|there)\b[a-z ]{0,12})"
STORE_EN = r"(?:memory|memories|mind|head|brain|records?|notes?|files?|books|system|storage|database|knowledge|profile|list|log|logs|data|there|here)"
NEVER_EN = (
    r"don't|do not|dont|never|no need(?: for you)? to|there's no need(?: for you)? to|(?:you )?(?:don't|do not) (?:need|have) to|you needn't|you shouldn't|you should not"
    r"|you mustn't|you must not|you're not to|stop|quit|avoid|refrain from|(?:could|can|would|will) (?:you|u) (?:please |possibly |kindly |maybe )*not|please not|kindly (?:don't|do not)|u (?:don't|dont) (?:need|have) to|not to|i (?:don't|do not|wouldn't|never) (?:want|like|wish|need)(?: for)? you(?: to(?: be)?)?"
    r"|i'd (?:rather|prefer)(?: it)?(?: that| if)? you (?:didn't|don't|not|wouldn't|never)(?: to)?|i would (?:rather|prefer)(?: it)?(?: that| if)? you (?:didn't|don't|not)|i'd prefer you not to|(?:i'm |i am )?(?:not|un)(?: (?:ok|okay|happy|cool|comfortable|fine|at ease)|comfortable|happy|easy) (?:with|about) you"
    r"|i'd hate (?:for )?you to|there's no (?:reason|point)(?: for you)? to|no (?:reason|point)(?: (?:for you|in you))? (?:to|in)|you've no (?:reason|right|business|need)(?: to)?|no more|(?:i )?(?:no longer|don't) (?:want|need|like) you(?: to)?|no longer|i (?:don't|do not) (?:agree|consent) to you"
)
# What is said of a thing that is over, private or wrong, before "so forget it".
OVER_EN = (
    r"passed away|passed|died|dead|over(?: now)?|done(?: with)?|finished|history|cancell?ed|called off|off|gone|through|fell through|fallen through|didn't (?:work|pan) out|never (?:happened|worked out)"
    r"|didn't happen|ended|closed(?: down)?|folded|went under|went bust|shut down|ran away|sold|stolen|scrapped|lost|broken|not (?:happening|true|relevant|right|going ahead|a thing)(?: any ?more)?"
    r"|no longer (?:a thing|true|relevant|mine|current|the case|applies|valid|in my life)|doesn't (?:apply|matter|hold|exist)(?: any ?more)?|out of date|outdated|wrong|untrue|irrelevant|private|personal|a secret|secret|sensitive"
    r"|confidential|embarrassing|painful|too (?:personal|private|painful|much)|none of your (?:business|concern)|nobody(?:'s| else's) business|no one's business|not your (?:business|concern)"
    r"|(?:stays?|is|be|just|strictly) between us|off limits|off the record|in the past|ancient history|any(?:one|body)(?:'s| else's) business|mine to (?:share|tell)|yours to (?:keep|know|have)|true|relevant|right|accurate|current|valid|correct|a fact|dangerous|risky|stupid|silly|rubbish|nonsense|shameful|humiliating|cringe|behind (?:me|us)|a joke|a mistake|a lie|made up|not (?:worth|something|for|yours)\b.*|sensitive|fake|expired|moved (?:out|away|on)"
)
LEFT_EN = (
    r"sold|gave up|given up|giving up|give up|quit|quitting|left|stopped|dropped(?: out of)?|cancell?ed|called off|broke up with|broken up with|split (?:up )?(?:with|from)|divorced|lost|ditched|returned|moved out of|moved away from"
    r"|got rid of|done with|over|finished with|through with|no longer(?: \w+)?|fell out with|fallen out with|not (?:speaking|talking) to|not (?:with|seeing|dating|friends with)|cut ties with|shouldn't have (?:told you|mentioned|said|brought up)(?: about)?"
    r"|regret (?:telling you|mentioning|saying)(?: about)?|wish i(?:'d never| hadn't| had not) (?:told you|mentioned|said|brought up)(?: about)?|lied about|made up|was (?:joking|wrong|lying) about|(?:told|mentioned to|said to) you about|mentioned|talked about|spoke (?:of|about)|brought up|told you"
    r"|gave away|gave back|traded in|closed|resigned from|retired from|backed out of|pulled out of|failed|deleted"
)
SPLIT_EN = r"\b(?:we|she|he|they|i)(?:'ve| have| just| finally| both|'re| are)* (?:split(?: up)?|broke(?:n)? (?:it off|up|it)|separated|parted(?: ways)?|called it quits|got divorced|dumped (?:me|him|her)|left me|are done|are over|ended (?:it|things)|calling it quits)\b"
# ---- Chinese -------------------------------------------------------------------------------------------------------
MIND_ZH = r"忘(?:得?(?:干干净净|一干二净)|干净|个干净|光|掉|了|记|却|咯|喽|一下|(?!性|我之|年|形|乎|不|怀))"
ERASE_ZH = r"删(?:除|掉|去|光|干净|个干净|一下|一删|下|咯|喽|了|(?=$|[吧啊哈呀呗嘛哟哦我关有跟所那这你一全]))|抹(?:除|掉|去|干净|平|一下|咯|喽|了|(?=$|[吧啊我关有跟所那这你一全]))|清(?:除|空|掉|零|干净|理掉|理干净|理一下|一清|一下|咯|喽|了|(?=$|[吧啊]))|擦(?:除|掉|去|干净|一下|咯|了)"
LOOSE_ZH = (
    r"划(?:掉|去|了)|勾(?:掉|销|了)|洗(?:掉|了|干净)|销了|去了(?=$|[吧啊去])|整没[了喽咯]?|弄没了?|埋了|埋掉|抛到脑后|弄掉|搞掉|打码|隐去|涂掉|吞掉|咽(?:下去|回去)|一笔勾销|剔(?:除|掉)|移(?:除|走)|去掉|下掉|下架|拿(?:掉|走|开)|撤(?:掉|销|回|下|走|了)|除(?:掉|名)|消(?:除|掉)|销(?:毁|掉)|丢(?:掉|开|了)|扔(?:掉|了)|作废|废(?:掉|除|了)"
    r"|取消掉?|翻篇|抛(?:掉|开)|处理掉|屏蔽掉?|剪掉|摘(?:掉|出去)|不要了|不要(?=$|[吧啊哦了])|不用了|不留了|不算了?|到此为止|全?部?不要(?=$|[吧啊了])"
)
KEEP_ZH = (
    r"记(?!忆|者|性|号|仇|账|帐|恨|错|混|不|笔|单词|流水|日记|反)(?:录|着|住|得|下来?|在[^，。]{1,5}|挂着?|挂|进[^，。]{1,4})?|存(?!在(?!你)|款|钱|货|量|折|亡|心|活|进银|银行)(?:着|下来?|档|起来|储|进[^，。]{1,4}|在[^，。]{1,5})?|保存着?|保留着?|留(?!给|我|你|他|她|人|饭|步|个|长|学|言|意|心|神|恋|遗)(?:着|存|底|档|痕迹?|在[^，。]{1,5}|下来?)?|收(?:着|录|藏)|录(?:进去|入|下来?)"
    r"|惦记着?|放(?:在|进)[^，。]{1,6}|写(?:进|在|入)[^，。]{1,6}|出现在[^，。]{1,8}|躺在[^，。]{1,8}|挂着|备(?:案|份)|知道|掌握"
)
NEVER_ZH = (
    r"别|不要|不用|不必|甭|无需|无须|毋须|不劳(?:烦)?你?|不劳驾|轮不到你?|少来|休要?|莫要?|勿|少给我|不许你|不许|不准|不得|不可以?|不能|不该|不应该?|禁止|严禁|没必要|没有必要|用不着|犯不着|不需要|停止|停下"
    r"|(?:我)?不(?:再)?(?:想|希望|愿意?|打算|乐意|同意|允许|喜欢|高兴|放心)(?:再)?(?:让|叫|要)?你?(?:们)?|(?:我)?反对你|拒绝(?:让)?你|少"
)
OVER_ZH = (
    r"黄了|取消了?|卖了|卖掉了|走了|死了|去世了?|过世了?|没了|没成|没去成|没办成|没下文了?|结束了?|吹了|掰了|分了|丢了|扔了|坏了|退了|换了|送人了?|给人了|关了|关门了?|倒闭了?|破产了?|到期了?|过期了?|过去了|翻篇了?|完了|作废了?|泡汤了?|辞了|离了|散了"
    r"|搬走了?|离开了?|绝交了?|戒了|停了|砸了|失败了|不算数了?|不作数了?|不成立了?|不重要了?|不提也罢|不提了?|不说了?|别提了?|别(?:往外|对外|跟人|到处|乱)?(?:说|讲|传)(?:出去)?|别告诉(?:别人|人|谁|任何人)|不光彩|怪?不好意思|羞死人|难为情|是黑历史|黑历史|没那回事|说错了|不对|不是真的|弄错了|搞错了|是(?:我)?(?:瞎|乱|胡)说的?|是(?:我)?(?:开玩笑|骗你|编)的?|是假的|开玩笑的"
    r"|烂在(?:你的?|我)?肚子里|保密|别外传|不外传|只有你知道|你知道就(?:行|好)了?|是(?:个|我的?)?(?:秘密|隐私)|太?(?:丢人|尴尬|私密|隐私|敏感)了?|不想让人知道|(?:说出来)?丢脸"
)
SPLIT_ZH = r"(?:我们|我俩|跟[他她]|和[他她]|我跟[他她]|我和[他她])?(?:已经|早就?|刚|上周|昨天|前几天|都|又|终于|和平)*(?:分手|分了|掰了|离婚|离了|吹了|散了|分开)(?:了|啦)?"
