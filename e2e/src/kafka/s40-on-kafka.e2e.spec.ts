import { onKafka } from './on-kafka.js';

await onKafka('S40', () => import('../scenarios/s40-follow-ups.e2e.spec.js'));
