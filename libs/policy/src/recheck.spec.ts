import { describe, expect, test } from '@jest/globals';
import { type ApprovalPerson, type FilledRequirement, policyEngine, type RecheckQuestion } from './policy.js';
import {
  type Change,
  parsed,
  repositoryFiles,
  repositoryPolicies,
  request,
} from './testing/policy-fixtures.js';

const engine = policyEngine(await repositoryPolicies());
const files = await repositoryFiles();

const ada: ApprovalPerson = { sub: 'ada', kind: 'customer', tenant: 'fjordlight', roles: ['customer'] };
const maya: ApprovalPerson = { sub: 'maya', kind: 'staff', tenant: 'fjordlight', roles: ['support_manager'] };
const byAda: FilledRequirement = { slot: 'customer-consent', by: ada };
const byMaya: FilledRequirement = { slot: 'support-manager', by: maya };
const large: Change = { amountMinor: 64_000, facts: { capturedMinor: 64_000 } };

function question(change: Change, ...filled: FilledRequirement[]): RecheckQuestion {
  return { request: request(change), filled, startedBy: ['ada'], author: 'refund-specialist' };
}

describe('right before execution', () => {
  test('an action that needs nobody, or whose slots are filled, still stands', () => {
    expect(engine.recheck(question({ amountMinor: 2000 })).outcome).toBe('still_permitted');
    expect(engine.recheck(question({}, byAda)).outcome).toBe('still_permitted');
    expect(engine.recheck(question(large, byAda, byMaya)).outcome).toBe('still_permitted');
  });

  test('a slot nobody filled sends it back to approval', () => {
    expect(engine.recheck(question({}))).toMatchObject({
      outcome: 'voided',
      code: 'requirement_unfilled',
      slot: 'customer-consent',
    });
    expect(engine.recheck(question(large, byAda))).toMatchObject({
      outcome: 'voided',
      slot: 'support-manager',
    });
  });

  test('S27: a role withdrawn since sends it back to approval', () => {
    const withdrawn = { ...byMaya, by: { ...maya, roles: ['support_agent'] } };
    expect(engine.recheck(question(large, byAda, withdrawn))).toMatchObject({
      outcome: 'voided',
      code: 'role_missing',
    });
  });

  test('S28: an approval by whoever started it does not hold', () => {
    const started = { ...question(large, byAda, byMaya), startedBy: ['maya'] };
    expect(engine.recheck(started)).toMatchObject({ outcome: 'voided', code: 'started_it' });
  });

  test('S34: an approval is not an authorization', () => {
    expect(engine.recheck(question({ onBehalfOf: 'ben' }, byAda, byMaya))).toMatchObject({
      outcome: 'denied',
      code: 'refund-not-the-owner',
    });
    expect(engine.recheck(question({ facts: { insideWindow: false } }, byAda, byMaya))).toMatchObject({
      outcome: 'denied',
      code: 'refund-window-over',
    });
  });

  test('a fact that can no longer be read is a deny, not a yes', () => {
    expect(engine.recheck(question({ facts: { disputed: 'unknown' } }, byAda))).toMatchObject({
      outcome: 'denied',
      code: 'refund-dispute-unknown',
    });
  });
});

test('a stricter policy since sends the same action back to approval', () => {
  const stricter = parsed(
    files.map((file) =>
      file.name === 'refunds.limits.json'
        ? { ...file, text: file.text.replace('"EUR": 20000', '"EUR": 5000') }
        : file,
    ),
  );
  const asked = policyEngine(stricter).recheck(question({}, byAda));
  expect(asked).toMatchObject({ outcome: 'voided', code: 'requirement_unfilled', slot: 'support-manager' });
});

test('after an escalation the role it went to fills the slot, and no other', () => {
  const escalating = parsed(
    files.map((file) =>
      file.name === 'approvers.json'
        ? {
            ...file,
            text: file.text.replace('"escalatesTo": "support_manager"', '"escalatesTo": "support_lead"'),
          }
        : file,
    ),
  );
  const by = (role: string) =>
    policyEngine(escalating).recheck(question(large, byAda, { ...byMaya, by: { ...maya, roles: [role] } }))
      .outcome;
  expect(['support_manager', 'support_lead', 'support_agent'].map(by)).toEqual([
    'still_permitted',
    'still_permitted',
    'voided',
  ]);
});

test('the route says whom to ask first and whom next', () => {
  expect(engine.routeFor('fjordlight', 'support-manager')).toEqual({
    role: 'support_manager',
    escalatesTo: 'support_manager',
    people: ['maya', 'priya'],
  });
  expect(engine.routeFor('northwind', 'support-manager')).toMatchObject({ people: [] });
  expect(engine.routeFor('fjordlight', 'customer-consent')).toBeUndefined();
});
