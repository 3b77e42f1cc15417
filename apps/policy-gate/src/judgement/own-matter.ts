import { canonicalJson } from '@countersign/contracts';
import type { ProposalEventData } from '@countersign/domain';
import type { CaseStreams, ProposalStreams } from '@countersign/messaging';

type Draft = ProposalEventData<'ProposalDrafted'>;

export interface MatterPorts {
  readonly cases: Pick<CaseStreams, 'load'>;
  readonly proposals: Pick<ProposalStreams, 'load'>;
}

export interface Forged {
  readonly code: string;
  readonly message: string;
}

const gateway = 'countersign_gateway';

/**
 * What a draft says of its own matter, held against the matter's record: whose it is, who started it (four eyes are
 * judged on that), who wrote it and when it was asked for (windows are counted to that). `recordedBy` is the database's word for the
 * role that wrote it. Only the gateway, where no model lives, may say that an outside agent asked; what the specialist
 * drafts is of a case, or of the proposal that it comes after. Answers what is wrong, or undefined.
 */
export async function forgedMatter(
  { cases, proposals }: MatterPorts,
  draft: Draft,
  recordedBy: string,
): Promise<Forged | undefined> {
  if (recordedBy !== gateway && !isOfSpecialist(draft.author))
    return forged(
      'draft_of_another_author',
      'Only the gateway writes what a person or an outside agent asked for.',
    );
  if (draft.origin.kind === 'case') return notOfCase(cases, draft, draft.origin.caseId);
  if (recordedBy === gateway) return undefined;
  return notOfPredecessor(proposals, draft);
}

/** The rules ask what the author may: a role that it gave itself would let it ask as a member of staff. */
const isOfSpecialist = ({ kind, roles }: Draft['author']): boolean =>
  kind === 'specialist' && roles.length === 0;

async function notOfCase(
  cases: MatterPorts['cases'],
  draft: Draft,
  caseId: string,
): Promise<Forged | undefined> {
  const { state } = await cases.load(draft.tenant, caseId);
  if (state.status === 'absent') return forged('draft_of_no_case', `There is no case ${caseId}.`);
  const { customer, startedBy } = state.opened;
  if (customer.subject !== draft.customer)
    return forged('draft_for_another_customer', `The case ${caseId} is another customer's.`);
  if (!draft.startedBy.includes(startedBy))
    return forged('draft_without_starter', `The draft leaves out who started the case ${caseId}.`);
  const received = state.messages.map((message) => message.receivedAt);
  const isOnRecord = askedAtOnRecord(draft).every(({ value }) => received.some((at) => at === value));
  return isOnRecord
    ? undefined
    : forged('draft_asked_at_differs', `No message of the case ${caseId} came when the draft says.`);
}

async function notOfPredecessor(
  proposals: MatterPorts['proposals'],
  draft: Draft,
): Promise<Forged | undefined> {
  const before = draft.follows ?? draft.supersedes;
  if (before === 'none') return forged('draft_of_no_matter', 'It is of no case, and follows no proposal.');
  const { state } = await proposals.load(draft.tenant, before);
  const isSame =
    state.status !== 'absent' &&
    state.draft.customer === draft.customer &&
    canonicalJson({ ...state.draft.origin }) === canonicalJson({ ...draft.origin }) &&
    state.draft.startedBy.every((starter) => draft.startedBy.includes(starter));
  if (!isSame) return forged('draft_of_another_matter', `It is not of the matter of ${before}.`);
  return askedAtOnRecord(draft).length === 0
    ? undefined
    : forged('draft_asked_at_differs', 'Outside of a case no record says when it was asked for.');
}

/** What the windows would be counted to, in place of the moment of the draft. */
const askedAtOnRecord = ({ action }: Draft) =>
  action.evidence.filter(({ fact, basis }) => fact === 'askedAt' && basis === 'record');

const forged = (code: string, message: string): Forged => ({ code, message });
