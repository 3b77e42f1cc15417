import type { Ports, Service } from '@countersign/contracts';
import type { decideProposal } from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import type { WebRequest } from '@countersign/testing/simulation';

/**
 * A fault put into the product from outside: one of its ports or functions is wrapped or passed changed. The product
 * itself has no switch for any of it.
 */
export interface Mutation {
  readonly name: string;
  /** A seed that shows it. A change of the product may move it; whoever begins there then finds it a little later. */
  readonly shownBy: number;
  /** What it takes away, in a sentence. */
  readonly breaks: string;
  readonly commitsFirst?: readonly Service[];
  store?(store: EventStore, service: Service): EventStore;
  ports?(ports: Ports, service: Service): Ports;
  decide?(decide: typeof decideProposal, service: Service): typeof decideProposal;
  /** What a person's browser sent, as it reaches the service. */
  request?(request: WebRequest, about: AboutRequest): WebRequest;
}

export interface AboutRequest {
  /** The newest card that anybody was shown, by proposal. */
  readonly shown: ReadonlyMap<string, { digest: string; sight: string }>;
  /** Which request of the run it is. */
  readonly nth: number;
}
