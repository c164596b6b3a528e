"""English words that the frames of extraction are built from, lower case."""

from __future__ import annotations

NEVER_NAMES = frozenset(
    "I Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December English French Spanish German Chinese Japanese Korean Italian TV".split()
)
FILLERS = (
    r"btw|by the way|oh|ah|um+|uh+|er|well(?=,| as an?\b)|so(?=,| (?:i|i'm|my|we|our|please|if|no|don't|from)\b)|ok(?:ay)?|hey|hi|hello|hi there|hey there|also|and|but|actually|honestly|to be honest|tbh|fyi|just so you know|jsyk|fun fact|for the record"
    r"|anyway|anyways|look|listen|yeah|yes|yep|yup|nope|no(?=[,.!])|right(?=[,.!])|sure(?=[,.!])|thanks|in fact|basically|plus|though|because|since(?= (?:i|i'm|i've|we|it's|my|our)\b)(?! my (?:stroke|accident|surgery|operation|heart|diagnosis|transplant|chemo|crash|injury|\d))|as i said|like i said|you know|i mean|btw,|again|lol|haha"
    r"|correction|that's wrong|that's not right|that is wrong|you(?:'ve)? got (?:that|it) wrong|you're wrong|sorry|oops|i forgot to (?:mention|say|tell you)(?: that)?|i should (?:mention|say|add|note)(?: that)?"
    r"|(?:just )?(?:to )?let you know(?: that)?|(?:i )?(?:just )?wanted to (?:let you know|mention|say|tell you)(?: that)?|did i mention(?: that)?|you should know(?: that)?|important|one thing|one more thing|another thing"
    r"|(?:please |also |just |and |can you |could you )*(?:remember(?: this| that)?|note(?: that| down)?|make (?:a )?note(?: that| of)?|keep in mind(?: that)?|bear in mind(?: that)?|don't forget(?: that)?"
    r"|for future reference|take note(?: that)?|save this|store this)|please|good news|great news|bad news|update|new (?:term|year|season|semester|month|week)(?=:)|changes? of plans?(?=:)|quick (?:update|correction|note)|(?:the |our |team )*(?:vote|decision|verdict)(?: is|'s) in(?=:)|guess what|speaking of which|unfortunately|sadly|luckily|fortunately|i think(?: that)?|i guess"
    r"|i believe(?! in\b)|i'd say|the thing is|truth is|wow|woohoo|yay|hooray|absolutely|totally|definitely|of course|for sure|as you know|thing is|seriously|hmm+|ugh|aw+|omg"
)

PARTNER = "missus wife husband spouse partner girlfriend boyfriend fiance fiancé fiancee fiancée gf bf hubby"
CHILDREN = "son daughter kid kids child children baby toddler oldest youngest eldest firstborn twins stepson stepdaughter boys girls sons daughters grandson granddaughter grandkids teenager triplets lads lasses lad lass"
PARENTS = "mummy daddy mam stepmum step-dad step-mum mom mum mother dad father parents mama papa mother-in-law father-in-law in-laws stepmom stepdad stepmother stepfather folks"
SIBLINGS = "bro stepsisters stepbrothers brother sister brothers sisters siblings twin sibling brother-in-law sister-in-law half-brother half-sister stepbrother stepsister"
GRANDPARENTS = "gran gramps granddad grandmum nonna nonno oma opa abuela abuelo great-grandmother grandmother grandfather grandma grandpa granny grandad grandparents nana nan"
RELATIVES = "cousin cousins aunt uncle niece nephew nieces nephews godson goddaughter"
PETS = "dog cat dogs cats puppy kitten puppies kittens hamster parrot rabbit bunny turtle tortoise goldfish fish horse retriever labrador poodle corgi beagle dachshund bulldog terrier collie guinea pig snake gecko lizard budgie cockatiel ferret pet pets gsd husky spaniel canary chickens hens greyhound whippet doberman pug chihuahua dalmatian shiba siamese persian tabby calico rottweiler pitbull mastiff schnauzer maltese boxer iguana tarantula duck ducks goat goats donkey pony bees mutt lab pup malamute pomeranian ragdoll"
NEAR = "boss manager supervisor doctor dentist therapist psychologist psychiatrist coach trainer mentor advisor professor landlord landlady assistant business partner cofounder co-founder accountant lawyer ex ex-wife ex-husband ex-girlfriend ex-boyfriend gp physician cardiologist dermatologist tutor physio physiotherapist lead teacher instructor babysitter nanny cleaner barber hairdresser sponsor godmother godfather pastor priest editor agent gardener carer caregiver midwife vet hygienist stylist banker broker"
FAR = "friend friends coworker coworkers co-worker colleague colleagues roommate roommates flatmate housemate neighbor neighbour neighbors neighbours classmate teammate client clients student students guest guests buddy buddies pal family"
EX = "ex ex-wife ex-husband ex-girlfriend ex-boyfriend"
BOSSES = "lead boss manager supervisor assistant cofounder co-founder"
DOCTORS = "doctor dentist gp physician cardiologist dermatologist"
THERAPISTS = "therapist psychologist psychiatrist counselor counsellor physio physiotherapist"
TEACHERS = "coach trainer mentor advisor professor tutor teacher instructor"
RELATION_OF = {
    "partner": PARTNER,
    "children": CHILDREN,
    "parents": PARENTS,
    "siblings": SIBLINGS,
    "grandparents": GRANDPARENTS,
    "relatives": RELATIVES,
    "pet": PETS,
}

DISEASES = (
    r"(?:type [12] |type one |type two |gestational )?diabet(?:es|ic)|asthma(?:tic)?|adhd|add|autis(?:m|tic)|epilep(?:sy|tic)|depress(?:ion|ed)|anxiety|ptsd|ocd|bipolar|insomnia|migraines?|arthritis|eczema|psoriasis"
    r"|celiac(?: disease)?|coeliac|crohn'?s|ibs|ibd|colitis|gout|lupus|cancer|leukemia|hypertension|high blood pressure|low blood pressure|high cholesterol|anemi[ac]|anaemi[ac]|hypothyroid(?:ism)?|hyperthyroid(?:ism)?"
    r"|thyroid \w+|heart (?:condition|disease|murmur|failure|attack)|arrhythmia|a pacemaker|sleep apn(?:o)?ea|scoliosis|sciatica|tinnitus|endometriosis|pcos|fibromyalgia|vertigo|glaucoma|cataracts?|hepatitis \w|hiv"
    r"|multiple sclerosis|ms|parkinson'?s|alzheimer'?s|dementia|dyslexi[ac]|(?:a )?(?:sensitive|weak|nervous|delicate|bad|upset) (?:stomach|skin|teeth|bladder)|(?:\w+ )?fatty liver(?: disease)?|obesity|chronic (?:pain|fatigue|\w+)|kidney (?:stones?|disease)|acid reflux|gerd|tendonitis|carpal tunnel|osteoporosis|hay fever|sinusitis|copd"
    r"|color ?blind(?:ness)?|colour ?blind(?:ness)?|(?:a )?bad (?:back|knee|knees|hip|shoulder|ankle|heart)|(?:a )?herniated disc|(?:a )?torn \w+|(?:a )?broken \w+|(?:a )?hearing (?:loss|aid)|cerebral palsy|gluten intolerance|motion sickness|vitamin d deficiency"
    r"|atrial fibrillation|a-?fib|(?:deep vein )?thrombosis|dvt|(?:a )?blood clots?|(?:a )?pulmonary embolism|(?:an )?aneurysm|(?:a )?hernia|(?:a )?(?:stomach )?ulcers?|diverticulitis|gallstones|pancreatitis|cirrhosis|(?:kidney|renal|liver) failure"
    r"|sickle cell(?: disease| an(?:a)?emia)?|ha?emophili(?:a|ac)|thalassa?emia|von willebrand\w*|cystic fibrosis|muscular dystrophy|myasthenia gravis|ankylosing spondylitis|raynaud'?s|tourette'?s|narcolepsy|schizophrenia|anorexi[ac]|bulimi[ac]"
    r"|pre-?diabet(?:es|ic)|pre-?eclampsia|g6pd(?: deficiency)?|favism|phenylketonuria|pku|long qt(?: syndrome)?|porphyria|addison'?s(?: disease)?|cushing'?s|hashimoto'?s|graves'? disease|meni[eè]re'?s|lymphoma|melanoma"
    r"|(?:a |an )?(?:stent|stents|transplant|stoma|colostomy|artificial heart valve|mechanical valve)|shingles|lyme disease|tuberculosis|malaria|long covid|endocarditis"
)
NATIONALITY = r"(?:(?!(?:peck|sheep|self|fool|child|tickl|slugg|fever|styl|bull|squeam|big|new|young|short|tall|snobb|old|late|warm|cold|sweet|thin|fatt|small|hippy|nerd|clown|babby)ish\b)[a-z]{3,}(?:ese|ish|ian|ean|can|ench|utch|eek|erman|elsh|iss|wegian|aeli|istani|adeshi|ino|ina|thai|czech|arab|turk))"
ROLES = (
    r"nurse|doctor|teacher|engineer|developer|programmer|designer|lawyer|accountant|chef|cook|driver|student|writer|artist|musician|illustrator|photographer|plumber|electrician|carpenter|mechanic|farmer|pilot|baker|barista|waiter|waitress"
    r"|manager|director|consultant|analyst|scientist|researcher|professor|lecturer|therapist|counselor|psychologist|dentist|vet|veterinarian|pharmacist|paramedic|firefighter|cop|officer|soldier|veteran|journalist|editor|translator|interpreter"
    r"|architect|librarian|judge|attorney|paralegal|secretary|receptionist|cashier|clerk|freelancer|contractor|founder|ceo|cto|entrepreneur|owner|salesperson|marketer|recruiter|realtor|agent|broker|banker|trader|economist|actuary|biologist|chemist"
    r"|physicist|geologist|historian|linguist|sysadmin|admin|devops|sre|dba|tester|intern|apprentice|retiree|homemaker|parent|mom|dad|mother|father|dad of|mom of|widow|widower|single mom|single dad|minister|pastor|priest|nun|monk|coach|trainer"
    r"|instructor|tutor|stylist|barber|tailor|jeweler|sculptor|painter|actor|actress|dancer|singer|composer|dj|producer|streamer|youtuber|blogger|novelist|poet|copywriter|surgeon|radiologist|midwife|optometrist|physiotherapist|caregiver|nanny"
    r"|guide|curator|archivist|model|referee|umpire|blacksmith|roofer|mason|surveyor|auditor|bookkeeper|planner|choreographer|animator|cartoonist|florist|butcher|grocer|brewer|winemaker|beekeeper|rancher|ranger|astronomer|archaeologist|anthropologist|product owner|scrum master|rep|associate|executive|foreman|rabbi|imam|chaplain|lifeguard|concierge|housekeeper|chauffeur|teller|notary|pathologist|pediatrician|orthodontist|chiropractor|dietitian|nutritionist|doula|au pair|proofreader|screenwriter|playwright|critic|reporter|presenter|comedian|team lead|tech lead|lead|head|chair|captain|treasurer|president|vice president|deputy|makeup artist|hairdresser|tattoo artist|locksmith|watchmaker|potter|translator|janitor|cleaner|gardener|landscaper|welder|machinist|fisherman|sailor|captain|flight attendant|steward|technician|operator|dispatcher|courier|postman|warehouse worker|factory worker|social worker|civil servant|diplomat|politician|trucker|bartender|sommelier"
    r"|buddhist|christian|muslim|hindu|jew|catholic|atheist|sikh|mormon|quaker|introvert|extrovert|night owl|morning person|early riser|early bird|perfectionist|minimalist|procrastinator|twin|only child|immigrant|citizen|native|lefty|light sleeper|heavy sleeper|homebody|foodie|gamer|runner|cyclist|swimmer|hiker|climber|skier|surfer|bookworm|plumber|sophomore|freshman|junior|senior|undergrad|grad student|phd student|postdoc|diabetic|survivor|smoker|non-smoker|nonsmoker|republican|democrat|feminist|volunteer|dog person|cat person|people person|type a|libra|leo|aries|taurus|gemini|virgo|scorpio|sagittarius|capricorn|aquarius|pisces|cancer"
)
TODAY = r"\b(?:(?<!from )(?<!as of )(?<!starting )today|tonight|right now|this (?:morning|evening|afternoon|time|minute)|at the moment|yesterday|last night|just now|for now|tomorrow|this one|currently craving|at this moment|in the mood|feel like|craving|for (?:lunch|dinner|breakfast) (?:today|tonight))\b"
# Medicines, by how their names end and by name.
DRUGS = (
    r"[a-z-]+(?:april|alapril|inopril|olol|statin|sartan|zepam|zolam|prazole|conazole|idazole|cillin|mycin|cycline|floxacin|xetine|traline|triptyline|lopram|faxine|zodone|profen|thyroxine|predni\w+|cortisone|formin"
    r"|gliptin|gliflozin|glutide|tidine|lukast|buterol|semide|thiazide|dipine|xaban|parin|gabalin|pentin|apine|idone|piprazole|triptan|phylline|setron|dronate|mumab|ximab|tinib|ciclovir|cyclovir|setron|phenidate|amphetamine|bupropion)"
    r"|metformin|insulin|lithium|warfarin|ibuprofen|aspirin|paracetamol|acetaminophen|tylenol|adderall|ritalin|concerta|vyvanse|prozac|zoloft|lexapro|xanax|ozempic|wegovy|mounjaro|humira|eliquis|synthroid|wellbutrin|prednisone|methotrexate"
    r"|accutane|roaccutane|spironolactone|clopidogrel|tamoxifen|letrozole|digoxin|morphine|codeine|tramadol|melatonin|steroids|ssris?|hrt|birth control|the pill|antidepressants|antibiotics|antihistamines|anticoagulants|blood thinners|beta blockers|statins|chemo(?:therapy)?"
)
