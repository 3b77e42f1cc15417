import { onKafka } from './on-kafka.js';

await onKafka('S50', () => import('../scenarios/s50-published-decisions.e2e.spec.js'));
