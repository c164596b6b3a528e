"""The slots that memories fill, one per line.

Columns: name | one or many values at a time | kind | flags | half-life in days | Chinese words | English words | polarity.
Flags: `protected` (health, safety, identity: no rule forgets it). A half-life of `-` means that it does not fade.
The words are regular expressions divided by commas: what a question, an order or "my X is Y" calls the slot by.
Polarity says what a negated statement does: `ends` (the value holds no more), `opposite` (the same slot with the
other sign: it contradicts), `holds` (the negation is itself the value, as in what a diet avoids).
"""

ROWS = """
name                 | one  | fact         | protected | -    | 名字, 姓名, 叫什么, 怎么称呼, 称呼我, 姓什么 | my name, full name, what i(?:'m| am) called, who am i | ends
nickname             | one  | fact         |           | -    | 昵称, 外号, 小名, 网名, 英文名 | nickname, call me, username, handle | ends
age                  | one  | fact         | protected | 365  | 多大(?!的), 几岁, 年龄, 岁数, 年纪 | how old, my age | ends
birthday             | one  | fact         | protected | -    | 生日, 哪天出生, 哪年出生, 出生日期, 生辰 | birthday, date of birth, when was i born, birth ?date | ends
gender               | one  | fact         | protected | -    | 性别, 男的还是女的 | gender, pronouns | ends
zodiac               | one  | fact         |           | -    | 星座, 属相, 生肖, 属什么 | zodiac, star sign, horoscope | ends
personality          | many | fact         |           | 730  | 性格, 人格, 社恐, 内向, 外向 | personality, introvert, extrovert, mbti | opposite
nationality          | one  | fact         | protected | -    | 国籍, 哪国人 | nationality, citizenship, citizen | ends
ethnicity            | one  | fact         | protected | -    | 民族, 族裔 | ethnicity, ethnic | ends
religion             | one  | fact         | protected | -    | 宗教, 信仰, 信什么教, 信教 | religion, faith, religious | ends
residence            | one  | fact         |           | 1095 | 住哪, 住在哪, 住在什么, 住什么地方, 居住, 现居, 定居, 哪个城市, 搬到哪, 住处 | where (?:do|did|am|are) (?:i|we) (?:live|living|based|stay), where i(?:'m| am)? (?:live|living|based), residence, city i live in, (?:which|what) city | ends
address              | one  | fact         | protected | 1095 | (?<!邮箱)(?<!邮件)(?<!电邮)(?<!网)地址, 住址, 门牌, 小区, 收货地 | my address, home address, street address, postcode, zip code | ends
housing              | one  | fact         |           | 1095 | 租房, 买房, 房子, 房租, 房贷, 合租 | apartment, flat, my house, rent, mortgage, landlord | ends
hometown             | one  | fact         |           | -    | 老家, 家乡, 故乡, 哪里人, 哪儿人, 籍贯, 出生地 | hometown, home town, where (?:am|was) i (?:from|born|raised), where i(?:'m| am) from, grew up, native, birth ?place | ends
timezone             | one  | fact         |           | 365  | 时区 | time ?zone | ends
phone                | many | fact         | protected | -    | 电话, 手机号, 联系方式 | phone number, contact number | ends
email                | many | fact         | protected | -    | 邮箱, 电子邮件 | my e-?mail, e-?mail address | ends
contact.time         | one  | preference   |           | 365  | 什么时候联系, 联系时间, 方便联系 | when to (?:call|reach|contact) me, best time to (?:call|reach) | opposite
job                  | one  | fact         |           | 730  | 工作是, 职业, 职位, 岗位, 做什么工作, 什么工作, 干什么的, 做什么的, 干哪行 | my job, occupation, profession, job title, what do i do(?: for (?:a living|work))?$, my role, do for a living, line of work, career | ends
employer             | one  | fact         |           | 730  | 哪[家个]公司(?:上班|工作|做事)?, 在哪上班, 在哪工作, 在哪里上班, 在哪里工作, 在哪儿上班, 公司是, 单位, 东家, 雇主, 上班的地方 | where (?:do|did) i work, where i work, employer, company i work, (?:which|what) company(?: (?:do|did) i work (?:for|at))?, who do i work for, workplace, my company | ends
team                 | many | fact         |           | 365  | 团队, 小组, 部门, 组里 | my team, our team, department | ends
colleague            | many | relationship |           | 730  | 同事, 老板, 领导, 上司, 下属, 组长, 搭档 | colleagues?, co-?workers?, boss, manager, supervisor, teammates? | ends
work.schedule        | one  | fact         |           | 365  | 上班时间, 工作时间, 几点上班, 几点下班, 作息, 排班, 轮班, 夜班, 加班 | work (?:hours|schedule), shifts?, working hours, when do i (?:start|finish) work | opposite
work.style           | many | preference   |           | 365  | 工作习惯, 工作方式, 远程办公, 居家办公 | work from home, remote work, work style | opposite
meeting.day          | many | fact         |           | 180  | 例会, 周会, 组会, 早会, 站会, 哪天开会, 几点开会, 开会时间 | stand-?up, weekly meeting, meeting (?:day|time), team meeting, sync meeting, one-on-one | ends
salary               | one  | fact         | protected | 365  | 工资, 薪水, 薪资, 月薪, 年薪, 收入, 挣多少, 赚多少 | salary, income, pay(?:check)?, how much do i (?:make|earn), wage | ends
company.finance      | many | fact         |           | 365  | 财务, 营收, 亏损, 利润, 盈利, 现金流, 融资, 估值, 流水 | financ(?:e|es|ial|ials), revenue, profits?, losses, turnover, funding, valuation, cash flow, runway | ends
school               | many | fact         |           | 1825 | 学校, 大学, 母校, 哪毕业, 毕业于, 在哪上学, 在哪读, 哪所 | school, university, college, alma mater, where (?:do|did) i stud(?:y|ied), graduat(?:e|ed) from | ends
major                | one  | fact         |           | 1825 | 专业, 学什么的, 主修, 学的什么 | my major, field of study, what (?:do|did) i study, majored? in, my degree | ends
grade                | one  | fact         |           | 365  | 年级, 大几, 研几, 学历 | what year am i, my grade, gpa | ends
certificate          | many | fact         |           | -    | 证书, 资格证, 考了什么证, 持证 | certificates?, certified, certification, licen[cs]e | ends
skill                | many | fact         |           | 730  | 技能, 擅长, 会什么 | skills?, good at, what can i do, expertise | opposite
experience           | many | fact         |           | -    | 工作经验, 从业, 干了几年, 工作几年 | years of experience, work experience | ends
language             | many | fact         |           | -    | 会什么语言, 会说, 母语, 外语, 会几种语言, 英语水平 | languages? do i speak, native language, mother tongue, fluent, speak(?:s)? (?:which|what) | opposite
language.learning    | many | fact         |           | 365  | 在学什么语言, 学习语言, 在学.{0,3}语 | language (?:am i|i'm) learning, learning (?:a )?language | ends
marital_status       | one  | fact         |           | 1825 | 结婚, 已婚, 未婚, 单身, 离婚, 婚姻, 对象了, 感情状况, 订婚 | married, single, divorced, marital, engaged, relationship status, widowed, am i seeing | opposite
partner              | one  | relationship |           | 1825 | 老婆, 老公, 妻子, 丈夫, 媳妇, 先生是, 太太, 爱人, 女朋友, 男朋友, 女友, 男友, 对象, 未婚妻, 未婚夫, 伴侣 | wife, husband, spouse, partner, girlfriend, boyfriend, fianc[ée]e? | ends
ex                   | many | relationship |           | 1825 | 前女友, 前男友, 前妻, 前夫, 前任 | ex-?(?:wife|husband|girlfriend|boyfriend|partner)s?, my ex | ends
children             | many | relationship |           | -    | 孩子, 儿子, 女儿, 小孩, 娃, 闺女, 宝宝 | kids?, child(?:ren)?, sons?, daughters?, toddler, baby | ends
parents              | many | relationship |           | -    | 爸妈, 父母, 爸爸, 妈妈, 父亲, 母亲, 老爸, 老妈, 我爸, 我妈, 岳父, 岳母, 公公, 婆婆 | parents?, mother, father, mom, mum, dad, in-laws?, stepmother, stepfather | ends
siblings             | many | relationship |           | -    | 兄弟姐妹, 哥哥, 姐姐, 弟弟, 妹妹, 我哥, 我姐, 我弟, 我妹 | siblings?, brothers?, sisters?, twin | ends
grandparents         | many | relationship |           | -    | 爷爷, 奶奶, 外公, 外婆, 姥姥, 姥爷 | grand(?:parents?|mother|father|ma|pa), granny, grandad | ends
relatives            | many | relationship |           | -    | 亲戚, 表哥, 表姐, 表弟, 表妹, 堂哥, 堂姐, 堂弟, 堂妹, 叔叔, 阿姨, 舅舅, 姑姑, 侄子, 侄女, 外甥 | relatives?, cousins?, aunt, uncle, niece, nephew | ends
family               | many | relationship |           | -    | 家人, 家里人, 家里几口, 家庭成员 | family, household | ends
friend               | many | relationship |           | 1095 | 朋友, 闺蜜, 发小, 哥们, 室友, 同学 | friends?, bestie, room ?mates?, flat ?mates?, classmates?, neighbou?rs? | ends
therapist            | many | relationship | protected | 730  | 心理医生, 心理咨询师, 咨询师, 治疗师 | therapists?, psychologist, counsell?or, psychiatrist, shrink | ends
doctor               | many | relationship | protected | 730  | 医生是, 主治医生, 家庭医生, 牙医, 主治医师, 大夫 | doctors?, physician, dentist, specialist, surgeon | ends
teacher              | many | relationship |           | 365  | 导师, 老师, 教练, 班主任 | teachers?, mentors?, advis[oe]r, tutor, coach, trainer | ends
emergency.contact    | many | fact         | protected | -    | 紧急联系人 | emergency contact | ends
pet                  | many | relationship |           | 1825 | 宠物, 养了什么, 猫, 狗, 猫叫, 狗叫, 养的 | pets?, cats?, dogs?, puppy, kitten, hamster, parrot, rabbit | ends
diet.avoids          | many | preference   |           | -    | 忌口, 不吃什么, 不能吃什么, 吃不了什么, 不喝什么 | (?:don't|do not|can't|cannot|won't|shouldn't|should(?:n't)? i not) i? ?eat, can i not eat, (?:should|must) i (?:avoid|not eat), avoid eating, dietary restrictions?, foods? to avoid | holds
diet.likes           | many | preference   |           | 730  | 爱吃, 喜欢吃, 爱喝, 喜欢喝, (?<!不)(?<!能)[吃喝](?:点|些)?什么, 口味, 吃辣, 最爱的菜, 喜欢的菜 | favou?rite (?:food|dish|drink|cuisine|snack|restaurant|dessert|fruit|meal), like to (?:eat|drink), what (?:do|should|can|could) i (?:usually |normally |like to )?(?:eat|drink), foods? (?:do )?i like, like spicy | opposite
diet.style           | one  | preference   |           | -    | 吃素, 素食, 饮食习惯, 清真, 生酮, 低碳, 荤 | vegetarian, vegan, pescatarian, halal, kosher, keto, gluten[- ]free, diet(?:ary)?, eat meat | opposite
coffee               | many | preference   |           | 730  | 咖啡 | coffee, latte, espresso | opposite
alcohol              | one  | preference   |           | 365  | 喝酒, 酒量, 戒酒 | alcohol, drink(?:ing)? (?:alcohol|beer|wine), sober | opposite
smoking              | one  | preference   |           | 365  | 抽烟, 吸烟, 戒烟 | smok(?:e|ing|er) | opposite
allergy              | many | fact         | protected | -    | 过敏, 敏感 | allerg(?:y|ies|ic), intoleran(?:t|ce) | ends
health.condition     | many | fact         | protected | -    | 病史, 疾病, 慢性病, 什么病, 血压, 血糖, 糖尿病, 哮喘, 健康状况, 身体怎么样, 伤病, 残疾, 抑郁 | health, medical conditions?, illness, disease, diabet(?:es|ic), asthma, blood pressure, injur(?:y|ies), diagnos(?:is|ed), disability | ends
medication           | many | fact         | protected | 365  | 什么药, 服药, 用药, 吃药, 药物 | medications?, medicines?, meds, pills?, prescriptions?, dosage | ends
blood_type           | one  | fact         | protected | -    | 血型 | blood (?:type|group) | ends
height               | one  | fact         |           | -    | 身高, 多高 | height, how tall | ends
weight               | one  | fact         |           | 90   | 体重, 多重, 多少斤, 几斤 | (?:my )?weight(?! goal), how much do i weigh, weigh | ends
weight.goal          | one  | fact         |           | 180  | 减重目标, 目标体重, 减到, 瘦到, 减肥目标 | weight goal, target weight, goal weight | ends
waist                | one  | fact         |           | 90   | 腰围 | waist | ends
health.measure       | many | fact         | protected | 180  | 指标, 血脂, 心率, 体脂 | blood sugar, cholesterol, heart rate, lipids?, bmi | ends
shoe.size            | one  | fact         |           | -    | 鞋码, 穿多大的鞋, 脚多大 | shoe size | ends
clothes.size         | one  | fact         |           | 730  | 衣服尺码, 穿多大码, 尺码 | (?:shirt|clothes|clothing|dress|t-shirt|jacket|pants) size | ends
eyesight             | one  | fact         | protected | -    | 视力, 近视, 度数, 色盲 | eyesight, glasses, short-?sighted, nearsighted, colou?r-?blind | ends
pregnancy            | one  | fact         | protected | 270  | 怀孕, 预产期, 孕 | pregnan(?:t|cy), due date | ends
fitness.habit        | many | preference   |           | 365  | 健身, 锻炼, 运动习惯, 跑步, 瑜伽, 游泳 | work ?out, exercise, gym, running, yoga, fitness | opposite
fitness.goal         | one  | fact         |           | 365  | 健身目标, 运动目标 | fitness goals?, training for | ends
sleep                | many | preference   |           | 365  | 几点睡, 几点起, 睡觉, 上床, 睡眠, 起床, 早起, 熬夜, 午睡, 失眠 | sleep, (?:go(?:ing)? )?to bed, bed ?time, wake up, get up, early (?:bird|riser), night owl, naps? | opposite
commute              | one  | preference   |           | 365  | 通勤, 上班怎么去, 怎么上班 | commute, get to work | opposite
tool.editor          | one  | preference   |           | 730  | 编辑器, 写代码用什么 | editor, ide | opposite
tool.package_manager | one  | fact         |           | 730  | 包管理, 包管理器 | package manager | opposite
tool.os              | one  | preference   |           | 730  | 操作系统, 系统用 | operating system, which os, what os | opposite
tool.browser         | one  | preference   |           | 730  | 浏览器 | browser | opposite
tool.shell           | one  | preference   |           | 730  | 终端 | shell, terminal | opposite
tool.database        | many | fact         |           | 730  | 数据库 | database | opposite
tool.framework       | many | fact         |           | 730  | 框架, 技术栈 | framework, tech stack, stack | opposite
tool.language        | many | preference   |           | 730  | 编程语言, 用什么语言写 | programming language, code in | opposite
tool.ui              | many | preference   |           | 730  | 深色模式, 暗色, 主题 | dark mode, light mode, (?:dark|light|colou?r) theme | opposite
tool.code_style      | many | preference   |           | 730  | 缩进, 代码风格, 命名规范 | tabs, spaces, indentation, code style, naming convention | opposite
tool                 | many | preference   |           | 730  | 用什么工具, 工具, 软件, 笔记软件 | tools?, software, apps? (?:do )?i use | opposite
device.phone         | one  | fact         |           | 730  | 什么手机, 手机(?!号|卡), 手机型号 | phone(?! number), smartphone, iphone, android | ends
device.computer      | many | fact         |           | 730  | 电脑, 笔记本电脑 | computer, laptop, desktop, macbook | ends
device               | many | fact         |           | 730  | 耳机, 相机, 键盘, 平板, 手表, 设备 | headphones, camera, keyboard, tablet, watch, devices? | ends
car                  | many | fact         |           | 1095 | 车, 开什么车, 座驾, 车牌 | cars?, what do i drive, vehicle, motorbike | ends
vehicle.licence      | one  | fact         |           | -    | 驾照, 驾驶证 | driver'?s licen[cs]e, driving licen[cs]e | ends
budget               | one  | fact         |           | 180  | 预算, 花多少, 价位 | budget, spending limit, price range | ends
expenses             | many | fact         |           | 180  | 开销, 花销, 房贷, 存款, 理财 | expenses, savings?, debts?, loans?, invest(?:ment|ments|ing) | ends
bank                 | many | fact         | protected | 730  | 银行, 开户行 | bank(?! holiday) | ends
project              | many | fact         |           | 180  | 项目, 课题, 产品 | projects?, working on, product | ends
project.name         | many | fact         |           | 365  | 项目叫, 代号, 服务器叫, 名称 | (?:project|server|codename|code name|repo|repository|service|cluster) name, (?:server|project|repo) called, staging server, server | ends
deadline             | many | fact         |           | 60   | 截止, 期限, deadline, ddl, 什么时候交, 上线时间 | deadline, due, launch date, release date, ship date | ends
hobby                | many | preference   |           | 730  | 爱好, 业余, 喜欢做什么, 兴趣, 空闲时间, 喜欢干什么 | hobb(?:y|ies), free time, for fun, pastime, like to do, interests?, enjoy doing | opposite
sport.team           | many | preference   |           | 1825 | 球队, 支持哪个队, 主队 | (?:football|soccer|basketball|baseball|favou?rite|sports?) (?:team|club), team do i support, root for | opposite
sport                | many | preference   |           | 730  | 什么运动, 打球, 羽毛球, 篮球, 足球, 网球 | sports?, tennis, football, basketball, badminton, swimming | opposite
instrument           | many | fact         |           | 1095 | 乐器, 弹琴, 钢琴, 吉他, 小提琴 | instruments?, piano, guitar, violin, drums | opposite
music                | many | preference   |           | 730  | 音乐, 听什么歌, 歌手, 乐队, 喜欢的歌 | music, singers?, bands?, songs?, artist, listen to, jazz | opposite
movie                | many | preference   |           | 730  | 电影, 电视剧, 剧, 动漫, 综艺, 导演 | movies?, films?, tv shows?, series, anime, director | opposite
book                 | many | preference   |           | 730  | 书, 小说, 作家, 作者, 看什么书 | books?, novels?, authors?, reading, genre | opposite
game                 | many | preference   |           | 730  | 游戏, 玩什么 | games?, video games?, gaming | opposite
colour               | one  | preference   |           | -    | 颜色, 什么色 | colou?rs? | opposite
number.lucky         | one  | preference   |           | -    | 幸运数字 | lucky number, favou?rite number | opposite
season               | one  | preference   |           | -    | 季节 | season | opposite
brand                | many | preference   |           | 730  | 品牌, 牌子 | brands? | opposite
shopping             | many | preference   |           | 365  | 购物, 买东西, 性价比 | shopping, shop at | opposite
temperature          | many | preference   |           | 365  | 怕冷, 怕热, 空调 | thermostat, temperature | opposite
travel.seat          | one  | preference   |           | -    | 座位, 靠窗, 靠过道, 选座 | seats?, aisle, window seat | opposite
travel.style         | many | preference   |           | 730  | 旅行方式, 怎么旅游, 住什么酒店, 自由行, 跟团 | travel style, hotels?, how do i (?:like to )?travel, airline | opposite
travel.plan          | many | event        |           | 90   | 旅行计划, 出差, 去哪玩, 旅游, 行程, 航班 | trips?, travel plans?, vacation, holiday, flight, itinerary | ends
travel.visited       | many | event        |           | -    | 去过哪, 去过 | places i(?:'ve| have) (?:been|visited), have i been to, visited | ends
plan                 | many | event        |           | 60   | 计划, 安排, 日程, 约了, 预约 | plans?, appointments?, schedule, calendar | ends
answer.length        | one  | instruction  |           | -    | 简短, 详细, 长度, 太长, 太短, 啰嗦, 长篇大论, 篇幅, 回答长短, 字数 | concise, brief, short answers?, detailed, verbose, answer length, length of (?:your|the) (?:answers?|repl(?:y|ies)) | opposite
answer.format        | many | instruction  |           | -    | 格式, 列表, 表格, 要点, 分点, markdown, emoji, 表情 | bullet(?:s| points?), tables?, markdown, format(?:ting)?, emojis?, numbered | opposite
answer.language      | one  | instruction  |           | -    | 用中文, 用英文, 用英语, 回答语言, 什么语言回答 | in (?:english|chinese|spanish|french|german|japanese), language (?:to|you) (?:answer|reply) | opposite
answer.tone          | one  | instruction  |           | -    | 语气, 口吻, 正式, 幽默, 客气, 直接一点, 别说教 | tone, formal(?:ly)?, casual(?:ly)?, friendly, blunt, politely, humou?r | opposite
answer.address       | one  | instruction  |           | -    | 称呼我, 叫我, 喊我 | call me, address me | opposite
answer.topic         | many | instruction  |           | 365  | 别推荐, 不要推荐, 别提, 优先推荐 | (?:don't|do not|never|stop) (?:suggest|recommend|mention)ing?, suggestions?, recommendations? | opposite
answer.code          | many | instruction  |           | -    | 代码注释, 代码示例, 代码用 | code (?:samples?|examples?|comments?), type hints, in python | opposite
spelling             | one  | instruction  |           | -    | 拼写, 英式, 美式拼写, 繁体, 简体 | (?:british|american) (?:spelling|english), spelling | opposite
units                | one  | instruction  |           | -    | 单位, 公制, 英制, 摄氏, 华氏 | units?, metric, imperial, celsius, fahrenheit | opposite
notification         | many | instruction  |           | 365  | 提醒, 通知 | reminders?, remind me, notifications? | opposite
goal                 | many | fact         |           | 365  | 目标, 打算, 梦想, 想要实现 | goals?, ambition, dreams?, aim, aspiration | ends
study                | many | fact         |           | 180  | 在学什么, 备考, 考试, 考研, 学习 | studying for, exams?, learning, course, class | ends
fear                 | many | preference   |           | -    | 害怕, 怕什么, 恐惧, 恐高 | afraid, fears?, scared, phobia | opposite
dislike              | many | preference   |           | 730  | 讨厌, 不喜欢什么, 受不了 | hate, dislike, can't stand, annoys?, pet peeve | opposite
value                | many | preference   |           | -    | 看重, 价值观, 原则 | values?, principles?, care about | opposite
volunteer            | many | fact         |           | 365  | 志愿, 公益 | volunteer(?:ing)?, charity | ends
membership           | many | fact         |           | 365  | 会员, 社团, 俱乐部 | member(?:ship)?, club | ends
subscription         | many | fact         |           | 365  | 订阅, 套餐 | subscri(?:be|ption)s?, plan i(?:'m| am) on | ends
possession           | many | fact         |           | 1095 | 我有什么 | what do i (?:own|have) | ends
identity             | many | fact         | protected | -    | 身份, 性取向, 党员 | identity, orientation, lgbt\\w*, trans | ends
task.progress        | many | state        |           | 2    | 进度, 做到哪, 写到哪, 卡在 | progress, how far, left off, stuck on | ends
mood                 | many | state        |           | 2    | 心情, 情绪 | mood, how (?:do|did) i feel | ends
"""
