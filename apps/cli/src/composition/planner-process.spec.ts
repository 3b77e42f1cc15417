import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Service } from '@countersign/contracts';
import { describe, expect, it } from '@jest/globals';
import { environmentOf, type World } from './service-environment.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const planningServices = ['coordinator', 'refund-specialist'] as const;

interface Graph {
  /** Files of ours, from the root of the repository. */
  readonly own: ReadonlySet<string>;
  /** Packages of others, and modules of Node. */
  readonly others: ReadonlySet<string>;
}

/** Everything that is loaded, at the start or later, when a program begins with this file. */
function reached(entry: string): Graph {
  const own = new Set<string>();
  const others = new Set<string>();
  const left = [join(root, entry)];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (own.has(file)) continue;
    own.add(file);
    for (const name of importsOf(readFileSync(file, 'utf8'))) {
      if (name.startsWith('.')) left.push(...expanded(resolve(dirname(file), name)));
      else if (name.startsWith('@countersign/')) left.push(entryOf(name));
      else others.add(name);
    }
  }
  return { own: new Set([...own].map((file) => file.slice(root.length))), others };
}

function importsOf(text: string): string[] {
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"`]([^'"`\n]+)['"`]/g);
  return [...found].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/** `./${name}/reads.js` is that file of every folder there is. */
function expanded(path: string): string[] {
  if (!path.includes('${')) return [path];
  const base = path.slice(0, path.indexOf('${'));
  const folders = readdirSync(base, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => path.replaceAll(/\$\{[^}]*\}/g, name))
    .filter((candidate) => existsSync(candidate));
}

function entryOf(name: string): string {
  const [, library = '', ...rest] = name.split('/');
  const folder = ['libs', 'apps'].map((kind) => join(root, kind, library)).find(existsSync) ?? '';
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, { default: string }>;
  };
  const entry = exports[rest.length === 0 ? '.' : `./${rest.join('/')}`];
  if (entry === undefined) throw new Error(`${name} is no entry`);
  return join(folder, entry.default);
}

describe.each(planningServices)('the process of the %s, where a model is asked', (service) => {
  const graph = reached(`apps/${service}/dist/main.js`);

  it('reaches the planner, and with it everything that this test looks through', () => {
    expect([...graph.own]).toEqual(expect.arrayContaining(['libs/planning/dist/model/model-planner.js']));
    expect(graph.others).toContain('ai');
    expect(graph.own.size).toBeGreaterThan(100);
  });

  it('loads no write side, no executor and nothing that signs an approval', () => {
    const writing =
      /\/write\.js$|\/effect-sides\.js$|\/effects\.js$|^apps\/(?:executor|approval-service|reconciler)\//;
    expect([...graph.own].filter((file) => writing.test(file))).toEqual([]);
  });
});

describe('the planner itself', () => {
  const graph = reached('libs/planning/dist/planning.js');

  it('loads no connector, no capability, no store and no shell: it has a view, and a model to ask', () => {
    const foreign = [...graph.own].filter(
      (file) => !/^libs\/(?:planning|contracts|domain|telemetry)\//.test(file),
    );
    expect(foreign).toEqual([]);
    const clients = [
      'node:child_process',
      'node:http',
      'node:https',
      'node:net',
      'node:vm',
      'pg',
      'kafkajs',
      'undici',
    ];
    expect([...graph.others].filter((name) => clients.includes(name))).toEqual([]);
  });

  it('and a graph with a write side in it is found', () => {
    const executor = reached('apps/executor/dist/main.js');
    expect([...executor.own].some((file) => file.endsWith('/write.js'))).toBe(true);
  });
});

describe('the environment of a process where a model is asked', () => {
  const secrets = {
    ...{ paymentsRead: 'secret-that-reads-payments', paymentsWrite: 'secret-that-moves-money' },
    directory: 'secret-of-the-directory',
  };
  const key = 'secret-that-signs-approvals';
  const world = {
    outside: { identity: 'http://i', orders: 'http://o', documents: 'http://d', payments: 'http://p' },
    keys: { orders: 'a-key-that-reads-orders', ...secrets },
    ...{ approvalPrivateKey: key, approvalPublicKey: {}, policiesFolder: '/policies' },
    ports: { gateway: 0, approvalService: 0, reconciler: 0 },
  } as unknown as World;

  it.each<Service>(['coordinator', 'refund_specialist'])(
    '%s: holds no key that moves, signs or approves',
    (service) => {
      const given = Object.values(environmentOf(service, world)).join(' ');
      for (const secret of [...Object.values(secrets), key]) expect(given).not.toContain(secret);
    },
  );

  it('and the executor, which does move money, holds that key', () => {
    expect(Object.values(environmentOf('executor', world))).toContain(secrets.paymentsWrite);
  });
});
