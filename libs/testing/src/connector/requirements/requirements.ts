/** What a connector must do, why it is asked, and what to change where it does not. In the order of the report. */
export const requirements = {
  'right-class': {
    title: 'The result says no more than is known',
    fix: 'Answer `unknown` for everything after the request may have left (time-outs, resets, 5xx, answers you cannot read), `transient` only when it surely was not applied, `rejected` only in the words of the target, `succeeded` only with evidence. Answer with a value; do not throw.',
  },
  'one-effect': {
    title: 'One effect for one operation id, whatever went wrong',
    fix: 'Send the operation id (or something computed from it alone) as the key by which the target recognises a repeat. Never a new random id, never one of the attempt.',
  },
  'one-request': {
    title: 'One call sends at most one request',
    fix: 'Switch off retries in the client library and remove your own. Whether to send again is decided from the record, under the same operation id.',
  },
  'same-bytes': {
    title: 'A repeat is the same bytes under the same key',
    fix: 'Put nothing in the request that changes between attempts: no time, no attempt number, no random id, no name of the worker.',
  },
  'own-time-out': {
    title: 'Every request has an end',
    fix: 'Give each request a time-out that covers the whole answer, its body included: `AbortSignal.timeout(timeoutMs)`.',
  },
  'one-target': {
    title: 'The request goes to the target and to nobody else',
    fix: "Do not follow redirects: `redirect: 'manual'` with fetch. The request and its credential would go to another server.",
  },
  'send-window': {
    title: 'Nothing is sent from `sendBefore` on',
    fix: 'Compare the clock with `sending.sendBefore` right before sending, and answer `transient` if it is past: a worker that slept must not send after the reconciler has proven an absence.',
  },
  'key-life': {
    title: 'Nothing is sent when the target may have forgotten the key',
    fix: 'Compare the clock with `sending.firstSentAt` plus the life of the key, less an hour for clocks, and answer `unknown` if it is past: the target would take the repeat for a new request.',
  },
  'other-parameters': {
    title: 'A used operation id with other content is refused for good',
    fix: 'Send everything that makes the action in a form the target compares under its key, and answer `rejected` when it says that the content differs.',
  },
  'at-once': {
    title: 'The same operation sent by many at once is one effect, and nobody is told it failed',
    fix: 'Answer `unknown` when the target says that a request with this key is running.',
  },
  'exact-money': {
    title: 'Money arrives to the last minor unit',
    fix: 'Count in integers of the minor unit throughout. JPY has none, BHD and KWD have three decimals; do not multiply or divide by 100, and do not go through floating point.',
  },
  'finds-effect': {
    title: 'A look finds what happened',
    fix: 'Ask the target by the operation id, and answer `happened` with what its ledger shows: reference, amount, currency.',
  },
  'no-false-absence': {
    title: '`absent` is said only of a complete and settled listing',
    fix: 'Answer `no_answer` when the target cannot be asked, when its answer is not in its own words, when there are more pages, and within the settle window after `lastSentAt`. Age is no proof and a failed look is no proof.',
  },
  'proves-absence': {
    title: 'A look proves an absence where the target allows it',
    fix: 'Read the whole listing, and answer `absent` with `complete: true` and its reason in `absence` when it holds nothing of this operation and the last send is long settled. If your target has no such listing, say `neverAbsent: true`.',
  },
  'not-others': {
    title: 'An effect of another operation is not taken for ours',
    fix: 'Match by the operation id, not by amount or time.',
  },
  contradiction: {
    title: 'An effect that differs from the action contradicts it',
    fix: 'Compare what was found with the action: another amount or currency is `contradicts`, not `happened`.',
  },
  'look-only': {
    title: 'A look changes nothing',
    fix: 'Use only reading requests in `findOutcome`. If your target is asked by POST, say which requests change something: `isWrite(request)`.',
  },
  'no-credential': {
    title: 'No result and no error holds a credential',
    fix: 'Do not put the request, its headers or the error of the client library into a code or a message.',
  },
} as const;

export type RequirementId = keyof typeof requirements;

export const requirementIds = Object.keys(requirements) as readonly RequirementId[];
