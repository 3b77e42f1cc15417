import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AsyncApiDocument } from './asyncapi-document.js';
import { contractPage } from './page/contract-page.js';

/** What is published, by path below the folder of published contracts. */
export type PublishedFiles = ReadonlyMap<string, string>;

const schemaFolder = 'schemas';
const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** The document, the page made from it, and each schema of its own for validators. */
export function publishedFiles(document: AsyncApiDocument): PublishedFiles {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => {
    const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: `urn:countersign:${name}` };
    return [`${schemaFolder}/${name}.json`, json({ ...head, title: name, ...schema })] as const;
  });
  return new Map([['asyncapi.json', json(document)], ['index.html', contractPage(document)], ...schemas]);
}

export function write(files: PublishedFiles, folder: string): void {
  for (const path of surplusIn(files, folder)) rmSync(join(folder, path));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Where the published files are not what the classes would write now, a line each. */
export function drift(files: PublishedFiles, folder: string): readonly string[] {
  const differing = [...files].flatMap(([path, text]) => {
    const place = join(folder, path);
    if (!existsSync(place)) return [`${path} is missing`];
    return readFileSync(place, 'utf8') === text ? [] : [`${path} is not what the contract classes say`];
  });
  return [...differing, ...surplusIn(files, folder).map((path) => `${path} is of no contract`)];
}

function surplusIn(files: PublishedFiles, folder: string): readonly string[] {
  const schemas = join(folder, schemaFolder);
  if (!existsSync(schemas)) return [];
  return readdirSync(schemas)
    .map((name) => `${schemaFolder}/${name}`)
    .filter((path) => !files.has(path));
}
