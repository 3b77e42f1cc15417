import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

/** Every file of ours that the compiled entry reaches by imports, and every package outside. */
function reachedFrom(entry: string): {
  readonly files: readonly string[];
  readonly packages: readonly string[];
} {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (url: string) => {
    if (files.has(url)) return;
    files.add(url);
    const text = readFileSync(fileURLToPath(url), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g)) {
      if (name.startsWith('.')) visit(new URL(name, url).href);
      else if (name.startsWith('@countersign/')) visit(import.meta.resolve(name));
      else packages.add(name);
    }
  };
  visit(import.meta.resolve(entry));
  return { files: [...files].map((url) => fileURLToPath(url)), packages: [...packages] };
}

const placesIn = (files: readonly string[]): string[] =>
  [...new Set(files.map((file) => /\/((?:libs|apps)\/[^/]+)\//.exec(file)?.[1] ?? file))].sort();

test('what rebuilds from a topic reaches the domain, the contracts and a reader, and nothing that can act', () => {
  const { files, packages } = reachedFrom('./replay.js');
  expect(placesIn(files)).toEqual(['apps/cli', 'libs/contracts', 'libs/domain', 'libs/messaging']);
  const inApp = files.filter((file) => file.includes('/apps/cli/'));
  expect(inApp.every((file) => file.includes('/dist/replay/'))).toBe(true);
  const inMessaging = files.filter((file) => file.includes('/libs/messaging/'));
  expect(inMessaging.map((file) => file.slice(file.indexOf('/dist/') + 6)).sort()).toEqual([
    'kafka-admin/kafka-unreachable.js',
    'kafka-admin/negative-timeouts.js',
    'kafka-reading/handover.js',
    'kafka-reading/kafka-reading.js',
    'kafka-reading/read-topic.js',
    'kafka-security/security.js',
    'kafka/ask-admin.js',
    'kafka/record.js',
  ]);
  expect(
    packages.filter((name) => /^(pg|undici|node:(http|https|net|child_process))$|nestjs/.test(name)),
  ).toEqual([]);
});

test('the walk finds what can act where something can', () => {
  const { files, packages } = reachedFrom('../composition/composition.js');
  expect(placesIn(files)).toContain('libs/connectors');
  expect(packages).toContain('pg');
});

test('the reader of a topic makes no producer and commits nothing', () => {
  const { files } = reachedFrom('@countersign/messaging/kafka/read');
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  expect(text).not.toMatch(
    /\.producer\(|\.commitOffsets|autoCommit: true|createTopics|deleteTopics|deleteRecords/,
  );
});
