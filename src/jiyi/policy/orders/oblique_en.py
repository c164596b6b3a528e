"""Orders to forget in other words, English: "the oboe one can go", "we split up: bin the lot".

The wording may be nearly anything that means removing or not keeping. What keeps remarks and tasks out is the object:
it must be called something told or known, or be a person or a part of one's life, or point to such a thing in the
clause before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jiyi.language.regex import regex
from jiyi.policy.orders.clauses import Clause
from jiyi.policy.orders.kinds import Order
from jiyi.policy.orders.plain_en import ALL_EN, LAST_EN, SESSION_EN, TASK_EN, topic_en
from jiyi.policy.tables.removal import (
    ERASE_EN,
    GONE_EN,
    KEEP_EN,
    KEPT_EN,
    LEFT_EN,
    LOOSE_EN,
    MIND_EN,
    NEVER_EN,
    OVER_EN,
    PARTICLE_EN,
    SPLIT_EN,
    STORE_EN,
)
from jiyi.policy.topic import concepts, topics

POLITE = regex(
    r"^(?:(?:so|and|but|then|now|ok|okay|well|also|please|pls|just|kindly|yo|hey there|can we|could we|shall we|hey|uh+|um+|wtf|erm|omg|possibly|maybe|perhaps|actually|let's|right|yeah|yes|simply|completely|honestly|anyway|sorry|thanks|therefore|(?:would|do|will) you mind|(?:can|could|would|will) (?:you|u)|you can|you could|you may|you should|you must|you might as well|you'd better"
    r"|i(?:'d| would)? (?:want|like|need|love|prefer) (?:you to|it if you(?:'d| would| could)?)|i(?:'d| would) (?:really )?(?:appreciate|be grateful|love|like) (?:it )?if you(?:'d| would| could)?|i(?:'m| am) asking you to|i ask you to|i want to ask you to|i must ask you to|do me a (?:favou?r|kindness) and|go ahead and|feel free to|make sure (?:to|you)|be sure to|be a dear and|it's ok(?:ay)? to|might as well|better|best|from now on|going forward|as of now|you're free to|you are free to|you're welcome to|i'm going to need you to|you'll have to|you have to|you need to)[ ,]+)+"
)
STOP = r"(?:ever |please |just |even |be |under any circumstances |in any way |in any form |at any point |at all |still )*"  # between "don't" and the verb
IMPERATIVE = regex(
    rf"^(?:(?P<mind>{MIND_EN})|(?P<erase>{ERASE_EN})|(?P<loose>{LOOSE_EN})){PARTICLE_EN}(?: of)?(?= |$)\s*(?P<x>.*)$"
)
IF_YOU = regex(r"\bif you\b")
PRESENT = {
    "forgot": "forget",
    "deleted": "delete",
    "erased": "erase",
    "removed": "remove",
    "wiped": "wipe",
    "dropped": "drop",
    "purged": "purge",
    "got": "get",
    "took": "take",
    "left": "leave",
    "let": "let",
    "scrubbed": "scrub",
}
PAST = regex(rf"^(?:{'|'.join(PRESENT)})\b")
NEVER = regex(rf"^(?:{NEVER_EN}) {STOP}(?P<verb>{KEEP_EN})(?= |$)\s*(?P<x>.*)$")
UNWANTED = regex(
    rf"^i (?:don't|do not|wouldn't|would rather not|never) (?:want|like|need|wish)(?: to)?(?: have| see)? (?P<x>.+?) (?:to be |being )?{KEPT_EN}.*$"
)
WANTED = regex(
    rf"^i(?:'d| would)? (?:want|like|need|prefer|love|wish)(?: to have| to see)? (?P<x>.+?) (?:to be )?{GONE_EN}.*$"
)
RATHER_FORGOT = regex(
    r"^i(?:'d| would) (?:much )?(?:rather|prefer(?: it if)?|like it if|appreciate it if) you (?:forgot|deleted|erased|removed|wiped|dropped)(?: about)? (?P<x>.+)$"
)
RATHER = regex(
    rf"^i(?:'d| would) (?:rather|prefer)(?: it)?(?: if| that)? (?P<x>.+?) (?:weren't|wasn't|were not|was not|isn't|not be|not) (?:be )?{KEPT_EN}.*$",
)
GOES = regex(
    rf"^(?P<x>.+?) (?:(?:can|could|should|may|must|shall|needs? to|has to|have to|ought to|might as well|is to|are to)(?: all| just| now| both| please| also)* (?:go|disappear|vanish|(?:be|get) {GONE_EN})|(?<!how everything )(?<!how it )(?<!how the )(?<!how )(?:all )?goes|gone please)(?: now| too| as well| please| away)*$"
)
NOT_KEPT = regex(
    rf"^(?P<x>.+?) (?:(?:must|should|need|shall|can|may|do|does|is|are|was|were)(?:n't| not|not| never)|should never|must never|is no longer|isn't|aren't|need no longer) (?:to |want to )?(?:be |get |stay |remain |to be )?(?:{KEPT_EN}|{STORE_EN}).*$"
)
NOT_MEANT = regex(
    r"^(?P<x>.+?) (?:is|are|was|were)(?:n't| not) (?:(?:something|anything|a thing|things|stuff|info|information|one of the things)(?:(?: that)? (?:i|you)\b| to | for ).*|(?:for|meant for|intended for|worth|supposed to|allowed to|to) (?:you to |be )?(?:keep|keeping|kept|your|remember|remembering|stor|sav|hold|in your|go in|on file|hang).*)$"
)
NEVER_DID = regex(r"^(?:i|we|my [a-z]+) (?:was|were|am|have|had|has|did)(?:n't| never| not) (?P<x>.+)$")
BARE = regex(
    rf"^(?:it's |that's |they're )?not (?:worth|for|to be|meant|something|for you to|one for) .*(?:{KEEP_EN}|{KEPT_EN}|{STORE_EN}).*$"
)
YEAR = regex(r"^(?:the year )?(?:19|20)\d\d$|^last (?:spring|summer|autumn|fall|winter|year|month)$")
NEVER_WAS = regex(r"^(?P<x>.+?) (?:never (?:happened|existed|was|came up)|didn't happen|doesn't exist)(?P<far>.*)$")
FAR = regex(r"\bas far as you|\bfor you\b|\bto you\b|\byou(?:'re| are) concerned")
PRETEND = regex(
    r"^(?:let's |let us )?(?:pretend|act (?:as if|as though|like)|make (?:it )?(?:as if|like|believe)|as if|as though|behave as if)(?: that| like| as if)? (?:(?:i|we|you) (?:(?:have |had )?never|didn't|don't|hadn't|haven't|did not|do not|know nothing|knew nothing) ?(?:ever )?(?:even )?(?:told|tell|said|say|mention(?:ed)?|br(?:ing|ought) up|hear(?:d)?|kn[eo]w|talk(?:ed)?|spoken?|discuss(?:ed)?|shared?)?(?: to)?(?: you)?(?: anything)?(?: about| of)? ?(?P<x>.*)|(?P<y>.+?) (?:never (?:happened|came up|existed|was\b.*)|didn't happen|doesn't exist))$"
)
TOOK_BACK = regex(
    r"^(?:disregard|scratch|strike|withdraw|retract|unsay|un-say|i (?:take|want to take|'d like to take) back|i withdraw|i retract) (?:everything|anything|all|what|whatever|that bit|the part|the thing)?(?: that)? ?i(?:'ve| have)? (?:just |ever |once )?(?:said|told you|mentioned|shared|wrote)(?: to you)?(?: about| on| of)? (?P<x>.+)$"
)
NOTHING = regex(
    rf"^(?P<x>(?:nothing|none of|no (?:details?|info(?:rmation)?|notes?|records?|memor(?:y|ies)|mention)) .+?)(?: (?:should|must|is to|may|can|ought to|needs to) (?:be )?{KEPT_EN}.*)$"
)
NO_NOTES = regex(
    r"^no (?:more |further )?(?:notes|records?|memor(?:y|ies)|mentions?|traces?) (?:on|of|about) (?P<x>.+)$"
)
MEMORYLESS = regex(
    r"\bon (?:file|record)\b|"
    rf"\b(?:from|off|out of|in|on|of) your (?:[a-z]+ )?{STORE_EN}\b|\b(?:from|off|out of|in|on) my (?:profile|file|record|data)\b|\b(?:in|from|of) any (?:memory|memories|records?|notes?)\b|\b(?:from|off|out of) (?:the|my) (?:memory|memories|records?|books)\b|\boff the record\b|\bfrom the record\b|\bout of (?:there|your [a-z]+)\b|\bfrom what you know\b"
)
TOLD = regex(
    r"\b(?:i|we)(?:'ve| have|'d)? (?:just |ever |once )?(?:told|said|mentioned|shared|gave|wrote|talked|spoke|discussed|brought up)\b|\byou(?:'ve| have)?(?: got| ever)? (?:know|knew|remember|have|stored|saved|learned|learnt|got|noted|recorded|keep|kept|hold|heard)\b|\bmemor(?:y|ies)\b|\bthe fact that\b|\bwe (?:ever )?(?:discussed|talked)\b"
)
WRAPPED = regex(
    r"^(?:(?:all|any|every|everything|anything|whatever|the whole|whole)(?: of)? ?)?(?:(?:that|the|those|this|these|my|your)? ?(?:whole |entire )?(?:bits?|parts?|stuff|things?|entry|entries|notes?|info(?:rmation)?|details?|rules?|facts?|business|story|memor(?:y|ies)|records?|references?|instructions?|preference|request|matter|episode|mentions?|traces?|one|data)|everything|anything|whatever|nothing|none|all|any)(?: (?:there is|that's|that is|you(?:'ve| have)(?: got)?|you know|stored|saved))? (?:(?:about|on|of|to|regarding|concerning|to do with|related to|relating to|involving|with|around|that has to do with|that identif(?:y|ies)|that (?:names?|describes?|mentions?|concerns?|involves?|touches?|points? to|relates? to)) (?P<x>.+)|(?:that|where|to|when|which) (?P<y>.+))$"
)
ENDED = regex(
    r"^(?:all |any )?(?:of )?(?:the |my |that |those |this |these |your )?(?P<x>.+?)(?:'s)? (?:one|ones|bits?|parts?|stuff|thing|things|entry|entries|notes?|info|information|details|rule|fact|business|story|memory|memories|records?|instruction|preference|request|matter|episode|issue|saga|plans?|year|phase|era|incident|situation|drama|mess|fiasco|conversation|scare|bits and pieces|type stuff)$"
)
PRONOUN = regex(
    r"^(?:about )?(?:it|that|this|him|her|them|those|these|that one|this one|those ones|it all|that all|them all|both|both of them|both things|all three|the lot|the whole lot|the whole thing|all|everything|all (?:of )?(?:it|that|this|them|those)|the whole (?:business|story|matter|saga|affair)|that (?:bit|part|thing|stuff|rule|note|entry|memory|detail|info|information)|i said (?:it|that|so|anything)|(?:brought|bring|bringing) (?:it|that|this|him|her|them|any of it) up|any of (?:it|that|this)|i (?:ever )?(?:mentioned|said|told you) (?:it|that|this|anything)(?: about (?:it|that|him|her|them))?|em|'em|em both|them both|it (?:right )?(?:out|off|away)|(?:(?:any|every)(?:thing)?|all|what|whatever|the (?:stuff|info|details))(?: (?:that )?(?:you(?:'ve| have)?(?: got| know| kept| stored| saved)*|there is))?(?: (?:trace|mention|record|memory|note)s?)? (?:on|about|of|to do with|regarding|related to) (?:it|that|this|him|her|them|us)|whatever you(?:'ve| have)(?: got)?|what you(?:'ve| have)(?: got)?)(?: of it)?$"
)
TAIL = regex(
    r"(?:[\s,]+(?:lol|lmao|haha+|tbh|asap|dear|mate|bro|man|love|buddy|pal|dude|thx|ta|ty|would u|yeah|right|immediately|straight away|at once|kindly|i beg you|i beg|today|tonight|please|pls|now|any ?more|again|for good|completely|entirely|permanently|thanks|thank you|ok|okay|right away|immediately|at all|too|as well|forever|already|for me|if you (?:can|could|would|don't mind)|would you|will you|could you|altogether|for ever|any longer|either|though|then|right now|once and for all|and move on|go|gone|be|all|instead|from you|happened|existed|came up|i (?:ever )?(?:told|mentioned|gave|said|shared)(?: to)?(?: you)?|you(?:'ve)? (?:ever )?(?:know|remember|have|stored|saved)))+$"
)
NOT = regex(
    r"\bforget[ -](?:me[ -])?not\b|\bforget what (?:the|this|that|he|she|they|it|everyone|people|my [a-z]+) (?:[a-z]+ )?(?:says?|said|tells?|thinks?)\b|\bif i (?:asked|told|wanted|said)\b|\bjust wondering\b|\bhypothetical|\blos(?:e|ing) (?:[\w%.-]+ ){0,4}(?:weight|kilos?|kg|pounds?|lbs|time|money|hope|touch|sleep|interest|track|patience|count|fat)\b|\b(?:don't|do not|dont|never|didn't|won't|can't|cannot|couldn't|shouldn't|wouldn't)\s+(?:you\s+|ever\s+|please\s+|let (?:me|us) )?(?:forget|delete|erase|wipe|remove|clear|drop|lose|let go)\b"
    r"|^(?:how|why|when|where|who|if|whether|suppose|imagine if|what if|did|do you|does|have you|has|had|are|were|was|should i|can i|could i|may i|shall i|will i|must i|do i|am i|is it|is there)\b(?! mind)|\bhow (?:do|to|can|should)\b|\btranslate\b|\bwrite (?:a|an|me)\b|\bhelp me\b"
    r"|^(?:i|we|he|she|they|it|my [a-z]+|our [a-z]+)(?:'ll|'ve|'m| will| have| had| am| is going to| are going to| need to| have to| must| should| tried| want to| wanted to| 'd like to| keep| kept| always| often| just)? (?!take|withdraw|retract|want|would|'d|don't|do not)(?:[a-z]+ )?(?:forg[eo]t|delet|eras|remov|wip|drop|los[et]|let |threw|throw|got rid|get rid|scrap|clear|ditch|dump)"
    r"|\b(?:told|asked|wants?|advised|says?|said|suggested|begged|ordered|keeps telling|made) (?:me|us|him|her|them|that i|i)\b(?! about)|\blet me\b|\bremind\b|\bfor (?:now|a (?:moment|second|minute|while)|tonight|today)\b"
)
PHYSICAL = frozenset(
    {
        "car",
        "phone",
        "pets",
        "residence",
        "email",
        "project",
        "job",
        "school",
        "travel",
        "family",
        "law",
        "diet",
        "doctor",
    }
)
NOT_THINGS = regex(
    r"^(?:me|us|you|myself|yourself|itself|i|we|he|she|they)\b(?! (?:told|said|mention)|'m |'ve | am | was | have | had | used )|^(?:a|an|some|to|in|at|for|with|by|when|because|after|before|until|it's|there)\b|^(?:the|your|this|that) (?:word|topic|subject|idea|plan|act|attitude|matter|mic|ball|price|line|hint)$"
)
LISTED = regex(
    r"^(?:(?:the |my |our |that |those |his |her |their )[\w' -]{2,40}|(?:what|how|where|who|which|when|why|that) .+|[\w' -]{2,60})$"
)
FINITE = regex(
    r"\b(?:is|are|was|were|am|has|have|had|went|go|goes|got|do|does|did|will|would|can|could|should|i'm|it's|he's|she's|we're|they're|i've|i'd|want|wants|like|love|need|feel|think|know|said|told|came|come|made|saw|met)\b"
)
ABOUT = regex(
    r"^(?:so |now |oh |ok |well )*(?:about|as for|regarding|concerning|on the subject of|when it comes to|re|with regard to|speaking of) (?P<x>.+)$"
)
OVER = regex(
    rf"^(?P<x>.+?)(?:'s| is| are| was| were|'re| isn't| aren't| wasn't| doesn't| won't| ain't| not| has| have| had| got| just| all| both| finally| now| already| been| turned out| kind of| really| very| a bit| should| must| to| supposed| meant| sadly| recently)* (?:{OVER_EN})(?: .{{0,40}})?$"
)
LEFT = regex(
    rf"^(?:i|we)(?:'ve|'m|'d|'re| have| am| are| had)?(?: just| already| finally| long since| recently| now| since| never| really| actually| probably)* (?:{LEFT_EN}) (?P<x>.+)$"
)
NOT_NOW = regex(
    r"^(?:i|we)(?:'m| am|'ve| have| do|'re| are)?(?:n't| not| no longer| never|don't|do not)(?: really| even)?(?: a| an)? ?(?:do|play|have|use|see|own|eat|drink|take|work (?:at|for|as|in)|live (?:in|at|on)|go to|go|like|date|smoke|talk to|speak to|need|doing|playing|learning|seeing|working (?:at|for|as)|going to|studying|training for|like)? ?(?P<x>.+?)(?: any ?more| any longer| these days| now)?$"
)
APART = regex(
    r"^(?P<x>[\w' -]+?) and (?:i|me)(?:'re|'ve| are| have)?(?: just| finally| both)* (?:done|over|finished|split|broke|fell out|through|history|no longer|not|don't|aren't|divorced|separated|parted|are|haven't)\b.*$"
)
SPLIT = regex(SPLIT_EN)
PARTNERS = {
    "her": "girlfriend, wife",
    "she": "girlfriend, wife",
    "him": "boyfriend, husband",
    "he": "boyfriend, husband",
}
FILLER = regex(
    r"^(?:so|and|but|ok|okay|well|please|pls|thanks|thank you|sorry|hey|hi|look|listen|right|yes|no|oh|um|you know|you know what|honestly|actually|anyway|never mind|nevermind|jiyi|assistant|dear|never mind that|i mean|that's all|seriously|from now on|on second thought|on reflection|never told you|i never told you|(?:it's |that's |they're )?(?:none of your (?:business|concern)|nobody's business|private|personal|(?:just )?between us|off limits|a secret)|you get it|you know what i mean|for god's sake|jesus|ugh|lol|haha|shit|damn|whoops|oops|yikes|delete|erase|forget|remove)$"
)
MINE = regex(r"^(?:about )?(?:my|our|what|which|where|who|how|that i|i|we)\b")
WHAT_ABOUT = regex(r"^(?:what|how) about\b|^book\b")
INSTEAD = regex(
    r"^(?:let's|i'm (?!not)|i'll|i want|i'd|we're (?!not|over|done)|we'll|get|give|go|try|it's|have|how about|what about|book|[a-z]+ is (?:where|better|nicer|cheaper))\b"
)
OWN_THING = regex(r"^(?:the|my|his|her|their|where|what|how|who|which|our)\b")
OVER_HERE = regex(rf" (?:{OVER_EN})")
OF_THEM = regex(r"^(?:his|her|their|where (?:he|she|they)|what (?:he|she))\b")
WH = regex(r"^(?:what|how|where|who|which|when|that i)\b")
NAMED_THING = regex(r"^(?:the|my|our|that|those)\b")
JUST_SAID = regex(r"\bi (?:just )?(?:said|told you|wrote|sent)$")
MIND_ING = regex(r"\b(?:mind|thanks for|thank you for|how about) ")
GERUND = regex(r"^[a-z]+ing\b")
PLAIN_VERB = regex(
    r"^(?:tak|get|leav|pull|throw|edit|clean|wash|strip)(?:e|t?ing)?\b(?! (?:\w+ ){0,6}?(?:out|off|away|rid|back|down)\b)"
)
REMOVE = regex(r"^(?:remov|clear|wip)")
MADE_UP = regex(
    r"\b(?:write|tell|compose|make up|draft|read|sing|imagine|invent)\b.{0,40}\b(?:story|poem|novel|lyrics|screenplay|haiku|song|scene|script)\b|\b(?:role-?play|translate|screenplay)\b"
)
ASKED = regex(r"\b(?:please|pls|would you|will you|could you|kindly)\b")
LETS = regex(r"^let's\b(?! pretend)")
OUT_OF = regex(r"\b(?:from|off|out of) (?:the|my|a|an|this|that|our|his|her|their|every)\b")
NO_TASK = regex(r"\be-?mail address\b|\byour (?:notes?|database|log|list|files?)\b|\bon file\b")
KNOWN = regex(
    r"^(?:why|how come|how|wtf|since when|and)?(?: on earth| the hell| come)? ?(?:do |did |are |have |would |should )?(?:you|u)(?:'ve|'re)? (?:even |still |ever |always )*(?:remember(?:ing)?|know|have|keep(?:ing)?|stor(?:e|ing)|sav(?:e|ed|ing)|recall|bring(?:ing)? up|got|hold(?:ing)?) (?:about |on |up )?(?P<x>.+?)(?: saved| stored| on file| in there| down)?$"
)
BLURTED = regex(
    r"^.*\b(?:told|mentioned|said|talked|spoke|confessed|opened up|blabbed|went on|rambled|bring(?:ing)? up|telling|talking|mentioning)(?: to)?(?: you)?(?: all)? (?:about|on|re:?) (?P<x>.+)$"
)
NEEDLESS = regex(
    r"^(?:you|u) (?:don't|do not|dont|needn't|shouldn't|never) (?:need|have|know|want)(?: to (?:know|have|keep|see))?(?: about)? (?P<x>.+)$"
)
NOBODY = regex(
    r"^(?:nobody|no[- ]one|no one)(?: else)? (?:needs?|has|ought|should|must|gets?)(?: to)? (?:know|hear|find out|learn|see)(?: about| of)? (?P<x>.+)$"
)
UNEASY = regex(
    r"^i(?:'m| am| feel| felt| was)\b.{0,20}?\b(?:embarrassed|ashamed|worried|uneasy|uncomfortable|nervous|paranoid|weird|awkward|upset|regretful|scared)\b.{0,20}? (?:about|by|of|over|with|at) (?P<x>.+)$"
)
INVERTED = regex(
    rf"^(?:can|could|may|might|should|would|will) (?P<x>(?!you|u|i|we|he|she|they)\S.+?)(?: please| all| just)* (?:(?:be|get) {GONE_EN}.*|go|disappear|vanish)$"
)
NO_TRACE = regex(
    r"^(?:(?:i|you|please|just|leave|keep|have|there|would|let there)\b.{0,40}?\b)?(?:no|zero) (?:trace|record|memory|mention|note|sign|evidence)s?(?: at all)? (?:of|on|about) (?P<x>.+)$"
    r"|^(?:please )?(?:keep|store|retain|remember|hold|know|save) (?:nothing|none)(?: at all)? (?:of|on|about|to do with|regarding) (?P<y>.+)$"
)
BETTER_IF = regex(
    rf"^i(?:'d| would| might| could)?\b.{{0,40}}? if (?P<x>.+?) (?:wasn't|weren't|was not|were not|isn't|was no longer|were no longer|didn't|(?:was|were|got) (?:{GONE_EN}))(?: .*)?$"
)
NEVER_TOLD = regex(r"^(?:i|we) never (?:told|mentioned|said)(?: to)?(?: you)?(?: anything)?(?: about)? (?P<x>.+)$")
UNDERSTOOD = regex(
    r"^(?:got it|ok(?:ay)?|right|understood|yeah|alright|deal|clear|you hear|capisce|are we clear|gottit|get it)$"
)
SAID_OF = regex(
    r"^(?P<x>(?:my|the|our|that|those|these|this|[a-z]+'s) [a-z' -]{2,40}?)(?:'s| is| are| was| were| isn't| aren't| wasn't| weren't| doesn't| does| don't| makes?| sounds?| feels?| stays?| got| has| have| had| never| just| really| still| hurts?| needs?| belongs?) .+$"
)
UNHEARD = regex(
    r"^(?:you|u) (?:(?:didn't|didnt|did not|never) (?:hear|see|know|read|get)|heard nothing|know nothing|saw nothing|were never told)(?: (?:that|it|this|any of (?:that|it|this)|anything|about (?:it|that)))*(?: from me)?$|^(?:i|we) (?:never|didn't) (?:say|said|told you|tell you|mention(?:ed)?)(?: (?:that|it|this|anything|a thing|any of (?:that|it|this)))*$|^(?:never|not) (?:said|told you|mentioned)(?: (?:it|that|this))?$|^(?:all )?gone$|^out$|^(?:off|out) with (?:it|that|them)$|^(?:it )?never happened$"
)
FIGURE = regex(r" (?:figures?|numbers?|amounts?|status|history|situation)$")
PLACE = regex(r"\b(?:in|at|into|inside|on) (?:the|a|an)\b(?! (?:future|past|first))")
MIND_VERB = regex(r"^(?:rememb|memor|hang|retain|know|cling|hold(?:ing)? on)")
APART_PARTICLE = regex(r" (?:out|off|away|down)(?= (?:please|mate|now|of)|$)")
THINGS = PHYSICAL | {"likes", "dislikes", "books", "music", "film", "finance", "secret plan"}
REPEATED = regex(r"^(\w+)(?: \1)+$")
ASIDE = 7  # words of a remark that may stand between a thing and the pronoun for it
SAID = (PRETEND, TOOK_BACK, NOTHING, NO_NOTES)
KEEPING = (NO_TRACE, BETTER_IF, NEVER, UNWANTED, RATHER, NOT_KEPT, NOT_MEANT)
LOOK_BACK = 4  # clauses before an order in which its pronoun's thing is looked for


def oblique_en(parts: Sequence[Clause], believed: bool = False) -> Order | None:
    """The order in a message's clauses; None when none is found. One that is `believed` to be there anyway need not
    call its object something told or known."""
    if any(MADE_UP.search(part.seen) for part in parts):
        return None
    for at, clause in enumerate(parts):
        found = _wish(parts, at, clause, believed)
        if found:
            return Order(kind="forget", scope="about", about=found, certain=False)
    return None


def _wish(parts: Sequence[Clause], at: int, clause: Clause, believed: bool) -> str:
    seen = clause.seen
    if NOT.search(seen) and not PRETEND.match(seen):
        return ""
    bare = REPEATED.sub(r"\1", POLITE.sub("", seen + " ").strip())
    asked = believed or bare != seen or ASKED.search(seen) is not None
    if IF_YOU.search(seen):
        bare = PAST.sub(lambda match: PRESENT[match[0]], bare)
    if (match := INVERTED.match(bare)) is not None or (match := INVERTED.match(seen)) is not None:
        return _object(parts, at, match["x"], "told" if believed else "erase")
    if clause.asks and not asked:
        return ""
    after = parts[at + 1].seen if at + 1 < len(parts) else ""
    if (match := NEVER_TOLD.match(seen)) is not None and UNDERSTOOD.match(after):
        return _object(parts, at, match["x"], "told")
    told = next((match for pattern in SAID if (match := pattern.match(bare)) is not None), None)
    if told is not None:
        words = next((part for part in told.groups() if part), "")
        return _object(parts, at, words, "told")
    for pattern in KEEPING:
        match = pattern.match(seen) or pattern.match(bare)
        if pattern is BETTER_IF and match is not None and not MEMORYLESS.search(seen):
            continue
        if match is not None and (found := _kept(parts, at, match, believed)):
            return found
    if (match := IMPERATIVE.match(bare)) is not None and (not GERUND.match(bare) or MIND_ING.search(seen)):
        return _removal(parts, at, match, asked, believed)
    for pattern, strength in ((WANTED, "erase"), (RATHER_FORGOT, "erase"), (GOES, "goes")):
        if (match := pattern.match(bare)) is not None:
            return _object(parts, at, match["x"], "told" if believed else strength)
    return _undone(parts, at, bare)


def _kept(parts: Sequence[Clause], at: int, match: re.Match[str], believed: bool) -> str:
    """Of "don't keep …". One keeps milk in the fridge as well: a place makes it a thing, and so may the verb."""
    if PLACE.search(match[0]) and not (believed or MEMORYLESS.search(parts[at].seen)):
        return ""
    verb = match.groupdict().get("verb") or ""
    words = match["x"] or match.groupdict().get("y") or ""
    sure = match.re.pattern in (NO_TRACE.pattern, BETTER_IF.pattern) or MIND_VERB.match(verb) is not None
    return _object(parts, at, words, "told" if believed else "asked" if sure else "keep")


def _removal(parts: Sequence[Clause], at: int, match: re.Match[str], asked: bool, believed: bool) -> str:
    seen = parts[at].seen
    words = APART_PARTICLE.sub("", match["x"])
    if believed:
        return _object(parts, at, words, "told")
    if PLAIN_VERB.match(match[0]) and not MEMORYLESS.search(seen):
        return ""
    if OUT_OF.search(seen) and not MEMORYLESS.search(seen):
        return ""
    strength = next(name for name in ("mind", "erase", "loose") if match[name])
    return _object(parts, at, words, "asked" if asked and strength != "loose" else strength)


def _undone(parts: Sequence[Clause], at: int, bare: str) -> str:
    """ "The divorce never happened, as far as you're concerned"; "my star sign: not worth keeping"; "…: gone"."""
    clause = parts[at]
    beside = any(FAR.search(one.seen) for one in parts[max(0, at - 1) : at + 2] if one is not clause)
    if (match := NEVER_WAS.match(bare)) is not None and (FAR.search(match["far"]) or beside):
        return _object(parts, at, match["x"], "told")
    if beside and (match := NEVER_DID.match(bare)) is not None:
        return _object(parts, at, match["x"], "told")
    if BARE.match(bare) or UNHEARD.match(bare):
        return _before(parts, at, "it", "keep")
    return ""


def _object(parts: Sequence[Clause], at: int, words: str, strength: str) -> str:
    """What the object of an order means; "" when it cannot be one of memory."""
    told = MEMORYLESS.search(parts[at].seen) is not None
    words = _trimmed(MEMORYLESS.sub(" ", words))
    if PRONOUN.match(words) or not words:
        return _before(parts, at, words, strength)
    if OF_THEM.match(words):
        whose = _before(parts, at, words, strength)
        return f"{whose} {words.split(' ', 1)[1]}" if whose and " " in words else whose
    if NOT_THINGS.match(words) or SESSION_EN.search(words) or ALL_EN.match(words) or LAST_EN.match(words):
        return ""
    told = told or TOLD.search(words) is not None or strength == "told"
    wrapped = WRAPPED.match(words) is not None or ENDED.match(words) is not None
    words = FIGURE.sub("", words) or words
    inner = _unwrapped(words)
    if PRONOUN.match(inner):
        return _before(parts, at, inner, strength)
    topic = topic_en(inner) or topic_en(words)
    task = topic if WRAPPED.match(words) else words
    if not topic or (TASK_EN.search(NO_TASK.sub("", task)) and not told):
        return ""
    if LETS.match(parts[at].seen) and not wrapped:
        return ""
    after = parts[at + 1] if at + 1 < len(parts) else None
    return topic if told or _meant(words, topic, wrapped, strength, parts[at], after) else ""


def _unwrapped(words: str) -> str:
    """ "Anything you have on the oboe", "the oboe one": the oboe."""
    for _ in range(2):
        match = WRAPPED.match(words) or ENDED.match(words)
        if match is None:
            break
        words = next(part for part in match.groups() if part)
    return words


def _trimmed(words: str) -> str:
    for _ in range(3):
        words = TAIL.sub("", " " + words.strip(" ,.!?'\"")).strip()
    return words


def _meant(words: str, topic: str, wrapped: bool, strength: str, clause: Clause, after: Clause | None) -> bool:
    """Whether words that name no memory are about something remembered."""
    if wrapped or strength == "asked":
        return True
    mine = MINE.match(words) is not None
    known = _part_of_life(topic)
    named = topics(topic)
    thing = any(concept.name in PHYSICAL or concept.person for one in named for concept in one.concepts)
    abstract = any(concept.name not in PHYSICAL and not concept.person for one in named for concept in one.concepts)
    if strength in ("loose", "goes"):
        return (
            (abstract or (mine and known))
            and (strength == "goes" or mine or not any(one.people for one in named))
            and not (thing and not abstract)
        )
    if YEAR.match(topic) or (mine and (strength != "erase" or known or not REMOVE.match(POLITE.sub("", clause.seen)))):
        return True
    if after is not None and WHAT_ABOUT.match(after.seen):
        return False
    if strength == "mind":  # "forget the gym, I'm staying in bed" weighs one thing against another
        person = any(one.people or any(c.person for c in one.concepts) for one in named)
        return person or (_is_name(topic, clause) and not (after is not None and INSTEAD.match(after.seen)))
    return known or abstract or _is_name(topic, clause)


def _part_of_life(topic: str) -> bool:
    """Whether a topic is, as a whole, somebody or a part of one's life that the tables know."""
    return all((one.concepts or one.people or one.attributes) and not one.words for one in topics(topic))


def _touches_life(topic: str) -> bool:
    """Whether a topic is at least partly about somebody, or a part of one's life that is no thing."""
    if any(one.people or {c.name for c in one.concepts} - PHYSICAL for one in topics(topic)):
        return True
    return any(concept.own and concept.name not in THINGS and concept.said.search(topic) for concept in concepts())


def _is_name(topic: str, clause: Clause) -> bool:
    """Whether a topic is a name: written with capitals in a clause that is not all capitals."""
    start = clause.seen.find(topic)
    written = clause.written[start : start + len(topic)] if clause.written and start > 0 else ""
    return bool(written) and all(word[:1].isupper() for word in written.split()) and not clause.written.isupper()


def _before(parts: Sequence[Clause], at: int, pronoun: str, strength: str) -> str:
    """What a pronoun stands for, by the clauses before it, or by a bare thing named right after."""
    listed: list[str] = []
    for clause in reversed(parts[max(0, at - LOOK_BACK) : at]):
        seen = POLITE.sub("", clause.seen + " ").strip()
        if FILLER.match(clause.seen) or not seen or PRONOUN.match(seen):
            continue
        if SPLIT.search(seen) and not APART.match(seen) and not LEFT.match(seen):
            whom = next((word for word in f"{' '.join(listed)} {pronoun} {seen}".split() if word in PARTNERS), "")
            return PARTNERS.get(whom, "partner, girlfriend, boyfriend, wife, husband")
        topic = _topic_of(clause, seen, strength)
        if not topic:
            if len(seen.split()) > ASIDE or clause.asks:
                break
            continue
        listed.insert(0, topic)
        if not OWN_THING.match(seen) or OVER_HERE.search(seen):
            break
    named = [one for one in listed if not OF_THEM.match(one)]
    for after in parts[at + 1 : at + 3] if not listed else ():
        words = _trimmed(after.seen)
        if (
            NAMED_THING.match(words)
            and not FINITE.search(words)
            and (_unwrapped(words) != words or _touches_life(words))
        ):
            named = [topic_en(_unwrapped(words))]
            break
    return ", ".join(one for one in named if one)


def _topic_of(clause: Clause, seen: str, strength: str) -> str:
    """What a clause is about that a pronoun after it may point to; "" when it says something else."""
    for pattern in (ABOUT, KNOWN, BLURTED, NEEDLESS, NOBODY, UNEASY, APART, LEFT, NOT_NOW, OVER):
        if (match := pattern.match(seen)) is not None:
            inner = _unwrapped(_trimmed(match["x"]))
            return "" if NOT_THINGS.match(inner) or TASK_EN.search(inner) else topic_en(inner) or inner
    if (match := IMPERATIVE.match(seen)) is not None and match["x"]:
        seen = _trimmed(match["x"])
    if clause.asks and FINITE.search(seen):
        return ""
    if OF_THEM.match(seen):
        return seen
    if JUST_SAID.search(seen) or TASK_EN.search(NO_TASK.sub("", seen)):
        return ""
    if WH.match(seen):
        return topic_en(_unwrapped(seen))
    short = not FINITE.search(seen) and not NOT_THINGS.match(seen)
    words = _trimmed(seen)
    inner = topic_en(_unwrapped(words))
    if short and LISTED.match(seen) and (NAMED_THING.match(seen) or inner != topic_en(words) or _touches_life(inner)):
        return inner
    match = SAID_OF.match(seen)  # "Ayla's diagnosis isn't mine to share"
    if match is not None and not NOT_THINGS.match(match["x"]):
        inner = topic_en(_unwrapped(match["x"]))
        return inner if strength in ("mind", "erase", "asked") or _touches_life(inner) else ""
    return ""
