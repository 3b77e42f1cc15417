import type { DatabaseSync } from 'node:sqlite';

/** The checks are the last line: even a wrong decision cannot give back more than was captured. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS charges (
    id TEXT PRIMARY KEY, tenant TEXT NOT NULL, order_id TEXT, amount INTEGER NOT NULL CHECK (amount > 0),
    refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount), currency TEXT NOT NULL,
    created_at INTEGER NOT NULL, disputed INTEGER NOT NULL DEFAULT 0,
    refund_status TEXT NOT NULL DEFAULT 'succeeded'
  ) STRICT;
  CREATE TABLE IF NOT EXISTS refunds (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, charge TEXT NOT NULL REFERENCES charges,
    amount INTEGER NOT NULL CHECK (amount > 0), currency TEXT NOT NULL, status TEXT NOT NULL,
    failure_reason TEXT, reason TEXT, metadata TEXT NOT NULL, created_at INTEGER NOT NULL,
    key TEXT, call_id INTEGER, channel TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS refunds_of_charge ON refunds (charge, seq);
  CREATE INDEX IF NOT EXISTS refunds_by_time ON refunds (created_at);
  CREATE TABLE IF NOT EXISTS idempotency_keys (
    key TEXT PRIMARY KEY, request TEXT NOT NULL, created_at INTEGER NOT NULL,
    status INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL DEFAULT '', request_id TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE TABLE IF NOT EXISTS disputes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, charge TEXT NOT NULL REFERENCES charges,
    status TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS webhook_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
    created_at INTEGER NOT NULL, object TEXT NOT NULL
  ) STRICT`;

export function createPaymentsTables(database: DatabaseSync): void {
  database.exec(SCHEMA);
}

export function emptyPaymentsTables(database: DatabaseSync): void {
  database.exec(
    'DELETE FROM webhook_events; DELETE FROM disputes; DELETE FROM idempotency_keys; DELETE FROM refunds; DELETE FROM charges',
  );
}
