import { parseArgs } from 'node:util';
import { type Kind, kinds, kindsOfMode } from './schedule.js';

export const modes = ['kills', 'network', 'restarts', 'replicas'] as const;
export type Mode = (typeof modes)[number];

export interface ChosenChaos {
  readonly mode: Mode;
  readonly seconds: number;
  readonly proposals: number;
  readonly seed: number;
  readonly kinds: readonly Kind[];
  /** A file for what the services log. */
  readonly log?: string;
}

export const usage = `npm run chaos [-- --mode ${modes.join('|')}] [--seconds N] [--proposals N] [--seed N] [--kinds a,b] [--log FILE]

  kills     kill -9 of each service, the relay, the broker and the database, in turn and together (the default)
  network   the way between a program and its database, broker or target is cut, slow or silent
  restarts  the broker is killed and the database stopped, then both at once, while proposals run
  replicas  a second replica of everything, and a third that comes and goes every two seconds

--seconds, --seed, --kinds and --log (what the services log) are of kills and network. Kinds: ${kinds.join(', ')}.`;

/** @throws Error with a sentence for whoever typed it. */
export function chosenChaos(given: readonly string[], drawSeed: () => number): ChosenChaos {
  const { values } = parseArgs({
    args: [...given],
    options: {
      mode: { type: 'string', default: 'kills' },
      seconds: { type: 'string' },
      proposals: { type: 'string' },
      seed: { type: 'string' },
      kinds: { type: 'string' },
      log: { type: 'string' },
    },
  });
  const mode = modes.find((one) => one === values.mode);
  if (mode === undefined) throw new Error(`--mode is one of ${modes.join(', ')}.`);
  const seconds = whole('--seconds', values.seconds ?? '120', 3_600);
  const proposals = whole('--proposals', values.proposals ?? String(usual(mode, seconds)), 100_000);
  const seed = values.seed === undefined ? drawSeed() : whole('--seed', values.seed, 4_294_967_295);
  const log = values.log === undefined ? {} : { log: values.log };
  return { mode, seconds, proposals, seed, kinds: chosenKinds(values.kinds, mode), ...log };
}

/** A proposal a second keeps all services at work on two shared processors and lets them catch up. */
const usual = (mode: Mode, seconds: number): number =>
  mode === 'replicas' ? 1_000 : mode === 'restarts' ? 500 : seconds;

function chosenKinds(given: string | undefined, mode: Mode): readonly Kind[] {
  if (mode !== 'kills' && mode !== 'network') {
    if (given !== undefined) throw new Error(`--kinds is of the modes kills and network.`);
    return [];
  }
  if (given === undefined) return kindsOfMode[mode];
  return given.split(',').map((name) => {
    const kind = kinds.find((one) => one === name.trim().replaceAll('-', '_'));
    if (kind === undefined) throw new Error(`There is no kind ${name}. There are ${kinds.join(', ')}.`);
    return kind;
  });
}

function whole(name: string, text: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new Error(`${name} is a whole number from 1 to ${most}.`);
}
