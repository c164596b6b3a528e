"""Whom or what a sentence speaks of besides the user, and which things play one and the same part.

`PEOPLE`: name | Chinese | English. `EVENTS`: what can be put off or called off. `PARTS`: things of which a person mostly
uses one at a time for one purpose, so that "I switched to …" tells which one it replaces. `ONLY` are the people of
whom one has one.
"""

PEOPLE = r"""
wife         | 老婆|妻子|媳妇|太太|爱人 | wife
husband      | 老公|丈夫 | husband
girlfriend   | 女朋友|女友 | girlfriend
boyfriend    | 男朋友|男友 | boyfriend
fiance       | 未婚妻|未婚夫 | fiancee?|fiancée?
partner      | 伴侣|对象 | partner|spouse
son          | 儿子 | sons?
daughter     | 女儿|闺女 | daughters?
child        | 孩子们?|小孩|宝宝|娃 | kids?|child|children|baby
father       | 爸爸|父亲|老爸|爸 | father|dad|daddy
mother       | 妈妈|母亲|老妈|妈 | mother|mom|mum
father-in-law | 公公|岳父|老丈人 | father[- ]in[- ]law
mother-in-law | 婆婆|岳母|丈母娘 | (?:mother|mom|mum)[- ]in[- ]law
parents      | 父母|爸妈 | parents
older brother | 哥哥|大哥|二哥|哥 | (?:older|elder|big) brother
younger brother | 弟弟|弟 | (?:younger|little|kid|baby) brother
brother      | 兄弟 | brothers?
older sister | 姐姐|姊姊|大姐|姐 | (?:older|elder|big) sister
younger sister | 妹妹|妹 | (?:younger|little|kid|baby) sister
sister       | 姐妹 | sisters?
brother-in-law | 姐夫|妹夫 | brother[- ]in[- ]law
sister-in-law | 嫂子|弟媳 | sister[- ]in[- ]law
grandfather  | 爷爷|外公|姥爷 | grandfather|grandpa|granddad
grandmother  | 奶奶|外婆|姥姥 | grandmother|grandma|granny
uncle        | 叔叔|舅舅|伯伯|姑父|姨父 | uncle
aunt         | 阿姨|姑姑|姨妈|舅妈|婶婶 | aunt
nephew       | 侄子|外甥 | nephew
niece        | 侄女|外甥女 | niece
cousin       | 表[哥弟姐妹]|堂[哥弟姐妹] | cousins?
friend       | 闺蜜|朋友|发小|哥们 | friends?|best friend|buddy
roommate     | 室友|舍友 | roommates?|flatmates?
colleague    | 同事 | colleagues?|coworkers?|co-workers?|teammates?
boss         | 老板|领导|主管|上司 | boss|manager|supervisor
neighbour    | 邻居 | neighbou?rs?
teacher      | 导师|老师|班主任|教练 | teacher|mentor|advis[eo]r|coach|tutor
cat          | 猫咪?|小猫 | cats?|kitten
dog          | 狗狗?|小狗 | dogs?|puppy
rabbit       | 兔子 | rabbit|bunny
hamster      | 仓鼠 | hamster
parrot       | 鹦鹉 | parrot
bird         | 鸟 | bird
goldfish     | 金鱼 | goldfish
turtle       | 乌龟 | turtle|tortoise
"""

ANIMALS = frozenset({"cat", "dog", "rabbit", "hamster", "parrot", "bird", "goldfish", "turtle"})
ONLY = frozenset({"wife", "husband", "girlfriend", "boyfriend", "fiance", "partner", "father", "mother", "boss"})

# "My X is …" of which there may be several: no slot of one value.
MANY_OWNED = frozenset(
    {
        "hobby",
        "goal",
        "dream",
        "friend",
        "allergy",
        "interest",
        "plan",
        "skill",
        "favourit",
        "favorit",
        "language",
        "name",
        "pet",
        "kid",
        "brother",
        "sister",
        "爱好",
        "目标",
        "梦想",
        "朋友",
        "兴趣",
        "习惯",
        "优点",
        "缺点",
        "特长",
    }
)

EVENTS = r"""
review      | 评审会?|复盘会? | review meeting|retro(?:spective)?
standup     | 站会|早会 | stand-?up
meeting     | 周会|例会|组会|会议|开会|碰头会 | meeting|sync|one-on-one|1:1
demo        | 演示 | demo
launch      | 上线|发版|发布会 | launch|release|go-live
deadline    | 截止日期|截止时间|截止|交付|ddl|deadline | deadline|due date|submission
flight      | 航班|飞机|机票 | flight
train       | 高铁|火车票|车票 | train ticket
interview   | 面试 | interview
exam        | 考试|期末考|答辩 | exam|final|midterm|defen[cs]e
appointment | 预约|复诊|看牙|牙医|体检|门诊|手术 | appointment|check-?up|dentist|surgery
dinner      | 聚餐|饭局|聚会|晚宴|派对 | dinner|party|get-together|reunion
wedding     | 婚礼 | wedding
class       | 课程?(?!题)|培训|讲座|网课 | class|lesson|workshop|training|lecture
trip        | 旅行|旅游|出差|行程|去(?=.{1,6}(?:玩|旅|出差))|打算.{0,4}去|不去|改去 | trip|vacation|holiday|travel
call        | 电话会议?|通话 | call
game        | 比赛|球赛 | match|game|race
move        | 搬家 | moving day|the move
visit       | 拜访|探亲 | visit
delivery    | 快递|送货 | delivery
concert     | 演唱会|音乐会 | concert|show
"""

PARTS = """
editor: vim, neovim, emacs, vs code, vscode, cursor, helix, sublime, sublime text, intellij, idea, pycharm, webstorm, goland, zed, atom, notepad++, eclipse, visual studio, xcode, nano
package manager: npm, pnpm, yarn, bun, pip, poetry, uv, conda, pipenv, cargo, maven, gradle, homebrew
os: windows, linux, mac, macos, macbook, imac, ubuntu, fedora, debian, arch, arch linux, windows 11, windows 10
input: 搜狗输入法, 百度输入法, 微信输入法, 讯飞输入法, 五笔, 拼音, 双拼, 手写输入
browser: chrome, firefox, safari, edge, arc, brave, opera, vivaldi
database: mysql, postgres, postgresql, pg, sqlite, mongodb, mongo, oracle, mariadb, sql server, redis, tidb, clickhouse
ci: jenkins, github actions, gitlab ci, circleci, travis, travis ci, drone
cloud: aws, gcp, azure, 阿里云, 腾讯云, 华为云, aliyun, digitalocean, heroku, vercel, netlify
chat: slack, teams, microsoft teams, discord, 钉钉, 飞书, 企业微信, lark, dingtalk, zulip, mattermost
payment: 花呗, 信用卡, 云闪付, 现金, credit card, debit card, cash, apple pay, google pay, wechat pay, 微信支付, alipay, 支付宝, wechat, paypal, venmo
notes: notion, obsidian, evernote, onenote, 印象笔记, logseq, bear, roam
design: figma, sketch, adobe xd, 即时设计
language: java, golang, go语言, 写go, 用go, python, rust, kotlin, typescript, javascript, c++, c#, c语言, ruby, php, scala, swift
frontend: react, vue, angular, svelte, solid, next.js, nuxt
phone: iphone, android, pixel, samsung, 华为手机, 小米手机, huawei, xiaomi, 三星, 一加, oneplus, oppo, vivo, 荣耀, 红米, redmi, realme, 魅族, 小米, 华为, 苹果手机, 努比亚, fairphone, nokia, 诺基亚, motorola, 摩托罗拉, honor phone, nothing phone, xperia
computer: macbook, thinkpad, surface, xps, mac mini, imac
car: 五菱, 吉利, 长安, 哈弗, 奇瑞, 捷达, 大众, 丰田, 本田, 别克, 福特, 日产, 现代汽车, 起亚, 奔驰, 宝马, 奥迪, 沃尔沃, 保时捷, 特斯拉, 比亚迪, 问界, 零跑, 极氪, 马自达, 雪佛兰, 斯柯达, 雷克萨斯, 领克, 五菱宏光, skoda, seat, renault, peugeot, citroen, fiat, opel, vauxhall, subaru, suzuki, lexus, jeep, chevrolet, chevy, mini cooper, dacia, polestar, tesla, toyota, honda, bmw, mercedes, audi, volkswagen, byd, ford, mazda, nissan, hyundai, kia, volvo, porsche, 蔚来, 理想, 小鹏
zodiac: aries, taurus, gemini, leo, virgo, libra, scorpio, sagittarius, capricorn, aquarius, pisces, 白羊座, 金牛座, 双子座, 巨蟹座, 狮子座, 处女座, 天秤座, 天蝎座, 射手座, 摩羯座, 水瓶座, 双鱼座
shift: night shift, day shift, evening shift, morning shift, 夜班, 白班, 早班, 晚班, 中班
shell: bash, zsh, fish shell, powershell, nushell
tracker: jira, linear, asana, trello, github issues, 禅道, tapd, clickup, monday.com
cloud storage: 百度网盘, 阿里云盘, 夸克网盘, 坚果云, 微云, onedrive, google drive, dropbox, icloud, box
vcs: git, svn, mercurial, perforce, github, gitlab, bitbucket, gitee
music app: spotify, apple music, 网易云音乐, 网易云, qq音乐, tidal, youtube music
video call: zoom, google meet, 腾讯会议, webex
ai: gpt-4, gpt-4o, claude, gemini, deepseek, qwen, kimi, llama
drive to work: work from home, working from home, work remotely, 居家办公, 在家办公, 远程办公, 电动车, 电瓶车, e-bike, car, subway, train, bus, bicycle, motorcycle, 开车, 走路, 步行, walk, drive, tram, scooter
"""
