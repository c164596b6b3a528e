"""What a sentence is about, told by its wording: for sentences without an attribute, and for those about someone else.

Columns: name | one or many values at a time | Chinese | English. A row matches when either expression is found in the
folded sentence. `STATES` holds pairs of states of which only one can be true at a time.
"""

ROWS = r"""
name      | one  | 叫(?!我)|名字|姓名|姓(?=.)|改名 | (?<![a-z])(?:named?|called|renamed)(?![a-z])
birthday  | one  | 生日|出生(?:日期|于|年)|年出生|年生(?:的|人|$) | birthday|born (?:on|in \d)|birth year|year of birth
flavour   | one  | 口味 | (?<![a-z])palate(?![a-z])
age       | one  | \d+ ?岁|今年[一二三四五六七八九十百\d]{2,4}(?=$|[了,，。])|[一二三四五六七八九十]+岁|年龄 | years?[- ]old|(?:i'm|i am|turned|he's|she's|(?:son|daughter|brother|sister|mom|mum|dad|mother|father|wife|husband|girlfriend|boyfriend|kid|child|baby|cat|dog)(?: [a-z]+)? is) \d{1,2}(?!\d|:| ?(?:kg|cm|%|k))
residence | one  | (?<!自己)(?<!独自)(?<!一起)(?<!个人)住(?!院|宿费|酒店)|定居|搬(?!出来|出去)|常驻|(?<!老)家在|调(?:到|去|往|来|回)|派到 | (?<![a-z])(?:live[sd]?(?! (?:alone|with|by myself|on my own|music|stream))|living(?= in|$)|reside[sd]?|residing|based in|moved(?= (?:to|from|off|into|house|back|again|here|in with)|$|[.,!])|relocated?|transferred(?= to)|settled in|rent(?:s|ing)?(?: (?:an?|our|my))? (?:[a-z]+ ){0,2}in(?= [a-z]))(?![a-z])|home is|(?<![a-z])(?:got|bought|found|have) (?:an?|our own|my own) (?:[a-z]+ ){0,2}(?:flat|place|apartment|house|condo) in(?= [a-z])
origin    | one  | 老家|家乡|籍贯|出生在|(?:是|来自).{1,6}人(?![员士]) | (?:i'm|i am|come|am not|i'm not) from|grew up|born in (?!\d)|hometown
employer  | one  | (?<![现正])在[^,，。]{1,14}(?:上班|工作)|不在[^,，。]{1,10}了$|就职|任职|跳槽|离职|辞职|入职|供职|裁员|待业|换了?工作|新工作|工作了|没工作|没有工作|还没工作|自由职业|公司是|员工 | (?<![a-z])(?:work(?:s|ed|ing)? (?:at|for|in)|employ(?:ed|er)|joined|hired|laid off|new job|quit|unemployed|position at|role at|offer from|freelanc(?:e|er|ing))(?![a-z])|stays? at home
role      | one  | (?:(?<!学的)是|做|当|转做|转行做|转行当|成为|任|改行做)(?:了)?(?:一?[名个位])?(?:[^,，。是]{0,8})(?:师|程序员|经理|总监|主管|律师|医生|护士|会计|教授|记者|司机|厨师|警察|演员|编辑|销售|客服|运营|产品|学生|公务员|研究员|顾问|翻译|店长|老板|ceo|cto)|升职|升(?:为|任)|转行|改行 | (?:i'm|i am|am|work as|working as|became|become|promoted to|job is|career as|job as) (?:an? |the )?(?:[a-z-]+ ){0,3}(?:teacher|nurse|engineer|developer|manager|director|lawyer|attorney|doctor|accountant|designer|analyst|scientist|writer|editor|chef|driver|consultant|professor|researcher|programmer|architect|salesperson|barista|waiter|pilot|therapist|pharmacist|electrician|plumber|journalist|librarian|officer|lead|intern|freelancer|student|ceo|cto)(?![a-z])|changed careers|promoted
blood     | one  | 血型|型血 | blood type
major     | one  | 专业|主修|学的(?:是)? | (?<![a-z])major(?:ed)?(?: in)?(?![a-z])
school    | one  | 上(?:小学|初中|高中|大学|幼儿园)|读(?:书|研|博|小学|初中|高中|大学)|念书|毕业(?!论文|设计|照|典礼) | (?<![a-z])(?:kindergarten|(?:primary|elementary|middle|junior high|high|secondary|grad|nursery)[- ]?school(?! teacher)|college|university|graduat(?:ed|es)|stud(?:ies|ying) at|started school)(?![a-z])
grade     | one  | 大[一二三四](?=学生|了|$|的)|研[一二三](?=学生|了|$|的)|[高初][一二三](?=学生|了|$|的)|年级 | (?<![a-z])(?:sophomore|freshman|senior year|(?:i'm|am) an? (?:junior|senior)(?= now|$|[.,!]| in )|\d(?:st|nd|rd|th)[- ]grader?|grade)(?![a-z])
height    | one  | 身高|[高]\d|米[\d一二三四五六七八九] | (?<![a-z])(?:tall|height)(?![a-z])
weight    | one  | 体重|(?:瘦|胖|减|轻)到[^,，。]{1,8}了|公斤(?!级)|\d斤 | (?<![a-z])(?:weigh[st]?|weight)(?![a-z])|down to \d+(?:\.\d)? ?(?:kg|kilo|lb|pound|stone)
department | one | (?:在|到|去|进|回|是|调|转)[^,，。部在到去]{1,5}(?:部门?|事业[部群])(?=$|了|[,，。上工做当]) | (?!x)x
salary    | one  | 工资|月薪|年薪|薪水|收入 |(?<!存)(?:挣|赚) | (?:pay|a|my|got) (?:pay )?(?:raise|rise) to|salary|(?<![a-z])(?:earn|paid|wage|i make)s?(?![a-z])
rent      | one  | 房租|租金|月租|涨租|降租 | (?<![a-z])rent is|(?:my|our|the) rent(?! a)(?![a-z])
budget    | one  | 预算 | budget
deadline  | one  | 截止|期限|deadline|ddl|交付日 | deadline|(?<![a-z])due(?![a-z])
retirement | one | 退休(?!金|后|之后|以后)[^,，。]{0,6}\d|\d+ ?岁?(?:就|再|才)?退休(?!金|后|之后|以后|了) | (?<![a-z])retir(?:e|ing|ement)(?![a-z])[^.;!?]{0,24}? at \d\d(?!\d)
wake      | one  | 起床|起得|早起|点(?:半|多|钟|[一三]刻|[\d一二三四五]{1,3}分?)?(?:就|才)?起(?![飞点草步跳航]) | (?<![a-z])(?:wake|get|getting|waking) up(?![a-z])
bedtime   | one  | 点(?:半|多|钟)?(?:就)?睡|睡觉(?!前)|入睡|就寝 | go to (?:bed|sleep)|(?<![a-z])(?:in bed|asleep) (?:by|before|at) (?=[a-z0-9]+)|bed ?time
commute   | one  | (?:骑车|开车|坐地铁|坐公交|走路|地铁|步行)(?:去)?(?:上班|通勤|公司|单位)|(?:骑|开|坐|搭|乘|挤|走)(?:的?是)?[^,，。上下去的]{0,6}(?:去|上下)?(?:上班|公司|单位)|上班(?:都是|是|都|一般|现在|一直)?(?:骑|开车|坐|走路)|通勤|居家办公|在家办公|远程办公 | (?<!back )to work(?![a-z])|commut|work(?:ing)? (?:from home|remotely)
phone     | one  | 手机(?!号|壳|卡) | (?<![a-z])(?:iphone|android|pixel|smartphone|phone)(?! number|[a-z])
number    | one  | 手机号|电话|号码 | phone number
seat      | one  | 靠窗|靠过道|座位|过道 | (?<![a-z])(?:window|aisle) seats?(?![a-z])
colour    | one  | 颜色 | favou?rite colou?r
boss      | one  | (?:主管|老板|领导|上司|经理|组长|导师|班主任|教练)(?:现在)?(?:是|换|变|姓|叫)|换(?:了)?(?:个)?(?:主管|老板|领导|上司|导师|教练)|[一-鿿]带我们?(?=$|[,，。组队])|归[^,，。]{1,4}管 | (?:manager|boss|supervisor|advis[eo]r|coach) is|new (?:manager|boss|supervisor|advis[eo]r|coach)|(?<![a-z])(?:i|we) (?:now )?(?:report|answer) to|(?<![a-z])(?:supervises|manages|coaches) (?:me|us)(?![a-z])|(?:i'm|i am) (?:now )?under (?=[a-z]+(?: now|$|[,.;]))
team size | one  | [组队](?:里|里面|现在)*(?:有|一共|共)|团队.{0,4}(?:人|个) | team (?:has|is|of)|people (?:in|on) (?:my|our|the) team
hospital  | many | 住院|手术|出院|医院 | (?<![a-z])(?:hospital|surgery|operation|discharged)(?![a-z])
level     | one  | [四六八]级|(?:英语|日语|法语|德语)(?:水平|等级|证书) | (?<![a-z])(?:level|band|grade) [a-c]?\d|(?<![a-z])[abc][12](?![a-z0-9])
loan      | many | 贷款|房贷|车贷|花呗|欠款 | (?<![a-z])(?:loans?|mortgage|debts?)(?![a-z])
writing   | many | 论文|写书|书稿 | (?<![a-z])(?:thesis|dissertation|manuscript|novel)(?![a-z])
exam      | many | 公务员|备考|雅思|托福|考研|考试|高考|考证|答辩|[四六]级 | (?<![a-z])(?:ielts|toefl|exam|gre|gmat|sat|bar exam|certification)(?![a-z])
email     | one  | 邮箱|电子邮件 | e-?mail(?: address)? is|new e-?mail
injury    | many  | 骨折|扭伤|受伤|拉伤|[腿手脚胳膊腰臂](?:已经)?(?:好了|痊愈) | (?<![a-z])(?:broken|broke my|sprained|injured|fractured|healed|recovered)(?![a-z])
cohabit   | one  | 跟.{1,6}(?:一起住|同住|合住)|和.{1,6}(?:一起住|同住|合住)|自己住|独居|一个人住 | live with|live alone|living alone|living with|on my own|roommates?
pronoun   | one  | 称呼我|叫我|喊我 | call me|address me
goal      | many | 目标|减到(?![^,，。]{1,8}了)|梦想 | (?<![a-z])(?:goal|aim|dream)(?![a-z])|(?<![a-z])(?:want|hope|hoping|trying|need|would like|i'd like|plan|planning) to (?:get|be|go|drop|slim|bulk) (?:back )?(?:down|up|under|below|over|at)(?![a-z])
team      | many | 支持(?=.{2,6}(?:队|了|$))|球迷|主队 | (?<![a-z])(?:support|root for|cheer for|(?<!big )(?<!huge )[a-z0-9]+ fan)(?![a-z]| of)
taste     | many | 喜欢|不喜欢|爱(?![人情心国])|讨厌|反感|受不了|偏好|最爱|迷上|感兴趣|更想 | (?<![a-z])(?:like|love|enjoy|prefer|hate|dislike|stand|fan of|favou?rite|into|adore|convert|come to like|come to love)(?:s|d|ed)?(?![a-z])
food      | many | 吃(?!药|惊|亏|力)|饮食|口味|忌口|素|清真|生酮|低碳 | (?<![a-z])(?:eat|eats|eating|ate|food|foods|vegetarian|vegan|meat|diet|halal|kosher|keto|gluten|pescatarian|lactose)(?![a-z])
drink     | many | 喝|饮|酒|咖啡|茶(?!几) | (?<![a-z])(?:drink|drinks|drinking|drank|coffee|tea|beer|wine|alcohol)(?![a-z])
smoke     | one  | 烟 | smok|cigarette
allergy   | many | 过敏 | allerg|intoleran
learn     | many | 报了个|学(?!校|生|历|姐|长|弟|妹|期|会)|备战|训练|考(?=研|证|雅思|托福|试) | (?<![a-z])(?:learn|learning|training for|training|studying|study|practi[sc]ing|taking lessons)(?![a-z])
pet       | many | 养|宠物|猫|狗|仓鼠|鹦鹉|兔子 | (?<![a-z])(?:cat|dog|kitten|puppy|pet|hamster|parrot|rabbit|adopted|goldfish|bird)s?(?![a-z])
own       | many | 有一?(?:辆|台|套|部|把|间)|买了|卖了|添了|入手|入了[一两个台部] | (?<![a-z])(?:own|owns|bought|sold|have an?|drive|drives)(?![a-z])
car       | many | 辆|开的?是|开(?=宝马|奔驰|特斯拉|奥迪|大众|本田|丰田|比亚迪|的)|车 | (?<![a-z])(?:drive|drives|driving|car)(?![a-z])
use       | many | 用(?!户|处|途)|换成|改用|切换 | (?<![a-z])(?:use|uses|using|switched|migrated|replaced|deploy|run on|moved to|write|editor)(?![a-z])
code      | many | 写代码|编程|主要写|写(?=[a-z]) | (?<![a-z])(?:code|program|write mostly|mostly write|mainly write|coding)(?![a-z])
member    | many | 会员|订阅|退订|套餐 | (?<![a-z])(?:subscri|member|membership)
habit     | many | 每[天周晚早月年]|经常|习惯|通常|一般|坚持|睡前 | (?<![a-z])(?:every|each|usually|always|habit|once|twice|times a|per week|daily|weekly)(?![a-z])
activity  | many | 跑步|健身|瑜伽|游泳|打球|锻炼|散步 | (?<![a-z])(?:run|runs|running|ran|gym|yoga|swim|workout|work out|exercise|jog)(?![a-z])
overtime  | many | 加班 | overtime|work late
plan      | many | 打算|计划|准备|想去|要去|不去|预定 | (?<![a-z])(?:plan|plans|planning|planned|going to|trip|travel)(?![a-z])
driving   | many | 驾照|驾驶|开车 | licen[cs]e|(?<![a-z])(?:drive|driving)(?![a-z])
worksite  | one  | (?:调|派)我?(?:到|去|往)(?!周|星期|礼拜|上午|下午|晚上|早上|[\d一二三四五六七八九十]+[点号月]) | transferred to|(?<![a-z])work(?:s|ing)? (?:in|at|out of|from) the [a-z]+ (?:office|branch|store|site|plant|campus|studio|location)|(?<![a-z])work(?:s|ing)? in (?!an? |the |my |our |sales|marketing|tech|finance|it(?![a-z])|hr|law|retail|education|health|advertising|design|media|publishing|insurance|banking|construction|hospitality|government|academia|research)
skill     | many | 会 ?(?=[说用写弹开做游骑唱跳打画]|[a-z])|擅长|精通 | (?<![a-z])(?:speak|speaks|know|fluent|good at|skilled|can(?:'t|not)? (?:swim|cook|drive|speak|play|ride|sing|dance|type|code))(?![a-z])
fear      | many | 怕|恐 | (?<![a-z])(?:afraid|scared?s?|fear|phobi)
server    | one  | (?:服务器|测试环境|环境|集群|仓库).{0,4}(?:叫|名|地址) | (?:server|cluster|repo|repository|environment|service)(?: is| to|'s name)(?= |$)
"""

# Of a pair, only one can be so. Each line: axis | state | Chinese | English. States of one axis replace each other,
# except those marked with a star, which may stand beside themselves and are only replaced by the plain ones.
STATES = r"""
marital  | single   | 单身|未婚|还?没结婚|没有?(?:对象|男朋友|女朋友|男友|女友)|母胎solo | (?<![a-z])(?:i'm|i am|am|still|currently) single(?![a-z])|unmarried|not married|not seeing anyone
marital  | dating   | (?<!没)(?<!没有)有(?:了)?(?:个)?(?:男朋友|女朋友|男友|女友|对象)|谈恋爱|脱单|交了?(?:男|女)朋友|(?:跟|和)[^,，。]{1,6}在一起(?:了|啦) | seeing (?:a |this )(?:guy|girl|man|woman|bloke|lad)|(?:have|got|found) an? (?:girlfriend|boyfriend|partner)|dating|in a relationship|seeing someone
marital  | courting | (?<!不)在追(?:一?个|求|她|他)|暗恋 | (?<![a-z])(?:have|got|had) a crush on
marital  | engaged  | 订婚 | (?<![a-z])engaged(?![a-z])
marital  | married  | 再婚|(?<!没)(?<!未)(?<!不)结婚了|已婚|领证|结了婚|已经结婚 | (?<![a-z])(?<!not )(?:remarried|got remarried|married again|got married|am married|i'm married|tied the knot|we married|just married)(?![a-z])
marital  | apart    | 分手|离婚|离异 | broke up|split up|divorced|(?<![a-z])separated
marital  | divorced* | 离婚证|离利索|判离|离了婚|离婚(?:手续)?办[完好] | divorce (?:came through|is final|went through|was finali[sz]ed)|(?:officially|finally) divorced
marital  | widowed  | 丧偶 | widow
meat     | none     | (?<!不)吃(?:全|纯|蛋奶|长)?素|素食|(?<!不)吃斋 | (?<!not )(?<!not a )(?<!longer )(?<!longer a )(?:vegetarian|vegan)(?! anymore| any more| food| restaurant)|(?:don't|do not|never|stopped|quit|gave up|no longer) eat(?:ing)? meat(?! on| at| in| before| after| during| every| that| from)
meat     | some     | 破戒|荤素都吃|(?:肉|鱼|荤腥?|鸡蛋)(?:我)?也(?:开始)?(?:吃|能吃)|(?:开始|又|重新|恢复)(?:开始)?吃?(?:肉|鱼|荤)|开荤|不吃素|不再吃素|吃肉了|不是素食 | (?:started|start|began) eating (?:meat|fish|chicken)|(?<!n't )(?<!not )(?<!never )(?<!without )(?<!stopped )(?<!quit )(?<!avoid )(?<!longer )(?<!up )eat(?:ing)? meat|eat(?:ing)? (?:fish|chicken|beef|pork|steak|bacon|seafood|burgers|eggs?|dairy|cheese|eggs and cheese|lamb|turkey)(?: and [a-z]+)? (?:again|now|these days|nowadays)|back to (?:eating )?(?:meat|steak|chicken|fish)|(?:not|no longer) (?:a )?(?:vegetarian|vegan)|(?:stopped|quit) being (?:a )?(?:vegetarian|vegan)
smoking  | yes      | (?<!不)(?<!戒)(?:抽|吸)(?:.{0,4})烟(?!了?戒) | (?<!not )(?<!don't )(?<!to )(?<!up )(?<!quit )(?<!stopped )(?<![a-z])smoke(?![a-z])|i'm a smoker|pack a day|started smoking
smoking  | no       | 戒.{0,3}烟|烟.{0,3}戒|不(?:抽|吸)烟 | (?:quit|stopped|gave up|given up|don't|do not|no longer|never) smok|non-?smoker|(?:quit|gave up|given up|stopped|off) (?:the )?(?:cigs?|cigarettes|smokes|fags|vaping)(?![a-z])|no (?:more )?(?:cigs?|cigarettes|smokes)(?![a-z])
drinking | no       | 不喝酒|戒.{0,3}酒|酒.{0,3}戒|滴酒不沾 | (?:don't|do not|never|no longer|quit|stopped|gave up) drink(?:ing)?(?: alcohol)?(?= |[.,!]|$)(?! (?:coffee|tea|milk|soda|cola|juice|water|beer|wine))|sober|teetotal
drinking | yes*     | 酒量(?!不)|喝酒喝|(?<!不)(?<!没)(?<!能)(?<!别)(?<!让)(?<!少)(?:喝|爱喝|开始喝|偶尔喝)(?:一?点)?(?:.{0,3})酒 | (?:started|start|began)(?: to)? drink(?:ing)?(?! (?:coffee|tea|milk|soda|water))|(?<!don't )(?<!never )(?<!not )have (?:a glass of |some |the odd )?(?:wine|beer) (?:with|at|now|again|every)|(?<!don't )(?<!never )(?<!not )drink(?:ing)? (?:wine|beer|alcohol|whisk|a lot|heavily|too much)|heavy drinker
pets     | none     | 没有?(?:养)?(?:任何)?宠物|没养宠物|不养宠物 | (?<![a-z])(?:don't|do not) (?:own|keep) (?:any )?(?:pets|animals)|(?:no|any|without) pets|no pet(?![a-z])|(?:don't|do not) have (?:a |any )?pets?(?![a-z])
pets     | some*    | (?<!没)(?<!没有)(?<!想)(?<!打算)(?:养了|领养了|收养了|养着|买了)(?:.{0,6})(?:猫|狗|兔|鼠|鸟|鱼|鹦鹉|龟|柯基|金毛|拉布拉多|泰迪|哈士奇|二哈|柴犬|边牧|比熊|萨摩耶|法斗|雪纳瑞|阿拉斯加|德牧|博美|吉娃娃|布偶|英短|美短|暹罗|缅因|加菲|龙猫)|(?<!没)有了?(?:一)?(?:只|条)(?:.{0,4})(?:猫|狗|兔|鼠|鸟|鹦鹉|龟) | (?:have|got|adopted|bought|own) (?:an? |two |three |another )?(?:[a-z]+ )?(?:greyhound|whippet|spaniel|lab|labrador|terrier|collie|poodle|beagle|hamster|rabbit|budgie|guinea pig|cat|dog|kitten|puppy|rabbit|hamster|parrot|bird|turtle|goldfish)s?
children | none     | 没有?(?:孩子|小孩|娃)|丁克 | (?:no|any|without) (?:kids|children)|(?:don't|do not) have (?:any )?(?:kids|children)|childless
children | some*    | (?<!没)(?:生了|有了?|添了)(?:.{0,4})(?:孩子|小孩|宝宝|儿子|女儿|娃|男孩|女孩)|当(?:爸|妈)(?:爸|妈)?了 | (?:have|had|got|gave birth|welcomed)(?: to)? (?:an?|our|my|two|three|one)? ?(?:[a-z]+ )?(?:kid|child|son|daughter|baby|boy|girl)|became a (?:dad|mom|father|mother|parent)
pregnant | yes      | (?<!没)怀孕|备产|预产期 | (?<!not )pregnant|expecting a baby|baby(?:'s| is) due(?! (?:for|to))|due date is
pregnant | born     | 生了|出生了|(?:宝宝|孩子)出生 | gave birth|had (?:my|our|the) baby|baby (?:was|is) (?:born|here)
housing  | hunting  | (?:在|正|到处)(?:看房|找房)(?!东|租)|攒(?:钱|首付)[^,，。]{0,3}买?房 | saving (?:up )?(?:for|to buy) (?:an?|our|my)(?: first| own| bigger)? (?:house|flat|home|apartment|place)|house[- ]?hunting|flat[- ]?hunting|looking for (?:a|our first|my first) (?:house|flat|home|apartment)(?! ?mate)
housing  | rent     | 住(?:的是)?(?:公寓|宿舍|出租屋)|租房|房(?:子)?(?:是)?租(?:在|的)|租的房|租(?:了)?(?:一)?(?:套|间)|合租 | (?<![a-z])(?:i|we) rent(?![a-z])|renting|rent an? |tenant|live in an? (?:[a-z]+ )?(?:apartment|flat|studio|dorm)
housing  | own      | (?<![钱付算备想要])买房|买了(?:.{0,4})房|房子?(?:在|已经|终于)[^,，。]{0,6}买了|自己的房|房(?:子)?(?:终于|已经|我们?|给)*买下来?了|买了(?:一)?套(?:小|大|新|老|二手|两居|三居|学区) | closed on (?:it|the (?:house|flat|place|home))|got the keys to (?:the|our|my) (?:new )?(?:place|house|flat|home|apartment)|bought (?:an?|our|my|the)(?: [a-z]+){0,2} (?:house|home|flat|apartment|condo|place)|own (?:my|our) (?:house|home|flat|apartment)|homeowner
exercise | none     | 不(?:怎么)?(?:运动|锻炼|健身)(?!$了) | (?:never|don't|do not|rarely|hardly ever) (?:exercise|work out)
exercise | some*    | (?<!不)(?:去健身房|开始(?:运动|锻炼|健身|跑步)|[天周].{0,3}(?:运动|锻炼|健身|跑步)) | go to the gym|(?<!never )(?<!don't )(?:work out|exercise) (?:every|regularly|daily|\w+ times)|started (?:running|exercising|working out|going to the gym)
driving  | none     | 科[一二三四](?:还没过|挂了|没过)|驾照还没|不会开车|没有?驾照|没考驾照 | (?:can't|cannot|can not|don't know how to) drive|no (?:driver's )?licen[cs]e|don't drive
driving  | some     | (?:拿到|考到|考了|有)了?驾照|(?<!不)会开车了|学会开车 | (?<!never )(?:got|have|passed) (?:my|a) (?:driver'?s |driving )?(?:licen[cs]e|test)|can drive now|learned to drive
cohabit  | alone    | 独居|一个人住|自己住|(?:自己|一个人|从家里?|从爸妈[那家]里?)搬出[来去](?:自己)?住? | (?:live|living) (?:alone|by myself|on my own)|(?<![a-z])moved out (?:on my own|of my parents)
cohabit  | with*    | (?:有了?|找了?个?|来了个?|搬来)(?:新)?(?:室友|舍友)|合租|(?:跟|和)[^,，。]{1,8}(?:一起住|同住|合住|同居)|搬到一起 | (?<![a-z])(?:have|got|found|with) (?:an?|two|three|my)? ?(?:new )?(?:flatmates?|roommates?|housemates?)|live with|living with|moved in with
clock    | late     | 夜猫子|(?:习惯|经常|天天|总是?|老)熬夜 | night owl|(?:always|usually|often) (?:stay|go to bed|am up) (?:up )?late
clock    | early    | 早睡早起|早起型|晨型人|(?:习惯|开始|天天|每天)早起 | early (?:riser|bird)|morning person|(?:always|usually|started) (?:get(?:ting)?|wake|waking) up early
study    | at       | (?<!不)(?:在读|读研|读博|读大学|(?<!个)(?<!名)学生|大[一二三四](?=学生|了|$)|研[一二三]|高[一二三](?=学生|了|$)) | (?<![a-z])(?:student|studying at|sophomore|freshman|undergrad|phd candidate|in college|at university|in grad school)(?![a-z])
study    | left     | 毕业|退学|肄业 | graduated|dropped out|finished (?:school|college|university|my degree)
work     | seeking  | (?<!不)找工作|待业|失业|求职|没有?工作|还没工作|自由职业 | looking for (?:a |an )?(?:new )?(?:job|work)|job hunting|unemployed|between jobs|out of work|freelanc(?:e|er|ing)
work     | employed* | 返聘|重新上班|回去上班|入职|找到(?:了)?(?:.{0,4})工作|有工作了|(?<!开车)(?<!地铁)(?<!骑车)(?<!公交)(?<!走路)上班了(?=[,，]|$) | (?:found|got|landed|started|took) (?:a|an|my)(?: new| full-time)? (?:job|position)|joined|hired|back to work|(?<![a-z])(?:i|i'm|i'll|i am|i will)(?: be)? (?:just |finally )?start(?:s|ed|ing)? (?:at (?!the (?:end|beginning|top|bottom)|\d)|work(?: |$))
work     | retired  | 退休(?!金) | retired
contract | passing  | 试用期|实习期|合同工|劳务派遣|临时工|(?<!不)(?<!没)在实习 | (?<![a-z])(?:\d+[- ]month|fixed[- ]term|temporary|temp|zero[- ]hours?|short[- ]term) contract|on probation|(?<![a-z])temping(?![a-z])
contract | lasting  | 转正|正式员工|入编|有编制了 | (?:made|gone|went|got made) (?:me )?permanent|passed (?:my )?probation|permanent contract
distance | apart    | (?<!不用)(?<!不)(?<!结束)(?<!再)异地|两地分居 | long[- ]distance (?:relationship|with)
distance | together | 不(?:用|再)?异地|结束(?:了)?异地|不用两地分居 | no longer long[- ]distance|closed the distance
eyes     | aided    | (?<!不)(?<!不用)(?<!没)戴(?:着)?(?:隐形|近视|框架)?眼镜(?!了)|隐形眼镜 | (?<![a-z])wear(?:ing)? (?:contact lenses|contacts|glasses)
eyes     | mended   | (?:近视|激光|飞秒)手术|摘(?:掉)?(?:了)?(?:眼)?镜|不(?:用|再)?戴(?:隐形|近视|框架)?(?:眼)?镜了? | (?:don't|do not|no longer|never) (?:need|wear) (?:my |any )?(?:glasses|contacts|lenses)|no more (?:lenses|contacts|glasses)|had (?:the|my eyes) laser|laser(?:ed)? (?:eye surgery|done)|had (?:laser )?eye surgery
exam     | ahead    | (?:准备|备战|复习|在)(?:考研|考公|考编|高考|中考|司法考试|法考|雅思|托福|教资)|备考 | (?<![a-z])(?:studying|revising|cramming|preparing) for (?:the |my )?(?:bar|exams?|boards|finals|ielts|toefl|gre|mcat|lsat|a-levels|gcses)
exam     | passed   | (?:考研|考公|考编|高考|中考|法考|雅思|托福|教资|司法考试)考?完(?:了|啦)|上岸|考上(?:了|啦)|录取|(?:考研|考公|考编|高考|中考|法考|雅思|托福|教资)(?:考)?过(?:了|啦) | passed (?:the |my )(?:bar|exams?|boards|finals|ielts|toefl|gre|mcat|lsat|a-levels|gcses)|got into (?:med|law|grad) school
"""

# Which state puts an end to which, per axis: "old>new". Everything else may stand side by side.
REPLACES = """
marital: courting>dating courting>apart single>courting single>dating single>engaged single>married dating>single dating>engaged dating>married dating>apart
marital: apart>divorced* married>divorced* divorced*>married divorced*>dating divorced*>engaged widowed>married widowed>dating widowed>engaged apart>dating engaged>married engaged>apart engaged>single married>apart married>widowed married>single apart>married apart>engaged
meat: none>some some>none
smoking: yes>no no>yes
drinking: yes*>no no>yes*
pets: none>some* some*>none
children: none>some*
pregnant: yes>born
housing: rent>own hunting>own hunting>rent
contract: passing>lasting
distance: apart>together
eyes: aided>mended
exam: ahead>passed
exercise: none>some* some*>none
driving: none>some
clock: late>early early>late
cohabit: alone>with* with*>alone
study: at>left
work: retired>employed* seeking>employed* employed*>retired seeking>retired
"""
