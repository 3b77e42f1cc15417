/**
 * The scenario that a capability brings: `scenario` of `<name>/scenario.ts`, where there is one. The whole system runs
 * it, so that a new capability is shown to be proposed, judged, approved, carried out once and proven without a test of
 * its own. It refuses nothing and acts on nothing. Its one invariant: it says what has to come of it, never how.
 */
import { existsSync } from 'node:fs';
import { registered } from './registered.js';

export interface Scenario {
  /** Somebody of the sandbox, `ada`, and what they write of their own records there. */
  readonly person: string;
  readonly says: string;
  /** Who has to say yes, in this order; nobody where policy allows it by itself. */
  readonly yes: readonly string[];
  /** The one effect that has to come of it. The answer to the call that makes it is lost. */
  readonly effect: {
    readonly system: string;
    /** `POST /v1/late-fees/:id/waive` */
    readonly route: string;
    /** What the system's own ledger shows of it, among other things. */
    readonly shows: Readonly<Record<string, unknown>>;
  };
  /** What is said where policy denies; left out where a planner turns all of that down in words. */
  readonly denied?: {
    readonly says: string;
    /** The rule, by its `@id`, and its words to the customer. */
    readonly by: string;
    readonly told: string;
  };
}

const found: (readonly [string, Scenario])[] = [];
for (const name of registered) {
  if (existsSync(new URL(`./${name}/scenario.js`, import.meta.url)))
    found.push([name, await scenarioOf(name)]);
}

async function scenarioOf(name: string): Promise<Scenario> {
  const module = (await import(`./${name}/scenario.js`)) as { readonly scenario: Scenario };
  return module.scenario;
}

/** By the name of the capability, in the order of registration. */
export const scenarios: readonly (readonly [string, Scenario])[] = found;
