import type { Mutation } from './mutation.js';
import { fencingOff, refusalBelieved, replacedAfterACall } from './of-the-attempts.js';
import { anotherTime, noOnceOnlyClaim, otherWords } from './of-the-capabilities.js';
import {
  contentNotCompared,
  keyPassedBy,
  messageHeardAgain,
  noHeardAsYes,
  takenBeforeKept,
} from './of-the-edge.js';
import { newKeyOnRetry, retryOnUnknown, rightsNotLookedAtAgain, versionPassedBy } from './of-the-network.js';
import {
  differencesUnrecorded,
  lateFactsPassedBy,
  neverGivenBack,
  oneIdForAllReleased,
  stopNotLookedAt,
} from './of-the-record.js';
import {
  absenceBelievedAtOnce,
  anyDigest,
  noExpiryCheck,
  noReadBack,
  offsetCommittedFirst,
  unknownTakenForFailed,
} from './of-the-rules.js';
import { noCapacityClaim, noIntentClaim, toldBeforeCompletion } from './of-the-store.js';
import { noUndoClaim, undoneByTheSame } from './of-the-undo.js';

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
  fencingOff,
  replacedAfterACall,
  refusalBelieved,
  stopNotLookedAt,
  lateFactsPassedBy,
  differencesUnrecorded,
  oneIdForAllReleased,
  neverGivenBack,
  noUndoClaim,
  undoneByTheSame,
  noOnceOnlyClaim,
  anotherTime,
  otherWords,
  versionPassedBy,
  noHeardAsYes,
  keyPassedBy,
  contentNotCompared,
  takenBeforeKept,
  messageHeardAgain,
];
