import { createLogger } from '@countersign/telemetry';

/** Targets that nothing keeps from being called. */
export const noLimits = {
  logger: createLogger({ service: 'test', level: 'silent', now: () => Date.now() }),
  circuit: { failuresMax: 1_000, openMs: 1, openCeilingMs: 1 },
  turns: { underWayMax: 100, ofOneTenantMax: 100 },
};
