import { writeFile } from 'node:fs/promises';
import type { JsonObject } from '@countersign/domain';
import { readOrEnd } from '../command/typed-options.js';
import { benchAppends } from './appends/bench-appends.js';
import type { Bench } from './bench.js';
import { benchGrowth } from './growth/bench-growth.js';
import { benchOnKafka } from './kafka/bench-on-kafka.js';
import { type BenchOptions, readOptions, type SectionName, usage } from './options.js';
import { benchProposals } from './proposals/bench-proposals.js';
import { benchReplay } from './replay/bench-replay.js';
import { machine, type SectionReport, tableText } from './report.js';
import { startBenchServer } from './server/bench-server.js';

const sections: Readonly<Record<SectionName, (bench: Bench) => Promise<SectionReport>>> = {
  a: benchAppends,
  b: benchOverBuses,
  c: benchReplay,
  d: benchGrowth,
};

process.exitCode = await run(readOrEnd(usage, readOptions));

async function run({ sections: chosen, quick, jsonFile, bus }: BenchOptions): Promise<number> {
  const startedAt = new Date().toISOString();
  const server = await startBenchServer();
  const stop = () => void server.stop().finally(() => process.exit(130));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const say = (what: string) => console.error(`… ${what}`);
  const figures: Record<string, JsonObject> = {};
  const faults: string[] = [];
  const about = { ...machine(), postgres: server.version, durable: true, quick };
  console.log(`${JSON.stringify(about)}\n`);
  try {
    for (const name of chosen) {
      const report = await sections[name]({ server, quick, bus, say }).catch(brokenOff);
      for (const table of report.tables) console.log(tableText(table));
      figures[name] = { ...report.figures, printed: report.tables.map((table) => ({ ...table })) };
      faults.push(...report.faults.map((fault) => `(${name}) ${fault}`));
    }
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    await server.stop();
  }
  for (const fault of faults) console.error(`FAULT ${fault}`);
  if (jsonFile !== undefined) {
    const document = { startedAt, machine: about, sections: figures, faults };
    await writeFile(jsonFile, `${JSON.stringify(document, null, 2)}\n`);
  }
  return faults.length === 0 ? 0 : 1;
}

async function benchOverBuses(bench: Bench): Promise<SectionReport> {
  if (bench.bus === 'postgres') return benchProposals(bench);
  if (bench.bus === 'kafka') return benchOnKafka(bench);
  const embedded = await benchProposals(bench);
  const kafka = await benchOnKafka(bench);
  return {
    tables: [...embedded.tables, ...kafka.tables],
    figures: { ...embedded.figures, kafka: kafka.figures },
    faults: [...embedded.faults, ...kafka.faults],
  };
}

/** One benchmark that breaks off fails the run and leaves the others their turn. */
function brokenOff(error: unknown): SectionReport {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { tables: [], figures: {}, faults: [`broke off: ${reason}`] };
}
