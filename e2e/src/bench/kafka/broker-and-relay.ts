import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BusChoice } from '@countersign/messaging';
import { applyTopics, parseTopics } from '@countersign/messaging/kafka/admin';
import { type LocalKafka, startLocalKafka } from '@countersign/messaging/kafka/local';
import { endChild, startChild } from '../proposals/child-process.js';
import type { BenchDatabase, BenchServer } from '../server/bench-server.js';

const root = resolve(import.meta.dirname, '../../../..');

/** A real broker with the deployed topics, and the relay of one database as a process of its own. */
export class BrokerAndRelay {
  private constructor(
    private readonly kafka: LocalKafka,
    private readonly relay: ChildProcess,
  ) {}

  static async start(server: BenchServer, database: BenchDatabase): Promise<BrokerAndRelay> {
    const kafka = await startLocalKafka({ folder: await mkdtemp(join(server.folder, 'kafka-')), port: 0 });
    const topics = parseTopics(await readFile(join(root, 'deploy/kafka/topics.yaml'), 'utf8'));
    await applyTopics({ connection: { brokers: [...kafka.brokers] }, topics, replication: 1 });
    const relay = startChild({
      program: join(root, 'apps/relay/dist/main.js'),
      env: {
        NODE_ENV: 'production',
        DATABASE_URL: database.urls.countersign_relay,
        KAFKA_BROKERS: kafka.brokers.join(','),
        RELAY_PORT: '0',
      },
    });
    relay.stdout?.resume();
    return new BrokerAndRelay(kafka, relay);
  }

  get brokers(): readonly string[] {
    return this.kafka.brokers;
  }

  get bus(): BusChoice {
    return { kind: 'kafka', brokers: this.brokers, clientId: 'countersign-bench' };
  }

  async stop(): Promise<void> {
    await endChild(this.relay);
    await this.kafka.stop();
  }
}
