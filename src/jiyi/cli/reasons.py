"""The reasons in traces and the log, which are English, in Chinese for Chinese readers."""

from __future__ import annotations

import re

_ROWS: tuple[tuple[str, str], ...] = (
    # why something was not kept
    (r"a question", "提问"),
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
    (r"it contradicts the (.+), which seldom changes", r"与很少改变的 \1 矛盾"),
    (r"said in the same words", "原话重复"),
    (r"they speak of different people or things", "说的是不同的人或事"),
    (r"they are about similar matters and do not contradict each other", "内容相近，互不矛盾"),
    (r"they have nothing in common", "互不相关"),
    (r"the user said that this was wrong", "用户说之前的不对"),
    (r"the animal is no longer there", "宠物已不在"),
    (r"they hold for different times", "适用于不同的时间"),
    (r"it holds for one case only", "只适用于一种情况"),
    (r"(.+): the old value is said to be over", r"\1：旧的已经结束"),
    (r"(.+) has another value now", r"\1 有了新的值"),
    (r"(.+): (.+) has become (.+)", r"\1：\2 变成了 \3"),
    (r"(.+) was (.+) and is (.+)", r"\1 原来是 \2，现在是 \3"),
    (r"(.+): the other way round now", r"\1：现在相反"),
    (r"(.+) (?:is over|has changed)", r"\1 已经改变"),
    (r"(.+) is the same", r"\1 没有变"),
    (r"the same in other words", "换了个说法"),
    (r"the same in another language", "换了一种语言"),
    (r"nearly the same words", "几乎是原话"),
    (r"the same event", "同一件事"),
    (r"two events", "两件事"),
    (r"the same (.+) at another time, or called off", r"\1 改了时间或取消"),
    (r"the same (.+) at another time", r"\1 改了时间"),
    (r"the same with another amount or time", "数量或时间变了"),
    (r"the same (.+)", r"\1 相同"),
    (r"said to hold beside the other", "与原来的并存"),
    (r"it has healed", "已经康复"),
    (r"the opposite is said of (.+)", r"对 \1 的说法相反"),
    (r"(.+) is said to be replaced", r"\1 被替换"),
    (r"another (.+) is used now", r"换了一个 \1"),
    (r"another (.+) now", r"换了 \1"),
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
    (r"meaning (.+)", r"语义 \1"),
    (r"score (\S+)", r"得分 \1"),
    (r"fills (.+)", r"属性 \1"),
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
    (r"allowed: yes", "允许：是"),
    (r"words match: yes \((.+)\)", r"关键词匹配：是（\1）"),
    (r"words match: no \((.+)\)", r"关键词匹配：否（\1）"),
    (r"meaning: (\S+) \(unrelated texts have about (.+)\)", r"语义：\1（不相关的约为 \2）"),
    (r"score (\S+), place (\d+) of (\d+) among (\w+)", r"得分 \1，在 \4 中排第 \2 / \3"),
    (r"dropped: only the best (\d+) are shown, and others ranked higher", r"未显示：只显示前 \1 条，其他的排得更高"),
    (r"dropped: nothing was shown", "未显示：没有结果"),
    # by hand
    (r"said outright", "明确要求记住"),
    (r"corrected on request", "按要求更正"),
    (r"retracted on request", "按要求撤回"),
    (r"confirmed by the user", "用户已确认"),
    (r"corrects ([0-9a-f-]{36})", r"更正 \1"),
    (r"restored from (\w+)", r"从 \1 恢复"),
    (r"([0-9a-f-]{36}) was restored", r"\1 已恢复"),
    (r"turn kept verbatim", "原样保存这一轮对话"),
    (r"imported", "导入"),
    (r"embedded again with (.+)", r"用 \1 重新计算向量"),
    (r"erased", "已抹除"),
    (r"the user asked to forget it", "用户要求忘记"),
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
_PATTERNS = tuple((re.compile(pattern), words) for pattern, words in _ROWS)


def in_chinese(reason: str) -> str:
    """The reason in Chinese, part by part; what is not known here stays as it is."""
    if len(reason) > 500:
        return reason
    return "；".join(_part(part) for part in reason.split("; "))


def _part(reason: str) -> str:
    for pattern, words in _PATTERNS:
        match = pattern.fullmatch(reason)
        if match:
            return match.expand(words)
    return reason
