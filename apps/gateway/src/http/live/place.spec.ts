import { describe, expect, test } from '@jest/globals';
import { frameOf } from './event-streams.js';
import { placeOf } from './place.js';

const at = (lastEventId?: string, after?: unknown) =>
  placeOf({ headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId }, query: { after } });

describe('the place a reader goes on from', () => {
  test.each([
    [undefined, undefined, 0],
    ['', undefined, 0],
    ['7', undefined, 7],
    [undefined, '7', 7],
    ['7', '1', 7],
  ])('Last-Event-ID %j and after %j: behind %d', (lastEventId, after, place) => {
    expect(at(lastEventId, after)).toBe(place);
  });

  test.each([
    ['x', undefined],
    ['-1', undefined],
    [undefined, ['1', '2']],
    [undefined, '1e3'],
  ])('%j and %j are refused', (lastEventId, after) => {
    expect(() => at(lastEventId, after)).toThrow(expect.objectContaining({ code: 'cursor_invalid' }));
  });
});

describe('a message of a stream', () => {
  test('is one block, whatever its text says', () => {
    const text = 'one\n\ndata: two\r\nid: 9';
    const frame = frameOf({ event: 'reply', id: 4, data: { text } });
    expect(frame).toBe(`id: 4\nevent: reply\ndata: ${JSON.stringify({ text })}\n\n`);
    expect(frame.split('\n\n')).toHaveLength(2);
    expect(frame).not.toContain('\r');
  });

  test('that ends a stream leaves the place of its reader as it is', () => {
    expect(frameOf({ event: 'end', data: {} })).toBe('event: end\ndata: {}\n\n');
  });
});
