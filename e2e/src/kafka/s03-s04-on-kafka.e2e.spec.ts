import { onKafka } from './on-kafka.js';

await onKafka('S03 and S04', () => import('../scenarios/s03-s04-deciding.e2e.spec.js'));
