import type { BusChoice } from '@countersign/messaging';
import type { Separate } from '../harness/separate-processes.js';
import { System, type SystemOptions } from '../harness/system.js';

/** The deployed shape: real Kafka between the services, and each of them a process of its own. */
export interface KafkaSystem {
  readonly system: System;
  readonly processes: Separate;
  readonly kafka: Extract<BusChoice, { kind: 'kafka' }>;
}

export async function startOnKafka(
  options: Omit<SystemOptions, 'bus' | 'separateProcesses'> = {},
): Promise<KafkaSystem> {
  const system = await System.start({ ...options, bus: 'kafka', separateProcesses: true });
  const { host, bus } = system;
  if (!('kill' in host) || bus.choice.kind !== 'kafka')
    throw new Error('The system is not on Kafka in processes.');
  return { system, processes: host, kafka: bus.choice };
}
