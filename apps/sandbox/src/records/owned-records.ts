import type { Ledger } from '../ledger/database.js';
import type { StandIn } from '../stand-in.js';
import { json, refuse } from '../wire/reply.js';
import { param, route } from '../wire/router.js';
import type { Done, Effect } from './operations.js';
import { recordSystem } from './record-system.js';
import { type Body, found, type Shelf } from './shelf.js';

/** A system of records that customers own, and one action on a record. */
export interface OwnedRecords {
  /** `late-fees`; also in the environment keys of the services, and in the admin server's paths. */
  readonly system: string;
  /** The records in its paths, `late-fees`. */
  readonly records: string;
  /** `late-fee.waive` */
  readonly kind: string;
  readonly note: string;
  /** What it holds at first. Each is ada's of fjordlight and open, unless it says otherwise. */
  seed(nowMs: number): readonly Body[];
  /** What the action changes of a record, or the code it is refused with. `asked` is the request. */
  apply(record: Body, asked: Body): Body | { readonly refusedAs: string };
}

/**
 * The stand-in for it: `GET /v1/customers/<tenant>/<customer>/<records>`, `GET /v1/<records>/<id>` and
 * `POST /v1/<records>/<id>/<verb>`, for one version of the record. What was done is kept with all that was asked.
 */
export function ownedRecords(of: OwnedRecords): StandIn {
  const { system: name, records, note } = of;
  const keys = { read: `sandbox-${name}-read`, write: `sandbox-${name}-write` };
  // Codes of refusal are words: `late_fee_not_found`.
  const [record = '', verb = ''] = of.kind.replaceAll('-', '_').split('.');
  return {
    ...{ name, note, keys },
    open: (ledger: Ledger, { now }) =>
      recordSystem(ledger, {
        ...{ name, keys, admin: { [records]: record } },
        seed: () => of.seed(now()).map((body) => [record, { ...usual, ...body }] as const),
        reading: (shelf) => [
          route('GET', `/v1/customers/:tenant/:customer/${records}`, (call) => {
            const [tenant, customerId] = [param(call, 'tenant'), param(call, 'customer')];
            const own = shelf.all(record).filter((each) => each.tenant === tenant);
            return json(200, { records: own.filter((each) => each.customerId === customerId) });
          }),
          route('GET', `/v1/${records}/:id`, (call) => found(shelf.find(record, param(call, 'id')), record)),
        ],
        writing: (shelf) => ({
          [`/v1/${records}/:id/${verb.replaceAll('_', '-')}`]: (effect) =>
            carryOut({ of, shelf, record }, effect, now()),
        }),
      }),
  };
}

const usual = { tenant: 'fjordlight', customerId: 'ada', status: 'open' };

interface Doing {
  readonly of: OwnedRecords;
  readonly shelf: Shelf;
  readonly record: string;
}

function carryOut({ of, shelf, record }: Doing, { body, call }: Effect, nowMs: number): Done {
  const id = param(call, 'id');
  const before = shelf.find(record, id);
  if (before === undefined) return { refused: found(undefined, record) };
  const { recordVersion, ...asked } = body;
  if (before.version !== recordVersion)
    return { refused: refuse(409, `${record}_changed`, `It is version ${String(before.version)}.`) };
  const changed = of.apply(before, asked);
  if (typeof changed.refusedAs === 'string')
    return { refused: refuse(422, changed.refusedAs, 'This record does not take it.') };
  const { version } = shelf.change(record, id, changed) ?? before;
  const reference = `${id}-v${String(version)}`;
  const createdAt = new Date(nowMs).toISOString();
  return { effect: { ...asked, kind: of.kind, reference, recordId: id, tenant: before.tenant, createdAt } };
}
