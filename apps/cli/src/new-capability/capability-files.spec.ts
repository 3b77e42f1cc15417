import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { capabilityFiles, type Naming, withLine } from './capability-files.js';

const root = resolve(import.meta.dirname, '../../../..');
const naming: Naming = { capability: 'gift-cards', kind: 'gift-card.block', system: 'shop' };

describe('the files of a new capability', () => {
  it('lie in its folder and beside everybody’s rules, and nowhere else', async () => {
    const paths = (await capabilityFiles(root, naming)).map(({ path }) => path);
    expect(paths).toContain('libs/capabilities/src/gift-cards/gift-cards.ts');
    const allowed = /^(?:libs\/capabilities\/src\/gift-cards\/[\w-]+\.ts|policies\/gift-cards\.[\w.]+)$/;
    for (const path of paths) expect(path).toMatch(allowed);
  });

  it('say its names, and leave none of the template’s words', async () => {
    const text = (await capabilityFiles(root, naming)).map((file) => file.text).join('\n');
    expect(text).not.toContain('__');
    for (const said of ['gift-card.block', 'entity GiftCard', 'my gift card gift-card-1', "system: 'shop'"])
      expect(text).toContain(said);
  });
});

describe('the one line', () => {
  const list = "export const registered: readonly string[] = [\n  'refunds', // pays\n];\n";

  it('comes last, and nothing else changes', () => {
    expect(withLine(list, naming)).toBe(
      "export const registered: readonly string[] = [\n  'refunds', // pays\n  'gift-cards', // gift-card.block\n];\n",
    );
  });

  it('is not written twice, nor into what is no such list', () => {
    const once = withLine(list, naming) ?? '';
    expect(withLine(once, naming)).toBeUndefined();
    expect(withLine('export const registered = [];', naming)).toBeUndefined();
  });
});
