import { describe, expect, it } from '@jest/globals';
import { readApprovalDecision } from './approval-decision.js';

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const good = {
  proposalId: '5d0b4b86-9b1e-4c6f-8f1f-7a106f0c8a1e',
  decision: 'approve',
  digest: 'a'.repeat(64),
  token: 'e30.e30.x',
  sight: 'e30.e30.y',
};

describe('a published decision', () => {
  it('is read whole', () => {
    expect(readApprovalDecision(bytes(good))).toMatchObject({ outcome: 'read', decision: good });
  });

  it('may lack token and sight, because refusing those leaves a record', () => {
    const { token: _token, sight: _sight, ...bare } = good;
    expect(readApprovalDecision(bytes(bare)).outcome).toBe('read');
  });

  it('takes null for absent where a field may be, and nowhere else', () => {
    const nothing = { token: null, sight: null, reason: null, noteToCustomer: null };
    const read = readApprovalDecision(bytes({ ...good, ...nothing }));
    const { token: _token, sight: _sight, ...bare } = good;
    expect(read.outcome === 'read' && { ...read.decision }).toEqual(bare);
    expect(readApprovalDecision(bytes({ ...good, digest: null })).outcome).toBe('refused');
  });

  it.each([
    ['another decision', { decision: 'maybe' }, 'decision'],
    ['a digest in capitals', { digest: 'A'.repeat(64) }, 'digest'],
    ['a proposal that is no id', { proposalId: '../x' }, 'proposalId'],
    ['a name of its own for who decided', { decidedBy: 'alice' }, 'decidedBy'],
    ['a reason that cannot be stored', { reason: 'a\u0000b' }, 'reason'],
    ['half a character', { noteToCustomer: '\ud800' }, 'noteToCustomer'],
    ['a reason without end', { reason: 'x'.repeat(2_001) }, 'reason'],
  ])('is refused with %s, and the field is named', (_name, wrong, field) => {
    const read = readApprovalDecision(bytes({ ...good, ...wrong }));
    expect(read.outcome === 'refused' && read.faults.join(' ')).toContain(field);
  });

  it('is refused when it is not an object of JSON', () => {
    for (const value of [bytes([]), bytes('x'), bytes(null), Uint8Array.of(0xff), new Uint8Array()]) {
      expect(readApprovalDecision(value).outcome).toBe('refused');
    }
  });
});
