import { describe, expect, it } from '@jest/globals';
import { createHttpDirectory } from './http-directory.js';

function directory(answer: (url: string, init: RequestInit) => Response | Promise<Response>) {
  return createHttpDirectory({
    baseUrl: 'http://identity.test/',
    key: 'service-key',
    timeoutMs: 20,
    fetch: async (url, init) => answer(url, init),
  });
}

describe('the roles a person holds now', () => {
  it('are asked for by tenant and subject, with the service key, and no name can leave its place in the path', async () => {
    const asked: unknown[] = [];
    const answer = await directory((url, init) => {
      asked.push(url, new Headers(init.headers).get('authorization'));
      return Response.json({ sub: '../maya?x=1', roles: ['support_manager'] });
    }).currentRoles('fjordlight', '../maya?x=1');
    expect(answer).toEqual({ outcome: 'known', roles: ['support_manager'] });
    expect(asked).toEqual([
      'http://identity.test/directory/people/fjordlight/..%2Fmaya%3Fx%3D1',
      'Bearer service-key',
    ]);
  });

  it('are an unknown person’s only when the directory itself says so', async () => {
    const said = directory(() => Response.json({ error: { code: 'person_not_found' } }, { status: 404 }));
    expect(await said.currentRoles('t', 's')).toEqual({ outcome: 'unknown_person' });
    for (const text of ['<h1>404</h1>', '{"error":{"code":"route_not_found"}}', '{}']) {
      const other = directory(() => new Response(text, { status: 404 }));
      expect(await other.currentRoles('t', 's')).toEqual({ outcome: 'no_answer', code: 'wrong_body' });
    }
  });

  it.each([
    ['not_authorized', () => Response.json({}, { status: 401 })],
    ['not_authorized', () => Response.json({}, { status: 403 })],
    ['server_error', () => Response.json({ roles: [] }, { status: 503 })],
    ['wrong_body', () => new Response('{')],
    ['wrong_body', () => Response.json({ sub: 's', roles: 'all' })],
    ['wrong_body', () => Response.json({ sub: 'another', roles: ['auditor'] })],
    ['wrong_body', () => Response.json({ sub: 's', roles: [1] })],
    ['unreachable', () => Promise.reject(new TypeError('fetch failed'))],
  ])('have no answer (%s), which is not "no roles"', async (code, answer) => {
    expect(await directory(answer).currentRoles('t', 's')).toEqual({ outcome: 'no_answer', code });
  });

  it('have no answer when the directory does not answer in time', async () => {
    const silent = directory(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init.signal?.addEventListener('abort', () => reject(new Error('late'))),
        ),
    );
    expect(await silent.currentRoles('t', 's')).toEqual({ outcome: 'no_answer', code: 'unreachable' });
  });
});
