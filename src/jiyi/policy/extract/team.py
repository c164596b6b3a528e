"""What a team agreed on, told to one who works with it: tools ("DB is Postgres 16"), who owns what, when it ships, what
is done before every commit and what nobody touches. Nobody is the subject of such clauses, and they hold for all.

The rows are read like those of `en_frames` and `zh_frames`, before them.
"""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.policy.extract.frame import Frame, row, words
from jiyi.policy.tables import tech

_NAMES = words(tech.NAMES)
_VERSION = r"(?: ?v?\d[\d.]*)?"
_TECH = rf"(?<![\w.-])(?:{_NAMES}){_VERSION}(?![\w-])"
_PART = tech.PARTS_EN
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_BUILT = (
    r"(?: (?:all|now|currently|still|both|mostly|being|written|built|hosted|deployed|done|managed|handled|running))*"
)
_GUARDED = (
    r"(?:(?:the |our |any )?\S*(?:/\S*|\.(?:py|ts|tsx|js|go|rs|java|json|ya?ml|toml|sql|md|env|lock|cfg|ini))(?= |$)[^;.!?]{0,30}"
    r"|(?:the |our |any |anything in |files in )+[\w/. -]{1,30}?(?:folder|directory|dir|module|package|files?|branch|schema|tables?|database|db|configs?|lockfile|env|environment|server|cluster|service|migrations)\b[^;.!?]{0,30}"
    r"|(?:main|master|prod|production|staging)\b[^;.!?]{0,20})"
)
_ZH_DAY = r"(?:每?(?:周|星期|礼拜)[一二三四五六日天末](?:[、和][一二三四五六日天])*|每天|每月[^，。]{1,6}|隔周[一二三四五六日天])"
_ZH_EVENT = (
    r"(?:部署|发版|发布|上线|站会|早会|例会|周会|评审|代码评审|迭代会|复盘|备份|对账|盘点|发货|发工资|值班交接|封版)"
)
_ZH_NAME = rf"(?:{_NAMES})(?:\s?v?\d[\d.]*)?"

# "Aylin owns payments now": whom to ask, by first name, on the words as they were written.
# Their work: what a team's people own, lead and look after.
_WORK = r"(?:(?:mobile|web|user|customer|design|platform|data|front-?end|back-?end|production|prod|staging|payment|whole|new|old|main|core|internal) )*(?:teams?|back-?end|front-?end|mobile|apps?|apis?|infra\w*|deploy\w*|databases?|db|billing|payments?|auth\w*|design|docs|documentation|ci|cd|ci/cd|pipelines?|projects?|budgets?|accounts?|releases?|support|on-?call|migrations?|website|site|services?|servers?|schemas?|data|search|ops|operations|security|marketing|sales|hiring|onboarding|kitchen|orders?|ordering|schedul\w+|rota|inventory|stock|shop|store|finances?|invoic\w+|reporting|reports|analytics|repos?|modules?|packages?|platform|clients?|vendors?|suppliers?|compliance|qa|testing|tests|backups?|monitoring|logging|checkout|cart|login|notifications?|contracts?|events?|bookings?|requests?|reviews?|tickets?|incidents?|dependencies|translations?|newsletter|social media|hr|payroll|legal|dashboards?|features?|code ?base|signup|emails?|licens\w+|access|secrets|uploads?|exports?|imports?|integrations?)"
_OWNED = rf"(?:(?:all |all of |most |most of )?(?:the |our |all our )?{_WORK}(?: and (?:the |our )?{_WORK})*(?![\w'])(?: (?!like\b|into\b|well\b|badly\b|\w+ly\b)[^;!?]{{1,24}})?)"
OWNER_EN = regex(
    r"^(?P<e>(?!(?:I|We|He|She|It|They|You|This|That|Who|What|God|Nobody|Everyone|Someone)\b)[A-Z][a-z]+)(?: (?:now|currently|still|also|mostly))*"
    r"(?: (?:owns|maintains)(?! (?:an?|his|her|their|its|it|every|the|two|three|\d|order|up)\b)| takes care of(?! (?:an?|his|her|their|the kids|my)\b)|['’]s (?:now )?in charge of| is (?:now )?(?:in charge of|responsible for|(?:the )?(?:owner|maintainer|point person|contact|lead) (?:of|for|on)))"
    rf" [^;!?]{{3,40}}$|^(?P<e2>(?!(?:I|We|He|She|It|They|You|This|That|Who|What|God|Nobody|Everyone|Someone)\b)[A-Z][a-z]+)(?: (?:now|currently|still|also|mostly))* (?:owns|maintains|handles|leads|manages|approves|signs off on) {_OWNED}$"
)
# What holds in a lesson, an example or a story is no team's.
IN_A_LESSON = regex(
    r"教程|例子里|示例(?!代码(?:以后|今后|都|请|一律|默认|用))|例题|练习题|书[里上中]|课本|课程里|视频里|文章里|虚构|假想|小说里"
    r"|\b(?:in|for|of|from) (?:this|the|that|an?|my|our|each|chapter|your)(?: \w+)? (?:tutorials?|examples?|exercises?|textbook|book|chapter|lesson|video|article|blog(?: post)?|story|novel|scenario|mock-?up|game|quiz|sandbox|snippet|docs example)\b|\b(?:exercise|chapter|lesson|example) \d|\bfictional\b|\bimaginary\b|\bin the (?:tutorial|example|exercise|mock-?up)\b"
)
OF_WORK = ("project", "tool", "residence", "-/use")  # frames that are not heard there
SWITCHED = regex(r"\b(?:i|we) (?:moved|switched|changed|migrated|went) (?:on |over )?to\b")
# What is asked for this moment only.
_PASSING_EN = r"(?!.*\b(?:yet|for now|right now|for the (?:next|moment|time being)|until (?:i|we)|while (?:i|we)|today|tonight|this time|lol|haha)\b)"
_PASSING_ZH = r"(?!.*(?:那个|这个|先[别不]|还没|暂时|现在|目前|今天|等我))(?!先)"
# Parts of the text or code at hand: "a comment for each field" is this task's.
_AT_HAND = r"(?:\w+ )?(?:fields?|lines?|rows?|columns?|commas?|cells?|words?|letters?|characters?|paragraphs?|sentences?|sections?|items?|entries|entry|elements?|branch(?:es)?|loops?|iterations?|retry|retries|steps?|rules?|cases?|failures?|functions?|methods?|classes|class|variables?|parameters?|arguments?|keys?|values?|pages?|nodes?|points?|bullets?|headings?|slides?|pictures?|images?|names?|numbers?)"
# "billing/ belongs to Tom", "auth/ is owned by Lena".
OWNED_EN = regex(
    r"^(?:[Tt]he |[Oo]ur )?[\w./-]+(?: [\w/-]+){0,3} (?:belongs to|is (?:now )?(?:owned|maintained|handled|managed|run|led) by) (?P<e>[A-Z][a-z]+)(?: now| these days)?$"
)


# "Don't touch main.py yet" holds until the next message.
NOT_YET = regex(
    r"^(?:please |but |and |ok |so |just )*(?:don't|do not|leave|hold off|wait|no need to)\b.*\b(?:(?:just )?yet|for now|for the moment|right now|until i (?:say|tell|ask|get back)\b.*)$"
)
_OWN_DOING = regex(r"\b(?:i|i'm|i've|my|me|we|our)\b|allerg|我|咱|过敏")


def of_a_lesson(seen: str) -> bool:
    """Whether a clause says what holds in a lesson or an example, and nothing of the user."""
    return IN_A_LESSON.search(seen) is not None and _OWN_DOING.search(seen) is None


def owner(text: str) -> str:
    """The first name of who owns a part of the work, by an English clause as it was written; "" when it names none."""
    match = OWNER_EN.match(text) or OWNED_EN.match(text)
    return next((name for name in match.groups() if name), "") if match else ""


# fmt: off
FRAMES_EN: tuple[Frame, ...] = (
    row("project/moved_to", rf"\b(?:i|we)(?:'ve| have|'re| are)?(?: (?:just|recently|finally|also|now|all))* (?:moved|switched|switching|moving|migrated|migrating|changed|ported|porting)(?: (?:over|everything|it all|the \w+|our \w+))*(?: (?:away|off))?(?: from (?P<e>[^,;.!?]{{2,24}}?))? (?:to|onto) (?P<v>{_TECH})(?! (?:avenue|street|road|lane|bay|city|falls|county)\b)", by="self we", stands="any", kind="fact", relation="uses"),
    row("project/moved_from", rf"\bwe(?:'ve| have|'re| are)?(?: (?:just|recently|finally|also|now|all))* (?:moved|switched|migrated|changed|ported)(?: over)? from (?P<e>{_TECH}) to (?P<v>[^,;.!?]{{2,30}}?)(?= (?:last|this|after|because|since|when|for)\b|$|[,;.!?])", by="we", stands="any", kind="fact", relation="uses"),
    row("project/part", rf"^(?:so |and |also |btw |the |our |we have (?:our |the )?)*(?P<e>{_PART})(?: (?:is|are|runs?|uses?|lives?|sits?)|:)(?: (?:on|in|at|through|via|with|by|using))?{_BUILT}(?: (?:on|in|with|by|via|through|using))? (?P<v>{_TECH}[^;!?]{{0,30}})$", by="self we other none", stands="any", kind="fact"),
    row("project/part_with", rf"^(?:so |and |also |the |our )*(?P<e>{_PART}) (?:with|on|in|via|through|by) (?P<v>{_TECH}[^;!?]{{0,20}})$", by="other none", stands="any", kind="fact"),
    row("project/for_part", rf"^(?:so |and |also |plus |we have |we've got )*(?P<v>{_TECH}(?:(?: and|,) {_TECH})?) for (?P<e>(?:the |our )?{_PART})$", by="we other none", stands="any", kind="fact"),
    row("project/must", r"^(?:so |and |also |btw )*(?P<v>(?:every|each|all|any)(?: new| single)? (?:prs?|pull requests?|commits?|merge requests?|mrs?|branch(?:es)?|releases?|functions?|tests?|endpoints?|modules?|services?|migrations?|files?|features?|bugs?|tickets?|changes?|deploys?|apis?|class(?:es)?|components?|queries|query|requests?|logs?|configs?|secrets?|scripts?|docs?)(?: [\w/ -]{1,30}?)? (?:needs? (?!to be (?:fixed|done|redone|checked|updated)|fixing|work)|must |has to |have to |requires? |should )(?!be (?:fixed|done|working|fine|ok|green now))[^;!?]{3,80}|(?:all |every )(?:timestamps?|dates?|times|datetimes?|prices|amounts|currencies|ids|urls|strings) (?:are |must be |should be |go |is )?(?:in|as|with) [^;!?]{2,30}?(?= please|$)|(?:tests|ci|the build|the linter|lint|type checks?|coverage) (?:must|has to|have to|needs? to|should) [^;!?]{3,60}|(?:commit messages?|branch(?:es| names?)|pr titles?|migrations?|secrets|logs|file names|class names|variable names|tests) (?:follow|are named|start with|end with|live in|go in(?:to)?|stay in|never go|must|should|use) [^;!?]{2,80})(?: please)?$", by="other none we", stands="any", kind="fact"),
    row("project/rhythm", rf"^(?!(?:the |our )?(?:demo|release|deployment|deploy|retro|payroll|code freeze|sprint review|all-?hands) (?:is|starts|happens|takes place) (?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)(?:so |and |also |the |our )*(?P<e>(?:deploys?|deployments?|releases?|stand-?ups?|sprints?(?: planning| reviews?)?|retros?|code freezes?|maintenance windows?|payroll|deliveries|staff meetings?|backups?|all-?hands|on-?call handovers?|demos?))(?: (?:happens?|is|are|goes? out|runs?|takes? place|starts?))(?: (?:only|always|usually|now|out))*(?: (?:on|every|each|at))? (?P<v>(?:{_DAY}|every (?:other )?\w+|(?:bi-?)?weekly|daily|monthly|once a (?:day|week|month))(?: [^;!?]{{1,30}})?)$", by="we other none", stands="any", kind="fact"),
)
ORDERS_EN: tuple[Frame, ...] = (
    row("-/use_tool", rf"^(?:please |and |also |always |only |just )*(?:use|stick (?:to|with)|prefer) (?P<v>{_TECH}(?:(?:,| and)? (?:not|never|instead of|rather than|over|and not) [^;.!?]{{2,30}})?(?: for (?!this|that|it\b|now\b|here|the (?:mock-?up|demo|example|prototype|sketch|next|first|moment|snippet|exercise)\b)[^;.!?]{{2,40}})?)$", stands="any"),
    row("-/before_each", rf"^{_PASSING_EN}(?!(?!.*\balways\b).*\b(?:every|each|any|all) {_AT_HAND}(?: (?:in|of|on|with) .*)?$)(?:please |and |also |always |then )*(?:run|check|lint|format|test|build|rebase|squash|update|bump|write|add|open|tag|sign|ping|tell|ask|notify|back up|clear|review|log|save|commit|push|pull|merge|deploy|regenerate|record|link|reference|mention|include|attach) (?P<v>[^;!?]{{2,60}} (?:before|after|on|for|in|with|to|at the end of) (?:every|each|any|all) [^;!?]{{2,30}})$", stands="any"),
    row("-/comment_each", rf"^{_PASSING_EN}(?:please |and |also |always |then )*(?:put|add|write|include|leave) (?P<v>(?:an? |one )?(?:short |brief |one-line )?(?:comments?|docstrings?|jsdoc|headers?) (?:above|before|on top of|at the top of|over) (?:each|every|all) (?:functions?|methods?|class(?:es)?|files?|modules?|components?|endpoints?))$", stands="any"),
    row("-/convention", r"^(?:please |and |also |always )*(?:use|follow|stick to) (?P<v>(?:conventional commits|semantic versioning|semver|calver|trunk[- ]based development|git ?flow|github flow|pep ?8|(?:the )?(?:google|airbnb|standard) (?:java|python|js|javascript|typescript|c\+\+|go)? ?style(?: guide)?|(?:large|larger|bigger|big) (?:print|fonts?|text|letters))(?: (?:for|in) [^;!?]{2,40})?)$", stands="any"),
    row("-/spaces", r"^(?:please |and |also |always )*use (?P<v>(?:\d+|two|four|eight) spaces(?: (?:for|in|per) [^;!?]{2,60})?|tabs (?:for|in) [^;!?]{2,60})$", stands="any"),
    row("-/ask_name", r"^(?:please |and |also |always )*(?:ask|check with|ping|consult|talk to|loop in|tag) (?P<v>(?!(?:me|him|her|them|you|us|it|the|a|for|if)\b)[a-z]+ (?:before (?:you|changing|touching|editing|merging|deploying|deleting|adding|using|any|each|every)|first (?:if|when|before)|whenever|if you|when you)\b[^;!?]{2,60})$", stands="any"),
    row("-/not_touched", rf"^{_PASSING_EN}(?:please |and |also |but |so )*(?:don't|do not|never) (?:ever )?(?P<v>(?:touch|edit|modify|change|delete|remove|rename|reformat|refactor|commit(?: directly| straight)? to|push(?: directly| straight)? to|merge(?: directly| straight)? into|deploy to|write to|run [^;.!?]{{1,20}} (?:on|against)) {_GUARDED})$", stands="any"),
)
FRAMES_ZH: tuple[Frame, ...] = (
    row("project/must", r"^(?!.*(?:怎么|什么|多久|哪|谁|几个|如何|为什么|一下|了$|重新|今天|明天|这次|先))(?:我们?的?|咱们?的?|项目里?)?(?P<v>(?:每个|每条|每次|所有的?|任何)(?:接口|函数|方法|服务|PR|pr|MR|mr|提交|模块|分支|功能|需求|测试|迁移|文件|日志|配置|类|组件|请求|改动|发版|表|字段)[^，。]{0,8}?(?:都要|都得|都必须|必须|要有|要写|要带|要加|要用|要过|要走|需要|不能|不许|禁止)[^，。吗]{1,30}|(?:日志|代码|注释|接口|文档|错误信息|报错|提交信息|分支名?|变量名?|函数名?|配置|密钥|测试|数据库|表名|字段名?)(?:里|中|上)?(?:面)?(?:都|一律|统一|必须|只能|不要|不能|别|禁止|不许|不得|要(?=用|有|写|带|加|通过|走|放|遵|符合|保持|按|小写|大写|英文|中文|覆盖))[^，。吗]{2,30})$", by="we none other self", stands="any", kind="fact"),
    row("project/moved_to", rf"^(?:我们?|咱们?|团队|项目|公司)(?:已经|刚|最近|全部|都|上周|上个?月|现在)*(?:从(?P<e>[^，。]{{1,16}}?))?(?:都|全部?|已经|整体)*(?:换|改|切|迁|转|升级|迁移|切换)(?:成|到|用|为|去|至)了?\s?(?P<v>{_ZH_NAME})了?$", by="self we none other", stands="any", kind="fact", relation="uses"),
    row("project/part", rf"^(?:我们?的?|咱们?的?|项目的?|公司的?)?(?P<e>{tech.PARTS_ZH})(?:那边|这边|那块|这块|部分)?(?:现在|目前|都|统一|一律|全部|默认|主要|还是|也)*(?:是|用的?是?|走|上|跑在|放在?|托管在|部署在|换成了?|改成了?|改用)\s?(?P<v>{_ZH_NAME}[^，。]{{0,12}}?)了?$", by="self we none other", stands="any", kind="fact"),
    row("project/part_bare", rf"^(?:我们?的?|咱们?的?|项目的?|公司的?)?(?P<e>{tech.PARTS_ZH})\s?[:：]?\s?(?P<v>{_ZH_NAME}(?:\s?[+和、/]\s?{_ZH_NAME})*)$", by="self we none other", stands="any", kind="fact"),
    row("project/coverage", r"^(?:我们?的?|项目的?)?(?P<v>(?:(?:单元|代码)?(?:测试|单测|test|代码)\s?)?覆盖率\s?(?:不能|不得|不许|别)?(?:低于|少于|要|至少|必须|不低于|保持在?)[^，。吗]{0,8}\d+\s?(?:%|％|以上)[^，。吗]{0,6})$", by="we none other self", stands="any", kind="fact"),
    row("project/rhythm", rf"^(?:我们?的?|咱们?的?|团队的?|项目的?|公司的?)?(?:固定|一般|都|统一)*(?P<v>(?P<e>{_ZH_EVENT})(?:时间)?(?:固定|一般|都|统一|现在)*(?:在|是|定在|放在|改到|改在|挪到)?了?{_ZH_DAY}(?:早上|上午|下午|晚上|中午)?[^，。]{{0,8}}?|(?:固定|都|统一|一般)?{_ZH_DAY}(?:早上|上午|下午|晚上|中午)?[^，。]{{0,6}}?{_ZH_EVENT})了?$", by="self we none other", stands="any", kind="fact"),
)
ORDERS_ZH: tuple[Frame, ...] = (
    row("-/before_each", r"^(?:请|以后|记得|务必|一定要)*(?:提交|合并|上线|发布|推送?|发版|部署|改(?:表|库|接口|配置)|提\s?PR|(?:deploy|commit|push|merge|release|rebase)\s?)(?:代码)?(?:之?前)(?:都|要|先|必须|得|记得|请)*(?P<v>(?:跑|检查|过|做|通知|更新|问|找|看|写|补|备份|确认|rebase|运行)[^，。吗]{1,24})$", stands="any"),
    row("-/use_tool", rf"^(?:以后|请|都|统一|一律|全部|记得|默认|我们?|项目|这边)*(?P<v>用\s?{_ZH_NAME}(?:\s?[，,]?(?:不要?用|别用|不用|而不是)\s?[^，。]{{1,12}})?)(?:吧|就行|就好)?$", stands="any"),
    row("-/not_touched", rf"^{_PASSING_ZH}(?:请|以后|千万|记得|绝对|但|也)*(?:别|不要|不许|不准|禁止|不能|勿)(?:随便|直接|擅自|乱)?(?P<v>(?:动|改|删|碰|修改|删除|提交到?|推送?到?|合并到?|部署到?)\s?[^，。]{{0,16}}?(?:目录|文件夹|文件|模块|分支|表|库|配置|脚本|服务|环境|接口|\S+[/.]\S*|main|master|prod|生产|线上)(?:里的?东西|的代码)?)$", stands="any"),
)
# fmt: on
