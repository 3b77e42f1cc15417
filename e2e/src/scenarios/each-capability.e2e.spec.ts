import { scenarios } from '@countersign/capabilities/scenarios';
import { caseStream } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { askedAndApproved, inTheLedger, stepsOf, stepsTaken } from '../harness/capability-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

describe.each(scenarios)('%s, by the scenario it brings', (_name, scenario) => {
  test('is proposed, judged, approved, carried out once though its answer was lost, and proven', async () => {
    const story = await askedAndApproved(system, scenario);
    expect(await stepsTaken(system, story)).toEqual(stepsOf(scenario));
    const { effects, calls } = await inTheLedger(system, scenario, story.proposalId);
    expect(effects).toMatchObject([scenario.effect.shows]);
    expect(calls).toBe(1);
    await story.person.waitForReply('that nobody knows', ({ code }) => code === 'outcome_unknown');
    const done = await story.person.waitForReply('that it is done', ({ code }) => code === 'completed');
    expect(done.text).toContain(String(effects[0]?.['reference']));
  });

  const { person, effect, denied } = scenario;
  if (denied === undefined) return;
  test('is not carried out where policy denies, and the person is told why', async () => {
    const before = await system.admin.effectsIn(effect.system);
    const asking = system.newPerson(person);
    const { caseId } = await asking.say(denied.says);
    const proposalId = await system.proposalOf(caseId);
    const { data } = await system.waitForEvent(proposalId, 'PolicyDecided');
    const reasons = data['reasons'] as readonly { policyId: string }[];
    expect([data['verdict'], reasons.map(({ policyId }) => policyId)]).toEqual(['deny', [denied.by]]);
    const told = await asking.waitForReply('why not', ({ code }) => code === 'denied');
    expect(told.text).toContain(denied.told);
    expect(await system.types(proposalId)).toEqual(['ProposalDrafted', 'PolicyDecided']);
    expect((await system.events(caseStream(caseId))).map(({ type }) => type)).toContain('ReplySent');
    expect(await system.admin.effectsIn(effect.system)).toEqual(before);
  });
});
