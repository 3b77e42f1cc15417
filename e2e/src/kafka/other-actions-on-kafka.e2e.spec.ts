import { onKafka } from './on-kafka.js';

await onKafka(
  'S30, S31 and S40 to S42',
  () => import('../scenarios/s30-s31-accounts.e2e.spec.js'),
  () => import('../scenarios/s40-follow-ups.e2e.spec.js'),
  () => import('../scenarios/s41-s42-appointments.e2e.spec.js'),
);
