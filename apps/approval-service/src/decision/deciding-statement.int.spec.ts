import { proposalStream, systemPorts } from '@countersign/contracts';
import { type Append, type EventStore, PostgresEventStore } from '@countersign/event-store';
import { createApprovalSigner } from '@countersign/identity';
import { proposalStreams, streamCaches } from '@countersign/messaging';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Sights } from '../card/sight.js';
import { type ApprovalWorld, approvalWorld } from '../testing/approval-world.js';
import { manager, maya } from '../testing/samples.js';
import { Decisions } from './decisions.js';
import { Refusals } from './refusals.js';

const minutes = (n: number) => n * 60_000;

describe('the statement that decides', () => {
  let world: ApprovalWorld;
  let store: PostgresEventStore;
  beforeAll(async () => {
    world = await approvalWorld();
    store = new PostgresEventStore({ url: world.database.urls.countersign_approval_service });
  });
  afterAll(async () => {
    await store.close();
    await world.close();
  });

  /** The same path as in production, on a store that is held up on its way to the append of a grant. */
  function decisionsHeldUp(before: () => Promise<void>): Decisions {
    const slow: EventStore = {
      append: async (request: Append) => {
        if (request.events.some(({ type }) => type === 'ApprovalGranted')) await before();
        return store.append(request);
      },
      readStream: (...args) => store.readStream(...args),
      readAfter: (...args) => store.readAfter(...args),
      claimsUnder: (...args) => store.claimsUnder(...args),
      tenantOf: (stream) => store.tenantOf(stream),
      streamsWith: (...args) => store.streamsWith(...args),
      now: () => store.now(),
    };
    const proposals = proposalStreams({ store: slow, ports: systemPorts(), caches: streamCaches() });
    const tenantOf = (id: string) => store.tenantOf(proposalStream(id));
    const { privateKeyPem } = world.signing;
    return new Decisions({
      proposals,
      store,
      tokens: {
        verify: async () => ({ outcome: 'verified', principal: { ...maya, tenant: 'fjordlight' } }),
      },
      sights: new Sights(privateKeyPem),
      signer: createApprovalSigner(privateKeyPem),
      look: async () => ({ outcome: 'as_proposed', readAt: await store.now() }),
      refusals: new Refusals({ proposals, store, tenantOf }),
    });
  }

  test('C59: refuses by the clock of its own commit, though everything before it was in time', async () => {
    const id = await world.waiting([manager]);
    // No timer runs, as if the process that runs them were gone.
    const admin = new PostgresEventStore({ url: world.database.adminUrl });
    await admin.query('no-timers', 'delete from graphile_worker._private_jobs', []);
    await admin.close();
    await world.database.advanceTime(minutes(239));
    const card = await world.cardOf(id, maya);
    const decisions = decisionsHeldUp(() => world.database.advanceTime(minutes(2)));
    const answer = await decisions.take({
      cause: { id: crypto.randomUUID(), correlationId: 'c' },
      ...{ via: 'http', token: 'any', proposalId: id, decision: 'approve', reason: '', noteToCustomer: '' },
      digest: String(card['digest']),
      sight: String(card['sight']),
      faults: [],
    });
    expect(answer).toMatchObject({ outcome: 'refused', code: 'expired' });
    expect(await world.typesOf(id)).toEqual([
      'ProposalDrafted',
      'PolicyDecided',
      'ApprovalRequested',
      'DecisionRefused',
    ]);
  });
});
