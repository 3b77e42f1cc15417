import { type Connection, type Fields, isText, sendJson } from '@countersign/connectors/json/write';
import type { Action, JsonObject, OperationId, Receipt } from '@countersign/domain';
import type { CapabilityEffects, Executed, Sending } from '../capability.js';
import { draftedVersion } from '../drafting.js';
import { type EffectSide, effectSide, type Need } from '../outside.js';
import { carriedOutByNothing } from '../own-operation.js';
import { resourceOf } from './complete-on-record.js';
import { furtherArguments, namesOf, type RecordAction, saysTheSame } from './record-action.js';
import type { Shape } from './record-shape.js';

/** The export `effects` of a capability of this kind: where its one action is carried out. */
export function effectsOf<S extends Shape>(of: RecordAction<S>): EffectSide<{ readonly records: Need }> {
  return effectSide({
    needs: { records: { system: of.system, purpose: 'write', drafting: false } },
    open: ({ records }) => recordEffects(of, records),
  });
}

/** `POST /v1/<records>/<id>/<verb>` under the operation id, the same in every attempt, process and machine. */
export function recordEffects<S extends Shape>(of: RecordAction<S>, system: Connection): CapabilityEffects {
  return {
    async execute(operationId, action, sending) {
      if (action.kind !== of.kind) return carriedOutByNothing(action.kind);
      return carryOut(of, system, { operationId, action, ...sending });
    },
  };
}

interface Order extends Sending {
  readonly operationId: OperationId;
  readonly action: Action;
}

async function carryOut<S extends Shape>(
  of: RecordAction<S>,
  system: Connection,
  { operationId, action, sendBefore }: Order,
): Promise<Executed> {
  const { id } = action.target;
  const version = draftedVersion(action, resourceOf(of, id));
  if (version === undefined)
    return { class: 'rejected', code: 'version_missing', message: 'It needs the version it was drafted on.' };
  const said: JsonObject = { ...furtherArguments(of, action.arguments), ...action.money };
  return sendJson(system, {
    path: `/v1/${of.capability}/${encodeURIComponent(id)}/${namesOf(of).verb}`,
    ...{ operationId, sendBefore, body: { ...said, recordVersion: Number(version) } },
    receipt: (body) => receiptIn(body, { operationId, action, said }),
  });
}

/** Evidence only if it is about exactly this record and this operation, with all that was approved. */
function receiptIn(
  body: Fields,
  { operationId, action, said }: Pick<Order, 'operationId' | 'action'> & { readonly said: JsonObject },
): Receipt | undefined {
  const { reference, kind } = body;
  const expected = { ...said, kind: action.kind, operationId, recordId: action.target.id };
  if (!saysTheSame(body, expected) || !isText(reference) || !isText(kind)) return undefined;
  return { reference, ...action.money, settled: 'settled', details: { kind } };
}
