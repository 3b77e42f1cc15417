import { readdirSync, readFileSync } from 'node:fs';
import { authors, type RecordedEvent } from '@countersign/contracts';
import { describe, expect, test } from '@jest/globals';
import { sentenceOf } from './event-sentences.js';

const SAMPLES = new URL('../../../../libs/contracts/samples/', import.meta.url);

const samples = readdirSync(SAMPLES)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, SAMPLES), 'utf8')) as RecordedEvent);

const sample = (type: string): RecordedEvent => {
  const found = samples.find((event) => event.type === type);
  if (found === undefined) throw new Error(`No sample of ${type}`);
  return found;
};

describe('the words of an event', () => {
  test.each(samples.map((event) => [event.type, event.schemaVersion, event] as const))(
    '%s of version %i has a sentence without code in it',
    (type, _version, event) => {
      const sentence = sentenceOf(event);
      expect(sentence).toMatch(/[.!?’]$/);
      expect(sentence).not.toMatch(/undefined|\[object|NaN|\n/);
      expect(sentence).not.toContain(type);
      expect(sentence).not.toMatch(/[a-z]_[a-z]/);
    },
  );

  test('every event type that anybody may append has a sample, and so a sentence', () => {
    const told = new Set(samples.map(({ type }) => type));
    expect(Object.keys(authors).filter((type) => !told.has(type))).toEqual([]);
  });

  test('an unknown outcome says what may have happened and what was not done', () => {
    expect(sentenceOf(sample('OutcomeUnknown'))).toMatch(
      /may have made it, or may not\. It is not sent again\.$/,
    );
  });

  test('a look that settles nothing says whether the target was silent or answered with too little', () => {
    const look = (data: object) => {
      const looked = sample('TargetLooked');
      return sentenceOf({ ...looked, data: { ...looked.data, answer: 'no_answer', ...data } });
    };
    expect(look({ code: 'timeout' })).toMatch(/no answer, which is not a no\.$/);
    expect(look({ code: 'too_early' })).toMatch(
      /it answered with none, and it is too early for that to be a no\.$/,
    );
    expect(look({ code: 'listing_incomplete' })).toMatch(/not whole, .* is not a no\.$/);
    expect(look({ answer: 'answered', code: 'happened' })).toMatch(/it answered\.$/);
  });

  test('what was only said is marked as such, and what is on record too', () => {
    const fact = sample('FactEstablished');
    expect(sentenceOf(fact)).toMatch(/^● on record: delivered at of orders, 4821/);
    const said = { ...fact, data: { ...fact.data, basis: 'stated' } };
    expect(sentenceOf(said)).toMatch(/^○ only said/);
  });

  test('a type of a newer release is told by its name, a newer version likewise, and neither throws', () => {
    expect(sentenceOf({ ...sample('NoteAdded'), type: 'MoonLanded' })).toMatch(/^MoonLanded/);
    expect(sentenceOf({ ...sample('NoteAdded'), schemaVersion: 99 })).toMatch(/version 99/);
    expect(sentenceOf({ ...sample('NoteAdded'), type: 'constructor' })).toMatch(/^constructor/);
  });
});
