import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { silenceNegativeTimeouts } from '../kafka-admin/negative-timeouts.js';
import { LocalKafkaError } from './local-kafka-error.js';

/**
 * Resolves when the broker answers, the coordinator of consumer groups included: that one loads for a moment after
 * the port is open, and the first consumer would meet it loading.
 */
export async function untilReady(
  at: { readonly broker: string; readonly folder: string; readonly timeoutMs: number },
  ended: () => string | undefined,
): Promise<void> {
  for (
    const end = performance.now() + at.timeoutMs;
    ended() === undefined && performance.now() < end;
    await wait(100)
  ) {
    if (await answers(at.broker)) return;
  }
  throw new LocalKafkaError(
    'kafka_failed',
    `Kafka did not start (${ended() ?? 'no answer in time'}): ${await lastWords(at.folder)}`,
  );
}

async function answers(broker: string): Promise<boolean> {
  silenceNegativeTimeouts();
  const admin = new Kafka({
    clientId: 'countersign-start',
    brokers: [broker],
    logLevel: logLevel.NOTHING,
    connectionTimeout: 2_000,
    requestTimeout: 5_000,
    retry: { retries: 3, initialRetryTime: 100, maxRetryTime: 500 },
  }).admin();
  try {
    await admin.connect();
    // Without it the client knows no broker to ask for the coordinator.
    await admin.describeCluster();
    await admin.fetchOffsets({ groupId: 'countersign-start', topics: [] });
    return true;
  } catch {
    return false;
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

async function lastWords(folder: string): Promise<string> {
  for (const name of ['start.log', 'logs/kafka.log']) {
    const lines = (await readFile(join(folder, name), 'utf8').catch(() => '')).trim().split('\n');
    const told = lines.findLast((line) => / (ERROR|FATAL) |Exception|Error/.test(line)) ?? lines.at(-1);
    if (told) return told;
  }
  return `see ${folder}`;
}
