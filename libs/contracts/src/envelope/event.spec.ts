import { describe, expect, it } from '@jest/globals';
import { caseStream, parseStream, proposalStream } from './event.js';

describe('the name of a stream', () => {
  const id = '5d0d7c0e-2a51-5b6e-9d0d-1c7a3c1f4821';
  it('is its category and its id', () => {
    expect(proposalStream(id)).toBe(`proposal-${id}`);
    expect(caseStream('c1')).toBe('case-c1');
  });
  it('is read back, though the id has dashes too', () => {
    expect(parseStream(proposalStream(id))).toEqual({ category: 'proposal', id });
    expect(parseStream('policy')).toEqual({ category: 'policy', id: '' });
  });
});
