"""The reasons in traces and the log, which are English, in Chinese for Chinese readers; and in plain words for people
who only use what is kept of them.
"""

from __future__ import annotations

import re

_ROWS: tuple[tuple[str, str], ...] = (
    # why something was not kept
    (r"a question", "提问"),
    (r"too long: (\d+) characters were not looked through for memories", r"太长：有 \1 个字没有逐句判断"),
    (r"the beginning of a secret", "秘密的前半句"),
    (r"a hypothetical or a wish", "假设或愿望"),
    (r"role play", "角色扮演"),
    (r"text inside a task", "任务里引用的文字"),
    (r"a pasted text", "粘贴的文字"),
    (r"someone else's words", "转述别人的话"),
    (r"small talk", "寒暄"),
    (r"passing: of today or of this request", "只关系到今天或这次请求"),
    (r"about someone else", "说的是别人"),
    (r"a request", "请求"),
    (r"nothing lasting about the user", "没有值得长期记住的内容"),
    # why something was kept, replaced or put aside
    (r"nothing known is like it", "之前没有相近的记忆"),
    (r"there is nothing to keep", "没有可记的内容"),
    (r"too unsure to be held without asking", "把握不大，需要确认"),
    (r"it contradicts what is known and is not sure enough to replace it", "与已知矛盾，但把握不足以取代"),
    (r"it contradicts what the user said and comes from elsewhere", "与用户说过的矛盾，且来自别处"),
    (
        r"it contradicts something about health or safety: ask before it is dropped",
        "与健康安全的记忆矛盾，先询问",
    ),
    (r"it contradicts the (?P<slot>.+), which seldom changes", r"与很少改变的 \1 矛盾"),
    (r"said in the same words", "原话重复"),
    (r"they speak of different people or things", "说的是不同的人或事"),
    (r"they are about similar matters and do not contradict each other", "内容相近，互不矛盾"),
    (r"they have nothing in common", "互不相关"),
    (r"by its meaning it takes the place of what was known", "从意思上看，它取代了原来的"),
    (r"it may take the place of something protected: ask before that is dropped", "可能取代受保护的内容：先问再换"),
    (r"the user said that this was wrong", "用户说之前的不对"),
    (r"the animal is no longer there", "宠物已不在"),
    (r"they hold for different times", "适用于不同的时间"),
    (r"it holds for one case only", "只适用于一种情况"),
    (r"(?P<slot>.+): the old value is said to be over", r"\1：旧的已经结束"),
    (r"(?P<slot>.+) has another value now", r"\1 有了新的值"),
    (r"(?P<slot>.+): (.+) has become (.+)", r"\1：\2 变成了 \3"),
    (r"it was (.+) and is (.+)", r"原来是 \1，现在是 \2"),
    (r"(?P<slot>.+) was (.+) and is (.+)", r"\1 原来是 \2，现在是 \3"),
    (r"(?P<slot>.+): the other way round now", r"\1：现在相反"),
    (r"(?P<slot>.+) (?:is over|has changed)", r"\1 已经改变"),
    (r"(?P<slot>.+) is the same", r"\1 没有变"),
    (r"the same in other words", "换了个说法"),
    (r"the same in another language", "换了一种语言"),
    (r"nearly the same words", "几乎是原话"),
    (r"the same event", "同一件事"),
    (r"two events", "两件事"),
    (r"the same (?P<slot>.+) at another time, or called off", r"\1 改了时间或取消"),
    (r"the same (?P<slot>.+) at another time", r"\1 改了时间"),
    (r"the same with another amount or time", "数量或时间变了"),
    (r"the same (?P<slot>[^:]+): (.+)", r"\1 相同：\2"),
    (r"the same (?P<slot>.+)", r"\1 相同"),
    (r"said to hold beside the other", "与原来的并存"),
    (r"it has healed", "已经康复"),
    (r"the opposite is said of the allergy to (.+)", r"关于对 \1 过敏的说法相反"),
    (r"the opposite is said of the same times", "对同样的时间说法相反"),
    (r"the opposite is said of (?P<slot>.+)", r"对 \1 的说法相反"),
    (r"(?P<slot>.+) is said to be replaced", r"\1 被替换"),
    (r"another (?P<slot>.+) is used now", r"换了一个 \1"),
    (r"another (?P<slot>.+) now", r"换了 \1"),
    (r"some of its days are over", "其中几天不再如此，其余照旧"),
    (r"another name to be called by", "换了称呼"),
    (r"taken otherwise now", "现在换了吃法或喝法"),
    (r"the old (.+) is said to be gone", r"旧的 \1 不在了"),
    (r"it only sounds like a change", "只是听起来像变化"),
    (r"said of something known", "说的是已知的事物"),
    (r"it is otherwise now", "现在不同了"),
    (r"a change of something known", "已知的事有了变化"),
    (r"the second witness sees nothing in it", "语义判断认为无可记"),
    (r"patterns: (.+)", r"句式：\1"),
    (r"the second witness alone: its meaning", "只有语义判断看到"),
    (r"the model \((.+)\) and the second witness: its meaning", r"模型（\1）和语义判断看到"),
    (r"the model alone \((.+)\): its meaning", r"只有模型（\1）看到"),
    (r"the model agrees \((.+)\)", r"模型（\1）也这样看"),
    (r"asked to remember", "要求记住"),
    (r"corrects what was known", "更正了已知的"),
    (r"an answer to the assistant's question", "回答了助手的问题"),
    (r"completed from the turn before", "由上一轮补全"),
    (r"asked (\d+) times", r"问过 \1 次"),
    (r"a task was finished", "任务完成"),
    (r"too many at once: (\d+) memories an hour are kept", r"短时间内太多：每小时最多记 \1 条"),
    (r"too many at once: (\d+) memories a day are kept", r"短时间内太多：每天最多记 \1 条"),
    (r"trigger: said outright", "触发：明确要求"),
    (r"trigger: a known attribute", "触发：涉及已知属性"),
    (r"trigger: a known entity", "触发：涉及已知的人或物"),
    (r"trigger: a known memory", "触发：涉及已有记忆"),
    (r"trigger: a light scan", "触发：轻量扫描"),
    (r"trigger: the end of the session", "触发：会话结束"),
    # recall and context
    (r"keywords: (.+)", r"关键词：\1"),
    (r"meaning (\d.*)", r"语义 \1"),
    (r"score (\S+)", r"得分 \1"),
    (r"fills (?P<slot>.+)", r"属性 \1"),
    (r"said (\d+) times", r"说过 \1 次"),
    (r"used before", "用过"),
    (r"used (\d+) times", r"用过 \1 次"),
    (r"no longer so since (.+)", r"自 \1 起不再如此"),
    (r"no longer so", "不再如此"),
    (r"untrusted source", "来源不可信"),
    (r"the caller's own words", "调用方的系统提示"),
    (r"the input", "输入"),
    (r"recent turn", "最近的对话"),
    (r"no room", "放不下"),
    (r"no room for this turn", "放不下这一轮"),
    (r"no room for this step of the turn", "放不下这一步"),
    (r"this turn is in the conversation", "这一轮已在对话里"),
    (r"its words are in the conversation \(message (\d+)\)", r"原话已在对话里（第 \1 条）"),
    (r"its words are in the input", "原话已在输入里"),
    (r"said already: (.+)", r"已经说过：\1"),
    (r"a recalled memory says the same", "与想起的记忆相同"),
    (r"what left the window", "已移出窗口的内容"),
    (r"what left the window, shortened to fit", "已移出窗口的内容，为放下而缩短"),
    # why not
    (r"it is among the hits", "它就在结果里"),
    (r"written: yes", "已写入：是"),
    (r"written: no\. This user has no memory or episode with that id now", "已写入：否。该用户现在没有这个编号"),
    (
        r"it may have been erased, never been written, or still be in the queue \(see `jobs`\)",
        "可能已抹除、从未写入，或还在队列里（见 `jiyi jobs`）",
    ),
    (r"written: yes, but only after this question was asked", "已写入：是，但在这次提问之后"),
    (r"searched: no\. The question was not asked over (\w+)", r"搜索：否。这次没有搜 \1"),
    (r"current: yes", "仍然有效：是"),
    (r"current: no\. it is superseded", "仍然有效：否，已被取代"),
    (r"current: no\. it is retracted", "仍然有效：否，已撤回"),
    (r"current: no\. it is archived", "仍然有效：否，已归档"),
    (r"current: no\. it is pending", "仍然有效：否，待确认"),
    (r"current: no\. it has expired", "仍然有效：否，已到期"),
    (r"current: no\. it was replaced or removed since", "仍然有效：否，后来被取代或删除"),
    (r"it has expired", "已到期"),
    (r"allowed: yes", "符合条件：是"),
    (r"allowed: no\. it is of another kind", "符合条件：否，类型不同"),
    (r"allowed: no\. it has none of the tags", "符合条件：否，没有这些标签"),
    (r"allowed: no\. it is of the conversation that asks", "符合条件：否，就在当前对话里"),
    (r"allowed: no\. it was said after that time", "符合条件：否，在那个时间之后才说"),
    (r"allowed: no\. it was not yet held at that time", "符合条件：否，当时还没有"),
    (r"allowed: no\. it was no longer held at that time", "符合条件：否，当时已经失效"),
    (
        r"allowed: no\. what it says may have been meant by an order to forget, and is set aside until that is settled",
        "符合条件：否，里面的话可能是要求忘记的，先放到一边，等确认",
    ),
    (r"dropped: score (\S+) is under the least of (\S+)", r"未显示：得分 \1 低于下限 \2"),
    (r"dropped: nothing that was said is near what is asked", "未显示：说过的话都与问题不相关"),
    (r"dropped: the filter `where` leaves it out", "未显示：被 where 条件排除"),
    (r"dropped: says the same as (\S+), which ranks before it", r"未显示：与排在前面的 \1 说的一样"),
    (r"says the same as (\S+), which ranks before it", r"与排在前面的 \1 说的一样"),
    # how a query was read, and what the stages did
    (r"asks for (?P<slot>.+)", r"问的是 \1"),
    (r"asks about the past", "问的是以前"),
    (r"speaks of (\S+ \S+) to (\S+ \S+) UTC", r"说的是 \1 到 \2（UTC）"),
    (r"refers to: (.+)", r"指的是：\1"),
    (r"read with the talk before it", "连同前面的对话一起理解"),
    (r"the question itself: (.+)", r"真正的问题：\1"),
    (r"(\d+) questions at once", r"一次问了 \1 件事"),
    (r"(.{1,20}) is ([A-Z\u4e00-\u9fff].{0,40})", r"\1 指 \2"),
    (r"warm", "已在内存"),
    (r"delta", "补读新增"),
    (r"cold", "首次读取"),
    (r"nearest from (.+)", r"最相近的来自 \1"),
    (r"(.+) is being filled anew; nearest by a sketch", r"\1 正在重新填充，相近程度按缩略向量估计"),
    (r"(.+) did not answer; nearest by a sketch", r"\1 没有响应，相近程度按缩略向量估计"),
    (r"(\d+) parts looked at closely", r"细看了 \1 段"),
    (r"sure that something is known: (.+)", r"有相关内容的把握：\1"),
    (r"speaks of a person or thing that is asked about", "提到了问到的人或物"),
    (r"the topic touches it", "话题与它有关"),
    (r"of the time that is asked about", "在问到的时间"),
    (r"profile", "档案"),
    (r"protected", "受保护"),
    (r"recalled with score (\S+)", r"被想起，得分 \1"),
    (r"not confirmed for long", "很久没有确认"),
    (r"kept with the session", "随会话保存"),
    (r"too far from what is asked", "离问题太远"),
    (r"a memory says the same", "已有记忆说的一样"),
    (r"asked whether it is still so", "问过是否还是这样"),
    (r"the user said that it is still so", "用户说还是这样"),
    (r"the user said that it is no longer so", "用户说不再这样"),
    (r"words match: yes \((.+)\)", r"关键词匹配：是（\1）"),
    (r"words match: no \((.+)\)", r"关键词匹配：否（\1）"),
    (r"meaning matches: yes \((\S+); unrelated texts have about (.+)\)", r"语义匹配：是（\1；不相关的约为 \2）"),
    (r"meaning matches: hardly \((\S+); unrelated texts have about (.+)\)", r"语义匹配：很弱（\1；不相关的约为 \2）"),
    (r"meaning matches: no \((\S+); unrelated texts have about (.+)\)", r"语义匹配：否（\1；不相关的约为 \2）"),
    (r"score (\S+), place (\d+) of (\d+) among (\w+)", r"得分 \1，在 \4 中排第 \2 / \3"),
    (r"dropped: only the best (\d+) are shown, and others ranked higher", r"未显示：只显示前 \1 条，其他的排得更高"),
    (r"dropped: nothing was shown", "未显示：没有结果"),
    # by hand
    (r"said outright", "明确要求记住"),
    (r"corrected on request", "按要求更正"),
    (r"retracted on request", "按要求撤回"),
    (r"confirmed by the user", "用户已确认"),
    (r"pinned by the user", "用户要求永不遗忘"),
    (r"no longer pinned by the user", "用户取消了永不遗忘"),
    (r"corrects ([0-9a-f-]{36})", r"更正 \1"),
    (r"restored from (\w+)", r"从 \1 恢复"),
    (r"([0-9a-f-]{36}) was restored", r"\1 已恢复"),
    (r"what it had replaced was restored", "被它取代的那条已恢复"),
    (r"turn kept verbatim", "原样保存这一轮对话"),
    (r"imported", "导入"),
    (r"embedded again with (.+)", r"用 \1 重新计算向量"),
    (r"erased", "已抹除"),
    (r"the user asked to forget it", "用户要求忘记"),
    (r"perhaps to be forgotten: set aside, not erased", "可能是要求忘记：先放到一边，没有抹去"),
    (r"asked for", "按要求"),
    # the policy of forgetting
    (r"preference not confirmed for (.+) days?: does it still hold\?", r"偏好 \1 天未确认：还是这样吗？"),
    (r"its time ended on (.+)", r"已于 \1 到期"),
    (r"task progress older than (.+) days?", r"任务进展已超过 \1 天"),
    (r"event not recalled for (.+) days?", r"事件 \1 天没有被想起"),
    (r"confidence (.+) and never recalled in (.+) days?", r"可信度 \1，\2 天没有被想起"),
    (r"over the capacity of (.+) memories, and among the least worth keeping", r"超过 \1 条的容量，且价值最低"),
    (r"past turn older than its retention of (.+) days?", r"对话已超过 \1 天的保存期"),
    (r"untouched for too long", "太久没有动过"),
)
# What a Chinese reader calls the slots that a reason names.
_SLOTS = """
name 名字, nickname 昵称, age 年龄, birthday 生日, gender 性别, zodiac 星座, personality 性格, nationality 国籍,
ethnicity 民族, religion 宗教信仰, residence 住处, address 地址, housing 住房, hometown 老家, timezone 时区,
phone 电话, email 邮箱, contact.time 联系时间, job 职业, employer 工作单位, team 团队, colleague 同事,
work.schedule 工作时间, work.style 工作方式, meeting.day 例会时间, salary 收入, company.finance 公司财务,
school 学校, major 专业, grade 年级或学历, certificate 证书, skill 技能, experience 工作经验, language 会的语言,
language.learning 在学的语言, marital_status 婚姻状况, partner 伴侣, ex 前任, children 孩子, parents 父母,
siblings 兄弟姐妹, grandparents 祖父母, relatives 亲戚, family 家人, friend 朋友, therapist 心理医生, doctor 医生,
teacher 老师, emergency.contact 紧急联系人, pet 宠物, diet.avoids 忌口, diet.likes 爱吃爱喝的, diet.style 饮食方式,
coffee 咖啡, alcohol 饮酒, smoking 吸烟, allergy 过敏, health.condition 病史, medication 用药, blood_type 血型,
height 身高, weight 体重, weight.goal 目标体重, waist 腰围, health.measure 健康指标, shoe.size 鞋码,
clothes.size 衣服尺码, eyesight 视力, pregnancy 怀孕, fitness.habit 健身习惯, fitness.goal 健身目标, sleep 睡眠,
commute 通勤, tool.editor 编辑器, tool.package_manager 包管理器, tool.os 操作系统, tool.browser 浏览器,
tool.shell 终端, tool.database 数据库, tool.framework 框架, tool.language 编程语言, tool.ui 界面主题,
tool.code_style 代码风格, tool 工具, device.phone 手机, device.computer 电脑, device 设备, car 车,
vehicle.licence 驾照, budget 预算, expenses 开销, bank 银行, project 项目, project.name 项目名称, deadline 截止时间,
hobby 爱好, sport.team 球队, sport 运动, instrument 乐器, music 音乐, movie 影视, book 书, game 游戏, colour 颜色,
number.lucky 幸运数字, season 季节, brand 品牌, shopping 购物, temperature 冷热, travel.seat 座位,
travel.style 旅行方式, travel.plan 旅行计划, travel.visited 去过的地方, plan 计划, answer.length 回答的长短,
answer.format 回答的格式, answer.language 回答的语言, answer.tone 回答的语气, answer.address 对我的称呼,
answer.topic 不谈的话题, answer.code 代码的写法, spelling 拼写, units 单位, notification 提醒, goal 目标,
study 学习, fear 害怕的, dislike 讨厌的, value 看重的, volunteer 志愿服务, membership 会员, subscription 订阅,
possession 拥有的东西, identity 身份, task.progress 任务进度, mood 心情
"""
_SLOT_NAMES = dict(row.split() for row in _SLOTS.replace("\n", " ").split(","))
# Parts of a reason that speak of how the rules came to it, not of the person: `jiyi changes` shows them.
_INNER = (
    "patterns: ",
    "trigger: ",
    "the second witness",
    "the model agrees",
    "nothing known is like it",
    "restored from ",
)
_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
# What else people are told in other words than the log has: English, Chinese.
_PLAINER: tuple[tuple[str, str, str], ...] = (
    (
        r"confidence \S+ and never recalled in (.+) days?",
        r"not sure, and not used for \1 days",
        r"不太确定，\1 天没有用到",
    ),
    (r"event not recalled for (.+) days?", r"not used for \1 days", r"\1 天没有用到"),
    (
        r"over the capacity of (.+) memories, and .+",
        r"more than \1 are kept, and this was little used",
        r"已超过 \1 条，这条很少用到",
    ),
    (r"embedded again with .+", "made ready for searching again", "重新编入搜索"),
    (r"the model alone \(.+\): its meaning", "a language model took it so", "语言模型这样理解"),
    (r"the model \(.+\) and the second witness: its meaning", "taken so by its meaning", "从意思上看是这样"),
)
_PARTS = re.compile(r"; (?![^()]{0,60}\))")  # not inside parentheses
_PATTERNS = tuple((re.compile(pattern), words) for pattern, words in _ROWS)
_PLAIN = tuple((re.compile(pattern), (en, zh)) for pattern, en, zh in _PLAINER)


def in_chinese(reason: str) -> str:
    """The reason in Chinese, part by part; what is not known here stays as it is."""
    if len(reason) > 500:
        return reason
    return "；".join(map(_part, _PARTS.split(reason)))


def plainly(reason: str, *, chinese: bool) -> str:
    """The reason for people who are no engineers: without how the rules came to it, without ids and codes. Empty when
    nothing else is in it."""
    told = []
    for part in _PARTS.split(reason[:500]):
        if not part or part.startswith(_INNER):
            continue
        for pattern, words in _PLAIN:
            if match := pattern.fullmatch(part):
                told.append(match.expand(words[chinese]))
                break
        else:
            words_ = _part(part) if chinese else _english(part)
            told.append(_ID.sub("另一条记忆" if chinese else "another memory", words_))
    return ("；" if chinese else "; ").join(told)


def slot(name: str, *, chinese: bool) -> str:
    """What a reader calls a slot (`tool.package_manager`)."""
    plain = name.replace(".", " ").replace("_", " ")
    return _SLOT_NAMES.get(name, plain) if chinese else plain


def _english(reason: str) -> str:
    """With plain names of the slots."""
    for pattern, _ in _PATTERNS:
        if "slot" in pattern.groupindex and (match := pattern.fullmatch(reason)):
            start, end = match.span("slot")
            return reason[:start] + slot(reason[start:end], chinese=False) + reason[end:]
    return reason


def _part(reason: str) -> str:
    for pattern, words in _PATTERNS:
        match = pattern.fullmatch(reason)
        if match:
            return match.expand(words) if "slot" not in pattern.groupindex else _with_slot(match, words)
    return reason


def _with_slot(match: re.Match[str], words: str) -> str:
    """The words with the slots' names in Chinese; what is no slot, as a value, stays as it was said."""
    slots = "、".join(_SLOT_NAMES.get(name, name) for name in match["slot"].split(", "))
    rest = {str(place): text for place, text in enumerate(match.groups(), start=1)}
    rest[str(match.re.groupindex["slot"])] = slots
    return re.sub(r"\\(\d)", lambda found: rest[found[1]], words)
