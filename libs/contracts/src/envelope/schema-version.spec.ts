import { describe, expect, it } from '@jest/globals';
import { schemaVersionOf } from './schema-version.js';

describe('schemaVersionOf', () => {
  it('knows every type that somebody may write', () => {
    expect(schemaVersionOf('ProposalDrafted')).toBe(1);
    expect(schemaVersionOf('CaseOpened')).toBe(1);
  });
  it('does not know other names, not even those that every object has', () => {
    expect(schemaVersionOf('SomethingNew')).toBeUndefined();
    expect(schemaVersionOf('constructor')).toBeUndefined();
  });
});
