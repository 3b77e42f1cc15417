import type { ChildProcess } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DEFAULT_KEYS } from '@countersign/sandbox/sandbox';
import { endChild, startChild } from './child-process.js';
import { amountMinor } from './records.js';

const systems = ['identity', 'orders', 'documents', 'payments', 'admin'] as const;
export type OutsideUrls = Readonly<Record<(typeof systems)[number], string>>;

/** The sandbox in a process of its own. Both contenders call the same payment server. */
export class OutsideWorld {
  #charges = 0;

  private constructor(
    private readonly child: ChildProcess,
    readonly urls: OutsideUrls,
  ) {}

  static async start(folder: string): Promise<OutsideWorld> {
    const ports = Object.fromEntries(systems.map((name) => [`SANDBOX_${name.toUpperCase()}_PORT`, '0']));
    const data = await mkdtemp(join(folder, 'sandbox-'));
    const child = startChild({
      program: fileURLToPath(import.meta.resolve('@countersign/sandbox')),
      env: {
        ...ports,
        SANDBOX_STAND_INS_PORT: '0',
        SANDBOX_DATA_FOLDER: data,
        SANDBOX_SYNCHRONOUS: 'normal',
      },
    });
    return new OutsideWorld(child, await addressesOf(child));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Makes captured charges; answers their ids. */
  async charges(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => `ch_bench${process.pid}n${++this.#charges}`);
    const waiting = [...ids];
    const maker = async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        await this.#admin('POST', '/payments/charges', { id, amountMinor, currency: 'EUR' });
      }
    };
    await Promise.all(Array.from({ length: 8 }, maker));
    return ids;
  }

  /** How often each operation took effect. */
  async effects(): Promise<ReadonlyMap<string, number>> {
    const ledger = (await this.#admin('GET', '/payments/ledger')) as {
      effects: { operationId: string | null }[];
    };
    const counts = new Map<string, number>();
    for (const { operationId } of ledger.effects) {
      const key = operationId ?? 'nobody';
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }

  async signIn(person: string): Promise<string> {
    const answer = await fetch(`${this.urls.identity}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:countersign:sandbox:person', person }),
    });
    const { access_token: token } = (await answer.json()) as { access_token?: string };
    if (token === undefined) throw new Error(`${person} could not sign in: ${answer.status}`);
    return token;
  }

  stop(): Promise<void> {
    return endChild(this.child);
  }

  async #admin(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.urls.admin}${path}`, {
      method,
      headers: { authorization: `Bearer ${DEFAULT_KEYS.admin}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }
}

function addressesOf(child: ChildProcess): Promise<OutsideUrls> {
  const found: Record<string, string> = {};
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The sandbox ended with exit code ${code}.`)));
    if (child.stdout === null) return;
    createInterface(child.stdout).on('line', (line) => {
      const [, name, url] = /^sandbox (\w+)\s+(http\S+)$/.exec(line) ?? [];
      if (name !== undefined && url !== undefined) found[name] = url;
      if (systems.every((system) => found[system] !== undefined)) resolve(found as unknown as OutsideUrls);
    });
  });
}
