"""The words of sentences that only sound like a change of what is known. They see folded text."""

from __future__ import annotations

from jiyi.language.regex import regex

# What holds this once, for want of something, or on one sort of occasion.
ONCE = regex(
    r"挂了[,，]|宕机|就这一?[次回]|凑合|将就|临时|[停缺]了?一次|(?:^|[,，])我?[^,，。]{0,4}今[天晚]没|今[天晚](?:下雨|下雪|停电|加班)"
    r"|(?<![a-z])(?:(?:was|is) down(?! (?:to|by) )|(?:is|'s) away (?:now|today|until|till|for|this)|just (?:this |the |that )?once|only this once|just for (?:today|tonight|tomorrow|now|this|the day|one|fun)|ran out of"
    r"|(?:switched|swapped|traded) (?:shifts?|seats?|places|turns|days|rooms) with)(?![a-z])"
)
OCCASION = regex(
    r"(?:出差|旅[行游]|下雨|加班|出门|生病|在外|赶路|露营)(?:在外)?的?时候?|(?<![a-z])when(?:ever)? (?:i'm |i am |we're |we )?(?:travel\w*|it(?:'s)? (?:rain|snow)(?:s|ing)|on (?:the road|holiday|vacation|a trip)|abroad|sick|ill|away|camping|working late|visiting)(?![a-z])"
)
FOR_GOOD = regex(r"永久|从此|以后都|(?<![a-z])(?:for good|permanently|for ever|forever)(?![a-z])")
# Things that are carried about; what somebody moves there is no home, job or date. `x` is the thing.
CARRIED = regex(
    r"(?:把|^我?)(?P<zh>花盆?|沙发|桌子?|椅子?|床|箱子|书架?|电视|家具|冰箱|柜子|照片|文件|东西|植物|快递|包裹|行李|钢琴|洗衣机)(?:都|全|也|又)?(?:搬|挪|移|放|传|转|换)"
    r"|(?<![a-z])(?:moved?|transferred|switched|shifted|carried|put|left) (?:all (?:of )?)?(?:the|an?|some|his|her|my|our|their|all the) (?P<en>flowers?|plants?|couch|sofa|chairs?|tables?|beds?|box(?:es)?|photos?|pictures?|files?|furniture|money|bags?|books?|tv|keys?|wallet|umbrella|luggage|boxes|piano|fridge|lamp|rug|laundry)(?![a-z])"
    r"|(?<![a-z])moved (?:its|their) (?!headquarters|hq|offices?)(?P<its>[a-z]+)"
    r"|(?<![a-z])moved (?:the|my|our|his|her) (?P<up>[a-z]+) (?:upstairs|downstairs|outside|inside|indoors)(?![a-z])"
)
LIKED = regex(r"喜欢|爱(?![人情])|(?<![a-z])(?:loves?|likes?|enjoys?|adores?|fond of|fan of)(?![a-z])")
LEFT_LYING = regex(
    r"(?<![a-z])left (?:my|the|our) (?!(?:old |last |first )?(?:job|role|position|post|career|team|company|wife|husband|partner|family|apartment|flat|house|practice|firm|church|band|club|course)(?![a-z]))[a-z]+(?: [a-z]+)? (?:at|in|on|behind|under|outside)(?![a-z])"
)
STANDS = regex(
    r"^(?:the|my|our) (?:[a-z]+ )?[a-z]+(?: is|'s) (?:now )?(?:at|in) the (?:garage|shop|mechanic'?s?|driveway|wash|vet'?s?|groomer'?s?|cleaners?|office|kitchen)(?![a-z])"
)
# A part of a thing, or what goes with it: the thing is the same one. What a topic is told in: a list, a group, a picture.
PART = regex(
    r"手机(?P<zh>壳|套餐|号|膜|铃声)|换了?[^,，。]{0,3}(?P<zh2>琴?弦|教材|课本|封面|滤镜)|(?<![a-z])phone (?P<en>plan|contract|case|bill|screen|charger|cover)(?![a-z])"
    r"|(?<![a-z])(?:upgraded|changed|replaced|swapped|fixed|repaired) the (?P<part>[a-z]+) (?:in|on|of) (?:my|our|the)(?![a-z])"
    r"|(?<![a-z])(?:changed|swapped|replaced|upgraded) (?:my|the) (?:[a-z]+ )?(?P<book>textbook|workbook|strings|racket grip|saddle|wallpaper|stereo|tyres|tires|curtains)(?![a-z])"
    r"|(?P<told>歌单|播放列表|[一-鿿]群(?=我?[退删])|帖子|照片|截图)|(?<![a-z])(?P<list>playlists?|group chat|newsletter|slides?|screenshots?)(?![a-z])"
)
# Where a tie of somebody named to another ends, and the words of a memory that tells of such a tie.
THEIR_TIE = regex(
    r"^(?:(?:my|our) [a-z-]+ )?(?P<en>(?!(?:i|we|my|our|you)(?![a-z]))[a-z]+)(?: (?:and (?:her|his|their) (?:husband|wife|partner|boyfriend|girlfriend|fianc[eé]e?)|has|have|had|is|are|just|finally|recently|got|getting|been))* (?:split(?:ting)?(?: up)?|broke(?:n)? up|breaking up|divorced?|divorcing|separated|parted|called off)(?![a-z])(?! (?:up )?(?:with|from) (?:me|us)(?![a-z]))"
    r"|^(?:我?(?:女儿|儿子|[哥姐弟妹]{1,2}|闺蜜|朋友))?(?P<zh>(?!我)[一-鿿]{2,3}?)(?:刚|已经|最近|终于|也|又|要|和(?!我)[^,，。我]{1,6}|跟(?!我)[^,，。我]{1,6})*(?:离婚|分手|分居|退婚)"
)
PAIR = regex(
    r"前?男友|女友|女朋友|男朋友|老公|老婆|丈夫|妻子|对象|未婚|结婚|恋爱|订婚|(?<![a-z])(?:girlfriend|boyfriend|wife|husband|partner|spouse|fianc[eé]e?|married|engaged|dating|wedding|ex|seeing)(?![a-z])"
)
# Somebody else did it, or somebody whom another has.
PERSON_EN = r"friends?|colleagues?|co-?workers?|neighbou?rs?|cousins?|moms?|mums?|mother|dad|father|brothers?|sisters?|sons?|daughters?|aunts?|uncles?|nephews?|nieces?|grand(?:ma|pa|mother|father)|parents|classmates?|boss"
OTHERS = regex(
    rf"^(?:an?|one of my|one of our|my|our|some) (?:(?:good|best|old|close|former) )?(?P<en>{PERSON_EN})(?: of mine)?(?! and i(?![a-z]))(?:(?:'s|') (?P<theirs>{PERSON_EN}))?(?![a-z'])(?P<rest>.*)"
    r"|^我?(?:的|有个|有?一个)?(?P<zh>同事|朋友|闺蜜|邻居|同学|室友|[表堂][哥姐弟妹]|[爸妈哥姐弟妹]|舅舅?|姑姑?|阿?姨|叔叔?)(?P<zrest>[^的].*)"
)
# Who somebody is: a friend, a relative, an animal, by name. That one ends with the tie, not with what they do.
WHO = regex(
    r"^(?:my|our) (?:(?:best|good|old|close|older|younger|little|big|new) )*(?:friend|brother|sister|son|daughter|cousin|dog|cat|mother|father|mom|mum|dad)(?:'s name)? is (?:called |named )?(?P<en>[a-z]+)[.]?$"
    r"|^(?:i|we) have an? (?:[a-z]+ )?(?:dog|cat|son|daughter|brother|sister|friend) (?:named|called) (?P<en2>[a-z]+)[.]?$"
    r"|(?:(?<![男女])朋友|闺蜜|哥们|[哥姐弟妹]|女儿|儿子|[狗猫])(?:叫|是|名叫)(?P<zh>[一-鿿]{2,3})$"
)
TIE_ENDS = regex(
    r"死|走了|前(?:任|男友|女友)|甩了|走丢|没了|送|丢了|去世|过世|卖|不在|叫|改名|[汪喵]星|掰|绝交|闹翻|翻脸|不再|不是|安乐|领养"
    r"|(?<![a-z])(?:die[ds]|dead|passed|put (?:him |her |it |[a-z]+ )?(?:down|to sleep)|gone|ran away|lost|sold|rehomed|gave|given|stolen|friends|friendship|fell out|falling out|speaking|talking|contact|each other|cut|ghosted|no longer|any ?more|renamed|called|name|used to)(?![a-z])"
)
ONE_OF = regex(r"^one of (?:the|my|our|his|her)(?![a-z])|^(?:其中)?有?一[只个条](?![一-鿿]*新)")
ANIMAL_DID = regex(
    r"^(?:the|my|our) (?:cats?|dogs?|puppy|kitten) (?:deleted|dropped|finished|moved|stole|broke|swapped|cut|knocked|ate|chewed|stopped by) "
)
# Done for the day or the season; the habit goes on.
DONE_FOR_NOW = regex(
    r"(?<![a-z])(?:done|finished) with (?:my|the|our|today's) (?:run|work-?out|breakfast|lunch|dinner|coffee|shift|walk|class|lesson|homework|shower|practice|swim|ride|chores)(?: now| already| for (?:now|today|the day))?[.!]?$"
    r"|(?:is|'s|are) (?:over|out|done|finished) for (?:the|this) (?:summer|day|night|weekend|year|holidays?|semester|week|season|winter|break)(?![a-z])"
)
USED_UP = regex(r"(?:喝|吃|跑|练|看|遛|打|上|洗)完了")
HOME_FROM = regex(
    r"home(?: now| again)? from (?!(?:the |her |his |a )?(?:hospital|surgery|icu|clinic|rehab|ward|procedure|operation|op)(?![a-z]))"
)
PREGNANT = regex(r"怀孕|有喜|(?<![a-z])(?:pregnant|expecting)(?![a-z])")
BORN = regex(
    r"生了|出生|出世|流产|没保住|产检|预产|剖|顺产|早产|没怀|(?<![a-z])(?:born|birth|baby|babies|deliver\w*|had (?:the|a|our|twins)|miscarr\w*|lost|not pregnant|due|twins|boy|girl|son|daughter|arrived|false alarm)(?![a-z])"
)
NOT_FORGOTTEN = regex(r"忘不了|难忘|(?<![a-z])(?:never|won't|can't|cannot) forget(?![a-z])")
VERSION = regex(
    r"(?<![a-z])(?:upgraded|updated|bumped|moved|switched) (?:to |from )?(?P<en>[a-z+#.]+) v?\d|把 ?(?P<zh>[a-z+#.一-鿿]+?) ?(?:升级?|更新|升)[到成至]了? ?v?\d"
)
