import { subjectId } from '@countersign/domain';
import { describe, expect, test } from '@jest/globals';
import { type ApprovalPerson, type ApprovalQuestion, mayApprove } from './policy.js';

const consent = { slot: 'customer-consent', basis: 'consent', person: subjectId('ada') } as const;
const approval = { slot: 'support-manager', basis: 'approval', role: 'support_manager' } as const;

const ada: ApprovalPerson = { sub: 'ada', kind: 'customer', tenant: 'fjordlight', roles: ['customer'] };
const maya: ApprovalPerson = { sub: 'maya', kind: 'staff', tenant: 'fjordlight', roles: ['support_manager'] };

function answer(change: Partial<ApprovalQuestion>): string {
  const verdict = mayApprove({
    person: maya,
    requirement: approval,
    tenant: 'fjordlight',
    customer: 'ada',
    startedBy: ['jonas'],
    author: 'refund-specialist',
    ...change,
  });
  return verdict.allowed ? 'allowed' : verdict.code;
}

describe('consent', () => {
  const given = (person: ApprovalPerson) => answer({ requirement: consent, person });

  test('is given by that customer in person, also when they started the matter', () => {
    expect(given(ada)).toBe('allowed');
    expect(answer({ requirement: consent, person: ada, startedBy: ['ada'], author: 'ada' })).toBe('allowed');
  });

  test('is not given by anyone for them', () => {
    expect(given({ ...ada, sub: 'ben' })).toBe('not_the_customer');
    expect(given(maya)).toBe('not_the_customer');
    expect(given({ ...maya, roles: ['support_manager', 'admin', 'customer'] })).toBe('not_the_customer');
  });

  test('is not given by a program, not even with the customer’s token', () => {
    expect(given({ ...ada, actingThrough: 'helpdesk-bot' })).toBe('not_in_person');
    expect(given({ ...ada, kind: 'agent' })).toBe('not_in_person');
  });
});

describe('approval', () => {
  test('is given by a holder of the role who has no part in the proposal', () => {
    expect(answer({})).toBe('allowed');
    expect(answer({ person: { ...maya, sub: 'priya' } })).toBe('allowed');
  });

  const table: readonly [name: string, code: string, change: Partial<ApprovalQuestion>][] = [
    ['of another tenant', 'other_tenant', { person: { ...maya, tenant: 'northwind' } }],
    ['a service account', 'not_in_person', { person: { ...maya, kind: 'agent' } }],
    [
      'a program with a manager’s token',
      'not_in_person',
      { person: { ...maya, actingThrough: 'helpdesk-bot' } },
    ],
    ['without the role', 'role_missing', { person: { ...maya, roles: ['support_agent'] } }],
    [
      'an administrator without the role',
      'role_missing',
      { person: { ...maya, roles: ['admin', 'operator'] } },
    ],
    [
      'a customer with a role of that name',
      'role_missing',
      { person: { ...ada, roles: ['support_manager'] } },
    ],
    ['a manager who is the customer', 'is_the_customer', { customer: 'maya' }],
    ['the author', 'is_the_author', { author: 'maya' }],
    ['whoever started it (S28)', 'started_it', { startedBy: ['jonas', 'maya'] }],
    ['whoever filled another slot', 'filled_another_slot', { filledBy: ['maya'] }],
  ];

  test.each(table)('is refused: %s', (_, code, change) => {
    expect(answer(change)).toBe(code);
  });

  test('C72: a second role does not make whoever started it somebody else', () => {
    const person = { ...maya, roles: ['support_agent', 'support_manager', 'admin'] };
    expect(answer({ person, startedBy: ['maya'] })).toBe('started_it');
    expect(answer({ person, startedBy: ['jonas'] })).toBe('allowed');
  });
});
