import { eventIdOf, type Ports, type RecordedEvent } from '@countersign/contracts';
import type { Decision, JsonObject } from '@countersign/domain';
import type { Append, AppendAnswer, EventStore } from '@countersign/event-store';
import { bug, failureOf, retryable } from '../failure/failure.js';
import { backoffMs } from '../failure/treatments.js';
import type { Answer, Cause, Loaded, Work } from './answer.js';
import { type CausedBy, causedBy, requestOf } from './append-request.js';
import type { StreamCache } from './stream-cache.js';

/** The rules of one category of streams: pure, from the domain. */
export interface Rules<State, Command, Event extends { type: string; data: unknown }, Code extends string> {
  readonly category: string;
  decide(command: Command, state: State): Decision<Event, Code>;
  evolve(state: State, event: Event): State;
}

export interface StreamsOptions<
  State,
  Command,
  Event extends { type: string; data: unknown },
  Code extends string,
> {
  readonly rules: Rules<State, Command, Event, Code>;
  readonly cache: StreamCache<State>;
  readonly store: EventStore;
  readonly ports: Ports;
}

/** Where a rule answers to, and under which name: the name makes the ids of what it appends. */
export interface To<State = unknown> {
  readonly tenant: string;
  readonly id: string;
  readonly rule: string;
  /**
   * What was loaded for this very cause a moment ago: the first try is decided on it, instead of on a second read. If
   * the stream has moved meanwhile, the append is a conflict, and the next try reads.
   */
  readonly loaded?: Loaded<State>;
}

const conflictsMax = 16;
const conflictBackoff = { baseMs: 2, ceilingMs: 200 };

/**
 * The one way a rule changes a stream: load, decide, append with the exact version it decided on.
 * Hearing the same cause twice appends once, because the ids of events are made of cause and rule.
 */
export class Streams<
  State,
  Command,
  Event extends { type: string; data: unknown },
  Code extends string = string,
> {
  constructor(private readonly options: StreamsOptions<State, Command, Event, Code>) {}

  /** The stream as it is now, read from the store from where the cache ends. */
  async load(tenant: string, id: string): Promise<Loaded<State>> {
    return this.#read(tenant, this.#streamOf(id));
  }

  /**
   * The stream at least as far as what was heard of it, from memory where that reaches so far; anything else is read.
   * Enough to see what never changes and whether there is anything to do: whoever appends decides anew in `answer`.
   */
  async loadHeard(
    heard: RecordedEvent<string, unknown> | Cause,
    { tenant, id }: Pick<To, 'tenant' | 'id'>,
  ): Promise<Loaded<State>> {
    return this.#loadFor(heard, tenant, this.#streamOf(id));
  }

  /**
   * Answers a cause on one stream. `work` sees the folded state and says what to do; it may run again after a
   * conflict, so it must not act on the outside. A refusal is a value.
   * @throws retryable `store_unavailable` or `contended`; a bug for what the store will never take.
   */
  async answer(
    heard: RecordedEvent<string, unknown> | Cause,
    to: To<State>,
    work: (state: State, loaded: Loaded<State>) => Work<Command> | Promise<Work<Command>>,
  ): Promise<Answer<State, Code>> {
    const stream = this.#streamOf(to.id);
    const by = { ...causedBy(heard), rule: to.rule, tenant: to.tenant, stream };
    const firstId = eventIdOf({ ...by, causeId: by.id }, 0);
    let loaded = to.loaded ?? (await this.#loadFor(heard, to.tenant, stream));
    for (let attempt = 1; ; attempt += 1) {
      if (loaded.events.some(({ id }) => id === firstId)) return settled('already_done', loaded);
      const answer = await this.#tryOnce(by, loaded, await work(loaded.state, loaded));
      if (answer !== 'conflict') return answer;
      if (attempt >= conflictsMax)
        throw retryable('contended', `${stream} changes faster than this rule can answer.`);
      const { clock, randomness } = this.options.ports;
      await clock.wait(backoffMs(conflictBackoff, attempt, randomness.fraction()));
      loaded = await this.#read(to.tenant, stream);
    }
  }

  async #tryOnce(
    by: CausedBy,
    loaded: Loaded<State>,
    work: Work<Command>,
  ): Promise<Answer<State, Code> | 'conflict'> {
    if (work === 'nothing') return settled('nothing', loaded);
    let { state } = loaded;
    const events: Event[] = [];
    for (const command of work.commands) {
      const decision = this.options.rules.decide(command, state);
      if (decision.outcome === 'refused') {
        const { code, message } = decision;
        return { outcome: 'refused', code, message, state: loaded.state, version: loaded.version };
      }
      if (decision.outcome === 'already_done') continue;
      for (const event of decision.events) state = this.options.rules.evolve(state, event);
      events.push(...decision.events);
    }
    if (events.length === 0) return settled('already_done', loaded);
    const answer = await this.#append(requestOf(by, loaded.version, events as readonly Appendable[], work));
    return this.#after(by, answer, { loaded, state });
  }

  async #after(
    { tenant, stream }: CausedBy,
    answer: AppendAnswer,
    { loaded, state }: { loaded: Loaded<State>; state: State },
  ): Promise<Answer<State, Code> | 'conflict'> {
    switch (answer.outcome) {
      case 'appended':
        this.options.cache.appended(tenant, stream, answer.version);
        return { outcome: 'appended', state, version: answer.version };
      case 'duplicate':
        return settled('already_done', await this.#read(tenant, stream));
      case 'conflict':
        return 'conflict';
      case 'claimed':
        return { outcome: 'claimed', key: answer.key, holder: answer.holder, state: loaded.state };
      case 'too_late':
        return { outcome: 'too_late', now: answer.now, state: loaded.state };
      case 'forbidden':
        throw bug('forbidden', notToAppend(answer));
      default:
        throw bug('unexpected_answer', `The store answered ${JSON.stringify(answer satisfies never)}.`);
    }
  }

  async #append(request: Append): Promise<AppendAnswer> {
    try {
      return await this.options.store.append(request);
    } catch (error) {
      throw failureOf(error);
    }
  }

  /**
   * For an event of this very stream the cache is enough once it reaches that event: what came later will be
   * heard as well, and an append on a stale version is a conflict. Anything else reads; so does a stream that
   * is not cached, because hearing it again after a restart must find the answer that is already there.
   */
  async #loadFor(
    heard: RecordedEvent<string, unknown> | Cause,
    tenant: string,
    stream: string,
  ): Promise<Loaded<State>> {
    const known = this.options.cache.find(tenant, stream);
    const own = 'metadata' in heard && heard.stream === stream && heard.tenant === tenant;
    if (!own || known === undefined || known.behind) return this.#read(tenant, stream);
    if (known.version >= heard.version) return known;
    return known.version === heard.version - 1
      ? this.options.cache.extend(tenant, stream, [heard as RecordedEvent])
      : this.#read(tenant, stream);
  }

  async #read(tenant: string, stream: string): Promise<Loaded<State>> {
    const { cache, store } = this.options;
    const known = cache.find(tenant, stream)?.version ?? 0;
    try {
      const events = await store.readStream(tenant, stream, known + 1);
      const loaded = cache.extend(tenant, stream, events);
      if (loaded.version >= known + events.length) return loaded;
      // The beginning was dropped from the cache while the rest was read.
      return cache.extend(tenant, stream, await store.readStream(tenant, stream));
    } catch (error) {
      throw failureOf(error);
    }
  }

  #streamOf(id: string): string {
    return `${this.options.rules.category}-${id}`;
  }
}

type Appendable = { readonly type: string; readonly data: JsonObject };

/** Of code that was talked into it, or is wrong: never an answer to act on. */
function notToAppend({ type, rule }: Extract<AppendAnswer, { outcome: 'forbidden' }>): string {
  if (rule === undefined) return `This service may not append ${type}.`;
  return `${type} is refused by the rule ${rule}: what it says of claims and what came with it differ.`;
}

const settled = <State>(outcome: 'already_done' | 'nothing', { state, version }: Loaded<State>) => ({
  outcome,
  state,
  version,
});
