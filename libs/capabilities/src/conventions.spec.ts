import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { capabilities } from './capabilities.js';
import { draftingAddresses, openReads, readAddresses } from './read-sides.js';
import { registered } from './registered.js';

const source = resolve(import.meta.dirname, '../src');
const folders = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .filter((name) => existsSync(resolve(source, name, `${name}.ts`)));

/** Every file that one of a capability reaches by relative imports, itself included. */
function reached(name: string, file: string, seen = new Set<string>()): ReadonlySet<string> {
  const path = resolve(source, name, file);
  if (seen.has(path)) return seen;
  seen.add(path);
  const imports = readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)\.js'/g);
  for (const [, to = ''] of imports) reached(name, resolve(path, '..', `${to}.ts`), seen);
  return seen;
}

/** An environment in which every key is there, and a record of what was asked for. */
function environment() {
  const asked: string[] = [];
  const given = (key: string) => {
    asked.push(key);
    return key.endsWith('_URL') ? 'http://127.0.0.1:9' : 'a-key-of-sixteen';
  };
  const read = { url: given, secret: given, optional: () => undefined, refuse: () => undefined };
  return { asked, read };
}

describe('a capability', () => {
  it('is registered by the name of its folder, and every folder is', () => {
    expect([...registered].sort()).toEqual(folders.sort());
  });

  it.each(registered)('%s describes itself under that name, with kinds that are nobody else’s', (name) => {
    const capability = capabilities.byName(name);
    expect(capability?.name).toBe(name);
    for (const { kind } of capability?.actions ?? []) expect(capabilities.byKind(kind)).toBe(capability);
  });

  it.each(registered)('%s lists the ledger of every system that its actions have effects in', (name) => {
    const { read } = environment();
    const nowhere = { baseUrl: 'http://127.0.0.1:9', key: 'k', timeoutMs: 1, now: () => 0, fetch };
    const { ledgers = {} } = openReads(readAddresses(read), () => nowhere).byName(name) ?? {};
    const targets = capabilities.byName(name)?.actions.map(({ target }) => target) ?? [];
    expect(Object.keys(ledgers).sort()).toEqual([...new Set(targets)].sort());
  });

  it.each(registered)('%s says in one sentence what its specialist is responsible for', (name) => {
    expect(capabilities.byName(name)?.responsibility).toMatch(/^[A-Z][^.!?]{20,300}\.$/);
  });

  it.each(registered)('%s: neither its description nor its read side can reach what writes', (name) => {
    const files = [...reached(name, `${name}.ts`), ...reached(name, 'reads.ts')];
    const writing = files.filter((path) => /\/(write|effects)(\.js)?'/.test(readFileSync(path, 'utf8')));
    expect(writing).toEqual([]);
  });

  it.each(registered)(
    '%s: its write side is where a writer is made, or the check above looks at nothing',
    (name) => {
      const files = [...reached(name, 'effects.ts')];
      expect(files.some((path) => /\/write'/.test(readFileSync(path, 'utf8')))).toBe(true);
    },
  );
});

describe('what capabilities need from outside', () => {
  it('is read from the environment by their own names, each once', () => {
    const { asked, read } = environment();
    expect(Object.keys(readAddresses(read))).toEqual(expect.arrayContaining(['orders', 'payments.read']));
    expect(asked).toEqual(
      expect.arrayContaining(['ORDERS_URL', 'ORDERS_KEY', 'PAYMENTS_URL', 'PAYMENTS_READ_KEY']),
    );
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((key) => key.includes('WRITE'))).toEqual([]);
  });

  it('is less where a model lives: what only judges cannot be opened there', async () => {
    const { asked, read } = environment();
    const addresses = draftingAddresses(read);
    expect(asked).not.toContain('PAYMENTS_READ_KEY');
    const calls: string[] = [];
    const reads = openReads(addresses, ({ url, key }) => ({
      baseUrl: url,
      key,
      timeoutMs: 100,
      now: () => 0,
      fetch: async (to) => {
        calls.push(to);
        return Response.json({ id: '4821' }, { status: 500 });
      },
    }));
    const action = {
      kind: 'refund.create',
      target: { type: 'charge', id: 'ch_4821' },
      arguments: { orderId: '4821' },
      evidence: [],
      resourceVersions: [],
    };
    const forWhom = { tenant: 'fjordlight', customer: 'ada' } as never;
    expect(
      await reads
        .byKind('refund.create')
        ?.findOutcome(operationIdOf(proposalId('op')), action, '2026-11-30T00:00:00Z'),
    ).toMatchObject({
      outcome: 'no_answer',
      code: 'not_authorized',
    });
    expect(calls).toEqual([]);
    await reads.byKind('refund.create')?.situation(action, forWhom);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.every((to) => to.includes('/orders/'))).toBe(true);
  });
});
