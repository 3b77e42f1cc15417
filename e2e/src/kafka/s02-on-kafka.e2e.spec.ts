import { onKafka } from './on-kafka.js';

await onKafka('S02', () => import('../scenarios/s02-approved-card-is-executed-once.e2e.spec.js'));
