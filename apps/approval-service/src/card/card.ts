import type { JsonObject, JsonValue } from '@countersign/domain';
import type { MayDecide } from '../decision/may-decide.js';

/** A foreign value: as stored, and as a person reads it: `total`, `79.00 EUR`; `delivered at`, `2026-11-18 09:54:22 UTC`. */
export interface Foreign {
  readonly label: string;
  readonly value: JsonValue;
  readonly shown: string;
}

export interface CardAmount {
  /** Minor units in digits: a browser's number would lose some. */
  readonly minor: string;
  readonly currency: string;
  /** `1,200.00 USD` */
  readonly words: string;
}

export interface CardEvidence extends Foreign {
  readonly fact: string;
  /** ● stands in a record or a policy document; ○ is only said. */
  readonly mark: '●' | '○';
  readonly basis: 'record' | 'stated' | 'policy';
  readonly source: string;
  readonly section?: string;
  readonly version?: string;
  readonly readAt: string;
}

export interface CardSlot {
  readonly slot: string;
  readonly basis: 'consent' | 'approval';
  /** `the approval of a support manager` */
  readonly needs: string;
  readonly status: 'open' | 'filled';
  readonly by?: { readonly subject: string; readonly name: string; readonly at: string };
}

/** Everything a person reads before deciding; `cardHash` covers all of it. */
export interface Card {
  readonly proposalId: string;
  readonly digest: string;
  /** What the digest is made of, so that a page can compute it anew. */
  readonly digestContent: JsonObject;
  readonly kind: string;
  readonly capability: { readonly name: string; readonly version: string };
  readonly state: string;
  readonly stateWord: string;
  readonly words: {
    readonly operation: string;
    readonly subject: string;
    readonly sentence: string;
    readonly consequences: readonly string[];
    readonly undoable: string;
    readonly reversible: boolean;
  };
  readonly target: { readonly type: string; readonly id: string; readonly shown: string };
  /** Null when no money moves. */
  readonly amount: CardAmount | null;
  readonly arguments: readonly (Foreign & { readonly name: string })[];
  readonly evidence: readonly CardEvidence[];
  readonly resourceVersions: readonly { readonly resource: string; readonly version: string }[];
  readonly author: { readonly kind: string; readonly subject: string; readonly name: string };
  readonly policy: {
    readonly version: string;
    readonly policySetHash: string;
    readonly reasons: readonly {
      readonly policyId: string;
      readonly section: string;
      readonly reason: string;
    }[];
  } | null;
  readonly requirements: readonly CardSlot[];
  /** In words, what the record says now that it did not say then. Empty: nothing changed. */
  readonly changedSince: readonly string[];
  /** Set when the record gave no answer: then nothing can be approved, only rejected. */
  readonly unreadable?: { readonly code: string; readonly message: string };
  readonly expiresAt: string | null;
  readonly mayDecide: MayDecide;
  /** Whoever an open slot names may say no, also when they may not say yes. */
  readonly mayReject: boolean;
}

/** A card as it is handed out. These parts stand outside the hash: they change from one look to the next. */
export interface ShownCard extends Card {
  readonly cardHash: string;
  /** Only while people are asked: a card from before or after the question is no ground for an answer. */
  readonly sight?: string;
  readonly serverTime: string;
  /** When the record was read again; null when it was not, because nothing waits for a decision. */
  readonly recordReadAt: string | null;
}
