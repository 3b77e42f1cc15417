import { loopbackPort } from '@countersign/event-store/embedded';
import { LocalKafkaError } from './local-kafka-error.js';

/** Makes sure that the port can be had on the loopback. 0 takes a free one. */
export async function freePort(wanted: number): Promise<number> {
  try {
    return await loopbackPort(wanted);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${code})`;
    throw new LocalKafkaError(
      'port_taken',
      `Port ${wanted}, wanted for Kafka, ${reason}; choose another port.`,
      { cause },
    );
  }
}
