"""What is a kind of what, where people give up the whole: no coffee means no espresso.

Each line: the broader thing: its kinds.
"""

ROWS = """
coffee: espresso, latte, americano, cappuccino, mocha, flat white, cold brew, macchiato, 美式, 拿铁, 卡布奇诺, 摩卡
soda: cola, coke, sprite, fanta, pepsi, lemonade, 雪碧, 芬达, 汽水
soft drink: cola, coke, sprite, fanta, pepsi, soda
alcohol: beer, wine, red wine, white wine, whisky, whiskey, vodka, gin, rum, cocktail, 啤酒, 红酒, 白酒, 黄酒, 威士忌
sweets: cake, dessert, candy, chocolate, ice cream, cookie
meat: beef, pork, chicken, lamb, steak, bacon, 牛肉, 猪肉, 鸡肉, 羊肉
dairy: milk, cheese, yogurt, butter, 牛奶, 奶酪, 酸奶
"""
