import { describe, expect, it } from '@jest/globals';
import type { Admin, Kafka } from 'kafkajs';
import { askAdmin } from './ask-admin.js';

/** A cluster that answers the questions in this order; each connection to it is counted, and each end of one. */
function clusterAnswering(...answers: readonly (Error | string)[]) {
  const left = [...answers];
  const seen = { opened: 0, closed: 0 };
  const admin = () => ({
    connect: async () => {
      seen.opened += 1;
    },
    disconnect: async () => {
      seen.closed += 1;
    },
    listTopics: async () => {
      const next = left.shift();
      if (next instanceof Error) throw next;
      return [String(next)];
    },
  });
  return { seen, client: { admin } as unknown as Kafka };
}

const refusal = (type: string, retriable: boolean): Error =>
  Object.assign(new Error(type), { name: 'KafkaJSProtocolError', type, retriable });

const topics = (admin: Admin) => admin.listTopics();

describe('a question to the cluster', () => {
  it('is asked again, over a new connection, while the broker says "not now"', async () => {
    const notYet = refusal('NOT_LEADER_FOR_PARTITION', true);
    const { seen, client } = clusterAnswering(notYet, notYet, 'orders');
    await expect(askAdmin(client, topics)).resolves.toEqual(['orders']);
    expect(seen).toEqual({ opened: 3, closed: 3 });
  });

  it('is not asked again where the broker refuses it for good', async () => {
    const { seen, client } = clusterAnswering(refusal('TOPIC_AUTHORIZATION_FAILED', false), 'orders');
    await expect(askAdmin(client, topics)).rejects.toThrow('TOPIC_AUTHORIZATION_FAILED');
    expect(seen).toEqual({ opened: 1, closed: 1 });
  });

  it('does not wait for a cluster that cannot be reached', async () => {
    const { seen, client } = clusterAnswering(new Error('connect ECONNREFUSED'), 'orders');
    await expect(askAdmin(client, topics)).rejects.toThrow('ECONNREFUSED');
    expect(seen).toEqual({ opened: 1, closed: 1 });
  });
});
