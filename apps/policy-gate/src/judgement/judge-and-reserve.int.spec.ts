import { randomUUID } from 'node:crypto';
import { type Action, caseId, digestOfHex, proposalId, subjectId, tenantId } from '@countersign/domain';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChargesByHand } from '../testing/charges-by-hand.js';
import { GateWorld } from '../testing/gate-world.js';

const rounds = 200;
const charge = () => `ch_${randomUUID().replaceAll('-', '')}`;

let world: GateWorld;
beforeAll(async () => {
  world = await GateWorld.open();
});
afterAll(() => world.close());

const typesOf = async (id: string) => (await world.events(id)).map((event) => event.type);
const verdictOf = async (id: string) => (await world.events(id))[1]?.data['verdict'];

describe('two judgements of one charge in the same moment', () => {
  it(`C07: both read before either reserves, ${rounds} rounds: one is let through, the other finds no room`, async () => {
    const charges = new ChargesByHand(10_000);
    charges.readTogether = true;
    const [one, other] = [world.worker(charges), world.worker(charges)];
    for (let round = 0; round < rounds; round += 1) {
      const id = charge();
      const drafts = await Promise.all(
        ['1', '2'].map((lineId) => world.drafted({ charge: id, amountMinor: 6_000, lineId })),
      );
      const [first = '', second = ''] = drafts;
      await Promise.all([world.judged(one, first), world.judged(other, second)]);
      const verdicts = await Promise.all(drafts.map(verdictOf));
      expect([...verdicts].sort()).toEqual(['deny', 'requirements']);
      const claims = await world.store.claimsUnder('fjordlight', `refund:charge:${id}#`);
      expect(claims.map(({ key, amountMinor }) => [key, amountMinor])).toEqual([
        [`refund:charge:${id}#1`, 6_000],
      ]);
    }
  });

  it('C07: where there is room for both, both are let through and both count', async () => {
    const charges = new ChargesByHand(12_000);
    charges.readTogether = true;
    const [one, other] = [world.worker(charges), world.worker(charges)];
    const id = charge();
    const [first, second] = [
      await world.drafted({ charge: id, amountMinor: 6_000, lineId: '1' }),
      await world.drafted({ charge: id, amountMinor: 6_000, lineId: '2' }),
    ];
    await Promise.all([world.judged(one, first), world.judged(other, second)]);
    expect([await verdictOf(first), await verdictOf(second)]).toEqual(['requirements', 'requirements']);
    const claims = await world.store.claimsUnder('fjordlight', `refund:charge:${id}#`);
    expect(claims.map(({ amountMinor }) => amountMinor)).toEqual([6_000, 6_000]);
  });
});

describe('the same thing asked for again (C03)', () => {
  const charges = new ChargesByHand(4_200);

  it('is a duplicate while the first is under way, though the first leaves no room for it', async () => {
    const judge = world.worker(charges);
    const asked = { charge: charge(), amountMinor: 4_200 };
    const first = await world.drafted(asked);
    await world.judged(judge, first);
    const again = await world.drafted(asked);
    await world.judged(judge, again);
    expect(await typesOf(again)).toEqual(['ProposalDrafted', 'ProposalMarkedDuplicate']);
    expect((await world.events(again))[1]?.data).toMatchObject({ of: first });
  });

  it('is a duplicate whatever it calls its own intent: the hash is policy’s own', async () => {
    const judge = world.worker(charges);
    const asked = { charge: charge(), amountMinor: 1_000 };
    const first = await world.drafted(asked);
    await world.judged(judge, first);
    const again = await world.drafted(asked, { intent: '0'.repeat(64) });
    await world.judged(judge, again);
    expect(await typesOf(again)).toEqual(['ProposalDrafted', 'ProposalMarkedDuplicate']);
    expect((await world.events(again))[1]?.data).toMatchObject({ of: first });
  });

  it('is judged by itself where the agent says which one it is meant to repeat', async () => {
    const judge = world.worker(charges);
    const asked = { charge: charge(), amountMinor: 1_000 };
    const first = await world.drafted(asked);
    await world.judged(judge, first);
    const agent = { kind: 'agent', reference: 'r', requestHash: 'h' } as const;
    const second = await world.drafted(asked, { origin: { ...agent, distinctFrom: [proposalId(first)] } });
    await world.judged(judge, second);
    expect(await verdictOf(second)).toBe(await verdictOf(first));
  });

  it('is denied, not told as a repeat, when it is asked for somebody else', async () => {
    const judge = world.worker(charges);
    const asked = { charge: charge(), amountMinor: 4_200 };
    await world.judged(judge, await world.drafted(asked));
    const other = await world.drafted({ ...asked, customer: 'ben' });
    await world.judged(judge, other);
    expect(await typesOf(other)).toEqual(['ProposalDrafted', 'PolicyDecided']);
    expect(await verdictOf(other)).toBe('deny');
  });

  it('is let through when what stood in its way is given back while it is judged', async () => {
    const room = new ChargesByHand(4_200);
    const judge = world.worker(room);
    const asked = { charge: charge(), amountMinor: 4_200 };
    const first = await world.drafted(asked);
    await world.judged(judge, first);
    const again = await world.drafted(asked);
    room.meanwhile = () => world.released(first);
    await world.judged(judge, again);
    expect(await verdictOf(again)).toBe('requirements');
  });

  it('is denied when nobody holds it and there is no room', async () => {
    const judge = world.worker(charges);
    const id = charge();
    charges.refunded.set(id, 4_200);
    const again = await world.drafted({ charge: id, amountMinor: 4_200 });
    await world.judged(judge, again);
    expect(await verdictOf(again)).toBe('deny');
  });
});

describe('a permission that was voided, judged anew', () => {
  const held = async (id: string) => {
    const claims = await world.store.claimsUnder('fjordlight', '');
    return claims.filter(({ stream, released }) => stream === `proposal-${id}` && !released).length;
  };

  it('goes on holding what it held while it may still be carried out', async () => {
    const judge = world.worker(new ChargesByHand(4_200));
    const id = await world.drafted({ charge: charge(), amountMinor: 1_000 });
    await world.judged(judge, id);
    await world.voided(id);
    await world.judged(judge, id);
    expect((await typesOf(id)).at(-1)).toBe('PolicyDecided');
    expect(await held(id)).toBe(2);
  });

  it('gives everything back when it is denied, and the same may be asked for again', async () => {
    const charges = new ChargesByHand(4_200);
    const judge = world.worker(charges);
    const asked = { charge: charge(), amountMinor: 1_000 };
    const id = await world.drafted(asked);
    await world.judged(judge, id);
    await world.voided(id);
    charges.refunded.set(asked.charge, 4_200);
    await world.judged(judge, id);
    expect((await typesOf(id)).slice(-2)).toEqual(['PolicyDecided', 'ReservationReleased']);
    expect(await held(id)).toBe(0);

    charges.refunded.set(asked.charge, 0);
    const again = await world.drafted(asked);
    await world.judged(judge, again);
    expect(await verdictOf(again)).toBe('allow');
  });
});

describe('a draft that is not what it says it is', () => {
  const asked = () => ({ charge: charge(), amountMinor: 1_000 });
  const refundOf = (amountMinor: number): Action => ({
    ...{ kind: 'refund.create', target: { type: 'charge', id: 'ch_1' }, arguments: {} },
    ...{ money: { amountMinor, currency: 'EUR' }, evidence: [], resourceVersions: [] },
  });

  const withoutAmount = (): Action => {
    const { money: _, ...action } = refundOf(1);
    return action;
  };

  it.each([
    ['another tenant', { tenant: tenantId('elsewhere') }, 'draft_of_another_stream'],
    ['another proposal', { proposalId: proposalId(randomUUID()) }, 'draft_of_another_stream'],
    ['another action', { digest: digestOfHex('0'.repeat(64)) }, 'draft_digest_differs'],
    ['less than nothing', { action: refundOf(-1) }, 'draft_invalid'],
    ['no amount at all', { action: withoutAmount() }, 'draft_amount_missing'],
    ['half a cent', { action: refundOf(0.5) }, 'draft_invalid'],
    ['nobody', { customer: subjectId('') }, 'draft_invalid'],
    [
      'a case that is not there',
      { origin: { kind: 'case', caseId: caseId(randomUUID()) } },
      'draft_of_no_case',
    ],
  ] as const)('is never judged: it speaks for %s', async (_, forged, code) => {
    const judge = world.worker(new ChargesByHand(4_200));
    const id = await world.drafted(asked(), forged);
    await expect(world.judged(judge, id)).rejects.toMatchObject({ failureKind: 'poison', code });
    expect(await typesOf(id)).toEqual(['ProposalDrafted']);
  });

  it('is never judged when the role in which a model lives writes that an outside agent asked', async () => {
    const judge = world.worker(new ChargesByHand(4_200));
    const id = await world.drafted(asked(), { startedBy: [] }, 'refund_specialist');
    await expect(world.judged(judge, id)).rejects.toMatchObject({ code: 'draft_of_another_author' });
    expect(await typesOf(id)).toEqual(['ProposalDrafted']);
  });
});
