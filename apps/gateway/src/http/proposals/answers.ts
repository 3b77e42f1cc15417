import { never } from '@countersign/domain';
import type { Problem } from '@countersign/messaging/http';
import { problem } from '../problem/problem-codes.js';
import { invalid } from '../problem/validated-body.js';
import type { ProposalTaken } from './proposal-view.js';
import type { Proposed } from './propose-action.js';

/** The same bytes for the first answer and every repeat of it; how things stand is behind the links. */
export function acceptedView({
  proposalId,
  digest,
}: Extract<Proposed, { outcome: 'accepted' }>): ProposalTaken {
  const self = `/v1/proposals/${proposalId}`;
  const links = { self, events: `${self}/events` };
  return { proposalId, digest, status: 'being_checked', state: '◐ Being checked', links };
}

export function refusalOf(refused: Exclude<Proposed, { outcome: 'accepted' }>): Problem {
  switch (refused.outcome) {
    case 'key_reused':
      return problem(
        'idempotency_key_reused',
        'This Idempotency-Key names a request with other content, which stands. Use a new key for a new request.',
      );
    case 'invalid':
      return invalid(refused.faults);
    case 'action_refused': {
      const fields = [...new Set(refused.faults.map(({ field }) => field))];
      const detail = `Nothing was stored. Look at ${fields.join(', ')}.`;
      return problem('action_refused', detail, { errors: refused.faults });
    }
    case 'not_replaceable':
      return problem(refused.code, `${refused.message} Nothing was stored.`);
    case 'no_answer':
      return problem(
        'records_unavailable',
        'The records could not be read, so nothing was stored. Send the same request again.',
        { retryAfterSeconds: 5 },
      );
    default:
      return never(refused);
  }
}
