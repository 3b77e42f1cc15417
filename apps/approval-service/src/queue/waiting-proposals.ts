import type { JsonObject } from '@countersign/domain';
import type { Waiting } from './ranking.js';
import { waitingIn, waitingProjection } from './waiting-projection.js';

/** The one question the queue asks of its read model. */
export interface QueueReads {
  list(query: {
    readonly name: string;
    readonly tenant: string;
    readonly limit: number;
    readonly after?: string;
  }): Promise<{ readonly entries: readonly { readonly document: JsonObject }[]; readonly next?: string }>;
}

const pageMax = 200;
/** A queue longer than this is cut at those that expire last: a person cannot look at more in a day. */
const waitingMax = 5_000;

/** What waits for a decision, of one tenant. */
export class WaitingProposals {
  constructor(private readonly reads: QueueReads) {}

  /** In the order of their deadlines; ranking is the page's affair, because it needs the moment. */
  async of(tenant: string): Promise<readonly Waiting[]> {
    const found: Waiting[] = [];
    for (let after: string | undefined; found.length < waitingMax; ) {
      const page = await this.reads.list({
        name: waitingProjection.name,
        tenant,
        limit: pageMax,
        ...(after === undefined ? {} : { after }),
      });
      found.push(...page.entries.map(({ document }) => waitingIn(document)));
      if (page.next === undefined) break;
      after = page.next;
    }
    return found;
  }
}
