import { onKafka } from './on-kafka.js';

await onKafka('S41 and S42', () => import('../scenarios/s41-s42-appointments.e2e.spec.js'));
