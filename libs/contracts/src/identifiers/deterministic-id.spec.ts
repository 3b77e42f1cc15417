import { describe, expect, it } from '@jest/globals';
import { deterministicId, eventIdOf } from './deterministic-id.js';

describe('deterministic ids', () => {
  const answered = { causeId: 'e1', rule: 'decide-policy', tenant: 'fjordlight', stream: 'proposal-1' };
  it.each([
    [answered, 0, '84c25834-58d2-500e-86dd-e8b7e8c0622f'],
    [answered, 1, 'ec31dc92-7fbb-553e-9b8d-94f3a88f2868'],
    [{ ...answered, causeId: 'e2' }, 0, '9f22af21-363c-5ae4-8494-78e670622f33'],
    [{ ...answered, rule: 'request-approval' }, 0, 'c9d3f4b2-a3b7-576f-bc4e-5508f1016ba3'],
    [{ ...answered, stream: 'proposal-2' }, 0, 'b6c26a36-b5fd-5eed-89b3-96dd4495af60'],
    [{ ...answered, tenant: 'other' }, 0, '4851b109-aa6a-5ab6-a317-576ce611275b'],
  ])('the id of an answer %j, number %d, is frozen and its own', (answer, ordinal, id) => {
    expect(eventIdOf(answer, ordinal)).toBe(id);
  });
  it('are UUIDs of version 5', () => {
    expect(deterministicId('case', 'fjordlight', 'k1')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/,
    );
    expect(deterministicId('case', 'fjordlight', 'k1')).toBe('08264ab0-54cc-5757-9437-bc35659a45cc');
  });
  it('do not mix up where one part ends and the next begins', () => {
    expect(deterministicId('ab', 'c')).not.toBe(deterministicId('a', 'bc'));
    expect(deterministicId('a', '')).not.toBe(deterministicId('a'));
  });
});
