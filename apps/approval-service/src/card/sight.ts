import {
  type KeyMaterial,
  keyIdOf,
  privateKeyFrom,
  publicKeyFrom,
  signCompact,
  verifyCompact,
} from '@countersign/identity';

/** What the service vouches for: this person was shown this card of this proposal at this instant. */
export interface Sight {
  readonly tenant: string;
  readonly proposalId: string;
  readonly digest: string;
  readonly cardHash: string;
  /** Database time of the showing. */
  readonly shownAt: string;
  readonly subject: string;
  /** What the look at the record came to as it was shown; a card without `as_proposed` cannot be approved. */
  readonly record: string;
}

export type SightVerdict =
  | { readonly outcome: 'seen'; readonly sight: Sight }
  | { readonly outcome: 'refused'; readonly code: 'sight_missing' | 'sight_invalid' | 'sight_expired' };

/** What a decision claims to have seen, and when it claims it. */
export interface Claimed {
  readonly tenant: string;
  readonly proposalId: string;
  readonly digest: string;
  readonly subject: string;
  /** Database time, or that of the publication for a queued decision. */
  readonly at: string;
  /** When this permission was asked for: a card shown before that was another question. */
  readonly askedAt: string;
}

/** A card may lie open this long before it has to be opened again. */
const sightValidMs = 30 * 60_000;

const typ = 'sight';
const fields = ['tenant', 'proposalId', 'digest', 'cardHash', 'shownAt', 'subject', 'record'] as const;

/**
 * Signs and checks sights with the key that signs approvals; the `typ` keeps the two apart, so a sight never
 * passes for an approval nor an approval for a sight.
 */
export class Sights {
  readonly #key;
  readonly #trusted;
  readonly #kid: string;

  constructor(privateKey: KeyMaterial) {
    this.#key = privateKeyFrom(privateKey);
    this.#kid = keyIdOf(privateKey);
    this.#trusted = new Map([[this.#kid, publicKeyFrom(privateKey)]]);
  }

  sign(sight: Sight): string {
    return signCompact(sight, this.#key, { kid: this.#kid, typ });
  }

  /** Refuses anybody else's sight, another card's, one that is too old, and one from before the question. */
  check(token: string | undefined, claimed: Claimed): SightVerdict {
    if (token === undefined || token === '') return { outcome: 'refused', code: 'sight_missing' };
    const verdict = verifyCompact(token, this.#trusted, typ);
    const sight = verdict.outcome === 'verified' ? sightOf(verdict.payload) : undefined;
    if (sight === undefined || !isOf(sight, claimed)) return { outcome: 'refused', code: 'sight_invalid' };
    const shown = Date.parse(sight.shownAt);
    const isOld = Date.parse(claimed.at) - shown > sightValidMs;
    // Not `shown < asked`, so that an unreadable instant refuses as well.
    const isOfThisQuestion = shown >= Date.parse(claimed.askedAt);
    return isOld || !isOfThisQuestion
      ? { outcome: 'refused', code: 'sight_expired' }
      : { outcome: 'seen', sight };
  }
}

function isOf(sight: Sight, claimed: Claimed): boolean {
  return (
    sight.tenant === claimed.tenant &&
    sight.proposalId === claimed.proposalId &&
    sight.digest === claimed.digest &&
    sight.subject === claimed.subject
  );
}

function sightOf(payload: Readonly<Record<string, unknown>>): Sight | undefined {
  const texts = fields.map((field) => payload[field]);
  if (!texts.every((text): text is string => typeof text === 'string' && text !== '')) return undefined;
  const [tenant = '', proposalId = '', digest = '', cardHash = '', shownAt = '', subject = '', record = ''] =
    texts;
  return { tenant, proposalId, digest, cardHash, shownAt, subject, record };
}
