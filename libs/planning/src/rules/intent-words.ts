/** What a message may ask for. `other` is said only when nothing else was recognised. */
export type Intent =
  | 'refund_request'
  | 'refund_status'
  | 'duplicate_charge'
  | 'cancel_order'
  | 'exchange_or_change_order'
  | 'order_status'
  | 'dispute_or_unrecognised'
  | 'account_change_or_closure'
  | 'card_problem'
  | 'payment_problem'
  | 'booking'
  | 'smalltalk'
  | 'other';

/** One way of saying an intent. `weight` is how sure it makes us, between 0 and 1. */
export interface Wording {
  intent: Intent;
  pattern: RegExp;
  weight: number;
  /** Read over the whole message instead of clause by clause. */
  whole?: true;
}

const refund = '(?:refund(?:s|ed|ing)?|reimburse(?:d|ment)?|money back|my money)';
const goods =
  '(?:items?|orders?|products?|purchases?|goods|package|parcel|something|stuff|things?|article|one|it|them|this|these|those|that)';
const gap = '[^.!?;]{0,40}?';

function say(intent: Intent, weight: number, ...patterns: string[]): Wording[] {
  return patterns.map((pattern) => ({ intent, weight, pattern: new RegExp(pattern) }));
}

function sayWhole(intent: Intent, weight: number, ...patterns: string[]): Wording[] {
  return say(intent, weight, ...patterns).map((wording) => ({ ...wording, whole: true }));
}

/** Asking how an existing refund is getting on. These win over asking for one in the same clause. */
const refundStatus = [
  ...say(
    'refund_status',
    0.9,
    `\\b(?:where|when|why|how long|how many (?:more )?days|how come)\\b${gap}\\b(?:refund|reimbursement|money back)\\b(?! (?:policy|possible|me))`,
    `\\brefund(?:ed|s)?\\b${gap}\\b(?:not(?! possible| allowed| an option)|never|missing|still|yet|pending|status|show(?:ing|n|ed)?|appear(?:ed|s)?|reflect(?:ed)?|arriv\\w+|come through|go through|gone through|went through|on its way|processed|posted|cleared|delayed|taking|late)\\b`,
    `\\b(?:not|never|still(?! eligible| able| entitled)|without|have yet)\\b(?: \\w+){0,2} (?:see|seeing|seen|receiv\\w+|got|get|getting|gotten|have|show\\w*|reflect|find|here)\\b(?: \\w+){0,4} refund(?:ed)?\\b`,
    `\\b(?:wait(?:ing|ed)?|look(?:ing|ed)?|check(?:ing)?|been)\\b${gap}\\b(?:for|on)\\b${gap}\\b(?:refund|reimbursement|money back)\\b`,
    `\\b(?:suppose|supposed|expect(?:ing|ed)?|requested|asked for|issued|promised|due|owed|missing|pending|status of|still no|received|track|update on)\\b${gap}\\b(?:refund(?:ed)?|reimbursement)\\b`,
    `\\bfinally\\b${gap}\\brefund`,
    `\\b(?:did|has|have|is|was|will)\\b (?:my|the|that|our) refund\\b(?! (?:policy|process|procedure))`,
    `\\bmy refund\\b(?! for| request| of)`,
    `\\b(?:taking so long|not showing|hurry)\\b${gap}\\brefund\\b|\\bmy return\\b${gap}\\b(?:cleared|processed|account)\\b`,
    `\\bhappened (?:to|with)\\b${gap}\\brefund\\b`,
    `\\b(?:returned|sent back) (?:an?|the|my|some|something)\\b${gap}\\b(?:not|never|no|still)\\b`,
    `\\bstill (?:waiting|no)\\b${gap}\\b(?:refund|money)\\b`,
    `\\bcheck(?:ing)? (?:on|the status|my)\\b${gap}\\brefund\\b`,
  ),
  ...sayWhole(
    'refund_status',
    0.85,
    '\\b(?:returned|sent back|requested|asked for)\\b.{0,80}\\b(?:not|nothing|never|still|no)\\b.{0,40}\\b(?:see|seen|show\\w*|back|refund|account|received|statement|reaching)\\b',
    '\\brefund\\b.{0,60}\\b(?:is|was|has|have|are|still)? ?(?:not|missing)\\b.{0,15}\\b(?:on|in|showing|shown|here|there|credited|received|reach\\w*)\\b',
    '\\bwaiting\\b.{0,40}\\brefund|\\brefund(?:ed)?\\b.{0,40}\\bwaiting\\b',
    '\\b(?:asked|contacted)\\b.{0,25}\\b(?:them|sellers?|merchant|him|her|shop|store)\\b.{0,80}\\b(?:still|nothing|not|week|weeks)\\b.{0,60}\\b(?:refund\\w*|money|back|happened)\\b',
    '\\b(?:seller|merchant)\\b.{0,80}\\b(?:still|respon\\w+|weeks?|ago|waiting|reached out)\\b.{0,80}\\b(?:refund|money back)\\b',
    '\\brefund(?:ed)?\\b.{0,40}\\bdid not get\\b.{0,20}\\bback\\b',
  ),
];

const refundRequest = [
  ...say(
    'refund_request',
    0.9,
    `\\b(?:want|need|like|love|demand|request|require|get|getting|have|give|receive|issue|make|do|process|processing|start|draft|prepare|set up|apply|ask|asking|entitled to|eligible for|offer|claim|obtain|due|expect|deserve|seek|seeking|about|for)\\b${gap}\\b(?:a |an |the |my |any |full |partial )*refund(?:s|ed|ing)?\\b`,
    `\\b(?:refund|return) (?:order )?#|\\brefund (?:me|my|this|that|the|it|both|them|an?|one|all|these|those|for|policy|policies|procedure|process|order|please|to)\\b`,
    `\\b${goods} (?:i bought )?(?:that )?(?:needs? |has |have |can |could |should )?(?:to )?(?:be )?refunded\\b`,
    `\\b(?:refunds?|purchases?|returns?|items?) (?:are |is )?(?:allowed|possible|accepted|returnable|refundable)\\b|\\brefunds allowed\\b`,
    '\\b(?:return|refund) policy\\b|^(?:a )?(?:full )?refund(?: please)?$',
    `\\b(?:want|need|like|get|give|have|demand|getting|return|refund|obtain)\\b${gap}\\b(?:my|the|our|all|this|me|that|those)?\\b ?(?:of )?(?:my )?money (?:back|returned|refunded)\\b`,
    `\\bgive (?:me )?(?:my |the )?(?:money )?back (?:my |the )?money\\b|(?<!got (?:my |the |all my )?)\\bmoney back\\b`,
    `\\bwant (?:that|those|the|my|these) ${gap}\\b(?:back)\\b`,
    `\\b(?:reimburse|refund) me\\b|\\breimbursed? for\\b`,
  ),
  ...say(
    'refund_request',
    0.8,
    `\\b(?:want|need|like|wish|can i|could i|may i|how do i|how can i|going|please|also|to|must|trying|help me|would|decided|let me|i will|just) (?:to )?return(?:ing)? (?:the|my|this|that|an?|some|one|it|both|all|every|everything|these|those|two|most|items?|order|them|your|only|just)\\b(?! (?:call|payment|transfer|transaction|money|address|flight|trip|message))`,
    `^return (?:the|my|this|it|both|all|everything|an?|order|orders)\\b(?! call)`,
    `\\breturn(?:ing)?\\b${gap}\\b(?:for a refund|order|item)\\b`,
    `\\bsend(?:ing)? (?:it|this|them|the ${goods}) back\\b`,
  ),
];

const duplicate = sayWhole(
  'duplicate_charge',
  0.9,
  '\\b(?:charg\\w+|chaged|bill(?:ed|ing)|debited|paid|took|taken|deducted|posted)\\b[^.!?]{0,50}\\b(?:twice|double|doubled|(?:two|2|three|multiple|several|many) times|more than once|duplicate|again)\\b',
  '\\b(?:double|doubled|duplicate|duplicated|duplicates|dup|repeat(?:ed)?)\\b.{0,15}\\b(?:charges?|charged|charging|payments?|transactions?|tranasaction|billing|billed|debits?)\\b',
  '\\b(?:twice|multiple|two|2|to many|too many|same)\\b.{0,15}\\b(?:charges?|charged|transactions?|debits?)\\b(?!.{0,30}\\bnot\\b)',
  '\\b(?:charges?|payments?|transactions?|purchase|bill)\\b[^.!?]{0,50}\\b(?:twice|duplicat\\w+|doubled|(?:multiple|several|many|two) times|more than once|repeated)\\b',
);

const orderMatters = [
  ...say(
    'cancel_order',
    0.85,
    `\\b(?:cancel\\w*|call off|retract|revoke|undo|stop|abort)\\b${gap}\\b(?:orders?|purchases?|items?|product)\\b`,
    '\\bcancel (?:it|this|that|them) (?:order|purchase)\\b',
    '\\b(?:order|purchase|item)s?\\b.{0,20}\\b(?:to be|be|get) cancel\\w*\\b',
  ),
  ...say(
    'exchange_or_change_order',
    0.85,
    `\\b(?:exchange|exchanging|swap|replace|replacement)\\b(?! rate| office| was| currency| of)(?!${gap}\\bcard\\b)`,
    `\\b(?:change|modify|switch|alter|amend|edit|upgrade|update (?:my|the|this|an?|that))\\b${gap}\\b(?:orders?|items?|purchase|size|delivery|shipping|delivered|shipped)\\b`,
  ),
  ...sayWhole('exchange_or_change_order', 0.88, '#\\w+, (?:change|modify)\\b|\\b(?:change|modify) #\\w'),
  ...sayWhole('order_status', 0.85, '\\border\\b.{0,60}\\bstatus of it\\b'),
  ...say(
    'order_status',
    0.85,
    `\\b(?:where|when|status|track(?:ing)?|update|locate|find|going on with)\\b${gap}\\b(?:orders?|package|packages|parcel|purchase|delivery|shipment|shipping)\\b`,
    `\\border:? status\\b|\\border\\b${gap}\\bstatus\\b|\\bis my order due\\b|\\bwhen will\\b${gap}\\bordered\\b${gap}\\barrive\\b|\\bgoods\\b${gap}\\bdelivered\\b|\\bupdates? on my order\\b|\\bwhat is up with my order\\b|\\bwhere my (?:item|order)\\b|\\border\\b${gap}\\btracked\\b|\\bcheck order number\\b|\\bordered\\b${gap}\\bwhen will (?:it|they)\\b`,
    `\\b(?:order|package|parcel|purchase|delivery|item|shipment|product|it)\\b${gap}\\b(?:not|never|yet|been|still)\\b${gap}\\b(?:arriv\\w+|come|came|receiv\\w+|deliver\\w+|shipped|shown up|show up|here|sent|status|coming)\\b`,
    `\\b(?:not|never|have yet to)\\b${gap}\\b(?:receiv\\w+|gotten|got|get)\\b${gap}\\b(?:order|package|parcel|purchase|item|delivery|product|it)\\b`,
    `\\b(?:did|has|is|was|will)\\b${gap}\\b(?:order|package|parcel|purchase|delivery|shipment)\\b${gap}\\b(?:arriv\\w+|come|get|deliver\\w+|shipped|here|on its way|on the way|status|sent|be)\\b`,
  ),
];

const money = [
  ...sayWhole(
    'dispute_or_unrecognised',
    0.85,
    '\\b(?:not|never) (?:\\w+ ){0,2}?(?:recogni[sz]\\w*|authori[sz]e\\w*|remember (?:making|doing|paying)|set ?up|approve)\\b.{0,40}\\b(?:charges?|payments?|transactions?|debits?|purchases?|withdrawals?|it|these|this|them)\\b',
    '\\b(?:i|we) (?:(?:did|have|do) )?(?:not|never) (?:\\w+ )?(?:make|made|do|did|done|charge|buy|bought|submit\\w*)\\b.{0,40}\\b(?:charges?|payments?|transactions?|debits?|purchases?|withdrawals?|it|that|this|these)\\b',
    '\\b(?:charges?|payments?|transactions?|debits?|purchases?|withdrawals?|cash|money)\\b.{0,60}\\b(?:i|we) (?:definitely |certainly |surely )?(?:(?:did|have|do|am|was) )?(?:not|never) (?:\\w+ ){0,2}?(?:recogni[sz]\\w*|authori[sz]e|remember|make|made|do|did|done|set|know|sign|approve|withdraw|get|create|recall|buy|bought|submit\\w*)\\b',
    '\\b(?:debit|payment|charge|transaction|withdrawal)s?\\b.{0,40}\\b(?:not (?:mine|me|my|be done by me|done by me|made by me)|strange|mysterious|random|came from)\\b|\\bnot know\\b.{0,30}\\b(?:charge|debit)\\b',
    '\\b(?:unauthori[sz]ed|unrecogni[sz]ed|unfamiliar|unknown|fraud\\w*|suspicious|strange|weird|unexplained|dispute|disputing|bogus|fishy|scam\\w*|shady|false|mystery)\\b.{0,40}\\b(?:charges?|payments?|transactions?|debits?|purchases?|withdrawals?|activity|account|card|fees?)\\b',
    '\\b(?:dispute|fraud|fraudulent|scammed|identity theft)\\b',
    '\\b(?:charges?|transactions?|payments?)\\b.{0,40}\\b(?:fraud\\w*|not mine|are not mine|suspicious|bogus|unauthori[sz]ed)\\b',
    '\\b(?:extra|additional|unexpected|random|hidden|strange|unknown|another|a)\\b.{0,14}\\b(?:fees?|dollar|pound|euro|charges?)\\b.{0,40}\\b(?:statement|account|charged|card|bill|app|me|pay|placed)\\b',
    '\\b(?:charged?|pay|made to pay|got|got an|why did)\\b.{0,14}\\b(?:extra|additional)\\b(?!.{0,40}\\b(?:rate|exchange)\\b)|\\bextra (?:small )?(?:charges?|fees?)\\b',
    '(?:€|\\$|£) ?1\\b.{0,30}\\b(?:charge|fee|extra|statement|transaction)|\\b(?:charge[ds]?|fee|extra|statement)\\b.{0,20}(?:(?:€|\\$|£) ?1\\b|\\b1 ?(?:€|\\$|£))',
    '\\b(?:random|mysterious)\\b.{0,12}\\b(?:payment|debit|transaction)\\b|\\bovercharged\\b|\\bcharge\\b.{0,30}\\bshould not\\b|\\bcharged me for\\b|\\bcharged more than\\b|\\bout of nowhere\\b',
    '\\bwhat is (?:the|this|that)\\b.{0,20}\\b(?:charge|transaction|fee)\\b',
    '\\b(?:someone|somebody) (?:else )?(?:\\w+ ){0,2}(?:us(?:ed|ing)|has|got|stole|made|took)\\b.{0,30}\\b(?:account|details|information|payment|purchase|money)\\b',
  ),
  ...sayWhole(
    'payment_problem',
    0.75,
    '\\b(?:transfers?|transferred|direct debits?|standing_payments?|wire|top ?up|beneficiary|recipient|landlord)\\b',
    '\\b(?:atm|cash machine|cash|withdraw\\w*|withdrew|exchange rate|rate of exchange|conversion rate|interbank|overdraft|loan|mortgage|interest)\\b',
    '\\b(?:payment|transaction|purchase)s?\\b.{0,50}\\b(?:pending|declined|rejected|failed|revert\\w*|reversed?|cancel\\w*|stuck|not (?:\\w+ )?(?:work\\w*|go|gone|going|process\\w*|clear\\w*|accepted)|returned|back|stopped|disappeared|not show\\w*)\\b',
    '\\b(?:cancel\\w*|revert|reverse|stop|pending|declined|failed|refuse)\\b.{0,30}\\b(?:payments?|transactions?|transfers?)\\b',
    '\\b(?:money|funds)\\b.{0,40}\\b(?:returned|came back|back (?:in|into|on|to)|stuck|gone|deducted|sent)\\b',
    '\\b(?:transactions?|spent|spending|(?:my|the|on) statement)\\b',
    '\\b(?:wrong|incorrect) (?:\\w+ )?(?:rate|account|amount|payment)\\b|\\bexchange\\b.{0,20}\\b(?:was|currency|rate)\\b|\\bcurrency\\b|\\bwhere is my money\\b|\\b(?:amount of|all the) money\\b|\\b(?:right|wing) amount\\b|\\bpayment (?:yet|cleared)\\b|\\bpayment\\b.{0,20}\\byet\\b|\\bsent\\b.{0,15}\\bmoney\\b',
  ),
];

const account = sayWhole(
  'account_change_or_closure',
  0.8,
  '\\b(?:clos\\w+|delet\\w+|deactivat\\w+|terminat\\w+|shut|cancel\\w*|get rid of|remove|end|leave|leaving|quit|invalidate|freez\\w+|froze\\w*|block\\w*|unblock|lock\\w*|hold|suspend\\w*|unfreeze|stop|access|restrict\\w*|disable)\\b.{0,40}\\b(?:account|accounts|membership|subscription|profile|bank)\\b',
  '\\baccount\\b.{0,30}\\b(?:clos\\w+|delet\\w+|terminat\\w+|frozen|freeze|froze|blocked|locked|hold|closed)\\b',
  '\\b(?:chang\\w*|edit\\w*|updat\\w*|modify\\w*|correct|alter|amend)\\b.{0,30}\\b(?:details?|add?ress|name|phone|email|e-mail|password|pin|information|personal|username|number|info)\\b|\\bnew address\\b',
  '\\b(?:call me|name to|refer to me|people call me|friends call me|known as)\\b|^(?:(?:hi|hello)[ ,]*)?(?:my name is|the name is|i am called) \\w+$|^\\w+ is my name$|\\bname i go by\\b|\\bi go by\\b|\\b(?:address|calling) me\\b|\\bmy name is\\b|\\baccount go away\\b|\\b(?:details|address|name)\\b.{0,20}\\b(?:changed?|moved|updated?|wrong)\\b',
  '\\b(?:log ?in|sign in|password|two.factor)\\b',
);

const card = sayWhole(
  'card_problem',
  0.8,
  '\\bcards?\\b.{0,50}\\b(?:lost|stolen|damag\\w+|broke\\w*|declined|not (?:\\w+ )?(?:work\\w*|let\\w*)|block\\w*|freez\\w+|swallow\\w*|bent|replac\\w+|compromis\\w+|stole|crack\\w+|missing|chewed|melted|unusable|snapped|rejected|scratch\\w*|torn|stopped|wore|ran|shred\\w*)\\b',
  '\\b(?:lost|lose|losing|stolen|stole|damag\\w+|broke\\w*|bent|block|freez\\w+|replac\\w+|compromis\\w+|snapped|crack\\w*|misplaced|left|find|new|cancel|missing|chewed|dropped|ruined|destroyed|report)\\b.{0,30}\\b(?:cards?|wallet|visa|amex|mastercard)\\b',
  '\\b(?:mastercard|visa|amex)\\b.{0,30}\\b(?:stolen|taken|lost)\\b|\\bcards?\\b.{0,30}\\b(?:split|copied|being used|falling)\\b|\\bcut up\\b.{0,20}\\bcard\\b',
  '\\b(?:card|contactless|chip|magnetic strip)\\b.{0,40}\\b(?:store|shop|work|problem|issue)\\b',
  '\\b(?:someone|somebody|anyone|dog|atm|thief)\\b.{0,40}\\b(?:us(?:ed|ing)|utili[sz]ing|stole|took|taken|access|nicked|chewed|ate)\\b.{0,20}\\b(?:cards?)\\b',
);

const bookings = sayWhole(
  'booking',
  0.8,
  '\\b(?:reservations?|reserved?|booking|booked|rebook|appointments?|book (?:me|a|an|the|us)|schedul\\w+|reschedul\\w+|meetings?|table for|hotel|room|rooms|suite|check ?(?:in|out)|guests?|adults|oil change|tune up|mechanic|maintenance|spa|massage|gym|restaurant)\\b',
);

const talk = sayWhole(
  'smalltalk',
  0.6,
  '^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you|cheers|bye|goodbye|great|ok|okay|perfect|nice|cool|how are you)\\b[^a-z]*(?:there|you|so much|a lot|very much|again|everyone|team|all)?[^a-z]*$',
  '\\b(?:repeat|say (?:that|it) again|rephrase|phrase that|come again|hear that again|stop talking|never ?mind|forget it|shut up)\\b',
);

/** Every wording, in order of reading: within a clause, an earlier refund wording keeps a later one out. */
export const wordings: readonly Wording[] = [
  ...refundStatus,
  ...refundRequest,
  ...duplicate,
  ...orderMatters,
  ...money,
  ...account,
  ...card,
  ...bookings,
  ...talk,
];

/** What a refund may be wanted for that is not goods of an order. Such money is somebody else's matter. */
export const notGoods =
  /\b(?:direct debits?|atm|cash (?:machine|withdrawal)|withdraw\w*|withdrew|exchange rate|transfers?|transactions?|wrong account|interest|standing_payments?|loan|mortgage|overdraft|booking|reservation|room|hotel|flight|restaurant|fees?)\b/;

/** Words that put a refund beside goods: with these a refund is about an order even when money words are near. */
export const aboutGoods =
  /\b(?:orders?|items?|products?|purchase\w*|bought|package|parcel|deliver\w+|shipped|goods|ordered|something i)\b|#\s?\w*\d/;

/** Exchanging money: what is "exchanged" or "received" here is a currency, not goods. */
export const aboutCurrency = /\b(?:currency|exchange rate|rate of exchange|rates?|rubles?|abroad)\b/;

/** Goods on their way back: beside a cancellation, this is a refund of its own. */
export const sendsBack = /\b(?:return(?:ing)?|send(?:ing)? (?:it|them|this) back|received|arrived)\b/;

/** A refund that somebody may have on the way already: a seller was asked, a statement was looked at. */
export const mayBeUnderWay =
  /\b(?:sellers?|merchants?|statements?|requested|contacted|promised|supposed|waiting|waited|balance)\b/;

/** A clause that turns a refund down. It takes the customer as its subject: "if you do not refund me" is a demand. */
export const refusesRefund = new RegExp(
  [
    `\\b(?:i|we)\\b(?: \\w+){0,2} (?:not|never|no longer)\\b(?: \\w+){0,3} (?:want|need|like|ask\\w*|looking|interested|require\\w*|wish)\\b${gap}\\b(?:${refund}|return)\\b`,
    `\\b(?:rather than|instead of) (?:a |the )?refund\\b|\\bnot (?:a|the) refund\\b`,
    `\\bno need (?:for|to) (?:a )?refund\\b|\\bno refunds?(?: is| are)? (?:please|needed|necessary|required)\\b`,
    `^(?:please )?(?:do not|never) (?:refund|return)\\b|\\bcancel (?:the|my|that) refund\\b`,
    `\\b(?:i|we)\\b(?: \\w+){0,2} (?:not|never|no longer)\\b(?: \\w+){0,2} (?:return|returning)\\b`,
  ].join('|'),
);

/** Where money should go if any goes back: said of payments and exchanges, and no wish for a refund. */
export const onlyWhereTo = /\b(?:payment or refund|refund or payment|refund method|any refund)\b/;
