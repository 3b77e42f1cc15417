import type { ProposalId, ReviewReason } from '@countersign/domain';

/** Troubles that many proposals can share. What is of one proposal alone is `own`. */
export type CauseFamily = 'unreachable' | 'refusing' | 'contradicting' | 'own';

const families: Readonly<Record<string, CauseFamily>> = {
  unreachable: 'unreachable',
  timeout: 'unreachable',
  connection_lost: 'unreachable',
  server_error: 'unreachable',
  rate_limited: 'unreachable',
  unavailable: 'unreachable',
  look_failed: 'unreachable',
  not_authorized: 'refusing',
  refused: 'refusing',
  contradicts: 'contradicting',
};

export function familyOf(code: string): CauseFamily {
  return Object.hasOwn(families, code) ? (families[code] ?? 'own') : 'own';
}

const ownReasons: readonly ReviewReason[] = [
  'parameters_differ',
  'effect_failed',
  'target_disputed',
  'never_settled',
];

/** Proposals with one key are one incident: the same target system in the same trouble. Own causes never join. */
export function incidentKeyOf(
  { system, id }: { readonly system: string; readonly id: ProposalId },
  reason: ReviewReason,
  code: string,
): string {
  const family = ownReasons.includes(reason) ? 'own' : familyOf(code);
  return family === 'own' ? `proposal:${id}` : `${system}:${family}`;
}
