import { onKafka } from './on-kafka.js';

// The last of S02 lets hours pass, so it comes last.
await onKafka(
  'S01 to S11, S13 to S16 and S50',
  () => import('../scenarios/s01-investigates-asks-and-drafts.e2e.spec.js'),
  () => import('../scenarios/s03-s04-deciding.e2e.spec.js'),
  () => import('../scenarios/s05-s06-the-world-moves.e2e.spec.js'),
  () => import('../scenarios/s07-s11-outcomes-under-faults.e2e.spec.js'),
  () => import('../scenarios/s13-s16-money-and-time.e2e.spec.js'),
  () => import('../scenarios/s50-published-decisions.e2e.spec.js'),
  () => import('../scenarios/s02-approved-card-is-executed-once.e2e.spec.js'),
);
