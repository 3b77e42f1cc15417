import { type PlannerView, RulesPlanner } from '@countersign/planning';
import { type Answers, CaseUnderTest } from '@countersign/planning/testing';
import { refundRules } from '../refund-rules.js';

/** A refund played by hand in front of the offline rules. */
export class RefundCase extends CaseUnderTest {
  constructor(view?: PlannerView, answers?: Answers) {
    super(new RulesPlanner([refundRules]), view, answers);
  }
}
