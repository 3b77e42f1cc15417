import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { World } from '@countersign/cli/composition';
import { generateSigningKey } from '@countersign/identity';
import type { BusChoice } from '@countersign/messaging';
import { DEFAULT_KEYS } from '@countersign/sandbox/sandbox';
import type { BenchDatabase } from '../server/bench-server.js';
import { endChild, startChild } from './child-process.js';
import type { OutsideUrls } from './outside-world.js';
import type { Standing } from './services-process.js';

/** `wrappingKey`: with which people’s keys in it are made; without one nothing is sealed. */
export type Database = Pick<BenchDatabase, 'urls'> & { readonly wrappingKey?: string };

export interface ServicesOptions {
  /** `real`: everything that is looked up is asked of the outside systems, and nothing is answered from memory. */
  readonly records?: 'in_memory' | 'real';
  /** With which approvals are signed; services that are started again need the one they had. */
  readonly signingKey?: SigningKey;
  /** Overrides of single settings of the services. */
  readonly settings?: Readonly<Record<string, string>>;
  /** With a folder, a CPU profile is left there when they stop. */
  readonly profileFolder?: string;
  /** How they hear of each other; straight from the database unless said otherwise. */
  readonly bus?: BusChoice;
}

/** The real services in a process of their own, so that what they cost is theirs alone. */
export class ServicesUnderTest {
  private constructor(
    private readonly child: ChildProcess,
    readonly approvalsUrl: string,
  ) {}

  static async start(
    database: Database,
    outside: OutsideUrls,
    options: ServicesOptions = {},
  ): Promise<ServicesUnderTest> {
    const { profileFolder, bus = { kind: 'postgres' }, records = 'in_memory', settings = {} } = options;
    const child = startChild({
      program: fileURLToPath(new URL('./services-process.js', import.meta.url)),
      env: {
        NODE_ENV: 'production',
        BENCH_WORLD: JSON.stringify({
          ...worldOf(outside, options.signingKey ?? generateSigningKey()),
          ...(database.wrappingKey === undefined ? {} : { subjectKeysWrappingKey: database.wrappingKey }),
          settings,
        }),
        BENCH_RECORDS: records,
        BENCH_DATABASE_URLS: JSON.stringify(database.urls),
        BENCH_BUS: JSON.stringify(bus),
      },
      execArgv: profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
    });
    const { approvalsUrl } = await answerOf(child);
    return new ServicesUnderTest(child, approvalsUrl);
  }

  standing(): Promise<Standing> {
    const answer = answerOf(this.child);
    this.child.send('standing');
    return answer;
  }

  /** As a power cut would: nothing is finished, nothing is told. */
  async kill(): Promise<void> {
    const gone = new Promise<void>((done) => this.child.once('exit', () => done()));
    this.child.kill('SIGKILL');
    await gone;
  }

  stop(): Promise<void> {
    return endChild(this.child, 60_000);
  }
}

function answerOf(child: ChildProcess): Promise<Standing> {
  return new Promise((answered, failed) => {
    const onExit = (code: number | null) => failed(new Error(`The services ended with exit code ${code}.`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      answered(message as Standing);
    });
  });
}

export type SigningKey = ReturnType<typeof generateSigningKey>;

function worldOf(outside: OutsideUrls, key: SigningKey): World {
  return {
    outside,
    keys: {
      orders: DEFAULT_KEYS.orders,
      paymentsRead: DEFAULT_KEYS.paymentsRead,
      paymentsWrite: DEFAULT_KEYS.payments,
      directory: DEFAULT_KEYS.directory,
    },
    approvalPrivateKey: key.privateKeyPem,
    approvalPublicKey: key.publicJwk,
    policiesFolder: resolve(import.meta.dirname, '../../../../policies'),
    ports: { gateway: 0, approvalService: 0, reconciler: 0 },
  };
}
