import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@countersign/domain';
import type { Bench } from '../bench.js';
import { decimals, type Table } from '../report.js';
import type { BenchDatabase } from '../server/bench-server.js';
import { type CpuProfile, timeByLayer } from './cpu-profile.js';
import { load } from './load.js';
import type { OutsideWorld } from './outside-world.js';
import { ProposalDriver } from './proposal-driver.js';
import { ServicesUnderTest } from './services-under-test.js';
import { uncounted } from './uncounted.js';

const inFlight = 64;
const rowsMax = 24;

/** Where the processor time of the services goes, from a CPU profile of their process under load. */
export async function profileServices(
  bench: Bench,
  database: BenchDatabase,
  outside: OutsideWorld,
): Promise<{ table: Table; figures: JsonObject; faults: string[] }> {
  bench.say(`proposals: profile of the services, ${inFlight} in flight`);
  const folder = await mkdtemp(join(bench.server.folder, 'profile-'));
  const { cpuMs, faults, ...span } = await underProfile(bench, { database, outside, folder });
  const times = timeByLayer(await profileIn(folder), span);
  times.delete('(idle)');
  // A profile counts time, also while another process has the processor; its shares are of the time that was used.
  const sum = [...times.values()].reduce((total, us) => total + us, 0);
  const layers = [...times]
    .map(([name, us]) => ({ name, share: us / sum, ms: (us / sum) * cpuMs }))
    .sort((a, b) => b.share - a.share);
  return { faults, figures: { cpuMs, layers }, table: tableOf(layers, cpuMs) };
}

interface Profiled {
  readonly database: BenchDatabase;
  readonly outside: OutsideWorld;
  readonly folder: string;
}

/** Runs the load and ends the services, which leaves the profile; also when something breaks off. */
async function underProfile({ quick }: Bench, { database, outside, folder }: Profiled) {
  const services = await ServicesUnderTest.start(database, outside.urls, { profileFolder: folder });
  const token = await outside.signIn('ada');
  const driver = new ProposalDriver({ database, approvalsUrl: services.approvalsUrl, token });
  try {
    await driver.start();
    await load(outside, driver, { inFlight, count: quick ? 60 : 300 });
    const before = await services.standing();
    const { done } = await load(outside, driver, { inFlight, count: quick ? 100 : 1_000 });
    const after = await services.standing();
    const faults = await uncounted({ database, outside, services, driver });
    const cpuMs = (after.cpuMs - before.cpuMs) / done;
    return { fromUs: before.clockUs, toUs: after.clockUs, cpuMs, faults };
  } finally {
    await driver.stop();
    await services.stop();
  }
}

interface Layer {
  readonly name: string;
  readonly share: number;
  readonly ms: number;
}

function tableOf(layers: readonly Layer[], cpuMs: number): Table {
  const rest = layers.slice(rowsMax);
  const others: Layer = {
    name: `the other ${rest.length}`,
    share: rest.reduce((sum, { share }) => sum + share, 0),
    ms: rest.reduce((sum, { ms }) => sum + ms, 0),
  };
  return {
    title: `(b) What each layer costs the services: processor ms a proposal, of ${decimals(cpuMs, 2)} (profile, ${inFlight} in flight)`,
    columns: ['layer', 'ms', 'share'],
    rows: [...layers.slice(0, rowsMax), ...(rest.length === 0 ? [] : [others])].map(({ name, share, ms }) => [
      ...[name, decimals(ms, 3), `${Math.round(share * 100)}%`],
    ]),
    notes: [
      'Time in the code of the layer itself; native functions, sockets and crypto count for whoever called them.',
    ],
  };
}

async function profileIn(folder: string): Promise<CpuProfile> {
  const name = (await readdir(folder)).find((file) => file.endsWith('.cpuprofile'));
  if (name === undefined) throw new Error('The services left no profile.');
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as CpuProfile;
}
