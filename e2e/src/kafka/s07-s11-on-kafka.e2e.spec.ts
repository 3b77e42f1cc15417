import { onKafka } from './on-kafka.js';

await onKafka('S07 to S11', () => import('../scenarios/s07-s11-outcomes-under-faults.e2e.spec.js'));
