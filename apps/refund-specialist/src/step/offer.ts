import { refunds } from '@countersign/capabilities/refunds';
import type { Offer } from '@countersign/planning/view';

/** What the planner of this specialist is shown and held against: its own capability and no other. */
export const offer: Offer = {
  role: { kind: 'specialist', capability: refunds.name, responsibility: refunds.responsibility },
  instructions: refunds.instructions,
  capabilities: [],
  tools: refunds.tools.map((tool) => ({ ...tool, schema: structuredClone(tool.schema) as Schema })),
  actions: refunds.actions.map((action) => ({ ...action, schema: structuredClone(action.schema) as Schema })),
};

type Schema = Offer['tools'][number]['schema'];
