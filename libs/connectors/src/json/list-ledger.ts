import { type EffectSeen, exponentOf, type UnreadableRecord } from '@countersign/domain';
import type { Connection } from '../network/connection.js';
import { readJson } from '../network/json-read.js';
import { lastIdOf, type RecordRead, readRecords, unreadable } from '../network/read-records.js';
import { type Fields, fieldsOf, isCount, isInstant, isText } from '../network/shape.js';
import type { ReadResult } from '../result/read-result.js';

/** The effects of a tenant from `from` on and before `to`; `after` is `next` of the page before. */
export interface LedgerAsked {
  readonly tenant: string;
  readonly from: string;
  readonly to: string;
  readonly after?: string;
}

export interface LedgerPage {
  /** Newest first. */
  readonly effects: readonly EffectSeen[];
  readonly unreadable: readonly UnreadableRecord[];
  /** What the next page begins after; only `end` means that everything was read. */
  readonly next: string | 'end';
}

export interface LedgerQuestion {
  readonly system: string;
  readonly asked: LedgerAsked;
  /** What the entry is an effect on; undefined for an entry that does not say. */
  readonly targetOf: (entry: Fields) => EffectSeen['target'] | undefined;
}

const PAGE_ENTRIES = 100;

/**
 * One page of `GET /v1/ledger?tenant=…&from=…&to=…`: everything that came to be in that time, whoever made it. An
 * entry says `reference`, `createdAt`, `kind`, and where it has them `operationId`, `tenant`, `amountMinor` with
 * `currency`, and `undone`. One that cannot be read is told as such; a page of another shape is no answer.
 */
export async function listLedger(
  connection: Connection,
  { system, asked, targetOf }: LedgerQuestion,
): Promise<ReadResult<LedgerPage>> {
  const { tenant, from, to, after } = asked;
  const query = new URLSearchParams({ tenant, from, to, limit: String(PAGE_ENTRIES) });
  if (after !== undefined) query.set('after', after);
  const page = await readJson(connection, {
    ...{ system, path: `/v1/ledger?${query}`, absentCode: 'entry_not_found' },
    read: (body) => pageOf(body, { asked, targetOf }),
  });
  return page.outcome === 'found' ? { ...page, source: `${system} /v1/ledger` } : page;
}

function pageOf(
  { entries, hasMore }: Fields,
  { asked, targetOf }: Pick<LedgerQuestion, 'asked' | 'targetOf'>,
): { readonly value: LedgerPage } | undefined {
  if (!Array.isArray(entries) || typeof hasMore !== 'boolean') return undefined;
  const reader = {
    read: (entry: Fields) => entryOf(entry, targetOf),
    known: ({ reference, operationId, createdAt }: Fields) => ({ id: reference, operationId, at: createdAt }),
  };
  // One key reads every tenant there. An entry that names none is everybody's: shown twice beats shown to nobody.
  const own = (entry: unknown) => [asked.tenant, undefined].includes(tenantOf(entry));
  const last = lastIdOf(entries, reader);
  const { read, unreadable: spoilt } = readRecords(entries.filter(own), reader, asked);
  // "There is more", and nothing to continue after: asking again would ask for ever.
  if (hasMore && last === undefined) return undefined;
  return { value: { effects: read, unreadable: spoilt, next: hasMore && last !== undefined ? last : 'end' } };
}

function tenantOf(entry: unknown): string | undefined {
  const tenant = fieldsOf(entry)?.tenant;
  return isText(tenant) ? tenant : undefined;
}

function entryOf(entry: Fields, targetOf: LedgerQuestion['targetOf']): RecordRead<EffectSeen> {
  const { reference, kind, operationId, createdAt, amountMinor, currency, undone } = entry;
  if (!isText(reference)) return unreadable('reference', 'is missing, or no text');
  if (!isInstant(createdAt)) return unreadable('createdAt', 'is no instant in UTC');
  if (!isText(kind)) return unreadable('kind', 'is missing, or no text');
  if (operationId !== undefined && !isText(operationId)) return unreadable('operationId', 'is no text');
  const target = targetOf(entry);
  if (target === undefined) return unreadable('kind', `${kind} does not say what it is an effect on`);
  const money = moneyOf(amountMinor, currency);
  if ('outcome' in money) return money;
  const value: EffectSeen = {
    ...{ reference, target, createdAt, ...money },
    ...(operationId === undefined ? {} : { operationId }),
    standing: undone === true ? 'undone' : 'settled',
    status: kind,
  };
  return { outcome: 'read', value };
}

function moneyOf(amountMinor: unknown, currency: unknown) {
  if (amountMinor === undefined && currency === undefined) return {};
  if (!isCount(amountMinor)) return unreadable('amountMinor', 'is no whole number of minor units');
  if (!isText(currency) || exponentOf(currency) === undefined)
    return unreadable('currency', 'is no currency of ISO 4217');
  return { amountMinor, currency };
}
