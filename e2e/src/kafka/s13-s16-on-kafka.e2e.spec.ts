import { onKafka } from './on-kafka.js';

await onKafka('S13 to S16', () => import('../scenarios/s13-s16-money-and-time.e2e.spec.js'));
