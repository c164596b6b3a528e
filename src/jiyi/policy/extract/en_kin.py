"""What an English clause says of someone close, or of an acquaintance: whose words it rests on is read in `en_subject`."""

from __future__ import annotations

import re
from dataclasses import replace

from jiyi.language.regex import regex
from jiyi.policy.extract import ailing
from jiyi.policy.extract.en_subject import FAR_WORDS
from jiyi.policy.extract.frame import KIN, Found, named_relative, words
from jiyi.policy.tables import cues, en, talk
from jiyi.records import Kind

TODAY = regex(en.TODAY)
_KIN_PASSING = regex(
    r"^(?:'s|’s| is| are| was| were| has been| just| also| always| keeps?| keep)* ?(?:said|says?|told|tells|asked|asks|thinks?|wants me|wants to know|(?<!is )(?<!are )(?<!was )(?<!'s )(?<!’s )called|texted|driving me|sleeping|calling|waiting|coming over|here|late|home|at home|back|mad at|angry|annoyed|being|acting|asking|wondering|telling|saying|barking|crying|yelling"
    r"|suggested|suggests|recommended|insists|claims|believes|gave me|sent me|made me|bugging|nagging|on the phone|texting|looking for|has (?:a|an|some|another) (?:question|request|favou?r|problem|idea|suggestion|meeting|headache)|complain\w*|upset|hungry|tired|busy|so (?:cute|funny|happy|excited|proud)|was like|is like|came over|stopped by|visited|picked|will be|helped me|needs? (?:a|to|help|me)|getting on|ok(?:ay)?|fine|had (?:such |so much |lots of |a lot of |a |an |really )*(?:blast|fun|ball|(?:great|good|amazing|awesome|wonderful|nice) (?:time|day)))\b"
)
_KIN_LASTING = regex(
    r"^['’]s (?:a|an|the|in|from|not|very|really|allergic|called|named|\w+)\b|\b(?:is|are|'s|was|were|has|have|had|lives?|works?|loves?|hates?|likes?|can't|cannot|doesn't|don't|plays?|stud(?:y|ies)|goes|runs?|teaches|teach|wants to (?:be|become)|speaks?|named|called|turns?|turned|born|raised|died|passed|married"
    r"|moved (?:to|in|out|back|away|from|here|there|abroad)|retired|used to|eats?|drinks?|owns?|prefers?|enjoys?|started|starts|graduat\w+|suffers?|takes|drives|collects?|reads|cooks|paints|sings|can|always|usually|never|every|only|snores?|barks at|sleeps|trains?|volunteers?|serves?|served|writes|makes|comes from|grew up|wears|needs (?:glasses|insulin|surgery)"
    r"|means|taught|took up|takes up|immigrated|survived|recently|got (?:married|engaged|divorced|into|accepted|a new|promoted)|also|does|swims|coaches|competes?|hates|adores|practi[cs]es|attends?|gave birth|learned|learnt|began|built|wrote|published|found|quit|left|joined|lost|won|became|bought|adopted|opened|runs)\b|^(?:, [\w' ]{2,20},| [a-z'-]{2,14})? (?:also |always |only |never |usually |often |still )?[a-z]{3,}s\b(?! (?:hi|hello|me|you))"
)
_PROGRESSIVE = regex(
    r"^(?:'s|’s| is| are)(?: \w+)? (?!(?:studying|working|living|learning|getting (?:married|divorced)|going to (?:college|university|school|be)|expecting|turning|starting|training|having (?:a|surgery|twins)|moving|teaching|retiring|planning|allergic|getting (?:chemo|treatment)|dating|dying|recovering|visiting|graduating|applying|named|called|obsessed|engaging|nothing|everything|something|amazing|caring|loving|hard-working|outgoing|understanding|interesting|charming)\b)\w+ing\b"
)
_KIN_NAME = regex(
    r"^(?:,? (?:is |are |was )?(?:named|called)|'s name is|’s name is|'s names are|s? names? (?:is|are)| is|,)?,? (?P<e>(?:(?:Mrs?|Ms|Miss|Dr|Prof)\.? )?[A-Z][\w'’-]+(?:(?: and|,| &) [A-Z][\w'’-]+)*)(?![a-z])"
)
CALLED = regex(r"\b(?:named|called|name is|names are)\s+[\"“]?(?P<e>[A-Z][\w'’-]*(?:(?:,| and|, and) [A-Z][\w'’-]*)*)")
TALKED_TO = regex(
    r"\b(?:please|can you|could you|you|your|help me|tell me|give me|show me|let me know|any|what|how|suggest|recommend|find)\b"
)
_FAR_FACT = regex(
    rf"^(?:my|our)(?: \w+){{0,2}} (?:{FAR_WORDS}) (?:(?:is called|is named|['’]s name is|['’]s called|(?:is|['’]s) an? [\w -]{{2,30}}? (?:named|called)) )?(?P<e>[A-Z][\w'’-]+)(?:$| and\b|,| is (?:a|an|the|from|my|our|called)\b| lives?\b| works?\b| speaks\b| teaches\b| was born\b| comes from\b|'s (?:a|an|from)\b| (?:owns|maintains|handles|leads|manages|reviews|runs|approves) (?!an?\b|his\b|her\b|their\b|every\b|away\b)| (?:is|['’]s) (?:now )?(?:in charge of|responsible for)\b| takes care of\b)",
    re.IGNORECASE,
)
_ARRIVES = regex(
    r"^(?:'s| is| are|'re) (?:visiting|coming|flying|moving in|staying|arriving|throwing|getting married|graduating|having surgery)\b[^.!?]{0,40}\b(?:next|this (?:weekend|week|month|summer|fall|winter|spring|\w+day)|tomorrow|on \w+day|in (?:january|february|march|april|may|june|july|august|september|october|november|december))\b"
)


def far(seen: str, text: str) -> Found | None:
    """Acquaintances: only who they are, when they have a name; never their tastes."""
    match = _FAR_FACT.match(text)
    if match is None or not match["e"][0].isupper() or TODAY.search(seen):
        return None
    name = match["e"]
    return Found(
        rule="friend/named",
        kind=Kind.RELATIONSHIP,
        content=text,
        attribute="friend",
        value=name,
        entities=(name,),
        relation="knows",
        importance=0.5,
        carries=KIN,
        opener=name,
    )


# "Chip the dog is fourteen": of one's own, or one would not call it by name.
_PET_BY_NAME = regex(
    rf"^(?P<e>(?!(?:The|My|Our|And|But|Feed|Walk|Call)\b)[A-Z][a-z]+),? (?P<s>the (?:{words(en.PETS)})),? (?:is|was|has|had|loves|hates|can't|won't|turns?|sleeps|eats)\b"
)


def pet_by_name(text: str) -> Found | None:
    """An animal that is called by its name."""
    match = _PET_BY_NAME.match(text)
    if match is None:
        return None
    slot, word = role_of(match["s"].lower())
    return named_relative("pet/by_name", text, slot, word, match["e"])


_CLOSE = words(*en.RELATION_OF.values())
# "It's for my nephew Otis", "my sister Ottilie, who is a vet": whoever is named beside their part is known by it.
_BESIDE = regex(
    rf"(?<!call )(?<!calls )(?<!called )\b(?:[Mm]y|[Oo]ur) (?:(?:older|younger|big|little|twin|eldest|oldest|youngest|late) )?(?P<s>{_CLOSE}),? \(?(?P<e>(?!(?:I|And|But|Who|Is|Has)\b)[A-Z][a-z]+)\)?(?=$|[\s,.;:!?)]|['’]s\b)(?! [A-Z])"
)
_WHO_IS = regex(r"^who(?P<v>(?:['’]s| is| has| was| works| lives| teaches| runs| plays| studies) [^?]{2,80})$")
_ASIDES = regex(r"^who,? (?:btw|by the way|incidentally|apparently|fyi),? ")


def beside(text: str, after: str) -> Found | None:
    """Somebody close whom a clause names beside their part; `after` is the clause behind it, which may say who that is."""
    match = _BESIDE.search(text)
    if match is None or match["e"] in en.NEVER_NAMES or (match.start() == 0 and match.end() < len(text)):
        return None
    slot, word = role_of(match["s"].lower())
    told = _WHO_IS.match(_ASIDES.sub("who ", after.strip())) if match.end() >= len(text.rstrip(" .,!")) else None
    content = f"My {match['s']} {match['e']}{told['v']}" if told else f"My {match['s']} is called {match['e']}"
    return named_relative(f"{slot}/beside", content, slot, word, match["e"])


# "and a daughter, Flo"; "just me and my lad Corey".
_ONE_MORE = regex(
    rf"^(?:(?:and|also|plus|oh) )*(?P<a>an?|one|another) (?:[a-z]+ )?(?P<s>{_CLOSE})(?:,| called| named|['’]s called)? (?P<e>[A-Z][a-z]+)(?=$|[\s,.;!?])"
)


def one_more(text: str) -> Found | None:
    """Somebody close or an animal that is added without a verb: "and a daughter, Flo"."""
    match = _ONE_MORE.match(text)
    if match is None:
        return None
    slot, word = role_of(match["s"].lower())
    return named_relative(f"{slot}/one_more", f"I have {text[match.start('a') :]}", slot, word, match["e"])


# "Our Finn's autistic and hates loud noises": a first name after "our" is of the family.
_OURS = regex(
    r"^[Oo]ur (?P<e>[A-Z][a-z]+)(?P<v>(?:['’]s| is| has| was| can't| can’t| won't| won’t| loves| hates| likes| starts| started| turned| turns| goes)\b.+)$"
)
_OF_A_PERSON = regex(
    r" (?:loves|hates|likes) |^(?: starts?| started| goes)\b.*\b(?:school|nursery|uni|college)|^(?: turned| turns|['’]s| is) (?:now |only |nearly |almost |just )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|in year \w+|at (?:school|nursery|uni|college)|a (?:vegetarian|vegan))\b"
)


def ours(text: str) -> Found | None:
    """One of the family, called "our" and a first name."""
    match = _OURS.match(text)
    if match is None:
        return None
    told = match["v"].lower()
    ails = ailing.ails(told)
    if not ails and _OF_A_PERSON.search(told) is None:
        return None
    found = named_relative("family/ours", text, "family", "knows", match["e"])
    return replace(found, importance=ailing.CARE) if ails else found


def role_of(words_of: str) -> tuple[str, str]:
    """(attribute, word) of the kin named in a subject."""
    groups = (
        ("ex", en.EX),
        ("colleague", en.BOSSES),
        ("therapist", en.THERAPISTS),
        ("doctor", en.DOCTORS),
        ("teacher", en.TEACHERS),
    )
    for slot, group in (*groups, *en.RELATION_OF.items()):
        for word in sorted(group.split(), key=len, reverse=True):
            if re.search(rf"(?:^|[\s-]){re.escape(word)}$", words_of):
                return slot, word
    return "friend", re.sub(r"^(?:my|our) ", "", words_of)


def kin(seen: str, text: str, words_of: str, rest: str) -> Found | str:
    if _ARRIVES.search(rest):
        return Found(rule="plan/kin", kind=Kind.EVENT, content=text, attribute="plan", importance=0.4, carries=KIN)
    ails = ailing.ails(rest)
    if _KIN_PASSING.search(rest) or (_PROGRESSIVE.search(rest) and not ails):
        return talk.OTHERS
    if (
        not ails
        and TODAY.search(seen)
        and not re.search(r"\b(?:born|died|married|engaged|surgery|baby|diagnosed|graduated)\b", seen)
    ):
        return talk.PASSING
    if not ails and not _KIN_LASTING.search(rest):
        return talk.OTHERS
    slot, word = role_of(words_of)
    start = len(seen) - len(rest)
    named = CALLED.search(text) or _KIN_NAME.match(text[start:])
    name = named["e"] if named and named["e"].split()[0] not in en.NEVER_NAMES else None
    gone = slot == "pet" and cues.DEATH.search(rest) is not None
    return Found(
        rule=f"{slot}/kin",
        kind=Kind.EVENT if gone else Kind.RELATIONSHIP,
        content=text,
        attribute=slot,
        value=name or word,
        entities=(name,) if name else (),
        relation=word,
        importance=ailing.CARE if ails else 0.6,
        carries=KIN,
        opener=f"My {word}" if not name else f"My {word} {name}",
    )


def kin_goes_on(seen: str, text: str, carried: Found) -> Found | str:
    if _KIN_PASSING.search(" " + seen) or TALKED_TO.search(seen) or talk.ASKS.search(seen):
        return talk.OTHERS
    care = ailing.CARE if ailing.ails(seen) else carried.importance
    return replace(carried, content=f"{carried.opener} {text}", rule="continues", importance=care)
