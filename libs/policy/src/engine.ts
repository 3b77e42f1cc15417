import { statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import { type PolicyReason, type Requirement, subjectId } from '@countersign/domain';
import type { RequirementRule } from './approvers.js';
import { cedarCall } from './cedar-call.js';
import type { Limit, Timings } from './limits.js';
import type { PolicySet } from './policy-set.js';
import { type RecheckQuestion, type RecheckVerdict, recheck } from './recheck.js';
import type { PolicyRequest } from './request.js';
import { requestProblem } from './request-check.js';
import type { PolicyRule } from './rules.js';
import type { Verdict } from './verdict.js';

export interface PolicyEngine {
  readonly policies: PolicySet;
  /** Never throws: whatever goes wrong on the way is a deny. */
  decide(request: PolicyRequest): Verdict;
  /** Right before execution: does the same action still stand under the rules of today? */
  recheck(question: RecheckQuestion): RecheckVerdict;
  /** What the capability's limits say, for the facts it makes of the records. */
  limitsOf(capability: string): Readonly<Record<string, Limit>>;
  /** Whom to ask for a slot that staff fill, and the role that is asked when nobody answers. */
  routeFor(tenant: string, slot: string): ApproverRoute | undefined;
}

export interface ApproverRoute {
  readonly role: string;
  readonly escalatesTo: string;
  /** Subjects in the order they are asked: the first now, the next on escalation. Being listed is not authority. */
  readonly people: readonly string[];
}

export function policyEngine(policies: PolicySet): PolicyEngine {
  const decide = (request: PolicyRequest) => decideUnder(policies, request);
  return {
    policies,
    decide,
    recheck: (question) => recheck(decide(question.request), policies.approvers, question),
    limitsOf: (capability) => policies.sections.get(capability)?.limits ?? {},
    routeFor: (tenant, slot) => routeFor(policies, tenant, slot),
  };
}

function decideUnder(policies: PolicySet, request: PolicyRequest): Verdict {
  try {
    const problem = requestProblem(policies, request);
    if (problem !== undefined) return deny(policies, request, [own('request_invalid', problem)]);
    return read(policies, request);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return deny(policies, request, [own('policy_error', reason)]);
  }
}

/** A rule that fails is skipped by Cedar. A skipped forbid would be a yes, so any error at all is a deny. */
function read(policies: PolicySet, request: PolicyRequest): Verdict {
  const answer = statefulIsAuthorized(cedarCall(policies, request));
  if (answer.type === 'failure')
    return deny(
      policies,
      request,
      answer.errors.map((e) => own('policy_error', e.message)),
    );
  const { decision, diagnostics } = answer.response;
  if (diagnostics.errors.length > 0) {
    return deny(
      policies,
      request,
      diagnostics.errors.map(({ policyId, error }) => own('policy_error', `${policyId}: ${error.message}`)),
    );
  }
  const matched = [...policies.rules.values()].filter((rule) => diagnostics.reason.includes(rule.id));
  if (decision === 'allow' && matched.length > 0) return permit(policies, request, matched);
  if (matched.length === 0) return deny(policies, request, [own('no_permit', 'No rule permits this.')]);
  const alone = matched.findIndex((rule) => rule.only);
  return deny(policies, request, (alone === -1 ? matched : matched.slice(0, alone + 1)).map(told));
}

function permit(policies: PolicySet, request: PolicyRequest, permits: readonly PolicyRule[]): Verdict {
  const words = new Set(permits.flatMap((rule) => rule.requires));
  const requirements = [...policies.approvers.requirements]
    .filter(([word]) => words.has(word))
    .map(([, rule]) => requirementOf(rule, request));
  return {
    verdict: requirements.length === 0 ? 'allow' : 'requirements',
    requirements,
    reasons: permits.map(told),
    ...stamp(policies, request),
  };
}

function requirementOf(rule: RequirementRule, request: PolicyRequest): Requirement {
  const { slot } = rule;
  if (rule.basis === 'consent') return { slot, basis: 'consent', person: subjectId(request.onBehalfOf) };
  return { slot, basis: 'approval', role: rule.role };
}

function routeFor({ approvers }: PolicySet, tenant: string, slot: string): ApproverRoute | undefined {
  const rule = [...approvers.requirements.values()].find((candidate) => candidate.slot === slot);
  if (rule?.basis !== 'approval') return undefined;
  const people = approvers.routes.get(tenant)?.get(slot) ?? [];
  return { role: rule.role, escalatesTo: rule.escalatesTo, people };
}

function deny(policies: PolicySet, request: PolicyRequest, reasons: readonly PolicyReason[]): Verdict {
  return { verdict: 'deny', requirements: [], reasons, ...stamp(policies, request) };
}

/** Of an action that no capability has: it is denied, so nobody is ever waited for. */
const noTimings: Timings = {
  approvalValidForMs: 0,
  remindAfterMs: 0,
  escalateAfterMs: 0,
  permissionValidForMs: 0,
};

function stamp({ hash, version, sections, capabilityOf }: PolicySet, { action }: PolicyRequest) {
  const timings = sections.get(capabilityOf.get(action) ?? '')?.timings ?? noTimings;
  return { policySetHash: hash, policyVersion: version, ...timings };
}

function told({ id, section, reason, customerText }: PolicyRule): PolicyReason {
  return { policyId: id, section, reason, ...(customerText === undefined ? {} : { customerText }) };
}

function own(policyId: 'policy_error' | 'request_invalid' | 'no_permit', reason: string): PolicyReason {
  return {
    policyId,
    section: '',
    reason,
    customerText: 'We cannot do this for you automatically. Please contact support.',
  };
}
