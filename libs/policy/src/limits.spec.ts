import { describe, expect, test } from '@jest/globals';
import { problemsOf, repositoryFiles, withFile } from './testing/policy-fixtures.js';

const files = await repositoryFiles();

describe('a mistake in limits.json or approvers.json', () => {
  test.each([
    [
      'refunds.limits.json',
      '"windowDays": 30',
      '"windowDays": "30"',
      '$.windowDays must be a whole number of at least 1',
    ],
    [
      'refunds.limits.json',
      '"windowDays": 30',
      '"windowDays": 30.5',
      '$.windowDays must be a whole number of at least 1',
    ],
    ['refunds.limits.json', '"windowDays": 30,', '', '$.windowDays is missing'],
    ['refunds.limits.json', '"windowDays"', '"windowdays": 1, "windowDays"', '$.windowdays is not known'],
    [
      'refunds.limits.json',
      'Europe/Berlin',
      'Europe/Bergen',
      '$.windowZone Europe/Bergen is not an IANA time zone',
    ],
    [
      'refunds.limits.json',
      '"EUR": 2000,',
      '"EUR": 20.00001,',
      '$.automaticUpToMinor.EUR must be a whole number of at least 0',
    ],
    [
      'refunds.limits.json',
      '"EUR": 2000,',
      '"EURO": 2000,',
      '$.automaticUpToMinor.EURO is not an ISO 4217 currency',
    ],
    [
      'refunds.limits.json',
      '"EUR": 20000',
      '"EUR": 1999',
      '$.consentUpToMinor.EUR must be at least automaticUpToMinor',
    ],
    [
      'refunds.limits.json',
      '"remindAfterMinutes": 60',
      '"remindAfterMinutes": 300',
      '$ must remind before it escalates, and escalate before the approval expires',
    ],
    [
      'limits.json',
      '"refund.create"',
      '"refund.crate"',
      '$.agentsMayProposeFor names the unknown action refund.crate',
    ],
    [
      'approvers.json',
      '"basis": "consent"',
      '"basis": "approval"',
      '$.requirements.consent.basis must be consent',
    ],
    [
      'approvers.json',
      '"role": "support_manager"',
      '"role": "manager"',
      '$.requirements.approval:support_manager must be named approval:manager or approval:manager:second',
    ],
    [
      'approvers.json',
      '"slot": "support-manager"',
      '"slot": "customer-consent"',
      '$.requirements.approval:support_manager.slot customer-consent is opened by another requirement already',
    ],
    [
      'approvers.json',
      '"maya", "priya"',
      '"maya", "maya"',
      '$.routes.fjordlight.support-manager names a person twice',
    ],
  ])('%s: %s → %s', (name, from, to, reason) => {
    expect(problemsOf(withFile(files, name, (text) => text.replace(from, to)))).toContainEqual({
      file: name,
      reason,
    });
  });

  test('a file that is not JSON is one problem', () => {
    expect(problemsOf(withFile(files, 'limits.json', () => '{ "version": '))).toMatchObject([
      { file: 'limits.json', reason: expect.stringContaining('is not JSON') },
    ]);
  });
});
