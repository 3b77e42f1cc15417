import type { SimulatedReply, SimulatedRequest } from '@countersign/testing/simulation';

/** A refund that was made, whoever made it. The ledger is the truth that everything is held against. */
export interface Effect {
  readonly refundId: string;
  readonly chargeId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** `none` for one made through another channel. */
  readonly operationId: string;
  readonly createdAtMs: number;
  /** As the system itself keeps it, where it is another one than payments. */
  readonly made?: Readonly<Record<string, unknown>>;
  /** Failed at the bank after it was accepted: the money is back on the charge. */
  failed: boolean;
}

/** What a system says by itself, once or several times, in any order. */
export interface Said {
  readonly id: string;
  readonly system: 'payments' | 'crm';
  readonly body: object;
}

export interface Charge {
  readonly chargeId: string;
  readonly capturedMinor: number;
  readonly currency: string;
  disputed: boolean;
}

/** How far the provider can be trusted; drawn from the seed. */
export interface Manners {
  /**
   * What a request under a key that was used before gets: the first answer again, a refusal as if somebody had done it
   * or as if there were no such charge, or a second effect, because the key is forgotten.
   */
  readonly repeats: 'answered' | 'refused_as_done' | 'refused_as_unknown' | 'forgotten';
  readonly keyLifeMs: number;
  /** How long a refund is missing from what can be read. */
  readonly readLagMs: number;
  /** Answers that all went well, and does nothing. */
  readonly dropsEveryNth: number;
  /** Refuses so many operations once each, and would make them if it were asked again. */
  readonly refusesFirst: number;
  /** Whether the money is there with the answer, or on its way for minutes. */
  readonly settles: 'at_once' | 'later';
}

interface Remembered {
  readonly request: string;
  readonly reply: SimulatedReply;
  readonly atMs: number;
}

/** A payment provider with the part of Stripe's API that refunds need, and a ledger of its own. */
export class Payments {
  readonly effects: Effect[] = [];
  readonly charges = new Map<string, Charge>();
  readonly #keys = new Map<string, Remembered>();
  readonly #turnedAway = new Set<string>();
  #made = 0;
  #asked = 0;
  #told = 0;

  constructor(
    private readonly now: () => number,
    readonly manners: Manners,
    private readonly tell: { effect(effect: Effect): void; said(said: Said): void },
  ) {}

  answer(request: SimulatedRequest): SimulatedReply {
    const { method, path, query } = request;
    if (method === 'POST' && path === '/v1/refunds') return this.#once(request);
    if (method === 'GET' && path === '/v1/refunds') return this.#list(query);
    const id = /^\/v1\/charges\/(\w+)$/.exec(path)?.[1];
    const charge = id === undefined ? undefined : this.charges.get(id);
    return charge === undefined ? refused(404, 'resource_missing') : this.#shown(charge);
  }

  /** What is given back of a charge, by everybody. */
  refundedMinor(chargeId: string, before = Number.POSITIVE_INFINITY): number {
    return this.effects
      .filter((effect) => effect.chargeId === chargeId && !effect.failed && effect.createdAtMs <= before)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  }

  /** A refund that somebody makes in the provider's own dashboard. */
  refundElsewhere(chargeId: string, amountMinor: number): boolean {
    const charge = this.charges.get(chargeId);
    if (charge === undefined || amountMinor > charge.capturedMinor - this.refundedMinor(chargeId))
      return false;
    this.#make(charge, amountMinor, 'none');
    return true;
  }

  /** The money comes back from the bank, and the provider says so. */
  refundFails(chargeId: string): void {
    const effect = this.effects.find((each) => each.chargeId === chargeId && !each.failed);
    if (effect === undefined) return;
    effect.failed = true;
    this.#says('refund.failed', { ...this.#shownRefund(effect), failure_reason: 'expired_or_canceled_card' });
  }

  disputed(chargeId: string, is: 'opened' | 'closed'): void {
    const charge = this.charges.get(chargeId);
    if (charge === undefined || charge.disputed === (is === 'opened')) return;
    charge.disputed = is === 'opened';
    const how = is === 'opened' ? { reason: 'fraudulent' } : { status: 'won' };
    const type = is === 'opened' ? 'charge.dispute.created' : 'charge.dispute.closed';
    this.#says(type, { object: 'dispute', id: `dp_${chargeId}`, charge: chargeId, ...how });
  }

  #says(type: string, object: object): void {
    this.#told += 1;
    const created = Math.floor(this.now() / 1_000);
    const id = `evt_${this.#told}`;
    this.tell.said({
      id,
      system: 'payments',
      body: { object: 'event', id, type, created, data: { object } },
    });
  }

  #once(request: SimulatedRequest): SimulatedReply {
    const key = request.headers['idempotency-key'] ?? '';
    const known = this.#keys.get(key);
    const { repeats, keyLifeMs } = this.manners;
    if (repeats !== 'forgotten' && known !== undefined && this.now() - known.atMs < keyLifeMs) {
      if (known.request !== request.body) return refused(400, undefined, 'idempotency_error');
      if (repeats === 'answered' || known.reply.status !== 200) return known.reply;
      return repeats === 'refused_as_done'
        ? refused(400, 'charge_already_refunded')
        : refused(404, 'resource_missing');
    }
    if (this.#refusesOnce(key)) return refused(402, 'balance_insufficient');
    const reply = this.#refund(new URLSearchParams(request.body));
    if (reply.status < 500) this.#keys.set(key, { request: request.body, reply, atMs: this.now() });
    return reply;
  }

  #refusesOnce(key: string): boolean {
    if (this.#turnedAway.has(key) || this.#turnedAway.size >= this.manners.refusesFirst) return false;
    this.#turnedAway.add(key);
    return true;
  }

  #refund(form: URLSearchParams): SimulatedReply {
    const charge = this.charges.get(form.get('charge') ?? '');
    const amountMinor = Number(form.get('amount'));
    const operationId = form.get('metadata[operation_id]') ?? 'none';
    if (charge === undefined) return refused(404, 'resource_missing');
    if (charge.disputed) return refused(400, 'charge_disputed');
    const left = charge.capturedMinor - this.refundedMinor(charge.chargeId);
    if (left === 0) return refused(400, 'charge_already_refunded');
    if (!(amountMinor > 0 && amountMinor <= left)) return refused(400, 'amount_too_large');
    this.#asked += 1;
    const drops = this.manners.dropsEveryNth > 0 && this.#asked % this.manners.dropsEveryNth === 0;
    return replied(
      this.#shownRefund(
        drops
          ? this.#pretended(charge, amountMinor, operationId)
          : this.#make(charge, amountMinor, operationId),
      ),
    );
  }

  #pretended({ chargeId, currency }: Charge, amountMinor: number, operationId: string): Effect {
    this.#made += 1;
    const refundId = `re_${this.#made}`;
    return { refundId, chargeId, amountMinor, currency, operationId, createdAtMs: this.now(), failed: false };
  }

  #make(charge: Charge, amountMinor: number, operationId: string): Effect {
    const effect = this.#pretended(charge, amountMinor, operationId);
    this.effects.push(effect);
    this.tell.effect(effect);
    return effect;
  }

  #list(query: URLSearchParams): SimulatedReply {
    const chargeId = query.get('charge');
    const from = Number(query.get('created[gte]') ?? 0) * 1_000;
    const before = Number(query.get('created[lt]') ?? Number.MAX_SAFE_INTEGER) * 1_000;
    const visible = this.#visibleBefore();
    const data = this.effects
      .filter((effect) => chargeId === null || effect.chargeId === chargeId)
      .filter(({ createdAtMs: at }) => at <= visible && at >= from && at < before)
      .map((effect) => ({
        ...this.#shownRefund(effect),
        ...(chargeId === null ? { charge: { id: effect.chargeId, metadata: { tenant: 'fjordlight' } } } : {}),
      }));
    return replied({ object: 'list', has_more: false, url: '/v1/refunds', data: data.reverse() });
  }

  #shown({ chargeId, capturedMinor, currency, disputed }: Charge): SimulatedReply {
    const refunded = this.refundedMinor(chargeId, this.#visibleBefore());
    return replied({
      object: 'charge',
      id: chargeId,
      amount: capturedMinor,
      amount_captured: capturedMinor,
      amount_refunded: refunded,
      currency: currency.toLowerCase(),
      disputed,
    });
  }

  #shownRefund({ refundId, chargeId, amountMinor, currency, operationId, createdAtMs, failed }: Effect) {
    const isOnItsWay = this.manners.settles === 'later' && this.now() - createdAtMs < settlesAfterMs;
    const settled = isOnItsWay ? 'pending' : 'succeeded';
    return {
      ...{ object: 'refund', id: refundId, charge: chargeId, amount: amountMinor },
      currency: currency.toLowerCase(),
      created: Math.floor(createdAtMs / 1000),
      status: failed ? 'failed' : settled,
      metadata: operationId === 'none' ? {} : { operation_id: operationId },
    };
  }

  #visibleBefore(): number {
    return this.now() - this.manners.readLagMs;
  }
}

const settlesAfterMs = 30 * 60_000;

const replied = (body: object): SimulatedReply => ({ status: 200, body: JSON.stringify(body) });

function refused(status: number, code: string | undefined, type = 'invalid_request_error'): SimulatedReply {
  const error = { type, ...(code === undefined ? {} : { code }), message: 'Refused.' };
  return { status, body: JSON.stringify({ error }) };
}
