import { canonicalJson } from '@countersign/contracts';
import { type BareLoop, openBareLoop } from '@countersign/messaging/kafka/testing';
import { transitions } from '../proposals/floor.js';
import { finishedProposal } from '../server/finished-proposal.js';

/** As many as the topic of proposals has. */
const partitions = 12;

/**
 * The least that Kafka can do for a proposal: the same messages, each transition sent when the one before it was
 * handed to the consumer. No store, no rules, no calls.
 */
export class BareProposals {
  readonly #values = finishedProposal().map(({ data }) => canonicalJson(data));

  private constructor(private readonly loop: BareLoop) {}

  static async start(brokers: readonly string[]): Promise<BareProposals> {
    return new BareProposals(await openBareLoop({ brokers, topic: 'bench.bare', partitions }));
  }

  async carryThrough(charge: string): Promise<void> {
    let after = 0;
    for (const count of transitions) {
      const values = this.#values.slice(after, after + count);
      await this.loop.hop(values.map((value) => ({ key: charge, value })));
      after += count;
    }
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }
}
