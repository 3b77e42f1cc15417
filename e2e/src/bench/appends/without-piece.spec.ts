import { migrations } from '@countersign/event-store';
import { expect, test } from '@jest/globals';
import { changes } from './without-piece.js';

test('every piece of an append that the benchmark switches off is still there to be switched off', async () => {
  const sql = (await migrations()).map((migration) => migration.sql).join('\n');
  for (const { part } of changes) expect(sql).toContain(part);
});
