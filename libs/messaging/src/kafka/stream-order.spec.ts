import { describe, expect, test } from '@jest/globals';
import { StreamOrder } from './stream-order.js';

const at = (version: number, partition = 0, previousPartition?: number) => ({
  order: 'fjordlight/case-1',
  version,
  partition,
  previousPartition,
});

describe('the order of a stream', () => {
  test('each event has its turn when its predecessors came before it', () => {
    const order = new StreamOrder();
    expect([1, 2, 3].map((version) => order.arrives(at(version)))).toEqual([undefined, undefined, undefined]);
  });

  test('one that comes too early names the first that is missing', () => {
    const order = new StreamOrder();
    order.arrives(at(1));
    expect(order.arrives(at(4))).toBe(2);
    // 2 and 3 are heard with it; they may still come by themselves.
    expect(order.arrives(at(2))).toBeUndefined();
    expect(order.arrives(at(5))).toBeUndefined();
  });

  test('an event without a rule goes by, and closes no gap', () => {
    const order = new StreamOrder();
    order.arrives(at(1));
    order.passes(at(2));
    expect(order.arrives(at(3))).toBeUndefined();
    order.passes(at(6));
    expect(order.arrives(at(7))).toBe(4);
  });

  test('the first one seen of a stream has its turn only behind its predecessor’s partition', () => {
    expect(new StreamOrder().arrives(at(4, 2, 2))).toBeUndefined();
    expect(new StreamOrder().arrives(at(4, 2, 1))).toBe(1);
    expect(new StreamOrder().arrives(at(4, 2))).toBe(1);
    const passed = new StreamOrder();
    passed.passes(at(4, 2, 1));
    expect(passed.arrives(at(5, 2, 2))).toBe(1);
  });

  test('after partitions were given out anew, what was heard to its end still counts', () => {
    const order = new StreamOrder();
    order.arrives(at(1));
    order.arrives(at(2));
    order.noteHeard('fjordlight/case-1', { version: 1, hash: 'a' });
    order.handedOver();
    expect(order.arrives(at(3, 1, 0))).toBe(2);
    expect(order.wasHeard('fjordlight/case-1', { version: 1, hash: 'a' })).toBe(true);
    expect(order.wasHeard('fjordlight/case-1', { version: 1, hash: 'forged' })).toBe(false);
    expect(order.wasHeard('fjordlight/case-1', { version: 2, hash: 'b' })).toBe(false);
  });

  test('streams that were forgotten for want of room cost a repetition, never a gap', () => {
    const order = new StreamOrder(1);
    order.arrives(at(1));
    order.arrives({ ...at(1), order: 'fjordlight/case-2' });
    expect(order.arrives(at(2, 0))).toBe(1);
  });
});
