import { expect, test } from '@jest/globals';
import { chosenChaos, modes, usage } from './options.js';
import { kinds, kindsOfMode } from './schedule.js';

const chosen = (...given: string[]) => chosenChaos(given, () => 7);

test('without a word: everything is killed in turn for two minutes, a proposal a second', () => {
  expect(chosen()).toEqual({
    ...{ mode: 'kills', seconds: 120, proposals: 120, seed: 7 },
    kinds: kindsOfMode.kills,
  });
});

test('what is given counts, and names are written as people write them', () => {
  expect(
    chosen('--seed', '9', '--seconds', '20', '--proposals', '5', '--kinds', 'policy-gate,kafka'),
  ).toEqual({
    ...{ mode: 'kills', seconds: 20, proposals: 5, seed: 9 },
    kinds: ['policy_gate', 'kafka'],
  });
  expect(chosen('--mode', 'network', '--kinds', 'cut,executor').kinds).toEqual(['cut', 'executor']);
});

test.each([
  [['--mode', 'fire'], '--mode is one of kills, network, restarts, replicas, and not “fire”.'],
  [['--seconds', '0'], '--seconds is a whole number from 1 to 3600, and not “0”.'],
  [['--proposals', 'many'], '--proposals is a whole number from 1 to 100000, and not “many”.'],
  [['--kinds', 'gremlin'], `There is no “gremlin”; there are ${kinds.join(', ')}.`],
  [['--mode', 'replicas', '--kinds', 'cut'], '--kinds is of the modes kills and network.'],
  [['--sed', '3'], "Unknown option '--sed'."],
])('%p is refused with a sentence and the usage', (given, sentence) => {
  expect(() => chosen(...given)).toThrow(`${sentence}\n\n${usage}`);
});

test('the usage names every mode', () => {
  for (const mode of modes) expect(usage).toContain(mode);
});
