import { describe, expect, it } from '@jest/globals';
import { withTraceparent } from '../tracing/traceparent.js';
import type { LogFields } from './log-fields.js';
import { createLogger, type Log, type LogLevel } from './logger.js';

function captured(use: (log: Log) => void, level: LogLevel = 'info') {
  const lines: string[] = [];
  const now = () => Date.parse('2026-11-29T12:00:00Z');
  use(createLogger({ service: 'executor', level, now, destination: { write: (line) => lines.push(line) } }));
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

describe('a log line', () => {
  it('is one JSON object of event name and known fields, at the given time', () => {
    const [line] = captured((log) =>
      log.with({ tenant: 'fjordlight' }).info('effect.sent', { attempt: 2, retryable: true }),
    );
    expect(line).toEqual({
      level: 'info',
      time: '2026-11-29T12:00:00.000Z',
      service: 'executor',
      event: 'effect.sent',
      tenant: 'fjordlight',
      attempt: 2,
      retryable: true,
    });
  });

  it('below the level is not written', () => {
    expect(captured((log) => log.debug('x', {}))).toEqual([]);
    expect(captured((log) => log.error('x', {}), 'silent')).toEqual([]);
  });

  it('names the trace it belongs to', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const [line] = captured((log) => withTraceparent(traceparent, () => log.info('x')));
    expect(line).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c' });
  });
});

describe('S57: what customers write and what opens doors is not in logs', () => {
  it('drops fields that are not on the list, and counts them', () => {
    const smuggled = { tenant: 't', text: 'I am Ada Nilsson', authorization: 'Bearer x', data: { a: 1 } };
    const [line] = captured((log) => log.info('x', smuggled as LogFields));
    expect(line).toMatchObject({ tenant: 't', fieldsDropped: 3 });
    expect(JSON.stringify(line)).not.toMatch(/Nilsson|Bearer|data/);
  });

  it('drops values of the wrong kind, so that no object hides behind a known field', () => {
    const wrong = { code: { message: 'secret' }, attempt: Number.NaN, tenant: 5 } as unknown as LogFields;
    const [line] = captured((log) => log.info('x', wrong));
    expect(line).toMatchObject({ fieldsDropped: 3 });
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  it.each([
    ['ada@example.org', '[email]'],
    ['Bearer abc.def', '[token]'],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln', '[token]'],
    ['sk_test_4eC39HqLyjWDarjtT1zdp7dc', '[key]'],
    ['4242 4242 4242 4242', '[card]'],
    ['5555-5555-5555-4444', '[card]'],
    ['proposal-01800000-0000-7000-8000-000000004821', 'proposal-01800000-0000-7000-8000-000000004821'],
    ['4242424242424241', '4242424242424241'],
    ['x'.repeat(500), 'x'.repeat(200)],
  ])('writes %s as %s', (given, written) => {
    expect(captured((log) => log.info('x', { code: given }))).toMatchObject([{ code: written }]);
  });

  it('writes an error as name, code and place, never its message', () => {
    const quoting = Object.assign(
      new Error('invalid input: "Nilsson\n    at home (ada@example.org)\n    at /Nilsson:1:1"'),
      {
        code: '22P02',
      },
    );
    const [line] = captured((log) =>
      log.error('append.failed', {}, new TypeError('Nilsson', { cause: quoting })),
    );
    expect(line).toMatchObject({ error: { name: 'TypeError', cause: { name: 'Error', code: '22P02' } } });
    expect(JSON.stringify(line)).toContain('logger.spec.');
    expect(JSON.stringify(line)).not.toMatch(/Nilsson|at home|example\.org/);
  });

  it('survives whatever is thrown at it', () => {
    const cyclic: { cause?: unknown } = {};
    cyclic.cause = cyclic;
    for (const thrown of [null, 'text with Nilsson', 5, cyclic]) {
      const [line] = captured((log) => log.warn('x', {}, thrown));
      expect(JSON.stringify(line)).not.toContain('Nilsson');
    }
  });

  it('takes no sentence for an event name', () => {
    expect(captured((log) => log.info('Nilsson asked for a refund'))).toMatchObject([
      { event: 'event_name_refused' },
    ]);
  });
});
