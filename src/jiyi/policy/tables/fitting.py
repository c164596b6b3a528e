"""What a value of a slot does not look like: then the slot stays empty, and the sentence is kept without it.

Each line: slot | expression in plain text (folded, lower case) that no value of it fits.
"""

ROWS = r"""
job            | (?<![a-z])(?:child|bachelor|spinster|twin|orphan|virgin|widow(?:er)?|parent|citizen|eldest|youngest|oldest)$|唯一|独生|独子|老大$|老幺$|单身|光棍|孤儿|寡妇
marital_status | \d|[一二三四五六七八九十]月
project        | ^\d+ (?:staff|people|employees|workers)|^[\d一二三四五六七八九十百]+个?(?:人|员工)
hobby          | ^(?:never|not|don't|hardly)(?![a-z])|^(?:从不|从来不|从没|不|没)
weight.goal    | ^weigh(?:ed|s)?(?![a-z])
"""
