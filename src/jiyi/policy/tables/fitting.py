"""What a value of a slot does not look like: then the slot stays empty, and the sentence is kept without it.

Each line: slot | expression in plain text (folded, lower case) that no value of it fits. A slot may have several lines.
"""

ROWS = r"""
residence      | ^[那这]个?(?:小区|地方|房子|社区|城市)$|(?<![a-z])(?:shifts?|days|nights|team|role|department|plan|class|grade|level|version|project|keto|diet|coffee|tea|decaf|oat milk|desk|window|tears)$|[早中晚夜白]班$|^(?:我们?|咱们?)?家里?$|^(?:这|那)(?:里|边|儿)|得很$|部门$|[小一二三四]组$|岗位?$|套餐$|素食?$
employer       | [早中晚夜白日]班$|(?<![a-z])shifts?$
tool           | (?<![a-z])(?:shifts?|nights|part[- ]time|full[- ]time|days?|keto|vegan|vegetarian|decaf|oat milk|tea)(?![a-z])|班$|[素茶奶饭]$
school         | duolingo|udemy|coursera|youtube|b站|(?<![a-z])apps?(?![a-z])|多邻国|网课|慕课|线上|网上|手机|家里?$
job            | (?<![a-z])(?:for|with) (?:her|him|them|us|my|the (?:kids|family))(?![a-z])|(?:sun|mon|tues|wednes|thurs|fri|satur)days?$|[低无少减][糖盐油脂碳卡]|[菜饭汤粥面饼]$|家务|作业|早餐|午餐|晚餐|便当
job            | (?<![a-z])(?:hiker|camper|foodie|child|bachelor|spinster|twin|orphan|virgin|widow(?:er)?|parent|citizen|eldest|youngest|oldest)$|唯一|独生|独子|老大$|老幺$|单身|光棍|孤儿|寡妇
marital_status | \d|[一二三四五六七八九十]月
project.name   | ^\d+ (?:staff|people|of us|employees|workers|engineers|devs|persons)|^[\d一二三四五六七八九十百]+个?(?:人|员工)
project        | ^\d+ (?:staff|people|employees|workers)|^[\d一二三四五六七八九十百]+个?(?:人|员工)
hobby          | ^(?:never|not|don't|hardly)(?![a-z])|^(?:从不|从来不|从没|不|没)
"""
