import type { RecordedEvent } from '@countersign/contracts';
import { describe, expect, test } from '@jest/globals';
import { changedStreams, wholeStreams } from './changed-streams.js';
import type { Projection } from './projection.js';

/** A store that notes what it is asked for, and cannot open the streams of the given names. */
function store(unreadable: readonly string[] = []) {
  const asked: string[][] = [];
  const opened: string[] = [];
  const query = async (_name: string, _text: string, [, streams]: unknown[]) => {
    const names = streams as string[];
    asked.push(names);
    return names.map((stream, at) => ({ asked: at + 1, stream }));
  };
  const decoded = async (rows: readonly { stream: string }[]) => {
    opened.push(...rows.map(({ stream }) => stream));
    if (rows.some(({ stream }) => unreadable.includes(stream))) throw new Error('It cannot be opened.');
    return rows as unknown as RecordedEvent[];
  };
  const streams = wholeStreams({ query, decoded } as unknown as Parameters<typeof wholeStreams>[0]);
  return { asked, opened, streams };
}

const about = (...categories: string[]): Projection => ({
  ...{ name: 'a-model', revision: 1, categories },
  project: () => null,
  sortKey: () => '',
});
const events = (...streams: string[]) =>
  streams.map((stream) => ({ tenant: 'fjordlight', stream })) as RecordedEvent[];
const names = (streams: RecordedEvent[][]) => streams.map(([event]) => event?.stream);

describe('the streams that a page of events changed', () => {
  test('are read and opened once for all models that want them at the same moment', async () => {
    const { asked, opened, streams } = store();
    const page = events('proposal-1', 'case-1', 'proposal-1', 'proposal-2');
    const [both, cases, more] = await Promise.all([
      changedStreams(streams, about('proposal'), page),
      changedStreams(streams, about('case'), page),
      changedStreams(streams, about('proposal', 'case'), events('proposal-2', 'case-2')),
    ]);
    expect([both, cases, more].map(names)).toEqual([
      ['proposal-1', 'proposal-2'],
      ['case-1'],
      ['proposal-2', 'case-2'],
    ]);
    expect(asked).toEqual([['proposal-1', 'proposal-2', 'case-1', 'case-2']]);
    expect(opened.sort()).toEqual(['case-1', 'case-2', 'proposal-1', 'proposal-2']);
  });

  test('are read again for whoever asks later, who must see what came meanwhile', async () => {
    const { asked, streams } = store();
    await changedStreams(streams, about('case'), events('case-1'));
    await changedStreams(streams, about('case'), events('case-1'));
    expect(asked).toEqual([['case-1'], ['case-1']]);
  });

  test('fail none but the models that want the one which cannot be opened', async () => {
    const { streams } = store(['case-1']);
    const page = events('proposal-1', 'case-1');
    const [proposals, cases] = await Promise.allSettled([
      changedStreams(streams, about('proposal'), page),
      changedStreams(streams, about('case'), page),
    ]);
    expect([proposals.status, cases.status]).toEqual(['fulfilled', 'rejected']);
  });

  test('are not read where a model is about none of them', async () => {
    const { asked, streams } = store();
    expect(await changedStreams(streams, about('case'), events('proposal-1'))).toEqual([]);
    expect(asked).toEqual([]);
  });
});
