import { openCalls } from '../ledger/calls.js';
import type { Ledger } from '../ledger/database.js';
import type { StandIn } from '../stand-in.js';
import { refuse } from '../wire/reply.js';
import { type Route, withKey } from '../wire/router.js';
import type { System } from '../wire/system.js';
import { ledgerRoute } from './ledger-route.js';
import { type Done, type Effect, effectRoute, operationRoute } from './operations.js';
import { type Body, openShelf, type Shelf, shelfAdmin } from './shelf.js';

/** Milliseconds since 1970. */
type Clock = () => number;

export interface RecordSystem extends Pick<StandIn, 'name' | 'note'> {
  /** Kind and record; each has an `id`. */
  seed(nowMs: number): readonly (readonly [string, Body])[];
  /** What can be asked; with either key. */
  reading(shelf: Shelf, now: Clock): readonly Route[];
  /** What changes something, by the template of its route; with the key that writes. */
  readonly writing: Readonly<Record<string, (effect: Effect) => Done>>;
  /** How an effect stands in the listing now, where something can still become of it; `undone: true` if it failed. */
  readonly listed?: (effect: Body, shelf: Shelf, nowMs: number) => Body;
  /** Whether an operation that was done is known again, now; left out: for ever. */
  readonly remembers?: (shelf: Shelf) => boolean;
  /** Kinds that the admin server may make and change, by their place in its paths. */
  readonly admin: Readonly<Record<string, string>>;
}

/**
 * An outside system of records and operations: what most stand-ins are. A write happens once an operation, and
 * `GET /v1/operations/<id>` says what became of one, `GET /v1/ledger` lists what came to be in a time. What it did is
 * told with the call that did it. The admin server also keeps what came to be in another way, under `/entries/<id>`.
 */
export function recordSystem(of: RecordSystem): StandIn {
  const { name, note } = of;
  const keys = { read: `sandbox-${name}-read`, write: `sandbox-${name}-write` };
  return { name, note, keys, open: (ledger, { now }) => opened(of, { ledger, keys, now }) };
}

interface With {
  readonly ledger: Ledger;
  readonly keys: { readonly read: string; readonly write: string };
  readonly now: Clock;
}

function opened(system: RecordSystem, { ledger, keys, now }: With): System {
  const { name, admin, listed = (effect: Body) => effect } = system;
  const shelf = openShelf(ledger, () => system.seed(now()));
  const calls = openCalls(ledger.calls);
  const remembers = () => system.remembers?.(shelf) ?? true;
  const reading = [
    ...system.reading(shelf, now),
    operationRoute(shelf, remembers),
    ledgerRoute(shelf, (entry) => listed(entry, shelf, now())),
  ];
  const writing = Object.entries(system.writing).map(([template, apply]) =>
    effectRoute(template, { ledger, shelf, now, remembers }, apply),
  );
  return {
    name,
    refuse,
    calls,
    effects: () => effectsOf(shelf, calls.list()),
    reset: () => {
      shelf.reset();
      ledger.effects.exec('DELETE FROM operations');
    },
    close: () => ledger.close(),
    routes: [
      ...reading.map((each) => ({ ...each, handle: withKey([keys.read, keys.write], each.handle) })),
      ...writing.map((each) => ({ ...each, handle: withKey(keys.write, each.handle) })),
    ],
    adminRoutes: shelfAdmin(shelf, { ...admin, entries: 'operation' }),
  };
}

function effectsOf(
  shelf: Shelf,
  calls: readonly { readonly id: number; readonly fault: string | null; readonly answered: boolean }[],
) {
  const byId = new Map(calls.map((call) => [call.id, call]));
  return shelf.all('operation').map(({ id: _id, version: _version, callId, ...effect }) => {
    const call = byId.get(Number(callId));
    return { ...effect, fault: call?.fault ?? null, answered: call?.answered ?? false };
  });
}
