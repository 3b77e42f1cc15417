import { onKafka } from './on-kafka.js';

await onKafka('S01', () => import('../scenarios/s01-investigates-asks-and-drafts.e2e.spec.js'));
