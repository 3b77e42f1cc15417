import { type IntentWords, say, sayWhole, type Wording } from './capability-rules.js';

const gap = '[^.!?;]{0,40}?';

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

/** Order of equally sure readings. The intents of capabilities stand behind the first. */
export const ranking: readonly string[] = [
  'duplicate_charge',
  'cancel_order',
  'exchange_or_change_order',
  'order_status',
  'dispute_or_unrecognised',
  'booking',
  'account_change_or_closure',
  'card_problem',
  'payment_problem',
  'smalltalk',
];

const wordings: readonly Wording[] = [
  ...duplicate,
  ...orderMatters,
  ...money,
  ...account,
  ...card,
  ...bookings,
  ...talk,
];

/** Exchanging money: what is "exchanged" or "received" here is a currency, not goods. */
const aboutCurrency = /\b(?:currency|exchange rate|rate of exchange|rates?|rubles?|abroad)\b/;

/** Words for goods that were ordered: with these a message is about an order even when money words are near. */
export const aboutGoods =
  /\b(?:orders?|items?|products?|purchase\w*|bought|package|parcel|deliver\w+|shipped|goods|ordered|something i)\b|#\s?\w*\d/;

/**
 * What customers write about, whether or not somebody here takes it: what nobody takes goes to a person under its
 * name. Payments of other kinds explain away what reads like a parcel that has not come.
 */
export const matters: IntentWords = {
  wordings,
  giveWay: (said, read) => {
    if (!read.has('payment_problem')) return read;
    const explained = [
      ...(aboutGoods.test(said) ? [] : ['order_status']),
      ...(aboutCurrency.test(said) ? ['order_status', 'exchange_or_change_order'] : []),
    ];
    return new Map([...read].filter(([intent]) => !explained.includes(intent)));
  },
};
