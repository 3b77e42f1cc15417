import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AsyncApiDocument } from './asyncapi-document.js';

const file = 'asyncapi.json';

/** The newest set that was released, or undefined before the first. Each lies in a folder named by its version. */
export function lastRelease(folder: string): AsyncApiDocument | undefined {
  if (!existsSync(folder)) return undefined;
  const [newest] = readdirSync(folder)
    .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    .sort((a, b) => byVersion(b, a));
  if (newest === undefined) return undefined;
  return JSON.parse(readFileSync(join(folder, newest, file), 'utf8')) as AsyncApiDocument;
}

/** Keeps a set as released. What was released never changes, so a version that is there is refused. */
export function release(folder: string, document: AsyncApiDocument): string {
  const place = join(folder, document.info.version);
  if (existsSync(place))
    throw new Error(`${document.info.version} is released already; give the package a new version.`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, file), `${JSON.stringify(document, null, 2)}\n`);
  return place;
}

function byVersion(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  return left.map((part, at) => part - (right[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
