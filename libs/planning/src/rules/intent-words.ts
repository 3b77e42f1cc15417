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
    `\\b(?:where|when|why|how long|how many (?:more )?days|how come)\\b${gap}\\b(?:refund|reimbursement|money back|credit)\\b(?! (?:policy|possible))`,
    `\\brefund(?:ed|s)?\\b${gap}\\b(?:not|never|missing|still|yet|pending|status|show(?:ing|n|ed)?|appear(?:ed|s)?|reflect(?:ed)?|arriv\\w+|come through|go through|gone through|went through|on its way|processed|posted|cleared|delayed|taking|late)\\b`,
    `\\b(?:not|never|still|without|have yet)\\b${gap}\\b(?:see|seeing|seen|receiv\\w+|got|get|gotten|have|show|reflect|find|here)\\b${gap}\\brefund(?:ed)?\\b`,
    `\\b(?:wait(?:ing|ed)?|look(?:ing|ed)?|check(?:ing)?|been)\\b${gap}\\b(?:for|on)\\b${gap}\\b(?:refund|reimbursement|money back)\\b`,
    `\\b(?:suppose|supposed|expect(?:ing|ed)?|requested|asked for|issued|promised|due|owed|missing|pending|status of|still no|received|track|update on)\\b${gap}\\b(?:refund(?:ed)?|reimbursement)\\b`,
    `\\bfinally\\b${gap}\\brefund`,
    `\\b(?:did|has|have|is|was|will)\\b (?:my|the|that|our) refund\\b`,
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
    '\\bwaiting\\b.{0,40}\\brefund',
  ),
];

const refundRequest = [
  ...say(
    'refund_request',
    0.9,
    `\\b(?:want|need|like|love|demand|request|require|get|getting|have|give|receive|issue|make|do|process|processing|start|draft|prepare|set up|apply|ask|asking|entitled to|eligible for|offer|claim|obtain|due|expect|deserve|seek|seeking|about|for)\\b${gap}\\b(?:a |an |the |my |any |full |partial )*refund(?:s|ed|ing)?\\b`,
    `\\brefund (?:me|my|this|that|the|it|both|them|an?|one|all|these|those|for|policy|policies|procedure|process|order|please|to)\\b`,
    `\\b${goods} (?:i bought )?(?:that )?(?:needs? |has |have |can |could |should )?(?:to )?(?:be )?refunded\\b`,
    `\\b(?:refunds?|purchases?|returns?|items?) (?:are |is )?(?:allowed|possible|accepted|returnable|refundable)\\b|\\brefunds allowed\\b`,
    '\\b(?:return|refund) policy\\b|^(?:a )?(?:full )?refund(?: please)?$',
    `\\b(?:want|need|like|get|give|have|demand|getting|return|refund|obtain)\\b${gap}\\b(?:my|the|our|all|this|me|that|those)?\\b ?(?:of )?(?:my )?money (?:back|returned|refunded)\\b`,
    `\\bgive (?:me )?(?:my |the )?(?:money )?back (?:my |the )?money\\b|\\bmoney back\\b`,
    `\\bwant (?:that|those|the|my|these) ${gap}\\b(?:back)\\b`,
    `\\b(?:reimburse|refund) me\\b|\\breimbursed? for\\b`,
  ),
  ...say(
    'refund_request',
    0.8,
    `\\b(?:want|need|like|wish|can i|could i|may i|how do i|how can i|going|please|also|to|must|trying|help me|would|decided|let me|i will|just) (?:to )?return(?:ing)? (?:the|my|this|that|an?|some|one|it|both|all|every|everything|these|those|two|most|items?|order|them|your|only|just)\\b(?! (?:call|payment|transfer|transaction|money|address|flight|trip|message))`,
    `^return (?:the|my|this|it|both|all|everything|an?|order)\\b(?! call)`,
    `\\breturn(?:ing)?\\b${gap}\\b(?:for a refund|order|item)\\b`,
    `\\bsend(?:ing)? (?:it|this|them|the ${goods}) back\\b`,
  ),
];

const duplicate = sayWhole(
  'duplicate_charge',
  0.9,
  '\\b(?:charg\\w+|bill(?:ed|ing)|debit(?:ed)?|paid|took|taken|deducted|went through|posted|pay(?:ing)?)\\b.{0,50}\\b(?:twice|double|doubled|two times|2 times|multiple times|several times|many times|more than (?:once|one)|duplicate|three times)\\b',
  '\\b(?:twice|double|doubled|duplicate|duplicated|duplicates|dup|multiple|two|2|repeat(?:ed)?|same|extra|several)\\b.{0,20}\\b(?:charges?|charged|charging|payments?|transactions?|billing|billed|debits?)\\b',
  '\\b(?:charges?|payments?|transactions?|purchase|bill)\\b.{0,50}\\b(?:twice|duplicat\\w+|double|doubled|multiple times|more than once|several times|two times|repeated)\\b',
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
    `\\b(?:exchange|swap|replace|replacement)\\b(?! rate| office)`,
    `\\b(?:change|modify|update|switch|alter|amend|edit|upgrade)\\b${gap}\\b(?:orders?|items?|order's|purchase|size|colou?r|delivery|shipping)\\b`,
  ),
  ...say(
    'order_status',
    0.85,
    `\\b(?:where|when|status|track(?:ing)?|update|locate|find)\\b${gap}\\b(?:order|package|packages|parcel|purchase|delivery|shipment|shipping)\\b`,
    `\\b(?:order|package|parcel|purchase|delivery|item|shipment|product|it)\\b${gap}\\b(?:not|never|yet|been|still)\\b${gap}\\b(?:arriv\\w+|come|came|receiv\\w+|deliver\\w+|shipped|shown up|show up|here|sent|status|coming)\\b`,
    `\\b(?:not|never|have yet to)\\b${gap}\\b(?:receiv\\w+|gotten|got|get)\\b${gap}\\b(?:order|package|parcel|purchase|item|delivery|product|it)\\b`,
    `\\b(?:did|has|is|was|will)\\b${gap}\\b(?:order|package|parcel|purchase|delivery|shipment)\\b${gap}\\b(?:arriv\\w+|come|get|deliver\\w+|shipped|here|on its way|on the way|status|sent|be)\\b`,
  ),
];

const money = [
  ...sayWhole(
    'dispute_or_unrecognised',
    0.85,
    '\\b(?:not|never|do not|did not) (?:\\w+ ){0,2}?(?:recogni[sz]e\\w*|authori[sz]e\\w*|remember (?:making|doing)|make|do|did|made|set ?up|know|approve)\\b.{0,40}\\b(?:charges?|payments?|transactions?|debits?|purchases?|withdrawals?|it|these|this|them)\\b',
    '\\b(?:charges?|payments?|transactions?|debits?|purchases?|withdrawals?|cash)\\b.{0,50}\\b(?:not|never|do not|did not) (?:\\w+ ){0,2}?(?:recogni[sz]e|authori[sz]e|remember|make|do|did|made|set|know|mine|my|sign|approve|withdraw|get)\\b',
    '\\b(?:unauthori[sz]ed|unrecogni[sz]ed|unfamiliar|unknown|fraud\\w*|suspicious|strange|weird|unexplained|dispute|disputing|bogus|fishy|scam\\w*|shady|false|mystery)\\b.{0,40}\\b(?:charges?|payments?|transactions?|debits?|purchases?|withdrawals?|activity|account|card|fees?)\\b',
    '\\b(?:dispute|fraud|fraudulent|scammed|identity theft)\\b',
    '\\b(?:charges?|transactions?|payments?)\\b.{0,40}\\b(?:fraud\\w*|not mine|are not mine|suspicious|bogus|unauthori[sz]ed)\\b',
    '\\b(?:extra|additional|unexpected|random|hidden|strange|1|one|a)\\b.{0,12}\\b(?:fees?|dollar|pound|euro|charges?)\\b.{0,40}\\b(?:statement|account|charged|card|bill)\\b',
    '\\bcharge\\b.{0,30}\\b(?:should not|shouldn)\\b|\\bovercharged\\b|\\bcharged me for\\b',
    '\\bwhy\\b.{0,30}\\b(?:€|\\$|£)\\d+\\b.{0,30}\\b(?:charge|fee)|\\bwhat is (?:the|this|that)\\b.{0,20}\\b(?:charge|transaction|fee)\\b',
    '\\bsomeone (?:else )?(?:\\w+ )?(?:us(?:ed|ing)|has|got|stole|made)\\b.{0,30}\\b(?:card|account|details|information|payment|purchase)\\b',
  ),
  ...sayWhole(
    'payment_problem',
    0.75,
    '\\b(?:transfers?|transferred|direct debits?|standing orders?|wire|top ?up|beneficiary|recipient|landlord)\\b',
    '\\b(?:atm|cash machine|cash|withdraw\\w*|withdrew|exchange rate|conversion rate|interbank|overdraft|loan|mortgage|interest)\\b',
    '\\b(?:payment|transaction|purchase)s?\\b.{0,50}\\b(?:pending|declined|rejected|failed|revert\\w*|reversed?|cancel\\w*|stuck|not (?:\\w+ )?(?:work\\w*|go|gone|going|process\\w*|clear\\w*|accepted)|returned|back|stopped|disappeared|not show\\w*)\\b',
    '\\b(?:cancel\\w*|revert|reverse|stop|pending|declined|failed|refuse)\\b.{0,30}\\b(?:payments?|transactions?|transfers?)\\b',
    '\\b(?:money|funds)\\b.{0,40}\\b(?:returned|came back|back (?:in|into|on|to)|stuck|gone|deducted|sent)\\b',
    '\\b(?:transactions?|spent|spending|statement)\\b',
  ),
];

const account = sayWhole(
  'account_change_or_closure',
  0.8,
  '\\b(?:clos\\w+|delet\\w+|deactivat\\w+|terminat\\w+|shut|cancel\\w*|get rid of|remove|end|leave|leaving|quit|invalidate|freez\\w+|froze\\w*|block\\w*|unblock|lock\\w*|hold|suspend\\w*|unfreeze|stop|access|restrict\\w*|disable)\\b.{0,40}\\b(?:account|accounts|membership|subscription|profile|bank)\\b',
  '\\baccount\\b.{0,30}\\b(?:clos\\w+|delet\\w+|terminat\\w+|frozen|freeze|froze|blocked|locked|hold|closed)\\b',
  '\\b(?:change|edit|update|modify|correct|alter|amend)\\w*\\b.{0,30}\\b(?:details|address|name|phone|email|e-mail|password|pin|information|personal|username|number|info)\\b',
  '\\b(?:call me|my name is|name to|refer to me|people call me|friends call me|known as)\\b|\\b(?:details|address|name)\\b.{0,20}\\b(?:changed?|moved|updated?|wrong)\\b',
  '\\b(?:log ?in|sign in|password|two.factor)\\b',
);

const card = sayWhole(
  'card_problem',
  0.8,
  '\\bcards?\\b.{0,50}\\b(?:lost|stolen|damag\\w+|broke\\w*|declined|not (?:\\w+ )?(?:work\\w*|let\\w*)|block\\w*|freez\\w+|swallow\\w*|bent|replac\\w+|compromis\\w+|stole|crack\\w+|missing|chewed|melted|unusable|snapped|rejected|scratch\\w*|torn|stopped|wore|ran|shred\\w*)\\b',
  '\\b(?:lost|lose|losing|stolen|stole|damag\\w+|broke\\w*|bent|block|freez\\w+|replac\\w+|compromis\\w+|snapped|crack\\w*|misplaced|left|find|new|cancel|missing|chewed|dropped|ruined|destroyed|report)\\b.{0,30}\\b(?:cards?|wallet|visa|amex|mastercard)\\b',
  '\\b(?:card|contactless|chip|magnetic strip)\\b.{0,40}\\b(?:purchase|store|shop|work|problem|issue)\\b',
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
  /\b(?:direct debits?|atm|cash (?:machine|withdrawal)|withdraw\w*|withdrew|exchange rate|transfers?|interest|standing order|loan|mortgage|overdraft|booking|reservation|room|hotel|flight|restaurant|fees?)\b/;

/** Words that put a refund beside goods: with these a refund is about an order even when money words are near. */
export const aboutGoods =
  /\b(?:orders?|items?|products?|purchase\w*|bought|package|parcel|deliver\w+|shipped|goods|ordered|something i)\b|#\s?\w*\d/;

/** A clause that turns a refund down. */
export const refusesRefund = new RegExp(
  `\\b(?:not|never|no longer|rather than|instead of|without)\\b (?:\\w+ ){0,3}?(?:want|need|like|asking|looking|interested|require|request)\\w*\\b${gap}\\b${refund}\\b|\\bno (?:need for (?:a )?)?refund\\b(?! (?:yet|so far|received|showing))|\\b(?:not|never|do not|rather than|instead of|without) (?:a |the |want a |want the |wanting a )?(?:refund(?:ing)?|return(?:ing)?)\\b|\\bnot (?:want|wish|need|like|going|trying) (?:to )?(?:be |get |a )?(?:refund|return)\\w*\\b`,
);
