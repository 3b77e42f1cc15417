import { describe, expect, it } from '@jest/globals';
import { authors, type EventType } from '../authors.js';
import { customerAt, type SensitiveField, sensitiveFields, sensitiveReaders } from './sensitive-fields.js';

const fieldsOf = Object.entries(sensitiveFields) as [EventType, readonly SensitiveField[]][];

describe('sensitive values', () => {
  it('are written only by services that are given keys', () => {
    const keyless = fieldsOf
      .filter(([, fields]) => fields.length > 0)
      .flatMap(([type]) => authors[type].filter((service) => !sensitiveReaders.includes(service)));
    expect(keyless).toEqual([]);
  });

  it('never hide whom a stream is about, nor anything under a digest', () => {
    for (const [type, path] of Object.entries(customerAt) as [EventType, string][]) {
      expect(sensitiveFields[type].map((field) => field.path)).not.toContain(path);
    }
    expect(sensitiveFields.ProposalDrafted).toEqual([]);
  });

  it('depend on nothing that is encrypted itself', () => {
    for (const [, fields] of fieldsOf) {
      const paths = fields.map(({ path }) => path);
      expect(fields.flatMap(({ only }) => (only && paths.includes(only.at) ? [only.at] : []))).toEqual([]);
    }
  });
});
