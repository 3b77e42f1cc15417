import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { breakingChanges, sentenceOf } from './breaking-changes.js';
import { contractDocument } from './document.js';
import { drift, publishedFiles, write } from './published-files.js';
import { lastRelease, release } from './releases.js';

const library = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as { version: string };
const released = lastRelease(join(library, 'released'));
const document = contractDocument(version, released?.components.schemas ?? {});
const files = publishedFiles(document);

describe('the contracts in this repository', () => {
  it('are published as the classes say; otherwise: npm run contracts:build', () => {
    expect(drift(files, resolve(library, '../../docs/contracts'))).toEqual([]);
  });
  it('break nothing that was released', () => {
    expect(released).toBeDefined();
    expect(released === undefined ? [] : breakingChanges(released, document).map(sentenceOf)).toEqual([]);
  });
});

describe('drift', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-contracts-'));
    write(files, folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is none in what was just written', () => {
    expect(drift(files, folder)).toEqual([]);
  });
  it('is a file that was changed by hand, is missing, or is of no contract', () => {
    writeFileSync(join(folder, 'asyncapi.json'), '{}\n');
    rmSync(join(folder, 'schemas/CaseOpened.v1.json'));
    writeFileSync(join(folder, 'schemas/CaseForgotten.v1.json'), '{}\n');
    expect(drift(files, folder)).toEqual([
      'asyncapi.json is not what the contract classes say',
      'schemas/CaseOpened.v1.json is missing',
      'schemas/CaseForgotten.v1.json is of no contract',
    ]);
    write(files, folder);
    expect(drift(files, folder)).toEqual([]);
  });
  it('is a class that changed and was not published', () => {
    const { schemas } = document.components;
    const changed = { ...schemas, 'NoteAdded.v1': { ...schemas['NoteAdded.v1'], required: ['by'] } };
    const next = publishedFiles({ ...document, components: { ...document.components, schemas: changed } });
    expect(drift(next, folder).map((line) => line.split(' ')[0])).toEqual([
      'asyncapi.json',
      'index.html',
      'schemas/NoteAdded.v1.json',
    ]);
  });
  it('is measured against the newest release, by number and not by letter; and none is written twice', () => {
    for (const number of ['0.9.0', '0.10.0', '0.2.0']) {
      release(folder, { ...document, info: { ...document.info, version: number } });
    }
    expect(lastRelease(folder)?.info.version).toBe('0.10.0');
    expect(() => release(folder, { ...document, info: { ...document.info, version: '0.2.0' } })).toThrow(
      '0.2.0',
    );
    expect(lastRelease(join(folder, 'none'))).toBeUndefined();
  });
});
