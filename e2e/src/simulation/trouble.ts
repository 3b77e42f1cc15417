import type { Chance, Likelihood, Profile } from '@countersign/testing/simulation';
import type { Manners } from './outside/payments.js';

const once = [1, 1] as const;

const kinds: Readonly<Record<string, Likelihood>> = {
  crash_before: { rate: 0.004, ms: [50, 20_000] },
  crash_after: { rate: 0.006, ms: [50, 20_000] },
  pause: { rate: 0.004, ms: [500, 90_000] },
  pause_past_successor: { rate: 0.004, ms: [5 * 60_000, 15 * 60_000] },
  slow: { rate: 0.01, ms: [200, 8_000] },
  store_away: { rate: 0.006, ms: once },
  store_away_after: { rate: 0.006, ms: once },
  unreachable: { rate: 0.03, ms: once },
  request_lost: { rate: 0.03, ms: once },
  answer_lost: { rate: 0.05, ms: once },
  connection_cut: { rate: 0.04, ms: once },
  slow_answer: { rate: 0.03, ms: [500, 20_000] },
  slow_request: { rate: 0.05, ms: [500, 20_000] },
  status_500: { rate: 0.03, ms: once },
  status_503: { rate: 0.03, ms: [1, 60_000] },
  status_429: { rate: 0.03, ms: [1, 60_000] },
  status_500_after: { rate: 0.04, ms: once },
  status_503_after: { rate: 0.04, ms: [1, 180_000] },
  status_429_after: { rate: 0.04, ms: [1, 180_000] },
  wrong_body: { rate: 0.01, ms: once },
  doubled: { rate: 0.08, ms: once },
  doubled_message: { rate: 0.02, ms: once },
  lost_message: { rate: 0.015, ms: [1_000, 8_000] },
  held_message: { rate: 0.02, ms: [200, 15_000] },
};

/** Answers that say "not done" of what was done. */
const lies = ['status_503_after', 'status_429_after', 'status_500_after'];

/** Faults that a provider without a memory for keys turns into a second effect, whatever we do. */
const needMemory = ['doubled', 'status_503_after', 'status_429_after'];

/** Each run has a few kinds of trouble, often: more finds are behind many of a kind than behind one of each. */
export function profileOf(chance: Chance, manners: Manners): Profile {
  const often = oftenIn(chance, manners);
  const chosen = Object.entries(kinds).filter(([kind]) => {
    const isWanted = chance.happens(often.length === 0 ? 0.4 : 0.15);
    return (isWanted || often.includes(kind)) && !beyondUs(kind, manners);
  });
  const factor = chance.pick([0.5, 1, 3]);
  return Object.fromEntries(
    chosen.map(([kind, { rate, ms }]) => [kind, { rate: often.includes(kind) ? 0.12 : rate * factor, ms }]),
  );
}

/** A refusal that is not remembered, of a request that arrives twice, is an effect after a final "no" to anybody. */
function beyondUs(kind: string, { repeats, refusesFirst }: Manners): boolean {
  return repeats === 'forgotten' ? needMemory.includes(kind) : kind === 'doubled' && refusesFirst > 0;
}

/** What a run is about, where it is about one thing: a target that lies, or a worker that sleeps past its successor. */
function oftenIn(chance: Chance, { refusesFirst, repeats }: Manners): readonly string[] {
  const lie = chance.happens(repeats.startsWith('refused') ? 0.6 : 0.25) ? [chance.pick(lies)] : [];
  // A refusal that came late does harm only where asking again is no refusal.
  return refusesFirst > 0 ? ['pause_past_successor'] : lie;
}

const wellKept = ['answered', 'answered'] as const;

/** A reader's lag stays below what the reconciler waits before it believes that nothing is there. */
export function mannersOf(chance: Chance): Manners {
  const day = 24 * 3_600_000;
  const repeats = chance.pick([...wellKept, 'refused_as_done', 'refused_as_unknown', 'forgotten'] as const);
  const refuses = repeats.startsWith('refused');
  return {
    repeats,
    keyLifeMs: day,
    readLagMs: chance.happens(refuses ? 0.6 : 0.3) ? chance.whole(500, 30_000) : 0,
    dropsEveryNth: chance.happens(0.06) ? chance.whole(1, 2) : 0,
    refusesFirst: chance.happens(0.15) ? chance.whole(1, 2) : 0,
    settles: chance.pick(['at_once', 'at_once', 'later']),
  };
}
