import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { told } from '../testing/given.js';
import { at, maya, sam } from '../testing/people.js';
import type { StopEvent } from './events.js';
import { scopeId, scopeOf, scopesOver } from './scope.js';
import { decideStop, evolveStop, notStopped, type Stop, type StopCommand } from './stop.js';

const given = (...events: readonly StopEvent[]) => ({
  when: (command: StopCommand) => told(decideStop(command, events.reduce(evolveStop, notStopped as Stop))),
});
const scope = 'target-payments';
const stop: StopCommand = { type: 'stop', scope, by: sam, reason: 'provider incident', at: at(1) };
const release: StopCommand = { type: 'release', by: maya, reason: 'it is over', at: at(9) };
const stopped: StopEvent = {
  type: 'Stopped',
  data: { scope, by: sam, reason: 'provider incident', at: at(1) },
};
const released: StopEvent = {
  type: 'Released',
  data: { scope, by: maya, reason: 'it is over', stoppedBy: sam.subject, stoppedAt: at(1), at: at(9) },
};

describe('stopping and releasing', () => {
  it('one person stops, alone, with a reason; another releases, with a reason', () => {
    expect(given().when(stop)).toEqual([stopped]);
    expect(given(stopped).when(release)).toEqual([released]);
    expect(given(stopped, released).when(stop)).toEqual([stopped]);
  });
  it('nothing is stopped or released without a reason', () => {
    expect(given().when({ ...stop, reason: '  ' })).toBe('reason_missing');
    expect(given(stopped).when({ ...release, reason: '' })).toBe('reason_missing');
  });
  it('whoever stopped does not release', () => {
    expect(given(stopped).when({ ...release, by: sam })).toBe('second_person_needed');
  });
  it('what is stopped is not stopped again, and what runs is not released', () => {
    expect(given(stopped).when({ ...stop, by: maya })).toBe('already_stopped');
    expect(given().when(release)).toBe('not_stopped');
    expect(given(stopped, released).when(release)).toBe('not_stopped');
  });
});

describe('the scope of a stop', () => {
  it('is a tenant or one system of it, and is read back as it was written', () => {
    expect(scopesOver('payments')).toEqual(['tenant', 'target-payments']);
    for (const scope of [{ kind: 'tenant' }, { kind: 'target', system: 'payments' }] as const)
      expect(scopeOf(scopeId(scope))).toEqual(scope);
  });
  it('is nothing else', () => {
    fc.assert(fc.property(fc.string(), (text) => scopeOf(text) === undefined || text === 'tenant'));
    expect(['target-', 'target-Pay ments', 'tenant-1', ''].map(scopeOf)).toEqual(Array(4).fill(undefined));
  });
});
