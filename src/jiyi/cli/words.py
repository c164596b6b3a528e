"""Which language the command line speaks, and small words in both."""

from __future__ import annotations

import locale
from typing import Literal

Lang = Literal["en", "zh"]

# What people read for the codes in records. English is the code itself.
ZH = {
    "fact": "事实",
    "preference": "偏好",
    "event": "事件",
    "relationship": "关系",
    "instruction": "要求",
    "state": "进展",
    "store": "存储",
    "current": "有效",
    "pending": "待确认",
    "superseded": "已被取代",
    "retracted": "已撤回",
    "archived": "已归档",
    "said": "用户说的",
    "inferred": "推断",
    "corrected": "更正",
    "imported": "导入",
    "form": "表单",
    "user": "用户",
    "assistant": "助手",
    "tool": "工具",
    "system": "系统",
    "add": "新增",
    "same": "又说了一次",
    "supersede": "被取代",
    "supplement": "补充",
    "retract": "撤回",
    "confirm": "确认",
    "correct": "更正",
    "archive": "归档",
    "restore": "恢复",
    "ask": "再问一次",
    "expire": "到期",
    "end of session": "会话结束",
    "update": "修改",
    "erase": "抹除",
    "record": "记下对话",
    "unrecord": "删去对话",
    "due": "待办",
    "leased": "进行中",
    "dead": "已放弃",
    "memory": "记忆",
    "episode": "对话",
    "input": "输入",
    "profile": "用户概况",
    "summary": "摘要",
    "recalled": "想起的",
    "recent": "最近的对话",
    "scratchpad": "工具结果",
    "untrusted": "不可信的内容",
    "memories": "记忆",
    "episodes": "对话片段",
    "messages": "消息",
    "sessions": "会话",
    "users": "用户",
    "changes": "变更",
    "jobs": "后台任务",
    "bytes": "字节",
}


def language(given: str | None) -> Lang:
    """The language for a `--lang` value or a locale name such as `zh_CN.UTF-8`; without one, the system's."""
    name = given or locale.getlocale()[0] or ""
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"


def word(code: str, lang: Lang) -> str:
    """A record's code in the reader's language; unknown codes stay."""
    return ZH.get(code, code) if lang == "zh" else code
