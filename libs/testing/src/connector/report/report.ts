import type { RequirementId } from '../requirements/requirements.js';

export type Verdict = 'passed' | 'failed' | 'not_applicable';

/** One requirement in one situation. */
export interface Finding {
  readonly requirement: RequirementId;
  /** `the response was lost`, `JPY 9899`. */
  readonly situation: string;
  readonly verdict: Verdict;
  readonly reason: string;
  /** What was sent, answered and found in the ledger, a line each. Credentials are blotted out. */
  readonly evidence: readonly string[];
}

export interface RequirementReport {
  readonly id: RequirementId;
  readonly title: string;
  readonly verdict: Verdict;
  /** What to change, where it failed. */
  readonly fix?: string;
  readonly findings: readonly Finding[];
}

export interface ConnectorReport {
  readonly connector: string;
  /** `conforms` only if nothing failed. What was not applicable was not shown either. */
  readonly verdict: 'conforms' | 'does_not_conform';
  readonly passed: number;
  readonly failed: number;
  readonly notApplicable: number;
  readonly requirements: readonly RequirementReport[];
  readonly tookMs: number;
}

/** What was tried: passed where there is no fault. */
export function found(
  requirement: RequirementId,
  situation: string,
  { fault, reason, evidence }: Tried,
): Finding {
  const verdict = fault === undefined ? 'passed' : 'failed';
  return { requirement, situation, verdict, reason: fault ?? reason, evidence: evidence() };
}

interface Tried {
  /** In words what is wrong; undefined where nothing is. */
  readonly fault: string | undefined;
  /** In words what was seen, where nothing is wrong. */
  readonly reason: string;
  readonly evidence: () => readonly string[];
}

export function notApplicable(requirement: RequirementId, situation: string, reason: string): Finding {
  return { requirement, situation, verdict: 'not_applicable', reason, evidence: [] };
}
