import { type Action, digestContent, type JsonObject, tenantId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, digestOf, intentOf, sha256Hex } from './canonical-json.js';

const tenant = tenantId('fjordlight');
const evidence = {
  fact: 'delivered_at',
  value: '2026-11-17T09:00:00Z',
  basis: 'record',
  source: 'orders/4821',
  section: 'delivery',
  version: '3',
  readAt: '2026-11-29T10:00:00.000Z',
} as const;
const refund: Action = {
  kind: 'refund.create',
  target: { type: 'charge', id: 'ch_4821' },
  arguments: { orderId: '4821', lines: ['1', '2'], reason: 'unopened' },
  money: { amountMinor: 7900, currency: 'EUR' },
  evidence: [evidence],
  resourceVersions: [{ resource: 'orders/4821', version: '3' }],
};

/** Every leaf of an action: a string or a number and where it stands. */
function leaves(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function changed(action: Action, path: readonly string[], to: unknown): Action {
  const copy = JSON.parse(JSON.stringify(action));
  const holder = path.slice(0, -1).reduce((at, key) => at[key], copy);
  holder[path.at(-1) ?? ''] = to;
  return copy;
}

describe('the digest of an action', () => {
  it('is SHA-256 over the RFC 8785 form, frozen for ever', () => {
    const canonical =
      '{"amountMinor":7900,"arguments":{"lines":["1","2"],"orderId":"4821","reason":"unopened"},' +
      '"currency":"EUR","evidence":[{"basis":"record","fact":"delivered_at","readAt":"2026-11-29T10:00:00.000Z",' +
      '"section":"delivery","source":"orders/4821","value":"2026-11-17T09:00:00Z","version":"3"}],' +
      '"kind":"refund.create","resourceVersions":[{"resource":"orders/4821","version":"3"}],' +
      '"target":{"id":"ch_4821","type":"charge"},"tenant":"fjordlight"}';
    expect(canonicalJson(digestContent(tenant, refund))).toBe(canonical);
    expect(digestOf(tenant, refund)).toBe(sha256Hex(canonical));
    expect(digestOf(tenant, refund)).toBe('7617a87de461b9c0001aa79ec638ab7f0fea2a505b676e37ad0b97106543d2c7');
    expect(intentOf(tenant, refund)).toBe('427e4889aec7862a38509407389910f99e0975552806406aa403fd21c626e91f');
  });
  it('does not depend on how the arguments were ordered or numbers were written (C54)', () => {
    const other = { ...refund, arguments: { reason: 'unopened', lines: ['1', '2'], orderId: '4821' } };
    expect(digestOf(tenant, other)).toBe(digestOf(tenant, refund));
    const number = (written: string): Action => ({
      ...refund,
      arguments: JSON.parse(`{"hours":${written}}`),
    });
    expect(digestOf(tenant, number('10.0'))).toBe(digestOf(tenant, number('10')));
  });
  it('depends on how an accent was written (C54)', () => {
    const named = (name: string): Action => ({ ...refund, arguments: { name } });
    expect(digestOf(tenant, named('caf\u00e9'))).not.toBe(digestOf(tenant, named('cafe\u0301')));
  });
  it.each(leaves(refund).map((path) => path.join('.')))('changes with %s (S05, C57)', (field) => {
    const before = digestOf(tenant, refund);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer()), (to) => {
        const path = field.split('.');
        fc.pre(typeof to !== 'string' || !to.includes('\u0000'));
        fc.pre(
          path.reduce((at, key) => at[key] as JsonObject, refund as unknown as JsonObject) !==
            (to as unknown),
        );
        expect(digestOf(tenant, changed(refund, path, to))).not.toBe(before);
      }),
    );
  });
  it.each([
    ['the tenant', tenantId('other'), refund],
    ['one argument more', tenant, { ...refund, arguments: { ...refund.arguments, note: '' } }],
    ['no money at all', tenant, { ...refund, money: undefined }],
    ['evidence more', tenant, { ...refund, evidence: [evidence, evidence] }],
    ['evidence less', tenant, { ...refund, evidence: [] }],
    ['a resource less', tenant, { ...refund, resourceVersions: [] }],
  ])('changes with %s', (_what, of, action) => {
    expect(digestOf(of, action as Action)).not.toBe(digestOf(tenant, refund));
  });
});

describe('the intent of an action (C03)', () => {
  it('is the same when the records were read anew', () => {
    const anew: Action = {
      ...refund,
      evidence: [{ ...evidence, readAt: '2026-11-29T11:00:00.000Z', version: '4' }],
      resourceVersions: [{ resource: 'orders/4821', version: '4' }],
    };
    expect(intentOf(tenant, anew)).toBe(intentOf(tenant, refund));
    expect(digestOf(tenant, anew)).not.toBe(digestOf(tenant, refund));
  });
  it.each([
    ['arguments', { arguments: { ...refund.arguments, lines: ['1'] } }],
    ['amount', { money: { amountMinor: 7901, currency: 'EUR' } }],
    ['currency', { money: { amountMinor: 7900, currency: 'USD' } }],
    ['target', { target: { type: 'charge', id: 'ch_4822' } }],
    ['kind', { kind: 'credit.create' }],
  ])('is another with another %s', (_what, over) => {
    expect(intentOf(tenant, { ...refund, ...over })).not.toBe(intentOf(tenant, refund));
  });
  it('is of one tenant', () => {
    expect(intentOf(tenantId('other'), refund)).not.toBe(intentOf(tenant, refund));
  });
  it('is another for a refund that is meant to repeat one (S16)', () => {
    const again = intentOf(tenant, refund, ['p1']);
    expect(again).not.toBe(intentOf(tenant, refund));
    expect(intentOf(tenant, refund, ['p1', 'p2'])).not.toBe(again);
    expect(intentOf(tenant, refund, ['p2', 'p1'])).toBe(intentOf(tenant, refund, ['p1', 'p2']));
  });
});
