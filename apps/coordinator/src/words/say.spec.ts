import { describe, expect, it } from '@jest/globals';
import { draft } from '../testing/proposal-history.js';
import { personTakesOver } from './say.js';

const { proposalId, digest } = draft;
const proposal = { proposalId, digest, kind: 'refund.create', summary: '', status: 'executing' };

describe('given a case that a person takes over', () => {
  it('when nothing was proposed, then the customer is told that nothing was done', () => {
    expect(personTakesOver('not_understood', { proposals: [] }).text).toMatch(/Nothing has been done/);
  });

  it('when something was, then nothing is claimed about it', () => {
    const { text } = personTakesOver('asked_for_a_person', { proposals: [proposal] });
    expect(text).toBe('You asked for a person. A person will take over and answer you here.');
  });
});
