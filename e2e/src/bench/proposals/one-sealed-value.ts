import { randomUUID } from 'node:crypto';
import { type NewEvent, schemaVersionOf } from '@countersign/contracts';
import { PostgresEventStore, sealingWith } from '@countersign/event-store';
import { median } from '../measure/statistics.js';
import type { BenchDatabase } from '../server/bench-server.js';

/** What it takes to seal one value, and to open it, with the person's key at hand: microseconds of processor time. */
export interface OneValue {
  readonly [name: string]: number;
  readonly letters: number;
  readonly sealUs: number;
  readonly openUs: number;
}

const times = 4_000;
const rounds = 3;
const text = 'The case never arrived, and I should like my money back. '.repeat(4).slice(0, 200);

export async function oneValue({ urls, wrappingKey }: BenchDatabase): Promise<OneValue> {
  const store = new PostgresEventStore({ url: urls.countersign_coordinator });
  const { events: codec } = sealingWith(store, { wrappingKey: Buffer.from(wrappingKey, 'base64') });
  const to = { tenant: 'fjordlight', stream: `case-${randomUUID()}` };
  const opened = caseOpened();
  try {
    const [sealed = opened] = await codec.encode(to, [opened]);
    const stored = { ...sealed, ...to, ...elsewhere };
    const seal: number[] = [];
    const open: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      seal.push(await microseconds(() => codec.encode(to, [opened])));
      open.push(await microseconds(() => codec.decode([stored])));
    }
    return { letters: text.length, sealUs: median(seal), openUs: median(open) };
  } finally {
    await store.close();
  }
}

/** Its one personal value is the name. */
function caseOpened(): NewEvent {
  const id = randomUUID();
  return {
    ...{ id, type: 'CaseOpened', schemaVersion: schemaVersionOf('CaseOpened') ?? 1 },
    data: { customer: { subject: 'ada', name: text } },
    metadata: { causationId: id, correlationId: id },
  };
}

/** What the database adds, which no codec looks at. */
const elsewhere = {
  ...{ version: 1, position: '1', transactionId: '1', recordedAt: '', recordedBy: '' },
  ...{ previousHash: '', hash: '' },
};

async function microseconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}
