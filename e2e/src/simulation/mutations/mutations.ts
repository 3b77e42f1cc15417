import type { Mutation } from './mutation.js';
import { newKeyOnRetry, retryOnUnknown, rightsNotLookedAtAgain } from './of-the-network.js';
import {
  absenceBelievedAtOnce,
  anyDigest,
  noExpiryCheck,
  noReadBack,
  offsetCommittedFirst,
  unknownTakenForFailed,
} from './of-the-rules.js';
import { noCapacityClaim, noIntentClaim, toldBeforeCompletion } from './of-the-store.js';

/** Every planted fault. A simulation that does not find one of them would not find the next one like it either. */
export const mutations: readonly Mutation[] = [
  anyDigest,
  noExpiryCheck,
  retryOnUnknown,
  offsetCommittedFirst,
  noCapacityClaim,
  noIntentClaim,
  noReadBack,
  newKeyOnRetry,
  absenceBelievedAtOnce,
  toldBeforeCompletion,
  unknownTakenForFailed,
  rightsNotLookedAtAgain,
];
