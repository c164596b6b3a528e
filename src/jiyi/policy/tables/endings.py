"""The words by which the learned judge of changes is checked: that something is gone, or is another now. They see folded text."""

from __future__ import annotations

from jiyi.language.regex import regex

CALLED = regex(r"叫(?:做|作)?([一-鿿a-z0-9]+)|(?<![a-z])(?:called|named) ([a-z][a-z'-]*)")
RENAMED = regex(r"改名|改叫|更名|(?<![a-z])(?:renamed|rechristened|now called)(?![a-z])")
ONE_MORE = regex(r"又(?![走离少丢辞死卖退没])[^,，。;；换改]{1,4}[一二两三几\d][个只条辆台部张套间家位匹头盆门把份]")
# What never happened changed nothing: "never got a licence", "joined in 2015 and never left".
NEVER = regex(
    r"(?<![a-z])never (?:left|got|had|learn(?:ed|t)|passed|took|changed|moved|stopped|quit|gave|went|started|looked back)(?![a-z])|从没(?!再)|从来没(?!再)|始终没|一直没(?!再)"
)
# What says that somebody or something is gone, or is somebody else to the user …
GONE = regex(
    r"不(?:再|学|练|做|干|打|玩|弹|住|养|用|爱|喜欢|在)[^,，。又]{0,4}了(?:$|[,，。])|没了(?:$|[,，。])|卖|坏了|丢了|送(?:人|走|给|养)|退[了掉役休租学赛出群]|弃赛|摘[了掉]|拆[了掉]|克服了?|戒[了掉]|分了|分手|离[了婚开职]|告别|散了|掰了|吹了|断绝|绝交|闹翻|辞[了职掉]|停[掉药]|黄了|放弃|弃[了坑养]"
    r"|结婚|订婚|求婚|领证|复合|去世|死|过世|天堂|[汪喵]星|走了(?:$|[,，。])|前(?:任|男友|女友|夫|妻)|甩了|变成|成了|已经是|报废|康复|痊愈"
    r"|(?<![a-z])(?:(?:pulled|dropped|backed|bowed|opted) out|withdrew|got over|(?:stepped|stood) down|bailed on|quit|g[ai]ven? (?:[a-z ]{1,20} )?(?:up|away)|sold(?! [a-z]+ (?:my|an?|the|some)(?![a-z]))|die[ds]|dead|passed(?: away|(?=$|[,.;!]))|broke(?:n)? up|splits?(?= |$)|parted|done with|no more|(?:is|are|was|we're) (?:finished|over(?=$|[,.;!])|done|gone|history|single|married|engaged)|divorced|ditched|dumped|walked out on me|ghosted me|behind me"
    r"|replaced|stopped(?! by)|retired|resigned|notice|fired|laid off|let (?:me |him |her )?go|got rid|no longer|any ?more|instead|leaving|left(?= (?:me|us|town|home|the (?:company|firm|team|job|school|country|city))(?![a-z])|$|[,.;!])"
    r"|my (?:ex|husband|wife|fianc[ée]+)|ran (?:away|off)|put (?:[a-z]+ )?(?:down|to sleep)|became|married|engaged|proposed|took over|totall?ed|scrapped|stolen|shut down|ended|rehomed|used to)(?![a-z])|'s (?:over(?=$|[,.;!])|dead|gone)(?![a-z])"
)
MOVED_TO = regex(r"搬|(?<![a-z])(?:moved|relocated|living|lives)(?: (?:back|over|out|up|down))? (?:to|in)(?![a-z])")
LIVES = regex(r"住|(?<![a-z])(?:live[sd]?|living|based)(?![a-z])")
# … of a partner …
PARTED = regex(
    r"分了|分手|分开|离婚|离了|离开|散了|掰了|吹了|黄了|断绝|断了|绝交|闹翻|结婚|订婚|求婚|领证|去世|死|过世|天堂|没了|走了(?:$|[,，。])|前(?:任|男友|女友|夫|妻)|甩了|成了|已经是|告别|出轨|单身|复合|不在一起|不爱"
    r"|(?<![a-z])(?:broke|broken|splits?|parted|quits|done with|(?:are|is|was|were|we're) (?:over|done|gone|history|single|married|engaged|finished|through)|it's over|divorced|ditched|dumped|walked out|ghosted|cheated|behind me|left (?:me|us)|left(?=$|[,.;!])|leaving me|my ex|ex|husband|wife|fianc[ée]+|ran off|die[ds]|passed away|marri\w+|engaged|proposed|no longer|not together|any ?more|used to|single)(?![a-z])|'s (?:over|history|gone|dead)(?![a-z])"
)
# … and what says that it is another now.
OTHERWISE = regex(
    r"换(?!牙|毛|气|衣|灯|尿)|改[成用到去学叫名]|转(?:行|业|学|岗|校|院|投|去|到|用)|搬(?:去|到|来|走|家|离|回|出|进)|调[走去到岗任]|升[职任到级]|毕业|入职"
    r"|(?<![a-z])(?:swapped|switched|traded|renamed|(?:come|came|coming) (?:a?round|to (?:like|love)) ?(?:to)?|warmed (?:up )?to|grown to (?:like|love)|rebooked|(?:up|down)graded|reassigned|skip(?:s|ped|ping)?(?= .*(?:now|these days|lately))|changed (?:to|jobs?|careers?|schools?|names?)|promoted|moved?(?! (?:the|my|his|her|our|a)(?![a-z]))|moving|relocat\w+|transferred|lives? with|graduated|taken over)(?![a-z])"
)
# Photos of somebody, and what one would like, are not them.
OF_THEM = regex(
    r"照片|相片|微信|朋友圈|[想忘]掉|忘不了|(?<![a-z])(?:photos?|pictures?|pics?|letters?|texts?|messages?)(?![a-z])"
)
HAPPENED_AGAIN = regex(r"又(?!开始|在|回|做|干|去|住|恢复|可以|能|是|有|要|和|一起)[^,，。;；]{1,4}了(?:$|[,，。])")
SINCE = regex(r"(?:自从|打从)|(?:ever )?since (?:the|my|our|i|we)(?![a-z])")
# Who takes something up does not for that lay something else down.
TAKES_UP = regex(
    r"(?:开始|学起|迷上|爱上|喜欢上|又在)(?!不|戒)|(?<![a-z])(?:took|taken|taking|picked|picking) up(?![a-z])|(?<![a-z])(?:got|gotten|getting) (?:really |quite |very )?into(?= [a-z]+ing(?![a-z]))"
)
# Without the sentence before, nobody knows who is meant.
POINTS_BACK = regex(r"^(?:他|她|它|(?:he|she|it)(?![a-z]))")
