import type { StandIn } from '../stand-in.js';
import { json } from '../wire/reply.js';
import { param, route } from '../wire/router.js';
import { type Done, type Effect, refused } from './operations.js';
import { recordSystem } from './record-system.js';
import { type Body, found, owned, recordRoute } from './shelf.js';

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
  // Codes of refusal are words: `late_fee_not_found`.
  const [kind = '', verb = ''] = of.kind.replaceAll('-', '_').split('.');
  return recordSystem({
    ...{ name, note, admin: { [records]: kind } },
    seed: (nowMs) => of.seed(nowMs).map((body) => [kind, { ...usual, ...body }] as const),
    reading: (shelf) => [
      route('GET', `/v1/customers/:tenant/:id/${records}`, (call) =>
        json(200, { records: owned(call, shelf.all(kind)) }),
      ),
      recordRoute(shelf, records, kind),
    ],
    writing: {
      [`/v1/${records}/:id/${verb.replaceAll('_', '-')}`]: (effect) => carryOut(of, kind, effect),
    },
  });
}

const usual = { tenant: 'fjordlight', customerId: 'ada', status: 'open' };

function carryOut(of: OwnedRecords, kind: string, { body, call, shelf, nowMs }: Effect): Done {
  const id = param(call, 'id');
  const before = shelf.find(kind, id);
  if (before === undefined) return { refused: found(undefined, kind) };
  const { recordVersion, ...asked } = body;
  if (before.version !== recordVersion)
    return refused(409, `${kind}_changed`, `It is version ${String(before.version)}.`);
  const changed = of.apply(before, asked);
  if (typeof changed.refusedAs === 'string')
    return refused(422, changed.refusedAs, 'This record does not take it.');
  const { version } = shelf.change(kind, id, changed) ?? before;
  const reference = `${id}-v${String(version)}`;
  const createdAt = new Date(nowMs).toISOString();
  return { effect: { ...asked, kind: of.kind, reference, recordId: id, tenant: before.tenant, createdAt } };
}
