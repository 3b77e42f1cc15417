/**
 * The rules of the business, asked as one pure question: may this action run, and who has to say yes first?
 *
 * It reads the files under `policies/` once, at start, and refuses to start on any mistake in them. It never
 * looks anything up: facts arrive in the request, and a fact that is not known is never a yes. It holds no text
 * a person or a model wrote, so no wording can move a verdict.
 *
 * Invariant: an allow names at least one permit, and no forbid and no error was met on the way.
 */
export type { ApproverRules, RequirementRule } from './approvers.js';
export type { ApproverRoute, PolicyEngine } from './engine.js';
export { policyEngine } from './engine.js';
export { loadPolicySet } from './folder.js';
export type {
  ApprovalPerson,
  ApprovalQuestion,
  ApprovalVerdict,
  FourEyesCode,
} from './four-eyes.js';
export { mayApprove } from './four-eyes.js';
export type { Limit, Section, Timings } from './limits.js';
export type { PolicyFile } from './policy-files.js';
export type { PolicySet } from './policy-set.js';
export { parsePolicySet } from './policy-set.js';
export type { PolicyFolderError, PolicyProblem } from './problems.js';
export type { JudgedSubject, ProposalQuestion } from './proposal-request.js';
export { requestOf } from './proposal-request.js';
export type { FilledRequirement, RecheckQuestion, RecheckVerdict } from './recheck.js';
export type { PolicyFact, PolicyPrincipal, PolicyRequest, PolicyResource } from './request.js';
export type { Rulebook } from './rulebook.js';
export type { PolicyRule } from './rules.js';
export type { Verdict } from './verdict.js';
