import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { capabilities, chosenCapabilities } from '@countersign/capabilities';
import { standIns } from '@countersign/capabilities/stand-ins';
import { roles } from '@countersign/event-store';
import { createApprovalSigner, generateSigningKey } from '@countersign/identity';
import { programConfigIn, type ServiceDefinition } from '@countersign/messaging';
import { definition as reconciler } from '@countersign/reconciler/module';
import { readConfig as readRelayConfig } from '@countersign/relay/config';
import { configFrom } from '@countersign/sandbox';
import { describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { parse } from 'yaml';
import { addMigrate } from '../commands/migrate.js';
import { addTopics } from '../commands/topics.js';
import { paintFor } from '../terminal/paint.js';
import { programName } from './programs.js';
import { services } from './services.js';

interface Container {
  readonly image?: string;
  readonly build?: {
    readonly context: string;
    readonly dockerfile: string;
    readonly args: { readonly APP: string };
  };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Container>>;
  readonly networks: object;
  readonly volumes: object;
}

const root = resolve(import.meta.dirname, '../../../..');
const compose = parse(filled(readFileSync(join(root, 'docker-compose.yml'), 'utf8')), {
  merge: true,
}) as Compose;
const containers = Object.entries(compose.services);
const built = containers.filter(([, { build }]) => build !== undefined);

/** The file as Docker sees it, with an .env in which every secret has a value. */
function filled(text: string): string {
  const { privateKeyPem } = generateSigningKey();
  const made: Readonly<Record<string, string>> = {
    APPROVAL_SIGNING_KEY: JSON.stringify(privateKeyPem),
    APPROVAL_PUBLIC_KEYS: `'${JSON.stringify([createApprovalSigner(privateKeyPem).publicJwk])}'`,
    SUBJECT_KEYS_WRAPPING_KEY: Buffer.alloc(32, 'k').toString('base64'),
  };
  return text.replaceAll(/\$\{([A-Z_]+):\?\}/g, (_, name: string) => made[name] ?? 'x'.repeat(24));
}

function containerOf(name: string): Container {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`docker-compose.yml has no service ${name}.`);
  return found;
}

/** Remembers which keys were asked for. */
function watched(env: Readonly<Record<string, string>>) {
  const asked = new Set<string>();
  const proxy = new Proxy(env, {
    get: (target, key) => {
      asked.add(String(key));
      return target[String(key)];
    },
  });
  return { env: proxy, unread: () => Object.keys(env).filter((key) => !asked.has(key)) };
}

describe('docker-compose.yml agrees with the code', () => {
  it.each(services.map((definition) => [definition.service, definition] as const))(
    '%s can be started with its environment, which holds nothing else, and is asked where it answers',
    (service, definition: ServiceDefinition) => {
      const { environment = {}, healthcheck } = containerOf(programName(service));
      const { READY_PORT, ...given } = environment;
      const { env, unread } = watched(given);
      const { healthPort } = programConfigIn(definition, env);
      const port = definition.http?.portOf(definition.readConfig(given)) ?? healthPort;
      // Above all no key that it has no use for.
      expect(unread()).toEqual([]);
      expect(READY_PORT).toBe(String(port));
      expect(healthcheck?.test.join(' ')).toContain("process.env.READY_PORT + '/readyz'");
    },
  );

  it('refuses a service one of whose keys is missing', () => {
    const executor = services.find(({ service }) => service === 'executor') as ServiceDefinition;
    const { PAYMENTS_WRITE_KEY: _gone, ...others } = containerOf('executor').environment ?? {};
    expect(() => programConfigIn(executor, others)).toThrow(/PAYMENTS_WRITE_KEY is missing/);
  });

  it('the relay can be started with its environment, and is asked where it answers', () => {
    const { READY_PORT, BUS, ...given } = containerOf('relay').environment ?? {};
    const { env, unread } = watched(given);
    expect(String(readRelayConfig(env).http.port)).toBe(READY_PORT);
    expect([BUS, unread()]).toEqual(['kafka', []]);
  });

  it.each(services.map(({ service }) => service))('%s works on every capability there is', (service) => {
    const { environment = {} } = containerOf(programName(service));
    expect(chosenCapabilities(environment['CAPABILITIES']).served).toEqual(capabilities.all);
  });

  it('knows every stand-in at the port that the sandbox gives it', () => {
    const { environment = {} } = containerOf('executor');
    for (const [index, { name }] of standIns.entries()) {
      const url = environment[`${name.toUpperCase().replaceAll('-', '_')}_URL`];
      expect([name, url]).toEqual([name, `http://sandbox:${4_820 + index}`]);
    }
  });

  it('the sandbox can be started with its environment, and payments speak where they are believed', () => {
    const { env, unread } = watched(containerOf('sandbox').environment ?? {});
    const { paymentsWebhook, host } = configFrom(env);
    expect([unread(), host]).toEqual([[], '0.0.0.0']);
    const config = reconciler.readConfig(containerOf('reconciler').environment ?? {});
    const { hostname, port, pathname } = new URL(paymentsWebhook?.url ?? '');
    expect([hostname, Number(port)]).toEqual(['reconciler', config.http.port]);
    const [, , , system = '', tenant = ''] = pathname.split('/');
    expect(config.webhooks.secrets[system]?.[tenant]).toEqual([paymentsWebhook?.secret]);
  });

  it.each(built)('%s is built from a program that is there', (name, { build, command }) => {
    expect(existsSync(join(root, build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
    expect(existsSync(join(root, 'apps', build?.args.APP ?? '', 'src/main.ts'))).toBe(true);
    expect(build?.args.APP).toBe(command === undefined ? name : 'cli');
  });

  it('runs only commands that the command line knows, with options that they know', () => {
    const program = new Command();
    const printer = { paint: paintFor({}, {}), line: () => undefined };
    addMigrate(program, printer);
    addTopics(program, printer);
    const commands = containers.flatMap(([, { build, command }]) =>
      build === undefined ? [] : [command ?? []],
    );
    for (const words of commands.filter(({ length }) => length > 0)) {
      let at = program;
      for (const word of words) {
        if (word.startsWith('--')) expect(at.options.map(({ long }) => long)).toContain(word);
        else at = at.commands.find((one) => one.name() === word) ?? at;
      }
      expect(at).not.toBe(program);
    }
  });

  it('gives the migration a password for every role', () => {
    const given = Object.keys(containerOf('migrate').environment ?? {});
    expect(given.toSorted()).toEqual(
      ['DATABASE_URL', ...roles.map((role) => `${role.toUpperCase()}_PASSWORD`)].toSorted(),
    );
  });

  it('names only files, networks, volumes and services that are there', () => {
    for (const [name, { depends_on = {}, networks, volumes = [], environment = {} }] of containers) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const { healthcheck, restart } = containerOf(other) as Container & { restart?: string };
        if (condition === 'service_healthy') expect([name, other, healthcheck]).not.toContain(undefined);
        if (condition === 'service_completed_successfully') expect([other, restart]).toEqual([other, 'no']);
      }
      for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
      for (const from of volumes.map((volume) => volume.split(':')[0] ?? '')) {
        if (from.startsWith('.')) expect([from, existsSync(join(root, from))]).toEqual([from, true]);
        else expect(Object.keys(compose.volumes)).toContain(from);
      }
      for (const value of Object.values(environment).filter((each) =>
        String(each).startsWith('/countersign/'),
      )) {
        const copied = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8');
        const folder = value.slice('/countersign/'.length);
        expect(existsSync(join(root, folder))).toBe(true);
        expect(copied).toContain(`COPY ${folder} ${folder}`);
      }
    }
  });

  it('publishes no port beyond this machine', () => {
    for (const port of containers.flatMap(([, { ports = [] }]) => ports))
      expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});
