import { say, sayWhole } from '@countersign/planning/rules';

const _refund = '(?:refund(?:s|ed|ing)?|reimburse(?:d|ment)?|money back|my money)';
const goods =
  '(?:items?|orders?|products?|purchases?|goods|package|parcel|something|stuff|things?|article|one|it|them|this|these|those|that)';
const gap = '[^.!?;]{0,40}?';

/** Asking how an existing refund is getting on. These win over asking for one in the same clause. */
export const refundStatus = [
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

export const refundRequest = [
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
