import type { ServiceDefinition } from '@countersign/messaging';
import type { Planner } from '@countersign/planning';
import { plannerToken } from '@countersign/planning/view';

/** The same service with another planner behind its port; everything that checks what it says stays. */
export function planningWith(planner: Planner, definition: ServiceDefinition): ServiceDefinition {
  if (definition.service !== 'refund_specialist') return definition;
  return {
    ...definition,
    module: async (wiring) => {
      const made = await definition.module(wiring);
      const providers = (made.providers ?? []).map((provider) =>
        typeof provider === 'object' && provider.provide === plannerToken
          ? { provide: plannerToken, useValue: planner }
          : provider,
      );
      return { ...made, providers };
    },
  };
}
