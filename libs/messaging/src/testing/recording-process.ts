import type { RecordedEvent } from '@countersign/contracts';
import { serve } from '../host/serve.js';
import { rule, serviceOf } from './rule.js';

// A process to be killed or stopped: it says what it has heard of one stream.
const [stream] = process.argv.slice(2);
await serve(
  serviceOf('coordinator', [
    rule<RecordedEvent>('CaseRouted', (event) => {
      if (event.stream === stream) process.stdout.write(`heard ${event.version}\n`);
    }),
  ]),
);
process.stdout.write('started\n');
