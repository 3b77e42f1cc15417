import 'reflect-metadata';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hearers } from '@countersign/contracts';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from './source-tree.js';

/** What the rules of an app listen to, read from the compiled classes: a pattern may be a constant. */
async function patternsOf(app: string): Promise<readonly string[]> {
  const folder = join(repositoryRoot, 'apps', app, 'dist');
  const rules = existsSync(folder)
    ? readdirSync(folder).filter((file) => /-when-[a-z-]+\.js$/.test(file))
    : [];
  const found: string[] = [];
  // One after another: modules that wait for others while they load cannot be linked twice at once by the runner.
  for (const file of rules) {
    const exported = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>;
    found.push(...Object.values(exported).flatMap(patternsOfClass));
  }
  return [...new Set(found)];
}

function patternsOfClass(exported: unknown): readonly string[] {
  if (typeof exported !== 'function') return [];
  const rule = exported.prototype as Record<string, unknown> | undefined;
  return Object.getOwnPropertyNames(rule ?? {}).flatMap((name) => {
    const method = rule?.[name];
    if (typeof method !== 'function') return [];
    const patterns = Reflect.getMetadata('microservices:pattern', method) as unknown[] | undefined;
    return (patterns ?? []).flat().map(String);
  });
}

describe('who hears what, as contracts publish it', () => {
  it('is what the rules of the apps listen to', async () => {
    const heard: string[] = [];
    for (const app of readdirSync(join(repositoryRoot, 'apps'))) {
      const patterns = (await patternsOf(app)).filter((pattern) => !pattern.startsWith('timer.'));
      heard.push(...patterns.map((pattern) => `${app} hears ${pattern}`));
    }
    const told = Object.entries(hearers).flatMap(([pattern, services]) =>
      services.map((service) => `${service.replaceAll('_', '-')} hears ${pattern}`),
    );
    expect(heard.sort()).toEqual(told.sort());
    expect(heard.length).toBeGreaterThan(20);
  });
});
