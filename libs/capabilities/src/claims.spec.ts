import type { Action } from '@countersign/domain';
import { expect, it } from '@jest/globals';
import { capabilities } from './capabilities.js';
import { claimsToMake } from './claims.js';

const money = { amountMinor: 7_900, currency: 'EUR' };
const action = (kind: string, with_: Partial<Action> = {}): Action => ({
  ...{ kind, target: { type: 'thing', id: 't1' }, arguments: { caseId: '118' } },
  ...{ evidence: [], resourceVersions: [] },
  ...with_,
});
const kinds = capabilities.all
  .flatMap((capability) => capability.actions.map(({ kind }) => ({ capability, kind })))
  .filter(({ capability, kind }) =>
    capability.capacitiesOf(action(kind, { money })).some(({ take }) => take === 'amount'),
  );

it('some kinds take of an amount, and all of those say one', () => {
  expect(kinds.map(({ kind }) => kind)).toContain('refund.create');
  for (const { capability, kind } of kinds)
    expect([kind, capability.actions.find((each) => each.kind === kind)?.carriesAmount]).toEqual([
      kind,
      true,
    ]);
});

it.each(kinds)('$kind without an amount takes of nothing in silence: it is refused by its name', (given) => {
  const { capability, kind } = given;
  expect(() => capability.capacitiesOf(action(kind))).toThrow(`${kind} takes of an amount`);
});

it.each(kinds)('$kind reserves exactly its money, under the next number', ({ capability, kind }) => {
  const taken = capability.capacitiesOf(action(kind, { money })).filter(({ take }) => take === 'amount');
  const claimed = taken.map((capacity) => ({ capacity, claims: [] }));
  expect(claimsToMake(claimed)).toEqual(taken.map(({ key }) => ({ key: `${key}#1`, ...money })));
});
