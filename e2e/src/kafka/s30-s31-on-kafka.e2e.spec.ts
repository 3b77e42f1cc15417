import { onKafka } from './on-kafka.js';

await onKafka('S30 and S31', () => import('../scenarios/s30-s31-accounts.e2e.spec.js'));
