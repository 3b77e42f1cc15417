import { describe, expect, test } from '@jest/globals';
import { loadPolicySet, parsePolicySet, policyEngine } from './policy.js';
import {
  parsed,
  problemsOf,
  repositoryFiles,
  repositoryPolicies,
  request,
  withFile,
} from './testing/policy-fixtures.js';
import { sampleRulebook } from './testing/sample-request.js';

const files = await repositoryFiles();
const changed = (name: string, change: (text: string) => string) => withFile(files, name, change);
const repository = await repositoryPolicies();

const withRule = (text: string) => changed('refunds.cedar', (before) => `${before}\n${text}`);

describe('the hash', () => {
  test('does not depend on the order of the files or on their line endings', () => {
    const windows = [...files]
      .reverse()
      .map(({ name, text }) => ({ name, text: text.replaceAll('\n', '\r\n') }));
    expect(parsed(windows).hash).toBe(repository.hash);
    expect(repository.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each(files.map((file) => file.name))('changes with the content of %s', (name) => {
    expect(parsed(changed(name, (text) => `${text}\n`)).hash).not.toBe(repository.hash);
  });

  test('two sets live side by side and each decides as its own files say', () => {
    const lower = parsed(
      changed('refunds.limits.json', (text) => text.replace('"EUR": 2000,', '"EUR": 1000,')),
    );
    const ask = request({ amountMinor: 1500 });
    expect([repository, lower, repository].map((set) => policyEngine(set).decide(ask).verdict)).toEqual([
      'allow',
      'requirements',
      'allow',
    ]);
  });
});

describe('a mistake in a rule stops the start and names file, rule and reason', () => {
  const forbid = 'forbid (principal, action == Action::"refund.create", resource)';
  const notes = '@section("1") @reason("r") @customer("c")';
  const permit = 'permit (principal, action == Action::"refund.create", resource) when { 1 == 2 };';

  test.each([
    ['a word that is not Cedar', 'permit (principal', { reason: expect.stringContaining('unexpected end') }],
    [
      'a fact that does not exist',
      `@id("x") ${notes} ${forbid} when { context.note == "5,000" };`,
      { policyId: 'x', reason: expect.stringContaining('`note`') },
    ],
    [
      'no sentence to the customer',
      `@id("x") @section("1") @reason("r") ${forbid};`,
      { policyId: 'x', reason: '@customer is missing' },
    ],
    [
      'an annotation nobody reads',
      `@id("x") ${notes} @customr("c") ${forbid};`,
      { policyId: 'x', reason: '@customr is not known on a forbid' },
    ],
    [
      'a requirement nobody can fill',
      `@id("x") @section("1") @reason("r") @requires("approval:ceo") ${permit}`,
      { policyId: 'x', reason: '@requires names approval:ceo, which approvers.json does not know' },
    ],
    [
      'an id used twice',
      `@id("refund-not-delivered") ${notes} ${forbid} when { context.amountMinor < 0 };`,
      { policyId: 'refund-not-delivered', reason: 'the id is used twice' },
    ],
    [
      'a template',
      `@id("x") ${notes} forbid (principal == ?principal, action, resource);`,
      { reason: 'policy templates are not used here' },
    ],
  ])('%s', (_, rule, problem) => {
    expect(problemsOf(withRule(rule))).toContainEqual(
      expect.objectContaining({ file: 'refunds.cedar', ...problem }),
    );
  });

  test('a syntax error names its line', () => {
    const line = files.find((file) => file.name === 'refunds.cedar')?.text.split('\n').length ?? 0;
    expect(problemsOf(withRule('forbid (principal, action, resource) when { context. };'))).toMatchObject([
      { line: line + 1 },
    ]);
  });

  test('an optional fact read without asking whether it is there', () => {
    const rule = `@id("x") ${notes} ${forbid} when { context.capturedMinor == 0 };`;
    expect(problemsOf(withRule(rule))).toMatchObject([{ file: 'refunds.cedar', policyId: 'x' }]);
  });

  test('a broken schema', () => {
    expect(problemsOf(changed('countersign.cedarschema', () => 'entity Customer = ;'))).toMatchObject([
      { file: 'countersign.cedarschema', line: 1 },
    ]);
  });

  test('the message a person reads has it all', () => {
    const rule = `@id("x") @section("1") @reason("r") ${forbid};`;
    expect(() => parsed(withRule(rule))).toThrow('refunds.cedar: policy x: @customer is missing');
  });
});

describe('a capability and its files', () => {
  test('its limits, its rules and its schema must be there', () => {
    const given = files.filter(({ name }) => !name.startsWith('refunds.'));
    expect(problemsOf(given)).toEqual(
      ['cedarschema', 'limits.json', 'cedar'].map((end) => ({
        file: `refunds.${end}`,
        reason: 'is missing',
      })),
    );
  });

  test('each of its actions is in the schema, and no action that is nobody’s', () => {
    const other = changed('refunds.cedarschema', (text) => text.replace('"refund.create"', '"refund.undo"'));
    const unruled = withFile(other, 'refunds.cedar', (text) =>
      text.replaceAll('"refund.create"', '"refund.undo"'),
    );
    expect(problemsOf(unruled)).toEqual([
      { file: 'refunds.cedarschema', reason: 'has no action refund.create' },
      { file: '*.cedarschema', reason: 'no capability has the action refund.undo' },
    ]);
  });

  test('a mistake in its schema is told in its own file, with that file’s line', () => {
    const broken = changed('refunds.cedarschema', (text) => text.replace('"status": String', '"status": ;'));
    const line = files
      .find(({ name }) => name === 'refunds.cedarschema')
      ?.text.split('\n')
      .findIndex((each) => each.includes('"status"'));
    expect(problemsOf(broken)).toMatchObject([{ file: 'refunds.cedarschema', line: (line ?? 0) + 1 }]);
  });
});

describe('the folder', () => {
  test('a missing file and a file of another kind are named', () => {
    const given = [
      ...files.filter((file) => file.name !== 'limits.json'),
      { name: 'credits.ceder', text: '' },
    ];
    expect(problemsOf(given)).toEqual([
      { file: 'limits.json', reason: 'is missing' },
      { file: 'credits.ceder', reason: 'is not a policy file' },
    ]);
  });

  test('a folder that is not there is named', async () => {
    await expect(loadPolicySet('no-such-folder', [])).rejects.toMatchObject({
      code: 'policy_folder_invalid',
      message: expect.stringContaining('no-such-folder'),
    });
  });
});

test('where nothing matches, the answer is no', () => {
  const narrow = parsed(
    changed('refunds.cedar', (text) =>
      text.replaceAll('permit (principal,', 'permit (principal is Customer,'),
    ),
  );
  const engine = policyEngine(narrow);
  expect(engine.decide(request({ principal: { kind: 'customer', id: 'ada', roles: [] } })).verdict).toBe(
    'requirements',
  );
  expect(engine.decide(request())).toMatchObject({ verdict: 'deny', reasons: [{ policyId: 'no_permit' }] });
});

test('a rule that fails while it is read makes the answer no, although others permit', () => {
  const failing =
    '@id("x") @section("1") @reason("r") @customer("c") forbid (principal, action, resource) when { context.amountMinor * 9223372036854775807 < 0 };';
  const engine = policyEngine(parsed(withRule(failing)));
  expect(engine.decide(request())).toMatchObject({
    verdict: 'deny',
    reasons: [{ policyId: 'policy_error', reason: expect.stringContaining('x:') }],
  });
});

test('a permit that is added can only make an action stricter', () => {
  const looser = '@id("x") @section("1") @reason("r") @requires("") permit (principal, action, resource);';
  const engine = policyEngine(parsed(withRule(looser)));
  expect(engine.decide(request()).requirements).toMatchObject([{ slot: 'customer-consent' }]);
});

test.each([
  ['action', ['x']],
  ['action == Action::"refund.create"', ['x']],
  ['action in Action::"refund.create"', ['x']],
  ['action in [Action::"refund.close", Action::"refund.create"]', ['x']],
  ['action == Action::"refund.close"', []],
])('a forbid about `%s` is heard of a refund: %j', (head, heard) => {
  const close = 'action "refund.close" appliesTo { principal: [Agent], resource: [Order], context: {} };';
  const forbid = `@id("x") @section("1") @reason("r") @customer("c") forbid (principal, ${head}, resource);`;
  const rulebook = { ...sampleRulebook, actions: [...sampleRulebook.actions, { kind: 'refund.close' }] };
  const withSchema = withFile(withRule(forbid), 'refunds.cedarschema', (before) => `${before}\n${close}`);
  const { reasons } = policyEngine(parsePolicySet(withSchema, [rulebook])).decide(request());
  expect(reasons.filter(({ policyId }) => policyId === 'x').map(({ policyId }) => policyId)).toEqual(heard);
});
