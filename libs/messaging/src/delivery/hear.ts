import { type RecordedEvent, schemaVersionOf } from '@countersign/contracts';
import { withTraceparent } from '@countersign/telemetry';
import { type Failure, failureOf, gravestOf, poison, tooNew } from '../failure/failure.js';
import type { Delivery } from './delivery.js';

/** A rule as the transport calls it. It rejects with the original error. */
export type Rule = (payload: unknown) => Promise<unknown>;

/** Gives a delivery to its rules. Undefined: handled. */
export async function hear(delivery: Delivery, rules: readonly Rule[]): Promise<Failure | undefined> {
  const unreadable = unreadableOf(delivery);
  if (unreadable !== undefined) return unreadable;
  const [only] = rules;
  return withTraceparent(delivery.traceparent, () =>
    rules.length === 1 && only !== undefined ? heardBy(only, delivery) : heardByAll(rules, delivery),
  );
}

/** What no rule can be given: it arrived broken, or a newer release wrote it. */
function unreadableOf({ source, unreadable, payload }: Delivery): Failure | undefined {
  if (unreadable !== undefined) return poison(unreadable.code, unreadable.reason);
  if (source !== 'event') return undefined;
  const event = payload as RecordedEvent;
  const known = schemaVersionOf(event.type);
  return known !== undefined && event.schemaVersion > known ? tooNew(event) : undefined;
}

async function heardBy(rule: Rule, { payload }: Delivery): Promise<Failure | undefined> {
  try {
    await rule(payload);
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

/** All of them run, whatever one does; the gravest failure decides, and those that succeeded answer again alike. */
async function heardByAll(rules: readonly Rule[], delivery: Delivery): Promise<Failure | undefined> {
  const outcomes = await Promise.all(rules.map((rule) => heardBy(rule, delivery)));
  return gravestOf(outcomes.filter((outcome) => outcome !== undefined));
}
