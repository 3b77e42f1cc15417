import { type Exchange, type HttpWay, openHttpWay } from '@countersign/testing/connector';
import type { Disturbance } from './disturbances.js';

/** What is to happen to the calls about one charge, and who is told when its process is to die. */
export interface Plan {
  readonly disturbance: Disturbance;
  /** The process is now where it is to be killed. Settles when an answer that is held may arrive, right before. */
  readonly held: () => Promise<void>;
}

interface Planned extends Plan {
  next: 'write' | 'look' | 'nothing';
}

/** The way of everybody to the payment provider. Each charge's disturbance comes once; afterwards all is quiet. */
export class DisturbedWay {
  readonly #plans = new Map<string, Planned>();

  private constructor(private readonly way: HttpWay) {}

  static async open(payments: string): Promise<DisturbedWay> {
    const disturbed = new DisturbedWay(await openHttpWay({ targetUrl: payments }));
    disturbed.way.meet('write', (exchange) => disturbed.#meet('write', exchange));
    disturbed.way.meet('look', (exchange) => disturbed.#meet('look', exchange));
    return disturbed;
  }

  get url(): string {
    return this.way.baseUrl;
  }

  plan(charge: string, plan: Plan): void {
    this.#plans.set(charge, { ...plan, next: plan.disturbance === 'killed_before_call' ? 'look' : 'write' });
  }

  close(): Promise<void> {
    return this.way.close();
  }

  async #meet(on: 'write' | 'look', exchange: Exchange): Promise<void> {
    const planned = this.#plans.get(chargeOf(exchange));
    if (planned === undefined || planned.next !== on) return exchange.answer(await exchange.forward());
    const findsOut = planned.disturbance === 'killed_finding_out' && on === 'write';
    planned.next = findsOut ? 'look' : 'nothing';
    if (on === 'write') return disturbWrite(exchange, planned);
    // Nothing is answered: whoever asked dies waiting.
    void planned.held();
    await exchange.gone;
  }
}

async function disturbWrite(exchange: Exchange, { disturbance, held }: Plan): Promise<void> {
  const { forward, answer, breakOff, gone } = exchange;
  switch (disturbance) {
    case 'answer_lost':
    case 'killed_finding_out':
      await forward();
      return breakOff('closed');
    case 'request_lost':
      return breakOff('reset');
    case 'killed_before_call':
    case 'killed_request_on_its_way':
      void held();
      return gone;
    case 'killed_applied_late':
      void held();
      await gone;
      await forward();
      return;
    case 'killed_before_answer':
      await forward();
      void held();
      return gone;
    case 'killed_with_answer': {
      const given = await forward();
      await held();
      answer(given);
    }
  }
}

function chargeOf({ request }: Exchange): string {
  const { pathname, searchParams } = new URL(request.path, 'http://payments');
  const inPath = /^\/v1\/charges\/(.+)$/.exec(pathname)?.[1];
  return inPath ?? searchParams.get('charge') ?? new URLSearchParams(request.body).get('charge') ?? '';
}
