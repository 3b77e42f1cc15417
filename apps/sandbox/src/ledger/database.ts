import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** `full` survives a power cut, `normal` survives only the death of the process (and is 30 times faster). */
export type Synchronous = 'full' | 'normal';

/**
 * One durable file of one outside system, open twice: `effects` commits as the caller asked, `calls` always
 * commits without waiting for the disk, because a record of a call is evidence for tests and not money.
 */
export interface Ledger {
  readonly effects: DatabaseSync;
  readonly calls: DatabaseSync;
  /** Runs the work in one write transaction: all of it is on disk when this returns, or none of it is. */
  inTransaction<T>(work: () => T): T;
  close(): void;
}

export function openLedger(file: string, synchronous: Synchronous): Ledger {
  mkdirSync(dirname(file), { recursive: true });
  const effects = open(file, synchronous);
  const calls = open(file, 'normal');
  // IMMEDIATE: the write lock is taken before the first read, so what the work read cannot be stale.
  const begin = effects.prepare('BEGIN IMMEDIATE');
  const commit = effects.prepare('COMMIT');
  const rollback = effects.prepare('ROLLBACK');
  return {
    effects,
    calls,
    inTransaction(work) {
      begin.run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        rollback.run();
        throw error;
      }
    },
    close() {
      calls.close();
      effects.close();
    },
  };
}

function open(file: string, synchronous: Synchronous): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON;`);
  return database;
}
