/**
 * What a capability is, and which there are. One folder a capability: its description and arguments, its read
 * side (`/refunds/reads`) and its write side (`/refunds/effects`), as separate entries, so that an import list
 * shows who could act. It refuses to take an amount, a target or a version from a text: those come from
 * records. Its one invariant: adding a capability touches no service.
 */
export type {
  Asked,
  Capability,
  CapabilityEffects,
  CapabilityReads,
  CardWords,
  Completed,
  Executed,
  FieldFault,
  FoundOutcome,
  Hold,
  OnBehalfOf,
  PolicySubject,
  Sending,
  Situation,
  Statement,
  ToolAnswer,
} from './capability.js';
export { holdsOfOthers } from './capability.js';
export type { EffectPage, EffectWindow, ListEffects, ListedEffect } from './effect-listing.js';
export { changesWaiting, type InCase, subjectOfAction, unknownAfterLook } from './in-case.js';
export { intentOfAction } from './intent.js';
export { type Capabilities, capabilities } from './registry.js';
export { type Chosen, chosenCapabilities } from './served.js';
