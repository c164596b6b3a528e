"""Who is named on the page, and how: what is not seen in a name hides nothing, and a role is told in words."""

from __future__ import annotations

import re
from urllib.parse import quote

import httpx2

from jiyi.memory import AsyncMemory
from server.test_page import ZH, posted, shown, token


async def test_forgetting_tells_who_said_it_in_the_readers_language(
    memory: AsyncMemory, http: httpx2.AsyncClient
) -> None:
    await memory.session("u-1", "s").add("user", "我妹妹安娜住在杭州")
    await memory.drain()
    page = await shown(http, "/ui/forget?user=u-1", ZH)
    asked = {"form_token": token(page), "about": "安娜"}
    words = (await http.post("/ui/forget?user=u-1", data=asked, headers=ZH)).text
    assert "你: 我妹妹安娜住在杭州" in words
    assert "1 条消息" in words
    assert "另有" not in words


async def test_name_hides_nothing_when_it_has_marks_that_are_not_seen(
    memory: AsyncMemory, http: httpx2.AsyncClient
) -> None:
    user = "\u202eann\u200b<b>"
    await memory.remember(user, "I like tea.")
    path = f"/ui/erase?user={quote(user)}"
    page = await shown(http, path)
    assert "\u202e" not in re.sub(r'"[^"]*"', "", page.text)
    assert "\\u202eann\\u200b&lt;b&gt;" in page.text
    assert (await posted(http, path, page, sure="ann<b>")).status_code == 400
    assert (await posted(http, path, page, sure="\\u202eann\\u200b<b>")).status_code == 200
    assert (await memory.list(user)).total == 0
