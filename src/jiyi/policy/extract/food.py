"""What is eaten and drunk: the slot of a taste for it, and its name without the verb."""

from __future__ import annotations

from jiyi.language.regex import regex

_EN = regex(
    r"\b(?:(?:\w+ )?teas?|coffees?|lattes?|espressos?|americanos?|cappuccinos?|mochas?|matcha|juices?|sodas?|cola|coke|lemonade|smoothies?|beers?|wines?|whisk(?:e)?y|cocktails?|cocoa|hot chocolate|milkshakes?|kombucha"
    r"|pizzas?|pasta|noodles|ramen|sushi|curry|curries|tacos?|burritos?|burgers?|fries|steaks?|dumplings?|hot ?pot|bbq|barbecue|soups?|salads?|sandwiches|bread|cheese|chocolate|ice cream|cakes?|cookies|pies?|desserts?|sweets|candy"
    r"|fruits?|mangos?|mangoes|strawberries|bananas?|apples?|avocados?|tofu|seafood|shrimp|salmon|fish and chips|chicken|pork|beef|lamb|bacon|eggs?|rice|kimchi|garlic|cilantro|olives|mushrooms|durian|yogh?urt|pancakes|waffles|snacks)$"
)
_ZH = regex(
    r"(?:茶|咖啡|拿铁|美式|卡布奇诺|摩卡|果汁|可乐|汽水|豆浆|牛奶|酸奶|啤酒|红酒|白酒|威士忌|鸡尾酒|奶昔|火锅|烧烤|寿司|拉面|拌面|米线|螺蛳粉|麻辣烫|披萨|汉堡|牛排|饺子|包子|馒头|面条|米饭|炸鸡|薯条|沙拉|蛋糕|巧克力|冰淇淋|甜点|甜品|零食|水果|芒果|草莓|榴莲|西瓜|海鲜|豆腐|香菜|川菜|粤菜|湘菜|日料|韩餐|泡菜)$"
)
_WHEN = regex(
    r"\s+(?:in the (?:morning|evening|afternoon)s?|at (?:night|breakfast|lunch|dinner)|every \w+|most days|a lot|on \w+days?)$"
)
_VERB = regex(
    r"^(?:(?:usually|always|mostly|only|never|often|typically|normally|generally|rarely|regularly|mainly|really) )*"
    r"(?:(?:改|换成|只|常)?[喝吃](?=[\u4e00-\u9fff]{2})|(?:drink(?:ing)?|eat(?:ing)?|hav(?:e|ing)|order(?:ing)?|get(?:ting)?)\s+(?:my |a |an |some |any )?(?=\w))"
)
_TABLE = frozenset({"diet.likes", "diet.avoids", "coffee", "alcohol"})


def is_food(value: str | None) -> bool:
    """Whether a value is the name of something to eat or drink ("jasmine tea", "火锅")."""
    if not value or len(value) > 40:
        return False
    value = value.strip().lower()
    return (bool(_EN.search(_WHEN.sub("", value))) and len(value.split()) <= 6) or bool(_ZH.search(value))


def bare(slot: str | None, value: str | None) -> str | None:
    """The value without the verb of eating or drinking ("usually drink lattes" -> "lattes")."""
    if slot not in _TABLE or not value:
        return value
    return _VERB.sub("", value, count=1) or value
