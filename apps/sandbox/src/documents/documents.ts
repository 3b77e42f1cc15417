import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '../ledger/database.js';
import type { ParsedDocument } from './markdown.js';
import { parseDocument } from './markdown.js';

export interface PolicyDocument extends ParsedDocument {
  id: string;
  tenant: string;
  version: number;
  publishedAt: string;
}

/** The shop's published policies. Old versions are kept and can be read for ever. */
export interface Documents {
  latest(): PolicyDocument[];
  find(id: string, version: number | undefined): PolicyDocument | undefined;
  /** Publishes the next version of a document, or the first one of a new document. */
  publish(id: string, content: ParsedDocument): PolicyDocument;
  reset(): void;
}

const FOLDER = join(import.meta.dirname, '../../documents');
const SEEDED = ['returns-and-refunds', 'shipping'];
const TENANT = 'fjordlight';
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS documents (
    id TEXT NOT NULL, version INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (id, version)
  ) STRICT`;

export function openDocuments(ledger: Ledger, now: () => number): Documents {
  const { effects } = ledger;
  effects.exec(SCHEMA);
  const newest = effects.prepare('SELECT record, max(version) FROM documents GROUP BY id ORDER BY id');
  const newestOf = effects.prepare('SELECT record FROM documents WHERE id = ? ORDER BY version DESC LIMIT 1');
  const exact = effects.prepare('SELECT record FROM documents WHERE id = ? AND version = ?');
  const insert = effects.prepare('INSERT INTO documents (id, version, record) VALUES (?, ?, ?)');

  const find = (id: string, version: number | undefined): PolicyDocument | undefined => {
    const row = version === undefined ? newestOf.get(id) : exact.get(id, version);
    return row === undefined ? undefined : JSON.parse(String(row.record));
  };
  const add = (id: string, content: ParsedDocument): PolicyDocument => {
    const version = (find(id, undefined)?.version ?? 0) + 1;
    const publishedAt = new Date(now()).toISOString();
    const { title, sections } = content;
    const document = { id, tenant: TENANT, version, publishedAt, title, sections };
    insert.run(id, version, JSON.stringify(document));
    return document;
  };
  const reset = (): void =>
    ledger.inTransaction(() => {
      effects.exec('DELETE FROM documents');
      for (const id of SEEDED) add(id, seeded(id));
    });
  if (newest.get() === undefined) reset();

  return {
    find,
    reset,
    latest: () => newest.all().map((row) => JSON.parse(String(row.record))),
    publish: (id, content) => ledger.inTransaction(() => add(id, content)),
  };
}

function seeded(id: string): ParsedDocument {
  const parsed = parseDocument(readFileSync(join(FOLDER, `${id}.md`), 'utf8'));
  if (parsed === undefined) throw new Error(`The document ${id}.md of the sandbox has no title.`);
  return parsed;
}
