"""What of somebody close endangers them: an illness, a disability, a medicine. It is kept with care, whoever has it."""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.extract.frame import words
from jiyi.policy.tables import en, zh

CARE = 0.9  # importance of what is of somebody's health

_EN = (
    rf"(?:\w+ )?allerg(?:ic|y|ies)|intolerant|anaphyla\w*|{en.DISEASES}|(?:profoundly |partially |nearly |half |going |legally )?(?:deaf|blind)|wheelchair|disabled|disability"
    r"|down(?:'s)? syndrome|non-?verbal|(?:an? |two |his |her )?(?:stroke|heart attack|seizures?)|fits|dialysis|chemo(?:therapy)?|insulin|inhalers?|epi ?-?pens?|pacemaker|stoma|prosthe\w+|hearing aids?"
    rf"|{en.DRUGS}|medication|high[- ]risk pregnan\w+|a (?:hole in \w+ heart|heart condition|weak heart)|miscarriages?"
)
_ILL_EN = regex(rf"\b(?:{_EN})\b")
_ILL_ZH = regex(
    rf"{words(zh.DISEASES)}|过敏|不耐受?|残疾|残障|瘫|失明|失聪|聋|轮椅|拐杖|助听器|义肢|假肢|透析|化疗|放疗|胰岛素|喷雾剂|支架|起搏器|偏瘫|半身不遂|身子不太?(?:灵便|利索)"
    r"|唐氏|脑瘫|先心病|早产|癌|肿瘤|(?:在|长期|每天|一直|天天|得|要)[^，。]{0,4}(?:吃|服|打)[^，。]{0,6}(?:药|针|激素|地平|沙坦|双胍|他汀|洛尔|优甲乐)"
)
# "Toby has asthma": somebody by first name alone, with what one must know of them.
_NAMED_EN = regex(
    r"^(?P<e>(?!(?:I|We|He|She|It|They|You|This|That|There|Who|What|My|Our|The|Nobody|Everyone|Everybody|Someone|Somebody|Anyone|Nothing|Work|Stress|Life|Dairy|Gluten|Pollen|Coffee|Sugar|Alcohol|Milk|Winter|Summer|Spring|Autumn|Today|God|Mine|One|His|Her|Their|Its|Asthma|Autism|Cancer)\b)[A-Z][a-z]+)"
    rf"(?:['’]s|['’]s got| is| has| has got|['’]s been| has been)(?: (?:got|also|only|still|now|really|very|quite|badly|severely|mildly|deathly|seriously|diagnosed|with|on|in|using|taking|had|an?|the|some|mild|severe|bad|serious|chronic|slightly|wears))*"
    rf" (?:allergic to|{_EN})\b"
)
_CANNOT_EN = regex(
    r"^(?P<e>[A-Z][a-z]+) (?:can't|can’t|cannot|mustn't|mustn’t) (?:have|eat|touch|go near|drink) (?:any )?(?:nuts?|peanuts?|eggs?|dairy|milk|gluten|wheat|soya?|sesame|shellfish|fish|prawns|strawberries|kiwi)\b"
)


def ails(seen: str) -> bool:
    """Whether words speak of an illness, a disability or a medicine. Linear in their length."""
    return (_ILL_ZH if has_han(seen) else _ILL_EN).search(seen) is not None


def named(text: str) -> str:
    """The first name of somebody of whose health an English clause tells; "" when it does not."""
    match = _NAMED_EN.match(text) or _CANNOT_EN.match(text)
    return match["e"] if match else ""
