import { createHash } from 'node:crypto';
import {
  checkParseSchema,
  preparsePolicySet,
  preparseSchema,
  validate,
} from '@cedar-policy/cedar-wasm/nodejs';
import { type ApproverRules, parseApprovers } from './approvers.js';
import { type Limits, parseLimits } from './limits.js';
import { type PolicyProblem, policyFolderError } from './problems.js';
import { type PolicyRule, parseRules, syntaxProblem } from './rules.js';
import { StrictJson } from './strict-json.js';

export interface PolicyFile {
  readonly name: string;
  readonly text: string;
}

/** Everything under `policies/`, read, checked and ready to be asked. */
export interface PolicySet {
  /** SHA-256 (hex) over all files; neither their order nor their line endings change it. */
  readonly hash: string;
  readonly version: string;
  /** By id, in the order in which reasons are told. */
  readonly rules: ReadonlyMap<string, PolicyRule>;
  readonly limits: Limits;
  readonly approvers: ApproverRules;
}

const schemaFile = 'countersign.cedarschema';

/**
 * Reads and checks the files; the names decide what each is. A file of another kind is refused, because a
 * misspelt `.cedar` that is silently skipped would be a missing forbid.
 *
 * @throws PolicyFolderError (code `policy_folder_invalid`) listing every mistake found.
 */
export function parsePolicySet(given: readonly PolicyFile[]): PolicySet {
  const files = given
    .map(({ name, text }) => ({ name, text: text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const missing = [schemaFile, 'limits.json', 'approvers.json'].filter(
    (name) => !files.some((f) => f.name === name),
  );
  const unknown = files.filter(
    ({ name }) => ![schemaFile, 'limits.json', 'approvers.json'].includes(name) && !name.endsWith('.cedar'),
  );
  const textOf = (name: string) => files.find((file) => file.name === name)?.text ?? '';
  if (missing.length + unknown.length > 0) {
    throw policyFolderError([
      ...missing.map((file) => ({ file, reason: 'is missing' })),
      ...unknown.map(({ name }) => ({ file: name, reason: 'is not a policy file' })),
    ]);
  }
  const [limitsJson, approversJson] = [new StrictJson('limits.json'), new StrictJson('approvers.json')];
  const limits = parseLimits(limitsJson, textOf('limits.json'));
  const approvers = parseApprovers(approversJson, textOf('approvers.json'));
  const found = files
    .filter(({ name }) => name.endsWith('.cedar'))
    .map(({ name, text }) => parseRules(name, text, approvers));
  const rules = found.flatMap((part) => part.rules);
  refuseAny([...limitsJson.problems, ...approversJson.problems, ...found.flatMap((part) => part.problems)]);
  refuseAny([...idProblems(rules), ...cedarProblems(textOf(schemaFile), rules)]);
  const hash = fingerprint(files);
  preparse(hash, textOf(schemaFile), rules);
  return {
    hash,
    version: limits.version,
    rules: new Map(rules.map((rule) => [rule.id, rule])),
    limits,
    approvers,
  };
}

function refuseAny(problems: readonly PolicyProblem[]): void {
  if (problems.length > 0) throw policyFolderError(problems);
}

function idProblems(rules: readonly PolicyRule[]): PolicyProblem[] {
  const twice = rules.filter((rule, index) => rules.findIndex((other) => other.id === rule.id) !== index);
  const problems: PolicyProblem[] = twice.map(({ file, id }) => ({
    file,
    policyId: id,
    reason: 'the id is used twice',
  }));
  if (!rules.some((rule) => rule.effect === 'permit'))
    problems.push({ file: '*.cedar', reason: 'nothing is permitted' });
  return problems;
}

function cedarProblems(schema: string, rules: readonly PolicyRule[]): PolicyProblem[] {
  const parsed = checkParseSchema(schema);
  if (parsed.type === 'failure')
    return parsed.errors.map((error) => syntaxProblem(schemaFile, schema, error));
  const answer = validate({ schema, policies: { staticPolicies: byId(rules) } });
  if (answer.type === 'failure')
    return answer.errors.map((error) => ({ file: '*.cedar', reason: error.message }));
  return [...answer.validationErrors, ...answer.validationWarnings].map(({ policyId, error }) => ({
    file: rules.find((rule) => rule.id === policyId)?.file ?? '*.cedar',
    policyId,
    reason: [error.message, ...(error.help === null ? [] : [error.help])].join('; '),
  }));
}

/** Cedar keeps parsed sets by name: a call with the text again costs about five times one with the name. */
function preparse(hash: string, schema: string, rules: readonly PolicyRule[]): void {
  const answers = [preparseSchema(hash, schema), preparsePolicySet(hash, { staticPolicies: byId(rules) })];
  refuseAny(
    answers.flatMap((answer) =>
      answer.type === 'success'
        ? []
        : answer.errors.map((error) => ({ file: '*.cedar', reason: error.message })),
    ),
  );
}

function byId(rules: readonly PolicyRule[]): Record<string, string> {
  return Object.fromEntries(rules.map((rule) => [rule.id, rule.text]));
}

function fingerprint(sorted: readonly PolicyFile[]): string {
  const canonical = JSON.stringify(sorted.map(({ name, text }) => [name, text]));
  return createHash('sha256').update(canonical).digest('hex');
}
