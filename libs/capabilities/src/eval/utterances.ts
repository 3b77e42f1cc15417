import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Expected, expectedOfLabel, expectedOfLabels, expectedOfWrites } from './expected-routes.js';

export interface Utterance {
  id: string;
  set: string;
  text: string;
  expected: Expected;
  /** The data set's own label where it is a yes, a no or a maybe. */
  answer?: 'yes' | 'no' | 'maybe';
}

interface Row {
  id: string;
  text: string;
  intent?: string;
  intents?: string[];
}

/** Every labelled utterance found under the folder; a data set that is not there is left out. */
export function readUtterances(folder: string): Utterance[] {
  return [
    ...['banking77', 'clinc150', 'nlupp'].flatMap((set) => readRows(folder, set)),
    ...readTasks(folder),
  ];
}

/** Even first byte of the id's SHA-256: rules were written looking at this half only. */
export function isForTuning(id: string): boolean {
  return (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0;
}

function readRows(folder: string, set: string): Utterance[] {
  const file = join(folder, set, 'utterances.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .flatMap((line) => toUtterance(JSON.parse(line) as Row, set));
}

function toUtterance(row: Row, set: string): Utterance[] {
  const { id, text, intent, intents } = row;
  const expected = intents ? expectedOfLabels(intents) : expectedOfLabel(intent ?? '');
  if (expected === undefined) return [];
  const answer = intent === 'yes' || intent === 'no' || intent === 'maybe' ? intent : undefined;
  return [{ id, set, text, expected, ...(answer ? { answer } : {}) }];
}

interface Task {
  id: string;
  scenario: { reason_for_call?: string; instruction?: string };
  actions: { name: string }[];
}

function readTasks(folder: string): Utterance[] {
  const file = join(folder, 'tau-retail', 'tasks.json');
  if (!existsSync(file)) return [];
  const tasks = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Task>);
  return tasks.map(({ id, scenario, actions }) => {
    const text = asCustomer(scenario.reason_for_call ?? scenario.instruction ?? '');
    return { id, set: 'tau-retail', text, expected: expectedOfWrites(actions.map((action) => action.name)) };
  });
}

/** The tasks instruct somebody playing a customer ("You want to …"); the wording is turned into their own. */
function asCustomer(scenario: string): string {
  return scenario
    .replace(/^Your name is .*?(?:\.com|\d{5})\.\s/i, ' ')
    .replace(/You are (?:[a-z-]+, )*(?:and )?[a-z-]+\.\s/gi, ' ')
    .replace(/\byou are\b/gi, 'I am')
    .replace(/\byour\b/gi, 'my')
    .replace(/\byou\b/gi, 'I')
    .trim();
}
