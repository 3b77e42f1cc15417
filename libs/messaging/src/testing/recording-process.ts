import type { RecordedEvent } from '@countersign/contracts';
import { createLogger } from '@countersign/telemetry';
import { startHost } from '../host/host.js';
import { rule, serviceOf } from './rule.js';

// A process to be killed: it says what it has heard of one stream.
const [stream] = process.argv.slice(2);
const { DATABASE_URL = '', READER_DATABASE_URL = '' } = process.env;
await startHost({
  services: [
    serviceOf('coordinator', [
      rule<RecordedEvent>('CaseRouted', (event) => {
        if (event.stream === stream) process.stdout.write(`heard ${event.version}\n`);
      }),
    ]),
  ],
  databaseUrlOf: () => DATABASE_URL,
  readerUrl: READER_DATABASE_URL,
  env: {},
  logger: createLogger({ service: 'test', level: 'silent', now: () => Date.now() }),
});
process.stdout.write('started\n');
