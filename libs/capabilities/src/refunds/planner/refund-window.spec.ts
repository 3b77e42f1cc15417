import type { Json } from '@countersign/planning';
import { validateFacts } from '@countersign/planning';
import { type Answers, emptyView, refundRole, world } from '@countersign/planning/testing';
import { describe, expect, it } from '@jest/globals';
import { windowEnd } from './policy-passage.js';
import { RefundCase } from './testing/refund-case.js';

const s01 = 'Please check order #4821 and draft a refund for approval';
const passage = (section: string, heading: string, text: string) => {
  return { documentId: 'returns-and-refunds', version: '1', section, heading, text };
};
const unopened = passage(
  '3.1',
  'Unopened products',
  'An unopened product may be returned within 30 days of delivery for a full refund of its price.',
);
const counted = passage(
  '3.2',
  'How the 30 days are counted',
  'Calendar days in the time zone Europe/Berlin.',
);
const opened = passage('4.1', 'Opened products', 'May be returned within 14 days. Staff inspects it first.');

function documents(first: Json[], second: Json[]): Answers {
  return (tool, args) => {
    if (tool !== 'search_policy') return world(tool, args);
    return { outcome: 'answered', data: String(args.query).includes('days') ? second : first };
  };
}

describe('given a policy that names the days in one section and the zone in another', () => {
  it('when both are found at once, then both are cited and nothing more is searched', async () => {
    const played = new RefundCase(undefined, documents([unopened, counted, opened], []));
    await played.says(s01);
    await played.says('yes');
    expect(played.stepsOf('call_tool')).toHaveLength(2);
    const evidence = played.stepsOf('propose').flatMap((step) => step.evidence.map((cited) => cited.name));
    expect(evidence).toEqual(['order', 'deliveredAt', 'policy', 'policyOnDays', 'windowEndsAt', 'unopened']);
    expect(validateFacts(played.view.facts, played.view)).toEqual([]);
  });

  it('when the zone is not beside the days, then it is searched for once', async () => {
    const played = new RefundCase(undefined, documents([unopened], [counted]));
    await played.says(s01);
    expect(played.stepsOf('call_tool').map((step) => step.tool)).toEqual([
      'read_order',
      'search_policy',
      'search_policy',
    ]);
    expect(played.view.facts.map((fact) => fact.name)).toContain('windowEndsAt');
  });

  it('when the zone stands in another document, then it is not used', async () => {
    const other = { ...counted, documentId: 'shipping' };
    const played = new RefundCase(undefined, documents([unopened, other], [other]));
    expect(await played.says(s01)).toMatchObject({ type: 'ask', about: 'unopened' });
    expect(played.view.facts.map((fact) => fact.name)).not.toContain('windowEndsAt');
  });

  it('when the goods were opened, then the section about opened goods is named', async () => {
    const played = new RefundCase(undefined, documents([unopened, counted, opened], []));
    await played.says(s01);
    const last = await played.says('I opened it');
    expect(last).toMatchObject({
      code: 'refund_not_covered',
      params: { section: '3.1', openedSection: '4.1' },
    });
  });

  it('when the goods are damaged and no section gives a refund for that, then a person decides', async () => {
    const played = new RefundCase(undefined, documents([unopened, counted], []));
    const last = await played.says('order 4821 arrived damaged, I want a refund');
    expect(last).toEqual({ type: 'escalate', reason: 'no_policy_found_for:damaged' });
  });
});

describe('given a request made on the last day', () => {
  it('when it is answered after midnight, then the moment of the request counts', async () => {
    const view = { ...emptyView(refundRole), clock: '2026-12-17T22:59:58Z' };
    const played = new RefundCase(view, documents([unopened, counted], []));
    await played.says(s01);
    view.clock = '2026-12-18T09:00:00Z';
    expect(await played.says('still sealed')).toMatchObject({ type: 'propose', amountMinor: 7900 });
  });
});

describe('given the days of the window', () => {
  const inZone = (zone: string) => passage('3.2', 'Days', `Counted in ${zone}.`);
  it.each([
    ['Europe/Berlin', '2026-11-17T10:00:00Z', '2026-12-17T22:59:59.999Z'],
    ['Europe/Berlin', '2026-11-17T23:30:00Z', '2026-12-18T22:59:59.999Z'],
    ['Europe/Berlin', '2026-03-10T10:00:00Z', '2026-04-09T21:59:59.999Z'],
    ['America/Los_Angeles', '2026-03-01T20:00:00Z', '2026-04-01T06:59:59.999Z'],
    ['America/New_York', '2026-10-02T12:00:00Z', '2026-11-02T04:59:59.999Z'],
    ['UTC', '2026-01-31T00:00:00Z', '2026-03-02T23:59:59.999Z'],
  ])('when they are counted in %s from %s, then the last instant is %s', (zone, deliveredAt, end) => {
    expect(windowEnd(unopened, inZone(zone), deliveredAt)).toBe(end);
  });

  it('when the zone does not exist, then no end is claimed', () => {
    expect(windowEnd(unopened, inZone('Europe/Atlantis'), '2026-11-17T10:00:00Z')).toBeUndefined();
  });
});
