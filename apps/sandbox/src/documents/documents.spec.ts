import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SandboxUnderTest } from '../testing/sandbox-under-test.js';
import { at, sandboxUnderTest } from '../testing/sandbox-under-test.js';
import { parseDocument } from './markdown.js';

let world: SandboxUnderTest;
beforeEach(async () => {
  world = await sandboxUnderTest();
});
afterEach(() => world.stop());

const RETURNS = '/v1/documents/returns-and-refunds';

describe('the policies', () => {
  test('are listed without their text', async () => {
    expect((await world.ask('documents', '/v1/documents')).body).toMatchObject({
      documents: [
        { id: 'returns-and-refunds', version: 1 },
        { id: 'shipping', version: 1 },
      ],
    });
  });

  test('can be cited by section: 30 days for unopened products, counted in Berlin (S01, S14)', async () => {
    const { sections } = (await world.ask('documents', RETURNS)).body as {
      sections: { id: string; text: string }[];
    };
    const text = (id: string) => sections.find((section) => section.id === id)?.text;
    expect(text('3.1')).toContain('within 30 days of delivery');
    expect(text('3.2')).toContain('Europe/Berlin');
    expect(text('8.2')).toContain('support manager');
    expect(new Set(sections.map((section) => section.id)).size).toBe(sections.length);
  });

  test('can be published anew, and the old version stays readable', async () => {
    const markdown =
      '# Returns and refunds policy\n\n## 3 Returns\n\n### 3.1 Unopened products\n\n14 days.\n';
    const published = await world.admin('POST', '/documents/returns-and-refunds', { markdown });
    expect(published.body).toMatchObject({ version: 2 });
    const latest = await world.ask('documents', RETURNS);
    expect(at(latest.body, 'sections')).toEqual([
      { id: '3.1', heading: 'Unopened products', text: '14 days.' },
    ]);
    expect((await world.ask('documents', `${RETURNS}?version=1`)).body).toMatchObject({ version: 1 });
    expect((await world.ask('documents', `${RETURNS}?version=7`)).status).toBe(404);
  });

  test('without a title are refused', async () => {
    expect((await world.admin('POST', '/documents/shipping', { markdown: 'no title' })).status).toBe(400);
    expect(parseDocument('## 1 Only a section\n\ntext')).toBeUndefined();
  });
});
