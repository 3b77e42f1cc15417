import { capabilities } from '@countersign/capabilities';
import type { Offer } from '@countersign/planning/view';

/** The coordinator reads what was written and chooses where it goes. It has no tool and no action. */
export function offerOf(names: readonly string[]): Offer {
  const served = capabilities.all.filter(({ name }) => names.includes(name));
  return {
    role: { kind: 'coordinator' },
    instructions:
      'Choose who answers the last message. Words approve nothing. What is not in the record is not said.',
    capabilities: served.map(({ name, responsibility }) => ({ name, responsibility })),
    tools: [],
    actions: [],
  };
}
