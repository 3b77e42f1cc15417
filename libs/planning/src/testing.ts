/** A case played by hand in front of a planner, and a view to begin with. For tests of planners and of their rules. */
export {
  type Answers,
  CaseUnderTest,
  emptyView,
  order4821,
  refundRole,
  returnsPolicy,
  world,
} from './testing/case-under-test.js';
export { type Answer, type Brain, ModelStandIn, type Request } from './testing/model-stand-in.js';
export { sensibleBrain } from './testing/sensible-brain.js';
