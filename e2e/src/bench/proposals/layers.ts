import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.js';
import { decimals, type SectionReport } from '../report.js';
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
  { server, quick, say }: Bench,
  database: BenchDatabase,
  outside: OutsideWorld,
): Promise<{ table: SectionReport['tables'][number]; figures: Record<string, number>; faults: string[] }> {
  say(`proposals: profile of the services, ${inFlight} in flight`);
  const folder = await mkdtemp(join(server.folder, 'profile-'));
  const services = await ServicesUnderTest.start(database, outside.urls, { profileFolder: folder });
  const token = await outside.signIn('ada');
  const driver = new ProposalDriver({ database, approvalsUrl: services.approvalsUrl, token });
  await driver.start();
  await load(outside, driver, { inFlight, count: quick ? 60 : 300 });
  const before = await services.standing();
  const { done } = await load(outside, driver, { inFlight, count: quick ? 100 : 1_000 });
  const after = await services.standing();
  const faults = await uncounted({ database, outside, services, driver });
  await driver.stop();
  await services.stop();
  const layers = timeByLayer(await profileIn(folder), { fromUs: before.clockUs, toUs: after.clockUs });
  layers.delete('(idle)');
  // A profile counts time, also while another process has the processor; its shares are of the time that was used.
  const cpuMs = (after.cpuMs - before.cpuMs) / done;
  const sum = [...layers.values()].reduce((total, us) => total + us, 0);
  const perProposal = [...layers]
    .map(([name, us]) => ({ name, share: us / sum, ms: (us / sum) * cpuMs }))
    .sort((a, b) => b.share - a.share);
  return {
    faults,
    figures: Object.fromEntries(perProposal.map(({ name, ms }) => [name, ms])),
    table: {
      title: `(b) What each layer costs the services: processor ms a proposal, of ${decimals(cpuMs, 2)} (profile, ${inFlight} in flight)`,
      columns: ['layer', 'ms', 'share'],
      rows: perProposal
        .slice(0, rowsMax)
        .map(({ name, share, ms }) => [name, decimals(ms, 3), `${Math.round(share * 100)}%`]),
      notes: [
        'Time in the code of the layer itself; native functions, sockets and crypto count for whoever called them.',
      ],
    },
  };
}

async function profileIn(folder: string): Promise<CpuProfile> {
  const name = (await readdir(folder)).find((file) => file.endsWith('.cpuprofile'));
  if (name === undefined) throw new Error('The services left no profile.');
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as CpuProfile;
}
