import { canRunOnKafka } from '@countersign/messaging/kafka/testing';

/**
 * A scenario's own file once more, in the deployed shape: Kafka between the services and a process each. In every
 * run a chosen part of the scenarios; `npm run e2e:kafka` runs all of them. Where Kafka cannot run, the file is
 * left out and the run says so.
 */
export async function onKafka(scenario: string, register: () => Promise<unknown>): Promise<void> {
  process.env['E2E_BUS'] = 'kafka';
  process.env['E2E_PROCESSES'] = 'separate';
  if (await canRunOnKafka(`${scenario} on Kafka, a process a service`)) await register();
}
