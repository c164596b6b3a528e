"""Reading an English clause: whose it is, and what it says. The rows that know what is said are in `en_frames`."""

from __future__ import annotations

import re
from dataclasses import replace

from jiyi.language.regex import regex
from jiyi.language.script import EMOJI
from jiyi.policy.attributes import named_in
from jiyi.policy.extract import ailing, food, pastime, team
from jiyi.policy.extract.en_frames import EVENTS, FRAMES, ORDERS
from jiyi.policy.extract.en_kin import (
    CALLED,
    TALKED_TO,
    TODAY,
    far,
    kin,
    kin_goes_on,
    one_more,
    ours,
    pet_by_name,
    role_of,
)
from jiyi.policy.extract.en_left_out import is_a, possessed
from jiyi.policy.extract.en_subject import FAR_WORDS, KIN_AT, KIN_WORDS, NAMED_KIN, SELF_AT, WE_AT, in_full, subject
from jiyi.policy.extract.frame import KIN, NONE, OTHER, SELF, WE, Found, Frame, named_relative
from jiyi.policy.gate import Clause
from jiyi.policy.tables import en, talk
from jiyi.records import Kind

LONGEST_CLAUSE = 320  # characters that the frames look at

_FILLER = regex(
    rf"^(?:(?:{en.FILLERS}|(?:except|other than|apart from the fact)(?: that)?(?= (?:i'm|i am|i have|i've|i carry|i take)\b)|especially (?:after|since|because)(?= i\b))(?=[\s,.:;!—-]|$)[\s,.:;!—-]*)+"
)
_BARE = (
    (regex(r"^(?:(?:finally|just|recently|also|eventually|ended up) )*(?:had to (?:move|shift|change|switch|swap|give up|stop|quit|sell)|ended up|picked up|switched (?:to|over)|moved (?:over|on) to|came off|gave up|jacked in|packed in|ditched|dropped|swapped|upgraded|caved|upped|traded|treated myself|sold (?:my|the|our)|put (?:my|our)|signed (?:my|the|our|a)|did my|had (?:my|our|twins|a baby|the (?:baby|twins|op))|got (?:the|a|an|my|rid|into|engaged|married|promoted|made redundant|laid off|the boot|the keys)|can't (?:swim|drive|cook|eat|drink|have|stand|do|be doing|cycle|read|sing|dance|whistle)|can't be|haven't (?:\w+ )?since|don't (?:drive|eat|drink|smoke|own|have)(?! (?:in|for) (?:this|that|the))|never (?:touch|eat|drink|use|watch|wear|fly|learned|learnt|got)|no longer \w+)\b(?! (?:away|out)$)"), "I "),
    (regex(r"^(?:off (?!(?:the|to|my|we|i|topic|you)\b)|down to (?:one|two|three|my last)|back (?:on|in|at|to|with|home in) (?:the |my )?\w|not (?:an?|much of an?|really an?|exactly an?) [\w -]{2,24}(?:person|fan|drinker|eater|reader|drive[rn]|cook|smoker|gamer|talker|swimmer|sleeper|type)\b|doing (?:an?|my|the)(?: [\w-]+){0,3} (?:ma|msc|mba|phd|degree|course|diploma|apprenticeship|a-levels|gcses|masters|doctorate|placement|internship|traineeship)\b|expecting (?:in|our|my|a baby|twins)|recovering from|renting|lodging|based out of|saving|raising|(?:currently|still|now) (?:studying|training|learning|working|living|renting|saving|on|in|at|between)\b)"), "I'm "),
    (regex(r"^(?:took|went|met|lost|found|began|started|joined|visited|moved|signed up|broke|tried|flew|drove|hiked|spent|won|made|sold|wrote|ate|saw|taught|learned|learnt|retired|became|passed|failed|booked|worked|lived|grew|spoke|ran|swam|climbed|played|fostered|survived|always (?:admired|wanted|loved|hated|liked|dreamed|had|been)|never (?:liked|learned|learnt|smoked|drank|married|had|been|drove))\b(?! (?:away|out)$)"), "I "),
    (regex(r"^(?:mostly (?:just )?(?=\w+ing\b)|gonna|going to|planning (?:to|on)|hoping to|training for|studying (?:for|at)|saving (?:up )?for|working (?:as|at|on)|living in|learning)\b(?!.*\b(?:is|are|was|were|takes|helps|makes|can|has)\b)"), "I'm "),
    (regex(r"^(?:waist|weight|blood pressure|blood sugar|blood type|resting heart rate|cholesterol|height|shoe size)(?: \w+)? (?:is|was)\b"), "My "),
    (regex(r"^been (?!(?:great|good|fine|nice|fun|busy|better|worse|there)\b)"), "I've "),
    (regex(r"^(?:adopted|report|collect|carry|finished|graduated|dropped|bought|switched|gave up|(?:love|like|hate|prefer|enjoy)(?= (?:my|to|\w+ing)\b)|can't stand|don't eat|can't eat|live in|work at|work as|used to|grew up|moved to|drink|never eat|only eat|(?:usually|mostly)(?! (?:just )?\w+ing\b)|just moved|just got|got|have|own|play|speak|drive|study|studied|take|quit)\b"), "I "),
    (regex(r"^(?:allergic to|vegan|vegetarian|pescatarian|diabetic|born in|from|based in|not a big|more of a|originally from|self-employed|lactose|single|married|divorced|retired|pregnant|born and (?:bred|raised)|not a fan|into|a nurse|a teacher|celiac|left-handed)\b"), "I'm "),
)  # fmt: skip
_TRAILING = regex(rf"[\s,.;:!…~—–{EMOJI}\u200d\ufe0f-]+$")
_WIDE = regex(r"\s{2,}")
_LOOSE = regex(
    r"^(?:aiming|hoping|planning|targeting|including|not|no|especially|mostly|particularly|mainly|because|since|with|without|though|although|even|and|or|but|at|on|in|for|to|who|which|that|about|around|very|really|severely|like|such as|e\.g\.|the|so|as|from|by|until|after|before|always|usually|every|once|twice|plus|including|due|never|also|both|both of|a|an|one|two|three|\d|hence|where|when|just|only|still|mornings?|evenings?|weekends?|his|her|their|its)\b"
)
_THIS_ONCE = regex(
    r"\b(?:this (?:one|time|answer|question|essay|text|email|code|function|list|paragraph|message|file|script|sentence|story|task|for|to|in|into|as|report|article)|here|for this|in this one|just this once|this$|the above|below|that one|it (?:short|shorter|brief|simple|to)|one more|yet$|(?:try|do it|say that|go) again)\b|^[^:]{0,60}:\s*\S"
)


def fillers(clause: Clause) -> int:
    """How many characters at the start say nothing."""
    match = _FILLER.match(clause.seen)
    return match.end() if match and match.end() < len(clause.seen) else 0


# Rows that speak of the user although someone close is the subject ("my doctor put me on a diet").
_OF_KIN = tuple(frame for frame in FRAMES if KIN in frame.by)


def find(clause: Clause, carried: Found | None) -> Found | str:
    """What the clause says, or why it is left. `carried` is what was found just before in the same sentence."""
    cut = fillers(clause)
    seen = _TRAILING.sub("", clause.seen[cut : cut + LONGEST_CLAUSE])
    text = _WIDE.sub(" ", _TRAILING.sub("", clause.text[cut:]))
    seen, text = in_full(_WIDE.sub(" ", seen)), in_full(text)
    if not seen.strip():
        return talk.COURTESY
    seen, text = possessed(seen, text)
    told = _YOU_ARE_TO.match(seen)
    if order := _order(clause, seen[told.end() :] if told else seen, text[told.end() :] if told else text):
        return replace(order, content=text)
    if _ONCE_THOUGHT.search(seen):
        return talk.SUPPOSED
    if _PASSES.search(seen) and not clause.outright:
        return talk.PASSING
    if pet := pet_by_name(text):
        return pet
    if named := NAMED_KIN.match(text):
        slot, word = role_of(named["s"].lower())
        return named_relative(f"{slot}/named", text, slot, word, named["e"])
    if owner := team.owner(text):
        return named_relative("friend/in_charge", text, "friend", "knows", owner)
    if ill := ailing.named(text):
        return replace(named_relative("family/ails", text, "family", "knows", ill), importance=ailing.CARE)
    if added := one_more(text) or ours(text):
        return added
    whose, words_of, rest = subject(seen)
    if whose == KIN:
        for frame in _OF_KIN:
            if match := frame.pattern.search(seen):
                return _found(frame, match, seen, text, SELF)
        return kin(seen, text, words_of, rest)
    if whose == NONE and carried is None and clause.asked:
        return talk.QUESTION
    if whose == NONE:
        if carried is not None and carried.carries == KIN:
            return kin_goes_on(seen, text, carried)
        seen, text, whose = _with_subject(seen, text, carried, first=clause.first)
    if whose == OTHER and (friend := far(seen, text)):
        return friend
    found = _named(text) or _own(seen, text, whose)
    if isinstance(found, str) and whose == OTHER:
        return talk.NOTHING if _MINE_INSIDE.match(seen) else talk.OTHERS
    return found


_YOU_ARE_TO = regex(r"^you (?:should|must|need to|have to|ought to) (?=(?:always|never|only)\b)")
# "The allotment's my happy place": a thing is the subject, but the clause may be of the user; the witness is asked.
_MINE_INSIDE = regex(
    r"^(?:the|an?|one|most|some) (?!(?:guy|girl|man|woman|bloke|lady|person|customer|user|client)\b).*\b(?:my|me|mine|i|i'm|i've|we|our)\b"
)


# Where one goes now, what suits, what one will have a look at: gone tomorrow.
_PASSES = regex(
    r"^(?:i'm|i am|we're|we are) (?:off (?:to|for|now)|about to|heading (?:out|off|home|over|to bed)|on my way|leaving now)\b"
    r"|^(?:(?:next|this) )?(?:\w+day|weekend|tomorrow|noon|\d{1,2}(?::\d\d)? ?(?:am|pm)?)(?: \w+)? (?:works|is fine|is good|is great|sounds good|suits me|would work)\b"
    r"|^(?:i'll|i will|we'll|we will|i can|let me|gonna|i'm gonna) (?:check|try (?:it|that|this|them|those|some|your)|see|let you|keep|do my best|take a look|look into|be back|think about|start thinking|get back|give (?:it|that)|pay attention|adjust|bear)\b"
    r"|\b(?:check (?:it|that|them|you) out|talk to you (?:soon|later)|see you|catch you|gotta (?:go|run)|i (?:think|guess|suppose)$)"
)
_ONCE_THOUGHT = regex(
    r"\b(?:used to think|thought (?:i|that i)|dreamed|dreamt|wish|would hate to|could never be|might|maybe|perhaps|can't wait|cannot wait|looking forward|hopefully)\b"
)


def _with_subject(seen: str, text: str, carried: Found | None, *, first: bool) -> tuple[str, str, str]:
    """The clause with the subject that it lacks; unchanged when nothing says which."""
    if carried is not None and carried.opener in ("I", "we") and _VERB.match(seen):
        opener = carried.opener
        return f"{opener.lower()} {seen}", f"{opener} {text}", SELF if opener == "I" else WE
    if (
        carried is not None
        and carried.opener == "I"
        and re.match(rf"^(?:an?|the) (?:[\w'/-]+ ){{0,4}}?(?:{en.ROLES})\b", seen)
    ):
        return f"i'm {seen}", f"I'm {text}", SELF
    if first and (whole := is_a(seen, text)):
        return *whole, SELF
    for pattern, opener in _BARE if first else ():
        if pattern.match(seen) and not TALKED_TO.search(seen):
            rest = text[0].lower() + text[1:] if text[1:2].islower() or text[1:2] in " '" else text
            return opener.lower() + seen, opener + rest, SELF
    return seen, text, NONE


_VERB = regex(
    r"^(?:also |then |just |usually |mostly |never |always |still )*(?:[a-z]+ed|live|work|teach|speak|have|love|hate|like|prefer|drive|own|study|play|weigh|moved|joined|went|got|am|was|don't|can't|drink|eat|take|use|run|read|write|started|want|plan|sleep|wake|go|enjoy|cook|code|became|met|took|bought|made|did|had)\b"
)


def _order(clause: Clause, seen: str, text: str) -> Found | None:
    """A lasting instruction to the assistant."""
    if clause.once:
        return None
    if _THIS_ONCE.search(seen) and not (talk.STANDING_ORDER.search(seen) or _ALL_ANSWERS.search(seen)):
        return None
    if clause.asked and not clause.lasting and not talk.POLITE_ORDER.search(seen):
        return None
    own = bool(SELF_AT.match(seen) or WE_AT.match(seen) or KIN_AT.match(seen))
    for frame in (*team.ORDERS_EN, *ORDERS):
        if own and frame.name not in _ORDERS_OF_SELF:
            continue
        match = frame.pattern.search(seen)
        if match and _order_to_assistant(frame, match, seen):
            attribute = frame.attribute or _attribute_of_order(seen)
            value = _value(match, text)
            return Found(
                rule=frame.name, kind=Kind.INSTRUCTION, content=text, attribute=attribute, value=value, importance=0.7
            )
    if clause.lasting and not own and _LASTING_ORDER.match(seen):
        return Found(  # "Going forward, explain things step by step": the mark is in the clause before
            rule="-/going_on",
            kind=Kind.INSTRUCTION,
            content=text,
            attribute=_attribute_of_order(seen),
            importance=0.7,
        )
    return None


_ALL_ANSWERS = regex(r"\b(?:all|every|each) (?:of )?(?:your )?(?:answers?|repl(?:y|ies)|responses?|messages?)\b")
_ORDERS_OF_SELF = frozenset(
    {
        "-/want_you",
        "-/not_want",
        "-/from_now",
        "-/every_time",
        "-/like_so",
        "answer.address",
        "-/your_answers",
        "-/would_like",
        "answer.length/taste",
        "answer.tone/taste",
        "answer.length/distaste",
        "answer.tone/distaste",
    }
)
_TO_ASSISTANT = regex(
    r"\b(?:answer|reply|respond|use|write|speak|talk|give|keep|avoid|include|show|add|explain|format|call|address|be|don't|do not|never|always|stop|assume|provide|cite|list|summari[sz]e|remind|tell|ask|translate|suggest|recommend|review|check|send|stick|refer|treat|mention|round|convert|you|your|skip|limit|just|only|end|start|put|make|double-check|prefer|warn)\b"
)


def _order_to_assistant(frame: Frame, match: re.Match[str], seen: str) -> bool:
    if frame.name in ("-/from_now", "-/every_time", "-/like_so"):
        rest = seen
        about_self = re.search(r"\b(?:i|i'm|i'll|we|we'll|my)\b", rest if frame.name == "-/from_now" else "")
        if frame.name == "-/like_so" and _OF_MY_OWN.match(seen):
            return False
        return bool(_TO_ASSISTANT.search(rest) or _DOING.match(rest)) and not about_self
    return True


# "When I travel I …" is a habit; "when recommending things, …" opens an order.
_OF_MY_OWN = regex(
    r"^(?:and |also )*when i(?:'m| am)? (?!ask|send|share|paste|say|give|request|want)[a-z]+(?: [\w' ]{2,30}?)?,? i\b"
)
_DOING = regex(
    r"^(?:please |and |also |so )*when (?:giving|writing|answering|replying|explaining|suggesting|recommending|making|comparing)\b"
)
_LASTING_ORDER = regex(
    r"^(?:for every [\w ]{2,20},? )?(?:please |and |also |just |you can |you should )*(?:(?:don't|do not) (?:round|soften|use|add|write|sugarcoat|repeat|translate|guess|assume)|default to|wait|explain|answer|reply|respond|use|write|give me|keep|include|show me|format|skip|avoid|speak|talk to me|list|cite|put|begin|start|end|break)\b(?!.*\b(?:i|we|every (?:day|morning|night|week))\b)"
)


def _attribute_of_order(seen: str) -> str:
    for attribute in named_in(seen):
        if attribute.kind is Kind.INSTRUCTION:
            return attribute.name
    return "answer.topic"


_TRIM = regex(
    r"^(?:a|an|the|that|to|about|some|my)\s+|\s+(?:too|also|though|anymore|any ?more|any longer|at all|again|nowadays|instead|now|as well|a lot|very much|so much|these days|lately|right now|at the moment)$"
)


def _value(match: re.Match[str], text: str) -> str | None:
    """The value group (`v`, else `e`, else `w`) in the words of the original text."""
    for group in ("v", "e", "w"):
        if group in match.re.groupindex and match[group] is not None:
            start, end = match.span(group)
            return _TRIM.sub("", text[start:end].strip(" \"“”'.,!")) or None
    return None


_I_AM = regex(r"^I(?:['’]m| am) (?P<v>[A-Z][a-z]+(?:[ -][A-Z][a-z]+){0,2})$")


def _named(text: str) -> Found | None:
    """ "I'm Marta": a capital is all that shows a name, so a nationality or faith must not pass for one."""
    match = _I_AM.match(text)
    if match is None or re.fullmatch(
        rf"{en.NATIONALITY}|american|german|swiss|dutch|french|greek|buddhist|christian|muslim|hindu|jewish|catholic|sorry|ok|okay|batman|superman|spider-?man|iron man|santa(?: claus)?|god|groot|darth vader|legend",
        match["v"].lower(),
    ):
        return None
    return Found(
        rule="name/am",
        kind=Kind.FACT,
        content=text,
        attribute="name",
        value=match["v"],
        entities=(match["v"],),
        relation="is_called",
        importance=0.9,
        opener="I",
    )


def _own(seen: str, text: str, whose: str) -> Found | str:
    passing = TODAY.search(seen) is not None
    lasting_anyway = passing and re.search(r"\bmoved|\bjoined|\bevery\b|\balways\b", seen)
    if team.IN_A_LESSON.search(seen) and team.SWITCHED.search(seen):
        return talk.PASSING
    lesson = team.IN_A_LESSON.search(seen) is not None
    for frame in (*team.FRAMES_EN, *FRAMES, *EVENTS):
        if lesson and frame.name.startswith(team.OF_WORK):
            continue
        if whose not in frame.by or (passing and not lasting_anyway and frame.stands == "lasting"):
            continue
        match = frame.pattern.search(seen)
        if match is None or (frame.stands == "lasting" and _UNSURE.search(seen)):
            continue
        if frame.kind is not Kind.RELATIONSHIP and _ANOTHER.search(seen[: match.start()]):
            continue
        if frame.name.endswith("_named") and not _capital(match, text):
            continue
        if frame.kind is Kind.PREFERENCE and frame.stands == "lasting" and _WAS_THEN.search(seen):
            return talk.PASSING  # a habit of a time that is over
        if _SUBORDINATE.search(seen[: match.start()]) or (frame.name in _TASTES and _passing_thing(match, text)):
            continue
        return _found(frame, match, seen, text, whose)
    if team.NOT_YET.search(seen) or team.of_a_lesson(seen):
        return talk.PASSING
    return talk.PASSING if passing else talk.NOTHING


_WAS_THEN = regex(
    r"^(?!.*\b(?:since|now|still|ever|these days|nowadays|quit|stopped|gave up|given up|started|began|switched|until|took up|used to|for years)\b).*\b(?:last (?:january|february|march|april|may|june|july|august|september|october|november|december|summer|winter|spring|fall|autumn|year|month|week|semester)|back in (?:the |my )?(?:(?:19|20)?\d\ds?|january|february|march|april|may|june|july|august|september|october|november|december|college|school|university|day|uni)|when i was (?:a|an|in|at|young|little|\d)|as a (?:kid|child|teenager))\b"
)
# Someone else between the user and the statement: "I wrote that my mother is a doctor".
_ANOTHER = regex(rf"\b(?:he|she|they|who|(?:my|our|a|the) (?:{KIN_WORDS}|{FAR_WORDS}))\b(?!.*\b(?:i|i'm|i've|we)\b)")
_SUBORDINATE = regex(r"\b(?:when|if|until|till|once|whether|unless|how much|how)\s+$")
_TASTES = frozenset(
    {
        "-/love",
        "dislike",
        "-/prefer",
        "-/into",
        "-/rather",
        "-/taste_of",
        "-/weakness",
        "-/any_day",
        "-/gone_off",
        "dislike/unable",
        "-/usually",
        "goal",
        "goal/someday",
        "goal/become",
        "-/every",
    }
)
_POINTS = regex(r"\b(?:them|this|these|their|his|her|its|him)\b(?! (?:kind|sort|type|days))")
_LASTING_THINGS = regex(
    r"the (?:[A-Z]|smell|taste|sound|feel|feeling|sea|ocean|beach|mountain|outdoors|rain|snow|cold|heat|sun|summer|winter|fall|autumn|spring|countryside|forest|woods|desert|night|morning|quiet|silence|city|country|idea of|way)"
)


def _capital(match: re.Match[str], text: str) -> bool:
    return text[match.start("v") : match.end("v")][:1].isupper()


def _passing_thing(match: re.Match[str], text: str) -> bool:
    """Whether a taste is for something before the eyes ("I love the tattoo") rather than for a kind of thing."""
    words_ = text[match.start("v") : match.end("v")] if match["v"] else ""
    if _POINTS.search(words_):
        return True  # points at something said before: it would not stand alone
    return bool(re.match(r"(?:all )?(?:the|those|these|this|that)\b", words_)) and not _LASTING_THINGS.match(words_)


_UNSURE = regex(
    r"\bprobably should\b|\bi think i'd\b|\bnot sure\b|\b(?:this|that|the) (?:bug|error|function|approach|answer|idea|version|option|one|code|message|second|first|last|other)\b|\bfor this\b"
)


_HOW_BAD = regex(r"^(?:(?:very|really|quite|severe|bad|mild|serious|deadly|slight|nasty|food) )+(?=\w)")


def _found(frame: Frame, match: re.Match[str], seen: str, text: str, whose: str) -> Found:
    value = _value(match, text)
    groups = match.re.groupindex
    negated = frame.negated or ("n" in groups and match["n"] is not None)
    entities = (
        [value]
        if value
        and frame.relation
        and frame.relation
        not in ("is_a", "was_a", "works_as", "has_condition", "allergic_to", "intolerant_of", "takes", "works_in")
        else []
    )
    named = CALLED.search(text)
    if frame.kind is Kind.RELATIONSHIP and named:
        entities, value = [named["e"]], named["e"]
    slot = frame.attribute or _guess(frame, seen, value)
    value = food.bare(slot, value)
    if slot == "allergy" and value:
        value = _HOW_BAD.sub("", value)
    relation = frame.relation
    if frame.name == "allergy/here":
        text = f"I have {'an' if text[0].lower() in 'aeiou' else 'a'} {text[0].lower()}{text[1:].split(' allergy')[0]} allergy"
    if frame.name.endswith("/as") and value:
        text = (
            f"I'm {'an' if value[0].lower() in 'aeiou' else 'a'} {value}" if value[0].lower() != "v" else f"I'm {value}"
        )
    return Found(
        rule=frame.name,
        kind=frame.kind,
        content=text,
        attribute=slot,
        value=value,
        entities=tuple(e for e in entities if e),
        relation=relation,
        negated=negated,
        ends=frame.ends,
        importance=frame.importance,
        carries=whose if whose in (SELF, WE) else SELF,
        opener="we" if whose == WE else "I",
    )


def _guess(frame: Frame, seen: str, value: str | None) -> str | None:
    """The slot of a taste or habit, from its object."""
    if frame.kind is not Kind.PREFERENCE:
        over = ("plan", "travel.plan") if frame.name.endswith("/happened") else ()
        return next((a.name for a in named_in(value or "") if a.kind is frame.kind and a.name not in over), None)
    if re.search(r"\b(?:eat|eating|drink|drinking|food|spicy|cook(?:ing)? with|taste|dish|cuisine|snack)\b", seen):
        return "diet.avoids" if frame.negated else "diet.likes"
    named = [a.name for a in named_in(seen) if a.kind is Kind.PREFERENCE and a.name not in ("dislike", "value")]
    if food.is_food(value) and (not named or named[0] in ("hobby", "movie", "book")):
        return "diet.avoids" if frame.negated else "diet.likes"
    return named[0] if named else ("dislike" if frame.negated else pastime.slot(seen, value))


_COMES_OUT = regex(
    r"^(?:and |which |so )*(?:it|it's|it'll|it is|we|we're|the (?:launch|release|beta))?(?: (?:will|should|is|going to|set to|due to))* ?(?:launch\w*|ship\w*|releas\w+|com(?:es|ing) out|go(?:es|ing) live|due|opens?|drops?)\b(?!.*\b(?:you|please)\b)"
)


def goes_on(seen: str, carried: Found | None) -> bool:
    """Whether a clause without a frame of its own completes the one before it."""
    if carried is not None and carried.rule == "project/making" and _COMES_OUT.match(seen):
        return True
    if carried is not None and carried.rule == "language/native" and re.match(r"^(?:it's|it is) [a-z]+$", seen):
        return True
    if carried is not None and carried.kind is Kind.INSTRUCTION:
        return not talk.ASKS.search(seen) and not re.match(r"^(?:i|i'm|my|we)\b", seen)
    if TALKED_TO.search(seen) or talk.ASKS.search(seen) or re.search(r"\b(?:i|i'm|my)\b", seen):
        return False
    return bool(_LOOSE.match(seen)) or len(seen.split()) <= 4


def tidy(clause: Clause) -> str:
    """The clause's words without fillers and end mark."""
    return _TRAILING.sub("", clause.text[fillers(clause) :])


def with_subject(text: str) -> str:
    """The words of a clause with the "I" that they leave out ("always admired musicians")."""
    return _with_subject(text.lower(), text, None, first=True)[1]


_STATES = regex(
    r"\b(?:is|are|was|were|am|has|have|had|uses?|lives?|works?|needs?|goes|runs?|takes?|means?|will|can|can't|doesn't|don't|called|named|starts?|ends?|likes?|loves?|hates?|wants?|prefers?|owns?|[a-z]{3,}s)\b|'s\b|'m\b|'re\b|:"
)


def states(clause: Clause) -> bool:
    """Whether a clause that was to be remembered says something, rather than ordering something."""
    said = clause.seen[fillers(clause) :]
    if re.search(r"\byou(?:r|'re)?\b|\b(?:can|will|should|may) be\b", said) and not re.search(
        r"\b(?:my|our|i|we)\b|\d", said
    ):
        return False  # advice
    if re.match(r"^(?:stay|keep|be|go|try|never|always|don't|do not|just|enjoy|follow|believe)\b", said):
        return False
    return (
        len(said.split()) >= 3
        and bool(_STATES.search(said))
        and not re.match(r"^(?:to|when|how|why|what|me|the time)\b", said)
    )


def as_said(clause: Clause) -> Found:
    """A fact in the words in which the person asked to remember it."""
    named = named_in(clause.seen)
    attribute = next((a for a in named if a.kind in (Kind.FACT, Kind.EVENT)), None)
    return Found(
        rule="as said",
        kind=Kind.FACT,
        content=tidy(clause),
        attribute=attribute.name if attribute else None,
        importance=0.8,
    )


def is_of_today(seen: str) -> bool:
    """Whether a clause speaks of today or of the moment."""
    return TODAY.search(seen) is not None


_TAKES_UP = regex(
    r"^(?:it's|it is|its|they're|they are)(?: \w+){0,2}? (?:called|named|in|from|by|on|at|with|all|mostly|only|about|made|written|based|due|for|just)\b(?!.*\b(?:great|awesome|awful|so|very|really)\b)|^(?:an?|one|two|three|both|some) (?!.*\?)[\w'’-]+(?: [\w'’-]+){0,9}$"
)


def takes_up(seen: str) -> bool:
    """Whether a clause names or describes the thing that the one before it spoke of."""
    return _TAKES_UP.match(seen) is not None and TALKED_TO.search(seen) is None


_SOMEONE = regex(r"^(?:it|it's|that|that's|this|these|those|there|there's|here|here's|the|a|an|one|which)\b")


def of_someone(seen: str) -> bool:
    """Whether a clause about something else than the user speaks of a person."""
    return subject(seen)[0] in (KIN, OTHER) and _SOMEONE.match(seen) is None


def called(text: str) -> str | None:
    """The name that a clause gives to the one it speaks of."""
    match = CALLED.search(text)
    return match["e"] if match else None
