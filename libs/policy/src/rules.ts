import {
  type DetailedError,
  type PolicyJson,
  policySetTextToParts,
  policyToJson,
} from '@cedar-policy/cedar-wasm/nodejs';
import type { ApproverRules } from './approvers.js';
import type { PolicyProblem } from './problems.js';

/** One Cedar policy with what people wrote beside it. */
export interface PolicyRule {
  readonly id: string;
  readonly file: string;
  readonly effect: 'permit' | 'forbid';
  readonly section: string;
  readonly reason: string;
  /** The sentence to the customer; on every forbid. */
  readonly customerText?: string;
  /** Words of `@requires`; on every permit, empty where nobody has to be asked. */
  readonly requires: readonly string[];
  /** This forbid hides the reasons after it. */
  readonly only: boolean;
  /** The one action that its head names. Of any other it says nothing; without one it may speak of all. */
  readonly action?: string;
  readonly text: string;
}

export interface RulesFound {
  readonly rules: readonly PolicyRule[];
  readonly problems: readonly PolicyProblem[];
}

const known = {
  permit: ['id', 'section', 'reason', 'requires'],
  forbid: ['id', 'section', 'reason', 'customer', 'only'],
};
const mayBeEmpty = ['requires', 'only'];
const optional = ['only'];

/** Reads one `.cedar` file, in the order it is written. */
export function parseRules(file: string, text: string, approvers: ApproverRules): RulesFound {
  const parts = policySetTextToParts(text);
  if (parts.type === 'failure')
    return { rules: [], problems: parts.errors.map((e) => syntaxProblem(file, text, e)) };
  if (parts.policy_templates.length > 0) {
    return { rules: [], problems: [{ file, reason: 'policy templates are not used here' }] };
  }
  const problems: PolicyProblem[] = [];
  const rules = parts.policies.map((policy) => parseRule({ file, policy, approvers, problems }));
  return { rules: rules.sort((a, b) => placeOf(text, a) - placeOf(text, b)), problems };
}

interface RuleSource {
  readonly file: string;
  readonly policy: string;
  readonly approvers: ApproverRules;
  readonly problems: PolicyProblem[];
}

function parseRule({ file, policy, approvers, problems }: RuleSource): PolicyRule {
  const parsed = policyToJson(policy);
  const annotations = parsed.type === 'success' ? (parsed.json.annotations ?? {}) : {};
  const effect = parsed.type === 'success' ? parsed.json.effect : 'forbid';
  const id = annotations.id ?? '';
  const refuse = (reason: string) => problems.push({ file, ...(id === '' ? {} : { policyId: id }), reason });
  if (parsed.type === 'failure') refuse(parsed.errors.map((e) => e.message).join('; '));
  for (const reason of annotationProblems(annotations, known[effect], effect)) {
    refuse(id === '' ? `${reason} in ${firstLine(policy)}` : reason);
  }
  const requires = (annotations.requires ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  for (const word of requires) {
    if (!approvers.requirements.has(word))
      refuse(`@requires names ${word}, which approvers.json does not know`);
  }
  return {
    id,
    file,
    effect,
    section: annotations.section ?? '',
    reason: annotations.reason ?? '',
    ...(annotations.customer === undefined ? {} : { customerText: annotations.customer }),
    requires,
    only: annotations.only !== undefined,
    ...(parsed.type === 'success' ? actionOf(parsed.json) : {}),
    text: policy,
  };
}

/** A head that names an action in another way than `==` may be about several. */
function actionOf({ action }: PolicyJson): Pick<PolicyRule, 'action'> {
  if (action.op !== '==' || !('entity' in action)) return {};
  return { action: '__entity' in action.entity ? action.entity.__entity.id : action.entity.id };
}

function annotationProblems(
  found: Record<string, string>,
  names: readonly string[],
  effect: string,
): string[] {
  const unknown = Object.keys(found).filter((name) => !names.includes(name));
  const missing = names.filter((name) => !optional.includes(name) && found[name] === undefined);
  const empty = names.filter((name) => !mayBeEmpty.includes(name) && found[name]?.trim() === '');
  return [
    ...unknown.map((name) => `@${name} is not known on a ${effect}`),
    ...missing.map((name) => `@${name} is missing`),
    ...empty.map((name) => `@${name} is empty`),
  ];
}

/** Cedar counts bytes; people count lines. */
export function syntaxProblem(file: string, text: string, error: DetailedError): PolicyProblem {
  const place = error.sourceLocations?.[0];
  const expected = place?.label ? `, ${place.label}` : '';
  const line =
    place === undefined
      ? {}
      : { line: Buffer.from(text).subarray(0, place.start).toString().split('\n').length };
  return { file, ...line, reason: `${error.message}${expected}` };
}

/** Cedar hands the parts back sorted by an id of its own, so the place in the file is looked up again. */
function placeOf(text: string, rule: PolicyRule): number {
  return text.indexOf(`@id("${rule.id}")`);
}

function firstLine(policy: string): string {
  return policy.split('\n')[0] ?? '';
}
