import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { folded } from '../testing/given.js';
import type { ProposalEvent } from './events.js';

interface History {
  /** The scenario or the bug that this history pins. */
  readonly pins: string;
  readonly events: readonly ProposalEvent[];
  readonly state: object;
}

const folder = join(import.meta.dirname, '../../histories');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const read = (file: string): History => JSON.parse(readFileSync(join(folder, file), 'utf8'));

describe('recorded histories fold to the same state for ever', () => {
  it('there are some', () => {
    expect(files.length).toBeGreaterThanOrEqual(8);
  });
  it.each(files)('%s', (file) => {
    const { pins, events, state } = read(file);
    expect(pins).not.toBe('');
    expect(folded(...events)).toEqual(state);
  });
  it('a history that was changed is noticed', () => {
    const { events, state } = read('answer-lost-then-found.json');
    expect(folded(...events.slice(0, -1))).not.toEqual(state);
  });
});
