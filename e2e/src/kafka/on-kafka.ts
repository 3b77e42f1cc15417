import { canRunOnKafka } from '@countersign/messaging/kafka/testing';
import { afterAll } from '@jest/globals';
import { shareOneSystem } from '../harness/run.js';
import { System } from '../harness/system.js';

/**
 * Scenarios' own files once more, in the deployed shape: Kafka between the services and a process each. They share
 * one such system, because to start one takes longer than what is asked of it; so they are chosen among those that
 * look at nothing but what they began themselves. In every run a part of the scenarios; `npm run e2e:kafka` runs all
 * of them, each file on its own. Where Kafka cannot run, the file is left out and the run says so.
 */
export async function onKafka(
  scenarios: string,
  ...register: readonly (() => Promise<unknown>)[]
): Promise<void> {
  process.env['E2E_BUS'] = 'kafka';
  process.env['E2E_PROCESSES'] = 'separate';
  if (!(await canRunOnKafka(`${scenarios} on Kafka, a process a service`))) return;
  shareOneSystem();
  for (const scenario of register) await scenario();
  afterAll(() => System.stopShared());
}
