import { resolve } from 'node:path';
import { capabilities } from '@countersign/capabilities';
import { loadPolicySet, type PolicyRequest, policyEngine } from '@countersign/policy';
import { describe, expect, it } from '@jest/globals';

const folder = resolve(import.meta.dirname, '../../../../policies');
const engine = policyEngine(await loadPolicySet(folder, capabilities.all));

const asked: PolicyRequest = {
  ...{ tenant: 'fjordlight', onBehalfOf: 'ada', action: 'follow-up.send' },
  principal: { kind: 'specialist', id: 'refund-specialist', roles: [] },
  resource: { type: 'Opportunity', id: '7', customerId: 'ada', tenant: 'fjordlight', attributes: {} },
  facts: { opportunityOpen: true, optedOut: false, insideQuietTime: false, words: 'template' },
};
const withFacts = (facts: PolicyRequest['facts']) => ({ facts: { ...asked.facts, ...facts } });
const needs = (change: Partial<PolicyRequest>) =>
  engine.decide({ ...asked, ...change }).requirements.map((one) => ('role' in one ? one.role : one.basis));

describe('S40: what the rules say to a follow-up', () => {
  it('the owner alone consents to a template’s words', () => {
    expect(needs({})).toEqual(['consent']);
  });

  it('other words need a sales manager as well, whoever wrote them', () => {
    const agent = { kind: 'agent', id: 'bot', roles: ['agent'] } as const;
    expect(needs(withFacts({ words: 'own' }))).toEqual(['consent', 'sales_manager']);
    expect(needs({ principal: agent, ...withFacts({ words: 'own' }) })).toEqual(['consent', 'sales_manager']);
    expect(needs({ principal: agent })).toEqual(['consent']);
  });

  it.each<[string, Partial<PolicyRequest>]>([
    ['follow-up-other-tenant', { resource: { ...asked.resource, tenant: 'otherco' } }],
    ['follow-up-not-the-owner', { onBehalfOf: 'ben' }],
    ['follow-up-asked-for-another', { principal: { kind: 'customer', id: 'ben', roles: [] } }],
    ['follow-up-staff-without-role', { principal: { kind: 'staff', id: 'sam', roles: ['operator'] } }],
    ['follow-up-agent-not-admitted', { principal: { kind: 'agent', id: 'bot', roles: [] } }],
    ['follow-up-contact-opted-out', withFacts({ optedOut: true })],
    ['follow-up-contact-opted-out', withFacts({ optedOut: 'unknown' })],
    ['follow-up-opportunity-not-open', withFacts({ opportunityOpen: false })],
    ['follow-up-opportunity-not-open', withFacts({ opportunityOpen: 'unknown' })],
    ['follow-up-too-soon', withFacts({ insideQuietTime: true })],
    ['follow-up-too-soon', withFacts({ insideQuietTime: 'unknown' })],
    ['follow-up-words-unknown', withFacts({ words: 'unknown' })],
  ])('%s', (id, change) => {
    const { verdict, reasons } = engine.decide({ ...asked, ...change });
    expect(verdict).toBe('deny');
    expect(reasons.map(({ policyId }) => policyId)).toEqual([id]);
  });
});
