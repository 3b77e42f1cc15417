import { afterEach, describe, expect, test } from '@jest/globals';
import { type HealthServer, openHealthServer } from './health-server.js';
import type { Readiness } from './readiness.js';

let server: HealthServer;
afterEach(() => server.close());

const on = async (ready: () => Promise<Readiness>) => {
  server = await openHealthServer({ host: '127.0.0.1', port: 0 }, { ready });
  return async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: answer.status, body: await answer.json() };
  };
};

const found = (database: 'up' | 'down'): Readiness => ({
  ready: database === 'up',
  status: database === 'up' ? 'ready' : 'unavailable',
  database,
  broker: 'up',
  services: [],
});

describe('the health server', () => {
  test('is alive and ready, with what readiness found', async () => {
    const get = await on(async () => found('up'));
    expect(await get('/livez')).toEqual({ status: 200, body: { status: 'alive' } });
    expect(await get('/readyz')).toEqual({ status: 200, body: found('up') });
  });

  test('stays alive while the database is away, and is not ready', async () => {
    const get = await on(async () => found('down'));
    expect((await get('/livez')).status).toBe(200);
    expect(await get('/readyz')).toEqual({ status: 503, body: found('down') });
  });

  test('is not ready when readiness cannot be found out', async () => {
    const get = await on(() => Promise.reject(new Error('no answer')));
    expect((await get('/readyz')).status).toBe(503);
  });

  test('tells nothing else', async () => {
    const get = await on(async () => found('up'));
    expect((await get('/metrics')).status).toBe(404);
  });
});
