import type { Capability } from '@countersign/capabilities';
import type { Offer } from '@countersign/planning/view';

type Schema = Offer['tools'][number]['schema'];

/** What a planner is shown of one capability and held against: that one and no other. */
export function offerOf(capability: Capability): Offer {
  const { name, responsibility, instructions, tools, actions } = capability;
  return {
    role: { kind: 'specialist', capability: name, responsibility },
    instructions,
    capabilities: [],
    tools: tools.map((tool) => ({ ...tool, schema: structuredClone(tool.schema) as Schema })),
    actions: actions.map((action) => ({ ...action, schema: structuredClone(action.schema) as Schema })),
  };
}
