"""The dimensions of how the user wants to be answered, and the values on each: one wish per dimension is current.

Columns: dimension | value | Chinese | English. Expressions are for folded text.
"""

ROWS = r"""
length    | short     | 简短|简洁|精简|精炼|简明|短一?点|短些|言简意赅|一句话|别太长|(?<!不要)(?<!别)(?<!太)简单(?:一?点|回答|说) | (?<![a-z])(?:short(?:er)?|brief(?:ly)?|concise(?:ly)?|terse|succinct(?:ly)?|to the point|one sentence|one-liners?|shorten|tl;?dr)(?![a-z])
length    | long      | 详细|详尽|长一?点|展开(?:说|讲)|具体一?点|长篇大论|啰嗦|太长 | (?<![a-z])(?:detail(?:s|ed)?|long(?:er)?(?! run)|verbose|elaborate|thorough(?:ly)?|in[- ]depth|essays?|rambl\w+)(?![a-z])
length    | limit     | \d+ ?个?字(?:以内|之内|左右)?|[一二三两几百千]+字以?内|不超过.{1,5}字 | \d+ words|(?:one|two|three|four|five|\d) (?:sentences|paragraphs|lines)
layout    | list      | 列表|要点|分点|条列|逐条|编号 | bullets?(?: points?| lists?)?|numbered lists?|(?<![a-z])lists?(?![a-z])
layout    | table     | 表格 | (?<![a-z])tables?(?![a-z])
layout    | prose     | 段落|整段|连贯的文字 | paragraphs?|prose|full sentences
markup    | markdown  | markdown | markdown
markup    | plain     | 纯文本 | plain text
emoji     | emoji     | 表情|emoji|颜文字 | emojis?|emoticons?|smileys?
language  | chinese   | (?:用|说|讲|写|以|成)(?:简体|繁体)?(?:中文|汉语|普通话)|中文(?:回|答|交流|沟通) | (?<![a-z])(?:in|use|speak|to) (?:chinese|mandarin)|chinese (?:from|please|replies|answers)
language  | english   | (?:用|说|讲|写|以|成)(?:英文|英语)|(?:英文|英语)(?:回|答|交流|沟通) | (?<![a-z])(?:in|speak|use|to) (?:plain |simple )?english(?! spelling)
language  | other     | (?:用|拿|说|讲|写)(?:日|法|德|韩|俄|西班牙|粤|葡萄牙|意大利)(?:文|语) | (?<![a-z])(?:in|speak|to) (?:french|german|spanish|japanese|korean|italian|russian|portuguese|cantonese|dutch|polish|swedish)
script    | simplified | 简体 | simplified
script    | traditional | 繁体|正体字 | traditional (?:chinese|characters)
spelling  | british   | 英式|英国拼写 | (?<![a-z])(?:british|uk) (?:english|spelling|spellings)
spelling  | american  | 美式(?:拼写|英语)|美国拼写 | (?<![a-z])(?:american|us) (?:english|spelling|spellings)
tone      | formal    | 正式|严肃|客气|礼貌|专业一?点 | (?<![a-z])(?:formal(?:ly)?|professional(?:ly)?|serious|polite(?:ly)?)(?![a-z])
tone      | casual    | 随意|随便一?点|轻松|口语|活泼|幽默|像朋友 | (?<![a-z])(?:casual(?:ly)?|informal(?:ly)?|relaxed|humou?r(?:ous)?|funny|playful|chatty|friendly|like a friend)(?![a-z])
tone      | blunt     | 直接一?点|直说|别绕弯|开门见山 | (?<![a-z])(?:blunt(?:ly)?|direct(?:ly)?|straight|honest(?:ly)?|frank(?:ly)?|sugar-?coat\w*)(?![a-z])
currency  | usd       | 美元|美金 | (?:us )?dollars|(?<![a-z])usd(?![a-z])
currency  | eur       | 欧元 | euros?(?![a-z])|(?<![a-z])eur(?![a-z])
currency  | cny       | 人民币 | (?<![a-z])(?:rmb|yuan|cny)(?![a-z])
currency  | gbp       | 英镑 | (?:british )?pounds|(?<![a-z])gbp(?![a-z])
units     | metric    | 公制 | metric
units     | imperial  | 英制 | imperial
heat      | celsius   | 摄氏 | celsius
heat      | fahrenheit | 华氏 | fahrenheit
clock     | 24h       | 24 ?小时制 | 24[- ]hour
clock     | 12h       | 12 ?小时制 | 12[- ]hour
comments  | chinese   | 注释.{0,6}(?:中文|汉语) | comments? in chinese
comments  | english   | 注释.{0,6}(?:英文|英语) | comments? in english
comments  | any       | 注释 | comments?(?![a-z])
code      | python    | (?:代码|示例|例子|脚本).{0,6}python | (?:code|examples?|scripts?|samples?).{0,12}(?<![a-z])python
code      | rust      | (?:代码|示例|例子|脚本).{0,6}rust | (?:code|examples?|scripts?|samples?).{0,12}(?<![a-z])rust(?![a-z])
code      | typescript | (?:代码|示例|例子|脚本).{0,6}(?:typescript|(?<![a-z])ts(?![a-z])) | (?:code|examples?|scripts?|samples?).{0,12}(?<![a-z])(?:typescript|ts)(?![a-z])
code      | javascript | (?:代码|示例|例子|脚本).{0,6}(?:javascript|(?<![a-z])js(?![a-z])) | (?:code|examples?|scripts?|samples?).{0,12}(?<![a-z])(?:javascript|js)(?![a-z])
code      | java      | (?:代码|示例|例子|脚本).{0,6}java(?!s) | (?:code|examples?|scripts?|samples?).{0,12}(?<![a-z])java(?![a-z])
code      | go        | (?:代码|示例|例子|脚本).{0,6}(?<![a-z])go(?:lang)?(?![a-z]) | (?:code|examples?|scripts?|samples?).{0,12}(?<![a-z])go(?:lang)?(?![a-z])
code      | c++       | (?:代码|示例|例子|脚本).{0,6}c\+\+ | (?:code|examples?|scripts?|samples?).{0,12}c\+\+
indent    | tabs      | tab | (?<![a-z])tabs?(?![a-z])
indent    | spaces    | 空格 | (?<![a-z])spaces?(?![a-z])
citation  | sources   | 引用来源|给出处|附链接|出处 | (?<![a-z])(?:cite|citations?|sources|references|links)(?![a-z])
reasoning | steps     | 一步一步|步骤|思路|推理过程|解释原因 | step[- ]by[- ]step|explain why|reasoning
lead      | conclusion | 先说结论|结论先行|先给结论 | (?:answer|conclusion|bottom line|summary) first|start with the (?:answer|conclusion)
person    | first     | 第一人称 | first[- ]person
person    | second    | 第二人称 | second[- ]person
person    | third     | 第三人称 | third[- ]person
theme     | dark      | 深色|暗色|黑暗模式 | dark (?:mode|theme)
theme     | light     | 浅色|亮色 | light (?:mode|theme)
address   | name      | 叫我|称呼我|喊我 | call me|address me
"""
