import { type Program, programs } from '@countersign/cli/composition';
import type { Beyond } from './ways.js';

/** What can be killed: every program, the broker and the database. */
export type Victim = Program | 'kafka' | 'postgres';

export const victims: readonly Victim[] = [...programs, 'kafka', 'postgres'];

/** How the way between two is disturbed: refused and reset, slow, or silent without a word of it. */
const disturbances = ['cut', 'delay', 'silence'] as const;
export type Disturbance = (typeof disturbances)[number];

export type Fault =
  | { readonly kind: 'kill'; readonly victims: readonly Victim[] }
  | {
      readonly kind: Disturbance;
      readonly program: Program;
      readonly beyond: Beyond;
      readonly forMs: number;
      /** Of each piece, each way; with `delay`. */
      readonly delayMs: number;
    };

/** `together`: several at once, the broker and the database among them. */
export const kinds = [...victims, 'together', ...disturbances] as const;
export type Kind = (typeof kinds)[number];

export const kindsOfMode = {
  kills: [...victims, 'together'],
  network: disturbances,
} as const satisfies Record<string, readonly Kind[]>;

/** Every kind once, in an order of the seed's, then every kind once more, and so on. The same for the same seed. */
export function* schedule(seed: number, of: readonly Kind[]): Generator<Fault, never> {
  const fraction = fractions(seed);
  for (;;) for (const kind of shuffled(of, fraction)) yield faultOf(kind, fraction);
}

/** From 0 up to but not including 1, the same for the same seed (mulberry32). */
export function fractions(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const isDisturbance = (kind: Kind): kind is Disturbance => disturbances.some((one) => one === kind);

function faultOf(kind: Kind, fraction: () => number): Fault {
  if (kind === 'together') {
    const both = (['kafka', 'postgres'] as const).filter(() => fraction() < 0.7);
    const several = shuffled(programs, fraction).slice(0, both.length === 2 ? 1 : 2);
    return { kind: 'kill', victims: [...both, ...several] };
  }
  if (!isDisturbance(kind)) return { kind: 'kill', victims: [kind] };
  const [program = 'relay'] = shuffled(programs, fraction);
  const beyond: readonly Beyond[] = ['database', 'broker', 'target'];
  // The relay and the coordinator call nobody.
  const [to = 'database'] = shuffled(hasTarget(program) ? beyond : beyond.slice(0, 2), fraction);
  const forMs = 800 + Math.floor(fraction() * 3_200);
  return { kind, program, beyond: to, forMs, delayMs: 100 + Math.floor(fraction() * 700) };
}

const hasTarget = (program: Program): boolean => program !== 'relay' && program !== 'coordinator';

function shuffled<Item>(items: readonly Item[], fraction: () => number): Item[] {
  const drawn = items.map((item) => ({ item, at: fraction() }));
  return drawn.sort((a, b) => a.at - b.at).map(({ item }) => item);
}
