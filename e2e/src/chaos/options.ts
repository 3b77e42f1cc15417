import { refused, typed } from '../command/typed-options.js';
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

const command = {
  usage,
  options: {
    mode: { type: 'string', default: 'kills' },
    seconds: { type: 'string', default: '120' },
    proposals: { type: 'string' },
    seed: { type: 'string' },
    kinds: { type: 'string' },
    log: { type: 'string' },
  },
  counts: ['seconds', 'proposals', 'seed'],
  most: { seconds: 3_600, proposals: 100_000, seed: 4_294_967_295 },
  choices: { mode: modes },
} as const;

/** @throws Error with a sentence for whoever typed it, and the usage. */
export function chosenChaos(given: readonly string[], drawSeed: () => number): ChosenChaos {
  const { values } = typed(command, given);
  const mode = values.mode as Mode;
  const seconds = Number(values.seconds);
  const log = values.log === undefined ? {} : { log: values.log };
  return {
    ...{ mode, seconds, kinds: chosenKinds(values.kinds, mode), ...log },
    proposals: values.proposals === undefined ? usual(mode, seconds) : Number(values.proposals),
    seed: values.seed === undefined ? drawSeed() : Number(values.seed),
  };
}

/** A proposal a second keeps all services at work on two shared processors and lets them catch up. */
const usual = (mode: Mode, seconds: number): number =>
  mode === 'replicas' ? 1_000 : mode === 'restarts' ? 500 : seconds;

function chosenKinds(given: string | undefined, mode: Mode): readonly Kind[] {
  if (mode !== 'kills' && mode !== 'network') {
    if (given !== undefined) throw refused(usage, '--kinds is of the modes kills and network.');
    return [];
  }
  if (given === undefined) return kindsOfMode[mode];
  return given.split(',').map((name) => {
    const kind = kinds.find((one) => one === name.trim().replaceAll('-', '_'));
    if (kind === undefined) throw refused(usage, `There is no “${name}”; there are ${kinds.join(', ')}.`);
    return kind;
  });
}
