"""What the page says, in English and in Chinese: plain words for people who are no engineers."""

from __future__ import annotations

from typing import Literal

Lang = Literal["en", "zh"]

# --- the frame ----------------------------------------------------------------------------------------------------
_FRAME: dict[str, tuple[str, str]] = {
    "title": ("Memory", "记忆"),
    "skip": ("Skip to the content", "跳到正文"),
    "menu": ("Pages", "页面"),
    "memories": ("What it knows about me", "它知道我什么"),
    "review": ("To review", "待确认"),
    "timeline": ("Timeline", "时间线"),
    "people": ("People and things", "人和事"),
    "turn": ("What happened in a turn", "一轮对话里发生了什么"),
    "running": ("Running it", "运行情况"),
    "other_language": ("中文", "English"),
    "sign_in": ("Sign in", "登录"),
    "sign_out": ("Sign out", "退出"),
    "whose": ("Whose memory?", "看谁的记忆？"),
    "whose_label": ("Name of the user", "用户名"),
    "open": ("Open", "打开"),
    "change_user": ("Another user", "换一个用户"),
    "key_label": ("Key or token", "密钥或令牌"),
    "key_help": (
        "The operator of this server gives you one. It is not kept in this browser.",
        "由服务器的管理员提供。浏览器里不会保存它。",
    ),
    "key_wrong": ("This key is not known, was revoked or has run out.", "这个密钥不存在、已撤销或已过期。"),
    "problem": ("That did not work", "没有成功"),
    "back": ("Back", "返回"),
    "unexpected": ("Something went wrong on the server. Try again in a moment.", "服务器出了问题，请稍后再试。"),
    "not_found": ("There is no such page or memory.", "没有这个页面或这条记忆。"),
    "forbidden": (
        "Your key does not open this: it is for other users, or may only read.",
        "你的密钥不能打开这里：它属于其他用户，或者只能读。",
    ),
    "outdated": (
        "This memory was changed in the meantime, so nothing was done. Look at it again first.",
        "这条记忆刚刚有了变化，所以什么也没做。请先再看一眼。",
    ),
    "stale_form": (
        "This form is too old or came from another site, so nothing was done. Go back and try again.",
        "这个表单已过期，或来自别的网站，所以什么也没做。请返回再试一次。",
    ),
    "cancel": ("Cancel", "取消"),
    "undo": ("Undo", "撤消"),
    "read_only": ("You may look, but not change anything here.", "你可以查看，但不能修改。"),
}

# --- what it knows ------------------------------------------------------------------------------------------------
_KNOWN: dict[str, tuple[str, str]] = {
    "lead": (
        "This is everything that your assistant has kept about you. You can correct it or delete it at any time.",
        "这里是助手记住的关于你的一切。你随时可以更正或删除。",
    ),
    "nothing": ("Nothing is kept here yet.", "这里还没有记住任何内容。"),
    "nothing_found": ("Nothing here matches.", "没有符合的内容。"),
    "search": ("Search", "搜索"),
    "search_hint": ("A word or a question", "输入词语或问题"),
    "search_go": ("Search", "搜索"),
    "clear": ("Show all", "显示全部"),
    "filters": ("Narrow down", "筛选"),
    "kind": ("Kind", "类型"),
    "any_kind": ("All kinds", "全部类型"),
    "standing": ("State", "状态"),
    "source": ("Where from", "来源"),
    "any_source": ("Anywhere", "全部来源"),
    "as_of": ("As it was on", "某一天的样子"),
    "count": ("{n} kept", "共 {n} 条"),
    "found": ("{n} found", "找到 {n} 条"),
    "found_best": ("The best {n}", "最符合的 {n} 条"),
    "all_of_kind": ("All {n}", "全部 {n} 条"),
    "more": ("Show more", "显示更多"),
    "fact": ("About you", "基本情况"),
    "preference": ("Likes and dislikes", "喜好"),
    "event": ("What happened", "经历"),
    "relationship": ("People around you", "身边的人"),
    "instruction": ("How you want to be helped", "对助手的要求"),
    "state": ("In progress", "手头的事"),
    "now": ("Used now", "正在使用"),
    "past": ("No longer used", "不再使用"),
    "every": ("All", "全部"),
    "current": ("used now", "正在使用"),
    "pending": ("waiting for your answer", "等你确认"),
    "superseded": ("replaced by something newer", "已被新的取代"),
    "retracted": ("taken back", "已撤回"),
    "archived": ("put aside, unused for long", "很久没用，已收起"),
    "said": ("you said it", "你说过"),
    "inferred": ("concluded from what you said", "从你的话推断"),
    "corrected": ("you corrected it", "你更正过"),
    "imported": ("brought from elsewhere", "从别处导入"),
    "form": ("filled in by an app", "由应用填写"),
    "protected": ("Always kept", "始终保留"),
    "protected_why": (
        "It is about health, safety or who you are, so it is never dropped by itself.",
        "它关系到健康、安全或身份，不会被自动遗忘。",
    ),
    "untrusted": ("From a page or a tool, not from you", "来自网页或工具，不是你说的"),
    "sure": ("certain", "确定"),
    "likely": ("quite sure", "比较确定"),
    "unsure": ("not sure", "不太确定"),
    "times": ("said {n} {n:time|times}", "说过 {n} 次"),
    "why": ("Why is this kept?", "为什么记住？"),
    "words": ("What you said", "你的原话"),
    "on": ("on {day}", "{day}"),
    "in_session": ("in conversation {session}", "对话 {session}"),
    "no_words": ("The original words are gone.", "原话已不在。"),
    "how_sure": ("How sure", "把握"),
    "origin": ("Where it came from", "来源"),
    "kept_since": ("Kept since", "记于"),
    "holds": ("Holds", "有效期"),
    "holds_from": ("from {day}", "从 {day} 起"),
    "holds_to": ("until {day}", "到 {day} 止"),
    "used": ("Used", "用过"),
    "used_times": ("{n} {n:time|times}, last on {day}", "{n} 次，最近 {day}"),
    "never_used": ("not yet", "还没有"),
    "details": ("History and details", "经过与详情"),
    "history": ("What became of it", "来龙去脉"),
    "correct": ("Correct", "更正"),
    "correct_label": ("How is it really?", "实际是怎样的？"),
    "save": ("Save", "保存"),
    "confirm": ("Still true", "没错"),
    "retract": ("Not true", "不对"),
    "restore": ("Use it again", "重新使用"),
    "erase_one": ("Delete for good", "彻底删除"),
    "pin": ("Never forget", "永不遗忘"),
    "unpin": ("May be forgotten", "可以遗忘"),
    "done_correct": ("Corrected.", "已更正。"),
    "done_confirm": ("Noted: it is still true.", "已确认。"),
    "done_retract": ("Taken back: it will not be used any more.", "已撤回，以后不会再用。"),
    "done_restore": ("It is used again.", "已重新使用。"),
    "done_ended": (
        "So this is no longer used, for it had taken its place: “{content}”",
        "因此不再使用取代过它的这条：“{content}”",
    ),
    "done_pin": ("It will not be forgotten by itself.", "不会被自动遗忘。"),
    "done_unpin": ("It may fade like others again.", "又可以像其他记忆一样淡去。"),
    "done_forget": ("Deleted for good.", "已彻底删除。"),
    "done_review": ("{n} done.", "已处理 {n} 条。"),
}

# --- forgetting, taking away ----------------------------------------------------------------------------------------
_FORGET: dict[str, tuple[str, str]] = {
    "yours": ("Your data", "你的数据"),
    "forget": ("Forget everything about …", "忘记与某事有关的一切"),
    "forget_lead": (
        "Name a person, a thing or a topic. You will see what would go before anything is deleted.",
        "写下一个人、一件事或一个话题。删除之前，你会先看到有哪些内容。",
    ),
    "forget_label": ("Forget everything about", "忘记有关这些的一切"),
    "preview": ("Show what would go", "先看看会删什么"),
    "would_go": ("This would go", "将会删除"),
    "would_memories": ("{n} {n:memory|memories}", "{n} 条记忆"),
    "would_episodes": ("{n} past {n:exchange|exchanges}", "{n} 段对话"),
    "would_messages": (
        "{n} {n:message|messages}, and parts of {cut} {cut:other|others}",
        "{n} 条消息，另有 {cut} 条删去一部分",
    ),
    "would_whole": ("{n} {n:message|messages}", "{n} 条消息"),
    "would_nothing": ("Nothing was found about that. Nothing was deleted.", "没有找到相关内容，什么也没有删。"),
    "moved": (
        "Something changed since you looked, so nothing was deleted. This is how it stands now.",
        "你查看之后内容有了变化，所以没有删除。现在的情况如下。",
    ),
    "for_good": ("This cannot be undone.", "删除后无法恢复。"),
    "forget_go": ("Delete all of this for good", "全部彻底删除"),
    "forgot": ("Deleted for good", "已彻底删除"),
    "export": ("Download everything", "下载全部"),
    "export_lead": ("A file with all that is kept about you.", "一个文件，包含关于你的全部内容。"),
    "erase": ("Erase everything", "全部抹除"),
    "erase_lead": (
        "All memories and conversations of {user} are erased, and the files are searched for leftovers. "
        "This cannot be undone.",
        "{user} 的全部记忆和对话都会抹除，之后还会搜查文件，确认没有残留。无法恢复。",
    ),
    "erase_label": ("To be sure, type the name {user}", "请输入 {user} 以确认"),
    "erase_mismatch": ("That is not the name; nothing was erased.", "名字不一致，什么也没有抹除。"),
    "erase_go": ("Erase everything for good", "彻底抹除全部"),
    "erased": ("Everything is erased", "已全部抹除"),
    "erased_rows": ("{n} {n:entry was|entries were} removed.", "删除了 {n} 项。"),
    "erased_scan": (
        "{n} {n:byte was|bytes were} searched afterwards; traces found: {left}.",
        "之后搜查了 {n} 字节；发现残留：{left} 处。",
    ),
    "erased_unreached": (
        "Engines that are switched off could not be asked and may still hold vectors: {names}.",
        "以下引擎已停用，未能询问，其中可能仍有向量：{names}。",
    ),
}

# --- to review ------------------------------------------------------------------------------------------------------
_REVIEW: dict[str, tuple[str, str]] = {
    "review_lead": (
        "These were heard but not taken for certain. They are not used until you say so.",
        "这些内容还不确定，在你确认之前不会使用。",
    ),
    "review_none": ("Nothing is waiting for you.", "没有需要确认的内容。"),
    "review_why": ("Why it waits", "为什么等待"),
    "select": ("Select", "选择"),
    "select_all": ("Select all on this page", "选择本页全部"),
    "approve": ("True", "对"),
    "reject": ("Not true", "不对"),
    "approve_all": ("Selected are true", "选中的都对"),
    "reject_all": ("Selected are not true", "选中的都不对"),
    "spot": ("A few that were kept without asking", "抽查：未经询问就记住的几条"),
    "spot_lead": ("Are these right?", "这些对吗？"),
    "keys_help": ("With the keyboard: j and k move, x selects.", "键盘：j、k 移动，x 选择。"),
}

# --- for developers -------------------------------------------------------------------------------------------------
_TURN: dict[str, tuple[str, str]] = {
    "turn_lead": (
        "What the model was given, or would be given now, why, and what each message left behind.",
        "模型得到了什么（或现在会得到什么）、为什么，以及每条消息留下了什么。",
    ),
    "session": ("Conversation", "对话"),
    "sessions": ("Conversations", "对话"),
    "no_sessions": ("There are no conversations yet.", "还没有对话。"),
    "input": ("Input (empty: the newest message)", "输入（留空：最新一条消息）"),
    "budget": ("Most tokens", "token 上限"),
    "work_out": ("Work out", "计算"),
    "recent": ("Contexts that went out", "给出过的上下文"),
    "recent_lead": (
        "The last ones of this server, for a quarter of an hour; a link opens for whoever may see this user.",
        "本服务器最近给出的，保留一刻钟；有权看这位用户的人可以打开链接。",
    ),
    "given": ("The context as it went out at {at}", "{at} 给出的上下文"),
    "context": ("The context", "上下文"),
    "tokens_of": ("{n} of {most} tokens", "{n} / {most} token"),
    "part": ("Part", "部分"),
    "tokens": ("Tokens", "token"),
    "what": ("What", "内容"),
    "reason": ("Reason", "原因"),
    "left_out": ("Left out", "没有放进去"),
    "prompt": ("The prompt itself", "提示原文"),
    "recall": ("The recall", "召回"),
    "no_recall": ("Nothing was recalled for this.", "这一轮没有召回。"),
    "stage": ("Stage", "阶段"),
    "came": ("Came in", "进入"),
    "went": ("Went on", "留下"),
    "took": ("Milliseconds", "毫秒"),
    "notes": ("Notes", "说明"),
    "hits": ("Hits", "结果"),
    "score": ("Score", "得分"),
    "legs": ("By leg", "各路得分"),
    "dropped": ("Dropped out", "被淘汰"),
    "why_not": ("Why not this one?", "为什么没有它？"),
    "why_not_label": ("Id of a memory or past turn", "记忆或对话片段的编号"),
    "messages": ("The newest messages, and what each left behind", "最近的消息，以及每条留下的记忆"),
    "wrote": ("Memories", "记忆"),
    "wrote_nothing": ("none", "无"),
    "confidence": ("Confidence", "可信度"),
    "milliseconds": ("Time by stage", "各阶段用时"),
    "role": ("Who", "谁"),
    "said_when": ("When", "时间"),
    "message": ("Message", "消息"),
    "system": ("system", "系统"),
    "user": ("user", "用户"),
    "assistant": ("assistant", "助手"),
    "tool": ("tool", "工具"),
}

# --- running it, time, people ---------------------------------------------------------------------------------------
_RUNNING: dict[str, tuple[str, str]] = {
    "running_lead": ("How this server is doing, since it was started.", "服务器启动以来的情况。"),
    "write_success": ("Writes that succeeded", "写入成功率"),
    "sync_delay": ("Sync delay, mean", "同步延迟（平均）"),
    "recall_time": ("Recall time, mean", "召回用时（平均）"),
    "no_figure": ("none yet", "暂无"),
    "of_writes": ("of {n}", "共 {n} 次"),
    "of_answers": ("{n} {n:answer|answers}", "{n} 次"),
    "cache": ("Answers from memory without reading the store anew", "无需重读存储的回答"),
    "stored": ("In the store", "存储中"),
    "jobs": ("Background work", "后台任务"),
    "jobs_none": ("No work is waiting.", "没有等待的任务。"),
    "jobs_dead": ("Given up", "已放弃"),
    "due": ("waiting", "等待"),
    "leased": ("under way", "进行中"),
    "dead": ("given up", "已放弃"),
    "retry": ("Try these again", "重试"),
    "done_retry": ("{n} will be tried again.", "{n} 个将重试。"),
    "attempts": ("Attempts", "次数"),
    "job": ("Work", "任务"),
    "due_at": ("Due", "到期"),
    "error": ("Error", "错误"),
    "model": ("Language model", "语言模型"),
    "users": ("users", "用户"),
    "episodes": ("past turns", "对话片段"),
    "changes": ("changes", "变更"),
    "bytes": ("size", "大小"),
    "largest": ("Users by size", "按大小排列的用户"),
    "largest_lead": ("Those whose log is the longest.", "日志最长的用户。"),
    "items_n": ("memories and past exchanges", "记忆与对话"),
    "memories_n": ("memories", "记忆"),
    "messages_n": ("messages", "消息"),
    "calls": ("calls", "调用"),
    "failed": ("failed", "失败"),
    "tokens_in": ("tokens in", "输入 token"),
    "tokens_out": ("tokens out", "输出 token"),
    "timeline_lead": (
        "What was kept on any day. Choose a day to see how things stood then.",
        "任选一天，看看当时记住了什么。",
    ),
    "day": ("Day", "日期"),
    "show": ("Show", "查看"),
    "on_day": ("As of {day}", "{day} 的情况"),
    "per_month": ("How much was kept at the end of each month", "每月末记住了多少"),
    "month": ("Month", "月份"),
    "people_lead": (
        "People, places and things in your memories, and how they belong together.",
        "记忆里的人、地点和事物，以及他们之间的关系。",
    ),
    "mentions": ("Mentions", "提到"),
    "relations": ("Belongs together", "关系"),
    "you": ("you", "你"),
    "about_it": ("What is kept about {name}", "关于 {name} 的记忆"),
    "forget_it": ("Forget everything about {name}", "忘记有关 {name} 的一切"),
}

WORDS: dict[str, tuple[str, str]] = {**_FRAME, **_KNOWN, **_FORGET, **_REVIEW, **_TURN, **_RUNNING}

# What a change in the log did, told of one memory.
ACTIONS: dict[str, tuple[str, str]] = {
    "add": ("Kept", "记住"),
    "same": ("Said again", "又说了一次"),
    "supersede": ("Replaced by something newer", "被新的取代"),
    "supplement": ("Kept beside what was known", "补充已知的内容"),
    "retract": ("Taken back", "撤回"),
    "confirm": ("Confirmed", "确认"),
    "correct": ("Corrected", "更正"),
    "archive": ("Put aside", "收起"),
    "restore": ("Used again", "重新使用"),
    "update": ("Changed", "修改"),
    "erase": ("Deleted", "删除"),
}

# Names of code: parts of a context, stages and legs of a recall. English is the code itself.
PARTS = {
    "system": "系统提示",
    "profile": "用户概况",
    "state": "任务状态",
    "summary": "摘要",
    "scratchpad": "工具结果",
    "recalled": "想起的",
    "recent": "最近的对话",
    "untrusted": "不可信的内容",
    "input": "输入",
    "question": "询问",
    "user": "用户",
    "assistant": "助手",
    "tool": "工具",
    "session": "会话",
    "recall": "召回",
    "assemble": "组装",
    "asked": "询问",
    "understand": "理解",
    "embed": "向量",
    "load": "读取",
    "memories": "记忆",
    "episodes": "对话片段",
    "rerank": "重排",
    "show": "展示",
    "meaning": "语义",
    "keywords": "关键词",
    "attribute": "属性",
    "entities": "人和事",
    "names": "名字",
}

# What joins two names in a relation; English is the code with spaces.
RELATIONS = {
    "uses": "使用",
    "allergic_to": "过敏",
    "intolerant_of": "不耐受",
    "lives_in": "住在",
    "lived_in": "住过",
    "works_at": "就职于",
    "works_as": "职业",
    "works_in": "行业",
    "is_called": "名叫",
    "studied_at": "就读于",
    "studies_at": "就读于",
    "from": "来自",
    "takes": "服用",
    "has_condition": "患有",
    "parent_of": "孩子",
    "partner_of": "伴侣",
    "sibling_of": "兄弟姐妹",
    "pet": "宠物",
    "owns": "拥有",
    "knows": "认识",
    "is_a": "是",
    "partner": "伴侣",
    "ex": "前任",
    "children": "孩子",
    "parents": "父母",
    "siblings": "兄弟姐妹",
    "grandparents": "祖父母",
    "relatives": "亲戚",
    "family": "家人",
    "friend": "朋友",
    "colleague": "同事",
    "doctor": "医生",
    "therapist": "治疗师",
    "teacher": "老师",
}


def relation(code: str, lang: Lang) -> str:
    """A relation for the reader; one that has no words stays."""
    return RELATIONS.get(code, code) if lang == "zh" else code.replace("_", " ")


def part(code: str, lang: Lang) -> str:
    """A name of code for the reader; unknown ones stay."""
    return PARTS.get(code, code) if lang == "zh" else code


def say(key: str, lang: Lang, **values: object) -> str:
    """A text of the page. An unknown key is a fault of ours: KeyError."""
    text = WORDS[key][0 if lang == "en" else 1]
    return text.format(**{name: _Counted(value) for name, value in values.items()}) if values else text


class _Counted:
    """A value of a text, which `{n}` shows, and by which `{n:memory|memories}` chooses."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __format__(self, spec: str) -> str:
        one, both, many = spec.partition("|")
        if not both:
            return format(self._value, spec)
        return one if str(self._value) == "1" else many


def action(code: str, lang: Lang) -> str:
    """What a change did."""
    return ACTIONS.get(code, (code, code))[0 if lang == "en" else 1]


def language(chosen: str | None, accepted: str) -> Lang:
    """The language of a reader: the chosen one, else the first of an Accept-Language header that the page speaks."""
    for one in (chosen or "", *accepted.lower().split(",")):
        name = one.strip().partition(";")[0].partition("-")[0]
        if name in ("zh", "en"):
            return "zh" if name == "zh" else "en"
    return "en"
