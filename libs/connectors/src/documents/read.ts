/**
 * Reads the published policy documents. A version, once published, stays readable, so a decision can cite
 * exactly what it was based on. Another tenant's document is `not_found`.
 */
import type { Connection } from '../network/connection.js';
import { readJson } from '../network/json-read.js';
import { fieldsOf, listOf } from '../network/shape.js';
import type { ReadResult } from '../result/read-result.js';
import {
  type DocumentHead,
  type DocumentRecord,
  documentHeadOf,
  documentRecordOf,
} from './document-record.js';

export type { DocumentHead, DocumentRecord, DocumentSection } from './document-record.js';

export interface DocumentsReader {
  /** The latest version of each document, without its text. */
  documents(tenant: string): Promise<ReadResult<readonly DocumentHead[]>>;
  /** One document with its sections: the given version, or the latest. */
  document(tenant: string, documentId: string, version?: number): Promise<ReadResult<DocumentRecord>>;
}

export function createDocumentsReader(connection: Connection): DocumentsReader {
  return {
    documents(tenant) {
      return readJson(connection, {
        system: 'documents',
        path: '/v1/documents',
        read: ({ documents }) => {
          const value = listOf(documents, (item) => documentHeadOf(fieldsOf(item) ?? {}));
          return value === undefined ? undefined : { value: value.filter((head) => head.tenant === tenant) };
        },
      });
    },
    async document(tenant, documentId, version) {
      const found = await readJson(connection, {
        system: 'documents',
        path: `/v1/documents/${encodeURIComponent(documentId)}${version === undefined ? '' : `?version=${version}`}`,
        absentCode: 'document_not_found',
        read: (body) => {
          const value = documentRecordOf(body);
          const isAsked = value?.id === documentId && (version === undefined || value.version === version);
          return isAsked ? { value, version: String(value.version) } : undefined;
        },
      });
      return found.outcome === 'found' && found.value.tenant !== tenant ? { outcome: 'not_found' } : found;
    },
  };
}
