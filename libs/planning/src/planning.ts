/**
 * The bounded planner: the port through which a case is planned, the checks on what comes back, and the
 * offline rules adapter, which plans by the rules that capabilities bring. A planner sees one constructed view and answers with one typed step.
 * Refused here: tools, actions and capabilities that were not offered, arguments that do not fit, facts
 * that rest on nothing in the view. Nothing in this package performs, approves or permits anything.
 * Invariant: the same view gives the rules adapter the same step, whatever the retrieved text says.
 */

export { plannerOf } from './planner-of.js';
export { checkSchema, type Refusal, type RefusalReason } from './port/check-schema.js';
export { contradictsItself } from './port/contradictions.js';
export { repeatsItself } from './port/loops.js';
export type {
  AskStep,
  CallToolStep,
  DoneOutcome,
  DoneStep,
  EscalateStep,
  Planner,
  PlannerFailure,
  PlannerFailureClass,
  PlannerVersions,
  ProposeStep,
  ReplyStep,
  RouteStep,
  Step,
  Turn,
  Usage,
} from './port/step.js';
export { type StepAnswer, validateFacts, validateStep } from './port/validate-step.js';
export type {
  ActionOffered,
  BoundsLeft,
  CapabilityOffered,
  ConversationEntry,
  CustomerMessage,
  Fact,
  FactBasis,
  FactReference,
  Json,
  JsonObject,
  PlannerRole,
  PlannerView,
  ProposalSeen,
  ProposalState,
  Provenance,
  QuestionAsked,
  ReplySent,
  Routed,
  ToolOffered,
  ToolOutcome,
  ToolResult,
} from './port/view.js';
export type { MessageReading } from './rules/read-message.js';
export { RulesPlanner } from './rules/rules-planner.js';
