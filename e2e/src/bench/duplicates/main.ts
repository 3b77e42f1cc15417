import { writeFile } from 'node:fs/promises';
import { optionsOrEnd } from '../../command/typed-options.js';
import { OutsideWorld } from '../proposals/outside-world.js';
import { decimals, machine, tableText, whole } from '../report.js';
import { startBenchServer } from '../server/bench-server.js';
import { disturbances } from './disturbances.js';
import { type ExperimentResult, experiment } from './experiment.js';

/**
 * `npm run bench:duplicates -- [--runs 1000] [--json FILE]`: the duplicate-refund experiment. Exit code 1 when our side
 * has a duplicate, a loss or a message set aside.
 */
const values = optionsOrEnd({
  usage: 'npm run bench:duplicates [-- --runs N] [--json FILE]      N runs a contender, 1000 by itself',
  options: { runs: { type: 'string', default: '1000' }, json: { type: 'string' } },
  counts: ['runs'],
});
const runs = Number(values.runs);

const server = await startBenchServer();
const outside = await OutsideWorld.start(server.folder);
try {
  const database = await server.database('bench_duplicates');
  const result = await experiment({
    ...{ runs, database, outside: { urls: outside.urls, token: await outside.signIn('ada') } },
    say: (what) => console.error(`… ${what}`),
  });
  console.log(tablesOf(result));
  if (values.json !== undefined) {
    const document = { machine: machine(), postgres: server.version, ...result };
    await writeFile(values.json, `${JSON.stringify(document, null, 2)}\n`);
  }
  for (const fault of result.faults) console.error(`FAULT ${fault}`);
  process.exitCode = result.faults.length === 0 ? 0 : 1;
} finally {
  await outside.stop();
  await server.stop();
}

function tablesOf({ contenders, kills }: ExperimentResult): string {
  const rows = contenders.map((one) => [
    one.name,
    ...[one.runs, one.effects, one.duplicates, one.lost, one.waiting].map(whole),
    decimals(one.seconds, 0),
  ]);
  const columns = [
    'one refund wanted of each run',
    'runs',
    'effects',
    'duplicates',
    'lost',
    'waiting for a person',
    's',
  ];
  const notes = [
    "Counted in the payment provider's own ledger. Each run is disturbed once, at one of eight places in turn.",
    `The services of Countersign were killed ${kills} times (SIGKILL), each time with a batch where it was to die.`,
  ];
  const each = disturbances.map(({ id, name }) => [
    name,
    ...contenders.map(({ byDisturbance }) => whole(byDisturbance[id])),
  ]);
  return [
    tableText({ title: 'Duplicate refunds', columns, rows, notes }),
    tableText({
      title: 'Duplicates by what happened',
      columns: ['what happened once', ...contenders.map(({ name }) => name)],
      rows: each,
    }),
  ].join('\n');
}
