import {
  type CapabilityReads,
  heldBeside,
  type Judging,
  type PolicySubject,
  plusKnown,
} from '@countersign/capabilities';
import type { ReadSides } from '@countersign/capabilities/reads';
import type { Action } from '@countersign/domain';

/** The records as a test wants them. `readTogether` lets nobody judge before two have read. */
export class ChargesByHand {
  readonly refunded = new Map<string, number>();
  readonly #readers = new Map<string, { count: number; both: Promise<void>; open: () => void }>();
  readTogether = false;
  /** What happens once, after the claims were read and before the ledger is. */
  meanwhile: (() => Promise<void>) | undefined;

  constructor(readonly capturedMinor: number) {}

  reads(): ReadSides {
    const never = () => {
      throw new Error('A judgement asks for the situation alone.');
    };
    const side: CapabilityReads = {
      callTool: never,
      complete: never,
      differences: never,
      findOutcome: never,
      unknownSubject: never,
      situation: async (action) => {
        if (this.readTogether) await this.#meet(action.target.id);
        const { meanwhile } = this;
        this.meanwhile = undefined;
        await meanwhile?.();
        return { outcome: 'read', records: {}, readAt: new Date().toISOString() };
      },
      policySubject: (action, _, judging) => this.#subject(action, judging),
    };
    return { byName: () => side, byKind: () => side };
  }

  async #meet(charge: string): Promise<void> {
    let open = () => {};
    const both = new Promise<void>((done) => {
      open = done;
    });
    const meeting = this.#readers.get(charge) ?? { count: 0, both, open };
    meeting.count += 1;
    this.#readers.set(charge, meeting);
    if (meeting.count >= 2) meeting.open();
    await meeting.both;
  }

  #subject(action: Action, { holds }: Judging): PolicySubject {
    const refundedMinor = this.refunded.get(action.target.id) ?? 0;
    const key = `refund:charge:${action.target.id}`;
    const heldMinor = heldBeside(holds, { key, currency: 'EUR', shown: [] });
    return {
      resource: {
        type: 'Order',
        id: '4821',
        customerId: 'ada',
        tenant: 'fjordlight',
        attributes: { status: 'delivered', currency: 'EUR' },
      },
      facts: {
        insideWindow: true,
        unopened: 'yes',
        unopenedBasis: 'customer_statement',
        disputed: false,
        capturedMinor: this.capturedMinor,
        refundedMinor,
        heldMinor,
        earlierMinor: plusKnown(refundedMinor, heldMinor),
        refundedElsewhereMinor: 0,
      },
    };
  }
}
