import type { ProposalRefusal } from '@countersign/domain';

/** Every way this API says no; the closed union of its problem documents. */
export type RecoveryCode =
  | 'token_missing'
  | 'token_invalid'
  | 'identity_unavailable'
  | 'role_missing'
  | 'not_found'
  | 'settled'
  | 'not_waiting'
  | 'step_not_allowed'
  | 'effect_known'
  | 'effect_possible'
  | 'evidence_missing'
  | 'second_person_needed'
  | 'resolution_changed'
  | 'already_handled'
  | 'retry_unavailable'
  | 'not_compared'
  | 'unknown_target'
  | 'reason_missing'
  | 'already_stopped'
  | 'not_stopped'
  | 'signature_missing'
  | 'signature_invalid'
  | 'body_invalid';

/** The domain's refusal in the words of this API; undefined for what no command here can be told. */
export function recoveryCodeOf(code: ProposalRefusal): RecoveryCode | undefined {
  switch (code) {
    case 'not_found':
    case 'not_waiting':
    case 'step_not_allowed':
    case 'effect_known':
    case 'effect_possible':
    case 'evidence_missing':
    case 'second_person_needed':
      return code;
    default:
      return undefined;
  }
}
