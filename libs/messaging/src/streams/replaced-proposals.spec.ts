import { type Drafted, type Proposal, proposalId, tenantId } from '@countersign/domain';
import { expect, it } from '@jest/globals';
import type { ProposalStreams } from './categories.js';
import { replacedBefore } from './replaced-proposals.js';

const tenant = tenantId('fjordlight');

/** The ids that come, where each proposal of the record replaces the one it is mapped to. */
async function before(supersedes: string, record: Readonly<Record<string, string>>) {
  const loaded: string[] = [];
  const load = async (_tenant: string, id: string) => {
    loaded.push(id);
    const state = record[id] === undefined ? { status: 'absent' } : { draft: draftOf(id, record[id]) };
    return { state: state as unknown as Proposal, version: 1, events: [] };
  };
  const draftOf = (id: string, of: string) =>
    ({ proposalId: id, supersedes: of }) as unknown as Drafted['draft'];
  const came: string[] = [];
  const streams = { load } as unknown as Pick<ProposalStreams, 'load'>;
  for await (const { draft } of replacedBefore(streams, { tenant, supersedes: proposalId(supersedes) }))
    came.push(draft.proposalId);
  return { came, loaded };
}

it('goes all the way back, newest first', async () => {
  expect((await before('c', { c: 'b', b: 'a', a: 'none' })).came).toEqual(['c', 'b', 'a']);
});

it('reads nothing for one that replaces nothing', async () => {
  expect(await before('none', { a: 'none' })).toEqual({ came: [], loaded: [] });
});

it('ends at one that is not there', async () => {
  expect((await before('b', { b: 'gone' })).came).toEqual(['b']);
});

it('goes round a circle once', async () => {
  expect((await before('b', { b: 'a', a: 'b' })).came).toEqual(['b', 'a']);
});
