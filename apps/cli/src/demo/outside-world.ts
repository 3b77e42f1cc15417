import type { RunningInstance } from '../instance/running-file.js';
import { call } from './json-calls.js';

/** A refund as the payments' own ledger has it. */
export interface LedgerRefund {
  /** The refund's own id. */
  readonly effect: string;
  readonly charge: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** A call as payments got it. */
export interface LedgerCall {
  readonly method: string;
  readonly path: string;
  readonly charge: string | null;
  readonly answered: boolean;
}

export interface DemoOrder {
  readonly orderId: string;
  readonly chargeId: string;
}

const DAY_MS = 86_400_000;
const CREATED = { currency: 'EUR', totalMinor: 7_900 };

/** The sandbox from its admin side: what happens outside, behind Countersign's back. */
export class OutsideWorld {
  constructor(private readonly urls: RunningInstance['outside']) {}

  /** A new order each time, so that the demo can be played again: EUR 79.00, delivered 12 days ago, of Ada's. */
  async order(): Promise<DemoOrder> {
    const deliveredMs = Date.now() - 12 * DAY_MS;
    const orderId = await this.#unusedId();
    const chargeId = `ch_${orderId}`;
    const order = {
      ...{ id: orderId, chargeId, customerId: 'ada', status: 'delivered', ...CREATED },
      placedAt: new Date(deliveredMs - 4 * DAY_MS).toISOString(),
      deliveredAt: new Date(deliveredMs).toISOString(),
      lines: [
        { lineId: '1', sku: 'HP-210', title: 'Wireless headphones', quantity: 1, unitPriceMinor: 4_200 },
        { lineId: '2', sku: 'CS-031', title: 'Travel case', quantity: 1, unitPriceMinor: 3_700 },
      ],
    };
    await call(`${this.urls.admin}/orders`, { body: order });
    const { currency, totalMinor } = CREATED;
    const charge = { id: chargeId, amountMinor: totalMinor, currency, orderId };
    await call(`${this.urls.admin}/payments/charges`, { body: charge });
    return { orderId, chargeId };
  }

  /** The next refund is made, and the answer to it never arrives. */
  async loseNextAnswer(): Promise<void> {
    await call(`${this.urls.admin}/payments/faults`, {
      body: { route: 'POST /v1/refunds', kind: 'response_lost', times: 1 },
    });
  }

  async forgetFaults(): Promise<void> {
    await call(`${this.urls.admin}/payments/faults`, { method: 'DELETE' });
  }

  /** What payments has on its own record about one charge: the refunds there are, and the calls that asked for one. */
  async ledgerOf({ chargeId }: DemoOrder): Promise<{ refunds: LedgerRefund[]; calls: LedgerCall[] }> {
    const ledger = await call<{ effects: LedgerRefund[]; calls: LedgerCall[] }>(
      `${this.urls.admin}/payments/ledger`,
    );
    const asked = (one: LedgerCall) => one.method === 'POST' && one.path.startsWith('/v1/refunds');
    return {
      refunds: ledger.effects.filter(({ charge }) => charge === chargeId),
      calls: ledger.calls.filter((one) => one.charge === chargeId && asked(one)),
    };
  }

  async tokenOf(person: string): Promise<string> {
    const form = { grant_type: 'urn:countersign:sandbox:person', person };
    return (await call<{ access_token: string }>(`${this.urls.identity}/token`, { form })).access_token;
  }

  async #unusedId(): Promise<string> {
    for (;;) {
      const id = String(5_000 + Math.floor(Math.random() * 94_000));
      const { status } = await fetch(`${this.urls.admin}/orders/${id}`);
      if (status === 404) return id;
    }
  }
}
