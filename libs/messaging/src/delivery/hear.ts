import { type RecordedEvent, upcast } from '@countersign/contracts';
import { withTraceparent } from '@countersign/telemetry';
import { type Failure, failureOf, gravestOf, poison } from '../failure/failure.js';
import type { Delivery } from './delivery.js';

/** A rule as the transport calls it. It rejects with the original error. */
export type Rule = (payload: unknown) => Promise<unknown>;

/** Gives a delivery to its rules. Undefined: handled. */
export async function hear(delivery: Delivery, rules: readonly Rule[]): Promise<Failure | undefined> {
  const { unreadable, traceparent } = delivery;
  if (unreadable !== undefined) return poison(unreadable.code, unreadable.reason);
  try {
    const payload = payloadOf(delivery);
    const [only] = rules;
    return await withTraceparent(traceparent, () =>
      rules.length === 1 && only !== undefined ? heardBy(only, payload) : heardByAll(rules, payload),
    );
  } catch (error) {
    return failureOf(error);
  }
}

/** Rules know the current shape of an event only; one from a newer release is `schema_too_new`. */
function payloadOf({ source, payload }: Delivery): unknown {
  return source === 'event' ? upcast(payload as RecordedEvent) : payload;
}

async function heardBy(rule: Rule, payload: unknown): Promise<Failure | undefined> {
  try {
    await rule(payload);
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

/** All of them run, whatever one does; the gravest failure decides, and those that succeeded answer again alike. */
async function heardByAll(rules: readonly Rule[], payload: unknown): Promise<Failure | undefined> {
  const outcomes = await Promise.all(rules.map((rule) => heardBy(rule, payload)));
  return gravestOf(outcomes.filter((outcome) => outcome !== undefined));
}
