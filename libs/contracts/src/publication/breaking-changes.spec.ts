import { describe, expect, it } from '@jest/globals';
import { brokenBy, brokenIn, field, text, there } from '../testing/changed-contracts.js';

describe('nothing is broken', () => {
  it('when nothing changed', () => expect(brokenBy(() => undefined)).toEqual([]));
  it('by a new event type, a new version, a new field that may be missing, a new word, a wider limit', () => {
    const lines = brokenBy(({ components: { schemas, messages }, channels }) => {
      schemas['CaseForwarded.v1'] = text;
      schemas['CaseCompleted.v2'] = text;
      messages['CaseForwarded'] = { name: 'countersign.case-forwarded' };
      there(channels['cases'], 'cases').messages['CaseForwarded'] = {};
      const completed = there(schemas['CaseCompleted.v1'], 'CaseCompleted.v1');
      completed.properties['why'] = text;
      field(completed, 'outcome').enum = ['completed', 'partially_completed', 'declined', 'withdrawn'];
      field(there(schemas['CaseRouted.v1'], 'CaseRouted.v1'), 'capability').maxLength = 1_000;
    });
    expect(lines).toEqual([]);
  });
  it('by taking more from outside: a field that may now be missing, another type beside the old', () => {
    const lines = brokenIn('CustomerRequest.v1', (schema) => {
      schema.required = schema.required.filter((name) => name !== 'conversationId');
      field(schema, 'text').type = ['string', 'null'];
      schema.properties['language'] = text;
    });
    expect(lines).toEqual([]);
  });
});

describe('what is gone is broken, and the way out is said', () => {
  it('an event type', () => {
    const lines = brokenBy(({ components: { messages, schemas }, channels }) => {
      delete messages['NoteAdded'];
      delete schemas['NoteAdded.v1'];
      delete channels['proposals']?.messages['NoteAdded'];
    });
    expect(lines).toEqual([expect.stringMatching(/^NoteAdded: removed\. Way out: keep the type/)]);
  });
  it('a version', () => {
    const lines = brokenBy(({ components: { schemas } }) => delete schemas['NoteAdded.v1']);
    expect(lines).toEqual([
      expect.stringMatching(/^NoteAdded version 1: version removed\. Way out: .*upcasters/),
    ]);
  });
  it('a topic by its name', () => {
    const lines = brokenBy(({ channels }) => {
      there(channels['cases'], 'cases').address = 'countersign.matters';
    });
    expect(lines).toEqual([
      expect.stringMatching(/^countersign.cases: topic removed or renamed\. Way out: keep the topic/),
    ]);
  });
  it('a message from its topic', () => {
    const lines = brokenBy(({ channels }) => delete channels['cases']?.messages['CaseOpened']);
    expect(lines).toEqual([expect.stringMatching(/^CaseOpened: no longer on countersign.cases\. Way out/)]);
  });
  it('a message under its name', () => {
    const lines = brokenBy(({ components: { messages } }) => {
      messages['CaseOpened'] = { name: 'countersign.opened' };
    });
    expect(lines).toEqual([expect.stringMatching(/^CaseOpened: its ce_type changed from .*Way out/)]);
  });
});
