import { servedBy } from '@countersign/capabilities';
import {
  type Environment,
  environment,
  type TrustedIdentity,
  trustedIdentityOf,
} from '@countersign/messaging';
import { type PlannerChoice, readPlanner, readWaits } from '@countersign/planning/settings';

export interface CoordinatorConfig {
  /** Names of the capabilities that cases are given to; what another would take goes to a person. */
  readonly capabilities: readonly string[];
  /** Rules, or a model and what it takes to ask it. */
  readonly planner: PlannerChoice;
  /** How long to wait after each failure of the planner itself, in a row; then a person takes over. */
  readonly planAgain: { readonly afterMs: readonly number[] };
  /** Who vouches for the people that write; a topic is not an identity. */
  readonly identity: TrustedIdentity;
}

export function readConfig(env: Environment): CoordinatorConfig {
  const read = environment(env);
  return read.frozen({
    capabilities: servedBy(read),
    planner: readPlanner(read),
    planAgain: { afterMs: readWaits(read, 'PLAN_AGAIN_AFTER_MS', '2000,10000,30000,60000') },
    identity: trustedIdentityOf(read),
  });
}
