import { createHash } from 'node:crypto';
import { checkParseSchema, type DetailedError, validate } from '@cedar-policy/cedar-wasm/nodejs';
import { type ActionShape, shapesOf } from './action-shape.js';
import { type ApproverRules, parseApprovers } from './approvers.js';
import { parseCommonLimits, parseSection, type Section } from './limits.js';
import { type PolicyFile, policyFiles } from './policy-files.js';
import { preparse, textsById } from './preparsed.js';
import { type PolicyProblem, policyFolderError } from './problems.js';
import type { Rulebook } from './rulebook.js';
import { type PolicyRule, parseRules, syntaxProblem } from './rules.js';
import { StrictJson } from './strict-json.js';

/** Everything under `policies/`, read, checked and ready to be asked. */
export interface PolicySet {
  /** SHA-256 (hex) over all files; neither their order nor their line endings change it. */
  readonly hash: string;
  readonly version: string;
  /** By id, in the order in which reasons are told. */
  readonly rules: ReadonlyMap<string, PolicyRule>;
  /** By the capability's name. */
  readonly sections: ReadonlyMap<string, Section>;
  readonly agentsMayProposeFor: readonly string[];
  readonly approvers: ApproverRules;
  /** By action kind: whose action it is, and what the schema lets a rule look at. */
  readonly capabilityOf: ReadonlyMap<string, string>;
  readonly shapes: ReadonlyMap<string, ActionShape>;
}

/**
 * Reads and checks the files; the names decide what each is. A file of another kind is refused, because a
 * misspelt `.cedar` that is silently skipped would be a missing forbid.
 *
 * @throws PolicyFolderError (code `policy_folder_invalid`) listing every mistake found.
 */
export function parsePolicySet(given: readonly PolicyFile[], rulebooks: readonly Rulebook[]): PolicySet {
  const files = policyFiles(given, rulebooks);
  refuseAny(files.problems);
  const capabilityOf = new Map(rulebooks.flatMap(({ name, actions }) => actions.map((a) => [a.kind, name])));
  const [commonJson, approversJson] = [new StrictJson('limits.json'), new StrictJson('approvers.json')];
  const common = parseCommonLimits(commonJson, files.textOf('limits.json'), [...capabilityOf.keys()]);
  const approvers = parseApprovers(approversJson, files.textOf('approvers.json'));
  const sections = rulebooks.map((book) => {
    const json = new StrictJson(`${book.name}.limits.json`);
    return { name: book.name, json, section: parseSection(json, files.textOf(json.file), book) };
  });
  const found = files.rules.map(({ name, text }) => parseRules(name, text, approvers));
  const rules = found.flatMap((part) => part.rules);
  const json = [commonJson, approversJson, ...sections.map((each) => each.json)];
  refuseAny([...json.flatMap(({ problems }) => problems), ...found.flatMap((part) => part.problems)]);
  const schema = files.schemas.map(({ text }) => text).join('\n');
  refuseAny([...idProblems(rules), ...cedarProblems(files.schemas, rules)]);
  const shapes = shapesOf(schema);
  refuseAny(actionProblems(capabilityOf, shapes));
  const hash = fingerprint(files.sorted);
  refuseAny(preparse({ hash, schema, rules, actions: [...shapes.keys()] }));
  return {
    hash,
    ...common,
    rules: new Map(rules.map((rule) => [rule.id, rule])),
    sections: new Map(sections.map(({ name, section }) => [name, section])),
    approvers,
    capabilityOf,
    shapes,
  };
}

/** An action without a place in the schema could only ever be denied, and one in the schema alone is nobody's. */
function actionProblems(
  capabilityOf: ReadonlyMap<string, string>,
  shapes: ReadonlyMap<string, ActionShape>,
): PolicyProblem[] {
  const missing = [...capabilityOf].filter(([kind]) => !shapes.has(kind));
  const foreign = [...shapes.keys()].filter((kind) => !capabilityOf.has(kind));
  return [
    ...missing.map(([kind, name]) => ({ file: `${name}.cedarschema`, reason: `has no action ${kind}` })),
    ...foreign.map((kind) => ({ file: '*.cedarschema', reason: `no capability has the action ${kind}` })),
  ];
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

function cedarProblems(schemas: readonly PolicyFile[], rules: readonly PolicyRule[]): PolicyProblem[] {
  const schema = schemas.map(({ text }) => text).join('\n');
  const parsed = checkParseSchema(schema);
  if (parsed.type === 'failure') return parsed.errors.map((error) => schemaProblem(schemas, error));
  const answer = validate({ schema, policies: { staticPolicies: textsById(rules) } });
  if (answer.type === 'failure')
    return answer.errors.map((error) => ({ file: '*.cedar', reason: error.message }));
  return [...answer.validationErrors, ...answer.validationWarnings].map(({ policyId, error }) => ({
    file: rules.find((rule) => rule.id === policyId)?.file ?? '*.cedar',
    policyId,
    reason: [error.message, ...(error.help === null ? [] : [error.help])].join('; '),
  }));
}

/** The schemas are read as one text; a mistake is told in the file it stands in, with that file's own line. */
function schemaProblem(schemas: readonly PolicyFile[], error: DetailedError): PolicyProblem {
  const place = error.sourceLocations?.[0];
  let start = 0;
  for (const { name, text } of schemas) {
    const bytes = Buffer.byteLength(text) + 1;
    if (place !== undefined && place.start < start + bytes) {
      const own = { ...place, start: place.start - start, end: place.end - start };
      return syntaxProblem(name, text, { ...error, sourceLocations: [own] });
    }
    start += bytes;
  }
  return { file: '*.cedarschema', reason: error.message };
}

function fingerprint(sorted: readonly PolicyFile[]): string {
  const canonical = JSON.stringify(sorted.map(({ name, text }) => [name, text]));
  return createHash('sha256').update(canonical).digest('hex');
}
