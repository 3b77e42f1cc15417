/**
 * What a capability is, and which there are. One folder a capability: its description and arguments, its read side
 * and its write side as separate modules, opened by separate entries (`/reads`, `/effects`), so that an import list
 * shows who could act. It refuses to take an amount, a target or a version from a text: those come from records.
 * Its one invariant: a new capability is a folder, its rules and its line in `registered.ts`, and touches no service.
 */
export type {
  ActionDescription,
  Asked,
  Capability,
  CapabilityEffects,
  CapabilityReads,
  CardWords,
  Completed,
  Done,
  Executed,
  FieldFault,
  FoundOutcome,
  OnBehalfOf,
  RecoveryPlan,
  Sending,
  Situation,
  Statement,
  ToolAnswer,
} from './capability.js';
export { type Claimed, type ClaimToMake, claimsToMake } from './claims.js';
export type {
  EffectPage,
  EffectWindow,
  Ledgers,
  ListEffects,
  ListedEffect,
} from './effect-listing.js';
export { heldBeside, plusKnown } from './held.js';
export { changesWaiting, type InCase, subjectOfAction, unknownAfterLook } from './in-case.js';
export { intentOfAction } from './intent.js';
export type {
  Capacity,
  HeldClaim,
  Hold,
  Judging,
  Moved,
  PolicyFact,
  PolicyShape,
  PolicySubject,
  Unknowing,
} from './judging.js';
export { type JudgedOn, judgingOf, type ToJudge } from './judging-of.js';
export type { Limit, LimitKind, Limits, LimitsShape } from './limits.js';
export { type LookingUp, lookUp } from './look-up.js';
export type {
  Addresses,
  EffectSide,
  Need,
  ReadingIn,
  ReadSide,
} from './outside.js';
export type { Passage, PolicySearch } from './policy-search.js';
export { type Capabilities, capabilities } from './registry.js';
export { type Chosen, chosenCapabilities, servedBy } from './served.js';
export { type GatewayLimits, ToolGateway, unanswered } from './tool-gateway.js';
export type { WindowAnswer, WindowQuestion } from './window.js';
