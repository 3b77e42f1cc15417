import type { Principal } from '@countersign/identity';
import { describe, expect, test } from '@jest/globals';
import { headphones } from '../../testing/samples.js';
import { askedOf, askedProposal } from './asked-proposal.js';

const bot = { tenant: 'fjordlight', subject: 'bot', kind: 'agent' } as Principal;
const hashOf = (body: object) => askedProposal(bot, 'k', body as typeof headphones).requestHash;

describe('one request for a proposal', () => {
  test('is named by who asks and their key, whatever it asks for', () => {
    const { proposalId, causeId } = askedProposal(bot, 'k', headphones);
    expect(askedProposal(bot, 'k', { ...headphones, amountMinor: 1 })).toMatchObject({ proposalId, causeId });
    for (const other of [
      askedProposal(bot, 'k2', headphones),
      askedProposal({ ...bot, subject: 'b' }, 'k', headphones),
      askedProposal({ ...bot, tenant: 'otherco' }, 'k', headphones),
    ]) {
      expect(other.proposalId).not.toBe(proposalId);
      expect(other.causeId).not.toBe(causeId);
    }
  });

  test('has one hash for one content (C54)', () => {
    const turned = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(headphones).reverse())));
    expect(hashOf(turned)).toBe(hashOf(headphones));
    expect(hashOf({ ...headphones, reference: undefined })).not.toBe(hashOf(headphones));
    expect(hashOf({ ...headphones, reference: 'caf\u00e9' })).not.toBe(
      hashOf({ ...headphones, reference: 'cafe\u0301' }),
    );
  });

  test('carries statements as said by the asker, and where they have them from as their word', () => {
    const at = '2026-11-29T12:00:00.000Z';
    const said = { fact: 'unopened', value: 'yes', basis: 'stated', section: 'helpdesk/ticket-118', at };
    expect(askedOf(askedProposal(bot, 'k', headphones), at).statements).toEqual([
      { ...said, source: 'agent/bot' },
    ]);
    const jonas = { ...bot, kind: 'staff', subject: 'jonas' } as const;
    expect(askedOf(askedProposal(jonas, 'k', headphones), at).statements).toEqual([
      { ...said, source: 'staff/jonas' },
    ]);
  });

  test('has money only where both amount and currency are given', () => {
    const { currency: _c, ...half } = headphones;
    expect(askedOf(askedProposal(bot, 'k', half), '')).not.toHaveProperty('money');
    expect(askedOf(askedProposal(bot, 'k', headphones), '').money).toEqual({
      amountMinor: 4200,
      currency: 'EUR',
    });
  });
});
