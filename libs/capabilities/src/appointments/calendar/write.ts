/** Cancels, moves and restores appointments. One call sends at most one request, under the operation's own id. */
import {
  type Connection,
  type ExecutionResult,
  type Fields,
  isCount,
  isText,
  sendJson,
} from '@countersign/connectors/json/write';
import type { OperationId } from '@countersign/domain';

interface Order {
  readonly operationId: OperationId;
  readonly sendBefore: string;
  readonly bookingId: string;
  /** The version that was approved; an appointment that changed since is left alone. */
  readonly bookingVersion: number;
}

export interface CancellationOrder extends Order {
  /** What was consented to; a place that asks for another fee refuses. */
  readonly fee?: { readonly amountMinor: number; readonly currency: string };
}

export interface MoveOrder extends Order {
  readonly startsLocal: string;
  readonly zone: string;
  readonly startsAt: string;
}

export interface ChangeReceipt {
  readonly reference: string;
  /** The version that the appointment has now. */
  readonly bookingVersion: number;
}

export interface AppointmentsWriter {
  cancel(order: CancellationOrder): Promise<ExecutionResult<ChangeReceipt>>;
  move(order: MoveOrder): Promise<ExecutionResult<ChangeReceipt>>;
  restore(order: Order): Promise<ExecutionResult<ChangeReceipt>>;
}

export function createAppointmentsWriter(connection: Connection): AppointmentsWriter {
  const send = (
    way: string,
    order: Order,
    body: Record<string, string | number>,
    is: (said: Fields) => boolean,
  ) =>
    sendJson(connection, {
      path: `/v1/bookings/${encodeURIComponent(order.bookingId)}/${way}`,
      operationId: order.operationId,
      sendBefore: order.sendBefore,
      body: { bookingVersion: order.bookingVersion, ...body },
      receipt: (said) => receiptOf(said, order, is),
    });
  return {
    cancel: ({ fee, ...order }) => {
      const charged = fee === undefined ? {} : { amountMinor: fee.amountMinor, currency: fee.currency };
      return send('cancellations', order, charged, (said) => {
        const isFee = said.amountMinor === fee?.amountMinor && said.currency === fee?.currency;
        return said.kind === 'cancellation' && isFee;
      });
    },
    move: ({ startsLocal, zone, startsAt, ...order }) =>
      send('moves', order, { startsLocal, zone, startsAt }, (said) => {
        const isThen = said.startsLocal === startsLocal && said.zone === zone && said.startsAt === startsAt;
        return said.kind === 'move' && isThen;
      }),
    restore: (order) => send('restorations', order, {}, (said) => said.kind === 'restoration'),
  };
}

/** Evidence only if it is about exactly this appointment under exactly this operation. */
function receiptOf(said: Fields, order: Order, is: (said: Fields) => boolean): ChangeReceipt | undefined {
  const { reference, bookingVersion } = said;
  if (said.operationId !== order.operationId || said.bookingId !== order.bookingId) return undefined;
  return is(said) && isText(reference) && isCount(bookingVersion) ? { reference, bookingVersion } : undefined;
}
