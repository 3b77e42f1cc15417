import { randomUUID } from 'node:crypto';
import type { Ledger } from '../ledger/database.js';

/** Something the provider has to say by itself, in Stripe's words. Times are milliseconds. */
export interface WebhookEvent {
  id: string;
  type: string;
  createdAt: number;
  /** The object it is about, as it was at that moment. */
  object: Record<string, unknown>;
}

export interface WebhookEvents {
  /** Must be called inside a write transaction. */
  add(event: Omit<WebhookEvent, 'id'>): WebhookEvent;
  find(id: string): WebhookEvent | undefined;
  /** Oldest first, by when they were written. */
  all(): WebhookEvent[];
}

export function openWebhookEvents({ effects }: Ledger): WebhookEvents {
  const insert = effects.prepare(
    'INSERT INTO webhook_events (id, type, created_at, object) VALUES (?, ?, ?, ?)',
  );
  const one = effects.prepare('SELECT * FROM webhook_events WHERE id = ?');
  const every = effects.prepare('SELECT * FROM webhook_events ORDER BY seq');
  return {
    add(event) {
      const id = `evt_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
      insert.run(id, event.type, event.createdAt, JSON.stringify(event.object));
      return { ...event, id };
    },
    find(id) {
      const row = one.get(id);
      return row === undefined ? undefined : toEvent(row);
    },
    all: () => every.all().map(toEvent),
  };
}

/** The event as Stripe sends it; `created` is in whole seconds, as there. */
export function eventObject({ id, type, createdAt, object }: WebhookEvent): Record<string, unknown> {
  return {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(createdAt / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

function toEvent(row: Record<string, unknown>): WebhookEvent {
  return {
    id: String(row.id),
    type: String(row.type),
    createdAt: Number(row.created_at),
    object: JSON.parse(String(row.object)),
  };
}
