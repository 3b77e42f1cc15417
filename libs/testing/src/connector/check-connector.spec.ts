import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ConnectorReport, checkConnector, renderReport } from './connector.js';
import { plantedFaults } from './testing/planted-faults.js';
import { sandboxMessages } from './testing/sandbox-messages.js';
import { sandboxRefunds } from './testing/sandbox-refunds.js';

const failedIn = ({ requirements }: ConnectorReport) =>
  requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);

describe('a connector that is right', () => {
  it('C01, C14, C15, C16, C17: conforms, with nothing left untried', async () => {
    const report = await checkConnector(await sandboxRefunds());
    expect(report.requirements.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
    expect(report).toMatchObject({ connector: 'refunds at the sandbox', verdict: 'conforms', failed: 0 });
    expect(report.passed).toBeGreaterThan(100);
    expect(renderReport(report)).toMatch(/It conforms to the contract\.$/);
  });

  it('S40: so does one that moves no money; only what such a target does not have is left out', async () => {
    const report = await checkConnector(await sandboxMessages());
    const left = report.requirements.filter(({ verdict }) => verdict !== 'passed');
    expect(left.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['key-life', 'not_applicable'],
      ['exact-money', 'not_applicable'],
    ]);
    expect(report).toMatchObject({ verdict: 'conforms', failed: 0 });
  });

  it('says of what it could not try that it was not tried', async () => {
    const { keyLifeMs, emptyPage, unavailable, ...plain } = await sandboxRefunds();
    const report = await checkConnector({ ...plain, neverAbsent: true, answersWithoutBody: true });
    expect(report.verdict).toBe('conforms');
    const untried = report.requirements.filter(({ verdict }) => verdict === 'not_applicable');
    expect(untried.map(({ id }) => id)).toEqual(['key-life', 'proves-absence']);
    expect(renderReport(report)).toContain('`keyLifeMs` is not stated');
    expect(renderReport(report)).toContain('`emptyPage` is not given');
  });
});

describe('a connector that is wrong', () => {
  const reports = new Map<string, ConnectorReport>();

  beforeAll(async () => {
    const left = [...plantedFaults];
    // A few at a time: all at once on a busy machine, time-outs would end what is only slow.
    const lane = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const { name, spoilt, patienceMs } = next;
        const patience = patienceMs === undefined ? {} : { patienceMs };
        reports.set(name, await checkConnector({ ...(await sandboxRefunds(spoilt)), ...patience }));
      }
    };
    await Promise.all([lane(), lane(), lane()]);
  });

  it.each(plantedFaults)('is caught by name: $name', ({ name, caughtBy }) => {
    const report = reports.get(name);
    if (report === undefined) throw new Error('It was not checked.');
    expect(failedIn(report)).toEqual(caughtBy);
    expect(report.verdict).toBe('does_not_conform');
  });

  it('is told what to change and shown why, with no credential in the report', () => {
    const all = [...reports.values()];
    const failed = all
      .flatMap(({ requirements }) => requirements)
      .filter(({ verdict }) => verdict === 'failed');
    for (const { fix, findings } of failed) {
      expect(fix).toBeDefined();
      for (const each of findings.filter(({ verdict }) => verdict === 'failed'))
        expect(each.evidence).not.toEqual([]);
    }
    expect(JSON.stringify(all)).not.toContain('sk_test');
    const text = renderReport(reports.get('a new key for each attempt') ?? failing());
    expect(text).toContain('when the response was lost: 2 effects');
    expect(text).toContain('repeats differ in header idempotency-key');
    expect(text).toMatch(/It DOES NOT CONFORM to the contract\.$/);
  });

  it('is not judged further when nothing works even on a quiet way', async () => {
    const refusing = await sandboxRefunds({
      connector: ({ findOutcome }) => ({
        findOutcome,
        execute: async () => ({ class: 'rejected', code: 'no', message: 'no' }),
      }),
    });
    const report = await checkConnector(refusing);
    expect(failedIn(report)).toEqual(['right-class', 'one-effect']);
    expect(renderReport(report)).toContain('not tried: nothing works on a quiet way');
  });
});

function failing(): never {
  throw new Error('It was not checked.');
}
