export interface Fault {
  readonly route: string;
  readonly kind:
    | 'delay'
    | 'request_lost'
    | 'response_lost'
    | 'status_429'
    | 'status_500'
    | 'status_503'
    | 'wrong_body'
    | 'down';
  readonly times?: number;
  readonly delayMs?: number;
  readonly retryAfterSeconds?: number;
  /** With `delay`, `status_500` and `status_503`: the effect is there before the fault shows. */
  readonly applied?: boolean;
}

export interface Effect {
  readonly operationId: string | null;
  readonly key: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly charge: string;
  readonly effect: string;
  readonly status: string;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly route: string;
  readonly key: string | null;
  readonly body: string;
  readonly answered: boolean;
}

export interface OrderLine {
  readonly lineId: string;
  readonly title: string;
  readonly unitPriceMinor: number;
  readonly quantity?: number;
}

/** An order to make, with its charge. Delivered ten days ago and paid in EUR unless said otherwise. */
export interface NewOrder {
  readonly customer?: string;
  readonly tenant?: string;
  readonly currency?: string;
  readonly lines: readonly OrderLine[];
  readonly deliveredAt?: string;
  readonly status?: string;
  readonly notes?: readonly string[];
  /** More than the lines cost, where a charge must bear it. */
  readonly capturedMinor?: number;
}

const day = 86_400_000;
/** The stand-ins that capabilities bring, by their names, are systems like any other. */
type System = 'identity' | 'orders' | 'documents' | 'payments' | (string & {});

/** The hand that reaches into the outside world: makes orders, breaks calls, reads ledgers. */
export class SandboxAdmin {
  #orders: number;

  /** @param made how many orders others have made at this sandbox, so that ids are not taken twice. */
  constructor(
    readonly url: string,
    made = 0,
  ) {
    this.#orders = made;
  }

  /** Answers the id of the order; its charge is `ch_<id>`. */
  async order(order: NewOrder): Promise<string> {
    this.#orders += 1;
    const id = String(50_000 + this.#orders);
    const currency = order.currency ?? 'EUR';
    const lines = order.lines.map((line) => ({ sku: `sku-${line.lineId}`, quantity: 1, ...line }));
    const totalMinor = lines.reduce((sum, line) => sum + line.quantity * line.unitPriceMinor, 0);
    const amountMinor = order.capturedMinor ?? totalMinor;
    await this.#send('POST', '/payments/charges', { id: `ch_${id}`, amountMinor, currency });
    await this.#send('POST', '/orders', {
      id,
      tenant: order.tenant ?? 'fjordlight',
      customerId: order.customer ?? 'ada',
      currency,
      status: order.status ?? 'delivered',
      placedAt: new Date(Date.now() - 14 * day).toISOString(),
      deliveredAt: order.deliveredAt ?? new Date(Date.now() - 10 * day).toISOString(),
      lines,
      totalMinor,
      shippingMinor: 0,
      chargeId: `ch_${id}`,
      notes: order.notes ?? [],
    });
    return id;
  }

  /** A charge of no order. */
  charge(id: string, amountMinor: number, currency: string): Promise<unknown> {
    return this.#send('POST', '/payments/charges', { id, amountMinor, currency });
  }

  changeOrder(id: string, change: object): Promise<unknown> {
    return this.#send('PATCH', `/orders/${id}`, change);
  }

  changeCharge(id: string, change: object): Promise<unknown> {
    return this.#send('PATCH', `/payments/charges/${id}`, change);
  }

  /** The bank's late word, as of `at` where that is said, or what somebody edited in the provider's books. */
  changeRefund(id: string, change: object): Promise<unknown> {
    return this.#send('PATCH', `/payments/refunds/${id}`, change);
  }

  /** Where payments say by themselves what happened; held, they wait for `deliver`. */
  hearPayments(url: string, options: { readonly secret: string; readonly hold: boolean }): Promise<unknown> {
    return this.#send('PUT', '/payments/webhooks', { url, ...options });
  }

  /** What payments have to say about one refund or dispute, oldest first. */
  async saidAbout(reference: string): Promise<readonly string[]> {
    const { events } = (await this.#send('GET', '/payments/webhooks')) as {
      events: { id: string; about: string }[];
    };
    return events.filter(({ about }) => about === reference).map(({ id }) => id);
  }

  deliver(events: readonly string[]): Promise<unknown> {
    return this.#send('POST', '/payments/webhooks/deliveries', { events });
  }

  refundElsewhere(charge: string, amountMinor: number): Promise<unknown> {
    return this.#send('POST', `/payments/charges/${charge}/refunds`, { amountMinor });
  }

  changePerson(subject: string, change: object, tenant = 'fjordlight'): Promise<unknown> {
    return this.#send('PATCH', `/identity/people/${tenant}/${subject}`, change);
  }

  fault(system: System, fault: Fault): Promise<unknown> {
    return this.#send('POST', `/${system}/faults`, fault);
  }

  mend(system: System): Promise<unknown> {
    return this.#send('DELETE', `/${system}/faults`);
  }

  async badToken(request: object): Promise<string> {
    const made = (await this.#send('POST', '/identity/tokens', request)) as {
      access_token?: string;
      token?: string;
    };
    return made.access_token ?? made.token ?? '';
  }

  async ledger(charge?: string): Promise<{ effects: readonly Effect[]; calls: readonly Call[] }> {
    const whole = (await this.#send('GET', '/payments/ledger')) as { effects: Effect[]; calls: Call[] };
    const effects =
      charge === undefined ? whole.effects : whole.effects.filter((effect) => effect.charge === charge);
    return { effects, calls: whole.calls };
  }

  /** What one of the outside systems did, with the operation it was done for. */
  async effectsIn(system: System): Promise<readonly (Record<string, unknown> & { operationId: string })[]> {
    const { effects } = (await this.#send('GET', `/${system}/ledger`)) as {
      effects: (Record<string, unknown> & { operationId: string })[];
    };
    return effects;
  }

  /** Makes or changes a record of a stand-in: `/billing/invoices/inv_1`. */
  put(path: string, record: object): Promise<unknown> {
    return this.#send('PUT', path, record);
  }

  /** A record of a stand-in as it is. */
  read(path: string): Promise<unknown> {
    return this.#send('GET', path);
  }

  change(path: string, change: object): Promise<unknown> {
    return this.#send('PATCH', path, change);
  }

  /** Every call that one of the outside systems got, in order. */
  async callsTo(system: System): Promise<readonly Call[]> {
    return ((await this.#send('GET', `/${system}/ledger`)) as { calls: Call[] }).calls;
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: 'Bearer sandbox-admin-key', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}
