"""What shall stay although an order means it: "all about my sister except her birthday", "下棋的留着"."""

from __future__ import annotations

from jiyi.language.regex import regex

_STAYS = r"(?:都|就|还|先|可以|得|要|请)*(?:留着|留下|保留|别删|别动|别忘|不用[删忘]|不要[删忘]|照旧|记着|可以留)"
_SPARED = regex(
    rf"(?:^|[,，。;；!！\s])(?:但是?|不过|只是|但)?(?:她|他|我|它)?的?(?P<zh>[^,，。;；!！\s别不勿甭没]{{1,12}}?)(?:的事儿?|的)?(?:那[条个件])?{_STAYS}"
    r"|(?<![删清移消抹扣])除(?:了|开|去)(?P<zh2>[^,，。;；!！]{1,12}?)(?:以外|之外|外)?(?=$|[,，。;；!！])"
    r"|(?<![a-z])(?:except|apart from|other than|but (?:not|keep|leave))(?: for| about)? (?P<en>[^,.;!?]{2,60})"
    r"|(?:^|[,.;] ?)(?:but |and )?(?:please )?(?:keep|leave) (?P<en2>(?:the|my|her|his|their) [^,.;!?]{2,40}?)(?: though| please| alone| in)?(?=$|[,.;!?])"
)
_REST = regex(r"^(?:别的|其他|其它|其余|剩下|余下|(?:the )?(?:rest|others?|everything else)(?![a-z]))")
_POSSESSIVE = regex(r"^(?:my|her|his|their|the|about|我的?|她的?|他的?) ?")


def spared(seen: str) -> str:
    """The words of what shall stay, of a folded order; "" when it names nothing."""
    for match in _SPARED.finditer(seen):
        found = next((group for group in match.groups() if group), "").strip()
        if found and not _REST.match(found):
            return _POSSESSIVE.sub("", found)
    return ""
