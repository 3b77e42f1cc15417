/**
 * `npm run eval:routing`: how the rules route real wording. Rules were written reading the tuning half only.
 * Of the held-out half only totals were seen, some of them before the last rules, so it flatters a little;
 * it is still the number to believe, but for appointments: their rules were written with all of nlupp's wording about
 * bookings in sight, so of those neither half proves anything. `--json FILE` writes both scores, `--misses FILE` what the tuning half missed.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { render } from './report.js';
import { isRight, route, score } from './score.js';
import { isForTuning, readUtterances, type Utterance } from './utterances.js';

const { values } = parseArgs({ options: { json: { type: 'string' }, misses: { type: 'string' } } });
const root = resolve(import.meta.dirname, '../../../..');
const full = process.env.COUNTERSIGN_DATA ?? resolve(root, '../shared/data');
const folder =
  process.env.COUNTERSIGN_DATA === undefined && !existsSync(full)
    ? resolve(root, 'libs/capabilities/sample')
    : full;
const utterances = readUtterances(folder);

if (utterances.length === 0) {
  console.error(
    `No utterances in ${folder}: COUNTERSIGN_DATA has to name a folder with banking77/utterances.jsonl or its like.`,
  );
  process.exitCode = 2;
} else {
  if (folder !== full)
    console.log('The full data sets are not here (COUNTERSIGN_DATA names their folder): a small sample.\n');
  await evaluate(utterances);
}

async function evaluate(all: readonly Utterance[]): Promise<void> {
  const tuning = await route(all.filter(({ id }) => isForTuning(id)));
  const heldOut = await route(all.filter(({ id }) => !isForTuning(id)));
  const scores = { tuning: score(tuning), heldOut: score(heldOut) };
  console.log(render('Tuning half', scores.tuning));
  console.log('');
  console.log(render('Held-out half', scores.heldOut));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(scores, null, 2)}\n`);
  if (values.misses === undefined) return;
  // Only the tuning half is ever listed: rules changed after reading held-out wording prove nothing.
  const misses = tuning
    .filter((one) => !isRight(one))
    .map(({ utterance, predicted }) => ({ ...utterance, predicted }));
  writeFileSync(values.misses, `${misses.map((miss) => JSON.stringify(miss)).join('\n')}\n`);
}
