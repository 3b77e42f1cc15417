import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from './source-tree.js';

const forbidden: readonly (readonly [string, string])[] = [
  ['libs/domain/src/a.ts', 'node:fs'],
  ['libs/domain/src/b.ts', 'luxon'],
  ['libs/domain/src/c.ts', '@countersign/contracts'],
  ['libs/contracts/src/a.ts', '@countersign/event-store'],
  ['libs/contracts/src/b.ts', '@nestjs/common'],
  ['libs/policy/src/a.ts', '@countersign/connectors'],
  ['libs/event-store/src/a.ts', '@countersign/messaging'],
  ['libs/planning/src/a.ts', '@countersign/connectors/payments/read'],
  ['libs/event-store/src/b.ts', 'kafkajs'],
  ['apps/coordinator/src/a.ts', '@countersign/connectors/payments/write'],
  ['apps/refund-specialist/src/a.ts', '@countersign/capabilities/refunds/effects'],
  ['apps/coordinator/src/b.ts', '@countersign/capabilities/effects'],
  ['apps/gateway/src/b.ts', '@countersign/capabilities/effects'],
  ['apps/gateway/src/a.ts', '@countersign/executor/module'],
  ['apps/reconciler/src/a.ts', '@countersign/connectors/payments/write'],
  ['apps/sandbox/src/a.ts', '@countersign/domain'],
  ['libs/capabilities/src/credits/sandbox.ts', '@countersign/domain'],
  ['libs/capabilities/src/credits/sandbox/billing.ts', '../credits.js'],
  ['libs/capabilities/src/credits/credits.ts', '@countersign/sandbox/kit'],
];
const allowed: readonly (readonly [string, string])[] = [
  ['libs/domain/src/d.ts', './money.js'],
  ['libs/policy/src/d.ts', '@countersign/domain'],
  ['libs/capabilities/src/credits/sandbox/d.ts', '@countersign/sandbox/kit'],
  ['apps/executor/src/d.ts', '@countersign/capabilities/effects'],
  ['apps/cli/src/d.ts', '@countersign/executor/module'],
  ['libs/messaging/src/d.ts', '@nestjs/common'],
];

let folder: string;
let report: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-imports-'));
  const config = JSON.parse(readFileSync(join(repositoryRoot, 'biome.json'), 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
  cpSync(join(repositoryRoot, 'package.json'), join(folder, 'package.json'));
  for (const [path, from] of [...forbidden, ...allowed]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `import { a } from '${from}';\n\nexport const b = a;\n`);
  }
  const biome = join(repositoryRoot, 'node_modules/@biomejs/biome/bin/biome');
  const run = spawnSync(
    process.execPath,
    [biome, 'lint', '--max-diagnostics=100', '--reporter=github', '.'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  report = `${run.stdout}\n${run.stderr}`;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('who may import whom', () => {
  it.each(forbidden)('%s may not import %s: lint fails', (path) => {
    expect(findings(path)).not.toEqual([]);
  });

  it.each(allowed)('%s may import %s', (path) => {
    expect(findings(path)).toEqual([]);
  });
});

function findings(path: string): string[] {
  return report.split('\n').filter((line) => line.includes(path) && line.includes('noRestrictedImports'));
}
