import { capabilities } from '@countersign/capabilities';
import { type Ports, parseStream } from '@countersign/contracts';
import {
  type Drafted,
  type Instant,
  type Person,
  type StopScope,
  scopeId,
  scopeOf,
} from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import { type InForce, type ProposalStreams, readStop, type StopStreams } from '@countersign/messaging';
import type { RecoveryCode } from '../recovery/recovery-codes.js';

export interface StopShown {
  /** `tenant`, or `target-payments`. */
  readonly scope: string;
  /** `Payments is stopped since … by Sam Achebe: ‘provider incident’. Nothing is sent.` */
  readonly sentence: string;
  readonly by: { readonly subject: string; readonly name: string };
  readonly reason: string;
  readonly since: Instant;
  /** Approved actions that wait for its release. */
  readonly waiting: number;
}

export type StopAnswer =
  | {
      readonly outcome: 'stopped';
      readonly scope: string;
      readonly since: Instant;
      /**
       * Calls that had begun before and had no result yet when this was answered: they may finish. None named means
       * that no call leaves after this answer.
       */
      readonly underWay: readonly string[];
    }
  | { readonly outcome: 'released'; readonly scope: string; readonly waiting: number }
  | {
      readonly outcome: 'refused';
      readonly code: RecoveryCode;
      readonly message: string;
      /** Which fields of what was sent are at fault, and how. */
      readonly errors?: readonly { readonly field: string; readonly reason: string }[];
    };

export interface StopDeskPorts {
  readonly store: EventStore;
  readonly stops: StopStreams;
  readonly proposals: ProposalStreams;
  readonly ports: Ports;
  /** How long a stop waits for calls under way before it answers. */
  readonly waitMaxMs: number;
}

interface Asked {
  readonly tenant: string;
  readonly person: Person;
  readonly scope: string;
  readonly reason: string;
}

export const stopsToken = 'reconciler:stops';

/** An intent older than this cannot lead to a call any more: its window for sending is over long since. */
const sendingMaxMs = 5 * 60_000;
const pollMs = 50;
const atOnce = 32;

/** Where operators stop and release. What is stopped is the record's; this only reads it and adds to it. */
export class StopDesk {
  constructor(private readonly with_: StopDeskPorts) {}

  async list(tenant: string): Promise<readonly StopShown[]> {
    const scopes = ['tenant', ...capabilities.targets().map((system) => scopeId({ kind: 'target', system }))];
    const found = await Promise.all(scopes.map((scope) => readStop(this.with_.store, tenant, scope)));
    return Promise.all(found.filter((stop) => stop !== undefined).map((stop) => this.#shown(tenant, stop)));
  }

  async stop({ tenant, person: by, scope, reason }: Asked): Promise<StopAnswer> {
    const known = knownScope(scope);
    if (known === undefined) return unknownTarget(scope);
    const at = this.with_.ports.clock.now();
    const answer = await this.with_.stops.answer(this.#cause(), { tenant, id: scope, rule: 'stop' }, () => ({
      commands: [{ type: 'stop', scope, by, reason, at }],
    }));
    if (answer.outcome === 'refused') return refusedAs(answer);
    return { outcome: 'stopped', scope, since: at, underWay: await this.#finished(tenant, known) };
  }

  async release({ tenant, person: by, scope, reason }: Asked): Promise<StopAnswer> {
    if (knownScope(scope) === undefined)
      return { outcome: 'refused', code: 'not_found', message: `There is no target ${systemIn(scope)}.` };
    const before = await readStop(this.with_.store, tenant, scope);
    const waiting = before === undefined ? 0 : await this.#waiting(tenant, before);
    const at = this.with_.ports.clock.now();
    const to = { tenant, id: scope, rule: 'release' };
    const answer = await this.with_.stops.answer(this.#cause(), to, () => ({
      commands: [{ type: 'release', by, reason, at }],
    }));
    return answer.outcome === 'refused' ? refusedAs(answer) : { outcome: 'released', scope, waiting };
  }

  async #shown(tenant: string, stop: InForce): Promise<StopShown> {
    const { scope, stopped } = stop;
    const { by, reason, at: since } = stopped;
    const what = scope === 'tenant' ? `Everything of ${tenant}` : scope.slice('target-'.length);
    const sentence = `${what} is stopped since ${since} by ${by.name}: ‘${reason}’. Nothing is sent.`;
    const waiting = await this.#waiting(tenant, stop);
    return { scope, sentence, by: { subject: by.subject, name: by.name }, reason, since, waiting };
  }

  async #waiting(tenant: string, { scope, recordedAt }: InForce): Promise<number> {
    const streams = await this.with_.store.streamsWith(tenant, 'ExecutionHeld', recordedAt);
    const held = await this.#thoseOf(
      { tenant, streams },
      (state) => state.status === 'held' && state.held.stop === scope,
    );
    return held.length;
  }

  /** Whoever committed its intent before the stop may still send; waits for them, but not for long. */
  async #finished(tenant: string, scope: StopScope): Promise<readonly string[]> {
    const { store, ports, waitMaxMs } = this.with_;
    const until = ports.clock.nowMs() + waitMaxMs;
    const since = new Date(Date.parse(await store.now()) - sendingMaxMs).toISOString();
    for (;;) {
      const streams = await store.streamsWith(tenant, 'ExecutionStarted', since);
      const underWay = await this.#thoseOf({ tenant, streams }, (state) => {
        const system = capabilities.targetOf(state.draft.action);
        return state.status === 'executing' && (scope.kind === 'tenant' || scope.system === system);
      });
      if (underWay.length === 0 || ports.clock.nowMs() >= until) return underWay;
      await ports.clock.wait(pollMs);
    }
  }

  async #thoseOf(
    { tenant, streams }: { readonly tenant: string; readonly streams: readonly string[] },
    fits: (state: Drafted) => boolean,
  ): Promise<readonly string[]> {
    const found: string[] = [];
    for (let from = 0; from < streams.length; from += atOnce) {
      const ids = streams.slice(from, from + atOnce).map((stream) => parseStream(stream).id);
      const loaded = await Promise.all(ids.map((id) => this.with_.proposals.load(tenant, id)));
      for (const { state } of loaded)
        if (state.status !== 'absent' && fits(state)) found.push(state.draft.proposalId);
    }
    return found;
  }

  #cause() {
    const id = this.with_.ports.randomness.uuid();
    return { id, correlationId: id };
  }
}

type Refused = Extract<StopAnswer, { outcome: 'refused' }>;

function knownScope(id: string): StopScope | undefined {
  const scope = scopeOf(id);
  const isKnown = scope?.kind === 'tenant' || (scope && capabilities.targets().includes(scope.system));
  return isKnown ? scope : undefined;
}

const systemIn = (id: string): string => id.replace(/^target-/, '');

/** A target that no capability acts on is a slip of the pen, and a stop of it would stop nothing. */
function unknownTarget(id: string): Refused {
  const known = ['tenant', ...capabilities.targets().map((system) => scopeId({ kind: 'target', system }))];
  return {
    ...{ outcome: 'refused', code: 'unknown_target' },
    message: `Nothing was stopped: there is no target ${systemIn(id)}.`,
    errors: [{ field: 'scope', reason: `is none of ${known.join(', ')}` }],
  };
}

function refusedAs({ code, message }: { readonly code: RecoveryCode; readonly message: string }): Refused {
  return { outcome: 'refused', code, message };
}
