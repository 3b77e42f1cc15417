import type { Ports } from '@countersign/contracts';
import type { Log } from '@countersign/telemetry';
import kafkajs, { type Consumer, type EachBatchPayload, type Kafka, type PartitionAssigner } from 'kafkajs';
import { failureOf, retryable } from '../failure/failure.js';
import { backoffMs } from '../failure/treatments.js';

/** Partitions by the name their topic has on the broker. */
export type Assignment = Readonly<Record<string, readonly number[]>>;

export interface MemberOptions {
  readonly client: Pick<Kafka, 'consumer'>;
  readonly groupId: string;
  /** By their names on the broker. */
  readonly topics: readonly string[];
  readonly sessionTimeoutMs: number;
  readonly ports: Ports;
  readonly logger: Log;
  /** These partitions are this member's from now on, until `leaving`. */
  joined(assignment: Assignment): void;
  /**
   * A page of messages: true when it is taken in hand, not yet handled; false when the partitions are not this
   * member's any more, so that it is fetched again by whoever they belong to.
   */
  take(payload: EachBatchPayload): Promise<boolean>;
  /** The partitions are about to be given out anew: finish what runs and commit, while they are still this member's. */
  leaving(): Promise<void>;
}

const backoff = { baseMs: 100, ceilingMs: 3_000 };
/** How long an idle fetch waits at the broker; a heartbeat goes between two. */
const fetchWaitMs = 500;
/** What a member may take to finish and join again. */
const rebalanceTimeoutMs = 20_000;

/**
 * Membership in a consumer group, for as long as it is wanted. kafkajs' own restarts are switched off: what it gives
 * up on is begun anew here, in one place, whatever the error was.
 *
 * Among these is what kafkajs does not give up on: when its way back into the group fails (a coordinator that is
 * still loading, say) while the broker counts it as a member all the same, it goes on fetching for partitions that
 * were given back here, and would do so for ever.
 */
export class GroupMember {
  #contactAt = Number.NEGATIVE_INFINITY;
  /** Since when it is on its way back into the group; undefined while it is in it. */
  #outsideSince: number | undefined;

  constructor(private readonly options: MemberOptions) {}

  /** True while the broker answers this member. */
  get inContact(): boolean {
    return performance.now() - this.#contactAt < this.options.sessionTimeoutMs;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { ports, logger, groupId } = this.options;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      const began = ports.clock.nowMs();
      const error = await this.#once(signal);
      if (signal.aborted) return;
      logger.warn('kafka.member_restarts', { reader: groupId, code: failureOf(error).code, attempt }, error);
      if (ports.clock.nowMs() - began > 30_000) attempt = 1;
      const ms = backoffMs(backoff, attempt, ports.randomness.fraction());
      await ports.clock.wait(ms, signal).catch(() => undefined);
    }
  }

  /** One membership, to its end. Resolves to what ended it. */
  async #once(signal: AbortSignal): Promise<unknown> {
    const { topics, leaving } = this.options;
    const ended = Promise.withResolvers<unknown>();
    const consumer = this.#consumer(ended.resolve);
    const onAbort = () => ended.resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    consumer.on(consumer.events.CRASH, ({ payload }) => ended.resolve(payload.error));
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        // What is not taken in hand must not count as fetched.
        eachBatchAutoResolve: false,
        eachBatch: (payload) => this.#take(payload),
      });
      return await ended.promise;
    } catch (error) {
      return error;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#contactAt = Number.NEGATIVE_INFINITY;
      await leaving();
      await consumer.disconnect().catch(() => undefined);
    }
  }

  async #take(payload: EachBatchPayload): Promise<void> {
    const { ports, take } = this.options;
    if (await take(payload)) payload.resolveOffset(payload.batch.lastOffset());
    // It comes again at once; a fetch that is answered at once, again and again, would take the whole processor.
    else await ports.clock.wait(fetchWaitMs).catch(() => undefined);
  }

  #consumer(ended: (error: unknown) => void): Consumer {
    const { client, groupId, sessionTimeoutMs, joined } = this.options;
    this.#outsideSince = undefined;
    const consumer = client.consumer({
      groupId,
      sessionTimeout: sessionTimeoutMs,
      rebalanceTimeout: Math.max(sessionTimeoutMs, rebalanceTimeoutMs),
      heartbeatInterval: Math.floor(sessionTimeoutMs / 5),
      maxWaitTimeInMs: fetchWaitMs,
      allowAutoTopicCreation: false,
      metadataMaxAge: 30_000,
      partitionAssigners: [finishingFirst(() => this.#leave(), ended)],
      retry: {
        retries: 5,
        initialRetryTime: 100,
        maxRetryTime: 1_000,
        restartOnFailure: () => Promise.resolve(false),
      },
    });
    const contact = () => {
      this.#contactAt = performance.now();
    };
    consumer.on(consumer.events.FETCH, () => {
      contact();
      if (this.#isOutsideTooLong)
        ended(retryable('membership_lost', 'It fetches without being in its group.'));
    });
    consumer.on(consumer.events.HEARTBEAT, contact);
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      contact();
      this.#outsideSince = undefined;
      joined(payload.memberAssignment);
    });
    return consumer;
  }

  #leave(): Promise<void> {
    this.#outsideSince ??= performance.now();
    return this.options.leaving();
  }

  /** Whoever joins does not fetch meanwhile; where there are several brokers, no longer than a join may take. */
  get #isOutsideTooLong(): boolean {
    return this.#outsideSince !== undefined && performance.now() - this.#outsideSince > rebalanceTimeoutMs;
  }
}

/**
 * When its group rebalances, kafkajs joins it again at once, and work in hand would be somebody else's before it is
 * done. The one thing it waits for before it joins is the name of the group's coordinator: there the member is given
 * the time to finish and commit. If no coordinator is found after that, kafkajs would go on as if it had not left.
 */
const finishingFirst =
  (leaving: () => Promise<void>, inVain: (error: unknown) => void): PartitionAssigner =>
  (config) => {
    const { cluster } = config;
    const find = cluster.findGroupCoordinator.bind(cluster);
    cluster.findGroupCoordinator = async (group) => {
      await leaving();
      try {
        return await find(group);
      } catch (error) {
        inVain(error);
        throw error;
      }
    };
    return kafkajs.PartitionAssigners.roundRobin(config);
  };
