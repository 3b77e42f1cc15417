import type { Executed } from '@countersign/capabilities';
import { describe, expect, test } from '@jest/globals';
import { Circuit } from './circuit.js';

const down: Executed = { class: 'transient', code: 'unavailable' };
const done: Executed = { class: 'rejected', code: 'charge_disputed', message: 'no' };

/** A circuit on a clock that moves by hand; its third failure opens it for a second, at most four. */
function world() {
  const clock = { at: 1_000_000, nowMs: () => clock.at };
  const words: string[] = [];
  const limits = { failuresMax: 3, openMs: 1_000, openCeilingMs: 4_000 };
  const circuit = new Circuit(limits, clock, (word) => words.push(word));
  let calls = 0;
  const call = (result: Executed) =>
    circuit.call(async () => {
      calls += 1;
      return result;
    });
  const fails = async (times: number) => {
    for (let n = 0; n < times; n += 1) await call(down);
  };
  return { circuit, clock, words, call, fails, calls: () => calls };
}

describe('the circuit of a target', () => {
  test('opens after so many failures in a row, and then no call is made', async () => {
    const { circuit, call, fails, calls } = world();
    await fails(2);
    expect(circuit.stayAway()).toBeUndefined();
    await fails(1);
    expect(await call(done)).toEqual({ waitMs: 1_000 });
    expect([circuit.word, calls()]).toEqual(['open', 3]);
  });

  test('is not opened by refusals, nor by failures with an answer between them', async () => {
    const { circuit, call, fails } = world();
    for (let n = 0; n < 10; n += 1) await call(done);
    await fails(2);
    await call(done);
    await fails(2);
    expect(circuit.word).toBe('closed');
  });

  test('is not opened by what is our own fault', async () => {
    const { circuit, call } = world();
    for (let n = 0; n < 10; n += 1) await call({ class: 'transient', code: 'send_window_over' });
    for (let n = 0; n < 10; n += 1) await call({ class: 'unknown', code: 'connector_failed' });
    expect(circuit.word).toBe('closed');
  });

  test('lets one real call through when its time has come by our clock, and by no other', async () => {
    const { circuit, clock, words, call, fails } = world();
    await fails(3);
    clock.at += 999;
    expect(circuit.stayAway()).toEqual({ waitMs: 1 });
    clock.at += 1;
    expect(circuit.stayAway()).toBeUndefined();
    expect(await call(done)).toEqual(done);
    expect(words).toEqual(['open', 'half_open', 'closed']);
  });

  test('keeps everybody else away while that call is on its way', async () => {
    const { circuit, clock, call, fails, calls } = world();
    await fails(3);
    clock.at += 1_000;
    const probe = Promise.withResolvers<Executed>();
    const probing = circuit.call(() => probe.promise);
    expect(await call(done)).toEqual({ waitMs: 1_000 });
    expect([circuit.word, calls()]).toEqual(['half_open', 3]);
    probe.resolve(done);
    await probing;
    expect(await call(done)).toEqual(done);
  });

  test('stays open twice as long each time that call fails, up to a ceiling', async () => {
    const { circuit, clock, fails } = world();
    await fails(3);
    const waits: (number | undefined)[] = [];
    for (let n = 0; n < 4; n += 1) {
      const waitMs = circuit.stayAway()?.waitMs;
      waits.push(waitMs);
      clock.at += waitMs ?? 0;
      await fails(1);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 4_000]);
  });

  test('stays open as long as the target asked us to wait', async () => {
    const { circuit, call, fails } = world();
    await fails(2);
    await call({ ...down, retryAfterMs: 30_000 });
    expect(circuit.stayAway()).toEqual({ waitMs: 30_000 });
  });
});
