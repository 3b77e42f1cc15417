import { createServer } from 'node:net';
import { LocalKafkaError } from './local-kafka-error.js';

/** Makes sure that the port can be had on the loopback. 0 takes a free one. */
export function freePort(port: number): Promise<number> {
  return new Promise((free, refused) => {
    const probe = createServer();
    probe.once('error', (cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${cause.code})`;
      refused(
        new LocalKafkaError('port_taken', `Port ${port}, wanted for Kafka, ${reason}; choose another port.`, {
          cause,
        }),
      );
    });
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => free(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}
