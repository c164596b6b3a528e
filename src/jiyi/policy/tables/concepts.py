"""Words that mean one thing, across Chinese and English: one concept a line, its names divided by commas.

The first name is the concept's own. Chinese names are simplified (comparison folds traditional to simplified); English
ones are lower case and singular. Only general words: a name that is missing is compared by its letters and by similarity.
"""

PLACES = """
beijing, 北京, 北京市, 帝都, peking
shanghai, 上海, 上海市, 魔都
guangzhou, 广州, 广州市, canton
shenzhen, 深圳, 深圳市
hangzhou, 杭州, 杭州市
nanjing, 南京, 南京市
suzhou, 苏州, 苏州市
wuxi, 无锡
chengdu, 成都, 成都市
chongqing, 重庆, 重庆市
wuhan, 武汉, 武汉市
changsha, 长沙
tianjin, 天津, 天津市
xi'an, xian, 西安, 西安市
qingdao, 青岛
jinan, 济南
dalian, 大连
shenyang, 沈阳
harbin, 哈尔滨
changchun, 长春
xiamen, 厦门
fuzhou, 福州
quanzhou, 泉州
ningbo, 宁波
wenzhou, 温州
hefei, 合肥
zhengzhou, 郑州
luoyang, 洛阳
kaifeng, 开封
kunming, 昆明
dali, 大理
guiyang, 贵阳
nanning, 南宁
guilin, 桂林
haikou, 海口
sanya, 三亚
lanzhou, 兰州
urumqi, 乌鲁木齐
lhasa, 拉萨
hohhot, 呼和浩特
taiyuan, 太原
shijiazhuang, 石家庄
nanchang, 南昌
foshan, 佛山
dongguan, 东莞
zhuhai, 珠海
changzhou, 常州
hong kong, hongkong, hk, 香港
macau, macao, 澳门
taiwan, 台湾
taipei, 台北, 台北市
taichung, 台中
tainan, 台南
kaohsiung, 高雄
hsinchu, 新竹
singapore, 新加坡
tokyo, 东京
osaka, 大阪
kyoto, 京都
seoul, 首尔
bangkok, 曼谷
london, 伦敦
paris, 巴黎
berlin, 柏林
munich, 慕尼黑
hamburg, 汉堡市
frankfurt, 法兰克福
madrid, 马德里
barcelona, 巴塞罗那
lisbon, 里斯本
rome, 罗马
milan, 米兰
vienna, 维也纳
zurich, 苏黎世
geneva, 日内瓦
amsterdam, 阿姆斯特丹
brussels, 布鲁塞尔
oslo, 奥斯陆
stockholm, 斯德哥尔摩
copenhagen, 哥本哈根
helsinki, 赫尔辛基
dublin, 都柏林
moscow, 莫斯科
istanbul, 伊斯坦布尔
dubai, 迪拜
new york, new york city, nyc, 纽约
los angeles, la, 洛杉矶
san francisco, sf, 旧金山
seattle, 西雅图
boston, 波士顿
chicago, 芝加哥
austin, 奥斯汀
houston, 休斯顿
washington, 华盛顿
vancouver, 温哥华
toronto, 多伦多
montreal, 蒙特利尔
sydney, 悉尼
melbourne, 墨尔本
auckland, 奥克兰
china, 中国
japan, 日本
korea, 韩国, south korea
thailand, 泰国
vietnam, 越南
malaysia, 马来西亚
india, 印度
united states, usa, us, america, 美国
united kingdom, uk, britain, 英国
france, 法国
germany, 德国
italy, 意大利
spain, 西班牙
canada, 加拿大
australia, 澳大利亚, 澳洲
new zealand, 新西兰
russia, 俄罗斯
brazil, 巴西
"""

OTHERS = """
google, 谷歌
microsoft, 微软
apple, 苹果公司
amazon, 亚马逊
meta, facebook, 脸书
tencent, 腾讯
alibaba, 阿里巴巴, 阿里
bytedance, 字节跳动, 字节
baidu, 百度
huawei, 华为
xiaomi, 小米
meituan, 美团
didi, 滴滴
jd, jd.com, 京东
pinduoduo, pdd, 拼多多
netease, 网易
kuaishou, 快手
bilibili, 哔哩哔哩, b站
tsmc, 台积电
mediatek, 联发科
samsung, 三星
sony, 索尼
tesla, 特斯拉
toyota, 丰田
honda, 本田
bmw, 宝马
mercedes, 奔驰
audi, 奥迪
volkswagen, 大众
byd, 比亚迪
iphone, 苹果手机, apple phone
android, 安卓, android phone, 安卓手机
mac, macos, 苹果电脑
wechat, 微信
alipay, 支付宝
peanut, 花生
cashew, 腰果
nut, 坚果
mango, mangoe, 芒果
pineapple, 菠萝
strawberry, 草莓
peach, 桃子, 桃
kiwi, 猕猴桃, 奇异果
apple fruit, 苹果
shrimp, prawn, 虾, 虾子
crab, 螃蟹
shellfish, 贝类, 甲壳类
seafood, 海鲜
fish, 鱼
egg, 鸡蛋, 蛋
milk, dairy, 牛奶, 奶制品
lactose, 乳糖
wheat, 小麦
gluten, 麸质
soy, soya, soybean, 大豆, 黄豆
sesame, 芝麻
pollen, 花粉
dust mite, 尘螨
dust, 灰尘, 粉尘
cat hair, 猫毛
dog hair, 狗毛
penicillin, 青霉素
cephalosporin, 头孢
aspirin, 阿司匹林
ibuprofen, 布洛芬
amoxicillin, 阿莫西林
alcohol, 酒, 酒精
latex, 乳胶
bee, 蜜蜂
spicy, spice, spicy food, spicy stuff, spicy thing, spicy dish, 辣, 辣的, 辣椒, 吃辣
sweet, sweets, 甜, 甜食, 甜的
sugar, 糖
sugar free, sugar-free, no sugar, 无糖, 零糖, 不加糖
salt, 盐
meat, 肉, 荤
beef, 牛肉
pork, 猪肉
lamb, mutton, 羊肉
chicken, 鸡肉
cilantro, coriander, 香菜
onion, 洋葱
garlic, 大蒜, 蒜
scallion, 葱
bitter melon, 苦瓜
durian, 榴莲
coffee, 咖啡
americano, 美式, 美式咖啡
latte, 拿铁
espresso, 浓缩咖啡
tea, 茶
green tea, 绿茶
milk tea, bubble tea, 奶茶
beer, 啤酒
wine, 葡萄酒
red wine, 红酒
liquor, 白酒
cola, coke, 可乐
sushi, 寿司
ramen, 拉面
noodle, 面条, 面
rice, 米饭
hot pot, hotpot, 火锅
barbecue, bbq, 烧烤
pizza, 披萨
chocolate, 巧克力
cheese, 奶酪, 芝士
cigarette, smoking, smoke, 烟, 抽烟, 吸烟, 香烟
vegetarian, 素食, 素食者, 素食主义, 素食主义者, 吃素, 素
vegan, 纯素, 严格素食
halal, 清真
budget, 预算
deadline, 截止日期, 截止时间, ddl, due date
rent, 房租
salary, 工资, 月薪, 薪水
email, e-mail, 邮箱, 电子邮件
parents, parent, 父母, 爸妈
wife, 老婆, 妻子, 太太, 媳妇
husband, 老公, 丈夫
son, 儿子
daughter, 女儿, 闺女
older brother, elder brother, big brother, 哥哥
younger brother, little brother, 弟弟
older sister, elder sister, big sister, 姐姐, 姊姊
younger sister, little sister, 妹妹
girlfriend, 女朋友, 女友
boyfriend, 男朋友, 男友
friend, 朋友
colleague, coworker, 同事
boss, 老板
cat, kitten, kitty, 猫, 猫咪, 小猫
dog, puppy, pup, 狗, 小狗, 狗狗
rabbit, bunny, 兔子
hamster, 仓鼠
parrot, 鹦鹉
bird, 鸟
turtle, tortoise, 乌龟
goldfish, 金鱼
horse, 马
pet, 宠物
spider, 蜘蛛
snake, 蛇
height, 高处
basketball, 篮球
football, soccer, 足球
tennis, 网球
badminton, 羽毛球
table tennis, ping pong, 乒乓球
swimming, swim, 游泳
running, run, jog, jogging, 跑步
hiking, hike, hiking in the mountains, mountain climbing, 徒步, 爬山, 登山
climbing, rock climbing, 攀岩
cycling, cycle, biking, 骑车, 骑行
yoga, 瑜伽
gym, 健身房
workout, working out, 健身
fishing, 钓鱼
reading, read, 看书, 阅读
painting, paint, drawing, 画画
photography, 摄影
chess, 象棋
piano, 钢琴
guitar, 吉他
violin, 小提琴
jazz, 爵士, 爵士乐
rock music, 摇滚
classical music, 古典音乐
movie, film, 电影
horror movie, horror, 恐怖片
sci-fi movie, sci-fi, 科幻电影, 科幻
anime, 动漫
doctor, physician, 医生
nurse, 护士
teacher, 老师, 教师
lawyer, attorney, 律师
programmer, developer, 程序员
engineer, 工程师
software engineer, 软件工程师
product manager, 产品经理
designer, 设计师
accountant, 会计
data analyst, 数据分析师
student, 学生
chinese, mandarin, 中文, 汉语, 普通话, in chinese
english, 英文, 英语
japanese, 日文, 日语
korean, 韩文, 韩语
french, 法文, 法语
german, 德文, 德语
spanish, 西班牙语
polish, 波兰语
russian, 俄语
italian, 意大利语
portuguese, 葡萄牙语
blue, 蓝色, 蓝
green, 绿色, 绿
red, 红色, 红
black, 黑色, 黑
white, 白色, 白
yellow, 黄色, 黄
purple, 紫色, 紫
pink, 粉色, 粉红色
orange colour, 橙色
grey, gray, 灰色
e-bike, 电动车, 电瓶车
car, 汽车, 小汽车, 轿车
bicycle, bike, 自行车, 单车
motorcycle, motorbike, 摩托车, 摩托
subway, metro, 地铁
train, 火车
bus, 公交, 公交车
house, 房子
apartment, flat, 公寓
window, window seat, 靠窗, 窗边
aisle, aisle seat, 靠过道, 过道
golang, go语言, 写go, 用go
arm, 胳膊, 手臂
leg, 腿
ankle, 脚踝
wrist, 手腕
knee, 膝盖
waist, 腰
foot, 脚
finger, 手指
shoulder, 肩膀
allergy, allergic, allergie, allergic reaction, 过敏, 过敏体质
diabetes, diabetic, 糖尿病
high blood pressure, hypertension, 高血压
asthma, 哮喘
depression, 抑郁症, 抑郁
migraine, 偏头痛
ginger, 姜, 生姜
duck, 鸭肉, 鸭子
goose, 鹅
vinegar, 醋
pear, 梨
jujube, 枣
vitamin, 维生素
hotel, 酒店
pub, 酒吧
cake, 蛋糕
interview, 面试
bread, 面包
right away, 马上
road, 马路
inside, 里面
outside, 外面
aspect, 方面
meet, 见面
face, 面对, 面前
page, 页面
interface, 界面
area, 面积
factor, 因素, 元素, 要素
script, 脚本
daytime, 白天
white collar, 白领
bluetooth, 蓝牙
hacker, 黑客
red packet, 红包
gold, 黄金
fan, 粉丝
tea table, 茶几
fireworks, 烟花
yantai, 烟台
"""

ROWS = PLACES.strip() + OTHERS
