"""Whether a clause says nothing that a careful person would note, however much it sounds like a statement of the user's.

A verdict on a thing at hand ("The art really moved me", "这款鞋真心不错"), a feeling of the moment, a truth about everybody, a
word to the one who listens, a piece of a sentence, and what points at something that is not there. Only what no pattern
understood is asked; what endangers somebody is not.
"""

from __future__ import annotations

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.script import has_han

_SO = r"(?: (?:so|such|really|very|truly|always|just|also|all|definitely|certainly|quite|pretty|absolutely|totally|super|amazingly|incredibly|indeed|still|been|even|particularly))*"
_GOOD = (
    r"(?:an? |the )?(?:(?:best|better|good|great|nice|real|huge|big|true|total|lovely|fun)(?= (?:part|thing|feeling|moment|choice|choices|way|time|reminder|gift|blessing|honou?r|joy|experience|help|comfort|source)s?\b) )?"
    r"(?:the best(?! (?:man|friend))|awesome|amazing|great|fun|rewarding|inspiring|inspirational|encouraging|invaluable|heart-?warming|humbling|surreal|incredible|wonderful|fantastic|beautiful|powerful|motivating|eye-opening|enlightening|priceless|precious|magical|intense|tough|crazy|cool|special|delicious|tasty|impressive|gripping|moving|touching|refreshing|fulfilling|satisfying|uplifting|worth it|worthwhile"
    r"|(?:part|thing|feeling|moment|choice|choices|way|reminder|gift|blessing|honou?r|joy|experience|comfort|source)s?|key|everything|invigorating|soothing|calming|peaceful|our future|what matters)"
)
# What a thing is like, where neither the user nor somebody of theirs is the subject.
_EN_VERDICT = regex(
    rf"^(?!(?:i|i'm|i've|we|we're|we've|my|our)\b)(?!.*\b(?:my|our|i'm|i have|i've had) (?:\w+ ){{0,2}}(?:is|are|favou?rite|main)\b)(?!.*\bpart of (?:my|our) (?:life|days?|routine|family|home)\b)[^,;]*?\b(?:is|are|was|were|has been|have been|had been|can be|feels|felt|feel|looks|looked|sounds|sounded|turned out|makes for|made for){_SO} {_GOOD}(?=$|[,.;!]| (?:and|but|so|to (?!me\b)|for (?!me\b|us\b)|when|because|how|of|that|with|in|part)\b)"
    r"|^(?:the|my) (?:best|worst|hardest|coolest|nicest|most \w+) (?:part|thing|moment|bit)\b|^(?!(?:i|my)\b)[^,;]*\b(?:is|was|has been|wasn't|isn't|hasn't been) (?:not )?(?:always )?easy\b|\bsuch an? (?:blessing|joy|gift|relief|honou?r|privilege|inspiration|delight)\b"
    rf"|^(?:the|those|these|all)(?: [\w'’-]+){{1,4}} (?:really |totally |just )?(?:took me|touched me|moved me|blew me|fill(?:ed|s)? (?:me|us)|means? |meant )\b"
)
_JOYS = r"(?:joy|peace|happiness|hope|strength|courage|comfort|a sense|a smile|smiles|purpose|meaning|chills|inspiration|motivation|confidence|closer|together|balance|perspective|energy|life|light|goosebumps|tears|calm)"
# What a thing does to a heart; and what one feels just then.
_EN_FEELING = regex(
    rf"\b(?:brings?|brought|bringing|gives?|gave|giving|fills?|filled|found|find|finding|keeps?|kept) (?:me|us|my heart|my life|my days?|people|everyone|so much|such|a lot of|lots of|some|great)?(?: (?:so much|such|a lot of|lots of|some|great|with|at|in|the))* ?{_JOYS}\b"
    r"|\b(?:makes?|made|making) (?:me|us|you|my day|everyone|it all)(?: (?:feel|so|really|super|smile|happy|proud|realize|appreciate|think|laugh|cry|worth))+\b|\b(?:means?|meant)(?: so much| a lot| the world| everything)|\b(?:reminds?|reminded|reminding) (?:me|us)\b|\bwarms? (?:my|our|the) heart|\b(?:brightens?|lights? up) (?:my|our|up)\b|\b(?:face|faces|eyes) light up\b|\b(?:are|is) (?:my|our) (?:rocks?|everything|world|inspiration|biggest (?:fans?|motivation))\b"
    r"|\b(?:made|makes?|making|make) (?:a|an|such a|some|the)(?: (?:huge|big|real|positive|major|lasting|true))* (?:difference|impact)\b|\b(?:has|have|had|having) (?:a|an|such a|the)(?: (?:huge|big|real|positive|major|lasting))* (?:impact|effect)\b|\bput (?:a smile|me at ease)|\bgot (?:me|us) thinking\b|\bdreams? (?:come|came|coming|comin['’]?) true\b|\b(?:been|is|was|are) on my mind\b|\b(?:helping|supporting|encouraging|pushing|motivating)(?: and \w+ing)? each other\b|\b(?:it|that|hard work|work|training|effort)(?:'s| has| is)?(?: \w+)? (?:really )?(?:been )?pa(?:id|ys?|ying) off\b"
    r"|^(?:and |but |so |now |just |honestly )*(?:i|we)(?:'m| am|'re| are| was| were|'ve been| felt| feel| got)(?: (?:so|really|very|truly|just|also|super|all|definitely|totally|quite|pretty|such|now|even|incredibly|deeply|a bit|a little|always))* (?:impressed|grateful|thankful|blessed|proud|happy|glad|excited|thrilled|amazed|touched|honou?red|relieved|inspired|humbled|overwhelmed|stoked|pumped|psyched|in awe|over the moon|on my mind|down (?:to (?!\d)|for)|game for|emotional|moved by|speechless|swamped|slammed|snowed under|shocked|surprised|scared when|nervous when|sad when|focusing on the positive|meeting (?:so many|lots))\b"
    r"|^(?:and |but |so |now )*(?:i'll|i will|we'll|will) never forget\b|^(?:i|we)(?: \w+)? (?:saw|see|realized|realised|learned|learnt|know|knew|get) (?:how|the impact|what|that life|why|firsthand)\b|^(?:we|i) (?:just |really |all )?had (?:so much |such |lots of |a lot of |a |an |some |the |really )*(?:fun|blast|great time|good time|nice time|amazing time|awesome time|ball)$|^being (?:around|able|there|with|surrounded)\b|^(?:realizing|realising|seeing|having|knowing|marrying|watching|helping|hearing|finding|getting|sharing|feeling)\b.*\b(?:is|was|were|are|has been|have been|reminds?|felt|feels|makes?|made|gave|gives|brought|brings|showed|shows)\b"
)
# So of everybody, or how it ought to be.
_EN_TRUTH = regex(
    r"^(?:sometimes,? )?(?:it's|it is|that's) (?:always |so |really |sometimes |just |all )*(?:good|important|nice|great|hard|tough|amazing|never too late|ok|okay|essential|crucial|about) (?:to\b|\w+ing\b)"
    r"|^(?:never say never|life\b|(?:we|you|people|everyone|everybody|nobody|society|humans)(?: (?:all|both|really|just|always|also|never))* (?:should|must|need to|have to|ought to|can (?:all )?(?:learn|make|do|be|change|help|all)|deserves?)\b)"
    r"|\b(?:forces?|push(?:es)?|drives?|allows?|shapes?) (?:us|people|everyone)\b|\bups and downs\b"
    r"|^(?!(?:i|my|we)\b)[^,;]*\b(?:should|must|ought to|needs? to|deserves? to) be \w+"
    r"|^(?!(?:we|you|please|always|just|also|never|the|our)\b)(?!.*\b(?:i|my|i'm|me)\b)[a-z][\w'-]*(?: (?:and|&) [a-z][\w'-]*| of [a-z]+| like [a-z]+)? (?:(?:really|always|just|truly|certainly|can|do) )*(?:have a way of|has a way of|brings?|gives?|teach(?:es)?|helps?|makes?|grounds?|keeps?|shows?|connects?|transforms?|heals?|inspires?|shapes?|matters?|deserves?|comes? (?:from|in) )\b"
    r"|^(?:(?:our|the) (?:kids|children|youth) (?:is|are) (?:our|the) future|(?:a|an|the|every)(?: \w+)? (?:home|family|friend|dream|step|day|moment|smile|kindness|voice|story|person)s? (?:is|are|has|deserves?|counts?|matters?)\b)|\bkids? (?:are|is)(?: so| really| amazingly| incredibly| very)? (?:resilient|curious|full of|the future|amazing|awesome|our future)\b"
)
# Said to the one who listens.
_EN_ADDRESSED = regex(
    r"^(?:and |so |but |really |truly |just |also |always |much )*(?:appreciate\b|(?:i |we )?(?:just )?(?:wanted|want|wanna) (?:to )?(?:let you|give you|share|tell you|say|thank|congratulate)|check (?:it |them |this )?out|take a look|here(?:'s| is| are)\b|one (?:idea|thing|way|example|option|tip)\b|for always\b|for (?:being|having|everything|sharing|listening|all)\b|kudos|hats off|props|looking forward|can't wait|hoping for|lucky you|not much|nothing (?:much|new))\b"
    r"|\b(?:shoot me|hit me up|reach out (?:to me|anytime|any time)|let me know|any ?time you|whenever you need|give you (?:the|a) heads up|if you (?:need|want|ever|like))"
    r"|^(?:now |then |so )*(?:i|we) can(?: just| finally| now| also| even| still| totally| definitely| really| always)* (?:be|feel|see|raise|have|make|give|share|enjoy|imagine|relate|tell|understand|help|hear|agree)\b"
)
# A piece of a sentence: no verb that says anything of anybody.
_VERB = r"\b(?:am|is|are|was|were|be|been|has|have|had|do|does|did|can|can't|cannot|could|will|would|must|should|i'm|i've|we're|we've|it's|[a-z]+n't|helps?|makes?|keeps?|gets?|goes|went|got|came|takes?|took|gives?|gave|means?|says?|ran|felt|became|becomes?|started?|starts|found|left|lost|won|made|kept|bought|sold|met|saw|taught|wrote|read|built|calms?|relaxes)\b|['’](?:s|m|re|ve) |\b\w+ed\b"
_EN_PIECE = regex(
    rf"^(?:finding|getting to know|seeing|knowing|realizing|realising|feeling|focusing|playing|making|spending|giving|helping|improving|hearing|watching|being|exploring|creating|enjoying|promoting|supporting|accepting|embracing|expressing|celebrating|inspiring|connecting|believing|learning to|coming together)\b(?!(?:(?!\b(?:where|that|who|when|how)\b).)*(?:{_VERB}))(?!.*\b(?:every|each|daily|weekly|twice|once|on \w+days?|at weekends)\b)"
    rf"|^(?:another|a (?:gift|reminder|present|symbol|sign|moment|place|way|chance|part|bit|lot|big|great|little)|my (?:passion|love|desire|dream|hope|wish|dedication|commitment|drive|journey|family,|favou?rites?)|our (?:journey|dream|hope))\b(?!.*(?:{_VERB}))"
    r"|^(?:the|all the) \w+ (?:i|we) (?:had|have|got|made|felt|faced|went through)(?: [\w' ]{0,20})? and (?:how|what)\b"
    rf"|^[a-z]+(?: [a-z]+)? (?:and|&) [a-z]+ [a-z]+(?:ment|tion|ness|ity|ism|ship)s?$|^['\"“‘][^'\"”’]*['\"”’]$|^(?:so|and) (?:when|then|there|after)\b|^(?:when|especially after|especially when|as soon as) (?:i|we|my|they|she|he)\b(?!.*\b(?:i|we|it|my)\b)[^,]*$|^i was (?:about |only |like |maybe )?\d+(?: or so| ish)?$|^(?:i|we) (?:was|were)(?: just)? \w+ing$|^for \w+ing\b(?!.*\b(?:i|we|my)\b)"
    rf"|^(?!.*(?:{_VERB}))(?:my|our) [\w-]+ \w+ing (?:in|at|on|to|for|with|me|us)\b"
    r"|^(?:besides|apart from|along with|thanks to|instead of|rather than)\b(?!.*,.*\b(?:i|we|my)\b)|^[a-z]+(?<!s)s (?:me|my|us|our)\b|^(?:even|also|just) (?:got|made|helped|gave|let) (?:me|us)\b"
    r"|^(?:recently|lately|the other day),? (?:i|we)\b.*\b(?:a few times|a couple of times|once or twice)$"
)
# What stands for something that was said before.
_EN_POINTING = regex(
    r"^(?:these|those|this|that|such) (?!(?:year|month|week|summer|winter|spring|autumn|fall|weekend|morning|afternoon|evening|semester|term|season|christmas|way|day)s?\b)[a-z]"
    r"|^(?:i|we|my \w+)\b[^,;]*\b(?:painted|made|wrote|did|took|named|called|finished|include|teach \w+|make|make people|show|tried|love|like|drew|baked|built|bought|got|found) (?:it|this|these|those|her|him|them)\b(?! \w+ing\b)(?! (?:from|a|an|the|in) [a-z]*(?:shelter|breeder))"
    r"|\b(?:working on|writing|making|reading|watching|buying|getting|saw|submitted|bought|got|made|wrote) (?:one|another|another one|a few more|some more|a couple more)(?: (?:with|at|in|from|for|while|last|this|of (?:these|those|them))\b|$)"
    r"|\b(?:include|teach|make|made|do|did|decided on|like|love) (?:this|that|these|those)(?: at| in| for|$)|(?<!'m )\b(?:some|one|a few|any|all) of (?:these|those)\b|^we don't (?:\w+ )?(?:go|do|get|play|meet)(?: \w+)? (?:often|much)\b|\bremember her\b|\btheir (?:dedication|stories|support|strength|courage|resilience|story|kindness)\b"
)
_EN = (_EN_VERDICT, _EN_FEELING, _EN_TRUTH, _EN_ADDRESSED, _EN_PIECE, _EN_POINTING)

_VERY = r"(?:真的?是?|真心|真是|确实|的确|实在|简直|太|挺|特别|超级?|非常|很|蛮|相当|够|都|也|挺有|越来越|绝对|还|更|比较|十分|格外|有点|稍微)"
_FINE = r"(?:不错|好用|好看|好玩|好吃|好听|好喝|舒服|舒适|方便|漂亮|美|棒|赞|先进|流畅|强悍?|温馨|亲切|和气|和蔼|满意|惬意|放松|适合|合适|热闹|干净|齐?全|完善|给力|实用|贴心|划算|值得|精彩|感人|震撼|有趣|有意思|好的?选择|不够用?|少|差|弱|吵|嘈杂|挤|贵|便宜|真实|准)"
# What a thing is like; neither the user nor somebody of theirs is in it.
_ZH_VERDICT = regex(
    rf"^(?![^，。]*(?:我(?!们?(?:用着|觉得|感觉|挺|很|特别|非常))|咱|俺|家人|家里|老[婆公妈爸]|[爸妈]|孩子|儿子|女儿))[^，。]{{1,20}}?(?:{_VERY}+(?:的)?(?:让人|让我|叫人)?(?:{_VERY})*(?:{_FINE}|好(?=$|[，。的啊呀]))|真(?:心|的)?是?个?[^，。]{{0,10}}的好(?:地方|去处|选择|东西|帮手)|是(?:个|一个)?[^，。我]{{0,14}}的?好(?:地方|去处|选择|东西))"
    r"|^(?![^，。]*(?:我(?!用着)|咱|俺|我家))[^，。]{0,14}(?:绿化(?:面积|多|好|做)|环境(?:也|又|特别|超级|真|挺)|性能(?:强|好|不)|系统(?:也|很|挺|流畅)|续航(?:差|也|还|这|真|特别|挺|很)|手感|颜色还原|拍照(?:效果|真|也|很)|透气性|稳定性|货品|服务态度|态度(?:也|都|真|特别|挺))"
    r"|(?:还有|有|有待)(?:点|些|很大|一定|不小)?(?:的)?(?:提升|改进|改善|进步)的?(?:空间|余地)|(?:让|令|使)我(?:也|都|真|真的|特别|非常|很|挺|印象)*(?:满意|放松|印象深刻|印象挺深|感动|开心|舒服|感觉很好|惊喜)|(?:舒服|轻松|方便|开心|好|舒畅)多了$|别提(?:有)?多|我(?:用|住|穿|看|听|吃|玩|坐|开)(?:着|得|起来|的时候)[^，。]{0,8}(?:满意|舒服|舒适|放心|顺手|浪费|方便|开心|合适|棒|爽|享受)|^我?这个[^，。]{1,10}(?:的人|迷|控|党)(?:也|都|很|还|就)|用(?:起来|的话|着)[^，。]{0,4}(?:感觉|有点|挺|很|特别|真)|(?:不受|不|没什么|没)影响$|这一?点"
)
# What it does to a heart; so of everybody; and how it ought to be.
_ZH_TRUTH = regex(
    r"^(?:人生|生活|人们?|大家|每个人|所有人|世界|社会|年轻人|时间|努力|坚持|爱|家庭|朋友|友谊|音乐|艺术|自然)(?!.{0,6}(?:我|住|上班|工作))(?:就|总|都|也|真的|其实|应该|永远|往往|本来|不|会|能|是|让|给|需要|值得|最|充满|离不开|才)"
    r"|(?:给了?(?:我们?|人|生活|大家)|带给?来?(?:我|人|我们|大家)?|带来)(?:了|着)?(?:很多|许多|无限|无尽|满满的?|一种|更多|不少|极大的)*(?:的)?(?:快乐|力量|希望|勇气|温暖|安慰|动力|感动|平静|慰藉|欢乐|幸福感?|信心|满足感?|灵感)"
    r"|^(?:我们?|大家|人)?(?:都)?(?:应该|应当|要学会|要懂得)[^，。]{2,}|(?:意义重大|意义非凡|是无价的|是最重要的|最珍贵)"
)
# Said to the one who listens.
_ZH_ADDRESSED = regex(
    r"(?:遵照|按照?|听了?|听从|采纳|参考|根据|照着?)(?:了)?[你您]的?(?:建议|说的|方法|方案|计划|意见|指导|提议|话)|[你您](?:的)?(?:建议|回答|帮助|指导|鼓励|支持)"
)
# A piece of a sentence, or what takes up a thing named before.
_ZH_PIECE = regex(
    r"^(?:我们?|咱们)?(?:因为|由于|虽然|尽管|既然|自从|每当|除了|随着)(?!.*(?:过敏|所以|就|才))(?!.{2,}我)[^，。]*$|^(?:尤其是?|特别是|就是(?!我)|其他方面|而且|但是?|不过|甚至|包括|以及)[^，。]*$|^已经(?:对|把|将|给|被)"
)
_ZH_POINTING = regex(r"(?:[这那](?:地方|儿|里|款|双|部)(?!的人)|其中|^是[^，。我的]{1,6}(?:公园|商场|医院|超市|景区)$)")
_ZH = (_ZH_VERDICT, _ZH_TRUTH, _ZH_ADDRESSED, _ZH_PIECE, _ZH_POINTING)
_MARKS = " \n.!?~…。！？～"


def is_hollow(text: str) -> bool:
    """Whether a clause says nothing by itself that is worth keeping. Linear in its length, but for the bounded parts."""
    seen = shadow(text).strip(_MARKS)
    return any(sign.search(seen) for sign in (_ZH if has_han(seen) else _EN))
