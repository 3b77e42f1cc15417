import { onKafka } from './on-kafka.js';

await onKafka('S05 and S06', () => import('../scenarios/s05-s06-the-world-moves.e2e.spec.js'));
